"""A defence as it takes shape: who goes where.

All who can move are taken up in thought and put down again one by one, each where it lengthens the enemy's shortest way
to an objective most: in cities and forts, behind rivers, beside friends, and never where supply hangs on a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from steppe.bots.assault.sight.objectives import DECISIVE, Goal
from steppe.bots.assault.sight.searches import FAR, Field
from steppe.bots.assault.sight.situation import Situation, resistance_of
from steppe.bots.assault.style import Style
from steppe.orders import Order
from steppe.searches import Bytes, Numbers

SHARE = 4.5
"""Root of value per unit that an objective gets in each round."""
WEAK, STRIKE, MANY = 7.5, 4.5, 10
"""Stacks up to so many factors of defence are attacked with so many times as much, by no more units than this."""
BOUND = 3.0
"""What a hex loses in merit from which one will have to attack."""
FASTEST = "mech"
"""The mobility class by which the enemy's ways are measured."""
FOOT_LAG = 3
"""How many MP behind the mobile enemies those on foot are thought to be."""
BAR_THE_WAY = "bar the way"
NO_NAMES: Mapping[Goal, str] = MappingProxyType({})


class Redeployment:
    """Who of a defender's units goes where, as it is decided unit by unit."""

    def __init__(self, situation: Situation, style: Style = Style()) -> None:  # noqa: B008
        self.situation, self.title, self.s, self.style = situation, situation.title, situation.s, style
        title, s = self.title, self.s
        self.free = [
            u for u in title.side_units[situation.seat] if s.hex[u] >= 0 and title.movement.mover_refusal(s, u) is None
        ]
        self.kinds: dict[tuple[int, str], int] = {}
        """Units of one hex and one mobility share their range: the row of ``range``."""
        self.rows: list[list[int]] = []
        for u in self.free:
            row = self.kinds.setdefault((s.hex[u], title.units.mobility[u]), len(self.rows))
            if row == len(self.rows):
                self.rows.append([])
            self.rows[row].append(u)
        self.range: Bytes = np.zeros((len(self.rows), title.board.size), np.uint8)
        for row, units in enumerate(self.rows):
            self.range[row, title.ranges.destinations(s, (units[0],))] = 1
            self.range[row, s.hex[units[0]]] = 1
        """1 for every hex that the units of a row can reach."""
        self.goes_to: dict[int, int] = {}
        """The hex of everybody who has one."""
        self.why: dict[int, str] = {}
        self.tactics = NO_NAMES
        self._ways: dict[Goal, Field] = {}
        free = set(self.free)
        still = [u for u in title.side_units[situation.seat] if s.hex[u] >= 0 and u not in free]
        self.strength = np.zeros(title.board.size)
        """Defence factors by hex, of those who have their place."""
        self.number = np.zeros(title.board.size, np.int16)
        """Stacking points by hex, of the same."""
        for u in still:
            self._stands(u, s.hex[u])
        self.open = self._open_ground()

    def _open_ground(self) -> Bytes:
        """Where units may be put: in supply of their own, or in a place that supplies them."""
        open_ground = self.situation.safe_supply.copy()
        for h in np.flatnonzero(open_ground == 0).tolist():
            if self.title.supply.local_supply(self.s, h, self.situation.seat):
                open_ground[h] = 1
        return open_ground

    def _stands(self, u: int, h: int) -> None:
        self.strength[h] += self.situation.defence[u]
        self.number[h] += self.title.units.points[u]

    # -- open objectives ------------------------------------------------------------------------------------------

    def seizures(self) -> list[Order]:
        """Moves into objectives that the enemy has left open, the greatest first; a decisive one ends the game."""
        found = []
        for goal in self.situation.objectives_to_take():
            for h in goal.hexes:
                rows = np.flatnonzero(self.range[:, h]) if self.s.top[h] < 0 else ()
                for row in rows:
                    if self.rows[row]:
                        u = self.rows[row].pop()
                        self.why[u] = f"seize: {self.title.board.label(h)} is open"
                        found.append((-goal.value, Order("move", (u,), h, self.s.hex[u])))
                        break
        return [order for _, order in sorted(found)]

    # -- counter-attacks ----------------------------------------------------------------------------------------

    def strike(self) -> None:
        """Counter-attack: units are brought against enemy stacks that enough of them can reach, the weakest first."""
        defence = self.situation.foe_defence * (1 + 0.5 * self.title.city_mask)
        weak = np.flatnonzero((defence > 0) & (defence <= WEAK * self.style.strike))
        for target in sorted(weak.tolist(), key=lambda h: (float(defence[h]), h)):
            force = self._force(target, STRIKE * float(defence[target]))
            for u, h in force.items():
                self.rows[self.kinds[self.s.hex[u], self.title.units.mobility[u]]].remove(u)
                self.goes_to[u] = h
                self.why[u] = f"counter-attack: enough can reach the stack in {self.title.board.label(target)}"
                self._stands(u, h)

    def _force(self, target: int, wanted: float) -> dict[int, int]:
        """Who attacks a hex and from where; nobody if all who can get there are too few."""
        attack, grid = self.situation.attack, self.title.board.grid
        slots = [n for _, n in grid.adjacent(target) if self.open[n] and self._assault_side_open(target, n)]
        room = {n: int(self.title.stacking.limit[n]) - int(self.number[n]) for n in slots}
        force: dict[int, int] = {}
        total = 0.0
        able = [(u, row) for row, units in enumerate(self.rows) for u in units if self.range[row, slots].any()]
        for u, row in sorted(able, key=lambda pair: (-float(attack[pair[0]]), pair[0])):
            free = [n for n in slots if self.range[row, n] and room[n] >= self.title.stacking.whole_points]
            if free and total < wanted:
                h = max(free, key=lambda n: (room[n], -n))  # from many sides
                room[h] -= self.title.stacking.whole_points
                force[u] = h
                total += float(attack[u])
        return force if total >= wanted and len(force) <= MANY else {}

    def _assault_side_open(self, target: int, n: int) -> bool:
        return self.situation.occupier[n] != self.situation.foe and not (
            self.title.terrain.assault_closed_sides & self.title.board.side(target, n)
        )

    # -- barring the ways -----------------------------------------------------------------------------------------

    def take(self, u: int, h: int) -> None:
        """Give somebody his place."""
        self.rows[self.kinds[self.s.hex[u], self.title.units.mobility[u]]].remove(u)
        self.goes_to[u] = h
        self._stands(u, h)

    def comes(self, h: int) -> bool:
        """Whether somebody without a place could go to a hex."""
        return bool(self.open[h]) and any(self.rows[r] for r in np.flatnonzero(self.range[:, h]).tolist())

    def way_to(self, goal: Goal) -> Field:
        """How far every hex is from an objective for those on foot, enemies in the way costing MP."""
        if goal not in self._ways:
            self._ways[goal] = self.situation.distance_field(
                list(goal.hexes), self.situation.resistance, backward=True
            )[0]
        return self._ways[goal]

    def spare(self, h: int) -> int:
        """Whoever is missed least of those who can get to a hex."""
        rows = np.flatnonzero(self.range[:, h]).tolist()
        return min((u for r in rows for u in self.rows[r]), key=lambda u: (self.situation.unit_value(u), u))

    def send(self, h: int, why: str) -> None:
        """Somebody goes to a hex."""
        u = self._pick(h)
        self.goes_to[u] = h
        self.why[u] = why
        self._stands(u, h)

    def fill(self, goals: list[Goal], tactics: Mapping[Goal, str] = NO_NAMES) -> None:
        """Round after round the enemy's best way to each objective is looked for and made longer.

        ``tactics`` names what is done for an objective, if it is not just barring the way to it.
        """
        self.tactics = tactics
        starts, offsets = self._enemies()
        if not starts:
            return
        while goals and any(self.rows):
            extra = resistance_of(self.strength, self.situation.shelter)
            dist, via = self.situation.distance_field(
                starts, extra, backward=False, offsets=offsets, mobility=FASTEST, side=self.situation.foe
            )
            near = self.situation.foe_distance
            goals = [g for g in goals if self._serve(g, dist, via, near)]

    def _enemies(self) -> tuple[list[int], list[int]]:
        """Where the enemy starts from; his mobile stacks are ahead."""
        title, s = self.title, self.s
        found: dict[int, int] = {}
        for u in title.side_units[self.situation.foe]:
            h = s.hex[u]
            if h >= 0:
                lag = 0 if title.combat.may_assault_mobile(s, u) else FOOT_LAG
                found[h] = min(found.get(h, lag), lag)
        return list(found), list(found.values())

    def _serve(self, goal: Goal, dist: Numbers, via: Numbers, near: Numbers) -> bool:
        """Put units on the way to one objective; False if nobody can get there."""
        h = min(goal.hexes, key=lambda x: (int(dist[x]), x))
        way = []
        while h >= 0 and dist[h] < FAR and self.situation.occupier[h] != self.situation.foe:
            way.append(h)
            h = int(via[h])
        served = False
        mass = self.style.mass if goal.value >= DECISIVE else 1.0
        for _ in range(max(1, round(mass * float(np.sqrt(goal.value)) / SHARE))):
            served = self._block(way, near, goal) or served
        return served

    def _block(self, way: list[int], near: Numbers, goal: Goal) -> bool:
        """Put one unit into the best hex of a way."""
        alive = np.array([bool(units) for units in self.rows])
        reachable = self.range[alive][:, way].any(axis=0)
        limit = self.title.stacking.limit
        able = [
            (self._merit(h, ahead, near), -i, h)
            for i, (h, ahead) in enumerate(zip(way, [*way[1:], -1], strict=True))
            if reachable[i] and self.open[h] and self.number[h] < limit[h]
        ]
        if not able:
            return False
        h = max(able)[2]
        label = self.title.board.label
        before = "must be held" if h in goal.hexes else f"lies before {label(goal.hexes[0])}"
        self.send(h, f"{self.tactics.get(goal, BAR_THE_WAY)}: {label(h)} {before}")
        return True

    def _merit(self, h: int, ahead: int, near: Numbers) -> float:
        """How good a hex is to stand in: terrain, a river before it, friends beside it, not alone far forward."""
        around = self.title.board.grid.around[h]
        friends = sum(n >= 0 and self.number[n] > 0 for n in around)
        merit: float = (
            1.5 * self.style.shelter * float(self.situation.shelter[h])
            + 0.5 * self.style.depth * min(friends, 3)
            - 0.7 * int(self.number[h]) / self.title.stacking.whole_points
        )
        if ahead >= 0 and "river" in self.title.board.side(h, ahead):
            merit += 0.8
        far = int(near[h])
        if self.situation.doctrine.must_attack_from(self.s, self.situation.seat, h):
            merit -= BOUND
        elif far <= 1:
            merit -= self.style.depth
        return merit - 0.15 * max(0, far - 4)

    def _pick(self, h: int) -> int:
        """Who goes: somebody who is there already, else the nearest, the stronger of two."""
        rows = [r for r in np.flatnonzero(self.range[:, h]).tolist() if self.rows[r]]
        distance = self.title.board.grid.distance
        row = min(rows, key=lambda r: (distance(self.s.hex[self.rows[r][0]], h), r))
        units = self.rows[row]
        u = max(units, key=lambda u: (self.situation.defence[u], -u))
        units.remove(u)
        return u

    # -- what remains -------------------------------------------------------------------------------------------

    def orders(self) -> list[Order]:
        """The moves, units of one way together; who has no task but no supply either gets out."""
        self._rescue()
        groups: dict[tuple[int, int, str], list[int]] = {}
        for u, h in sorted(self.goes_to.items()):
            if h != self.s.hex[u]:
                groups.setdefault((self.s.hex[u], h, self.title.units.mobility[u]), []).append(u)
        near = self.situation.foe_distance
        ordered = sorted(groups.items(), key=lambda item: (-int(near[item[0][0]]), item[0]))
        return [Order("move", tuple(units), h, start) for (start, h, _), units in ordered]

    def _rescue(self) -> None:
        """Units left over that would be cut off go to the nearest safe ground."""
        for row, units in enumerate(self.rows):
            if not units or self.open[self.s.hex[units[0]]]:
                continue
            choice = np.flatnonzero((self.range[row] != 0) & (self.open != 0))
            if choice.size:
                near = self.situation.foe_distance[choice]
                for u in units:
                    self.goes_to[u] = int(choice[int(np.argmax(near))])
                    self.why[u] = "get out: there will be no supply here"
