"""Mop up: those on foot go for the enemies at hand that the others have passed by, each with enough of them."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.picture import distances
from steppe.bots.tactics.foot import ranking, walk

NAME = "mop up"


def propose(desk: Desk, stack: Group) -> Proposal | None:
    """They go against the nearest who is not hunted by enough yet; who is beside him stays there and counts too."""
    prey = desk.aims.prey(stack)
    if prey is None:
        return None
    field = distances(desk.title, prey)
    start, best = desk.s.hex[stack[0]], ranking(desk, stack, field)[0][1]
    if best != start or field[start] <= 1:
        desk.aims.pests[prey] -= float(desk.picture.attack[list(stack)].sum())
    why = f"marches on the enemy in {desk.label(prey)}"
    return walk(desk, stack, best, NAME, why, float(field[start] - field[best]))
