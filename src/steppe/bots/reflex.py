"""The bot ``reflex``: tactics at sight, without a plan and without a search. It answers at once.

Every stack looks at the hexes it can reach and takes the one that looks best: an open objective, a weak enemy, ground
nearer to an objective; or, for who defends, the place where a unit is wanted most.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.assault.combat import Battle, defenders_in
from steppe.assault.movement import destinations, goals, mover_refusal
from steppe.assault.state import ASSAULTED, MOBILE
from steppe.bots.aims import Group
from steppe.bots.attacks import Odds
from steppe.bots.destinations import launches
from steppe.bots.entries import next_entry
from steppe.bots.fight import Fight
from steppe.bots.greedy import GreedyBot, Plan, attacks
from steppe.bots.guards import Rearguard
from steppe.bots.picture import Picture, look
from steppe.bots.searches import Field
from steppe.bots.stacking import movable_stacks
from steppe.orders import Order
from steppe.view import View

HEAD = 30
"""MP by which the greatest objectives draw from farther away than the least."""
CROWD = 0.6
"""MP that a stack walks farther for every stacking point where it would go."""
WORTHWHILE = 4.0
"""What an overrun must bring."""


def pull(picture: Picture, mobility: str) -> Field:
    """How far every hex is from the objectives in enemy hands, great ones seeming nearer."""
    wanted = picture.wanted()
    if not wanted:
        return picture.foe_distance
    most = max(g.value for g in wanted)
    starts = [h for g in wanted for h in g.hexes]
    late = [round(HEAD * (1 - (g.value / most) ** 0.5)) for g in wanted for _ in g.hexes]
    return picture.field(starts, picture.resistance, backward=True, offsets=late, mobility=mobility)[0]


class Rush:
    """The movement of who attacks: everybody towards the objectives, over whoever is weak."""

    def __init__(self) -> None:
        self.queue: deque[Order] = deque()
        self.picture: Picture | None = None
        self.finished: set[int] = set()
        self.fields: dict[str, Field] = {}
        self.posted = False
        self.refused: set[int] = set()
        """Units whose order the rules forbade: they are not asked for an overrun again."""
        self.note = self.why = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        self.note = ""
        while True:
            while self.queue:
                order = self.queue.popleft()
                if view.refuse(order) is None:
                    return self._given(view, order)
                self.refused.update(order.units)
            if self.picture is None:
                self.picture = look(view)
                self.fields.clear()
            picture = self.picture
            entry = next_entry(view, picture)
            if entry is not None:
                self.picture = None
                return entry
            if not self.posted:
                self.posted, self.why = True, "garrison: the place must not fall into the enemy's hands"
                self.queue.extend(Rearguard(picture, self.finished).post_orders())
                continue
            stack = next(iter(movable_stacks(picture, self.finished)), None)
            if stack is None:
                done = Order("done")
                return done if view.refuse(done) is None else view.pick(rng)
            self._plan(picture, stack)

    def _given(self, view: View[Any], order: Order) -> Order:
        self.note = self.why
        if order.verb == "move" and self.picture is not None:
            view.title.apply(self.picture.s, order)
            self.picture.see_control()
        else:
            self.picture = None
        return order

    def _plan(self, picture: Picture, stack: Group) -> None:
        title, s = picture.title, picture.s
        self.finished.update(stack)
        start = s.hex[stack[0]]
        mobility = title.units.mobility[stack[0]]
        mobility = title.doctrine.measured_as.get(mobility, mobility)
        if mobility not in self.fields:
            self.fields[mobility] = pull(picture, mobility)
        field = self.fields[mobility]
        overrun = self._overrun(picture, stack)
        if overrun is not None:
            self.why = "overrun: a weak stack next door"
            self.queue.append(overrun)
            return
        found = goals(title, s, stack)
        if not found:
            return
        hexes = np.array(found)
        prize = np.array([picture.prize(h) for h in found])
        score = prize - field[hexes] - CROWD * s.vector("load")[hexes] / title.whole_points
        best = int(np.argmax(score))
        if score[best] > -float(field[start]):
            self.why = "rush: the nearest to an objective that can be reached"
            self.queue.append(Order("move", stack, found[best], start))

    def _overrun(self, picture: Picture, stack: Group) -> Order | None:
        """An enemy stack next door that is weak enough."""
        title, s = picture.title, picture.s
        if not any(title.leads_mobile(s, u) for u in stack) or any(s.flags[u] & ASSAULTED for u in stack):
            return None
        if self.refused.intersection(stack):
            return None
        start = s.hex[stack[0]]
        odds = Odds(picture)
        best: tuple[float, Order] | None = None
        for target in launches(picture, stack, {start: 0}):
            defenders = tuple(defenders_in(title, s, target, MOBILE))
            b = Battle(MOBILE, picture.seat, target, stack, defenders, frozenset({start}), 0, 0)
            value = odds.value(b, picture.prize(target) + 0.4 * float(picture.resistance[target]))
            if best is None or value > best[0]:
                best = value, Order("mobile", stack, target)
        if best is None or best[0] < WORTHWHILE:
            return None
        self.finished.difference_update(stack)
        return best[1]


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
        done = Order("done")
        return done if view.refuse(done) is None else view.pick(rng)

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


class ReflexBot(GreedyBot):
    name = "reflex"

    def make_plan(self, view: View[Any], decision: str) -> Plan | None:
        if decision == "movement":
            return Rush() if attacks(view) else Cling()
        return Fight() if decision == "combat" else super().make_plan(view, decision)
