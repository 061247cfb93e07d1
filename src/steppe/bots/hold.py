"""The movement of a side that defends: units are put in the enemy's way.

All who can move are taken up in thought and put down again one by one, each where it lengthens the enemy's shortest way
to an objective most: in cities and forts, behind rivers, beside friends, and never where supply hangs on a thread.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from steppe.assault.movement import destinations, movable, mover_refusal
from steppe.bots.picture import DECISIVE, Goal, Picture, look, resist
from steppe.bots.searches import FAR, Field
from steppe.bots.style import Style
from steppe.orders import Order
from steppe.searches import Bytes
from steppe.view import View

SHARE = 4.5
"""Root of value per unit that an objective gets in each round."""
WEAK, STRIKE, MANY = 7.5, 4.5, 10
"""Stacks up to so many factors of defence are attacked with so many times as much, by no more units than this."""
BOUND = 3.0
"""How ill it is to stand where one will have to attack."""
FASTEST = "mech"
"""The mobility class by which the enemy's ways are measured."""
FOOT_LAG = 3
"""How many MP behind the mobile enemies those on foot are thought to be."""

BAR_THE_WAY = "bar the way"
NO_NAMES: Mapping[Goal, str] = MappingProxyType({})


class Hold:
    """One movement phase of a defender: planned once, then carried out."""

    def __init__(self, style: Style = Style()) -> None:  # noqa: B008
        self.style = style
        self.queue: list[Order] | None = None
        self.waiting: list[Order] = []
        self.why: dict[int, str] = {}
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue, self.why = self.make(look(view))
        while self.queue:
            order = self.queue.pop(0)
            if view.refuse(order) is None:
                self.note = self.why.get(order.units[0], "")
                return order
            self.waiting.append(order)
            if not self.queue:
                self.queue = [again for again in self.waiting if view.refuse(again) is None]
                self.waiting = []
        self.note = ""
        done = Order("done")
        return done if view.refuse(done) is None else self._duty(view, rng)

    def make(self, picture: Picture) -> tuple[list[Order], dict[int, str]]:
        """The orders of the whole phase, and the reason for every unit's."""
        board = Screen(picture, self.style)
        raids = board.raids()
        if any(picture.prize(order.hex) >= DECISIVE for order in raids):
            return raids, board.why  # the game ends here
        self.place(picture, board, {u for order in raids for u in order.units})
        return raids + board.orders(), board.why

    def place(self, picture: Picture, board: Screen, busy: set[int]) -> None:
        """Everybody who is not busy is given his place."""
        if fights_later(picture):
            board.strike()
        board.fill(picture.held())

    def _duty(self, view: View[Any], rng: random.Random) -> Order:
        """The rules want more units in contact: who can gets there, into the best place to attack from."""
        picture = look(view)
        title, s = picture.title, picture.s
        for u in title.dutiful_movers(s):
            away = [o for o in view.legal((u,)) if o.verb == "move"]
            if away:
                return max(away, key=lambda o: (int(picture.safe[o.hex]), float(picture.danger[o.hex]), -o.hex))
        around = title.board.grid.neighbours
        contact = picture.beside(picture.foe)
        weakness = np.where(picture.foe_defence > 0, 1 / np.maximum(picture.foe_defence, 1), 0)[around].max(axis=1)
        for u in movable(title, s):
            if not contact[s.hex[u]]:
                goals = [h for h in destinations(title, s, (u,)) if contact[h]]
                for h in sorted(goals, key=lambda h: (-int(picture.safe[h]), -float(weakness[h]), h))[:4]:
                    order = Order("move", (u,), h, s.hex[u])
                    if view.refuse(order) is None:
                        return order
        return view.pick(rng)


def fights_later(picture: Picture) -> bool:
    """Whether a combat phase of this seat's follows the movement phase in hand."""
    title, s = picture.title, picture.s
    here = title.current_step(s)
    rest = title.sequence.steps[s.step + 1 :]
    return any(step.frame == here.frame and title.step_decision(s, step) == "combat" for step in rest)


def could_strike(picture: Picture) -> bool:
    """Whether moving before fighting would bring about a counter-attack worth making."""
    board = Screen(picture)
    board.strike()
    return bool(board.goes_to)


class Screen:
    """The defence as it takes shape."""

    def __init__(self, picture: Picture, style: Style = Style()) -> None:  # noqa: B008
        self.picture, self.title, self.s, self.style = picture, picture.title, picture.s, style
        title, s = self.title, self.s
        self.free = [u for u in title.side_units[picture.seat] if s.hex[u] >= 0 and mover_refusal(title, s, u) is None]
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
            self.range[row, destinations(title, s, (units[0],))] = 1
            self.range[row, s.hex[units[0]]] = 1
        self.goes_to: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.tactics = NO_NAMES
        self._ways: dict[Goal, Field] = {}
        free = set(self.free)
        still = [u for u in title.side_units[picture.seat] if s.hex[u] >= 0 and u not in free]
        self.strength = np.zeros(title.board.size)
        self.number = np.zeros(title.board.size, np.int16)
        """Stacking points by hex."""
        for u in still:
            self._stands(u, s.hex[u])
        self.open = self._open_ground()

    def _open_ground(self) -> Bytes:
        """Where units may be put: in supply of their own, or in a place that supplies them."""
        open_ground = self.picture.safe.copy()
        for h in np.flatnonzero(open_ground == 0).tolist():
            if self.title.local_supply(self.s, h, self.picture.seat):
                open_ground[h] = 1
        return open_ground

    def _stands(self, u: int, h: int) -> None:
        self.strength[h] += self.picture.defence[u]
        self.number[h] += self.title.units.points[u]

    # -- raids --------------------------------------------------------------------------------------------------

    def raids(self) -> list[Order]:
        """An open decisive place in reach ends the game; other open objectives are worth the march."""
        found = []
        for goal in self.picture.wanted():
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
        """Units are brought against enemy stacks that enough of them can reach, the weakest first."""
        defence = self.picture.foe_defence * (1 + 0.5 * self.title.city_mask)
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
        attack, grid = self.picture.attack, self.title.board.grid
        slots = [n for _, n in grid.adjacent(target) if self.open[n] and self._assault_side_open(target, n)]
        room = {n: int(self.title.stack_limit[n]) - int(self.number[n]) for n in slots}
        force: dict[int, int] = {}
        total = 0.0
        able = [(u, row) for row, units in enumerate(self.rows) for u in units if self.range[row, slots].any()]
        for u, row in sorted(able, key=lambda pair: (-float(attack[pair[0]]), pair[0])):
            free = [n for n in slots if self.range[row, n] and room[n] >= self.title.whole_points]
            if free and total < wanted:
                h = max(free, key=lambda n: (room[n], -n))  # from many sides
                room[h] -= self.title.whole_points
                force[u] = h
                total += float(attack[u])
        return force if total >= wanted and len(force) <= MANY else {}

    def _assault_side_open(self, target: int, n: int) -> bool:
        return self.picture.occupier[n] != self.picture.foe and not (
            self.title.assault_closed_sides & self.title.board.side(target, n)
        )

    # -- filling ------------------------------------------------------------------------------------------------

    def take(self, u: int, h: int) -> None:
        """Somebody has his place."""
        self.rows[self.kinds[self.s.hex[u], self.title.units.mobility[u]]].remove(u)
        self.goes_to[u] = h
        self._stands(u, h)

    def comes(self, h: int) -> bool:
        """Whether somebody without a place could go to a hex."""
        return bool(self.open[h]) and any(self.rows[r] for r in np.flatnonzero(self.range[:, h]).tolist())

    def way_to(self, goal: Goal) -> Field:
        """How far every hex is from an objective for those on foot, enemies in the way costing MP."""
        if goal not in self._ways:
            self._ways[goal] = self.picture.field(list(goal.hexes), self.picture.resistance, backward=True)[0]
        return self._ways[goal]

    def spare(self, h: int) -> int:
        """Whoever is missed least of those who can get to a hex."""
        rows = np.flatnonzero(self.range[:, h]).tolist()
        return min((u for r in rows for u in self.rows[r]), key=lambda u: (self.picture.worth(u), u))

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
            extra = resist(self.strength, self.picture.shelter)
            dist, via = self.picture.field(
                starts, extra, backward=False, offsets=offsets, mobility=FASTEST, side=self.picture.foe
            )
            near = self.picture.foe_distance
            goals = [g for g in goals if self._serve(g, dist, via, near)]

    def _enemies(self) -> tuple[list[int], list[int]]:
        """Where the enemy starts from; his mobile stacks are ahead."""
        title, s = self.title, self.s
        found: dict[int, int] = {}
        for u in title.side_units[self.picture.foe]:
            h = s.hex[u]
            if h >= 0:
                lag = 0 if title.may_assault_mobile(s, u) else FOOT_LAG
                found[h] = min(found.get(h, lag), lag)
        return list(found), list(found.values())

    def _serve(self, goal: Goal, dist: Any, via: Any, near: Any) -> bool:
        """Put units on the way to one objective; False if nobody can get there."""
        h = min(goal.hexes, key=lambda x: (int(dist[x]), x))
        way = []
        while h >= 0 and dist[h] < FAR and self.picture.occupier[h] != self.picture.foe:
            way.append(h)
            h = int(via[h])
        served = False
        mass = self.style.mass if goal.value >= DECISIVE else 1.0
        for _ in range(max(1, round(mass * float(np.sqrt(goal.value)) / SHARE))):
            served = self._block(way, near, goal) or served
        return served

    def _block(self, way: list[int], near: Any, goal: Goal) -> bool:
        """Put one unit into the best hex of a way."""
        alive = np.array([bool(units) for units in self.rows])
        reachable = self.range[alive][:, way].any(axis=0)
        limit = self.title.stack_limit
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

    def _merit(self, h: int, ahead: int, near: Any) -> float:
        """How good a hex is to stand in: terrain, a river before it, friends beside it, not alone far forward."""
        around = self.title.board.grid.around[h]
        friends = sum(n >= 0 and self.number[n] > 0 for n in around)
        merit: float = (
            1.5 * self.style.shelter * float(self.picture.shelter[h])
            + 0.5 * self.style.depth * min(friends, 3)
            - 0.7 * int(self.number[h]) / self.title.whole_points
        )
        if ahead >= 0 and "river" in self.title.board.side(h, ahead):
            merit += 0.8
        far = int(near[h])
        if self.title.must_attack_from(self.s, self.picture.seat, h):
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
        u = max(units, key=lambda u: (self.picture.defence[u], -u))
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
        near = self.picture.foe_distance
        ordered = sorted(groups.items(), key=lambda item: (-int(near[item[0][0]]), item[0]))
        return [Order("move", tuple(units), h, start) for (start, h, _), units in ordered]

    def _rescue(self) -> None:
        """Units left over that would be cut off go to the nearest safe ground."""
        for row, units in enumerate(self.rows):
            if not units or self.open[self.s.hex[units[0]]]:
                continue
            choice = np.flatnonzero((self.range[row] != 0) & (self.open != 0))
            if choice.size:
                near = self.picture.foe_distance[choice]
                for u in units:
                    self.goes_to[u] = int(choice[int(np.argmax(near))])
                    self.why[u] = "get out: there will be no supply here"
