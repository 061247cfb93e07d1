"""Seize: whoever can walks into an objective that the enemy has left open, each into his own."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from steppe.bots.assault.sight.moves import stops
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.orders import Order

NAME = "seize"
STEP = 0.25
"""What a MP on the way costs."""
MOBILE_PRICE = 0.5
"""What it costs besides to send a mobile unit: foot soldiers can do that too."""


def propose(estimate: Estimate) -> list[Proposal]:
    """Units and open objectives, matched."""
    situation, s = estimate.situation, estimate.s
    places = [h for h in situation.doctrine.objectives if s.top[h] < 0 and situation.prize(h) > 0]
    if not places:
        return []
    ranges: list[tuple[int, Group, dict[int, int]]] = []
    for stack in estimate.stacks():
        found = stops(situation, stack[:1])
        if any(h in found for h in places):
            ranges += [(u, stack, found) for u in stack]
    if not ranges:
        return []
    worth = np.zeros((len(ranges), len(places)))
    for i, (u, stack, found) in enumerate(ranges):
        for j, h in enumerate(places):
            if h in found:
                gain = estimate.style.aggression * estimate.prize(h) - STEP * found[h]
                gain -= estimate.style.caution * estimate.reply.loss_of((u,), h) + MOBILE_PRICE * estimate.is_mobile(
                    stack
                )
                worth[i, j] = max(gain, 0.0)
    rows, columns = linear_sum_assignment(worth, maximize=True)
    proposals = []
    for i, j in zip(rows, columns, strict=True):
        u, stack, _ = ranges[i]
        h = places[j]
        if worth[i, j] <= 0:
            continue
        why = f"{estimate.label(h)} is open: {estimate.names((u,))} takes it"
        proposals.append(Proposal(worth[i, j], (Order("move", (u,), h, s.hex[u]),), NAME, why, goes_on=True))
    return sorted(proposals, key=lambda p: (-p.value, p.orders))
