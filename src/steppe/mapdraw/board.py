"""What a map must tell to be drawn, and reading it from a title's data files."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from steppe.errors import DataError
from steppe.hexgrid import NUMBERINGS, HexGrid


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


def load_drawing(folder: Path, numbering: str = "CCRR") -> Drawing:
    """Read hexes.csv and sides.csv of a title's data folder."""
    hexes, sides = _rows(folder / "hexes.csv"), _rows(folder / "sides.csv")
    try:
        grid = HexGrid(NUMBERINGS[numbering](), [row["hex"] for row in hexes])
        regions: dict[str, set[int]] = {}
        for h, row in enumerate(hexes):
            for name in row["regions"].split():
                regions.setdefault(name, set()).add(h)
        return Drawing(
            grid,
            tuple(row["terrain"] for row in hexes),
            tuple(frozenset(row["features"].split()) for row in hexes),
            {h: row["name"] for h, row in enumerate(hexes) if row["name"]},
            {(grid.id(row["a"]), grid.id(row["b"])): (row["kind"], row["name"]) for row in sides},
            tuple(row["sheet"] for row in hexes),
            {name: frozenset(members) for name, members in regions.items()},
        )
    except KeyError as error:
        raise DataError(f"column {error.args[0]!r} is missing", file=folder) from None


def _rows(file: Path) -> list[dict[str, str]]:
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    except FileNotFoundError:
        raise DataError("there is no such file", file=file) from None
