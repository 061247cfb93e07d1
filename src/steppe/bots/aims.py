"""Who goes for which objective or enemy, and how far it is."""

from __future__ import annotations

import numpy as np

from steppe.assault.supply import network
from steppe.bots.picture import Goal, Picture, distances, rear_enemies
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


ROAD_HEAD = 10.0
"""What the next hex of a supply road is worth, of what any hex of it is."""


class Aims:
    """The objectives of an attacker, shared out among his stacks."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.goals = [*picture.wanted(), *road_heads(picture)]
        self.load = [0.0] * len(self.goals)
        self.crow = [np.min([distances(picture.title, h) for h in g.hexes], axis=0) for g in self.goals]
        """No way is shorter than this."""
        self._fields: dict[tuple[int, str], Field] = {}
        enemies = (
            np.flatnonzero(picture.foe_defence).tolist() if picture.title.doctrine.hunts else rear_enemies(picture)
        )
        self.pests = {h: ENOUGH * float(picture.foe_defence[h]) for h in enemies}
        """The enemies to be hunted, with the attack factors that are still wanted against each."""
        roads = picture.title.supply_roads[picture.seat]
        self.urgent = frozenset(h for h in self.pests if h in roads or h in picture.bounties)

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


def road_heads(picture: Picture) -> list[Goal]:
    """The hexes with which a side's supply roads go on from where they work now."""
    title, s = picture.title, picture.s
    roads = title.supply_roads[picture.seat]
    worth = title.doctrine.road
    if not worth or not roads:
        return []
    joined, around = network(title, s, picture.seat), title.board.grid.around
    mine = picture.on_map & (title.units.side_array == picture.seat)
    cut_off = float(picture.attack[mine][joined[picture.hexes[mine]] == 0].sum())
    open_heads = [
        h
        for h in sorted(roads)
        if picture.control[h] != picture.seat
        and any(n in roads and picture.control[n] == picture.seat and joined[n] for n in around[h])
    ]
    value = round(worth * (ROAD_HEAD + cut_off / max(len(open_heads), 1)))
    return [Goal((h,), value) for h in open_heads]
