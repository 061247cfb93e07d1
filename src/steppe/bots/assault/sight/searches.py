"""Compiled searches for bots: how far everything is from everybody, and where an enemy could break in.

Tables and conventions are those of ``steppe.searches``; each has a plain twin in the tests, too.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steppe.searches import Numbers, put

FAR = 600
"""Farther than anything on any map."""

Field = NDArray[np.int16]


@njit(cache=True)
def spread(
    starts: Numbers,
    offsets: Numbers,
    neighbours: Numbers,
    cost: Numbers,
    extra: Numbers,
    backward: int,
    dist: Numbers,
    via: Numbers,
) -> None:
    """The cost of the cheapest way from the nearest start to every hex, or from every hex to the nearest start.

    ``extra`` is paid on entering a hex, besides the cost of terrain; ``via`` is the hex before (or after) on that way.
    """
    size = dist.size
    head = np.full(FAR + 1, -1, np.int32)
    room = 6 * size + starts.size + 1
    entry_hex = np.empty(room, np.int16)
    entry_next = np.empty(room, np.int32)
    entries = 0
    dist[:] = FAR
    via[:] = -1
    for i in range(starts.size):
        h, c = starts[i], offsets[i]
        if c < dist[h]:
            dist[h] = c
            entries = put(h, c, entries, entry_hex, entry_next, head)
    for c in range(FAR):
        entry = head[c]
        while entry >= 0:
            h = entry_hex[entry]
            entry = entry_next[entry]
            if dist[h] != c:
                continue
            for d in range(6):
                n = neighbours[h, d]
                if n < 0:
                    continue
                price = cost[n, (d + 3) % 6] if backward else cost[h, d]
                if price == 0:
                    continue
                total = c + price + (extra[h] if backward else extra[n])
                if total >= dist[n] or total > FAR or entries >= room:
                    continue
                dist[n] = total
                via[n] = h
                entries = put(n, total, entries, entry_hex, entry_next, head)


@njit(cache=True)
def intrude(
    starts: Numbers,
    budgets: Numbers,
    side: int,
    zoc_stops: int,
    neighbours: Numbers,
    cost: Numbers,
    top: Numbers,
    unit_side: Numbers,
    zoc: Numbers,
    out: Numbers,
) -> None:
    """The most MP that any unit of a side could have left in each hex after its next move; -1 where none can get."""
    size = out.size
    most = 0
    for b in budgets:
        most = max(most, b)
    head = np.full(most + 1, -1, np.int32)
    room = 12 * size + 6 * starts.size + 1
    entry_hex = np.empty(room, np.int16)
    entry_next = np.empty(room, np.int32)
    entries = 0
    out[:] = -1
    for i in range(starts.size):
        h = starts[i]
        stopped = zoc_stops and zoc[h] > 0
        for d in range(6):
            n = neighbours[h, d]
            if n < 0 or cost[h, d] == 0 or (stopped and zoc[n] > 0):
                continue
            left = budgets[i] - cost[h, d]
            if left < 0 or left <= out[n] or (top[n] >= 0 and unit_side[top[n]] != side):
                continue
            out[n] = left
            entries = put(n, left, entries, entry_hex, entry_next, head)
    for left in range(most, 0, -1):
        entry = head[left]
        while entry >= 0:
            h = entry_hex[entry]
            entry = entry_next[entry]
            if out[h] != left or (zoc_stops and zoc[h] > 0):
                continue
            for d in range(6):
                n = neighbours[h, d]
                if n < 0 or cost[h, d] == 0 or entries >= room:
                    continue
                rest = left - cost[h, d]
                if rest < 0 or rest <= out[n] or (top[n] >= 0 and unit_side[top[n]] != side):
                    continue
                out[n] = rest
                entries = put(n, rest, entries, entry_hex, entry_next, head)


@njit(cache=True)
def flow(source: int, sink: int, first: Numbers, arcs: Numbers, head: Numbers, room: Numbers) -> int:
    """The greatest flow from a source to a sink; thousands are asked for in a turn, each too small for a library's.

    ``arcs[first[n]:first[n + 1]]`` are the arcs that leave a node, ``head`` is where each leads to, ``room`` what it
    can carry yet; arcs come in pairs, each with its way back beside it (``arc ^ 1``). ``room`` is used up.
    """
    nodes = first.size - 1
    reached_by = np.empty(nodes, np.int32)
    queue = np.empty(nodes, np.int32)
    total = 0
    while True:
        reached_by[:] = -1
        reached_by[source] = -2
        queue[0], begin, end = source, 0, 1
        while begin < end and reached_by[sink] == -1:
            n = queue[begin]
            begin += 1
            for i in range(first[n], first[n + 1]):
                arc = arcs[i]
                if room[arc] > 0 and reached_by[head[arc]] == -1:
                    reached_by[head[arc]] = arc
                    queue[end] = head[arc]
                    end += 1
        if reached_by[sink] == -1:
            return total
        n = sink
        while n != source:
            arc = reached_by[n]
            room[arc] -= 1
            room[arc ^ 1] += 1
            n = head[arc ^ 1]
        total += 1
