"""Relieve: a spent unit in contact that will not attack gives its place to a whole one and falls back out of reach."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.bots.assault.sight.moves import stops
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.orders import Order

NAME = "relieve"
LEAST = 0.1
"""Factors that the enemy's reply must be likely to cost a spent unit, more than it would where it falls back to."""


def propose(estimate: Estimate) -> Proposal | None:
    """The swap that saves most; who cannot be relieved stays, for the line must hold."""
    s, contact = estimate.s, estimate.situation.beside(estimate.situation.foe)
    free = [u for stack in estimate.stacks() for u in stack]
    spent = [u for u in free if contact[s.hex[u]] and estimate.situation.step_gain(u) > 0]
    whole = [
        u
        for u in free
        if not contact[s.hex[u]] and not estimate.situation.step_gain(u) and not estimate.is_mobile((u,))
    ]
    risks = {u: risk(estimate, u, s.hex[u]) for u in spent}
    for u in sorted(spent, key=lambda u: (-risks[u], u)):
        if risks[u] < LEAST or not whole:
            return None
        found = swap(estimate, u, whole, contact)
        if found is not None:
            relief, here = estimate.names(found[1].units), estimate.label(s.hex[u])
            why = f"{estimate.names((u,))} is spent, {relief} takes its place in {here}"
            return Proposal(risks[u], found, NAME, why)
    return None


def risk(estimate: Estimate, u: int, h: int) -> float:
    """What the reply is likely to cost a unit in a hex."""
    company = float(estimate.situation.own_defence[h]) - (
        float(estimate.situation.defence[u]) if h == estimate.s.hex[u] else 0.0
    )
    return estimate.reply.loss_of((u,), h, company)


def swap(estimate: Estimate, u: int, whole: list[int], contact: NDArray[np.bool_]) -> tuple[Order, Order] | None:
    """A way back for one and a way up for another, of whom the nearest comes."""
    s, here = estimate.s, estimate.s.hex[u]
    distance = estimate.title.board.grid.distance
    limit = risk(estimate, u, here) - LEAST
    ways = stops(estimate.situation, (u,))
    back = [h for h in ways if h != here and not contact[h] and risk(estimate, u, h) < limit]
    away = min(back, key=lambda h: (ways[h], h), default=-1)
    if away < 0 or estimate.rearguard.opens(s, (u,), away, last=False):
        return None
    room = s.load[here] - estimate.title.units.points[u]
    for w in sorted(whole, key=lambda w: (distance(s.hex[w], here), w)):
        if distance(s.hex[w], here) > estimate.title.movement.factor(s, w):
            return None
        fits = room + estimate.title.units.points[w] <= estimate.title.stacking.limit[here]
        if fits and here in estimate.title.ranges.find_range(s, (w,)):
            return Order("move", (u,), away, here), Order("move", (w,), here, s.hex[w])
    return None
