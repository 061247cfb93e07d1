"""Small positions and whole campaigns, for the tests of the chapters on units, set-up, victory and sequence."""

from __future__ import annotations

from functools import cache
from typing import Any

from steppe import titles
from steppe.dice import Dice
from steppe.events import Log
from steppe.view import View
from tests.sandbox import Table


def position(
    units: str,
    *,
    turn: int = 2,
    step: str = "I.B",
    order: str = "move-fight",
    hexes: str = "",
    sides: str = "",
    size: str = "9x9",
    track: str = "",
    state: str = "",
    head: str = "",
) -> str:
    """A position on a clear board without aircraft: German sources in the west-most column, Soviet in the east-most."""
    columns, rows = (int(n) for n in size.split("x"))
    return f'''
title = "dom"
turn = {turn}
step = "{step}"
order = "{order}"
{head}
units = """
{units}
"""
[track]
air_german = 0
air_soviet = 0
{track}
[state]
{state}
[board]
size = "{size}"
hexes = """
0101..01{rows:02} german-source german
{columns:02}01..{columns:02}{rows:02} soviet-source
{hexes}
"""
sides = """
{sides}
"""
'''


@cache
def real_title() -> Any:
    return titles.load("dom")


class Campaign(Table):
    """The whole game on the title's own map, from its first decision."""

    def __init__(self, secret: bytes = b"campaign") -> None:
        self.title = real_title()
        self.s = self.title.setup(Dice(secret))
        self.log = Log()

    def deploy(self, how: str = "random") -> None:
        """Get all three set-up steps done."""
        for _ in range(3):
            self.order(f"deploy {how}", "done")


def seen(t: Table, seat: str) -> dict[str, dict[str, Any]]:
    """The units that a seat sees, by name, as its client is told of them."""
    data = View(t.title, t.s, t.title.seats.index(seat)).as_data()
    return {unit["unit"]: unit for unit in data["units"] if "unit" in unit}


def factors(t: Table, seat: str, key: str) -> tuple[int | None, int | None]:
    """The combat factors of a unit as a seat sees them."""
    unit = seen(t, seat)[key]
    return unit["attack"], unit["defence"]
