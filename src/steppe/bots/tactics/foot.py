"""How those on foot walk: by twos, so that a long line is manned and many enemies are in contact."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import stops
from steppe.bots.searches import Field
from steppe.orders import Order

PAIR = 2
"""How many go together."""
CROWD = 0.6
"""MP that they walk farther for every friend who stands where they would go."""


def ranking(desk: Desk, stack: Group, field: Field, *, ring: bool = True) -> list[tuple[float, int]]:
    """What every stop costs, the best first: how far it is from there, how crowded it is, what the reply is likely to
    cost, less what it brings at once; ways out that it closes count if ``ring`` says so."""
    picture, s = desk.picture, desk.s
    found, start = stops(picture, stack), s.hex[stack[0]]
    load, whole = s.load, desk.title.whole_points

    def cost(h: int) -> float:
        crowd = load[h] / whole - (len(stack) if h == start else 0)
        company = float(picture.own_defence[h]) if h != start else 0.0
        risk = desk.style.caution * desk.replies.loss_of(stack, h, company)
        gain = desk.prize(h) + (desk.noose_gain(stack, h) if ring else 0.0)
        return float(field[h]) + CROWD * crowd - gain + risk

    costs = {h: cost(h) for h in found}
    return [(costs[h], h) for h in sorted(found, key=lambda h: (costs[h], found[h], h))]


def walk(desk: Desk, stack: Group, best: int, tactic: str, why: str, value: float) -> Proposal | None:
    """The order, if nothing vital is opened by it; one of two may have to stay."""
    start = desk.s.hex[stack[0]]
    if best == start:
        return None
    for group in (stack, stack[:-1]):
        if group and (desk.picture.prize(best) or not desk.rearguard.opens(desk.s, group, best, last=False)):
            return Proposal(value, (Order("move", group, best, start),), tactic, f"{desk.names(group)} {why}")
    return None
