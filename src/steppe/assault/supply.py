"""Supply: lines of hexes traced to a side's sources.

``network`` is the set of hexes joined to a usable source of a side. It is computed for the whole side at once and kept
until something that could cut or open a line has changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.assault.chapter import A, Chapter
from steppe.assault.searches import passable
from steppe.assault.stacks import controller
from steppe.assault.state import CONTROL_SIDE
from steppe.orders import Units
from steppe.searches import Bytes, Ints, flood, flood_rows, trace

SUPPLY = ("supply_first", "supply_second")
"""The cache entries that hold each side's supply network."""

IN_SUPPLY, OUT_OF_SUPPLY = "regular", "out"


class Supply(Chapter[A]):
    """Lines, networks and who is in supply."""

    supply_states: tuple[str, ...] = (IN_SUPPLY, OUT_OF_SUPPLY)
    """The states in which a position may suppose a unit to be."""

    sources: tuple[tuple[int, ...], ...]
    """The supply sources of each side."""
    source_arrays: tuple[Ints, ...]
    sides: tuple[Bytes, ...]
    """By side, the hexsides that its lines may cross: (n, 6)."""
    barring_cities: Bytes
    own_lines: NDArray[np.bool_]
    """The units whose lines are other than those of their side."""
    closed_sides: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    sources_need_control = True
    """Whether a source of supply serves only who controls it; else it fails only while an enemy is in it."""

    def make_tables(self) -> None:
        board = self.board
        self.sources = tuple(tuple(sorted(board.hexes(f"{seat}-source"))) for seat in self.title.seats)
        self.source_arrays = tuple(np.array(sources, np.int16) for sources in self.sources)
        self.sides = tuple(self._open_sides(closed) for closed in self.closed_sides)
        self.barring_cities = self.cities_that_bar()
        self.own_lines = np.array([self.has_own_lines(u) for u in range(len(self.units))], bool)
        rows = board.rows
        self._packed = (
            tuple((rows.pack(sides), np.zeros((3, rows.lines), np.uint64)) for sides in self.sides) if rows else ()
        )

    def _open_sides(self, closed: frozenset[str]) -> Bytes:
        """The hexsides that lines may cross [hexsides bar lines]."""
        table = np.ones((self.board.size, 6), np.uint8)
        for kind in closed:
            table &= 1 - self.board.side_table(kind)
        return table

    def usable_sources(self, s: A, side: int) -> list[int]:
        """A source serves its own side alone [own sources], and only while that side controls it [sources lost], or no
        enemy is in it."""
        if not self.sources_need_control:
            return [h for h in self.sources[side] if self.stacks.side_in(s, h) != 1 - side]
        return [h for h in self.sources[side] if controller(s, h) == side]

    def lines_may_pass(self, s: A, side: int) -> Bytes:
        """The hexes that a side's supply lines may enter: all ground [ground of lines], but no enemy unit [enemies bar
        lines], no enemy city [cities bar lines], no enemy ZOC that no friend cancels [zoc bars lines]."""
        out: Bytes = np.empty(self.board.size, np.uint8)
        passable(
            side,
            int(self.zoc.side == 1 - side),
            s.vector("top"),
            self.units.side_array,
            s.vector("control"),
            self.barring_cities,
            s.vector("zoc"),
            out,
        )
        closed = self.closed_to_lines(s, side)
        if closed is not None:
            out &= closed ^ 1
        return out

    def network(self, s: A, side: int) -> Bytes:
        """1 for every hex joined to a source of the side [lines]."""
        found: Bytes | None = s.cache.get(SUPPLY[side])
        if found is None:
            found = s.cache[SUPPLY[side]] = self.find_network(s, side)
        return found

    def flooded(self, s: A, side: int) -> Bytes:
        """The network of a side whose lines may be of any length."""
        found = np.empty(self.board.size, np.uint8)
        self.spread(side, self.working_sources(s, side), self.lines_may_pass(s, side), found)
        return found

    def working_sources(self, s: A, side: int) -> Ints:
        """``usable_sources`` as an array."""
        sources: Ints = self.source_arrays[side]
        if not self.sources_need_control:
            return sources  # no line enters one that an enemy is in
        found: Ints = sources[s.vector("control")[sources] & CONTROL_SIDE == side]
        return found

    def spread(self, side: int, sources: Ints, through: Bytes, out: Bytes) -> None:
        """Mark every hex joined to a source, by the faster of two equal searches that the board allows."""
        board, rows = self.board, self.board.rows
        if rows is None:
            queue = np.empty(board.size, np.int16)
            flood(sources, board.grid.neighbours, self.sides[side], through, queue, out)
            return
        open_rows, work = self._packed[side]
        flood_rows(sources, through, rows.line, rows.bit, rows.step, rows.shift, open_rows, work, out)

    def has_line(self, s: A, side: int, h: int) -> bool:
        """Whether a line can be traced from a hex, as if a unit of the side were in it: the line only starts there."""
        if self.is_joined(s, side, h):
            return True
        joined = self.network(s, side)
        open_sides = self.sides[side]
        return any(joined[n] and open_sides[h, d] for d, n in self.board.grid.adjacent(h))

    def out_of_supply(self, s: A, side: int) -> list[int]:
        """The units of a side on the map that are out of supply; only those without a plain line are asked one by
        one."""
        mine = self.side_arrays[side]
        mine = mine[s.vector("hex")[mine] >= 0]
        return [u for u in self.doubtful(s, side, mine) if not self.is_supplied(s, u)]

    def doubtful(self, s: A, side: int, mine: NDArray[np.signedinteger]) -> list[int]:
        """Those of a side's units on the map that have no plain line."""
        doubtful = (self.network(s, side)[s.vector("hex")[mine]] != 1) | self.own_lines[mine]
        if s.supposed:
            doubtful |= np.isin(mine, list(s.supposed))
        found: list[int] = mine[doubtful].tolist()
        return found

    def line(self, s: A, side: int, h: int) -> list[int]:
        """A shortest supply line from a hex to a source; empty if there is none."""
        goal = self.board.mask(self.usable_sources(s, side))
        through = self.lines_may_pass(s, side)
        goal &= through
        queue, parent, out = np.empty((3, self.board.size), np.int16)
        length = trace(h, goal, self.board.grid.neighbours, self.sides[side], through, queue, parent, out)
        found: list[int] = out[:length].tolist()
        return found

    def traces(self, s: A, u: int, h: int) -> bool:
        """Whether a unit's own lines lead from a hex to a source."""
        return self.is_joined(s, self.units.side[u], h)

    def sources_for(self, s: A, group: Units) -> list[int]:
        """The sources that serve all units of a group."""
        return self.usable_sources(s, self.units.side[group[0]])

    def line_of(self, s: A, u: int) -> list[int]:
        """A shortest line of a unit on the map, for showing."""
        return self.line(s, self.units.side[u], s.hex[u])

    def cities_that_bar(self) -> Bytes:
        """The cities that close themselves to the lines and retreats of whoever does not hold them."""
        return self.city_mask

    def has_own_lines(self, u: int) -> bool:
        """Whether a unit's lines are other than those of its side."""
        return False

    def find_network(self, s: A, side: int) -> Bytes:
        """1 for every hex in supply by a line."""
        return self.flooded(s, side)

    def is_joined(self, s: A, side: int, h: int) -> bool:
        """Whether a hex is joined to a source of the side."""
        found: Bytes | None = s.cache.get(SUPPLY[side])
        return (self.network(s, side) if found is None else found).item(h) != 0

    def is_supplied(self, s: A, u: int) -> bool:
        """Whether a unit on the map is in supply where it is; it is or it is not [in or out of supply]."""
        if u in s.supposed:
            return s.supposed[u] != OUT_OF_SUPPLY
        h, side = s.hex[u], self.units.side[u]
        return self.is_joined(s, side, h) or self.local_supply(s, h, side)

    def state_name(self, s: A, u: int) -> str:
        """The supply of a unit on the map in words; titles may know more than two states."""
        return IN_SUPPLY if self.is_supplied(s, u) else "out of supply"

    def is_strained(self, s: A, u: int) -> bool:
        """Whether a unit in supply has less than regular supply."""
        return self.state_name(s, u) != IN_SUPPLY

    def closed_to_lines(self, s: A, side: int) -> Bytes | None:
        """1 for hexes that a side's lines may not enter whoever is in them."""
        return None

    def local_supply(self, s: A, h: int, side: int) -> bool:
        """Supply that a hex gives to the units in it alone."""
        return False
