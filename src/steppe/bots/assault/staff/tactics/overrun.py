"""Overrun: a mobile stack assaults a weak stack in its way and goes on."""

from __future__ import annotations

from steppe.assault.combat import Battle
from steppe.assault.state import ASSAULTED, MOBILE
from steppe.bots.assault.sight.assaults import EFFORT, Attack, with_air
from steppe.bots.assault.sight.moves import mobile_targets, stops
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.reach import way
from steppe.orders import Order

NAME = "overrun"
GO_ON = 0.7
"""How much of a MP left afterwards brings the stack nearer to its objective."""
ADRIFT = 3.0
"""What it costs for every unit to end where there is no supply."""
PRICE = 1.0
"""What an overrun must bring: the stack could do something else."""


def propose(estimate: Estimate, stack: Group) -> Proposal | None:
    """The best mobile assault of a stack or a part of it."""
    s, situation, title = estimate.s, estimate.situation, estimate.title
    fresh = tuple(u for u in stack if not s.flags[u] & ASSAULTED)
    if not fresh or not estimate.is_mobile(fresh):
        return None
    leaders = sorted(fresh, key=lambda u: (not title.combat.leads_mobile(s, u), -situation.attack[u], u))
    field, haste = way(estimate, stack), estimate.style.haste * situation.doctrine.haste
    best: Attack | None = None
    for k in range(1, len(leaders) + 1):
        group = tuple(u for u in stack if u in leaders[:k])
        for target, (launch, _, left) in mobile_targets(situation, group, stops(situation, group)).items():
            b = Battle(
                MOBILE, estimate.seat, target, group, tuple(title.combat.defenders_in(s, target, MOBILE)),
                frozenset({launch}), 0, 0,
            )  # fmt: skip
            results = estimate.odds.results(b)
            if estimate.style.frugal and not estimate.odds.pays(b, results):
                continue
            value = estimate.odds.weigh(b, results, estimate.ground[target])
            if field is not None:
                clear = estimate.odds.clears(b, results)
                ahead = clear * (float(field[target]) - GO_ON * left) + (1 - clear) * float(field[launch])
                value += haste * (float(field[s.hex[group[0]]]) - ahead)
            value -= EFFORT * float(situation.attack[list(group)].sum())
            if not situation.safe_supply[target]:
                value -= ADRIFT * len(group)
            if best is None or value > best.value:
                best = Attack(value, Order("mobile", group, target, launch))
    if best is None or best.value < PRICE:
        return None
    launch, group, target = best.order.start, best.order.units, best.order.hex
    if estimate.rearguard.opens(s, group, target, last=False):
        return None
    if launch == s.hex[group[0]]:
        best = with_air(estimate.odds, best, estimate.ground[target], MOBILE)
    order = best.order._replace(start=-1)
    orders = (order,) if launch == s.hex[group[0]] else (Order("move", group, launch, s.hex[group[0]]), order)
    why = f"{estimate.names(group)} can overrun the stack in {estimate.label(target)} and go on"
    return Proposal(best.value, orders, NAME, why, goes_on=True)
