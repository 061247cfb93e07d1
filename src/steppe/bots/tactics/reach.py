"""Where a mobile stack could stop, and what each hex would bring: *drive*, *cut off* and *close the ring* choose."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steppe.bots.aims import Group
from steppe.bots.desk import Desk
from steppe.bots.destinations import hold_on, stops
from steppe.bots.guards import shift_units
from steppe.bots.searches import FAR, Field
from steppe.events import Log

TUG = 2
"""How many MP every MP beyond the leash counts for."""
VICTORY = 10.0 * FAR


class Worth(NamedTuple):
    """What it is worth to stop in a hex."""

    value: float
    cut: float
    """Of it: the enemies put out of supply."""
    choke: float
    """Of it: the ways out that are closed."""


class Choice(NamedTuple):
    """Where a tactic would send a stack."""

    hex: int
    value: float
    why: str


def way(desk: Desk, stack: Group) -> Field | None:
    """How far the objective is, with a fear of running too far ahead of those on foot."""
    field = desk.field(stack)
    if field is None:
        return None
    found: Field = field + TUG * np.maximum(desk.picture.lead - desk.title.doctrine.leash, 0).astype(np.int16)
    return found


class Reach:
    """The stops of one stack."""

    def __init__(self, desk: Desk, stack: Group, field: Field) -> None:
        self.desk, self.stack, self.field = desk, stack, field
        self.start = desk.s.hex[stack[0]]
        found = stops(desk.picture, stack)
        self.looks = {h: self._first_look(h) for h in found}
        """The objective nearer, a prize on the way, less what the reply is likely to cost."""
        self.ranked = sorted(found, key=lambda h: (-self.looks[h], found[h], h))
        self._before = hold_on(desk.picture, desk.s)
        self._worths: dict[int, Worth] = {}

    def _first_look(self, h: int) -> float:
        desk = self.desk
        haste = desk.style.haste * desk.title.doctrine.haste
        company = float(desk.picture.own_defence[h]) if h != self.start else 0.0
        loss = desk.style.caution * desk.replies.loss_of(self.stack, h, company)
        return desk.prize(h) - haste * float(self.field[h]) - loss

    def worth(self, h: int) -> Worth:
        """A closer look: the stack is put there in thought, and supply is asked for again."""
        if h not in self._worths:
            desk = self.desk
            ghost = desk.s.clone()
            shift_units(desk.title, ghost, self.stack, h)
            desk.title.check_instant(ghost, Log())
            cut = self._before - hold_on(desk.picture, ghost)
            choke = desk.noose_gain(self.stack, h) + (VICTORY if ghost.winner == desk.seat else 0.0)
            self._worths[h] = Worth(self.looks[h] + cut + choke, cut, choke)
        return self._worths[h]
