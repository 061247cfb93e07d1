"""9.0 Reinforcements, replacements, withdrawals and Guards conversions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import MappingProxyType

from steppe.assault.arrivals import Arrivals
from steppe.assault.conversions import Conversions
from steppe.assault.stacks import controller
from steppe.assault.state import CONTROL_LOST
from steppe.assault.units import GONE, RESERVE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.dom.chapter import MoscowChapter, MoscowDecision
from steppe.titles.dom.november import REPLACEMENT_STEPS, is_executed_now
from steppe.titles.dom.state import ARRIVING, ENTRY, GERMAN, SOVIET, MoscowState

FIRST_LINE, SECOND_LINE = (4, 8), (3, 7)
"""The two kinds of infantry divisions by their full factors (9.3)."""

GIVES_UP = 0.02
"""How often a player who chooses at random lets the reinforcements that are left go (9.1a)."""

CONVERTS = {"GRD": "RD", "GCD": "CD", "GTB": "TB"}
"""Which type a Guards type replaces (9.4)."""


class MoscowArrivals(MoscowChapter, Arrivals[MoscowState]):
    """9.1 to 9.3, 12.2."""

    def make_tables(self) -> None:
        self.full_factors = tuple(self.units.faces[f].factors[-1] for f in self.units.own_face)

    def note_entry_places(self, s: MoscowState) -> None:
        """9.1: a town or city serves if it could trace to a map-edge source at the very start of the player turn."""
        s.vector("control")[:] &= ~ENTRY
        for h in self.geo.places:
            if controller(s, h) == SOVIET and self.supply.has_line(s, SOVIET, h):
                s.control[h] |= ENTRY

    def entry_refusal(self, s: MoscowState, kind: str, h: int) -> Refusal | None:
        """9.1: map-edge sources, and towns and cities never lost, with no German next to them and supplied in time."""
        if s.due(kind) == 0:
            return Refusal("9.1d", f"no {kind} is due", Trouble.UNIT)
        refusal = self.place_refusal(s, h)
        if refusal:
            return refusal
        mobility = self.units.mobility[self.pool_members[kind][0]]
        if self.terrain.entry_cost(mobility, self.board.terrain[h]) == 0:
            return Refusal("10.8c", f"{self.board.label(h)} is marsh", Trouble.TERRAIN)
        if s.load[h] >= self.stacking.limit[h]:
            return Refusal("6.0", f"{self.board.label(h)} is full", Trouble.STACKING)
        return None

    def place_refusal(self, s: MoscowState, h: int) -> Refusal | None:
        """9.1: why no reinforcement at all may enter at a hex."""
        if controller(s, h) != SOVIET:
            row = "9.1c" if h in self.geo.places else "9.1b"
            return Refusal(row, f"{self.board.label(h)} is not under Soviet control", Trouble.HEX)
        if h in self.supply.sources[SOVIET]:
            return None
        if h not in self.geo.places:
            return Refusal(
                "9.1b", f"{self.board.label(h)} is neither a map-edge source nor a town or city", Trouble.HEX
            )
        if any(self.stacks.side_in(s, n) == GERMAN for n in self.board.grid.around[h] if n >= 0):
            return Refusal("9.1c", f"a German unit is next to {self.board.label(h)}", Trouble.ENEMY)
        if s.control[h] & CONTROL_LOST:
            return Refusal("9.1c", f"{self.board.label(h)} has been under German control", Trouble.HEX)
        if not s.control[h] & ENTRY:
            return Refusal(
                "9.1c", f"{self.board.label(h)} had no edge supply when the player turn began", Trouble.SUPPLY
            )
        return None

    def waiting(self, s: MoscowState, kind: str) -> list[int]:
        """The reinforcements of a type that have not been drawn yet; who has been never is again (3.5)."""
        group = self.entry_groups.get("reinforcement", ())
        return [u for u in group if self.units.kind[u] == kind and s.hex[u] == RESERVE]

    def next_of(self, s: MoscowState, kind: str) -> int:
        """9.1: a blind draw. The faces of a pool were mixed at set-up, so the next counter is as random as any."""
        return self.waiting(s, kind)[0]

    def set_dues(self, s: MoscowState) -> None:
        """3.1: what the Turn Record Track brings this turn; a position may hold fewer counters."""
        for kind in ARRIVING:
            number = self.track[s.turn].arrivals[kind] if s.turn in self.track else 0
            s.set_due(kind, min(number, len(self.waiting(s, kind))))

    def count_those_that(self, s: MoscowState, can: Callable[[MoscowState, int, int], bool]) -> int:
        """12.1: how many of this turn's reinforcements could do something from some hex at which they may enter."""
        ghost = s.clone()
        self.set_dues(ghost)
        places = [h for h in self.geo.entry_hexes if self.place_refusal(ghost, h) is None]
        count = 0
        for kind in ARRIVING:
            if not ghost.due(kind):
                continue
            u = self.next_of(ghost, kind)
            if any(self.entry_refusal(ghost, kind, h) is None and can(ghost, u, h) for h in places):
                count += ghost.due(kind)
        return count

    def as_if_entered(self, ghost: MoscowState, u: int, h: int, can: Callable[[MoscowState, int], bool]) -> bool:
        self.stacks.put(ghost, u, h)
        able = can(ghost, u)
        self.stacks.lift(ghost, u, RESERVE)
        return able

    def is_division(self, u: int) -> bool:
        return self.units.units[u].size == "XX"

    def withdrawal_candidates(self, s: MoscowState, what: str) -> list[int]:
        """9.3: who can answer a withdrawal; the substitutes only while nobody of the first kind is in supply on the
        map."""
        supplied = [u for u in self.side_units[GERMAN] if s.hex[u] >= 0 and self.supply.is_supplied(s, u)]
        if what == "infantry":
            for full in (FIRST_LINE, SECOND_LINE):
                found = [u for u in supplied if self.full_factors[u] == full and self.units.kind[u] == "infantry"]
                if found:
                    return found
            return []
        cavalry = [u for u in supplied if self.units.kind[u] == "cavalry"]
        return cavalry or [u for u in supplied if self.units.mobility[u] == "mech" and self.is_division(u)]

    def replacement_refusal(self, s: MoscowState, u: int) -> Refusal | None:
        """12.2: three steps for panzer and panzer grenadier divisions, three for infantry divisions."""
        name = self.units.keys[u]
        if self.units.side[u] != GERMAN or s.hex[u] < 0:
            return Refusal("12.2d", f"{name} is not a German unit on the map", Trouble.UNIT)
        if not self.is_division(u) or self.units.kind[u] == "cavalry":
            return Refusal("12.2e", f"{name} receives no replacements", Trouble.UNIT)
        if s.steps[u] == self.units.units[u].steps:
            return Refusal("12.2d", f"{name} is at full strength", Trouble.UNIT)
        if (s.foot_steps if self.units.mobility[u] == "foot" else s.mech_steps) == 0:
            return Refusal("12.2d", f"no replacement step of {name}'s class is left", Trouble.POINTS)
        if not self.supply.is_supplied(s, u):
            return Refusal("12.2d", f"{name} is out of supply", Trouble.SUPPLY)
        return None


class MoscowConversions(MoscowChapter, Conversions[MoscowState]):
    """9.4."""

    def next_guard(self, s: MoscowState, out: Log) -> int:
        """3.4, 9.4: one Guards unit a turn, drawn blind from those that set-up has left over."""
        pool = [u for u in self.entry_groups.get("guards-pool", ()) if s.hex[u] == RESERVE]
        if not pool:
            return -1
        guard = pool[self.title.draw(s, len(pool))]
        out.add("drawn", what="Guards unit", unit=guard)
        return guard

    def becomes_guard(self, guard: int, u: int) -> bool:
        return self.units.kind[u] == CONVERTS[self.units.kind[guard]]


class Reinforcement(MoscowDecision):
    """II.A: the reinforcements of the turn enter, ready for everything (9.0a), or are lost for good."""

    name = "reinforcement"
    verbs = ("enter", "done")
    rule = "9.1a"

    def enter(self, s: MoscowState, out: Log) -> bool:
        self.arrivals.set_dues(s)
        return any(s.due(kind) for kind in ARRIVING)

    def prompt(self, s: MoscowState) -> str:
        due = ", ".join(f"{s.due(kind)} {kind}" for kind in ARRIVING if s.due(kind))
        return f"Enter reinforcements: {due or 'none'} left; what does not enter now is lost."

    def legal(self, s: MoscowState, about: Units) -> Iterator[Order]:
        yield Order("done")
        for kind in ARRIVING:
            if s.due(kind):
                for h in self.geo.entry_hexes:
                    if self.arrivals.entry_refusal(s, kind, h) is None:
                        yield Order("enter", word=kind, hex=h)

    def refuse(self, s: MoscowState, order: Order) -> Refusal | None:
        return None if order.verb == "done" else self.arrivals.entry_refusal(s, order.word, order.hex)

    def apply(self, s: MoscowState, order: Order, out: Log) -> None:
        if order.verb == "enter":
            u = self.arrivals.next_of(s, order.word)
            self.stacks.put(s, u, order.hex)
            s.set_due(order.word, s.due(order.word) - 1)
            out.add("entered", units=(u,), hex=order.hex)
            self.victory.check_instant(s, out)
            return
        for kind in ARRIVING:
            for _ in range(s.due(kind)):
                u = self.arrivals.next_of(s, kind)
                s.hex[u] = GONE
                out.add("lost", unit=u, rule="9.1a")
            s.set_due(kind, 0)
        self.title.end_step(s, out)

    def pick(self, s: MoscowState, rng: random.Random) -> Order:
        due = [kind for kind in ARRIVING if s.due(kind)]
        if not due or rng.random() < GIVES_UP:
            return Order("done")
        for _ in range(24):
            kind, h = rng.choice(due), rng.choice(self.geo.entry_hexes)
            if self.arrivals.entry_refusal(s, kind, h) is None:
                return Order("enter", word=kind, hex=h)
        return rng.choice(list(self.legal(s, ())))


class ReplacementAndWithdrawal(MoscowDecision):
    """I.A: withdrawals that are due, replacements of an executed November offensive."""

    name = "replacement and withdrawal"
    verbs = ("withdraw", "replace", "done")
    rule = "9.3a"
    verb_rules = MappingProxyType({"replace": "9.2"})

    def enter(self, s: MoscowState, out: Log) -> bool:
        due = self.track[s.turn].withdrawals if s.turn in self.track else ()
        s.infantry_due, s.cavalry_due = int("infantry" in due), int("cavalry" in due)
        s.mech_steps = s.foot_steps = REPLACEMENT_STEPS if is_executed_now(s) else 0
        for what in due:
            if not self.arrivals.withdrawal_candidates(s, what):
                self.title.win(s, SOVIET, "4.4b", out)
        return bool(s.infantry_due or s.cavalry_due or s.mech_steps)

    def prompt(self, s: MoscowState) -> str:
        parts = []
        if s.infantry_due:
            parts.append("an infantry division must be withdrawn")
        if s.cavalry_due:
            parts.append("the cavalry division must be withdrawn")
        if s.mech_steps or s.foot_steps:
            parts.append(f"replacements: {s.mech_steps} mechanized and {s.foot_steps} infantry steps")
        text = "; ".join(parts) or "nothing more to do"
        return f"{text[0].upper()}{text[1:]}. Ending the phase with a withdrawal due loses the game."

    def legal(self, s: MoscowState, about: Units) -> Iterator[Order]:
        for u in self._withdrawable(s):
            yield Order("withdraw", (u,))
        if s.mech_steps or s.foot_steps:
            for u in self.side_units[GERMAN]:
                if self.arrivals.replacement_refusal(s, u) is None:
                    yield Order("replace", (u,))
        yield Order("done")

    def _withdrawable(self, s: MoscowState) -> list[int]:
        found: dict[int, None] = {}
        for what, due in (("infantry", s.infantry_due), ("cavalry", s.cavalry_due)):
            if due:
                found.update(dict.fromkeys(self.arrivals.withdrawal_candidates(s, what)))
        return list(found)

    def refuse(self, s: MoscowState, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal("12.2d" if order.verb == "replace" else "9.3a", "name one unit", Trouble.UNIT)
        u = order.units[0]
        name = self.units.keys[u]
        if order.verb == "replace":
            found = self.arrivals.replacement_refusal(s, u)
            if found and not is_executed_now(s):
                return Refusal("9.2", "replacements come only with the November offensive", Trouble.TIME)
            return found
        if u in self._withdrawable(s):
            return None
        if not s.infantry_due and not s.cavalry_due:
            return Refusal("9.3a", "no withdrawal is due", Trouble.TIME)
        if self.units.side[u] != GERMAN or s.hex[u] < 0:
            return Refusal("9.3a", f"{name} is not a German unit on the map", Trouble.UNIT)
        if not self.supply.is_supplied(s, u):
            return Refusal("9.3c", f"{name} is out of supply", Trouble.SUPPLY)
        return Refusal("9.3d", f"{name} is not the kind of unit that is due", Trouble.UNIT)

    def apply(self, s: MoscowState, order: Order, out: Log) -> None:
        if order.verb == "withdraw":
            u = order.units[0]
            if self.units.kind[u] == "infantry":
                s.infantry_due = 0
            else:
                s.cavalry_due = 0
            self.stacks.lift(s, u, GONE)
            out.add("withdrawn", unit=u)
        elif order.verb == "replace":
            u = order.units[0]
            s.steps[u] += 1
            if self.units.mobility[u] == "foot":
                s.foot_steps -= 1
            else:
                s.mech_steps -= 1
            out.add("replaced", unit=u)
        else:
            if s.infantry_due or s.cavalry_due:
                self.title.win(s, SOVIET, "4.4b", out)
            s.mech_steps = s.foot_steps = 0
            self.title.end_step(s, out)

    def pick(self, s: MoscowState, rng: random.Random) -> Order:
        """Nobody gives the game away by chance: withdrawals first."""
        orders = list(self.legal(s, ()))
        due = [o for o in orders if o.verb == "withdraw"]
        return rng.choice(due or orders)
