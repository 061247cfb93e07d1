"""A map as it is drawn: what the data files say of each hex and hexside, and how the title wants it to look."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from steppe.errors import DataError
from steppe.hexgrid import HexGrid, Numbering
from steppe.mapdraw.look import MapLook
from steppe.tables import DataFolder, read_text


class Side(NamedTuple):
    """Something on the hexside between two hexes."""

    a: int
    b: int
    kind: str
    name: str


@dataclass(frozen=True)
class Drawing:
    """Everything that is drawn; hexes by their number in the grid."""

    grid: HexGrid
    look: MapLook
    terrain: tuple[str, ...]
    features: tuple[frozenset[str], ...]
    names: Mapping[int, str]
    sides: tuple[Side, ...]
    """Sorted by hexes."""
    sheets: tuple[str, ...]
    regions: Mapping[str, frozenset[int]]

    def is_water(self, h: int) -> bool:
        return self.terrain[h] in self.look.waters

    def is_city(self, h: int) -> bool:
        return not self.features[h].isdisjoint(self.look.cities)


def load_drawing(folder: DataFolder, numbering: Numbering, look: MapLook) -> Drawing:
    """Read ``hexes.csv`` and ``sides.csv`` of a title's data."""
    rows, side_rows = _rows(folder, "hexes.csv"), _rows(folder, "sides.csv")
    try:
        grid = HexGrid(numbering, [row["hex"] for row in rows])
        by_hex = {grid.id(row["hex"]): row for row in reversed(rows)}  # of two rows for one hex the first counts
        hexes = [by_hex[h] for h in range(grid.size)]
        sides = [Side(grid.id(row["a"]), grid.id(row["b"]), row["kind"], row["name"]) for row in side_rows]
        regions: dict[str, set[int]] = {}
        for h, row in enumerate(hexes):
            for name in row["regions"].split():
                regions.setdefault(name, set()).add(h)
        drawing = Drawing(
            grid,
            look,
            tuple(row["terrain"] for row in hexes),
            tuple(frozenset(row["features"].split()) for row in hexes),
            {h: row["name"] for h, row in enumerate(hexes) if row["name"]},
            tuple(sorted(sides)),
            tuple(row["sheet"] for row in hexes),
            {name: frozenset(members) for name, members in regions.items()},
        )
    except KeyError as error:
        raise DataError(f"column {error.args[0]!r} is missing", file=str(folder.base)) from None
    for terrain in sorted(set(drawing.terrain)):
        look.terrain(terrain)
    for kind in sorted({side.kind for side in drawing.sides}):
        look.check_side(kind)
    return drawing


def _rows(folder: DataFolder, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read_text(folder.open(name)), newline="")))
