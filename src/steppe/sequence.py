"""The sequence of play as data: named steps in the order in which the rulebook prints them."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Sequence as Rows
from typing import Final, NamedTuple

from steppe.errors import DataError
from steppe.tables import DataFolder, Schema, optional, text, words

STEPS: Final = Schema(
    {
        "step": text,
        "frame": text,
        "seat": text,
        "decision": text,
        "turns": optional(words(), ()),
        "rule": text,
        "words": text,
    },
    key="step",
    sourced=True,
)


class Step(NamedTuple):
    """One step: who acts, which decision it asks for, on which turns, and what the rulebook calls it."""

    name: str
    frame: str
    """What it is part of: set-up, a player turn, the game turn."""
    seat: int
    """Whose step it is; -1 if nobody decides anything in it."""
    decision: str
    turns: frozenset[int]
    """The turns on which it takes place; empty: all."""
    rule: str
    words: str


class Sequence:
    """Set-up steps once, then the steps of a game turn again and again."""

    def __init__(self, steps: Rows[Step], setup: str = "set-up") -> None:
        self.steps = tuple(steps)
        self.first = sum(step.frame == setup for step in self.steps)
        if any(step.frame == setup for step in self.steps[self.first :]):
            raise ValueError("set-up steps come before all others")

    @classmethod
    def load(cls, folder: DataFolder, seats: Rows[str], decisions: Collection[str]) -> Sequence:
        """The sequence from ``sequence.csv``; ``decisions`` are what its steps may ask for."""
        steps = []
        for row in folder.csv("sequence.csv", STEPS):
            row.check("seat", seats)
            row.check("decision", decisions)
            if not all(re.fullmatch("[0-9]+", turn) for turn in row["turns"]):
                raise row.error(f"should be numbers of turns, not {' '.join(row['turns'])!r}", "turns")
            turns = frozenset(map(int, row["turns"]))
            seat = list(seats).index(row["seat"])
            steps.append(Step(row["step"], row["frame"], seat, row["decision"], turns, row["rule"], row["words"]))
        try:
            return cls(steps)
        except ValueError as error:
            raise DataError(str(error), file=folder.open("sequence.csv"), field="frame") from None

    def __getitem__(self, index: int) -> Step:
        return self.steps[index]

    def index(self, name: str) -> int:
        for i, step in enumerate(self.steps):
            if step.name == name:
                return i
        raise KeyError(name)

    def after(self, index: int) -> tuple[int, bool]:
        """The step after one, and whether a new game turn begins with it."""
        if index + 1 < len(self.steps):
            return index + 1, index + 1 == self.first
        return self.first, True
