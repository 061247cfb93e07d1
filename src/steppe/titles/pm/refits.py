"""8.12 to 8.20: German replacements, withdrawals and mechanized refits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steppe.assault import refits, withdrawals
from steppe.assault.stacks import lift
from steppe.assault.units import GONE, RESERVE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Refusal, Trouble
from steppe.titles.pm import supply
from steppe.titles.pm.state import GERMAN, LIFTED, MUD_OR_SNOW, REFITTED, RESTING, SUPPLIED
from steppe.titles.pm.words import some

REPLACED = frozenset({"infantry", "air-landing", "light", "mountain", "paratroop", "static"})
"""The types of division that take replacement steps (8.13)."""
REFITTING = frozenset({"panzer", "motorized"})
NEVER_REFIT = frozenset({"2Pz", "5Pz"})
"""8.18: the divisions that enter on game turn 7."""
LAST_CALL = 12
"""The turn on which flak leaves (10.1)."""


class Withdrawal(withdrawals.Withdrawal):
    """8.16, 8.17: chosen among those of the type in supply on the map, or declined for a point each."""

    rule, decline_rule = "8.16", "8.17a"
    kinds = ("light", "infantry", "cavalry", "HF")

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        if title.learning:
            return False
        if s.turn == LAST_CALL:
            self._flak_leaves(title, s, out)
        return super().enter(title, s, out)

    def _flak_leaves(self, title: Any, s: Any, out: Log) -> None:
        """10.1, 8.17: all that is left of the flak, wherever it is, without a choice."""
        for u in title.side_units[GERMAN]:
            if title.units.kind[u] != "flak" or s.hex[u] < RESERVE:
                continue
            if s.hex[u] >= 0:
                lift(title, s, u, GONE)
            else:
                s.hex[u] = GONE
            out.add("withdrawn", unit=u)

    def asked(self, title: Any, s: Any, what: str) -> int:
        number: int = title.withdrawals.get((s.turn, what), 0)
        return number

    def answers(self, title: Any, u: int, what: str) -> bool:
        """8.16: German divisions of the very type; the Fast Corps."""
        unit = title.units.units[u]
        if what == "HF":
            return bool(unit.nation == "hungarian")
        return bool(unit.kind == what and unit.nation == "german" and unit.size == "XX")

    def unasked(self, title: Any, s: Any, u: int) -> Refusal:
        name = title.units.keys[u]
        if title.units.kind[u] == "flak":
            return Refusal("8.17b", f"{name} leaves by itself on turn {LAST_CALL}", Trouble.TIME)
        return Refusal("8.16", f"{name} is not what is to be withdrawn", Trouble.UNIT)


def replacement_refusal(title: Any, s: Any, u: int) -> Refusal | None:
    """8.13, 8.14: reduced German infantry of six types, and the Spanish division; 8.15: while steps last."""
    unit = title.units.units[u]
    entitled = unit.nation in ("german", "spanish") and unit.kind in REPLACED and unit.size == "XX"
    found = refits.replacement_refusal(title, s, u, entitled, "8.13a")
    if found and found.trouble == Trouble.POINTS:
        return Refusal("8.15", found.why, found.trouble)
    if found and found.trouble == Trouble.SUPPLY:
        return Refusal("8.14", found.why, found.trouble)
    return found


class Refit(refits.Refit):
    """II.B.1, III.B.1: replacement steps are handed out, and divisions refit, each once in a game."""

    name = "refit"
    verbs = ("refit", "replace", "done")
    rule, rest_rule, end_rule = "8.20a", "8.20c", "8.19"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        return not title.learning and super().enter(title, s, out)

    def prompt(self, title: Any, s: Any) -> str:
        left = some(s.replacements, "step")
        return f"Refit divisions, which then rest this turn, and give replacement steps to others ({left} left)."

    def is_over(self, title: Any, s: Any) -> bool:
        return bool(s.weather_seen & MUD_OR_SNOW)

    def entitled(self, title: Any, u: int) -> bool:
        unit = title.units.units[u]
        return bool(unit.nation == "german" and unit.kind in REFITTING and unit.size == "XX")

    def is_resting(self, title: Any, s: Any, u: int) -> bool:
        return bool(s.flags[u] & REFITTED)

    def has_regular_supply(self, title: Any, s: Any, u: int) -> bool:
        """8.20: neither attenuated nor by air (9.18)."""
        return supply.state_of(title, s, u) == SUPPLIED

    def refit_refusal(self, title: Any, s: Any, u: int) -> Refusal | None:
        name = title.units.keys[u]
        if name in NEVER_REFIT or not self.entitled(title, u):
            return Refusal("8.18", f"{name} never refits", Trouble.UNIT)
        if s.flags[u] & REFITTED:
            return Refusal("8.20c", f"{name} has had its refit", Trouble.UNIT)
        return super().refit_refusal(title, s, u)

    def legal(self, title: Any, s: Any, about: About) -> Iterator[Order]:
        for u in about or title.side_units[GERMAN]:
            if s.hex[u] >= 0 and replacement_refusal(title, s, u) is None:
                yield Order("replace", (u,))
        yield from super().legal(title, s, about)

    def refuse(self, title: Any, s: Any, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.20a" if order.verb == "refit" else "8.12", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return replacement_refusal(title, s, order.units[0])
        return self.refit_refusal(title, s, order.units[0])

    def begin(self, title: Any, s: Any, u: int, out: Log) -> None:
        """8.20: the die is rolled at once; what it gives beyond four steps is lost."""
        s.flags[u] |= RESTING | REFITTED
        steps = title.refit_table[title.die(s, out, f"refit of {title.units.keys[u]}")]
        s.steps[u] = min(s.steps[u] + steps, title.units.units[u].steps)
        out.add("refitted", unit=u, steps=steps)

    def apply(self, title: Any, s: Any, order: Order, out: Log) -> None:
        if order.verb != "replace":
            super().apply(title, s, order, out)
            return
        u = order.units[0]
        refits.replace_step(s, u, out)
        if supply.state_of(title, s, u) == LIFTED:
            s.flags[u] |= RESTING  # supplied by air, it takes replacements only if it stays where it is (9.18)
