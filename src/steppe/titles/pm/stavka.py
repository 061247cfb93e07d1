"""8.7 to 8.13, 11.3: Soviet reinforcements and replacements, the RVGK, tank brigades by dice, Guards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from steppe.assault.conversions import Conversions
from steppe.assault.stacks import controller
from steppe.assault.state import UNTRIED
from steppe.assault.supplycheck import Automatic
from steppe.assault.units import DEAD, GONE, RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterChapter, MonsterDecision
from steppe.titles.pm.state import ARRIVING, GERMAN, NOWHERE, PORTS, QUARTERS, RVGK, SOVIET, MonsterState
from steppe.titles.pm.words import KIND_NAMES, some

KINDS = ("RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "GRD", "GCD", "GMRD", "GTB")

RVGK_LIMIT = 10

TANK_GROUP_TURN = 3

FALLEN_CITY = 3
"""What the tank brigade dice lose for Leningrad, and for Moscow (8.9)."""

HOLDS_BACK = 0.1
"""How often a player who chooses at random puts a unit into the RVGK or into the ports box."""

TRIED = "first_tried"
"""The cache entry with the first tried unit that the Guards unit in hand may replace."""

STAYS = 0.3
"""How often he leaves the RVGK as it is."""


class SovietEntryStep(MonsterDecision):
    """Units of an area enter by type, on the map or in the Southern Ports box, ready for everything (8.8)."""

    area: int
    verbs: tuple[str, ...] = ("bring", "ports", "done")

    def legal(self, s: MonsterState, about: Units) -> Iterator[Order]:
        kinds = self.stavka.kinds_in(s, self.area)
        if kinds:
            places = self.stavka.open_places(s)
            for kind in kinds:
                for h in places:
                    yield Order("bring", word=kind, hex=h)
                for verb in self.verbs[1:-1]:
                    order = Order(verb, word=kind)
                    if self.refuse(s, order) is None:
                        yield order
        if self.end_refusal(s) is None:
            yield Order("done")

    def refuse(self, s: MonsterState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return self.end_refusal(s)
        if self.stavka.next_of(s, self.area, order.word) < 0:
            return Refusal(self.rule, f"no {order.word} is there to enter", Trouble.UNIT)
        if order.verb == "bring":
            return self.stavka.place_refusal(s, order.hex)
        return self.area_refusal(s, order.verb)

    def area_refusal(self, s: MonsterState, verb: str) -> Refusal | None:
        return self.sea.closed() if verb == "ports" else None

    def end_refusal(self, s: MonsterState) -> Refusal | None:
        return None

    def apply(self, s: MonsterState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self.close(s, out)
            self.title.end_step(s, out)
            return
        u = self.stavka.next_of(s, self.area, order.word)
        if order.verb == "bring":
            s.area[u] = NOWHERE
            self.stacks.put(s, u, order.hex)
            self.stacks.take_control(s, order.hex, SOVIET, out)
            out.add("entered", units=(u,), hex=order.hex)
        elif order.verb == "ports":
            s.area[u], s.ready[u] = PORTS, 2 * s.turn + 1  # no sea movement in the first couplet (11.3)
            out.add("boxed", unit=u)
        else:
            s.area[u] = RVGK
            out.add("reserved", number=len(self.stavka.in_area(s, RVGK)))

    def close(self, s: MonsterState, out: Log) -> None:
        """What has not entered."""

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        kinds = self.stavka.kinds_in(s, self.area)
        if kinds and rng.random() < HOLDS_BACK:
            order = Order(rng.choice(self.verbs[1:-1]), word=rng.choice(kinds))
            if self.refuse(s, order) is None:
                return order
        for _ in range(12 if kinds else 0):
            order = Order("bring", word=rng.choice(kinds), hex=rng.choice(self.roster.entries.hexes))
            if self.refuse(s, order) is None:
                return order
        return rng.choice(list(self.legal(s, ())))


class Rvgk(SovietEntryStep):
    """At the start of a Soviet player turn units leave the RVGK as they would have entered (8.1)."""

    name = "rvgk"
    rule = "8.1d"
    area = RVGK

    def enter(self, s: MonsterState, out: Log) -> bool:
        return bool(self.stavka.in_area(s, RVGK))

    def prompt(self, s: MonsterState) -> str:
        return f"Bring units out of the RVGK, which holds {len(self.stavka.in_area(s, RVGK))}, or let them wait."

    def pick(self, s: MonsterState, rng: random.Random) -> Order:
        return Order("done") if rng.random() < STAYS else super().pick(s, rng)


class MonsterConversions(MonsterChapter, Conversions[MonsterState]):
    """8.11; 2.9b: the Guards Militia are rifle divisions."""

    one_guard_a_turn = False

    def next_guard(self, s: MonsterState, out: Log) -> int:
        """8.11: the Guards units of this turn, one after another."""
        for u in self.roster.entries.groups.get("guards", ()):
            if self.units.units[u].turn == s.turn and s.hex[u] == RESERVE and s.area[u] == NOWHERE:
                return u
        return -1

    def becomes_guard(self, guard: int, u: int) -> bool:
        """8.11: the counterpart of the same type."""
        return self.units.kind[guard] == f"G{self.units.kind[u]}"

    def condition_refusal(self, s: MonsterState, u: int) -> Refusal | None:
        """8.11: in full supply, not by way of the lake, and with no German-side unit next to it."""
        name, h = self.units.keys[u], s.hex[u]
        if h == RESERVE and s.area[u] == RVGK:
            return None
        if h < 0:
            return Refusal("8.11a", f"{name} is neither on the map nor in the RVGK", Trouble.UNIT)
        if not self.supply.overland(s, h):
            return Refusal("8.11b", f"{name} is not in full supply", Trouble.SUPPLY)
        top, side = s.top, self.units.side
        if GERMAN in [side[top[n]] for n in self.board.grid.around[h] if n >= 0 and top[n] >= 0]:
            return Refusal("8.11b", f"a unit of the German side is next to {name}", Trouble.ENEMY)
        return None

    def refusal(self, s: MonsterState, guard: int, u: int) -> Refusal | None:
        """8.11: an untried unit only if no tried one of the type qualifies."""
        refusal = self.condition_refusal(s, u)
        if refusal or not s.flags[u] & UNTRIED:
            return refusal
        v = self.first_tried(s, guard, self.units.kind[u])
        if v < 0:
            return None
        why = f"{self.units.keys[u]} is untried, and {self.units.keys[v]} is tried and can be converted"
        return Refusal("8.11b", why, Trouble.UNIT)

    def first_tried(self, s: MonsterState, guard: int, kind: str) -> int:
        """A tried unit of a type that can be converted, or -1. Nothing moves before the guard has come."""
        known = s.cache.get(TRIED)
        if known is None or known[:3] != (s.turn, guard, kind):
            able = (
                v
                for v in self.roster.entries.kinds.get(kind, ())
                if not s.flags[v] & UNTRIED and self.condition_refusal(s, v) is None
            )
            known = s.cache[TRIED] = s.turn, guard, kind, next(able, -1)
        found: int = known[3]
        return found

    def put(self, s: MonsterState, u: int, guard: int, out: Log) -> None:
        """8.11: the Guards unit takes the place, on the map or in the RVGK; the other is out of play for good."""
        h = s.hex[u]
        if h >= 0:
            self.stacks.lift(s, u, GONE)
            self.stacks.put(s, guard, h)
            out.add("guards", unit=guard, replaced=u, hex=h)
            return
        s.hex[u], s.area[u], s.area[guard] = GONE, NOWHERE, RVGK
        out.add("reserved", number=len(self.stavka.in_area(s, RVGK)))


class Stavka(MonsterChapter):
    """8.1, 8.7 to 8.10, 8.13."""

    def brigades_due(self, s: MonsterState, left: int, out: Log) -> int:
        """8.9: two dice, less for Leningrad and Moscow in distress; no more than are left."""
        dice = self.title.die(s, out, "tank brigades") + self.title.die(s, out, "tank brigades")
        return min(max(dice - self.distress(s), 0), left)

    def in_area(self, s: MonsterState, area: int) -> list[int]:
        found: list[int] = np.flatnonzero((s.vector("area") == area) & (s.vector("hex") == RESERVE)).tolist()
        return found

    def next_of(self, s: MonsterState, area: int, kind: str) -> int:
        """The next counter of a type that waits in an area, or -1. Faces were mixed, so any is as good."""
        for u in self.roster.entries.kinds.get(kind, ()):
            if s.area[u] == area and s.hex[u] == RESERVE:
                return u
        return -1

    def kinds_in(self, s: MonsterState, area: int) -> list[str]:
        found = {self.units.kind[u] for u in self.in_area(s, area)}
        return [kind for kind in KINDS if kind in found]

    def is_supplied_place(self, s: MonsterState, h: int) -> bool:
        """8.7: Soviet, with a line or supplied by sea (9.17)."""
        return controller(s, h) == SOVIET and (self.supply.is_joined(s, SOVIET, h) or self.supply.soviet_local(s, h))

    def serves_as_district(self, s: MonsterState, h: int) -> bool:
        """8.7, 9.16: Soviet and with a line of its own; Leningrad not while its line crosses the lake."""
        if controller(s, h) != SOVIET or not self.supply.is_joined(s, SOVIET, h):
            return False
        return h != self.geo.leningrad or self.supply.overland(s, h)

    def place_refusal(self, s: MonsterState, h: int) -> Refusal | None:
        """8.7: cities and large towns, and the hexes next to Military Districts; no enemy, room for one more."""
        label = self.board.label(h)
        rings = self.roster.entries.rings.get(h, ())
        if h not in self.roster.entries.places and not rings:
            return Refusal("8.7a", f"{label} is no city or large town and not next to a Military District", Trouble.HEX)
        if self.stacks.side_in(s, h) == GERMAN:
            return Refusal("8.7c", f"German units are in {label}", Trouble.ENEMY)
        if h in self.roster.entries.places and controller(s, h) != SOVIET:
            return Refusal("8.7c", f"{label} is not in Soviet hands", Trouble.HEX)
        own = h in self.roster.entries.places and self.is_supplied_place(s, h)
        if not own and not any(self.serves_as_district(s, d) for d in rings):
            row = "8.7b" if rings else "8.7c"
            return Refusal(
                row, f"neither {label} nor a Military District next to it is Soviet and in supply", Trouble.SUPPLY
            )
        if s.load[h] + QUARTERS > self.stacking.limit[h]:
            return Refusal("8.7a", f"{label} is full", Trouble.STACKING)
        return None

    def open_places(self, s: MonsterState) -> list[int]:
        return [h for h in self.roster.entries.hexes if self.place_refusal(s, h) is None]

    def distress(self, s: MonsterState) -> int:
        """8.9: three for Leningrad lost, cut off or on lake supply; three for Moscow lost, even by half, or cut off."""
        found = 0
        if self.supply.leningrad_supply(s) != "overland":
            found += FALLEN_CITY
        if not self.moscow_stands(s):
            found += FALLEN_CITY
        return found

    def moscow_stands(self, s: MonsterState) -> bool:
        """8.9, 8.10: both hexes Soviet, and not cut off."""
        hexes = self.geo.moscow
        if any(controller(s, h) != SOVIET for h in hexes):
            return False
        return any(self.supply.is_joined(s, SOVIET, h) for h in hexes)

    def replacement_rate(self, s: MonsterState) -> int:
        """8.13: so many rifle divisions for every Military District hex in full overland supply."""
        if s.turn not in self.charts.track:
            return 0
        districts = [
            h for h in self.board.hexes("district") if controller(s, h) == SOVIET and self.supply.overland(s, h)
        ]
        return self.charts.track[s.turn].rate * len(districts)

    def raise_divisions(self, s: MonsterState, out: Log) -> None:
        """8.13: rifle divisions drawn blind from the dead pile, which is turned face down for it (2.15)."""
        fallen = [u for u in self.roster.entries.kinds.get("RD", ()) if s.hex[u] == DEAD]
        number = min(self.replacement_rate(s), len(fallen))
        s.rd_due = number
        if not number:
            return
        for i in range(number):
            j = i + self.title.draw(s, len(fallen) - i)
            a, b = fallen[i], fallen[j]
            s.face[a], s.face[b] = s.face[b], s.face[a]
        for u in fallen:
            s.flags[u] = UNTRIED
        for u in fallen[:number]:
            s.hex[u], s.area[u], s.steps[u] = RESERVE, ARRIVING, self.units.units[u].steps
        out.add("drawn", what="dead pile")
        out.add("returned", number=number)

    def is_raised(self, s: MonsterState, u: int) -> bool:
        """Whether an arriving unit comes from the dead pile."""
        unit = self.units.units[u]
        return unit.entry != "group48" and unit.turn != s.turn


class TankBrigades(MonsterDecision, Automatic[MonsterState]):
    """I.B: two dice for the group of 48, less for a Leningrad and a Moscow in distress (8.9)."""

    name = "tank brigades"

    def enter(self, s: MonsterState, out: Log) -> bool:
        left = [
            u for u in self.roster.entries.groups.get("group48", ()) if s.hex[u] == RESERVE and s.area[u] == NOWHERE
        ]
        if not left or s.turn < TANK_GROUP_TURN:
            return False
        number = self.stavka.brigades_due(s, len(left), out)
        for u in left[:number]:
            s.area[u] = ARRIVING
        out.add("tank brigades", number=number)
        return False


class SovietArrivals(SovietEntryStep):
    """I.D: the units of the turn go on to the map, into the RVGK or into the Southern Ports box."""

    name = "soviet arrivals"
    verbs = ("bring", "reserve", "ports", "done")
    rule = "8.7a"
    verb_rules = MappingProxyType({"reserve": "8.1e"})
    area = ARRIVING

    def enter(self, s: MonsterState, out: Log) -> bool:
        self.stavka.raise_divisions(s, out)
        return bool(self.stavka.in_area(s, ARRIVING))

    def prompt(self, s: MonsterState) -> str:
        waiting = self.stavka.in_area(s, ARRIVING)
        number = {kind: sum(self.units.kind[u] == kind for u in waiting) for kind in self.stavka.kinds_in(s, ARRIVING)}
        due = ", ".join(some(n, KIND_NAMES[kind]) for kind, n in number.items())
        held = f"the RVGK holds {len(self.stavka.in_area(s, RVGK))} of {RVGK_LIMIT}"
        return f"Bring in your new units: {due}; {held}." if due else f"All new units are placed; {held}."

    def area_refusal(self, s: MonsterState, verb: str) -> Refusal | None:
        if verb == "reserve" and len(self.stavka.in_area(s, RVGK)) >= RVGK_LIMIT:
            return Refusal("8.1c", f"the RVGK holds {RVGK_LIMIT} units", Trouble.STACKING)
        return super().area_refusal(s, verb)

    def end_refusal(self, s: MonsterState) -> Refusal | None:
        """8.1: reinforcements are not left behind while there is any place for them; replacements may be (8.13)."""
        due = [u for u in self.stavka.in_area(s, ARRIVING) if not self.stavka.is_raised(s, u)]
        if not due:
            return None
        placeable = any(self.area_refusal(s, verb) is None for verb in ("reserve", "ports"))
        if not placeable and not self.stavka.open_places(s):
            return None
        return Refusal("8.1c", f"{len(due)} reinforcements are still to be placed", Trouble.DUTY)

    def close(self, s: MonsterState, out: Log) -> None:
        """8.13: replacements are not saved; 8.1: who finds no place at all is lost."""
        for u in self.stavka.in_area(s, ARRIVING):
            s.area[u] = NOWHERE
            if self.stavka.is_raised(s, u):
                s.hex[u], s.steps[u] = DEAD, 0
            else:
                s.hex[u] = GONE
                out.add("lost", unit=u, rule="8.1c")
        s.rd_due = 0
