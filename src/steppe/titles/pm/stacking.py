"""6.0, 7.0: stacking in quarters of a unit, and nations that keep apart."""

from __future__ import annotations

import numpy as np

from steppe.assault.stacking import Stacking
from steppe.assault.stacks import units_in
from steppe.orders import Units
from steppe.searches import Ints
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import GERMAN, QUARTERS, SMALL_LIMIT, SOVIET, STACKING_LIMIT, MonsterState

LIMITLESS = 30000
"""More than ever stacks in a hex: on the march there is no limit (6.2)."""


class MonsterStacking(MonsterChapter, Stacking[MonsterState]):
    """6.0, 7.1 to 7.4, 11.4; 6.6: aircraft and markers are no units and take no room."""

    small_limit = SMALL_LIMIT
    whole_points = QUARTERS

    def mixing_refusal(self, s: MonsterState, units: Units, h: int) -> Refusal | None:
        """7.1 to 7.4: one satellite nation in a hex; with Italians or Romanians one German unit at most."""
        if self.units.side[units[0]] == SOVIET:
            return None
        together = (*units, *(u for u in units_in(s, h) if u not in units))
        satellites = {self.units.nation[u] for u in together if self.roster.is_satellite[u]}
        if not satellites:
            return None
        label = self.board.label(h)
        if len(satellites) > 1:
            return Refusal(
                "7.1", f"{' and '.join(sorted(satellites))} units may not stack in {label}", Trouble.STACKING
            )
        nation = satellites.pop()
        if nation != "hungarian" and sum(not self.roster.is_satellite[u] for u in together) > 1:
            rule = {"italian": "7.2a", "romanian": "7.3a"}[nation]
            why = f"no more than one German unit stacks with {nation} units in {label}"
            return Refusal(rule, why, Trouble.STACKING)
        return None

    def make_limits(self) -> Ints:
        """6.1, 6.5: five units in a hex, ten in a city."""
        limits = np.full(self.board.size, STACKING_LIMIT, np.int16)
        limits[self.city_mask != 0] *= 2
        return limits

    def make_passing_limits(self) -> Ints:
        """6.2: stacking counts at the end of the phase."""
        return np.full(self.board.size, LIMITLESS, np.int16)

    def counts_as_small(self, u: int) -> bool:
        """6.3: German-side battalions and regiments."""
        return self.units.side[u] == GERMAN and self.units.points[u] < QUARTERS // 2

    def tolerates(self, s: MonsterState, h: int) -> bool:
        """6.2: the moving side has until the end of its movement phase."""
        step = self.title.current_step(s)
        return step.decision == "movement" and s.depth > 0 and self.stacks.side_in(s, h) == step.seat

    def has_room(self, s: MonsterState, units: Units, h: int) -> bool:
        """11.4: room is kept for those who fight their way ashore."""
        if h == s.battle_hex and s.invaded == h:
            landing = tuple(u for x in self.geo.sea_hexes if s.top[x] >= 0 for u in units_in(s, x))
            units = (*units, *(u for u in landing if u not in units))
        return super().has_room(s, units, h)
