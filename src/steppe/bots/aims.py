"""Who goes for which objective or enemy, and how far it is."""

from __future__ import annotations

import numpy as np

from steppe.bots.picture import Picture, distances, rear_enemies
from steppe.bots.roads import head_goals, near_roads
from steppe.bots.searches import Field

Group = tuple[int, ...]
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

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.goals = [*picture.wanted(), *head_goals(picture)]
        self.load = [0.0] * len(self.goals)
        self.crow = [np.min([distances(picture.title, h) for h in g.hexes], axis=0) for g in self.goals]
        """No way is shorter than this."""
        self._fields: dict[tuple[int, str], Field] = {}
        enemies = (
            np.flatnonzero(picture.foe_defence).tolist() if picture.title.doctrine.hunts else rear_enemies(picture)
        )
        siege = 1 + picture.title.doctrine.siege * picture.shelter
        self.pests = {h: ENOUGH * float(picture.foe_defence[h] * siege[h]) for h in enemies}
        """The enemies to be hunted, with the attack factors that are still wanted against each."""
        exposed = near_roads(picture)
        self.urgent = frozenset(h for h in self.pests if h in picture.bounties or exposed[h])

    def field(self, i: int, mobility: str) -> Field:
        """How far everything is from an objective."""
        mobility = self.picture.title.doctrine.measured_as.get(mobility, mobility)
        key = i, mobility
        if key not in self._fields:
            hexes, extra = list(self.goals[i].hexes), self.picture.resistance
            self._fields[key] = self.picture.field(hexes, extra, backward=True, mobility=mobility)[0]
        return self._fields[key]

    def prey(self, stack: Group) -> int | None:
        """Those who cannot break through deal first with enemies at hand that the title wants hunted."""
        picture = self.picture
        near = distances(picture.title, picture.s.hex[stack[0]])
        hunted = [
            (int(near[h]) - (AT_HAND if h in self.urgent else 0), h)
            for h, wanted in self.pests.items()
            if wanted > 0 and near[h] <= (2 * AT_HAND if h in self.urgent else AT_HAND)
        ]
        return min(hunted, default=(0, None))[1]

    def field_for(self, stack: Group, power: float = 0.5, horizon: float = HEAD_START) -> Field | None:
        """The way to the objective that this stack goes for: worth much, near, not yet served by others.

        The better an objective looks from afar, the earlier its true distance is looked up; most never are.
        """
        if not self.goals:
            return None
        h, mobility = self.picture.s.hex[stack[0]], self.picture.title.units.mobility[stack[0]]
        force = float(self.picture.attack[list(stack)].sum())

        def appeal(i: int, far: float) -> float:
            root = float(np.sqrt(self.goals[i].value))
            draw = root if power == 0.5 else self.goals[i].value ** power
            return draw / (far + horizon) / (1 + self.load[i] / (NEED * root))

        hopes = sorted((-appeal(i, float(self.crow[i][h])), i) for i in range(len(self.goals)))
        best, most = -1, -1.0
        for hope, i in hopes:
            if -hope < most:
                break
            found = appeal(i, float(self.field(i, mobility)[h]))
            if found > most or (found == most and i < best):
                best, most = i, found
        self.load[best] += force
        return self.field(best, mobility)
