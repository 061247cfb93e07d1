"""Ghosts: copies of the state on which something is tried out in thought."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steppe.assault.combat import Battle
from steppe.assault.state import FIGHTING, MOBILE, TARGET, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.assault.units import RESERVE

NOWHERE: Mapping[int, int] = MappingProxyType({})


def shift_units(title: AnyAssaultTitle, s: AssaultState, group: tuple[int, ...], h: int) -> None:
    """Put units into another hex of a ghost, whatever the rules say about the way there."""
    for u in group:
        title.stacks.lift(s, u, RESERVE)
        title.stacks.put(s, u, h)


def in_battle(title: AnyAssaultTitle, s: AssaultState, b: Battle, where: Mapping[int, int] = NOWHERE) -> AssaultState:
    """A ghost of the state in which a battle is being fought, some units having gone elsewhere before."""
    ghost = s.clone()
    for u, h in where.items():
        if s.hex[u] != h:
            shift_units(title, ghost, (u,), h)
    ghost.battle_kind, ghost.battle_side, ghost.battle_hex = b.kind, b.side, b.hex
    ghost.launch_hex = min(b.from_hexes) if b.kind == MOBILE else -1
    for u in b.attackers:
        ghost.flags[u] |= FIGHTING
    for u in b.defenders:
        ghost.flags[u] |= TARGET
    return ghost


def no_way_back(title: AnyAssaultTitle, s: AssaultState, b: Battle, where: Mapping[int, int] = NOWHERE) -> bool:
    """Whether a defender driven back would have nowhere to go, by the title's own rules of retreat."""
    return not title.retreats.can_go(in_battle(title, s, b, where))
