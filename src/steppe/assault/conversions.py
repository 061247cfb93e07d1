"""Guards conversions: a Guards unit takes the place of a unit of its type, now or never."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.state import UNTRIED
from steppe.assault.units import DEAD, GONE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Title, Trouble


class Conversions(Chapter[A]):
    """Which Guards units come, and whose place they may take."""

    one_guard_a_turn = True
    converted_go_to = GONE
    """Where a unit goes whose place a Guards unit takes."""

    def next_guard(self, s: A, out: Log) -> int:
        """The Guards unit that comes next this turn; -1 if there is none."""
        return -1

    def becomes_guard(self, guard: int, u: int) -> bool:
        """Whether a unit is of the type that a Guards unit replaces."""
        return False

    def refusal(self, s: A, guard: int, u: int) -> Refusal | None:
        """Why a Guards unit may not take the place of a unit, types aside: here it must be in supply by a line."""
        rule, name = self.cite["conversion of type"], self.units.keys[u]
        if s.hex[u] < 0:
            return Refusal(rule, f"{name} is not on the map", Trouble.UNIT)
        if not self.supply.is_joined(s, self.units.side[u], s.hex[u]):
            return Refusal(rule, f"{name} has no supply line to a map-edge source", Trouble.SUPPLY)
        return None

    def put(self, s: A, u: int, guard: int, out: Log) -> None:
        """A Guards unit takes the place of a unit."""
        h = s.hex[u]
        self.stacks.lift(s, u, self.converted_go_to)
        self.stacks.put(s, guard, h)
        out.add("guards", unit=guard, replaced=u, hex=h)


class GuardsConversion(AssaultDecision[A]):
    """Which unit a Guards unit replaces. Which Guards units come, and how, a title says."""

    name = "guards conversion"
    cites = "guards conversion"
    verbs = ("guards", "decline")

    def __init__(self, title: Title[A]) -> None:
        super().__init__(title)
        self._of_type: dict[int, tuple[int, ...]] = {}

    def convertible(self, s: A, guard: int) -> list[int]:
        """Units of the type, such as may be converted."""
        known: list[int] | None = s.notes.get(self.name)
        if known is None:
            hexes = s.hex
            known = s.notes[self.name] = [
                u for u in self.of_type(guard) if hexes[u] > DEAD and self.conversions.refusal(s, guard, u) is None
            ]
        return known

    def of_type(self, guard: int) -> tuple[int, ...]:
        """Every unit of the type that a Guards unit replaces."""
        found = self._of_type.get(guard)
        if found is None:
            side = self.side_units[self.units.side[guard]]
            found = self._of_type[guard] = tuple([u for u in side if self.conversions.becomes_guard(guard, u)])
        return found

    def enter(self, s: A, out: Log) -> bool:
        while (guard := self.conversions.next_guard(s, out)) >= 0:
            s.guard = guard
            s.changed()
            if self.convertible(s, guard):
                return True
            self._forfeit(s, out)
            if self.conversions.one_guard_a_turn:
                break
        return False

    def _forfeit(self, s: A, out: Log) -> None:
        s.hex[s.guard] = GONE
        out.add("lost", unit=s.guard, rule=self.cite["conversion lost"])
        s.guard = -1

    def prompt(self, s: A) -> str:
        return f"{self.units.keys[s.guard]} comes: which unit of its type does it replace?"

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for u in self.convertible(s, s.guard):
            if not about or about == (u,):
                yield Order("guards", (u,))
        if not about:
            yield Order("decline")

    def explain(self, s: A, order: Order) -> Refusal:
        rule = self.cite["conversion of type"]
        if len(order.units) != 1:
            return Refusal(self.cite["guards conversion"], "name one unit", Trouble.UNIT)
        u = order.units[0]
        name = self.units.keys[u]
        refusal = self.conversions.refusal(s, s.guard, u)
        if refusal and (s.hex[u] < 0 or self.conversions.becomes_guard(s.guard, u)):
            return refusal
        return Refusal(rule, f"{name} is not of the type that {self.units.keys[s.guard]} replaces", Trouble.UNIT)

    def apply(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "decline":
            self._forfeit(s, out)
        else:
            u, guard = order.units[0], s.guard
            if s.flags[u] & UNTRIED:
                out.add_only(self.units.side[u], "looked", unit=u, face=s.face[u])
            self.conversions.put(s, u, guard, out)
            s.guard = -1
            self.victory.check_instant(s, out)
        if s.over or self.conversions.one_guard_a_turn or not self.enter(s, out):
            self.title.end_step(s, out)
