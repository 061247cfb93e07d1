"""7.0 Supply: the Germans' twelve hexes and Rollbahnen, the GAS Line, and who is free of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steppe.assault import weather
from steppe.assault.declarations import is_marked
from steppe.assault.stacks import SUPPLY, controller
from steppe.assault.state import CONTROL_SIDE, MOBILE
from steppe.assault.supply import lines_may_pass, network, working_sources
from steppe.searches import Bytes, Ints, flood, meets, spread_within, trace
from steppe.titles.lwe.state import CONCENTRATED, DESTROYED, GERMAN, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

REACH = 12
"""7.3: the longest line off the Rollbahnen."""
FREE_CHOICE_UNTIL = 3
"""5.4: the last turn on which any Rollbahn will do."""
PAUSE_TURNS = 3
LINES = "german lines"
"""The cache entry with what the German lines were found from."""
CUT, SUPPLIED, UNDECIDED = 0, 1, 2
"""Undecided: within reach of a working Rollbahn hex that may not be the nearest one of all."""
REGULAR, ATTENUATED, OUT_OF_SUPPLY = "regular", "attenuated", "out of supply"


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


def closed_hexes(title: LandWithoutEnd, s: LandState, side: int) -> Bytes:
    """7.13: the sea to all; to the Germans intact fortified lines, and lakes while they are not frozen."""
    if side == SOVIET:
        return title.sea
    closed: Bytes = title.fort_mask & ((s.vector("control") & DESTROYED) == 0)
    closed |= title.sea
    return closed if weather.lakes_frozen(s) else closed | title.lakes


def open_sides(title: LandWithoutEnd, s: LandState, side: int) -> Bytes:
    """7.13, 7.14: the straits are the only sea sides that a line crosses."""
    if side == SOVIET or weather.lakes_frozen(s):
        return title.supply_sides[SOVIET]
    return title.supply_sides[GERMAN]


def german_network(title: LandWithoutEnd, s: LandState) -> Bytes:
    """7.3, 5.4: twelve hexes to a source, or to the nearest Rollbahn hex and along the road."""
    board = title.board
    around, size = board.grid.neighbours, board.size
    through, sides = lines_may_pass(title, s, GERMAN), open_sides(title, s, GERMAN)
    sources = working_sources(title, s, GERMAN)
    queue = np.empty(size, np.int16)
    to_edge, to_road, nearest = np.empty((3, size), np.int16)
    working = np.empty(size, np.uint8)
    friendly: Bytes = (s.vector("control") & CONTROL_SIDE == GERMAN).astype(np.uint8)
    flood(sources, around, title.road_sides, through & friendly, queue, working)
    working &= title.road_mask
    spread_within(sources, REACH, around, sides, through, queue, to_edge)
    roads = np.flatnonzero(working).astype(np.int16)
    spread_within(roads, REACH, around, sides, through, queue, to_road)
    own_roads = np.flatnonzero(title.road_mask & friendly).astype(np.int16)
    spread_within(own_roads, REACH, around, title.all_sides, board.everywhere, queue, nearest)
    found = np.full(size, CUT, np.uint8)
    found[to_road >= 0] = SUPPLIED if s.turn <= FREE_CHOICE_UNTIL else UNDECIDED
    found[(to_road >= 0) & (to_road == nearest)] = SUPPLIED
    found[to_edge >= 0] = SUPPLIED
    s.cache[LINES] = Lines(through, sides, working, roads, nearest)
    return found


def is_joined(title: LandWithoutEnd, s: LandState, side: int, h: int) -> bool:
    """Whether a line can be traced from a hex; what the network left undecided is looked into now."""
    joined = network(title, s, side)
    if joined[h] == UNDECIDED:
        joined[h] = SUPPLIED if meets_nearest(title, s, h) else CUT
    return bool(joined[h] == SUPPLIED)


def meets_nearest(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """7.3: the line must lead to a Rollbahn hex than which no friendly one is nearer, even if that road is dead."""
    lines: Lines = s.cache[LINES]
    board = title.board
    queue, distance = np.empty((2, board.size), np.int16)
    wanted = nearest_roads(title, lines, h)
    return bool(meets(h, REACH, wanted, board.grid.neighbours, lines.open_sides, lines.through, queue, distance))


def nearest_roads(title: LandWithoutEnd, lines: Lines, h: int) -> Bytes:
    """The working Rollbahn hexes than which no friendly one is nearer to a hex."""
    grid = title.board.grid
    found: Bytes = np.zeros(grid.size, np.uint8)
    found[lines.roads[grid.distances(h, lines.roads) == lines.nearest[h]]] = 1
    return found


def line(title: LandWithoutEnd, s: LandState, side: int, h: int) -> list[int]:
    """A supply line for showing: to a source, or to the Rollbahn and along it."""
    if not is_joined(title, s, side, h):
        return []
    board = title.board
    around = board.grid.neighbours
    queue, parent, out = np.empty((3, board.size), np.int16)
    sources = board.mask(working_sources(title, s, side).tolist())
    if side == SOVIET:
        through = lines_may_pass(title, s, side)
        length = trace(h, sources & through, around, open_sides(title, s, side), through, queue, parent, out)
        return [int(x) for x in out[:length]]
    lines: Lines = s.cache[LINES]
    length = trace(h, sources & lines.through, around, lines.open_sides, lines.through, queue, parent, out)
    if 0 < length <= REACH + 1:
        return [int(x) for x in out[:length]]
    wanted = nearest_roads(title, lines, h) if s.turn > FREE_CHOICE_UNTIL else lines.working
    length = trace(h, wanted, around, lines.open_sides, lines.through, queue, parent, out)
    to_road = [int(x) for x in out[:length]]
    length = trace(to_road[0], sources, around, title.road_sides, lines.working, queue, parent, out)
    return [int(x) for x in out[: length - 1]] + to_road


# -- 7.4 to 7.6: attenuated supply, the pause, the concentration ------------------------------------------------------


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


def is_east(title: LandWithoutEnd, s: LandState, u: int, kind: int) -> bool:
    """7.4, 9.25: where it stands; in a mobile assault, where it began its move."""
    h = s.origin[u] if kind == MOBILE and s.origin[u] >= 0 else s.hex[u]
    return bool(title.east[h])


def state_of(title: LandWithoutEnd, s: LandState, u: int) -> str:
    """7.2: the supply state of a unit of the German side."""
    h = s.hex[u]
    if not is_joined(title, s, GERMAN, h):
        return OUT_OF_SUPPLY
    return ATTENUATED if title.east[h] and heeds_line(s, u) else REGULAR


def is_regular_place(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """8.2, 8.4: a place in regular supply, at which units may enter."""
    return is_joined(title, s, GERMAN, h) and (not title.east[h] or pause_served(s))


# -- 7.8 to 7.11: the Soviets -----------------------------------------------------------------------------------------


def soviet_local(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """5.6, 7.10, 7.11: everybody under Directive No. 3; then the ports, and Oranienbaum by way of Leningrad."""
    if s.directive or h in title.ports:
        return True
    return h == title.oranienbaum and leningrad_feeds(title, s)


def leningrad_feeds(title: LandWithoutEnd, s: LandState) -> bool:
    h = title.leningrad
    return h >= 0 and controller(s, h) == SOVIET and is_joined(title, s, SOVIET, h)


def forget(s: LandState) -> None:
    """Something has changed that every line may feel."""
    for key in (*SUPPLY, LINES):
        s.cache.pop(key, None)
