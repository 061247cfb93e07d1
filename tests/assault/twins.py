"""Plain twins of the searches that know the family's rules; see ``tests/twins.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.twins import Numbers, ways_out

NOBODY = OFF = -1
Stacks = Mapping[int, tuple[int, ...]]
"""By hex, its units from the top down; hexes without units are left out."""


class Group(NamedTuple):
    """Who moves, and by which rules."""

    start: int
    allowance: int
    weight: int
    side: int
    stops: bool
    """Whether enemy zones of control stop him."""


def march(
    group: Group,
    neighbours: Numbers,
    cost: Numbers,
    top: Numbers,
    unit_side: Numbers,
    load: Numbers,
    limit: Numbers,
    zoc: Numbers,
    within: Numbers,
) -> dict[int, int]:
    """The hexes in reach with the fewest MP each: improve every hex by its neighbours until nothing changes."""
    spent = {group.start: 0}
    changed = True
    while changed:
        changed = False
        for h in list(spent):
            for d, n in ways_out(h, neighbours):
                total = spent[h] + int(cost[h, d])
                if cost[h, d] == 0 or total > group.allowance or spent.get(n, total + 1) <= total:
                    continue
                if may_step(group, h, n, top, unit_side, load, limit, zoc, within):
                    spent[n] = total
                    changed = True
    return spent


def may_step(
    group: Group,
    h: int,
    n: int,
    top: Numbers,
    unit_side: Numbers,
    load: Numbers,
    limit: Numbers,
    zoc: Numbers,
    within: Numbers,
) -> bool:
    """Whether a group that stands in ``h`` may go on to ``n``, its cost aside."""
    if not within[n]:
        return False
    if top[n] != NOBODY and unit_side[top[n]] != group.side:
        return False
    if top[n] != NOBODY and load[n] + group.weight > limit[n]:
        return False
    if not (group.stops and zoc[h]):
        return True
    return h == group.start and not zoc[n]


def passable(
    side: int, zoc_blocks: int, top: Numbers, unit_side: Numbers, control: Numbers, city: Numbers, zoc: Numbers
) -> set[int]:
    """The hexes that a side's supply lines may enter; the lowest bit of ``control`` says whose a hex is."""
    every = set(range(len(top)))
    friends = {h for h in every if top[h] != NOBODY and unit_side[top[h]] == side}
    enemies = {h for h in every if top[h] != NOBODY and unit_side[top[h]] != side}
    enemy_cities = {h for h in every if city[h] and control[h] % 2 != side}
    watched = {h for h in every if zoc_blocks and zoc[h]} - friends
    return every - enemies - enemy_cities - watched


def shift(u: int, end: int, under: bool, stacks: Stacks) -> dict[int, tuple[int, ...]]:
    """The stacks when a unit has left its own and lies on top of another, or second in it; it may leave the map."""
    left = {h: tuple(v for v in stack if v != u) for h, stack in stacks.items()}
    if end != OFF:
        stack = left.get(end, ())
        left[end] = (stack[0], u, *stack[1:]) if under else (u, *stack)
    return {h: stack for h, stack in left.items() if stack}


def below(stacks: Stacks, units: int) -> list[int]:
    """By unit, the next one down."""
    found = [NOBODY] * units
    for stack in stacks.values():
        for upper, lower in pairwise(stack):
            found[upper] = lower
    return found


def tops(stacks: Stacks, size: int) -> list[int]:
    return [stacks[h][0] if h in stacks else NOBODY for h in range(size)]


def loads(stacks: Stacks, points: Sequence[int], size: int) -> list[int]:
    return [sum(points[u] for u in stacks.get(h, ())) for h in range(size)]


def zones(stacks: Stacks, exerts: Sequence[bool], zoc_into: Numbers) -> list[int]:
    """By hex, how many units exert a zone of control into it."""
    found = [0] * len(zoc_into)
    for h, stack in stacks.items():
        for n in zoc_into[h].tolist():
            if n >= 0:
                found[n] += sum(exerts[u] for u in stack)
    return found


def add_where(flags: Sequence[int], has: int, more: int) -> list[int]:
    return [number | more if number & has else number for number in flags]


def marked(flags: Sequence[int], has: int, place: Sequence[int]) -> list[int]:
    return [u for u, number in enumerate(flags) if number & has and place[u] >= 0]


def in_contact(
    units: Sequence[int], side: int, place: Numbers, top: Numbers, unit_side: Numbers, neighbours: Numbers
) -> list[int]:
    """Those of the units whose hex has a neighbour on whose top an enemy lies."""
    enemy_hexes = {h for h in range(len(top)) if top[h] != NOBODY and unit_side[top[h]] != side}
    return [u for u in units if place[u] >= 0 and enemy_hexes & {n for _, n in ways_out(place[u], neighbours)}]
