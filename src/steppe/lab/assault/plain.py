"""Plain twins of ranges, supply and states, as one would first write them: what benchmarks measure ours against."""

from __future__ import annotations

import heapq
from collections import deque
from dataclasses import dataclass, field

from steppe.assault.ranges import Mode
from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.searches import Bytes


@dataclass
class PlainUnit:
    """A counter as an object."""

    key: str
    side: int
    at: int
    steps: int
    face: int
    flags: int
    spent: int


@dataclass
class PlainHex:
    """A hex as an object."""

    control: int
    units: list[PlainUnit] = field(default_factory=list)


@dataclass
class PlainState:
    """A game of objects that refer to each other."""

    turn: int
    units: list[PlainUnit]
    hexes: dict[int, PlainHex]


def objects(title: AnyAssaultTitle, s: AssaultState) -> PlainState:
    """A state as objects."""
    units = [
        PlainUnit(name, title.units.side[u], s.hex[u], s.steps[u], s.face[u], s.flags[u], s.spent[u])
        for u, name in enumerate(title.names.unit)
    ]
    hexes = {h: PlainHex(s.control[h]) for h in range(title.board.size)}
    for unit in units:
        if unit.at >= 0:
            hexes[unit.at].units.append(unit)
    return PlainState(s.turn, units, hexes)


class PlainBoard:
    """What the searches look at, as Python lists."""

    def __init__(self, title: AnyAssaultTitle, s: AssaultState, cost: Bytes, side: int) -> None:
        self.around = [[n for n in row if n >= 0] for row in title.board.grid.around]
        self.sides = [[d for d, n in enumerate(row) if n >= 0] for row in title.board.grid.around]
        self.cost = cost.tolist()
        self.open_sides = title.supply.sides[side].tolist()
        self.side = side
        self.stops = title.zoc.side == 1 - side
        self.zoc = s.vector("zoc").tolist()
        self.load = s.vector("load").tolist()
        self.limit = title.stacking.passing_limit.tolist()
        self.owner = [title.units.side[u] if u >= 0 else -1 for u in s.top]
        self.mine = [c & 1 == side for c in s.vector("control").tolist()]
        self.city = title.supply.barring_cities.tolist()
        closed = title.supply.closed_to_lines(s, side)
        self.closed = [False] * title.board.size if closed is None else closed.astype(bool).tolist()

    def range_of(self, start: int, mode: Mode, weight: int = 1) -> dict[int, int]:
        """Every hex in reach with its cost, by a heap."""
        allowance, within = mode.allowance, mode.within
        found: dict[int, int] = {}
        heap = [(0, start)]
        while heap:
            spent, h = heapq.heappop(heap)
            if h in found:
                continue
            found[h] = spent
            in_zoc = self.stops and self.zoc[h] > 0
            if in_zoc and h != start:
                continue
            for d, n in zip(self.sides[h], self.around[h], strict=True):
                price = self.cost[h][d]
                if n in found or price == 0 or spent + price > allowance or (in_zoc and self.zoc[n] > 0):
                    continue
                if not within[n]:
                    continue
                if self.owner[n] >= 0 and (self.owner[n] != self.side or self.load[n] + weight > self.limit[n]):
                    continue
                heapq.heappush(heap, (spent + price, n))
        return found

    def may_pass(self, h: int) -> bool:
        """Whether a supply line may enter a hex."""
        if self.closed[h]:
            return False
        if self.owner[h] >= 0:
            return self.owner[h] == self.side and (not self.city[h] or self.mine[h])
        return (not self.city[h] or self.mine[h]) and not (self.stops and self.zoc[h])

    def supplied(self, sources: list[int]) -> set[int]:
        """Every hex joined to a source, by a queue."""
        found = {h for h in sources if self.may_pass(h)}
        queue = deque(found)
        while queue:
            h = queue.popleft()
            for d, n in zip(self.sides[h], self.around[h], strict=True):
                if n not in found and self.open_sides[h][d] and self.may_pass(n):
                    found.add(n)
                    queue.append(n)
        return found
