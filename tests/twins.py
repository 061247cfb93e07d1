"""Plain twins of the compiled searches: the same questions, answered slowly with dictionaries and sets.

They share nothing with the compiled code but the meaning of its arguments, and return new values instead of filling
arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.integer[Any]]
"""A row with a number for each hex, or a table with one for each side of each."""
WORD = 64


def ways_out(h: int, neighbours: Numbers) -> list[tuple[int, int]]:
    """The sides of a hex that do not lie on the map's edge, with the hexes behind them."""
    return [(d, n) for d, n in enumerate(neighbours[h].tolist()) if n >= 0]


def entered_from(h: int, neighbours: Numbers, open_sides: Numbers, through: Numbers) -> set[int]:
    """The passable hexes behind the open sides of a hex."""
    return {n for d, n in ways_out(h, neighbours) if open_sides[h, d] and through[n]}


Buckets = dict[int, list[int]]
"""By cost, the hexes that were put there, the latest first."""


def put(buckets: Buckets, h: int, cost: int) -> int:
    """Add a hex to the bucket of a cost; returns how many hexes all buckets hold."""
    buckets[cost] = [h, *buckets.get(cost, [])]
    return sum(map(len, buckets.values()))


def begin(start: int) -> tuple[dict[int, int], Buckets]:
    """A range before its first step: what is spent by hex, and the buckets."""
    return {start: 0}, {0: [start]}


def reach(
    start: int, allowance: int, neighbours: Numbers, cost: Numbers, leave: Numbers, closed: Numbers, stops: Numbers
) -> dict[int, int]:
    """The hexes in reach with the fewest points each: improve every hex by its neighbours until nothing changes."""
    spent = {start: 0}
    changed = True
    while changed:
        changed = False
        for h in list(spent):
            for d, n in ways_out(h, neighbours):
                price = step_price(start, h, d, n, cost, leave, closed, stops)
                total = spent[h] + price
                if price and total <= allowance and total < spent.get(n, allowance + 1):
                    spent[n] = total
                    changed = True
    return spent


def step_price(
    start: int, h: int, d: int, n: int, cost: Numbers, leave: Numbers, closed: Numbers, stops: Numbers
) -> int:
    """What a step costs somebody who began in ``start``; 0 if it may not be made."""
    held = stops[h] and h != start
    if held or closed[n] or cost[h, d] == 0:
        return 0
    return int(cost[h, d]) + int(leave[h])


def flood(sources: Iterable[int], neighbours: Numbers, open_sides: Numbers, through: Numbers) -> set[int]:
    """The hexes joined to a source: grow the set by a ring until it grows no more."""
    joined = {int(h) for h in sources if through[h]}
    while True:
        ring = {n for h in joined for n in entered_from(h, neighbours, open_sides, through)} - joined
        if not ring:
            return joined
        joined |= ring


flood_rows = flood
"""The same question; only the compiled code has two ways to answer it."""


def bits_of(word: int) -> set[int]:
    return {bit for bit in range(WORD) if word >> bit & 1}


def word_of(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)


def moved(word: int, shift: int) -> int:
    """Every bit so many places farther up; what leaves the word is lost."""
    return word_of({bit + shift for bit in bits_of(word)} & set(range(WORD)))


def along(water: int, channel: int, shift: int) -> int:
    """Every wet bit runs on up the word, or down, one bit after the other until the channel ends."""
    wet, bed = bits_of(water), bits_of(channel)
    step = 1 if shift > 0 else -1
    for bit in bits_of(water):
        ahead = bit + step
        while ahead in bed:
            wet.add(ahead)
            ahead += step
    return word_of(wet)


def trace(start: int, goal: Numbers, neighbours: Numbers, open_sides: Numbers, through: Numbers) -> int:
    """How many hexes the shortest line has from a hex to a goal, both counted; 0 if there is none."""
    seen = {start}
    edge = {start}
    length = 1
    while edge:
        if any(goal[h] for h in edge):
            return length
        edge = {n for h in edge for n in entered_from(h, neighbours, open_sides, through)} - seen
        seen |= edge
        length += 1
    return 0


def spread_within(
    sources: Iterable[int], limit: int, neighbours: Numbers, open_sides: Numbers, through: Numbers
) -> dict[int, int]:
    """The hexes no farther than the limit from a source, each with its distance: ring after ring."""
    found: dict[int, int] = {}
    ring = {int(h) for h in sources if through[h]}
    for away in range(limit + 1):
        found |= dict.fromkeys(ring, away)
        ring = {n for h in ring for n in entered_from(h, neighbours, open_sides, through)} - set(found)
    return found


def spread_freely(sources: Iterable[int], limit: int, neighbours: Numbers) -> dict[int, int]:
    """The same over every side and through every hex."""
    everywhere = np.ones(neighbours.shape, np.uint8)
    return spread_within(sources, limit, neighbours, everywhere, everywhere[:, 0])


def meets(start: int, limit: int, wanted: Numbers, neighbours: Numbers, open_sides: Numbers, through: Numbers) -> bool:
    """Whether some wanted hex can be come to in so many steps; the start itself need not be passable."""
    here = {start}
    for _ in range(limit):
        here |= {n for h in here for n in entered_from(h, neighbours, open_sides, through)}
    return any(wanted[h] for h in here)
