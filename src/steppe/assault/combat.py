"""Assaults before they are fought: who may attack what, with which strength, at which odds.

Prepared and mobile assaults differ in when and by whom they are made; from the odds on they are one and the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from steppe.assault.movement import cost_table, group_refusal
from steppe.assault.odds import column_name, column_of
from steppe.assault.stacks import side_in, units_in
from steppe.assault.state import (
    ASSAULTED,
    ATTACKED,
    COMBAT_FLAGS,
    DEFENDED,
    FIGHTING,
    HIDDEN,
    KIND_NAMES,
    MOBILE,
    PREPARED,
    TARGET,
    AssaultState,
)
from steppe.assault.supply import in_supply
from steppe.assault.units import UNKNOWN
from steppe.orders import About, Order
from steppe.title import Refusal, Sheet, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules

Chances = dict[int, Fraction]
CERTAIN: Chances = {0: Fraction(1)}


class Battle(NamedTuple):
    """One assault on one hex."""

    kind: int
    side: int
    """The attacker."""
    hex: int
    attackers: About
    defenders: About
    from_hexes: frozenset[int]
    attacker_air: int
    defender_air: int


def battle_of(title: Rules, s: AssaultState, order: Order, kind: int) -> Battle:
    """The battle that an order would begin."""
    attackers = order.units
    return Battle(
        kind,
        title.units.side[attackers[0]],
        order.hex,
        attackers,
        tuple(defenders_in(s, order.hex, kind)),
        frozenset(s.hex[u] for u in attackers),
        order.number,
        0,
    )


def battle_in_hand(title: Rules, s: AssaultState) -> Battle:
    """The battle that is being fought, as it stands."""
    flags = s.vector("flags")
    attackers = tuple(int(u) for u in (flags & FIGHTING).nonzero()[0] if s.hex[u] >= 0)
    defenders = tuple(u for u in units_in(s, s.battle_hex) if s.flags[u] & TARGET)
    side = s.battle_side
    where = frozenset(s.hex[u] for u in attackers)
    return Battle(s.battle_kind, side, s.battle_hex, attackers, defenders, where, s.attacker_air, s.defender_air)


def defenders_in(s: AssaultState, h: int, kind: int) -> list[int]:
    """Who defends a hex: everybody in it, but in prepared assaults nobody twice in a phase."""
    stack = units_in(s, h)
    if kind == MOBILE:
        return stack
    return [u for u in stack if not s.flags[u] & DEFENDED]


# -- who may attack what --------------------------------------------------------------------------------------------


def target_refusal(title: Rules, s: AssaultState, h: int, side: int, kind: int) -> Refusal | None:
    """Why a hex may not be attacked at all."""
    label = title.board.label(h)
    if side_in(title, s, h) != 1 - side:
        return Refusal(title.cite["adjacent enemies"], f"no enemy units are in {label}", Trouble.HEX)
    if not defenders_in(s, h, kind):
        return Refusal(title.cite["once per phase"], f"the units in {label} have been attacked this phase", Trouble.HEX)
    if kind == MOBILE and title.board.terrain[h] in title.mobile_closed_terrain:
        return Refusal(
            title.cite["mobile terrain"], f"no mobile assault into {title.board.terrain[h]}", Trouble.TERRAIN
        )
    return title.target_refusal(s, h, side, kind)


def attacker_refusal(title: Rules, s: AssaultState, u: int, h: int, kind: int) -> Refusal | None:
    """Why one unit may not attack a hex that may be attacked."""
    cite, board, units = title.cite, title.board, title.units
    name, label = units.keys[u], board.label(h)
    if units.side[u] != s.frame()[1] or s.hex[u] < 0:
        return Refusal(cite["adjacent enemies"], f"{name} is not one of your units on the map", Trouble.UNIT)
    start = s.hex[u]
    if board.grid.direction(start, h) < 0:
        return Refusal(
            cite["adjacent enemies"], f"{name} in {board.label(start)} is not adjacent to {label}", Trouble.HEX
        )
    for kind_of_side in board.side(start, h):
        if kind_of_side in title.assault_closed_sides:
            return Refusal(
                cite[f"{kind_of_side} assault"], f"no assault across a {kind_of_side} hexside", Trouble.TERRAIN
            )
    if title.terrain_cost(units.mobility[u], board.terrain[h]) == 0:
        return Refusal(
            cite[f"{board.terrain[h]} assault"], f"{name} may not attack into {board.terrain[h]}", Trouble.TERRAIN
        )
    if kind == PREPARED and s.flags[u] & ATTACKED:
        return Refusal(cite["once per phase"], f"{name} has attacked this phase", Trouble.UNIT)
    if kind == MOBILE:
        if s.flags[u] & ASSAULTED:
            return Refusal(cite["one mobile assault"], f"{name} has made its mobile assault", Trouble.UNIT)
        if not title.may_assault_mobile(s, u):
            return Refusal(cite["mobile eligibility"], f"{name} cannot make mobile assaults", Trouble.UNIT)
    if title.needs_supply_to_attack(s, u) and not in_supply(title, s, u):
        rule = cite["mobile supply"] if kind == MOBILE else cite["out of supply attacks"]
        return Refusal(rule, f"{name} is out of supply and cannot attack", Trouble.SUPPLY)
    return title.attacker_refusal(s, u, h, kind)


def assault_refusal(title: Rules, s: AssaultState, order: Order, kind: int) -> Refusal | None:
    """Why an assault may not be made as ordered."""
    seat = s.frame()[1]
    if not order.units or len(set(order.units)) != len(order.units):
        return Refusal(title.cite["adjacent enemies"], "an assault needs units, each named once", Trouble.UNIT)
    refusal = target_refusal(title, s, order.hex, seat, kind)
    if refusal:
        return refusal
    for u in order.units:
        refusal = attacker_refusal(title, s, u, order.hex, kind)
        if refusal:
            return refusal
    if order.number > title.aircraft_left(s, seat):
        left = title.aircraft_left(s, seat)
        return Refusal(title.cite["aircraft allotment"], f"aircraft left this turn: {left}", Trouble.UNIT)
    if kind == MOBILE:
        refusal = mobile_refusal(title, s, order)
        if refusal:
            return refusal
    return title.assault_refusal(s, order, kind)


def mobile_refusal(title: Rules, s: AssaultState, order: Order) -> Refusal | None:
    """What a mobile assault needs besides: one stack that may still move, with a leader, and the MP."""
    refusal = group_refusal(title, s, order.units)
    if refusal:
        if refusal.rule == title.cite["stack movement"]:
            return Refusal(title.cite["mobile stack"], refusal.why, refusal.trouble)
        return refusal
    if not any(title.leads_mobile(s, u) for u in order.units):
        return Refusal(title.cite["mobile eligibility"], "a panzer unit must take part", Trouble.UNIT)
    price = mobile_price(title, s, order.units, order.hex)
    have = max(m.allowance for m in title.movement_modes(s, order.units) if m.within[order.hex])
    if price > have:
        return Refusal(
            title.cite["mobile cost"],
            f"the mobile assault costs {price} MP and {max(have, 0)} are left",
            Trouble.POINTS,
        )
    return None


def mobile_price(title: Rules, s: AssaultState, group: About, h: int) -> int:
    """The MP of a mobile assault: the normal cost of the hex and the extra."""
    mobilities = frozenset(title.units.mobility[u] for u in group)
    direction = title.board.grid.direction(s.hex[group[0]], h)
    return int(cost_table(title, mobilities)[s.hex[group[0]], direction]) + title.mobile_extra


def mobile_orders(title: Rules, s: AssaultState, group: About) -> Iterator[Order]:
    """The mobile assaults that a group can launch from where it is."""
    seat = s.frame()[1]
    if seat not in title.mobile_sides or not any(title.leads_mobile(s, u) for u in group):
        return
    units_side, top = title.units.side, s.top
    for _, h in title.board.grid.adjacent(s.hex[group[0]]):
        if top[h] >= 0 and units_side[top[h]] != seat:
            yield from with_aircraft(title, s, Order("mobile", group, h), MOBILE)


def with_aircraft(title: Rules, s: AssaultState, order: Order, kind: int) -> Iterator[Order]:
    """An assault, if it is legal, with every number of aircraft."""
    if assault_refusal(title, s, order, kind) is None:
        yield order
        for n in range(1, title.aircraft_left(s, s.frame()[1]) + 1):
            yield order._replace(number=n)


# -- strengths ------------------------------------------------------------------------------------------------------


def unseen_faces(title: Rules, s: AssaultState, pool: str) -> Counter[int]:
    """The faces of a pool that nobody has seen on any unit."""
    members = title.pool_members[pool]
    faces = Counter(title.units.own_face[u] for u in members)
    faces.subtract(s.face[u] for u in members if s.face[u] != UNKNOWN)
    return +faces


@lru_cache(maxsize=4096)
def drawn_sum(values: tuple[tuple[int, int], ...], draws: int) -> Chances:
    """The exact chances of the sum of some draws without replacement from (value, count) pairs."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, count in values:
        grown: dict[tuple[int, int], int] = {}
        for (taken, total), number in ways.items():
            for j in range(min(count, draws - taken) + 1):
                key = (taken + j, total + j * value)
                grown[key] = grown.get(key, 0) + number * comb(count, j)
        ways = grown
    everything = comb(sum(count for _, count in values), draws)
    return {total: Fraction(n, everything) for (taken, total), n in ways.items() if taken == draws}


def strength(title: Rules, s: AssaultState, b: Battle, *, attacking: bool) -> Chances:
    """The chances of a force's total strength; one certain value if everything is known.

    Units whose front is unknown are draws from the unseen faces of their pool. Units under the top of an enemy stack
    (flagged HIDDEN in a seat's view) are draws from all units so hidden.
    """
    value = title.attack_value if attacking else title.defence_value
    force = b.attackers if attacking else b.defenders
    sure = 0
    unknown: Counter[str] = Counter()
    hidden = 0
    for u in force:
        if s.flags[u] & HIDDEN:
            hidden += 1
        elif s.face[u] == UNKNOWN:
            unknown[title.units.units[u].pool] += 1
        else:
            sure += value(s, b, u, s.face[u])
    if not unknown and not hidden:
        return {sure: Fraction(1)}
    if not hidden:
        total = {sure: Fraction(1)}
        for pool, draws in unknown.items():
            total = _add(total, drawn_sum(_pool_values(title, s, b, pool, value), draws))
        return total
    return _hidden_strength(title, s, b, value, sure, unknown, hidden, title.units.side[force[0]])


def _hidden_strength(
    title: Rules, s: AssaultState, b: Battle, value: object, sure: int, unknown: Counter[str], hidden: int, side: int
) -> Chances:
    known: Counter[int] = Counter()
    pools: Counter[str] = Counter()
    for u in title.side_units[side]:
        if s.hex[u] >= 0 and s.flags[u] & HIDDEN:
            if s.face[u] == UNKNOWN:
                pools[title.units.units[u].pool] += 1
            else:
                known[value(s, b, u, s.face[u])] += 1  # type: ignore[operator]
    # ways[(hidden units chosen so far)] = {sum: weight}
    ways: dict[int, Chances] = {0: {sure: Fraction(1)}}
    for v, count in known.items():
        grown: dict[int, Chances] = {}
        for taken, sums in ways.items():
            for j in range(min(count, hidden - taken) + 1):
                target = grown.setdefault(taken + j, {})
                for total, weight in sums.items():
                    target[total + j * v] = target.get(total + j * v, Fraction(0)) + weight * comb(count, j)
        ways = grown
    for pool in sorted(set(pools) | set(unknown)):
        values = _pool_values(title, s, b, pool, value)
        grown = {}
        for taken, sums in ways.items():
            for j in range(min(pools[pool], hidden - taken) + 1):
                target = grown.setdefault(taken + j, {})
                for add, chance in drawn_sum(values, unknown[pool] + j).items():
                    for total, weight in sums.items():
                        more = weight * chance * comb(pools[pool], j)
                        target[total + add] = target.get(total + add, Fraction(0)) + more
        ways = grown
    everything = comb(sum(known.values()) + sum(pools.values()), hidden)
    return {total: weight / everything for total, weight in ways[hidden].items()}


def _pool_values(title: Rules, s: AssaultState, b: Battle, pool: str, value: object) -> tuple[tuple[int, int], ...]:
    counts: Counter[int] = Counter()
    # the steps of a unit that is in play: the fallen have none
    member = next(u for u in title.pool_members[pool] if s.hex[u] >= 0 and s.face[u] == UNKNOWN)
    for face, number in unseen_faces(title, s, pool).items():
        counts[value(s, b, member, face)] += number  # type: ignore[operator]
    return tuple(sorted(counts.items()))


def _add(a: Chances, b: Chances) -> Chances:
    total: Chances = {}
    for x, p in a.items():
        for y, q in b.items():
            total[x + y] = total.get(x + y, Fraction(0)) + p * q
    return total


# -- the sheet ------------------------------------------------------------------------------------------------------


def sheet_of(title: Rules, s: AssaultState, b: Battle) -> Sheet:
    """Strengths, odds, shifts and the exact chances of every result, as far as the state knows them."""
    attack = strength(title, s, b, attacking=True)
    defence = strength(title, s, b, attacking=False)
    shifts = tuple(shift for shift in title.shifts(s, b) if shift.columns)
    moved = sum(shift.columns for shift in shifts)
    columns: dict[str, Fraction] = {}
    results: dict[str, Fraction] = {}
    for a, p in attack.items():
        for d, q in defence.items():
            column = column_of(a, d) + moved
            name = column_name(column)
            columns[name] = columns.get(name, Fraction(0)) + p * q
            for result, chance in title.results_table.chances(column).items():
                final = title.forced_conversion(s, b, result)
                results[final] = results.get(final, Fraction(0)) + p * q * chance
    return Sheet(KIND_NAMES[b.kind], attack, defence, shifts, columns, results, tuple(title.sheet_notes(s, b)))


# -- what can be attacked --------------------------------------------------------------------------------------------


def begin_combat(s: AssaultState) -> None:
    s.vector("flags")[:] &= ~COMBAT_FLAGS


def targets(title: Rules, s: AssaultState, side: int) -> dict[int, list[int]]:
    """Every enemy hex that may be attacked, with the units that may attack it."""
    found: dict[int, list[int]] = {}
    side_of, top, flags, hexes = title.units.side, s.top, s.flags, s.hex
    around = title.board.grid.around
    for u in title.side_units[side]:
        start = hexes[u]
        if start < 0 or flags[u] & ATTACKED:
            continue
        for h in around[start]:
            if (
                h >= 0
                and top[h] >= 0
                and side_of[top[h]] != side
                and attacker_refusal(title, s, u, h, PREPARED) is None
            ):
                found.setdefault(h, []).append(u)
    return {h: units for h, units in found.items() if target_refusal(title, s, h, side, PREPARED) is None}
