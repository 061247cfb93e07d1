"""Supply: lines of hexes traced to a side's sources.

``network`` is the set of hexes joined to a usable source of a side. It is computed for the whole side at once and kept
until something that could cut or open a line has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steppe.assault.stacks import SUPPLY, controller, side_in
from steppe.assault.state import CONTROL_SIDE, AssaultState
from steppe.searches import Bytes, Ints, flood, flood_words, passable, trace

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def usable_sources(title: Rules, s: AssaultState, side: int) -> list[int]:
    """A source serves its own side alone, and only while that side controls it, or no enemy is in it."""
    if not title.sources_need_control:
        return [h for h in title.sources[side] if side_in(title, s, h) != 1 - side]
    return [h for h in title.sources[side] if controller(s, h) == side]


def lines_may_pass(title: Rules, s: AssaultState, side: int) -> Bytes:
    """The hexes that a side's supply lines may enter."""
    out: Bytes = np.empty(title.board.size, np.uint8)
    passable(
        side,
        int(title.zoc_side == 1 - side),
        s.vector("top"),
        title.units.side_array,
        s.vector("control"),
        title.barring_cities,
        s.vector("zoc"),
        out,
    )
    closed = title.closed_to_lines(s, side)
    if closed is not None:
        out &= closed ^ 1
    return out


def network(title: Rules, s: AssaultState, side: int) -> Bytes:
    """1 for every hex joined to a source of the side."""
    key = SUPPLY[side]
    found: Bytes | None = s.cache.get(key)
    if found is None:
        found = s.cache[key] = title.find_network(s, side)
    return found


def flooded(title: Rules, s: AssaultState, side: int) -> Bytes:
    """The network of a side whose lines may be of any length."""
    found = np.empty(title.board.size, np.uint8)
    spread(title, side, working_sources(title, s, side), lines_may_pass(title, s, side), found)
    return found


def working_sources(title: Rules, s: AssaultState, side: int) -> Ints:
    """``usable_sources`` as an array."""
    sources: Ints = title.source_arrays[side]
    if not title.sources_need_control:
        return sources  # no line enters one that an enemy is in
    found: Ints = sources[s.vector("control")[sources] & CONTROL_SIDE == side]
    return found


def spread(title: Rules, side: int, sources: Ints, through: Bytes, out: Bytes) -> None:
    """Mark every hex joined to a source, by the faster of two equal searches that the board allows."""
    board, words = title.board, title.board.words
    if words is None:
        queue = np.empty(board.size, np.int16)
        flood(sources, board.grid.neighbours, title.supply_sides[side], through, queue, out)
        return
    packed = title.tables.get((SUPPLY, side))
    if packed is None:
        packed = title.tables[SUPPLY, side] = (
            words.pack(title.supply_sides[side]),
            np.zeros((3, words.lines), np.uint64),
        )
    open_words, work = packed
    flood_words(sources, through, words.line, words.bit, words.step, words.shift, open_words, work, out)


def has_line(title: Rules, s: AssaultState, side: int, h: int) -> bool:
    """Whether a line can be traced from a hex, as if a unit of the side were in it: the line only starts there."""
    if title.is_joined(s, side, h):
        return True
    joined = network(title, s, side)
    open_sides = title.supply_sides[side]
    return any(joined[n] and open_sides[h, d] for d, n in title.board.grid.adjacent(h))


def in_supply(title: Rules, s: AssaultState, u: int) -> bool:
    """Whether a unit on the map is in supply where it is."""
    return title.is_supplied(s, u)


def line(title: Rules, s: AssaultState, side: int, h: int) -> list[int]:
    """A shortest supply line from a hex to a source; empty if there is none."""
    goal = title.board.mask(usable_sources(title, s, side))
    through = lines_may_pass(title, s, side)
    goal &= through
    queue, parent, out = np.empty((3, title.board.size), np.int16)
    length = trace(h, goal, title.board.grid.neighbours, title.supply_sides[side], through, queue, parent, out)
    found: list[int] = out[:length].tolist()
    return found
