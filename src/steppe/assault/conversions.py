"""Guards conversions: a Guards unit takes the place of a unit of its type, now or never."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steppe.assault.state import UNTRIED, AssaultState
from steppe.assault.units import GONE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


class GuardsConversion(Decision["Rules", AssaultState]):
    """Which unit a Guards unit replaces. Which Guards units come, and how, a title says."""

    name = "guards conversion"
    cites = "guards conversion"
    verbs = ("guards", "decline")

    def convertible(self, title: Rules, s: AssaultState, guard: int) -> list[int]:
        """Units of the type, such as may be converted."""
        return [
            u
            for u in title.side_units[title.units.side[guard]]
            if title.becomes_guard(guard, u) and title.conversion_refusal(s, guard, u) is None
        ]

    def enter(self, title: Rules, s: AssaultState, out: Log) -> bool:
        while (guard := title.next_guard(s, out)) >= 0:
            s.guard = guard
            if self.convertible(title, s, guard):
                return True
            self._forfeit(title, s, out)
            if title.one_guard_a_turn:
                break
        return False

    def _forfeit(self, title: Rules, s: AssaultState, out: Log) -> None:
        s.hex[s.guard] = GONE
        out.add("lost", unit=s.guard, rule=title.cite["conversion lost"])
        s.guard = -1

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return f"{title.units.keys[s.guard]} comes: which unit of its type does it replace?"

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for u in self.convertible(title, s, s.guard):
            if not about or about == (u,):
                yield Order("guards", (u,))
        if not about:
            yield Order("decline")

    def explain(self, title: Rules, s: AssaultState, order: Order) -> Refusal:
        rule = title.cite["conversion of type"]
        if len(order.units) != 1:
            return Refusal(title.cite["guards conversion"], "name one unit", Trouble.UNIT)
        u = order.units[0]
        name = title.units.keys[u]
        refusal = title.conversion_refusal(s, s.guard, u)
        if refusal and (s.hex[u] < 0 or title.becomes_guard(s.guard, u)):
            return refusal
        return Refusal(rule, f"{name} is not of the type that {title.units.keys[s.guard]} replaces", Trouble.UNIT)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.verb == "decline":
            self._forfeit(title, s, out)
        else:
            u, guard = order.units[0], s.guard
            if s.flags[u] & UNTRIED:
                out.add_only(title.units.side[u], "looked", unit=u, face=s.face[u])
            title.put_guard(s, u, guard, out)
            s.guard = -1
            title.check_instant(s, out)
        if s.winner >= 0 or title.one_guard_a_turn or not self.enter(title, s, out):
            title.end_step(s, out)
