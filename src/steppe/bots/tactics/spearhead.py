"""Sever the spearhead: somebody steps across the lines on which the enemy's spearheads hang, behind their backs."""

from __future__ import annotations

import numpy as np

from steppe.assault.stacks import relocate
from steppe.assault.state import AssaultState
from steppe.bots.destinations import traffic
from steppe.bots.hold import Screen
from steppe.bots.picture import Picture
from steppe.events import Log

NAME = "sever the spearhead"
WORTH = 0.3
"""What an attack factor without supply is worth: it stands still until the line is mended."""
LOOKED_AT, MOST = 16, 4
"""How many hexes of the lines are looked at closely, and how many units are sent at most."""


def place(board: Screen) -> None:
    """One after the other goes where that puts most attack factors out of supply, while it is worth a unit."""
    picture = board.picture
    if not hangs_on_lines(picture):
        return
    ghost, lines = board.s.clone(), traffic(picture)
    for _ in range(MOST):
        before = supplied(picture, ghost)
        found = [(before - supplied(picture, with_unit(board, ghost, h)), h) for h in candidates(board, lines)]
        cut, h = max(found, default=(0.0, -1))
        if h < 0 or WORTH * cut < picture.worth(board.spare(h)):
            return
        u = board.spare(h)
        relocate(picture.title, ghost, (u,), h, Log())
        board.take(u, h)
        board.why[u] = f"{NAME}: {cut:.0f} factors are fed through {picture.title.board.label(h)}"


def hangs_on_lines(picture: Picture) -> bool:
    """Whether the enemy can do less, or dies, without supply."""
    title, s, foe = picture.title, picture.s, picture.foe
    checked = any(step.seat == foe and step.decision == "supply check" for step in title.sequence.steps)
    return checked or any(
        title.needs_supply_to_move(s, u) or title.needs_supply_to_attack(s, u)
        for u in title.side_units[foe]
        if s.hex[u] >= 0
    )


def candidates(board: Screen, lines: np.ndarray) -> list[int]:
    """The hexes on which most hangs that somebody can get to and stand in."""
    within = board.range[[bool(units) for units in board.rows]].any(axis=0)
    free = within & (lines > 0) & (board.open != 0) & (board.picture.occupier != board.picture.foe)
    free &= board.number == 0
    hexes = np.flatnonzero(free).tolist()
    return sorted(hexes, key=lambda h: (-lines[h], h))[:LOOKED_AT]


def with_unit(board: Screen, s: AssaultState, h: int) -> AssaultState:
    ghost = s.clone()
    relocate(board.title, ghost, (board.spare(h),), h, Log())
    return ghost


def supplied(picture: Picture, s: AssaultState) -> float:
    """The enemy's attack factors in supply."""
    power = picture.by_hex(picture.attack, picture.foe)
    return sum(float(power[h]) for h in np.flatnonzero(power).tolist() if picture.title.is_joined(s, picture.foe, h))
