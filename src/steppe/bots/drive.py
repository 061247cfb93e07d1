"""The movement of a side that attacks: mobile stacks first, with their mobile assaults, then everybody on foot.

Each stack is given one of the objectives in enemy hands and goes where the way to it is shortest, enemy stacks counting
as so many MP. Nobody leaves who keeps the enemy out of a decisive place in the rear.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.assault.combat import Battle, defenders_in
from steppe.assault.movement import has_finished, mover_refusal
from steppe.assault.state import ASSAULTED, HALTED, MOBILE, MOVED
from steppe.bots.aims import Aims, Group
from steppe.bots.attacks import Attack, Odds, with_air
from steppe.bots.destinations import SPEED, best_destination, launches, stops
from steppe.bots.entries import next_entry
from steppe.bots.guards import Rearguard
from steppe.bots.phases import after, finish
from steppe.bots.picture import Picture, distances, look
from steppe.bots.roads import mend
from steppe.bots.searches import FAR, Field
from steppe.orders import Order
from steppe.view import View

PAIR = 2
"""How many go together on foot."""
CROWD = 0.6
"""MP that those on foot walk farther for every friend who stands where they would go."""
BACK = 1
"""How many MP from its objective a stack turns away for a mobile assault."""
SWEEP = 1.0
"""What a mobile assault on an enemy in the rear is worth besides."""
TUG = 2
"""How many MP every MP beyond the leash counts for."""
GO_ON = 0.7
"""What a MP left after a mobile assault is worth."""


class Drive:
    """One movement phase of an attacker."""

    def __init__(self) -> None:
        self.finished: set[int] = set()
        self.queue: list[Order] = []
        self.picture: Picture | None = None
        self.guarding = True
        """Guards are sent out before anybody moves, and again when the mobile stacks have gone."""
        self.why = ""
        """The reason for what is in the queue."""
        self.mending = True
        """Roads are mended first of all, and again when the mobile stacks have gone."""
        self.foot_turn = False
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        self.note = ""
        while True:
            while self.queue:
                order = self.queue.pop(0)
                if view.refuse(order) is None:
                    return self._given(view, order)
            picture = self._look(view)
            entry = next_entry(view, picture)
            if entry is not None:
                self.picture = None
                return entry
            if self.mending:
                repair = mend(picture, self.finished)
                if repair is not None and view.refuse(repair) is None:
                    self.finished.update(repair.units)
                    self.picture = None
                    self.note = "open the road: supply runs on through there"
                    return repair
                self.mending = False
            if self.guarding:
                self.guarding = False
                self.queue = self.rearguard.orders()
                self.why = "garrison: the place must not fall into the enemy's hands"
                continue
            stack = next_stack(picture, self.finished)
            if stack is None or (not self.foot_turn and not is_mobile(picture, stack)):
                if not self.foot_turn:
                    self.foot_turn = self.guarding = self.mending = True
                    continue
                if stack is None:
                    return finish(view, rng)
            assert stack is not None
            self._plan(picture, stack)

    def _given(self, view: View[Any], order: Order) -> Order:
        self.note = self.why
        self.picture = after(view, order, self.picture)
        return order

    def _look(self, view: View[Any]) -> Picture:
        if self.picture is None:
            self.picture = look(view)
            self.aims = Aims(self.picture)
            self.odds = Odds(self.picture)
            self.rearguard = Rearguard(self.picture, self.finished)
        return self.picture

    # -- one stack ----------------------------------------------------------------------------------------------

    def _plan(self, picture: Picture, stack: Group) -> None:
        if not is_mobile(picture, stack) or not leads(picture, stack):
            self._plan_foot(picture, stack[:PAIR])
            return
        self.finished.update(stack)
        field = self.aims.field_for(stack, picture.title.doctrine.ambition, picture.title.doctrine.horizon)
        if field is not None:
            self._plan_mobile(picture, stack, field)

    def _plan_foot(self, picture: Picture, stack: Group) -> None:
        """By twos, so that a long line is manned and many enemies are in contact."""
        self.finished.update(stack)
        prey = self.aims.prey(stack)
        field = self.aims.field_for(stack) if prey is None else distances(picture.title, prey)
        if field is None:
            return
        found, start = stops(picture, stack), picture.s.hex[stack[0]]
        load, whole = picture.s.load, picture.title.whole_points

        def cost(h: int) -> tuple[float, int, int]:
            crowd = load[h] / whole - len(stack) if h == start else load[h] / whole
            return field[h] + CROWD * crowd - picture.prize(h), found[h], h

        best = min(found, key=cost)
        self.why = "march: nearer to an objective" if prey is None else "march: there is an enemy at hand"
        for group in (stack, stack[:-1]) if best != start else ():
            if group and (picture.prize(best) or not self.rearguard.opens(picture.s, group, best, last=self.foot_turn)):
                self.queue = [Order("move", group, best, start)]
                break
        if prey is not None and (self.queue or field[start] <= 1):
            self.aims.pests[prey] -= float(picture.attack[list(stack)].sum())

    def _plan_mobile(self, picture: Picture, stack: Group, field: Field) -> None:
        found, start = stops(picture, stack), picture.s.hex[stack[0]]
        leash = picture.title.doctrine.leash
        field = field + TUG * np.maximum(picture.lead - leash, 0)
        goal, score = best_destination(picture, stack, field, found)
        assault = self._best_assault(picture, stack, field, found)
        if assault is not None and (
            assault.value <= score + 0.5
            or self.rearguard.opens(picture.s, stack, assault.order.hex, last=self.foot_turn)
        ):
            assault = None
        if assault is not None:
            launch, order = assault.order.start, assault.order._replace(start=-1)
            self.queue = [order] if launch == start else [Order("move", stack, launch, start), order]
            self.why = f"overrun: worth {assault.value - score:.1f} factors more than driving on"
            self.finished.difference_update(stack)  # it goes on afterwards if it can
        elif goal != start:
            self.why = "drive: nearer to an objective, or across his lines of supply"
            for group in (stack, stack[:-1]):
                if group and (score > FAR or not self.rearguard.opens(picture.s, group, goal, last=self.foot_turn)):
                    self.queue = [Order("move", group, goal, start)]
                    return

    def _best_assault(self, picture: Picture, stack: Group, field: Field, found: dict[int, int]) -> Attack | None:
        """The best mobile assault in reach, with its launch hex as the order's start."""
        title, s = picture.title, picture.s
        if any(s.flags[u] & ASSAULTED for u in stack):
            return None
        best: Attack | None = None
        for target, (launch, _, left) in launches(picture, stack, found).items():
            if field[target] > field[s.hex[stack[0]]] + BACK:
                continue
            b = Battle(
                MOBILE,
                picture.seat,
                target,
                stack,
                tuple(defenders_in(title, s, target, MOBILE)),
                frozenset({launch}),
                0,
                0,
            )
            results = self.odds.results(b)
            clear = self.odds.clears(b, results)
            ground = self._ground(picture, target)
            value = self.odds.weigh(b, results, ground)
            value += SPEED * (clear * (GO_ON * left - field[target]) - (1 - clear) * field[launch])
            if best is None or value > best.value:
                best = Attack(value, Order("mobile", stack, target, launch))
        if best is not None and best.order.start == s.hex[stack[0]]:
            best = with_air(self.odds, best, self._ground(picture, best.order.hex), MOBILE)
        return best

    def _ground(self, picture: Picture, h: int) -> float:
        """What it is worth to have a hex empty: an objective, an open way, a quiet rear."""
        worth = picture.prize(h) + 0.4 * float(picture.resistance[h])
        return worth + SWEEP if h in picture.rear else worth


# -- stacks -----------------------------------------------------------------------------------------------------------


def is_mobile(picture: Picture, stack: Group) -> bool:
    return picture.title.may_assault_mobile(picture.s, stack[0])


def leads(picture: Picture, stack: Group) -> bool:
    """Whether a stack can make mobile assaults; if not, it does as those on foot do."""
    if not any(picture.title.leads_mobile(picture.s, u) for u in stack):
        return False
    least = picture.title.doctrine.spearhead
    return not least or float(picture.attack[list(stack)].sum()) >= least


def next_stack(picture: Picture, finished: set[int]) -> Group | None:
    """The next stack to move: the one under way, then mobile ones, then those nearest to the enemy."""
    title, s = picture.title, picture.s
    stacks: dict[tuple[int, int, bool], list[int]] = {}
    for u in title.side_units[picture.seat]:
        if s.hex[u] < 0 or u in finished or s.flags[u] & HALTED or has_finished(s, u):
            continue
        if title.can_go_on(s, u) and mover_refusal(title, s, u) is None:
            stacks.setdefault((s.hex[u], s.origin[u], title.may_assault_mobile(s, u)), []).append(u)
    if not stacks:
        return None
    far = picture.foe_distance
    key = min(stacks, key=lambda k: (not s.flags[stacks[k][0]] & MOVED, not k[2], int(far[k[0]]), k))
    return tuple(stacks[key])
