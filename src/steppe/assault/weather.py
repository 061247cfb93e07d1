"""Weather in two zones: five kinds, one die for both, deep winter, and what it does to the costs of movement.

A title that has weather keeps it in the scalars ``weather_north`` and ``weather_south`` of its state, and knows the
hexes of the southern zone (``southern``), those of each terrain (``terrain_masks``) and the straits (``strait_sides``).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from steppe.assault.chapter import C, CampaignChapter
from steppe.assault.state import CampaignState
from steppe.assault.terrain import CLOSED
from steppe.board import Board
from steppe.events import Log
from steppe.searches import Bytes

TERRAINS = ("clear", "forest", "hills", "marsh", "lake", "sea")
KINDS = "DRMFS"

DRY, RAIN, MUD, FROST, SNOW = range(5)

NAMES = ("dry", "rain", "mud", "frost", "snow")

THAWED = frozenset({DRY, RAIN, MUD})
"""Weather in which rivers and marsh hinder."""

STRAITS = frozenset({"sivash", "kerch"})
"""Hexsides of the sea that are crossed under rules of their own."""

WEATHER = "weather"
"""The name of its result for who wants one: weather=M, or weather=S/F for north and south."""
WANTED = (*KINDS, *(f"{north}/{south}" for north in KINDS for south in KINDS))

SOUTHERN_LAG = 2
"""By how much the die of the southern zone is lower."""


class Weather(CampaignChapter[C]):
    """What the weather is where, and what it does to the ground."""

    southern_region: str
    """The region of the map that is the southern zone."""
    southern: Bytes
    in_south: bytes
    """The same for Python code."""
    terrain_masks: Mapping[str, NDArray[np.bool_]]
    strait_sides: Bytes
    beside_straits: bytes

    def make_tables(self) -> None:
        board = self.board
        self.southern = board.mask(board.region(self.southern_region))
        self.in_south = self.southern.tobytes()
        self.terrain_masks = {terrain: np.array([x == terrain for x in board.terrain]) for terrain in TERRAINS}
        self.strait_sides = strait_sides(board)
        self.beside_straits = self.strait_sides.max(axis=1).tobytes()

    def here(self, s: C, h: int) -> int:
        """The weather of a hex."""
        found: int = s.weather_south if self.in_south[h] else s.weather_north
        return found

    def water_bar(self, s: C, start: int, h: int) -> str:
        """The water that closes a hexside: the sea always, lakes unless they are frozen; or nothing."""
        sides = self.board.side(start, h)
        if "sea" in sides:
            return "sea"
        return "lake" if "lake" in sides and not lakes_frozen(s) else ""

    def roll(self, s: C, row: Mapping[int, int], out: Log) -> set[int]:
        """One die for both zones; the first snow of a zone stays. Returns the weather there is now."""
        wanted = s.wish(WEATHER) if s.wanted else None
        if wanted is not None:
            s.weather_north, s.weather_south = KINDS.index(wanted[0]), KINDS.index(wanted[-1])
        else:
            die = self.title.die(s, out, "weather")
            if s.weather_north != SNOW:
                s.weather_north = row[die]
            if s.weather_south != SNOW:
                s.weather_south = row[die - SOUTHERN_LAG]
        s.cache.clear()
        out.add("weather", north=NAMES[s.weather_north], south=NAMES[s.weather_south])
        return {s.weather_north, s.weather_south}

    def ground_costs(
        self, s: C, dry: Mapping[str, int], river: int, *, mud: int = 0, lakes: bool = False
    ) -> NDArray[np.int16]:
        """MP for leaving each hex through each side in the weather of the hex entered, CLOSED where nobody goes.

        ``dry`` holds the costs by terrain in dry weather, ``river`` what crossing one adds (``mud`` more of it in mud);
        ``lakes``: whether frozen lakes can be walked over, as if they were clear.
        """
        board = self.board
        frozen_lakes = lakes_frozen(s)
        entry, extra = np.zeros(board.size, np.int16), np.zeros(board.size, np.int16)
        for zone, now in ((0, s.weather_north), (1, s.weather_south)):
            frozen = now in (FROST, SNOW)
            factor = 2 if now in (MUD, SNOW) else 1
            there = self.southern == zone
            for terrain, hexes in self.terrain_masks.items():
                hard = (terrain == "marsh" and frozen) or (terrain == "lake" and lakes and frozen_lakes)
                like = "clear" if hard else terrain
                entry[there & hexes] = dry[like] * factor if like in dry else CLOSED
            if not frozen and river:
                extra[there] = river + (mud if now == MUD else 0)
        neighbours = board.grid.neighbours
        costs = np.where(neighbours >= 0, entry[neighbours], CLOSED)
        passable = costs != CLOSED
        costs += board.side_table("river") * extra[neighbours]
        passable &= board.side_table("sea") == 0
        if not frozen_lakes:
            passable &= board.side_table("lake") == 0
        if not straits_frozen(s):
            passable &= self.strait_sides == 0
        found: NDArray[np.int16] = costs * passable
        return found


def straits_frozen(s: CampaignState) -> bool:
    """The straits lie in the southern zone."""
    return bool(s.weather_south == SNOW)


def lakes_frozen(s: CampaignState) -> bool:
    """The lakes lie in the northern zone."""
    return bool(s.weather_north == SNOW)


def strait_sides(board: Board) -> Bytes:
    """Where the straits lie, as an (n, 6) table."""
    found: Bytes = np.max([board.side_table(kind) for kind in sorted(STRAITS)], axis=0)
    return found


def is_deep_winter(s: CampaignState) -> bool:
    """Whether the weather has come to stay in both zones."""
    return bool(s.weather_north == s.weather_south == SNOW)


def as_table(costs: NDArray[np.int16]) -> Bytes:
    """Costs as the searches want them."""
    found: Bytes = costs.astype(np.uint8)
    return found
