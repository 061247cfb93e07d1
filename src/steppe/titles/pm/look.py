"""How the counters, the zones and the map of Proud Monster look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import CONCENTRATION_STYLE, MARKS, REFIT_STYLE, Mark
from steppe.mapdraw import symbols
from steppe.mapdraw.entities import (
    AIRBORNE,
    ARTILLERY,
    CAVALRY,
    FLAK,
    LIGHT,
    MOTORIZED,
    MOUNTAIN,
    NAVAL,
    RIFLE,
    TANK,
)
from steppe.mapdraw.look import Beside, MapLook, Road, Symbol
from steppe.mapdraw.strokes import GREY
from steppe.titles import eastern_front as front
from steppe.titles.pm.state import CONCENTRATED, LANDED, REFITTED, RESTING
from steppe.titles.pm.words import KIND_NAMES

GUARDS = front.colours("#6d4421", "#ffffff")
LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "TD": TANK, "TB": TANK, "GTB": TANK,
        "motorized": MOTORIZED, "MRD": MOTORIZED, "MRB": MOTORIZED, "GMRD": MOTORIZED,
        "assault-gun": f"{TANK} AG", "recon": f"{CAVALRY} R", "flak": FLAK,
        "cavalry": CAVALRY, "CD": CAVALRY, "GCD": CAVALRY,
        "infantry": RIFLE, "RD": RIFLE, "RB": RIFLE, "GRD": RIFLE, "rifle": RIFLE, "naval": NAVAL,
        "static": f"{RIFLE} st", "fortress": f"{RIFLE} ft", "security": f"{RIFLE} S", "machinegun": f"{RIFLE} MG",
        "light": LIGHT, "mountain": MOUNTAIN, "air-landing": AIRBORNE, "paratroop": AIRBORNE,
        "siege-artillery": ARTILLERY,
    },
    "colours": {
        "german": front.GERMAN,
        "german mech": front.colours("#2a3038", "#ffffff"),
        "croat": front.GERMAN,
        "french": front.GERMAN,
        "spanish": front.GERMAN,
        "flemish": front.GERMAN,
        "romanian": front.colours("#3f5f99", "#ffffff"),
        "hungarian": front.colours("#12706a", "#ffffff"),
        "italian": front.colours("#3fa9c9", "#0a2422"),
        "soviet": front.colours("#a9793f", "#140902"),
        "soviet TD": front.colours("#b23a2e", "#ffffff"),
        "soviet MRD": front.colours("#e3b94f", "#2a1206"),
        "soviet CD": front.colours("#f4efe4", "#5a3714"),
        "soviet TB": front.colours("#eeb7b2", "#2a1206"),
        "soviet MRB": front.colours("#eeb7b2", "#2a1206"),
        "soviet RB": front.colours("#dfc7a0", "#2a1206"),
        "soviet GRD": GUARDS,
        "soviet GCD": GUARDS,
        "soviet GMRD": GUARDS,
        "soviet GTB": GUARDS,
    },
    "weather_zones": {"nz": "north", "sz": "south"},
    "kinds": KIND_NAMES,
    "hex_marks": [
        {"key": "support", "letter": "✈", "words": "ground support", "ground": "#f7e08a", "ink": "#1b1204"},
        {"key": "lifted", "letter": "S", "words": "aerial supply", "ground": "#cfe6f5", "ink": "#10344d"},
        {"key": "hedgehogs", "letter": "H", "words": "hedgehog", "ground": "#d9cdb4", "ink": "#2a1206"},
    ],
}  # fmt: skip
"""Symbols by kind; colours by nation, and by nation with mobility or kind where they differ; zones by region; names
of kinds; markers that lie on hexes, by their key in what a player sees."""

MONSTER_MARKS = (
    *MARKS,
    Mark(RESTING, "refit", "R", "refits this player turn", REFIT_STYLE),
    Mark(CONCENTRATED, "concentrated", "C", "bears a supply concentration marker", CONCENTRATION_STYLE),
    Mark(LANDED, "sea", "S", "has moved by sea this player turn"),
    Mark(REFITTED, "refitted", "r", "has used its refit"),
)

MAP = MapLook(
    terrains=symbols.TERRAINS,
    sides=(
        front.RIVERS,
        front.LAKE_OR_SEA,
        front.STRAITS,
    ),
    roads=(Road("Highway", ("highway",), symbols.ROAD),),
    places=(
        front.TOWN,
        front.LARGE_TOWN,
        front.CITY,
        Symbol("district", symbols.star, "Military District", off=(-0.3, -0.1)),
        *(
            Symbol(f"vp-{n}", symbols.value(n), "Victory Points", off=(0.3, -0.12), sample=symbols.value(1))
            for n in range(1, 10)
        ),
    ),
    lines=(
        front.weather_line("sz"),
        front.GAS_LINE,
        front.border("germany", "hungary", "romania"),
    ),
    works=(
        front.SOVIET_SOURCE,
        front.GERMAN_SOURCE,
        front.FORT,
        Symbol("heavy-fort", symbols.heavy_wall, "Heavy fortification", off=(-0.27, 0.24), sample_scale=1.4),
        Symbol("stalin-line", symbols.teeth, "Stalin Line", off=(0.0, 0.32), sample_scale=1.4),
        Symbol("port", symbols.anchor, "Black Sea port", off=(-0.33, 0.12), sample_scale=1.4),
    ),
    beside=(
        Beside("okh-north", ("OKH", "RESERVE", "NORTH"), GREY),
        Beside("okh-south", ("OKH", "RESERVE", "SOUTH"), GREY),
    ),
    counters=front.COUNTERS,
)  # fmt: skip

ABOUT = {
    "what": "The whole of Operation Barbarossa at the level of divisions, June to December 1941. "
    "Twelve turns of two couplets, untried Soviet divisions, thirty-two kilometres to the hex.",
    "lasts": "20 to 30 hours; the learning game 10",
    "hardness": "demanding; moderate in the learning game",
    "side": "german",
    "bot": "greedy",
}
"""What the game is, for who has not played it."""
