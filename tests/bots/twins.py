"""Plain twins of the bots' compiled searches; see ``tests/twins.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from steppe.bots.assault.sight.searches import FAR
from tests.twins import Numbers, ways_out

NOBODY = -1
Arcs = Mapping[tuple[int, int], int]
"""What can be carried from one node to another."""


def spread(
    offsets: Iterable[tuple[int, int]], neighbours: Numbers, cost: Numbers, extra: Numbers, backward: bool
) -> dict[int, int]:
    """The cheapest way to or from every hex that has one, of starts with what each has to pay beforehand."""
    dist: dict[int, int] = {}
    for h, offset in offsets:
        dist[h] = min(offset, dist.get(h, offset))
    changed = True
    while changed:
        changed = False
        for h in list(dist):
            for d, n in ways_out(h, neighbours):
                price = way_price(h, d, n, cost, extra, backward)
                if price and dist[h] + price < dist.get(n, FAR):
                    dist[n] = dist[h] + price
                    changed = True
    return dist


def way_price(h: int, d: int, n: int, cost: Numbers, extra: Numbers, backward: bool) -> int:
    """What the step from a hex to its neighbour costs, or backward the step from there to it; 0 if it is closed."""
    price, entered = (cost[n, (d + 3) % 6], h) if backward else (cost[h, d], n)
    return int(price) + int(extra[entered]) if price else 0


def intrude(
    budgets: Iterable[tuple[int, int]],
    side: int,
    zoc_stops: bool,
    neighbours: Numbers,
    cost: Numbers,
    top: Numbers,
    unit_side: Numbers,
    zoc: Numbers,
) -> dict[int, int]:
    """The most MP that any unit of a side, each with its hex and budget, can have left where it ends a move."""
    enemies = {h for h in range(len(top)) if top[h] != NOBODY and unit_side[top[h]] != side}
    zones = {h for h in range(len(zoc)) if zoc_stops and zoc[h]}
    most: dict[int, int] = {}
    for start, budget in budgets:
        left = {start: budget}
        changed = True
        while changed:
            changed = False
            for h in [h for h in left if h == start or h not in zones]:
                for d, n in ways_out(h, neighbours):
                    rest = left[h] - int(cost[h, d])
                    if cost[h, d] == 0 or rest < 0 or n in enemies or (h in zones and n in zones):
                        continue
                    if rest > left.get(n, -1):
                        left[n] = rest
                        changed = True
                    most[n] = max(rest, most.get(n, rest))
    return most


def flow(source: int, sink: int, nodes: int, arcs: Arcs) -> int:
    """The greatest flow is the smallest cut: of all sets with the source and without the sink, what leads out."""
    others = [n for n in range(nodes) if n not in (source, sink)]
    sets = [{source, *some} for size in range(len(others) + 1) for some in combinations(others, size)]
    return min(sum(room for (a, b), room in arcs.items() if a in some and b not in some) for some in sets)
