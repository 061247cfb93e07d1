"""How ``reflex`` moves when its part is to defend."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.bots.assault.phases import finish
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.orders import Order
from steppe.view import View


class ReflexDefenderMovement:
    """The movement of who defends: every unit where it is wanted most, the fewer are there the more."""

    def __init__(self) -> None:
        self.queue: deque[Order] | None = None
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue = deque(self._plan(situation_of(view)))
        while self.queue:
            order = self.queue.popleft()
            if view.refuse(order) is None:
                self.note = f"cling: a unit is wanted most at {view.title.board.label(order.hex)}"
                return order
        self.note = ""
        return finish(view, rng)

    def _plan(self, situation: Situation) -> list[Order]:
        title, s = situation.title, situation.s
        wanted = (
            situation.defenders_wanted * (1.0 + situation.shelter) * np.where(situation.foe_distance <= 1, 0.5, 1.0)
        )
        prizes = {h: 1e6 for goal in situation.objectives_to_take() for h in goal.hexes if s.top[h] < 0}
        for h in prizes:
            wanted[h] = 1e6
        load = np.zeros(title.board.size)
        ranges: dict[tuple[int, str], np.ndarray[Any, Any]] = {}
        orders = []
        for u in title.side_units[situation.seat]:
            h = s.hex[u]
            if h < 0:
                continue
            if title.movement.mover_refusal(s, u) is not None:
                load[h] += title.units.points[u]
                continue
            key = h, title.units.mobility[u]
            if key not in ranges:
                ranges[key] = np.array([h, *title.ranges.destinations(s, (u,))])
            hexes = ranges[key]
            full = load[hexes] + title.units.points[u] > title.stacking.limit[hexes]
            score = np.where(full | (situation.safe_supply[hexes] == 0), -1.0, wanted[hexes] / (1 + load[hexes]))
            goal = int(hexes[int(np.argmax(score))]) if score.max() > 0 else h
            load[goal] += title.units.points[u]
            if goal in prizes:
                wanted[goal] = 0.0
            if goal != h:
                orders.append(Order("move", (u,), goal, h))
        return orders
