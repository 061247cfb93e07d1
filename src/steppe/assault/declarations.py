"""What a player declares about his supply: a pause of his army, a concentration of what there is on a few units.

A title says when, and cites its rows as ``rule`` and the like. Its state keeps ``pause`` (the turn at whose end one was
declared, below 0 if it was aborted) and ``concentration``.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator

import numpy as np

from steppe.assault.chapter import C, CampaignDecision
from steppe.assault.state import CampaignState
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble

INACTIVE, ACTIVE = 0, 1
"""A supply concentration; titles may know more."""

DECLARES = 0.03
"""How often a player who chooses at random declares a supply concentration: armies that move show more of the rules."""


def is_marked(s: CampaignState, u: int, flag: int) -> bool:
    """Whether a unit has the supply that is concentrated, by the marker that it bears as a flag."""
    return bool(s.concentration == ACTIVE and s.flags[u] & flag)


def lacks_marker(s: CampaignState, group: Units, flag: int) -> bool:
    """Whether supply is concentrated, and not on all of a group."""
    return bool(s.concentration == ACTIVE) and not all(s.flags[u] & flag for u in group)


PAUSE_WORDS = {
    "declare": "Declare the pause",
    "decline": "No pause",
    "keep": "Keep to the pause",
    "abort": "Break the pause off",
}
CONCENTRATION_WORDS = {
    "declare": "Declare supply concentration",
    "decline": "No concentration",
    "keep": "Keep the concentration",
    "rescind": "Rescind the concentration",
}


class Pause(CampaignDecision[C]):
    """At the end of a turn, once in a game."""

    name = "pause"
    verbs = ("pause",)
    declared_on: range

    def enter(self, s: C, out: Log) -> bool:
        return s.turn in self.declared_on and s.pause == 0

    def prompt(self, s: C) -> str:
        return "Declare a pause?"

    def legal(self, s: C, about: Units) -> Iterator[Order]:
        yield Order("pause", word="decline")
        yield Order("pause", word="declare")

    def apply(self, s: C, order: Order, out: Log) -> None:
        if order.word == "declare":
            s.pause = s.turn
            out.add("pause", what="declared")
        self.title.end_step(s, out)


class PauseAbort(CampaignDecision[C]):
    """A pause may be broken off, which brings nothing."""

    name = "pause abort"
    verbs = ("pause",)

    @abstractmethod
    def is_paused(self, s: C) -> bool: ...

    def enter(self, s: C, out: Log) -> bool:
        return self.is_paused(s)

    def prompt(self, s: C) -> str:
        return "Keep to the pause, or abort it?"

    def legal(self, s: C, about: Units) -> Iterator[Order]:
        yield Order("pause", word="keep")
        yield Order("pause", word="abort")

    def apply(self, s: C, order: Order, out: Log) -> None:
        if order.word == "abort":
            s.pause = -s.pause
            out.add("pause", what="aborted")
        self.title.end_step(s, out)


class Concentration(CampaignDecision[C]):
    """Markers on the units that are to have supply; a title says how often it is declared and what may be said when."""

    name = "concentration"
    verbs = ("concentration", "mark")
    flag: int
    """What a unit with a marker wears."""
    side = 0
    placed_rule: str
    """The row by which there are no more markers."""

    @abstractmethod
    def words(self, s: C) -> tuple[str, ...]:
        """What may be said now."""

    @abstractmethod
    def marker_count(self, s: C) -> int:
        """How many markers there are."""

    @abstractmethod
    def declare(self, s: C) -> None: ...

    @abstractmethod
    def rescind(self, s: C) -> None: ...

    @abstractmethod
    def explain_word(self, s: C, word: str) -> Refusal: ...

    def ends_with_last_marker(self, s: C) -> bool:
        """Whether nothing is left to be said once all markers are placed."""
        return True

    def to_place(self, s: C) -> int:
        """Markers still to be placed; there may be fewer units than markers."""
        known: int | None = s.notes.get(self.name)
        if known is None:
            present = (s.vector("hex") >= 0) & (self.units.side_array == self.side)
            marked = int(np.count_nonzero(present & (s.vector("flags") & self.flag != 0)))
            known = s.notes[self.name] = min(self.marker_count(s), int(np.count_nonzero(present))) - marked
        return known

    def prompt(self, s: C) -> str:
        if s.concentration != ACTIVE:
            return "Declare a supply concentration?"
        left = self.to_place(s)
        if left:
            return f"Place {left} supply concentration markers, one on each unit that is to have supply."
        return "Keep up the supply concentration, or rescind it?"

    def legal(self, s: C, about: Units) -> Iterator[Order]:
        if not about:
            for word in self.words(s):
                yield Order("concentration", word=word)
        if s.concentration == ACTIVE and self.to_place(s):
            for u in about or self.side_units[self.side]:
                if self.mark_refusal(s, u) is None:
                    yield Order("mark", (u,))

    def mark_refusal(self, s: C, u: int) -> Refusal | None:
        name = self.units.keys[u]
        if self.units.side[u] != self.side or s.hex[u] < 0:
            return Refusal(self.rule, f"{name} is not one of your units on the map", Trouble.UNIT)
        if s.flags[u] & self.flag:
            return Refusal(self.rule, f"{name} has a marker", Trouble.UNIT)
        if self.to_place(s) == 0:
            return Refusal(self.placed_rule, "all markers are placed", Trouble.UNIT)
        return None

    def refuse(self, s: C, order: Order) -> Refusal | None:
        if order.verb == "mark":
            if s.concentration != ACTIVE:
                return Refusal(self.rule, "no supply concentration has been declared", Trouble.TIME)
            if len(order.units) != 1:
                return Refusal(self.rule, "place one marker at a time", Trouble.UNIT)
            return self.mark_refusal(s, order.units[0])
        if order.word in self.words(s):
            return None
        if order.word == "keep" and s.concentration == ACTIVE:
            return Refusal(self.rule, f"{self.to_place(s)} markers are still to be placed", Trouble.DUTY)
        return self.explain_word(s, order.word)

    def apply(self, s: C, order: Order, out: Log) -> None:
        if order.verb == "mark":
            s.flags[order.units[0]] |= self.flag
            s.changed()
            out.add("marked", unit=order.units[0])
            if self.to_place(s) == 0 and self.ends_with_last_marker(s):
                self.title.end_step(s, out)
            return
        if order.word == "declare":
            self.declare(s)
            s.changed()
            out.add("concentration", what="declared")
            if self.to_place(s):
                return
        elif order.word == "rescind":
            self.rescind(s)
            s.vector("flags")[:] &= ~self.flag
            out.add("concentration", what="rescinded")
        self.title.end_step(s, out)

    def pick(self, s: C, rng: random.Random) -> Order:
        if s.concentration != ACTIVE:
            return Order("concentration", word="declare" if rng.random() < DECLARES else "decline")
        return super().pick(s, rng)
