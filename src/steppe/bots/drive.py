"""The movement of a side that attacks: mobile stacks first, with their mobile assaults, then everybody on foot.

Each stack is given one of the objectives in enemy hands and goes where the way to it is shortest, enemy stacks counting
as so many MP. Nobody leaves who keeps the enemy out of a decisive place in the rear.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault.combat import Battle, defenders_in
from steppe.assault.movement import cost_table, find_range, has_finished, mover_refusal, mp_left
from steppe.assault.state import ASSAULTED, HALTED, MOBILE, MOVED, AssaultState
from steppe.assault.supply import network
from steppe.bots.attacks import Attack, Odds, with_air
from steppe.bots.guards import guard_order, screen_order, shift_units
from steppe.bots.picture import Picture, break_ins, distances, look, rear_enemies, weak_posts
from steppe.bots.searches import FAR, Field
from steppe.events import Log
from steppe.orders import Order
from steppe.view import View

if TYPE_CHECKING:
    pass

Group = tuple[int, ...]
NEED = 20.0
"""Attack factors that an objective can use, per root of its value."""
LOOKED_AT = 10
"""How many destinations are looked at closely."""
CUT = 0.3
"""What an enemy out of supply is worth, of what destroying him would be: he may yet get out."""
AT_HAND = 6
"""Enemies in the rear are hunted by those on foot who are so near to them."""
ENOUGH = 4.0
"""Attack factors that are sent against each defence factor of theirs."""
PAIR = 2
"""How many go together on foot."""
CROWD = 0.6
"""MP that those on foot walk farther for every friend who stands where they would go."""
BACK = 1
"""How many MP from its objective a stack turns away for a mobile assault."""
SWEEP = 1.0
"""What a mobile assault on an enemy in the rear is worth besides."""
SPEED = 2.5
"""What a MP nearer to the objective is worth."""
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
        self.foot_turn = False

    def next(self, view: View[Any], rng: random.Random) -> Order:
        while True:
            while self.queue:
                order = self.queue.pop(0)
                if view.refuse(order) is None:
                    return self._given(view, order)
            picture = self._look(view)
            if self.guarding:
                self.guarding = False
                self.queue = self._guard(picture)
                continue
            stack = next_stack(picture, self.finished)
            if stack is None or (not self.foot_turn and not is_mobile(picture, stack)):
                if not self.foot_turn:
                    self.foot_turn = self.guarding = True
                    continue
                if stack is None:
                    done = Order("done")
                    return done if view.refuse(done) is None else view.pick(rng)
            assert stack is not None
            self._plan(picture, stack)

    def _given(self, view: View[Any], order: Order) -> Order:
        """Keep the own copy of the state up to date: a plain move holds no surprise, a battle does."""
        if order.verb == "move" and self.picture is not None:
            view.title.apply(self.picture.s, order)
        else:
            self.picture = None
        return order

    def _look(self, view: View[Any]) -> Picture:
        if self.picture is None:
            self.picture = look(view)
            self.aims = Aims(self.picture)
            self.odds = Odds(self.picture)
            self.intruders = self.picture.intruders()
        return self.picture

    # -- guards -------------------------------------------------------------------------------------------------

    def _guard(self, picture: Picture) -> list[Order]:
        """Somebody goes into every decisive place that an enemy could reach."""
        ghost = picture.s.clone()
        orders, _ = self._close(picture, ghost)
        for place in weak_posts(picture, ghost, self.intruders):
            sent = {u for order in orders for u in order.units} | self.finished
            relief = guard_order(picture, ghost, place, sent, self.intruders)
            if relief is not None:
                shift_units(picture.title, ghost, relief.units, place)
                orders.append(relief)
        for order in orders:
            self.finished.update(order.units)
        return orders

    def _close(self, picture: Picture, ghost: AssaultState) -> tuple[list[Order], bool]:
        """The guards that would keep the enemy out, put in place in a ghost, and whether they do."""
        orders: list[Order] = []
        sent = set(self.finished)
        beyond_help: set[int] = set()
        while True:
            places = [h for h in break_ins(picture, ghost, self.intruders) if h not in beyond_help]
            if not places:
                return orders, not beyond_help
            order = guard_order(picture, ghost, places[0], sent, self.intruders)
            if order is None:
                order = screen_order(picture, ghost, places[0], sent, self.intruders)
            if order is None:
                beyond_help.add(places[0])
            else:
                shift_units(picture.title, ghost, order.units, order.hex)
                sent.update(order.units)
                orders.append(order)

    def _opens(self, picture: Picture, group: Group, h: int) -> bool:
        """Whether a move would let the enemy into a decisive place, and nobody on foot were there to close it."""
        ghost = picture.s.clone()
        before = set(break_ins(picture, ghost, self.intruders))
        shift_units(picture.title, ghost, group, h)
        if before.issuperset(break_ins(picture, ghost, self.intruders)):
            return False
        return self.foot_turn or not self._close(picture, ghost)[1]

    # -- one stack ----------------------------------------------------------------------------------------------

    def _plan(self, picture: Picture, stack: Group) -> None:
        if not is_mobile(picture, stack) or not leads(picture, stack):
            self._plan_foot(picture, stack[:PAIR])
            return
        self.finished.update(stack)
        field = self.aims.field_for(stack)
        if field is not None:
            self._plan_mobile(picture, stack, field)

    def _plan_foot(self, picture: Picture, stack: Group) -> None:
        """By twos, so that a long line is manned and many enemies are in contact."""
        self.finished.update(stack)
        prey = self.aims.prey(stack)
        field = self.aims.field_for(stack) if prey is None else distances(picture.title, prey)
        if field is None:
            return
        found, start = find_range(picture.title, picture.s, stack), picture.s.hex[stack[0]]
        load = picture.s.load

        def cost(h: int) -> tuple[float, int, int]:
            crowd = load[h] - len(stack) if h == start else load[h]
            return field[h] + CROWD * crowd - picture.prize(h), found[h], h

        best = min(found, key=cost)
        for group in (stack, stack[:-1]) if best != start else ():
            if group and (picture.prize(best) or not self._opens(picture, group, best)):
                self.queue = [Order("move", group, best, start)]
                break
        if prey is not None and (self.queue or field[start] <= 1):
            self.aims.pests[prey] -= float(picture.attack[list(stack)].sum())

    def _plan_mobile(self, picture: Picture, stack: Group, field: Field) -> None:
        found, start = find_range(picture.title, picture.s, stack), picture.s.hex[stack[0]]
        goal, score = best_destination(picture, stack, field, found)
        assault = self._best_assault(picture, stack, field, found)
        if assault is not None and (assault.value <= score + 0.5 or self._opens(picture, stack, assault.order.hex)):
            assault = None
        if assault is not None:
            launch, order = assault.order.start, assault.order._replace(start=-1)
            self.queue = [order] if launch == start else [Order("move", stack, launch, start), order]
            self.finished.difference_update(stack)  # it goes on afterwards if it can
        elif goal != start:
            for group in (stack, stack[:-1]):
                if group and (score > FAR or not self._opens(picture, group, goal)):
                    self.queue = [Order("move", group, goal, start)]
                    return

    def _best_assault(self, picture: Picture, stack: Group, field: Field, found: dict[int, int]) -> Attack | None:
        """The best mobile assault in reach, with its launch hex as the order's start."""
        title, s = picture.title, picture.s
        if any(s.flags[u] & ASSAULTED for u in stack):
            return None
        best: Attack | None = None
        have = max(mode.allowance for mode in title.movement_modes(s, stack))
        for target, (launch, spent) in launches(picture, stack, found, have).items():
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
            clear = chance_to_clear(picture, b, results)
            ground = self._ground(picture, target)
            value = self.odds.weigh(b, results, ground)
            value += SPEED * (clear * (GO_ON * (have - spent) - field[target]) - (1 - clear) * field[launch])
            if best is None or value > best.value:
                best = Attack(value, Order("mobile", stack, target, launch))
        if best is not None and best.order.start == s.hex[stack[0]]:
            best = with_air(self.odds, best, self._ground(picture, best.order.hex), MOBILE)
        return best

    def _ground(self, picture: Picture, h: int) -> float:
        """What it is worth to have a hex empty: an objective, an open way, a quiet rear."""
        worth = picture.prize(h) + 0.4 * float(picture.resistance[h])
        return worth + SWEEP if h in picture.rear else worth


class Aims:
    """Who goes for which objective, and how far it is."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.goals = picture.wanted()
        self.fields = [picture.field(list(g.hexes), picture.resistance, backward=True)[0] for g in self.goals]
        self.load = [0.0] * len(self.goals)
        self.pests = {h: ENOUGH * float(picture.foe_defence[h]) for h in rear_enemies(picture)}
        """The enemies in the rear, with the attack factors that are still wanted against each."""

    def prey(self, stack: Group) -> int | None:
        """Those who cannot break through deal first with enemies who stand too near to a decisive place."""
        picture = self.picture
        start = picture.s.hex[stack[0]]
        near = distances(picture.title, start)
        hunted = [h for h, wanted in self.pests.items() if wanted > 0 and near[h] <= AT_HAND]
        return min(hunted, key=lambda h: (int(near[h]), h), default=None)

    def field_for(self, stack: Group) -> Field | None:
        """The way to the objective that this stack goes for: worth much, near, not yet served by others."""
        h = self.picture.s.hex[stack[0]]
        if not self.goals:
            return None
        force = float(self.picture.attack[list(stack)].sum())

        def appeal(i: int) -> float:
            root = float(np.sqrt(self.goals[i].value))
            return root / (float(self.fields[i][h]) + 6) / (1 + self.load[i] / (NEED * root))

        i = max(range(len(self.goals)), key=appeal)
        self.load[i] += force
        return self.fields[i]


# -- stacks -----------------------------------------------------------------------------------------------------------


def is_mobile(picture: Picture, stack: Group) -> bool:
    return picture.title.may_assault_mobile(picture.s, stack[0])


def leads(picture: Picture, stack: Group) -> bool:
    """Whether a stack can make mobile assaults; if not, it does as those on foot do."""
    return any(picture.title.leads_mobile(picture.s, u) for u in stack)


def next_stack(picture: Picture, finished: set[int]) -> Group | None:
    """The next stack to move: the one under way, then mobile ones, then those nearest to the enemy."""
    title, s = picture.title, picture.s
    stacks: dict[tuple[int, int, bool], list[int]] = {}
    for u in title.side_units[picture.seat]:
        if s.hex[u] < 0 or u in finished or s.flags[u] & HALTED or has_finished(s, u):
            continue
        if mp_left(title, s, u) > 0 and mover_refusal(title, s, u) is None:
            stacks.setdefault((s.hex[u], s.origin[u], title.may_assault_mobile(s, u)), []).append(u)
    if not stacks:
        return None
    far = picture.foe_distance
    key = min(stacks, key=lambda k: (not s.flags[stacks[k][0]] & MOVED, not k[2], int(far[k[0]]), k))
    return tuple(stacks[key])


# -- destinations -----------------------------------------------------------------------------------------------------


def best_destination(picture: Picture, stack: Group, field: Field, found: dict[int, int]) -> tuple[int, float]:
    """Where a mobile stack does most: nearer to its objective, or across the enemy's lines of supply."""
    ranked = sorted(found, key=lambda h: (field[h] - picture.prize(h), found[h], h))
    front = ranked[: LOOKED_AT // 2]
    others = [h for h in ranked[LOOKED_AT // 2 :] if field[h] <= field[ranked[0]] + 8]
    looked_at = front + others[:: max(1, 2 * len(others) // LOOKED_AT)]
    before = supplied_worth(picture, picture.s)
    best, best_score = ranked[0], -10.0 * FAR
    for h in looked_at:
        ghost = picture.s.clone()
        shift_units(picture.title, ghost, stack, h)
        picture.title.check_instant(ghost, Log())
        score = -SPEED * float(field[h]) + picture.prize(h) + CUT * (before - supplied_worth(picture, ghost))
        if ghost.winner == picture.seat:
            score += 10.0 * FAR
        if score > best_score:
            best, best_score = h, score
    return best, best_score


def supplied_worth(picture: Picture, s: AssaultState) -> float:
    """The worth of all enemies in supply."""
    joined = network(picture.title, s, picture.foe)
    mask = picture.on_map & (picture.title.units.side_array == picture.foe)
    supplied = joined[picture.hexes[mask]] != 0
    return float((picture.attack[mask] + picture.defence[mask])[supplied].sum())


def launches(picture: Picture, stack: Group, found: dict[int, int], have: int) -> dict[int, tuple[int, int]]:
    """The enemy hexes that a stack could assault, each from the launch hex that costs least: (launch, MP in all)."""
    title, s = picture.title, picture.s
    costs = cost_table(title, s, title.units.side[stack[0]], frozenset(title.units.mobility[u] for u in stack))
    around = title.board.grid.around
    cheapest: dict[int, tuple[int, int]] = {}
    for launch, spent in found.items():
        if spent + 1 + title.mobile_extra > have:
            continue
        for d, target in enumerate(around[launch]):
            if target < 0 or s.top[target] < 0 or title.units.side[s.top[target]] == picture.seat:
                continue
            if not costs[launch, d] or title.board.terrain[target] in title.mobile_closed_terrain:
                continue
            price = spent + int(costs[launch, d]) + title.mobile_extra
            if price <= have and (target not in cheapest or price < cheapest[target][1]):
                cheapest[target] = launch, price
    return cheapest


def chance_to_clear(picture: Picture, b: Battle, results: dict[str, float]) -> float:
    """The chance that the hex is empty afterwards."""
    chance = results.get("DR", 0.0) if not picture.title.city_mask[b.hex] else 0.0
    if all(picture.s.steps[u] == 1 for u in b.defenders):
        chance += results.get("DE", 0.0)
    return chance
