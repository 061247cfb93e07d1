"""The front on the real map: the share of games in which a hex was held, and the line where it was even.

The ground is drawn once and used under every map. Hexes that had not changed hands in any game stay as they are.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe import mapdraw, titles
from steppe.lab.stats import Floats
from steppe.mapdraw.strokes import HEX
from steppe.tables import DataFolder
from steppe.title import Title

LEVELS = 10
EVEN = 0.5
BLUE, WHITE, ORANGE = (31, 95, 153), (245, 240, 220), (179, 74, 18)


class Ground:
    """A title's map, ready to be drawn upon."""

    def __init__(self, title: Title[Any], folder: DataFolder) -> None:
        svg = mapdraw.ground(titles.drawing(title, folder))
        match = re.search(r'viewBox="([^"]+)"[^>]*>(.*)</svg>', svg, re.DOTALL)
        assert match is not None
        self.box, self.inner = match.groups()
        grid = title.board.grid
        self.centres = np.asarray(grid.centres, np.float64) * HEX
        self.around = grid.neighbours
        self.corners = grid.corners * HEX

    def definition(self) -> str:
        """Stands once in a page that shows maps."""
        hexagon = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.corners)
        return (
            '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
            f'<g id="ground">{self.inner}</g><polygon id="hex" points="{hexagon}"/></svg>'
        )

    def map(self, heading: str, held: Floats, start: Floats) -> str:
        """The front at one moment. ``start`` is how it was at the set-up."""
        layers = [f'<use href="#ground"/><g fill-opacity=".62">{self._tints(held, held != start)}</g>']
        layers.append(f'<path class="start" d="{self._line(start)}"/><path class="front" d="{self._line(held)}"/>')
        return (
            f'<figure><figcaption>{escape(heading)}</figcaption><svg class="map" viewBox="{self.box}" role="img" '
            f'aria-label="{escape(heading)}">{"".join(layers)}</svg></figure>'
        )

    def _tints(self, held: Floats, changed: NDArray[np.bool_]) -> str:
        levels = np.rint(held * LEVELS).astype(int)
        parts = []
        for level in range(LEVELS + 1):
            hexes = ((levels == level) & changed).nonzero()[0].tolist()
            if hexes:
                shapes = "".join(f'<use href="#hex" x="{x:.1f}" y="{y:.1f}"/>' for x, y in self.centres[hexes])
                parts.append(f'<g fill="{tint(level / LEVELS)}">{shapes}</g>')
        return "".join(parts)

    def _line(self, held: Floats) -> str:
        """The hexsides between what the first seat holds more often than not, and the rest."""
        first = held > EVEN
        parts = []
        for h in first.nonzero()[0].tolist():
            for n in self.around[h].tolist():
                if n >= 0 and not first[n]:
                    (x1, y1), (x2, y2) = self._side(h, n)
                    parts.append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
        return "".join(parts)

    def _side(self, a: int, b: int) -> NDArray[np.float64]:
        """The two ends of the hexside between neighbours: the corners of one that are nearest to the other."""
        corners = self.centres[a] + self.corners
        away = ((corners - self.centres[b]) ** 2).sum(axis=1)
        found: NDArray[np.float64] = corners[np.argsort(away, kind="stable")[:2]]
        return found


def tint(share: float) -> str:
    """From the second side's colour over pale to the first's."""
    low, high, part = (ORANGE, WHITE, share * 2) if share < EVEN else (WHITE, BLUE, share * 2 - 1)
    mixed = [round(a + (b - a) * part) for a, b in zip(low, high, strict=True)]
    return f"#{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"
