"""What maps and counters of the eastern front look like in every title: its rivers, seas and armies; no rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from steppe.mapdraw import symbols
from steppe.mapdraw.look import Band, Hexside, Line, Rivers, Symbol

# -- the map --------------------------------------------------------------------------------------------------------

RIVERS: Final = Rivers(
    broad=frozenset({"Volga", "Dnepr", "Oka", "Don", "Desna", "Danube", "Donets", "Dnestr", "Niemen", "Neva"}),
    middling=frozenset({
        "Western Dvina", "Moskva", "Ugra", "Seim", "Sozh", "Klyazma", "Pripyat", "Berezina", "Bug", "Southern Bug",
        "Prut", "Siret", "Narew", "Kuban", "Volkhov", "Lovat", "Neris", "Khopr", "Svir",
    }),
)  # fmt: skip
LAKE_OR_SEA: Final = Hexside("Lake or sea hexside", ("lake", "sea"), symbols.BROAD_WATER, symbols.BROAD_WATER_SAMPLE)
STRAITS: Final = Hexside(
    "Sivash, Kerch Straits",
    ("sivash", "kerch"),
    symbols.STRAIT,
    symbols.STRAIT_SAMPLE,
    is_rounded=False,
    is_named=False,
)

TOWN: Final = Symbol("town", symbols.ring, "Town", is_place=True)
LARGE_TOWN: Final = Symbol("large-town", symbols.dotted_ring, "Large town", is_place=True)
CITY: Final = Symbol("city", symbols.block, "City", is_place=True, is_city=True)
SOVIET_SOURCE: Final = Symbol(
    "soviet-source",
    symbols.small_star,
    "Soviet supply source",
    off=(0.3, 0.0),
    keeps_room=False,
    sample=symbols.ringed_star,
)
GERMAN_SOURCE: Final = Symbol("german-source", symbols.arrow, "German supply source", off=(-0.3, 0.0), keeps_room=False)
FORT: Final = Symbol("fort", symbols.wall, "Soviet fortification", off=(-0.27, 0.27), sample_scale=1.5)

GAS_LINE: Final = Line("GAS Line", ("gas-west",), Band("#c77a12", 3.4, "10 5 2 5"))
"""Where German supply begins to wear thin."""


def weather_line(zone: str) -> Line:
    """The line about a weather zone."""
    return Line("Weather zone line", (zone,), Band("#4aa3b5", 3.0, "1 6"))


def border(*countries: str) -> Line:
    """The borders of countries."""
    return Line("Border", countries, Band("#9a1f5c", 4.4, "12 6"))


# -- the counters ---------------------------------------------------------------------------------------------------

COUNTERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"german": ("#8d9499", "#ffffff"), "soviet": ("#c9302c", "#ffffff")}
)
"""Ground and ink of counters on a picture of the map, by side."""


def colours(ground: str, ink: str) -> dict[str, str]:
    """Those of a counter at the table."""
    return {"ground": ground, "ink": ink}


GERMAN: Final = colours("#93a6ac", "#11150f")
GERMAN_MECHANIZED: Final = colours("#4a5259", "#ffffff")
SOVIET: Final = colours("#dfb184", "#2a1206")
SOVIET_MECHANIZED: Final = colours("#9c5527", "#ffffff")
