"""Positions of the skirmish, to be played with forced dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steppe import titles
from steppe.dice import Dice, ForcedDice
from steppe.title import Refusal

HERE = Path(__file__).parent
TITLES = HERE / "titles"
KEY = "skirmish"
SCENARIOS = ("fords", "raid", "parley")

BOARD = """
title = "skirmish"
step = "{step}"
{more}
units = '''
{units}
'''
[board]
size = "6x5"
hexes = '''
{hexes}
'''
sides = '''
{sides}
'''
"""


def small(units: str, step: str = "amber-march", hexes: str = "", sides: str = "", more: str = "") -> str:
    """A position on a board of five rows of six hexes, counted from the north-east."""
    return BOARD.format(units=units, step=step, hexes=hexes, sides=sides, more=more)


class Scene:
    """A position in play."""

    def __init__(self, text: str, *dice: int) -> None:
        self.title: Any
        self.s: Any
        self.title, self.s, _ = titles.read_position(text, ForcedDice(dice, Dice(b"scene")))

    def refusal(self, order: str) -> Refusal | None:
        found: Refusal | None = self.title.refuse(self.s, self.title.notation.read(order, self.title.names))
        return found

    def rule(self, order: str) -> str:
        """The row that forbids an order."""
        refusal = self.refusal(order)
        assert refusal is not None, f"{order} is legal"
        return refusal.rule

    def give(self, *orders: str) -> list[str]:
        """Carry out orders; what happened, by kind."""
        kinds: list[str] = []
        for order in orders:
            assert self.refusal(order) is None, self.refusal(order)
            kinds += [e.kind for e in self.title.apply(self.s, self.title.notation.read(order, self.title.names))]
        return kinds

    def at(self, unit: str) -> str:
        found: str = self.seen(unit)["at"]
        return found

    def seen(self, unit: str, seat: int = 0) -> dict[str, Any]:
        """A unit as a seat sees it."""
        data = self.title.visible_data(self.title.masked(self.s, seat))
        found: dict[str, Any] = data["units"][self.title.names.units[unit.lower()]]
        return found

    def reach(self, unit: str) -> dict[str, int]:
        found: dict[str, int] = self.title.questions.ranges(self.s, (self.title.names.units[unit.lower()],))["hexes"]
        return found

    def sheet(self, order: str) -> Any:
        return self.title.sheet(self.s, self.title.notation.read(order, self.title.names))
