"""Set-piece assault: units are brought up so that many attacks, planned together, can be made this turn."""

from __future__ import annotations

import numpy as np

from steppe.assault.stacks import units_in
from steppe.bots.desk import Desk, Proposal
from steppe.bots.packing import Storm, pack
from steppe.bots.picture import distances
from steppe.bots.storms import Muster, Planner
from steppe.bots.tactics import mobile, pincer
from steppe.bots.threats import on_guard
from steppe.orders import Order

NAME = "set-piece assault"
Known = dict[int, tuple[object, list[Storm]]]
"""The groups for each target, with what was in and around it when they were made up."""
GUARD = 20.0
"""What an assault must bring for whom a decisive place hangs on: he may lose a step, and then the place."""
AROUND = 2
"""How far around."""


def surroundings(desk: Desk, target: int) -> object:
    """What an assault on a hex hangs on: attackers, defenders, who closes the ways back, what the ground is worth."""
    s = desk.s
    hexes = np.flatnonzero(distances(desk.title, target) <= AROUND).tolist()
    return desk.ground.get(target), tuple((u, s.steps[u], s.flags[u]) for h in hexes for u in units_in(s, h))


def plan(desk: Desk, *, moving: bool, known: Known | None = None) -> list[Storm]:
    """The best set of attacks that can be made, after a move or as the units stand.

    What is known of a target from an earlier look still holds if nobody in it or around it has changed.
    """
    known = {} if known is None else known
    muster = Muster(desk.picture, frozenset(desk.finished), moving=moving)
    elsewhere = dict.fromkeys(on_guard(desk.picture), GUARD)
    if moving:
        for stack in desk.stacks(mobile=True):
            other = mobile.propose(desk, stack)
            for u in stack:
                elsewhere[u] = elsewhere.get(u, 0.0) + (max(other.value, 0.0) / len(stack) if other else 0.0)
    planner = Planner(desk.odds, muster, desk.ground, elsewhere)
    planner.brief, planner.frugal = desk.style.brief, desk.style.frugal
    storms: list[Storm] = []
    for target in muster.targets():
        about = surroundings(desk, target)
        if target not in known or known[target][0] != about:
            known[target] = about, planner.storms(target)
        storms += (storm for storm in known[target][1] if storm.value > desk.style.price)
    across = desk.title.board.grid.centres[:, 1]
    return pack(storms, desk.title.units.points, muster.room, lambda h: float(across[h]))


def name_of(desk: Desk, storm: Storm) -> str:
    return pincer.NAME if pincer.is_pincer(desk.title, desk.s, storm) else NAME


def propose(desk: Desk, storms: list[Storm]) -> list[Proposal]:
    """The moves that bring the attackers to where they attack from."""
    s, proposals = desk.s, []
    for storm in storms:
        together: dict[tuple[int, int, int], list[int]] = {}
        for u, h in storm.places:
            if h != s.hex[u]:
                together.setdefault((s.hex[u], s.origin[u], h), []).append(u)
        orders = tuple(Order("move", tuple(units), h, start) for (start, _, h), units in together.items())
        number = len(storm.places)
        who = f"{number} units gather" if number > 1 else f"{desk.names(storm.units)} comes up"
        why = f"{who} to attack {desk.label(storm.target)}"
        proposals.append(Proposal(storm.value, orders, name_of(desk, storm), why))
        desk.finished.update(storm.units)
    return proposals
