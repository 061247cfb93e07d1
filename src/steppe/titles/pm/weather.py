"""13.0 Weather: the roll of a couplet, and what it ends."""

from __future__ import annotations

from steppe.assault.supplycheck import Automatic
from steppe.assault.weather import MUD, SNOW, Weather, is_deep_winter
from steppe.events import Log
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import MUD_OR_SNOW, NORTHERN_MUD_OR_SNOW, MonsterState


class MonsterWeather(MonsterChapter, Weather[MonsterState]):
    """13.0."""

    southern_region = "sz"
    """13.2a."""


class WeatherRoll(MonsterDecision, Automatic[MonsterState]):
    """II.A, III.A: one die for both zones; the first snow of a zone stays (13.2, 13.8)."""

    name = "weather"

    def enter(self, s: MonsterState, out: Log) -> bool:
        row = self.charts.weather.get((s.turn, s.couplet - 2 * s.turn + 1))
        if row is None or is_deep_winter(s):
            return False
        if self.weather.roll(s, row, out) & {MUD, SNOW}:
            s.weather_seen |= MUD_OR_SNOW  # refits end (13.9)
        if s.weather_north in (MUD, SNOW):
            s.weather_seen |= NORTHERN_MUD_OR_SNOW  # the highway is gone (13.10)
        return False
