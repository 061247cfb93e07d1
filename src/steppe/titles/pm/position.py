"""Positions of Proud Monster: what the title adds to the family's format."""

from __future__ import annotations

from steppe.assault import position, weather
from steppe.hexgrid import ColumnRowSheets
from steppe.sequence import Step
from steppe.title import chosen_options
from steppe.titles.pm.loading import OPTIONS, title_class
from steppe.titles.pm.markers import CORPS
from steppe.titles.pm.state import (
    AERIAL,
    CONCENTRATED,
    DESTROYED,
    HEDGEHOG,
    LANDED,
    MOBILITIES,
    MUD_OR_SNOW,
    NORTHERN_MUD_OR_SNOW,
    POINTS,
    REFITTED,
    RESTING,
    MonsterState,
)
from steppe.titles.pm.tables import load_tables
from steppe.titles.pm.title import FEATURES, KINDS, NATIONS, SIDE_KINDS, TERRAINS, ProudMonster
from steppe.titles.pm.turns import couplet_of

MOBILITY = {
    **dict.fromkeys(("panzer", "motorized", "assault-gun", "recon", "flak", "TD", "MRD", "MRB", "TB"), "mech"),
    **dict.fromkeys(("GMRD", "GTB"), "mech"),
    **dict.fromkeys(("cavalry", "CD", "GCD"), "cavalry"),
    "mountain": "mountain",
    **dict.fromkeys(("infantry", "static", "light", "air-landing", "paratroop", "security", "siege-artillery"), "foot"),
    **dict.fromkeys(("machinegun", "fortress", "RD", "RB", "GRD", "rifle", "naval"), "foot"),
}
STATUS = {"concentrated": CONCENTRATED, "resting": RESTING, "landed": LANDED, "refitted": REFITTED}
CONTROL_WORDS = {"destroyed": DESTROYED, "hedgehog": HEDGEHOG, "aerial": AERIAL}
HEX_WORDS = {f"air-{corps}": ("air", number) for number, corps in enumerate(CORPS) if corps}
"""The stack in a hex has ground support: air-I to air-VIII, air-6."""
NUMBERS = {
    "weather_seen": range(4),
    "debit": range(-500, 501),
    "moscow_fell": range(2),
    "pause": range(-12, 13),
    "concentration": range(2),
    "replacements": range(100),
    "tank_group": range(49),
    "rd_due": range(200),
    "shipped": range(10),
    "land_begun": range(2),
    "soviet_air": range(2),
    "due_light": range(10),
    "due_infantry": range(10),
    "due_cavalry": range(10),
    "due_hf": range(10),
}
WORD_NUMBERS = {"weather_north": tuple(weather.KINDS), "weather_south": tuple(weather.KINDS)}


class MonsterPositions(position.Format[ProudMonster, MonsterState]):
    title_class = ProudMonster
    numbering = ColumnRowSheets()
    terrains = TERRAINS
    side_kinds = SIDE_KINDS
    features = FEATURES
    regions = (
        "germany", "hungary", "romania", "zomo", "ussr", "okh-north", "okh-south", "frontier", "interior",
        "border-all", "border-half", "gas-west", "gas-east", "nz", "sz", "sheet-N", "sheet-S",
    )  # fmt: skip
    control_words = CONTROL_WORDS
    hex_words = HEX_WORDS
    kinds = KINDS
    mobilities = MOBILITIES
    mobility_of = MOBILITY
    points = POINTS
    nations = NATIONS
    details = ("move", "turn", "entry")
    unit_columns = ("area", "ready", "began")
    status = STATUS
    numbers = NUMBERS
    word_numbers = WORD_NUMBERS
    hex_numbers = ("parent", "invaded")

    def make(self, given: position.Given) -> ProudMonster:
        folder = given.folder
        options = chosen_options(OPTIONS, given.table("options"))
        made_of = ProudMonster.made_from(folder, given.scenario, given.board, given.units.table, options)
        return title_class(options)(made_of, load_tables(folder), {})

    def prepare(self, title: ProudMonster, s: MonsterState, step: Step) -> None:
        """What the game would have noted before this step."""
        s.couplet = couplet_of(s, step)
        bad = (weather.MUD, weather.SNOW)
        if s.weather_north in bad:
            s.weather_seen |= NORTHERN_MUD_OR_SNOW
        if s.weather_north in bad or s.weather_south in bad:
            s.weather_seen |= MUD_OR_SNOW


POSITIONS = MonsterPositions()
read, write = POSITIONS.read, POSITIONS.write
