"""The German supply lines in plain Python: what the compiled searches are measured against."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from steppe.titles.lwe.state import GERMAN, LandState
from steppe.titles.lwe.supply import FREE_CHOICE_UNTIL, REACH

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

Sides = Sequence[Sequence[int]]


class PlainLines:
    """What the lines of one moment are traced over, as Python lists."""

    def __init__(self, title: LandWithoutEnd, s: LandState, may_pass: Sequence[bool]) -> None:
        self.around = title.board.grid.around
        self.may_pass = may_pass
        self.everywhere = [True] * title.board.size
        self.open_sides: Sides = title.supply.open_sides(s, GERMAN).tolist()
        self.every_side: Sides = [[1] * 6] * title.board.size
        self.road_sides: Sides = title.geo.road_sides.tolist()
        self.sources = title.supply.usable_sources(s, GERMAN)
        self.roads = [h for h in range(title.board.size) if title.geo.road_mask[h] and s.control[h] & 1 == GERMAN]
        self.any_road = s.turn <= FREE_CHOICE_UNTIL

    def spread(self, starts: Iterable[int], sides: Sides, through: Sequence[bool], limit: int) -> dict[int, int]:
        """Hexes within so many of a start, each with how many."""
        found = {h: 0 for h in starts if through[h]}
        queue = deque(found)
        while queue:
            h = queue.popleft()
            if found[h] == limit:
                break
            for d, n in enumerate(self.around[h]):
                if n >= 0 and n not in found and sides[h][d] and through[n]:
                    found[n] = found[h] + 1
                    queue.append(n)
        return found

    def supplied(self, hexes: Iterable[int]) -> set[int]:
        """7.3: those of the hexes from which a line can be traced."""
        own = set(self.roads)
        on_road = [h in own and passes for h, passes in enumerate(self.may_pass)]
        working = set(self.spread(self.sources, self.road_sides, on_road, len(on_road)))
        to_edge = self.spread(self.sources, self.open_sides, self.may_pass, REACH)
        to_road = self.spread(working, self.open_sides, self.may_pass, REACH)
        nearest = self.spread(self.roads, self.every_side, self.everywhere, REACH)
        return {h for h in hexes if h in to_edge or (h in to_road and self.ends_well(h, nearest[h], working))}

    def ends_well(self, h: int, distance: int, working: set[int]) -> bool:
        """5.4, 7.3: any road will do at first; later one than which no friendly one is nearer."""
        if self.any_road:
            return True
        near = self.spread([h], self.every_side, self.everywhere, distance)
        wanted = {x for x, away in near.items() if away == distance} & working
        return bool(wanted & self.spread([h], self.open_sides, self.may_pass, REACH).keys())


def german_supply(title: LandWithoutEnd, s: LandState, may_pass: Sequence[bool], hexes: Iterable[int]) -> set[int]:
    return PlainLines(title, s, may_pass).supplied(hexes)
