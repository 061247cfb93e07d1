"""Overstacking found between two phases: the opponent takes units of his choice from the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steppe.assault.losses import eliminate
from steppe.assault.stacks import overstacked, units_in
from steppe.assault.state import AssaultState
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def removable(title: Rules, s: AssaultState, h: int) -> list[int]:
    """The units one of which may go first if as few as possible are to go."""
    stack = units_in(s, h)
    needed = {u: fewest(title, [v for v in stack if v != u], int(title.stack_limit[h])) for u in stack}
    least = min(needed.values())
    return [u for u in stack if needed[u] == least]


def fewest(title: Rules, stack: list[int], limit: int) -> int:
    """How many units must go from a stack: small ones over their own number, then the largest."""
    points = title.units.points
    small = [u for u in stack if title.is_small[u]]
    gone = small[: max(len(small) - title.small_limit, 0)]
    excess = sum(points[u] for u in stack) - sum(points[u] for u in gone) - limit
    number = len(gone)
    for weight in sorted((points[u] for u in stack if u not in gone), reverse=True):
        if excess <= 0:
            break
        excess -= weight
        number += 1
    return number


class Overstack(Decision["Rules", AssaultState]):
    """The fewest units that restore the limit go to the dead pile, whatever their owner says."""

    name = "overstack"
    cites = "overstacked"
    verbs = ("remove",)

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return f"{title.board.label(s.frame()[2])} is overstacked: remove a unit of your choice."

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for u in removable(title, s, s.frame()[2]):
            if not about or about == (u,):
                yield Order("remove", (u,))

    def explain(self, title: Rules, s: AssaultState, order: Order) -> Refusal:
        where = title.board.label(s.frame()[2])
        if len(order.units) == 1 and s.hex[order.units[0]] == s.frame()[2]:
            name = title.units.keys[order.units[0]]
            return Refusal(
                title.cite["overstacked"], f"fewer units need to go from {where} if {name} stays", Trouble.UNIT
            )
        return Refusal(title.cite["overstacked"], f"one unit in {where} must be named", Trouble.UNIT)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        h = s.frame()[2]
        eliminate(title, s, order.units[0], out, wholly=True)
        title.check_instant(s, out)
        if h not in overstacked(title, s):
            s.pop()
