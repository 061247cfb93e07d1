"""12.0 The November offensive, and the attacks that Stalin demands in answer to its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from steppe.assault.combat import targets
from steppe.assault.movement import destinations, mover_refusal
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.dom.state import GERMAN, SOVIET, MoscowState

if TYPE_CHECKING:
    from steppe.titles.dom.title import DriveOnMoscow

LAST_DECLARATION = 7
MF_CHANGE = {"mech": 2, "cavalry": 2, "foot": 1}
"""Less in the turn of declaration, more in the turn of execution."""
REPLACEMENT_STEPS = 3
POSITIONS = "attack positions"
"""The cache entry of the hexes from which Germans could be attacked."""
DEMAND_PER_PIP = 3


def is_declared_now(s: MoscowState) -> bool:
    return s.november == s.turn


def is_executed_now(s: MoscowState) -> bool:
    return s.november > 0 and s.turn == s.november + 1


def is_forfeited(s: MoscowState) -> bool:
    """12.3: nothing declared when turn 7 began."""
    return s.november == 0 and s.turn >= LAST_DECLARATION


class Declaration(Decision["DriveOnMoscow", MoscowState]):
    """12.0: at the very start of turns 4 to 7, once a game, carried out a turn later."""

    name = "november"
    verbs = ("november",)
    rule = "12.0a"

    def enter(self, title: DriveOnMoscow, s: MoscowState, out: Log) -> bool:
        return s.november == 0 and s.turn <= title.last_declaration

    def prompt(self, title: DriveOnMoscow, s: MoscowState) -> str:
        return "Do you declare the November offensive? It would be carried out next turn."

    def legal(self, title: DriveOnMoscow, s: MoscowState, about: About) -> Iterator[Order]:
        yield Order("november", word="declare")
        yield Order("november", word="decline")

    def apply(self, title: DriveOnMoscow, s: MoscowState, order: Order, out: Log) -> None:
        if order.word == "declare":
            s.november = s.turn
        out.add("november", declared=order.word == "declare")
        title.end_step(s, out)


class Stalin(Decision["DriveOnMoscow", MoscowState]):
    """The very start of the Soviet player turn: Stalin's die (12.1), and which places have edge supply now (9.1)."""

    name = "stalin"
    verbs = ()

    def enter(self, title: DriveOnMoscow, s: MoscowState, out: Log) -> bool:
        title.note_entry_places(s)
        s.demanded = s.engaged = 0
        if is_declared_now(s):
            s.demanded = DEMAND_PER_PIP * title.die(s, out, "Stalin's demand")
            out.add("demand", units=s.demanded)
        return False

    def prompt(self, title: DriveOnMoscow, s: MoscowState) -> str:
        return "Stalin demands attacks."

    def legal(self, title: DriveOnMoscow, s: MoscowState, about: About) -> Iterator[Order]:
        return iter(())

    def apply(self, title: DriveOnMoscow, s: MoscowState, order: Order, out: Log) -> None:
        raise AssertionError("nothing is decided in this step")


# -- what can be engaged --------------------------------------------------------------------------------------------


def can_engage_now(title: DriveOnMoscow, s: MoscowState) -> set[int]:
    """The Soviet units that could still make a prepared assault from where they stand."""
    return {u for units in targets(title, s, SOVIET).values() for u in units}


def attack_positions(title: DriveOnMoscow, s: MoscowState) -> dict[str, set[int]]:
    """By mobility class, the hexes from which some German-held hex could be assaulted; kept while no German moves."""
    known: dict[str, set[int]] | None = s.cache.get(POSITIONS)
    if known is not None:
        return known
    board, found = title.board, {m: set[int]() for m in ("mech", "cavalry", "foot")}
    for h in {s.hex[u] for u in title.side_units[GERMAN] if s.hex[u] >= 0}:
        around = [n for _, n in board.grid.adjacent(h) if not title.assault_closed_sides & board.side(h, n)]
        for mobility, hexes in found.items():
            if title.terrain_cost(mobility, board.terrain[h]):
                hexes.update(around)
    s.cache[POSITIONS] = found
    return found


def could_engage(title: DriveOnMoscow, s: MoscowState, u: int, positions: dict[str, set[int]]) -> bool:
    """Whether a unit stands at a hex to attack from or can still reach one."""
    wanted = positions[title.units.mobility[u]]
    return s.hex[u] in wanted or not wanted.isdisjoint(destinations(title, s, (u,)))


def attainable_by_moving(title: DriveOnMoscow, s: MoscowState) -> int:
    """12.1g: an upper bound on the attackers after moving: who can get there, and how many may stand there."""
    positions = attack_positions(title, s)
    able = sum(s.hex[u] >= 0 and could_engage(title, s, u, positions) for u in title.side_units[SOVIET])
    able += title.arrivals_that(s, lambda ghost, u: could_engage(title, ghost, u, positions))
    hexes = set[int]().union(*positions.values())
    space = sum(int(title.stack_limit[h]) for h in hexes if s.top[h] < 0 or title.units.side[s.top[h]] == SOVIET)
    return min(able, space)


def attainable_at_once(title: DriveOnMoscow, s: MoscowState) -> int:
    """12.1g: the attackers without moving, reinforcements that can enter next to a German among them."""
    positions = attack_positions(title, s)
    ready = title.arrivals_that(s, lambda ghost, u: ghost.hex[u] in positions[title.units.mobility[u]])
    return len(can_engage_now(title, s)) + ready


def phase_order_refusal(title: DriveOnMoscow, s: MoscowState, order: int) -> Refusal | None:
    """12.1g: the order of phases that alone reaches the number, or else comes nearer to it, is compulsory."""
    if s.frame()[1] != SOVIET or not s.demanded:
        return None
    reach = {FIGHT_MOVE: attainable_at_once(title, s), MOVE_FIGHT: attainable_by_moving(title, s)}
    useful = {o: min(n, s.demanded) for o, n in reach.items()}
    if useful[order] < max(useful.values()):
        return Refusal(
            "12.1g",
            f"Stalin demands {s.demanded} attackers; this order allows {reach[order]}, the other {reach[1 - order]}",
            Trouble.DUTY,
        )
    return None


def assault_refusal(title: DriveOnMoscow, s: MoscowState, order: Order) -> Refusal | None:
    """12.1f: an assault may not put a number out of reach that could still be reached."""
    if s.frame()[1] != SOVIET or s.engaged >= s.demanded:
        return None
    by_target = targets(title, s, SOVIET)
    able = {u for units in by_target.values() for u in units}
    goal = min(s.demanded, s.engaged + len(able))
    others = {u for h, units in by_target.items() if h != order.hex for u in units} - set(order.units)
    most = s.engaged + len(order.units) + len(others)
    if most < goal:
        why = f"Stalin demands {s.demanded} attackers; {goal} can be had, but after this assault only {most}"
        return Refusal("12.1f", why, Trouble.DUTY)
    return None


def end_of_combat_refusal(title: DriveOnMoscow, s: MoscowState) -> Refusal | None:
    """12.1f: no end of the Combat Phase below the number while a unit could still attack."""
    if s.frame()[1] != SOVIET or s.engaged >= s.demanded:
        return None
    if can_engage_now(title, s):
        return Refusal("12.1f", f"{s.engaged} of the {s.demanded} demanded units have attacked", Trouble.DUTY)
    return None


def is_moving_to_attack(s: MoscowState) -> bool:
    """12.1f: movement is part of the duty when the Soviet player moves before he fights."""
    return s.demanded > 0 and s.phase_order == MOVE_FIGHT and s.frame()[1] == SOVIET


def bound_hexes(title: DriveOnMoscow, s: MoscowState, group: About) -> set[int] | None:
    """12.1f: units without which the number could not be reached move only to where they can attack."""
    if not is_moving_to_attack(s):
        return None
    positions = attack_positions(title, s)
    others = [u for u in title.side_units[SOVIET] if s.hex[u] >= 0 and u not in group]
    ready = [u for u in others if s.hex[u] in positions[title.units.mobility[u]]]
    still_able = (u for u in others if u not in ready and is_able(title, s, u, positions))
    wanted = max(s.demanded - len(ready), 0)
    if sum(1 for _ in islice(still_able, wanted)) == wanted:
        return None
    if not any(is_able(title, s, u, positions) for u in group):
        return None
    return set.intersection(*(positions[title.units.mobility[u]] for u in group))


def is_able(title: DriveOnMoscow, s: MoscowState, u: int, positions: dict[str, set[int]]) -> bool:
    """Whether a unit stands ready to attack or may still move to where it would."""
    if s.hex[u] in positions[title.units.mobility[u]]:
        return True
    return mover_refusal(title, s, u) is None and could_engage(title, s, u, positions)


def end_of_movement_refusal(title: DriveOnMoscow, s: MoscowState) -> Refusal | None:
    """12.1f: no end of the Movement Phase while a unit that is needed could still come up."""
    if not is_moving_to_attack(s):
        return None
    positions = attack_positions(title, s)
    on_map = [u for u in title.side_units[SOVIET] if s.hex[u] >= 0]
    ready = {u for u in on_map if s.hex[u] in positions[title.units.mobility[u]]}
    if len(ready) >= s.demanded:
        return None
    for u in on_map:
        if u not in ready and is_able(title, s, u, positions):
            return Refusal(
                "12.1f",
                f"{len(ready)} of the {s.demanded} demanded units stand ready and {title.units.keys[u]} could join",
                Trouble.DUTY,
            )
    return None
