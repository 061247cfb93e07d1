"""Plain line charts as SVG; the lines differ by colour and by stroke."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT, LEFT, BELOW, ABOVE = 640, 240, 46, 30, 12
STROKES = ("", "7 5", "2 4")
TICKS = 5


class Line(NamedTuple):
    name: str
    side: int
    """Its colour and stroke."""
    points: Sequence[tuple[float, float]]


def _tick(value: float, span: float) -> str:
    return f"{value:.0f}" if span >= TICKS - 1 else f"{value:.1f}"


def chart(heading: str, across: str, lines: Sequence[Line]) -> str:
    """Some lines over the same axis, with a figure caption."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    if not xs:
        return ""
    left, right = min(xs), max(max(xs), min(xs) + 1)
    low, high = min(0.0, min(ys)), max(max(ys), min(0.0, min(ys)) + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        across_ = LEFT + (x - left) / (right - left) * (WIDTH - LEFT - 90)
        up = HEIGHT - BELOW - (y - low) / (high - low) * (HEIGHT - BELOW - ABOVE)
        return round(across_, 1), round(up, 1)

    parts = []
    for tick in range(TICKS):
        value = low + (high - low) * tick / (TICKS - 1)
        y = place(left, value)[1]
        parts.append(f'<path d="M{LEFT} {y}H{WIDTH - 90}" stroke="currentColor" stroke-opacity=".2"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{_tick(value, high - low)}</text>')
    for x in sorted({left, right}):
        parts.append(f'<text x="{place(x, low)[0]}" y="{HEIGHT - 8}" text-anchor="middle">{x:g}</text>')
    parts.append(f'<text x="{(WIDTH - 90 + LEFT) / 2:g}" y="{HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>')
    ends: list[float] = []
    for line in lines:
        drawn = " ".join(f"{x},{y}" for x, y in (place(*point) for point in line.points))
        dash = STROKES[line.side % len(STROKES)]
        style = f'fill="none" stroke-width="2.5" stroke-dasharray="{dash}"'
        parts.append(f'<polyline class="s{line.side}" points="{drawn}" {style}/>')
        y = place(*line.points[-1])[1]
        apart = 16 if y < HEIGHT / 2 else -16  # names that would lie on each other move towards the middle
        while any(abs(y - other) < 16 for other in ends):
            y += apart
        ends.append(y)
        parts.append(f'<text x="{WIDTH - 84}" y="{y + 4}">{escape(line.name)}</text>')
    return (
        f'<figure><figcaption>{escape(heading)}</figcaption><svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(heading)}" font-size="14">{"".join(parts)}</svg></figure>'
    )
