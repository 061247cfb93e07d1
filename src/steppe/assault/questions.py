"""What the family's titles answer about a position, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steppe.assault.chapter import A
from steppe.assault.combat import Battle
from steppe.assault.retreats import retreaters
from steppe.assault.stacks import units_in
from steppe.assault.state import MOBILE, PREPARED
from steppe.errors import OrderError
from steppe.orders import Order, Units
from steppe.questions import Answer, Questions, sheet_data
from steppe.title import Refusal, Sheet

if TYPE_CHECKING:
    from steppe.assault.title import AssaultTitle


def _reason(refusal: Refusal | None) -> Answer | None:
    """Why something cannot be done, if it cannot."""
    return refusal and {"rule": refusal.rule, "why": refusal.why}


class AssaultQuestions(Questions[A]):
    """What the family answers."""

    title: AssaultTitle[A]

    def ranges(self, s: A, group: Units) -> Answer:
        """The hexes that a group can reach with the MP spent, and why it may not move now, if so."""
        if any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
            raise OrderError(f"{self._names(group)}: a range is asked of units in one hex of the map")
        refusal = self.title.movement.group_refusal(s, group) if not s.over else None
        labels = self.title.board.grid.labels
        found = self.title.ranges.find_range(s, group)
        may_stop = set(self.title.ranges.goals(s, group)) if not s.over else set()
        return {
            "units": self._keys(group),
            "from": labels[s.hex[group[0]]],
            "refused": _reason(refusal),
            "hexes": {labels[h]: spent for h, spent in found.items() if h in may_stop},
        }

    def options(self, s: A, group: Units) -> Answer:
        """Where a group can go in a Movement Phase and whom it can attack, with the odds as far as the state knows
        them."""
        if any(s.hex[u] < 0 for u in group):
            raise OrderError(f"{self._names(group)}: only units on the map can be asked that")
        labels = self.title.board.grid.labels
        decision = self.title.decision(s)[0].name if not s.over else ""
        found: Answer = {"moves": {}, "mobile": {}, "assault": {}, "refused": None}
        if decision == "movement":
            refusal = self.title.movement.group_refusal(s, group)
            if refusal:
                found["refused"] = _reason(refusal)
                return found
            found["moves"] = self.ranges(s, group)["hexes"]
            found["mobile"] = {labels[o.hex]: self._odds(s, o) for o in self.title.combat.mobile_orders(s, group)}
        elif decision == "combat":
            for h, able in self.title.combat.targets(s, s.seat).items():
                if set(group) <= set(able):
                    order = Order("assault", group, h)
                    refusal = self.title.combat.assault_refusal(s, order, PREPARED)
                    found["assault"][labels[h]] = None if refusal else self._odds(s, order)
        return found

    def path(self, s: A, group: Units, h: int) -> Answer:
        """The hexes of a group's way to a hex, with the MP spent when it is in each; empty if there is no way."""
        if not group or any(s.hex[u] < 0 for u in group) or len({s.hex[u] for u in group}) != 1:
            raise OrderError(f"{self._names(group)}: a way is asked of units in one hex of the map")
        labels = self.title.board.grid.labels
        steps = tuple(reversed(self.title.ranges.route(s, group, h).steps))
        start = [labels[s.hex[group[0]]]] if steps else []
        return {
            "path": start + [labels[x] for x, _ in steps],
            "spent": [0] * len(start) + [spent for _, spent in steps],
        }

    def units_ready(self, s: A) -> Units:
        """The units that can still do something in the phase in hand; in set-up those of the group that is placed."""
        decision = self.title.decision(s)[0].name if not s.over else ""
        if decision == "movement":
            return (*self.title.movement.movable(s), *self.title.arrivals.waiting_to_enter(s))
        if decision == "combat":
            return tuple(sorted({u for units in self.title.combat.targets(s, s.seat).values() for u in units}))
        return tuple(self.title.set_up.group(s)) if decision == "set-up" else ()

    def joiners(self, s: A, group: Units, h: int) -> Answer:
        """Who could take part in an assault on a hex: in a mobile one only those who stand together."""
        return {"units": self._keys(self._joiners(s, group, h))}

    def _joiners(self, s: A, group: Units, h: int) -> Units:
        decision = self.title.decision(s)[0].name if not s.over else ""
        if decision == "combat":
            return tuple(self.title.combat.targets(s, s.seat).get(h, ()))
        if decision == "movement" and group and s.hex[group[0]] >= 0:
            mates = units_in(s, s.hex[group[0]])
            return tuple(u for u in mates if u in group or self._joins(s, group, u, h))
        return ()

    def _joins(self, s: A, group: Units, u: int, h: int) -> bool:
        """Whether a unit of the same stack may take part in a group's mobile assault."""
        return (
            self.title.movement.group_refusal(s, (*group, u)) is None
            and self.title.combat.attacker_refusal(s, u, h, MOBILE) is None
        )

    def _odds(self, s: A, order: Order) -> str:
        """The likeliest column of an assault."""
        sheet = self.title.sheet(s, order)
        assert sheet is not None
        return max(sheet.columns, key=lambda name: sheet.columns[name])

    def threat(self, s: A, h: int) -> Answer:
        """The sheet of a prepared assault on a hex by everybody of the other side who stands next to it and may attack
        across."""
        sheet = self._threat(s, h)
        return {"sheet": sheet_data(sheet) if sheet else None}

    def _threat(self, s: A, h: int) -> Sheet[int] | None:
        side = self.title.stacks.side_in(s, h)
        if side < 0:
            return None
        force = [
            u
            for _, n in self.title.board.grid.adjacent(h)
            if self.title.stacks.side_in(s, n) == 1 - side
            for u in units_in(s, n)
            if not self.title.terrain.assault_bar(s, u, n, h) and not self.title.terrain.hex_bar(s, u, h)
        ]
        if not force:
            return None
        from_hexes = frozenset(s.hex[u] for u in force)
        return self.title.strengths.sheet_of(
            s, Battle(PREPARED, 1 - side, h, tuple(force), tuple(units_in(s, h)), from_hexes, 0, 0)
        )

    def supply(self, s: A) -> list[Answer]:
        """Every unit on the map: whether it is in supply, by a line or by the hex itself, and the shortest line."""
        labels = self.title.board.grid.labels
        rows = []
        for u, h in enumerate(s.hex):
            if h < 0:
                continue
            side = self.title.units.side[u]
            traced = self.title.supply.traces(s, u, h)
            rows.append(
                {
                    "unit": self.title.units.keys[u],
                    "side": self.title.seats[side],
                    "at": labels[h],
                    "in_supply": self.title.supply.is_supplied(s, u),
                    "by": "line" if traced else ("hex" if self.title.supply.is_supplied(s, u) else None),
                    "state": self.title.supply.state_name(s, u),
                    "line": [labels[x] for x in reversed(self.title.supply.line_of(s, u))] if traced else [],
                }
            )
        return rows

    def retreats(self, s: A) -> Answer | None:
        """The retreat in hand: who chooses, where the force may go, and why the hexes around are closed to it."""
        if s.over or self.title.decision(s)[0].name != "retreat":
            return None
        found = self.title.retreats.plan(s)
        assert found is not None
        group = retreaters(s)
        labels = self.title.board.grid.labels
        barred = {}
        for _, h in self.title.board.grid.adjacent(s.battle_hex):
            if h not in found.hexes:
                barred[labels[h]] = _reason(self.title.refuse(s, Order("retreat", hex=h)))
        return {
            "chooses": self.title.seats[self.title.decision(s)[1]],
            "from": labels[s.battle_hex],
            "units": self._keys(group),
            "together": found.whole,
            "open": [labels[h] for h in found.hexes],
            "closed": barred,
        }

    def _names(self, group: Units) -> str:
        return "+".join(self._keys(group))

    def force_results(self, s: A, codes: Iterable[str]) -> None:
        known = self.title.results_table.known
        for code in codes:
            if code not in known:
                raise OrderError(f"{code!r} is no result of the table; its results are {', '.join(known)}")
            s.wanted.append(code)
