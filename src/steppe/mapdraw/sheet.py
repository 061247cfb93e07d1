"""The paper that is being painted: ground, water, lines, symbols, counters and what stands around the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from steppe.mapdraw.board import BoardLike
from steppe.mapdraw.strokes import (
    BROAD,
    COUNTER,
    DEEP,
    FONT,
    GERMAN,
    GROUND,
    HEX,
    INK,
    MIDDLING,
    PAPER,
    ROAD,
    SERIF,
    SOVIET,
    WATER,
    Box,
    Point,
    between,
    chained,
    number,
    path_of,
    rounded_path,
    text_at,
)  # fmt: skip
from steppe.mapdraw.symbols import AREA, BORDERS, COMPASS, SYMBOLS, TEXTURES, legend, scale_bar

MARGIN = 46.0
RIM = 0.6
"""How far the paper reaches beyond the outermost centres, in hexes."""
PANEL = 300.0
OFF_CENTRE = {
    "fort": (-0.27, 0.27), "heavy-fort": (-0.27, 0.24), "stalin-line": (0.0, 0.32), "german-source": (-0.3, 0.0),
    "fz": (0.3, 0.22), "centre": (-0.3, -0.1), "district": (-0.3, -0.1), "port": (-0.33, 0.12),
    **{f"vp-{n}": (0.3, -0.12) for n in range(1, 10)},
}  # fmt: skip
"""Symbols that leave the middle of the hex to its place."""
PLACES = frozenset({"city", "town", "large-town", "small-town"})
MANY = 12
"""More Soviet sources than this are small: a whole edge of them, not a few railways."""
Counters = Iterable[tuple[int, Sequence[tuple[str, str, str]]]]
"""For each hex its stack from the bottom up: side, label, and the text of the factors."""


class Sheet:
    """The paper that is being painted."""

    def __init__(self, board: BoardLike, *, bare: bool = False) -> None:
        self.board, self.grid = board, board.grid
        grid = board.grid
        left, top = (float(v) for v in grid.centres.min(axis=0))
        right, bottom = (float(v) for v in grid.centres.max(axis=0))
        self.map_width = (right - left + 2 * RIM) * HEX
        self.map_height = (bottom - top + 2 * RIM) * HEX
        self.origin = (0.0, 0.0)
        self.shift = (MARGIN - (left - RIM) * HEX, MARGIN - (top - RIM) * HEX)
        self.width = self.map_width + 2 * MARGIN + PANEL
        self.height = max(self.map_height + 2 * MARGIN, 1050.0)
        self.inside: Box = (MARGIN, 0.0, MARGIN + self.map_width, MARGIN + self.map_height)
        """Where names may stand."""
        if bare:
            self.shift = (0.0, 0.0)
            self.origin = ((left - RIM) * HEX, (top - RIM) * HEX)
            self.width, self.height = self.map_width, self.map_height
            self.inside = (*self.origin, self.origin[0] + self.width, self.origin[1] + self.height)
        self.parts: list[str] = []
        self.taken: list[Box] = []
        """The room that symbols and names already take."""
        self.water_lines: dict[str, list[list[Point]]] = {}
        self.still_waters: dict[str, list[tuple[Point, Point]]] = {}
        self._cells: dict[tuple[int, int], Point] = {}
        self.at: list[Point] = [self._place(float(x), float(y)) for x, y in grid.centres]

    def _place(self, x: float, y: float) -> Point:
        return round(x * HEX + self.shift[0], 1), round(y * HEX + self.shift[1], 1)

    def corner(self, h: int, k: int) -> Point:
        x, y = self.grid.corner(h, k % 6)
        return self._place(float(x), float(y))

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        direction = self.grid.direction(a, b)
        return self._snap(self.corner(a, direction)), self._snap(self.corner(a, direction + 1))

    def _snap(self, point: Point) -> Point:
        """One and the same value for a corner, from whichever hex it is reached."""
        key = round(point[0]), round(point[1])
        for near in ((key[0] + i, key[1] + j) for i in (0, -1, 1) for j in (0, -1, 1)):
            if near in self._cells:
                return self._cells[near]
        self._cells[key] = point
        return point

    def add(self, *parts: str) -> None:
        self.parts.extend(parts)

    # -- ground ---------------------------------------------------------------------------------------------------

    def ground(self) -> None:
        """Clear ground under everything, and each other terrain as one patch with rounded edges and a texture."""
        every = "".join(path_of([self.corner(h, k) for k in range(6)], close=True) for h in range(self.grid.size))
        self.add(f'<path d="{every}" fill="{GROUND["clear"]}" stroke="{GROUND["clear"]}" stroke-width="1"/>')
        for terrain in sorted(set(self.board.terrain_names) - {"clear"}):
            members = {h for h, name in enumerate(self.board.terrain_names) if name == terrain}
            outline = "".join(self._patch(loop) for loop in chained(self.outline(members)))
            colour = GROUND.get(terrain, GROUND["hills"])
            self.add(f'<path d="{outline}" fill="{colour}" fill-rule="evenodd"/>')
            if terrain in TEXTURES:
                self.add(f'<path d="{outline}" fill="url(#{terrain})" fill-rule="evenodd"/>')

    def outline(self, members: set[int] | frozenset[int]) -> list[tuple[Point, Point]]:
        """The sides that part a set of hexes from the others, the rim of the map included."""
        edges = []
        for h in sorted(members):
            for direction, other in enumerate(self.grid.around[h]):
                if other not in members:
                    edges.append((self._snap(self.corner(h, direction)), self._snap(self.corner(h, direction + 1))))
        return edges

    def _patch(self, loop: list[Point]) -> str:
        if loop[0] != loop[-1]:
            return path_of(loop)
        points = [self._sway(p) for p in loop[:-1]]
        mids = [between(a, b, 0.5) for a, b in zip(points, points[1:] + points[:1], strict=True)]
        text = f"M{number(mids[-1][0])} {number(mids[-1][1])}"
        for point, mid in zip(points, mids, strict=True):
            text += f"Q{number(point[0])} {number(point[1])} {number(mid[0])} {number(mid[1])}"
        return text + "Z"

    def _sway(self, point: Point) -> Point:
        """A small fixed displacement, so that the edge of a wood does not look cut with a ruler."""
        seed = math.sin(point[0] * 12.9898 + point[1] * 78.233) * 43758.5453
        angle = 2 * math.pi * (seed - math.floor(seed))
        return point[0] + 0.1 * HEX * math.cos(angle), point[1] + 0.1 * HEX * math.sin(angle)

    def lattice(self, *, numbers: bool = True) -> None:
        """City blocks, the thin hex lines and the hex numbers."""
        for h, features in enumerate(self.board.features):
            if "city" in features:
                hexagon = path_of([self.corner(h, k) for k in range(6)], close=True)
                self.add(f'<path d="{hexagon}" fill="#cdbfae"/><path d="{hexagon}" fill="url(#city)"/>')
        lines = []
        for h in range(self.grid.size):
            for direction, other in enumerate(self.grid.around[h]):
                if other < h:
                    lines.append(path_of([self.corner(h, direction), self.corner(h, direction + 1)]))
        self.add(f'<path d="{"".join(lines)}" fill="none" stroke="#7d7256" stroke-opacity=".55" stroke-width=".7"/>')
        if numbers:
            self._numbers()

    def _numbers(self) -> None:
        lift = 0.36 * HEX
        self.add('<g fill="#5d533b" fill-opacity=".8" font-size="6.4" text-anchor="middle">')
        for (x, y), label, features in zip(self.at, self.grid.labels, self.board.features, strict=True):
            if "city" in features:
                self.add(
                    f'<rect x="{number(x - 9)}" y="{number(y - lift - 6)}" width="18" height="7.5" fill="#fdf6e3"/>'
                )
            self.add(f'<text x="{number(x)}" y="{number(y - lift)}">{label}</text>')
        self.add("</g>")

    # -- water ----------------------------------------------------------------------------------------------------

    def water(self) -> None:
        """Rivers by name, each smooth and continuous; reservoirs as broad water along their sides."""
        rivers: dict[str, list[tuple[Point, Point]]] = {}
        still: list[tuple[Point, Point]] = []
        straits: list[tuple[Point, Point]] = []
        meets: dict[Point, int] = {}
        for (a, b), (kind, name) in sorted(self.board.sides.items()):
            edge = self.side(a, b)
            for end in edge:
                meets[end] = meets.get(end, 0) + 1
            if kind == "river":
                rivers.setdefault(name, []).append(edge)
            elif kind in ("sivash", "kerch"):
                straits.append(edge)
            else:
                still.append(edge)
                if name:
                    self.still_waters.setdefault(name, []).append(edge)
        self.water_lines = {name: chained(edges) for name, edges in rivers.items()}

        def joined(point: Point) -> bool:
            return meets.get(point, 0) > 2

        group = '<g fill="none" stroke-linecap="round" stroke-linejoin="round"'
        for colour, extra in ((DEEP, 1.4), (WATER, 0.0)):
            self.add(f'{group} stroke="{colour}">')
            for name, chains in sorted(rivers.items()):
                width = 5.2 if name in BROAD else 3.8 if name in MIDDLING else 2.7
                text = "".join(rounded_path(chain, joined) for chain in chained(chains))
                self.add(f'<path d="{text}" stroke-width="{number(width + extra)}"/>')
            self.add("</g>")
        lakes = "".join(rounded_path(chain, lambda _: False) for chain in chained(still))
        self.add(f'{group} stroke-width="15" stroke="{DEEP}"><path d="{lakes}"/></g>')
        self.add(f'{group} stroke-width="12.6" stroke="#8fc1de"><path d="{lakes}"/></g>')
        self.add(f'{group} stroke-width="5" stroke="#b5d9ec"><path d="{lakes}"/></g>')
        narrows = "".join(path_of(chain) for chain in chained(straits))
        self.add(f'{group} stroke-width="11" stroke="{DEEP}" stroke-dasharray="1 11"><path d="{narrows}"/></g>')

    def roads(self) -> None:
        """Roads from centre to centre."""
        text = "".join(
            rounded_path(chain, lambda _: False, 0.3)
            for chain in chained((self.at[a], self.at[b]) for a, b in sorted(self.board.roads))
        )
        for colour, width in ((ROAD, 5.0), ("#f4d58d", 2.2)):
            self.add(f'<path d="{text}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>')

    # -- lines and symbols ----------------------------------------------------------------------------------------

    def borders(self) -> None:
        """The front line, the Reserve Front boundary and the seam of the sheets; or borders, zones and army areas."""
        seam = [self.side(a, b) for a, b in self._parted(self.board.sheets.__getitem__)]
        self._dashes(seam, "#6b5d3f", 1.6, "2 5", halo=False)
        for region, colour, width, dash in (("reserve", "#7a3b7d", 3.6, "3 8"), ("west", SOVIET, 4.6, "13 7")):
            pairs = self._parted(self.board.regions.get(region, frozenset()).__contains__)
            self._dashes([self.side(a, b) for a, b in pairs], colour, width, dash)
        for name in sorted(n for n in self.board.regions if n.startswith("area-")):
            pairs = self._parted(self.board.regions[name].__contains__)
            self._dashes([self.side(a, b) for a, b in pairs], AREA, 2.4, "7 4", halo=False)
        for _, colour, width, dash, shown in BORDERS:
            within = {h: name for name in shown for h in self.board.regions.get(name, ())}
            dry = [
                (a, b) for a, b in self._parted(within.get)
                if {self.board.terrain_names[a], self.board.terrain_names[b]} - {"sea", "lake"}
            ]  # fmt: skip
            self._dashes([self.side(a, b) for a, b in dry], colour, width, dash, halo=False)

    def area_names(self) -> None:
        """The number of each army, faint and large over its area."""
        for name in sorted(n for n in self.board.regions if n.startswith("area-")):
            members = sorted(self.board.regions[name])
            x = sum(self.at[h][0] for h in members) / len(members)
            y = sum(self.at[h][1] for h in members) / len(members)
            style = f'fill="{AREA}" fill-opacity=".62" font-family="{SERIF}" font-weight="700"'
            self.add(text_at((x, y + 8), name.removeprefix("area-"), 24, style))

    def reserves(self) -> None:
        """The names of areas without hexes in the blank beside the hexes that one enters from them."""
        for name in sorted(n for n in self.board.regions if n.startswith("okh-")):
            members = [self.at[h] for h in self.board.regions[name]]
            y = sum(at[1] for at in members) / len(members)
            east = min(at[0] for at in members if abs(at[1] - y) < 3 * HEX)
            style = f'fill="{GERMAN}" fill-opacity=".8" font-family="{SERIF}" font-weight="700" letter-spacing="3"'
            for k, line in enumerate(("OKH", "RESERVE", name.removeprefix("okh-").upper())):
                self.add(text_at(((self.inside[0] + east) / 2, y + 26 * k), line, 20, style))

    def _parted(self, key: Callable[[int], object]) -> list[tuple[int, int]]:
        return [(h, n) for h in range(self.grid.size) for _, n in self.grid.adjacent(h) if h < n and key(h) != key(n)]

    def _dashes(
        self, edges: list[tuple[Point, Point]], colour: str, width: float, dash: str, halo: bool = True
    ) -> None:
        text = "".join(rounded_path(chain, lambda _: False, 0.25) for chain in chained(edges))
        if not text:
            return
        if halo:
            self.add(f'<path d="{text}" fill="none" stroke="#fff8e6" stroke-opacity=".75" stroke-width="{width + 3}"/>')
        style = f'stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}" stroke-linecap="round"'
        self.add(f'<path d="{text}" fill="none" {style}/>')

    def symbols(self) -> None:
        many = sum("soviet-source" in features for features in self.board.features) > MANY
        for h, features in enumerate(self.board.features):
            if h in self.board.names and not features & PLACES and self.board.terrain_names[h] not in ("sea", "lake"):
                self.add(f'<circle cx="{number(self.at[h][0])}" cy="{number(self.at[h][1])}" r="1.9" fill="{INK}"/>')
            for feature in sorted(features):
                symbol = SYMBOLS.get(f"{feature}s" if many and feature == "soviet-source" else feature)
                if symbol is None:
                    continue
                x, y = self.at[h]
                dx, dy = OFF_CENTRE.get(feature, (0.0, 0.0))
                if many and feature == "soviet-source":
                    dx = 0.3
                x, y = x + dx * HEX, y + dy * HEX
                self.add(symbol(x, y))
                if feature in PLACES or (feature == "soviet-source" and not many):
                    self.taken.append((x - 8, y - 8, x + 8, y + 8))
                elif feature in OFF_CENTRE and feature != "german-source":
                    self.taken.append((x - 7, y - 5, x + 7, y + 6))

    # -- counters -------------------------------------------------------------------------------------------------

    def counters(self, counters: Counters) -> None:
        """Square counters, a stack as a staircase with the top unit whole."""
        edge = 0.62 * HEX
        for h, stack in counters:
            for level, (side, label, factors) in enumerate(stack):
                x = self.at[h][0] - edge / 2 + 2.6 * (level - (len(stack) - 1) / 2)
                y = self.at[h][1] - edge / 2 - 2.6 * (level - (len(stack) - 1) / 2)
                fill, ink = COUNTER.get(side.lower(), ("#d9cfa8", INK))
                self.add(
                    f'<rect x="{number(x)}" y="{number(y)}" width="{number(edge)}" height="{number(edge)}" rx="2.5" '
                    f'fill="{fill}" stroke="#1d1a16" stroke-width=".8"/>',
                    text_at((x + edge / 2, y + edge * 0.42), label, 7.5, f'fill="{ink}"'),
                    text_at((x + edge / 2, y + edge * 0.86), factors, 9.5, f'fill="{ink}" font-weight="700"'),
                )

    # -- around the map -------------------------------------------------------------------------------------------

    def surround(self, title: str) -> None:
        """The frame, the title, the legend, the compass and the scale."""
        self.add(
            f'<rect x="{MARGIN - 6}" y="{MARGIN - 6}" width="{number(self.map_width + 12)}" '
            f'height="{number(self.map_height + 12)}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
        )
        x, y = self.map_width + 2 * MARGIN + 4, MARGIN - 6
        wide = PANEL - 44
        self.add(f'<g transform="translate({number(x)} {number(y)})">')
        if title:
            self.add(
                f'<rect width="{wide}" height="104" fill="#e7d9b4" stroke="{INK}" stroke-width="2"/>'
                f'<rect x="5" y="5" width="{wide - 10}" height="94" fill="none" stroke="{SOVIET}" stroke-width="1"/>',
                text_at((wide / 2, 48), title.upper(), min(24.0, 1.12 * wide / max(1, len(title))),
                      f'font-family="{SERIF}" font-weight="700" letter-spacing="1" fill="{INK}"'),
                text_at((wide / 2, 72), "reconstructed map", 12,
                        f'font-family="{SERIF}" font-style="italic" fill="{INK}"'),
            )  # fmt: skip
        entries = legend(self.board)
        self.add(
            f'<g transform="translate(0 124)"><rect width="{wide}" height="{58 + 50 * len(entries)}" fill="#faf4e3" '
            f'stroke="{INK}" stroke-width="1.4"/>',
            text_at((wide / 2, 28), "TERRAIN KEY", 15, f'font-family="{SERIF}" font-weight="700" letter-spacing="2"'),
        )
        for k, (label, sample) in enumerate(entries):
            self.add(f'<g transform="translate(42 {66 + 50 * k})">{sample}</g>')
            self.add(text_at((84, 71 + 50 * k), label, 13.5, f'fill="{INK}"', anchor="start"))
        self.add(f'</g><g transform="translate({number(wide / 2)} {58 + 50 * len(entries) + 210})">{COMPASS}</g>')
        self.add(f'<g transform="translate({number(wide / 2)} {58 + 50 * len(entries) + 300})">{scale_bar()}</g></g>')

    def svg(self) -> str:
        wide, high = number(self.width), number(self.height)
        left, top = number(self.origin[0]), number(self.origin[1])
        size = f'width="{wide}" height="{high}" viewBox="{left} {top} {wide} {high}"'
        patterns = "".join(TEXTURES.values())
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}"><defs>{patterns}</defs>'
        paper = f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self.parts, "</svg>"]) + "\n"
