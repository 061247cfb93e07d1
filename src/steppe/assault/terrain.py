"""What the ground costs to enter and to cross, and what it closes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.searches import Bytes
from steppe.title import Title

CLOSED = 0


class Costs(NamedTuple):
    """What a group pays as the ground is now."""

    table: Bytes
    """MP for leaving each hex through each side; 0 where it may not go."""
    dearest: bytes
    """By hex, the dearest way out of it."""


class Terrain(Chapter[A]):
    """What the ground costs, and what it closes."""

    assault_closed_sides: frozenset[str] = frozenset()
    """Hexsides across which nobody attacks."""
    lone_mobility: Mapping[str, frozenset[str]]
    """The classes of a group of one, by its class."""

    def __init__(self, title: Title[A]) -> None:
        super().__init__(title)
        self._costs: dict[object, Costs] = {}

    def make_tables(self) -> None:
        self.lone_mobility = {mobility: frozenset({mobility}) for mobility in self.units.mobility}

    def costs_of(self, s: A, side: int, mobilities: frozenset[str]) -> Costs:
        """The costs of a group of these mobility classes: of several it pays what the worst off of them pays."""
        key = self.ground(s), side, mobilities
        found: Costs | None = self._costs.get(key)
        if found is None:
            each = [self.make_costs(s, side, mobility) for mobility in sorted(mobilities)]
            table = np.max(each, axis=0)
            table[np.min(each, axis=0) == CLOSED] = CLOSED
            found = self._costs[key] = Costs(table, table.max(axis=1).tobytes())
        return found

    def cost_table(self, s: A, side: int, mobilities: frozenset[str]) -> Bytes:
        """MP for leaving each hex through each side, for a group of these mobility classes; 0 where it may not go."""
        return self.costs_of(s, side, mobilities).table

    def plain_costs(self, mobility: str) -> Bytes:
        """The costs of one class where neither side, turn nor weather changes them: hex entered and hexside crossed.

        The two are added up [costs add]; nothing that people have built counts [works of man].
        """
        board = self.board
        entry = np.array([self.entry_cost(mobility, terrain) for terrain in board.terrain], np.int16)
        neighbours = board.grid.neighbours
        costs = np.where(neighbours >= 0, entry[neighbours], CLOSED)
        passable = costs != CLOSED
        for kind in board.kinds_of_side:
            extra, lies = self.side_cost(mobility, kind), board.side_table(kind) != 0
            if extra is None:
                passable &= ~lies
            else:
                costs += lies * np.int16(extra)
        found: Bytes = (costs * passable).astype(np.uint8)
        return found

    @abstractmethod
    def entry_cost(self, mobility: str, terrain: str) -> int:
        """MP to enter a hex; 0 if it is closed."""

    @abstractmethod
    def side_cost(self, mobility: str, kind: str) -> int | None:
        """Extra MP to cross a hexside; None if it is closed."""

    def ground(self, s: A) -> object:
        """Whatever changes the costs of movement from turn to turn."""
        return None

    def make_costs(self, s: A, side: int, mobility: str) -> Bytes:
        """MP for leaving each hex through each side, 0 where it is closed."""
        return self.plain_costs(mobility)

    def hex_bar(self, s: A, u: int, h: int) -> str:
        """The terrain that closes a hex to a unit, or nothing."""
        terrain = self.board.terrain[h]
        return terrain if self.entry_cost(self.units.mobility[u], terrain) == CLOSED else ""

    def side_bar(self, s: A, u: int, start: int, h: int) -> str:
        """The kind of hexside that a unit may not cross between two hexes, or nothing."""
        mobility = self.units.mobility[u]
        return next((kind for kind in self.board.side(start, h) if self.side_cost(mobility, kind) is None), "")

    def assault_bars(self) -> frozenset[str]:
        """Every kind of hexside that ``assault_bar`` may name."""
        return self.assault_closed_sides

    def assault_bar(self, s: A, u: int, start: int, h: int) -> str:
        """The kind of hexside across which there is no assault, or nothing."""
        return next(iter(self.assault_closed_sides & self.board.side(start, h)), "")
