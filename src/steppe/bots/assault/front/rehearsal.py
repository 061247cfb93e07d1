"""A player turn tried out in thought: in a world that agrees with the view, with a style, up to one's next turn.

The rules are those of the game itself; only the dice are others, and they are even: of every six one shows each
number. A plan is to be judged by what it does and not by its luck.
"""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.front.evaluation import expectation
from steppe.bots.assault.sight.situation import rules_of
from steppe.bots.assault.staff.bot import StaffBot
from steppe.bots.assault.style import Style
from steppe.dice import DIE, Dice
from steppe.view import View

STARTS = frozenset({"phase order", "movement", "combat"})
"""The decisions before which a player turn can be thought over."""
MANY = 20_000
"""No two player turns take so many orders."""


class EvenDice(Dice):
    """Dice without good or bad luck in the long run: rolls come in sixes, a shuffle of one to six each."""

    __slots__ = ("_sixes",)

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._sixes: dict[int, list[int]] = {}

    def die(self, n: int) -> int:
        block, place = divmod(n, DIE)
        if block not in self._sixes:
            faces = list(range(1, DIE + 1))
            for left in range(DIE, 1, -1):
                at = self.draw(block * DIE + left - 1, left)
                faces[left - 1], faces[at] = faces[at], faces[left - 1]
            self._sixes[block] = faces
        return self._sixes[block][place]


def player_turn(title: AnyAssaultTitle, s: AssaultState) -> tuple[int, str]:
    """The player turn in hand."""
    return s.turn, title.current_step(s).frame


def begins_player_turn(title: AnyAssaultTitle, s: AssaultState, seat: int) -> bool:
    """Whether a seat is about to begin the main part of a player turn of its own."""
    decision, who = title.decision(s)
    return who == seat == title.current_step(s).seat and decision.name in STARTS


class Rehearsal:
    """The worlds in which the plans for one player turn are compared: the same worlds and dice for all."""

    def __init__(self, view: View[Any], seed: int) -> None:
        self.view, self.seed = view, seed
        self.title = rules_of(view)
        self.worlds: list[AssaultState] = []
        self.answer = Style(brief=True)
        """How the other side plays. Which phase it begins with is asked once and taken for granted afterwards."""

    def world(self, number: int) -> AssaultState:
        while len(self.worlds) <= number:
            rng = random.Random(f"{self.seed} world {len(self.worlds)}")
            world = self.view.sample(rng)
            world.dice = EvenDice(rng.randbytes(32))
            self.worlds.append(world)
        return self.worlds[number].clone()

    def value(self, style: Style, number: int) -> float:
        """What the own seat may expect if it plays this turn so, the other answers, and nothing more is known."""
        s = self.play(style, number)
        return expectation(self.title, s, self.view.seat)

    def play(self, style: Style, number: int) -> AssaultState:
        """The position at the beginning of one's next turn."""
        title, seat, s = self.title, self.view.seat, self.world(number)
        players = [StaffBot(self.answer), StaffBot(self.answer)]
        players[seat] = StaffBot(style._replace(brief=True))
        rngs = [random.Random(f"{self.seed} {number} {side}") for side in range(len(title.seats))]
        start = player_turn(title, s)
        for _ in range(MANY):
            if s.over or (player_turn(title, s) != start and begins_player_turn(title, s, seat)):
                return s
            who = title.decision(s)[1]
            order = players[who].choose(View(title, s, who), rngs[who])
            if order.verb == "order" and who != seat:
                self.answer = self.answer._replace(first=order.word)
            title.apply(s, order)
        raise AssertionError("the rehearsal does not end")
