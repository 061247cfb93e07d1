"""Attenuated supply: a die of its own shifts the odds of whoever attacks far from his railheads.

A title says whether it is rolled and what changes the roll (``rolls_attenuation``, ``attenuation_modifier``); its table
is ``attenuation``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from steppe.assault.combat import CERTAIN, Battle, battle_in_hand
from steppe.assault.odds import column_name
from steppe.assault.state import AssaultState
from steppe.events import Log

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def shift_of(title: Rules, modified: int) -> int:
    """Rolls beyond the table count as its ends."""
    table = title.attenuation
    return table[min(max(modified, min(table)), max(table))]


def die_shift(title: Rules, s: AssaultState, b: Battle) -> Mapping[int, Fraction]:
    """The chances of each shift."""
    if not title.rolls_attenuation(s, b):
        return CERTAIN
    key = "attenuated", title.attenuation_modifier(s, b)
    found: Mapping[int, Fraction] | None = title.tables.get(key)
    if found is None:
        rolled = Counter(shift_of(title, die + key[1]) for die in range(1, 7))
        found = title.tables[key] = {shift: Fraction(n, 6) for shift, n in rolled.items()}
    return found


def roll_attenuation(title: Rules, s: AssaultState, out: Log) -> bool:
    """A stage of a battle: the last die before that of the Combat Results Table."""
    b = battle_in_hand(title, s)
    if title.rolls_attenuation(s, b):
        modifier = title.attenuation_modifier(s, b)
        shift = shift_of(title, title.die(s, out, "attenuated supply") + modifier)
        s.battle_column += shift
        out.add("attenuated", modifier=modifier, shift=shift, column=column_name(s.battle_column))
    return False
