"""How good a position looks, from one side: what is held, who is stronger, who is near to what. Plain sums, no search.

Everything is reckoned for the side that attacks and turned round for the other. The marks are made to be alike in all
titles: shares, and logarithms of ratios.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steppe.assault.state import AssaultState
from steppe.assault.supply import network
from steppe.assault.title import Rules
from steppe.bots.noose import noose_of, tightness
from steppe.bots.picture import DECISIVE, Floats, Goal, Picture, distances, goals
from steppe.bots.replies import Replies

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


class Marks(NamedTuple):
    """What there is to say about a position, each for the attacker if great."""

    held: float
    """His share of the objectives that count when the game ends, from -1 to 1."""
    force: float
    """His strength to the enemy's, those out of supply counted by half: a logarithm."""
    press: float
    """How much of what he wants lies under his weight, from 0 to 1."""
    spear: float
    """How near his nearest are to a place that decides, from 0 to 1."""
    noose: float
    """How few ways out a place has that must not be cut off, from 0 to 1."""
    storm: float
    """What he could bring against a place that decides, to what stands in it: a logarithm, from -1 to 1."""
    gathered: float
    """What he has at hand for a place that decides, to what the enemy has around it: a logarithm."""
    peril: float
    """How near the enemy is to a place that decides, below 0."""
    ahead: float
    """By how many points he is ahead of the way to the next check."""


WEIGHTS = Marks(held=1.0, force=1.0, press=2.5, spear=4.0, noose=6.0, storm=1.5, gathered=3.0, peril=1.0, ahead=0.2)
"""What the marks weigh: a sum of about 1 is a clear edge."""


DOUBT, LOST = 0.45, 4.0
"""However well it looks, no game is won before its end; a sum of so much is nearly so."""
EVEN = -2.0
"""What the sum wants to be even in the middle of a game."""


def marks(title: Rules, s: AssaultState) -> Marks:
    """A position as the attacker has it."""
    seat = min(title.offensive_sides)
    picture = Picture(title, s, seat)
    strength = picture.attack + picture.defence
    forces = [_force(picture, strength, side) for side in (seat, 1 - seat)]
    wanted = picture.wanted()
    decide = [goal for goal in wanted if goal.value >= DECISIVE]
    places = [h for goal in decide for h in goal.hexes]
    return Marks(
        _held(picture),
        float(np.log((forces[0] + 1.0) / (forces[1] + 1.0))),
        _press(picture, wanted),
        _nearest(picture, decide, seat),
        _noose(title, s, seat),
        _storm(picture, places),
        _gathered(picture, places),
        -_nearest(picture, [g for g in picture.held() if g.value >= DECISIVE], 1 - seat),
        title.ahead(s),
    )


def outlook(title: Rules, s: AssaultState, seat: int, weights: Marks = WEIGHTS) -> float:
    """What a seat may expect of a position: from 0, it has lost, to 1, it has won."""
    if s.over:
        return 0.5 if s.winner < 0 else float(s.winner == seat)
    total = EVEN + sum(w * x for w, x in zip(weights, marks(title, s), strict=True))
    chance = 0.5 + DOUBT * float(np.tanh(total / LOST))
    return chance if seat in title.offensive_sides else 1.0 - chance


def _held(picture: Picture) -> float:
    value = {True: 0, False: 0}
    for goal in goals(picture.title):
        if goal.value < DECISIVE:
            for h in goal.hexes:
                value[bool(picture.control[h] == picture.seat)] += goal.value
    return (value[True] - value[False]) / max(1, sum(value.values()))


def _force(picture: Picture, strength: Floats, side: int) -> float:
    mask = picture.on_map & (picture.title.units.side_array == side)
    fed = network(picture.title, picture.s, side)[picture.hexes[mask]] != 0
    return float((strength[mask] * np.where(fed, 1.0, UNFED)).sum())


def _press(picture: Picture, wanted: list[Goal]) -> float:
    """For every objective the attackers' weight on it, of that and the defenders'; great objectives weigh more."""
    own = picture.by_hex(picture.attack, picture.seat)
    total, whole = 0.0, 1e-9
    for goal in wanted:
        far = picture.field(list(goal.hexes), picture.resistance, backward=True)[0]
        crow = np.min([distances(picture.title, h) for h in goal.hexes], axis=0)
        weight = float((own * np.exp(-far / REACH)).sum())
        wall = float((picture.foe_defence * np.exp(-crow / (REACH / 6))).sum()) + 1.0
        total += float(np.sqrt(goal.value)) * weight / (weight + wall)
        whole += float(np.sqrt(goal.value))
    return total / whole if wanted else 1.0


def _nearest(picture: Picture, places: list[Goal], side: int) -> float:
    if not places:
        return 0.0
    wall = picture.resistance if side == picture.seat else np.rint(picture.own_defence).astype(np.int16)
    far = picture.field([h for g in places for h in g.hexes], wall, backward=True, side=side)[0]
    there = far[picture.occupier == side]
    return float(np.exp(-there.min() / REACH)) if there.size else 0.0


def _storm(picture: Picture, places: list[int]) -> float:
    """The best odds that the attacker could have next turn, if all who can come do."""
    if not places:
        return 0.0
    coming = Replies(Picture(picture.title, picture.s, picture.foe)).potential
    wall = picture.foe_defence * (1 + 0.5 * picture.shelter)
    odds = max(float(np.log2((coming[h] + 1.0) / (wall[h] + 1.0))) for h in places)
    return min(max(odds / STEEP, -1.0), 1.0)


def _gathered(picture: Picture, places: list[int]) -> float:
    """Who wins the fight for a place is settled by who gets there in time."""
    if not places:
        return 0.0
    near = np.min([distances(picture.title, h) for h in places], axis=0)
    own = float(picture.by_hex(picture.attack, picture.seat)[near <= AT_HAND].sum())
    wall = float(picture.foe_defence[near <= AROUND].sum())
    return float(np.log((own + 1.0) / (STRONGER * (wall + 1.0))))


def _noose(title: Rules, s: AssaultState, seat: int) -> float:
    noose = noose_of(title, 1 - seat)
    return 0.0 if noose is None else tightness(noose.width(s))
