"""13.0 Weather: the roll of a couplet, and what it ends."""

from __future__ import annotations

from typing import Any

from steppe.assault import weather
from steppe.assault.supplycheck import Automatic
from steppe.assault.weather import MUD, SNOW
from steppe.events import Log
from steppe.titles.pm.state import MUD_OR_SNOW, NORTHERN_MUD_OR_SNOW


class Weather(Automatic):
    """II.A, III.A: one die for both zones; the first snow of a zone stays (13.2, 13.8)."""

    name = "weather"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        row = title.weather_table.get((s.turn, s.couplet - 2 * s.turn + 1))
        if title.learning or row is None or weather.is_deep_winter(s):
            return False
        if weather.roll(title, s, row, out) & {MUD, SNOW}:
            s.weather_seen |= MUD_OR_SNOW  # refits end (13.9)
        if s.weather_north in (MUD, SNOW):
            s.weather_seen |= NORTHERN_MUD_OR_SNOW  # the highway is gone (13.10)
        return False
