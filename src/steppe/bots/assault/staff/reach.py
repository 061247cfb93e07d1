"""Where a mobile stack could stop, and what each hex would bring: *drive*, *cut off* and *close the ring* choose."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steppe.bots.assault.sight.enemy_supply import enemy_value_left
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.moves import stops
from steppe.bots.assault.sight.searches import FAR, Field
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate
from steppe.events import Log

TUG = 2
"""How many MP every MP beyond the leash counts for."""
VICTORY = 10.0 * FAR


class StopValue(NamedTuple):
    """What it is worth to stop in a hex."""

    value: float
    cut: float
    """Of it: the enemies put out of supply."""
    ring: float
    """Of it: the ways out that are closed."""


class Choice(NamedTuple):
    """Where a tactic would send a stack."""

    hex: int
    value: float
    why: str


def way(estimate: Estimate, stack: Group) -> Field | None:
    """How far the objective is, with a fear of running too far ahead of those on foot."""
    field = estimate.field(stack)
    if field is None:
        return None
    found: Field = field + TUG * np.maximum(
        estimate.situation.distance_from_foot - estimate.situation.doctrine.leash, 0
    ).astype(np.int16)
    return found


class Reach:
    """The stops of one stack."""

    def __init__(self, estimate: Estimate, stack: Group, field: Field) -> None:
        self.estimate, self.stack, self.field = estimate, stack, field
        self.start = estimate.s.hex[stack[0]]
        found = stops(estimate.situation, stack)
        self.looks = {h: self._first_look(h) for h in found}
        """The objective nearer, a prize on the way, less what the reply is likely to cost."""
        self.ranked = sorted(found, key=lambda h: (-self.looks[h], found[h], h))
        self._before = enemy_value_left(estimate.situation, estimate.s)
        self._values: dict[int, StopValue] = {}

    def _first_look(self, h: int) -> float:
        estimate = self.estimate
        haste = estimate.style.haste * estimate.situation.doctrine.haste
        company = float(estimate.situation.own_defence[h]) if h != self.start else 0.0
        loss = estimate.style.caution * estimate.reply.loss_of(self.stack, h, company)
        return estimate.prize(h) - haste * float(self.field[h]) - loss

    def value_of(self, h: int) -> StopValue:
        """A closer look: the stack is put there in thought, and supply is asked for again."""
        if h not in self._values:
            estimate = self.estimate
            ghost = estimate.s.clone()
            shift_units(estimate.title, ghost, self.stack, h)
            estimate.title.victory.check_instant(ghost, Log())
            cut = self._before - enemy_value_left(estimate.situation, ghost)
            ring = estimate.encirclement_gain(self.stack, h) + (VICTORY if ghost.winner == estimate.seat else 0.0)
            self._values[h] = StopValue(self.looks[h] + cut + ring, cut, ring)
        return self._values[h]
