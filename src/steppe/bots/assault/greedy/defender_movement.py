"""The movement of a side that defends: units are put in the enemy's way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.phases import combat_follows
from steppe.bots.assault.sight.objectives import DECISIVE
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.bots.assault.style import Style
from steppe.orders import Order
from steppe.view import View


class GreedyDefenderMovement:
    """One movement phase of a defender: planned once, then carried out."""

    def __init__(self, style: Style = Style()) -> None:  # noqa: B008
        self.style = style
        self.queue: list[Order] | None = None
        self.waiting: list[Order] = []
        self.why: dict[int, str] = {}
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue, self.why = self.make(situation_of(view))
        while self.queue:
            order = self.queue.pop(0)
            if view.refuse(order) is None:
                self.note = self.why.get(order.units[0], "")
                return order
            self.waiting.append(order)
            if not self.queue:
                self.queue = [again for again in self.waiting if view.refuse(again) is None]
                self.waiting = []
        self.note = ""
        done = Order("done")
        return done if view.refuse(done) is None else self._duty(view, rng)

    def make(self, situation: Situation) -> tuple[list[Order], dict[int, str]]:
        """The orders of the whole phase, and the reason for every unit's."""
        redeployment = Redeployment(situation, self.style)
        seizures = redeployment.seizures()
        if any(situation.prize(order.hex) >= DECISIVE for order in seizures):
            return seizures, redeployment.why  # the game ends here
        self.place(situation, redeployment, {u for order in seizures for u in order.units})
        return seizures + redeployment.orders(), redeployment.why

    def place(self, situation: Situation, redeployment: Redeployment, busy: set[int]) -> None:
        """Everybody who is not busy is given his place."""
        if combat_follows(situation):
            redeployment.strike()
        redeployment.fill(situation.objectives_held())

    def _duty(self, view: View[Any], rng: random.Random) -> Order:
        """The rules want more units in contact: who can gets there, into the best place to attack from."""
        situation = situation_of(view)
        title, s = situation.title, situation.s
        for u in title.movement.dutiful(s):
            away = [o for o in view.legal((u,)) if o.verb == "move"]
            if away:
                return max(
                    away,
                    key=lambda o: (int(situation.safe_supply[o.hex]), float(situation.defenders_wanted[o.hex]), -o.hex),
                )
        around = title.board.grid.neighbours
        contact = situation.beside(situation.foe)
        weakness = np.where(situation.foe_defence > 0, 1 / np.maximum(situation.foe_defence, 1), 0)[around].max(axis=1)
        for u in title.movement.movable(s):
            if not contact[s.hex[u]]:
                goals = [h for h in title.ranges.destinations(s, (u,)) if contact[h]]
                for h in sorted(goals, key=lambda h: (-int(situation.safe_supply[h]), -float(weakness[h]), h))[:4]:
                    order = Order("move", (u,), h, s.hex[u])
                    if view.refuse(order) is None:
                        return order
        return view.pick(rng)
