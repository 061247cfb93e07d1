"""The bot ``reflex``: tactics at sight, without a plan and without a search. It answers at once.

It looks at the position once in a phase and again when something surprising may have happened. Every stack takes what
looks best of the hexes it can reach: an open objective, a weak enemy, ground nearer to an objective; or, for who
defends, the place where a unit is wanted most.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.assault.movement import destinations, mover_refusal
from steppe.assault.title import AssaultTitle, Rules
from steppe.bots.brawl import Brawl
from steppe.bots.entries import Entries
from steppe.bots.greedy import GreedyBot, Plan, attacks
from steppe.bots.notes import explain
from steppe.bots.phases import DONE, finish
from steppe.bots.picture import Picture, decisive, look
from steppe.bots.rush import Rush
from steppe.orders import Order
from steppe.view import View


def rules(view: View[Any]) -> Rules:
    assert isinstance(view.title, AssaultTitle)
    return view.title


class Cling:
    """The movement of who defends: every unit where it is wanted most, the fewer are there the more."""

    def __init__(self) -> None:
        self.queue: deque[Order] | None = None
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue = deque(self._plan(look(view)))
        while self.queue:
            order = self.queue.popleft()
            if view.refuse(order) is None:
                self.note = f"cling: a unit is wanted most at {view.title.board.label(order.hex)}"
                return order
        self.note = ""
        return finish(view, rng)

    def _plan(self, picture: Picture) -> list[Order]:
        title, s = picture.title, picture.s
        wanted = picture.danger * (1.0 + picture.shelter) * np.where(picture.foe_distance <= 1, 0.5, 1.0)
        prizes = {h: 1e6 for goal in picture.wanted() for h in goal.hexes if s.top[h] < 0}
        for h in prizes:
            wanted[h] = 1e6
        load = np.zeros(title.board.size)
        ranges: dict[tuple[int, str], np.ndarray[Any, Any]] = {}
        orders = []
        for u in title.side_units[picture.seat]:
            h = s.hex[u]
            if h < 0:
                continue
            if mover_refusal(title, s, u) is not None:
                load[h] += title.units.points[u]
                continue
            key = h, title.units.mobility[u]
            if key not in ranges:
                ranges[key] = np.array([h, *destinations(title, s, (u,))])
            hexes = ranges[key]
            full = load[hexes] + title.units.points[u] > title.stack_limit[hexes]
            score = np.where(full | (picture.safe[hexes] == 0), -1.0, wanted[hexes] / (1 + load[hexes]))
            goal = int(hexes[int(np.argmax(score))]) if score.max() > 0 else h
            load[goal] += title.units.points[u]
            if goal in prizes:
                wanted[goal] = 0.0
            if goal != h:
                orders.append(Order("move", (u,), goal, h))
        return orders


class Muster:
    """Who comes on to the map in a phase for that: where he is wanted most; then steps for those who gain most."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.entries = Entries()
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        picture = self.picture = self.picture or look(view)
        order = self.entries.next(view, picture)
        if order is None:
            rebuilt = [o for o in view.legal() if o.verb == "replace"]
            order = max(rebuilt, key=lambda o: (picture.step_gain(o.units[0]), -o.units[0]), default=DONE)
        if order is not DONE:
            view.title.apply(picture.s, order)
        return order


MUSTERS = frozenset({"german entry", "soviet entry"})


class ReflexBot(GreedyBot):
    name = "reflex"

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        decision, order = view.prompt.decision, None
        if decision in MUSTERS:
            plan = self._plan(view, decision)
            order = plan.next(view, rng) if plan else None
            self.moment = () if order is DONE else self.moment
        elif decision == "advance" and isinstance(self.plan, Brawl) and attacks(view) and not decisive(rules(view)):
            order = self.plan.follow(view)
        if order is None:
            return super().choose(view, rng)
        self.note = explain(view, order)
        return order

    def make_plan(self, view: View[Any], decision: str) -> Plan | None:
        if decision == "movement":
            return Rush() if attacks(view) else Cling()
        if decision in MUSTERS:
            return Muster()
        return Brawl() if decision == "combat" else super().make_plan(view, decision)
