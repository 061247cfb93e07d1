"""How the counters, the zones and the map of Proud Monster look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import CONCENTRATION_STYLE, MARKS, REFIT_STYLE, Mark
from steppe.mapdraw import symbols
from steppe.mapdraw.look import Band, Beside, Hexside, Line, MapLook, Rivers, Road, Symbol
from steppe.mapdraw.strokes import GREY
from steppe.titles.pm.state import CONCENTRATED, LANDED, REFITTED, RESTING
from steppe.titles.pm.words import KIND_NAMES

TANK, MOTORIZED, CAVALRY, RIFLE = "1205000000", "1211040000", "1213000000", "1211000000"
"""Entities of the symbol standard (APP-6D, land units). A word after one is drawn into the frame."""
AIRBORNE, MOUNTAIN, NAVAL = "1211000001", "1211000027", "1211010000"

LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "TD": TANK, "TB": TANK, "GTB": TANK,
        "motorized": MOTORIZED, "MRD": MOTORIZED, "MRB": MOTORIZED, "GMRD": MOTORIZED,
        "assault-gun": f"{TANK} AG", "recon": "1213000000 R", "flak": "1301000000",
        "cavalry": CAVALRY, "CD": CAVALRY, "GCD": CAVALRY,
        "infantry": RIFLE, "RD": RIFLE, "RB": RIFLE, "GRD": RIFLE, "rifle": RIFLE, "naval": NAVAL,
        "static": f"{RIFLE} st", "fortress": f"{RIFLE} ft", "security": f"{RIFLE} S", "machinegun": f"{RIFLE} MG",
        "light": "1211000019", "mountain": MOUNTAIN, "air-landing": AIRBORNE, "paratroop": AIRBORNE,
        "siege-artillery": "1303000000",
    },
    "colours": {
        "german": {"ground": "#93a6ac", "ink": "#11150f"},
        "german mech": {"ground": "#2a3038", "ink": "#ffffff"},
        "croat": {"ground": "#93a6ac", "ink": "#11150f"},
        "french": {"ground": "#93a6ac", "ink": "#11150f"},
        "spanish": {"ground": "#93a6ac", "ink": "#11150f"},
        "flemish": {"ground": "#93a6ac", "ink": "#11150f"},
        "romanian": {"ground": "#3f5f99", "ink": "#ffffff"},
        "hungarian": {"ground": "#12706a", "ink": "#ffffff"},
        "italian": {"ground": "#3fa9c9", "ink": "#0a2422"},
        "soviet": {"ground": "#a9793f", "ink": "#140902"},
        "soviet TD": {"ground": "#b23a2e", "ink": "#ffffff"},
        "soviet MRD": {"ground": "#e3b94f", "ink": "#2a1206"},
        "soviet CD": {"ground": "#f4efe4", "ink": "#5a3714"},
        "soviet TB": {"ground": "#eeb7b2", "ink": "#2a1206"},
        "soviet MRB": {"ground": "#eeb7b2", "ink": "#2a1206"},
        "soviet RB": {"ground": "#dfc7a0", "ink": "#2a1206"},
        "soviet GRD": {"ground": "#6d4421", "ink": "#ffffff"},
        "soviet GCD": {"ground": "#6d4421", "ink": "#ffffff"},
        "soviet GMRD": {"ground": "#6d4421", "ink": "#ffffff"},
        "soviet GTB": {"ground": "#6d4421", "ink": "#ffffff"},
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
        Rivers(
            broad=frozenset(
                {"Volga", "Dnepr", "Oka", "Don", "Desna", "Danube", "Donets", "Dnestr", "Niemen", "Neva"}
            ),
            middling=frozenset({
                "Western Dvina", "Moskva", "Ugra", "Seim", "Sozh", "Klyazma", "Pripyat", "Berezina", "Bug",
                "Southern Bug", "Prut", "Siret", "Narew", "Kuban", "Volkhov", "Lovat", "Neris", "Khopr", "Svir",
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
    roads=(Road("Highway", ("highway",), symbols.ROAD),),
    places=(
        Symbol("town", symbols.ring, "Town", is_place=True),
        Symbol("large-town", symbols.dotted_ring, "Large town", is_place=True),
        Symbol("city", symbols.block, "City", is_place=True, is_city=True),
        Symbol("district", symbols.star, "Military District", off=(-0.3, -0.1)),
        *(
            Symbol(f"vp-{n}", symbols.value(n), "Victory Points", off=(0.3, -0.12), sample=symbols.value(1))
            for n in range(1, 10)
        ),
    ),
    lines=(
        Line("Weather zone line", ("sz",), Band("#4aa3b5", 3.0, "1 6")),
        Line("GAS Line", ("gas-west",), Band("#c77a12", 3.4, "10 5 2 5")),
        Line("Border", ("germany", "hungary", "romania"), Band("#9a1f5c", 4.4, "12 6")),
    ),
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
        Symbol("heavy-fort", symbols.heavy_wall, "Heavy fortification", off=(-0.27, 0.24), sample_scale=1.4),
        Symbol("stalin-line", symbols.teeth, "Stalin Line", off=(0.0, 0.32), sample_scale=1.4),
        Symbol("port", symbols.anchor, "Black Sea port", off=(-0.33, 0.12), sample_scale=1.4),
    ),
    beside=(
        Beside("okh-north", ("OKH", "RESERVE", "NORTH"), GREY),
        Beside("okh-south", ("OKH", "RESERVE", "SOUTH"), GREY),
    ),
    counters={"german": ("#8d9499", "#ffffff"), "soviet": ("#c9302c", "#ffffff")},
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
