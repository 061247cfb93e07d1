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
        tuple(defenders_in(title, s, order.hex, kind)),
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


def defenders_in(title: Rules, s: AssaultState, h: int, kind: int) -> list[int]:
    """Who defends a hex: everybody in it, though a title may have nobody attacked twice by prepared assaults."""
    stack = units_in(s, h)
    if kind == MOBILE or not title.attacked_once:
        return stack
    return [u for u in stack if not s.flags[u] & DEFENDED]


# -- who may attack what --------------------------------------------------------------------------------------------


def target_refusal(title: Rules, s: AssaultState, h: int, side: int, kind: int) -> Refusal | None:
    """Why a hex may not be attacked at all."""
    label = title.board.label(h)
    if side_in(title, s, h) != 1 - side:
        return Refusal(title.cite["adjacent enemies"], f"no enemy units are in {label}", Trouble.HEX)
    if not defenders_in(title, s, h, kind):
        rule = title.cite.get("attacked once", title.cite["once per phase"])
        return Refusal(rule, f"the units in {label} have been attacked this phase", Trouble.HEX)
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
    side_kind = title.assault_bar(s, u, start, h)
    if side_kind:
        return Refusal(cite[f"{side_kind} assault"], f"no assault across a {side_kind} hexside", Trouble.TERRAIN)
    terrain = title.terrain_bar(s, u, h)
    if terrain:
        return Refusal(cite[f"{terrain} assault"], f"{name} may not attack into {terrain}", Trouble.TERRAIN)
    if kind == PREPARED and s.flags[u] & ATTACKED:
        return Refusal(cite["once per phase"], f"{name} has attacked this phase", Trouble.UNIT)
    if kind == MOBILE:
        if s.flags[u] & ASSAULTED and not title.assaults_again(s, u):
            return Refusal(cite["one mobile assault"], f"{name} has made its mobile assault", Trouble.UNIT)
        if not title.may_assault_mobile(s, u):
            return title.explain_immobile(s, u)
    if title.needs_supply_to_attack(s, u) and not title.supplied_to_attack(s, u, kind):
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
    if not title.has_moved_together(s, order.units):
        return Refusal(title.cite["mobile stack"], "the force has not moved together all the way", Trouble.UNIT)
    if not any(title.leads_mobile(s, u) for u in order.units):
        return Refusal(title.cite["mobile eligibility"], "a panzer unit must take part", Trouble.UNIT)
    price = title.mobile_price(s, order.units, order.hex)
    modes = [m for m in title.movement_modes(s, order.units) if m.costs is None and m.within[order.hex]]
    have = max((m.allowance for m in modes), default=0)
    if price > have:
        return Refusal(
            title.cite["mobile cost"],
            f"the mobile assault costs {price} MP and {max(have, 0)} are left",
            Trouble.POINTS,
        )
    return None


def dearer_price(title: Rules, s: AssaultState, group: About, h: int) -> int:
    """The MP of a mobile assault where it costs what the hex costs, and something more."""
    mobilities = frozenset(title.units.mobility[u] for u in group)
    start, side = s.hex[group[0]], title.units.side[group[0]]
    direction = title.board.grid.direction(start, h)
    return int(cost_table(title, s, side, mobilities)[start, direction]) + title.mobile_extra


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


Part = tuple[int, int]
"""What a unit adds to a force: a value, and the reduction that the value falls under (0: none)."""
Sums = tuple[int, ...]
"""Values added up by reduction."""


@lru_cache(maxsize=4096)
def drawn_sums(cards: tuple[tuple[tuple[Part, ...], int], ...], draws: tuple[int, ...], keys: Sums) -> dict[Sums, int]:
    """In how many ways draws without replacement, so many for each place, come to which sums.

    A card says what it is worth at each place, and how many of its like there are.
    """
    ways = {(draws, (0,) * len(keys)): 1}
    for parts, count in cards:
        grown: dict[tuple[tuple[int, ...], Sums], int] = {}
        for (left, sums), number in ways.items():
            for taken, choices in _shares(count, left):
                key = tuple(n - j for n, j in zip(left, taken, strict=True)), _added(sums, parts, taken, keys)
                grown[key] = grown.get(key, 0) + number * choices
        ways = grown
    return {sums: number for (left, sums), number in ways.items() if not any(left)}


def drawn_sum(values: tuple[tuple[int, int], ...], draws: int) -> Chances:
    """The exact chances of the sum of some draws without replacement from (value, count) pairs."""
    cards = tuple((((value, 0),), count) for value, count in values)
    everything = comb(sum(count for _, count in values), draws)
    return {total: Fraction(n, everything) for (total,), n in drawn_sums(cards, (draws,), (0,)).items()}


def _shares(count: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """How some of a number of like cards can be dealt to places that want so many, and in how many ways each."""
    if not left:
        return [((), 1)]
    return [
        ((j, *rest), comb(count, j) * choices)
        for j in range(min(count, left[0]) + 1)
        for rest, choices in _shares(count - j, left[1:])
    ]


def _added(sums: Sums, parts: tuple[Part, ...], taken: tuple[int, ...], keys: Sums) -> Sums:
    found = list(sums)
    for (value, reduction), number in zip(parts, taken, strict=True):
        found[keys.index(reduction)] += value * number
    return tuple(found)


def strength(title: Rules, s: AssaultState, b: Battle, *, attacking: bool) -> Chances:
    """The chances of a force's total strength; one certain value if everything is known and no dice add to it.

    Units whose front is unknown are draws from the unseen faces of their pool. Units under the top of an enemy stack
    (flagged HIDDEN in a seat's view) are draws from all units so hidden.
    """
    force = b.attackers if attacking else b.defenders
    sure: Counter[int] = Counter()
    hidden: Counter[int] = Counter()
    unknown: dict[str, Counter[int]] = {}
    for u in force:
        start = s.hex[u]
        if s.flags[u] & HIDDEN:
            hidden[start] += 1
        elif s.face[u] == UNKNOWN:
            unknown.setdefault(title.units.units[u].pool, Counter())[start] += 1
        else:
            value, reduction = _part(title, s, b, u, s.face[u], start, attacking)
            sure[reduction] += value
    if not hidden and not unknown:
        sums: dict[Sums, Fraction] = {tuple(sure.values()): Fraction(1)}
        keys: Sums = tuple(sure)
    else:
        keys, sums = _unknown_sums(title, s, b, attacking, sure, hidden, unknown, title.units.side[force[0]])
    total: Chances = {}
    for values, chance in sums.items():
        known = sum(title.reduced(key, value) for key, value in zip(keys, values, strict=True))
        dice = title.dice_strength(s, b, known) if attacking else title.defence_support(s, b, known)
        for extra, p in dice.items():
            total[known + extra] = total.get(known + extra, Fraction(0)) + chance * p
    return total


def _part(title: Rules, s: AssaultState, b: Battle, u: int, face: int, start: int, attacking: bool) -> Part:
    return title.attack_part(s, b, u, face, start) if attacking else title.defence_part(s, b, u, face)


def _unknown_sums(
    title: Rules,
    s: AssaultState,
    b: Battle,
    attacking: bool,
    sure: Counter[int],
    hidden: Counter[int],
    unknown: dict[str, Counter[int]],
    side: int,
) -> tuple[Sums, dict[Sums, Fraction]]:
    """The chances of the sums by reduction of a force that is not wholly known."""
    places = tuple(sorted({h for counts in (hidden, *unknown.values()) for h in counts}))
    known: Counter[tuple[Part, ...]] = Counter()
    pools: Counter[str] = Counter()
    for u in title.side_units[side] if hidden else ():
        if s.hex[u] >= 0 and s.flags[u] & HIDDEN:
            if s.face[u] == UNKNOWN:
                pools[title.units.units[u].pool] += 1
            else:
                known[tuple(_part(title, s, b, u, s.face[u], h, attacking) for h in places)] += 1
    cards = {pool: _pool_cards(title, s, b, attacking, pool, places) for pool in sorted(set(pools) | set(unknown))}
    every = list(known) + [parts for group in cards.values() for parts, _ in group]
    keys = tuple(sorted(set(sure) | {reduction for parts in every for _, reduction in parts}))
    wanted = tuple(hidden[h] for h in places)
    start = tuple(sure[key] for key in keys)
    ways: dict[tuple[tuple[int, ...], Sums], Fraction] = {(wanted, start): Fraction(1)}
    for parts, count in known.items():
        grown: dict[tuple[tuple[int, ...], Sums], Fraction] = {}
        for (left, sums), weight in ways.items():
            for taken, choices in _shares(count, left):
                key = tuple(n - j for n, j in zip(left, taken, strict=True)), _added(sums, parts, taken, keys)
                grown[key] = grown.get(key, Fraction(0)) + weight * choices
        ways = grown
    for pool, group in cards.items():
        visible = tuple(unknown.get(pool, Counter())[h] for h in places)
        size = sum(count for _, count in group)
        grown = {}
        for (left, sums), weight in ways.items():
            for taken, choices in _shares(pools[pool], left):
                draws = tuple(v + j for v, j in zip(visible, taken, strict=True))
                every_way = _deals(size, draws)
                rest = tuple(n - j for n, j in zip(left, taken, strict=True))
                for more, number in drawn_sums(group, draws, keys).items():
                    key = rest, tuple(x + y for x, y in zip(sums, more, strict=True))
                    grown[key] = grown.get(key, Fraction(0)) + weight * choices * Fraction(number, every_way)
        ways = grown
    everything = _deals(sum(known.values()) + sum(pools.values()), wanted)
    return keys, {sums: weight / everything for (left, sums), weight in ways.items() if not any(left)}


def _deals(size: int, draws: tuple[int, ...]) -> int:
    """In how many ways so many of a number of things can be dealt to each place."""
    ways = 1
    for n in draws:
        ways *= comb(size, n)
        size -= n
    return ways


def _pool_cards(
    title: Rules, s: AssaultState, b: Battle, attacking: bool, pool: str, places: tuple[int, ...]
) -> tuple[tuple[tuple[Part, ...], int], ...]:
    counts: Counter[tuple[Part, ...]] = Counter()
    # the steps of a unit that is in play: the fallen have none
    member = next(u for u in title.pool_members[pool] if s.hex[u] >= 0 and s.face[u] == UNKNOWN)
    for face, number in unseen_faces(title, s, pool).items():
        counts[tuple(_part(title, s, b, member, face, h, attacking) for h in places)] += number
    return tuple(sorted(counts.items()))


# -- the sheet ------------------------------------------------------------------------------------------------------


def sheet_of(title: Rules, s: AssaultState, b: Battle) -> Sheet:
    """Strengths, odds, shifts and the exact chances of every result, as far as the state knows them."""
    attack = strength(title, s, b, attacking=True)
    defence = strength(title, s, b, attacking=False)
    shifts = tuple(shift for shift in title.shifts(s, b) if shift.columns)
    moved = sum(shift.columns for shift in shifts)
    reached: dict[int, Fraction] = {}
    for a, p in attack.items():
        for d, q in defence.items():
            for by_die, chance in title.die_shift(s, b).items():
                column = column_of(a, d) + moved + by_die
                reached[column] = reached.get(column, Fraction(0)) + p * q * chance
    columns = {column_name(column): chance for column, chance in reached.items()}
    results: dict[str, Fraction] = {}
    for column, p in reached.items():
        for result, chance in title.results_table.chances(column).items():
            final = title.forced_conversion(s, b, result)
            results[final] = results.get(final, Fraction(0)) + p * chance
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
