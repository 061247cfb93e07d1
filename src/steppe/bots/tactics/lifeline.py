"""Keep the lifeline: the way by which a place is fed that must not be cut off is held like the place itself."""

from __future__ import annotations

from steppe.bots.picture import DECISIVE, Goal, Picture

NAME = "keep the lifeline"
LENGTH = 6
"""So much of a lifeline is kept open by force; farther away nobody reaches it soon."""


def lifelines(picture: Picture) -> list[Goal]:
    """The ways by which such places are fed, as objectives to be held."""
    title, s = picture.title, picture.s
    found = []
    for h in sorted(title.doctrine.isolates):
        way = title.supply_line(s, picture.seat, h)
        near = sorted(way, key=lambda x: (title.board.grid.distance(x, h), x))[1 : LENGTH + 1]
        if near:
            found.append(Goal(tuple(near), 2 * DECISIVE))
    return found
