"""What a player declares about his supply: a pause of his army, a concentration of what there is on a few units.

A title says when, and cites its rows as ``rule`` and the like. Its state keeps ``pause`` (the turn at whose end one was
declared, below 0 if it was aborted) and ``concentration``.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules

INACTIVE, ACTIVE = 0, 1
"""A supply concentration; titles may know more."""
DECLARES = 0.03
"""How often a player who chooses at random declares a supply concentration: armies that move show more of the rules."""


def is_marked(s: Any, u: int, flag: int) -> bool:
    """Whether a unit has the supply that is concentrated, by the marker that it bears as a flag."""
    return bool(s.concentration == ACTIVE and s.flags[u] & flag)


def lacks_marker(s: Any, group: About, flag: int) -> bool:
    """Whether supply is concentrated, and not on all of a group."""
    return bool(s.concentration == ACTIVE) and not all(s.flags[u] & flag for u in group)


class Pause(Decision["Rules", Any]):
    """At the end of a turn, once in a game."""

    name = "pause"
    verbs = ("pause",)
    turns: range

    def enter(self, title: Rules, s: Any, out: Log) -> bool:
        return s.turn in self.turns and s.pause == 0

    def prompt(self, title: Rules, s: Any) -> str:
        return "Declare a pause?"

    def legal(self, title: Rules, s: Any, about: About) -> Iterator[Order]:
        yield Order("pause", word="decline")
        yield Order("pause", word="declare")

    def apply(self, title: Rules, s: Any, order: Order, out: Log) -> None:
        if order.word == "declare":
            s.pause = s.turn
            out.add("pause", what="declared")
        title.end_step(s, out)


class PauseAbort(Decision["Rules", Any]):
    """A pause may be broken off, which brings nothing."""

    name = "pause abort"
    verbs = ("pause",)

    @abstractmethod
    def is_paused(self, title: Any, s: Any) -> bool: ...

    def enter(self, title: Rules, s: Any, out: Log) -> bool:
        return self.is_paused(title, s)

    def prompt(self, title: Rules, s: Any) -> str:
        return "Keep to the pause, or abort it?"

    def legal(self, title: Rules, s: Any, about: About) -> Iterator[Order]:
        yield Order("pause", word="keep")
        yield Order("pause", word="abort")

    def apply(self, title: Rules, s: Any, order: Order, out: Log) -> None:
        if order.word == "abort":
            s.pause = -s.pause
            out.add("pause", what="aborted")
        title.end_step(s, out)


class Concentration(Decision["Rules", Any]):
    """Markers on the units that are to have supply; a title says how often it is declared and what may be said when."""

    name = "concentration"
    verbs = ("concentration", "mark")
    flag: int
    """What a unit with a marker wears."""
    side = 0
    placed_rule: str
    """The row by which there are no more markers."""

    @abstractmethod
    def words(self, title: Any, s: Any) -> tuple[str, ...]:
        """What may be said now."""

    @abstractmethod
    def markers(self, title: Any, s: Any) -> int:
        """How many markers there are."""

    @abstractmethod
    def declare(self, title: Any, s: Any) -> None: ...

    @abstractmethod
    def rescind(self, title: Any, s: Any) -> None: ...

    @abstractmethod
    def explain_word(self, title: Any, s: Any, word: str) -> Refusal: ...

    def ends_with_last_marker(self, title: Any, s: Any) -> bool:
        """Whether nothing is left to be said once all markers are placed."""
        return True

    def to_place(self, title: Rules, s: Any) -> int:
        """Markers still to be placed; there may be fewer units than markers."""
        present = (s.vector("hex") >= 0) & (title.units.side_array == self.side)
        marked = int(np.count_nonzero(present & (s.vector("flags") & self.flag != 0)))
        return min(self.markers(title, s), int(np.count_nonzero(present))) - marked

    def prompt(self, title: Rules, s: Any) -> str:
        if s.concentration != ACTIVE:
            return "Declare a supply concentration?"
        left = self.to_place(title, s)
        if left:
            return f"Place {left} supply concentration markers, one on each unit that is to have supply."
        return "Keep up the supply concentration, or rescind it?"

    def legal(self, title: Rules, s: Any, about: About) -> Iterator[Order]:
        if not about:
            for word in self.words(title, s):
                yield Order("concentration", word=word)
        if s.concentration == ACTIVE and self.to_place(title, s):
            for u in about or title.side_units[self.side]:
                if self.mark_refusal(title, s, u) is None:
                    yield Order("mark", (u,))

    def mark_refusal(self, title: Rules, s: Any, u: int) -> Refusal | None:
        name = title.units.keys[u]
        if title.units.side[u] != self.side or s.hex[u] < 0:
            return Refusal(self.rule, f"{name} is not one of your units on the map", Trouble.UNIT)
        if s.flags[u] & self.flag:
            return Refusal(self.rule, f"{name} has a marker", Trouble.UNIT)
        if self.to_place(title, s) == 0:
            return Refusal(self.placed_rule, "all markers are placed", Trouble.UNIT)
        return None

    def explain(self, title: Rules, s: Any, order: Order) -> Refusal:
        if order.verb == "mark":
            if s.concentration != ACTIVE:
                return Refusal(self.rule, "no supply concentration has been declared", Trouble.TIME)
            if len(order.units) != 1:
                return Refusal(self.rule, "place one marker at a time", Trouble.UNIT)
            found = self.mark_refusal(title, s, order.units[0])
            return found or Refusal(self.placed_rule, "all markers are placed", Trouble.UNIT)
        if order.word == "keep" and s.concentration == ACTIVE:
            return Refusal(self.rule, f"{self.to_place(title, s)} markers are still to be placed", Trouble.DUTY)
        return self.explain_word(title, s, order.word)

    def apply(self, title: Rules, s: Any, order: Order, out: Log) -> None:
        if order.verb == "mark":
            s.flags[order.units[0]] |= self.flag
            out.add("marked", unit=order.units[0])
            if self.to_place(title, s) == 0 and self.ends_with_last_marker(title, s):
                title.end_step(s, out)
            return
        if order.word == "declare":
            self.declare(title, s)
            out.add("concentration", what="declared")
            if self.to_place(title, s):
                return
        elif order.word == "rescind":
            self.rescind(title, s)
            s.vector("flags")[:] &= ~self.flag
            out.add("concentration", what="rescinded")
        title.end_step(s, out)

    def pick(self, title: Rules, s: Any, rng: random.Random) -> Order:
        if s.concentration != ACTIVE:
            return Order("concentration", word="declare" if rng.random() < DECLARES else "decline")
        return super().pick(title, s, rng)
