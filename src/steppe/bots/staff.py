"""The bot ``staff``: objectives, assignment by flow, attacks packed together, named tactics, and the enemy's reply."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.combat import begin_combat
from steppe.assault.movement import begin_movement
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.bots.battles import Battles
from steppe.bots.defensive import Defensive
from steppe.bots.desk import Desk
from steppe.bots.greedy import GreedyBot, Plan, attacks
from steppe.bots.notes import explain
from steppe.bots.offensive import Offensive
from steppe.bots.picture import Picture, look
from steppe.bots.style import Style
from steppe.bots.tactics import storm
from steppe.bots.tactics.break_out import Sorties
from steppe.orders import Order
from steppe.view import View

RESTLESS = 1.2
"""What attacks after a move are worth, of what they would be worth as the units stand."""


class StaffBot(GreedyBot):
    name = "staff"

    def __init__(self, style: Style = Style()) -> None:  # noqa: B008
        super().__init__()
        self.style = style

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        if view.prompt.decision == "phase order" and (attacks(view) or self.style.first):
            order = self._phase_order(view, rng)
            self.note = explain(view, order)
            return order
        return super().choose(view, rng)

    def make_plan(self, view: View[Any], decision: str) -> Plan | None:
        if decision == "movement":
            return Offensive(self.style) if attacks(view) else Defensive(self.style)
        if decision == "combat":
            return Battles(self.style) if attacks(view) else Sorties(self.style.price)
        return super().make_plan(view, decision)

    def _phase_order(self, view: View[Any], rng: random.Random) -> Order:
        settled = Order("order", word=self.style.first)
        if self.style.first and view.refuse(settled) is None:
            return settled
        title = look(view).title
        ghost = view.state.clone()
        begin_movement(title, ghost, view.seat)
        begin_combat(ghost)
        picture = Picture(title, ghost, view.seat)
        brief = self.style._replace(brief=True)
        now, later = (
            sum(s.value for s in storm.plan(Desk(picture, brief, set()), moving=moving)) for moving in (False, True)
        )
        first = MOVE_FIGHT if RESTLESS * later >= now else FIGHT_MOVE
        words = ("move-fight", "fight-move")
        for number in (first, 1 - first):
            order = Order("order", word=words[number])
            if view.refuse(order) is None:
                return order
        return view.pick(rng)
