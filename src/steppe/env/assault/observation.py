"""What an agent sees of the assault titles: units, marks, supply, control, zones of control, the battle in hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.assault.fog import NO_DICE
from steppe.assault.state import CONTROL_SIDE, HIDDEN, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.units import UNKNOWN
from steppe.env.observation import KERNEL_SCALARS, Floats, Observer
from steppe.view import View

SIDES = ("own", "enemy")
COUNTS = ("units", "steps", "attack", "defence", "unknown", "hidden", "cut off")
"""Counted or added up for either side in each hex; hidden units count as such and as units, and in nothing else."""
UNTOLD = KERNEL_SCALARS | {"moving_from", "battle_hex", "launch_hex", "guard"}
"""Scalars of a state that are told in another way, or are numbers of units and hexes, or mean nothing to a player."""


class AssaultObserver(Observer):
    title: AnyAssaultTitle
    own_globals = ("points", "own aircraft", "enemy aircraft")

    def __init__(self, title: AnyAssaultTitle) -> None:
        seen = (
            *(f"{side} {what}" for what in COUNTS for side in SIDES),
            *(f"{side} {mark.name}" for mark in title.display.marks for side in SIDES),
            *(f"{side} supply" for side in SIDES),
            "control",
            "zoc",
            "battle",
        )
        super().__init__(title, seen, [n for n in title.new_state(NO_DICE).layout.scalars if n not in UNTOLD])
        width = max(map(len, title.units.attack))
        self._factors = np.zeros((2, len(title.units.faces) + 1, width), np.float32)
        """Attack and defence by face and steps; the last face is the unknown one and has none."""
        for table, rows in zip(self._factors, (title.units.attack, title.units.defence), strict=True):
            for f, row in enumerate(rows):
                table[f, : len(row)] = row

    def fill(self, out: Floats, view: View[Any]) -> None:
        title, s, seat, cells = self.title, view.state, view.seat, self.cells
        cut = np.zeros(len(title.units), bool)
        cut[title.display.cut_off(s)] = True
        for i, side in enumerate((seat, 1 - seat)):
            self._see_units(out, i, s, side, cut)
        at = self.seen.index("own supply")
        out[at, cells] = title.supply.network(s, seat) == 1
        out[at + 1, cells] = title.supply.network(s, 1 - seat) == 1
        out[at + 2, cells] = s.vector("control") & CONTROL_SIDE == seat
        if title.zoc.side >= 0:
            out[at + 3, cells] = (s.vector("zoc") > 0) * (1 if title.zoc.side == seat else -1)
        if s.battle_hex >= 0 and s.battle_kind:
            out[at + 4, cells[s.battle_hex]] = 1

    def _see_units(self, out: Floats, i: int, s: AssaultState, side: int, cut: NDArray[np.bool_]) -> None:
        """Count and add up the units of a side, which is the first or the second of each pair of planes."""
        title = self.title
        hexes = s.vector("hex")
        on_map = ((hexes >= 0) & (title.units.side_array == side)).nonzero()[0]
        where, worn = self.cells[hexes[on_map]], s.vector("flags")[on_map]
        shown = worn & HIDDEN == 0
        steps = np.where(shown, s.vector("steps")[on_map], 0)
        face = np.where(shown, s.vector("face")[on_map], UNKNOWN)
        amounts = (
            np.ones(len(on_map)),
            steps,
            *self._factors[:, face, steps],
            shown & (face == UNKNOWN),
            ~shown,
            cut[on_map],
            *(worn & mark.flags != 0 for mark in title.display.marks),
        )
        for j, amount in enumerate(amounts):
            if amount.any():
                out[2 * j + i] = np.bincount(where, weights=amount, minlength=out.shape[1])

    def own_numbers(self, view: View[Any]) -> tuple[float, ...]:
        title, s, seat = self.title, view.state, view.seat
        points = title.display.status(s).get("points", 0)
        return points, title.air.left(s, seat), title.air.left(s, 1 - seat)
