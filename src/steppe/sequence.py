"""The sequence of play as data: named steps in the order in which the rulebook prints them."""

from __future__ import annotations

from collections.abc import Sequence as Rows
from typing import NamedTuple


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
