"""Compiled searches of Land Without End: nations that keep apart, lines along the Rollbahnen. Each has a plain twin
in the tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from steppe.searches import Numbers, flood, spread_within


@njit(cache=True)
def close_to_strangers(
    units: Numbers, place: Numbers, nation: Numbers, foot: Numbers, own: int, on_foot: int, work: Numbers, out: Numbers
) -> None:
    """Close the hexes whose units may not stack with a group: nation 0 mixes with the mechanized of one other.

    ``nation`` is a bit for each unit, ``own`` the bits of the group; ``foot`` marks who never mixes.
    """
    for i in range(units.size):
        h = place[units[i]]
        if h >= 0:
            work[h] = 0
    for i in range(units.size):
        u = units[i]
        h = place[u]
        if h >= 0:
            work[h] |= nation[u] | (foot[u] << 8)
    for i in range(units.size):
        h = place[units[i]]
        if h >= 0:
            bits = (work[h] & 255) | own
            if bits & (bits - 1) != 0:
                others = bits & ~1
                if others & (others - 1) != 0 or work[h] >> 8 != 0 or on_foot != 0:
                    out[h] = 0


@njit(cache=True)
def road_lines(
    sources: Numbers,
    limit: int,
    neighbours: Numbers,
    open_sides: Numbers,
    road_sides: Numbers,
    road: Numbers,
    through: Numbers,
    control: Numbers,
    any_road: bool,
    working: Numbers,
    nearest: Numbers,
    out: Numbers,
) -> Any:
    """Lines of the first side that are limited off the roads: 1 joined, 0 not, 2 if it hangs on which road is nearest.

    ``working`` gets the road hexes joined to a source along the road, which are returned as a list as well;
    ``nearest`` how far the next road hex of the side is as the crow flies.
    """
    size = through.size
    queue = np.empty(size, np.int16)
    reached = np.empty(size, np.int16)
    mine = np.empty(size, np.uint8)
    on_road = np.empty(size, np.int16)
    for h in range(size):
        mine[h] = through[h] != 0 and control[h] & 1 == 0
    flood(sources, neighbours, road_sides, mine, queue, working)
    roads = np.empty(size, np.int16)
    number = own = 0
    for h in range(size):
        working[h] &= road[h]
        if working[h]:
            roads[number] = h
            number += 1
        if road[h] and control[h] & 1 == 0:
            on_road[own] = h
            own += 1
    spread_within(on_road[:own], limit, neighbours, None, None, queue, nearest)
    spread_within(sources, limit, neighbours, open_sides, through, queue, reached)
    for h in range(size):
        out[h] = reached[h] >= 0
    spread_within(roads[:number], limit, neighbours, open_sides, through, queue, reached)
    for h in range(size):
        if out[h] == 0 and reached[h] >= 0:
            out[h] = 1 if any_road or reached[h] == nearest[h] else 2
    return roads[:number].copy()


@njit(cache=True)
def highest(numbers: Numbers) -> int:
    found = numbers[0]
    for i in range(numbers.size):
        if numbers[i] > found:
            found = numbers[i]
    return int(found)
