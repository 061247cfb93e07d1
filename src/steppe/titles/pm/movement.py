"""12.0 Ground movement: factors, costs, where a move may end, and the markers that go along."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault import weather
from steppe.assault.declarations import lacks_marker
from steppe.assault.movement import CLOSED, Mode, Way, carry_out_move, mp_left, whole_moves
from steppe.assault.phases import Movement
from steppe.assault.stacks import units_in
from steppe.assault.state import MOBILE
from steppe.assault.units import RESERVE
from steppe.assault.weather import STRAITS
from steppe.events import Log
from steppe.orders import About, Order
from steppe.searches import Bytes
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.pm import arrivals, sea, supply
from steppe.titles.pm.state import (
    AERIAL,
    CONCENTRATED,
    GERMAN,
    LIFTED,
    NORTHERN_MUD_OR_SNOW,
    OUT,
    SIXTH_CORPS,
    SOVIET,
    MonsterState,
)
from steppe.titles.pm.support import CORPS

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

LIFTED_MF = 6
"""9.18: the movement factor of mechanized units on aerial supply."""
SOVIET_AIR_RANGE = 10
MARKED_STACK = 14
"""Of no larger stacks is it asked which part keeps a marker: their members are noted as bits of one number."""


# -- costs and factors ------------------------------------------------------------------------------------------------


def highway_open(title: ProudMonster, s: MonsterState) -> bool:
    """12.20, 13.10: until the first mud or snow of the northern zone."""
    return not title.learning and not s.weather_seen & NORTHERN_MUD_OR_SNOW


def make_costs(title: ProudMonster, s: MonsterState, side: int, mobility: str) -> Bytes:
    """12.10 to 12.21, 13.5 to 13.7, 5.5: hex entered and hexside crossed, in the weather of the hex entered."""
    river = 0 if side == GERMAN and s.turn == 1 else title.river_cost(mobility)
    costs = weather.ground_costs(title, s, title.terrain_costs[mobility], river, lakes=True)
    if mobility == "mech" and highway_open(title, s):
        neighbours = title.board.grid.neighbours
        into_forest = title.terrain_masks["forest"][neighbours] & (neighbours >= 0)
        spared = title.terrain_costs["mech"]["forest"] - title.terrain_costs["mech"]["clear"]
        costs -= np.where(title.highway & into_forest & (costs != CLOSED), np.int16(spared), np.int16(0))
    return weather.as_table(costs)


def movement_factor(title: ProudMonster, s: MonsterState, u: int) -> int:
    """12.1, 9.7, 9.18, 13.4: printed; halved out of supply, six by air, one less in rain for the German side."""
    unit = title.units.units[u]
    factor = unit.moves[s.steps[u] - 1]
    if title.learning or s.hex[u] < 0:
        return factor
    state = supply.moving_state(title, s, u)
    if state == OUT:
        factor = -(-factor // 2)
    elif state == LIFTED and unit.mobility == "mech":
        factor = min(factor, LIFTED_MF)
    if unit.side == GERMAN:
        start = s.origin[u] if s.origin[u] >= 0 else s.hex[u]
        if weather.here(title, s, start) == weather.RAIN:
            factor = max(factor - 1, 1)
    return factor


# -- where a group may go ---------------------------------------------------------------------------------------------


def is_unselected(s: MonsterState, group: About, side: int) -> bool:
    """9.20: without a marker, one hex a phase."""
    return side == GERMAN and lacks_marker(s, group, CONCENTRATED)


def open_ground(title: ProudMonster, s: MonsterState, group: About) -> Bytes:
    """5.3, 7.2 to 7.4, 8.5: hexes that some may not enter whoever is in them."""
    if title.units.side[group[0]] == SOVIET:
        return title.outside_southern_zomo if s.turn == 1 and not title.learning else title.board.everywhere
    nations = frozenset(title.units.nation[u] for u in group if title.is_satellite[u])
    if not nations:
        return title.board.everywhere
    found: Bytes | None = title.tables.get(("ground", nations))
    if found is None:
        found = title.board.everywhere.copy()
        if not title.learning:
            found[title.northern != 0] = 0
        for nation in nations:
            found[title.foreign_country[nation] != 0] = 0
        title.tables["ground", nations] = found
    return found


def movement_modes(title: ProudMonster, s: MonsterState, group: About) -> tuple[Mode, ...]:
    """12.7: the slowest sets the pace."""
    if is_unselected(s, group, title.units.side[group[0]]):
        return ()
    return (Mode(min(mp_left(title, s, u) for u in group), open_ground(title, s, group)),)


def single_steps(title: ProudMonster, s: MonsterState, group: About) -> dict[int, int]:
    """One hex for everything: the least move (12.3), the straits (12.16), units without a marker (9.20)."""
    unselected = is_unselected(s, group, title.units.side[group[0]])
    return whole_moves(title, s, group, open_ground(title, s, group), title.strait_sides, everywhere=unselected)


def explain_special_range(title: ProudMonster, s: MonsterState, group: About, h: int) -> Refusal | None:
    side, label = title.units.side[group[0]], title.board.label(h)
    if not open_ground(title, s, group)[h]:
        return ground_refusal(title, s, group, h)
    if is_unselected(s, group, side):
        return Refusal("9.20c", "without a supply concentration marker a unit moves one hex a phase", Trouble.SUPPLY)
    if STRAITS & title.board.side(s.hex[group[0]], h):
        return Refusal("12.16", f"{label}: the straits are crossed only from where the phase began", Trouble.TERRAIN)
    return None


def ground_refusal(title: ProudMonster, s: MonsterState, group: About, h: int) -> Refusal | None:
    """Why a hex is closed to some of a group whoever is in it."""
    label = title.board.label(h)
    if title.units.side[group[0]] == SOVIET:
        if s.turn == 1 and title.southern_zomo[h] and not title.learning:
            return Refusal("5.3b", f"{label}: no Soviet unit enters Hungary or Romania on turn 1", Trouble.TIME)
        return None
    for u in group:
        if not title.is_satellite[u]:
            continue
        name, nation = title.units.keys[u], title.units.nation[u]
        if title.northern[h] and not title.learning:
            return Refusal(title.NORTH_RULES[nation], f"{name} never goes on to the north map ({label})", Trouble.HEX)
        if title.foreign_country[nation][h]:
            return Refusal("8.5b", f"{name} does not enter {label}", Trouble.HEX)
    return None


# -- where a move may end ---------------------------------------------------------------------------------------------


def mixing_refusal(title: ProudMonster, s: MonsterState, units: About, h: int) -> Refusal | None:
    """7.1 to 7.4: one satellite nation in a hex; with Italians or Romanians one German unit at most."""
    if title.learning or title.units.side[units[0]] == SOVIET:
        return None
    together = (*units, *(u for u in units_in(s, h) if u not in units))
    satellites = {title.units.nation[u] for u in together if title.is_satellite[u]}
    if not satellites:
        return None
    label = title.board.label(h)
    if len(satellites) > 1:
        return Refusal("7.1", f"{' and '.join(sorted(satellites))} units may not stack in {label}", Trouble.STACKING)
    nation = satellites.pop()
    if nation != "hungarian" and sum(not title.is_satellite[u] for u in together) > 1:
        rule = {"italian": "7.2a", "romanian": "7.3a"}[nation]
        why = f"no more than one German unit stacks with {nation} units in {label}"
        return Refusal(rule, why, Trouble.STACKING)
    return None


def stop_refusal(title: ProudMonster, s: MonsterState, group: About, way: Way) -> Refusal | None:
    """13.7, 7.1: not on a frozen lake, nor among strangers."""
    h = way.steps[0][0]
    if title.lakes[h]:
        return Refusal("13.7f", f"no move ends on the lake in {title.board.label(h)}", Trouble.TERRAIN)
    return mixing_refusal(title, s, group, h) if s.top[h] >= 0 else None


def stopping_places(title: ProudMonster, s: MonsterState, group: About, hexes: list[int]) -> list[int]:
    """Those of the hexes just searched in which a group may stop."""
    if weather.lakes_frozen(s):
        hexes = [h for h in hexes if not title.lakes[h]]
    if title.learning or title.units.side[group[0]] == SOVIET:
        return hexes
    if any(title.is_satellite[u] for u in group):
        delicate = {h for h in hexes if s.top[h] >= 0}
    else:
        delicate = {s.hex[u] for u in title.satellites if s.hex[u] >= 0}
    return [h for h in hexes if h not in delicate or mixing_refusal(title, s, group, h) is None]


# -- 9.18, 10.2: markers that lie on stacks ---------------------------------------------------------------------------


def has_marker(s: MonsterState, h: int) -> bool:
    return bool(s.air[h] or s.control[h] & AERIAL)


def carry_markers(title: ProudMonster, s: MonsterState, start: int, end: int) -> None:
    """Markers go along to where there is none yet; the Soviet aircraft no farther than its range (10.4)."""
    corps = s.air[start]
    if corps:
        s.air[start] = 0
        too_far = corps == SIXTH_CORPS and not title.near_moscow[end]
        if not s.air[end] and not too_far:
            s.air[end] = corps
    if s.control[start] & AERIAL:
        s.control[start] &= ~AERIAL
        s.control[end] |= AERIAL


class MarkerSplit(Decision["ProudMonster", MonsterState]):
    """9.18, 10.2: which part of a stack that splits keeps its aircraft and its aerial supply.

    The frame says where those who leave go, which of the stack they are, and how: by a move, by a mobile assault, or
    that they have advanced already.
    """

    name = "markers"
    verbs = ("markers",)
    rule = "10.2c"

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        """It names nobody: the opponent reads it as well."""
        start = s.marker_from if s.frame()[4] == ADVANCED else s.parent_of_split
        air = f"ground support ({CORPS[s.air[start]]})" if s.air[start] else ""
        lift = "aerial supply" if s.control[start] & AERIAL else ""
        asked = f"Do the {air} and the {lift}" if air and lift else f"Does the {air or lift}"
        return f"The stack in {title.board.label(start)} splits. {asked} go along, or stay?"

    def legal(self, title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
        yield Order("markers", word="go")
        yield Order("markers", word="stay")

    def apply(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        _, _, target, members, how = s.frame()
        s.pop()
        goes = order.word == "go"
        if how == ADVANCED:
            if goes:
                carry_markers(title, s, s.marker_from, target)
            s.marker_from = -1
            title.proceed(s, out)
            return
        start = s.parent_of_split
        group = leaving(s, members)
        s.parent_of_split = -1
        if not goes:
            leave_lift(s, group)
        verb = "move" if how == MOVES else "mobile"
        operate(title, s, Order(verb, group, target, start if how == MOVES else -1), goes, out)


MOVES, ASSAULTS, ADVANCED = range(3)


def leaving(s: MonsterState, members: int) -> About:
    """Those who leave the stack that splits, from their bits."""
    return tuple(u for i, u in enumerate(units_in(s, s.parent_of_split)) if members >> i & 1)


def leave_lift(s: MonsterState, group: About) -> None:
    """9.18: a group leaves its aerial supply behind."""
    for u in group:
        if s.began[u] == LIFTED:
            s.began[u] = OUT


def assault_begun(s: MonsterState, order: Order) -> tuple[MonsterState, Order]:
    """The mobile assault that waited for the answer about the markers, without those that stay."""
    _, _, target, members, how = s.frame()
    if how != ASSAULTS:
        return s, order
    group = leaving(s, members)
    if order.word != "go":
        s = s.clone()
        leave_lift(s, group)
        s.air[s.parent_of_split] = 0
    return s, Order("mobile", group, target)


def splits(s: MonsterState, group: About) -> bool:
    """Whether a group leaves others behind in a hex with markers."""
    here = s.hex[group[0]]
    return has_marker(s, here) and len(group) < len(units_in(s, here)) <= MARKED_STACK


def operate(title: ProudMonster, s: MonsterState, order: Order, markers_go: bool, out: Log) -> None:
    """Carry out a move or a mobile assault; the markers of the stack go along or stay."""
    start = s.hex[order.units[0]]
    if order.verb == "mobile":
        title.begin_battle(s, order._replace(number=int(markers_go and has_marker(s, start))), MOBILE, out)
        return
    carry_out_move(title, s, order, out)
    if markers_go and has_marker(s, start):
        carry_markers(title, s, start, s.hex[order.units[0]])


# -- the phase --------------------------------------------------------------------------------------------------------


class MovementPhase(Movement):
    """12.0: besides moves and mobile assaults, units come from the OKH areas, and Soviet ones go by sea."""

    verbs = ("move", "mobile", "enter", "shift", *sea.VERBS, "top", "done")

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        s.vector("began")[:] = 0
        s.shipped = s.land_begun = 0
        return super().enter(title, s, out)

    def operations(self, title: Any, s: Any, about: About) -> Iterator[Order]:
        seat = s.frame()[1]
        off_map = tuple(u for u in about if s.hex[u] == RESERVE)
        if seat == GERMAN:
            yield from arrivals.entry_orders(title, s, off_map if about else tuple(arrivals.waiting(title, s)))
        elif not title.learning:
            yield from sea.orders(title, s, about)
        if not off_map:
            yield from super().operations(title, s, about)

    def operation_refusal(self, title: Any, s: Any, order: Order) -> Refusal | None:
        if order.verb in ("enter", "shift"):
            return arrivals.entry_refusal(title, s, order)
        if order.verb in sea.VERBS:
            if title.learning:
                return Refusal("0.1", "there is no sea movement in the learning game", Trouble.TIME)
            return sea.refusal(title, s, order)
        return super().operation_refusal(title, s, order)

    def operate(self, title: Any, s: Any, order: Order, out: Log) -> None:
        if order.verb in ("enter", "shift"):
            arrivals.carry_out_entry(title, s, order, out)
            return
        if order.verb in sea.VERBS:
            sea.carry_out(title, s, order, out)
            return
        s.land_begun = 1
        for u in order.units:
            if not s.began[u]:
                s.began[u] = supply.state_of(title, s, u)
        if splits(s, order.units):
            here = s.hex[order.units[0]]
            members = sum(1 << i for i, u in enumerate(units_in(s, here)) if u in order.units)
            s.parent_of_split = here
            how = MOVES if order.verb == "move" else ASSAULTS
            title.ask(s, "markers", s.frame()[1], order.hex, members, how)
        else:
            operate(title, s, order, order.verb == "mobile", out)

    def pick(self, title: Any, s: Any, rng: random.Random) -> Order:
        seat = s.frame()[1]
        if seat == GERMAN and rng.random() < 0.3:
            order = arrivals.random_entry(title, s, rng)
            if order is not None:
                return order
        if seat == SOVIET and not title.learning and not s.land_begun and rng.random() < 0.2:
            voyages = list(sea.orders(title, s, ()))
            if voyages:
                return rng.choice(voyages)
        return super().pick(title, s, rng)
