"""Roads that carry supply only while they are in one's own hands: kept open, mended, lengthened."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.memory import distances, doctrine_of, remembered
from steppe.bots.assault.sight.objectives import Goal
from steppe.bots.assault.sight.rearguard import available
from steppe.bots.assault.sight.situation import Situation
from steppe.orders import Order
from steppe.searches import Bytes

HEAD = 10.0
"""What the next hex of a road is worth, of what any hex of it is."""
TRIED_UNITS = 8
TOO_NEAR = 3
"""An enemy so near to a road can cut it."""


def road_heads(situation: Situation) -> list[int]:
    """The hexes with which a side's roads go on from where they work now, those farthest from the enemy first."""
    title, s, seat = situation.title, situation.s, situation.seat
    if not situation.doctrine.supply_roads[seat]:
        return []
    roads, on = road_arrays(title, seat)
    held = s.vector("control") & 1 == seat
    works = on & held & (title.supply.network(s, seat) != 0)
    around = title.board.grid.neighbours[roads]
    found = roads[~held[roads] & (works[around] & (around >= 0)).any(axis=1)]
    return sorted(found.tolist(), key=lambda h: (-int(situation.foe_distance[h]), h))


@remembered
def road_arrays(title: AnyAssaultTitle, seat: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The hexes of a side's roads as a list and as a mask."""
    roads = np.array(sorted(doctrine_of(title).supply_roads[seat]))
    on = np.zeros(title.board.size, np.bool_)
    on[roads] = True
    return roads, on


@remembered
def road_surroundings(title: AnyAssaultTitle, seat: int) -> Bytes:
    """For each hex of a side's roads, in their order, a mask of the hexes from which an enemy could cut it."""
    return np.array([distances(title, h) <= TOO_NEAR for h in road_arrays(title, seat)[0].tolist()], np.uint8)


def road_head_goals(situation: Situation) -> list[Goal]:
    """The heads as objectives: the more units are cut off, the more they are worth."""
    heads = road_heads(situation)
    if not heads:
        return []
    title = situation.title
    mine = situation.on_map & (title.units.side_array == situation.seat)
    cut_off = title.supply.network(situation.s, situation.seat)[situation.hexes[mine]] == 0
    lost = float(situation.attack[mine][cut_off].sum())
    value = round(situation.doctrine.road * (HEAD + lost / len(heads)))
    return [Goal((h,), value) for h in heads]


def road_opening(situation: Situation, busy: set[int]) -> Order | None:
    """Somebody walks on to the next hex of a road; whoever hung on it may move again in the same phase."""
    for h in road_heads(situation):
        if situation.s.top[h] >= 0:
            continue
        for u in available(situation, situation.s, h, busy)[:TRIED_UNITS]:
            order = Order("move", (u,), h, situation.s.hex[u])
            if situation.title.movement.move_refusal(situation.s, order) is None:
                return order
    return None


def near_roads(situation: Situation) -> Bytes:
    """1 for every hex from which an enemy could cut a road of one's own."""
    title = situation.title
    if not situation.doctrine.supply_roads[situation.seat]:
        return np.zeros(title.board.size, np.uint8)
    roads, _ = road_arrays(title, situation.seat)
    in_hand = situation.control[roads] == situation.seat
    found: Bytes = road_surroundings(title, situation.seat)[in_hand].any(axis=0)
    return found
