"""7.5, 7.6: the German player's declarations: the von Paulus pause and supply concentration."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import ACTIVE, CONCENTRATED, GERMAN, NEVER, RESCINDED, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

MARKERS = 18
PAUSE_TURNS = range(2, 6)
"""At the end of these turns a pause may be declared."""
DECLARES = 0.03
"""How often a player who chooses at random declares a supply concentration: armies that move show more of the rules."""


class Pause(Decision["LandWithoutEnd", LandState]):
    """7.5: at the end of a turn, once in a game."""

    name = "pause"
    verbs = ("pause",)
    rule = "7.5a"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return s.turn in PAUSE_TURNS and s.pause == 0

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return "Declare a pause of three turns?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        yield Order("pause", word="decline")
        yield Order("pause", word="declare")

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.word == "declare":
            s.pause = s.turn
            out.add("pause", what="declared")
        title.end_step(s, out)


class PauseAbort(Decision["LandWithoutEnd", LandState]):
    """7.5: a pause may be broken off, which brings nothing."""

    name = "pause abort"
    verbs = ("pause",)
    rule = "7.5d"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return supply.is_paused(s)

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return "Keep to the pause, or abort it?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        yield Order("pause", word="keep")
        yield Order("pause", word="abort")

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.word == "abort":
            s.pause = -s.pause
            out.add("pause", what="aborted")
        title.end_step(s, out)


# -- 7.6 supply concentration -----------------------------------------------------------------------------------------


def markers_to_place(title: LandWithoutEnd, s: LandState) -> int:
    """7.6: markers whose units are eliminated are placed again; there may be fewer units than markers."""
    present = (s.vector("hex") >= 0) & (title.units.side_array == GERMAN)
    marked = int(np.count_nonzero(present & (s.vector("flags") & CONCENTRATED != 0)))
    return min(s.markers, int(np.count_nonzero(present))) - marked


class Concentration(Decision["LandWithoutEnd", LandState]):
    """7.6: declared once, kept as long as he likes, rescinded for good."""

    name = "concentration"
    verbs = ("concentration", "mark")
    rule = "7.6a"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return s.concentration != RESCINDED

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        if s.concentration == NEVER:
            return "Declare a supply concentration?"
        left = markers_to_place(title, s)
        if left:
            return f"Place {left} supply concentration markers, one on each unit that is to have supply."
        return "Keep up the supply concentration, or rescind it?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        if not about:
            for word in self._words(title, s):
                yield Order("concentration", word=word)
        if s.concentration == ACTIVE and markers_to_place(title, s):
            for u in about or title.side_units[GERMAN]:
                if mark_refusal(title, s, u) is None:
                    yield Order("mark", (u,))

    def _words(self, title: LandWithoutEnd, s: LandState) -> tuple[str, ...]:
        if s.concentration == NEVER:
            return ("decline", "declare")
        rescind = ("rescind",) if s.concentration_turn != s.turn else ()
        return rescind if markers_to_place(title, s) else ("keep", *rescind)

    def explain(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal:
        if order.verb == "mark" and s.concentration == ACTIVE:
            if len(order.units) != 1:
                return Refusal("7.6a", "place one marker at a time", Trouble.UNIT)
            found = mark_refusal(title, s, order.units[0])
            return found or Refusal("7.6c", "all markers are placed, and stay where they are", Trouble.UNIT)
        if order.word == "keep" and s.concentration == ACTIVE:
            return Refusal("7.6a", f"{markers_to_place(title, s)} markers are still to be placed", Trouble.DUTY)
        if order.word == "rescind" and s.concentration == ACTIVE:
            return Refusal("7.6b", "it is rescinded at the start of a later turn", Trouble.TIME)
        if order.word in ("declare", "decline") and s.concentration == ACTIVE:
            return Refusal("7.6b", "a supply concentration is declared once in a game, and it is on", Trouble.TIME)
        return Refusal("7.6a", "no supply concentration has been declared", Trouble.TIME)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "mark":
            s.flags[order.units[0]] |= CONCENTRATED
            out.add("marked", unit=order.units[0])
            if markers_to_place(title, s) == 0 and s.concentration_turn == s.turn:
                title.end_step(s, out)
            return
        if order.word == "declare":
            s.concentration, s.markers, s.concentration_turn = ACTIVE, MARKERS, s.turn
            out.add("concentration", what="declared")
            if markers_to_place(title, s):
                return
        elif order.word == "rescind":
            s.concentration = RESCINDED
            s.vector("flags")[:] &= ~CONCENTRATED
            out.add("concentration", what="rescinded")
        title.end_step(s, out)

    def pick(self, title: LandWithoutEnd, s: LandState, rng: random.Random) -> Order:
        if s.concentration == NEVER:
            return Order("concentration", word="declare" if rng.random() < DECLARES else "decline")
        return super().pick(title, s, rng)


def mark_refusal(title: LandWithoutEnd, s: LandState, u: int) -> Refusal | None:
    name = title.units.keys[u]
    if title.units.side[u] != GERMAN or s.hex[u] < 0:
        return Refusal("7.6a", f"{name} is not a unit of the German side on the map", Trouble.UNIT)
    if s.flags[u] & CONCENTRATED:
        return Refusal("7.6a", f"{name} has a marker", Trouble.UNIT)
    if markers_to_place(title, s) == 0:
        return Refusal("7.6c", "all markers are placed, and stay where they are", Trouble.UNIT)
    return None
