"""10.0 Weather and ground conditions: two zones, five kinds, deep winter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.titles.lwe import directive
from steppe.titles.lwe.state import MUD_OR_SNOW, NON_DRY, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

KINDS = "DRMFS"
DRY, RAIN, MUD, FROST, SNOW = range(5)
NAMES = ("dry", "rain", "mud", "frost", "snow")
THAWED = frozenset({DRY, RAIN, MUD})
"""Weather in which rivers and marsh hinder (11.16, 11.17)."""
FIRST_ROLL = 12
SOUTHERN_LAG = 2


def here(title: LandWithoutEnd, s: LandState, h: int) -> int:
    """10.2: the weather of a hex."""
    return s.weather_south if title.southern[h] else s.weather_north


def straits_frozen(s: LandState) -> bool:
    """10.7: the straits lie in the southern zone."""
    return s.weather_south == SNOW


def lakes_frozen(s: LandState) -> bool:
    """10.7: the lakes lie in the northern zone."""
    return s.weather_north == SNOW


class Weather(Automatic):
    """I: one die for both zones; the first snow stays (10.1, 10.2, 10.8)."""

    name = "weather"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        row = title.weather_table.get(s.turn)
        if row is None or s.weather_north == s.weather_south == SNOW:
            return False  # deep winter everywhere (10.8)
        die = title.die(s, out, "weather")
        if s.weather_north != SNOW:
            s.weather_north = row[die]
        if s.weather_south != SNOW:
            s.weather_south = row[die - SOUTHERN_LAG]
        now = {s.weather_north, s.weather_south}
        if now != {DRY}:
            s.weather_seen |= NON_DRY
        if now & {MUD, SNOW}:
            s.weather_seen |= MUD_OR_SNOW
        s.cache.clear()
        out.add("weather", north=NAMES[s.weather_north], south=NAMES[s.weather_south])
        if s.weather_seen & NON_DRY and s.directive:
            directive.end(title, s, "7.12f", out)
        return False
