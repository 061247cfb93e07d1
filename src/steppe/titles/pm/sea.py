"""11.0 Soviet sea movement: from port to port, by the Southern Ports box, and on to the coast of the Crimea."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.stacks import controller, units_in
from steppe.assault.state import FIGHTING, HALTED, MOVED
from steppe.assault.units import RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import GERMAN, LANDED, NOWHERE, PORTS, QUARTERS, SOVIET, MonsterState

CAPACITY = 5
"""Units that use sea movement in a player turn (11.1)."""

BARRED = frozenset({"TD", "MRD", "GMRD"})
"""Who never goes by sea: tank and motorized rifle divisions."""

VERBS = ("sail", "embark", "land")


class Sea(MonsterChapter):
    """11.0."""

    is_open = True
    """Whether there is sea movement at all."""

    def closed(self) -> Refusal | None:
        """Why there is none."""
        return None

    def is_landing(self, s: MonsterState, u: int) -> bool:
        """Whether a unit attacks from the sea."""
        return s.hex[u] >= 0 and bool(self.geo.sea[s.hex[u]]) and bool(s.flags[u] & FIGHTING)

    def at_sea(self, s: MonsterState) -> list[int]:
        """11.4: the units off a coast."""
        return [u for h in self.geo.sea_hexes if s.top[h] >= 0 for u in units_in(s, h)]

    def invaders(self, s: MonsterState) -> list[int]:
        """11.4: those who wait off an enemy coast for their assault."""
        if s.invaded < 0 or self.stacks.side_in(s, s.invaded) != GERMAN:
            return []
        return self.at_sea(s)

    def voyager_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """11.1, 11.2, 11.3: who may set sail now."""
        name, h = self.units.keys[u], s.hex[u]
        if self.units.side[u] != SOVIET:
            return Refusal("11.1", f"{name} is no Soviet unit", Trouble.UNIT)
        if self.units.kind[u] in BARRED:
            return Refusal("11.1", f"{name} never goes by sea", Trouble.UNIT)
        if s.land_begun:
            return Refusal("11.2b", "all sea movement comes before any movement by land", Trouble.TIME)
        if s.flags[u] & LANDED:
            return Refusal("11.2c", f"{name} has been at sea this player turn", Trouble.TIME)
        if in_box(s, u):
            if s.ready[u] > s.couplet:
                return Refusal(
                    "11.3b", f"{name} has come into the box this game turn: it sails in couplet 2", Trouble.TIME
                )
        elif h not in self.geo.ports:
            row = "11.4e" if h in self.board.hexes("invasion") else "11.2a"
            return Refusal(row, f"{name} is in no port and not in the Southern Ports box", Trouble.HEX)
        elif s.flags[u] & MOVED or s.origin[u] != h:
            return Refusal("11.2a", f"{name} did not begin the phase in {self.board.label(h)}", Trouble.TIME)
        if s.shipped >= CAPACITY:
            return Refusal("11.1b", f"{CAPACITY} units have gone by sea this player turn", Trouble.POINTS)
        return None

    def goal_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        """11.2, 11.4: where a unit may go by sea."""
        u, h = order.units[0], order.hex
        if order.verb == "embark":
            return Refusal("11.2a", f"{self.units.keys[u]} is in the box", Trouble.UNIT) if in_box(s, u) else None
        label = self.board.label(h)
        if order.verb == "sail":
            if h not in self.geo.ports or controller(s, h) != SOVIET:
                return Refusal("11.2a", f"{label} is no port in Soviet hands", Trouble.HEX)
            if s.hex[u] == h:
                return Refusal("11.2a", f"{self.units.keys[u]} is in {label}", Trouble.HEX)
            return self.arrivals.entry_crowding(s, u, h)
        if h not in self.board.hexes("invasion"):
            return Refusal("11.4a", f"{label} does not lie on the coast between 2817S and 3620S", Trouble.HEX)
        if s.invaded not in (-1, h):
            return Refusal("11.4a", f"this player turn's invasion is at {self.board.label(s.invaded)}", Trouble.TIME)
        if self.stacks.side_in(s, h) == GERMAN:
            if self.beach(s, h) < 0:
                return Refusal("11.4a", f"no sea hex lies off {label}", Trouble.TERRAIN)
            return None
        if s.load[h] + QUARTERS > self.stacking.limit[h]:
            return Refusal("11.4f", f"{label} is full", Trouble.STACKING)
        return None

    def beach(self, s: MonsterState, h: int) -> int:
        """11.4: the all-sea hex next to a coastal hex, the lowest of them; -1 if there is none."""
        return min((n for _, n in self.board.grid.adjacent(h) if self.geo.sea[n]), default=-1)

    def refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        if len(order.units) != 1:
            return Refusal("11.2a", "units go by sea one by one", Trouble.UNIT)
        if s.seat != SOVIET:
            return Refusal("11.1", "only Soviet units go by sea", Trouble.TIME)
        return self.voyager_refusal(s, order.units[0]) or self.goal_refusal(s, order)

    def orders(self, s: MonsterState, about: Units) -> Iterator[Order]:
        if s.seat != SOVIET or s.land_begun or s.shipped >= CAPACITY:
            return
        for u in about or self.candidates(s):
            if self.voyager_refusal(s, u) is not None:
                continue
            goals = [Order("embark", (u,))]
            goals += [Order("sail", (u,), h) for h in sorted(self.geo.ports)]
            goals += [Order("land", (u,), h) for h in sorted(self.board.hexes("invasion"))]
            yield from (order for order in goals if self.goal_refusal(s, order) is None)

    def candidates(self, s: MonsterState) -> list[int]:
        """The units in ports and in the box."""
        found = [u for h in sorted(self.geo.ports) if self.stacks.side_in(s, h) == SOVIET for u in units_in(s, h)]
        hexes, areas = s.hex, s.area
        return found + [u for u in self.side_units[SOVIET] if areas[u] == PORTS and hexes[u] == RESERVE]

    def carry_out(self, s: MonsterState, order: Order, out: Log) -> None:
        """11.2, 11.4: who has gone by sea neither moves nor attacks any more, but in its own landing."""
        u = order.units[0]
        s.shipped += 1
        if order.verb == "embark":
            self.stacks.lift(s, u, RESERVE)
            s.area[u] = PORTS
            s.flags[u] |= LANDED
            out.add("boxed", unit=u)
            return
        goal = order.hex
        if order.verb == "land":
            s.invaded = order.hex
            out.add("invasion", hex=order.hex)
            if self.stacks.side_in(s, order.hex) == GERMAN:
                goal = self.beach(s, order.hex)
        if s.hex[u] >= 0:
            self.stacks.relocate(s, (u,), goal, out)
        else:
            s.area[u] = s.ready[u] = NOWHERE
            self.stacks.put(s, u, goal)
            self.stacks.take_control(s, goal, SOVIET, out)
        s.origin[u] = goal
        s.flags[u] |= LANDED | MOVED | HALTED
        out.add("entered", units=(u,), hex=goal)

    def go_ashore(self, s: MonsterState, out: Log) -> None:
        """11.4: invaders whose coast is clear land at once, all of them; should they be too many, 6.2 says who goes."""
        landing = tuple(self.at_sea(s))
        if landing:
            self.stacks.relocate(s, landing, s.invaded, out)
            out.add("advanced", units=landing, hex=s.invaded)
            self.victory.check_instant(s, out)


def in_box(s: MonsterState, u: int) -> bool:
    return s.hex[u] == RESERVE and s.area[u] == PORTS
