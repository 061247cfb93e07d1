"""How those on foot walk: by twos, so that a long line is manned and many enemies are in contact."""

from __future__ import annotations

from steppe.bots.assault.sight.moves import stops
from steppe.bots.assault.sight.searches import Field
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.orders import Order

PAIR = 2
"""How many go together."""
CROWD = 0.6
"""MP that they walk farther for every friend who stands where they would go."""


def ranking(estimate: Estimate, stack: Group, field: Field, *, ring: bool = True) -> list[tuple[float, int]]:
    """What every stop costs, the best first: how far it is from there, how crowded it is, what the reply is likely to
    cost, less what it brings at once; ways out that it closes count if ``ring`` says so."""
    situation, s = estimate.situation, estimate.s
    found, start = stops(situation, stack), s.hex[stack[0]]
    load, whole = s.load, estimate.title.stacking.whole_points

    def cost(h: int) -> float:
        crowd = load[h] / whole - (len(stack) if h == start else 0)
        company = float(situation.own_defence[h]) if h != start else 0.0
        risk = estimate.style.caution * estimate.reply.loss_of(stack, h, company)
        gain = estimate.prize(h) + (estimate.encirclement_gain(stack, h) if ring else 0.0)
        return float(field[h]) + CROWD * crowd - gain + risk

    costs = {h: cost(h) for h in found}
    return [(costs[h], h) for h in sorted(found, key=lambda h: (costs[h], found[h], h))]


def walk(estimate: Estimate, stack: Group, best: int, tactic: str, why: str, value: float) -> Proposal | None:
    """The order, if nothing vital is opened by it; one of two may have to stay."""
    start = estimate.s.hex[stack[0]]
    if best == start:
        return None
    for group in (stack, stack[:-1]):
        if group and (
            estimate.situation.prize(best) or not estimate.rearguard.opens(estimate.s, group, best, last=False)
        ):
            return Proposal(value, (Order("move", group, best, start),), tactic, f"{estimate.names(group)} {why}")
    return None
