"""8.0 Withdrawals, reinforcements, replacements, the replacement pool and Stavka Directive No. 1."""

from __future__ import annotations

import random
from collections.abc import Iterator

from steppe.assault.arrivals import Arrivals
from steppe.assault.conversions import Conversions
from steppe.assault.movement import start_parent
from steppe.assault.ranges import Way
from steppe.assault.refits import replace_step
from steppe.assault.stacks import controller
from steppe.assault.state import OFF_ORIGIN
from steppe.assault.units import DEAD, GONE, RESERVE
from steppe.assault.withdrawals import Withdrawal
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandChapter, LandDecision
from steppe.titles.lwe.state import CONCENTRATED, ENTRY, GERMAN, OFF_ROAD, RESTING, SOVIET, WITHDRAWN, LandState
from steppe.titles.lwe.terrain import TERRAIN_COSTS

HEADQUARTERS = "65RC"
"""The corps that was only a headquarters (8.10)."""

REORGANIZATION = 6
"""The turn of Stavka Directive No. 1 (8.14)."""

ARMY_PRICE = 5
"""Replacement steps that make the ICA whole (8.9)."""

GIVES_UP = 0.02
"""How often a player who chooses at random lets what is left go."""

LAST_RESERVE_TURN = 2


class LandArrivals(LandChapter, Arrivals[LandState]):
    """3.5, 8.0."""

    def rate(self, turn: int) -> int:
        """8.7, 8.8: replacement steps of a centre."""
        return self.charts.track[turn].rate if turn in self.charts.track else 0

    def german_due(self, s: LandState) -> list[int]:
        """8.2, 8.4: this turn's reinforcements; the ArKo on any turn."""
        due = [
            u
            for entry in ("reinforcement", "romanian-edge")
            for u in self.roster.entry_groups.get(entry, ())
            if self.units.units[u].turn == s.turn
        ]
        return [u for u in (*due, *self.roster.entry_groups.get("arko", ())) if s.hex[u] == RESERVE]

    def german_entry_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        name, label = self.units.keys[u], self.board.label(h)
        if self.units.side[u] != GERMAN or u not in self.german_due(s):
            return Refusal("8.1a", f"{name} does not enter in this phase", Trouble.UNIT)
        entry = self.units.units[u].entry
        if entry == "arko":
            if h not in self.geo.soviet_places or controller(s, h) != GERMAN:
                return Refusal("8.4", f"{name} enters at a captured Soviet town or city, not at {label}", Trouble.HEX)
            if not self.supply.is_regular_place(s, h):
                return Refusal("8.4", f"{label} is not in regular supply", Trouble.SUPPLY)
            return self.entry_refusal(s, u, h, "8.4")
        if controller(s, h) != GERMAN:
            return Refusal("8.2d" if entry == "romanian-edge" else "8.2b", f"{label} is Soviet", Trouble.ENEMY)
        if entry == "romanian-edge":
            if h not in self.geo.romanian_edge:
                return Refusal("8.2d", f"satellites enter by the edges of Romania, not at {label}", Trouble.HEX)
        elif h not in self.geo.home_edge and h not in self.geo.romanian_edge:
            if h not in self.geo.road_places:
                return Refusal("8.2b", f"{label} is no edge hex of ours and no town on a Rollbahn", Trouble.HEX)
            if not self.supply.is_regular_place(s, h):
                return Refusal("8.2b", f"{label} is not in regular supply", Trouble.SUPPLY)
        return self.entry_refusal(s, u, h, "8.2b")

    def replacement_refusal(self, s: LandState, u: int) -> Refusal | None:
        """8.6: reduced German non-mechanized divisions on the map, not out of supply, while steps last."""
        entitled = self.units.nation[u] == "german" and self.units.mobility[u] != "mech"
        return self.refits.replacement_refusal(s, u, entitled, "8.6a")

    def note_gap(self, s: LandState) -> None:
        """8.3: whether a German player turn begins with no Soviet unit between 1025 and 1030."""
        s.gap_open = int(not any(self.stacks.side_in(s, h) == SOVIET for h in self.geo.asterisks))

    def note_entry_places(self, s: LandState) -> None:
        """8.5: Soviet places in regular supply at the very start of the Soviet player turn."""
        s.vector("control")[:] &= ~ENTRY
        for h in self.roster.entry_places:
            if controller(s, h) == SOVIET and self.supply.is_joined(s, SOVIET, h):
                s.control[h] |= ENTRY

    def centres(self, s: LandState) -> list[int]:
        """8.7: replacement centres that are Soviet and in regular supply at this moment."""
        return [
            h for h in sorted(self.geo.centres) if controller(s, h) == SOVIET and self.supply.is_joined(s, SOVIET, h)
        ]

    def soviet_due(self, s: LandState) -> list[int]:
        return [u for u in self.roster.soviet_reinforcements.get(s.turn, ()) if s.hex[u] == RESERVE]

    def fallen(self, s: LandState) -> list[int]:
        """The dead pile, as far as it can be drawn on."""
        hexes = s.hex
        return [u for u in self.roster.replaceable if hexes[u] == DEAD]

    def reinforcement_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        """8.5: its own hexes, Soviet and in regular supply when the player turn began."""
        name, label = self.units.keys[u], self.board.label(h)
        if u == self.roster.coastal_army:
            if h not in self.roster.entry_hexes[u] or controller(s, h) != SOVIET:
                return Refusal("8.5e", f"{name} enters at Odessa or Sevastopol while they are Soviet", Trouble.HEX)
            return None
        if self.units.units[u].entry == "any":
            if h not in self.geo.places:
                return Refusal("8.5c", f"{label} is neither town nor city", Trouble.HEX)
        elif h not in self.roster.entry_hexes[u]:
            return Refusal("8.5a", f"{name} does not enter at {label}", Trouble.HEX)
        if controller(s, h) != SOVIET or not s.control[h] & ENTRY:
            return Refusal(
                "8.5b", f"{label} was not Soviet and in regular supply when the player turn began", Trouble.SUPPLY
            )
        return None

    def crowding_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        """8.1: reinforcements overstack a hex only where they must: no other hex of theirs has room."""
        if self.has_room(s, u, h):
            return None
        for x in self.roster.entry_hexes[u]:
            if self.has_room(s, u, x) and self.reinforcement_refusal(s, u, x) is None:
                why = f"{self.board.label(h)} is full, and {self.units.keys[u]} can enter at {self.board.label(x)}"
                return Refusal("8.1b", why, Trouble.STACKING)
        return None

    def has_room(self, s: LandState, u: int, h: int) -> bool:
        return bool(s.load[h] + self.units.points[u] <= self.stacking.limit[h])

    def return_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        """8.7: the fallen return at large towns and cities in supply; never the ICA (8.9), never Guards (8.13)."""
        name, label = self.units.keys[u], self.board.label(h)
        if u not in self.roster.replaceable or s.hex[u] != DEAD:
            rule = "8.9b" if u == self.roster.coastal_army else "8.13c" if self.roster.is_guards[u] else "8.7c"
            return Refusal(rule, f"{name} is no rifle division or cavalry corps that can return", Trouble.UNIT)
        if s.soviet_steps == 0:
            return Refusal("8.7b", "no replacement steps are left this turn", Trouble.POINTS)
        if h not in self.geo.large_places or controller(s, h) != SOVIET:
            return Refusal("8.7d", f"{label} is no large town or city in Soviet hands", Trouble.HEX)
        if not self.supply.is_joined(s, SOVIET, h) and not (not s.directive and h in self.geo.ports):
            return Refusal("8.7d", f"{label} is out of supply", Trouble.SUPPLY)
        return None

    def replenish_refusal(self, s: LandState, u: int) -> Refusal | None:
        """8.9: the reduced ICA, in a port, for five steps. 8.13: Guards never regain steps."""
        name = self.units.keys[u]
        if u != self.roster.coastal_army:
            rule = "8.13c" if self.roster.is_guards[u] else "8.9a"
            return Refusal(rule, f"{name} receives no steps: only the Independent Coastal Army does", Trouble.UNIT)
        if s.hex[u] < 0:
            return Refusal("8.9b", f"{name} is not on the map", Trouble.UNIT)
        if s.steps[u] == self.units.units[u].steps:
            return Refusal("8.9a", f"{name} is at full strength", Trouble.UNIT)
        if s.hex[u] not in self.geo.ports:
            return Refusal("8.9a", f"{name} is in no coastal town", Trouble.HEX)
        if s.soviet_steps < ARMY_PRICE:
            return Refusal("8.9a", f"{ARMY_PRICE} steps are wanted and {s.soviet_steps} are left", Trouble.POINTS)
        return None

    def waiting_at(self, s: LandState, decision: str) -> list[int]:
        """The units off the map that may enter at a decision."""
        if decision == "movement":
            return self.waiting_in_movement(s)
        if decision == GermanEntry.name:
            return self.german_due(s)
        if decision == SovietEntry.name:
            return self.soviet_due(s) + (self.fallen(s) if s.soviet_steps else [])
        return []

    def pool(self, s: LandState) -> list[int]:
        return [u for u in self.roster.entry_groups.get("pool", ()) if s.hex[u] == RESERVE]

    def is_rifle_corps(self, u: int) -> bool:
        return self.units.kind[u] == "rifle" and self.units.units[u].size == "XXX"

    def draw_division(self, s: LandState) -> int | None:
        """8.10: a blind draw from the replacement pool."""
        left = self.pool(s)
        return left[self.title.draw(s, len(left))] if left else None

    def feed_pool(self, s: LandState, u: int, out: Log) -> None:
        """8.10: for every factor of a lost rifle corps a division becomes replaceable; none for the headquarters."""
        if not self.is_rifle_corps(u) or self.units.keys[u] == HEADQUARTERS:
            return
        for _ in range(self.units.attack[self.units.own_face[u]][1]):
            division = self.draw_division(s)
            if division is not None:
                s.hex[division] = DEAD
                s.steps[division] = 0
                out.add("drawn", what="replacement pool", unit=division)

    def reorganize(self, s: LandState, out: Log) -> None:
        """8.14: at the start of turn 6 every rifle corps on the map becomes as many divisions as it has factors."""
        if s.turn != REORGANIZATION:
            return
        for u in self.side_units[SOVIET]:
            h = s.hex[u]
            if h < 0 or not self.is_rifle_corps(u):
                continue
            self.stacks.lift(s, u, GONE)
            for _ in range(self.units.attack[self.units.own_face[u]][1]):
                division = self.draw_division(s)
                if division is not None:
                    self.stacks.put(s, division, h)
        out.add("reorganized")
        out.add("drawn", what="replacement pool")

    def reserve_refusal(self, s: LandState, u: int, h: int) -> Refusal | None:
        """3.5, 8.3, 9.31: why a unit off the map may not enter at a hex in a Movement Phase."""
        name, label = self.units.keys[u], self.board.label(h)
        entry = self.units.units[u].entry
        if self.units.side[u] != s.seat or s.hex[u] != RESERVE:
            return Refusal("3.5e", f"{name} does not wait off the map", Trouble.UNIT)
        if entry == "germany":
            if s.turn > LAST_RESERVE_TURN or h not in self.geo.home_edge:
                return Refusal(
                    "3.5e", f"the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at {label}"
                )
        elif entry == "asterisk":
            if not s.gap_open:
                return Refusal("8.3a", "the player turn began with Soviet units between 1025 and 1030", Trouble.ENEMY)
            if h not in self.geo.asterisks:
                return Refusal("8.3a", f"{name} enters only between 1025 and 1030", Trouble.HEX)
            if self.roster.is_satellite[u] and h in self.geo.north:  # it might be unable to go on to where it may stop
                return Refusal("9.31", f"{label} lies north of the sector line: {name} enters south of it", Trouble.HEX)
        else:
            return Refusal("8.1a", f"{name} does not enter in a Movement Phase", Trouble.TIME)
        return self.entry_refusal(s, u, h, "8.3a" if entry == "asterisk" else "3.5e")

    def entry_refusal(self, s: LandState, u: int, h: int, rule: str) -> Refusal | None:
        """What every entry of the German side needs: no enemy, room, no foreigners, supply."""
        label = self.board.label(h)
        if self.stacks.side_in(s, h) == SOVIET:
            return Refusal(rule, f"Soviet units are in {label}", Trouble.ENEMY)
        if s.load[h] + self.units.points[u] > self.stacking.limit[h]:
            return Refusal("8.1c", f"{label} is full", Trouble.STACKING)
        refusal = self.stacking.mixing_refusal(s, (u,), h)
        if refusal:
            return refusal
        if not self.supply.is_joined(self.ranges.as_if_taken(s, Way(((h, 0),))), GERMAN, h):
            return Refusal("7.16a", f"in {label} it would be out of supply", Trouble.SUPPLY)
        return None

    def entry_price(self, s: LandState, u: int, h: int) -> int:
        """3.5: the OKH Reserve pays for its first hex, the asterisked units do not (8.2)."""
        if self.units.units[u].entry == "asterisk":
            return 0
        dry = TERRAIN_COSTS.get(self.units.mobility[u], TERRAIN_COSTS["foot"])
        return min(dry[self.board.terrain[h]], self.movement.factor(s, u))

    def waiting_in_movement(self, s: LandState) -> list[int]:
        """The units that may come in this Movement Phase."""
        if s.seat != GERMAN:
            return []
        found = []
        if s.turn <= LAST_RESERVE_TURN:
            found += [u for u in self.roster.entry_groups.get("germany", ()) if s.hex[u] == RESERVE]
        if s.gap_open:
            found += [u for u in self.roster.entry_groups.get("asterisk", ()) if s.hex[u] == RESERVE]
        return found

    def entry_orders(self, s: LandState, units: Units) -> Iterator[Order]:
        for u in units:
            places = self.geo.asterisks if self.units.units[u].entry == "asterisk" else self.geo.home_edge
            for h in places:
                if self.reserve_refusal(s, u, h) is None:
                    yield Order("enter", (u,), h)

    def come_on(self, s: LandState, u: int, h: int, out: Log) -> None:
        """A unit off the map enters at an edge hex, and may move on."""
        s.spent[u] = self.entry_price(s, u, h)
        s.origin[u] = OFF_ORIGIN - u
        start_parent(s, (u,))
        s.flags[u] |= OFF_ROAD
        self.stacks.put(s, u, h)
        self.stacks.take_control(s, h, GERMAN, out)
        out.add("entered", units=(u,), hex=h)

    def forfeit_reserve(self, s: LandState, out: Log) -> None:
        """3.5: whoever is still in the OKH Reserve after turn 2's movement is lost."""
        if s.seat != GERMAN or s.turn != LAST_RESERVE_TURN:
            return
        for u in self.roster.entry_groups.get("germany", ()):
            if s.hex[u] == RESERVE:
                s.hex[u] = DEAD
                s.steps[u] = 0
                out.add("lost", unit=u, rule="3.5f")

    def waiting_units(self, s: LandState) -> list[int]:
        return self.waiting_at(s, self.title.decision(s)[0].name)

    def waiting_to_enter(self, s: LandState) -> Units:
        return tuple(self.waiting_in_movement(s))


class LandConversions(LandChapter, Conversions[LandState]):
    """8.13."""

    one_guard_a_turn = False
    converted_go_to = DEAD

    def next_guard(self, s: LandState, out: Log) -> int:
        """8.13: the Guards units of this turn, one after another."""
        for u in self.roster.entry_groups.get("guards", ()):
            if self.units.units[u].turn == s.turn and s.hex[u] == RESERVE:
                return u
        return -1

    def becomes_guard(self, guard: int, u: int) -> bool:
        """8.13: the same type and size; a cavalry group may become a Guards cavalry corps."""
        mine, theirs = self.units.units[guard], self.units.units[u]
        return mine.kind == theirs.kind and mine.size == theirs.size.strip("[]") and not self.roster.is_guards[u]


class LandWithdrawal(LandDecision, Withdrawal[LandState]):
    """The first act of II.B: units leave for good, or a point is paid for each that does not, now or never (8.12d)."""

    rule, decline_rule = "8.12a", "8.12c"
    kinds = WITHDRAWN

    def asked(self, s: LandState, what: str) -> int:
        number: int = self.charts.withdrawals.get((s.turn, what), 0)
        return number

    def answers(self, u: int, what: str) -> bool:
        if what == "HF":
            return bool(self.units.keys[u] == "HF")
        return bool(self.units.kind[u] == what and self.units.nation[u] == "german")

    def unasked(self, s: LandState, u: int) -> Refusal:
        rule = "8.12b" if s.due_hf else "8.12a"
        return Refusal(rule, f"{self.units.keys[u]} is not what is to be withdrawn", Trouble.UNIT)

    def has_left(self, s: LandState, u: int) -> None:
        if s.flags[u] & CONCENTRATED:  # its marker is not placed again (7.6)
            s.markers -= 1


class GermanEntry(LandDecision):
    """II.B: reinforcements enter or are lost; replacement steps are handed out."""

    name = "german entry"
    verbs = ("enter", "replace", "done")
    rule = "8.2a"

    def enter(self, s: LandState, out: Log) -> bool:
        return next((o for o in self.legal(s, ()) if o.verb != "done"), None) is not None or self._close(s, out)

    def _close(self, s: LandState, out: Log) -> bool:
        """8.2: what has not entered on its turn is lost; the ArKo may wait."""
        for u in self.arrivals.german_due(s):
            if self.units.units[u].entry != "arko":
                s.hex[u] = GONE
                out.add("lost", unit=u, rule="8.2a")
        return False

    def prompt(self, s: LandState) -> str:
        due = ", ".join(self.units.keys[u] for u in self.arrivals.german_due(s))
        return f"New units to enter: {due or 'none'}. Replacement steps left: {s.replacements}."

    def legal(self, s: LandState, about: Units) -> Iterator[Order]:
        for u in self.arrivals.german_due(s):
            if not about or u in about:
                for h in self._places(u):
                    if self.arrivals.german_entry_refusal(s, u, h) is None:
                        yield Order("enter", (u,), h)
        if s.replacements:
            for u in about or self.refits.reduced_units(s, GERMAN):
                if self.arrivals.replacement_refusal(s, u) is None:
                    yield Order("replace", (u,))
        if not about:
            yield Order("done")

    def _places(self, u: int) -> tuple[int, ...]:
        entry = self.units.units[u].entry
        if entry == "arko":
            return tuple(sorted(self.geo.soviet_places))
        return self.geo.romanian_edge if entry == "romanian-edge" else self.geo.german_entries

    def refuse(self, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.1a", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return self.arrivals.replacement_refusal(s, order.units[0])
        return self.arrivals.german_entry_refusal(s, order.units[0], order.hex)

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self._close(s, out)
            self.title.end_step(s, out)
            return
        u = order.units[0]
        if order.verb == "replace":
            replace_step(s, u, out)
            return
        self.stacks.put(s, u, order.hex)
        by_road = order.hex not in self.geo.home_edge and order.hex not in self.geo.romanian_edge
        if by_road and self.units.units[u].entry == "reinforcement":
            s.flags[u] |= RESTING
        out.add("entered", units=(u,), hex=order.hex)

    def pick(self, s: LandState, rng: random.Random) -> Order:
        if rng.random() < GIVES_UP:
            return Order("done")
        for u in self.arrivals.german_due(s):
            places = self._places(u)
            for _ in range(6):
                order = Order("enter", (u,), rng.choice(places)) if places else Order("done")
                if order.verb == "enter" and self.refuse(s, order) is None:
                    return order
        return rng.choice(list(self.legal(s, ())))


class SovietEntry(LandDecision):
    """III.B: reinforcements at their hexes, the fallen anew, the ICA made whole. Stacking waits (8.1)."""

    name = "soviet entry"
    verbs = ("enter", "replace", "done")
    rule = "8.5a"

    def enter(self, s: LandState, out: Log) -> bool:
        s.soviet_steps = self.arrivals.rate(s.turn) * len(self.arrivals.centres(s))
        if next((o for o in self.legal(s, ()) if o.verb != "done"), None) is not None:
            return True
        self._close(s, out)
        return False

    def _close(self, s: LandState, out: Log) -> None:
        """8.5: what has not entered is gone for good; a corps so lost still feeds the pool (8.10). 8.7: no saving."""
        s.soviet_steps = 0
        for u in self.arrivals.soviet_due(s):
            s.hex[u] = GONE
            out.add("lost", unit=u, rule="8.5a")
            self.arrivals.feed_pool(s, u, out)

    def prompt(self, s: LandState) -> str:
        return (
            f"{len(self.arrivals.soviet_due(s))} reinforcements to enter; {s.soviet_steps} replacement steps "
            f"for {len(self.arrivals.fallen(s))} fallen units."
        )

    def legal(self, s: LandState, about: Units) -> Iterator[Order]:
        for u in self.arrivals.soviet_due(s):
            if not about or u in about:
                for h in self.roster.entry_hexes[u]:
                    if self._refuse_entry(s, u, h) is None:
                        yield Order("enter", (u,), h)
        if s.soviet_steps:
            places = [h for h in sorted(self.geo.large_places) if controller(s, h) == SOVIET]
            for u in about or self.arrivals.fallen(s):
                for h in places:
                    if s.hex[u] == DEAD and self._refuse_entry(s, u, h) is None:
                        yield Order("enter", (u,), h)
            army = self.roster.coastal_army
            if army >= 0 and (not about or army in about) and self.arrivals.replenish_refusal(s, army) is None:
                yield Order("replace", (army,))
        if not about:
            yield Order("done")

    def refuse(self, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.1a", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return self.arrivals.replenish_refusal(s, order.units[0])
        return self._refuse_entry(s, order.units[0], order.hex)

    def _refuse_entry(self, s: LandState, u: int, h: int) -> Refusal | None:
        if self.units.side[u] != SOVIET:
            return Refusal("8.1a", f"{self.units.keys[u]} is not yours", Trouble.UNIT)
        if self.stacks.side_in(s, h) == GERMAN:
            return Refusal("8.5b", f"German units are in {self.board.label(h)}", Trouble.ENEMY)
        if s.hex[u] == DEAD:
            return self.arrivals.return_refusal(s, u, h)
        if u not in self.arrivals.soviet_due(s):
            return Refusal("8.5a", f"{self.units.keys[u]} is not due this turn", Trouble.TIME)
        return self.arrivals.reinforcement_refusal(s, u, h) or self.arrivals.crowding_refusal(s, u, h)

    def apply(self, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self._close(s, out)
            self.title.end_step(s, out)
            return
        u = order.units[0]
        if order.verb == "replace":
            s.steps[u] += 1
            s.soviet_steps -= ARMY_PRICE
            out.add("replaced", unit=u)
            return
        if s.hex[u] == DEAD:
            s.soviet_steps -= 1
            s.steps[u] = self.units.units[u].steps
            s.flags[u] = 0
        self.stacks.put(s, u, order.hex)
        out.add("entered", units=(u,), hex=order.hex)

    def pick(self, s: LandState, rng: random.Random) -> Order:
        due = self.arrivals.soviet_due(s)
        if rng.random() < GIVES_UP:
            return Order("done")
        dead = self.arrivals.fallen(s) if s.soviet_steps and not due else []
        for _ in range(8):
            u = rng.choice(due or dead) if due or dead else -1
            places = self.roster.entry_hexes[u] if due else self.geo.large_place_list
            if u >= 0 and places:
                order = Order("enter", (u,), rng.choice(places))
                if self.refuse(s, order) is None:
                    return order
        return Order("done")
