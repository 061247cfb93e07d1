"""March: those on foot follow towards their objective, unless they can help to close a ring or a pocket at hand."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.tactics import cut_off, ring
from steppe.bots.tactics.foot import ranking, walk

NAME = "march"


def propose(desk: Desk, stack: Group) -> Proposal | None:
    field = desk.field(stack)
    if field is None:
        return None
    ranked = ranking(desk, stack, field)
    start, best = desk.s.hex[stack[0]], ranked[0][1]
    across = cut_off.on_foot(desk, stack, ranked)
    if across != best:
        return walk(
            desk, stack, across, cut_off.NAME, cut_off.reason(desk, across), float(field[start] - field[across])
        )
    gain = float(field[start] - field[best])
    if desk.near_noose(best) and best != ranking(desk, stack, field, ring=False)[0][1]:
        return walk(desk, stack, best, ring.NAME, ring.reason(desk), gain)
    return walk(desk, stack, best, NAME, f"marches on {desk.objective(stack)}", gain)
