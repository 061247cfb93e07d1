"""Attenuated supply: a die of its own shifts the odds of whoever attacks far from his railheads.

A title says whether it is rolled and what changes the roll, and brings the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from steppe.assault.chapter import A, Chapter
from steppe.assault.combat import Battle
from steppe.assault.odds import column_name
from steppe.assault.strengths import NOTHING
from steppe.events import Log
from steppe.title import Title

ATTENUATED = "attenuated"
"""The name of its result for who wants one: attenuated=-2."""


class Attenuation(Chapter[A]):
    """The die of attenuated supply; the base knows none."""

    table: Mapping[int, int] = MappingProxyType({})
    """Columns by modified die."""

    def __init__(self, title: Title[A]) -> None:
        super().__init__(title)
        self._chances: dict[int, Mapping[int, Fraction]] = {}

    def shift_of(self, modified: int) -> int:
        """Rolls beyond the table count as its ends."""
        table = self.table
        return table[min(max(modified, min(table)), max(table))]

    def chances(self, s: A, b: Battle) -> Mapping[int, Fraction]:
        """The chances of each shift."""
        if not self.is_rolled(s, b):
            return NOTHING
        modifier = self.modifier(s, b)
        found = self._chances.get(modifier)
        if found is None:
            rolled = Counter(self.shift_of(die + modifier) for die in range(1, 7))
            found = self._chances[modifier] = {shift: Fraction(n, 6) for shift, n in rolled.items()}
        return found

    def roll(self, s: A, out: Log) -> bool:
        """A stage of a battle: the last die before that of the Combat Results Table."""
        b = self.battles.in_hand(s)
        if self.is_rolled(s, b):
            modifier = self.modifier(s, b)
            wanted = s.wish(ATTENUATED) if s.wanted else None
            if wanted is None:
                shift = self.shift_of(self.title.die(s, out, "attenuated supply") + modifier)
            else:
                shift = int(wanted)
            s.battle_column += shift
            out.add("attenuated", modifier=modifier, shift=shift, column=column_name(s.battle_column))
        return False

    def is_rolled(self, s: A, b: Battle) -> bool:
        """Whether an attack rolls for attenuated supply."""
        return False

    def modifier(self, s: A, b: Battle) -> int:
        """What is added to that roll."""
        return 0
