"""Retreats: which hexes are open, which comes first, and what a force does that cannot go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.stacks import controller, units_in
from steppe.assault.state import FIGHTING, MOBILE, PREPARED, RETREATED, TARGET, AssaultState
from steppe.events import Log
from steppe.hexgrid import opposite
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble


class Retreat(NamedTuple):
    """Where a force may go now: the hexes that come first, and whether it goes there whole."""

    hexes: tuple[int, ...]
    whole: bool


class Retreats(Chapter[A]):
    mobile_drives_before_it = True
    """Whether units retreat from a mobile assault straight away from it; else always towards their supply."""
    split = True
    """Whether a stack that finds no room as a whole may retreat in parts."""

    def closed(self, s: A, group: list[int], h: int) -> Refusal | None:
        """Why a force may not retreat into a neighbouring hex, stacking aside."""
        cite, board = self.cite, self.board
        side = self.units.side[group[0]]
        label = board.label(h)
        if s.battle_kind == MOBILE and h == s.launch_hex:
            return Refusal(cite["never to launch hex"], f"the assault came from {label}", Trouble.ENEMY)
        if self.stacks.side_in(s, h) == 1 - side:
            return Refusal(cite["retreat from enemies"], f"enemy units are in {label}", Trouble.ENEMY)
        if self.supply.barring_cities[h] and controller(s, h) != side:
            return Refusal(cite["retreat enemy city"], f"{label} is an enemy city", Trouble.ENEMY)
        kind = next(filter(None, (self.terrain.side_bar(s, u, s.battle_hex, h) for u in group)), "")
        if kind:
            return Refusal(cite["retreat terrain"], f"a {kind} hexside lies before {label}", Trouble.TERRAIN)
        terrain = next(filter(None, (self.terrain.hex_bar(s, u, h) for u in group)), "")
        if terrain:
            return Refusal(cite["retreat terrain"], f"{label} is {terrain}", Trouble.TERRAIN)
        if self.zoc.side == 1 - side and self.zoc_bars(s, h):
            return Refusal(cite["retreat zoc"], f"{label} is in an enemy ZOC", Trouble.ENEMY)
        return self.unfit_hex(s, group, h) or self.stacking.mixing_refusal(s, tuple(group), h)

    def zoc_bars(self, s: A, h: int) -> bool:
        """Whether an enemy ZOC closes a hex to a retreat; a mobile assault's own ZOC never does [own zoc]."""
        if not s.zoc[h]:
            return False
        if s.battle_kind == PREPARED:
            return True
        return any(
            not s.flags[u] & FIGHTING
            for n in self.zoc.into[h]  # ZOC run both ways across a hexside
            for u in units_in(s, n)
            if self.units.side[u] == self.zoc.side
        )

    def room(self, s: A, h: int) -> int:
        return int(self.stacking.limit[h]) - s.load[h]

    def open_hexes(self, s: A, group: list[int]) -> list[int]:
        """The hexes around the battle that nothing but stacking may close to a force."""
        return [h for _, h in self.board.grid.adjacent(s.battle_hex) if self.closed(s, group, h) is None]

    def plan(self, s: A) -> Retreat | None:
        """Where the force may go, or None if it cannot go as a whole: all or nothing."""
        group = retreaters(s)
        hexes = self.open_hexes(s, group)
        fitting = [h for h in hexes if self.stacking.has_room(s, tuple(group), h)]
        if fitting:
            return Retreat(self.first_choices(s, fitting), True)
        if not self.split:
            return None
        rooms = {h: self.room(s, h) for h in hexes}
        usable = [h for h in hexes if next(self.parts(group, h, rooms), None)]
        return Retreat(self.first_choices(s, usable), False) if usable else None

    def can_go(self, s: A) -> bool:
        """Whether the force may go anywhere, for who need not know where."""
        group = retreaters(s)
        around, whole = self.board.grid.around[s.battle_hex], tuple(group)
        if any(h >= 0 and self.stacking.has_room(s, whole, h) and self.closed(s, group, h) is None for h in around):
            return True
        return self.split and self.plan(s) is not None

    def parts(self, group: list[int], h: int, rooms: dict[int, int]) -> Iterator[Units]:
        """The parts of a force that may go to a hex: as much as it takes, and the rest must find room elsewhere."""
        points = self.units.points
        others = [space for x, space in rooms.items() if x != h]
        for n in range(1, len(group) + 1):
            for part in combinations(group, n):
                rest = sorted((points[u] for u in group if u not in part), reverse=True)
                if self.fills(part, group, rooms[h]) and finds_room(rest, others):
                    yield part

    def first_choices(self, s: A, hexes: list[int]) -> tuple[int, ...]:
        """The hexes that take precedence, equal among themselves.

        Nearest to a source of supply; but a title may have them run from a mobile assault: away from the hexside by
        which it came, then outwards.
        """
        if len(hexes) == 1:
            return tuple(hexes)
        if s.battle_kind == MOBILE and self.mobile_drives_before_it:
            away = opposite(self.board.grid.direction(s.battle_hex, s.launch_hex))

            def rank(h: int) -> int:
                turn = abs(self.board.grid.direction(s.battle_hex, h) - away)
                return min(turn, 6 - turn)
        else:
            sources = np.array(self.supply.sources_for(s, tuple(retreaters(s))), np.int16)

            def rank(h: int) -> int:
                return int(self.board.grid.distances(h, sources).min()) if sources.size else 0

        ranks = [rank(h) for h in hexes]
        best = min(ranks)
        return tuple(h for h, r in zip(hexes, ranks, strict=True) if r == best)

    def fills(self, part: Units, group: list[int], space: int) -> bool:
        """Whether a part of a force uses the space of a hex as far as it goes."""
        used = sum(self.units.points[u] for u in part)
        return used <= space and not any(used + self.units.points[u] <= space for u in group if u not in part)

    def unfit_hex(self, s: A, group: list[int], h: int) -> Refusal | None:
        """What else closes a hex to a retreat."""
        return None

    def retreated_into(self, s: A, group: Units, h: int, out: Log) -> None:
        """A group has retreated into a hex."""


def retreaters(s: AssaultState) -> list[int]:
    """The defenders who have not yet left the battle hex."""
    return [u for u in units_in(s, s.battle_hex) if s.flags[u] & TARGET]


def finds_room(weights: list[int], rooms: list[int]) -> bool:
    """Whether units of these weights, the heaviest first, can be spread over hexes with so much room."""
    if not weights:
        return True
    return any(
        weights[0] <= space and finds_room(weights[1:], [*rooms[:i], space - weights[0], *rooms[i + 1 :]])
        for i, space in enumerate(rooms)
    )


class RetreatChoice(AssaultDecision[A]):
    """Where the defeated go. A stack stays together unless stacking forbids it."""

    name = "retreat"
    cites = "retreat one hex"
    verbs = ("retreat",)

    def prompt(self, s: A) -> str:
        return f"Retreat from {self.board.label(s.battle_hex)}."

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        found = self.retreats.plan(s)
        assert found is not None
        if found.whole:
            yield from (Order("retreat", hex=h) for h in found.hexes)
            return
        group = retreaters(s)
        rooms = {h: self.retreats.room(s, h) for h in self.retreats.open_hexes(s, group)}
        for h in found.hexes:
            yield from (Order("retreat", part, h) for part in self.retreats.parts(group, h, rooms))

    def refuse(self, s: A, order: Order) -> Refusal | None:
        if set(order.units) == set(retreaters(s)):
            order = order._replace(units=())  # a whole stack may be named or not
        for legal in self.legal(s, ()):
            if legal.hex == order.hex and set(legal.units) == set(order.units):
                return None
        return self.explain(s, order)

    def explain(self, s: A, order: Order) -> Refusal:
        cite = self.cite
        found = self.retreats.plan(s)
        assert found is not None
        if self.board.grid.direction(s.battle_hex, order.hex) < 0:
            return Refusal(cite["retreat one hex"], "a retreat goes to an adjacent hex", Trouble.HEX)
        refusal = self.retreats.closed(s, retreaters(s), order.hex)
        if refusal:
            return refusal
        label = self.board.label(order.hex)
        if order.hex in found.hexes:
            return Refusal(cite["retreat stacking"], "a stack splits only as far as stacking demands", Trouble.STACKING)
        weights = [self.units.points[u] for u in retreaters(s)]
        if self.retreats.room(s, order.hex) < (sum(weights) if found.whole else min(weights)):
            return Refusal(cite["retreat stacking"], f"{label} would be overstacked", Trouble.STACKING)
        driven = s.battle_kind == MOBILE and self.retreats.mobile_drives_before_it
        rule = cite["mobile retreat"] if driven else cite["retreat direction"]
        first = " and ".join(self.board.label(h) for h in found.hexes)
        verb = "comes" if len(found.hexes) == 1 else "come"
        return Refusal(rule, f"{first} {verb} before {label}", Trouble.HEX)

    def apply(self, s: A, order: Order, out: Log) -> None:
        group = order.units or tuple(retreaters(s))
        out.add("retreated", units=group, start=s.battle_hex, hex=order.hex)
        for u in group:
            s.flags[u] = s.flags[u] & ~TARGET | RETREATED
        self.stacks.relocate(s, group, order.hex, out)
        self.retreats.retreated_into(s, group, order.hex, out)
        self.victory.check_instant(s, out)
        if not retreaters(s) and not s.over:
            s.pop()
            self.battles.proceed(s, out)
