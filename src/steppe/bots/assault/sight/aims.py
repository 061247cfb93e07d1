"""Who goes for which objective or enemy, and how far it is."""

from __future__ import annotations

import numpy as np

from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.searches import Field
from steppe.bots.assault.sight.situation import Group, Situation
from steppe.bots.assault.sight.supply_roads import near_roads, road_head_goals

NEED = 20.0
"""Attack factors that an objective can use, per root of its value."""
AT_HAND = 6
"""Enemies are hunted by those on foot who are so near to them."""
ENOUGH = 4.0
"""Attack factors that are sent against each defence factor of theirs."""
HEAD_START = 6.0
"""MP that count as nothing when those on foot choose their objectives."""


class Aims:
    """The objectives of an attacker, shared out among his stacks."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.goals = [*situation.objectives_to_take(), *road_head_goals(situation)]
        self.sent = [0.0] * len(self.goals)
        """The attack factors that have been sent to each objective."""
        self.straight = [np.min([distances(situation.title, h) for h in g.hexes], axis=0) for g in self.goals]
        """The plain distance of every hex from each: no way is shorter."""
        self._fields: dict[tuple[int, str], Field] = {}
        everywhere = np.flatnonzero(situation.foe_defence).tolist()
        enemies = everywhere if situation.doctrine.hunts else sorted(situation.enemies_in_rear)
        siege = 1 + situation.doctrine.siege * situation.shelter
        self.hunted = {h: ENOUGH * float(situation.foe_defence[h] * siege[h]) for h in enemies}
        """The enemies to be hunted, with the attack factors that are still wanted against each."""
        exposed = near_roads(situation)
        self.urgent = frozenset(h for h in self.hunted if h in situation.bounties or exposed[h])

    def field(self, i: int, mobility: str) -> Field:
        """How far everything is from an objective."""
        mobility = self.situation.doctrine.measured_as.get(mobility, mobility)
        key = i, mobility
        if key not in self._fields:
            hexes, extra = list(self.goals[i].hexes), self.situation.resistance
            self._fields[key] = self.situation.distance_field(hexes, extra, backward=True, mobility=mobility)[0]
        return self._fields[key]

    def enemy_at_hand(self, stack: Group) -> int | None:
        """The enemy stack that a stack on foot should deal with before any objective; None if none is near."""
        situation = self.situation
        near = distances(situation.title, situation.s.hex[stack[0]])
        hunted = [
            (int(near[h]) - (AT_HAND if h in self.urgent else 0), h)
            for h, wanted in self.hunted.items()
            if wanted > 0 and near[h] <= (2 * AT_HAND if h in self.urgent else AT_HAND)
        ]
        return min(hunted, default=(0, None))[1]

    def field_for(self, stack: Group, power: float = 0.5, horizon: float = HEAD_START) -> Field | None:
        """The way to the objective that this stack goes for: worth much, near, not yet served by others.

        The better an objective looks from afar, the earlier its true distance is looked up; most never are.
        """
        if not self.goals:
            return None
        h, mobility = self.situation.s.hex[stack[0]], self.situation.title.units.mobility[stack[0]]
        force = float(self.situation.attack[list(stack)].sum())

        def appeal(i: int, far: float) -> float:
            root = float(np.sqrt(self.goals[i].value))
            draw = root if power == 0.5 else self.goals[i].value ** power
            return draw / (far + horizon) / (1 + self.sent[i] / (NEED * root))

        hopes = sorted((-appeal(i, float(self.straight[i][h])), i) for i in range(len(self.goals)))
        best, most = -1, -1.0
        for hope, i in hopes:
            if -hope < most:
                break
            found = appeal(i, float(self.field(i, mobility)[h]))
            if found > most or (found == most and i < best):
                best, most = i, found
        self.sent[best] += force
        return self.field(best, mobility)
