"""Threats to vital places in the rear: where the enemy could break in with his next move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steppe.assault.stacks import units_in
from steppe.assault.state import HIDDEN, AssaultState
from steppe.bots.assault.sight.objectives import decisive, vital
from steppe.bots.assault.sight.searches import Field, intrude
from steppe.bots.assault.sight.situation import TOO_NEAR, Situation

Intruders = tuple[NDArray[np.int16], NDArray[np.int16]]
"""Stacks of the enemy with the MP that they can spend."""
ENOUGH = 2
"""Steps that a garrison needs: with one it falls to the first assault that comes off."""
AHEAD = 0.5
"""How much of his move after next an enemy is thought to have already: guards need time to come up."""


def intruders(situation: Situation) -> Intruders:
    """The enemy's stacks with the MP of their fastest units; one that nobody sees may be of any kind."""
    title, s = situation.title, situation.s
    there = [u for u in title.side_units[situation.foe] if s.hex[u] >= 0]
    later = s.clone()
    later.turn += 1  # a guard must be in place before the enemy is fast enough
    samples = {title.units.mobility[u]: u for u in there}
    reach_by_mobility = {
        m: int(title.movement.factor(s, u) + AHEAD * title.movement.factor(later, u)) for m, u in samples.items()
    }
    unseen = max((reach_by_mobility[title.units.mobility[u]] for u in there if s.flags[u] & HIDDEN), default=0)
    found: dict[int, int] = {}
    for u in there:
        able = unseen if s.flags[u] & HIDDEN else reach_by_mobility[title.units.mobility[u]]
        found[s.hex[u]] = max(found.get(s.hex[u], 0), able)
    return np.array(list(found), np.int16), np.array(list(found.values()), np.int16)


def break_ins(situation: Situation, s: AssaultState, who: Intruders) -> list[int]:
    """The vital places, held by a seat and empty, that an enemy unit could enter in its next move."""
    places = own_vital(situation, s)
    if not places:
        return []
    left = enemy_reach(situation, s, who)
    return [h for h in places if left[h] >= 0 and s.top[h] < 0]


def weak_posts(situation: Situation, s: AssaultState, who: Intruders) -> list[int]:
    """The vital places within the enemy's reach whose garrison could not give up a step and hold."""
    places = own_vital(situation, s)
    if not places:
        return []
    left = enemy_reach(situation, s, who)
    around = situation.title.board.grid.around
    return [
        h
        for h in places
        if s.top[h] >= 0
        and sum(s.steps[u] for u in units_in(s, h)) < ENOUGH
        and any(n >= 0 and (left[n] >= 0 or situation.occupier[n] == situation.foe) for n in around[h])
    ]


def on_guard(situation: Situation) -> frozenset[int]:
    """Who keeps a decisive place that the enemy is near to and could not give up a step there."""
    title, s = situation.title, situation.s
    posts = [h for h in decisive(title) if situation.control[h] == situation.seat and s.top[h] >= 0]
    near = [h for h in posts if situation.foe_distance[h] <= TOO_NEAR]
    return frozenset(u for h in near if sum(s.steps[u] for u in units_in(s, h)) <= ENOUGH for u in units_in(s, h))


def enemy_reach(situation: Situation, s: AssaultState, who: Intruders) -> Field:
    """The MP that some enemy would have left in every hex; -1 where none can get."""
    title, foe = situation.title, situation.foe
    starts, budgets = who
    out = np.full(title.board.size, -1, np.int16)
    if starts.size:
        intrude(
            starts,
            budgets,
            foe,
            int(title.zoc.side == situation.seat),
            title.board.grid.neighbours,
            title.terrain.cost_table(s, foe, frozenset({"foot"})),
            s.vector("top"),
            title.units.side_array,
            s.vector("zoc"),
            out,
        )
    return out


def own_vital(situation: Situation, s: AssaultState) -> list[int]:
    """The places in a seat's hands that must not fall: decisive ones, and those on its supply roads."""
    return [h for h in vital(situation.title, situation.seat) if s.control[h] & 1 == situation.seat]
