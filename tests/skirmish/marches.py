"""Where units can march."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steppe.searches import Bytes, reach
from steppe.title import Refusal, Trouble
from tests.skirmish.state import BESIDE, MOVED, NOBODY, SHAKEN, SkirmishState

if TYPE_CHECKING:
    from tests.skirmish.title import SkirmishTitle


class Reach(NamedTuple):
    spent: dict[int, int]
    """By hex, the points spent on the way there."""
    parent: dict[int, int]

    def path(self, h: int) -> tuple[int, ...]:
        """The hexes that are entered on the way to one."""
        found = []
        while self.parent[h] >= 0:
            found.append(h)
            h = self.parent[h]
        return tuple(reversed(found))


class Marches:
    """The rules of the march."""

    def __init__(self, title: SkirmishTitle) -> None:
        self.title, self.board = title, title.board
        part = self.board.region(title.scenario.part) or frozenset(range(self.board.size))
        self.outside: Bytes = 1 - self.board.mask(part)
        self.costs = {kind: self._costs(kind) for kind in title.costs}

    def _costs(self, kind: str) -> Bytes:
        """Points for leaving each hex through each side; 0 where nobody goes."""
        board, prices = self.board, self.title.costs[kind]
        entry = np.array([prices[terrain] for terrain in board.terrain], np.uint8)
        neighbours = board.grid.neighbours
        table = np.where(neighbours >= 0, entry[neighbours], 0)
        table += board.side_table("stream") * np.uint8(prices["stream"]) * (table > 0)
        found: Bytes = (table * (1 - board.side_table("cliff"))).astype(np.uint8)
        return found

    def beside(self, s: SkirmishState, side: int) -> Bytes:
        """The hexes next to a unit of a side."""
        found: Bytes | None = s.cache.get(BESIDE[side])
        if found is None:
            around = self.board.grid.around
            own = (h for u, h in enumerate(s.hex) if h >= 0 and self.title.units[u].side == side)
            found = s.cache[BESIDE[side]] = self.board.mask(n for h in own for n in around[h] if n >= 0)
        return found

    def reach(self, s: SkirmishState, u: int) -> Reach:
        """4.1-4.6: the hexes that a unit could come to, whether it may move now or not."""
        found: Reach | None = s.notes.get(("reach", u))
        if found is None:
            unit, board = self.title.units[u], self.board
            feared = self.beside(s, 1 - unit.side)
            closed = self.outside | (s.vector("occupant") != NOBODY).astype(np.uint8)
            table = self.costs[unit.kind]
            count = reach(s.hex[u], unit.move, board.grid.neighbours, table, feared, closed, feared, *board.scratch)
            hexes = board.reached[:count].tolist()
            found = Reach({h: board.spent[h] for h in hexes}, {h: board.parent[h] for h in hexes})
            s.notes["reach", u] = found
        return found

    def mover_refusal(self, s: SkirmishState, u: int) -> Refusal | None:
        """Why a unit may not move or rally now."""
        unit, seat = self.title.units[u], s.seat
        if unit.side != seat or s.hex[u] < 0:
            return Refusal("4.1", f"{unit.key} is not one of your units on the map")
        if s.flags[u] & MOVED:
            return Refusal("4.1", f"{unit.key} has moved in this march")
        return None

    def move_refusal(self, s: SkirmishState, u: int, h: int) -> Refusal | None:
        """Why a unit may not move to a hex."""
        refusal = self.mover_refusal(s, u)
        unit, label = self.title.units[u], self.board.label(h)
        if refusal or (h in self.reach(s, u).spent and h != s.hex[u]):
            return refusal
        if s.occupant[h] != NOBODY:
            return Refusal("4.5", f"a unit stands in {label}", Trouble.STACKING)
        if self.outside[h]:
            return Refusal("4.6", f"{label} is not in the part that is played", Trouble.HEX)
        if self.title.costs[unit.kind][self.board.terrain[h]] == 0:
            return Refusal("4.2", f"{unit.kind} may not enter a {self.board.terrain[h]}", Trouble.TERRAIN)
        return Refusal("4.1", f"{label} is farther than {unit.key} can go", Trouble.POINTS)

    def rally_refusal(self, s: SkirmishState, u: int) -> Refusal | None:
        """4.7: why a unit may not rally."""
        refusal = self.mover_refusal(s, u)
        unit = self.title.units[u]
        if refusal is None and not s.flags[u] & SHAKEN:
            refusal = Refusal("4.7", f"{unit.key} is not shaken")
        if refusal is None and self.beside(s, 1 - unit.side)[s.hex[u]]:
            refusal = Refusal("4.7", f"{unit.key} is beside an enemy", Trouble.ENEMY)
        return refusal
