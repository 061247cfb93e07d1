"""The paper that is being painted: ground, water, lines, symbols, counters and what stands around the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from steppe.mapdraw.board import Drawing, Side
from steppe.mapdraw.key import COMPASS, Key, scale_bar
from steppe.mapdraw.look import Band, Hexside, Rivers
from steppe.mapdraw.strokes import (
    DEEP,
    FONT,
    HEX,
    INK,
    PAPER,
    RED,
    SERIF,
    WATER,
    Box,
    Point,
    between,
    chained,
    number,
    path_of,
    rounded_path,
    text_at,  # fmt: skip
)
from steppe.mapdraw.symbols import CITY_BLOCKS

MARGIN = 46.0
RIM = 0.6
"""How far the paper reaches beyond the outermost centres, in hexes."""
PANEL = 300.0
FLAT_LIFT, POINTY_LIFT = 0.36, 0.3
"""How far above the centre a hex number stands, in hexes: a pointy top is narrow."""
DIGIT = 3.6
BROAD, MIDDLING, NARROW = 5.2, 3.8, 2.7
"""Widths of rivers."""
SEAM = Band("#6b5d3f", 1.6, "2 5")
Edge = tuple[Point, Point]
Counters = Iterable[tuple[int, Sequence[tuple[str, str, str]]]]
"""For each hex its stack from the bottom up: side, label, and the text of the factors."""


class Sheet:
    """The paper that is being painted."""

    def __init__(self, board: Drawing, *, bare: bool = False) -> None:
        self.board, self.grid, self.look = board, board.grid, board.look
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
        self.still_waters: dict[str, list[Edge]] = {}
        self._cells: dict[tuple[int, int], Point] = {}
        self.at: list[Point] = [self._place(float(x), float(y)) for x, y in grid.centres]

    def _place(self, x: float, y: float) -> Point:
        return round(x * HEX + self.shift[0], 1), round(y * HEX + self.shift[1], 1)

    def corner(self, h: int, k: int) -> Point:
        return self._place(*self.grid.corner(h, k))

    def side(self, a: int, b: int) -> Edge:
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
        """The first terrain under everything, and each other as one patch with rounded edges and a texture."""
        first = self.look.terrains[0]
        every = "".join(self._hexagon(h) for h in range(self.grid.size))
        self.add(f'<path d="{every}" fill="{first.colour}" stroke="{first.colour}" stroke-width="1"/>')
        for name in sorted(set(self.board.terrain) - {first.name}):
            terrain = self.look.terrain(name)
            members = {h for h, here in enumerate(self.board.terrain) if here == name}
            outline = "".join(self._patch(loop) for loop in chained(self.outline(members)))
            self.add(f'<path d="{outline}" fill="{terrain.colour}" fill-rule="evenodd"/>')
            if terrain.texture:
                self.add(f'<path d="{outline}" fill="url(#{name})" fill-rule="evenodd"/>')

    def _hexagon(self, h: int) -> str:
        return path_of([self.corner(h, k) for k in range(6)], close=True)

    def outline(self, members: set[int] | frozenset[int]) -> list[Edge]:
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
        for h in range(self.grid.size):
            if self.board.is_city(h):
                hexagon = self._hexagon(h)
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
        lift = (FLAT_LIFT if self.grid.numbering.flat else POINTY_LIFT) * HEX
        self.add('<g fill="#5d533b" fill-opacity=".8" font-size="6.4" text-anchor="middle">')
        for h, ((x, y), label) in enumerate(zip(self.at, self.grid.labels, strict=True)):
            if self.board.is_city(h):
                wide = max(18.0, DIGIT * len(label))
                self.add(
                    f'<rect x="{number(x - wide / 2)}" y="{number(y - lift - 6)}" width="{number(wide)}" height="7.5" '
                    'fill="#fdf6e3"/>'
                )
            self.add(f'<text x="{number(x)}" y="{number(y - lift)}">{label}</text>')
        self.add("</g>")

    # -- hexsides -------------------------------------------------------------------------------------------------

    def water(self) -> None:
        """Rivers by name, each smooth and continuous; then the other hexsides as strokes along them."""
        ways = {kind for road in self.look.roads for kind in road.kinds}
        sides = [(side, self.side(side.a, side.b)) for side in self.board.sides if side.kind not in ways]
        meets: dict[Point, int] = {}
        for _, edge in sides:
            for end in edge:
                meets[end] = meets.get(end, 0) + 1
        for rivers in self.look.sides:
            if isinstance(rivers, Rivers):
                self._rivers(rivers, sides, lambda point: meets.get(point, 0) > 2)
        for stroke in self.look.sides:
            if isinstance(stroke, Hexside):
                self._strokes(stroke, sides)

    def _rivers(self, rivers: Rivers, sides: list[tuple[Side, Edge]], joined: Callable[[Point], bool]) -> None:
        courses: dict[str, list[Edge]] = {}
        for side, edge in sides:
            if side.kind in rivers.kinds:
                courses.setdefault(side.name, []).append(edge)
        for name, edges in courses.items():
            self.water_lines.setdefault(name, []).extend(chained(edges))
        for colour, extra in ((DEEP, 1.4), (WATER, 0.0)):
            self.add(f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="{colour}">')
            for name, edges in sorted(courses.items()):
                width = BROAD if name in rivers.broad else MIDDLING if name in rivers.middling else NARROW
                text = "".join(rounded_path(chain, joined) for chain in chained(edges))
                self.add(f'<path d="{text}" stroke-width="{number(width + extra)}"/>')
            self.add("</g>")

    def _strokes(self, stroke: Hexside, sides: list[tuple[Side, Edge]]) -> None:
        edges = []
        for side, edge in sides:
            if side.kind in stroke.kinds:
                edges.append(edge)
                if side.name and stroke.is_named:
                    self.still_waters.setdefault(side.name, []).append(edge)
        if not edges:
            return
        chains = chained(edges)
        text = "".join(rounded_path(c, lambda _: False) if stroke.is_rounded else path_of(c) for c in chains)
        for band in stroke.bands:
            style = f'stroke-width="{number(band.width)}" stroke="{band.colour}"'
            style += f' stroke-dasharray="{band.dash}"' if band.dash else ""
            self.add(f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" {style}><path d="{text}"/></g>')

    def roads(self) -> None:
        """Roads from centre to centre."""
        for road in self.look.roads:
            pairs = [(self.at[side.a], self.at[side.b]) for side in self.board.sides if side.kind in road.kinds]
            text = "".join(rounded_path(chain, lambda _: False, 0.3) for chain in chained(pairs))
            for colour, width, dash in road.bands if text else ():
                ends = f'stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
                self.add(f'<path d="{text}" fill="none" stroke="{colour}" stroke-width="{width}" {ends}/>')

    # -- lines and symbols ----------------------------------------------------------------------------------------

    def borders(self) -> None:
        """The seams of the sheets, the lines about areas, and the title's lines about its regions."""
        self._dashes([self.side(a, b) for a, b in self._parted(self.board.sheets.__getitem__)], SEAM)
        for areas in self.look.areas:
            for members in self._areas(areas.prefix).values():
                self._dashes([self.side(a, b) for a, b in self._parted(members.__contains__)], areas.band)
        for line in sorted(self.look.lines, key=lambda line: not line.is_under):
            within = {h: name for name in line.regions for h in self.board.regions.get(name, ())}
            dry = [pair for pair in self._parted(within.get) if not all(self.board.is_water(h) for h in pair)]
            self._dashes([self.side(a, b) for a, b in dry], line.band, halo=line.has_halo)

    def _areas(self, prefix: str) -> dict[str, frozenset[int]]:
        """The regions whose names begin so, by the rest of the name."""
        found = sorted(item for item in self.board.regions.items() if item[0].startswith(prefix))
        return {name.removeprefix(prefix): members for name, members in found}

    def area_names(self) -> None:
        """The name of each area, faint and large over it."""
        for areas in self.look.areas:
            style = f'fill="{areas.band.colour}" fill-opacity=".62" font-family="{SERIF}" font-weight="700"'
            for name, hexes in self._areas(areas.prefix).items():
                members = sorted(hexes)
                x = sum(self.at[h][0] for h in members) / len(members)
                y = sum(self.at[h][1] for h in members) / len(members)
                self.add(text_at((x, y + 8), name, 24, style))

    def names_beside(self) -> None:
        """The names of what lies off the map, in the blank beside the hexes that one enters from there."""
        for beside in self.look.beside:
            members = [self.at[h] for h in self.board.regions.get(beside.region, ())]
            if not members:
                continue
            y = sum(at[1] for at in members) / len(members)
            east = min(at[0] for at in members if abs(at[1] - y) < 3 * HEX)
            style = (
                f'fill="{beside.colour}" fill-opacity=".8" font-family="{SERIF}" font-weight="700" letter-spacing="3"'
            )
            for k, line in enumerate(beside.lines):
                self.add(text_at(((self.inside[0] + east) / 2, y + 26 * k), line, 20, style))

    def _parted(self, key: Callable[[int], object]) -> list[tuple[int, int]]:
        return [(h, n) for h in range(self.grid.size) for _, n in self.grid.adjacent(h) if h < n and key(h) != key(n)]

    def _dashes(self, edges: list[Edge], band: Band, *, halo: bool = False) -> None:
        text = "".join(rounded_path(chain, lambda _: False, 0.25) for chain in chained(edges))
        if not text:
            return
        colour, width, dash = band
        if halo:
            self.add(f'<path d="{text}" fill="none" stroke="#fff8e6" stroke-opacity=".75" stroke-width="{width + 3}"/>')
        style = f'stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}" stroke-linecap="round"'
        self.add(f'<path d="{text}" fill="none" {style}/>')

    def symbols(self) -> None:
        """A dot for each name that belongs to no place, and the symbols of the features."""
        for h, features in enumerate(self.board.features):
            if h in self.board.names and features.isdisjoint(self.look.place_features) and not self.board.is_water(h):
                self.add(f'<circle cx="{number(self.at[h][0])}" cy="{number(self.at[h][1])}" r="1.9" fill="{INK}"/>')
            for feature in sorted(features):
                symbol = self.look.symbols.get(feature)
                if symbol is None:
                    continue
                x, y = (self.at[h][i] + symbol.off[i] * HEX for i in (0, 1))
                self.add(symbol.draw(x, y))
                if symbol.keeps_room:
                    self.taken.append((x - 7, y - 5, x + 7, y + 6) if any(symbol.off) else (x - 8, y - 8, x + 8, y + 8))

    # -- counters -------------------------------------------------------------------------------------------------

    def counters(self, counters: Counters) -> None:
        """Square counters, a stack as a staircase with the top unit whole."""
        edge = 0.62 * HEX
        for h, stack in counters:
            for level, (side, label, factors) in enumerate(stack):
                x = self.at[h][0] - edge / 2 + 2.6 * (level - (len(stack) - 1) / 2)
                y = self.at[h][1] - edge / 2 - 2.6 * (level - (len(stack) - 1) / 2)
                fill, ink = self.look.counters.get(side.lower(), ("#d9cfa8", INK))
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
                f'<rect x="5" y="5" width="{wide - 10}" height="94" fill="none" stroke="{RED}" stroke-width="1"/>',
                text_at((wide / 2, 48), title.upper(), min(24.0, 1.12 * wide / max(1, len(title))),
                      f'font-family="{SERIF}" font-weight="700" letter-spacing="1" fill="{INK}"'),
                text_at((wide / 2, 72), "reconstructed map", 12,
                        f'font-family="{SERIF}" font-style="italic" fill="{INK}"'),
            )  # fmt: skip
        entries = Key(self.board).entries()
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
        textures = [(t.name, t.texture) for t in self.look.terrains if t.texture] + [("city", CITY_BLOCKS)]
        patterns = "".join(
            f'<pattern id="{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">{art}</pattern>'
            for name, (wide, high, art) in textures
        )
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}"><defs>{patterns}</defs>'
        paper = f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self.parts, "</svg>"]) + "\n"
