"""Decisions within a battle and after it: aircraft, conversions, losses, retreats, advances."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.combat import battle_in_hand
from steppe.bots.attacks import FOOTHOLD, Odds
from steppe.bots.guards import shift_units
from steppe.bots.picture import DECISIVE, Picture, look, stakes
from steppe.bots.threats import break_ins, intruders, on_guard
from steppe.orders import Order
from steppe.view import View

AIR_GAIN = 1.0
"""What an aircraft must save in defence."""


def stake(picture: Picture, h: int) -> float:
    """What the hex in dispute is worth: objectives decide."""
    value = stakes(picture.title).get(h, 0)
    return FOOTHOLD + (10 * value if value >= DECISIVE else value)


def loss(view: View[Any], rng: random.Random) -> Order:
    """The cheapest step, if possible not of those on guard."""
    picture = look(view)
    guards = on_guard(picture)
    return min(view.legal(), key=lambda o: (o.units[0] in guards, picture.step_worth(o.units[0]), o.units))


def overstack(view: View[Any], rng: random.Random) -> Order:
    """The enemy's best unit."""
    picture = look(view)
    return max(view.legal(), key=lambda o: (picture.worth(o.units[0]), o.units))


def defender_air(view: View[Any], rng: random.Random) -> Order:
    """Aircraft where they spoil enough of what the attacker hopes for."""
    picture = look(view)
    odds = Odds(Picture(picture.title, picture.s, picture.foe))
    b = battle_in_hand(picture.title, picture.s)
    worth = stake(picture, b.hex)

    def balance(order: Order) -> tuple[float, int]:
        left = odds.value(b._replace(defender_air=order.number), worth)
        return left + AIR_GAIN * order.number, order.number

    return min(view.legal(), key=balance)


def conversion(view: View[Any], rng: random.Random) -> Order:
    """The result that is worth most to whoever chooses."""
    picture = look(view)
    b = battle_in_hand(picture.title, picture.s)
    worth = Odds(picture).plain_worths(b, stake(picture, b.hex))
    sign = 1 if b.side == view.seat else -1
    return max(view.legal(), key=lambda o: (sign * worth[o.word], o.word))


def raid(view: View[Any], rng: random.Random) -> Order:
    """A unit is given up for a column if that moves the battle by more than it is worth."""
    picture = look(view)
    title, s = picture.title, picture.s
    b = battle_in_hand(title, s)
    attacks = b.side == view.seat
    odds = Odds(picture if attacks else Picture(title, s, picture.foe))
    worth = odds.worths(b, stake(picture, b.hex))

    def value(column: int) -> float:
        chances = title.results_table.chances(column)
        return sum(float(p) * worth[title.forced_conversion(s, b, result)] for result, p in chances.items())

    gain = value(s.battle_column + 1) - value(s.battle_column)
    if not attacks:
        gain = value(s.battle_column) - value(s.battle_column - 1)
    able = [o for o in view.legal() if o.units and picture.worth(o.units[0]) < gain]
    return min(able, key=lambda o: (picture.worth(o.units[0]), o.units)) if able else Order("decline")


def retreat(view: View[Any], rng: random.Random) -> Order:
    """Into an objective, into supply, to friends, away from the enemy."""
    orders = list(view.legal())
    if len(orders) == 1:
        return orders[0]
    picture = look(view)

    def merit(order: Order) -> tuple[float, int]:
        h = order.hex
        score = picture.prize(h) + 5.0 * int(picture.safe[h]) + 0.2 * float(picture.own_defence[h])
        score += 1.0 * float(picture.shelter[h]) + 0.3 * min(int(picture.foe_distance[h]), 4) + len(order.units)
        return score, -h

    return max(orders, key=merit)


def advance(view: View[Any], rng: random.Random) -> Order:
    """Who attacks goes forward, guards of the rear apart; who defends takes objectives and better ground."""
    picture = look(view)
    title, s = picture.title, picture.s
    b = battle_in_hand(title, s)
    group = advancing(picture, b.hex, b.attackers)
    stay = Order("stay")
    may_stay = view.refuse(stay) is None
    better = max(picture.shelter[h] for h in b.from_hexes) < picture.shelter[b.hex]
    eager = picture.safe[b.hex] and (view.seat in title.offensive_sides or better)
    if may_stay and not picture.safe[b.hex]:  # no more than one goes where there is no supply
        group = group[:1]
    if may_stay and not picture.prize(b.hex) and not eager:
        return stay
    who = intruders(picture)
    before = set(break_ins(picture, s, who))
    while may_stay and group and not picture.prize(b.hex):
        ghost = s.clone()
        shift_units(title, ghost, tuple(group), b.hex)
        if before.issuperset(break_ins(picture, ghost, who)):
            break
        group.pop()
    order = Order("advance", tuple(group))
    return order if group and view.refuse(order) is None else stay if may_stay else view.pick(rng)


def advancing(picture: Picture, h: int, victors: tuple[int, ...]) -> list[int]:
    """As many of the victors as fit, the mobile and the strong first."""
    title, s = picture.title, picture.s
    group: list[int] = []
    for u in sorted(victors, key=lambda u: (not title.may_assault_mobile(s, u), -picture.worth(u), u)):
        if title.has_room(s, (*group, u), h) and title.advance_refusal(s, u) is None:
            group.append(u)
    return group
