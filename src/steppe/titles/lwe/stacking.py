"""6.0 Stacking: limits, nations, Fortified Zones on top."""

from __future__ import annotations

import numpy as np

from steppe.assault.stacking import Stacking
from steppe.assault.stacks import Stacks, units_in
from steppe.orders import Units
from steppe.searches import Ints
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import SOVIET, STACKING_LIMIT, LandState


class LandStacking(LandChapter, Stacking[LandState]):
    """6.0, 8.1; 6.5: markers are flags, no units, and take no room."""

    def mixes(self, units: Units) -> bool:
        """6.3: one nation; or Germans with the mechanized units of one satellite."""
        nations = {self.units.nation[u] for u in units}
        if len(nations) <= 1:
            return True
        satellites = nations - {"german"}
        if len(satellites) > 1:
            return False
        return all(self.units.mobility[u] == "mech" for u in units if self.units.nation[u] in satellites)

    def mixing_refusal(self, s: LandState, units: Units, h: int) -> Refusal | None:
        """6.3: nations keep apart, but for satellite mechanized units, and for units that are out of supply."""
        if self.units.side[units[0]] == SOVIET:
            return None
        together = (*units, *(u for u in units_in(s, h) if u not in units))
        if self.mixes(together) or all(s.hex[u] >= 0 and not self.supply.is_supplied(s, u) for u in together):
            return None
        return Refusal("6.3a", f"units of different nations may not stack in {self.board.label(h)}", Trouble.STACKING)

    def make_limits(self) -> Ints:
        """6.1: six divisions of a side in a hex."""
        return np.full(self.board.size, STACKING_LIMIT, np.int16)

    def tolerates(self, s: LandState, h: int) -> bool:
        """8.1: Soviet stacks have until the end of their Movement Phase."""
        name = self.title.current_step(s).name
        entering = name == "III.B" or (name == "III.C" and s.depth > 0)
        return entering and self.stacks.side_in(s, h) == SOVIET


class LandStacks(LandChapter, Stacks[LandState]):
    """3.6, 6.4."""

    def make_tables(self) -> None:
        super().make_tables()
        self.always_on_top = frozenset(self.roster.zones)

    def notable_hexes(self) -> frozenset[int]:
        """3.6: places, sources, fortified lines, Rollbahnen, and every hex of Greater Germany."""
        board = self.board
        places = board.hexes("small-town") | self.geo.large_towns | board.hexes("city") | board.hexes("rollbahn")
        return (
            places
            | self.geo.forts
            | set(self.supply.sources[0])
            | set(self.supply.sources[1])
            | (board.region("germany") & self.geo.land)
        )
