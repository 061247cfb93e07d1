"""March: those on foot go for the enemies at hand, or follow towards their objective."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import stops
from steppe.bots.picture import distances
from steppe.orders import Order

NAME = "march"
PAIR = 2
"""How many go together."""
CROWD = 0.6
"""MP that they walk farther for every friend who stands where they would go."""


def propose(desk: Desk, stack: Group) -> Proposal | None:
    """By twos, so that a long line is manned and many enemies are in contact."""
    picture, s = desk.picture, desk.s
    stack = stack[:PAIR]
    prey = desk.aims.prey(stack)
    field = desk.field(stack) if prey is None else distances(desk.title, prey)
    if field is None:
        return None
    found, start = stops(picture, stack), s.hex[stack[0]]
    load, whole = s.load, desk.title.whole_points

    def cost(h: int) -> tuple[float, int, int]:
        crowd = load[h] / whole - (len(stack) if h == start else 0)
        company = float(picture.own_defence[h]) if h != start else 0.0
        risk = desk.style.caution * desk.replies.loss_of(stack, h, company)
        return field[h] + CROWD * crowd - desk.prize(h) + risk - desk.noose_gain(stack, h), found[h], h

    best = min(found, key=cost)
    if prey is not None and (best != start or field[start] <= 1):
        desk.aims.pests[prey] -= float(picture.attack[list(stack)].sum())
    if best == start:
        return None
    for group in (stack, stack[:-1]):
        if group and (picture.prize(best) or not desk.rearguard.opens(s, group, best, last=False)):
            goal = desk.objective(stack) if prey is None else f"the enemy in {desk.label(prey)}"
            why = f"{desk.names(group)} marches on {goal}"
            return Proposal(float(field[start] - field[best]), (Order("move", group, best, start),), NAME, why)
    return None
