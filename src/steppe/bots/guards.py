"""Guards for the decisive places in the rear: into the place itself, or else across the enemy's way to it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from steppe.assault.movement import find_range, mover_refusal, mp_left
from steppe.assault.stacks import lift, put
from steppe.assault.state import MOVED, AssaultState
from steppe.assault.units import RESERVE
from steppe.bots.picture import Intruders, Picture, distances
from steppe.bots.threats import break_ins
from steppe.orders import Order

if TYPE_CHECKING:
    from steppe.assault.title import Rules

WIDE = 4
"""So far from a place a screen may stand."""
TRIED_UNITS, TRIED_HEXES = 6, 10


def shift_units(title: Rules, s: AssaultState, group: tuple[int, ...], h: int) -> None:
    """Put units elsewhere in a ghost, whatever the rules say about the way."""
    for u in group:
        lift(title, s, u, RESERVE)
        put(title, s, u, h)


def available(picture: Picture, s: AssaultState, place: int, busy: set[int], beyond: int = 0) -> list[int]:
    """Who could go to a place: the many before the few (who have other duties), the whole before the reduced (who
    could not hold), the weak in attack before the strong, the near before the far."""
    title = picture.title
    near = distances(title, place)
    many = Counter(title.units.mobility[u] for u in title.side_units[picture.seat])
    able = [
        u
        for u in title.side_units[picture.seat]
        if s.hex[u] >= 0
        and not s.flags[u] & MOVED
        and u not in busy
        and near[s.hex[u]] <= mp_left(title, s, u) + beyond
        and mover_refusal(title, s, u) is None
    ]

    def order(u: int) -> tuple[int, int, float, int, int]:
        return -many[title.units.mobility[u]], -s.steps[u], float(picture.attack[u]), int(near[s.hex[u]]), u

    return sorted(able, key=order)


def keeps_out(picture: Picture, s: AssaultState, u: int, h: int, place: int, who: Intruders) -> bool:
    """Whether a unit in a hex closes a place to the enemy without opening another."""
    ghost = s.clone()
    shift_units(picture.title, ghost, (u,), h)
    others = set(break_ins(picture, s, who)) - {place}
    return others.issuperset(break_ins(picture, ghost, who))


def guard_order(picture: Picture, s: AssaultState, place: int, busy: set[int], who: Intruders) -> Order | None:
    """A unit goes into the place."""
    for u in available(picture, s, place, busy):
        fits = picture.title.has_room(s, (u,), place)
        if fits and place in find_range(picture.title, s, (u,)) and keeps_out(picture, s, u, place, place, who):
            return Order("move", (u,), place, s.hex[u])
    return None


def screen_order(picture: Picture, s: AssaultState, place: int, busy: set[int], who: Intruders) -> Order | None:
    """Nobody can get into the place: a unit goes where it, or its ZOC, stops the enemy on his way there."""
    near = distances(picture.title, place)
    for u in available(picture, s, place, busy, WIDE)[:TRIED_UNITS]:
        found = sorted(find_range(picture.title, s, (u,)), key=lambda h: (int(near[h]), h))
        for h in [h for h in found if near[h] <= WIDE and h != s.hex[u]][:TRIED_HEXES]:
            if keeps_out(picture, s, u, h, place, who):
                return Order("move", (u,), h, s.hex[u])
    return None
