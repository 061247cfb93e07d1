"""One game of a simulation, played and written down as plain data: a row of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from steppe import bots
from steppe.dice import secret_from_seed
from steppe.game import Game, Loaded
from steppe.lab.luck import EVERYTHING, Told, tally_of
from steppe.lab.openings import set_up
from steppe.lab.plan import Job, Plan
from steppe.lab.play import LongEnoughError, play_out
from steppe.orders import Order
from steppe.title import Outcome

Row = dict[str, Any]
DIGITS = 4
"""Luck is a fraction; more digits than these say nothing."""


class RowMaker:
    """Watches a game and keeps, turn by turn, what a simulation tells of it."""

    def __init__(self, game: Game, last: int | None, pulse: Callable[[], None] | None) -> None:
        self.game, self.title, self.last, self.pulse = game, game.title, last, pulse
        self.tally = tally_of(game.title, EVERYTHING)
        self.named = np.array(sorted(game.title.board.names), np.intp)
        self.turns: list[Row] = []
        self.taken: list[Row] = []
        self._before = game.state.clone()
        self._held = self.title.holders(game.state)[self.named]
        self._fights = 0
        self._orders = 0
        self._note(self.title.scenario.first_turn - 1)

    def watch(self, game: Game, seat: int, order: Order) -> None:
        before, self._before = self._before, game.state.clone()
        self._orders += 1
        self.tally.take(Told(self._orders, seat, before.turn, order, before, game.history[-1], game.state))
        self._see_places(before.turn)
        if game.state.turn != before.turn:
            self._note(before.turn)
            if self.last is not None and before.turn >= self.last and not game.state.over:
                raise LongEnoughError
        if self.pulse is not None:
            self.pulse()

    def finish(self) -> None:
        """The turn in which the game ended."""
        if self.title.outcome(self.game.state) is not None:
            self._note(self.game.state.turn)

    def _see_places(self, turn: int) -> None:
        """Which named places have changed hands."""
        held = self.title.holders(self.game.state)[self.named]
        for i in (held != self._held).nonzero()[0].tolist():
            label = self.title.board.grid.labels[self.named[i]]
            self.taken.append({"turn": turn, "hex": label, "seat": self.title.seats[held[i]]})
        self._held = held

    def _note(self, turn: int) -> None:
        """How things stand at the end of a turn; the turn before the first is the set-up."""
        title, state = self.title, self.game.state
        standing = title.figures(state)
        self.turns.append(
            {
                "turn": turn,
                "points": standing.points,
                "steps": list(standing.steps),
                "attack": list(standing.attack),
                "defence": list(standing.defence),
                **self._battles(turn),
                "control": np.packbits(title.holders(state)).tobytes().hex(),
            }
        )

    def _battles(self, turn: int) -> Row:
        """Battles, luck and losses of the turn that has ended; nothing where the title's system counts none."""
        if not self.tally.counts_battles:
            return {"battles": None, "luck": None, "lost": None}
        seats, settled = self.title.seats, self.tally.settled
        fights, self._fights = settled[self._fights :], len(settled)
        battles = Counter(fight.attacker for fight in fights)
        lost = sorted((side, kind, n) for (when, side, kind), n in self.tally.losses.items() if when == turn and n)
        gain = sum(float(f.luck) if f.attacker == 0 else -float(f.luck) for f in fights)
        return {
            "battles": [battles[side] for side in range(len(seats))],
            "luck": _luck(gain),
            "lost": [{"seat": seats[side], "kind": kind, "steps": n} for side, kind, n in lost],
        }

    def totals(self) -> Row:
        """Losses, battles and luck of the whole game."""
        if not self.tally.counts_battles:
            return {"lost": None, "battles": None, "luck": None}
        seats = range(len(self.title.seats))
        steps: Counter[int] = Counter()
        for (_, side, _), n in self.tally.losses.items():
            steps[side] += n
        return {
            "lost": [steps[side] for side in seats],
            "battles": [sum(turn["battles"][side] for turn in self.turns) for side in seats],
            "luck": _luck(sum(turn["luck"][0] for turn in self.turns)),
        }


def _luck(gain: float) -> list[float]:
    """Luck by seat: what one has, the other lacks."""
    rounded = round(gain, DIGITS) + 0.0
    return [rounded, 0.0 - rounded]


def play(plan: Plan, loaded: Loaded, job: Job, pulse: Callable[[], None] | None = None) -> Row:
    """Play one game. ``pulse`` is called after every order."""
    variant, secret = plan.variants[job.variant], secret_from_seed(job.seed)
    title = loaded.title
    game = Game.new(plan.title, secret=secret, loaded=loaded)
    set_up(game, plan.setup)
    players = dict(zip(title.seats, (bots.make(name, title) for name in job.bots), strict=True))
    maker = RowMaker(game, plan.turns, pulse)
    outcome: Outcome | None = None
    with suppress(LongEnoughError):
        outcome = play_out(game, players, job.seed, watch=maker.watch)
    maker.finish()
    game.close(secret)
    return {
        "game": job.number,
        "variant": variant.name,
        "scenario": title.scenario.key,
        "pair": job.pair,
        "seed": job.seed,
        "bots": list(job.bots),
        "winner": outcome.winner if outcome else None,
        "level": outcome.level if outcome else None,
        "rule": outcome.rule if outcome else None,
        "turn": outcome.turn if outcome else plan.turns,
        "orders": len(game.record.effective_orders()),
        "head": game.record.head,
        "points": maker.turns[-1]["points"],
        **maker.totals(),
        "turns": maker.turns,
        "taken": maker.taken,
    }
