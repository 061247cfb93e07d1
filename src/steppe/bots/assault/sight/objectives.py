"""The places that a title is fought for, as bots reckon with them: in combat factors, hexes of one name together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.memory import doctrine_of, remembered

DECISIVE = 50
"""An objective worth this much ends the game."""


class Goal(NamedTuple):
    """One place to take or to hold: its hexes (a great city has several) and its worth."""

    hexes: tuple[int, ...]
    value: int


@remembered
def goals(title: AnyAssaultTitle) -> tuple[Goal, ...]:
    """The title's objectives, hexes of one name together."""
    named: dict[tuple[str, int], list[int]] = {}
    for h, value in sorted(objective_values(title).items()):
        named.setdefault((title.board.names.get(h, str(h)), value), []).append(h)
    return tuple(Goal(tuple(hexes), value) for (_, value), hexes in named.items())


@remembered
def objective_values(title: AnyAssaultTitle) -> Mapping[int, int]:
    """The objectives with their worth in combat factors."""
    doctrine = doctrine_of(title)
    return {h: round(doctrine.point * points) for h, points in doctrine.objectives.items()}


@remembered
def decisive(title: AnyAssaultTitle) -> tuple[int, ...]:
    """The places that decide the game by themselves."""
    return tuple(h for h, value in sorted(objective_values(title).items()) if value >= DECISIVE)


def greatest(title: AnyAssaultTitle) -> tuple[int, ...]:
    """The objectives that are worth more than all others."""
    worth = objective_values(title)
    most = max(worth.values(), default=0)
    return tuple(h for h, value in sorted(worth.items()) if value == most)


@remembered
def vital(title: AnyAssaultTitle, seat: int) -> tuple[int, ...]:
    """The places that must not fall into the enemy's hands: decisive ones, and those on a seat's supply roads."""
    doctrine = doctrine_of(title)
    return tuple(sorted({*decisive(title), *(doctrine.supply_roads[seat] & doctrine.objectives.keys())}))
