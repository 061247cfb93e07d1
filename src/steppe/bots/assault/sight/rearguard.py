"""Who keeps the enemy out of vital places in the rear: in the place itself, or else across his way to it."""

from __future__ import annotations

from collections import Counter

import numpy as np
from scipy.optimize import linear_sum_assignment

from steppe.assault.state import MOVED, AssaultState
from steppe.assault.units import RESERVE
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.objectives import DECISIVE, objective_values, vital
from steppe.bots.assault.sight.searches import FAR
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.sight.threats import Intruders, break_ins, enemy_reach, intruders, weak_posts
from steppe.orders import Order

WIDE = 4
"""So far from a place a screen may stand."""
TRIED_UNITS, TRIED_HEXES = 6, 10
GREAT = 0.1
"""How much sooner a place is seen to for every factor that it is worth more."""
STEP_IN = 4
"""MP from nearer than which an objective in the rear is manned."""
BEYOND = 1e6
"""The price of a post that a unit cannot get to."""


def available(
    situation: Situation, s: AssaultState, place: int, busy: set[int], beyond: int = 0, *, whole: bool = False
) -> list[int]:
    """Who could go to a place: the many before the few (who have other duties), the whole before the reduced (who
    could not hold), the weak in attack before the strong, the near before the far."""
    title = situation.title
    near = distances(title, place)
    many = Counter(title.units.mobility[u] for u in title.side_units[situation.seat])
    able = [
        u
        for u in title.side_units[situation.seat]
        if s.hex[u] >= 0
        and not s.flags[u] & MOVED
        and u not in busy
        and near[s.hex[u]] <= title.movement.mp_left(s, u) + beyond
        and title.movement.mover_refusal(s, u) is None
        and (s.steps[u] > 1 or not whole)
    ]

    def order(u: int) -> tuple[int, int, float, int, int]:
        return -many[title.units.mobility[u]], -s.steps[u], float(situation.attack[u]), int(near[s.hex[u]]), u

    return sorted(able, key=order)


def keeps_out(situation: Situation, s: AssaultState, u: int, h: int, place: int, who: Intruders) -> bool:
    """Whether a unit in a hex closes a place to the enemy without opening another."""
    ghost = s.clone()
    shift_units(situation.title, ghost, (u,), h)
    others = set(break_ins(situation, s, who)) - {place}
    return others.issuperset(break_ins(situation, ghost, who))


def guard_order(
    situation: Situation, s: AssaultState, place: int, busy: set[int], who: Intruders, *, whole: bool = False
) -> Order | None:
    """A unit goes into the place."""
    for u in available(situation, s, place, busy, whole=whole):
        fits = situation.title.stacking.has_room(s, (u,), place)
        if (
            fits
            and place in situation.title.ranges.find_range(s, (u,))
            and keeps_out(situation, s, u, place, place, who)
        ):
            return Order("move", (u,), place, s.hex[u])
    return None


def screen_order(situation: Situation, s: AssaultState, place: int, busy: set[int], who: Intruders) -> Order | None:
    """Nobody can get into the place: a unit goes where it, or its ZOC, stops the enemy on his way there."""
    near = distances(situation.title, place)
    for u in available(situation, s, place, busy, WIDE)[:TRIED_UNITS]:
        found = sorted(situation.title.ranges.find_range(s, (u,)), key=lambda h: (int(near[h]), h))
        for h in [h for h in found if near[h] <= WIDE and h != s.hex[u]][:TRIED_HEXES]:
            if keeps_out(situation, s, u, h, place, who):
                return Order("move", (u,), h, s.hex[u])
    return None


class Rearguard:
    """Who keeps the enemy out of the vital places in the rear."""

    def __init__(self, situation: Situation, finished: set[int]) -> None:
        self.situation, self.finished = situation, finished
        self.who = intruders(situation)

    def posts(self, least: float = DECISIVE, *, whole: bool = True, near: int = FAR) -> dict[int, int]:
        """A unit for every place worth so much that the enemy could reach if all others went away, the nearest first.

        Whoever is not posted is then free to go. Units that are not ``whole`` cannot be sure to hold.
        """
        situation, title = self.situation, self.situation.title
        s = situation.s
        free = [
            u
            for u in title.side_units[situation.seat]
            if s.hex[u] >= 0 and u not in self.finished and title.movement.mover_refusal(s, u) is None
        ]
        ghost = s.clone()
        for u in free:
            title.stacks.lift(ghost, u, RESERVE)
        worth = objective_values(title)
        left = enemy_reach(situation, ghost, self.who)
        held = [h for h, value in sorted(worth.items()) if value >= least and s.control[h] & 1 == situation.seat]
        places = [h for h in held if ghost.top[h] < 0 and left[h] >= 0]
        able = [u for u in free if s.steps[u] > 1 or not whole]
        if not places or not able:
            return {}
        price = np.full((len(places), len(able)), BEYOND)
        many = Counter(title.units.mobility[u] for u in free)
        ranges: dict[tuple[int, str], dict[int, int]] = {}
        for j, u in enumerate(able):
            key = s.hex[u], title.units.mobility[u]
            if key not in ranges:
                ranges[key] = {s.hex[u]: 0} | title.ranges.find_range(s, (u,))
            for i, h in enumerate(places):
                if ranges[key].get(h, FAR) < near:
                    price[i, j] = ranges[key][h] + float(situation.attack[u]) / many[title.units.mobility[u]]
                    price[i, j] -= GREAT * worth[h]
        found = {}
        for i, j in zip(*linear_sum_assignment(price), strict=True):
            if price[i, j] < BEYOND:
                self.finished.add(able[j])
                found[able[j]] = places[i]
        return found

    def garrison_orders(self) -> list[Order]:
        """Somebody who is near steps into every objective in the rear that the enemy could walk into."""
        s = self.situation.s
        found = self.posts(0.0, whole=False, near=STEP_IN)
        return [Order("move", (u,), h, s.hex[u]) for u, h in found.items() if s.hex[u] != h]

    def post_orders(self) -> list[Order]:
        """The posts for decisive places as moves."""
        s = self.situation.s
        return [Order("move", (u,), h, s.hex[u]) for u, h in self.posts().items() if s.hex[u] != h]

    def orders(self) -> list[Order]:
        """Somebody goes into every vital place that an enemy could reach."""
        situation = self.situation
        ghost = situation.s.clone()
        orders, _ = self.close(ghost)
        for place in weak_posts(situation, ghost, self.who):
            sent = {u for order in orders for u in order.units} | self.finished
            relief = guard_order(situation, ghost, place, sent, self.who)
            if relief is not None:
                shift_units(situation.title, ghost, relief.units, place)
                orders.append(relief)
        for order in orders:
            self.finished.update(order.units)
        return orders

    def close(
        self, ghost: AssaultState, busy: set[int] | frozenset[int] = frozenset(), *, whole: bool = False
    ) -> tuple[list[Order], bool]:
        """The guards that would keep the enemy out, put in place in a ghost, and whether they do.

        Who is not whole cannot be sure to hold.
        """
        situation = self.situation
        orders: list[Order] = []
        sent = self.finished | busy
        beyond_help: set[int] = set()
        while True:
            places = [h for h in break_ins(situation, ghost, self.who) if h not in beyond_help]
            if not places:
                return orders, not beyond_help
            order = guard_order(situation, ghost, places[0], sent, self.who, whole=whole)
            if order is None:
                order = screen_order(situation, ghost, places[0], sent, self.who)
            if order is None:
                beyond_help.add(places[0])
            else:
                shift_units(situation.title, ghost, order.units, order.hex)
                sent.update(order.units)
                orders.append(order)

    def cover(self, s: AssaultState, group: tuple[int, ...], h: int) -> list[Order] | None:
        """Who has to close the vital places that a move would open to the enemy; None if nobody can."""
        situation = self.situation
        if not vital(situation.title, situation.seat):
            return []
        ghost = s.clone()
        before = set(break_ins(situation, ghost, self.who))
        shift_units(situation.title, ghost, group, h)
        if before.issuperset(break_ins(situation, ghost, self.who)):
            return []
        orders, closed = self.close(ghost, set(group), whole=True)
        return orders if closed else None

    def opens(self, s: AssaultState, group: tuple[int, ...], h: int, *, last: bool) -> bool:
        """Whether a move would let the enemy into a vital place; before the ``last`` moves others may yet close it."""
        cover = self.cover(s, group, h)
        return cover is None or (last and bool(cover))
