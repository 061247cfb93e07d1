"""The movement of a side that attacks: mobile stacks first, with their mobile assaults, then everybody on foot.

Each stack is given one of the objectives in enemy hands and goes where the way to it is shortest, enemy stacks counting
as so many MP. Nobody leaves who keeps the enemy out of a decisive place in the rear.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.assault.combat import Battle
from steppe.assault.movement import has_finished
from steppe.assault.state import ASSAULTED, HALTED, MOBILE, MOVED, AssaultState
from steppe.bots.assault.decisions.arrivals import next_entry
from steppe.bots.assault.memory import distances
from steppe.bots.assault.phases import finish, situation_after
from steppe.bots.assault.sight.aims import Aims
from steppe.bots.assault.sight.assaults import Attack, with_air
from steppe.bots.assault.sight.enemy_supply import CUT
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.moves import mobile_targets, stops
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.rearguard import Rearguard
from steppe.bots.assault.sight.searches import FAR, Field
from steppe.bots.assault.sight.situation import Group, Situation, situation_of
from steppe.bots.assault.sight.supply_roads import road_opening
from steppe.events import Log
from steppe.orders import Order
from steppe.view import View

LOOKED_AT = 10
"""How many destinations are looked at closely."""
SPEED = 2.5
"""What a MP nearer to the objective is worth."""
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


class GreedyAttackerMovement:
    """One movement phase of an attacker."""

    def __init__(self) -> None:
        self.finished: set[int] = set()
        self.queue: list[Order] = []
        self.situation: Situation | None = None
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
            situation = self._look(view)
            entry = next_entry(view, situation)
            if entry is not None:
                self.situation = None
                return entry
            if self.mending:
                repair = road_opening(situation, self.finished)
                if repair is not None and view.refuse(repair) is None:
                    self.finished.update(repair.units)
                    self.situation = None
                    self.note = "open the road: supply runs on through there"
                    return repair
                self.mending = False
            if self.guarding:
                self.guarding = False
                self.queue = self.rearguard.orders()
                self.why = "garrison: the place must not fall into the enemy's hands"
                continue
            stack = next_stack(situation, self.finished)
            if stack is None or (not self.foot_turn and not is_mobile(situation, stack)):
                if not self.foot_turn:
                    self.foot_turn = self.guarding = self.mending = True
                    continue
                if stack is None:
                    return finish(view, rng)
            assert stack is not None
            self._plan(situation, stack)

    def _given(self, view: View[Any], order: Order) -> Order:
        self.note = self.why
        self.situation = situation_after(view, order, self.situation)
        return order

    def _look(self, view: View[Any]) -> Situation:
        if self.situation is None:
            self.situation = situation_of(view)
            self.aims = Aims(self.situation)
            self.odds = Odds(self.situation)
            self.rearguard = Rearguard(self.situation, self.finished)
        return self.situation

    # -- one stack ----------------------------------------------------------------------------------------------

    def _plan(self, situation: Situation, stack: Group) -> None:
        if not is_mobile(situation, stack) or not leads_mobile_assault(situation, stack):
            self._plan_foot(situation, stack[:PAIR])
            return
        self.finished.update(stack)
        field = self.aims.field_for(stack, situation.doctrine.ambition, situation.doctrine.horizon)
        if field is not None:
            self._plan_mobile(situation, stack, field)

    def _plan_foot(self, situation: Situation, stack: Group) -> None:
        """By twos, so that a long line is manned and many enemies are in contact."""
        self.finished.update(stack)
        prey = self.aims.enemy_at_hand(stack)
        field = self.aims.field_for(stack) if prey is None else distances(situation.title, prey)
        if field is None:
            return
        found, start = stops(situation, stack), situation.s.hex[stack[0]]
        load, whole = situation.s.load, situation.title.stacking.whole_points

        def cost(h: int) -> tuple[float, int, int]:
            crowd = load[h] / whole - len(stack) if h == start else load[h] / whole
            return field[h] + CROWD * crowd - situation.prize(h), found[h], h

        best = min(found, key=cost)
        self.why = "march: nearer to an objective" if prey is None else "march: there is an enemy at hand"
        for group in (stack, stack[:-1]) if best != start else ():
            if group and (
                situation.prize(best) or not self.rearguard.opens(situation.s, group, best, last=self.foot_turn)
            ):
                self.queue = [Order("move", group, best, start)]
                break
        if prey is not None and (self.queue or field[start] <= 1):
            self.aims.hunted[prey] -= float(situation.attack[list(stack)].sum())

    def _plan_mobile(self, situation: Situation, stack: Group, field: Field) -> None:
        found, start = stops(situation, stack), situation.s.hex[stack[0]]
        leash = situation.doctrine.leash
        field = field + TUG * np.maximum(situation.distance_from_foot - leash, 0)
        goal, score = best_destination(situation, stack, field, found)
        assault = self._best_assault(situation, stack, field, found)
        if assault is not None and (
            assault.value <= score + 0.5
            or self.rearguard.opens(situation.s, stack, assault.order.hex, last=self.foot_turn)
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
                if group and (score > FAR or not self.rearguard.opens(situation.s, group, goal, last=self.foot_turn)):
                    self.queue = [Order("move", group, goal, start)]
                    return

    def _best_assault(self, situation: Situation, stack: Group, field: Field, found: dict[int, int]) -> Attack | None:
        """The best mobile assault in reach, with its launch hex as the order's start."""
        title, s = situation.title, situation.s
        if any(s.flags[u] & ASSAULTED for u in stack):
            return None
        best: Attack | None = None
        for target, (launch, _, left) in mobile_targets(situation, stack, found).items():
            if field[target] > field[s.hex[stack[0]]] + BACK:
                continue
            b = Battle(
                MOBILE,
                situation.seat,
                target,
                stack,
                tuple(title.combat.defenders_in(s, target, MOBILE)),
                frozenset({launch}),
                0,
                0,
            )
            results = self.odds.results(b)
            clear = self.odds.clears(b, results)
            ground = self._ground(situation, target)
            value = self.odds.weigh(b, results, ground)
            value += SPEED * (clear * (GO_ON * left - field[target]) - (1 - clear) * field[launch])
            if best is None or value > best.value:
                best = Attack(value, Order("mobile", stack, target, launch))
        if best is not None and best.order.start == s.hex[stack[0]]:
            best = with_air(self.odds, best, self._ground(situation, best.order.hex), MOBILE)
        return best

    def _ground(self, situation: Situation, h: int) -> float:
        """What it is worth to have a hex empty: an objective, an open way, a quiet rear."""
        worth = situation.prize(h) + 0.4 * float(situation.resistance[h])
        return worth + SWEEP if h in situation.enemies_in_rear else worth


def is_mobile(situation: Situation, stack: Group) -> bool:
    return situation.title.combat.may_assault_mobile(situation.s, stack[0])


def leads_mobile_assault(situation: Situation, stack: Group) -> bool:
    """Whether a stack can make mobile assaults; if not, it does as those on foot do."""
    if not any(situation.title.combat.leads_mobile(situation.s, u) for u in stack):
        return False
    least = situation.doctrine.spearhead
    return not least or float(situation.attack[list(stack)].sum()) >= least


def next_stack(situation: Situation, finished: set[int]) -> Group | None:
    """The next stack to move: the one under way, then mobile ones, then those nearest to the enemy."""
    title, s = situation.title, situation.s
    stacks: dict[tuple[int, int, bool], list[int]] = {}
    for u in title.side_units[situation.seat]:
        if s.hex[u] < 0 or u in finished or s.flags[u] & HALTED or has_finished(s, u):
            continue
        if title.movement.can_go_on(s, u) and title.movement.mover_refusal(s, u) is None:
            stacks.setdefault((s.hex[u], s.origin[u], title.combat.may_assault_mobile(s, u)), []).append(u)
    if not stacks:
        return None
    far = situation.foe_distance
    key = min(stacks, key=lambda k: (not s.flags[stacks[k][0]] & MOVED, not k[2], int(far[k[0]]), k))
    return tuple(stacks[key])


def best_destination(situation: Situation, stack: Group, field: Field, found: dict[int, int]) -> tuple[int, float]:
    """Where a mobile stack does most: nearer to its objective, or across the enemy's lines of supply."""
    ranked = sorted(found, key=lambda h: (field[h] - situation.prize(h), found[h], h))
    front = ranked[: LOOKED_AT // 2]
    others = [h for h in ranked[LOOKED_AT // 2 :] if field[h] <= field[ranked[0]] + 8]
    looked_at = front + others[:: max(1, 2 * len(others) // LOOKED_AT)]
    before = supplied_value(situation, situation.s)
    best, best_score = ranked[0], -10.0 * FAR
    for h in looked_at:
        ghost = situation.s.clone()
        shift_units(situation.title, ghost, stack, h)
        situation.title.victory.check_instant(ghost, Log())
        score = -SPEED * float(field[h]) + situation.prize(h) + CUT * (before - supplied_value(situation, ghost))
        if ghost.winner == situation.seat:
            score += 10.0 * FAR
        if score > best_score:
            best, best_score = h, score
    return best, best_score


def supplied_value(situation: Situation, s: AssaultState) -> float:
    """The worth of all enemies in supply."""
    if situation.foe_lives_off_the_land:
        return 0.0
    joined = situation.title.supply.network(s, situation.foe)
    mask = situation.on_map & (situation.title.units.side_array == situation.foe)
    supplied = joined[situation.hexes[mask]] != 0
    return float((situation.attack[mask] + situation.defence[mask])[supplied].sum())
