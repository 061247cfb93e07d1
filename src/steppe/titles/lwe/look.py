"""How the counters, the zones and the map of Land Without End look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import CONCENTRATION_STYLE, MARKS, REFIT_STYLE, Mark, Style
from steppe.mapdraw import symbols
from steppe.mapdraw.look import Areas, Band, Hexside, Line, MapLook, Rivers, Road, Symbol
from steppe.titles.lwe.state import BOUND, CONCENTRATED, RESTING

TANK, MECHANIZED, MOTORIZED, CAVALRY, RIFLE = "1205000000", "1211020000", "1211040000", "1213000000", "1211000000"
"""Entities of the symbol standard (APP-6D, land units). A word after one is drawn into the frame."""
AIRBORNE, MOUNTAIN = "1211000001", "1211000027"

LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "tank": TANK,
        "panzer-grenadier": MECHANIZED, "mechanized": MECHANIZED, "combined-arms": "1210000000",
        "motorized": MOTORIZED, "motorized-rifle": MOTORIZED, "motorized-security": f"{MOTORIZED} S",
        "cavalry": CAVALRY,
        "infantry": RIFLE, "rifle": RIFLE, "light": "1211000019", "militia": f"{RIFLE} M",
        "mountain": MOUNTAIN, "mountain-rifle": MOUNTAIN,
        "air-landing": AIRBORNE, "paratroop": AIRBORNE, "airborne": AIRBORNE,
        "naval": "1211010000", "siege-artillery": "1303000000", "fz": "1400000000 fort",
    },
    "colours": {
        "german": {"ground": "#93a6ac", "ink": "#11150f"},
        "german mech": {"ground": "#4a5259", "ink": "#ffffff"},
        "romanian": {"ground": "#9dbbe0", "ink": "#0d1c33"},
        "hungarian": {"ground": "#b9a7d9", "ink": "#1c1233"},
        "italian": {"ground": "#7dbcc4", "ink": "#0a2422"},
        "soviet": {"ground": "#dfb184", "ink": "#2a1206"},
        "soviet mech": {"ground": "#9c5527", "ink": "#ffffff"},
        "soviet militia": {"ground": "#ecd9bd", "ink": "#2a1206"},
        "soviet fz": {"ground": "#e3b94f", "ink": "#2a1206"},
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
        Rivers(
            broad=frozenset(
                {"Volga", "Dnepr", "Oka", "Don", "Desna", "Danube", "Donets", "Dnestr", "Niemen", "Neva"}
            ),
            middling=frozenset({
                "Western Dvina", "Moskva", "Ugra", "Seim", "Sozh", "Klyazma", "Pripyat", "Berezina", "Bug",
                "Southern Bug", "Prut", "Siret", "Narew", "Kuban", "Volkhov", "Lovat", "Neris", "Svir",
            }),
        ),
        Hexside("Lake or sea hexside", ("lake", "sea"), symbols.BROAD_WATER, symbols.BROAD_WATER_SAMPLE),
        Hexside(
            "Sivash, Kerch Straits",
            ("sivash", "kerch"),
            symbols.STRAIT,
            symbols.STRAIT_SAMPLE,
            is_rounded=False,
            is_named=False,
        ),
    ),
    roads=(Road("Rollbahn", ("rollbahn",), symbols.ROAD),),
    places=(
        Symbol("small-town", symbols.small_ring, "Small town", is_place=True),
        Symbol("large-town", symbols.dotted_ring, "Large town", is_place=True),
        Symbol("city", symbols.block, "City", is_place=True, is_city=True),
        Symbol("centre", symbols.star, "Replacement centre", off=(-0.3, -0.1)),
    ),
    lines=(
        Line("Sector line", ("north",), Band("#3c5f8a", 2.6, "14 6 2 6")),
        Line("Weather zone line", ("swz",), Band("#4aa3b5", 3.0, "1 6")),
        Line("GAS Line", ("gas-west",), Band("#c77a12", 3.4, "10 5 2 5")),
        Line("Border", ("germany", "romania"), Band("#9a1f5c", 4.4, "12 6")),
    ),
    areas=(Areas("Army deployment area", "area-", Band("#7a5230", 2.4, "7 4")),),
    works=(
        Symbol(
            "soviet-source",
            symbols.small_star,
            "Soviet supply source",
            off=(0.3, 0.0),
            keeps_room=False,
            sample=symbols.ringed_star,
        ),
        Symbol("german-source", symbols.arrow, "German supply source", off=(-0.3, 0.0), keeps_room=False),
        Symbol("fort", symbols.wall, "Soviet fortification", off=(-0.27, 0.27), sample_scale=1.5),
        Symbol("fz", symbols.lettered_hexagon("FZ"), "Fortified zone", off=(0.3, 0.22), sample_scale=1.4),
        Symbol("asterisk", symbols.asterisk, "Asterisk hex", keeps_room=False),
    ),
    counters={"german": ("#8d9499", "#ffffff"), "soviet": ("#c9302c", "#ffffff")},
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
