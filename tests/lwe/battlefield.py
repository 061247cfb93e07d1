"""An open field for battles: nine by nine clear hexes, German sources in the west, Soviet sources in the east.

The hexes around 0505 are, clockwise from north, 0504 0605 0606 0506 0406 0405. It is turn 4, Directive No. 3 is
rescinded and VIII FliegerKorps has flown, unless a test says otherwise.
"""

from __future__ import annotations

from steppe.events import Log
from tests.sandbox import Table

AROUND = ("0504", "0605", "0606", "0506", "0406", "0405")
"""The neighbours of 0505, clockwise from north."""

GERMAN_MOVEMENT, GERMAN_COMBAT, SOVIET_COMBAT, SOVIET_MOVEMENT = "II.C", "II.D", "III.A", "III.C"


def _with_moves(line: str) -> str:
    """A counter of the position's own moves 6 hexes, unless its line says more."""
    words = line.split()
    if not {"german", "soviet"} & set(words) or "move=" in line:
        return line
    factors = next(word for word in words if "-" in word and word[0].isdigit())
    return f"{line} move={'/'.join('6' for _ in factors.split('/'))}"


def battlefield(
    units: str,
    *,
    step: str = GERMAN_COMBAT,
    turn: int = 4,
    order: str = "move-fight",
    hexes: str = "",
    sides: str = "",
    air: bool = False,
    directive: bool = False,
    weather: str = "D",
    state: str = "",
    options: str = "",
    dice: tuple[int, ...] = (),
) -> Table:
    """A position on the field; units are written one a line or with semicolons between them."""
    lines = "\n".join(_with_moves(line.strip()) for line in units.replace(";", "\n").splitlines())
    return Table(
        f'''
title = "lwe"
turn = {turn}
step = "{step}"
order = "{order}"
units = """
{lines}
"""
[options]
{options}
[state]
directive = {int(directive)}
air_used_german = {int(not air and 2 <= turn <= 21)}
weather_north = "{weather}"
weather_south = "{weather}"
{state}
[board]
size = "9x9"
control = "soviet"
hexes = """
0101..0109 german-source german
0901..0909 soviet-source ussr
{hexes}
"""
sides = """
{sides}
"""
''',
        dice=dice,
    )


def column(t: Table, order: str) -> str:
    """The final odds column of an assault when everything is known."""
    (found,) = t.sheet(order).columns
    return found


def shifts(t: Table, order: str) -> dict[str, int]:
    """The shifts of an assault by their rules."""
    return {shift.rule: shift.columns for shift in t.sheet(order).shifts}


def attack(t: Table, order: str) -> int:
    """The strength of an assault when everything is known."""
    (found,) = t.sheet(order).attack
    return found


def defence(t: Table, order: str) -> int:
    (found,) = t.sheet(order).defence
    return found


def fight(t: Table, order: str, result: str) -> Log:
    """Make an assault that has a wanted result, whatever the odds; the events up to the next decision."""
    t.title.questions.force_results(t.s, [result])
    return t.order(order)
