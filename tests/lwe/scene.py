"""Small boards, pieces of the real map and whole campaigns for the rule tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from steppe import titles
from steppe.dice import Dice
from steppe.events import Log
from steppe.orders import Order
from steppe.view import View
from tests.sandbox import Table


def scene(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.C",
    order: str = "move-fight",
    size: str = "8x8",
    hexes: str = "",
    sides: str = "",
    state: str = "",
    begin: bool | None = None,
    dice: tuple[int, ...] = (),
) -> Table:
    """A clear board, columns 20 and following, in the Soviet Union and the north-western weather zone.

    Its west-most column is German with German sources, its east-most has Soviet sources.
    """
    columns, rows = (int(n) for n in size.split("x"))
    west, east = f"2001..20{rows:02}", f"{19 + columns:02}01..{19 + columns:02}{rows:02}"
    begins = "" if begin is None else f"begin = {str(begin).lower()}"
    return Table(
        f'''
title = "lwe"
turn = {turn}
step = "{step}"
order = "{order}"
{begins}
units = """
{units}
"""
[state]
{state}
[board]
size = "{size}"
corner = "2001"
control = "soviet"
hexes = """
{west} german-source german germany gas-west nwz south
{east} soviet-source ussr
{hexes}
"""
sides = """
{sides}
"""
''',
        dice=dice,
    )


def on_map(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.C",
    order: str = "move-fight",
    control: str = "",
    state: str = "",
    begin: bool | None = None,
    dice: tuple[int, ...] = (),
) -> Table:
    """A position on the title's own map."""
    begins = "" if begin is None else f"begin = {str(begin).lower()}"
    return Table(
        f'''
title = "lwe"
turn = {turn}
step = "{step}"
order = "{order}"
{begins}
units = """
{units}
"""
control = """
{control}
"""
[state]
{state}
''',
        dice=dice,
    )


@cache
def real_title() -> Any:
    return titles.load("lwe")


class Campaign(Table):
    """The whole game on the title's own map, from its first decision."""

    def __init__(self, secret: bytes = b"campaign") -> None:
        self.title = real_title()
        self.s = self.title.setup(Dice(secret))
        self.log = Log()

    def deploy(self, how: str = "historical") -> None:
        """Get all three set-up steps done."""
        for _ in range(3):
            self.order(f"deploy {how}", "done")


def give(t: Table, text: str) -> Log:
    """A legal order in a position that is broken on purpose."""
    order: Order = t.read(text)
    refusal = t.title.refuse(t.s, order)
    assert refusal is None, refusal
    return t.title.apply(t.s, order)  # type: ignore[no-any-return]


def seen(t: Table, seat: str) -> dict[str, dict[str, Any]]:
    """The units that a seat sees, by name, as its client is told of them."""
    data = View(t.title, t.s, t.title.seats.index(seat)).as_data()
    return {unit["unit"]: unit for unit in data["units"] if "unit" in unit}


def points(t: Table) -> int:
    """The German victory points, as a player sees them."""
    found: int = View(t.title, t.s, 0).as_data()["points"]
    return found


def column(t: Table, text: str) -> str:
    """The one column at which an assault is fought."""
    (found,) = t.sheet(text).columns
    return found


def attack(t: Table, text: str) -> int:
    """The one strength with which an assault is made."""
    (found,) = t.sheet(text).attack
    return found


PASS = {
    "directive": "directive keep",
    "pause": "pause decline",
    "pause abort": "pause keep",
    "concentration": "concentration decline",
    "phase order": "order fight-move",
    "guards conversion": "decline",
}
"""How to let a decision go by; all others are done."""


def pass_to(t: Table, decision: str) -> None:
    """Let the game go on, nobody doing anything, until a decision is asked for."""
    while t.prompt.decision != decision:
        t.order(PASS.get(t.prompt.decision, "done"))


def ring(label: str, kind: str) -> str:
    """All sides of a hex."""
    column, row = int(label[:2]), int(label[2:])
    low = row - 1 if column % 2 == 0 else row
    around = [
        (column, row - 1),
        (column, row + 1),
        (column - 1, low),
        (column - 1, low + 1),
        (column + 1, low),
        (column + 1, low + 1),
    ]
    return "\n".join(f"{label}-{c:02}{r:02} {kind}" for c, r in around)


def road(first: str, last: str) -> tuple[str, str]:
    """The hexes and the sides of a Rollbahn along a row."""
    row, columns = first[2:], range(int(first[:2]), int(last[:2]) + 1)
    sides = "\n".join(f"{c:02}{row}-{c + 1:02}{row} rollbahn" for c in columns[:-1])
    return f"{first}..{last} rollbahn", sides


def agrees(t: Table, *keys: str) -> set[str]:
    """The hexes to which a group may be ordered: the legal list and the refusals must say the same of every hex."""
    group = tuple(t.unit(key) for key in keys)
    start = t.s.hex[group[0]]
    listed = {o.hex for o in t.title.legal(t.s, group) if o.verb == "move" and set(o.units) == set(group)}
    allowed = {h for h in range(t.title.board.size) if t.title.refuse(t.s, Order("move", group, h, start)) is None}
    labels = t.title.board.grid.labels
    assert {labels[h] for h in listed} == {labels[h] for h in allowed}
    return {labels[h] for h in listed}
