"""Cut off: a stack goes across the enemy's lines of supply, where most of him hangs on them, or shuts him in."""

from __future__ import annotations

from steppe.bots.aims import Group
from steppe.bots.desk import Desk
from steppe.bots.destinations import CUT, hold_on
from steppe.bots.guards import shift_units
from steppe.bots.tactics.reach import Choice, Reach

NAME = "cut off"
LOOKED_AT = 8
"""How many hexes are looked at closely: so many of the best, and so many across the lines."""
AT_HAND = 3
"""So near to an enemy those on foot think of cutting him off."""


def choose(reach: Reach) -> Choice | None:
    """The hex that brings most to a mobile stack if those put out of supply are counted."""
    found = [h for h in candidates(reach) if reach.worth(h).cut > 0]
    if not found:
        return None
    h = max(found, key=lambda h: (reach.worth(h).value, -h))
    return Choice(h, reach.worth(h).value, reason(reach.desk, h))


def candidates(reach: Reach) -> list[int]:
    """The best hexes by the objective, and those through which, or past which, the most worth is fed."""
    desk = reach.desk
    if desk.picture.foe_lives_off_the_land:
        return []
    fed = {h: touched(desk, h) for h in reach.ranked}
    across = sorted((h for h in fed if fed[h]), key=lambda h: (-reach.looks[h] - CUT * fed[h], h))
    return list(dict.fromkeys(reach.ranked[:LOOKED_AT] + across[:LOOKED_AT]))


def touched(desk: Desk, h: int) -> float:
    """The worth of those whose lines of supply a unit in a hex would touch."""
    zone = desk.title.zoc_into[h] if desk.title.zoc_side == desk.seat else ()
    return float(desk.traffic[[h, *zone]].max())


def on_foot(desk: Desk, stack: Group, ranked: list[tuple[float, int]]) -> int:
    """Where those on foot stop: at the best of their stops by cost, or at another that puts enemies out of supply, or
    where they are if that keeps a pocket shut."""
    best, start = ranked[0][1], desk.s.hex[stack[0]]
    if desk.picture.foe_lives_off_the_land or desk.picture.foe_distance[start] > AT_HAND:
        return best
    before = hold_on(desk.picture, desk.s)

    def worth(cost: float, h: int) -> float:
        ghost = desk.s.clone()
        shift_units(desk.title, ghost, stack, h)
        return before - hold_on(desk.picture, ghost) - cost

    looked_at = ranked[:LOOKED_AT] + [pair for pair in ranked[LOOKED_AT:] if pair[1] == start]
    return max(looked_at, key=lambda pair: worth(*pair))[1]


def reason(desk: Desk, h: int) -> str:
    return f"goes across the enemy's lines of supply at {desk.label(h)}"
