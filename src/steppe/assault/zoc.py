"""Zones of control: which side exerts them, and into which hexes."""

from __future__ import annotations

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.searches import Ints


class ZonesOfControl(Chapter[A]):
    """Who exerts zones of control, and across which hexsides."""

    side: int = -1
    """The side that exerts them, or -1 if neither does."""
    closed_sides: frozenset[str] = frozenset()
    """Hexsides across which there are none."""
    into: tuple[tuple[int, ...], ...]
    """By hex, the neighbours into which a unit there exerts one."""
    table: Ints
    """The same, for compiled code: (n, 6) with -1 behind the last."""

    stops: tuple[bool, bool]
    """By side, whether the enemy's zones end its moves."""

    def make_tables(self) -> None:
        """Into every hex around, but not across some hexsides [zoc hexsides]."""
        board = self.board
        self.stops = self.side == 1, self.side == 0
        self.into = tuple(
            tuple(n for _, n in board.grid.adjacent(h) if not self.closed_sides & board.side(h, n))
            for h in range(board.size)
        )
        self.table = np.full((board.size, 6), -1, np.int16)
        for h, near in enumerate(self.into):
            self.table[h, : len(near)] = near
