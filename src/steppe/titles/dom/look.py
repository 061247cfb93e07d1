"""How the counters and the map of Drive on Moscow look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.mapdraw import symbols
from steppe.mapdraw.entities import CAVALRY, MECHANIZED, MOTORIZED, RIFLE, TANK
from steppe.mapdraw.look import Band, Hexside, Line, MapLook, Symbol
from steppe.mapdraw.strokes import RED
from steppe.titles import eastern_front as front

GUARDS = front.colours("#9c2b22", "#ffffff")
LOOK: dict[str, Any] = {
    "symbols": {
        "panzer": TANK, "TB": TANK, "GTB": TANK,
        "panzer-grenadier": MECHANIZED, "MRD": MOTORIZED, "MRB": MOTORIZED,
        "cavalry": CAVALRY, "CD": CAVALRY, "GCD": CAVALRY,
        "infantry": RIFLE, "RD": RIFLE, "RB": RIFLE, "GRD": RIFLE,
    },
    "colours": {
        "german": front.GERMAN,
        "german mech": front.GERMAN_MECHANIZED,
        "soviet": front.SOVIET,
        "soviet mech": front.SOVIET_MECHANIZED,
        "soviet GRD": GUARDS,
        "soviet GCD": GUARDS,
        "soviet GTB": GUARDS,
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
        front.RIVERS,
    ),
    places=(front.TOWN, front.CITY),
    lines=(
        Line("Front line", ("west",), Band(RED, 4.6, "13 7"), has_halo=True),
        Line("Reserve Front boundary", ("reserve",), Band("#7a3b7d", 3.6, "3 8"), has_halo=True, is_under=True),
    ),
    works=(
        Symbol("soviet-source", symbols.ringed_star, "Soviet supply source"),
        front.GERMAN_SOURCE,
        front.FORT,
    ),
    counters=front.COUNTERS,
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
