"""The German supply lines in plain Python: what the compiled searches are measured against."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steppe.titles.lwe.state import GERMAN, LandState
from steppe.titles.lwe.supply import FREE_CHOICE_UNTIL, REACH

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

Sides = Sequence[Sequence[int]]


@dataclass
class PlainLines:
    """What the lines of one moment are traced over, as Python lists."""

    around: Sides
    may_pass: Sequence[bool]
    open_sides: Sides
    road_sides: Sides
    sources: Sequence[int]
    roads: Sequence[int]
    """The friendly Rollbahn hexes."""
    any_road: bool
    reach: int = REACH
    everywhere: Sequence[bool] = field(init=False)
    every_side: Sides = field(init=False)

    def __post_init__(self) -> None:
        self.everywhere = [True] * len(self.around)
        self.every_side = [[1] * 6] * len(self.around)

    @staticmethod
    def of(title: LandWithoutEnd, s: LandState, may_pass: Sequence[bool]) -> PlainLines:
        return PlainLines(
            around=title.board.grid.around,
            may_pass=may_pass,
            open_sides=title.supply.open_sides(s, GERMAN).tolist(),
            road_sides=title.geo.road_sides.tolist(),
            sources=title.supply.usable_sources(s, GERMAN),
            roads=[h for h in range(title.board.size) if title.geo.road_mask[h] and s.control[h] & 1 == GERMAN],
            any_road=s.turn <= FREE_CHOICE_UNTIL,
        )

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

    def working(self) -> set[int]:
        """The Rollbahn hexes joined to a source along the road."""
        own = set(self.roads)
        on_road = [h in own and passes for h, passes in enumerate(self.may_pass)]
        return set(self.spread(self.sources, self.road_sides, on_road, len(on_road)))

    def within_reach(self, starts: Iterable[int]) -> dict[int, int]:
        """The hexes that a line from one of the starts comes to, each with its length."""
        return self.spread(starts, self.open_sides, self.may_pass, self.reach)

    def nearest(self) -> dict[int, int]:
        """How far the next friendly Rollbahn hex is from each hex as the crow flies, up to the reach of a line."""
        return self.spread(self.roads, self.every_side, self.everywhere, self.reach)

    def supplied(self, hexes: Iterable[int]) -> set[int]:
        """7.3: those of the hexes from which a line can be traced."""
        working = self.working()
        to_edge, to_road, nearest = self.within_reach(self.sources), self.within_reach(working), self.nearest()
        return {h for h in hexes if h in to_edge or (h in to_road and self.ends_well(h, nearest[h], working))}

    def ends_well(self, h: int, distance: int, working: set[int]) -> bool:
        """5.4, 7.3: any road will do at first; later one than which no friendly one is nearer."""
        if self.any_road:
            return True
        near = self.spread([h], self.every_side, self.everywhere, distance)
        wanted = {x for x, away in near.items() if away == distance} & working
        return bool(wanted & self.within_reach([h]).keys())


def german_supply(title: LandWithoutEnd, s: LandState, may_pass: Sequence[bool], hexes: Iterable[int]) -> set[int]:
    return PlainLines.of(title, s, may_pass).supplied(hexes)
