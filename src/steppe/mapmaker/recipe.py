"""The recipe of a title's map: everything that is particular to one title, read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steppe.errors import DataError
from steppe.hexgrid import NUMBERINGS, HexGrid, SheetRowColumn

LonLat = tuple[float, float]
Line = tuple[LonLat, ...]


@dataclass(frozen=True)
class River:
    """One river by one name, from its source down to its mouth."""

    name: str
    through: Line
    into: str = ""
    size: int = 1


@dataclass(frozen=True)
class Division:
    """A line across the map that parts two regions: what lies on its left (west of a line drawn southwards) or not."""

    name: str
    line: Line


@dataclass(frozen=True)
class FortLine:
    name: str
    line: Line
    every: int = 1


@dataclass(frozen=True)
class EdgeMark:
    """A feature on a map edge, at a longitude (north, south) or a latitude (east, west); no place means all of it."""

    feature: str
    edge: str
    at: float | None = None
    name: str = ""


@dataclass(frozen=True)
class Cover:
    """How land cover becomes terrain."""

    forest_share: float = 0.33
    weights: Mapping[int, float] = field(default_factory=dict)
    contrast: float = 0.0
    contrast_radius: int = 5
    clearing: float = 0.0
    marsh_share: float = 0.5
    strip: float = 0.5
    grain: float = 0.0
    rough: float = 0.0
    mountain: float = 0.0
    mountain_mean: float = 450.0


@dataclass(frozen=True)
class Recipe:
    title: str
    folder: Path
    """Where the layers are."""
    grid: HexGrid
    frame: Mapping[str, Any]
    cover: Cover
    rivers: tuple[River, ...]
    aliases: Mapping[str, str]
    automatic_rank: int
    """Rivers of the layer up to this rank are taken without being listed; 0 takes none."""
    water: Mapping[str, Any]
    divisions: tuple[Division, ...]
    regions: tuple[str, ...]
    """Names of the regions from the west to the east, one more than there are divisions."""
    forts: tuple[FortLine, ...]
    marks: tuple[EdgeMark, ...]
    seam_row: int
    layers: Mapping[str, str]
    places: Path
    overrides: Path


def _line(points: object, where: str) -> Line:
    if not isinstance(points, list) or not points:
        raise DataError("a line needs a list of [longitude, latitude]", file=where)
    try:
        return tuple((float(lon), float(lat)) for lon, lat in points)
    except (TypeError, ValueError):
        raise DataError("a line needs a list of [longitude, latitude]", file=where) from None


def make_grid(spec: Mapping[str, Any]) -> HexGrid:
    """The hexes of a map: all labels of a block, or of several sheets, less those left out."""
    style = str(spec["numbering"])
    without = frozenset(spec.get("without", ()))
    if style == "sheet:RRCC":
        sheets = tuple((str(s["name"]), int(s["row"]), int(s["column"])) for s in spec["sheets"])
        labels = [
            f"{s['name']}:{row:02d}{column:02d}"
            for s in spec["sheets"]
            for row in range(s["rows"][0], s["rows"][1] + 1)
            for column in range(s["columns"][0], s["columns"][1] + 1)
        ]
        return HexGrid(SheetRowColumn(sheets), [label for label in labels if label not in without])
    if style not in NUMBERINGS:
        raise DataError(f"no numbering {style!r}; there are {', '.join(NUMBERINGS)}, sheet:RRCC")
    columns = range(spec["columns"][0], spec["columns"][1] + 1)
    rows = range(spec["rows"][0], spec["rows"][1] + 1)
    if style == "RRCC":
        labels = [f"{row:02d}{column:02d}" for row in rows for column in columns]
    else:
        suffix = "N" if style == "CCRR+NS" else ""
        labels = [f"{column:02d}{row:02d}{suffix}" for column in columns for row in rows]
    return HexGrid(NUMBERINGS[style](), [label for label in labels if label not in without])


def read_recipe(folder: Path, title: str) -> Recipe:
    """Read ``recipes/<title>.toml`` of the layer folder."""
    file = folder / "recipes" / f"{title}.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("there is no such recipe", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(str(error), file=file) from None
    where = str(file)
    try:
        cover = dict(data.get("cover", {}))
        cover["weights"] = {int(k): float(v) for k, v in cover.get("weights", {}).items()}
        return Recipe(
            title=title,
            folder=folder,
            grid=make_grid(data["grid"]),
            frame=data["frame"],
            cover=Cover(**cover),
            rivers=tuple(
                River(r["name"], _line(r["through"], where), r.get("into", ""), int(r.get("size", 1)))
                for r in data.get("river", ())
            ),
            aliases=data.get("aliases", {}),
            automatic_rank=int(data.get("automatic_rank", 0)),
            water=data.get("water", {}),
            divisions=tuple(Division(d["name"], _line(d["line"], where)) for d in data.get("division", ())),
            regions=tuple(data.get("regions", ())),
            forts=tuple(
                FortLine(f["name"], _line(f["line"], where), int(f.get("every", 1))) for f in data.get("fort", ())
            ),
            marks=tuple(
                EdgeMark(m["feature"], m["edge"], m.get("at"), m.get("name", "")) for m in data.get("mark", ())
            ),
            seam_row=int(data.get("seam_row", 0)),
            layers=data["layers"],
            places=folder / "recipes" / f"{title}-places.csv",
            overrides=folder / "recipes" / f"{title}-overrides.csv",
        )
    except KeyError as error:
        raise DataError(f"{error.args[0]!r} is missing", file=file) from None
    except TypeError as error:
        raise DataError(str(error), file=file) from None
