"""Colours, letters and lines: the small change of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from xml.sax.saxutils import escape

HEX = 42.0
"""How far apart neighbouring hex centres are drawn."""
FONT = "'Liberation Sans','DejaVu Sans',Arial,Helvetica,sans-serif"
SERIF = "'Liberation Serif','DejaVu Serif',Georgia,'Times New Roman',serif"
PAPER, INK, WATER, DEEP = "#f3ecd9", "#2b2620", "#6fa3c4", "#3f7899"
GREY, RED = "#5b6066", "#b3261e"

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def path_of(points: Sequence[Point], *, close: bool = False) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if close else "")


def between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def rounded_path(points: Sequence[Point], sharp: Callable[[Point], bool], reach: float = 0.42) -> str:
    """A path through the points with its bends rounded off, except where another line joins it."""
    text = f"M{number(points[0][0])} {number(points[0][1])}"
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if sharp(here):
            text += f"L{number(here[0])} {number(here[1])}"
            continue
        a, b = between(here, before, reach), between(here, after, reach)
        text += f"L{number(a[0])} {number(a[1])}Q{number(here[0])} {number(here[1])} {number(b[0])} {number(b[1])}"
    return text + f"L{number(points[-1][0])} {number(points[-1][1])}"


def chained(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Edges put together into lines as long as possible, broken only where three or more meet."""
    near: dict[Point, list[Point]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    used: set[frozenset[Point]] = set()
    chains: list[list[Point]] = []
    for start in sorted(near, key=lambda p: (len(near[p]) == 2, p)):
        for follow in near[start]:
            if frozenset((start, follow)) in used:
                continue
            chain = [start, follow]
            used.add(frozenset((start, follow)))
            while len(near[chain[-1]]) == 2 and chain[-1] != start:
                onward = next((p for p in near[chain[-1]] if frozenset((chain[-1], p)) not in used), None)
                if onward is None:
                    break
                used.add(frozenset((chain[-1], onward)))
                chain.append(onward)
            chains.append(chain)
    return chains


def text_at(at: Point, text: str, size: float, style: str = "", *, anchor: str = "middle") -> str:
    return (
        f'<text x="{number(at[0])}" y="{number(at[1])}" font-size="{number(size)}" text-anchor="{anchor}" {style}>'
        f"{escape(text)}</text>"
    )


def haloed(at: Point, text: str, size: float, style: str, *, width: float = 2.6) -> str:
    """A name over a light rim of its own shape.

    Two texts rather than ``paint-order``, which some converters do not know and then paint the rim over the letters.
    """
    rim = f'stroke="#fdf6e3" stroke-width="{number(width)}" stroke-linejoin="round"'
    return text_at(at, text, size, f"{style} {rim}") + text_at(at, text, size, style)


def overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
