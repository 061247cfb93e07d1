"""The key: what is on the map, each with a sample, in the order in which the title names it."""

from __future__ import annotations

import numpy as np

from steppe.hexgrid import RADIUS
from steppe.mapdraw.board import Drawing
from steppe.mapdraw.look import Band, Hexside, Rivers, Road, Symbol
from steppe.mapdraw.strokes import HEX, INK, WATER, number, path_of, text_at

SAMPLE = 22.0
"""From the centre of a sample hex to its corners."""
FLAT_BEND, POINTY_BEND = "M-22 0L-11 19L11 19L22 0", "M-19 -11L-19 11L0 22L19 11"
"""Three sides of a sample hex."""
WAY = "M-19 6L0 0L19 -6"
RIVER = Band(WATER, 4.5)
RIM_INK = "#7d7256"
COMPASS = (
    f'<circle r="34" fill="none" stroke="{INK}" stroke-width="1"/><path d="M0 -46L7 0L0 46L-7 0Z" fill="{INK}"/>'
    f'<path d="M0 46L7 0L-7 0Z" fill="#fffaf0" stroke="{INK}"/><path d="M-46 0L0 -5L46 0L0 5Z" fill="none" '
    f'stroke="{INK}"/>' + text_at((0, -51), "N", 15, 'font-weight="700"')
)


def scale_bar() -> str:
    """A bar of four hexes."""
    marks = "".join(
        f'<rect x="{number((k - 2) * HEX)}" y="0" width="{number(HEX)}" height="6" stroke="{INK}" '
        f'fill="{INK if k % 2 == 0 else "#fffaf0"}"/>' + text_at(((k - 2) * HEX, 20), str(k), 11)
        for k in range(4)
    )
    return marks + text_at((2 * HEX, 20), "4", 11) + text_at((0, -8), "hexes", 12)


class Key:
    """Makes the entries; samples are drawn about the origin."""

    def __init__(self, board: Drawing) -> None:
        self.board, self.look = board, board.look
        # A flat-topped sample begins at its eastern corner, a pointy-topped one at that after it.
        corners = np.roll(board.grid.corners, -2, axis=0) * (SAMPLE / RADIUS)
        self.hexagon = path_of([(float(x), float(y)) for x, y in corners], close=True)
        self.rim = f'<path d="{self.hexagon}" fill="none" stroke="{RIM_INK}"/>'
        self.bend = FLAT_BEND if board.grid.numbering.flat else POINTY_BEND
        self.clear = self._ground(self.look.terrains[0].name)

    def entries(self) -> list[tuple[str, str]]:
        """Words and sample of everything that is on the map."""
        board, look = self.board, self.look
        kinds = {side.kind for side in board.sides}
        found = [(t.words, self._ground(t.name)) for t in look.terrains if t.name in board.terrain]
        found += [(side.words, self._side(side)) for side in look.sides if kinds & set(side.kinds)]
        found += [(self._road_words(road), self._road(road)) for road in look.roads if kinds & set(road.kinds)]
        found += self._symbols(look.places)
        for line in look.lines:
            if any(name in board.regions for name in line.regions):
                found.append((line.words, self.clear + self._bend(line.band)))
        for areas in look.areas:
            if any(name.startswith(areas.prefix) for name in board.regions):
                found.append((areas.words, self.clear + self._bend(areas.band)))
        return found + self._symbols(look.works)

    def _ground(self, terrain: str) -> str:
        kind = self.look.terrain(terrain)
        fill = f'<path d="{self.hexagon}" fill="{kind.colour}"/>'
        return fill + (self._pattern(terrain) if kind.texture else "") + self.rim

    def _pattern(self, name: str) -> str:
        return f'<path d="{self.hexagon}" fill="url(#{name})"/>'

    def _bend(self, band: Band) -> str:
        dashes = f' stroke-dasharray="{band.dash}"' if band.dash else ""
        style = f'stroke="{band.colour}" stroke-width="{band.width}"{dashes} stroke-linecap="round"'
        return f'<path d="{self.bend}" fill="none" {style}/>'

    def _side(self, side: Rivers | Hexside) -> str:
        if isinstance(side, Rivers):
            return self.clear + self._bend(RIVER)
        ground = self.clear if side.sample_rim else self.clear.removesuffix(self.rim)
        return ground + "".join(self._bend(band) for band in side.sample)

    def _road_words(self, road: Road) -> str:
        names = {side.name for side in self.board.sides if side.kind in road.kinds}
        return names.pop() if len(names) == 1 else road.words

    def _road(self, road: Road) -> str:
        sample = self.clear
        for band in road.bands:
            dashes = f' stroke-dasharray="{band.dash}"' if band.dash else ""
            sample += (
                f'<path d="{WAY}" fill="none" stroke="{band.colour}" stroke-width="{number(band.width)}"{dashes}/>'
            )
        return sample

    def _symbols(self, symbols: tuple[Symbol, ...]) -> list[tuple[str, str]]:
        """Symbols that share their words share an entry."""
        on_map = frozenset().union(*self.board.features)
        shown = {symbol.words: symbol for symbol in reversed(symbols) if symbol.feature in on_map}
        return [(words, self._symbol(symbol)) for words, symbol in reversed(shown.items())]

    def _symbol(self, symbol: Symbol) -> str:
        sample = (symbol.sample or symbol.draw)(0, 0)
        if symbol.sample_scale != 1:
            sample = f'<g transform="scale({symbol.sample_scale})">{sample}</g>'
        if symbol.is_city:
            return self.clear.removesuffix(self.rim) + self._pattern("city") + self.rim + sample
        return self.clear + sample
