"""8.11 Refits: reduced German mechanized divisions rest for a turn and may be made whole."""

from __future__ import annotations

from steppe.assault.refits import Refit
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.titles.lwe.chapter import LandDecision
from steppe.titles.lwe.state import GERMAN, MUD_OR_SNOW, RESTING, LandState
from steppe.titles.lwe.supply import REGULAR

REFITTED = frozenset({"panzer", "panzer-grenadier", "motorized"})

SUCCESS = 4
"""The highest die that makes a division whole."""


class RefitStart(LandDecision, Refit[LandState]):
    """II.A: markers on the divisions that are to refit; never after the first mud or snow (10.9)."""

    rule, rest_rule, end_rule = "8.11a", "8.11b", "8.11d"

    def is_over(self, s: LandState) -> bool:
        return bool(s.weather_seen & MUD_OR_SNOW)

    def entitled(self, u: int) -> bool:
        return self.units.nation[u] == "german" and self.units.kind[u] in REFITTED

    def is_resting(self, s: LandState, u: int) -> bool:
        return bool(s.flags[u] & RESTING)

    def has_regular_supply(self, s: LandState, u: int) -> bool:
        return self.supply.state_of(s, u) == REGULAR

    def begin(self, s: LandState, u: int, out: Log) -> None:
        s.flags[u] |= RESTING
        out.add("refit", unit=u)


class RefitCompletion(LandDecision, Automatic[LandState]):
    """II.E: a die for each division under a marker. The rest of those who rested may go on next turn."""

    name = "refit completion"

    def enter(self, s: LandState, out: Log) -> bool:
        for u in self.side_units[GERMAN]:
            if not s.flags[u] & RESTING:
                continue
            s.flags[u] &= ~RESTING
            if s.hex[u] >= 0 and s.steps[u] < self.units.units[u].steps:
                whole = self.title.die(s, out, f"refit of {self.units.keys[u]}") <= SUCCESS
                if whole:
                    s.steps[u] += 1
                out.add("refitted", unit=u, whole=whole)
        return False
