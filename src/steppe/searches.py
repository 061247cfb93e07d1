"""Compiled searches over the map: ranges, floods, traces. Arrays in, arrays out; each has a plain twin in the tests.

``neighbours`` is the grid's (n, 6) table with -1 where the map ends. ``cost`` and ``open_sides`` are (n, 6) tables for
leaving a hex through a side: movement points (0 = closed), or 1 for a side that a supply line may cross.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int16]
Bytes = NDArray[np.uint8]
Numbers = NDArray[Any]
"""An array of whole numbers of any width."""

WORD = 64
ZERO, ONE, LONGEST = np.uint64(0), np.uint64(1), np.uint64(WORD)


class Scratch(NamedTuple):
    """Work space of one board, used again by every search so that none allocates."""

    spent: Ints
    """MP spent to reach each hex, -1 if out of reach."""
    parent: Ints
    """The hex from which it was reached."""
    reached: Ints
    """The reached hexes in order of their cost; the start comes first."""
    entry_hex: Ints
    entry_next: NDArray[np.int32]
    head: NDArray[np.int32]

    @staticmethod
    def of(size: int) -> Scratch:
        return Scratch(
            np.full(size, -1, np.int16),
            np.full(size, -1, np.int16),
            np.zeros(size, np.int16),
            np.zeros(6 * size + 1, np.int16),
            np.zeros(6 * size + 1, np.int32),
            np.full(256, -1, np.int32),
        )


@njit(cache=True)
def put(h: int, cost: int, entries: int, entry_hex: Numbers, entry_next: Numbers, head: Numbers) -> int:
    """Add a hex to the bucket of a cost; returns how many entries all buckets have now.

    A bucket is a chain: ``head`` is its latest entry by cost, ``entry_next`` the one before each, -1 the end. A hex
    found again at a lower cost stays in the dearer bucket as well; whoever takes it out of that passes over it.
    """
    entry_hex[entries] = h
    entry_next[entries] = head[cost]
    head[cost] = entries
    return entries + 1


@njit(cache=True)
def begin(
    start: int,
    allowance: int,
    spent: Numbers,
    parent: Numbers,
    entry_hex: Numbers,
    entry_next: Numbers,
    head: Numbers,
) -> int:
    """Make the work space ready for a range: nothing is reached but the start. Returns how many entries there are."""
    spent[:] = -1
    head[: allowance + 1] = -1
    spent[start] = 0
    parent[start] = -1
    return put(start, 0, 0, entry_hex, entry_next, head)


@njit(cache=True)
def reach(
    start: int,
    allowance: int,
    neighbours: Numbers,
    cost: Numbers,
    leave: Numbers,
    closed: Numbers,
    stops: Numbers,
    spent: Numbers,
    parent: Numbers,
    reached: Numbers,
    entry_hex: Numbers,
    entry_next: Numbers,
    head: Numbers,
) -> int:
    """Every hex within an allowance of points, cheapest first; returns how many (buckets of equal cost, after Dial).

    ``cost`` is what leaving a hex through a side costs (0: closed), ``leave`` what leaving a hex costs besides,
    ``closed`` marks the hexes that may not be entered, ``stops`` those beyond which nobody goes who was not there
    from the start.
    """
    entries = begin(start, allowance, spent, parent, entry_hex, entry_next, head)
    count = 0
    for c in range(allowance + 1):
        entry = head[c]
        while entry >= 0:
            h = entry_hex[entry]
            entry = entry_next[entry]
            if spent[h] != c:
                continue
            reached[count] = h
            count += 1
            if stops[h] and h != start:
                continue
            for d in range(6):
                n = neighbours[h, d]
                price = cost[h, d]
                if n < 0 or price == 0 or closed[n]:
                    continue
                total = c + price + leave[h]
                if total > allowance or (spent[n] >= 0 and spent[n] <= total):
                    continue
                spent[n] = total
                parent[n] = h
                entries = put(n, total, entries, entry_hex, entry_next, head)
    return count


@njit(cache=True)
def flood(
    sources: Numbers, neighbours: Numbers, open_sides: Numbers, through: Numbers, queue: Numbers, out: Numbers
) -> int:
    """Mark every hex joined to a source by passable hexes and open sides; returns how many."""
    out[:] = 0
    tail = 0
    for s in sources:
        if through[s] and out[s] == 0:
            out[s] = 1
            queue[tail] = s
            tail += 1
    front = 0
    while front < tail:
        h = queue[front]
        front += 1
        for d in range(6):
            n = neighbours[h, d]
            if n >= 0 and out[n] == 0 and through[n] and open_sides[h, d]:
                out[n] = 1
                queue[tail] = n
                tail += 1
    return tail


class BitRows(NamedTuple):
    """A board as 64-bit words, one for each line of hexes, so that a flood runs along a whole line at once.

    The neighbours of a line's hexes in a direction lie in the line ``step`` away, all shifted by the same ``shift``
    bits.
    """

    line: Ints
    bit: NDArray[np.uint64]
    step: Ints
    """By direction."""
    shift: Ints
    """(6, lines)."""
    lines: int
    inside: Bytes
    """(n, 6): the sides with a hex behind them. Where a whole line has none, its shift means nothing."""

    @staticmethod
    def of(coordinates: NDArray[np.int32], neighbours: Ints) -> BitRows | None:
        """The words of a board, given the hexes' axial coordinates; None if a line is too long for a word."""
        for axis in (0, 1):
            line = coordinates[:, axis] - coordinates[:, axis].min()
            along = coordinates[:, 1 - axis]
            lines = int(line.max()) + 1
            first = np.array([along[line == n].min(initial=along.max()) for n in range(lines)])
            bit = along - first[line]
            if bit.max() < WORD:
                return _rows(line, bit, neighbours, lines)
        return None

    def pack(self, open_sides: Bytes) -> NDArray[np.uint64]:
        """The sides that a flood may cross, as (6, lines) words."""
        out = np.zeros((6, self.lines), np.uint64)
        one = np.uint64(1)
        for h, d in zip(*np.nonzero(open_sides & self.inside), strict=True):
            out[d, self.line[h]] |= one << self.bit[h]
        return out


def _rows(line: NDArray[Any], bit: NDArray[Any], neighbours: Ints, lines: int) -> BitRows:
    step, shift = np.zeros(6, np.int16), np.zeros((6, lines), np.int16)
    for h, row in enumerate(neighbours):
        for d, n in enumerate(row):
            if n >= 0:
                step[d] = line[n] - line[h]
                shift[d, line[h]] = bit[n] - bit[h]
    inside = (neighbours >= 0).astype(np.uint8)
    return BitRows(line.astype(np.int16), bit.astype(np.uint64), step, shift, lines, inside)


@njit(cache=True)
def moved(word: np.uint64, shift: int) -> Any:
    """A word shifted to the left, or to the right if the shift is negative."""
    if shift > 0:
        return word << np.uint64(shift)
    return word >> np.uint64(-shift)


@njit(cache=True)
def flood_rows(
    sources: Numbers,
    through: Numbers,
    line: Numbers,
    bit: Numbers,
    step: Numbers,
    shift: Numbers,
    open_rows: Numbers,
    work: Numbers,
    out: Numbers,
) -> None:
    """What ``flood`` does, a line of hexes at a time: there and back over the board until nothing more is reached."""
    lines = open_rows.shape[1]
    passing, springs, wet = work[0], work[1], work[2]
    work[:] = ZERO
    for h in range(through.size):
        passing[line[h]] |= np.uint64(through[h]) << bit[h]
    for h in sources:
        springs[line[h]] |= ONE << bit[h]
    changed = True
    while changed:
        changed = False
        for i in range(2 * lines):
            n = i if i < lines else 2 * lines - 1 - i
            water = wet[n] | springs[n]
            for d in range(6):
                other = n - step[d]
                if other != n and 0 <= other < lines:
                    water |= moved(wet[other] & open_rows[d, other], shift[d, other])
            water &= passing[n]
            if water == wet[n]:
                continue
            for d in range(6):
                if step[d] == 0:
                    water = along(water, passing[n] & moved(open_rows[d, n], shift[d, n]), shift[d, n])
            wet[n] = water
            changed = True
    for h in range(through.size):
        out[h] = (wet[line[h]] >> bit[h]) & ONE


@njit(cache=True)
def along(water: np.uint64, channel: np.uint64, shift: int) -> Any:
    """Water that runs along a line as far as the channel goes, by doubling steps."""
    reach = ONE
    while reach < LONGEST:
        if shift > 0:
            water |= channel & (water << reach)
            channel &= channel << reach
        else:
            water |= channel & (water >> reach)
            channel &= channel >> reach
        reach = reach << ONE
    return water


@njit(cache=True)
def trace(
    start: int,
    goal: Numbers,
    neighbours: Numbers,
    open_sides: Numbers,
    through: Numbers,
    queue: Numbers,
    parent: Numbers,
    line: Numbers,
) -> int:
    """The shortest line from a hex to a goal hex, written into ``line``; returns its length, 0 if there is none.

    The line may begin in any hex, but enters only passable ones.
    """
    if goal[start]:
        line[0] = start
        return 1
    parent[:] = -2
    parent[start] = -1
    queue[0] = start
    front, tail = 0, 1
    while front < tail:
        h = queue[front]
        front += 1
        for d in range(6):
            n = neighbours[h, d]
            if n < 0 or parent[n] != -2 or not through[n] or not open_sides[h, d]:
                continue
            parent[n] = h
            if goal[n]:
                length = 0
                while n >= 0:
                    line[length] = n
                    length += 1
                    n = parent[n]
                return length
            queue[tail] = n
            tail += 1
    return 0


@njit(cache=True)
def spread_within(
    sources: Numbers,
    limit: int,
    neighbours: Numbers,
    open_sides: Numbers | None,
    through: Numbers | None,
    queue: Numbers,
    out: Numbers,
) -> None:
    """How many hexes away the nearest source is, by passable hexes and open sides; -1 beyond the limit.

    Without tables of them all hexes are passable and all sides open: distances as the crow flies.
    """
    out[:] = -1
    tail = 0
    for s in sources:
        if out[s] < 0 and (through is None or through[s]):
            out[s] = 0
            queue[tail] = s
            tail += 1
    front = 0
    while front < tail:
        h = queue[front]
        front += 1
        if out[h] == limit:
            continue
        for d in range(6):
            n = neighbours[h, d]
            if n >= 0 and out[n] < 0 and (through is None or through[n]) and (open_sides is None or open_sides[h, d]):
                out[n] = out[h] + 1
                queue[tail] = n
                tail += 1


@njit(cache=True)
def meets(
    start: int,
    limit: int,
    wanted: Numbers,
    neighbours: Numbers,
    open_sides: Numbers,
    through: Numbers,
    queue: Numbers,
    distance: Numbers,
) -> bool:
    """Whether a wanted hex lies within so many hexes of a start, by passable hexes and open sides."""
    if wanted[start]:
        return True
    distance[:] = -1
    distance[start] = 0
    queue[0] = start
    front, tail = 0, 1
    while front < tail:
        h = queue[front]
        front += 1
        if distance[h] == limit:
            return False
        for d in range(6):
            n = neighbours[h, d]
            if n >= 0 and distance[n] < 0 and through[n] and open_sides[h, d]:
                if wanted[n]:
                    return True
                distance[n] = distance[h] + 1
                queue[tail] = n
                tail += 1
    return False
