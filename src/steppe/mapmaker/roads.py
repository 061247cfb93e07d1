"""Roads from hex to hex, over the ground as it is."""

from __future__ import annotations

import heapq
from itertools import pairwise

from steppe.errors import DataError
from steppe.mapmaker.corners import Side
from steppe.mapmaker.hexmap import WET, HexMap

HARD = {"clear": 1.0, "forest": 1.12, "hills": 1.5, "marsh": 2.2}
"""What a road pays for the ground."""
BRIDGE = 0.45
"""What it pays for a river."""
SHARED = 0.55
"""A stretch that another road has built already is this much cheaper."""
BARRED = ("sea", "lake", "sivash", "kerch")


def lay_road(made: HexMap, stops: list[int]) -> list[Side]:
    """The hexsides that a road crosses on its cheapest way through some hexes."""
    sides: list[Side] = []
    for start, goal in pairwise(stops):
        way = _way(made, start, goal)
        if way is None:
            raise DataError(f"no road leads from {made.grid.labels[start]} to {made.grid.labels[goal]}")
        sides += [(min(a, b), max(a, b)) for a, b in pairwise(way)]
    return sides


def _cost(made: HexMap, side: Side, into: int) -> float | None:
    kind = made.sides.get(side, ("", ""))[0]
    if made.terrain[into] in WET or kind in BARRED:
        return None
    price = HARD.get(made.terrain[into], 1.0) + (BRIDGE if kind else 0.0)
    return price * (SHARED if side in made.roads else 1.0)


def _way(made: HexMap, start: int, goal: int) -> list[int] | None:
    best = {start: 0.0}
    came: dict[int, int] = {}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        if spent > best[here]:
            continue
        for _, there in made.grid.adjacent(here):
            price = _cost(made, (min(here, there), max(here, there)), there)
            if price is not None and spent + price < best.get(there, float("inf")) - 1e-12:
                best[there] = spent + price
                came[there] = here
                heapq.heappush(queue, (spent + price, there))
    return None
