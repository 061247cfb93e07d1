"""8.12 to 8.20: German replacements, withdrawals and mechanized refits."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from steppe.assault.refits import Refit, Refits, replace_step
from steppe.assault.units import GONE, RESERVE
from steppe.assault.withdrawals import Withdrawal
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import GERMAN, LIFTED, MUD_OR_SNOW, REFITTED, RESTING, SUPPLIED, MonsterState
from steppe.titles.pm.words import some

REPLACED = frozenset({"infantry", "air-landing", "light", "mountain", "paratroop", "static"})
"""The types of division that take replacement steps (8.13)."""

REFITTING = frozenset({"panzer", "motorized"})

NEVER_REFIT = frozenset({"2Pz", "5Pz"})
"""8.18: the divisions that enter on game turn 7."""

LAST_CALL = 12
"""The turn on which flak leaves (10.1)."""


class MonsterRefits(MonsterChapter, Refits[MonsterState]):
    def step_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """8.13, 8.14: reduced German infantry of six types, and the Spanish division; 8.15: while steps last."""
        unit = self.units.units[u]
        entitled = unit.nation in ("german", "spanish") and unit.kind in REPLACED and unit.size == "XX"
        found = self.replacement_refusal(s, u, entitled, "8.13a")
        if found and found.trouble == Trouble.POINTS:
            return Refusal("8.15", found.why, found.trouble)
        if found and found.trouble == Trouble.SUPPLY:
            return Refusal("8.14", found.why, found.trouble)
        return found


class MonsterWithdrawal(MonsterDecision, Withdrawal[MonsterState]):
    """8.16, 8.17: chosen among those of the type in supply on the map, or declined for a point each."""

    rule, decline_rule = "8.16", "8.17a"
    kinds = ("light", "infantry", "cavalry", "HF")

    def enter(self, s: MonsterState, out: Log) -> bool:
        if s.turn == LAST_CALL:
            self._flak_leaves(s, out)
        return super().enter(s, out)

    def _flak_leaves(self, s: MonsterState, out: Log) -> None:
        """10.1, 8.17: all that is left of the flak, wherever it is, without a choice."""
        for u in self.side_units[GERMAN]:
            if self.units.kind[u] != "flak" or s.hex[u] < RESERVE:
                continue
            if s.hex[u] >= 0:
                self.stacks.lift(s, u, GONE)
            else:
                s.hex[u] = GONE
            out.add("withdrawn", unit=u)

    def asked(self, s: MonsterState, what: str) -> int:
        number: int = self.charts.withdrawals.get((s.turn, what), 0)
        return number

    def answers(self, u: int, what: str) -> bool:
        """8.16: German divisions of the very type; the Fast Corps."""
        unit = self.units.units[u]
        if what == "HF":
            return bool(unit.nation == "hungarian")
        return bool(unit.kind == what and unit.nation == "german" and unit.size == "XX")

    def unasked(self, s: MonsterState, u: int) -> Refusal:
        name = self.units.keys[u]
        if self.units.kind[u] == "flak":
            return Refusal("8.17b", f"{name} leaves by itself on turn {LAST_CALL}", Trouble.TIME)
        return Refusal("8.16", f"{name} is not what is to be withdrawn", Trouble.UNIT)


class MonsterRefit(MonsterDecision, Refit[MonsterState]):
    """II.B.1, III.B.1: replacement steps are handed out, and divisions refit, each once in a game."""

    name = "refit"
    verbs = ("refit", "replace", "done")
    rule, rest_rule, end_rule = "8.20a", "8.20c", "8.19"
    verb_rules = MappingProxyType({"replace": "8.14"})

    def prompt(self, s: MonsterState) -> str:
        left = some(s.replacements, "step")
        return f"Refit divisions, which then rest this turn, and give replacement steps to others ({left} left)."

    def is_over(self, s: MonsterState) -> bool:
        return bool(s.weather_seen & MUD_OR_SNOW)

    def entitled(self, u: int) -> bool:
        unit = self.units.units[u]
        return bool(unit.nation == "german" and unit.kind in REFITTING and unit.size == "XX")

    def is_resting(self, s: MonsterState, u: int) -> bool:
        return bool(s.flags[u] & REFITTED)

    def has_regular_supply(self, s: MonsterState, u: int) -> bool:
        """8.20: neither attenuated nor by air (9.18)."""
        return self.supply.state_of(s, u) == SUPPLIED

    def refit_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        name = self.units.keys[u]
        if name in NEVER_REFIT or not self.entitled(u):
            return Refusal("8.18", f"{name} never refits", Trouble.UNIT)
        if s.flags[u] & REFITTED:
            return Refusal("8.20c", f"{name} has had its refit", Trouble.UNIT)
        return super().refit_refusal(s, u)

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        for u in about or self.refits.reduced_units(s, GERMAN):
            if s.hex[u] >= 0 and self.refits.step_refusal(s, u) is None:
                yield Order("replace", (u,))
        yield from super().legal(s, about)

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.20a" if order.verb == "refit" else "8.12", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return self.refits.step_refusal(s, order.units[0])
        return self.refit_refusal(s, order.units[0])

    def begin(self, s: MonsterState, u: int, out: Log) -> None:
        """8.20: the die is rolled at once; what it gives beyond four steps is lost."""
        s.flags[u] |= RESTING | REFITTED
        steps = self.charts.refits[self.title.die(s, out, f"refit of {self.units.keys[u]}")]
        s.steps[u] = min(s.steps[u] + steps, self.units.units[u].steps)
        out.add("refitted", unit=u, steps=steps)

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb != "replace":
            super().apply(s, order, out)
            return
        u = order.units[0]
        replace_step(s, u, out)
        if self.supply.state_of(s, u) == LIFTED:
            s.flags[u] |= RESTING  # supplied by air, it takes replacements only if it stays where it is (9.18)
