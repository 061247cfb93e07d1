"""Odds and the Combat Results Table.

The ladder of columns is counted from 1:1 = 0: 2:1 is 1, 5:1 is 4, 1:2 is -1, 1:3 is -2, without end in both directions,
so that shifts are plain additions and the limits of the table are looked at last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

WORST = -99
"""The column of an attack without any strength."""


def column_of(attack: Fraction | int, defence: Fraction | int) -> int:
    """n:1 rounded down [odds], or 1:n rounded up [poor odds]: both round in the defender's favour."""
    if attack <= 0:
        return WORST
    if defence <= 0:
        return -WORST
    if attack >= defence:
        return int(attack // defence) - 1
    return 1 - int(-(-defence // attack))


def column_name(column: int) -> str:
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def column_from_name(name: str) -> int:
    left, _, right = name.partition(":")
    return int(left) - 1 if right == "1" else 1 - int(right)


class ResultsTable:
    """The CRT: a row of six results per column, and what lies beyond its ends."""

    def __init__(self, rows: Mapping[str, Sequence[str]], above: str, below: str) -> None:
        self.rows = {column_from_name(name): tuple(results) for name, results in rows.items()}
        self.low, self.high = min(self.rows), max(self.rows)
        self.above, self.below = above, below
        self.known = tuple(sorted({above, below, *(result for row in self.rows.values() for result in row)}))
        """Every result that the table can give."""
        self._chances = {
            column: {r: Fraction(row.count(r), len(row)) for r in dict.fromkeys(row)}
            for column, row in self.rows.items()
        }

    def automatic(self, column: int) -> str | None:
        """The result that needs no die, or None [odds limits]."""
        if column > self.high:
            return self.above
        if column < self.low:
            return self.below
        return None

    def result(self, column: int, die: int) -> str:
        return self.automatic(column) or self.rows[column][die - 1]

    def chances(self, column: int) -> Mapping[str, Fraction]:
        """The exact chance of each result."""
        sure = self.automatic(column)
        return {sure: Fraction(1)} if sure else self._chances[column]
