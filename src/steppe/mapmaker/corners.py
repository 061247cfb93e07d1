"""The corners of the hexes as a graph whose edges are hexsides: where rivers and shores are laid."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steppe.hexgrid import HexGrid

Side = tuple[int, int]
"""A hexside: the ids of its two hexes, the smaller first."""


@dataclass(frozen=True)
class Step:
    """One way along a hexside: to which corner, and which hex lies on the left and on the right hand."""

    to: int
    left: int
    right: int

    @property
    def side(self) -> Side:
        return min(self.left, self.right), max(self.left, self.right)


class Corners:
    """Corner ids, their places, and the hexsides between two hexes of the map that join them.

    The outer rim of the map is left out: a side with a single hex can be crossed by nobody.
    """

    def __init__(self, grid: HexGrid) -> None:
        ids: dict[tuple[int, int], int] = {}
        places: list[tuple[float, float]] = []

        def corner(h: int, k: int) -> int:
            x, y = grid.corner(h, k % 6)
            key = round(float(x) * 1000), round(float(y) * 1000)
            for nearby in ((key[0] + i, key[1] + j) for i in (0, -1, 1) for j in (0, -1, 1)):
                if nearby in ids:
                    return ids[nearby]
            ids[key] = len(places)
            places.append((float(x), float(y)))
            return ids[key]

        self.grid = grid
        self.steps: dict[int, list[Step]] = {}
        self.ends: dict[Side, tuple[int, int]] = {}
        for h in range(grid.size):
            for direction, other in grid.adjacent(h):
                # Corners run clockwise, so the hex itself is on the right hand.
                a, b = corner(h, direction), corner(h, direction + 1)
                self.steps.setdefault(a, []).append(Step(b, other, h))
                self.ends[min(h, other), max(h, other)] = (min(a, b), max(a, b))
        self.places: NDArray[np.float64] = np.array(places).reshape(-1, 2)

    def nearest(self, point: NDArray[np.float64], among: Iterable[int] | None = None) -> tuple[int, float]:
        """The nearest corner (that has a side) and its distance."""
        candidates = np.array(sorted(self.steps if among is None else among))
        distance = np.hypot(*(self.places[candidates] - point).T)
        k = int(np.argmin(distance))
        return int(candidates[k]), float(distance[k])

    def path(
        self, start: int, goals: Collection[int], cost: Callable[[int, Step], float | None]
    ) -> list[tuple[int, Step]] | None:
        """The cheapest way from a corner to any of the goals, as (corner, step) pairs; None if there is none."""
        best = {start: 0.0}
        came: dict[int, tuple[int, Step]] = {}
        queue = [(0.0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here in goals:
                way: list[tuple[int, Step]] = []
                while here != start:
                    way.append(came[here])
                    here = came[here][0]
                return way[::-1]
            if spent > best[here]:
                continue
            for step in self.steps.get(here, ()):
                price = cost(here, step)
                if price is not None and spent + price < best.get(step.to, np.inf) - 1e-12:
                    best[step.to] = spent + price
                    came[step.to] = here, step
                    heapq.heappush(queue, (spent + price, step.to))
        return None


def to_line(points: NDArray[np.float64], line: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distance of each point to a polyline."""
    if len(line) == 1:
        return np.asarray(np.hypot(*(points - line[0]).T))
    a, b = line[:-1], line[1:]
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-18)
    t = np.clip(((points[:, None] - a) * along).sum(axis=2) / length, 0, 1)
    foot = a + t[..., None] * along
    return np.asarray(np.hypot(*(points[:, None] - foot).transpose(2, 0, 1)).min(axis=1))


def hand_of(point: NDArray[np.float64], line: NDArray[np.float64]) -> str:
    """On which hand of a polyline a point lies, left or right, going along it (y grows to the south)."""
    a, b = line[:-1], line[1:]
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-18)
    t = np.clip(((point - a) * along).sum(axis=1) / length, 0, 1)
    foot = a + t[:, None] * along
    k = int(np.argmin(np.hypot(*(point - foot).T)))
    if k > 0 and t[k] == 0.0:
        # At a bend the nearest foot is a corner of the line; the mean direction decides.
        along[k] = along[k] / np.sqrt(length[k]) + along[k - 1] / np.sqrt(length[k - 1])
    cross = along[k, 0] * (point[1] - foot[k, 1]) - along[k, 1] * (point[0] - foot[k, 0])
    return "right" if cross > 0 else "left"
