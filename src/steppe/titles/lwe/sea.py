"""9.17: Soviet sea movement from port to port."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.movement import start_parent
from steppe.assault.stacks import controller, units_in
from steppe.assault.state import HALTED, MOVED
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import SOVIET, LandState

SEA_CAPACITY = 5


class Sea(LandChapter):
    """9.17: Soviet sea movement on the Black Sea and the Sea of Azov."""

    def is_open_port(self, s: LandState, h: int) -> bool:
        """9.17: a Soviet town or city on the Black Sea or the Sea of Azov."""
        return h in self.geo.ports and controller(s, h) == SOVIET

    def sails(self, u: int) -> bool:
        """9.17: rifle divisions, mountain ones among them, and the ICA."""
        if u == self.roster.coastal_army:
            return True
        return self.units.kind[u] in ("rifle", "mountain-rifle") and self.units.units[u].size == "XX"

    def sea_weight(self, group: Units) -> int:
        """9.17: the ICA counts for five divisions."""
        return sum(SEA_CAPACITY if u == self.roster.coastal_army else 1 for u in group)

    def same_sea(self, s: LandState, a: int, b: int) -> bool:
        """9.17: between the seas ships pass only while all hexes of the Kerch Straits are Soviet."""
        if self.geo.seas[a] & self.geo.seas[b]:
            return True
        return all(controller(s, h) == SOVIET for h in self.geo.kerch)

    def sail_refusal(self, s: LandState, order: Order) -> Refusal | None:
        if s.seat != SOVIET:
            return Refusal("9.17n", "there is no German sea movement", Trouble.UNIT)
        if not order.units or len(set(order.units)) != len(order.units):
            return Refusal("9.17a", "a sea move needs units, each named once", Trouble.UNIT)
        for u in order.units:
            name = self.units.keys[u]
            if self.units.side[u] != SOVIET or s.hex[u] != order.start:
                return Refusal(
                    "9.17a", f"{name} is not one of your units in {self.board.label(order.start)}", Trouble.UNIT
                )
            if not self.sails(u):
                return Refusal("9.17a", f"{name} is neither a rifle division nor the Coastal Army", Trouble.UNIT)
            if s.flags[u] & MOVED or s.origin[u] != order.start:
                return Refusal(
                    "9.17a", f"{name} has moved: ships take units that begin the phase in a port", Trouble.TIME
                )
        for h in (order.start, order.hex):
            if h not in self.geo.ports:
                return Refusal(
                    "9.17b", f"{self.board.label(h)} is no port of the Black Sea or the Sea of Azov", Trouble.HEX
                )
            if controller(s, h) != SOVIET:
                return Refusal("9.17b", f"{self.board.label(h)} is not Soviet", Trouble.ENEMY)
        if order.start == order.hex:
            return Refusal("9.17a", "a sea move ends in another port", Trouble.HEX)
        if s.shipped + self.sea_weight(order.units) > SEA_CAPACITY:
            return Refusal(
                "9.17c" if self.roster.coastal_army in order.units else "9.17a", "the ships carry five divisions a turn"
            )
        if not self.same_sea(s, order.start, order.hex):
            return Refusal("9.17d", "the Kerch Straits are not all Soviet", Trouble.ENEMY)
        if s.load[order.hex] + sum(self.units.points[u] for u in order.units) > self.stacking.limit[order.hex]:
            return Refusal("6.1a", f"{self.board.label(order.hex)} would be overstacked", Trouble.STACKING)
        return None

    def sail_orders(self, s: LandState, about: Units) -> Iterator[Order]:
        """Sea moves of single units, or of the group asked about."""
        if s.seat != SOVIET or s.shipped >= SEA_CAPACITY:
            return
        ports = [h for h in sorted(self.geo.ports) if self.is_open_port(s, h)]
        if about:
            groups = [about]
        else:  # who has moved, or came to the port in this phase, sails nowhere
            flags, origin = s.flags, s.origin
            fresh = [u for h in ports for u in units_in(s, h) if origin[u] == h and not flags[u] & MOVED]
            groups = [(u,) for u in fresh if self.sails(u)]
        for group in groups:
            for h in ports:
                order = Order("sail", group, h, s.hex[group[0]])
                if order.start >= 0 and self.sail_refusal(s, order) is None:
                    yield order

    def set_sail(self, s: LandState, order: Order, out: Log) -> None:
        s.shipped += self.sea_weight(order.units)
        start_parent(s, order.units)
        out.add("moved", units=order.units, start=order.start, path=(order.hex,), spent=0)
        self.stacks.relocate(s, order.units, order.hex, out)
        for u in order.units:
            s.flags[u] |= HALTED
