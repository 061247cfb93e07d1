"""The movement of a side that defends: raid, man the towns, fill the citadel and its outworks, strike back, block."""

from __future__ import annotations

from steppe.bots.assault.greedy.defender_movement import GreedyDefenderMovement
from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.phases import combat_follows
from steppe.bots.assault.sight.objectives import decisive, greatest
from steppe.bots.assault.sight.rearguard import Rearguard
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff.tactics import (
    feed_reserves,
    keep_the_lifeline,
    rally,
    relieve_the_pocket,
    sever_the_spearhead,
    shorten_the_line,
)

LEAST = 15.0
"""Places worth less are not manned at any price: a lone unit there would only be lost."""
NEAR = 9
"""MP from the enemy at which a citadel is filled up."""
OUTWORKS = 3
"""How far around a citadel there is a unit in every hex. It is many hexes that hold the enemy up, not strong ones."""


class StaffDefenderMovement(GreedyDefenderMovement):
    """One movement phase of a defender."""

    def place(self, situation: Situation, redeployment: Redeployment, busy: set[int]) -> None:
        for u, h in Rearguard(situation, busy).posts(LEAST, whole=False).items():
            if redeployment.open[h]:
                redeployment.take(u, h)
                redeployment.why[u] = f"man the town: {situation.title.board.label(h)} would fall without a shot"
        citadels(situation, redeployment)
        outworks(situation, redeployment)
        rally.place(redeployment)
        if combat_follows(situation):
            redeployment.strike()
        relieve_the_pocket.place(redeployment)
        sever_the_spearhead.place(redeployment)
        feeds = keep_the_lifeline.lifelines(situation)
        redeployment.fill([*feeds, *situation.objectives_held()], dict.fromkeys(feeds, keep_the_lifeline.NAME))
        feed_reserves.place(redeployment)
        shorten_the_line.place(redeployment)


def citadels(situation: Situation, redeployment: Redeployment) -> None:
    """Decisive places that the enemy is near to are filled up, the best defenders first."""
    title, s = situation.title, situation.s
    for h in decisive(title) or (greatest(title) if redeployment.style.citadels else ()):
        if situation.control[h] != situation.seat or int(situation.foe_distance[h]) > NEAR:
            continue
        able = [u for row, units in enumerate(redeployment.rows) if redeployment.range[row, h] for u in units]
        for u in sorted(able, key=lambda u: (-float(situation.defence[u]), s.hex[u] != h, u)):
            if redeployment.number[h] + title.units.points[u] > title.stacking.limit[h]:
                break
            redeployment.take(u, h)
            redeployment.why[u] = f"citadel: {title.board.label(h)} must not fall"


def outworks(situation: Situation, redeployment: Redeployment) -> None:
    """A unit in every hex around decisive places that the enemy is near to: he has to fight his way through them, and
    while they stand he closes no way out."""
    title = situation.title
    places = [
        h for h in decisive(title) if situation.control[h] == situation.seat and situation.foe_distance[h] <= NEAR
    ]
    for radius in range(1, round(OUTWORKS * redeployment.style.outworks) + 1):
        for place in places:
            ring = [h for h in title.board.grid.ring(place, radius) if not redeployment.number[h]]
            for h in sorted(ring, key=lambda h: (int(situation.foe_distance[h]), h)):
                if redeployment.comes(h):
                    redeployment.send(h, f"outworks: {title.board.label(h)} keeps him from {title.board.label(place)}")
