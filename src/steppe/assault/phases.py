"""The two phases of a player turn that every title has: Movement and Combat."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator
from itertools import combinations

from steppe.assault.chapter import A, AssaultDecision
from steppe.assault.combat import begin_combat
from steppe.assault.stacks import bring_to_top, units_in
from steppe.assault.state import ATTACKED, HALTED, MOBILE, PREPARED
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal

DONE = Order("done")


class PhaseOrder(AssaultDecision[A]):
    """Move and then fight, or fight and then move; once for the whole player turn."""

    name = "phase order"
    verbs = ("order",)
    WORDS = ("move-fight", "fight-move")

    def prompt(self, s: A) -> str:
        return "In which order will you move and fight this turn?"

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for word in self.WORDS:
            if self.refuse(s, Order("order", word=word)) is None:
                yield Order("order", word=word)

    def refuse(self, s: A, order: Order) -> Refusal | None:
        return self.turns.phase_order_refusal(s, self.WORDS.index(order.word))

    def apply(self, s: A, order: Order, out: Log) -> None:
        s.phase_order = self.WORDS.index(order.word)
        out.add("phase order", seat=s.seat, order=order.word)
        self.title.end_step(s, out)


class Phase(AssaultDecision[A]):
    """A phase of operations: as many as the player likes, or none [any or none], stacks put in order, done."""

    kind = "phase"

    @abstractmethod
    def operations(self, s: A, about: Units) -> Iterator[Order]:
        """The moves or assaults that can be ordered."""

    @abstractmethod
    def operation_refusal(self, s: A, order: Order) -> Refusal | None: ...

    @abstractmethod
    def end_refusal(self, s: A) -> Refusal | None:
        """Why the phase may not end yet."""

    @abstractmethod
    def operate(self, s: A, order: Order, out: Log) -> None: ...

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        yield from self.operations(s, about)
        if not about:
            yield from self.stacks.top_orders(s)
            if self.end_refusal(s) is None:
                yield DONE

    def refuse(self, s: A, order: Order) -> Refusal | None:
        if order.verb == "top":
            return self.stacks.top_refusal(s, order)
        if order.verb == "done":
            return self.end_refusal(s)
        return self.operation_refusal(s, order)

    def apply(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "top":
            bring_to_top(s, order.units[0])
        elif order.verb == "done":
            self.title.end_step(s, out)
        else:
            self.operate(s, order, out)


class MovementPhase(Phase[A]):
    """The Movement Phase: moves and mobile assaults."""

    name = "movement"
    heading = "Movement"
    verbs: tuple[str, ...] = ("move", "mobile", "top", "done")

    def enter(self, s: A, out: Log) -> bool:
        self.movement.begin(s, self.title.current_step(s).seat)
        return True

    def prompt(self, s: A) -> str:
        return "Move your units, one stack at a time; then end the phase."

    def operations(self, s: A, about: Units) -> Iterator[Order]:
        if about:
            groups: Iterator[Units] = iter([about] if self.movement.group_refusal(s, about) is None else [])
        else:
            groups = self.movement.groups_with(s, self.movement.movable(s))
        for group in groups:
            start = s.hex[group[0]]
            for h in self.ranges.goals(s, group):
                yield Order("move", group, h, start)
            yield from self.combat.mobile_orders(s, group)

    def operation_refusal(self, s: A, order: Order) -> Refusal | None:
        return (
            self.movement.move_refusal(s, order)
            if order.verb == "move"
            else self.combat.assault_refusal(s, order, MOBILE)
        )

    def end_refusal(self, s: A) -> Refusal | None:
        return self.movement.end_refusal(s)

    def operate(self, s: A, order: Order, out: Log) -> None:
        if order.verb == "move":
            self.movement.carry_out(s, order, out)
        else:
            self.battles.begin(s, order, MOBILE, out)

    def pick(self, s: A, rng: random.Random) -> Order:
        """A random unit or stack that can still do something, then a random order of its own."""
        seat, hexes, flags = s.seat, s.hex, s.flags
        candidates = self.side_units[seat]
        number, mobile = len(candidates), seat in self.combat.mobile_sides
        for _ in range(12 if candidates else 0):
            u = candidates[int(rng.random() * number)]
            if hexes[u] < 0 or flags[u] & HALTED or self.movement.mover_refusal(s, u) is not None:
                continue
            group = self.movement.random_group(s, u, rng)
            if mobile:
                assaults = list(self.combat.mobile_orders(s, group))
                if assaults and rng.random() < 0.5:
                    return rng.choice(assaults)
            goal = self.ranges.random_goal(s, group, rng)
            if goal is not None:
                return Order("move", group, goal, hexes[u])
        if self.end_refusal(s) is None:
            return DONE
        movers = self.movement.dutiful(s) or self.movement.movable(s)
        rng.shuffle(movers)
        for u in movers:
            open_hexes = self.ranges.goals(s, (u,))
            if open_hexes:
                return Order("move", (u,), rng.choice(open_hexes), s.hex[u])
        return rng.choice([o for o in self.legal(s, ()) if o.verb != "top"])


class CombatPhase(Phase[A]):
    """The Combat Phase: prepared assaults, one after another in any order [order of attacks]."""

    name = "combat"
    heading = "Combat"
    verbs: tuple[str, ...] = ("assault", "top", "done")

    def enter(self, s: A, out: Log) -> bool:
        begin_combat(s)
        return True

    def prompt(self, s: A) -> str:
        return "Make prepared assaults, one at a time; then end the phase."

    def operations(self, s: A, about: Units) -> Iterator[Order]:
        for h, candidates in self.combat.targets(s, s.seat).items():
            if about:
                groups: Iterator[Units] = iter([about] if set(about) <= set(candidates) else [])
            else:
                must = self.combat.must_join(s, h, PREPARED)
                others = [u for u in candidates if u not in must]
                numbers = range(0 if must else 1, len(others) + 1)
                groups = ((*must, *more) for n in numbers for more in combinations(others, n))
            for group in groups:
                yield from self.combat.with_aircraft(s, Order("assault", group, h), PREPARED)

    def operation_refusal(self, s: A, order: Order) -> Refusal | None:
        return self.combat.assault_refusal(s, order, PREPARED)

    def end_refusal(self, s: A) -> Refusal | None:
        return self.combat.end_refusal(s)

    def operate(self, s: A, order: Order, out: Log) -> None:
        self.battles.begin(s, order, PREPARED, out)

    def pick(self, s: A, rng: random.Random) -> Order:
        """A random unit in contact, one of its targets, and some of the others that can join."""
        seat = s.seat
        candidates = self.side_units[seat]
        side_of, top, hexes = self.units.side, s.top, s.hex
        around = self.board.grid.around
        for _ in range(12 if candidates else 0):
            u = candidates[int(rng.random() * len(candidates))]
            if hexes[u] < 0 or s.flags[u] & ATTACKED:
                continue
            enemies = [h for h in around[hexes[u]] if h >= 0 and top[h] >= 0 and side_of[top[h]] != seat]
            if not enemies:
                continue
            order = self._random_assault(s, u, rng.choice(enemies), rng)
            if self.combat.assault_refusal(s, order, PREPARED) is None:
                return order
        if self.end_refusal(s) is None:
            return DONE
        return next(self._dutiful(s, seat))

    def _random_assault(self, s: A, u: int, h: int, rng: random.Random) -> Order:
        group, must = [u], self.combat.must_join(s, h, PREPARED)
        for n in self.board.grid.around[h]:
            if n >= 0 and s.top[n] >= 0 and self.units.side[s.top[n]] == self.units.side[u]:
                group += [
                    v
                    for v in units_in(s, n)
                    if v != u
                    and (rng.random() < 0.7 or v in must)
                    and self.combat.attacker_refusal(s, v, h, PREPARED) is None
                ]
        air = rng.randint(0, self.air.left(s, s.seat))
        return Order("assault", tuple(group), h, number=air)

    def _dutiful(self, s: A, seat: int) -> Iterator[Order]:
        """Assaults with all who can join, for a player who may not stop yet."""
        for h, candidates in self.combat.targets(s, seat).items():
            order = Order("assault", tuple(candidates), h)
            if self.combat.assault_refusal(s, order, PREPARED) is None:
                yield order
