"""Seas and lakes: how much of each hex and each hexside is dry."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from steppe.errors import SteppeError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.corners import Corners, Side
from steppe.mapmaker.layers import Shape
from steppe.mapmaker.project import Frame

Points = NDArray[np.float64]


class Area:
    """A set of polygons in the hex plane that can be asked which points it holds."""

    def __init__(self, frame: Frame, shapes: Iterable[Shape], *, smallest: float = 0.0) -> None:
        try:
            import shapely
        except ImportError:
            raise SteppeError("compiling a map needs shapely: pip install 'steppe[map]'") from None
        self._shapely = shapely
        polygons = [
            shapely.make_valid(shapely.Polygon(frame.plane(s.rings[0]), [frame.plane(r) for r in s.rings[1:]]))
            for s in shapes
            if s.kind == "polygon"
        ]
        self.union = shapely.union_all([p for p in polygons if p.area > smallest])
        shapely.prepare(self.union)

    def holds(self, points: Points) -> NDArray[np.bool_]:
        return np.asarray(self._shapely.contains_xy(self.union, points[:, 0], points[:, 1]), dtype=np.bool_)

    def shares(self, grid: HexGrid) -> NDArray[np.float64]:
        """The part of each hex that the area covers, by sample points."""
        inside = hex_samples(grid)
        points = (grid.centres[:, None] + inside).reshape(-1, 2)
        covered = self.holds(points).reshape(grid.size, len(inside)).mean(axis=1)
        return np.asarray(covered, dtype=np.float64)


def hex_samples(grid: HexGrid, rings: int = 5) -> Points:
    """Points spread evenly over one hex about its centre."""
    corners = np.array([grid.corner(0, k) for k in range(6)]) - grid.centres[0]
    points: list[Points] = [np.zeros(2)]
    for ring in range(1, rings + 1):
        for k in range(6):
            a, b = corners[k] * ring / (rings + 0.5), corners[(k + 1) % 6] * ring / (rings + 0.5)
            points += [a + (b - a) * j / ring for j in range(ring)]
    return np.array(points)


def wet_sides(corners: Corners, area: Area, at_least: float, *, inside: bool = True) -> set[Side]:
    """The hexsides of which at least this part lies in an area of water, or outside an area of land."""
    sides = sorted(corners.ends)
    t = (np.arange(12) + 0.5) / 12
    a = corners.places[[corners.ends[s][0] for s in sides]]
    b = corners.places[[corners.ends[s][1] for s in sides]]
    points = a[:, None] + (b - a)[:, None] * t[None, :, None]
    held = area.holds(points.reshape(-1, 2)) == inside
    share = held.reshape(len(sides), len(t)).mean(axis=1)
    return {side for side, part in zip(sides, share, strict=True) if part >= at_least}
