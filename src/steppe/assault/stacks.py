"""Stacks on the map: the only code that puts units into hexes, takes them out and passes control.

A stack is a linked list from its top unit downwards, because its order matters: a player sees no more of an enemy
stack than its top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.assault.searches import shift
from steppe.assault.state import CONTROL, CONTROL_LOST, CONTROL_SIDE, PLACES, ZONES, AssaultState
from steppe.events import Log
from steppe.orders import Order
from steppe.state import Layout
from steppe.title import Refusal, Trouble

NOBODY = OFF = -1


class Stacks(Chapter[A]):
    """Who stands where, each unit in one hex [one hex], in which order, and whose each hex is."""

    notable: frozenset[int]
    """The hexes whose change of hands means something."""
    always_on_top: frozenset[int] = frozenset()
    """Units that lie on top of their stacks."""

    def make_tables(self) -> None:
        self.notable = self.notable_hexes()
        places = Layout(self.title.state_class, {"unit": len(self.units), "hex": self.board.size}).places
        self._columns = np.array([places[n].start for n in ("hex", "below", "top", "load", "zoc")], np.int64)
        """Where the columns that make stacks begin in the buffer."""

    def top_orders(self, s: A) -> Iterator[Order]:
        """A player may put any unit of a stack on its top, which is all the enemy sees."""
        seat = s.seat
        for u in self.side_units[seat]:
            h = s.hex[u]
            if h >= 0 and s.top[h] != u and s.top[h] not in self.always_on_top:
                yield Order("top", (u,))

    def top_refusal(self, s: A, order: Order) -> Refusal | None:
        if len(order.units) != 1:
            return Refusal(self.cite["fog"], "name one unit to lie on top", Trouble.UNIT)
        u = order.units[0]
        if self.units.side[u] != s.seat or s.hex[u] < 0:
            return Refusal(self.cite["fog"], f"{self.units.keys[u]} is not one of your units on the map", Trouble.UNIT)
        top = s.top[s.hex[u]]
        if top == u:
            return Refusal(self.cite["fog"], f"{self.units.keys[u]} lies on top already", Trouble.UNIT)
        if top in self.always_on_top:
            return Refusal(self.cite["stays on top"], f"{self.units.keys[top]} stays on top of its stack", Trouble.UNIT)
        return None

    def side_in(self, s: A, h: int) -> int:
        """Whose units are in a hex; NOBODY if it is empty."""
        u = s.top[h]
        return NOBODY if u < 0 else self.units.side[u]

    def lift(self, s: A, u: int, away: int) -> None:
        """Take a unit off the map; ``away`` says where it goes (reserve, dead, gone)."""
        h = s.hex[u]
        self._shift(s, u, h, OFF)
        s.hex[u] = away
        self.position_changed(s, u, h, away)

    def put(self, s: A, u: int, h: int) -> None:
        """Put a unit that is off the map on top of the stack in a hex."""
        came_from = s.hex[u]
        self._shift(s, u, OFF, h)
        self.position_changed(s, u, came_from, h)

    def relocate(self, s: A, units: Sequence[int], h: int, out: Log) -> None:
        """Move units into a hex, keeping their order; entering it passes control."""
        hexes, table, on_top = s.hex, self.units, self.always_on_top
        side = table.side[units[0]] if units else NOBODY
        exerts = side == self.zoc.side
        for u in reversed(units):
            start = hexes[u]
            under = bool(on_top) and s.top[h] in on_top
            shift(u, start, h, under, table.points[u], exerts, s.shorts(), self._columns, self.zoc.table)
            self.position_changed(s, u, start, h)
        if units and s.control[h] & CONTROL_SIDE != side:
            self.take_control(s, h, side, out)

    def _shift(self, s: A, u: int, start: int, end: int) -> None:
        """From one stack to another; below 0: off the map."""
        units = self.units
        under = end >= 0 and s.top[end] in self.always_on_top
        exerts = units.side[u] == self.zoc.side
        shift(u, start, end, under, units.points[u], exerts, s.shorts(), self._columns, self.zoc.table)

    def take_control(self, s: A, h: int, side: int, out: Log) -> None:
        """A hex belongs to whoever entered it last; a ZOC takes none [zoc takes nothing]."""
        if s.control[h] & CONTROL_SIDE == side:
            return
        pass_through(s, h, side)
        if h in self.notable:
            s.forget(CONTROL)  # supply lines ask for control in cities and at sources alone
            out.add("control", hex=h, side=side)
            self.victory.control_changed(s, h, side, out)

    def rebuild(self, s: A) -> None:
        """Load and ZOC from the positions of the units, whatever their steps and supply [zoc of every unit]."""
        load, zoc = s.vector("load"), s.vector("zoc")
        load[:] = 0
        zoc[:] = 0
        for u, h in enumerate(s.hex):
            if h >= 0:
                load[h] += self.units.points[u]
                if self.units.side[u] == self.zoc.side:
                    for n in self.zoc.into[h]:
                        zoc[n] += 1

    def broken(self, s: A) -> list[str]:
        """Whatever is wrong with the stacks, in words."""
        wrong = []
        listed = 0
        for h in range(self.board.size):
            stack: list[int] = []
            u = s.top[h]
            while u >= 0 and len(stack) <= len(self.units):
                stack.append(u)
                u = s.below[u]
            listed += len(stack)
            wrong += [f"{self.units.keys[u]} is listed in {h} but is in {s.hex[u]}" for u in stack if s.hex[u] != h]
            if len({self.units.side[u] for u in stack}) > 1:
                wrong.append(f"both sides are in {self.board.grid.labels[h]}")
            if stack and controller(s, h) != self.units.side[stack[0]]:
                wrong.append(f"{self.board.grid.labels[h]} is not controlled by the units in it")
        on_map = sum(h >= 0 for h in s.hex)
        if on_map != listed:
            wrong.append(f"{on_map} units are on the map but {listed} are in stacks")
        wrong += [
            f"{self.units.keys[u]} is on the map with no steps" for u, h in enumerate(s.hex) if h >= 0 > s.steps[u] - 1
        ]
        return wrong

    def notable_hexes(self) -> frozenset[int]:
        """The hexes whose change of hands means something: to supply, to victory."""
        return (
            self.board.hexes("city")
            | self.board.hexes("town")
            | set(self.supply.sources[0])
            | set(self.supply.sources[1])
        )

    def position_changed(self, s: A, u: int, start: int, end: int) -> None:
        """A unit left a hex or came to one: forget what this may have changed.

        It stands in the way of enemy lines. Lines of its own side mind it only where it cancels an enemy ZOC.
        """
        s.changed()
        side = self.units.side[u]
        s.forget(PLACES[side])
        if self.zoc.side == 1 - side and ((start >= 0 and s.zoc[start]) or (end >= 0 and s.zoc[end])):
            s.forget(ZONES[side])


def units_in(s: AssaultState, h: int) -> list[int]:
    """The units of a hex from the top down."""
    found = []
    u = s.top[h]
    below = s.below
    while u >= 0:
        found.append(u)
        u = below[u]
    return found


def controller(s: AssaultState, h: int) -> int:
    return s.control[h] & CONTROL_SIDE


def pass_through(s: AssaultState, h: int, side: int) -> None:
    """A hex without importance is taken by whoever goes through it."""
    control = s.control[h]
    if control & CONTROL_SIDE != side:
        control ^= CONTROL_SIDE
        s.control[h] = control | CONTROL_LOST if side == 0 else control


def bring_to_top(s: AssaultState, u: int) -> None:
    h = s.hex[u]
    below = s.below
    if s.top[h] == u:
        return
    above = s.top[h]
    while below[above] != u:
        above = below[above]
    below[above] = below[u]
    below[u] = s.top[h]
    s.top[h] = u
