"""How ``reflex`` moves when its part is to attack."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steppe.assault.combat import Battle
from steppe.assault.state import ASSAULTED, MOBILE, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.decisions.arrivals import Entries
from steppe.bots.assault.memory import distances
from steppe.bots.assault.phases import finish, situation_after
from steppe.bots.assault.sight.aims import AT_HAND, ENOUGH
from steppe.bots.assault.sight.moves import mobile_targets, movable_stacks
from steppe.bots.assault.sight.objectives import decisive
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.rearguard import Rearguard
from steppe.bots.assault.sight.searches import FAR, Field
from steppe.bots.assault.sight.situation import Group, Situation, situation_of
from steppe.bots.assault.sight.supply_roads import road_head_goals, road_heads
from steppe.events import Log
from steppe.orders import Order
from steppe.searches import Bytes
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
LOOKED_AT = 24
"""How many hexes are looked at for that, where it takes a closer look to see whether there is supply."""
LURE, MORE = 3, 1.5
"""Hexes by which those with a bounty on them seem nearer to their hunters, and how many times as many are sent."""
BONUS = 2
"""MP that roads give at most."""
ASTRAY = 20
"""MP that a stack walks farther so as to have supply where it stops."""


def objective_distance(situation: Situation, mobility: str) -> Field:
    """How far every hex is from the objectives in enemy hands, great ones seeming nearer."""
    wanted = [*situation.objectives_to_take(), *road_head_goals(situation)]
    if not wanted:
        return situation.foe_distance
    most = max(g.value for g in wanted)
    starts = [h for g in wanted for h in g.hexes]
    late = [round(HEAD * (1 - (g.value / most) ** 0.5)) for g in wanted for _ in g.hexes]
    return situation.distance_field(starts, situation.resistance, backward=True, offsets=late, mobility=mobility)[0]


class HuntedEnemies:
    """The enemies whom those on foot hunt, and how many attack factors are still wanted against each."""

    def __init__(self, situation: Situation, sent: dict[int, float]) -> None:
        self.title, self.sent = situation.title, sent
        doctrine = situation.doctrine
        self.hexes = (
            np.flatnonzero(situation.foe_defence)
            if doctrine.hunts
            else np.array(sorted(situation.enemies_in_rear), np.int64)
        )
        need = ENOUGH * situation.foe_defence[self.hexes] * (1 + doctrine.siege * situation.shelter[self.hexes])
        self.lure = np.where(np.isin(self.hexes, list(situation.bounties)), LURE, 0)
        self.wanted = need * np.where(self.lure > 0, MORE, 1.0) - [sent.get(h, 0.0) for h in self.hexes.tolist()]

    def at_hand(self, start: int) -> int:
        """The nearest enemy at hand against whom not enough are sent yet; -1 if there is none."""
        if not self.hexes.size:
            return -1
        near = np.where(self.wanted > 0, distances(self.title, start)[self.hexes] - self.lure, FAR)
        i = int(near.argmin())
        return int(self.hexes[i]) if near[i] <= AT_HAND else -1

    def send(self, h: int, factors: float) -> None:
        self.sent[h] = self.sent.get(h, 0.0) + factors
        self.wanted[self.hexes == h] -= factors


class ReflexAttackerMovement:
    """The movement of who attacks: mobile stacks towards the objectives, over whoever is weak; those on foot also
    against enemies at hand."""

    def __init__(self) -> None:
        self.queue: deque[Order] = deque()
        self.situation: Situation | None = None
        self.stages: list[Callable[[Situation], list[Order]]] = [
            self._mend,
            self._post,
            partial(self._post, whole=False),
            self._screen,
        ]
        """What comes before the rush; a reduced unit in a decisive place is better than none."""
        self.entries = Entries()
        self.heads: set[int] = set()
        """The ends of roads that have been seen to."""
        self.finished: set[int] = set()
        self.fields: dict[str, Field] = {}
        self.stacks: list[Group] = []
        """Those still to be asked, the next one last."""
        self.going_on: Group = ()
        """Who has just made an overrun."""
        self.sent: dict[int, float] = {}
        """The attack factors that hunt each enemy stack."""
        self.hunted_enemies: HuntedEnemies | None = None
        self.supplied: Bytes | None = None
        """What was seen at the last look."""
        self.ways: dict[int, tuple[int, ...]] = {}
        """The hexes that a mobile stack goes through on its way to each hex that it has in mind."""
        self.note = self.why = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        self.note = ""
        while True:
            while self.queue:
                order = self.queue.popleft()
                if view.refuse(order) is None:
                    return self._given(view, order)
                self.going_on = ()
            situation = self.situation = self.situation or self._look(view)
            if self.stages:
                entry = self.entries.next(view, situation)
                if entry is not None:
                    view.title.apply(situation.s, entry)
                    return entry
                self.queue.extend(self.stages.pop(0)(situation))
                continue
            stack = self._next_stack(situation)
            if not stack:
                return finish(view, rng)
            self._plan(situation, stack)

    def _look(self, view: View[Any]) -> Situation:
        self.hunted_enemies = self.supplied = None
        return situation_of(view)

    def _given(self, view: View[Any], order: Order) -> Order:
        self.note = self.why
        while self.queue and self.queue[0].units == order.units:
            self.queue.popleft()  # the second best is void
        if order.verb != "move" or self.situation is None or (self.stages and decisive(self.situation.title)):
            self.situation = situation_after(view, order, self.situation)
        else:
            self._foresee(self.situation, order)
        return order

    def _foresee(self, situation: Situation, order: Order) -> None:
        """A move in thought, as far as those who come after mind it: the room that is left, and what is taken."""
        title, s = situation.title, situation.s
        weight = sum(title.units.points[u] for u in order.units)
        s.load[order.start] -= weight
        s.load[order.hex] += weight
        for h in (*self.ways.get(order.hex, ()), order.hex):
            title.stacks.take_control(s, h, situation.seat, Log())
        situation.update_control()

    # -- before the rush ----------------------------------------------------------------------------------------

    def _mend(self, situation: Situation) -> list[Order]:
        """Somebody who is near steps on to the next hex of every road that carries supply; then they are looked at
        again, for a road may go on."""
        self.why = "open the road: supply runs on through there"
        heads = [h for h in road_heads(situation) if situation.s.top[h] < 0 and h not in self.heads]
        self.heads.update(heads)
        if heads and not self.stacks:
            self.stacks = self._all_stacks(situation)
        orders = [order for h in heads if (order := self._mender(situation, h))]
        if orders:
            self.stages.insert(0, self._mend)
        return orders

    def _mender(self, situation: Situation, h: int) -> Order | None:
        """One of the nearest goes to a hex."""
        title, s, near = situation.title, situation.s, distances(situation.title, h)
        units = (u for stack in self.stacks for u in stack if near[s.hex[u]] <= AT_HAND)
        able = [u for u in units if u not in self.finished]
        for u in sorted(able, key=lambda u: int(near[s.hex[u]]))[:TRIED]:
            order = Order("move", (u,), h, s.hex[u])
            if near[s.hex[u]] > title.movement.mp_left(s, u) + BONUS:
                continue
            if h in title.ranges.destinations(s, (u,)) and title.movement.move_refusal(s, order) is None:
                self.finished.add(u)
                return order
        return None

    def _post(self, situation: Situation, *, whole: bool = True) -> list[Order]:
        """Somebody for each decisive place that would be open if all others went away."""
        if not decisive(situation.title):
            return []
        self.why = "garrison: the place must not fall into the enemy's hands"
        posts = Rearguard(situation, self.finished).posts(whole=whole)
        return [Order("move", (u,), h, situation.s.hex[u]) for u, h in posts.items() if situation.s.hex[u] != h]

    def _screen(self, situation: Situation) -> list[Order]:
        return Rearguard(situation, self.finished).orders() if decisive(situation.title) else []

    # -- one stack ----------------------------------------------------------------------------------------------

    def _next_stack(self, situation: Situation) -> Group:
        title, s = situation.title, situation.s
        going_on = tuple(u for u in self.going_on if s.hex[u] >= 0 and title.movement.mover_refusal(s, u) is None)
        self.going_on = ()
        if going_on:
            return tuple(u for u in going_on if s.hex[u] == s.hex[going_on[0]])
        while True:
            self.stacks = self.stacks or self._all_stacks(situation)
            if not self.stacks:
                return ()
            stack = tuple(u for u in self.stacks.pop() if u not in self.finished)
            if stack:
                return stack

    def _all_stacks(self, situation: Situation) -> list[Group]:
        found: list[Group] = []
        for stack in reversed(movable_stacks(situation, self.finished)):
            step = len(stack) if leads_mobile_assault(situation, stack) else PAIR
            found += [stack[i : i + step] for i in range(0, len(stack), step)]
        return found

    def _plan(self, situation: Situation, stack: Group) -> None:
        title, s, start = situation.title, situation.s, situation.s.hex[stack[0]]
        self.finished.update(stack)
        mobile = leads_mobile_assault(situation, stack)
        overrun = self._overrun(situation, stack) if mobile else None
        if overrun is not None:
            self.why, self.going_on = "overrun: a weak stack next door", stack
            self.queue.append(overrun)
            return
        field = self._hunt(situation, stack) if not mobile else None
        if field is None:
            field, self.why = self._field(situation, stack), "rush: the nearest to an objective that can be reached"
        elif field[start] == 1:
            return
        hexes = np.array([start, *title.ranges.destinations(s, stack)])
        best = self._ranked(situation, stack, hexes, field)
        self.ways = {h: passed(title, s, stack, h) for h in best} if mobile else {}
        self.queue.extend(Order("move", stack, h, start) for h in best)

    def _ranked(self, situation: Situation, stack: Group, hexes: NDArray[np.int64], field: Field) -> list[int]:
        """The best hexes for a stack to go to, as long as they are better than the first, in which it is."""
        title, s = situation.title, situation.s
        if self.supplied is None:
            self.supplied = title.supply.network(s, situation.seat)
        load = s.vector("load")[hexes]
        weight = sum(title.units.points[u] for u in stack)
        load[0] -= weight
        score = situation.prizes(hexes) - field[hexes] - CROWD * load / title.stacking.whole_points
        score -= np.where(self.supplied[hexes] != 0, 0, ASTRAY)
        score[load + weight > title.stacking.limit[hexes]] = -np.inf
        found: list[int] = []
        for h in hexes[np.argsort(-score, kind="stable")[:LOOKED_AT]].tolist():
            if h == hexes[0] or len(found) == TRIED:
                break
            if self.supplied[h] <= 1 or title.supply.is_joined(
                s, situation.seat, h
            ):  # more than 1: nobody has looked yet
                found.append(h)
        return found

    def _field(self, situation: Situation, stack: Group) -> Field:
        mobility = situation.title.units.mobility[stack[0]]
        mobility = situation.doctrine.measured_as.get(mobility, mobility)
        if mobility not in self.fields:
            self.fields[mobility] = objective_distance(situation, mobility)
        return self.fields[mobility]

    def _hunt(self, situation: Situation, stack: Group) -> Field | None:
        """How far every hex is from the enemy whom a stack goes for; None if there is none at hand."""
        self.hunted_enemies = self.hunted_enemies or HuntedEnemies(situation, self.sent)
        h = self.hunted_enemies.at_hand(situation.s.hex[stack[0]])
        if h < 0:
            return None
        self.why = "hunt: there is an enemy at hand"
        self.hunted_enemies.send(h, float(situation.attack[list(stack)].sum()))
        return distances(situation.title, h)

    def _overrun(self, situation: Situation, stack: Group) -> Order | None:
        """An enemy stack next door that is weak enough."""
        title, s, start = situation.title, situation.s, situation.s.hex[stack[0]]
        if any(s.flags[u] & ASSAULTED for u in stack):
            return None
        if not (situation.occupier[title.board.grid.neighbours[start]] == situation.foe).any():
            return None
        best, most = None, WORTHWHILE
        odds = Odds(situation)
        for target in mobile_targets(situation, stack, {start: 0}):
            defenders = tuple(title.combat.defenders_in(s, target, MOBILE))
            b = Battle(MOBILE, situation.seat, target, stack, defenders, frozenset({start}), 0, 0)
            value = odds.value(b, situation.prize(target) + 0.4 * float(situation.resistance[target]))
            if value > most:
                best, most = Order("mobile", stack, target), value
        return best


def passed(title: AnyAssaultTitle, s: AssaultState, stack: Group, h: int) -> tuple[int, ...]:
    """The hexes on the way to another, nearest first."""
    return tuple(x for x, _ in reversed(title.ranges.route(s, stack, h).steps[1:]))


def leads_mobile_assault(situation: Situation, stack: Group) -> bool:
    """Whether a stack can make mobile assaults."""
    return any(situation.title.combat.leads_mobile(situation.s, u) for u in stack)
