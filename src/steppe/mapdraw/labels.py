"""Names on the map, each where it hides least of what lies under it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from steppe.mapdraw.sheet import Sheet
from steppe.mapdraw.strokes import HEX, INK, SERIF, Box, Point, between, haloed, number, overlap

WATER_NAME = f'fill="#1f5a80" font-family="{SERIF}" font-style="italic" letter-spacing=".8"'


class Labels:
    """Places names one after another, cities first, and remembers the room that each one takes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.board = sheet, sheet.board
        self.parts: list[str] = []

    def texts(self) -> list[str]:
        """Names of places where they hide least, then names along the rivers."""
        named: dict[str, list[int]] = {}
        for h, name in sorted(self.board.names.items()):
            named.setdefault(name, []).append(h)
        order = sorted(named.items(), key=lambda item: not self.board.is_city(item[1][0]))
        for name, hexes in order:
            if self.board.is_water(hexes[0]):
                x, y = self.sheet.at[hexes[0]]
                self.parts.append(haloed((x, y + 6), name, 15.0, WATER_NAME))
                self.sheet.taken.append((x - len(name) * 5, y - 8, x + len(name) * 5, y + 10))
                continue
            city = self.board.is_city(hexes[0])
            size = (19.0 if len(hexes) > 1 else 16.0) if city else 11.5
            at = self._free_spot([self.sheet.at[h] for h in hexes], len(name) * size * (0.78 if city else 0.66), size)
            shown = name.upper() if city else name
            weight = 'font-weight="700"' if city else 'font-weight="600"'
            self.parts.append(haloed(at, shown, size, f'fill="{INK}" {weight}', width=3.2))
        for name, chains in sorted(self.sheet.water_lines.items()):
            self._water_names(name, chains)
        for name, edges in sorted(self.sheet.still_waters.items()):
            shore = sorted({end for edge in edges for end in edge})
            at = self._free_spot(shore[len(shore) // 2 :][:1], len(name) * 5.6, 10.0)
            self.parts.append(haloed(at, name, 10.0, WATER_NAME))
        return self.parts

    def _free_spot(self, around: Sequence[Point], width: float, size: float) -> Point:
        """A spot for a name of this width below, above or beside some points."""
        x = sum(p[0] for p in around) / len(around)
        y = sum(p[1] for p in around) / len(around)
        gap = 8.0 if len(around) == 1 else 0.95 * HEX
        across = width / 2 + gap + 2
        spots = [
            (0.0, gap + size * 0.85), (0.0, -gap - 3), (across, size * 0.35), (-across, size * 0.35),
            (across * 0.8, gap + size * 0.6), (-across * 0.8, gap + size * 0.6),
            (across * 0.8, -gap), (-across * 0.8, -gap), (0.0, gap + size * 1.7), (0.0, -gap - size),
        ]  # fmt: skip
        best: tuple[float, Point, Box] | None = None
        for rank, (dx, dy) in enumerate(spots):
            at = (x + dx, y + dy)
            box = (at[0] - width / 2, at[1] - size * 0.8, at[0] + width / 2, at[1] + size * 0.22)
            cost = rank * 3.0 + sum(overlap(box, other) for other in self.sheet.taken)
            left, top, right, bottom = self.sheet.inside
            if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
                cost += 1000
            if best is None or cost < best[0]:
                best = cost, at, box
        assert best is not None
        self.sheet.taken.append(best[2])
        return best[1]

    def _water_names(self, name: str, chains: Sequence[list[Point]]) -> None:
        """A name by the water about every forty sides, along the stretch that is straightest and freest."""
        chain = max(chains, key=len)
        is_broad = name in self.board.look.broad_rivers
        size = 12.0 if is_broad else 10.0
        span = max(4, round(len(name) * size * 0.6 / (HEX / 3**0.5 * 0.85)))
        if len(chain) <= span + 1:
            return
        wanted = max(1, len(chain) // (28 if is_broad else 45))
        for part in range(wanted):
            low, high = part * len(chain) // wanted, (part + 1) * len(chain) // wanted - span
            spots = [self._along(chain, k, span, name, size) for k in range(low, max(low + 1, high))]
            cost, at, angle, box = min(spots)
            if cost > 900 and part:
                continue
            self.sheet.taken.append(box)
            turn = f'transform="rotate({number(angle)} {number(at[0])} {number(at[1])})"'
            self.parts.append(haloed(at, name, size, f"{WATER_NAME} {turn}"))

    def _along(self, chain: list[Point], k: int, span: int, name: str, size: float) -> tuple[float, Point, float, Box]:
        stretch = chain[k : k + span + 1]
        a, b = stretch[0], stretch[-1]
        if a[0] > b[0]:
            a, b = b, a
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        chord = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        normal = ((b[1] - a[1]) / chord, -(b[0] - a[0]) / chord)
        above = max((p[0] - a[0]) * normal[0] + (p[1] - a[1]) * normal[1] for p in stretch)
        middle = between(a, b, 0.5)
        at = (middle[0] + normal[0] * (above + 5), middle[1] + normal[1] * (above + 5))
        half, slope = len(name) * size * 0.28, math.radians(angle)
        reach_x, reach_y = half * math.cos(slope) + 5, abs(half * math.sin(slope)) + size * 0.5
        box = (at[0] - reach_x, at[1] - reach_y, at[0] + reach_x, at[1] + reach_y)
        crowd = sum(overlap(box, other) for other in self.sheet.taken)
        return crowd + 4 * above + abs(angle) + max(0.0, 2 * half - chord) * 3, at, angle, box
