"""Strength regained: replacement steps for reduced divisions, refits of mechanized ones that rest for a player turn.

A title says who is entitled and cites its rows. Its state keeps the steps left for the whole game (``replacements``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.stacks import side_in
from steppe.assault.supply import in_supply
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def replacement_refusal(title: Rules, s: Any, u: int, entitled: bool, rule: str) -> Refusal | None:
    """A step for a reduced division on the map that is entitled to it, not out of supply, while steps last."""
    name = title.units.keys[u]
    if not entitled or s.hex[u] < 0:
        return Refusal(rule, f"{name} is no division on the map that receives replacements", Trouble.UNIT)
    if s.steps[u] == title.units.units[u].steps:
        return Refusal(rule, f"{name} is at full strength", Trouble.UNIT)
    if s.replacements == 0:
        return Refusal(rule, "all replacement steps of the game are spent", Trouble.POINTS)
    if not in_supply(title, s, u):
        return Refusal(rule, f"{name} is out of supply", Trouble.SUPPLY)
    return None


def replace_step(s: Any, u: int, out: Log) -> None:
    s.steps[u] += 1
    s.replacements -= 1
    out.add("replaced", unit=u)


class Refit(Decision["Rules", Any]):
    """Markers on the divisions that are to refit: they neither move nor attack this player turn."""

    name = "refit"
    verbs: tuple[str, ...] = ("refit", "done")
    side = 0
    end_rule: str
    """The row by which the weather ends all refits."""
    rest_rule: str

    @abstractmethod
    def is_over(self, title: Any, s: Any) -> bool:
        """Whether there are no more refits in this game."""

    @abstractmethod
    def entitled(self, title: Any, u: int) -> bool: ...

    @abstractmethod
    def is_resting(self, title: Any, s: Any, u: int) -> bool: ...

    @abstractmethod
    def has_regular_supply(self, title: Any, s: Any, u: int) -> bool: ...

    @abstractmethod
    def begin(self, title: Any, s: Any, u: int, out: Log) -> None: ...

    def refit_refusal(self, title: Rules, s: Any, u: int) -> Refusal | None:
        """Reduced, in regular supply, away from the enemy, and in time."""
        name = title.units.keys[u]
        if self.is_over(title, s):
            return Refusal(self.end_rule, "there are no refits after the first mud or snow", Trouble.TIME)
        if s.hex[u] < 0 or not self.entitled(title, u):
            return Refusal(self.rule, f"{name} is no division on the map that refits", Trouble.UNIT)
        if s.steps[u] == title.units.units[u].steps:
            return Refusal(self.rule, f"{name} is at full strength", Trouble.UNIT)
        if self.is_resting(title, s, u):
            return Refusal(self.rest_rule, f"{name} is being refitted", Trouble.UNIT)
        if any(n >= 0 and side_in(title, s, n) == 1 - self.side for n in title.board.grid.around[s.hex[u]]):
            return Refusal(self.rule, f"{name} is next to an enemy unit", Trouble.ENEMY)
        if not self.has_regular_supply(title, s, u):
            return Refusal(self.rule, f"{name} is not in regular supply", Trouble.SUPPLY)
        return None

    def enter(self, title: Rules, s: Any, out: Log) -> bool:
        return any(o.verb != "done" for o in self.legal(title, s, ()))

    def prompt(self, title: Rules, s: Any) -> str:
        return "Choose divisions to refit; they neither move nor attack this turn."

    def legal(self, title: Rules, s: Any, about: About) -> Iterator[Order]:
        for u in about or title.side_units[self.side]:
            if self.refit_refusal(title, s, u) is None:
                yield Order("refit", (u,))
        if not about:
            yield Order("done")

    def explain(self, title: Rules, s: Any, order: Order) -> Refusal:
        if len(order.units) != 1:
            return Refusal(self.rule, "name one unit", Trouble.UNIT)
        found = self.refit_refusal(title, s, order.units[0])
        return found or Refusal(self.rule, "it cannot refit", Trouble.UNIT)

    def apply(self, title: Rules, s: Any, order: Order, out: Log) -> None:
        if order.verb == "refit":
            self.begin(title, s, order.units[0], out)
        else:
            title.end_step(s, out)
