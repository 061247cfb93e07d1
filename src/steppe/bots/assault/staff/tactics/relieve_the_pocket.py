"""Relieve the pocket: somebody steps where his mere presence lets friends who are cut off be fed again."""

from __future__ import annotations

import numpy as np

from steppe.assault.state import AssaultState
from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.ghosts import shift_units

NAME = "relieve the pocket"
NEAR = 2
"""So near to who is cut off, or to his way out, a friend can help."""
SHARE = 0.5
"""What the one who goes must save, of what he is worth himself: he does not fall for sure."""


def place(redeployment: Redeployment) -> None:
    """One after the other goes where that saves most, as long as it saves enough."""
    lost = cut_off(redeployment)
    ghost = redeployment.s.clone()
    while lost:
        found = [
            (saved(redeployment, lost, with_unit(redeployment, ghost, h)), h) for h in candidates(redeployment, lost)
        ]
        gain, h = max(found, default=(0.0, -1))
        if h < 0 or gain <= SHARE * redeployment.situation.unit_value(redeployment.spare(h)):
            return
        u = redeployment.spare(h)
        shift_units(redeployment.title, ghost, (u,), h)
        redeployment.take(u, h)
        redeployment.why[u] = f"{NAME}: {gain:.0f} factors can be fed through {redeployment.title.board.label(h)}"
        lost = [x for x in lost if not redeployment.title.supply.is_supplied(ghost, x)]


def cut_off(redeployment: Redeployment) -> list[int]:
    """The units without supply that cannot walk to where there is some."""
    title, s = redeployment.title, redeployment.s
    trapped = {
        u
        for row, units in enumerate(redeployment.rows)
        for u in units
        if not (redeployment.range[row].astype(bool) & redeployment.open.astype(bool)).any()
    }
    still = set(title.side_units[redeployment.situation.seat]) - {u for units in redeployment.rows for u in units}
    there = (u for u in sorted(trapped | still) if s.hex[u] >= 0 and u not in redeployment.goes_to)
    return [u for u in there if not title.supply.is_supplied(s, u)]


def candidates(redeployment: Redeployment, lost: list[int]) -> list[int]:
    """The hexes near them that somebody who is not cut off himself can get to, and stand in with supply."""
    near = np.min([distances(redeployment.title, redeployment.s.hex[u]) for u in lost], axis=0) <= NEAR
    free = near & (redeployment.open != 0) & (redeployment.number == 0)
    return [h for h in np.flatnonzero(free).tolist() if redeployment.comes(h)]


def with_unit(redeployment: Redeployment, s: AssaultState, h: int) -> AssaultState:
    ghost = s.clone()
    shift_units(redeployment.title, ghost, (redeployment.spare(h),), h)
    return ghost


def saved(redeployment: Redeployment, lost: list[int], ghost: AssaultState) -> float:
    return sum(redeployment.situation.unit_value(u) for u in lost if redeployment.title.supply.is_supplied(ghost, u))
