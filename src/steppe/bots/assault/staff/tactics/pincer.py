"""Pincer: a set-piece assault from opposite sides, or from three with gaps between, where the rules reward it."""

from __future__ import annotations

from steppe.assault.combat import Battle
from steppe.assault.state import PREPARED, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.staff.packing import PlannedAssault

NAME = "pincer"


def arrangements(title: AnyAssaultTitle, target: int, slots: set[int]) -> list[tuple[int, ...]]:
    """The hexes around a target that have to be manned for a pincer, if somebody could be in all of them."""
    around = title.board.grid.around[target]
    pairs: list[tuple[int, ...]] = [(around[d], around[d + 3]) for d in range(3)]
    pairs += [(around[0], around[2], around[4]), (around[1], around[3], around[5])]
    return [pair for pair in pairs if slots.issuperset(pair)]


def is_pincer(title: AnyAssaultTitle, s: AssaultState, planned: PlannedAssault) -> bool:
    """Whether coming from several sides brings more columns than coming from the best of them."""
    sides = frozenset(h for _, h in planned.places)
    defenders = tuple(title.combat.defenders_in(s, planned.target, PREPARED))
    side = title.units.side[planned.units[0]]
    whole = Battle(PREPARED, side, planned.target, planned.units, defenders, sides, 0, 0)

    def columns(b: Battle) -> int:
        return sum(shift.columns for shift in title.strengths.shifts(s, b))

    return columns(whole) > max(columns(whole._replace(from_hexes=frozenset({h}))) for h in sides)
