"""8.1 to 8.5, 8.21, 14.41: the two OKH Reserve areas, German reinforcements, and who is called out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from steppe.assault.arrivals import Arrivals
from steppe.assault.movement import start_parent
from steppe.assault.stacks import controller
from steppe.assault.state import HALTED, OFF_ORIGIN
from steppe.assault.units import RESERVE
from steppe.assault.weather import MUD, NAMES, SNOW, THAWED
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import ARRIVING, GERMAN, NOWHERE, OKH_NORTH, OKH_SOUTH, OUT, SOVIET, SUPPLIED, MonsterState

AREA_OF = {"north": OKH_NORTH, "south": OKH_SOUTH}

ARRIVAL_AREA = {**AREA_OF, "reinforcement": ARRIVING}

STARTERS = ("north", "romania", "hungary")
"""How the German starting forces are marked."""

SATELLITES = frozenset({"romanian", "italian", "hungarian"})
"""7.5: Frenchmen, Croats and Spaniards are as Germans."""

FOREIGN_COUNTRY = {"romanian": "hungary", "hungarian": "romania"}
"""8.5: whose country is closed to whom."""

GROUP = 3
"""Security divisions are called out three at a time (8.21)."""

TRIES = 6

SHIFTS = 0.1
"""How often a player who chooses at random shifts a unit instead of entering it."""

CALLS_OUT = 0.02
"""How often a player who chooses at random calls out security divisions, which costs him a point."""


class MonsterArrivals(MonsterChapter, Arrivals[MonsterState]):
    """8.1 to 8.5, 8.21, 14.41."""

    def entry_crowding(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        """6.2: who comes on to the map in a movement phase may pass through a full hex."""
        return None

    def begin_turn(self, s: MonsterState, out: Log) -> None:
        """8.1, 8.3, 8.5: the reinforcements of the turn appear where they wait."""
        for u in self.roster.entries.turns.get(s.turn, ()):
            if s.hex[u] == RESERVE and s.area[u] == NOWHERE:
                s.area[u] = ARRIVAL_AREA[self.units.units[u].entry]

    def held(self, s: MonsterState) -> list[int]:
        """The units in the OKH Reserve areas, those on the way from one to the other too."""
        hexes, areas = s.hex, s.area
        return [u for u in self.side_units[GERMAN] if hexes[u] == RESERVE and areas[u] in (OKH_NORTH, OKH_SOUTH)]

    def waiting(self, s: MonsterState) -> list[int]:
        """The units that may enter in the German movement phase in hand."""
        if s.seat != GERMAN:
            return []
        return [u for u in self.held(s) if self.waiting_refusal(s, u) is None]

    def waiting_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """8.3: who is on the way has a couplet to wait; 5.3: on turn 1 the south is not open."""
        name = self.units.keys[u]
        if self.units.side[u] != GERMAN or s.hex[u] != RESERVE or s.area[u] not in (OKH_NORTH, OKH_SOUTH):
            return Refusal("8.3c", f"{name} is in no OKH Reserve area", Trouble.UNIT)
        if s.ready[u] > s.couplet:
            return Refusal("8.3b", f"{name} is on the way to the other OKH Reserve area", Trouble.TIME)
        if s.area[u] == OKH_SOUTH and self.terrain.sleeps(s):
            return Refusal("5.3a", "nobody moves in Hungary and Romania on turn 1", Trouble.TIME)
        return None

    def hex_refusal(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        """8.2, 8.5, 7.2 to 7.4: by which hexes a unit may enter."""
        name, label = self.units.keys[u], self.board.label(h)
        if h not in self.roster.entries.okh[s.area[u]]:
            return Refusal("8.2", f"{label} is not next to the OKH Reserve area where {name} waits", Trouble.HEX)
        nation = self.units.nation[u]
        if nation in SATELLITES and self.ranges.bars_north and self.geo.northern[h]:
            row = {"italian": "7.2b", "romanian": "7.3b", "hungarian": "7.4b"}[nation]
            return Refusal(row, f"{name} never enters the north map", Trouble.HEX)
        if nation in FOREIGN_COUNTRY and h in self.board.region(FOREIGN_COUNTRY[nation]):
            return Refusal("8.5b", f"{label} lies in a country that {name} never enters", Trouble.HEX)
        if self.stacks.side_in(s, h) == SOVIET:
            return Refusal("12.4", f"Soviet units are in {label}", Trouble.ENEMY)
        return None

    def shift_refusal(self, s: MonsterState, u: int, word: str) -> Refusal | None:
        """8.3, 8.5, 5.3: from one OKH Reserve area to the other, which takes a couplet."""
        name = self.units.keys[u]
        if self.terrain.sleeps(s):
            return Refusal("5.3c", "nobody moves between the OKH Reserve areas on turn 1", Trouble.TIME)
        refusal = self.waiting_refusal(s, u)
        if refusal:
            return refusal
        if s.area[u] == AREA_OF.get(word):
            return Refusal("8.3b", f"{name} is there already", Trouble.UNIT)
        if self.units.nation[u] in SATELLITES:
            return Refusal("8.5a", f"{name} never enters the northern OKH Reserve area", Trouble.UNIT)
        return None

    def entry_refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        """Why an order to enter or to shift is refused."""
        if len(order.units) != 1:
            return Refusal("8.3b", "units enter and shift one by one", Trouble.UNIT)
        u = order.units[0]
        if order.verb == "shift":
            return self.shift_refusal(s, u, order.word)
        found = self.waiting_refusal(s, u) or self.hex_refusal(s, u, order.hex)
        return found or self.arrivals.entry_crowding(s, u, order.hex)

    def entry_orders(self, s: MonsterState, units: Units) -> Iterator[Order]:
        for u in units:
            if s.hex[u] != RESERVE or s.area[u] not in (OKH_NORTH, OKH_SOUTH):
                continue
            for h in self.roster.entries.okh[s.area[u]]:
                order = Order("enter", (u,), h)
                if self.entry_refusal(s, order) is None:
                    yield order
            for word in AREA_OF:
                if self.shift_refusal(s, u, word) is None:
                    yield Order("shift", (u,), word=word)

    def random_entry(self, s: MonsterState, rng: random.Random) -> Order | None:
        """Some unit that enters where there is room, or shifts; nothing if luck does not find one."""
        units = self.waiting(s)
        for _ in range(TRIES if units else 0):
            u = rng.choice(units)
            order = Order("enter", (u,), rng.choice(self.roster.entries.okh[s.area[u]]))
            if rng.random() < SHIFTS:
                order = Order("shift", (u,), word=rng.choice(tuple(AREA_OF)))
            if self.entry_refusal(s, order) is None and (order.hex < 0 or self.stacking.has_room(s, (u,), order.hex)):
                return order
        return None

    def entry_price(self, s: MonsterState, u: int, h: int) -> int:
        """8.3: the normal cost of the first hex, in the weather there; a unit can always pay for one hex (12.3)."""
        now = self.weather.here(s, h)
        terrain = self.board.terrain[h]
        if terrain == "marsh" and now not in THAWED:
            terrain = "clear"
        price = self.terrain.entry_cost(self.units.mobility[u], terrain) * (2 if now in (MUD, SNOW) else 1)
        return min(price, self.movement.factor(s, u))

    def carry_out_entry(self, s: MonsterState, order: Order, out: Log) -> None:
        u = order.units[0]
        if order.verb == "shift":
            s.area[u], s.ready[u] = AREA_OF[order.word], s.couplet + 1
            out.add("shifted", unit=u, area=order.word)
            return
        s.began[u] = SUPPLIED
        s.spent[u] = self.entry_price(s, u, order.hex)
        s.origin[u] = OFF_ORIGIN - u
        s.area[u] = s.ready[u] = 0
        start_parent(s, (u,))
        self.stacks.put(s, u, order.hex)
        if s.concentration:  # without a marker it moves one hex (9.20)
            s.flags[u] |= HALTED
        self.stacks.take_control(s, order.hex, GERMAN, out)
        out.add("entered", units=(u,), hex=order.hex)

    def place_refusal(self, s: MonsterState, h: int, rule: str) -> Refusal | None:
        label = self.board.label(h)
        if h not in self.roster.entries.places or controller(s, h) != GERMAN:
            return Refusal(rule, f"{label} is no city or large town in German hands", Trouble.HEX)
        return None

    def off_map(self, s: MonsterState, entry: str) -> list[int]:
        return [u for u in self.roster.entries.groups.get(entry, ()) if s.hex[u] == RESERVE]

    def security(self, s: MonsterState) -> list[int]:
        """8.21: the security divisions that wait to be called out."""
        return self.off_map(s, "security")

    def callout_refusal(self, s: MonsterState, h: int) -> Refusal | None:
        """8.21: three at a time; each appears where there is room for it, and there must be room for all."""
        if len(self.security(s)) < GROUP:
            return Refusal("8.21a", "no three security divisions are left", Trouble.UNIT)
        refusal = self.security_refusal(s, h)
        if refusal:
            return refusal
        if sum(self.security_room(s, x) for x in self.roster.entries.places) < GROUP:
            return Refusal("6.1", "there is no room for three divisions", Trouble.STACKING)
        return None

    def security_refusal(self, s: MonsterState, h: int) -> Refusal | None:
        """8.21: at a German city or large town in full supply."""
        refusal = self.place_refusal(s, h, "8.21b")
        if refusal:
            return refusal
        label = self.board.label(h)
        if self.supply.place_state(s, h) != SUPPLIED:
            return Refusal("8.21b", f"{label} is not in full supply", Trouble.SUPPLY)
        one = tuple(self.security(s)[:1])
        if not self.stacking.has_room(s, one, h):
            return Refusal("6.1", f"{label} has no room for another division", Trouble.STACKING)
        return self.stacking.mixing_refusal(s, one, h)

    def security_room(self, s: MonsterState, h: int) -> int:
        """How many of a group may appear in a hex."""
        if self.security_refusal(s, h) is not None:
            return 0
        group = tuple(self.security(s)[:GROUP])
        fitting = (n for n in range(GROUP, 0, -1) if self.stacking.has_room(s, group[:n], h))
        return next(n for n in fitting if self.stacking.mixing_refusal(s, group[:n], h) is None)

    def call_out(self, s: MonsterState, h: int, out: Log) -> None:
        """8.21: the next security division appears."""
        u = self.security(s)[0]
        self.stacks.put(s, u, h)
        out.add("entered", units=(u,), hex=h)

    def arko_refusal(self, s: MonsterState, u: int, h: int) -> Refusal | None:
        """14.41: at a German city or large town in supply, attenuated or not, with no Soviet unit next to it."""
        name, label = self.units.keys[u], self.board.label(h)
        if u not in self.off_map(s, "arko"):
            return Refusal("14.41a", f"{name} is not called out in this phase", Trouble.UNIT)
        refusal = self.place_refusal(s, h, "14.41a")
        if refusal:
            return refusal
        if self.supply.place_state(s, h) == OUT:
            return Refusal("14.41a", f"{label} is out of supply", Trouble.SUPPLY)
        if any(self.stacks.side_in(s, n) == SOVIET for _, n in self.board.grid.adjacent(h)):
            return Refusal("14.41a", f"a Soviet unit is next to {label}", Trouble.ENEMY)
        if not self.stacking.has_room(s, (u,), h):
            return Refusal("6.1", f"{label} is full", Trouble.STACKING)
        return self.stacking.mixing_refusal(s, (u,), h)

    def status(self, s: MonsterState) -> dict[str, Any]:
        """What a player sees of chapter 8."""
        return {
            "replacements": s.replacements,
            "pause": s.pause,
            "concentration": "active" if s.concentration else "none",
            "weather": {"north": NAMES[s.weather_north], "south": NAMES[s.weather_south]},
        }

    def waiting_units(self, s: MonsterState) -> list[int]:
        return self.waiting(s) if self.title.decision(s)[0].name == "movement" else []

    def waiting_to_enter(self, s: MonsterState) -> Units:
        return tuple(self.waiting(s)) if s.seat == GERMAN else ()


class GermanArrivals(MonsterDecision):
    """I: whom the German player calls out; his reinforcements are in the OKH Reserve areas by themselves."""

    name = "german arrivals"
    verbs = ("callout", "enter", "done")
    rule = "8.21a"

    def enter(self, s: MonsterState, out: Log) -> bool:
        return any(o.verb != "done" for o in self.legal(s, ()))

    def prompt(self, s: MonsterState) -> str:
        left = len(self.arrivals.security(s))
        arko = ", ".join(self.units.keys[u] for u in self.arrivals.off_map(s, "arko"))
        return f"Call out security divisions ({left} left, a point for every three){f' or {arko}' if arko else ''}?"

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        places = [h for h in sorted(self.roster.entries.places) if controller(s, h) == GERMAN]
        for u in self.arrivals.off_map(s, "arko"):
            if not about or about == (u,):
                for h in places:
                    if self.arrivals.arko_refusal(s, u, h) is None:
                        yield Order("enter", (u,), h)
        if not about:
            for h in places:
                if self.arrivals.callout_refusal(s, h) is None:
                    yield Order("callout", hex=h)
            yield Order("done")

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if order.verb == "callout":
            return self.arrivals.callout_refusal(s, order.hex)
        if len(order.units) != 1:
            return Refusal("14.41a", "name one unit", Trouble.UNIT)
        return self.arrivals.arko_refusal(s, order.units[0], order.hex)

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.title.end_step(s, out)
            return
        if order.verb == "callout":
            s.debit += 1
            out.add("called out", number=GROUP)
            self.arrivals.call_out(s, order.hex, out)
            self.title.ask(s, "call-out", GERMAN, GROUP - 1)
            return
        u = order.units[0]
        s.ready[u] = s.couplet + 1
        self.stacks.put(s, u, order.hex)
        out.add("entered", units=order.units, hex=order.hex)

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        orders = [o for o in self.legal(s, ()) if o.verb != "callout" or rng.random() < CALLS_OUT]
        return rng.choice(orders)


class CallOut(MonsterDecision):
    """8.21: where the others of a group appear; the frame says how many are left."""

    name = "call-out"
    verbs = ("callout",)
    rule = "8.21b"

    def prompt(self, s: MonsterState) -> str:
        return f"Where do the security divisions appear that were called out ({s.frame()[2]} more)?"

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        for h in sorted(self.roster.entries.places) if not about else ():
            if self.arrivals.security_refusal(s, h) is None:
                yield Order("callout", hex=h)

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        return self.arrivals.security_refusal(s, order.hex)

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        left = s.frame()[2] - 1
        self.arrivals.call_out(s, order.hex, out)
        s.pop()
        if left:
            self.title.ask(s, "call-out", GERMAN, left)
