"""The stock from which titles put the look of their maps together: terrains, water, roads, symbols."""

from __future__ import annotations

import math

from steppe.mapdraw.look import Band, Draw, Terrain, Texture
from steppe.mapdraw.strokes import DEEP, GREY, INK, RED, number, path_of, text_at

_TREES = "".join(
    f'<path d="M{x} {y}l3.2 -7l3.2 7zM{x + 2.6} {y}h1.2v2h-1.2z" fill="{tone}"/>'
    for x, y, tone in (
        (3, 12, "#7f9a5a"), (17, 9, "#89a364"), (30, 15, "#7f9a5a"), (44, 10, "#87a162"), (10, 28, "#87a162"),
        (25, 31, "#7a9556"), (39, 29, "#87a162"), (51, 34, "#7f9a5a"), (3, 45, "#7a9556"), (18, 49, "#87a162"),
        (33, 46, "#7f9a5a"), (46, 51, "#89a364"),
    )
)  # fmt: skip
_REEDS = "".join(
    f'<path d="M{x} {y}h11M{x + 2.5} {y}v-4M{x + 5.5} {y}v-6M{x + 8.5} {y}v-4" stroke="#5b8797" stroke-width="1"/>'
    for x, y in ((2, 11), (24, 17), (10, 29), (30, 34))
)
_RIDGES = "".join(
    f'<path d="M{x} {y}q5 -11 10 0M{x + 6} {y - 3}q5 -10 10 2" fill="none" stroke="#a5814d" stroke-width="1.3"/>'
    for x, y in ((2, 15), (28, 20), (12, 36), (36, 42))
)
_WAVES = "".join(
    f'<path d="M{x} {y}q4 -4 8 0q4 4 8 0" fill="none" stroke="#7fadc8" stroke-width="1"/>'
    for x, y in ((6, 12), (38, 26), (14, 44))
)
_BLOCKS = "".join(
    f'<rect x="{x}" y="{y}" width="{w}" height="{t}" fill="#a8483f" fill-opacity=".75"/>'
    for x, y, w, t in ((1, 1, 4, 5), (7, 1, 6, 3), (7, 6, 3, 6), (1, 8, 4, 5), (12, 6, 2, 7))
)
CITY_BLOCKS = Texture(15, 14, _BLOCKS)
TERRAINS = (
    Terrain("clear", "#eee2bf"),
    Terrain("forest", "#a9bf82", Texture(58, 56, _TREES)),
    Terrain("marsh", "#c3d3b4", Texture(44, 38, _REEDS)),
    Terrain("hills", "#d9bd90", Texture(54, 48, _RIDGES)),
    Terrain("lake", "#9cc3d9", Texture(60, 56, _WAVES), is_water=True),
    Terrain("sea", "#8fbad3", Texture(60, 56, _WAVES), is_water=True),
)
"""The terrains that most maps have."""
BROAD_WATER = (Band(DEEP, 15), Band("#8fc1de", 12.6), Band("#b5d9ec", 5))
BROAD_WATER_SAMPLE = (Band(DEEP, 13), Band("#8fc1de", 10))
STRAIT, STRAIT_SAMPLE = (Band(DEEP, 11, "1 11"),), (Band(DEEP, 11, "1 13"),)
ROAD = (Band("#8c5a2b", 5.0), Band("#f4d58d", 2.2))


def block(x: float, y: float) -> str:
    """A red block with a white yard."""
    walls = f'<rect x="{number(x - 6)}" y="{number(y - 6)}" width="12" height="12" fill="{RED}" stroke="{INK}"/>'
    return walls + f'<rect x="{number(x - 2)}" y="{number(y - 2)}" width="4" height="4" fill="#fff"/>'


def ring(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="4.6" fill="#fffaf0" stroke="{INK}" stroke-width="2.4"/>'


def dotted_ring(x: float, y: float) -> str:
    return ring(x, y) + f'<circle cx="{number(x)}" cy="{number(y)}" r="1.7" fill="{INK}"/>'


def small_ring(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3.3" fill="#fffaf0" stroke="{INK}" stroke-width="1.7"/>'


def _star(x: float, y: float, radius: float) -> str:
    """A red star, to be closed by whoever draws it."""
    points = []
    for k in range(10):
        reach = radius * (1.0 if k % 2 == 0 else 0.41)
        points.append((x + reach * math.sin(math.pi * k / 5), y - reach * math.cos(math.pi * k / 5)))
    return f'<path d="{path_of(points, close=True)}" fill="{RED}"'


def star(x: float, y: float) -> str:
    return _star(x, y, 6.5) + ' stroke="#fffaf0" stroke-width=".8"/>'


def lettered_hexagon(letters: str) -> Draw:
    """A small orange counter with a letter or two."""

    def draw(x: float, y: float) -> str:
        six = [(x + 7 * math.cos(math.pi * k / 3), y + 7 * math.sin(math.pi * k / 3)) for k in range(6)]
        ground = f'<path d="{path_of(six, close=True)}" fill="#e98b2d" stroke="{INK}"/>'
        return ground + text_at((x, y + 2.6), letters, 7, f'fill="{INK}" font-weight="700"')

    return draw


def asterisk(x: float, y: float) -> str:
    return text_at((x, y + 9), "*", 24, f'fill="{GREY}" font-weight="700"')


def wall(x: float, y: float) -> str:
    """A wall with battlements."""
    shape = f"M{number(x - 6)} {number(y + 4)}v-8h3v3h1.8v-3h2.4v3h1.8v-3h3v8z"
    return f'<path d="{shape}" fill="#6e4a2a" stroke="#fff6df" stroke-width=".8"/>'


def heavy_wall(x: float, y: float) -> str:
    """The same on a base."""
    base = f"M{number(x - 8)} {number(y + 4)}h16v4h-16z"
    return wall(x, y) + f'<path d="{base}" fill="#6e4a2a" stroke="#fff6df" stroke-width=".8"/>'


def teeth(x: float, y: float) -> str:
    """A row of obstacles."""
    shape = f"M{number(x - 8)} {number(y + 4)}l4 -8l4 8l4 -8l4 8"
    return f'<path d="{shape}" fill="none" stroke="{RED}" stroke-width="1.9" stroke-linejoin="round"/>'


def anchor(x: float, y: float) -> str:
    shank, arms = f"M{number(x)} {number(y - 6)}v12", f"M{number(x - 5)} {number(y + 1)}q0 5 5 5q5 0 5 -5"
    shape = f"{shank}{arms}M{number(x - 3)} {number(y - 3)}h6"
    return f'<path d="{shape}" fill="none" stroke="{DEEP}" stroke-width="1.9" stroke-linecap="round"/>'


def value(points: int) -> Draw:
    """A number in a red ring."""

    def draw(x: float, y: float) -> str:
        rim = f'<circle cx="{number(x)}" cy="{number(y)}" r="5.6" fill="#fffaf0" stroke="{RED}" stroke-width="1.4"/>'
        return rim + text_at((x, y + 2.9), str(points), 8.2, f'fill="{RED}" font-weight="700"')

    return draw


def ringed_star(x: float, y: float) -> str:
    rim = f'<circle cx="{number(x)}" cy="{number(y)}" r="12.5" fill="#fffaf0" stroke="{RED}" stroke-width="2"/>'
    return rim + _star(x, y, 9.5) + "/>"


def arrow(x: float, y: float) -> str:
    """To the east."""
    shape = f"M{number(x - 4)} {number(y - 3)}h6v-4l7 7l-7 7v-4h-6z"
    return f'<path d="{shape}" fill="{GREY}" stroke="#fffaf0" stroke-width=".8"/>'


def small_star(x: float, y: float) -> str:
    return _star(x, y, 6.0) + ' stroke="#fffaf0" stroke-width=".8"/>'
