"""Set-piece assault: units are brought up so that many attacks, planned together, can be made this turn."""

from __future__ import annotations

import numpy as np

from steppe.assault.stacks import units_in
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.threats import on_guard
from steppe.bots.assault.staff import mobile_moves
from steppe.bots.assault.staff.assault_groups import AttackPositions, GroupPlanner
from steppe.bots.assault.staff.estimate import Estimate, Proposal
from steppe.bots.assault.staff.packing import PlannedAssault, pack
from steppe.bots.assault.staff.tactics import pincer
from steppe.orders import Order

NAME = "set-piece assault"
Known = dict[int, tuple[object, list[PlannedAssault]]]
"""The groups for each target, with what was in and around it when they were made up."""
GUARD = 20.0
"""What an assault must bring for whom a decisive place hangs on: he may lose a step, and then the place."""
AROUND = 2
"""How far around."""


def surroundings(estimate: Estimate, target: int) -> object:
    """What an assault on a hex hangs on: attackers, defenders, who closes the ways back, what the ground is worth."""
    s = estimate.s
    hexes = np.flatnonzero(distances(estimate.title, target) <= AROUND).tolist()
    return estimate.ground.get(target), tuple((u, s.steps[u], s.flags[u]) for h in hexes for u in units_in(s, h))


def plan(estimate: Estimate, *, moving: bool, known: Known | None = None) -> list[PlannedAssault]:
    """The best set of attacks that can be made, after a move or as the units stand.

    What is known of a target from an earlier look still holds if nobody in it or around it has changed.
    """
    known = {} if known is None else known
    positions = AttackPositions(estimate.situation, frozenset(estimate.finished), moving=moving)
    elsewhere = dict.fromkeys(on_guard(estimate.situation), GUARD)
    if moving:
        for stack in estimate.stacks(mobile=True):
            other = mobile_moves.propose(estimate, stack)
            for u in stack:
                elsewhere[u] = elsewhere.get(u, 0.0) + (max(other.value, 0.0) / len(stack) if other else 0.0)
    planner = GroupPlanner(estimate.odds, positions, estimate.ground, elsewhere)
    planner.brief, planner.frugal = estimate.style.brief, estimate.style.frugal
    assaults: list[PlannedAssault] = []
    for target in positions.targets():
        about = surroundings(estimate, target)
        if target not in known or known[target][0] != about:
            known[target] = about, planner.groups_for(target)
        assaults += (planned for planned in known[target][1] if planned.value > estimate.style.price)
    across = estimate.title.board.grid.centres[:, 1]
    return pack(assaults, estimate.title.units.points, positions.room, lambda h: float(across[h]))


def name_of(estimate: Estimate, planned: PlannedAssault) -> str:
    return pincer.NAME if pincer.is_pincer(estimate.title, estimate.s, planned) else NAME


def propose(estimate: Estimate, assaults: list[PlannedAssault]) -> list[Proposal]:
    """The moves that bring the attackers to where they attack from."""
    s, proposals = estimate.s, []
    for planned in assaults:
        together: dict[tuple[int, int, int], list[int]] = {}
        for u, h in planned.places:
            if h != s.hex[u]:
                together.setdefault((s.hex[u], s.origin[u], h), []).append(u)
        orders = tuple(Order("move", tuple(units), h, start) for (start, _, h), units in together.items())
        number = len(planned.places)
        who = f"{number} units gather" if number > 1 else f"{estimate.names(planned.units)} comes up"
        why = f"{who} to attack {estimate.label(planned.target)}"
        proposals.append(Proposal(planned.value, orders, name_of(estimate, planned), why))
        estimate.finished.update(planned.units)
    return proposals
