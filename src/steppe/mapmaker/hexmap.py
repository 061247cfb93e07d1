"""A compiled map as it is being made, and the two files that it is written to."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from steppe.hexgrid import HexGrid
from steppe.mapmaker.corners import Side

FEATURE_ORDER = (
    "city", "large-town", "small-town", "town", *(f"vp-{n}" for n in range(1, 10)), "centre", "district", "fort",
    "heavy-fort", "stalin-line", "fz", "german-source", "soviet-source", "asterisk", "port", "invasion", "black-sea",
    "azov", "rollbahn", "highway", "edge",
)  # fmt: skip
WET = ("sea", "lake")
"""Terrain that fills its hex with water."""


@dataclass
class HexMap:
    """A compiled map, ready to be written."""

    grid: HexGrid
    terrain: list[str]
    features: list[set[str]]
    names: dict[int, str]
    sheets: list[str]
    regions: list[set[str]]
    sides: dict[Side, tuple[str, str]]
    """What each hexside bears: its kind and its name."""
    roads: dict[Side, tuple[str, str]] = field(default_factory=dict)
    """The hexsides that a road crosses, whatever else they bear."""
    by_hand: set[int] = field(default_factory=set)
    side_by_hand: set[Side] = field(default_factory=set)
    by_text: set[int] = field(default_factory=set)
    side_by_text: set[Side] = field(default_factory=set)
    notes: dict[int, list[str]] = field(default_factory=dict)
    side_notes: dict[Side, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @staticmethod
    def blank(grid: HexGrid) -> HexMap:
        every = range(grid.size)
        return HexMap(
            grid, ["clear"] * grid.size, [set() for _ in every], {}, [""] * grid.size, [set() for _ in every], {}
        )

    def note(self, h: int, text: str) -> None:
        if text not in self.notes.setdefault(h, []):
            self.notes[h].append(text)

    def credit(self, h: int, source: str) -> None:
        """How a hex is known; what the rulebook states outdoes what we propose, and that what geography gives."""
        if source == "text":
            self.by_text.add(h)
        elif source == "reconstructed":
            self.by_hand.add(h)

    def credit_side(self, side: Side, source: str) -> None:
        if source == "text":
            self.side_by_text.add(side)
        elif source == "reconstructed":
            self.side_by_hand.add(side)

    def source(self, h: int) -> str:
        return "text" if h in self.by_text else "reconstructed" if h in self.by_hand else "derived"

    def side_source(self, side: Side) -> str:
        return "text" if side in self.side_by_text else "reconstructed" if side in self.side_by_hand else "derived"


def write_map(made: HexMap, folder: Path) -> None:
    """Write hexes.csv and sides.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(
        folder / "hexes.csv", ("hex", "terrain", "features", "name", "sheet", "regions", "source", "note"), _hexes(made)
    )
    _write(folder / "sides.csv", ("a", "b", "kind", "name", "source", "note"), sorted(_sides(made)))


def _hexes(made: HexMap) -> Iterable[tuple[str, ...]]:
    for h, label in enumerate(made.grid.labels):
        yield (
            label,
            made.terrain[h],
            " ".join(sorted(made.features[h], key=FEATURE_ORDER.index)),
            made.names.get(h, ""),
            made.sheets[h],
            " ".join(sorted(made.regions[h])),
            made.source(h),
            "; ".join(made.notes.get(h, ())),
        )


def _sides(made: HexMap) -> Iterable[tuple[str, ...]]:
    for side, (kind, name) in made.sides.items():
        yield (*_ends(made, side), kind, name, made.side_source(side), made.side_notes.get(side, ""))
    for side, (kind, name) in made.roads.items():
        yield (*_ends(made, side), kind, name, "reconstructed", "")


def _ends(made: HexMap, side: Side) -> tuple[str, str]:
    a, b = sorted((made.grid.labels[side[0]], made.grid.labels[side[1]]))
    return a, b


def _write(file: Path, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """In one go, so that nobody ever reads half a map."""
    fresh = file.with_suffix(".new")
    with fresh.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
    fresh.replace(file)
