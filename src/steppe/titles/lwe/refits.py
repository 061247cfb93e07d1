"""8.11 Refits: reduced German mechanized divisions rest for a turn and may be made whole."""

from __future__ import annotations

from typing import Any

from steppe.assault import refits
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import GERMAN, MUD_OR_SNOW, RESTING

REFITTED = frozenset({"panzer", "panzer-grenadier", "motorized"})
SUCCESS = 4
"""The highest die that makes a division whole."""


class RefitStart(refits.Refit):
    """II.A: markers on the divisions that are to refit; never after the first mud or snow (10.9)."""

    rule, rest_rule, end_rule = "8.11a", "8.11b", "8.11d"

    def is_over(self, title: Any, s: Any) -> bool:
        return bool(s.weather_seen & MUD_OR_SNOW)

    def entitled(self, title: Any, u: int) -> bool:
        return title.units.nation[u] == "german" and title.units.kind[u] in REFITTED

    def is_resting(self, title: Any, s: Any, u: int) -> bool:
        return bool(s.flags[u] & RESTING)

    def has_regular_supply(self, title: Any, s: Any, u: int) -> bool:
        return supply.state_of(title, s, u) == supply.REGULAR

    def begin(self, title: Any, s: Any, u: int, out: Log) -> None:
        s.flags[u] |= RESTING
        out.add("refit", unit=u)


class RefitCompletion(Automatic):
    """II.E: a die for each division under a marker. The rest of those who rested may go on next turn."""

    name = "refit completion"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        for u in title.side_units[GERMAN]:
            if not s.flags[u] & RESTING:
                continue
            s.flags[u] &= ~RESTING
            if s.hex[u] >= 0 and s.steps[u] < title.units.units[u].steps:
                whole = title.die(s, out, f"refit of {title.units.keys[u]}") <= SUCCESS
                if whole:
                    s.steps[u] += 1
                out.add("refitted", unit=u, whole=whole)
        return False
