"""Sever the spearhead: somebody steps across the lines on which the enemy's spearheads hang, behind their backs."""

from __future__ import annotations

import numpy as np

from steppe.assault.state import AssaultState
from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.sight.enemy_supply import fed_through
from steppe.bots.assault.sight.situation import Situation
from steppe.events import Log

NAME = "sever the spearhead"
WORTH = 0.3
"""What an attack factor without supply is worth: it stands still until the line is mended."""
LOOKED_AT, MOST = 16, 4
"""How many hexes of the lines are looked at closely, and how many units are sent at most."""


def place(redeployment: Redeployment) -> None:
    """One after the other goes where that puts most attack factors out of supply, while it is worth a unit."""
    situation = redeployment.situation
    if not hangs_on_lines(situation):
        return
    ghost, lines = redeployment.s.clone(), fed_through(situation)
    for _ in range(MOST):
        before = supplied(situation, ghost)
        found = [
            (before - supplied(situation, with_unit(redeployment, ghost, h)), h)
            for h in candidates(redeployment, lines)
        ]
        cut, h = max(found, default=(0.0, -1))
        if h < 0 or WORTH * cut < situation.unit_value(redeployment.spare(h)):
            return
        u = redeployment.spare(h)
        situation.title.stacks.relocate(ghost, (u,), h, Log())
        redeployment.take(u, h)
        redeployment.why[u] = f"{NAME}: {cut:.0f} factors are fed through {situation.title.board.label(h)}"


def hangs_on_lines(situation: Situation) -> bool:
    """Whether the enemy can do less, or dies, without supply."""
    title, s, foe = situation.title, situation.s, situation.foe
    checked = any(step.seat == foe and step.decision == "supply check" for step in title.sequence.steps)
    return checked or any(
        title.units.side[u] in title.movement.hampered_sides or title.combat.needs_supply(s, u)
        for u in title.side_units[foe]
        if s.hex[u] >= 0
    )


def candidates(redeployment: Redeployment, lines: np.ndarray) -> list[int]:
    """The hexes on which most hangs that somebody can get to and stand in."""
    within = redeployment.range[[bool(units) for units in redeployment.rows]].any(axis=0)
    free = (
        within
        & (lines > 0)
        & (redeployment.open != 0)
        & (redeployment.situation.occupier != redeployment.situation.foe)
    )
    free &= redeployment.number == 0
    hexes = np.flatnonzero(free).tolist()
    return sorted(hexes, key=lambda h: (-lines[h], h))[:LOOKED_AT]


def with_unit(redeployment: Redeployment, s: AssaultState, h: int) -> AssaultState:
    ghost = s.clone()
    redeployment.title.stacks.relocate(ghost, (redeployment.spare(h),), h, Log())
    return ghost


def supplied(situation: Situation, s: AssaultState) -> float:
    """The enemy's attack factors in supply."""
    power = situation.by_hex(situation.attack, situation.foe)
    return sum(
        float(power[h]) for h in np.flatnonzero(power).tolist() if situation.title.supply.is_joined(s, situation.foe, h)
    )
