"""How the counters of Drive on Moscow look; no rule."""

from __future__ import annotations

from typing import Any

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

ABOUT = {
    "what": "Army Group Centre's last push on Moscow, October to December 1941. "
    "Nine weekly turns, twelve kilometres to the hex.",
    "lasts": "3 to 5 hours",
    "hardness": "moderate",
    "side": "german",
    "bot": "greedy",
}
"""What the game is, for who has not played it."""
