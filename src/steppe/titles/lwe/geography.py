"""The places of the map that the rules speak of."""

from __future__ import annotations

import numpy as np

from steppe.board import Board

WATERS = frozenset({"lake", "sea"})


class Geography:
    """Hexes and hexsides by what they mean in Land Without End."""

    def __init__(self, board: Board) -> None:
        land = frozenset(h for h in range(board.size) if board.terrain[h] not in WATERS)
        self.land = land
        self.romania, self.north = board.region("romania"), board.region("north")
        self.home = board.mask(board.region("germany") & land) != 0
        """Greater Germany (4.2)."""
        self.inside_romania = board.mask(self.romania)
        self.outside_romania = board.mask(set(range(board.size)) - self.romania)
        self.east = board.mask(board.region("gas-east"))
        """East of the GAS Line (7.4)."""
        self.sea = board.mask(h for h in range(board.size) if board.terrain[h] == "sea")
        self.lakes = board.mask(h for h in range(board.size) if board.terrain[h] == "lake")
        self.forts, self.fort_mask = board.hexes("fort"), board.mask(board.hexes("fort"))
        self.road_hexes, self.road_mask = board.hexes("rollbahn"), board.mask(board.hexes("rollbahn"))
        self.road_sides = board.side_table("rollbahn")
        self.all_sides = np.ones((board.size, 6), np.uint8)
        self._read_places(board)
        edge = board.hexes("edge") & land
        self.home_edge = tuple(sorted(edge & board.region("germany")))
        self.romanian_edge = tuple(sorted(edge & self.romania))
        self.german_entries = (*self.home_edge, *self.romanian_edge, *sorted(self.road_places))
        self.kerch = frozenset(h for side, kinds in board.side_kinds.items() if "kerch" in kinds for h in side)
        taken = board.hexes("fort") | board.hexes("city") | self.road_hexes | board.hexes("german-source")
        self.matters_to_supply, self.supply_hexes = board.mask(taken), frozenset(taken)
        """The hexes whose taking opens or cuts German lines (7.3)."""
        self.supply_list = np.array(sorted(taken), np.int16)

    def _read_places(self, board: Board) -> None:
        """Towns and cities, and those with a name in the rules."""
        self.large_towns = board.hexes("large-town")
        self.large_places = self.large_towns | board.hexes("city")
        self.places = places = self.large_places | board.hexes("small-town")
        """Every town and city, of whatever country: who holds it has the use of it (7.10, 8.5, 8.7, 9.17)."""
        self.soviet_places = places - self.romania - board.region("germany")
        """Those of the Soviet Union (8.4)."""
        self.large_place_list = tuple(sorted(self.large_places))
        self.road_places = places & self.road_hexes
        self.centres, self.asterisks = board.hexes("centre"), tuple(sorted(board.hexes("asterisk")))
        self.ports = places & (board.hexes("black-sea") | board.hexes("azov"))
        self.seas = {
            h: frozenset(sea for sea in ("black-sea", "azov") if h in board.hexes(sea)) for h in range(board.size)
        }
        self.moscow, self.leningrad = named(board, "Moscow"), named(board, "Leningrad")
        self.odessa, self.oranienbaum = named(board, "Odessa"), named(board, "Oranienbaum")


def named(board: Board, name: str) -> int:
    """The hex of a name; -1 if the map has none."""
    return next((h for h, found in board.names.items() if found == name), -1)
