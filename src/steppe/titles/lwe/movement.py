"""9.0 Movement: factors, costs by weather, the Rollbahnen, straits, the sea, and where a move may end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault import weather
from steppe.assault.declarations import lacks_marker
from steppe.assault.movement import CLOSED, Mode, Way, mp_left, start_parent, whole_moves
from steppe.assault.phases import Movement
from steppe.assault.stacks import SUPPLY, controller, put, relocate, side_in, units_in
from steppe.assault.state import CONTROL_SIDE, HALTED, MOVED, OFF_ORIGIN
from steppe.assault.supply import in_supply, network
from steppe.assault.units import DEAD, RESERVE
from steppe.assault.weather import STRAITS
from steppe.events import Log
from steppe.orders import About, Order
from steppe.searches import Bytes
from steppe.title import Refusal, Trouble
from steppe.titles.lwe import supply
from steppe.titles.lwe.combat import FREE_RIVERS_UNTIL
from steppe.titles.lwe.state import CONCENTRATED, DESTROYED, GERMAN, MUD_OR_SNOW, OFF_ROAD, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

TERRAIN_COSTS = {
    "mech": {"clear": 1, "forest": 2, "hills": 3, "marsh": 4},
    "foot": {"clear": 1, "forest": 1, "hills": 2, "marsh": 2},
    "mountain": {"clear": 1, "forest": 1, "hills": 1, "marsh": 2},
    "cavalry": {"clear": 1, "forest": 1, "hills": 1, "marsh": 1},
}
"""9.10 to 9.13, in dry weather; lakes and the sea are closed."""
RIVER_COST = {"mech": 2}
"""9.14: 1 for all who are not mechanized."""
FIRST_TURN_MF = {"mech": 14, "foot": 7}
INFANTRY = frozenset({"infantry", "light", "mountain", "air-landing", "paratroop"})
"""Who marches faster on turn 1 (5.4)."""
RAIN_LOSS = {"mech": 2}
ROAD_BONUS = {"mech": 2}
"""9.19: 1 for all who are not mechanized."""
LAST_RESERVE_TURN = 2
SEA_CAPACITY = 5
OPEN_GROUND = "open ground"
TAKEN = "as if taken"
"""The cache entry with the states in which some hexes have changed hands, and the lines for which they were found."""


# -- costs and factors ------------------------------------------------------------------------------------------------


def roads_open(s: LandState) -> bool:
    """10.10: the Rollbahnen serve movement until the first mud or snow."""
    return not s.weather_seen & MUD_OR_SNOW


def make_costs(title: LandWithoutEnd, s: LandState, side: int, mobility: str) -> Bytes:
    """9.10 to 9.20, 10.5 to 10.7, 5.4: hex entered and hexside crossed, in the weather of the hex entered."""
    dry = TERRAIN_COSTS.get(mobility, TERRAIN_COSTS["foot"])
    river = 0 if side == GERMAN and s.turn <= FREE_RIVERS_UNTIL else RIVER_COST.get(mobility, 1)
    costs = weather.ground_costs(title, s, dry, river, mud=1)
    if side == GERMAN and roads_open(s):
        costs = np.where(title.road_sides & (costs != CLOSED), np.int16(1), costs)
    return weather.as_table(costs)


def movement_factor(title: LandWithoutEnd, s: LandState, u: int) -> int:
    """9.1, 5.4, 10.4: printed; faster on turn 1 for the Germans, slower in rain for the German side."""
    unit = title.units.units[u]
    factor = unit.moves[s.steps[u] - 1]
    if factor == 0 or unit.side == SOVIET:
        return factor
    if s.turn == 1 and unit.nation == "german":
        if unit.mobility == "mech":
            return FIRST_TURN_MF["mech"]
        if unit.kind in INFANTRY:
            return FIRST_TURN_MF["foot"]
    start = s.origin[u] if s.origin[u] >= 0 else s.hex[u]
    if start >= 0 and weather.here(title, s, start) == weather.RAIN:
        factor = max(factor - RAIN_LOSS.get(unit.mobility, 1), 1)
    return factor


# -- where a group may go ---------------------------------------------------------------------------------------------


def is_unselected(s: LandState, group: About, side: int) -> bool:
    """7.6: without a marker, one hex a phase."""
    return side == GERMAN and lacks_marker(s, group, CONCENTRATED)


def open_ground(title: LandWithoutEnd, s: LandState, group: About) -> Bytes:
    """6.3, 5.4: hexes not held by another nation of the side, and on turn 1 as far as Romania's border allows."""
    side = title.units.side[group[0]]
    if side == SOVIET:
        return title.outside_romania if s.turn == 1 else title.board.everywhere
    nations = frozenset((title.units.nation[u], title.units.mobility[u] == "mech") for u in group)
    confined = s.turn == 1 and s.hex[group[0]] in title.romania
    cache: dict[object, Bytes] | None = s.cache.get(OPEN_GROUND)
    if cache is None:
        cache = s.cache[OPEN_GROUND] = {}
    found: Bytes | None = cache.get((nations, confined))
    if found is None:
        found = title.inside_romania.copy() if confined else title.board.everywhere.copy()
        strangers: list[int] = [u for u in title.foreign_units if s.hex[u] >= 0]
        if any(nation != "german" for nation, _ in nations):
            strangers = [u for u in title.side_units[GERMAN] if s.hex[u] >= 0]
        for h in {s.hex[u] for u in strangers}:
            if found[h] and not mixes(title, (*group, *units_in(s, h))):
                found[h] = 0
        cache[nations, confined] = found
    return found


def mixes(title: LandWithoutEnd, units: About) -> bool:
    """6.3: one nation; or Germans with the mechanized units of one satellite."""
    nations = {title.units.nation[u] for u in units}
    if len(nations) <= 1:
        return True
    satellites = nations - {"german"}
    if len(satellites) > 1:
        return False
    return all(title.units.mobility[u] == "mech" for u in units if title.units.nation[u] in satellites)


def mixing_refusal(title: LandWithoutEnd, s: LandState, units: About, h: int) -> Refusal | None:
    """6.3: nations keep apart, but for satellite mechanized units, and for units that are out of supply."""
    if title.units.side[units[0]] == SOVIET:
        return None
    together = (*units, *(u for u in units_in(s, h) if u not in units))
    if mixes(title, together) or all(s.hex[u] >= 0 and not in_supply(title, s, u) for u in together):
        return None
    return Refusal("6.3a", f"units of different nations may not stack in {title.board.label(h)}", Trouble.STACKING)


def movement_modes(title: LandWithoutEnd, s: LandState, group: About) -> tuple[Mode, ...]:
    """9.7: the slowest sets the pace. 9.19: who keeps to the Rollbahn goes farther."""
    side = title.units.side[group[0]]
    if is_unselected(s, group, side):
        return ()
    allowance = min(mp_left(title, s, u) for u in group)
    within = open_ground(title, s, group)
    plain = Mode(allowance, within)
    if side == GERMAN and roads_open(s) and all(rides_road(title, s, u) for u in group):
        farther = min(mp_left(title, s, u) + road_bonus(title, u) for u in group)
        return plain, Mode(farther, within, title.road_sides, wins_ties=True)
    return (plain,)


def rides_road(title: LandWithoutEnd, s: LandState, u: int) -> bool:
    """9.19: began the phase on a Rollbahn and has kept to it."""
    return not s.flags[u] & OFF_ROAD and s.origin[u] >= 0 and bool(title.road_mask[s.origin[u]])


def road_bonus(title: LandWithoutEnd, u: int) -> int:
    return ROAD_BONUS.get(title.units.mobility[u], 1)


def can_go_on(title: LandWithoutEnd, s: LandState, u: int) -> bool:
    """Whether a unit has any way of moving left."""
    left = mp_left(title, s, u)
    if left > 0:
        return True
    return (
        title.units.side[u] == GERMAN and roads_open(s) and rides_road(title, s, u) and left + road_bonus(title, u) > 0
    )


def single_steps(title: LandWithoutEnd, s: LandState, group: About) -> dict[int, int]:
    """One hex for everything: the least move (9.3), the straits (9.16), units without a marker (7.6)."""
    unselected = is_unselected(s, group, title.units.side[group[0]])
    return whole_moves(title, s, group, open_ground(title, s, group), title.strait_sides, everywhere=unselected)


def explain_special_range(title: LandWithoutEnd, s: LandState, group: About, h: int) -> Refusal | None:
    side = title.units.side[group[0]]
    label = title.board.label(h)
    if s.turn == 1 and side == GERMAN and s.hex[group[0]] in title.romania and h not in title.romania:
        return Refusal("5.4a", "units in Romania stay there on turn 1", Trouble.TIME)
    if side == SOVIET and title.is_closed_in_romania(s, h):
        return Refusal("5.4e", "no Soviet unit enters Romania on turn 1", Trouble.TIME)
    if is_unselected(s, group, side):
        return Refusal("7.6d", "without a supply concentration marker a unit moves one hex a phase", Trouble.SUPPLY)
    if s.top[h] >= 0:
        refusal = mixing_refusal(title, s, group, h)
        if refusal:
            return refusal
    if STRAITS & title.board.side(s.hex[group[0]], h):
        return Refusal("9.16", f"{label}: the straits are crossed only from where the phase began", Trouble.TERRAIN)
    return None


# -- where a move may end ---------------------------------------------------------------------------------------------


def stopping_places(title: LandWithoutEnd, s: LandState, group: About, hexes: list[int]) -> list[int]:
    """7.16, 9.19, 9.31: those of the hexes just searched in which a group may stop."""
    if title.units.side[group[0]] == SOVIET:
        return hexes
    scratch, takes = title.board.scratch, title.matters_to_supply & (s.vector("control") & CONTROL_SIDE != GERMAN)
    satellite = any(title.is_satellite[u] for u in group)
    plain = min(mp_left(title, s, u) for u in group)
    opening: set[int] = set()  # hexes whose way opens or cuts something, or is longer than the MF (9.19)
    found = []
    for h in hexes:  # cheapest first, so that a way's last hex but one comes before its last
        parent = int(scratch.parent[h])
        if takes[h] or parent in opening or scratch.spent[h] > plain:
            opening.add(h)
            continue
        if satellite and h in title.north:
            continue
        if supply.is_joined(title, s, GERMAN, h):
            found.append(h)
    ways = []
    for h in opening:
        if not (satellite and h in title.north):
            steps, x = [], h
            while scratch.parent[x] >= 0:
                steps.append((x, int(scratch.spent[x])))
                x = int(scratch.parent[x])
            ways.append((h, Way(tuple(steps))))
    return found + [h for h, way in ways if stop_refusal(title, s, group, way) is None]


def stop_refusal(title: LandWithoutEnd, s: LandState, group: About, way: Way) -> Refusal | None:
    """7.16: no German-side unit moves to where it would be out of supply. 9.31: satellites end in the south."""
    if title.units.side[group[0]] == SOVIET:
        return None
    h = way.steps[0][0]
    label = title.board.label(h)
    if h in title.north and any(title.is_satellite[u] for u in group):
        return Refusal("9.31", f"{label} lies north of the sector line: satellites end their moves south", Trouble.HEX)
    after = as_if_taken(title, s, way)
    if not supply.is_joined(title, after, GERMAN, h):
        return Refusal("7.16a", f"in {label} it would be out of supply", Trouble.SUPPLY)
    if way.steps[0][1] > min(mp_left(title, s, u) for u in group):
        for x, _ in way.steps[1:]:
            if not supply.is_joined(title, after, GERMAN, x):
                return Refusal(
                    "9.19c", f"on the way, in {title.board.label(x)}, it would be out of supply", Trouble.SUPPLY
                )
    return None


def as_if_taken(title: LandWithoutEnd, s: LandState, way: Way) -> LandState:
    """The state with every hex of a way in German hands, as far as that concerns supply."""
    taken = frozenset(h for h, _ in way.steps if title.matters_to_supply[h] and s.control[h] & CONTROL_SIDE != GERMAN)
    if not taken:
        return s
    lines = network(title, s, GERMAN)
    known: tuple[Bytes, dict[frozenset[int], LandState]] | None = s.cache.get(TAKEN)
    if known is None or known[0] is not lines:  # what was found with other lines is worth nothing now
        known = s.cache[TAKEN] = lines, {}
    after = known[1].get(taken)
    if after is None:
        after = known[1][taken] = s.clone()
        for h in taken:
            after.control[h] = after.control[h] & ~CONTROL_SIDE | GERMAN | DESTROYED
        after.cache.pop(SUPPLY[GERMAN], None)
        after.cache.pop(TAKEN, None)
    return after


# -- the phase: ordinary moves, entry in the phase, the sea -----------------------------------------------------------


def reserve_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    """3.5, 8.3, 9.31: why a unit off the map may not enter at a hex in a Movement Phase."""
    name, label = title.units.keys[u], title.board.label(h)
    entry = title.units.units[u].entry
    if title.units.side[u] != s.frame()[1] or s.hex[u] != RESERVE:
        return Refusal("3.5e", f"{name} does not wait off the map", Trouble.UNIT)
    if entry == "germany":
        if s.turn > LAST_RESERVE_TURN or h not in title.home_edge:
            return Refusal(
                "3.5e", f"the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at {label}"
            )
    elif entry == "asterisk":
        if not s.gap_open:
            return Refusal("8.3a", "the turn began with Soviet units between 1025 and 1030", Trouble.ENEMY)
        if h not in title.asterisks:
            return Refusal("8.3a", f"{name} enters only between 1025 and 1030", Trouble.HEX)
        if title.is_satellite[u] and h in title.north:  # it might be unable to go on to where it may stop
            return Refusal("9.31", f"{label} lies north of the sector line: {name} enters south of it", Trouble.HEX)
    else:
        return Refusal("8.1a", f"{name} does not enter in a Movement Phase", Trouble.TIME)
    return entry_refusal(title, s, u, h, "8.3a" if entry == "asterisk" else "3.5e")


def entry_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int, rule: str) -> Refusal | None:
    """What every entry of the German side needs: no enemy, room, no foreigners, supply."""
    label = title.board.label(h)
    if side_in(title, s, h) == SOVIET:
        return Refusal(rule, f"Soviet units are in {label}", Trouble.ENEMY)
    if s.load[h] + title.units.points[u] > title.stack_limit[h]:
        return Refusal("8.1c", f"{label} is full", Trouble.STACKING)
    refusal = title.mixing_refusal(s, (u,), h)
    if refusal:
        return refusal
    if not supply.is_joined(title, as_if_taken(title, s, Way(((h, 0),))), GERMAN, h):
        return Refusal("7.16a", f"in {label} it would be out of supply", Trouble.SUPPLY)
    return None


def entry_price(title: LandWithoutEnd, s: LandState, u: int, h: int) -> int:
    """3.5: the OKH Reserve pays for its first hex, the asterisked units do not (8.2)."""
    if title.units.units[u].entry == "asterisk":
        return 0
    dry = TERRAIN_COSTS.get(title.units.mobility[u], TERRAIN_COSTS["foot"])
    return min(dry[title.board.terrain[h]], movement_factor(title, s, u))


def waiting(title: LandWithoutEnd, s: LandState) -> list[int]:
    """The units that may come in this Movement Phase."""
    if s.frame()[1] != GERMAN:
        return []
    found = []
    if s.turn <= LAST_RESERVE_TURN:
        found += [u for u in title.entry_groups.get("germany", ()) if s.hex[u] == RESERVE]
    if s.gap_open:
        found += [u for u in title.entry_groups.get("asterisk", ()) if s.hex[u] == RESERVE]
    return found


def entry_orders(title: LandWithoutEnd, s: LandState, units: About) -> Iterator[Order]:
    for u in units:
        places = title.asterisks if title.units.units[u].entry == "asterisk" else title.home_edge
        for h in places:
            if reserve_refusal(title, s, u, h) is None:
                yield Order("enter", (u,), h)


def is_open_port(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """9.17: a Soviet town or city on the Black Sea or the Sea of Azov."""
    return h in title.ports and controller(s, h) == SOVIET


def sails(title: LandWithoutEnd, u: int) -> bool:
    """9.17: rifle divisions, mountain ones among them, and the ICA."""
    if u == title.coastal_army:
        return True
    return title.units.kind[u] in ("rifle", "mountain-rifle") and title.units.units[u].size == "XX"


def sea_weight(title: LandWithoutEnd, group: About) -> int:
    """9.17: the ICA counts for five divisions."""
    return sum(SEA_CAPACITY if u == title.coastal_army else 1 for u in group)


def same_sea(title: LandWithoutEnd, s: LandState, a: int, b: int) -> bool:
    """9.17: between the seas ships pass only while all hexes of the Kerch Straits are Soviet."""
    if title.seas_of(a) & title.seas_of(b):
        return True
    return all(controller(s, h) == SOVIET for h in title.kerch)


def sail_refusal(title: LandWithoutEnd, s: LandState, order: Order) -> Refusal | None:
    if s.frame()[1] != SOVIET:
        return Refusal("9.17n", "there is no German sea movement", Trouble.UNIT)
    if not order.units or len(set(order.units)) != len(order.units):
        return Refusal("9.17a", "a sea move needs units, each named once", Trouble.UNIT)
    for u in order.units:
        name = title.units.keys[u]
        if title.units.side[u] != SOVIET or s.hex[u] != order.start:
            return Refusal(
                "9.17a", f"{name} is not one of your units in {title.board.label(order.start)}", Trouble.UNIT
            )
        if not sails(title, u):
            return Refusal("9.17a", f"{name} is neither a rifle division nor the Coastal Army", Trouble.UNIT)
        if s.flags[u] & MOVED or s.origin[u] != order.start:
            return Refusal("9.17a", f"{name} has moved: ships take units that begin the phase in a port", Trouble.TIME)
    for h in (order.start, order.hex):
        if h not in title.ports:
            return Refusal(
                "9.17b", f"{title.board.label(h)} is no port of the Black Sea or the Sea of Azov", Trouble.HEX
            )
        if controller(s, h) != SOVIET:
            return Refusal("9.17b", f"{title.board.label(h)} is not Soviet", Trouble.ENEMY)
    if order.start == order.hex:
        return Refusal("9.17a", "a sea move ends in another port", Trouble.HEX)
    if s.shipped + sea_weight(title, order.units) > SEA_CAPACITY:
        return Refusal(
            "9.17c" if title.coastal_army in order.units else "9.17a", "the ships carry five divisions a turn"
        )
    if not same_sea(title, s, order.start, order.hex):
        return Refusal("9.17d", "the Kerch Straits are not all Soviet", Trouble.ENEMY)
    if s.load[order.hex] + sum(title.units.points[u] for u in order.units) > title.stack_limit[order.hex]:
        return Refusal("6.1a", f"{title.board.label(order.hex)} would be overstacked", Trouble.STACKING)
    return None


def sail_orders(title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
    """Sea moves of single units, or of the group asked about."""
    if s.frame()[1] != SOVIET or s.shipped >= SEA_CAPACITY:
        return
    ports = [h for h in sorted(title.ports) if is_open_port(title, s, h)]
    groups = [about] if about else [(u,) for h in ports for u in units_in(s, h) if sails(title, u)]
    for group in groups:
        for h in ports:
            order = Order("sail", group, h, s.hex[group[0]])
            if order.start >= 0 and sail_refusal(title, s, order) is None:
                yield order


class MovementPhase(Movement):
    """9.0: besides moves and mobile assaults, units come on to the map, and ships sail."""

    verbs = ("move", "mobile", "enter", "sail", "top", "done")

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        s.vector("flags")[:] &= ~OFF_ROAD
        s.vector("trail")[:] = 0
        s.shipped = 0
        return super().enter(title, s, out)

    def operations(self, title: Any, s: Any, about: About) -> Iterator[Order]:
        off_map = tuple(u for u in about or waiting(title, s) if s.hex[u] == RESERVE)
        yield from entry_orders(title, s, off_map)
        if not off_map or not about:
            yield from super().operations(title, s, about)
            yield from sail_orders(title, s, about)

    def operation_refusal(self, title: Any, s: Any, order: Order) -> Refusal | None:
        if order.verb == "enter":
            if len(order.units) != 1:
                return Refusal("9.5", "units that come on to the map come one by one", Trouble.UNIT)
            return reserve_refusal(title, s, order.units[0], order.hex)
        if order.verb == "sail":
            return sail_refusal(title, s, order)
        return super().operation_refusal(title, s, order)

    def operate(self, title: Any, s: Any, order: Order, out: Log) -> None:
        if order.verb == "enter":
            come_on(title, s, order.units[0], order.hex, out)
        elif order.verb == "sail":
            set_sail(title, s, order, out)
        else:
            note_trails(s, order.units)
            super().operate(title, s, order, out)

    def apply(self, title: Any, s: Any, order: Order, out: Log) -> None:
        if order.verb == "done":
            forfeit_reserve(title, s, out)
        super().apply(title, s, order, out)

    def pick(self, title: Any, s: Any, rng: random.Random) -> Order:
        off_map = waiting(title, s)
        if off_map and rng.random() < 0.5:
            order = next(entry_orders(title, s, (rng.choice(off_map),)), None)
            if order is not None:
                return order
        if s.frame()[1] == SOVIET and rng.random() < 0.02:
            voyages = list(sail_orders(title, s, ()))
            if voyages:
                return rng.choice(voyages)
        if rng.random() < 0.02 and self.end_refusal(title, s) is not None:
            orders = list(entry_orders(title, s, tuple(off_map)))
            if orders:
                return rng.choice(orders)
        return super().pick(title, s, rng)


def note_trails(s: LandState, group: About) -> None:
    """9.26: who moves now parts from whoever stays behind, and does not join whom it has parted from before."""
    last = int(s.vector("trail").max())
    fresh: dict[int, int] = {}
    for u in group:
        s.trail[u] = fresh.setdefault(s.trail[u], last + 1 + len(fresh))


def come_on(title: LandWithoutEnd, s: LandState, u: int, h: int, out: Log) -> None:
    """A unit off the map enters at an edge hex, and may move on."""
    s.spent[u] = entry_price(title, s, u, h)
    s.origin[u] = OFF_ORIGIN - u
    start_parent(s, (u,))
    s.flags[u] |= OFF_ROAD
    put(title, s, u, h)
    title.take_control(s, h, GERMAN, out)
    out.add("entered", units=(u,), hex=h)


def set_sail(title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
    s.shipped += sea_weight(title, order.units)
    start_parent(s, order.units)
    out.add("moved", units=order.units, start=order.start, path=(order.hex,), spent=0)
    relocate(title, s, order.units, order.hex, out)
    for u in order.units:
        s.flags[u] |= HALTED


def forfeit_reserve(title: LandWithoutEnd, s: LandState, out: Log) -> None:
    """3.5: whoever is still in the OKH Reserve after turn 2's movement is lost."""
    if s.frame()[1] != GERMAN or s.turn != LAST_RESERVE_TURN:
        return
    for u in title.entry_groups.get("germany", ()):
        if s.hex[u] == RESERVE:
            s.hex[u] = DEAD
            s.steps[u] = 0
            out.add("lost", unit=u, rule="3.5f")


def end_refusal(title: LandWithoutEnd, s: LandState) -> Refusal | None:
    """8.3, 6.3, 8.1: what must be done before a Movement Phase may end."""
    if s.frame()[1] == GERMAN:
        for u in waiting(title, s):
            if title.units.units[u].entry == "asterisk" and next(entry_orders(title, s, (u,)), None):
                return Refusal("8.3b", f"{title.units.keys[u]} must enter now", Trouble.DUTY)
    for u in dutiful_movers(title, s):
        where = title.board.label(s.hex[u])
        if s.frame()[1] == GERMAN:
            return Refusal("6.3d", f"the nations in {where} are in supply again and must part", Trouble.DUTY)
        return Refusal("8.1b", f"{where} is overstacked, and {title.units.keys[u]} can still leave it", Trouble.DUTY)
    return None


def dutiful_movers(title: LandWithoutEnd, s: LandState) -> list[int]:
    """Units that can still leave a stack that may not stay as it is: overstacked, or of nations that do not mix."""
    if s.frame()[1] == GERMAN:
        foreign = {s.hex[u] for u in title.foreign_units if s.hex[u] >= 0}
        wrong = [h for h in foreign if not mixes(title, tuple(units_in(s, h)))]
        wrong = [h for h in wrong if any(in_supply(title, s, u) for u in units_in(s, h))]
    else:
        wrong = [int(h) for h in (s.vector("load") > title.stack_limit).nonzero()[0]]
    return [u for h in wrong for u in units_in(s, h) if title.can_leave(s, u)]
