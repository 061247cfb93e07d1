"""Stacks on the map: the only code that puts units into hexes, takes them out and passes control.

A stack is a linked list from its top unit downwards, because its order matters: a player sees no more of an enemy
stack than its top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE, AssaultState
from steppe.events import Log

if TYPE_CHECKING:
    from steppe.assault.title import Rules

NOBODY = -1
SUPPLY = ("supply 0", "supply 1")
"""The cache entries that hold each side's supply network."""


def units_in(s: AssaultState, h: int) -> list[int]:
    """The units of a hex from the top down."""
    found = []
    u = s.top[h]
    below = s.below
    while u >= 0:
        found.append(u)
        u = below[u]
    return found


def side_in(title: Rules, s: AssaultState, h: int) -> int:
    """Whose units are in a hex; NOBODY if it is empty."""
    u = s.top[h]
    return NOBODY if u < 0 else title.units.side[u]


def controller(s: AssaultState, h: int) -> int:
    return s.control[h] & CONTROL_SIDE


def lift(title: Rules, s: AssaultState, u: int, away: int) -> None:
    """Take a unit off the map; ``away`` says where it goes (reserve, dead, gone)."""
    h = s.hex[u]
    _leave(title, s, u, h)
    s.hex[u] = away
    title.position_changed(s, u, h, away)


def put(title: Rules, s: AssaultState, u: int, h: int) -> None:
    """Put a unit that is off the map on top of the stack in a hex."""
    came_from = s.hex[u]
    _enter(title, s, u, h)
    title.position_changed(s, u, came_from, h)


def relocate(title: Rules, s: AssaultState, units: Sequence[int], h: int, out: Log) -> None:
    """Move units into a hex, keeping their order; entering it passes control."""
    for u in reversed(units):
        start = s.hex[u]
        _leave(title, s, u, start)
        _enter(title, s, u, h)
        title.position_changed(s, u, start, h)
    if units:
        take_control(title, s, h, title.units.side[units[0]], out)


def _leave(title: Rules, s: AssaultState, u: int, h: int) -> None:
    below = s.below
    if s.top[h] == u:
        s.top[h] = below[u]
    else:
        above = s.top[h]
        while below[above] != u:
            above = below[above]
        below[above] = below[u]
    below[u] = -1
    s.load[h] -= title.units.points[u]
    if title.units.side[u] == title.zoc_side:
        zoc = s.zoc
        for n in title.zoc_into[h]:
            zoc[n] -= 1


def _enter(title: Rules, s: AssaultState, u: int, h: int) -> None:
    top = s.top[h]
    if top in title.always_on_top:
        s.below[u], s.below[top] = s.below[top], u
    else:
        s.below[u] = top
        s.top[h] = u
    s.hex[u] = h
    s.load[h] += title.units.points[u]
    if title.units.side[u] == title.zoc_side:
        zoc = s.zoc
        for n in title.zoc_into[h]:
            zoc[n] += 1


def take_control(title: Rules, s: AssaultState, h: int, side: int, out: Log) -> None:
    """A hex belongs to whoever entered it last."""
    if s.control[h] & CONTROL_SIDE == side:
        return
    pass_through(s, h, side)
    if h in title.notable:
        # Supply lines ask for control in cities and at sources alone.
        s.cache.pop(SUPPLY[0], None)
        s.cache.pop(SUPPLY[1], None)
        out.add("control", hex=h, side=side)
        title.control_changed(s, h, side, out)


def pass_through(s: AssaultState, h: int, side: int) -> None:
    """A hex without importance is taken by whoever goes through it."""
    control = s.control[h]
    if control & CONTROL_SIDE != side:
        control ^= CONTROL_SIDE
        s.control[h] = control | CONTROL_LOST if side == 0 else control


def bring_to_top(s: AssaultState, u: int) -> None:
    h = s.hex[u]
    below = s.below
    if s.top[h] == u:
        return
    above = s.top[h]
    while below[above] != u:
        above = below[above]
    below[above] = below[u]
    below[u] = s.top[h]
    s.top[h] = u


def overstacked(title: Rules, s: AssaultState) -> list[int]:
    """The hexes with more stacking points than they may hold, or with more small units."""
    found = (s.vector("load") > title.stack_limit).nonzero()[0].tolist()
    small = Counter(s.hex[u] for u in title.small_units if s.hex[u] >= 0)
    return found + [h for h, number in small.items() if number > title.small_limit and h not in found]


def rebuild(title: Rules, s: AssaultState) -> None:
    """Load and ZOC from the positions of the units."""
    load, zoc = s.vector("load"), s.vector("zoc")
    load[:] = 0
    zoc[:] = 0
    for u, h in enumerate(s.hex):
        if h >= 0:
            load[h] += title.units.points[u]
            if title.units.side[u] == title.zoc_side:
                for n in title.zoc_into[h]:
                    zoc[n] += 1


def broken_stacks(title: Rules, s: AssaultState) -> list[str]:
    """Whatever is wrong with the stacks, in words."""
    wrong = []
    listed = 0
    for h in range(title.board.size):
        stack: list[int] = []
        u = s.top[h]
        while u >= 0 and len(stack) <= len(title.units):
            stack.append(u)
            u = s.below[u]
        listed += len(stack)
        wrong += [f"{title.units.keys[u]} is listed in {h} but is in {s.hex[u]}" for u in stack if s.hex[u] != h]
        if len({title.units.side[u] for u in stack}) > 1:
            wrong.append(f"both sides are in {title.board.grid.labels[h]}")
        if stack and controller(s, h) != title.units.side[stack[0]]:
            wrong.append(f"{title.board.grid.labels[h]} is not controlled by the units in it")
    on_map = sum(h >= 0 for h in s.hex)
    if on_map != listed:
        wrong.append(f"{on_map} units are on the map but {listed} are in stacks")
    wrong += [
        f"{title.units.keys[u]} is on the map with no steps" for u, h in enumerate(s.hex) if h >= 0 > s.steps[u] - 1
    ]
    return wrong
