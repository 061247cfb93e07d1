"""10.0 Weather and ground conditions: the roll of a turn, and what it ends."""

from __future__ import annotations

from steppe.assault.supplycheck import Automatic
from steppe.assault.weather import DRY, MUD, SNOW, Weather, is_deep_winter
from steppe.events import Log
from steppe.titles.lwe.chapter import LandChapter, LandDecision
from steppe.titles.lwe.state import MUD_OR_SNOW, NON_DRY, LandState


class LandWeather(LandChapter, Weather[LandState]):
    """10.0."""

    southern_region = "swz"


class WeatherRoll(LandDecision, Automatic[LandState]):
    """I: one die for both zones; the first snow stays (10.1, 10.2, 10.8)."""

    name = "weather"

    def enter(self, s: LandState, out: Log) -> bool:
        row = self.charts.weather.get(s.turn)
        if row is None or is_deep_winter(s):
            return False  # deep winter everywhere (10.8)
        now = self.weather.roll(s, row, out)
        if now != {DRY}:
            s.weather_seen |= NON_DRY
        if now & {MUD, SNOW}:
            s.weather_seen |= MUD_OR_SNOW
        if s.weather_seen & NON_DRY and s.directive:
            self.directive.end(s, "7.12f", out)
        return False
