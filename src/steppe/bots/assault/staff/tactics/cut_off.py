"""Cut off: a stack goes across the enemy's lines of supply, where most of him hangs on them, or shuts him in."""

from __future__ import annotations

from steppe.bots.assault.sight.enemy_supply import CUT, enemy_value_left
from steppe.bots.assault.sight.ghosts import shift_units
from steppe.bots.assault.sight.situation import Group
from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.staff.reach import Choice, Reach

NAME = "cut off"
LOOKED_AT = 8
"""How many hexes are looked at closely: so many of the best, and so many across the lines."""
AT_HAND = 3
"""So near to an enemy those on foot think of cutting him off."""


def choose(reach: Reach) -> Choice | None:
    """The hex that brings most to a mobile stack if those put out of supply are counted."""
    found = [h for h in candidates(reach) if reach.value_of(h).cut > 0]
    if not found:
        return None
    h = max(found, key=lambda h: (reach.value_of(h).value, -h))
    return Choice(h, reach.value_of(h).value, reason(reach.estimate, h))


def candidates(reach: Reach) -> list[int]:
    """The best hexes by the objective, and those through which, or past which, the most worth is fed."""
    estimate = reach.estimate
    if estimate.situation.foe_lives_off_the_land:
        return []
    fed = {h: touched(estimate, h) for h in reach.ranked}
    across = sorted((h for h in fed if fed[h]), key=lambda h: (-reach.looks[h] - CUT * fed[h], h))
    return list(dict.fromkeys(reach.ranked[:LOOKED_AT] + across[:LOOKED_AT]))


def touched(estimate: Estimate, h: int) -> float:
    """The worth of those whose lines of supply a unit in a hex would touch."""
    zone = estimate.title.zoc.into[h] if estimate.title.zoc.side == estimate.seat else ()
    return float(estimate.fed_through[[h, *zone]].max())


def on_foot(estimate: Estimate, stack: Group, ranked: list[tuple[float, int]]) -> int:
    """Where those on foot stop: at the best of their stops by cost, or at another that puts enemies out of supply, or
    where they are if that keeps a pocket shut."""
    best, start = ranked[0][1], estimate.s.hex[stack[0]]
    if estimate.situation.foe_lives_off_the_land or estimate.situation.foe_distance[start] > AT_HAND:
        return best
    before = enemy_value_left(estimate.situation, estimate.s)

    def worth(cost: float, h: int) -> float:
        ghost = estimate.s.clone()
        shift_units(estimate.title, ghost, stack, h)
        return before - enemy_value_left(estimate.situation, ghost) - cost

    looked_at = ranked[:LOOKED_AT] + [pair for pair in ranked[LOOKED_AT:] if pair[1] == start]
    return max(looked_at, key=lambda pair: worth(*pair))[1]


def reason(estimate: Estimate, h: int) -> str:
    return f"goes across the enemy's lines of supply at {estimate.label(h)}"
