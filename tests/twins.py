"""Plain twins of the compiled searches: the same questions, answered slowly with dictionaries and sets.

They share nothing with the compiled code but the meaning of its arguments, and return new values instead of filling
arrays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from steppe.searches import ZOC_STOPS

Table = Sequence[Sequence[int]] | Any
Row = Sequence[int] | Any


def ways_out(h: int, neighbours: Table) -> list[tuple[int, int]]:
    """The sides of a hex that do not lie on the map's edge, with the hexes behind them."""
    return [(d, int(n)) for d, n in enumerate(neighbours[h]) if n >= 0]


def may_step(
    start: int,
    h: int,
    n: int,
    weight: int,
    side: int,
    zoc_rule: int,
    top: Row,
    unit_side: Row,
    load: Row,
    limit: Row,
    zoc: Row,
    within: Row,
) -> bool:
    """Whether a group that began in ``start`` and stands in ``h`` may go on to ``n``, its cost aside."""
    if not within[n]:
        return False
    if top[n] >= 0:
        if unit_side[top[n]] != side:
            return False
        if load[n] + weight > limit[n]:
            return False
    if zoc_rule != ZOC_STOPS:
        return True
    if zoc[h] and h != start:
        return False
    return not (zoc[h] and zoc[n])


def reach(
    start: int,
    allowance: int,
    weight: int,
    side: int,
    zoc_rule: int,
    neighbours: Table,
    cost: Table,
    top: Row,
    unit_side: Row,
    load: Row,
    limit: Row,
    zoc: Row,
    within: Row,
) -> dict[int, int]:
    """The hexes in reach with the fewest MP each: improve every hex by its neighbours until nothing changes."""
    spent = {start: 0}
    changed = True
    while changed:
        changed = False
        for h in list(spent):
            for d, n in ways_out(h, neighbours):
                total = spent[h] + int(cost[h][d])
                if cost[h][d] == 0 or total > allowance or spent.get(n, allowance + 1) <= total:
                    continue
                if may_step(start, h, n, weight, side, zoc_rule, top, unit_side, load, limit, zoc, within):
                    spent[n] = total
                    changed = True
    return spent


def passable(side: int, zoc_blocks: int, top: Row, unit_side: Row, control: Row, city: Row, zoc: Row) -> set[int]:
    """The hexes that a side's supply lines may enter; the lowest bit of ``control`` says whose a hex is."""
    every = set(range(len(top)))
    friends = {h for h in every if top[h] >= 0 and unit_side[top[h]] == side}
    enemies = {h for h in every if top[h] >= 0 and unit_side[top[h]] != side}
    enemy_cities = {h for h in every if city[h] and control[h] & 1 != side}
    watched = {h for h in every if zoc_blocks and zoc[h]} - friends
    return every - enemies - enemy_cities - watched


def flood(sources: Collection[int], neighbours: Table, open_sides: Table, through: Row) -> set[int]:
    """The hexes joined to a source: grow the set by a ring until it grows no more."""
    joined = {int(h) for h in sources if through[h]}
    while True:
        ring = {n for h in joined for d, n in ways_out(h, neighbours) if open_sides[h][d] and through[n]} - joined
        if not ring:
            return joined
        joined |= ring


def trace(start: int, goal: Row, neighbours: Table, open_sides: Table, through: Row) -> int:
    """How many hexes the shortest line has from a hex to a goal, both counted; 0 if there is none."""
    seen = {start}
    edge = {start}
    length = 1
    while edge:
        if any(goal[h] for h in edge):
            return length
        edge = {n for h in edge for d, n in ways_out(h, neighbours) if open_sides[h][d] and through[n]} - seen
        seen |= edge
        length += 1
    return 0


def spread_within(
    sources: Collection[int], limit: int, neighbours: Table, open_sides: Table, through: Row
) -> dict[int, int]:
    """The hexes no farther than the limit from a source, each with its distance: ring after ring."""
    found: dict[int, int] = {}
    ring = {int(h) for h in sources if through[h]}
    for away in range(limit + 1):
        found |= dict.fromkeys(ring, away)
        beyond = {n for h in ring for d, n in ways_out(h, neighbours) if open_sides[h][d] and through[n]}
        ring = beyond - set(found)
    return found


def meets(start: int, limit: int, wanted: Row, neighbours: Table, open_sides: Table, through: Row) -> bool:
    """Whether some wanted hex can be come to in so many steps; the start itself need not be passable."""
    here = {start}
    for _ in range(limit):
        here |= {n for h in here for d, n in ways_out(h, neighbours) if open_sides[h][d] and through[n]}
    return any(wanted[h] for h in here)
