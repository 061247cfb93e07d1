"""Keep the lifeline: the way by which a place is fed that must not be cut off is held like the place itself."""

from __future__ import annotations

from steppe.bots.assault.sight.objectives import DECISIVE, Goal
from steppe.bots.assault.sight.situation import Situation

NAME = "keep the lifeline"
LENGTH = 6
"""So much of a lifeline is kept open by force; farther away nobody reaches it soon."""


def lifelines(situation: Situation) -> list[Goal]:
    """The ways by which such places are fed, as objectives to be held."""
    title, s = situation.title, situation.s
    found = []
    for h in sorted(situation.doctrine.isolates):
        way = title.supply.line(s, situation.seat, h)
        near = sorted(way, key=lambda x: (title.board.grid.distance(x, h), x))[1 : LENGTH + 1]
        if near:
            found.append(Goal(tuple(near), 2 * DECISIVE))
    return found
