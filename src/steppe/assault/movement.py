"""Movement: who may move with whom, and how a move is carried out."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator
from itertools import combinations

from steppe.assault.chapter import A, Chapter
from steppe.assault.ranges import NO_WAY, Way
from steppe.assault.searches import add_where
from steppe.assault.stacks import pass_through, units_in
from steppe.assault.state import CONTROL_SIDE, FINISHED, HALTED, MOVED, MOVEMENT_FLAGS, AssaultState
from steppe.events import Log
from steppe.orders import More, Order, Units
from steppe.title import Refusal, Trouble

STRAIGHT = More(parts=(Order("straight"),))
"""Of a move into the next hex: not by a cheaper way."""


class Movement(Chapter[A]):
    """Who may move, with whom, and what happens on the way."""

    hampered_sides: frozenset[int] = frozenset()
    """The sides whose units do not move without supply."""

    def mp_left(self, s: A, u: int) -> int:
        return self.factor(s, u) - s.spent[u]

    def mover_refusal(self, s: A, u: int) -> Refusal | None:
        """Why a unit may not move now (where it could go is another question)."""
        units, cite = self.units, self.cite
        side = units.side[u]
        if side != s.seat:
            return Refusal(cite["own phase only"], f"{units.keys[u]} is not yours to move in this phase", Trouble.UNIT)
        if s.hex[u] < 0:
            return Refusal(cite["own phase only"], f"{units.keys[u]} is not on the map", Trouble.UNIT)
        flags = s.flags[u]
        if flags & HALTED:
            return self.halted_refusal(s, u)
        if flags & MOVED:
            if has_finished(s, u):
                return Refusal(
                    cite["one mover at a time"],
                    f"{units.keys[u]} has moved, and another stack has moved since; its move is over",
                    Trouble.TIME,
                )
        elif side in self.hampered_sides and not self.supply.is_supplied(s, u):
            return Refusal(
                cite["out of supply moves"], f"{units.keys[u]} is out of supply and has no MP", Trouble.SUPPLY
            )
        return self.unfit_mover(s, u)

    def group_refusal(self, s: A, group: Units) -> Refusal | None:
        """Why some units may not move as one stack."""
        if not group or len(set(group)) != len(group):
            return Refusal(self.cite["stack movement"], "a move needs units, each named once", Trouble.UNIT)
        for u in group:
            refusal = self.mover_refusal(s, u)
            if refusal:
                return refusal
        if len({s.hex[u] for u in group}) > 1 or len({s.origin[u] for u in group}) > 1:
            return Refusal(
                self.cite["stack movement"], "only units that began the phase together move together", Trouble.UNIT
            )
        return None

    def move_refusal(self, s: A, order: Order) -> Refusal | None:
        """Why a group may not move as ordered. A move ends in a hex: nobody leaves the map by it [leaving the map]."""
        refusal = self.group_refusal(s, order.units)
        if refusal:
            return refusal
        if order.start != s.hex[order.units[0]]:
            where = self.board.label(s.hex[order.units[0]])
            return Refusal(self.cite["hex by hex"], f"{self.units.keys[order.units[0]]} is in {where}", Trouble.HEX)
        if order.hex == order.start:
            return Refusal(self.cite["hex by hex"], "a move ends in another hex", Trouble.HEX)
        if order.more is None:
            way = self.ranges.route(s, order.units, order.hex)
        else:
            way, refusal = self.follow(s, order)
            if refusal:
                return refusal
        if way:
            bound = self.bound_hexes(s, order.units)
            if bound is None or order.hex in bound:
                return self.ranges.stop_refusal(s, order.units, way)
            return Refusal(self.cite["duty"], "this group is needed where it can attack", Trouble.DUTY)
        return self.ranges.explain_unreachable(s, order.units, order.hex)

    def begin(self, s: A, side: int) -> None:
        """Nobody has moved yet, and MP left over are gone [no saving]; every unit remembers where it begins."""
        s.vector("flags")[:] &= ~MOVEMENT_FLAGS
        s.vector("spent")[:] = 0
        s.vector("origin")[:] = s.vector("hex")
        s.moving_from = -1

    def follow(self, s: A, order: Order) -> tuple[Way, Refusal | None]:
        """The way that a player has chosen, or why it cannot be gone.

        It is judged hex by hex, each step as if it were ordered by itself, but that a group may pass where it may not
        stop: that is asked of the last hex alone, by whoever judges the move.
        """
        group, here, ghost = order.units, order.start, s.clone()
        way, price = NO_WAY, 0
        self.sets_out(ghost, group)
        for h in (*order.way, order.hex):
            refusal = self.group_refusal(ghost, group)
            if refusal:
                return NO_WAY, refusal
            if self.board.grid.direction(here, h) < 0:
                why = f"{self.board.label(h)} is not next to {self.board.label(here)}"
                return NO_WAY, Refusal(self.cite["hex by hex"], why, Trouble.HEX)
            step = self.ranges.step(ghost, group, h)
            if not step:
                return NO_WAY, self.ranges.explain_unreachable(ghost, group, h)
            price += step.steps[0][1]
            way = Way(((h, price), *way.steps), step.ends_move)
            self.carry_out(ghost, Order("move", group, h, here), Log(), step)
            if ghost.over:
                break  # nobody goes on
            here = h
        return way, None

    def carry_out(self, s: A, order: Order, out: Log, along: Way = NO_WAY) -> None:
        """Move a group along its way; whatever happens on the way happens at once (control, sudden victories)."""
        group, start = order.units, order.start
        way = along or (self.ranges.route(s, group, order.hex) if order.more is None else self.follow(s, order)[0])
        side = self.units.side[group[0]]
        start_parent(s, group)
        spent, flags, stops = s.spent, s.flags, self.zoc.stops[side]
        base = [spent[u] for u in group]
        steps = way.steps[::-1]
        path = tuple([h for h, _ in steps])
        out.add("moved", units=group, start=start, path=path, spent=steps[-1][1])
        came_from = start
        if len(path) > 1 and self.is_quiet(s, side, start, path[:-1]):
            self.pass_along(s, group, start, path[:-1], out)
            steps, came_from = steps[-1:], path[-2]
        for h, price in steps:
            self.stacks.relocate(s, group, h, out)
            for u, before in zip(group, base, strict=True):
                spent[u] = before + price
            self.moved_into(s, group, came_from, h, out)
            came_from = h
            if way.ends_move or (stops and s.zoc[h]):
                for u in group:
                    flags[u] |= HALTED
            self.victory.check_instant(s, out)
            if s.over:
                break

    def is_quiet(self, s: A, side: int, start: int, path: Units) -> bool:
        """Whether a move may go along some hexes unnoticed, because nothing can happen there at that instant."""
        notable = self.stacks.notable
        if notable.isdisjoint(path):
            return True
        control = s.control
        return all(control[h] & CONTROL_SIDE == side for h in notable.intersection(path))

    def pass_along(self, s: A, group: Units, start: int, path: Units, out: Log) -> None:
        """A group goes along hexes where nothing can happen but that they change hands."""
        control, side = s.control, self.units.side[group[0]]
        for h in path:
            if control[h] & CONTROL_SIDE != side:
                pass_through(s, h, side)
        if self.heeds_passage(s, side):
            for h in path:
                self.moved_into(s, group, start, h, out)
                start = h

    def heeds_passage(self, s: A, side: int) -> bool:
        """Whether hexes that a group of a side only passes are worth a look (``moved_into``)."""
        return False

    def movable(self, s: A) -> list[int]:
        """The units that may begin or go on to move and have MP left."""
        seat = s.seat
        flags, hexes = s.flags, s.hex
        found = []
        for u in self.side_units[seat]:
            if hexes[u] < 0 or flags[u] & (HALTED | FINISHED):
                continue
            if self.can_go_on(s, u) and self.mover_refusal(s, u) is None:
                found.append(u)
        return found

    def groups_with(self, s: A, movers: list[int]) -> Iterator[Units]:
        """Every group that may move as one, hex by hex, the small ones first."""
        stacks: dict[tuple[int, int], list[int]] = {}
        for u in movers:
            stacks.setdefault((s.hex[u], s.origin[u]), []).append(u)
        for stack in stacks.values():
            for size in range(1, len(stack) + 1):
                yield from combinations(stack, size)

    def random_group(self, s: A, u: int, rng: random.Random) -> Units:
        h = s.hex[u]
        if s.below[u] < 0 and s.top[h] == u:
            return (u,)
        origin = s.origin
        mates = [v for v in units_in(s, h) if v != u and origin[v] == origin[u]]
        mates = [v for v in mates if self.mover_refusal(s, v) is None]
        return (u, *(v for v in mates if rng.random() < 0.5))

    @abstractmethod
    def factor(self, s: A, u: int) -> int: ...

    def can_go_on(self, s: A, u: int) -> bool:
        """Whether a unit has any way of moving left."""
        return self.mp_left(s, u) > 0

    def unfit_mover(self, s: A, u: int) -> Refusal | None:
        """What else keeps a unit from moving."""
        return None

    def sets_out(self, s: A, group: Units) -> None:
        """A group begins to move, or goes on: what is to be remembered of where it was."""

    def moved_into(self, s: A, group: Units, start: int, h: int, out: Log) -> None:
        """A group has entered a hex, by movement from a neighbour or by advance."""

    def halted_refusal(self, s: A, u: int) -> Refusal:
        in_zoc = self.zoc.side == 1 - self.units.side[u]
        rule = self.cite["zoc stops"] if in_zoc else self.cite["mobile failed"]
        why = "an enemy ZOC has ended its move" if in_zoc else "its mobile assault did not clear the hex"
        return Refusal(rule, f"{self.units.keys[u]} may not move on this phase: {why}", Trouble.TIME)

    def bound_hexes(self, s: A, group: Units) -> set[int] | None:
        """The hexes to which a duty binds a group's move; None if it may go anywhere."""
        return None

    def end_refusal(self, s: A) -> Refusal | None:
        return None

    def dutiful(self, s: A) -> list[int]:
        """The units that must move before the phase may end."""
        return []


def chosen_way(between: Units) -> More:
    """What an order to move says of a way that the player has chosen, by the hexes between its beginning and end."""
    return More.of(between) or STRAIGHT


def has_finished(s: AssaultState, u: int) -> bool:
    """Whether another stack has begun to move since a unit moved."""
    return bool(s.flags[u] & FINISHED or (s.flags[u] & MOVED and s.origin[u] != s.moving_from))


def start_parent(s: AssaultState, group: Units) -> None:
    """From now on only the units that began where this group began may go on moving, together or apart [splitting].

    Who moved from there before some other stack did has finished, though a mate left behind may begin only now.
    """
    origin, flags = s.origin[group[0]], s.flags
    if s.moving_from != origin:
        add_where(s.vector("flags"), MOVED, FINISHED)
        s.moving_from = origin
    for u in group:
        flags[u] |= MOVED
