"""9.0 Movement: factors, costs by weather, the Rollbahnen, straits, the sea, and where a move may end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from steppe.assault.campaign import CampaignMovement
from steppe.assault.phases import MovementPhase
from steppe.assault.stacks import units_in
from steppe.assault.state import ASSAULTED
from steppe.assault.units import RESERVE
from steppe.assault.weather import RAIN, STRAITS
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.arrivals import LAST_RESERVE_TURN
from steppe.titles.lwe.chapter import LandChapter, LandDecision
from steppe.titles.lwe.searches import highest
from steppe.titles.lwe.state import CONCENTRATED, GERMAN, OFF_ROAD, RESTING, SOVIET, LandState
from steppe.titles.lwe.terrain import roads_open

FIRST_TURN_MF = {"mech": 14, "foot": 7}

INFANTRY = frozenset({"infantry", "light", "mountain", "air-landing", "paratroop"})
"""Who marches faster on turn 1 (5.4)."""

RAIN_LOSS = {"mech": 2}

ROAD_BONUS = {"mech": 2}
"""9.19: 1 for all who are not mechanized."""


class LandMovement(LandChapter, CampaignMovement[LandState]):
    """9.0 to 9.9, 9.19."""

    def can_leave(self, s: LandState, u: int) -> bool:
        """Whether a unit can still move out of its hex."""
        return self.mover_refusal(s, u) is None and bool(self.ranges.goals(s, (u,)))

    def resting_refusal(self, s: LandState, u: int) -> Refusal:
        name = self.units.keys[u]
        if s.steps[u] < self.units.units[u].steps:
            return Refusal("8.11b", f"{name} is being refitted this turn", Trouble.TIME)
        return Refusal("8.2c", f"{name} has just arrived along the Rollbahn", Trouble.TIME)

    hampered_sides = frozenset({GERMAN})
    marker = CONCENTRATED

    def factor(self, s: LandState, u: int) -> int:
        """9.1, 5.4, 10.4: printed; faster on turn 1 for the Germans, slower in rain for the German side."""
        factor = self.roster.printed_moves[u][s.steps[u] - 1]
        if factor == 0 or self.units.side[u] == SOVIET:
            return factor
        unit = self.units.units[u]
        if s.turn == 1 and unit.nation == "german":
            if unit.mobility == "mech":
                return FIRST_TURN_MF["mech"]
            if unit.kind in INFANTRY:
                return FIRST_TURN_MF["foot"]
        start = s.origin[u] if s.origin[u] >= 0 else s.hex[u]
        if start >= 0 and self.weather.here(s, start) == RAIN:
            factor = max(factor - RAIN_LOSS.get(unit.mobility, 1), 1)
        return factor

    def rides_road(self, s: LandState, u: int) -> bool:
        """9.19: began the phase on a Rollbahn and has kept to it."""
        return not s.flags[u] & OFF_ROAD and s.origin[u] in self.geo.road_hexes

    def road_bonus(self, u: int) -> int:
        return ROAD_BONUS.get(self.units.mobility[u], 1)

    def can_go_on(self, s: LandState, u: int) -> bool:
        """Whether a unit has any way of moving left."""
        left = self.mp_left(s, u)
        if left > 0:
            return True
        return (
            self.units.side[u] == GERMAN and roads_open(s) and self.rides_road(s, u) and left + self.road_bonus(u) > 0
        )

    def end_refusal(self, s: LandState) -> Refusal | None:
        """8.3, 6.3, 8.1: what must be done before a Movement Phase may end."""
        if s.seat == GERMAN:
            for u in self.arrivals.waiting_in_movement(s):
                if self.units.units[u].entry == "asterisk" and next(self.arrivals.entry_orders(s, (u,)), None):
                    return Refusal("8.3b", f"{self.units.keys[u]} must enter now", Trouble.DUTY)
        for u in self.dutiful(s):
            where = self.board.label(s.hex[u])
            if s.seat == GERMAN:
                return Refusal("6.3d", f"the nations in {where} are in supply again and must part", Trouble.DUTY)
            return Refusal("8.1b", f"{where} is overstacked, and {self.units.keys[u]} can still leave it", Trouble.DUTY)
        return None

    def dutiful(self, s: LandState) -> list[int]:
        """Units that can still leave a stack that may not stay as it is: overstacked, or of nations that do not mix."""
        if s.seat == GERMAN:
            foreign = {s.hex[u] for u in self.roster.foreign_units if s.hex[u] >= 0}
            wrong = [h for h in foreign if not self.stacking.mixes(tuple(units_in(s, h)))]
            wrong = [h for h in wrong if any(self.supply.is_supplied(s, u) for u in units_in(s, h))]
        else:
            wrong = [int(h) for h in (s.vector("load") > self.stacking.limit).nonzero()[0]]
        return [u for h in wrong for u in units_in(s, h) if self.can_leave(s, u)]

    def unfit_mover(self, s: LandState, u: int) -> Refusal | None:
        """9.3, 9.17: static units, the ICA; 8.2, 8.11: resting ones."""
        name = self.units.keys[u]
        if self.units.mobility[u] == "static":
            return Refusal("9.3b", f"{name} never moves", Trouble.UNIT)
        if self.units.mobility[u] == "sea":
            return Refusal("9.17c", f"{name} moves only by sea", Trouble.UNIT)
        return self.resting_refusal(s, u) if s.flags[u] & RESTING else None

    def halted_refusal(self, s: LandState, u: int) -> Refusal:
        """9.27, 9.17, 9.16, 7.6, 9.3: what has ended a unit's move before its MP were spent."""
        name = self.units.keys[u]
        if s.flags[u] & ASSAULTED:
            return Refusal("9.27", f"{name} may not move on: its mobile assault did not clear the hex", Trouble.TIME)
        if self.units.side[u] == SOVIET and not s.spent[u]:
            return Refusal("9.17a", f"{name} has come by sea and moves no farther this turn", Trouble.TIME)
        if s.origin[u] >= 0 and STRAITS & self.board.side(s.origin[u], s.hex[u]):
            return Refusal("9.16", f"{name} has given its whole move to cross the straits", Trouble.POINTS)
        if self.is_unselected(s, (u,), self.units.side[u]):
            return Refusal("7.6d", f"{name} has no supply concentration marker and has moved its hex", Trouble.SUPPLY)
        return Refusal("9.3a", f"{name} has given its whole move for one hex", Trouble.POINTS)

    def heeds_passage(self, s: LandState, side: int) -> bool:
        """9.19, 11.23: who leaves the road, and works that fall."""
        return side == GERMAN

    def moved_into(self, s: LandState, group: Units, start: int, h: int, out: Log) -> None:
        """9.19: who leaves the road; 11.23: fortified lines fall to whoever of the German side enters."""
        if self.units.side[group[0]] != GERMAN:
            return
        if h in self.geo.forts:
            self.forts.destroy(s, h, out)
        if start not in self.geo.road_hexes or "rollbahn" not in self.board.side(start, h):
            flags = s.flags
            for u in group:
                flags[u] |= OFF_ROAD


def note_trails(s: LandState, group: Units) -> None:
    """9.26: who moves now parts from whoever stays behind, and does not join whom it has parted from before."""
    last = highest(s.vector("moved_together"))
    fresh: dict[int, int] = {}
    for u in group:
        s.moved_together[u] = fresh.setdefault(s.moved_together[u], last + 1 + len(fresh))


class LandMovementPhase(LandDecision, MovementPhase[LandState]):
    """9.0: besides moves and mobile assaults, units come on to the map, and ships sail."""

    verbs = ("move", "mobile", "enter", "sail", "top", "done")

    def enter(self, s: LandState, out: Log) -> bool:
        s.vector("flags")[:] &= ~OFF_ROAD
        s.vector("moved_together")[:] = 0
        s.shipped = 0
        return super().enter(s, out)

    def operations(self, s: LandState, about: Units) -> Iterator[Order]:
        off_map = tuple(u for u in about or self.arrivals.waiting_in_movement(s) if s.hex[u] == RESERVE)
        yield from self.arrivals.entry_orders(s, off_map)
        if not off_map or not about:
            yield from super().operations(s, about)
            yield from self.sea.sail_orders(s, about)

    def operation_refusal(self, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "enter":
            if len(order.units) != 1:
                return Refusal("9.5", "units that come on to the map come one by one", Trouble.UNIT)
            return self.arrivals.reserve_refusal(s, order.units[0], order.hex)
        if order.verb == "sail":
            return self.sea.sail_refusal(s, order)
        return super().operation_refusal(s, order)

    def operate(self, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "enter":
            self.arrivals.come_on(s, order.units[0], order.hex, out)
        elif order.verb == "sail":
            self.sea.set_sail(s, order, out)
        else:
            note_trails(s, order.units)
            super().operate(s, order, out)

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.arrivals.forfeit_reserve(s, out)
        super().apply(s, order, out)

    def pick(self, s: LandState, rng: random.Random) -> Order:
        off_map = self.arrivals.waiting_in_movement(s) if s.turn <= LAST_RESERVE_TURN or s.gap_open else []
        if off_map and rng.random() < 0.5:
            order = next(self.arrivals.entry_orders(s, (rng.choice(off_map),)), None)
            if order is not None:
                return order
        if s.seat == SOVIET and rng.random() < 0.02:
            voyages = list(self.sea.sail_orders(s, ()))
            if voyages:
                return rng.choice(voyages)
        if rng.random() < 0.02 and self.end_refusal(s) is not None:
            orders = list(self.arrivals.entry_orders(s, tuple(off_map)))
            if orders:
                return rng.choice(orders)
        return super().pick(s, rng)
