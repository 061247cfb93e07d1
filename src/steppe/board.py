"""The immutable map: terrain, features, hexsides, regions and names, as arrays over hex ids."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from steppe.errors import DataError
from steppe.hexgrid import HexGrid, Numbering, opposite
from steppe.searches import BitRows, Bytes, Scratch
from steppe.tables import DataFolder, Schema, optional, text, words

NOTHING: frozenset[str] = frozenset()
HEXES: Final = Schema(
    {
        "hex": text,
        "terrain": text,
        "features": optional(words(), ()),
        "name": optional(text, ""),
        "sheet": optional(text, ""),
        "regions": optional(words(), ()),
        "note": optional(text, ""),
    },
    key="hex",
    sourced=True,
)
SIDES: Final = Schema(
    {"a": text, "b": text, "kind": text, "name": optional(text, ""), "note": optional(text, "")},
    key=("a", "b", "kind"),
    sourced=True,
)


class Board:
    """A map to play on. Two sheets or twenty hexes of a hand-made position are the same to everything above."""

    def __init__(
        self,
        grid: HexGrid,
        *,
        terrain: Sequence[str],
        features: Mapping[str, Iterable[int]],
        sides: Mapping[tuple[int, int], Iterable[str]],
        regions: Mapping[str, Iterable[int]],
        names: Mapping[int, str],
        sources: Mapping[int, str] | None = None,
    ) -> None:
        self.grid = grid
        self.size = grid.size
        self.terrain = tuple(terrain)
        self.features = {name: frozenset(hexes) for name, hexes in features.items()}
        self.regions = {name: frozenset(hexes) for name, hexes in regions.items()}
        self.names = dict(names)
        self.sources = dict(sources or {})
        self.side_kinds: dict[tuple[int, int], frozenset[str]] = {}
        self._side_tables: dict[str, Bytes] = {}
        self._sides: dict[tuple[int, int], frozenset[str]] = {}
        for (a, b), kinds in sides.items():
            direction = grid.direction(a, b)
            if direction < 0:
                raise DataError(f"hexes {grid.labels[a]} and {grid.labels[b]} are not adjacent: no hexside there")
            for kind in kinds:
                table = self._side_tables.setdefault(kind, np.zeros((self.size, 6), np.uint8))
                table[a, direction] = table[b, opposite(direction)] = 1
            self.side_kinds[(min(a, b), max(a, b))] = self._sides[a, b] = self._sides[b, a] = frozenset(kinds)
        self.scratch = Scratch.of(self.size)
        self.spent, self.parent = memoryview(self.scratch.spent.data), memoryview(self.scratch.parent.data)
        self.reached = memoryview(self.scratch.reached.data)
        """The same memory for Python code."""
        self.searched = 0
        """Counts the searches that have used the scratch space: it holds what the latest one found."""
        self.everywhere: Bytes = np.ones(self.size, np.uint8)
        self.rows = BitRows.of(np.array(grid.axial, np.int32).reshape(-1, 2), grid.neighbours)

    @classmethod
    def load(
        cls, folder: DataFolder, numbering: Numbering, terrains: Collection[str], side_kinds: Collection[str]
    ) -> Board:
        """The map from ``hexes.csv`` and ``sides.csv``; the hexes of a sheet S are a region ``sheet S`` as well.

        Where two sheets have a hex in common, the first of its rows counts.
        """
        rows = folder.csv("hexes.csv", HEXES)
        grid = HexGrid(numbering, [row["hex"] for row in rows])
        by_hex = {grid.id(row["hex"]): row for row in reversed(rows)}
        hexes = [by_hex[h] for h in range(grid.size)]
        features: dict[str, set[int]] = {}
        regions: dict[str, set[int]] = {}
        for h, row in enumerate(hexes):
            row.check("terrain", terrains)
            for feature in row["features"]:
                features.setdefault(feature, set()).add(h)
            for region in (*row["regions"], *([f"sheet {row['sheet']}"] if row["sheet"] else [])):
                regions.setdefault(region, set()).add(h)
        return cls(
            grid,
            terrain=[row["terrain"] for row in hexes],
            features=features,
            sides=_load_sides(folder, grid, side_kinds),
            regions=regions,
            names={h: row["name"] for h, row in enumerate(hexes) if row["name"]},
            sources={h: row["source"] for h, row in enumerate(hexes)},
        )

    def hexes(self, feature: str) -> frozenset[int]:
        """The hexes with a feature (city, town, fort, ...)."""
        return self.features.get(feature, frozenset())

    def region(self, name: str) -> frozenset[int]:
        return self.regions.get(name, frozenset())

    def side(self, a: int, b: int) -> frozenset[str]:
        """What lies on the hexside between two neighbours (river, reservoir, ...)."""
        return self._sides.get((a, b), NOTHING)

    @property
    def kinds_of_side(self) -> tuple[str, ...]:
        """Every kind of hexside that lies somewhere on this map."""
        return tuple(self._side_tables)

    def side_table(self, kind: str) -> Bytes:
        """Where a kind of hexside lies, as an (n, 6) table."""
        found = self._side_tables.get(kind)
        return np.zeros((self.size, 6), np.uint8) if found is None else found

    def mask(self, hexes: Iterable[int]) -> Bytes:
        out = np.zeros(self.size, np.uint8)
        for h in hexes:
            out[h] = 1
        return out

    def label(self, h: int) -> str:
        """A hex as people say it: number and name."""
        name = self.names.get(h)
        return f"{self.grid.labels[h]} {name}" if name else self.grid.labels[h]


def _load_sides(folder: DataFolder, grid: HexGrid, known: Collection[str]) -> dict[tuple[int, int], list[str]]:
    """What lies on hexsides, by the two hexes, the lower number first."""
    sides: dict[tuple[int, int], list[str]] = {}
    for row in folder.csv("sides.csv", SIDES):
        row.check("kind", known)
        a, b = sorted((grid.hex_in(row, "a"), grid.hex_in(row, "b")))
        if grid.direction(a, b) < 0:
            raise row.error(f"{row['a']} and {row['b']} are not adjacent", "b")
        sides.setdefault((a, b), []).append(row["kind"])
    return sides
