"""Roads that carry supply only while they are in one's own hands: kept open, mended, lengthened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steppe.assault.movement import move_refusal
from steppe.assault.supply import network
from steppe.bots.guards import available
from steppe.bots.picture import Goal, Picture, distances
from steppe.orders import Order
from steppe.searches import Bytes

if TYPE_CHECKING:
    from steppe.assault.title import Rules

HEAD = 10.0
"""What the next hex of a road is worth, of what any hex of it is."""
TRIED_UNITS = 8
TOO_NEAR = 3
"""An enemy so near to a road can cut it."""


def open_heads(picture: Picture) -> list[int]:
    """The hexes with which a side's roads go on from where they work now, those farthest from the enemy first."""
    title, s, seat = picture.title, picture.s, picture.seat
    if not title.supply_roads[seat]:
        return []
    roads, on = road_arrays(title, seat)
    held = s.vector("control") & 1 == seat
    works = on & held & (network(title, s, seat) != 0)
    around = title.board.grid.neighbours[roads]
    found = roads[~held[roads] & (works[around] & (around >= 0)).any(axis=1)]
    return sorted(found.tolist(), key=lambda h: (-int(picture.foe_distance[h]), h))


def road_arrays(title: Rules, seat: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The hexes of a side's roads as a list and as a mask, remembered."""
    key = "bot roads", seat
    if key not in title.tables:
        roads = np.array(sorted(title.supply_roads[seat]))
        on = np.zeros(title.board.size, np.bool_)
        on[roads] = True
        title.tables[key] = roads, on
    found: tuple[NDArray[np.int64], NDArray[np.bool_]] = title.tables[key]
    return found


def head_goals(picture: Picture) -> list[Goal]:
    """The heads as objectives: the more units are cut off, the more they are worth."""
    heads = open_heads(picture)
    if not heads:
        return []
    title = picture.title
    mine = picture.on_map & (title.units.side_array == picture.seat)
    cut_off = network(title, picture.s, picture.seat)[picture.hexes[mine]] == 0
    lost = float(picture.attack[mine][cut_off].sum())
    value = round(title.doctrine.road * (HEAD + lost / len(heads)))
    return [Goal((h,), value) for h in heads]


def mend(picture: Picture, busy: set[int]) -> Order | None:
    """Somebody walks on to the next hex of a road; whoever hung on it may move again in the same phase."""
    for h in open_heads(picture):
        if picture.s.top[h] >= 0:
            continue
        for u in available(picture, picture.s, h, busy)[:TRIED_UNITS]:
            order = Order("move", (u,), h, picture.s.hex[u])
            if move_refusal(picture.title, picture.s, order) is None:
                return order
    return None


def near_roads(picture: Picture) -> Bytes:
    """1 for every hex from which an enemy could cut a road of one's own."""
    title = picture.title
    roads = sorted(title.supply_roads[picture.seat])
    if not roads:
        return np.zeros(title.board.size, np.uint8)
    key = "bot road distances", picture.seat
    if key not in title.tables:
        title.tables[key] = np.array([distances(title, h) <= TOO_NEAR for h in roads], np.uint8)
    found: Bytes = title.tables[key][picture.control[roads] == picture.seat].any(axis=0)
    return found
