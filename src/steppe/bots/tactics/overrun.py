"""Overrun: a mobile stack assaults a weak stack in its way and goes on."""

from __future__ import annotations

from steppe.assault.combat import Battle, defenders_in
from steppe.assault.state import ASSAULTED, MOBILE
from steppe.bots.aims import Group
from steppe.bots.attacks import EFFORT, Attack, with_air
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import launches, stops
from steppe.bots.tactics.reach import way
from steppe.orders import Order

NAME = "overrun"
GO_ON = 0.7
"""How much of a MP left afterwards brings the stack nearer to its objective."""
ADRIFT = 3.0
"""What it costs for every unit to end where there is no supply."""
PRICE = 1.0
"""What an overrun must bring: the stack could do something else."""


def propose(desk: Desk, stack: Group) -> Proposal | None:
    """The best mobile assault of a stack or a part of it."""
    s, picture, title = desk.s, desk.picture, desk.title
    fresh = tuple(u for u in stack if not s.flags[u] & ASSAULTED)
    if not fresh or not desk.is_mobile(fresh):
        return None
    leaders = sorted(fresh, key=lambda u: (not title.leads_mobile(s, u), -picture.attack[u], u))
    field, haste = way(desk, stack), desk.style.haste * title.doctrine.haste
    best: Attack | None = None
    for k in range(1, len(leaders) + 1):
        group = tuple(u for u in stack if u in leaders[:k])
        for target, (launch, _, left) in launches(picture, group, stops(picture, group)).items():
            b = Battle(
                MOBILE, desk.seat, target, group, tuple(defenders_in(title, s, target, MOBILE)),
                frozenset({launch}), 0, 0,
            )  # fmt: skip
            results = desk.odds.results(b)
            if desk.style.frugal and not desk.odds.pays(b, results):
                continue
            value = desk.odds.weigh(b, results, desk.ground[target])
            if field is not None:
                clear = desk.odds.clears(b, results)
                ahead = clear * (float(field[target]) - GO_ON * left) + (1 - clear) * float(field[launch])
                value += haste * (float(field[s.hex[group[0]]]) - ahead)
            value -= EFFORT * float(picture.attack[list(group)].sum())
            if not picture.safe[target]:
                value -= ADRIFT * len(group)
            if best is None or value > best.value:
                best = Attack(value, Order("mobile", group, target, launch))
    if best is None or best.value < PRICE:
        return None
    launch, group, target = best.order.start, best.order.units, best.order.hex
    if desk.rearguard.opens(s, group, target, last=False):
        return None
    if launch == s.hex[group[0]]:
        best = with_air(desk.odds, best, desk.ground[target], MOBILE)
    order = best.order._replace(start=-1)
    orders = (order,) if launch == s.hex[group[0]] else (Order("move", group, launch, s.hex[group[0]]), order)
    why = f"{desk.names(group)} can overrun the stack in {desk.label(target)} and go on"
    return Proposal(best.value, orders, NAME, why, goes_on=True)
