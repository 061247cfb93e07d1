"""Seize: whoever can walks into an objective that the enemy has left open, each into his own."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from steppe.bots.aims import Group
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import stops
from steppe.orders import Order

NAME = "seize"
STEP = 0.25
"""What a MP on the way costs."""
MOBILE_PRICE = 0.5
"""What it costs besides to send a mobile unit: foot soldiers can do that too."""


def propose(desk: Desk) -> list[Proposal]:
    """Units and open objectives, matched."""
    picture, s, title = desk.picture, desk.s, desk.title
    places = [h for h in title.objectives if s.top[h] < 0 and picture.prize(h) > 0]
    if not places:
        return []
    ranges: list[tuple[int, Group, dict[int, int]]] = []
    for stack in desk.stacks():
        found = stops(picture, stack[:1])
        if any(h in found for h in places):
            ranges += [(u, stack, found) for u in stack]
    if not ranges:
        return []
    worth = np.zeros((len(ranges), len(places)))
    for i, (u, stack, found) in enumerate(ranges):
        for j, h in enumerate(places):
            if h in found:
                gain = desk.style.aggression * desk.prize(h) - STEP * found[h]
                gain -= desk.style.caution * desk.replies.loss_of((u,), h) + MOBILE_PRICE * desk.is_mobile(stack)
                worth[i, j] = max(gain, 0.0)
    rows, columns = linear_sum_assignment(worth, maximize=True)
    proposals = []
    for i, j in zip(rows, columns, strict=True):
        u, stack, _ = ranges[i]
        h = places[j]
        if worth[i, j] <= 0:
            continue
        why = f"{desk.label(h)} is open: {desk.names((u,))} takes it"
        proposals.append(Proposal(worth[i, j], (Order("move", (u,), h, s.hex[u]),), NAME, why, goes_on=True))
    return sorted(proposals, key=lambda p: (-p.value, p.orders))
