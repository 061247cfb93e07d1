"""Plain twins of the compiled searches of Land Without End; see ``tests/twins.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steppe.titles.lwe.plain import PlainLines
from steppe.titles.lwe.supply import CUT, SUPPLIED, UNDECIDED

NATIONS = 8
GERMANS = 0


class RoadLines(NamedTuple):
    working: set[int]
    nearest: dict[int, int]
    joined: list[int]
    """By hex: CUT, SUPPLIED or UNDECIDED."""


def nations_of(bits: int) -> set[int]:
    return {nation for nation in range(NATIONS) if bits >> nation & 1}


def close_to_strangers(
    units: Sequence[int],
    place: Sequence[int],
    nation: Sequence[int],
    foot: Sequence[int],
    own: int,
    on_foot: int,
) -> set[int]:
    """The hexes in which a group would stand with a nation that it may not stand with."""
    closed = set()
    for h in {place[u] for u in units if place[u] >= 0}:
        there = [u for u in units if place[u] == h]
        together = nations_of(own).union(*(nations_of(nation[u]) for u in there))
        all_mechanized = not on_foot and not any(foot[u] for u in there)
        if len(together) > 1 and not (len(together - {GERMANS}) == 1 and all_mechanized):
            closed.add(h)
    return closed


def road_lines(lines: PlainLines) -> RoadLines:
    """What the compiled search can tell: it leaves open whether a longer line leads to the nearest road."""
    working, nearest = lines.working(), lines.nearest()
    to_edge, to_road = lines.within_reach(lines.sources), lines.within_reach(working)
    joined = [CUT] * len(lines.around)
    for h, length in to_road.items():
        joined[h] = SUPPLIED if lines.any_road or length == nearest[h] else UNDECIDED
    for h in to_edge:
        joined[h] = SUPPLIED
    return RoadLines(working, nearest, joined)


def highest(numbers: Sequence[int]) -> int:
    return max(numbers)
