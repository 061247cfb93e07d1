"""Drive: a mobile stack goes for its objective, or across the enemy's lines of supply, as far as it dares."""

from __future__ import annotations

import numpy as np

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import CUT, stops, supplied_worth
from steppe.bots.guards import shift_units
from steppe.bots.searches import FAR, Field
from steppe.events import Log
from steppe.orders import Order

NAME = "drive"
LOOKED_AT, RING = 10, 16
"""How many hexes are looked at closely, and how many around a place that could be cut off."""
TUG = 2


def way(desk: Desk, stack: Group) -> Field | None:
    """How far the objective is, with a fear of running too far ahead of those on foot."""
    field = desk.field(stack)
    if field is None:
        return None
    found: Field = field + TUG * np.maximum(desk.picture.lead - desk.title.doctrine.leash, 0).astype(np.int16)
    return found


def propose(desk: Desk, stack: Group) -> Proposal | None:
    picture, s, title = desk.picture, desk.s, desk.title
    field = way(desk, stack)
    if field is None:
        return None
    haste = desk.style.haste * title.doctrine.haste
    start = s.hex[stack[0]]
    found = stops(picture, stack)

    def first_look(h: int) -> float:
        company = float(picture.own_defence[h]) if h != start else 0.0
        loss = desk.style.caution * desk.replies.loss_of(stack, h, company)
        return desk.prize(h) - haste * float(field[h]) - loss

    looks = {h: first_look(h) for h in found}
    ranked = sorted(found, key=lambda h: (-looks[h], found[h], h))
    before = supplied_worth(picture, s)
    best, most, cut = start, -10.0 * FAR, 0.0
    ring = [h for h in ranked if desk.near_noose(h)][:RING]
    for h in dict.fromkeys(ranked[:LOOKED_AT] + ring):
        ghost = s.clone()
        shift_units(title, ghost, stack, h)
        title.check_instant(ghost, Log())
        gain = CUT * (before - supplied_worth(picture, ghost)) + desk.noose_gain(stack, h)
        value = looks[h] + gain + (10.0 * FAR if ghost.winner == desk.seat else 0.0)
        if value > most:
            best, most, cut = h, value, gain
    if best == start:
        return None
    for group in (stack, stack[:-1]):
        if group and (most > FAR or not desk.rearguard.opens(s, group, best, last=False)):
            goal = desk.objective(stack)
            why = f"{desk.names(group)} drives on {goal}" + (" and cuts supply on the way" if cut > 1 else "")
            return Proposal(most - looks[start], (Order("move", group, best, start),), NAME, why)
    return None
