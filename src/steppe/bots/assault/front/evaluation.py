"""How good a position looks, from one side: what is held, who is stronger, who is near to what. Plain sums, no search.

Everything is reckoned for the side that attacks and turned round for the other. The measures are alike in all titles:
shares, and logarithms of ratios.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steppe.assault.state import AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.memory import distances, doctrine_of
from steppe.bots.assault.sight.encirclement import encirclement_of, isolation
from steppe.bots.assault.sight.enemy_reply import EnemyReply
from steppe.bots.assault.sight.objectives import DECISIVE, Goal, goals
from steppe.bots.assault.sight.situation import Floats, Situation

REACH = 12.0
"""MP over which a force's weight on a place falls to about a third."""
STEEP = 3.0
"""Odds of two to the power of this are as good as any."""
AT_HAND, AROUND = 20, 8
"""Hexes from a place that decides within which an attacker can soon be at it, and a defender stands before it."""
STRONGER = 1.5
"""How many times as strong as the defender an attacker is at even chances."""
UNFED = 0.5
"""What a unit out of supply is worth of one in supply."""


class Measures(NamedTuple):
    """What is measured in a position; the greater, the better for the attacker."""

    held: float
    """His share of the objectives that count when the game ends, from -1 to 1."""
    force: float
    """His strength to the enemy's, those out of supply counted by half: a logarithm."""
    pressure: float
    """How strong he is near his objectives, of all who are near them, from 0 to 1."""
    nearest: float
    """How near his nearest are to a place that decides, from 0 to 1."""
    encirclement: float
    """How few ways out a place has that must not be cut off, from 0 to 1."""
    assault_odds: float
    """What he could bring against a place that decides, to what stands in it: a logarithm, from -1 to 1."""
    gathered: float
    """What he has at hand for a place that decides, to what the enemy has around it: a logarithm."""
    peril: float
    """How near the enemy is to a place that decides, below 0."""
    ahead: float
    """By how many points he is ahead of the way to the next check."""


WEIGHTS = Measures(
    held=1.0,
    force=1.0,
    pressure=2.5,
    nearest=4.0,
    encirclement=6.0,
    assault_odds=1.5,
    gathered=3.0,
    peril=1.0,
    ahead=0.2,
)
"""What the measures weigh: a sum of about 1 is a clear edge."""


DOUBT, LOST = 0.45, 4.0
"""However well it looks, the chance stays so near to even, and a sum of this much comes near to that limit."""
EVEN = -2.0
"""Added to the sum, so that it is even in the middle of a game."""


def measures(title: AnyAssaultTitle, s: AssaultState) -> Measures:
    """A position as the attacker sees it."""
    seat = min(doctrine_of(title).offensive_sides)
    situation = Situation(title, s, seat)
    strength = situation.attack + situation.defence
    forces = [_force(situation, strength, side) for side in (seat, 1 - seat)]
    wanted = situation.objectives_to_take()
    decide = [goal for goal in wanted if goal.value >= DECISIVE]
    places = [h for goal in decide for h in goal.hexes]
    return Measures(
        _held(situation),
        float(np.log((forces[0] + 1.0) / (forces[1] + 1.0))),
        _pressure(situation, wanted),
        _nearest(situation, decide, seat),
        _encirclement(title, s, seat),
        _assault_odds(situation, places),
        _gathered(situation, places),
        -_nearest(situation, [g for g in situation.objectives_held() if g.value >= DECISIVE], 1 - seat),
        situation.doctrine.ahead(s),
    )


def expectation(title: AnyAssaultTitle, s: AssaultState, seat: int, weights: Measures = WEIGHTS) -> float:
    """What a seat may expect of a position: from 0, it has lost, to 1, it has won."""
    if s.over:
        return float(s.winner == seat)
    total = EVEN + sum(w * x for w, x in zip(weights, measures(title, s), strict=True))
    chance = 0.5 + DOUBT * float(np.tanh(total / LOST))
    return chance if seat in doctrine_of(title).offensive_sides else 1.0 - chance


def _held(situation: Situation) -> float:
    value = {True: 0, False: 0}
    for goal in goals(situation.title):
        if goal.value < DECISIVE:
            for h in goal.hexes:
                value[bool(situation.control[h] == situation.seat)] += goal.value
    return (value[True] - value[False]) / max(1, sum(value.values()))


def _force(situation: Situation, strength: Floats, side: int) -> float:
    mask = situation.on_map & (situation.title.units.side_array == side)
    fed = situation.title.supply.network(situation.s, side)[situation.hexes[mask]] != 0
    return float((strength[mask] * np.where(fed, 1.0, UNFED)).sum())


def _pressure(situation: Situation, wanted: list[Goal]) -> float:
    """For every objective the attackers' weight on it, of that and the defenders'; great objectives weigh more."""
    own = situation.by_hex(situation.attack, situation.seat)
    total, whole = 0.0, 1e-9
    for goal in wanted:
        far = situation.distance_field(list(goal.hexes), situation.resistance, backward=True)[0]
        straight = np.min([distances(situation.title, h) for h in goal.hexes], axis=0)
        weight = float((own * np.exp(-far / REACH)).sum())
        wall = float((situation.foe_defence * np.exp(-straight / (REACH / 6))).sum()) + 1.0
        total += float(np.sqrt(goal.value)) * weight / (weight + wall)
        whole += float(np.sqrt(goal.value))
    return total / whole if wanted else 1.0


def _nearest(situation: Situation, places: list[Goal], side: int) -> float:
    if not places:
        return 0.0
    wall = situation.resistance if side == situation.seat else np.rint(situation.own_defence).astype(np.int16)
    far = situation.distance_field([h for g in places for h in g.hexes], wall, backward=True, side=side)[0]
    there = far[situation.occupier == side]
    return float(np.exp(-there.min() / REACH)) if there.size else 0.0


def _assault_odds(situation: Situation, places: list[int]) -> float:
    """The best odds that the attacker could have next turn, if all who can come do."""
    if not places:
        return 0.0
    coming = EnemyReply(Situation(situation.title, situation.s, situation.foe)).potential
    wall = situation.foe_defence * (1 + 0.5 * situation.shelter)
    odds = max(float(np.log2((coming[h] + 1.0) / (wall[h] + 1.0))) for h in places)
    return min(max(odds / STEEP, -1.0), 1.0)


def _gathered(situation: Situation, places: list[int]) -> float:
    """The attackers who can soon be at a place to the defenders before it: who gets there in time wins the fight."""
    if not places:
        return 0.0
    near = np.min([distances(situation.title, h) for h in places], axis=0)
    own = float(situation.by_hex(situation.attack, situation.seat)[near <= AT_HAND].sum())
    wall = float(situation.foe_defence[near <= AROUND].sum())
    return float(np.log((own + 1.0) / (STRONGER * (wall + 1.0))))


def _encirclement(title: AnyAssaultTitle, s: AssaultState, seat: int) -> float:
    encirclement = encirclement_of(title, 1 - seat)
    return 0.0 if encirclement is None else isolation(encirclement.ways_out(s))
