"""8.11 Refits: reduced German mechanized divisions rest for a turn and may be made whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.stacks import side_in
from steppe.assault.supplycheck import Automatic
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import GERMAN, MUD_OR_SNOW, RESTING, SOVIET, LandState

if TYPE_CHECKING:
    from steppe.titles.lwe.title import LandWithoutEnd

REFITTED = frozenset({"panzer", "panzer-grenadier", "motorized"})
SUCCESS = 4
"""The highest die that makes a division whole."""


def refit_refusal(title: LandWithoutEnd, s: LandState, u: int) -> Refusal | None:
    """8.11: reduced, in regular supply, away from the enemy; never after the first mud or snow (10.9)."""
    name = title.units.keys[u]
    if s.weather_seen & MUD_OR_SNOW:
        return Refusal("8.11d", "there are no refits after the first mud or snow", Trouble.TIME)
    if title.units.nation[u] != "german" or title.units.kind[u] not in REFITTED or s.hex[u] < 0:
        return Refusal("8.11a", f"{name} is no German panzer, panzer grenadier or motorized division on the map")
    if s.steps[u] == title.units.units[u].steps:
        return Refusal("8.11a", f"{name} is at full strength", Trouble.UNIT)
    if s.flags[u] & RESTING:
        return Refusal("8.11b", f"{name} is being refitted", Trouble.UNIT)
    if any(n >= 0 and side_in(title, s, n) == SOVIET for n in title.board.grid.around[s.hex[u]]):
        return Refusal("8.11a", f"{name} is next to a Soviet unit", Trouble.ENEMY)
    if supply.state_of(title, s, u) != supply.REGULAR:
        return Refusal("8.11a", f"{name} is not in regular supply", Trouble.SUPPLY)
    return None


class RefitStart(Decision["LandWithoutEnd", LandState]):
    """II.A: markers on the divisions that are to refit."""

    name = "refit"
    verbs = ("refit", "done")
    rule = "8.11a"

    def enter(self, title: LandWithoutEnd, s: LandState, out: Log) -> bool:
        return any(refit_refusal(title, s, u) is None for u in title.side_units[GERMAN])

    def prompt(self, title: LandWithoutEnd, s: LandState) -> str:
        return "Choose divisions to refit; they neither move nor attack this turn."

    def legal(self, title: LandWithoutEnd, s: LandState, about: About) -> Iterator[Order]:
        for u in about or title.side_units[GERMAN]:
            if refit_refusal(title, s, u) is None:
                yield Order("refit", (u,))
        if not about:
            yield Order("done")

    def explain(self, title: LandWithoutEnd, s: LandState, order: Order) -> Refusal:
        if len(order.units) != 1:
            return Refusal("8.11a", "name one unit", Trouble.UNIT)
        return refit_refusal(title, s, order.units[0]) or Refusal("8.11a", "it cannot refit", Trouble.UNIT)

    def apply(self, title: LandWithoutEnd, s: LandState, order: Order, out: Log) -> None:
        if order.verb == "refit":
            s.flags[order.units[0]] |= RESTING
            out.add("refit", unit=order.units[0])
        else:
            title.end_step(s, out)


class RefitCompletion(Automatic):
    """II.E: a die for each division under a marker. The rest of those who rested may go on next turn."""

    name = "refit completion"

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        for u in title.side_units[GERMAN]:
            if not s.flags[u] & RESTING:
                continue
            s.flags[u] &= ~RESTING
            if s.hex[u] >= 0 and s.steps[u] < title.units.units[u].steps:
                whole = title.die(s, out, f"refit of {title.units.keys[u]}") <= SUCCESS
                if whole:
                    s.steps[u] += 1
                out.add("refitted", unit=u, whole=whole)
        return False
