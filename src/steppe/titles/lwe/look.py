"""How the counters, the zones and the map of Land Without End look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import CONCENTRATION_STYLE, MARKS, REFIT_STYLE, Mark, Style
from steppe.mapdraw import symbols
from steppe.mapdraw.entities import (
    AIRBORNE,
    ARTILLERY,
    CAVALRY,
    COMBINED_ARMS,
    ENGINEER,
    LIGHT,
    MECHANIZED,
    MOTORIZED,
    MOUNTAIN,
    NAVAL,
    RIFLE,
    TANK,
)
from steppe.mapdraw.look import Areas, Band, Line, MapLook, Road, Symbol
from steppe.titles import eastern_front as front
from steppe.titles.lwe.state import BOUND, CONCENTRATED, RESTING

LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "tank": TANK,
        "panzer-grenadier": MECHANIZED, "mechanized": MECHANIZED, "combined-arms": COMBINED_ARMS,
        "motorized": MOTORIZED, "motorized-rifle": MOTORIZED, "motorized-security": f"{MOTORIZED} S",
        "cavalry": CAVALRY,
        "infantry": RIFLE, "rifle": RIFLE, "light": LIGHT, "militia": f"{RIFLE} M",
        "mountain": MOUNTAIN, "mountain-rifle": MOUNTAIN,
        "air-landing": AIRBORNE, "paratroop": AIRBORNE, "airborne": AIRBORNE,
        "naval": NAVAL, "siege-artillery": ARTILLERY, "fz": f"{ENGINEER} fort",
    },
    "colours": {
        "german": front.GERMAN,
        "german mech": front.GERMAN_MECHANIZED,
        "romanian": front.colours("#9dbbe0", "#0d1c33"),
        "hungarian": front.colours("#b9a7d9", "#1c1233"),
        "italian": front.colours("#7dbcc4", "#0a2422"),
        "soviet": front.SOVIET,
        "soviet mech": front.SOVIET_MECHANIZED,
        "soviet militia": front.colours("#ecd9bd", "#2a1206"),
        "soviet fz": front.colours("#e3b94f", "#2a1206"),
    },
    "weather_zones": {"nwz": "north", "swz": "south"},
}  # fmt: skip
"""Symbols by kind; colours by nation, and by nation with mobility or kind where they differ; zones by region."""

LAND_MARKS = (
    *MARKS,
    Mark(RESTING, "refit", "R", "rests: refitting, or just come along a Rollbahn", REFIT_STYLE),
    Mark(CONCENTRATED, "concentrated", "C", "bears a supply concentration marker", CONCENTRATION_STYLE),
    Mark(BOUND, "bound", "!", "must attack this phase", Style("triangle", "#b3261e", "#ffffff")),
)

MAP = MapLook(
    terrains=symbols.TERRAINS,
    sides=(
        front.RIVERS,
        front.LAKE_OR_SEA,
        front.STRAITS,
    ),
    roads=(Road("Rollbahn", ("rollbahn",), symbols.ROAD),),
    places=(
        Symbol("small-town", symbols.small_ring, "Small town", is_place=True),
        front.LARGE_TOWN,
        front.CITY,
        Symbol("centre", symbols.star, "Replacement centre", off=(-0.3, -0.1)),
    ),
    lines=(
        Line("Sector line", ("north",), Band("#3c5f8a", 2.6, "14 6 2 6")),
        front.weather_line("swz"),
        front.GAS_LINE,
        front.border("germany", "romania"),
    ),
    areas=(Areas("Army deployment area", "area-", Band("#7a5230", 2.4, "7 4")),),
    works=(
        front.SOVIET_SOURCE,
        front.GERMAN_SOURCE,
        front.FORT,
        Symbol("fz", symbols.lettered_hexagon("FZ"), "Fortified zone", off=(0.3, 0.22), sample_scale=1.4),
        Symbol("asterisk", symbols.asterisk, "Asterisk hex", keeps_room=False),
    ),
    counters=front.COUNTERS,
)  # fmt: skip

ABOUT = {
    "what": "The whole of Operation Barbarossa, June to December 1941. "
    "Twenty-two turns, thirty-two kilometres to the hex.",
    "lasts": "12 to 20 hours",
    "hardness": "demanding",
    "side": "german",
    "bot": "greedy",
}
"""What the game is, for who has not played it."""
