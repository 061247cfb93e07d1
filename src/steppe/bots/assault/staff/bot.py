"""The bot ``staff``: objectives, assignment by flow, attacks packed together, named tactics, and the enemy's reply."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.combat import begin_combat
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.bots.assault.bot import AssaultBot, Plan, drives_on
from steppe.bots.assault.sight.situation import Situation, rules_of
from steppe.bots.assault.staff.attacker_movement import StaffAttackerMovement
from steppe.bots.assault.staff.combat import StaffAttackerCombat, StaffDefenderCombat
from steppe.bots.assault.staff.defender_movement import StaffDefenderMovement
from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.staff.tactics import set_piece_assault
from steppe.bots.assault.style import Style, style_of
from steppe.orders import Order
from steppe.view import View

RESTLESS = 1.2
"""What attacks after a move are worth, of what they would be worth as the units stand."""


class StaffBot(AssaultBot):
    name = "staff"

    def __init__(self, style: Style = Style()) -> None:  # noqa: B008
        super().__init__()
        self.style = style

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        if view.prompt.decision == "phase order" and (drives_on(view) or self.style.first):
            order = self._phase_order(view, rng)
            self.note = self.explain(view, order)
            return order
        return super().choose(view, rng)

    def make_plan(self, view: View[Any], way: str) -> Plan | None:
        if way == "movement":
            return StaffAttackerMovement(self.style) if drives_on(view) else StaffDefenderMovement(self.style)
        if way == "combat":
            return StaffAttackerCombat(self.style) if drives_on(view) else StaffDefenderCombat(self.style.price)
        return super().make_plan(view, way)

    def _phase_order(self, view: View[Any], rng: random.Random) -> Order:
        settled = Order("order", word=self.style.first)
        if self.style.first and view.refuse(settled) is None:
            return settled
        title = rules_of(view)
        ghost = view.state.clone()
        title.movement.begin(ghost, view.seat)
        begin_combat(ghost)
        situation = Situation(title, ghost, view.seat)
        brief = self.style._replace(brief=True)
        now, later = (
            sum(s.value for s in set_piece_assault.plan(Estimate(situation, brief, set()), moving=moving))
            for moving in (False, True)
        )
        first = MOVE_FIGHT if RESTLESS * later >= now else FIGHT_MOVE
        words = ("move-fight", "fight-move")
        for number in (first, 1 - first):
            order = Order("order", word=words[number])
            if view.refuse(order) is None:
                return order
        return view.pick(rng)


def make(words: str) -> StaffBot:
    """A staff with the style that a word names."""
    return StaffBot(style_of(words))
