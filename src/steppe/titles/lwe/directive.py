"""5.6, 7.12: Directive No. 3. While it holds the Soviets must attack, and nobody asks after their supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steppe.assault.stacks import lift, side_in, units_in
from steppe.assault.state import ATTACKED
from steppe.assault.units import DEAD
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.lwe.state import BOUND, GERMAN, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

FIRST_RESCISSION = 8
WET = frozenset({"river", "sivash", "kerch"})
"""Nobody need attack across these (5.6)."""


def end(title: LandWithoutEnd, s: LandState, rule: str, out: Log) -> None:
    """7.12, 11.24: attacks become voluntary, and the Fortified Zones outside large towns are given up."""
    s.directive = 0
    out.add("directive ends", rule=rule)
    for u in title.zones:
        if s.hex[u] >= 0 and s.hex[u] not in title.large_towns:
            h = s.hex[u]
            lift(title, s, u, DEAD)
            s.steps[u] = 0
            out.add("zone removed", unit=u, hex=h)


def is_exempt(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """5.6, 11.1: cities, intact fortified lines, stacks with a Fortified Zone or the Oranienbaum naval unit."""
    if title.city_mask[h] or title.is_fortified(s, h):
        return True
    return any(title.units.mobility[u] == "static" for u in units_in(s, h))


def binding(title: LandWithoutEnd, s: LandState, u: int, start: int = -1) -> list[int]:
    """The enemy hexes one of which a unit must attack: not those across water, nor on turn 1 those in Romania (5.4)."""
    here = s.hex[u] if start < 0 else start
    return [
        h
        for _, h in title.board.grid.adjacent(here)
        if side_in(title, s, h) == GERMAN
        and not WET & title.board.side(here, h)
        and not title.assault_bar(s, u, here, h)
        and not title.is_closed_in_romania(s, h)
    ]


def bind(title: LandWithoutEnd, s: LandState) -> None:
    """5.6: whoever begins the phase next to the enemy must attack."""
    flags = s.vector("flags")
    flags &= ~BOUND
    if not s.directive:
        return
    exempt: dict[int, bool] = {}
    top, side_of = s.top, title.units.side
    for u in title.side_units[SOVIET]:
        here = s.hex[u]
        if here < 0:
            continue
        if here not in exempt:
            near = any(n >= 0 and top[n] >= 0 and side_of[top[n]] == GERMAN for n in title.board.grid.around[here])
            exempt[here] = not near or is_exempt(title, s, here)
        if not exempt[here] and binding(title, s, u):
            s.flags[u] |= BOUND


def would_bind(title: LandWithoutEnd, s: LandState, h: int) -> bool:
    """Whether a unit left in a hex would have to attack, as things stand (5.6)."""
    return bool(s.directive) and not is_exempt(title, s, h) and bool(binding(title, s, title.side_units[SOVIET][0], h))


def idlers(title: LandWithoutEnd, s: LandState) -> Iterator[int]:
    """Units that must still attack. A duty lapses when nobody is left to be attacked."""
    for u in title.side_units[SOVIET]:
        if s.flags[u] & BOUND and s.hex[u] >= 0 and not s.flags[u] & ATTACKED and binding(title, s, u):
            yield u


def end_of_combat_refusal(title: LandWithoutEnd, s: LandState) -> Refusal | None:
    u = next(idlers(title, s), None)
    if u is None:
        return None
    return Refusal("5.6a", f"{title.units.keys[u]} in {title.board.label(s.hex[u])} must attack", Trouble.DUTY)


class Rescission(Decision["LandWithoutEnd", LandState]):
    """7.12: from turn 8 on, at the very start of a turn, for good."""

    name = "directive"
    verbs = ("directive",)
    rule = "7.12b"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return bool(s.directive) and s.turn >= FIRST_RESCISSION

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return "Is Directive No. 3 to stay in force, or do you rescind it?"

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        yield Order("directive", word="keep")
        yield Order("directive", word="rescind")

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.word == "rescind":
            end(title, s, "7.12b", out)
        title.end_step(s, out)
