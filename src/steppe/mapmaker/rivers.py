"""Rivers: their real courses put together from the layers, then laid along hexsides without gaps.

The public layers break rivers at every lake and give some stretches to the wrong name, so a river is defined by a few
points that it runs through; its course is the shortest way between them over all the lines there are.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.corners import Corners, Side, Step, hand_of, to_line
from steppe.mapmaker.project import hex_of

Points = NDArray[np.float64]
CORRIDOR = 1.1
"""How far a laid river may stray from its true course, in hexes."""
JOINT = 0.3
"""Ends of lines this near to another line belong together."""
MERGE = 0.35
"""Sides that already carry water are this much cheaper, so that confluences merge instead of running abreast."""
ON_THE_BANK = 0.15
"""Nearer than this to the true course a place has no bank of its own unless the recipe says so."""


class Network:
    """All lines of the layers as one graph, to be walked from point to point."""

    def __init__(self, lines: Iterable[Points]) -> None:
        points: list[Points] = []
        self.links: dict[int, list[tuple[int, float]]] = {}
        ends: list[int] = []
        count = 0
        for line in lines:
            points.append(line)
            for k in range(len(line) - 1):
                self._join(count + k, count + k + 1, float(np.hypot(*(line[k + 1] - line[k]))))
            ends += [count, count + len(line) - 1]
            count += len(line)
        self.points: Points = np.vstack(points) if points else np.zeros((0, 2))
        for end in ends:
            distance = np.hypot(*(self.points - self.points[end]).T)
            for other in np.flatnonzero(distance < JOINT):
                if int(other) != end:
                    self._join(end, int(other), 3 * float(distance[other]) + 1e-6)

    def _join(self, a: int, b: int, length: float) -> None:
        self.links.setdefault(a, []).append((b, length))
        self.links.setdefault(b, []).append((a, length))

    def nearest(self, point: Points) -> tuple[int, float]:
        distance = np.hypot(*(self.points - point).T)
        k = int(np.argmin(distance))
        return k, float(distance[k])

    def course(self, through: Points) -> Points | None:
        """The line through the given points in their order; None if the layers do not join them."""
        stops = [self.nearest(p)[0] for p in through]
        whole = [stops[0]]
        for a, b in pairwise(stops):
            way = self._way(a, b)
            if way is None:
                return None
            whole += way[1:]
        return self.points[whole]

    def _way(self, start: int, goal: int) -> list[int] | None:
        best = {start: 0.0}
        came: dict[int, int] = {}
        queue = [(0.0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here == goal:
                way = [here]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            for there, length in self.links.get(here, ()):
                if spent + length < best.get(there, np.inf):
                    best[there] = spent + length
                    came[there] = here
                    heapq.heappush(queue, (spent + length, there))
        return None


@dataclass
class Laid:
    """A river on hexsides: its true course in the hex plane and the way along the corners."""

    name: str
    course: Points
    way: list[tuple[int, Step]] = field(default_factory=list)

    @property
    def sides(self) -> list[Side]:
        return [step.side for _, step in self.way]

    @property
    def corners(self) -> set[int]:
        return {corner for corner, _ in self.way} | {step.to for _, step in self.way}


def on_map(grid: HexGrid, course: Points, step: float = 0.1) -> list[Points]:
    """The stretches of a course that lie on the map, as finely divided lines."""
    dense = densify(course, step)
    inside = hex_of(grid, dense) >= 0
    pieces: list[Points] = []
    start = None
    for k, here in enumerate([*inside, False]):
        if here and start is None:
            start = k
        elif not here and start is not None:
            if k - start > 1:
                pieces.append(dense[start:k])
            start = None
    return pieces


def densify(line: Points, step: float) -> Points:
    parts = [line[:1]]
    for a, b in pairwise(line):
        n = max(1, int(np.ceil(np.hypot(*(b - a)) / step)))
        parts.append(a + (b - a) * (np.arange(1, n + 1) / n)[:, None])
    return np.vstack(parts)


class Layer:
    """Lays rivers one after another, the great ones first, on one graph of corners."""

    def __init__(self, corners: Corners, banks: Mapping[str, Mapping[int, str]], pinned: Mapping[int, Points]) -> None:
        self.corners = corners
        self.banks = banks
        """For each river, the hexes whose bank the recipe states."""
        self.pinned = pinned
        """The true place of each named town, for the banks that the recipe does not state."""
        self.wet: set[Side] = set()
        self.laid: dict[str, list[Laid]] = {}

    def bank_of(self, name: str, course: Points) -> dict[int, str]:
        """On which bank of a river each named place near it must stay."""
        banks: dict[int, str] = {}
        for h, place in self.pinned.items():
            distance = float(to_line(place[None], course)[0])
            if ON_THE_BANK < distance < 2:
                banks[h] = hand_of(place, course)
        return banks | dict(self.banks.get(name, {}))

    def corners_of(self, name: str) -> set[int]:
        return {c for laid in self.laid.get(name, ()) for c in laid.corners}

    def lay(self, name: str, course: Points, into: str = "") -> list[Laid]:
        """Lay one river; its last stretch ends in the river that it flows into."""
        pieces = on_map(self.corners.grid, course)
        done: list[Laid] = []
        for k, piece in enumerate(pieces):
            goal = into if k == len(pieces) - 1 else ""
            laid = self._lay_piece(name, piece, goal)
            if laid is not None:
                done.append(laid)
        self.laid.setdefault(name, []).extend(done)
        return done

    def _lay_piece(self, name: str, piece: Points, into: str) -> Laid | None:
        corners = self.corners
        within = to_line(corners.places, piece)
        banks = self.bank_of(name, piece)
        own = self.corners_of(name)
        start, _ = corners.nearest(piece[0])
        if own and corners.nearest(piece[0], own)[1] < 0.75:
            start = corners.nearest(piece[0], own)[0]
        goals = {corners.nearest(piece[-1])[0]}
        if into:
            main = self.corners_of(into)
            if not main:
                raise DataError(f"{name} flows into {into}, which is not on the map or comes later in the recipe")
            goals = {corners.nearest(piece[-1], main)[0]}
        if start in goals:
            return None

        def cost(here: int, step: Step) -> float | None:
            if step.to not in goals and within[step.to] > CORRIDOR:
                return None
            if banks.get(step.left) == "right" or banks.get(step.right) == "left":
                return None
            a, b = corners.places[here], corners.places[step.to]
            at = np.array([a * 0.75 + b * 0.25, (a + b) / 2, a * 0.25 + b * 0.75])
            price = 0.02 + float((to_line(at, piece) ** 2).mean())
            return price * (MERGE if step.side in self.wet else 1.0)

        way = corners.path(start, goals, cost)
        if way is None:
            raise DataError(f"{name} cannot be laid: the banks stated for it shut it in")
        laid = Laid(name, piece, way)
        self.wet |= set(laid.sides)
        return laid


def close_gaps(corners: Corners, sides: set[Side], longest: int = 2) -> set[Side]:
    """The sides to add so that two loose ends of a river within ``longest`` sides meet."""
    degree: dict[int, int] = {}
    for side in sides:
        for end in corners.ends[side]:
            degree[end] = degree.get(end, 0) + 1
    added: set[Side] = set()
    parts = components(corners, sides)
    part_of = {c: k for k, part in enumerate(parts) for side in part for c in corners.ends[side]}
    for end in sorted(c for c, n in degree.items() if n == 1):
        goals = {c for c in degree if part_of[c] != part_of[end]}
        way = corners.path(end, goals, lambda _, step: 1.0) if goals else None
        if way is not None and len(way) <= longest:
            added |= {step.side for _, step in way}
    return added - sides


def components(corners: Corners, sides: Iterable[Side]) -> list[set[Side]]:
    """The connected parts of a set of sides."""
    at: dict[int, set[Side]] = {}
    left = set(sides)
    for side in left:
        for end in corners.ends[side]:
            at.setdefault(end, set()).add(side)
    parts: list[set[Side]] = []
    while left:
        part = {min(left)}
        queue = list(part)
        while queue:
            for end in corners.ends[queue.pop()]:
                fresh = at[end] - part
                part |= fresh
                queue += fresh
        parts.append(part)
        left -= part
    return parts


def misplaced(layer: Layer, grid: HexGrid, names: Mapping[int, str]) -> list[str]:
    """Places that ended on the wrong bank of a river as laid."""
    wrong: list[str] = []
    for name, all_laid in layer.laid.items():
        for laid in all_laid:
            line = layer.corners.places[[laid.way[0][0], *(step.to for _, step in laid.way)]]
            for h, bank in layer.bank_of(name, laid.course).items():
                centre = grid.centres[h]
                near = float(to_line(centre[None], line)[0])
                ends = min(np.hypot(*(centre - line[0])), np.hypot(*(centre - line[-1])))
                if near < 1.5 and near < ends - 1e-6 and hand_of(centre, line) != bank:
                    wrong.append(f"{names.get(h, grid.labels[h])} should lie on the {bank} bank of the {name}")
    return wrong
