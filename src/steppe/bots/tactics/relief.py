"""Relieve the pocket: somebody steps where his mere presence lets friends who are cut off be fed again."""

from __future__ import annotations

import numpy as np

from steppe.assault.state import AssaultState
from steppe.assault.supply import in_supply
from steppe.bots.guards import shift_units
from steppe.bots.hold import Screen
from steppe.bots.picture import distances

NAME = "relieve the pocket"
NEAR = 2
"""So near to who is cut off, or to his way out, a friend can help."""
SHARE = 0.5
"""What the one who goes must save, of what he is worth himself: he does not fall for sure."""


def place(board: Screen) -> None:
    """One after the other goes where that saves most, as long as it saves enough."""
    lost = cut_off(board)
    ghost = board.s.clone()
    while lost:
        found = [(saved(board, lost, with_unit(board, ghost, h)), h) for h in candidates(board, lost)]
        gain, h = max(found, default=(0.0, -1))
        if h < 0 or gain <= SHARE * board.picture.worth(board.spare(h)):
            return
        u = board.spare(h)
        shift_units(board.title, ghost, (u,), h)
        board.take(u, h)
        board.why[u] = f"{NAME}: {gain:.0f} factors can be fed through {board.title.board.label(h)}"
        lost = [x for x in lost if not in_supply(board.title, ghost, x)]


def cut_off(board: Screen) -> list[int]:
    """The units without supply that cannot walk to where there is some."""
    title, s = board.title, board.s
    trapped = {
        u
        for row, units in enumerate(board.rows)
        for u in units
        if not (board.range[row].astype(bool) & board.open.astype(bool)).any()
    }
    still = set(title.side_units[board.picture.seat]) - {u for units in board.rows for u in units}
    there = (u for u in sorted(trapped | still) if s.hex[u] >= 0 and u not in board.goes_to)
    return [u for u in there if not in_supply(title, s, u)]


def candidates(board: Screen, lost: list[int]) -> list[int]:
    """The hexes near them that somebody who is not cut off himself can get to, and stand in with supply."""
    near = np.min([distances(board.title, board.s.hex[u]) for u in lost], axis=0) <= NEAR
    free = near & (board.open != 0) & (board.number == 0)
    return [h for h in np.flatnonzero(free).tolist() if board.comes(h)]


def with_unit(board: Screen, s: AssaultState, h: int) -> AssaultState:
    ghost = s.clone()
    shift_units(board.title, ghost, (board.spare(h),), h)
    return ghost


def saved(board: Screen, lost: list[int], ghost: AssaultState) -> float:
    return sum(board.picture.worth(u) for u in lost if in_supply(board.title, ghost, u))
