"""Textures, symbols, and the key that explains them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from steppe.mapdraw.board import BoardLike
from steppe.mapdraw.strokes import DEEP, GERMAN, GROUND, HEX, INK, ROAD, SOVIET, WATER, number, path_of, text_at

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
TEXTURES = {
    "forest": f'<pattern id="forest" width="58" height="56" patternUnits="userSpaceOnUse">{_TREES}</pattern>',
    "marsh": f'<pattern id="marsh" width="44" height="38" patternUnits="userSpaceOnUse">{_REEDS}</pattern>',
    "hills": f'<pattern id="hills" width="54" height="48" patternUnits="userSpaceOnUse">{_RIDGES}</pattern>',
    "lake": f'<pattern id="lake" width="60" height="56" patternUnits="userSpaceOnUse">{_WAVES}</pattern>',
    "sea": f'<pattern id="sea" width="60" height="56" patternUnits="userSpaceOnUse">{_WAVES}</pattern>',
    "city": f'<pattern id="city" width="15" height="14" patternUnits="userSpaceOnUse">{_BLOCKS}</pattern>',
}


def _city(x: float, y: float) -> str:
    block = f'<rect x="{number(x - 6)}" y="{number(y - 6)}" width="12" height="12" fill="{SOVIET}" stroke="{INK}"/>'
    return block + f'<rect x="{number(x - 2)}" y="{number(y - 2)}" width="4" height="4" fill="#fff"/>'


def _town(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="4.6" fill="#fffaf0" stroke="{INK}" stroke-width="2.4"/>'


def _large_town(x: float, y: float) -> str:
    return _town(x, y) + f'<circle cx="{number(x)}" cy="{number(y)}" r="1.7" fill="{INK}"/>'


def _small_town(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3.3" fill="#fffaf0" stroke="{INK}" stroke-width="1.7"/>'


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for k in range(10):
        reach = radius * (1.0 if k % 2 == 0 else 0.41)
        points.append((x + reach * math.sin(math.pi * k / 5), y - reach * math.cos(math.pi * k / 5)))
    return f'<path d="{path_of(points, close=True)}" fill="{SOVIET}"'


def _centre(x: float, y: float) -> str:
    """The star of a replacement centre."""
    return _star(x, y, 6.5) + ' stroke="#fffaf0" stroke-width=".8"/>'


def _fortified_zone(x: float, y: float) -> str:
    six = [(x + 7 * math.cos(math.pi * k / 3), y + 7 * math.sin(math.pi * k / 3)) for k in range(6)]
    return f'<path d="{path_of(six, close=True)}" fill="#e98b2d" stroke="{INK}"/>' + text_at(
        (x, y + 2.6), "FZ", 7, f'fill="{INK}" font-weight="700"'
    )


def _asterisk(x: float, y: float) -> str:
    return text_at((x, y + 9), "*", 24, f'fill="{GERMAN}" font-weight="700"')


def _fort(x: float, y: float) -> str:
    wall = f"M{number(x - 6)} {number(y + 4)}v-8h3v3h1.8v-3h2.4v3h1.8v-3h3v8z"
    return f'<path d="{wall}" fill="#6e4a2a" stroke="#fff6df" stroke-width=".8"/>'


def _heavy_fort(x: float, y: float) -> str:
    """The wall of a fort on a base."""
    base = f"M{number(x - 8)} {number(y + 4)}h16v4h-16z"
    return _fort(x, y) + f'<path d="{base}" fill="#6e4a2a" stroke="#fff6df" stroke-width=".8"/>'


def _stalin_line(x: float, y: float) -> str:
    """Teeth of an old line."""
    teeth = f"M{number(x - 8)} {number(y + 4)}l4 -8l4 8l4 -8l4 8"
    return f'<path d="{teeth}" fill="none" stroke="{SOVIET}" stroke-width="1.9" stroke-linejoin="round"/>'


def _port(x: float, y: float) -> str:
    """An anchor."""
    shank, arms = f"M{number(x)} {number(y - 6)}v12", f"M{number(x - 5)} {number(y + 1)}q0 5 5 5q5 0 5 -5"
    shape = f"{shank}{arms}M{number(x - 3)} {number(y - 3)}h6"
    return f'<path d="{shape}" fill="none" stroke="{DEEP}" stroke-width="1.9" stroke-linecap="round"/>'


def _worth(points: int) -> Callable[[float, float], str]:
    """Victory Points in a red ring."""

    def draw(x: float, y: float) -> str:
        ring = (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="5.6" fill="#fffaf0" stroke="{SOVIET}" stroke-width="1.4"/>'
        )
        return ring + text_at((x, y + 2.9), str(points), 8.2, f'fill="{SOVIET}" font-weight="700"')

    return draw


def _soviet_source(x: float, y: float) -> str:
    ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="12.5" fill="#fffaf0" stroke="{SOVIET}" stroke-width="2"/>'
    return ring + _star(x, y, 9.5) + "/>"


def _german_source(x: float, y: float) -> str:
    arrow = f"M{number(x - 4)} {number(y - 3)}h6v-4l7 7l-7 7v-4h-6z"
    return f'<path d="{arrow}" fill="{GERMAN}" stroke="#fffaf0" stroke-width=".8"/>'


def _soviet_sources(x: float, y: float) -> str:
    return _star(x, y, 6.0) + ' stroke="#fffaf0" stroke-width=".8"/>'


SYMBOLS: Mapping[str, Callable[[float, float], str]] = {
    "city": _city,
    "town": _town,
    "large-town": _large_town,
    "small-town": _small_town,
    "centre": _centre,
    "fz": _fortified_zone,
    "asterisk": _asterisk,
    "district": _centre,
    "fort": _fort,
    "heavy-fort": _heavy_fort,
    "stalin-line": _stalin_line,
    "port": _port,
    **{f"vp-{n}": _worth(n) for n in range(1, 10)},
    "soviet-source": _soviet_source,
    "soviet-sources": _soviet_sources,
    "german-source": _german_source,
}
AREA = "#7a5230"
BORDERS: tuple[tuple[str, str, float, str, tuple[str, ...]], ...] = (
    ("Sector line", "#3c5f8a", 2.6, "14 6 2 6", ("north",)),
    ("Weather zone line", "#4aa3b5", 3.0, "1 6", ("swz", "sz")),
    ("GAS Line", "#c77a12", 3.4, "10 5 2 5", ("gas-west",)),
    ("Border", "#9a1f5c", 4.4, "12 6", ("germany", "hungary", "romania")),
)
"""Lines about regions: what the key calls them, colour, width, dashes, and the regions."""
ROAD_SAMPLE = (
    f'<path d="M-19 6L0 0L19 -6" fill="none" stroke="{ROAD}" stroke-width="5"/>'
    '<path d="M-19 6L0 0L19 -6" fill="none" stroke="#f4d58d" stroke-width="2.2"/>'
)
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


def legend(board: BoardLike) -> list[tuple[str, str]]:
    """The entries of the key for what is on the map, each with its sample drawn about the origin."""
    corners = [(22 * math.cos(math.radians(60 * k)), 22 * math.sin(math.radians(60 * k))) for k in range(6)]
    hexagon = path_of(corners, close=True)
    rim = f'<path d="{hexagon}" fill="none" stroke="#7d7256"/>'

    def ground(terrain: str, texture: str = "") -> str:
        fill = f'<path d="{hexagon}" fill="{GROUND.get(terrain, GROUND["clear"])}"/>'
        return fill + (f'<path d="{hexagon}" fill="url(#{texture})"/>' if texture else "") + rim

    def line(colour: str, width: float, dash: str = "") -> str:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        bend = f'<path d="M-22 0L-11 19L11 19L22 0" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        return ground("clear") + bend.replace("/>", ' stroke-linecap="round"/>')

    kinds = {kind for kind, _ in board.sides.values()}
    features = frozenset().union(*board.features)
    entries = [(t.capitalize(), ground(t, t if t in TEXTURES else "")) for t in GROUND if t in board.terrain_names]
    if "reservoir" in kinds:
        entries.append(
            ("Reservoir hexside", line(DEEP, 13).replace(rim, "") + line("#8fc1de", 10)[len(ground("clear")) :])
        )
    if "river" in kinds:
        entries.append(("River hexside", line(WATER, 4.5)))
    if kinds & {"lake", "sea"}:
        entries.append(("Lake or sea hexside", line(DEEP, 13) + line("#8fc1de", 10)[len(ground("clear")) :]))
    if kinds & {"sivash", "kerch"}:
        entries.append(("Sivash, Kerch Straits", line(DEEP, 11, "1 13")))
    if board.roads:
        names = set(board.roads.values())
        entries.append((names.pop() if len(names) == 1 else "Rollbahn", ground("clear") + ROAD_SAMPLE))
    for feature, label, symbol in (
        ("town", "Town", _town),
        ("small-town", "Small town", _small_town),
        ("large-town", "Large town", _large_town),
    ):
        if feature in features:
            entries.append((label, ground("clear") + symbol(0, 0)))
    if "city" in features:
        entries.append(("City", ground("clear", "city") + _city(0, 0)))
    if "centre" in features:
        entries.append(("Replacement centre", ground("clear") + _centre(0, 0)))
    if "district" in features:
        entries.append(("Military District", ground("clear") + _centre(0, 0)))
    if any(feature.startswith("vp-") for feature in features):
        entries.append(("Victory Points", ground("clear") + _worth(1)(0, 0)))
    for label, colour, width, dash, shown in BORDERS:
        if any(name in board.regions for name in shown):
            entries.append((label, line(colour, width, dash)))
    if any(name.startswith("area-") for name in board.regions):
        entries.append(("Army deployment area", line(AREA, 2.4, "7 4")))
    if "west" in board.regions:
        entries.append(("Front line", line(SOVIET, 4.6, "13 7")))
    if "reserve" in board.regions:
        entries.append(("Reserve Front boundary", line("#7a3b7d", 3.6, "3 8")))
    if "soviet-source" in features:
        entries.append(("Soviet supply source", ground("clear") + _soviet_source(0, 0)))
    if "german-source" in features:
        entries.append(("German supply source", ground("clear") + _german_source(0, 0)))
    if "fort" in features:
        entries.append(("Soviet fortification", ground("clear") + f'<g transform="scale(1.5)">{_fort(0, 0)}</g>'))
    for feature, label, symbol in (
        ("heavy-fort", "Heavy fortification", _heavy_fort),
        ("stalin-line", "Stalin Line", _stalin_line),
        ("port", "Black Sea port", _port),
    ):
        if feature in features:
            entries.append((label, ground("clear") + f'<g transform="scale(1.4)">{symbol(0, 0)}</g>'))
    if "fz" in features:
        entries.append(("Fortified zone", ground("clear") + f'<g transform="scale(1.4)">{_fortified_zone(0, 0)}</g>'))
    if "asterisk" in features:
        entries.append(("Asterisk hex", ground("clear") + _asterisk(0, 0)))
    return entries
