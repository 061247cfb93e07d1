"""4.0 How to win: victory points to the hex, Moscow, the scheduled checks, the levels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.assault.campaign import CampaignVictory
from steppe.assault.stacks import controller
from steppe.assault.state import CONTROL_SIDE
from steppe.events import Log
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import GERMAN, NON_DRY, LandState

VALUES = {"small-town": 1, "large-town": 2, "city": 4}


FIRST_DEBIT = 4

EARLY = 18
"""A win on points before this turn is a major one (4.6)."""

GERMAN_LEVELS = ((130, "major"), (125, "substantive"), (119, "minor"))

SOVIET_LEVELS = ((98, "minor"), (87, "substantive"))


class LandVictory(LandChapter, CampaignVictory[LandState]):
    """4.0; 4.1: the German wins by points or by Moscow, else the Soviet player does, and nobody draws."""

    def needed(self, turn: int) -> int | None:
        """4.5: on the turns that the track marks."""
        return self.charts.track[turn].check if turn in self.charts.track else None

    def make_tables(self) -> None:
        """4.2, 4.3: what each hex is worth: gained in the USSR, lost in Greater Germany, nothing in Romania."""
        board = self.board
        self.hex_points: NDArray[np.int16] = np.zeros(board.size, np.int16)
        for h in board.region("germany") & self.geo.land:
            self.hex_points[h] = 1
        for feature, value in VALUES.items():
            for h in board.hexes(feature) - self.geo.romania:
                self.hex_points[h] = value
        self.objectives = {
            int(h): int(self.hex_points[h]) for h in np.flatnonzero(self.hex_points) if not self.geo.home[h]
        }

    def points(self, s: LandState) -> int:
        """4.3: the German total at this moment, nothing at first (3.2b)."""
        german = s.vector("control") & CONTROL_SIDE == GERMAN
        gained = self.hex_points[german & ~self.geo.home].sum()
        lost = self.hex_points[~german & self.geo.home].sum()
        return int(gained) - int(lost) - s.debit

    def debit_zones(self, s: LandState, out: Log) -> None:
        """4.2: from turn 4 each Fortified Zone that holds out costs a point, but not that of Odessa."""
        if s.turn < FIRST_DEBIT:
            return
        alive = sum(s.hex[u] >= 0 and s.hex[u] != self.geo.odessa for u in self.roster.zones)
        if alive:
            s.debit += alive
            out.add("debit", points=alive, total=self.points(s))

    def control_changed(self, s: LandState, h: int, side: int, out: Log) -> None:
        """4.3: told at once. 4.4: the first German entry into Moscow."""
        if self.hex_points[h]:
            out.add("points", total=self.points(s))
        if h == self.geo.moscow and side == GERMAN and not s.moscow_fell:
            s.moscow_fell = 1
            if not s.weather_seen & NON_DRY:
                self.roll_for_moscow(s, out)

    def roll_for_moscow(self, s: LandState, out: Log) -> None:
        """4.4: one die, more for other great cities in German hands."""
        modifier = sum(
            value
            for name, value in self.charts.modifiers["moscow"].items()
            if any(controller(s, h) == GERMAN for h, place in self.board.names.items() if place == name)
        )
        modified = self.title.die(s, out, "Moscow") + modifier
        table = self.charts.moscow
        result = table[min(max(modified, min(table)), max(table))]
        out.add("moscow", modifier=modifier, result=result)
        if result == "collapse":
            self.title.win(s, GERMAN, "4.4c", out)

    def level(self, s: LandState) -> str:
        """4.6: how great the victory is; a concession has no degree."""
        rule = self.title.ledger.ids[s.deciding_rule]
        if rule == "4.4c" or (rule == "4.5a" and s.turn < EARLY):
            return "major"
        if rule not in ("4.5a", "4.5b"):
            return "concession"
        total = self.points(s)
        if s.winner == GERMAN:
            return next(word for least, word in GERMAN_LEVELS if total >= least)
        return next((word for least, word in SOVIET_LEVELS if total >= least), "major")
