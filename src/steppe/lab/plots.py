"""Plots as SVG: bands, bars, ranges. Made by hand, so that a report needs nothing and is always the same.

Colours come from the page's style: ``s0`` and ``s1`` are the two sides, and text has the colour of the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, ABOVE, BELOW = 52, 92, 12, 40
DASHES = ("", "7 5")


class Ticks(NamedTuple):
    low: float
    high: float
    at: list[float]


def ticks(low: float, high: float, wanted: int = 5) -> Ticks:
    """Round numbers around a range."""
    high = high if high > low else low + 1
    rough = (high - low) / wanted
    size = 10 ** floor(log10(rough))
    step = next(size * m for m in (1, 2, 5, 10) if size * m >= rough * 0.999)
    first, last = floor(low / step), ceil(high / step)
    return Ticks(first * step, last * step, [n * step for n in range(first, last + 1)])


class Axes:
    """A field with two axes; names for places on the lower one."""

    def __init__(
        self, xs: tuple[float, float], ys: tuple[float, float], names: Mapping[float, str], under: str
    ) -> None:
        self.left, self.right = xs[0], max(xs[1], xs[0] + 1)
        self.ys = ticks(*ys)
        self.parts: list[str] = []
        self._ends: list[float] = []
        for y in self.ys.at:
            level = self.y(y)
            self.parts.append(f'<path d="M{LEFT} {level}H{WIDTH - RIGHT}" stroke="currentColor" stroke-opacity=".18"/>')
            self.parts.append(f'<text x="{LEFT - 6}" y="{level + 4:g}" text-anchor="end">{y:g}</text>')
        last = -100.0
        for x, name in names.items():
            if self.x(x) - last >= 8 * max(len(name), 2):
                last = self.x(x)
                self.parts.append(
                    f'<text x="{last}" y="{HEIGHT - BELOW + 17}" text-anchor="middle">{escape(name)}</text>'
                )
        middle = (WIDTH - RIGHT + LEFT) / 2
        self.parts.append(f'<text x="{middle:g}" y="{HEIGHT - 6}" text-anchor="middle">{escape(under)}</text>')

    def x(self, value: float) -> float:
        return round(LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        return round(
            HEIGHT - BELOW - (value - self.ys.low) / (self.ys.high - self.ys.low) * (HEIGHT - BELOW - ABOVE), 1
        )

    def name(self, value: float, text: str) -> None:
        """A word beside the right end, moved so that words do not lie on each other."""
        y = self.y(value)
        while any(abs(y - other) < 15 for other in self._ends):
            y += 15 if y < HEIGHT / 2 else -15
        self._ends.append(y)
        self.parts.append(f'<text x="{WIDTH - RIGHT + 6}" y="{y + 4:g}">{escape(text)}</text>')

    def figure(self, heading: str) -> str:
        return figure(heading, WIDTH, HEIGHT, self.parts)


def figure(heading: str, width: float, height: float, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(heading)}</figcaption><svg class="chart" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="{escape(heading)}" font-size="13">{"".join(parts)}</svg></figure>'
    )


class Band(NamedTuple):
    """Something that spreads, over turns: at each the 10, 25, 50, 75 and 90 % points."""

    name: str
    side: int
    points: Sequence[tuple[float, Sequence[float]]]


def bands(heading: str, under: str, shown: Sequence[Band], names: Mapping[float, str]) -> str:
    """Medians as lines within bands of half and of four fifths of the games."""
    xs = [x for band in shown for x, _ in band.points]
    ys = [y for band in shown for _, at in band.points for y in at]
    if not xs:
        return ""
    axes = Axes((min(xs), max(xs)), (min(0.0, min(ys)), max(ys)), names, under)
    for band in shown:
        for low, high in ((0, 4), (1, 3)):
            there = [f"{axes.x(x)},{axes.y(at[high])}" for x, at in band.points]
            back = [f"{axes.x(x)},{axes.y(at[low])}" for x, at in reversed(band.points)]
            axes.parts.append(f'<polygon class="s{band.side} f" points="{" ".join(there + back)}"/>')
        line = " ".join(f"{axes.x(x)},{axes.y(at[2])}" for x, at in band.points)
        dash = DASHES[band.side % 2]
        axes.parts.append(f'<polyline class="s{band.side}" points="{line}" stroke-dasharray="{dash}"/>')
        axes.name(band.points[-1][1][2], band.name)
    return axes.figure(heading)


def stacks(
    heading: str,
    under: str,
    columns: Mapping[float, Sequence[float]],
    series: Sequence[str],
    names: Mapping[float, str],
) -> str:
    """Columns of several parts, a part for each side."""
    if not columns:
        return ""
    xs = sorted(columns)
    apart = min((b - a for a, b in pairwise(xs)), default=1.0)
    top = max(sum(parts) for parts in columns.values())
    axes = Axes((xs[0] - apart / 2, xs[-1] + apart / 2), (0, top), names, under)
    wide = (axes.x(apart) - axes.x(0)) * 0.8
    for x in xs:
        base = 0.0
        for side, part in enumerate(columns[x]):
            if part:
                y, bottom = axes.y(base + part), axes.y(base)
                place = f'x="{axes.x(x) - wide / 2:.1f}" y="{y}" width="{wide:.1f}" height="{bottom - y:.1f}"'
                axes.parts.append(f'<rect class="s{side} b" {place}/>')
                base += part
    for side, name in enumerate(series):
        y = ABOVE + 14 + 18 * side
        axes.parts.append(f'<rect class="s{side} b" x="{WIDTH - RIGHT + 6}" y="{y - 9}" width="10" height="10"/>')
        axes.parts.append(f'<text x="{WIDTH - RIGHT + 20}" y="{y}">{escape(name)}</text>')
    return axes.figure(heading)


class Range(NamedTuple):
    """A line of a chart of ranges: a name, the points as of a band as far as there are any, and a mark."""

    name: str
    share: str
    points: Sequence[float | None]
    mark: float | None


def ranges(heading: str, shown: Sequence[Range], left: float, right: float, names: Mapping[float, str]) -> str:
    """Lines from the 10 to the 90 % point, thick between the quarters, a dot at the middle and a ring for the mark."""
    start, end, step = 190, WIDTH - 16, 20
    height = 30 + step * len(shown)

    def x(value: float) -> float:
        return round(start + (value - left) / (right - left or 1) * (end - start), 1)

    parts = []
    for value, name in names.items():
        parts.append(f'<path d="M{x(value)} 22V{height}" stroke="currentColor" stroke-opacity=".15"/>')
        parts.append(f'<text x="{x(value)}" y="14" text-anchor="middle">{escape(name)}</text>')
    for number, line in enumerate(shown):
        y = 36 + step * number
        parts.append(f'<text x="{start - 62}" y="{y + 4}" text-anchor="end">{escape(line.name)}</text>')
        parts.append(f'<text x="{start - 16}" y="{y + 4}" text-anchor="end">{escape(line.share)}</text>')
        ten, quarter, middle, three, ninety = line.points
        for low, high, width in ((ten, ninety, 2), (quarter, three, 6)):
            if low is not None:
                far = end if high is None else x(high)
                parts.append(
                    f'<path class="s0" d="M{x(low)} {y}H{far}" style="stroke-width:{width}" stroke-opacity=".55"/>'
                )
        if middle is not None:
            parts.append(f'<circle class="s0 b" cx="{x(middle)}" cy="{y}" r="5"/>')
        if line.mark is not None:
            parts.append(f'<circle class="s1" cx="{x(line.mark)}" cy="{y}" r="7"/>')
    return figure(heading, WIDTH, height, parts)
