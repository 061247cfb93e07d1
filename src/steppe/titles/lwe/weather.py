"""10.0 Weather and ground conditions: the roll of a turn, and what it ends."""

from __future__ import annotations

from typing import Any

from steppe.assault import weather
from steppe.assault.supplycheck import Automatic
from steppe.assault.weather import DRY, MUD, SNOW
from steppe.events import Log
from steppe.titles.lwe import directive
from steppe.titles.lwe.state import MUD_OR_SNOW, NON_DRY


class Weather(Automatic):
    """I: one die for both zones; the first snow stays (10.1, 10.2, 10.8)."""

    name = "weather"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        row = title.weather_table.get(s.turn)
        if row is None or weather.is_deep_winter(s):
            return False  # deep winter everywhere (10.8)
        now = weather.roll(title, s, row, out)
        if now != {DRY}:
            s.weather_seen |= NON_DRY
        if now & {MUD, SNOW}:
            s.weather_seen |= MUD_OR_SNOW
        if s.weather_seen & NON_DRY and s.directive:
            directive.end(title, s, "7.12f", out)
        return False
