"""Compiled searches that know the family's rules: marches, supply that enemies bar, stacks. Each has a plain twin in
the tests."""

from __future__ import annotations

from numba import njit

from steppe.searches import Numbers, begin, put


@njit(cache=True)
def march(
    start: int,
    allowance: int,
    weight: int,
    side: int,
    stops: bool,
    neighbours: Numbers,
    cost: Numbers,
    top: Numbers,
    unit_side: Numbers,
    load: Numbers,
    limit: Numbers,
    zoc: Numbers,
    within: Numbers,
    spent: Numbers,
    parent: Numbers,
    reached: Numbers,
    entry_hex: Numbers,
    entry_next: Numbers,
    head: Numbers,
) -> int:
    """Every hex that a group can move to, cheapest first; returns how many (buckets of equal cost, after Dial).

    A hex is closed if an enemy is in it or if the group would overstack it, at every instant of the move: any number
    may pass one after another [traffic]. A ZOC is left only for a hex that has none [leaving zoc]. ``within`` marks the
    hexes that the move may use at all.
    """
    entries = begin(start, allowance, spent, parent, entry_hex, entry_next, head)
    count = 0
    for c in range(allowance + 1):
        entry = head[c]
        while entry >= 0:
            h = entry_hex[entry]
            entry = entry_next[entry]
            if spent[h] != c:
                continue
            reached[count] = h
            count += 1
            in_zoc = stops and zoc[h] > 0
            if in_zoc and h != start:
                continue
            for d in range(6):
                n = neighbours[h, d]
                price = cost[h, d]
                if n < 0 or price == 0 or within[n] == 0:
                    continue
                total = c + price
                if total > allowance or (spent[n] >= 0 and spent[n] <= total):
                    continue
                if in_zoc and zoc[n] > 0:
                    continue
                occupant = top[n]
                if occupant >= 0 and (unit_side[occupant] != side or load[n] + weight > limit[n]):
                    continue
                spent[n] = total
                parent[n] = h
                entries = put(n, total, entries, entry_hex, entry_next, head)
    return count


@njit(cache=True)
def passable(
    side: int,
    zoc_blocks: int,
    top: Numbers,
    unit_side: Numbers,
    control: Numbers,
    city: Numbers,
    zoc: Numbers,
    out: Numbers,
) -> None:
    """Where a side's supply lines may go: no enemy unit, no enemy city, no enemy ZOC that no friend cancels."""
    for h in range(top.size):
        occupant = top[h]
        if occupant >= 0:
            out[h] = unit_side[occupant] == side and (city[h] == 0 or control[h] & 1 == side)
        else:
            out[h] = (city[h] == 0 or control[h] & 1 == side) and (zoc_blocks == 0 or zoc[h] == 0)


@njit(cache=True)
def shift(
    u: int, start: int, end: int, under: int, points: int, exerts: int, array: Numbers, at: Numbers, zoc_into: Numbers
) -> None:
    """Take a unit from the stack in one hex and put it on that in another, or ``under`` its top; below 0: off the map.

    ``at`` says where hex, below, top, load and zoc begin in the state's array.
    """
    place, below, top, load, zoc = at[0], at[1], at[2], at[3], at[4]
    if start >= 0:
        if array[top + start] == u:
            array[top + start] = array[below + u]
        else:
            above = array[top + start]
            while array[below + above] != u:
                above = array[below + above]
            array[below + above] = array[below + u]
        array[below + u] = -1
        array[load + start] -= points
        if exerts:
            for d in range(6):
                n = zoc_into[start, d]
                if n >= 0:
                    array[zoc + n] -= 1
    if end >= 0:
        first = array[top + end]
        if under:
            array[below + u] = array[below + first]
            array[below + first] = u
        else:
            array[below + u] = first
            array[top + end] = u
        array[place + u] = end
        array[load + end] += points
        if exerts:
            for d in range(6):
                n = zoc_into[end, d]
                if n >= 0:
                    array[zoc + n] += 1


@njit(cache=True)
def add_where(flags: Numbers, has: int, more: int) -> None:
    """Give every number that has a bit some more bits."""
    for i in range(flags.size):
        if flags[i] & has:
            flags[i] |= more


@njit(cache=True)
def marked(flags: Numbers, has: int, place: Numbers, out: Numbers) -> int:
    """The units on the map that wear a flag, written into ``out``; returns how many."""
    count = 0
    for i in range(flags.size):
        if flags[i] & has and place[i] >= 0:
            out[count] = i
            count += 1
    return count


@njit(cache=True)
def in_contact(
    units: Numbers, side: int, place: Numbers, top: Numbers, unit_side: Numbers, neighbours: Numbers, out: Numbers
) -> int:
    """Those of some units of a side that have an enemy next to them, written into ``out``; returns how many."""
    count = 0
    for u in units:
        h = place[u]
        if h >= 0:
            for d in range(6):
                n = neighbours[h, d]
                if n >= 0 and top[n] >= 0 and unit_side[top[n]] != side:
                    out[count] = u
                    count += 1
                    break
    return count
