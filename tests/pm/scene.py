"""Positions on the title's own map, small boards and whole campaigns for the rule tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from steppe import titles
from steppe.dice import Dice
from steppe.events import Log
from steppe.titles.pm.state import AREAS
from steppe.view import View
from tests.sandbox import Table


def on_map(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.B.3",
    control: str = "",
    state: str = "",
    options: str = "",
    begin: bool | None = None,
    dice: tuple[int, ...] = (),
) -> Table:
    """A position on the title's own map."""
    begins = "" if begin is None else f"begin = {str(begin).lower()}"
    return Table(
        f'''
title = "pm"
turn = {turn}
step = "{step}"
{begins}
units = """
{units}
"""
control = """
{control}
"""
[options]
{options}
[state]
{state}
''',
        dice=dice,
    )


def scene(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.B.3",
    size: str = "8x8",
    hexes: str = "",
    sides: str = "",
    state: str = "",
    options: str = "",
    control: str = "",
    begin: bool | None = None,
    dice: tuple[int, ...] = (),
) -> Table:
    """A clear board from 3001N on, in the Soviet Union and the northern zone, west of the GAS Line.

    Its west-most column holds German sources of Greater Germany, its east-most Soviet ones.
    """
    columns, rows = (int(n) for n in size.split("x"))
    west, east = f"3001N..30{rows:02}N", f"{29 + columns:02}01N..{29 + columns:02}{rows:02}N"
    begins = "" if begin is None else f"begin = {str(begin).lower()}"
    return Table(
        f'''
title = "pm"
turn = {turn}
step = "{step}"
{begins}
units = """
{units}
"""
control = """
{control}
"""
[options]
{options}
[state]
{state}
[board]
size = "{size}"
corner = "3001N"
control = "soviet"
hexes = """
{west} german-source german germany okh-north
{east} soviet-source ussr
{hexes}
"""
sides = """
{sides}
"""
''',
        dice=dice,
    )


@cache
def real_title(learning: bool = False) -> Any:
    return titles.load("pm", "learning" if learning else "")


class Campaign(Table):
    """The whole game on the title's own map, from its first decision."""

    def __init__(self, secret: bytes = b"campaign", *, learning: bool = False) -> None:
        self.title = real_title(learning)
        self.s = self.title.setup(Dice(secret))
        self.log = Log()

    def deploy(self, how: str = "historical") -> None:
        """Get all three set-up steps done."""
        for _ in range(3):
            self.order(f"deploy {how}", "done")


PASS = {
    "pause": "pause decline",
    "pause abort": "pause keep",
    "concentration": "concentration decline",
    "guards conversion": "decline",
}
"""How to let a decision go by; all others are done."""


def pass_to(t: Table, decision: str, turn: int = 0) -> None:
    """Let the game go on, nobody doing anything, until a decision is asked for, on a turn if one is named."""
    while t.prompt.decision != decision or (turn and t.s.turn != turn):
        if t.prompt.decision == "soviet arrivals":
            put_all_away(t)
        elif t.prompt.decision == "withdrawal":
            t.order(next(iter(sorted(t.legal("decline")))))
        else:
            t.order(PASS.get(t.prompt.decision, "done"))


def put_all_away(t: Table) -> None:
    """Every arriving Soviet unit goes into the Southern Ports box."""
    while t.prompt.decision == "soviet arrivals":
        orders = sorted(t.legal("ports"))
        t.order(orders[0] if orders else "done")


def area(t: Table, key: str) -> str:
    """Where a unit off the map waits."""
    return AREAS[t.s.area[t.unit(key)]]


def points(t: Table) -> int:
    """The German victory points, as a player sees them."""
    found: int = View(t.title, t.s, 0).as_data()["points"]
    return found


def column(t: Table, text: str) -> str:
    """The one column at which an assault is fought."""
    (found,) = t.sheet(text).columns
    return found


def ring(label: str, kind: str) -> str:
    """All sides of a hex of the north map."""
    column, row = int(label[:2]), int(label[2:4])
    low = row if column % 2 else row - 1
    around = [(0, row - 1), (0, row + 1), (-1, low), (-1, low + 1), (1, low), (1, low + 1)]
    return "\n".join(f"{label}-{column + c}{r:02}N {kind}" for c, r in around)
