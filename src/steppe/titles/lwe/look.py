"""How the counters and zones of Land Without End look; no rule."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import MARKS, Mark
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
    Mark(RESTING, "refit", "R", "rests: refitting, or just come along a Rollbahn"),
    Mark(CONCENTRATED, "concentrated", "C", "bears a supply concentration marker"),
    Mark(BOUND, "bound", "!", "must attack this phase"),
)

ABOUT = {
    "what": "The whole of Operation Barbarossa, June to December 1941. "
    "Twenty-two turns, thirty-two kilometres to the hex.",
    "lasts": "12 to 20 hours",
    "hardness": "demanding",
    "side": "german",
    "bot": "greedy",
}
"""What the game is, for who has not played it."""
