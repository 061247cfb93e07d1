"""The counters by what the rules ask of them, read once."""

from __future__ import annotations

import numpy as np

from steppe.assault.units import Unit, UnitTable
from steppe.board import Board
from steppe.titles.lwe.geography import Geography
from steppe.titles.lwe.state import GERMAN, SOVIET

NATIONS = ("german", "romanian", "italian", "hungarian", "soviet")
"""1.5b: the Spanish division is German."""
SATELLITES = frozenset({"romanian", "italian", "hungarian"})
"""1.5a: what holds for the German side holds for them too, what holds for Germans does not."""


class Roster:
    """Units by nation, by entry, and by what they can do."""

    def __init__(self, units: UnitTable, board: Board, geo: Geography) -> None:
        every = units.units
        self.is_satellite = tuple(u.nation in SATELLITES for u in every)
        self.foreign_units = tuple(u for u, foreign in enumerate(self.is_satellite) if foreign)
        code = [NATIONS.index(u.nation) if u.nation in NATIONS else len(NATIONS) - 1 for u in every]
        self.nation_bit = np.array([1 << c for c in code], np.int16)
        foot = [int(c != 0 and u.mobility != "mech") for c, u in zip(code, every, strict=True)]
        self.never_mixes = np.array(foot, np.int16)
        """Who never stacks with another nation (6.3)."""
        self.nation_bits, self.foot_bits = tuple(self.nation_bit.tolist()), tuple(foot)
        self.nations_in = np.zeros(board.size, np.int16)
        """Work space: the nations in each hex."""
        self.printed_moves = tuple(u.moves for u in every)
        self.german_array = np.array(units.of_side(GERMAN), np.int16)
        self.is_guards = tuple(u.entry == "guards" for u in every)
        """2.7n: militia with a small g are none."""
        self.zones = tuple(u for u, unit in enumerate(every) if unit.kind == "fz")
        self.coastal_army = next((u for u, unit in enumerate(every) if unit.mobility == "sea"), -1)
        self.replaceable = tuple(u for u, unit in enumerate(every) if is_replaceable(unit))
        self._read_entries(units, board, geo)

    def _read_entries(self, units: UnitTable, board: Board, geo: Geography) -> None:
        """3.2a, 3.4, 3.5: who begins on the map, and who waits for which turn."""
        self.entry_groups: dict[str, tuple[int, ...]] = {}
        """Units by the word that says how they enter."""
        self.entry_hexes: dict[int, tuple[int, ...]] = {}
        self.soviet_reinforcements: dict[int, tuple[int, ...]] = {}
        """By turn."""
        groups: dict[str, list[int]] = {"fz": [], "soviet": [], "german": []}
        for u, unit in enumerate(units.units):
            self.entry_groups[unit.entry] = (*self.entry_groups.get(unit.entry, ()), u)
            if unit.side == GERMAN:
                if unit.entry in ("germany", "romania"):
                    groups["german"].append(u)
            elif unit.entry not in ("pool", "guards", ""):
                self.entry_hexes[u] = entry_hexes(board, geo, unit.entry)
                if unit.turn:
                    self.soviet_reinforcements[unit.turn] = (*self.soviet_reinforcements.get(unit.turn, ()), u)
                else:
                    groups["fz" if unit.kind == "fz" else "soviet"].append(u)
        self.setup_groups = {step: tuple(members) for step, members in groups.items()}
        self.entry_places = geo.places | {h for hexes in self.entry_hexes.values() for h in hexes}


def entry_hexes(board: Board, geo: Geography, entry: str) -> tuple[int, ...]:
    """3.4, 8.5: hex numbers, army areas, or any town and city."""
    if entry == "any":
        return tuple(sorted(geo.places))
    found: list[int] = []
    for word in entry.split():
        if word in board.grid.index:
            found.append(board.grid.index[word])
        else:
            found += sorted(board.region(f"area-{word}"))
    return tuple(dict.fromkeys(found))


def is_replaceable(unit: Unit) -> bool:
    """8.7: rifle and mountain rifle divisions and regular cavalry corps, none of them Guards."""
    if unit.side != SOVIET or unit.entry == "guards":
        return False
    if unit.kind in ("rifle", "mountain-rifle"):
        return unit.size == "XX"
    return unit.kind == "cavalry" and unit.size == "XXX"
