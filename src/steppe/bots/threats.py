"""Threats to vital places in the rear: where the enemy could break in with his next move."""

from __future__ import annotations

import numpy as np

from steppe.assault.movement import cost_table
from steppe.assault.stacks import units_in
from steppe.assault.state import HIDDEN, AssaultState
from steppe.bots.picture import TOO_NEAR, Intruders, Picture, decisive, own_vital
from steppe.bots.searches import Field, intrude

ENOUGH = 2
"""Steps that a garrison needs: with one it falls to the first assault that comes off."""
AHEAD = 0.5
"""How much of his move after next an enemy is thought to have already: guards need time to come up."""


def intruders(picture: Picture) -> Intruders:
    """The enemy's stacks with the MP of their fastest units; one that nobody sees may be of any kind."""
    title, s = picture.title, picture.s
    there = [u for u in title.side_units[picture.foe] if s.hex[u] >= 0]
    later = s.clone()
    later.turn += 1  # a guard must be in place before the enemy is fast enough
    samples = {title.units.mobility[u]: u for u in there}
    pace = {m: int(title.movement_factor(s, u) + AHEAD * title.movement_factor(later, u)) for m, u in samples.items()}
    unseen = max((pace[title.units.mobility[u]] for u in there if s.flags[u] & HIDDEN), default=0)
    found: dict[int, int] = {}
    for u in there:
        able = unseen if s.flags[u] & HIDDEN else pace[title.units.mobility[u]]
        found[s.hex[u]] = max(found.get(s.hex[u], 0), able)
    return np.array(list(found), np.int16), np.array(list(found.values()), np.int16)


def break_ins(picture: Picture, s: AssaultState, who: Intruders) -> list[int]:
    """The vital places, held by a seat and empty, that an enemy unit could enter in its next move."""
    places = own_vital(picture, s)
    if not places:
        return []
    left = enemy_reach(picture, s, who)
    return [h for h in places if left[h] >= 0 and s.top[h] < 0]


def weak_posts(picture: Picture, s: AssaultState, who: Intruders) -> list[int]:
    """The vital places within the enemy's reach whose garrison could not give up a step and hold."""
    places = own_vital(picture, s)
    if not places:
        return []
    left = enemy_reach(picture, s, who)
    around = picture.title.board.grid.around
    return [
        h
        for h in places
        if s.top[h] >= 0
        and sum(s.steps[u] for u in units_in(s, h)) < ENOUGH
        and any(n >= 0 and (left[n] >= 0 or picture.occupier[n] == picture.foe) for n in around[h])
    ]


def on_guard(picture: Picture) -> frozenset[int]:
    """Who keeps a decisive place that the enemy is near to and could not give up a step there."""
    title, s = picture.title, picture.s
    posts = [h for h in decisive(title) if picture.control[h] == picture.seat and s.top[h] >= 0]
    near = [h for h in posts if picture.foe_distance[h] <= TOO_NEAR]
    return frozenset(u for h in near if sum(s.steps[u] for u in units_in(s, h)) <= ENOUGH for u in units_in(s, h))


def enemy_reach(picture: Picture, s: AssaultState, who: Intruders) -> Field:
    """The MP that some enemy would have left in every hex; -1 where none can get."""
    title, foe = picture.title, picture.foe
    starts, budgets = who
    out = np.full(title.board.size, -1, np.int16)
    if starts.size:
        intrude(
            starts,
            budgets,
            foe,
            int(title.zoc_side == picture.seat),
            title.board.grid.neighbours,
            cost_table(title, s, foe, frozenset({"foot"})),
            s.vector("top"),
            title.units.side_array,
            s.vector("zoc"),
            out,
        )
    return out
