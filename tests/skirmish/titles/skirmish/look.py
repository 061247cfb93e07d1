"""How counters and map look; no rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from steppe.mapdraw import symbols
from steppe.mapdraw.entities import ARTILLERY, CAVALRY, RIFLE
from steppe.mapdraw.look import Band, Hexside, Line, MapLook, Rivers, Symbol
from tests.skirmish.state import FIGHTING, FOUGHT, MOVED, SHAKEN

MARKS = (
    (FIGHTING, "battle", "B", "assaults"),
    (FOUGHT, "fought", "F", "has fought in this phase"),
    (MOVED, "moved", "M", "has moved in this march"),
    (SHAKEN, "shaken", "S", "is shaken"),
)
"""The weightiest first."""
LOOK: dict[str, Any] = {
    "symbols": {"foot": RIFLE, "horse": CAVALRY, "guns": ARTILLERY, "band": RIFLE},
    "colours": {
        "amber": {"ground": "#e0a526", "ink": "#1c1503"},
        "teal": {"ground": "#1f6f6b", "ink": "#ffffff"},
    },
}
_STOCK = {terrain.name: terrain for terrain in symbols.TERRAINS}
MAP = MapLook(
    terrains=(
        replace(_STOCK["clear"], name="open"),
        replace(_STOCK["forest"], name="wood"),
        replace(_STOCK["hills"], name="hill"),
    ),
    sides=(
        Rivers("Stream", ("stream",)),
        Hexside("Cliff", ("cliff",), (Band("#5b4632", 7), Band("#a98b68", 3)), (Band("#5b4632", 7),), is_named=False),
    ),
    places=(
        Symbol("village", symbols.ring, "Village", is_place=True),
        Symbol("amber-camp", symbols.block, "Amber camp", is_place=True, is_city=True),
        Symbol("teal-camp", symbols.block, "Teal camp", is_place=True, is_city=True),
    ),
    lines=(Line("North and south", ("north",), Band("#7a3b7d", 3.6, "3 8")),),
    counters={"amber": ("#e0a526", "#1c1503"), "teal": ("#1f6f6b", "#ffffff")},
)
ABOUT = {
    "what": "Two small forces meet at the fords of a stream. Six turns, a dozen units.",
    "lasts": "half an hour",
    "hardness": "easy",
    "side": "amber",
    "bot": "random",
}
