"""12.0 The November offensive, and the attacks that Stalin demands in answer to its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble
from steppe.titles.dom.chapter import MoscowChapter, MoscowDecision
from steppe.titles.dom.state import GERMAN, SOVIET, MoscowState

LAST_DECLARATION = 7

MF_CHANGE = {"mech": 2, "cavalry": 2, "foot": 1}
"""Less in the turn of declaration, more in the turn of execution."""

REPLACEMENT_STEPS = 3

POSITIONS = "attack_positions"
"""The cache entry of the hexes from which Germans could be attacked."""

DEMAND_PER_PIP = 3

EVERYBODY = 9999

ATTAINABLE = "attainable"
"""The note of how many could attack by either order of phases."""


class November(MoscowChapter):
    """12.0: the declaration, and the attacks that Stalin demands in answer."""

    def make_tables(self) -> None:
        self.last_declaration = 6 if self.options["november_by_turn_6"] else LAST_DECLARATION

    def can_engage_now(self, s: MoscowState) -> set[int]:
        """The Soviet units that could still make a prepared assault from where they stand."""
        return {u for units in self.combat.targets(s, SOVIET).values() for u in units}

    def attack_positions(self, s: MoscowState) -> dict[str, set[int]]:
        """By mobility class, the hexes from which some German could be assaulted; kept while no German moves."""
        known: dict[str, set[int]] | None = s.cache.get(POSITIONS)
        if known is not None:
            return known
        board, found = self.board, {m: set[int]() for m in ("mech", "cavalry", "foot")}
        for h in {s.hex[u] for u in self.side_units[GERMAN] if s.hex[u] >= 0}:
            around = [n for _, n in board.grid.adjacent(h) if not self.terrain.assault_closed_sides & board.side(h, n)]
            for mobility, hexes in found.items():
                if self.terrain.entry_cost(mobility, board.terrain[h]):
                    hexes.update(around)
        s.cache[POSITIONS] = found
        return found

    def could_engage(self, s: MoscowState, u: int, positions: dict[str, set[int]]) -> bool:
        """Whether a unit stands at a hex to attack from or can still reach one."""
        wanted = positions[self.units.mobility[u]]
        return s.hex[u] in wanted or not wanted.isdisjoint(self.ranges.destinations(s, (u,)))

    def attainable_by_moving(self, s: MoscowState, enough: int) -> int:
        """12.1g: an upper bound on the attackers after moving: who can get there, and how many may stand there.

        When there are enough, nobody counts on.
        """
        positions = self.attack_positions(s)
        hexes = set[int]().union(*positions.values())
        space = sum(int(self.stacking.limit[h]) for h in hexes if s.top[h] < 0 or self.units.side[s.top[h]] == SOVIET)
        on_map = [u for u in self.side_units[SOVIET] if s.hex[u] >= 0]
        able = sum(s.hex[u] in positions[self.units.mobility[u]] for u in on_map)
        if min(able, space) < enough:
            far = (u for u in on_map if s.hex[u] not in positions[self.units.mobility[u]])
            able += sum(1 for _ in islice((u for u in far if self.could_engage(s, u, positions)), enough - able))
        if min(able, space) < enough:
            able += self.arrivals.count_those_that(
                s,
                lambda ghost, u, h: self.arrivals.as_if_entered(
                    ghost, u, h, lambda there, v: self.could_engage(there, v, positions)
                ),
            )
        return min(able, space)

    def attainable_at_once(self, s: MoscowState) -> int:
        """12.1g: the attackers without moving, reinforcements that can enter next to a German among them."""
        positions = self.attack_positions(s)
        ready = self.arrivals.count_those_that(s, lambda ghost, u, h: h in positions[self.units.mobility[u]])
        return len(self.can_engage_now(s)) + ready

    def phase_order_refusal(self, s: MoscowState, order: int) -> Refusal | None:
        """12.1g: the order of phases that alone reaches the number, or else comes nearer to it, is compulsory."""
        if s.seat != SOVIET or not s.demanded:
            return None
        reach: dict[int, int] | None = s.notes.get(ATTAINABLE)
        if reach is None:
            at_once = self.attainable_at_once(s)
            reach = {FIGHT_MOVE: at_once, MOVE_FIGHT: self.attainable_by_moving(s, s.demanded)}
            s.notes[ATTAINABLE] = reach
        useful = {o: min(n, s.demanded) for o, n in reach.items()}
        if useful[order] < max(useful.values()):
            reach = {FIGHT_MOVE: reach[FIGHT_MOVE], MOVE_FIGHT: self.attainable_by_moving(s, EVERYBODY)}
            return Refusal(
                "12.1g",
                f"Stalin demands {s.demanded} attackers; "
                f"this order allows {reach[order]}, the other {reach[1 - order]}",
                Trouble.DUTY,
            )
        return None

    def assault_refusal(self, s: MoscowState, order: Order) -> Refusal | None:
        """12.1f: an assault may not put a number out of reach that could still be reached."""
        if s.seat != SOVIET or s.engaged >= s.demanded:
            return None
        by_target = self.combat.targets(s, SOVIET)
        able = {u for units in by_target.values() for u in units}
        goal = min(s.demanded, s.engaged + len(able))
        others = {u for h, units in by_target.items() if h != order.hex for u in units} - set(order.units)
        most = s.engaged + len(order.units) + len(others)
        if most < goal:
            why = f"Stalin demands {s.demanded} attackers; {goal} can be had, but after this assault only {most}"
            return Refusal("12.1f", why, Trouble.DUTY)
        return None

    def end_of_combat_refusal(self, s: MoscowState) -> Refusal | None:
        """12.1f: no end of the Combat Phase below the number while a unit could still attack."""
        if s.seat != SOVIET or s.engaged >= s.demanded:
            return None
        if self.can_engage_now(s):
            return Refusal("12.1f", f"{s.engaged} of the {s.demanded} demanded units have attacked", Trouble.DUTY)
        return None

    def bound_hexes(self, s: MoscowState, group: Units) -> set[int] | None:
        """12.1f: units without which the number could not be reached move only to where they can attack."""
        if not is_moving_to_attack(s):
            return None
        positions = self.attack_positions(s)
        hexes, mobility = s.hex, self.units.mobility
        ready = {u for u in self.side_units[SOVIET] if hexes[u] in positions[mobility[u]] and u not in group}
        wanted = s.demanded - len(ready)
        if wanted <= 0:
            return None
        others = (u for u in self.side_units[SOVIET] if hexes[u] >= 0 and u not in group and u not in ready)
        still_able = (u for u in others if self.is_able(s, u, positions))
        if sum(1 for _ in islice(still_able, wanted)) == wanted:
            return None
        if not any(self.is_able(s, u, positions) for u in group):
            return None
        return set.intersection(*(positions[self.units.mobility[u]] for u in group))

    def is_able(self, s: MoscowState, u: int, positions: dict[str, set[int]]) -> bool:
        """Whether a unit stands ready to attack or may still move to where it would."""
        if s.hex[u] in positions[self.units.mobility[u]]:
            return True
        return self.movement.mover_refusal(s, u) is None and self.could_engage(s, u, positions)

    def end_of_movement_refusal(self, s: MoscowState) -> Refusal | None:
        """12.1f: no end of the Movement Phase while a unit that is needed could still come up."""
        if not is_moving_to_attack(s):
            return None
        positions = self.attack_positions(s)
        on_map = [u for u in self.side_units[SOVIET] if s.hex[u] >= 0]
        ready = {u for u in on_map if s.hex[u] in positions[self.units.mobility[u]]}
        if len(ready) >= s.demanded:
            return None
        for u in on_map:
            if u not in ready and self.is_able(s, u, positions):
                return Refusal(
                    "12.1f",
                    f"{len(ready)} of the {s.demanded} demanded units stand ready and {self.units.keys[u]} could join",
                    Trouble.DUTY,
                )
        return None


def is_declared_now(s: MoscowState) -> bool:
    return s.november == s.turn


def is_executed_now(s: MoscowState) -> bool:
    return s.november > 0 and s.turn == s.november + 1


def is_forfeited(s: MoscowState) -> bool:
    """12.3: nothing declared when turn 7 began."""
    return s.november == 0 and s.turn >= LAST_DECLARATION


def is_moving_to_attack(s: MoscowState) -> bool:
    """12.1f: movement is part of the duty when the Soviet player moves before he fights."""
    return s.demanded > 0 and s.phase_order == MOVE_FIGHT and s.seat == SOVIET


class Declaration(MoscowDecision):
    """12.0: at the very start of turns 4 to 7, once a game, carried out a turn later."""

    name = "november"
    verbs = ("november",)
    rule = "12.0a"

    def enter(self, s: MoscowState, out: Log) -> bool:
        return s.november == 0 and s.turn <= self.november.last_declaration

    def prompt(self, s: MoscowState) -> str:
        return "Do you declare the November offensive? It would be carried out next turn."

    def legal(self, s: MoscowState, about: Units) -> Iterator[Order]:
        yield Order("november", word="declare")
        yield Order("november", word="decline")

    def apply(self, s: MoscowState, order: Order, out: Log) -> None:
        if order.word == "declare":
            s.november = s.turn
        out.add("november", declared=order.word == "declare")
        self.title.end_step(s, out)


class Stalin(MoscowDecision):
    """The very start of the Soviet player turn: Stalin's die (12.1), and which places have edge supply now (9.1)."""

    name = "stalin"
    verbs = ()

    def enter(self, s: MoscowState, out: Log) -> bool:
        self.arrivals.note_entry_places(s)
        s.demanded = s.engaged = 0
        if is_declared_now(s):
            s.demanded = DEMAND_PER_PIP * self.title.die(s, out, "Stalin's demand")
            out.add("demand", units=s.demanded)
        return False

    def prompt(self, s: MoscowState) -> str:
        return "Stalin demands attacks."

    def legal(self, s: MoscowState, about: Units) -> Iterator[Order]:
        return iter(())

    def apply(self, s: MoscowState, order: Order, out: Log) -> None:
        raise AssertionError("nothing is decided in this step")
