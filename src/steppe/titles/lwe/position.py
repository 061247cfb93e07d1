"""Positions of Land Without End: what the title adds to the family's format."""

from __future__ import annotations

from types import MappingProxyType

from steppe.assault import position, weather
from steppe.assault.state import COMBAT_FLAGS
from steppe.sequence import Step
from steppe.title import chosen_options
from steppe.titles.lwe.roster import NATIONS
from steppe.titles.lwe.state import (
    BOUND,
    CONCENTRATED,
    DESTROYED,
    MOBILITIES,
    MUD_OR_SNOW,
    NON_DRY,
    OFF_ROAD,
    POINTS,
    RESTING,
    SOVIET,
    LandState,
)
from steppe.titles.lwe.tables import load_tables
from steppe.titles.lwe.title import FEATURES, KINDS, OPTIONS, SIDE_KINDS, TERRAINS, LandWithoutEnd

MOBILITY = {
    "panzer": "mech", "motorized": "mech", "panzer-grenadier": "mech", "combined-arms": "mech", "tank": "mech",
    "mechanized": "mech", "motorized-rifle": "mech", "motorized-security": "mech", "cavalry": "cavalry",
    "mountain": "mountain", "mountain-rifle": "mountain", "fz": "static", "naval": "static",
    "infantry": "foot", "light": "foot", "air-landing": "foot", "paratroop": "foot", "siege-artillery": "foot",
    "rifle": "foot", "airborne": "foot", "militia": "foot",
}  # fmt: skip
STATUS = {"resting": RESTING, "concentrated": CONCENTRATED, "off-road": OFF_ROAD, "bound": BOUND}
CONTROL_WORDS = {"destroyed": DESTROYED}
NUMBERS = {
    "directive": range(2),
    "debit": range(-500, 501),
    "pause": range(-22, 23),
    "concentration_turn": range(23),
    "markers": range(19),
    "weather_seen": range(4),
    "moscow_fell": range(2),
    "replacements": range(100),
    "soviet_steps": range(200),
    "shipped": range(10),
    "gap_open": range(2),
    "due_light": range(10),
    "due_infantry": range(10),
    "due_cavalry": range(10),
    "due_hf": range(10),
}
WORD_NUMBERS = {
    "weather_north": tuple(weather.KINDS),
    "weather_south": tuple(weather.KINDS),
    "concentration": ("never", "active", "rescinded"),
}


class LandPositions(position.Format[LandWithoutEnd, LandState]):
    title_class = LandWithoutEnd
    terrains = TERRAINS
    side_kinds = SIDE_KINDS
    features = FEATURES
    regions = ("germany", "romania", "ussr", "north", "swz", "gas-east")
    control_words = CONTROL_WORDS
    kinds = KINDS
    mobilities = MOBILITIES
    mobility_of = MOBILITY
    points = POINTS
    nations = NATIONS
    details = ("move", "turn", "entry")
    unit_columns = ("trail",)
    attributes = MappingProxyType({**position.Format.attributes, "trail": "moved_together"})
    status = STATUS
    numbers = NUMBERS
    word_numbers = WORD_NUMBERS

    def make(self, given: position.Given) -> LandWithoutEnd:
        folder = given.folder
        options = chosen_options(OPTIONS, given.table("options"))
        return LandWithoutEnd(
            LandWithoutEnd.made_from(folder, given.scenario, given.board, given.units.table, options),
            load_tables(folder),
            {},
        )

    def assume(self, title: LandWithoutEnd, s: LandState) -> None:
        title.arrivals.note_gap(s)

    def prepare(self, title: LandWithoutEnd, s: LandState, step: Step) -> None:
        """What the game would have noted before this step."""
        now = {s.weather_north, s.weather_south}
        s.weather_seen |= NON_DRY * (now != {weather.DRY}) | MUD_OR_SNOW * bool(now & {weather.MUD, weather.SNOW})
        if step.seat == SOVIET:
            title.arrivals.note_entry_places(s)
        if step.name == "III.A" and not (s.vector("flags") & (BOUND | COMBAT_FLAGS)).any():
            title.directive.bind(s)  # nothing has happened yet, so whoever is next to the enemy began so


POSITIONS = LandPositions()
read, write = POSITIONS.read, POSITIONS.write
