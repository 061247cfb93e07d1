"""2, 5.3, 6, 7, 10: movement factors and costs, the Guderian effect, stacking, zones of control."""

from __future__ import annotations

import numpy as np

from steppe.assault.movement import Movement
from steppe.assault.ranges import Group, Mode, Ranges
from steppe.assault.stacking import Stacking
from steppe.assault.terrain import Terrain
from steppe.assault.zoc import ZonesOfControl
from steppe.events import Log
from steppe.orders import Units
from steppe.searches import Ints
from steppe.title import Refusal, Trouble
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.november import MF_CHANGE, is_declared_now, is_executed_now
from steppe.titles.dom.state import GERMAN, LEFT_SOUTH, SOUTH_START, STACKING_LIMIT, MoscowState
from steppe.titles.dom.victory import LIFELINE

GUDERIAN_MF = 14
DEFAULT_MF = (10, 6)
"""Turn 1's factors, for positions that give no turn track of their own."""


class MoscowMovement(MoscowChapter, Movement[MoscowState]):
    """5.3, 10.0 to 10.13."""

    hampered_sides = frozenset({GERMAN})
    """8.5, 8.6."""

    def base_factor(self, s: MoscowState, u: int) -> int:
        """2.10, 12.1, 12.2: the factor of the turn, less or more with the November offensive."""
        mobility = self.units.mobility[u]
        mech, foot = self.track[s.turn].mf if s.turn in self.track else DEFAULT_MF
        factor = foot if mobility == "foot" else mech
        if s.november and self.units.side[u] == GERMAN:
            if is_declared_now(s):
                factor -= MF_CHANGE[mobility]
            elif is_executed_now(s):
                factor += MF_CHANGE[mobility]
        return max(factor, 0)

    def is_guderian(self, s: MoscowState, u: int) -> bool:
        """5.3: mechanized Germans that set up on the south map and have kept to it all turn."""
        return s.turn == 1 and s.flags[u] & (SOUTH_START | LEFT_SOUTH) == SOUTH_START

    def leave_south(self, s: MoscowState, group: Units, h: int) -> None:
        """5.3: whoever enters or attacks a hex of the north map on turn 1 has left the south map."""
        if not self.geo.south[h]:
            for u in group:
                s.flags[u] |= LEFT_SOUTH

    def factor(self, s: MoscowState, u: int) -> int:
        return GUDERIAN_MF if self.is_guderian(s, u) else self.base_factor(s, u)

    def moved_into(self, s: MoscowState, group: Units, start: int, h: int, out: Log) -> None:
        """5.3."""
        if s.turn == 1:
            self.leave_south(s, group, h)

    def bound_hexes(self, s: MoscowState, group: Units) -> set[int] | None:
        return self.november.bound_hexes(s, group)

    def end_refusal(self, s: MoscowState) -> Refusal | None:
        return self.november.end_of_movement_refusal(s)

    def is_quiet(self, s: MoscowState, side: int, start: int, path: Units) -> bool:
        """Nothing of note, and nowhere from where the known lifeline of Moscow could be cut (4.2)."""
        known = s.cache.get(LIFELINE)
        if known is None or not self.stacks.notable.isdisjoint(path):
            return False
        hexes, touching = known
        found: bool = touching.isdisjoint(path) if side == GERMAN else start not in hexes
        return found

    def heeds_passage(self, s: MoscowState, side: int) -> bool:
        """5.3: who leaves the south map."""
        return s.turn == 1


class MoscowRanges(MoscowChapter, Ranges[MoscowState]):
    """5.3, 10.6."""

    def pace(self, s: MoscowState, group: Units) -> int:
        """10.6: the slowest sets the pace."""
        if len(group) == 1:
            return self.movement.base_factor(s, group[0]) - s.spent[group[0]]
        return min([self.movement.base_factor(s, u) - s.spent[u] for u in group])

    def modes(self, s: MoscowState, known: Group) -> tuple[Mode, ...]:
        """5.3: the extra MP of the Guderian effect are good on the south map only.

        The south map comes first: nobody is led off it, and out of his extra MP, by a way that he did not ask for.
        """
        plain = Mode(known.pace, self.board.everywhere)
        if s.turn == 1 and any(self.movement.is_guderian(s, u) for u in known.units):
            return Mode(min(self.movement.factor(s, u) - s.spent[u] for u in known.units), self.geo.south), plain
        return (plain,)

    def explain_special(self, s: MoscowState, group: Units, h: int) -> Refusal | None:
        """5.3: a north-map hex that the extra MP would reach, were they good there."""
        known = self.new_group(s, group)
        modes = known.modes
        if len(modes) == 1 or self.run_reach(s, known, modes[0]._replace(within=self.board.everywhere)) == 0:
            return None
        if self.board.scratch.spent[h] <= 0:
            return None
        factor = min(self.movement.base_factor(s, u) for u in group)
        return Refusal("5.3c", f"more than {factor} MP are for the south map alone", Trouble.POINTS)


class MoscowStacking(MoscowChapter, Stacking[MoscowState]):
    """6.0; 10.15c: in the hex from which a mobile assault is made as anywhere else."""

    def make_limits(self) -> Ints:
        """6.0: five units of a side in a hex."""
        return np.full(self.board.size, STACKING_LIMIT, np.int16)


class MoscowTerrain(MoscowChapter, Terrain[MoscowState]):
    """10.8 to 10.10, 11.15."""

    assault_closed_sides = frozenset({"reservoir"})

    def entry_cost(self, mobility: str, terrain: str) -> int:
        """10.8: one MP, but marsh is closed to all mechanized units other than cavalry."""
        return 0 if terrain == "marsh" and mobility == "mech" else 1

    def side_cost(self, mobility: str, kind: str) -> int | None:
        """10.9, 10.10: a river costs one MP more, a reservoir cannot be crossed."""
        return {"river": 1, "reservoir": None}[kind]


class MoscowZonesOfControl(MoscowChapter, ZonesOfControl[MoscowState]):
    """7.0a, 7.0b: the German alone.

    So Soviet moves and retreats (7.2d) and supply lines (7.3) mind them, and no German is ever slowed (7.2e). A Soviet
    unit in a ZOC hex does not cancel it (7.4).
    """

    side = GERMAN
    closed_sides = frozenset({"reservoir"})
