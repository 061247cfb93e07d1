"""How the counters and the map of Drive on Moscow look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.mapdraw import symbols
from steppe.mapdraw.look import Band, Hexside, Line, MapLook, Rivers, Symbol
from steppe.mapdraw.strokes import RED

TANK, MECHANIZED, CAVALRY, RIFLE = "1205000000", "1211020000", "1213000000", "1211000000"
"""Entities of the symbol standard (APP-6D, land units)."""

LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "TB": TANK, "GTB": TANK,
        "panzer-grenadier": MECHANIZED, "MRD": "1211040000", "MRB": "1211040000",
        "cavalry": CAVALRY, "CD": CAVALRY, "GCD": CAVALRY,
        "infantry": RIFLE, "RD": RIFLE, "RB": RIFLE, "GRD": RIFLE,
    },
    "colours": {
        "german": {"ground": "#93a6ac", "ink": "#11150f"},
        "german mech": {"ground": "#4a5259", "ink": "#ffffff"},
        "soviet": {"ground": "#dfb184", "ink": "#2a1206"},
        "soviet mech": {"ground": "#9c5527", "ink": "#ffffff"},
        "soviet GRD": {"ground": "#9c2b22", "ink": "#ffffff"},
        "soviet GCD": {"ground": "#9c2b22", "ink": "#ffffff"},
        "soviet GTB": {"ground": "#9c2b22", "ink": "#ffffff"},
    },
}  # fmt: skip
"""Symbols by kind; colours by nation, and by nation with mobility or kind where they differ."""

MAP = MapLook(
    terrains=symbols.TERRAINS,
    sides=(
        Hexside(
            "Reservoir hexside",
            ("reservoir",),
            symbols.BROAD_WATER,
            symbols.BROAD_WATER_SAMPLE,
            sample_rim=False,
        ),
        Rivers(
            broad=frozenset({"Volga", "Dnepr", "Oka", "Don", "Desna"}),
            middling=frozenset({"Western Dvina", "Moskva", "Ugra", "Seim", "Sozh", "Klyazma", "Lovat"}),
        ),
    ),
    places=(
        Symbol("town", symbols.ring, "Town", is_place=True),
        Symbol("city", symbols.block, "City", is_place=True, is_city=True),
    ),
    lines=(
        Line("Front line", ("west",), Band(RED, 4.6, "13 7"), has_halo=True),
        Line("Reserve Front boundary", ("reserve",), Band("#7a3b7d", 3.6, "3 8"), has_halo=True, is_under=True),
    ),
    works=(
        Symbol("soviet-source", symbols.ringed_star, "Soviet supply source"),
        Symbol("german-source", symbols.arrow, "German supply source", off=(-0.3, 0.0), keeps_room=False),
        Symbol("fort", symbols.wall, "Soviet fortification", off=(-0.27, 0.27), sample_scale=1.5),
    ),
    counters={"german": ("#8d9499", "#ffffff"), "soviet": ("#c9302c", "#ffffff")},
)

ABOUT = {
    "what": "Army Group Centre's last push on Moscow, October to December 1941. "
    "Nine weekly turns, twelve kilometres to the hex.",
    "lasts": "3 to 5 hours",
    "hardness": "moderate",
    "side": "german",
    "bot": "greedy",
}
"""What the game is, for who has not played it."""
