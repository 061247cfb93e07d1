"""8.1 to 8.5, 8.21, 14.41: the two OKH Reserve areas, German reinforcements, and who is called out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from steppe.assault import weather
from steppe.assault.movement import start_parent
from steppe.assault.stacks import controller, put, side_in
from steppe.assault.state import HALTED, OFF_ORIGIN
from steppe.assault.units import RESERVE, UnitTable
from steppe.board import Board
from steppe.events import Log
from steppe.orders import About, Form, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.pm import supply
from steppe.titles.pm.state import (
    ARRIVING,
    GERMAN,
    NOWHERE,
    OKH_NORTH,
    OKH_SOUTH,
    OUT,
    SOVIET,
    SUPPLIED,
    MonsterState,
)

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

AREA_OF = {"north": OKH_NORTH, "south": OKH_SOUTH}
ARRIVAL_AREA = {**AREA_OF, "reinforcement": ARRIVING}
STARTERS = ("north", "romania", "hungary")
"""How the German starting forces are marked."""
SATELLITES = frozenset({"romanian", "italian", "hungarian"})
FOREIGN_COUNTRY = {"romanian": "hungary", "hungarian": "romania"}
"""8.5: whose country is closed to whom."""
GROUP = 3
"""Security divisions are called out three at a time (8.21)."""
TRIES = 6
SHIFTS = 0.1
"""How often a player who chooses at random shifts a unit instead of entering it."""
CALLS_OUT = 0.02
"""How often a player who chooses at random calls out security divisions, which costs him a point."""


class Entries(NamedTuple):
    """Who enters when and where, read once from counters and map."""

    groups: Mapping[str, tuple[int, ...]]
    """Units by the word that says how they enter."""
    turns: Mapping[int, tuple[int, ...]]
    """The reinforcements of each turn."""
    okh: Mapping[int, tuple[int, ...]]
    """The hexes next to each OKH Reserve area (8.2)."""
    places: frozenset[int]
    """The cities and large towns of the Soviet Union (8.7, 8.21)."""
    rings: Mapping[int, tuple[int, ...]]
    """For a hex next to Military District places: those places (8.7)."""
    hexes: tuple[int, ...]
    """Every hex by which Soviet units may ever enter."""
    kinds: Mapping[str, tuple[int, ...]]
    """Soviet units by type."""
    starters: tuple[int, ...]
    """The German starting forces (3.7); the others come later or are called out (8.21, 14.41)."""


def read_entries(units: UnitTable, board: Board) -> Entries:
    groups: dict[str, list[int]] = {}
    turns: dict[int, list[int]] = {}
    kinds: dict[str, list[int]] = {}
    for u, unit in enumerate(units.units):
        groups.setdefault(unit.entry, []).append(u)
        if unit.side == SOVIET:
            kinds.setdefault(unit.kind, []).append(u)
        if unit.turn and unit.entry in ARRIVAL_AREA:
            turns.setdefault(unit.turn, []).append(u)
    places = (board.hexes("city") | board.hexes("large-town")) & board.region("ussr")
    rings: dict[int, list[int]] = {}
    for d in sorted(board.hexes("district")):
        for _, n in board.grid.adjacent(d):
            if board.terrain[n] not in ("lake", "sea"):
                rings.setdefault(n, []).append(d)
    return Entries(
        {entry: tuple(members) for entry, members in groups.items()},
        {turn: tuple(members) for turn, members in turns.items()},
        {area: tuple(sorted(board.region(f"okh-{word}"))) for word, area in AREA_OF.items()},
        places,
        {h: tuple(districts) for h, districts in rings.items()},
        tuple(sorted(places | rings.keys())),
        {kind: tuple(members) for kind, members in kinds.items()},
        tuple(u for entry in STARTERS for u in groups.get(entry, ()) if not units.units[u].turn),
    )


def forms() -> tuple[Form, ...]:
    """The orders of chapters 8, 9 and 11."""
    return (
        Form("hold UNITS WORD(north|south)", "set-up: keep a unit in an OKH Reserve area"),
        Form("enter UNITS HEX", "bring a unit on to the map"),
        Form("shift UNITS WORD(north|south)", "shift a unit to the other OKH Reserve area"),
        Form("callout HEX", "call out three security divisions"),
        Form("bring WORD(RD|CD|TD|MRD|RB|MRB|TB|GRD|GCD|GMRD|GTB) HEX", "bring a Soviet unit of a type on to the map"),
        Form("reserve WORD(RD|CD|TD|MRD|RB|MRB|TB)", "an arriving unit goes into the RVGK"),
        Form("ports WORD(RD|CD|TD|MRD|RB|MRB|TB|GRD|GCD|GMRD|GTB)", "a unit goes into the Southern Ports box"),
        Form("sail UNITS HEX", "move a unit by sea to a port"),
        Form("embark UNITS", "move a unit by sea into the Southern Ports box"),
        Form("land UNITS HEX", "a unit invades the coast of the Crimea"),
        Form("guards UNITS", "the Guards unit that comes replaces this one"),
        Form("pause WORD(declare|decline|keep|abort)", "von Paulus' pause"),
        Form("concentration WORD(declare|decline|keep|rescind)", "supply concentration"),
        Form("mark UNITS", "place a supply concentration marker"),
        Form("withdraw UNITS", "withdraw a unit for good"),
        Form("replace UNITS", "give a replacement step"),
        Form("refit UNITS", "refit a division"),
        Form("decline [WORD(light|infantry|cavalry|HF)]", "decline what is asked"),
    )


def begin_turn(title: ProudMonster, s: MonsterState, out: Log) -> None:
    """8.1, 8.3, 8.5: the reinforcements of the turn appear where they wait."""
    for u in title.entries.turns.get(s.turn, ()):
        if s.hex[u] == RESERVE and s.area[u] == NOWHERE:
            s.area[u] = ARRIVAL_AREA[title.units.units[u].entry]


# -- 8.2 to 8.5: the OKH Reserve areas, in the German movement phases -------------------------------------------------


def held(title: ProudMonster, s: MonsterState) -> list[int]:
    """The units in the OKH Reserve areas, those on the way from one to the other too."""
    hexes, areas = s.hex, s.area
    return [u for u in title.side_units[GERMAN] if hexes[u] == RESERVE and areas[u] in (OKH_NORTH, OKH_SOUTH)]


def waiting(title: ProudMonster, s: MonsterState) -> list[int]:
    """The units that may enter in the German movement phase in hand."""
    if s.frame()[1] != GERMAN:
        return []
    return [u for u in held(title, s) if waiting_refusal(title, s, u) is None]


def waiting_refusal(title: ProudMonster, s: MonsterState, u: int) -> Refusal | None:
    """8.3: who is on the way has a couplet to wait; 5.3: on turn 1 the south is not open."""
    name = title.units.keys[u]
    if title.units.side[u] != GERMAN or s.hex[u] != RESERVE or s.area[u] not in (OKH_NORTH, OKH_SOUTH):
        return Refusal("8.3c", f"{name} is in no OKH Reserve area", Trouble.UNIT)
    if s.ready[u] > s.couplet:
        return Refusal("8.3b", f"{name} is on the way to the other OKH Reserve area", Trouble.TIME)
    if s.turn == 1 and s.area[u] == OKH_SOUTH and not title.learning:
        return Refusal("5.3a", "nobody moves in Hungary and Romania on turn 1", Trouble.TIME)
    return None


def hex_refusal(title: ProudMonster, s: MonsterState, u: int, h: int) -> Refusal | None:
    """8.2, 8.5, 7.2 to 7.4: by which hexes a unit may enter."""
    name, label = title.units.keys[u], title.board.label(h)
    if h not in title.entries.okh[s.area[u]]:
        return Refusal("8.2", f"{label} is not next to the OKH Reserve area where {name} waits", Trouble.HEX)
    nation = title.units.nation[u]
    if nation in SATELLITES and not title.learning and h in title.board.region("sheet N"):
        row = {"italian": "7.2b", "romanian": "7.3b", "hungarian": "7.4b"}[nation]
        return Refusal(row, f"{name} never enters the north map", Trouble.HEX)
    if nation in FOREIGN_COUNTRY and h in title.board.region(FOREIGN_COUNTRY[nation]):
        return Refusal("8.5b", f"{label} lies in a country that {name} never enters", Trouble.HEX)
    if side_in(title, s, h) == SOVIET:
        return Refusal("12.4", f"Soviet units are in {label}", Trouble.ENEMY)
    return None


def shift_refusal(title: ProudMonster, s: MonsterState, u: int, word: str) -> Refusal | None:
    """8.3, 8.5, 5.3: from one OKH Reserve area to the other, which takes a couplet."""
    name = title.units.keys[u]
    if s.turn == 1 and not title.learning:
        return Refusal("5.3c", "nobody moves between the OKH Reserve areas on turn 1", Trouble.TIME)
    refusal = waiting_refusal(title, s, u)
    if refusal:
        return refusal
    if s.area[u] == AREA_OF.get(word):
        return Refusal("8.3b", f"{name} is there already", Trouble.UNIT)
    if title.units.nation[u] in SATELLITES:
        return Refusal("8.5a", f"{name} never enters the northern OKH Reserve area", Trouble.UNIT)
    return None


def entry_refusal(title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
    """Why an order to enter or to shift is refused."""
    if len(order.units) != 1:
        return Refusal("8.3b", "units enter and shift one by one", Trouble.UNIT)
    u = order.units[0]
    if order.verb == "shift":
        return shift_refusal(title, s, u, order.word)
    found = waiting_refusal(title, s, u) or hex_refusal(title, s, u, order.hex)
    return found or title.entry_crowding(s, u, order.hex)


def entry_orders(title: ProudMonster, s: MonsterState, units: About) -> Iterator[Order]:
    for u in units:
        if s.hex[u] != RESERVE or s.area[u] not in (OKH_NORTH, OKH_SOUTH):
            continue
        for h in title.entries.okh[s.area[u]]:
            order = Order("enter", (u,), h)
            if entry_refusal(title, s, order) is None:
                yield order
        for word in AREA_OF:
            if shift_refusal(title, s, u, word) is None:
                yield Order("shift", (u,), word=word)


def random_entry(title: ProudMonster, s: MonsterState, rng: random.Random) -> Order | None:
    """Some unit that enters where there is room, or shifts; nothing if luck does not find one."""
    units = waiting(title, s)
    for _ in range(TRIES if units else 0):
        u = rng.choice(units)
        order = Order("enter", (u,), rng.choice(title.entries.okh[s.area[u]]))
        if rng.random() < SHIFTS:
            order = Order("shift", (u,), word=rng.choice(tuple(AREA_OF)))
        if entry_refusal(title, s, order) is None and (order.hex < 0 or title.has_room(s, (u,), order.hex)):
            return order
    return None


def entry_price(title: ProudMonster, s: MonsterState, u: int, h: int) -> int:
    """8.3: the normal cost of the first hex, in the weather there; a unit can always pay for one hex (12.3)."""
    now = weather.here(title, s, h)
    terrain = title.board.terrain[h]
    if terrain == "marsh" and now not in weather.THAWED:
        terrain = "clear"
    price = title.terrain_cost(title.units.mobility[u], terrain) * (2 if now in (weather.MUD, weather.SNOW) else 1)
    return min(price, title.movement_factor(s, u))


def carry_out_entry(title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
    u = order.units[0]
    if order.verb == "shift":
        s.area[u], s.ready[u] = AREA_OF[order.word], s.couplet + 1
        out.add("shifted", unit=u, area=order.word)
        return
    s.began[u] = SUPPLIED
    s.spent[u] = entry_price(title, s, u, order.hex)
    s.origin[u] = OFF_ORIGIN - u
    s.area[u] = s.ready[u] = 0
    start_parent(s, (u,))
    put(title, s, u, order.hex)
    if s.concentration:  # without a marker it moves one hex (9.20)
        s.flags[u] |= HALTED
    title.take_control(s, order.hex, GERMAN, out)
    out.add("entered", units=(u,), hex=order.hex)


# -- 8.21, 14.41: security divisions and the ArKo, in the Mutual Reinforcement Phase ----------------------------------


def place_refusal(title: ProudMonster, s: MonsterState, h: int, rule: str) -> Refusal | None:
    label = title.board.label(h)
    if h not in title.entries.places or controller(s, h) != GERMAN:
        return Refusal(rule, f"{label} is no city or large town in German hands", Trouble.HEX)
    return None


def off_map(title: ProudMonster, s: MonsterState, entry: str) -> list[int]:
    return [u for u in title.entries.groups.get(entry, ()) if s.hex[u] == RESERVE]


def callout_refusal(title: ProudMonster, s: MonsterState, h: int) -> Refusal | None:
    """8.21: three at a time, at a German city or large town in full supply."""
    group = tuple(off_map(title, s, "security")[:GROUP])
    if len(group) < GROUP:
        return Refusal("8.21a", "no three security divisions are left", Trouble.UNIT)
    refusal = place_refusal(title, s, h, "8.21b")
    if refusal:
        return refusal
    label = title.board.label(h)
    if supply.place_state(title, s, h) != SUPPLIED:
        return Refusal("8.21b", f"{label} is not in full supply", Trouble.SUPPLY)
    if not title.has_room(s, group, h):
        return Refusal("6.1", f"{label} has no room for three divisions", Trouble.STACKING)
    return title.mixing_refusal(s, group, h)


def arko_refusal(title: ProudMonster, s: MonsterState, u: int, h: int) -> Refusal | None:
    """14.41: at a German city or large town in supply, attenuated or not, with no Soviet unit next to it."""
    name, label = title.units.keys[u], title.board.label(h)
    if u not in off_map(title, s, "arko"):
        return Refusal("14.41a", f"{name} is not called out in this phase", Trouble.UNIT)
    refusal = place_refusal(title, s, h, "14.41a")
    if refusal:
        return refusal
    if supply.place_state(title, s, h) == OUT:
        return Refusal("14.41a", f"{label} is out of supply", Trouble.SUPPLY)
    if any(side_in(title, s, n) == SOVIET for _, n in title.board.grid.adjacent(h)):
        return Refusal("14.41a", f"a Soviet unit is next to {label}", Trouble.ENEMY)
    if not title.has_room(s, (u,), h):
        return Refusal("6.1", f"{label} is full", Trouble.STACKING)
    return title.mixing_refusal(s, (u,), h)


class GermanArrivals(Decision["ProudMonster", MonsterState]):
    """I: whom the German player calls out; his reinforcements are in the OKH Reserve areas by themselves."""

    name = "german arrivals"
    verbs = ("callout", "enter", "done")
    rule = "8.21a"

    def enter(self, title: ProudMonster, s: MonsterState, out: Log) -> bool:
        return any(o.verb != "done" for o in self.legal(title, s, ()))

    def prompt(self, title: ProudMonster, s: MonsterState) -> str:
        left = len(off_map(title, s, "security"))
        arko = ", ".join(title.units.keys[u] for u in off_map(title, s, "arko"))
        return f"Call out security divisions ({left} left, a point for every three){f' or {arko}' if arko else ''}?"

    def legal(self, title: ProudMonster, s: MonsterState, about: About) -> Iterator[Order]:
        places = [h for h in sorted(title.entries.places) if controller(s, h) == GERMAN]
        for u in off_map(title, s, "arko"):
            if not about or about == (u,):
                for h in places:
                    if arko_refusal(title, s, u, h) is None:
                        yield Order("enter", (u,), h)
        if not about:
            for h in places:
                if callout_refusal(title, s, h) is None:
                    yield Order("callout", hex=h)
            yield Order("done")

    def refuse(self, title: ProudMonster, s: MonsterState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if order.verb == "callout":
            return callout_refusal(title, s, order.hex)
        if len(order.units) != 1:
            return Refusal("14.41a", "name one unit", Trouble.UNIT)
        return arko_refusal(title, s, order.units[0], order.hex)

    def apply(self, title: ProudMonster, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "done":
            title.end_step(s, out)
            return
        if order.verb == "callout":
            group = tuple(off_map(title, s, "security")[:GROUP])
            s.debit += 1
            out.add("called out", number=GROUP)
        else:
            group = order.units
            s.ready[group[0]] = s.couplet + 1
        for u in group:
            put(title, s, u, order.hex)
        out.add("entered", units=group, hex=order.hex)

    def pick(self, title: ProudMonster, s: MonsterState, rng: random.Random) -> Order:
        orders = [o for o in self.legal(title, s, ()) if o.verb != "callout" or rng.random() < CALLS_OUT]
        return rng.choice(orders)


# -- what is told -----------------------------------------------------------------------------------------------------


def status(title: ProudMonster, s: MonsterState) -> dict[str, Any]:
    """What a player sees of chapter 8."""
    return {
        "replacements": s.replacements,
        "pause": s.pause,
        "concentration": "active" if s.concentration else "none",
        "weather": {"north": weather.NAMES[s.weather_north], "south": weather.NAMES[s.weather_south]},
    }
