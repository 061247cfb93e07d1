"""Rush: how ``reflex`` moves when its part is to attack."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from steppe.assault.combat import Battle, defenders_in
from steppe.assault.movement import destinations, move_refusal, mover_refusal
from steppe.assault.state import ASSAULTED, MOBILE
from steppe.assault.supply import network
from steppe.bots.aims import AT_HAND, ENOUGH, Group
from steppe.bots.attacks import Odds
from steppe.bots.destinations import launches
from steppe.bots.entries import next_entry
from steppe.bots.guards import Rearguard
from steppe.bots.phases import after, finish
from steppe.bots.picture import Picture, decisive, distances, look
from steppe.bots.roads import head_goals, open_heads
from steppe.bots.searches import FAR, Field
from steppe.bots.stacking import movable_stacks
from steppe.orders import Order
from steppe.view import View

HEAD = 30
"""MP by which the greatest objectives draw from farther away than the least."""
CROWD = 0.6
"""MP that a stack walks farther for every stacking point where it would go."""
WORTHWHILE = 4.0
"""What an overrun must bring."""
PAIR = 2
"""How many go together on foot."""
TRIED = 4
"""How many of the nearest are asked to mend a road, and how many hexes are tried before a stack stays where it is."""
ASTRAY = 20
"""MP that a stack walks farther so as to have supply where it stops."""


def pull(picture: Picture, mobility: str) -> Field:
    """How far every hex is from the objectives in enemy hands, great ones seeming nearer."""
    wanted = [*picture.wanted(), *head_goals(picture)]
    if not wanted:
        return picture.foe_distance
    most = max(g.value for g in wanted)
    starts = [h for g in wanted for h in g.hexes]
    late = [round(HEAD * (1 - (g.value / most) ** 0.5)) for g in wanted for _ in g.hexes]
    return picture.field(starts, picture.resistance, backward=True, offsets=late, mobility=mobility)[0]


class Rush:
    """The movement of who attacks: mobile stacks towards the objectives, over whoever is weak; those on foot also
    against enemies at hand."""

    def __init__(self) -> None:
        self.queue: deque[Order] = deque()
        self.picture: Picture | None = None
        self.stages: list[Callable[[Picture], list[Order]]] = [
            self._mend,
            self._post,
            partial(self._post, whole=False),
            self._screen,
        ]
        """What comes before the rush; a reduced unit in a decisive place is better than none."""
        self.finished: set[int] = set()
        self.fields: dict[str, Field] = {}
        self.stacks: list[Group] = []
        """Those still to be asked, the next one last."""
        self.going_on: Group = ()
        """Who has just made an overrun."""
        self.sent: dict[int, float] = {}
        """The attack factors that hunt each enemy stack."""
        self.note = self.why = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        self.note = ""
        while True:
            while self.queue:
                order = self.queue.popleft()
                if view.refuse(order) is None:
                    return self._given(view, order)
                self.going_on = ()
            picture = self.picture = self.picture or look(view)
            entry = next_entry(view, picture)
            if entry is not None:
                self.picture = None
                return entry
            if self.stages:
                self.queue.extend(self.stages.pop(0)(picture))
                continue
            stack = self._next_stack(picture)
            if not stack:
                return finish(view, rng)
            self._plan(picture, stack)

    def _given(self, view: View[Any], order: Order) -> Order:
        self.note = self.why
        while self.queue and self.queue[0].units == order.units:
            self.queue.popleft()  # the second best is void
        self.picture = after(view, order, self.picture)
        return order

    # -- before the rush ----------------------------------------------------------------------------------------

    def _mend(self, picture: Picture) -> list[Order]:
        """Somebody who is near steps on to the next hex of every road that carries supply; then they are looked at
        again, for a road may go on."""
        title, s = picture.title, picture.s
        self.why = "open the road: supply runs on through there"
        heads = [h for h in open_heads(picture) if s.top[h] < 0]
        if heads and not self.stacks:
            self.stacks = self._all_stacks(picture)
        orders: list[Order] = []
        for h in heads:
            near = distances(title, h)
            units = (u for stack in self.stacks for u in stack if near[s.hex[u]] <= AT_HAND)
            able = [u for u in units if u not in self.finished]
            for u in sorted(able, key=lambda u: int(near[s.hex[u]]))[:TRIED]:
                order = Order("move", (u,), h, s.hex[u])
                if h in destinations(title, s, (u,)) and move_refusal(title, s, order) is None:
                    self.finished.add(u)
                    orders.append(order)
                    break
        if orders:
            self.stages.insert(0, self._mend)
        return orders

    def _post(self, picture: Picture, *, whole: bool = True) -> list[Order]:
        """Somebody for each decisive place that would be open if all others went away."""
        if not decisive(picture.title):
            return []
        self.why = "garrison: the place must not fall into the enemy's hands"
        posts = Rearguard(picture, self.finished).posts(whole=whole)
        return [Order("move", (u,), h, picture.s.hex[u]) for u, h in posts.items() if picture.s.hex[u] != h]

    def _screen(self, picture: Picture) -> list[Order]:
        return Rearguard(picture, self.finished).orders() if decisive(picture.title) else []

    # -- one stack ----------------------------------------------------------------------------------------------

    def _next_stack(self, picture: Picture) -> Group:
        title, s = picture.title, picture.s
        going_on = tuple(u for u in self.going_on if s.hex[u] >= 0 and mover_refusal(title, s, u) is None)
        self.going_on = ()
        if going_on:
            return tuple(u for u in going_on if s.hex[u] == s.hex[going_on[0]])
        while True:
            self.stacks = self.stacks or self._all_stacks(picture)
            if not self.stacks:
                return ()
            stack = tuple(u for u in self.stacks.pop() if u not in self.finished)
            if stack:
                return stack

    def _all_stacks(self, picture: Picture) -> list[Group]:
        found: list[Group] = []
        for stack in reversed(movable_stacks(picture, self.finished)):
            step = len(stack) if leads(picture, stack) else PAIR
            found += [stack[i : i + step] for i in range(0, len(stack), step)]
        return found

    def _plan(self, picture: Picture, stack: Group) -> None:
        title, s, start = picture.title, picture.s, picture.s.hex[stack[0]]
        self.finished.update(stack)
        mobile = leads(picture, stack)
        overrun = self._overrun(picture, stack) if mobile else None
        if overrun is not None:
            self.why, self.going_on = "overrun: a weak stack next door", stack
            self.queue.append(overrun)
            return
        prey = -1 if mobile else self._prey(picture, stack)
        if prey >= 0:
            field, self.why = distances(title, prey), "hunt: there is an enemy at hand"
            self.sent[prey] = self.sent.get(prey, 0.0) + float(picture.attack[list(stack)].sum())
            if field[start] == 1:
                return
        else:
            field, self.why = self._field(picture, stack), "rush: the nearest to an objective that can be reached"
        hexes = np.array([start, *destinations(title, s, stack)])
        load = s.vector("load")[hexes]
        weight = sum(title.units.points[u] for u in stack)
        load[0] -= weight
        score = [picture.prize(h) for h in hexes.tolist()] - field[hexes] - CROWD * load / title.whole_points
        score -= np.where(network(title, s, picture.seat)[hexes] != 0, 0, ASTRAY)
        score[load + weight > title.stack_limit[hexes]] = -np.inf
        for i in np.argsort(-score, kind="stable")[:TRIED]:
            if not i:
                break
            self.queue.append(Order("move", stack, int(hexes[i]), start))

    def _field(self, picture: Picture, stack: Group) -> Field:
        mobility = picture.title.units.mobility[stack[0]]
        mobility = picture.title.doctrine.measured_as.get(mobility, mobility)
        if mobility not in self.fields:
            self.fields[mobility] = pull(picture, mobility)
        return self.fields[mobility]

    def _prey(self, picture: Picture, stack: Group) -> int:
        """The nearest enemy at hand against whom not enough are sent yet; -1 if there is none."""
        title = picture.title
        hunted = (
            np.flatnonzero(picture.foe_defence) if title.doctrine.hunts else np.array(sorted(picture.rear), np.int16)
        )
        need = ENOUGH * picture.foe_defence[hunted] * (1 + title.doctrine.siege * picture.shelter[hunted])
        enough = need <= [self.sent.get(h, 0.0) for h in hunted.tolist()]
        near = np.where(enough, FAR, distances(title, picture.s.hex[stack[0]])[hunted])
        return int(hunted[int(np.argmin(near))]) if near.min(initial=FAR) <= AT_HAND else -1

    def _overrun(self, picture: Picture, stack: Group) -> Order | None:
        """An enemy stack next door that is weak enough."""
        title, s, start = picture.title, picture.s, picture.s.hex[stack[0]]
        if any(s.flags[u] & ASSAULTED for u in stack):
            return None
        best, most = None, WORTHWHILE
        odds = Odds(picture)
        for target in launches(picture, stack, {start: 0}):
            defenders = tuple(defenders_in(title, s, target, MOBILE))
            b = Battle(MOBILE, picture.seat, target, stack, defenders, frozenset({start}), 0, 0)
            value = odds.value(b, picture.prize(target) + 0.4 * float(picture.resistance[target]))
            if value > most:
                best, most = Order("mobile", stack, target), value
        return best


def leads(picture: Picture, stack: Group) -> bool:
    """Whether a stack can make mobile assaults."""
    return any(picture.title.leads_mobile(picture.s, u) for u in stack)
