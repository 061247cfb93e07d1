"""What a title says of how its map looks: colours, symbols, strokes and lines, each with its words in the key.

A title puts its ``MapLook`` together from the stock of ``symbols`` or draws its own; nothing in this package knows a
terrain, a feature or a region by name. Things stand in the key in the order in which the title names them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from steppe.errors import DataError
from steppe.mapdraw.strokes import Point

Draw = Callable[[float, float], str]
"""A symbol as SVG, drawn about a point."""


class Band(NamedTuple):
    """A stroke; broad water is several of them, one on the other."""

    colour: str
    width: float
    dash: str = ""


class Texture(NamedTuple):
    """A pattern as SVG, and how large it is before it repeats."""

    width: int
    height: int
    art: str


@dataclass(frozen=True)
class Terrain:
    name: str
    colour: str
    texture: Texture | None = None
    is_water: bool = False

    @property
    def words(self) -> str:
        return self.name.capitalize()


@dataclass(frozen=True)
class Rivers:
    """Hexsides that make up courses with names, drawn smooth and named along their way."""

    words: str = "River hexside"
    kinds: tuple[str, ...] = ("river",)
    broad: frozenset[str] = frozenset()
    """The names of the great rivers."""
    middling: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Hexside:
    """Hexsides of any other kind, as strokes along the side."""

    words: str
    kinds: tuple[str, ...]
    bands: tuple[Band, ...]
    """The broadest first."""
    sample: tuple[Band, ...]
    """The same in the key."""
    is_rounded: bool = True
    is_named: bool = True
    """Whether its names are written beside it."""
    sample_rim: bool = True
    """Whether the key shows the rim of a hex with it."""


@dataclass(frozen=True)
class Road:
    """Hexsides that are crossed by a way from centre to centre; a side may bear a river as well."""

    words: str
    """What the key says where there are several; a single road goes by its name."""
    kinds: tuple[str, ...]
    bands: tuple[Band, ...]


@dataclass(frozen=True)
class Line:
    """A line about regions, and between them where there are several."""

    words: str
    regions: tuple[str, ...]
    band: Band
    has_halo: bool = False
    is_under: bool = False
    """Whether it is painted before the other lines."""


@dataclass(frozen=True)
class Areas:
    """Regions whose names begin alike: each has a line about it, and the rest of its name in the middle."""

    words: str
    prefix: str
    band: Band


class Beside(NamedTuple):
    """Words in the blank west of a region, for what lies off the map."""

    region: str
    lines: tuple[str, ...]
    colour: str


@dataclass(frozen=True)
class Symbol:
    """What stands in a hex with a feature."""

    feature: str
    draw: Draw
    words: str
    """In the key. Several features may share their words and their entry."""
    off: Point = (0.0, 0.0)
    """How far from the centre, in hexes."""
    is_place: bool = False
    """Whether it marks the place that a name in the hex belongs to; other names get a dot."""
    is_city: bool = False
    """Whether the whole hex is built over and its name stands in capitals."""
    keeps_room: bool = True
    """Whether names should not be written over it."""
    sample: Draw | None = None
    """What the key shows, if it is something else."""
    sample_scale: float = 1.0


@dataclass(frozen=True)
class MapLook:
    """How a map looks. The first terrain lies under everything; the key shows only what is on the map."""

    terrains: tuple[Terrain, ...]
    sides: tuple[Rivers | Hexside, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[Symbol, ...] = ()
    """Symbols that stand in the key before the lines."""
    lines: tuple[Line, ...] = ()
    areas: tuple[Areas, ...] = ()
    works: tuple[Symbol, ...] = ()
    """Symbols that stand in the key after the lines."""
    beside: tuple[Beside, ...] = ()
    counters: Mapping[str, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    """Ground and ink of counters, by side."""

    @property
    def plain(self) -> str:
        """The terrain that lies under everything."""
        return self.terrains[0].name

    @cached_property
    def symbols(self) -> Mapping[str, Symbol]:
        """All symbols, by feature."""
        return {symbol.feature: symbol for symbol in (*self.places, *self.works)}

    @cached_property
    def place_features(self) -> frozenset[str]:
        """The features that are places: cities, towns."""
        return frozenset(symbol.feature for symbol in self.symbols.values() if symbol.is_place)

    @cached_property
    def cities(self) -> frozenset[str]:
        """The features that are cities."""
        return frozenset(symbol.feature for symbol in self.symbols.values() if symbol.is_city)

    @cached_property
    def waters(self) -> frozenset[str]:
        """The terrains that are water."""
        return frozenset(terrain.name for terrain in self.terrains if terrain.is_water)

    @cached_property
    def broad_rivers(self) -> frozenset[str]:
        return frozenset(name for side in self.sides if isinstance(side, Rivers) for name in side.broad)

    def terrain(self, name: str) -> Terrain:
        for terrain in self.terrains:
            if terrain.name == name:
                return terrain
        known = ", ".join(terrain.name for terrain in self.terrains)
        raise DataError(f"no colour is given for terrain {name!r}; the look of the map has {known}")

    def check_side(self, kind: str) -> None:
        """A kind of hexside that the look leaves out would be lost without a word."""
        known = [kind for entry in (*self.sides, *self.roads) for kind in entry.kinds]
        if kind not in known:
            raise DataError(f"no stroke is given for hexside {kind!r}; the look of the map has {', '.join(known)}")
