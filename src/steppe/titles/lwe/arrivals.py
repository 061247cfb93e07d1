"""8.0 Withdrawals, reinforcements, replacements, the replacement pool and Stavka Directive No. 1."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault import refits, withdrawals
from steppe.assault.stacks import controller, lift, put, side_in
from steppe.assault.units import DEAD, GONE, RESERVE, Unit
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.lwe import movement, supply
from steppe.titles.lwe.state import CONCENTRATED, ENTRY, GERMAN, RESTING, SOVIET, WITHDRAWN, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

HEADQUARTERS = "65RC"
"""The corps that was only a headquarters (8.10)."""
REORGANIZATION = 6
"""The turn of Stavka Directive No. 1 (8.14)."""
ARMY_PRICE = 5
"""Replacement steps that make the ICA whole (8.9)."""
GIVES_UP = 0.02
"""How often a player who chooses at random lets what is left go."""


# -- 8.12 withdrawals -------------------------------------------------------------------------------------------------


class Withdrawal(withdrawals.Withdrawal):
    """The first act of II.B: units leave for good, or a point is paid for each that does not."""

    rule, decline_rule = "8.12a", "8.12c"
    kinds = WITHDRAWN

    def asked(self, title: Any, s: Any, what: str) -> int:
        number: int = title.withdrawals.get((s.turn, what), 0)
        return number

    def answers(self, title: Any, u: int, what: str) -> bool:
        if what == "HF":
            return bool(title.units.keys[u] == "HF")
        return bool(title.units.kind[u] == what and title.units.nation[u] == "german")

    def unasked(self, title: Any, s: Any, u: int) -> Refusal:
        rule = "8.12b" if s.due_hf else "8.12a"
        return Refusal(rule, f"{title.units.keys[u]} is not what is to be withdrawn", Trouble.UNIT)

    def has_left(self, title: Any, s: Any, u: int) -> None:
        if s.flags[u] & CONCENTRATED:  # its marker is not placed again (7.6)
            s.markers -= 1


# -- 8.2, 8.4, 8.6 German entry ---------------------------------------------------------------------------------------


def german_due(title: LandWithoutEnd, s: LandState) -> list[int]:
    """8.2, 8.4: this turn's reinforcements; the ArKo on any turn."""
    due = [
        u
        for entry in ("reinforcement", "romanian-edge")
        for u in title.entry_groups.get(entry, ())
        if title.units.units[u].turn == s.turn
    ]
    return [u for u in (*due, *title.entry_groups.get("arko", ())) if s.hex[u] == RESERVE]


def german_entry_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    name, label = title.units.keys[u], title.board.label(h)
    if title.units.side[u] != GERMAN or u not in german_due(title, s):
        return Refusal("8.1a", f"{name} does not enter in this phase", Trouble.UNIT)
    entry = title.units.units[u].entry
    if entry == "arko":
        if h not in title.soviet_places or controller(s, h) != GERMAN:
            return Refusal("8.4", f"{name} enters at a captured Soviet town or city, not at {label}", Trouble.HEX)
        if not supply.is_regular_place(title, s, h):
            return Refusal("8.4", f"{label} is not in regular supply", Trouble.SUPPLY)
        return movement.entry_refusal(title, s, u, h, "8.4")
    if controller(s, h) != GERMAN:
        return Refusal("8.2d" if entry == "romanian-edge" else "8.2b", f"{label} is Soviet", Trouble.ENEMY)
    if entry == "romanian-edge":
        if h not in title.romanian_edge:
            return Refusal("8.2d", f"satellites enter by the edges of Romania, not at {label}", Trouble.HEX)
    elif h not in title.home_edge and h not in title.romanian_edge:
        if h not in title.road_places:
            return Refusal("8.2b", f"{label} is no edge hex of ours and no town on a Rollbahn", Trouble.HEX)
        if not supply.is_regular_place(title, s, h):
            return Refusal("8.2b", f"{label} is not in regular supply", Trouble.SUPPLY)
    return movement.entry_refusal(title, s, u, h, "8.2b")


def replacement_refusal(title: LandWithoutEnd, s: LandState, u: int) -> Refusal | None:
    """8.6: reduced German non-mechanized divisions on the map, not out of supply, while steps last."""
    entitled = title.units.nation[u] == "german" and title.units.mobility[u] != "mech"
    return refits.replacement_refusal(title, s, u, entitled, "8.6a")


class GermanEntry(Decision["LandWithoutEnd", LandState]):
    """II.B: reinforcements enter or are lost; replacement steps are handed out."""

    name = "german entry"
    verbs = ("enter", "replace", "done")
    rule = "8.2a"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return next((o for o in self.legal(title, s, ()) if o.verb != "done"), None) is not None or self._close(
            title, s, out
        )

    def _close(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        """8.2: what has not entered on its turn is lost; the ArKo may wait."""
        for u in german_due(title, s):
            if title.units.units[u].entry != "arko":
                s.hex[u] = GONE
                out.add("lost", unit=u, rule="8.2a")
        return False

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        due = ", ".join(title.units.keys[u] for u in german_due(title, s))
        return f"New units to enter: {due or 'none'}. Replacement steps left: {s.replacements}."

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        for u in german_due(title, s):
            if not about or u in about:
                for h in self._places(title, u):
                    if german_entry_refusal(title, s, u, h) is None:
                        yield Order("enter", (u,), h)
        if s.replacements:
            for u in about or title.side_units[GERMAN]:
                if replacement_refusal(title, s, u) is None:
                    yield Order("replace", (u,))
        if not about:
            yield Order("done")

    def _places(self, title: LandWithoutEnd, u: int) -> tuple[int, ...]:
        entry = title.units.units[u].entry
        if entry == "arko":
            return tuple(sorted(title.soviet_places))
        return title.romanian_edge if entry == "romanian-edge" else title.german_entries

    def refuse(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.1a", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return replacement_refusal(title, s, order.units[0])
        return german_entry_refusal(title, s, order.units[0], order.hex)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self._close(title, s, out)
            title.end_step(s, out)
            return
        u = order.units[0]
        if order.verb == "replace":
            refits.replace_step(s, u, out)
            return
        put(title, s, u, order.hex)
        by_road = order.hex not in title.home_edge and order.hex not in title.romanian_edge
        if by_road and title.units.units[u].entry == "reinforcement":
            s.flags[u] |= RESTING
        out.add("entered", units=(u,), hex=order.hex)

    def pick(self, title: LandWithoutEnd, s: LandState, rng: random.Random) -> Order:
        if rng.random() < GIVES_UP:
            return Order("done")
        for u in german_due(title, s):
            places = self._places(title, u)
            for _ in range(6):
                order = Order("enter", (u,), rng.choice(places)) if places else Order("done")
                if order.verb == "enter" and self.refuse(title, s, order) is None:
                    return order
        return rng.choice(list(self.legal(title, s, ())))


# -- 8.5, 8.7, 8.9 Soviet entry ---------------------------------------------------------------------------------------


def note_entry_places(title: LandWithoutEnd, s: LandState) -> None:
    """8.5: Soviet places in regular supply at the very start of the Soviet player turn."""
    s.vector("control")[:] &= ~ENTRY
    for h in title.entry_places:
        if controller(s, h) == SOVIET and supply.is_joined(title, s, SOVIET, h):
            s.control[h] |= ENTRY


def centres(title: LandWithoutEnd, s: LandState) -> list[int]:
    """8.7: replacement centres that are Soviet and in regular supply at this moment."""
    return [h for h in sorted(title.centres) if controller(s, h) == SOVIET and supply.is_joined(title, s, SOVIET, h)]


def soviet_due(title: LandWithoutEnd, s: LandState) -> list[int]:
    return [u for u in title.soviet_reinforcements.get(s.turn, ()) if s.hex[u] == RESERVE]


def is_replaceable(unit: Unit) -> bool:
    """8.7: rifle and mountain rifle divisions and regular cavalry corps, none of them Guards."""
    if unit.side != SOVIET or unit.entry == "guards":
        return False
    if unit.kind in ("rifle", "mountain-rifle"):
        return unit.size == "XX"
    return unit.kind == "cavalry" and unit.size == "XXX"


def fallen(title: LandWithoutEnd, s: LandState) -> list[int]:
    """The dead pile, as far as it can be drawn on."""
    hexes = s.hex
    return [u for u in title.replaceable if hexes[u] == DEAD]


def reinforcement_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    """8.5: its own hexes, Soviet and in regular supply when the player turn began."""
    name, label = title.units.keys[u], title.board.label(h)
    if u == title.coastal_army:
        if h not in title.entry_hexes[u] or controller(s, h) != SOVIET:
            return Refusal("8.5e", f"{name} enters at Odessa or Sevastopol while they are Soviet", Trouble.HEX)
        return None
    if title.units.units[u].entry == "any":
        if h not in title.soviet_places:
            return Refusal("8.5c", f"{label} is neither town nor city of the Soviet Union", Trouble.HEX)
    elif h not in title.entry_hexes[u]:
        return Refusal("8.5a", f"{name} does not enter at {label}", Trouble.HEX)
    if controller(s, h) != SOVIET or not s.control[h] & ENTRY:
        return Refusal(
            "8.5b", f"{label} was not Soviet and in regular supply when the player turn began", Trouble.SUPPLY
        )
    return None


def crowding_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    """8.1: reinforcements overstack a hex only where they must: no other hex of theirs has room."""
    if has_room(title, s, u, h):
        return None
    for x in title.entry_hexes[u]:
        if has_room(title, s, u, x) and reinforcement_refusal(title, s, u, x) is None:
            why = f"{title.board.label(h)} is full, and {title.units.keys[u]} can enter at {title.board.label(x)}"
            return Refusal("8.1b", why, Trouble.STACKING)
    return None


def has_room(title: LandWithoutEnd, s: LandState, u: int, h: int) -> bool:
    return bool(s.load[h] + title.units.points[u] <= title.stack_limit[h])


def return_refusal(title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
    """8.7: the fallen return at large towns and cities in supply; never the ICA (8.9), never Guards (8.13)."""
    name, label = title.units.keys[u], title.board.label(h)
    if u not in title.replaceable or s.hex[u] != DEAD:
        rule = "8.9b" if u == title.coastal_army else "8.13c" if title.is_guards[u] else "8.7c"
        return Refusal(rule, f"{name} is no rifle division or cavalry corps that can return", Trouble.UNIT)
    if s.soviet_steps == 0:
        return Refusal("8.7b", "no replacement steps are left this turn", Trouble.POINTS)
    if h not in title.large_places or controller(s, h) != SOVIET:
        return Refusal("8.7d", f"{label} is no large town or city in Soviet hands", Trouble.HEX)
    if not supply.is_joined(title, s, SOVIET, h) and not (not s.directive and h in title.ports):
        return Refusal("8.7d", f"{label} is out of supply", Trouble.SUPPLY)
    return None


def replenish_refusal(title: LandWithoutEnd, s: LandState, u: int) -> Refusal | None:
    """8.9: the reduced ICA, in a port, for five steps. 8.13: Guards never regain steps."""
    name = title.units.keys[u]
    if u != title.coastal_army:
        rule = "8.13c" if title.is_guards[u] else "8.9a"
        return Refusal(rule, f"{name} receives no steps: only the Independent Coastal Army does", Trouble.UNIT)
    if s.hex[u] < 0:
        return Refusal("8.9b", f"{name} is not on the map", Trouble.UNIT)
    if s.steps[u] == title.units.units[u].steps:
        return Refusal("8.9a", f"{name} is at full strength", Trouble.UNIT)
    if s.hex[u] not in title.ports:
        return Refusal("8.9a", f"{name} is in no coastal town", Trouble.HEX)
    if s.soviet_steps < ARMY_PRICE:
        return Refusal("8.9a", f"{ARMY_PRICE} steps are wanted and {s.soviet_steps} are left", Trouble.POINTS)
    return None


class SovietEntry(Decision["LandWithoutEnd", LandState]):
    """III.B: reinforcements at their hexes, the fallen anew, the ICA made whole. Stacking waits (8.1)."""

    name = "soviet entry"
    verbs = ("enter", "replace", "done")
    rule = "8.5a"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        s.soviet_steps = title.rate(s.turn) * len(centres(title, s))
        if next((o for o in self.legal(title, s, ()) if o.verb != "done"), None) is not None:
            return True
        self._close(title, s, out)
        return False

    def _close(self, title: LandWithoutEnd, s: LandState, out: Log) -> None:
        """8.5: what has not entered is gone for good; a corps so lost still feeds the pool (8.10). 8.7: no saving."""
        s.soviet_steps = 0
        for u in soviet_due(title, s):
            s.hex[u] = GONE
            out.add("lost", unit=u, rule="8.5a")
            feed_pool(title, s, u, out)

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return (
            f"{len(soviet_due(title, s))} reinforcements to enter; {s.soviet_steps} replacement steps "
            f"for {len(fallen(title, s))} fallen units."
        )

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        for u in soviet_due(title, s):
            if not about or u in about:
                for h in title.entry_hexes[u]:
                    if self._refuse_entry(title, s, u, h) is None:
                        yield Order("enter", (u,), h)
        if s.soviet_steps:
            places = [h for h in sorted(title.large_places) if controller(s, h) == SOVIET]
            for u in about or fallen(title, s):
                for h in places:
                    if s.hex[u] == DEAD and self._refuse_entry(title, s, u, h) is None:
                        yield Order("enter", (u,), h)
            army = title.coastal_army
            if army >= 0 and (not about or army in about) and replenish_refusal(title, s, army) is None:
                yield Order("replace", (army,))
        if not about:
            yield Order("done")

    def refuse(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("8.1a", "name one unit", Trouble.UNIT)
        if order.verb == "replace":
            return replenish_refusal(title, s, order.units[0])
        return self._refuse_entry(title, s, order.units[0], order.hex)

    def _refuse_entry(self, title: LandWithoutEnd, s: LandState, u: int, h: int) -> Refusal | None:
        if title.units.side[u] != SOVIET:
            return Refusal("8.1a", f"{title.units.keys[u]} is not yours", Trouble.UNIT)
        if side_in(title, s, h) == GERMAN:
            return Refusal("8.5b", f"German units are in {title.board.label(h)}", Trouble.ENEMY)
        if s.hex[u] == DEAD:
            return return_refusal(title, s, u, h)
        if u not in soviet_due(title, s):
            return Refusal("8.5a", f"{title.units.keys[u]} is not due this turn", Trouble.TIME)
        return reinforcement_refusal(title, s, u, h) or crowding_refusal(title, s, u, h)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "done":
            self._close(title, s, out)
            title.end_step(s, out)
            return
        u = order.units[0]
        if order.verb == "replace":
            s.steps[u] += 1
            s.soviet_steps -= ARMY_PRICE
            out.add("replaced", unit=u)
            return
        if s.hex[u] == DEAD:
            s.soviet_steps -= 1
            s.steps[u] = title.units.units[u].steps
            s.flags[u] = 0
        put(title, s, u, order.hex)
        out.add("entered", units=(u,), hex=order.hex)

    def pick(self, title: LandWithoutEnd, s: LandState, rng: random.Random) -> Order:
        due = soviet_due(title, s)
        if rng.random() < GIVES_UP:
            return Order("done")
        dead = fallen(title, s) if s.soviet_steps and not due else []
        for _ in range(8):
            u = rng.choice(due or dead) if due or dead else -1
            places = title.entry_hexes[u] if due else title.large_place_list
            if u >= 0 and places:
                order = Order("enter", (u,), rng.choice(places))
                if self.refuse(title, s, order) is None:
                    return order
        return Order("done")


def waiting(title: LandWithoutEnd, s: LandState, decision: str) -> list[int]:
    """The units off the map that may enter at a decision."""
    if decision == "movement":
        return movement.waiting(title, s)
    if decision == GermanEntry.name:
        return german_due(title, s)
    if decision == SovietEntry.name:
        return soviet_due(title, s) + (fallen(title, s) if s.soviet_steps else [])
    return []


# -- 8.10, 8.14 the replacement pool ----------------------------------------------------------------------------------


def pool(title: LandWithoutEnd, s: LandState) -> list[int]:
    return [u for u in title.entry_groups.get("pool", ()) if s.hex[u] == RESERVE]


def is_rifle_corps(title: LandWithoutEnd, u: int) -> bool:
    return title.units.kind[u] == "rifle" and title.units.units[u].size == "XXX"


def draw_division(title: LandWithoutEnd, s: LandState) -> int | None:
    """8.10: a blind draw from the replacement pool."""
    left = pool(title, s)
    return left[title.draw(s, len(left))] if left else None


def feed_pool(title: LandWithoutEnd, s: LandState, u: int, out: Log) -> None:
    """8.10: for every factor of a lost rifle corps a division becomes replaceable; none for the headquarters."""
    if not is_rifle_corps(title, u) or title.units.keys[u] == HEADQUARTERS:
        return
    for _ in range(title.units.attack[title.units.own_face[u]][1]):
        division = draw_division(title, s)
        if division is not None:
            s.hex[division] = DEAD
            s.steps[division] = 0
            out.add("drawn", what="replacement pool", unit=division)


def reorganize(title: LandWithoutEnd, s: LandState, out: Log) -> None:
    """8.14: at the very start of turn 6 every rifle corps on the map becomes as many divisions as it has factors."""
    if s.turn != REORGANIZATION:
        return
    for u in title.side_units[SOVIET]:
        h = s.hex[u]
        if h < 0 or not is_rifle_corps(title, u):
            continue
        lift(title, s, u, GONE)
        for _ in range(title.units.attack[title.units.own_face[u]][1]):
            division = draw_division(title, s)
            if division is not None:
                put(title, s, division, h)
    out.add("reorganized")
    out.add("drawn", what="replacement pool")


# -- 8.13 Guards ------------------------------------------------------------------------------------------------------


def next_guard(title: LandWithoutEnd, s: LandState) -> int:
    """8.13: the Guards units of this turn, one after another."""
    for u in title.entry_groups.get("guards", ()):
        if title.units.units[u].turn == s.turn and s.hex[u] == RESERVE:
            return u
    return -1


def becomes_guard(title: LandWithoutEnd, guard: int, u: int) -> bool:
    """8.13: the same type and size; a cavalry group may become a Guards cavalry corps."""
    mine, theirs = title.units.units[guard], title.units.units[u]
    return mine.kind == theirs.kind and mine.size == theirs.size.strip("[]") and not title.is_guards[u]
