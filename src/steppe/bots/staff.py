"""The bot ``staff``: objectives, assignment by flow, attacks packed together, named tactics, and the enemy's reply."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.combat import begin_combat
from steppe.assault.movement import begin_movement
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.bots.battles import Battles
from steppe.bots.desk import Desk
from steppe.bots.greedy import ANSWERS, GreedyBot, Plan, attacks
from steppe.bots.hold import Hold
from steppe.bots.offensive import Offensive
from steppe.bots.picture import Picture
from steppe.bots.style import Style
from steppe.bots.tactics import storm
from steppe.orders import Order
from steppe.view import View

RESTLESS = 0.8
"""What attacks after a move are worth, of what they would be worth as the units stand."""


class StaffBot(GreedyBot):
    name = "staff"

    def __init__(self, style: Style = Style()) -> None:  # noqa: B008
        super().__init__()
        self.style = style
        self.note = ""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        self.note = ""
        if view.prompt.decision == "phase order" and attacks(view):
            return self._phase_order(view, rng)
        order = super().choose(view, rng)
        if view.prompt.decision not in ANSWERS:
            self.note = getattr(self.plan, "note", "")
        return order

    def make_plan(self, view: View[Any], decision: str) -> Plan | None:
        if decision == "movement":
            return Offensive(self.style) if attacks(view) else Hold()
        return Battles(self.style) if decision == "combat" else super().make_plan(view, decision)

    def _phase_order(self, view: View[Any], rng: random.Random) -> Order:
        ghost = view.state.clone()
        begin_movement(view.title, ghost, view.seat)
        begin_combat(ghost)
        picture = Picture(view.title, ghost, view.seat)
        now, later = (
            sum(s.value for s in storm.plan(Desk(picture, self.style, set()), moving=moving))
            for moving in (False, True)
        )
        first = MOVE_FIGHT if RESTLESS * later > now else FIGHT_MOVE
        words = ("move-fight", "fight-move")
        for number in (first, 1 - first):
            order = Order("order", word=words[number])
            if view.refuse(order) is None:
                return order
        return view.pick(rng)
