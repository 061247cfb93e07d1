"""5.6, 7.12: Directive No. 3. While it holds the Soviets must attack, and nobody asks after their supply."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.stacks import units_in
from steppe.assault.state import ATTACKED
from steppe.assault.units import DEAD
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter, LandDecision
from steppe.titles.lwe.state import BOUND, GERMAN, SOVIET, LandState

WET = frozenset({"river", "sivash", "kerch"})
"""Nobody need attack across these (5.6)."""


class Directive(LandChapter):
    """5.6, 7.12."""

    def end(self, s: LandState, rule: str, out: Log) -> None:
        """7.12, 11.24: attacks become voluntary, and the Fortified Zones outside large towns are given up."""
        s.directive = 0
        out.add("directive ends", rule=rule)
        for u in self.roster.zones:
            if s.hex[u] >= 0 and s.hex[u] not in self.geo.large_towns:
                h = s.hex[u]
                self.stacks.lift(s, u, DEAD)
                s.steps[u] = 0
                out.add("zone removed", unit=u, hex=h)

    def is_exempt(self, s: LandState, h: int) -> bool:
        """5.6, 11.1: cities, intact fortified lines, stacks with a Fortified Zone or the Oranienbaum naval unit."""
        if self.city_mask[h] or self.forts.is_fortified(s, h):
            return True
        return any(self.units.mobility[u] == "static" for u in units_in(s, h))

    def binding(self, s: LandState, u: int, start: int = -1) -> list[int]:
        """The enemy hexes one of which a unit must attack: not those across water, nor on turn 1 those in Romania
        (5.4)."""
        here = s.hex[u] if start < 0 else start
        return [
            h
            for _, h in self.board.grid.adjacent(here)
            if self.stacks.side_in(s, h) == GERMAN
            and not WET & self.board.side(here, h)
            and not self.terrain.assault_bar(s, u, here, h)
            and not self.terrain.is_closed_in_romania(s, h)
        ]

    def bind(self, s: LandState) -> None:
        """5.6: whoever begins the phase next to the enemy must attack."""
        flags = s.vector("flags")
        flags &= ~BOUND
        if not s.directive:
            return
        exempt: dict[int, bool] = {}
        top, side_of = s.top, self.units.side
        for u in self.side_units[SOVIET]:
            here = s.hex[u]
            if here < 0:
                continue
            if here not in exempt:
                near = any(n >= 0 and top[n] >= 0 and side_of[top[n]] == GERMAN for n in self.board.grid.around[here])
                exempt[here] = not near or self.is_exempt(s, here)
            if not exempt[here] and self.binding(s, u):
                s.flags[u] |= BOUND

    def would_bind(self, s: LandState, h: int) -> bool:
        """Whether a unit left in a hex would have to attack, as things stand (5.6)."""
        return bool(s.directive) and not self.is_exempt(s, h) and bool(self.binding(s, self.side_units[SOVIET][0], h))

    def idlers(self, s: LandState) -> Iterator[int]:
        """Units that must still attack. A duty lapses when nobody is left to be attacked."""
        for u in self.side_units[SOVIET]:
            if s.flags[u] & BOUND and s.hex[u] >= 0 and not s.flags[u] & ATTACKED and self.binding(s, u):
                yield u

    def end_refusal(self, s: LandState) -> Refusal | None:
        u = next(self.idlers(s), None)
        if u is None:
            return None
        return Refusal("5.6a", f"{self.units.keys[u]} in {self.board.label(s.hex[u])} must attack", Trouble.DUTY)


class Rescission(LandDecision):
    """7.12: at the very start of a turn, from turn 8 on as the sequence of play says, for good."""

    name = "directive"
    verbs = ("directive",)
    rule = "7.12b"

    def enter(self, s: LandState, out: Log) -> bool:
        return bool(s.directive)

    def prompt(self, s: LandState) -> str:
        return "Is Directive No. 3 to stay in force, or do you rescind it?"

    def legal(self, s: LandState, about: Units) -> Iterator[Order]:
        yield Order("directive", word="keep")
        yield Order("directive", word="rescind")

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        if order.word == "rescind":
            self.directive.end(s, "7.12b", out)
        self.title.end_step(s, out)
