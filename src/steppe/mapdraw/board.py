"""What a map must tell to be drawn, and reading it from a title's data files."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from steppe.errors import DataError
from steppe.hexgrid import NUMBERINGS, HexGrid

ROADS = frozenset({"rollbahn", "highway"})
"""Kinds of hexsides that are roads: they cross the side, and it may bear a river as well."""


class BoardLike(Protocol):
    """What a map must tell to be drawn."""

    @property
    def grid(self) -> HexGrid: ...
    @property
    def terrain_names(self) -> Sequence[str]: ...
    @property
    def features(self) -> Sequence[frozenset[str]]: ...
    @property
    def names(self) -> Mapping[int, str]: ...
    @property
    def sides(self) -> Mapping[tuple[int, int], tuple[str, str]]: ...
    @property
    def roads(self) -> Mapping[tuple[int, int], str]: ...
    @property
    def sheets(self) -> Sequence[str]: ...
    @property
    def regions(self) -> Mapping[str, frozenset[int]]: ...


@dataclass(frozen=True)
class Drawing:
    """A map as the two data files give it."""

    grid: HexGrid
    terrain_names: tuple[str, ...]
    features: tuple[frozenset[str], ...]
    names: Mapping[int, str]
    sides: Mapping[tuple[int, int], tuple[str, str]]
    sheets: tuple[str, ...]
    regions: Mapping[str, frozenset[int]]
    roads: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """The sides that a road crosses, with its name."""


def load_drawing(folder: Path, numbering: str = "") -> Drawing:
    """Read hexes.csv and sides.csv of a title's data folder; the labels tell the numbering if nothing else does."""
    hexes, sides = _rows(folder / "hexes.csv"), _rows(folder / "sides.csv")
    try:
        numbering = numbering or ("CCRR+NS" if hexes and hexes[0]["hex"][4:] in ("N", "S") else "CCRR")
        grid = HexGrid(NUMBERINGS[numbering](), [row["hex"] for row in hexes])

        def pair(row: Mapping[str, str]) -> tuple[int, int]:
            return grid.id(row["a"]), grid.id(row["b"])

        regions: dict[str, set[int]] = {}
        for h, row in enumerate(hexes):
            for name in row["regions"].split():
                regions.setdefault(name, set()).add(h)
        return Drawing(
            grid,
            tuple(row["terrain"] for row in hexes),
            tuple(frozenset(row["features"].split()) for row in hexes),
            {h: row["name"] for h, row in enumerate(hexes) if row["name"]},
            {pair(row): (row["kind"], row["name"]) for row in sides if row["kind"] not in ROADS},
            tuple(row["sheet"] for row in hexes),
            {name: frozenset(members) for name, members in regions.items()},
            {pair(row): row["name"] for row in sides if row["kind"] in ROADS},
        )
    except KeyError as error:
        raise DataError(f"column {error.args[0]!r} is missing", file=folder) from None


def _rows(file: Path) -> list[dict[str, str]]:
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    except FileNotFoundError:
        raise DataError("there is no such file", file=file) from None
