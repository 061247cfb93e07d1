"""The counters by what the rules ask of them, read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.titles.pm.arrivals import AREA_OF, ARRIVAL_AREA, SATELLITES, STARTERS
from steppe.titles.pm.state import SOVIET

TANKS = frozenset({"panzer", "TD", "TB", "GTB"})
ARMOUR = TANKS | {"assault-gun", "recon"}
"""Whom marsh and straits hamper (14.18, 14.20), and who takes motorized units along on a mobile assault (15.1)."""
SOVIET_CAVALRY = frozenset({"CD", "GCD"})
"""14.36, 15.12."""


class Roster:
    """Units by nation and by entry."""

    def __init__(self, units: UnitTable, board: Board) -> None:
        self.is_satellite = tuple(u.nation in SATELLITES for u in units.units)
        self.satellites = tuple(u for u, foreign in enumerate(self.is_satellite) if foreign)
        self.entries = read_entries(units, board)


class Entries(NamedTuple):
    """Who enters when and where, read once from counters and map."""

    groups: Mapping[str, tuple[int, ...]]
    """Units by the word that says how they enter."""
    turns: Mapping[int, tuple[int, ...]]
    """The reinforcements of each turn (2.17, 3.6)."""
    okh: Mapping[int, tuple[int, ...]]
    """The hexes next to each OKH Reserve area (8.2)."""
    places: frozenset[int]
    """The cities and large towns of the Soviet Union (8.7, 8.21)."""
    rings: Mapping[int, tuple[int, ...]]
    """For a hex next to Military District places: those places (8.7)."""
    hexes: tuple[int, ...]
    """Every hex by which Soviet units may ever enter."""
    kinds: Mapping[str, tuple[int, ...]]
    """Soviet units by type."""
    starters: tuple[int, ...]
    """The German starting forces (3.7); the others come later or are called out (8.21, 14.41)."""


def read_entries(units: UnitTable, board: Board) -> Entries:
    groups: dict[str, list[int]] = {}
    turns: dict[int, list[int]] = {}
    kinds: dict[str, list[int]] = {}
    for u, unit in enumerate(units.units):
        groups.setdefault(unit.entry, []).append(u)
        if unit.side == SOVIET:
            kinds.setdefault(unit.kind, []).append(u)
        if unit.turn and unit.entry in ARRIVAL_AREA:
            turns.setdefault(unit.turn, []).append(u)
    places = (board.hexes("city") | board.hexes("large-town")) & board.region("ussr")
    rings: dict[int, list[int]] = {}
    for d in sorted(board.hexes("district")):
        for _, n in board.grid.adjacent(d):
            if board.terrain[n] not in ("lake", "sea"):
                rings.setdefault(n, []).append(d)
    return Entries(
        {entry: tuple(members) for entry, members in groups.items()},
        {turn: tuple(members) for turn, members in turns.items()},
        {area: tuple(sorted(board.region(f"okh-{word}"))) for word, area in AREA_OF.items()},
        places,
        {h: tuple(districts) for h, districts in rings.items()},
        tuple(sorted(places | rings.keys())),
        {kind: tuple(members) for kind, members in kinds.items()},
        tuple(u for entry in STARTERS for u in groups.get(entry, ()) if not units.units[u].turn),
    )
