"""The recipe of a title's map: everything that is particular to one title, read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steppe.errors import DataError
from steppe.hexgrid import BY_SHEETS, HexGrid, MapSheet, numbering_of

LonLat = tuple[float, float]
Line = tuple[LonLat, ...]


@dataclass(frozen=True)
class River:
    """One river by one name, from its source down to its mouth."""

    name: str
    through: Line
    into: str = ""
    size: int = 1
    left: tuple[str, ...] = ()
    """Hexes that must lie on its left bank, looking downstream: where a border follows it, say."""
    right: tuple[str, ...] = ()


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
class HexMark:
    """A feature on hexes given by their numbers; those under water are passed over."""

    feature: str
    hexes: tuple[str, ...]
    name: str = ""
    source: str = "reconstructed"


@dataclass(frozen=True)
class Coast:
    """A feature of the land hexes on the coast of a sea, which is known by one point in it."""

    feature: str
    sea: LonLat


@dataclass(frozen=True)
class Partition:
    """Regions that share the map out between them, given by hex numbers; the last takes what is left."""

    regions: Mapping[str, tuple[str, ...]]
    rest: str


@dataclass(frozen=True)
class Road:
    """A road from hex to hex through places (by name) and hexes (by number); a kind of hexside and a feature."""

    name: str
    kind: str
    through: tuple[str, ...]


@dataclass(frozen=True)
class Cover:
    """How land cover becomes terrain."""

    forest_share: float = 0.33
    weights: Mapping[int, float] = field(default_factory=dict)
    samples: int = 5
    """Sample points along each edge of a raster cell: the smaller the hexes, the more."""
    contrast: float = 0.0
    contrast_radius: int = 5
    clearing: float = 0.0
    marsh_share: float = 0.5
    strip: float = 0.5
    grain: float = 0.0
    clear_places: tuple[str, ...] = ()
    """The kinds of places that stand on clear ground whatever lies around; none named means all."""
    hills: float = 0.0
    """Heights within a hex that differ by this much make it hilly; 0 for none."""
    hills_share: float = 0.5
    """Or so much of it under hand-drawn hills."""


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
    hex_marks: tuple[HexMark, ...]
    coasts: tuple[Coast, ...]
    partitions: tuple[Partition, ...]
    areas: tuple[HexMark, ...]
    """Regions that only some hexes have."""
    roads: tuple[Road, ...]
    seam_row: int
    base: str
    """The recipe whose water, rivers, cover and places this one takes over; none for a map of its own."""
    shift: tuple[int, int]
    """What to add to the column and the row of a hex of this map to find it on the base."""
    layers: Mapping[str, Any]
    places: Path
    overrides: Path


def _line(points: object, where: str) -> Line:
    if not isinstance(points, list) or not points:
        raise DataError("a line needs a list of [longitude, latitude]", file=where)
    try:
        return tuple((float(lon), float(lat)) for lon, lat in points)
    except (TypeError, ValueError):
        raise DataError("a line needs a list of [longitude, latitude]", file=where) from None


def hex_numbers(ranges: Iterable[str]) -> list[str]:
    """Hex numbers one by one: "1025-1030" stands for a run down a column or along a row, "1025" for itself."""
    numbers: list[str] = []
    for entry in ranges:
        first, _, last = entry.partition("-")
        last = last or first
        if first[:2] != last[:2] or first[4:] != last[4:] or first > last:
            raise DataError(f"{entry!r} is no run down a column or along a row")
        numbers += [f"{first[:2]}{row:02d}{first[4:]}" for row in range(int(first[2:4]), int(last[2:4]) + 1)]
    return numbers


def make_grid(spec: Mapping[str, Any]) -> HexGrid:
    """The hexes of a map: all labels of a block, or of several sheets, less those left out."""
    style = str(spec["numbering"])
    if style == BY_SHEETS:
        sheets = [
            MapSheet(str(s["name"]), int(s["row"]), int(s["column"]), tuple(s["rows"]), tuple(s["columns"]))
            for s in spec["sheets"]
        ]
        labels = [
            f"{sheet.name}:{row:02d}{column:02d}"
            for sheet in sheets
            for row in range(sheet.rows[0], sheet.rows[1] + 1)
            for column in range(sheet.columns[0], sheet.columns[1] + 1)
        ]
        left_out = frozenset(spec.get("without", ()))
        return HexGrid(numbering_of(style, sheets), [label for label in labels if label not in left_out])
    numbering = numbering_of(style)
    columns, rows = (range(spec[key][0], spec[key][1] + 1) for key in ("columns", "rows"))
    lines, places = (columns, rows) if numbering.flat else (rows, columns)
    left_out = frozenset(hex_numbers(spec.get("without", ())))
    labels = [numbering.label(line, place) for line in lines for place in places]
    return HexGrid(numbering, [label for label in labels if label not in left_out])


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("there is no such recipe", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(str(error), file=file) from None


def _river(entry: Mapping[str, Any], where: str) -> River:
    left, right = (tuple(hex_numbers(entry.get(hand, ()))) for hand in ("left", "right"))
    line = _line(entry["through"], where)
    return River(entry["name"], line, entry.get("into", ""), int(entry.get("size", 1)), left, right)


def _hex_mark(entry: Mapping[str, Any], what: str) -> HexMark:
    source = entry.get("source", "reconstructed")
    return HexMark(entry[what], tuple(hex_numbers(entry["hexes"])), entry.get("name", ""), source)


def read_recipe(folder: Path, title: str) -> Recipe:
    """Read ``recipes/<title>.toml`` of the layer folder."""
    file = folder / "recipes" / f"{title}.toml"
    data = _read(file)
    where = str(file)
    try:
        cover = dict(data.get("cover", {}))
        cover["weights"] = {int(k): float(v) for k, v in cover.get("weights", {}).items()}
        marks = data.get("mark", ())
        columns, rows = data.get("shift", (0, 0))
        return Recipe(
            title=title,
            folder=folder,
            grid=make_grid(data["grid"]),
            frame=data.get("frame", {}) if "base" in data else data["frame"],
            cover=Cover(**cover),
            rivers=tuple(_river(r, where) for r in data.get("river", ())),
            aliases=data.get("aliases", {}),
            automatic_rank=int(data.get("automatic_rank", 0)),
            water=data.get("water", {}),
            divisions=tuple(Division(d["name"], _line(d["line"], where)) for d in data.get("division", ())),
            regions=tuple(data.get("regions", ())),
            forts=tuple(
                FortLine(f["name"], _line(f["line"], where), int(f.get("every", 1))) for f in data.get("fort", ())
            ),
            marks=tuple(
                EdgeMark(m["feature"], m["edge"], m.get("at"), m.get("name", "")) for m in marks if "hexes" not in m
            ),
            hex_marks=tuple(_hex_mark(m, "feature") for m in marks if "hexes" in m),
            coasts=tuple(Coast(c["feature"], _line([c["sea"]], where)[0]) for c in data.get("coast", ())),
            partitions=tuple(
                Partition({name: tuple(hex_numbers(h)) for name, h in p["regions"].items()}, p["rest"])
                for p in data.get("partition", ())
            ),
            areas=tuple(_hex_mark(a, "region") for a in data.get("area", ())),
            roads=tuple(Road(r["name"], r["kind"], tuple(r["through"])) for r in data.get("road", ())),
            seam_row=int(data.get("seam_row", 0)),
            base=data.get("base", ""),
            shift=(int(columns), int(rows)),
            layers=data.get("layers", {}) if "base" in data else data["layers"],
            places=folder / "recipes" / f"{title}-places.csv",
            overrides=folder / "recipes" / f"{title}-overrides.csv",
        )
    except KeyError as error:
        raise DataError(f"{error.args[0]!r} is missing", file=file) from None
    except TypeError as error:
        raise DataError(str(error), file=file) from None
