"""Strength regained: replacement steps for reduced divisions, refits of mechanized ones that rest for a player turn.

A title says who is entitled and cites its rows. Its state keeps the steps left for the whole game (``replacements``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from steppe.assault.chapter import C, CampaignChapter, CampaignDecision
from steppe.assault.state import CampaignState
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble


class Refits(CampaignChapter[C]):
    def replacement_refusal(self, s: C, u: int, entitled: bool, rule: str) -> Refusal | None:
        """A step for a reduced division on the map that is entitled to it, not out of supply, while steps last."""
        name = self.units.keys[u]
        if not entitled or s.hex[u] < 0:
            return Refusal(rule, f"{name} is no division on the map that receives replacements", Trouble.UNIT)
        if s.steps[u] == self.units.units[u].steps:
            return Refusal(rule, f"{name} is at full strength", Trouble.UNIT)
        if s.replacements == 0:
            return Refusal(rule, "all replacement steps of the game are spent", Trouble.POINTS)
        if not self.supply.is_supplied(s, u):
            return Refusal(rule, f"{name} is out of supply", Trouble.SUPPLY)
        return None

    def reduced_units(self, s: C, side: int) -> list[int]:
        """The units of a side on the map that have lost steps."""
        hexes, steps, full = s.hex, s.steps, self.full_steps
        return [u for u in self.side_units[side] if hexes[u] >= 0 and steps[u] < full[u]]


def replace_step(s: CampaignState, u: int, out: Log) -> None:
    s.steps[u] += 1
    s.replacements -= 1
    out.add("replaced", unit=u)


class Refit(CampaignDecision[C]):
    """Markers on the divisions that are to refit: they neither move nor attack this player turn."""

    name = "refit"
    verbs: tuple[str, ...] = ("refit", "done")
    side = 0
    end_rule: str
    """The row by which the weather ends all refits."""
    rest_rule: str

    @abstractmethod
    def is_over(self, s: C) -> bool:
        """Whether there are no more refits in this game."""

    @abstractmethod
    def entitled(self, u: int) -> bool: ...

    @abstractmethod
    def is_resting(self, s: C, u: int) -> bool: ...

    @abstractmethod
    def has_regular_supply(self, s: C, u: int) -> bool: ...

    @abstractmethod
    def begin(self, s: C, u: int, out: Log) -> None: ...

    def refit_refusal(self, s: C, u: int) -> Refusal | None:
        """Reduced, in regular supply, away from the enemy, and in time."""
        name = self.units.keys[u]
        if self.is_over(s):
            return Refusal(self.end_rule, "there are no refits after the first mud or snow", Trouble.TIME)
        if s.hex[u] < 0 or not self.entitled(u):
            return Refusal(self.rule, f"{name} is no division on the map that refits", Trouble.UNIT)
        if s.steps[u] == self.units.units[u].steps:
            return Refusal(self.rule, f"{name} is at full strength", Trouble.UNIT)
        if self.is_resting(s, u):
            return Refusal(self.rest_rule, f"{name} is being refitted", Trouble.UNIT)
        if any(n >= 0 and self.stacks.side_in(s, n) == 1 - self.side for n in self.board.grid.around[s.hex[u]]):
            return Refusal(self.rule, f"{name} is next to an enemy unit", Trouble.ENEMY)
        if not self.has_regular_supply(s, u):
            return Refusal(self.rule, f"{name} is not in regular supply", Trouble.SUPPLY)
        return None

    def enter(self, s: C, out: Log) -> bool:
        return any(o.verb != "done" for o in self.legal(s, ()))

    def prompt(self, s: C) -> str:
        return "Choose divisions to refit; they neither move nor attack this turn."

    def legal(self, s: C, about: Units) -> Iterator[Order]:
        for u in about or self.refits.reduced_units(s, self.side):
            if self.refit_refusal(s, u) is None:
                yield Order("refit", (u,))
        if not about:
            yield Order("done")

    def refuse(self, s: C, order: Order) -> Refusal | None:
        if order.verb == "done":
            return None
        if len(order.units) != 1:
            return Refusal(self.rule, "name one unit", Trouble.UNIT)
        return self.refit_refusal(s, order.units[0])

    def apply(self, s: C, order: Order, out: Log) -> None:
        if order.verb == "refit":
            self.begin(s, order.units[0], out)
        else:
            self.title.end_step(s, out)
