"""The enemy's reply: what he could bring against every hex in his next turn, and what that would cost."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from steppe.assault.odds import column_of
from steppe.assault.stacks import units_in
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.turns import PHASES
from steppe.bots.assault.sight.odds import PUSHED_BACK, chances
from steppe.bots.assault.sight.searches import FAR
from steppe.bots.assault.sight.situation import Floats, Situation

HARM = {"DE": 1.0, "BB": 1.0, "DL1": 0.5, "DR": PUSHED_BACK}
"""How much of a stack a result costs."""
ENOUGH = 14
"""No more units than this come together against one hex."""


def moves_before_fighting(title: AnyAssaultTitle, seat: int) -> bool:
    """Whether a side can bring up units before it attacks: its phases come in that order, or as it likes."""
    steps = [step.decision for step in title.sequence.steps if step.seat == seat]
    first = next((d for d in steps if d in (*PHASES, "movement", "combat")), "combat")
    return first != "combat"


class EnemyReply:
    """What the other side could do to whoever stands in a hex."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.title = situation, situation.title
        self._harms: dict[tuple[int, float], float] = {}

    @cached_property
    def brings_up(self) -> bool:
        return moves_before_fighting(self.title, self.situation.foe)

    @cached_property
    def potential(self) -> Floats:
        """Attack factors that could be brought next to, and so against, every hex."""
        situation, title = self.situation, self.title
        around = title.board.grid.neighbours
        power = situation.by_hex(situation.attack, situation.foe)
        if not self.brings_up:
            padded = np.append(power, 0.0)
            beside: Floats = padded[around].sum(axis=1)
            return beside
        total = np.zeros(title.board.size)
        number = np.zeros(title.board.size)
        s = situation.s
        still = situation.no_extra_cost
        for h in np.flatnonzero(power).tolist():
            stack = units_in(s, h)
            mover = max(stack, key=lambda u: (title.movement.factor(s, u), -u))
            far = situation.distance_field(
                [h], still, backward=False, mobility=title.units.mobility[mover], side=situation.foe
            )[0]
            near = np.append(far, FAR)[around].min(axis=1) <= title.movement.factor(s, mover)
            total[near] += power[h]
            number[near] += len(stack)
        return total * np.minimum(1.0, ENOUGH / np.maximum(number, 1.0))

    def loss(self, h: int, defence: float, worth: float, steps: float = 1.0) -> float:
        """What is likely to be lost of a stack of so much worth and so many steps a unit, left in a hex."""
        power = float(self.potential[h])
        if power <= 0 or defence <= 0:
            return 0.0
        column = column_of(max(1, round(power)), max(1, round(defence))) - round(float(self.situation.shelter[h]))
        if column < 1:
            return 0.0
        likely = self.situation.doctrine.reply if self.brings_up else 1.0
        return likely * worth * self._mean_harm(column, steps)

    def _mean_harm(self, column: int, steps: float) -> float:
        key = column, steps
        if key not in self._harms:
            found = chances(self.title, column).items()
            self._harms[key] = sum(p * self._harm(result, steps) for result, p in found)
        return self._harms[key]

    def _harm(self, result: str, steps: float) -> float:
        """How much of a stack a result costs, with so many steps to a unit."""
        losses = self.title.battles.losses_of(result)
        if losses is not None:
            return 1.0 if losses[1] is None else min(1.0, losses[1] / (2 * max(steps, 1.0)))
        return HARM.get(result, 0.0) / (1.0 if result == "DR" else max(steps, 1.0))

    def loss_of(self, group: tuple[int, ...], h: int, company: float = 0.0) -> float:
        """The same for some units beside a defence that is there already."""
        situation = self.situation
        units = list(group)
        worth = float((situation.attack[units] + situation.defence[units]).sum())
        steps = sum(situation.s.steps[u] for u in units) / len(units)
        return self.loss(h, float(situation.defence[units].sum()) + company, worth, steps)
