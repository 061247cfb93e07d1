"""Relieve: a spent unit in contact that will not attack gives its place to a whole one and falls back out of reach."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.assault.movement import find_range
from steppe.bots.desk import Desk, Proposal
from steppe.bots.destinations import stops
from steppe.orders import Order

NAME = "relieve"
LEAST = 0.1
"""Factors that the enemy's reply must be likely to cost a spent unit, more than it would where it falls back to."""


def propose(desk: Desk) -> Proposal | None:
    """The swap that saves most; who cannot be relieved stays, for the line must hold."""
    s, contact = desk.s, desk.picture.beside(desk.picture.foe)
    free = [u for stack in desk.stacks() for u in stack]
    spent = [u for u in free if contact[s.hex[u]] and desk.picture.step_gain(u) > 0]
    whole = [u for u in free if not contact[s.hex[u]] and not desk.picture.step_gain(u) and not desk.is_mobile((u,))]
    risks = {u: risk(desk, u, s.hex[u]) for u in spent}
    for u in sorted(spent, key=lambda u: (-risks[u], u)):
        if risks[u] < LEAST or not whole:
            return None
        found = swap(desk, u, whole, contact)
        if found is not None:
            why = f"{desk.names((u,))} is spent, {desk.names(found[1].units)} takes its place in {desk.label(s.hex[u])}"
            return Proposal(risks[u], found, NAME, why)
    return None


def risk(desk: Desk, u: int, h: int) -> float:
    """What the reply is likely to cost a unit in a hex."""
    company = float(desk.picture.own_defence[h]) - (float(desk.picture.defence[u]) if h == desk.s.hex[u] else 0.0)
    return desk.replies.loss_of((u,), h, company)


def swap(desk: Desk, u: int, whole: list[int], contact: NDArray[np.bool_]) -> tuple[Order, Order] | None:
    """A way back for one and a way up for another, of whom the nearest comes."""
    s, here = desk.s, desk.s.hex[u]
    distance = desk.title.board.grid.distance
    limit = risk(desk, u, here) - LEAST
    ways = stops(desk.picture, (u,))
    back = [h for h in ways if h != here and not contact[h] and risk(desk, u, h) < limit]
    away = min(back, key=lambda h: (ways[h], h), default=-1)
    if away < 0 or desk.rearguard.opens(s, (u,), away, last=False):
        return None
    room = s.load[here] - desk.title.units.points[u]
    for w in sorted(whole, key=lambda w: (distance(s.hex[w], here), w)):
        if distance(s.hex[w], here) > desk.title.movement_factor(s, w):
            return None
        fits = room + desk.title.units.points[w] <= desk.title.stack_limit[here]
        if fits and here in find_range(desk.title, s, (w,)):
            return Order("move", (u,), away, here), Order("move", (w,), here, s.hex[w])
    return None
