"""Small boards for the rule tests: a position from its units and whatever else matters."""

from __future__ import annotations

from tests.sandbox import Table


def scene(
    units: str,
    *,
    step: str = "I.B",
    order: str = "move-fight",
    turn: int = 2,
    size: str = "8x8",
    control: str = "soviet",
    hexes: str = "",
    sides: str = "",
    track: str = "",
    arrivals: str = "",
    air: tuple[int, int] = (0, 0),
    state: str = "",
    options: str = "",
    begin: bool | None = None,
    dice: tuple[int, ...] = (),
) -> Table:
    """A table with these units on a board of clear hexes; nothing is withdrawn, and unless they are given there are no
    reinforcements and no aircraft."""
    begins = "" if begin is None else f"begin = {str(begin).lower()}"
    return Table(
        f'''
title = "dom"
turn = {turn}
step = "{step}"
order = "{order}"
{begins}
units = """
{units}
"""
[track]
arrivals = {{ {arrivals} }}
withdraw = []
air_german = {air[0]}
air_soviet = {air[1]}
{track}
[options]
{options}
[state]
{state}
[board]
size = "{size}"
control = "{control}"
hexes = """
{hexes}
"""
sides = """
{sides}
"""
''',
        dice=dice,
    )


WEST = "0101..0108 german-source german"
"""The west edge of an 8x8 board."""
EAST = "0801..0808 soviet-source"
