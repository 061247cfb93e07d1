"""Draws a map as SVG: terrain, water, places, lines of the campaign, and counters if there are any.

The drawing has its own unit: neighbouring hex centres are ``HEX`` apart. Things are painted from the ground up, each
by one method of ``Sheet``, in the order of ``draw``. How each looks says the title (``look``), where hexes and their
corners lie says its grid: flat-topped and pointy-topped maps are drawn by the same lines.
"""

from __future__ import annotations

from importlib import import_module

from steppe.errors import SteppeError
from steppe.mapdraw.board import Drawing, load_drawing
from steppe.mapdraw.labels import Labels
from steppe.mapdraw.look import MapLook
from steppe.mapdraw.sheet import Counters, Sheet

__all__ = ["Counters", "Drawing", "MapLook", "draw", "ground", "load_drawing", "png"]


def draw(board: Drawing, *, counters: Counters | None = None, title: str = "") -> str:
    """The map as SVG text."""
    sheet = Sheet(board)
    _paint(sheet, numbers=True)
    if counters is not None:
        sheet.counters(counters)
    sheet.surround(title)
    return sheet.svg()


def ground(board: Drawing) -> str:
    """The bare ground as SVG: no frame, key, counters or hex numbers; a centre of the grid lies at ``HEX`` times it."""
    sheet = Sheet(board, bare=True)
    _paint(sheet, numbers=False)
    return sheet.svg()


def _paint(sheet: Sheet, *, numbers: bool) -> None:
    sheet.ground()
    sheet.lattice(numbers=numbers)
    sheet.water()
    sheet.roads()
    sheet.borders()
    sheet.area_names()
    sheet.names_beside()
    sheet.symbols()
    sheet.add(*Labels(sheet).texts())


def png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG."""
    try:
        return bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg, width=width))
    except ImportError:
        raise SteppeError("a PNG needs an SVG converter: pip install 'steppe[map]'") from None
