"""Assaults before they are fought: who may attack what, with which strength, at which odds.

Prepared and mobile assaults differ in when and by whom they are made; from the odds on they are one and the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.assault.searches import in_contact, marked
from steppe.assault.stacks import units_in
from steppe.assault.state import ASSAULTED, ATTACKED, COMBAT_FLAGS, DEFENDED, MOBILE, PREPARED, AssaultState
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble

TARGETS = ("targets 0", "targets 1")
"""The notes with what each side may attack."""


class Battle(NamedTuple):
    """One assault on one hex."""

    kind: int
    side: int
    """The attacker."""
    hex: int
    attackers: Units
    defenders: Units
    from_hexes: frozenset[int]
    attacker_air: int
    defender_air: int


class Combat(Chapter[A]):
    """Who may attack what."""

    mobile_closed_terrain: frozenset[str] = frozenset()
    mobile_sides: frozenset[int] = frozenset()
    mobile_extra: int = 0
    attacked_once = True
    """Whether units may be attacked by no more than one prepared assault in a phase."""

    def make_tables(self) -> None:
        self._work = np.zeros(len(self.units), np.int16)

    def battle_of(self, s: A, order: Order, kind: int) -> Battle:
        """The battle that an order would begin.

        Whole units [whole units] attack one hex from any hexes around it [one target].
        """
        attackers = order.units
        return Battle(
            kind,
            self.units.side[attackers[0]],
            order.hex,
            attackers,
            tuple(self.defenders_in(s, order.hex, kind)),
            frozenset(s.hex[u] for u in attackers),
            order.number,
            0,
        )

    def defenders_in(self, s: A, h: int, kind: int) -> list[int]:
        """Who defends a hex: everybody in it together [stack defends], who has retreated there too [retreated defend].

        A title may have nobody attacked twice by prepared assaults.
        """
        stack = units_in(s, h)
        if kind == MOBILE or not self.attacked_once:
            return stack
        return [u for u in stack if not s.flags[u] & DEFENDED]

    def target_refusal(self, s: A, h: int, side: int, kind: int) -> Refusal | None:
        """Why a hex may not be attacked at all."""
        if self.stacks.side_in(s, h) != 1 - side:
            return Refusal(self.cite["adjacent enemies"], f"no enemy units are in {self.board.label(h)}", Trouble.HEX)
        if not self.defenders_in(s, h, kind):
            rule = self.cite.get("attacked once", self.cite["once per phase"])
            return Refusal(rule, f"the units in {self.board.label(h)} have been attacked this phase", Trouble.HEX)
        if kind == MOBILE and self.board.terrain[h] in self.mobile_closed_terrain:
            return Refusal(
                self.cite["mobile terrain"], f"no mobile assault into {self.board.terrain[h]}", Trouble.TERRAIN
            )
        return self.unfit_target(s, h, side, kind)

    def attacker_refusal(self, s: A, u: int, h: int, kind: int) -> Refusal | None:
        """Why one unit may not attack a hex that may be attacked."""
        cite, board, units = self.cite, self.board, self.units
        name, start = units.keys[u], s.hex[u]
        if units.side[u] != s.seat or start < 0:
            return Refusal(cite["adjacent enemies"], f"{name} is not one of your units on the map", Trouble.UNIT)
        if h not in board.grid.around[start]:
            why = f"{name} in {board.label(start)} is not adjacent to {board.label(h)}"
            return Refusal(cite["adjacent enemies"], why, Trouble.HEX)
        side_kind = self.terrain.assault_bar(s, u, start, h)
        if side_kind:
            return Refusal(
                self.title.cite[f"{side_kind} assault"], f"no assault across a {side_kind} hexside", Trouble.TERRAIN
            )
        terrain = self.terrain.hex_bar(s, u, h)
        if terrain:
            return Refusal(
                self.title.cite[f"{terrain} assault"], f"{name} may not attack into {terrain}", Trouble.TERRAIN
            )
        if kind == PREPARED and s.flags[u] & ATTACKED:
            return Refusal(cite["once per phase"], f"{name} has attacked this phase", Trouble.UNIT)
        if kind == MOBILE:
            if s.flags[u] & ASSAULTED and not self.assaults_again(s, u):
                return Refusal(cite["one mobile assault"], f"{name} has made its mobile assault", Trouble.UNIT)
            if not self.may_assault_mobile(s, u):
                return self.explain_immobile(s, u)
        if self.needs_supply(s, u) and not self.is_supplied_to_attack(s, u, kind):
            rule = cite["mobile supply"] if kind == MOBILE else cite["out of supply attacks"]
            return Refusal(rule, f"{name} is out of supply and cannot attack", Trouble.SUPPLY)
        return self.unfit_attacker(s, u, h, kind)

    def assault_refusal(self, s: A, order: Order, kind: int) -> Refusal | None:
        """Why an assault may not be made as ordered. Any part of a stack may attack [partial stacks]."""
        seat = s.seat
        if not order.units or len(set(order.units)) != len(order.units):
            return Refusal(self.cite["adjacent enemies"], "an assault needs units, each named once", Trouble.UNIT)
        refusal = self.target_refusal(s, order.hex, seat, kind)
        if refusal:
            return refusal
        for u in order.units:
            refusal = self.attacker_refusal(s, u, order.hex, kind)
            if refusal:
                return refusal
        if order.number > self.air.left(s, seat):
            left = self.air.left(s, seat)
            return Refusal(self.cite["aircraft allotment"], f"aircraft left this turn: {left}", Trouble.UNIT)
        if kind == MOBILE:
            refusal = self.mobile_refusal(s, order)
            if refusal:
                return refusal
        return self.unfit_force(s, order, kind)

    def mobile_refusal(self, s: A, order: Order) -> Refusal | None:
        """What a mobile assault needs besides: one stack that may still move, with a leader, and the MP."""
        refusal = self.movement.group_refusal(s, order.units)
        if refusal:
            if refusal.rule == self.cite["stack movement"]:
                return Refusal(self.cite["mobile stack"], refusal.why, refusal.trouble)
            return refusal
        if not self.has_moved_together(s, order.units):
            return Refusal(self.cite["mobile stack"], "the force has not moved together all the way", Trouble.UNIT)
        if not any(self.leads_mobile(s, u) for u in order.units):
            return Refusal(self.cite["mobile eligibility"], "a panzer unit must take part", Trouble.UNIT)
        price = self.mobile_price(s, order.units, order.hex)
        modes = [m for m in self.ranges.new_group(s, order.units).modes if m.costs is None and m.within[order.hex]]
        have = max((m.allowance for m in modes), default=0)
        if price > have:
            return Refusal(
                self.cite["mobile cost"],
                f"the mobile assault costs {price} MP and {max(have, 0)} are left",
                Trouble.POINTS,
            )
        return None

    def dearer_price(self, s: A, group: Units, h: int) -> int:
        """The MP of a mobile assault where it costs what the hex costs, and something more."""
        mobilities = frozenset(self.units.mobility[u] for u in group)
        start, side = s.hex[group[0]], self.units.side[group[0]]
        direction = self.board.grid.direction(start, h)
        return int(self.terrain.cost_table(s, side, mobilities)[start, direction]) + self.mobile_extra

    def mobile_orders(self, s: A, group: Units) -> Iterator[Order]:
        """The mobile assaults that a group can launch from where it is."""
        seat = s.seat
        if seat not in self.mobile_sides:
            return
        units_side, top = self.units.side, s.top
        around = self.board.grid.around[s.hex[group[0]]]
        near = [h for h in around if h >= 0 and top[h] >= 0 and units_side[top[h]] != seat]
        if near and any(self.leads_mobile(s, u) for u in group):
            for h in near:
                yield from self.with_aircraft(s, Order("mobile", group, h), MOBILE)

    def with_aircraft(self, s: A, order: Order, kind: int) -> Iterator[Order]:
        """An assault, if it is legal, with every number of aircraft."""
        if self.assault_refusal(s, order, kind) is None:
            yield order
            for n in range(1, self.air.left(s, s.seat) + 1):
                yield order._replace(number=n)

    def bearers(self, s: A, flag: int) -> list[int]:
        """The units on the map that wear a flag."""
        work = self._work
        found: list[int] = work[: marked(s.vector("flags"), flag, s.vector("hex"), work)].tolist()
        return found

    def touching(self, s: A, side: int) -> list[int]:
        """The units of a side that are next to enemies."""
        work, units = self._work, self.units
        count = in_contact(
            self.side_arrays[side],
            side,
            s.vector("hex"),
            s.vector("top"),
            units.side_array,
            self.board.grid.neighbours,
            work,
        )
        found: list[int] = work[:count].tolist()
        return found

    def targets(self, s: A, side: int) -> dict[int, list[int]]:
        """Every enemy hex that may be attacked, with the units that may attack it."""
        known: dict[int, list[int]] | None = s.notes.get(TARGETS[side])
        if known is None:
            known = s.notes[TARGETS[side]] = self.find_targets(s, side)
        return known

    def find_targets(self, s: A, side: int) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        side_of, top, flags, hexes = self.units.side, s.top, s.flags, s.hex
        around = self.board.grid.around
        for u in self.touching(s, side):
            if flags[u] & ATTACKED:
                continue
            for h in around[hexes[u]]:
                if (
                    h >= 0
                    and top[h] >= 0
                    and side_of[top[h]] != side
                    and self.attacker_refusal(s, u, h, PREPARED) is None
                ):
                    found.setdefault(h, []).append(u)
        return {h: units for h, units in found.items() if self.target_refusal(s, h, side, PREPARED) is None}

    def needs_supply(self, s: A, u: int) -> bool:
        return False

    def is_supplied_to_attack(self, s: A, u: int, kind: int) -> bool:
        return self.supply.is_supplied(s, u)

    def may_assault_mobile(self, s: A, u: int) -> bool:
        return False

    def explain_immobile(self, s: A, u: int) -> Refusal:
        """Why a unit may not make mobile assaults."""
        return Refusal(self.cite["mobile eligibility"], f"{self.units.keys[u]} cannot make mobile assaults")

    def has_moved_together(self, s: A, group: Units) -> bool:
        """Whether units that began the phase together may make one mobile assault, however they came."""
        return True

    def assaults_again(self, s: A, u: int) -> bool:
        """Whether a unit that has made a mobile assault this phase may make another."""
        return False

    def leads_mobile(self, s: A, u: int) -> bool:
        """Whether a unit makes a mobile assault possible for those with it."""
        return False

    def unfit_target(self, s: A, h: int, side: int, kind: int) -> Refusal | None:
        return None

    def unfit_attacker(self, s: A, u: int, h: int, kind: int) -> Refusal | None:
        return None

    def unfit_force(self, s: A, order: Order, kind: int) -> Refusal | None:
        return None

    def must_join(self, s: A, h: int, kind: int) -> Units:
        """Units without which a hex may not be attacked now."""
        return ()

    def end_refusal(self, s: A) -> Refusal | None:
        return None

    def mobile_price(self, s: A, group: Units, h: int) -> int:
        """The MP of a mobile assault."""
        return self.dearer_price(s, group, h)

    def assault_begun(self, s: A, order: Order) -> tuple[A, Order]:
        """The assault that an order begins, and the state to judge it by: others where it answers a question first."""
        return s, order


def begin_combat(s: AssaultState) -> None:
    s.vector("flags")[:] &= ~COMBAT_FLAGS
