"""The bot ``front``: the bot ``staff`` that thinks a player turn over before it plays it.

It tries several styles in worlds that agree with what it sees, each against the reply of a staff of the same school,
and plays the one that comes off best. How long it thinks is a number of evaluations: the same number, the same orders.
"""

from __future__ import annotations

import random
import re
from typing import Any

from steppe.bots.assault.bot import drives_on
from steppe.bots.assault.front.rehearsal import Rehearsal, begins_player_turn, player_turn
from steppe.bots.assault.front.style_search import search
from steppe.bots.assault.sight.situation import rules_of
from steppe.bots.assault.staff.bot import StaffBot
from steppe.bots.assault.style import Style, style_of
from steppe.errors import SteppeError
from steppe.orders import Order
from steppe.view import View

SECONDS = 10.0
PACE = 200.0
"""Evaluations of one unit a second, on a core of its own: an evaluation takes as long as there are units on the map."""
LEAST = 4
RALLY, OUTWORKS = 16.0, 1.4
"""What a defender begins with. Whole games have taught it, for no look at a single turn shows what comes of it: to call
in early whoever is near a place that decides, to man one ring more around it, and where no place decides to fill up the
greatest."""


class Budget:
    """How long to think about a player turn: so many evaluations, or as many as fit into some seconds by experience."""

    def __init__(self, word: str = "") -> None:
        found = re.fullmatch(r"(\d+)(s?)", word or f"{SECONDS:.0f}s")
        if found is None:
            raise SteppeError(f"{word!r} is no time to think: a number of evaluations or of seconds (20, 10s)")
        self.number, self.timed = int(found[1]), bool(found[2])

    def evaluations(self, view: View[Any]) -> int:
        if not self.timed:
            return self.number
        units = int((view.state.vector("hex") >= 0).sum())
        return max(LEAST, round(self.number * PACE / max(units, 1)))


class FrontBot(StaffBot):
    name = "front"

    def __init__(self, budget: str = "", style: Style = Style()) -> None:  # noqa: B008
        super().__init__(style)
        self.budget, self.own = Budget(budget), style
        self.thought: tuple[object, ...] = ()
        """The player turn that has been thought over."""
        self.spent = 0
        """Evaluations so far."""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        title = rules_of(view)
        if begins_player_turn(title, view.state, view.seat):
            now = (title, view.seat, *player_turn(title, view.state))
            if now != self.thought:
                self.thought = now
                self.style = self.consider(view, rng, self.budget.evaluations(view))
        return super().choose(view, rng)

    def consider(self, view: View[Any], rng: random.Random, budget: int) -> Style:
        """The best style for the player turn that begins, after so many evaluations."""
        seed = rng.getrandbits(64)
        orders = view.prompt.decision == "phase order"
        own, last = self.own, self.style
        if not drives_on(view):
            own = own._replace(rally=RALLY, outworks=OUTWORKS, citadels=True)
        if orders:  # settled once, so that the rehearsals need not weigh it again
            word = StaffBot(own).choose(view, random.Random(seed)).word
            own, last = own._replace(first=word), last._replace(first=word)
        rehearsal = Rehearsal(View.of_masked(view.title, view.state, view.seat), seed)
        found = search(
            own,
            rehearsal.value,
            budget,
            random.Random(f"{seed} plans"),
            attacks=drives_on(view),
            orders=orders,
            others=[last],
        )
        self.spent += found.spent
        return found.best()


def make(words: str) -> FrontBot:
    """A front with so much time to think, and the style that a second word names."""
    budget, _, style = words.partition(":")
    return FrontBot(budget, style_of(style))
