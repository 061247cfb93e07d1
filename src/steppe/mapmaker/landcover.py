"""Natural terrain from land cover, relief and hand-drawn layers."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from steppe.hexgrid import HexGrid
from steppe.mapmaker.corners import to_line
from steppe.mapmaker.layers import Raster, Shape
from steppe.mapmaker.project import Frame, hex_of
from steppe.mapmaker.recipe import Cover
from steppe.mapmaker.water import Area

Scores = NDArray[np.float64]


def forest_scores(grid: HexGrid, frame: Frame, raster: Raster, cover: Cover, box: tuple[float, ...]) -> Scores:
    """The part of each hex under trees, each class of cover by its weight."""
    west, south, east, north = box
    points, classes = raster.points((west, south, east, north), cover.samples)
    hexes = hex_of(grid, frame.plane(points))
    weight = np.zeros(int(classes.max()) + 1)
    for igbp, value in cover.weights.items():
        if igbp < len(weight):
            weight[igbp] = value
    kept = hexes >= 0
    total = np.bincount(hexes[kept], weights=weight[classes[kept]], minlength=grid.size)
    count = np.bincount(hexes[kept], minlength=grid.size)
    return np.asarray(total / np.maximum(count, 1), dtype=np.float64)


def sharpen(grid: HexGrid, scores: Scores, contrast: float, radius: int) -> Scores:
    """Take part of the neighbourhood's mean away, so that great woods show their clearings and fields their groves."""
    if not contrast:
        return scores
    mean = np.array([scores[grid.distances(h) <= radius].mean() for h in range(grid.size)])
    return np.asarray(scores - contrast * mean, dtype=np.float64)


def hand_scores(grid: HexGrid, frame: Frame, shapes: Iterable[Shape], cover: Cover) -> Scores:
    """What hand-drawn woods add to the forest score and fields and roads take away."""
    total = np.zeros(grid.size)
    for shape in shapes:
        kind = shape.properties.get("kind")
        if kind not in ("forest", "open"):
            continue
        weight = float(shape.properties["weight"]) * (1 if kind == "forest" else -1)
        if shape.kind == "polygon":
            total += weight * Area(frame, [shape]).shares(grid)
        else:
            near = to_line(grid.centres, frame.plane(shape.line))
            total += weight * np.clip(1.5 - near / cover.strip, 0, 1)
    return total


def grain(grid: HexGrid, strength: float) -> Scores:
    """A small fixed unevenness that breaks up what a coarse raster shows as one solid block.

    It is a function of the hex's place alone, so that every run gives the same map.
    """
    q, s = np.array(grid.axial, dtype=np.int64).reshape(-1, 2).T
    noise = ((q * 73856093) ^ (s * 19349663) ^ (q * s * 83492791)) % 1009 / 1009 - 0.5
    return np.asarray(strength * noise, dtype=np.float64)


def choose_forest(scores: Scores, land: NDArray[np.bool_], share: float) -> NDArray[np.bool_]:
    """The highest-scoring part of the land hexes."""
    order = np.argsort(-np.where(land, scores, -np.inf), kind="stable")
    chosen = np.zeros(len(scores), dtype=np.bool_)
    chosen[order[: round(share * int(land.sum()))]] = True
    return chosen & land


def smooth(grid: HexGrid, wood: NDArray[np.bool_], fixed: Collection[int] = ()) -> NDArray[np.bool_]:
    """Turn hexes that differ from (all but one of) their neighbours, unless fixed: no confetti, no pinholes."""
    result = wood.copy()
    for h in range(grid.size):
        if h in fixed:
            continue
        around = [n for _, n in grid.adjacent(h)]
        alike = sum(bool(wood[n]) == bool(wood[h]) for n in around)
        if alike == 0 or (alike == 1 and len(around) >= 5 and bool(wood[h])):
            result[h] = not wood[h]
    return result


def named_hexes(grid: HexGrid, frame: Frame, shapes: Iterable[Shape], kind: str, at_least: float) -> dict[int, str]:
    """The hexes that hand-drawn marshes (or hills) cover enough of, with their name."""
    found: dict[int, str] = {}
    for shape in shapes:
        if shape.kind == "polygon" and shape.properties.get("kind", "marsh") == kind:
            share = Area(frame, [shape]).shares(grid)
            for h in np.flatnonzero(share >= at_least):
                found.setdefault(int(h), str(shape.properties.get("name", "")))
    return found


def relief(grid: HexGrid, frame: Frame, raster: Raster, box: tuple[float, ...]) -> tuple[Scores, Scores]:
    """The range and the mean of heights within each hex, in metres."""
    west, south, east, north = box
    points, heights = raster.points((west, south, east, north), 1)
    hexes = hex_of(grid, frame.plane(points))
    low, high = np.full(grid.size, np.inf), np.full(grid.size, -np.inf)
    kept = hexes >= 0
    np.minimum.at(low, hexes[kept], heights[kept])
    np.maximum.at(high, hexes[kept], heights[kept])
    total = np.bincount(hexes[kept], weights=heights[kept], minlength=grid.size)
    count = np.maximum(np.bincount(hexes[kept], minlength=grid.size), 1)
    return np.where(np.isfinite(high - low), high - low, 0.0), total / count
