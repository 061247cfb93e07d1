"""9.10 to 9.20, 10.4 to 10.7: what the ground costs in which weather, and what it closes."""

from __future__ import annotations

import numpy as np

from steppe.assault.terrain import CLOSED, Terrain
from steppe.assault.weather import as_table
from steppe.searches import Bytes
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import GERMAN, MUD_OR_SNOW, LandState

FREE_RIVERS_UNTIL = 3
"""5.4: the last turn on which the German side ignores rivers."""

TERRAIN_COSTS = {
    "mech": {"clear": 1, "forest": 2, "hills": 3, "marsh": 4},
    "foot": {"clear": 1, "forest": 1, "hills": 2, "marsh": 2},
    "mountain": {"clear": 1, "forest": 1, "hills": 1, "marsh": 2},
    "cavalry": {"clear": 1, "forest": 1, "hills": 1, "marsh": 1},
}
"""9.10 to 9.13, in dry weather (10.3); lakes and the sea are closed."""

RIVER_COST = {"mech": 2}
"""9.14: 1 for all who are not mechanized."""


class LandTerrain(LandChapter, Terrain[LandState]):
    """9.10 to 9.16, 10.4 to 10.7."""

    def is_closed_in_romania(self, s: LandState, h: int) -> bool:
        """5.4: on turn 1 no Soviet unit enters or attacks Romania; no other border is ever closed to them (5.5)."""
        return s.turn == 1 and h in self.geo.romania

    def make_costs(self, s: LandState, side: int, mobility: str) -> Bytes:
        """9.10 to 9.20, 10.5 to 10.7, 5.4: hex entered and hexside crossed, in the weather of the hex entered."""
        dry = TERRAIN_COSTS.get(mobility, TERRAIN_COSTS["foot"])
        river = 0 if side == GERMAN and s.turn <= FREE_RIVERS_UNTIL else RIVER_COST.get(mobility, 1)
        costs = self.weather.ground_costs(s, dry, river, mud=1)
        if side == GERMAN and roads_open(s):
            costs = np.where(self.geo.road_sides & (costs != CLOSED), np.int16(1), costs)
        return as_table(costs)

    def ground(self, s: LandState) -> object:
        early = s.turn <= FREE_RIVERS_UNTIL
        return s.weather_north | s.weather_south << 4 | early << 8 | (s.weather_seen & MUD_OR_SNOW) << 9

    def entry_cost(self, mobility: str, terrain: str) -> int:
        """9.10 to 9.13, in dry weather."""
        return TERRAIN_COSTS.get(mobility, TERRAIN_COSTS["foot"]).get(terrain, 0)

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """9.14, 9.15, in dry weather."""
        if kind == "river":
            return RIVER_COST.get(mobility, 1)
        return 0 if kind == "rollbahn" else None

    def side_bar(self, s: LandState, u: int, start: int, h: int) -> str:
        """9.15, 10.7: the sea always, lakes unless they are frozen; the straits have a rule of their own (9.16)."""
        return self.assault_bar(s, u, start, h)

    def assault_bars(self) -> frozenset[str]:
        return frozenset({"lake", "sea"})

    def assault_bar(self, s: LandState, u: int, start: int, h: int) -> str:
        """11.18: nobody attacks across lakes or the sea, but across frozen lakes."""
        return self.weather.water_bar(s, start, h)


def roads_open(s: LandState) -> bool:
    """10.10: the Rollbahnen serve movement until the first mud or snow."""
    return not s.weather_seen & MUD_OR_SNOW
