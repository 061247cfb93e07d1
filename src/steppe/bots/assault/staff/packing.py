"""Set packing: the best set of attacks in which no unit fights twice and no hex is overfull.

A whole front at once would be slow and fragile; windows of about twenty neighbouring targets lose next to nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

WINDOW = 20
"""Targets that are settled together."""


class PlannedAssault(NamedTuple):
    """An attack in mind: on which hex, by whom from where, and what it is worth."""

    value: float
    target: int
    places: tuple[tuple[int, int], ...]
    """Units with the hexes that they attack from."""

    @property
    def units(self) -> tuple[int, ...]:
        return tuple(u for u, _ in self.places)


def pack(
    assaults: Sequence[PlannedAssault], points: Sequence[int], room: Callable[[int], int], place: Callable[[int], float]
) -> list[PlannedAssault]:
    """The best set of assaults, the best first.

    ``points`` are the stacking points of every unit, ``room`` what a hex can hold, ``place`` orders the targets along
    the front.
    """
    by_target: dict[int, list[PlannedAssault]] = {}
    for planned in assaults:
        by_target.setdefault(planned.target, []).append(planned)
    targets = sorted(by_target, key=lambda h: (place(h), h))
    chosen: list[PlannedAssault] = []
    busy: set[int] = set()
    taken: dict[int, int] = {}
    for i in range(0, len(targets), WINDOW):
        window = [s for h in targets[i : i + WINDOW] for s in by_target[h] if busy.isdisjoint(s.units)]
        for planned in solve(window, points, lambda h: room(h) - taken.get(h, 0)):
            chosen.append(planned)
            busy.update(planned.units)
            for u, h in planned.places:
                taken[h] = taken.get(h, 0) + points[u]
    return sorted(chosen, key=lambda s: (-s.value, s.target))


def solve(
    assaults: Sequence[PlannedAssault], points: Sequence[int], room: Callable[[int], int]
) -> list[PlannedAssault]:
    """One window, to the optimum."""
    if not assaults:
        return []
    rows: dict[tuple[str, int], int] = {}
    limits: list[float] = []
    entries: dict[tuple[int, int], float] = {}

    def use(kind: str, key: int, column: int, amount: float, limit: float) -> None:
        row = rows.setdefault((kind, key), len(rows))
        if row == len(limits):
            limits.append(limit)
        entries[row, column] = entries.get((row, column), 0.0) + amount

    for column, planned in enumerate(assaults):
        use("target", planned.target, column, 1, 1)
        for u, h in planned.places:
            use("unit", u, column, 1, 1)
            use("hex", h, column, points[u], max(room(h), 0))
    index = np.array(list(entries), np.int32)
    matrix = coo_array((np.array(list(entries.values())), (index[:, 0], index[:, 1])), shape=(len(rows), len(assaults)))
    worth = np.array([-planned.value for planned in assaults])
    found = milp(
        worth,
        integrality=np.ones(len(assaults)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix.tocsr(), ub=np.array(limits)),
        options={"mip_rel_gap": 1e-4, "node_limit": 200},
    )
    if found.x is None:
        return by_value(assaults, points, room)
    return [planned for planned, x in zip(assaults, found.x, strict=True) if x > 0.5]


def by_value(
    assaults: Sequence[PlannedAssault], points: Sequence[int], room: Callable[[int], int]
) -> list[PlannedAssault]:
    """The plain way where the solver gives up: the best first, then whatever is left for the others."""
    chosen: list[PlannedAssault] = []
    busy: set[int] = set()
    hit: set[int] = set()
    taken: Counter[int] = Counter()
    for planned in sorted(assaults, key=lambda s: (-s.value, s.target)):
        load = Counter[int]()
        for u, h in planned.places:
            load[h] += points[u]
        fits = all(taken[h] + more <= room(h) for h, more in load.items())
        if fits and planned.target not in hit and busy.isdisjoint(planned.units):
            chosen.append(planned)
            hit.add(planned.target)
            busy.update(planned.units)
            taken += load
    return chosen
