"""Prepared assaults: who could attack a hex, which group does best, with or without aircraft, for what gain."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from steppe.assault.combat import Battle
from steppe.assault.stacks import units_in
from steppe.assault.state import PREPARED, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.units import UNKNOWN
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.situation import Situation
from steppe.orders import Order
from steppe.view import View

WORTHWHILE = 0.2
"""No attack for less than this."""
AIR_PRICE = 2.5
"""What an aircraft must bring: it may be worth more elsewhere this turn."""
EFFORT = 0.04
"""The price of a factor that cannot attack elsewhere."""
HUNT = 1.5
"""What it is worth besides to drive an enemy away from the rear."""
THROWN_BACK = 2.0
"""What it is worth to a defender to throw an attacker back: the way will have to be made again."""
OPENING = 0.8
"""What driving an enemy out of the way is worth, of the MP that he cost."""


class Attack(NamedTuple):
    value: float
    order: Order


def battle(title: AnyAssaultTitle, s: AssaultState, h: int, group: Iterable[int], kind: int, air: int = 0) -> Battle:
    units = tuple(group)
    where = frozenset(s.hex[u] for u in units)
    return Battle(
        kind, title.units.side[units[0]], h, units, tuple(title.combat.defenders_in(s, h, kind)), where, air, 0
    )


def candidates(title: AnyAssaultTitle, s: AssaultState, h: int) -> list[int]:
    """Who may make a prepared assault on a hex now."""
    seat = s.frame()[1]
    if title.combat.target_refusal(s, h, seat, PREPARED) is not None:
        return []
    return [
        u
        for n in title.board.grid.around[h]
        if n >= 0 and s.top[n] >= 0 and title.units.side[s.top[n]] == seat
        for u in units_in(s, n)
        if title.combat.attacker_refusal(s, u, h, PREPARED) is None
    ]


def sizes(number: int) -> list[int]:
    """How many of the best attackers to try: all the small groups, some of the large ones."""
    return [k for k in range(1, number + 1) if k <= 6 or k % 3 == 0 or k == number]


def pincers(odds: Odds, h: int, able: list[int]) -> list[list[int]]:
    """Pairs from opposite sides of a hex, the best of each: few units, but a concentric assault."""
    title, s = odds.title, odds.s
    best: dict[int, int] = {}
    for u in able:  # the strongest come first
        best.setdefault(title.board.grid.direction(h, s.hex[u]), u)
    return [[best[d], best[d + 3]] for d in range(3) if d in best and d + 3 in best]


def groups(odds: Odds, h: int, able: list[int]) -> list[list[int]]:
    return [able[:k] for k in sizes(len(able))] + pincers(odds, h, able)


def together(title: AnyAssaultTitle, s: AssaultState, h: int, able: list[int]) -> list[int]:
    """As many as may attack a hex together, the first before the others."""
    if title.combat.unfit_force(s, Order("assault", tuple(able), h), PREPARED) is None:
        return able
    found: list[int] = []
    for u in able:
        if title.combat.unfit_force(s, Order("assault", (*found, u), h), PREPARED) is None:
            found.append(u)
    return found


def best_group(odds: Odds, h: int, able: list[int], ground: float) -> Attack | None:
    """The best group for one target: the strongest one, two, three.. of those who can attack it, or a pincer."""
    title, s, situation = odds.title, odds.s, odds.situation
    if not able:
        return None
    whole = battle(title, s, h, able, PREPARED)
    strengths = {
        u: title.strengths.reduced(*reversed(odds.part(whole, u)))
        if s.face[u] != UNKNOWN
        else float(situation.attack[u])
        for u in able
    }
    able = together(title, s, h, sorted(able, key=lambda u: (-strengths[u], u)))
    hopeless = situation.foe_defence[h] / 2
    if not able or sum(strengths.values()) < hopeless:
        return None
    found: Attack | None = None
    certain = len(able) + 1  # with so many the enemy is destroyed for sure, more are not needed
    for group in groups(odds, h, able):
        total = sum(strengths[u] for u in group)
        if total < hopeless or len(group) > certain:
            continue
        group = together(title, s, h, group)
        if not group:
            continue
        b = battle(title, s, h, group, PREPARED)
        results = odds.results(b)
        value = odds.weigh(b, results, ground) - EFFORT * total
        if found is None or value > found.value:
            found = Attack(value, Order("assault", b.attackers, h))
        if odds.destroys(b, results):
            certain = min(certain, len(group))
    return found


def with_air(odds: Odds, attack: Attack, ground: float, kind: int) -> Attack:
    """Aircraft where they bring more than they might elsewhere."""
    order = attack.order
    left = odds.title.air.left(odds.s, odds.situation.seat)
    best, best_gain = attack, 0.0
    for n in range(1, left + 1):
        b = battle(odds.title, odds.s, order.hex, order.units, kind, n)
        plain = b._replace(attacker_air=0)
        gain = odds.value(b, ground) - odds.value(plain, ground) - AIR_PRICE * n
        if gain > best_gain:
            best, best_gain = Attack(attack.value + gain, order._replace(number=n)), gain
    return best


def enemies_in_contact(situation: Situation) -> list[int]:
    """The enemy hexes next to a unit of one's own."""
    return [int(h) for h in np.flatnonzero(situation.beside(situation.seat) & (situation.occupier == situation.foe))]


def hex_value(situation: Situation, h: int) -> float:
    """What a hex is worth once its defenders are gone: to an attacker an open way, to a defender time."""
    worth = float(situation.prize(h))
    if situation.seat not in situation.doctrine.offensive_sides:
        return worth + THROWN_BACK
    worth += OPENING * float(situation.resistance[h])
    return worth + HUNT if h in situation.enemies_in_rear else worth


def best_assault_on(odds: Odds, h: int) -> Attack | None:
    """The best assault on one hex, with aircraft if they are worth it."""
    ground = hex_value(odds.situation, h)
    attack = best_group(odds, h, candidates(odds.title, odds.s, h), ground)
    return None if attack is None else with_air(odds, attack, ground, PREPARED)


def is_sound(view: View[Any], odds: Odds, attack: Attack) -> bool:
    """A last look with the exact battle sheet, where the quick reckoning had to assume something."""
    sheet = view.sheet(attack.order)
    assert sheet is not None
    b = odds.title.combat.battle_of(odds.s, attack.order, PREPARED)
    exact = {result: float(p) for result, p in sheet.results.items()}
    return odds.weigh(b, exact, hex_value(odds.situation, b.hex)) > 0


def duty(view: View[Any], odds: Odds, rng: random.Random) -> Order:
    """Nothing is worth attacking: end the phase, or make the least bad assault while the rules demand one."""
    done = Order("done")
    if view.refuse(done) is None:
        return done
    found: list[Attack] = []
    bound = set(odds.situation.doctrine.dutiful_attackers(odds.s))
    for h in enemies_in_contact(odds.situation):
        able = candidates(odds.title, odds.s, h)
        if able and (not bound or bound.intersection(able)):
            order = Order("assault", tuple(able), h)
            b = odds.title.combat.battle_of(odds.s, order, PREPARED)
            served = len(bound.intersection(able)) or len(able)
            found.append(Attack(odds.value(b, hex_value(odds.situation, h)) / served, order))
    for attack in sorted(found, key=lambda a: -a.value):
        if view.refuse(attack.order) is None:
            return attack.order
    return view.pick(rng)
