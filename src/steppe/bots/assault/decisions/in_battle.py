"""Decisions within a battle and after it: aircraft, conversions, losses, retreats, advances."""

from __future__ import annotations

import random
from typing import Any

from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.objectives import DECISIVE, objective_values
from steppe.bots.assault.sight.odds import FOOTHOLD, Odds
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.bots.assault.sight.threats import break_ins, intruders, on_guard
from steppe.orders import Order
from steppe.view import View

AIR_GAIN = 1.0
"""What an aircraft must save in defence."""


def disputed_value(situation: Situation, h: int) -> float:
    """What the hex in dispute is worth: objectives decide."""
    value = objective_values(situation.title).get(h, 0)
    return FOOTHOLD + (10 * value if value >= DECISIVE else value)


def loss(view: View[Any], rng: random.Random) -> Order:
    """The cheapest step, if possible not of those on guard."""
    situation = situation_of(view)
    guards = on_guard(situation)
    return min(view.legal(), key=lambda o: (o.units[0] in guards, situation.step_value(o.units[0]), o.units))


def overstack(view: View[Any], rng: random.Random) -> Order:
    """The enemy's best unit."""
    situation = situation_of(view)
    return max(view.legal(), key=lambda o: (situation.unit_value(o.units[0]), o.units))


def defender_air(view: View[Any], rng: random.Random) -> Order:
    """Aircraft where they spoil enough of what the attacker hopes for."""
    situation = situation_of(view)
    odds = Odds(Situation(situation.title, situation.s, situation.foe))
    b = situation.title.battles.in_hand(situation.s)
    worth = disputed_value(situation, b.hex)

    def balance(order: Order) -> tuple[float, int]:
        left = odds.value(b._replace(defender_air=order.number), worth)
        return left + AIR_GAIN * order.number, order.number

    return min(view.legal(), key=balance)


def conversion(view: View[Any], rng: random.Random) -> Order:
    """The result that is worth most to whoever chooses."""
    situation = situation_of(view)
    b = situation.title.battles.in_hand(situation.s)
    worth = Odds(situation).plain_result_values(b, disputed_value(situation, b.hex))
    sign = 1 if b.side == view.seat else -1
    return max(view.legal(), key=lambda o: (sign * worth[o.word], o.word))


def retreat(view: View[Any], rng: random.Random) -> Order:
    """Into an objective, into supply, to friends, away from the enemy."""
    orders = list(view.legal())
    if len(orders) == 1:
        return orders[0]
    situation = situation_of(view)

    def merit(order: Order) -> tuple[float, int]:
        h = order.hex
        score = situation.prize(h) + 5.0 * int(situation.safe_supply[h]) + 0.2 * float(situation.own_defence[h])
        score += 1.0 * float(situation.shelter[h]) + 0.3 * min(int(situation.foe_distance[h]), 4) + len(order.units)
        return score, -h

    return max(orders, key=merit)


def advance(view: View[Any], rng: random.Random) -> Order:
    """Who attacks goes forward, guards of the rear apart; who defends takes objectives and better ground."""
    situation = situation_of(view)
    title, s = situation.title, situation.s
    b = title.battles.in_hand(s)
    group = advancing(situation, b.hex, b.attackers)
    stay = Order("stay")
    may_stay = view.refuse(stay) is None
    better = max(situation.shelter[h] for h in b.from_hexes) < situation.shelter[b.hex]
    eager = situation.safe_supply[b.hex] and (view.seat in situation.doctrine.offensive_sides or better)
    if may_stay and not situation.safe_supply[b.hex]:  # no more than one goes where there is no supply
        group = group[:1]
    if may_stay and not situation.prize(b.hex) and not eager:
        return stay
    who = intruders(situation)
    before = set(break_ins(situation, s, who))
    while may_stay and group and not situation.prize(b.hex):
        ghost = s.clone()
        shift_units(title, ghost, tuple(group), b.hex)
        if before.issuperset(break_ins(situation, ghost, who)):
            break
        group.pop()
    order = Order("advance", tuple(group))
    return order if group and view.refuse(order) is None else stay if may_stay else view.pick(rng)


def advancing(situation: Situation, h: int, victors: tuple[int, ...]) -> list[int]:
    """As many of the victors as fit, the mobile and the strong first."""
    title, s = situation.title, situation.s
    group: list[int] = []
    for u in sorted(victors, key=lambda u: (not title.combat.may_assault_mobile(s, u), -situation.unit_value(u), u)):
        if title.stacking.has_room(s, (*group, u), h) and title.battles.advance_refusal(s, u) is None:
            group.append(u)
    return group
