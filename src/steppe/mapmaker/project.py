"""From longitude and latitude to the plane of the hex grid (x east, y south, neighbouring centres 1 apart)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.errors import SteppeError
from steppe.hexgrid import HALF_SQRT3, HexGrid

Points = NDArray[np.float64]
PORTION = 20_000


class Warp:
    """A linear radial-basis correction fitted to control points; for a schematic map that no projection fits."""

    def __init__(self, at: Points, shift: Points, smoothing: float) -> None:
        n = len(at)
        distance = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
        base = np.hstack([np.ones((n, 1)), at])
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = -distance + smoothing * np.eye(n)
        system[:n, n:], system[n:, :n] = base, base.T
        self.at = at
        self.solved = np.linalg.solve(system, np.vstack([shift, np.zeros((3, 2))]))

    def __call__(self, points: Points) -> Points:
        """The points moved, so many at a time: each has its distance to every control point."""
        parts = [self._moved(points[k : k + PORTION]) for k in range(0, len(points), PORTION)]
        return np.vstack(parts) if parts else points

    def _moved(self, points: Points) -> Points:
        distance = np.hypot(*(points[:, None] - self.at[None]).transpose(2, 0, 1))
        moved: Points = points + np.hstack([-distance, np.ones((len(points), 1)), points]) @ self.solved
        return moved


class Frame:
    """A map projection followed by an affine map into the hex plane, and a warp if the recipe asks for one."""

    def __init__(self, spec: Mapping[str, Any], folder: Path, *, flat: bool) -> None:
        try:
            from pyproj import Proj
        except ImportError:
            raise SteppeError("compiling a map needs pyproj: pip install 'steppe[map]'") from None
        if "fit" in spec:
            fits = json.loads((folder / "transforms.json").read_text(encoding="utf-8"))
            fit = fits[spec["fit"]]
            # The fits have y to the north and, for flat-topped hexes, count rows from half a hex lower.
            flip = np.array([[1.0, 0.0], [0.0, -1.0]])
            self.proj, self.matrix = Proj(fit["proj"]), flip @ np.array(fit["M"])
            self.offset = flip @ np.array(fit["t"]) + np.array([0.0, 0.5 if flat else 0.0])
        else:
            self.proj = Proj(spec["proj"])
            self.matrix = np.array([[1.0, 0.0], [0.0, -1.0]]) / float(spec["km_per_hex"])
            lon, lat = spec["centre"]
            column, row = spec["centre_hex"]
            middle = np.array([column * HALF_SQRT3, row + 0.25] if flat else [column, row * HALF_SQRT3])
            self.offset = middle - self.matrix @ np.array(self._project([(lon, lat)])[0])
        self.warp: Warp | None = None
        self.shift: Points = np.zeros(2)

    def _project(self, lonlat: object) -> Points:
        array = np.asarray(lonlat, dtype=np.float64).reshape(-1, 2)
        x, y = self.proj(array[:, 0], array[:, 1])
        # Projections answer in metres unless the sphere is given in kilometres (R=6371).
        return np.stack([x, y], axis=1)

    def plane(self, lonlat: object) -> Points:
        """Points of the hex plane for (longitude, latitude) pairs."""
        flat: Points = self._project(lonlat) @ self.matrix.T + self.offset
        return (flat if self.warp is None else self.warp(flat)) + self.shift

    def moved(self, by: Points) -> Frame:
        """The same frame for a grid whose plane lies elsewhere: of a title that numbers its base's hexes otherwise."""
        frame = copy(self)
        frame.shift = self.shift + by
        return frame

    def fit_warp(self, lonlat: Points, centres: Points, smoothing: float) -> None:
        """Bend the frame so that control points fall on the centres of their hexes."""
        at = self.plane(lonlat)
        self.warp = Warp(at, centres - at, smoothing)


def drawn_in(points: Points, centres: Points, reach: float = 0.38) -> Points:
    """Points moved towards the centres of the hexes they belong in, just far enough to lie well inside."""
    away = points - centres
    distance = np.hypot(*away.T)[:, None]
    return np.asarray(np.where(distance > reach, centres + away * reach / np.maximum(distance, 1e-9), points))


def hex_of(grid: HexGrid, points: Points) -> NDArray[np.int64]:
    """The hex that holds each point, or -1 off the map: cube rounding of axial coordinates."""
    points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if grid.numbering.flat:
        q = points[:, 0] / HALF_SQRT3
        s = points[:, 1] - q / 2
    else:
        s = points[:, 1] / HALF_SQRT3
        q = points[:, 0] - s / 2
    third = -q - s
    rq, rs, rt = np.rint(q), np.rint(s), np.rint(third)
    dq, ds, dt = np.abs(rq - q), np.abs(rs - s), np.abs(rt - third)
    fix_q = (dq > ds) & (dq > dt)
    fix_s = ~fix_q & (ds > dt)
    rq = np.where(fix_q, -rs - rt, rq)
    rs = np.where(fix_s, -rq - rt, rs)
    # A table over the whole block of coordinates, with a rim of nothing about it: millions of points are asked for.
    known = np.array(grid.axial, dtype=np.int64).reshape(-1, 2)
    first = known.min(axis=0) - 1
    table = np.full(known.max(axis=0) - first + 2, -1, dtype=np.int64)
    table[tuple((known - first).T)] = np.arange(grid.size)
    last = np.array(table.shape) - 1
    found = np.clip(np.stack([rq, rs], axis=1).astype(np.int64) - first, 0, last)
    return np.asarray(table[found[:, 0], found[:, 1]], dtype=np.int64)
