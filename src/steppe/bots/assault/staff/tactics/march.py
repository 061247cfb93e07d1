"""March: those on foot follow towards their objective, unless they can help to close a ring or a pocket at hand."""

from __future__ import annotations

from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.foot_moves import ranking, walk
from steppe.bots.assault.staff.tactics import close_the_ring, cut_off

NAME = "march"


def propose(estimate: Estimate, stack: Group) -> Proposal | None:
    field = estimate.field(stack)
    if field is None:
        return None
    ranked = ranking(estimate, stack, field)
    start, best = estimate.s.hex[stack[0]], ranked[0][1]
    across = cut_off.on_foot(estimate, stack, ranked)
    if across != best:
        return walk(
            estimate, stack, across, cut_off.NAME, cut_off.reason(estimate, across), float(field[start] - field[across])
        )
    gain = float(field[start] - field[best])
    if estimate.near_encirclement(best) and best != ranking(estimate, stack, field, ring=False)[0][1]:
        return walk(estimate, stack, best, close_the_ring.NAME, close_the_ring.reason(estimate), gain)
    return walk(estimate, stack, best, NAME, f"marches on {estimate.objective(stack)}", gain)
