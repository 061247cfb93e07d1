"""How near a place is to being cut off: the ways out that it has left, as a flow through the hexes around it.

A place that no supply line can leave any more is cut off. Until then every way that is closed counts.
"""

from __future__ import annotations

import numpy as np

from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.memory import distances, doctrine_of, remembered
from steppe.bots.assault.sight.searches import flow

EACH = 0.4
"""How near to being cut off a place is with one way out; with every further one so much of that."""
RADIUS = 10
"""Whoever gets so far, or to a source of supply before that, is out."""


class Encirclement:
    """The ground around some hexes as a network: every hex has a way in and a way out that carry one line at most."""

    def __init__(self, title: AnyAssaultTitle, places: tuple[int, ...], side: int) -> None:
        self.title, self.side = title, side
        grid = title.board.grid
        near = self.near = np.min([distances(title, h) for h in places], axis=0)
        self.hexes = np.flatnonzero(near <= RADIUS)
        index = {int(h): i for i, h in enumerate(self.hexes)}
        size = len(self.hexes)
        source, sink = 2 * size, 2 * size + 1
        sources = frozenset(title.supply.sources[side])
        rows, columns = list(range(0, 2 * size, 2)), list(range(1, 2 * size, 2))
        for h, i in index.items():
            if near[h] == RADIUS or h in sources:
                rows.append(2 * i + 1)
                columns.append(sink)
            for d, n in grid.adjacent(h):
                if n in index and title.supply.sides[side][h, d]:
                    rows.append(2 * i + 1)
                    columns.append(2 * index[n])
        for h in places:
            rows.append(source)
            columns.append(2 * index[h] + 1)
        self.source, self.sink = source, sink
        tails = np.array([rows, columns], np.int32).T.ravel()  # every arc, and its way back beside it
        self.head = np.array([columns, rows], np.int32).T.ravel()
        self.arcs = np.argsort(tails, kind="stable").astype(np.int32)
        self.first = np.searchsorted(tails[self.arcs], np.arange(2 * size + 3)).astype(np.int32)
        self.room = np.tile(np.array([1, 0], np.int32), len(rows))
        self.room[2 * (len(rows) - len(places)) :: 2] = 6

    def ways_out(self, s: AssaultState) -> int:
        """How many supply lines can leave the places side by side."""
        room = self.room.copy()
        room[: 2 * len(self.hexes) : 2] = self.title.supply.lines_may_pass(s, self.side)[self.hexes]
        return int(flow(self.source, self.sink, self.first, self.arcs, self.head, room))


def isolation(ways: int) -> float:
    """How near a place is to being cut off, from 0 to 1: each way out that is left has to be closed, and may not be."""
    return EACH**ways


@remembered
def encirclement_of(title: AnyAssaultTitle, side: int) -> Encirclement | None:
    """The ground around the places whose isolation would decide the game, if the title has such."""
    places = doctrine_of(title).isolates
    return Encirclement(title, tuple(sorted(places)), side) if places else None
