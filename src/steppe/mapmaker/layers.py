"""Reading the geographic layers: GeoJSON lines and polygons, and rasters in npz files."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError

Coordinates = list[tuple[float, float]]


@dataclass(frozen=True)
class Shape:
    """A line, or a polygon with its holes, in degrees."""

    kind: str
    rings: tuple[Coordinates, ...]
    properties: Mapping[str, Any] = field(default_factory=dict)

    @property
    def line(self) -> Coordinates:
        return self.rings[0]


def read_shapes(file: Path) -> list[Shape]:
    """All lines and polygons of a GeoJSON file, the parts of multiple shapes apart."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("there is no such layer", file=file) from None
    shapes: list[Shape] = []
    for feature in data["features"]:
        properties = feature.get("properties") or {}
        shapes += (Shape(kind, rings, properties) for kind, rings in _parts(feature["geometry"], file))
    return shapes


def _parts(geometry: Mapping[str, Any], file: Path) -> Iterator[tuple[str, tuple[Coordinates, ...]]]:
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "LineString":
        yield "line", (_pairs(coordinates),)
    elif kind == "MultiLineString":
        for part in coordinates:
            yield "line", (_pairs(part),)
    elif kind == "Polygon":
        yield "polygon", tuple(_pairs(ring) for ring in coordinates)
    elif kind == "MultiPolygon":
        for part in coordinates:
            yield "polygon", tuple(_pairs(ring) for ring in part)
    else:
        raise DataError(f"geometry {kind!r} is neither a line nor a polygon", file=file)


def _pairs(points: list[list[float]]) -> Coordinates:
    return [(float(p[0]), float(p[1])) for p in points]


@dataclass(frozen=True)
class Raster:
    """A grid of values with the longitude and latitude of each cell centre."""

    values: NDArray[np.int64]
    lon: NDArray[np.float64]
    lat: NDArray[np.float64]

    def points(self, box: tuple[float, float, float, float], split: int) -> tuple[NDArray[np.float64], NDArray[Any]]:
        """Sample points (split x split to a cell) within west, south, east, north, and their values."""
        west, south, east, north = box
        columns = np.flatnonzero((self.lon >= west) & (self.lon <= east))
        rows = np.flatnonzero((self.lat >= south) & (self.lat <= north))
        step_x, step_y = abs(self.lon[1] - self.lon[0]), abs(self.lat[1] - self.lat[0])
        shift = (np.arange(split) + 0.5) / split - 0.5
        lon = (self.lon[columns][:, None] + shift * step_x).ravel()
        lat = (self.lat[rows][:, None] + shift * step_y).ravel()
        values = np.repeat(np.repeat(self.values[np.ix_(rows, columns)], split, axis=0), split, axis=1)
        x, y = np.meshgrid(lon, lat)
        return np.stack([x.ravel(), y.ravel()], axis=1), values.ravel()


def read_raster(file: Path, field_name: str) -> Raster:
    """A raster with either cell centres (lat, lon) or a corner and a step (lat_top, lon_left, step)."""
    if not file.exists():
        raise DataError("there is no such layer", file=file)
    with np.load(file) as data:
        values = data[field_name].astype(np.int64)
        if "step" in data:
            step = float(data["step"])
            lat = float(data["lat_top"]) - (np.arange(values.shape[0]) + 0.5) * step
            lon = float(data["lon_left"]) + (np.arange(values.shape[1]) + 0.5) * step
        else:
            lat, lon = data["lat"].astype(np.float64), data["lon"].astype(np.float64)
    return Raster(values, lon, lat)


def read_rows(file: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a CSV file that must have these columns."""
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream)
            missing = [c for c in columns if c not in (reader.fieldnames or ())]
            if missing:
                raise DataError(f"column {missing[0]!r} is missing", file=file, line=1)
            return list(reader)
    except FileNotFoundError:
        raise DataError("there is no such file", file=file) from None
