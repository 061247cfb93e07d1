"""12.9 to 12.21, 13.4 to 13.7: what the ground costs in which weather, and what it closes."""

from __future__ import annotations

import numpy as np

from steppe.assault.terrain import CLOSED, Terrain
from steppe.assault.weather import TERRAINS, as_table
from steppe.searches import Bytes
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import GERMAN, MOBILITIES, NORTHERN_MUD_OR_SNOW, MonsterState


class MonsterTerrain(MonsterChapter, Terrain[MonsterState]):
    """5.3, 12.10 to 12.21, 13.7."""

    def make_tables(self) -> None:
        super().make_tables()
        chart = self.charts.terrain
        self.terrain_costs: dict[str, dict[str, int]] = {
            mobility: {
                terrain: cost
                for terrain in TERRAINS
                if terrain in chart and (cost := chart[terrain].costs[mobility]) is not None
            }
            for mobility in MOBILITIES
        }

    def sleeps(self, s: MonsterState) -> bool:
        """5.3: on turn 1 nothing happens in Hungary and Romania."""
        return s.turn == 1

    def is_asleep(self, s: MonsterState, h: int) -> bool:
        return bool(self.geo.southern_zomo[h]) and self.sleeps(s)

    def river_cost(self, mobility: str) -> int:
        """12.15."""
        return self.charts.terrain["river"].costs[mobility] or 0

    def highway_open(self, s: MonsterState) -> bool:
        """12.20, 13.10: until the first mud or snow of the northern zone."""
        return not s.weather_seen & NORTHERN_MUD_OR_SNOW

    def make_costs(self, s: MonsterState, side: int, mobility: str) -> Bytes:
        """12.10 to 12.21, 13.5 to 13.7, 5.5: hex entered and hexside crossed, in the weather of the hex entered."""
        river = 0 if side == GERMAN and s.turn == 1 else self.river_cost(mobility)
        costs = self.weather.ground_costs(s, self.terrain_costs[mobility], river, lakes=True)
        if mobility == "mech" and self.highway_open(s):
            neighbours = self.board.grid.neighbours
            into_forest = self.weather.terrain_masks["forest"][neighbours] & (neighbours >= 0)
            spared = self.terrain_costs["mech"]["forest"] - self.terrain_costs["mech"]["clear"]
            costs -= np.where(self.geo.highway & into_forest & (costs != CLOSED), np.int16(spared), np.int16(0))
        return as_table(costs)

    def ground(self, s: MonsterState) -> object:
        highway = not s.weather_seen & NORTHERN_MUD_OR_SNOW
        return s.weather_north | s.weather_south << 4 | (s.turn == 1) << 8 | highway << 9

    def entry_cost(self, mobility: str, terrain: str) -> int:
        """12.10 to 12.13, in dry weather (13.3)."""
        return self.terrain_costs[mobility].get(terrain, CLOSED)

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """12.15, 12.16, in dry weather."""
        if kind == "river":
            return self.river_cost(mobility)
        return 0 if kind == "highway" else None

    def side_bar(self, s: MonsterState, u: int, start: int, h: int) -> str:
        """12.14, 13.7: the sea always, lakes unless they are frozen."""
        return self.weather.water_bar(s, start, h)

    def assault_bars(self) -> frozenset[str]:
        return frozenset({"lake", "sea"})

    def assault_bar(self, s: MonsterState, u: int, start: int, h: int) -> str:
        """13.7, 11.4: nobody attacks across lakes, frozen or not; across the sea only those who land."""
        sides = self.board.side(start, h)
        if "sea" in sides and not self.geo.sea[start]:
            return "sea"
        return "lake" if "lake" in sides else ""
