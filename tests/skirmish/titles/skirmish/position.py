"""Positions of the title."""

from __future__ import annotations

from steppe.hexgrid import RowColumn
from tests.skirmish.data import SkirmishData
from tests.skirmish.position import SkirmishPositions

from .title import OPTIONS, Skirmish


class Positions(SkirmishPositions[Skirmish]):
    title_class = Skirmish
    numbering = RowColumn()
    features = ("village", "amber-camp", "teal-camp")
    options = OPTIONS

    def make_title(self, made_of: SkirmishData) -> Skirmish:
        return Skirmish(made_of)


POSITIONS = Positions()
read, write = POSITIONS.read, POSITIONS.write
