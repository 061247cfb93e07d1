"""An open field for battles: nine by nine clear hexes, German sources in the west, Soviet sources in the east.

The hexes around 0505 are, clockwise from north, 0504 0605 0606 0506 0406 0405.
"""

from __future__ import annotations

from steppe.assault.odds import column_from_name
from steppe.events import Log
from tests.sandbox import Table

AROUND = ("0504", "0605", "0606", "0506", "0406", "0405")
"""The neighbours of 0505, clockwise from north."""

GERMAN_COMBAT, SOVIET_COMBAT = "I.C", "II.C"
GERMAN_MOVEMENT, SOVIET_MOVEMENT = "I.B", "II.B"


def battlefield(
    units: str,
    *,
    step: str = GERMAN_COMBAT,
    turn: int = 2,
    order: str = "move-fight",
    hexes: str = "",
    sides: str = "",
    air: tuple[int, int] = (0, 0),
    state: str = "",
    options: str = "",
    size: str = "9x9",
) -> Table:
    """A position on the field; units are written one a line or with semicolons between them."""
    lines = units.replace(";", "\n")
    return Table(f'''
title = "dom"
turn = {turn}
step = "{step}"
order = "{order}"
units = """
{lines}
"""
[options]
{options}
[track]
mf_mech = 8
mf_foot = 5
air_german = {air[0]}
air_soviet = {air[1]}
[state]
{state}
[board]
size = "{size}"
hexes = """
0101..0109 german-source german
0901..0909 soviet-source
{hexes}
"""
sides = """
{sides}
"""
''')


def column(t: Table, order: str) -> str:
    """The final odds column of an assault when everything is known."""
    (found,) = t.sheet(order).columns
    return found


def shifts(t: Table, order: str) -> dict[str, int]:
    """The shifts of an assault by their rules."""
    return {shift.rule: shift.columns for shift in t.sheet(order).shifts}


def die_for(t: Table, odds: str, result: str) -> int:
    """A die that gives a result in a column of the table in use."""
    row: tuple[str, ...] = t.title.results_table.rows[column_from_name(odds)]
    return row.index(result) + 1


def fight(t: Table, order: str, result: str) -> Log:
    """Make an assault that has a wanted result, by a die where one is rolled; the events up to the next decision."""
    odds = column(t, order)
    sure: str | None = t.title.results_table.automatic(column_from_name(odds))
    if sure is None:
        return t.order(order, dice=(die_for(t, odds, result),))
    assert sure == result, f"{odds} is always {sure}"
    return t.order(order)


def play_to(t: Table, decision: str, seat: str) -> None:
    """Let both sides do nothing until a decision comes up."""
    answers = {"november": "november decline", "phase order": "order move-fight", "guards conversion": "decline"}
    t.order("done")
    while (t.prompt.decision, t.seat) != (decision, seat):
        t.order(answers.get(t.prompt.decision, "done"))
