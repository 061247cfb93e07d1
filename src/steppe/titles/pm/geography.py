"""The places of the map that the rules speak of."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from steppe.board import Board
from steppe.searches import Bytes, Ints

VALUES = range(1, 10)
"""Victory points that a place may have (4.2)."""
MOSCOW = "Moscow"
SOVIET_AIR_RANGE = 10
"""Hexes from Moscow in which the Soviet aircraft fly (10.4)."""


class Geography:
    """Hexes and hexsides by what they mean in Proud Monster."""

    def __init__(self, board: Board, completion: Mapping[str, int]) -> None:
        """``completion``: the turn from which each line of works counts (17.3)."""
        self.home = board.mask(board.region("germany"))
        self.southern_zomo = board.mask(board.region("hungary") | board.region("romania"))
        self.outside_southern_zomo = without(board, self.southern_zomo)
        self.northern = board.mask(board.region("sheet N"))
        self.east = board.mask(board.region("gas-east"))
        """East of the GAS Line (9.6)."""
        self.foreign_country = {
            "romanian": board.mask(board.region("hungary")),
            "hungarian": board.mask(board.region("romania")),
            "italian": board.mask(()),
        }
        """By nation, the country that it never enters (8.5)."""
        self.sea = board.mask(h for h in range(board.size) if board.terrain[h] == "sea")
        self.sea_hexes = tuple(np.flatnonzero(self.sea).tolist())
        self.lakes = board.mask(h for h in range(board.size) if board.terrain[h] == "lake")
        self.no_lakes = without(board, self.lakes)
        self.highway = board.side_table("highway") != 0
        self.nation_sources = {
            nation: np.array(sorted(board.hexes("german-source") & board.region(country)), np.int16)
            for nation, country in (("romanian", "romania"), ("hungarian", "hungary"))
        }
        """The sources of those who trace to their own country alone (9.11)."""
        self._read_places(board)
        self._read_works(board, completion)

    def _read_places(self, board: Board) -> None:
        self.large_towns = board.hexes("large-town")
        self.towns = self.large_towns | board.hexes("city") | board.hexes("town")
        self.ports = board.hexes("port")
        self.places = places(board)
        self.moscow = tuple(sorted(h for h in board.hexes("city") if board.names.get(h) == MOSCOW))
        self.near_moscow = board.mask(())
        for h in self.moscow:
            self.near_moscow |= board.grid.distances(h) <= SOVIET_AIR_RANGE
        self.leningrad, self.oranienbaum = named(board, "Leningrad"), named(board, "Oranienbaum")

    def _read_works(self, board: Board, completion: Mapping[str, int]) -> None:
        """14.24, 17.3: where works are, and from which turn on."""
        self.light_forts, self.heavy_forts = board.hexes("fort"), board.hexes("heavy-fort")
        self.stalin_line = board.mask(board.hexes("stalin-line"))
        self.fort_mask = board.mask(self.light_forts | self.heavy_forts)
        self.works = self.fort_mask | self.stalin_line
        self.lines = {line: tuple(sorted(board.region(f"line-{line}"))) for line in completion}
        self.line_of: dict[int, str] = {h: line for line, hexes in self.lines.items() for h in hexes}
        self.completed: Ints = np.zeros(board.size, np.int16)
        for line, hexes in self.lines.items():
            self.completed[list(hexes)] = completion[line]


def places(board: Board) -> list[tuple[tuple[int, ...], int]]:
    """4.2, 4.3: the hexes of each place that has points, and its points: hexes of one name are one place."""
    found: dict[object, tuple[list[int], int]] = {}
    for value in VALUES:
        for h in sorted(board.hexes(f"vp-{value}")):
            key = board.names.get(h, h)
            found.setdefault(key, ([], value))[0].append(h)
    return [(tuple(hexes), value) for hexes, value in found.values()]


def without(board: Board, *masks: Bytes) -> Bytes:
    """All hexes but those of some masks."""
    found = board.everywhere.copy()
    for mask in masks:
        found[mask != 0] = 0
    return found


def named(board: Board, name: str) -> int:
    """The hex of a name; -1 if the map has none."""
    return next((h for h, found in board.names.items() if found == name), -1)
