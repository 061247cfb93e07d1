"""Mop up: those on foot go for the enemies at hand that the others have passed by, each with enough of them."""

from __future__ import annotations

from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.foot_moves import ranking, walk

NAME = "mop up"


def propose(estimate: Estimate, stack: Group) -> Proposal | None:
    """They go against the nearest who is not hunted by enough yet; who is beside him stays there and counts too."""
    prey = estimate.aims.enemy_at_hand(stack)
    if prey is None:
        return None
    field = distances(estimate.title, prey)
    start, best = estimate.s.hex[stack[0]], ranking(estimate, stack, field)[0][1]
    if best != start or field[start] <= 1:
        estimate.aims.hunted[prey] -= float(estimate.situation.attack[list(stack)].sum())
    why = f"marches on the enemy in {estimate.label(prey)}"
    return walk(estimate, stack, best, NAME, why, float(field[start] - field[best]))
