"""The two phases of a player turn that every title has: Movement and Combat."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from steppe.assault.combat import (
    assault_refusal,
    attacker_refusal,
    begin_combat,
    mobile_orders,
    targets,
    with_aircraft,
)
from steppe.assault.movement import (
    begin_movement,
    carry_out_move,
    goals,
    group_refusal,
    groups_with,
    movable,
    move_refusal,
    mover_refusal,
    random_goal,
)
from steppe.assault.stacks import bring_to_top, units_in
from steppe.assault.state import ATTACKED, HALTED, MOBILE, PREPARED, AssaultState
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


DONE = Order("done")


class PhaseOrder(Decision["Rules", AssaultState]):
    """Move and then fight, or fight and then move; once for the whole player turn."""

    name = "phase order"
    verbs = ("order",)
    WORDS = ("move-fight", "fight-move")

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return "In which order will you move and fight this turn?"

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for word in self.WORDS:
            if self.refuse(title, s, Order("order", word=word)) is None:
                yield Order("order", word=word)

    def refuse(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        return title.phase_order_refusal(s, self.WORDS.index(order.word))

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        s.phase_order = self.WORDS.index(order.word)
        out.add("phase order", seat=s.frame()[1], order=order.word)
        title.end_step(s, out)


class Phase(Decision["Rules", AssaultState]):
    """A phase of operations: as many as the player likes, stacks put in order, done."""

    @abstractmethod
    def operations(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        """The moves or assaults that can be ordered."""

    @abstractmethod
    def operation_refusal(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None: ...

    @abstractmethod
    def end_refusal(self, title: Rules, s: AssaultState) -> Refusal | None:
        """Why the phase may not end yet."""

    @abstractmethod
    def operate(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None: ...

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        yield from self.operations(title, s, about)
        if not about:
            yield from top_orders(title, s)
            if self.end_refusal(title, s) is None:
                yield DONE

    def refuse(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        if order.verb == "top":
            return top_refusal(title, s, order)
        if order.verb == "done":
            return self.end_refusal(title, s)
        return self.operation_refusal(title, s, order)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.verb == "top":
            bring_to_top(s, order.units[0])
        elif order.verb == "done":
            title.end_step(s, out)
        else:
            self.operate(title, s, order, out)


class Movement(Phase):
    """The Movement Phase: moves and mobile assaults."""

    name = "movement"
    verbs: tuple[str, ...] = ("move", "mobile", "top", "done")

    def enter(self, title: Rules, s: AssaultState, out: Log) -> bool:
        begin_movement(title, s, title.current_step(s).seat)
        return True

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return "Move your units, one stack at a time; then end the phase."

    def operations(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        if about:
            groups: Iterator[About] = iter([about] if group_refusal(title, s, about) is None else [])
        else:
            groups = groups_with(title, s, movable(title, s))
        for group in groups:
            start = s.hex[group[0]]
            for h in goals(title, s, group):
                yield Order("move", group, h, start)
            yield from mobile_orders(title, s, group)

    def operation_refusal(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        return move_refusal(title, s, order) if order.verb == "move" else assault_refusal(title, s, order, MOBILE)

    def end_refusal(self, title: Rules, s: AssaultState) -> Refusal | None:
        return title.end_of_movement_refusal(s)

    def operate(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        if order.verb == "move":
            carry_out_move(title, s, order, out)
        else:
            title.begin_battle(s, order, MOBILE, out)

    def pick(self, title: Rules, s: AssaultState, rng: random.Random) -> Order:
        """A random unit or stack that can still do something, then a random order of its own."""
        candidates = title.side_units[s.frame()[1]]
        for _ in range(12 if candidates else 0):
            u = candidates[int(rng.random() * len(candidates))]
            if s.hex[u] < 0 or s.flags[u] & HALTED or mover_refusal(title, s, u) is not None:
                continue
            group = random_group(title, s, u, rng)
            assaults = list(mobile_orders(title, s, group))
            if assaults and rng.random() < 0.5:
                return rng.choice(assaults)
            goal = random_goal(title, s, group, rng)
            if goal is not None:
                return Order("move", group, goal, s.hex[u])
        if self.end_refusal(title, s) is None:
            return DONE
        movers = title.dutiful_movers(s) or movable(title, s)
        rng.shuffle(movers)
        for u in movers:
            open_hexes = goals(title, s, (u,))
            if open_hexes:
                return Order("move", (u,), rng.choice(open_hexes), s.hex[u])
        return rng.choice([o for o in self.legal(title, s, ()) if o.verb != "top"])


class Combat(Phase):
    """The Combat Phase: prepared assaults, one after another."""

    name = "combat"
    verbs: tuple[str, ...] = ("assault", "top", "done")

    def enter(self, title: Rules, s: AssaultState, out: Log) -> bool:
        begin_combat(s)
        return True

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return "Make prepared assaults, one at a time; then end the phase."

    def operations(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for h, candidates in targets(title, s, s.frame()[1]).items():
            if about:
                groups: Iterator[About] = iter([about] if set(about) <= set(candidates) else [])
            else:
                groups = (g for n in range(1, len(candidates) + 1) for g in combinations(candidates, n))
            for group in groups:
                yield from with_aircraft(title, s, Order("assault", group, h), PREPARED)

    def operation_refusal(self, title: Rules, s: AssaultState, order: Order) -> Refusal | None:
        return assault_refusal(title, s, order, PREPARED)

    def end_refusal(self, title: Rules, s: AssaultState) -> Refusal | None:
        return title.end_of_combat_refusal(s)

    def operate(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        title.begin_battle(s, order, PREPARED, out)

    def pick(self, title: Rules, s: AssaultState, rng: random.Random) -> Order:
        """A random unit in contact, one of its targets, and some of the others that can join."""
        seat = s.frame()[1]
        candidates = title.side_units[seat]
        side_of, top, hexes = title.units.side, s.top, s.hex
        around = title.board.grid.around
        for _ in range(12 if candidates else 0):
            u = candidates[int(rng.random() * len(candidates))]
            if hexes[u] < 0 or s.flags[u] & ATTACKED:
                continue
            enemies = [h for h in around[hexes[u]] if h >= 0 and top[h] >= 0 and side_of[top[h]] != seat]
            if not enemies:
                continue
            order = self._random_assault(title, s, u, rng.choice(enemies), rng)
            if assault_refusal(title, s, order, PREPARED) is None:
                return order
        if self.end_refusal(title, s) is None:
            return DONE
        return next(self._dutiful(title, s, seat))

    def _random_assault(self, title: Rules, s: AssaultState, u: int, h: int, rng: random.Random) -> Order:
        group = [u]
        for n in title.board.grid.around[h]:
            if n >= 0 and s.top[n] >= 0 and title.units.side[s.top[n]] == title.units.side[u]:
                group += [
                    v
                    for v in units_in(s, n)
                    if v != u and rng.random() < 0.7 and attacker_refusal(title, s, v, h, PREPARED) is None
                ]
        air = rng.randint(0, title.aircraft_left(s, s.frame()[1]))
        return Order("assault", tuple(group), h, number=air)

    def _dutiful(self, title: Rules, s: AssaultState, seat: int) -> Iterator[Order]:
        """Assaults with all who can join, for a player who may not stop yet."""
        for h, candidates in targets(title, s, seat).items():
            order = Order("assault", tuple(candidates), h)
            if assault_refusal(title, s, order, PREPARED) is None:
                yield order


def random_group(title: Rules, s: AssaultState, u: int, rng: random.Random) -> About:
    if s.below[u] < 0 and s.top[s.hex[u]] == u:
        return (u,)
    mates = [v for v in units_in(s, s.hex[u]) if v != u and s.origin[v] == s.origin[u]]
    mates = [v for v in mates if mover_refusal(title, s, v) is None]
    return (u, *(v for v in mates if rng.random() < 0.5))


def top_orders(title: Rules, s: AssaultState) -> Iterator[Order]:
    """A player may put any unit of a stack on its top, which is all the enemy sees."""
    seat = s.frame()[1]
    for u in title.side_units[seat]:
        h = s.hex[u]
        if h >= 0 and s.top[h] != u and s.top[h] not in title.always_on_top:
            yield Order("top", (u,))


def top_refusal(title: Rules, s: AssaultState, order: Order) -> Refusal | None:
    if len(order.units) != 1:
        return Refusal(title.cite["fog"], "name one unit to lie on top", Trouble.UNIT)
    u = order.units[0]
    if title.units.side[u] != s.frame()[1] or s.hex[u] < 0:
        return Refusal(title.cite["fog"], f"{title.units.keys[u]} is not one of your units on the map", Trouble.UNIT)
    top = s.top[s.hex[u]]
    if top == u:
        return Refusal(title.cite["fog"], f"{title.units.keys[u]} lies on top already", Trouble.UNIT)
    if top in title.always_on_top:
        return Refusal(title.cite["stays on top"], f"{title.units.keys[top]} stays on top of its stack", Trouble.UNIT)
    return None
