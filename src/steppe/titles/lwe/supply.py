"""7.0 Supply: the Germans' twelve hexes and Rollbahnen, the GAS Line, and who is free of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steppe.assault.declarations import is_marked
from steppe.assault.ranges import Way
from steppe.assault.stacks import controller
from steppe.assault.state import CONTROL_SIDE, MOBILE
from steppe.assault.supply import IN_SUPPLY, SUPPLY, Supply
from steppe.assault.supply import OUT_OF_SUPPLY as OUT
from steppe.assault.weather import lakes_frozen
from steppe.searches import Bytes, Ints, meets, trace
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.searches import road_lines
from steppe.titles.lwe.state import CONCENTRATED, DESTROYED, GERMAN, SOVIET, LandState

REACH = 12
"""7.3: the longest line off the Rollbahnen."""

FREE_CHOICE_UNTIL = 3
"""5.4: the last turn on which any Rollbahn will do."""

PAUSE_TURNS = 3

LINES = "german_lines"
"""The cache entry with what the German lines were found from."""

KNOWN = "known_lines"

CUT, SUPPLIED, UNDECIDED = 0, 1, 2
"""Undecided: within reach of a working Rollbahn hex that may not be the nearest one of all."""

REGULAR, ATTENUATED, OUT_OF_SUPPLY = IN_SUPPLY, "attenuated", "out of supply"


class Lines(NamedTuple):
    """The German lines of one moment."""

    through: Bytes
    open_sides: Bytes
    working: Bytes
    """1 for Rollbahn hexes joined to a source along the road."""
    roads: Ints
    """The same hexes."""
    nearest: Ints
    """Hexes to the nearest friendly Rollbahn hex as the crow flies, -1 beyond reach."""


class LandSupply(LandChapter, Supply[LandState]):
    """7.0."""

    closed_sides = (frozenset({"lake", "sea"}), frozenset({"sea"}))
    supply_states = (REGULAR, ATTENUATED, OUT)

    def has_line(self, s: LandState, side: int, h: int) -> bool:
        """7.3: the length of a line counts, so that being next to a hex in supply is not enough."""
        if side == GERMAN:
            return self.is_joined(self.ranges.as_if_taken(s, Way(((h, 0),))), GERMAN, h)
        return super().has_line(s, side, h)

    def closed_to_lines(self, s: LandState, side: int) -> Bytes:
        """7.13: the sea to all; to the Germans intact fortified lines, and lakes while they are not frozen."""
        if side == SOVIET:
            return self.geo.sea
        closed: Bytes = self.geo.fort_mask & ((s.vector("control") & DESTROYED) == 0)
        closed |= self.geo.sea
        return closed if lakes_frozen(s) else closed | self.geo.lakes

    def open_sides(self, s: LandState, side: int) -> Bytes:
        """7.13, 7.14: the straits are the only sea sides that a line crosses."""
        if side == SOVIET or lakes_frozen(s):
            return self.sides[SOVIET]
        return self.sides[GERMAN]

    def german_lines(self, s: LandState) -> Bytes:
        """The German network, found once for the same control of what matters to it while no Soviet unit moves."""
        known: dict[bytes, tuple[Bytes, Lines]] | None = s.cache.get(KNOWN)
        if known is None:
            known = s.cache[KNOWN] = {}
        key = (s.vector("control")[self.geo.supply_list] & (CONTROL_SIDE | DESTROYED)).tobytes()
        if key in known:
            found, s.cache[LINES] = known[key]
        else:
            found = self.german_network(s)
            known[key] = found, s.cache[LINES]
        return found

    def german_network(self, s: LandState) -> Bytes:
        """7.3, 5.4: twelve hexes to a source, or to the nearest Rollbahn hex and along the road."""
        board = self.board
        through, sides = self.lines_may_pass(s, GERMAN), self.open_sides(s, GERMAN)
        nearest, (working, found) = np.empty(board.size, np.int16), np.empty((2, board.size), np.uint8)
        roads = road_lines(
            self.working_sources(s, GERMAN),
            REACH,
            board.grid.neighbours,
            sides,
            self.geo.road_sides,
            self.geo.road_mask,
            through,
            s.vector("control"),
            s.turn <= FREE_CHOICE_UNTIL,
            working,
            nearest,
            found,
        )
        s.cache[LINES] = Lines(through, sides, working, roads, nearest)
        return found

    def is_joined(self, s: LandState, side: int, h: int) -> bool:
        """Whether a line can be traced from a hex; what the network left undecided is looked into now."""
        joined: Bytes | None = s.cache.get(SUPPLY[side])
        if joined is None:
            joined = self.network(s, side)
        found = joined.item(h)
        if found == UNDECIDED:
            found = joined[h] = SUPPLIED if self.meets_nearest(s, h) else CUT
        return bool(found == SUPPLIED)

    def meets_nearest(self, s: LandState, h: int) -> bool:
        """7.3: the line must lead to a Rollbahn hex than which no friendly one is nearer, even if that road is dead."""
        lines: Lines = s.cache[LINES]
        board = self.board
        queue, distance = np.empty((2, board.size), np.int16)
        wanted = self.nearest_roads(lines, h)
        return bool(meets(h, REACH, wanted, board.grid.neighbours, lines.open_sides, lines.through, queue, distance))

    def nearest_roads(self, lines: Lines, h: int) -> Bytes:
        """The working Rollbahn hexes than which no friendly one is nearer to a hex."""
        grid = self.board.grid
        found: Bytes = np.zeros(grid.size, np.uint8)
        found[lines.roads[grid.distances(h, lines.roads) == lines.nearest[h]]] = 1
        return found

    def line(self, s: LandState, side: int, h: int) -> list[int]:
        """A supply line for showing: to a source, or to the Rollbahn and along it."""
        if not self.is_joined(s, side, h):
            return []
        board = self.board
        around = board.grid.neighbours
        queue, parent, out = np.empty((3, board.size), np.int16)
        sources = board.mask(self.working_sources(s, side).tolist())
        if side == SOVIET:
            through = self.lines_may_pass(s, side)
            length = trace(h, sources & through, around, self.open_sides(s, side), through, queue, parent, out)
            return [int(x) for x in out[:length]]
        lines: Lines = s.cache[LINES]
        length = trace(h, sources & lines.through, around, lines.open_sides, lines.through, queue, parent, out)
        if 0 < length <= REACH + 1:
            return [int(x) for x in out[:length]]
        wanted = self.nearest_roads(lines, h) if s.turn > FREE_CHOICE_UNTIL else lines.working
        length = trace(h, wanted, around, lines.open_sides, lines.through, queue, parent, out)
        to_road = [int(x) for x in out[:length]]
        length = trace(to_road[0], sources, around, self.geo.road_sides, lines.working, queue, parent, out)
        return [int(x) for x in out[: length - 1]] + to_road

    def is_east(self, s: LandState, u: int, kind: int) -> bool:
        """7.4, 9.25: where it stands; in a mobile assault, where it began its move."""
        if u in s.supposed:
            return s.supposed[u] == ATTENUATED
        h = s.origin[u] if kind == MOBILE and s.origin[u] >= 0 else s.hex[u]
        return bool(self.geo.east[h])

    def state_of(self, s: LandState, u: int) -> str:
        """7.2: the supply state of a unit of the German side."""
        if u in s.supposed:
            return OUT_OF_SUPPLY if s.supposed[u] == OUT else s.supposed[u]
        h = s.hex[u]
        if not self.is_joined(s, GERMAN, h):
            return OUT_OF_SUPPLY
        return ATTENUATED if self.geo.east[h] and heeds_line(s, u) else REGULAR

    def is_regular_place(self, s: LandState, h: int) -> bool:
        """8.2, 8.4: a place in regular supply, at which units may enter."""
        return self.is_joined(s, GERMAN, h) and (not self.geo.east[h] or pause_served(s))

    def soviet_local(self, s: LandState, h: int) -> bool:
        """5.6, 7.10, 7.11: everybody under Directive No. 3; then the ports, and Oranienbaum by way of Leningrad."""
        if s.directive or h in self.geo.ports:
            return True
        return h == self.geo.oranienbaum and self.leningrad_feeds(s)

    def leningrad_feeds(self, s: LandState) -> bool:
        h = self.geo.leningrad
        return h >= 0 and controller(s, h) == SOVIET and self.is_joined(s, SOVIET, h)

    def find_network(self, s: LandState, side: int) -> Bytes:
        return self.german_lines(s) if side == GERMAN else self.flooded(s, side)

    def local_supply(self, s: LandState, h: int, side: int) -> bool:
        return side == SOVIET and self.soviet_local(s, h)

    def state_name(self, s: LandState, u: int) -> str:
        """7.2, 7.8: the supply state of a unit in words."""
        if self.units.side[u] == GERMAN or u in s.supposed:
            return self.state_of(s, u)
        if self.is_joined(s, SOVIET, s.hex[u]):
            return REGULAR
        if s.directive:
            return "Directive No. 3"
        return "coastal" if self.is_supplied(s, u) else OUT_OF_SUPPLY


def is_paused(s: LandState) -> bool:
    """7.5: the three turns after the declaration."""
    return s.pause > 0 and s.pause < s.turn <= s.pause + PAUSE_TURNS


def pause_served(s: LandState) -> bool:
    """7.5: a pause that was kept to its end frees the German from the GAS Line."""
    return s.pause > 0 and s.turn > s.pause + PAUSE_TURNS


def is_concentrated(s: LandState, u: int) -> bool:
    return is_marked(s, u, CONCENTRATED)


def heeds_line(s: LandState, u: int) -> bool:
    """Whether the GAS Line means anything to a unit (7.5, 7.6)."""
    return not pause_served(s) and not is_concentrated(s, u)
