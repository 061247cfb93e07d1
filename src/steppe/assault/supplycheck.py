"""The phase in which units out of supply die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.losses import eliminate
from steppe.assault.state import AssaultState
from steppe.assault.supply import in_supply
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision

if TYPE_CHECKING:
    from steppe.assault.title import Rules


class Automatic(Decision[Any, Any]):
    """A step of the sequence in which nobody decides anything: all of it happens when it begins."""

    verbs = ()

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return title.current_step(s).words

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        return iter(())

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        raise AssertionError("nothing is decided in this step")


class SupplyCheck(Automatic):
    """The step's own units out of supply are eliminated, all judged at the same moment."""

    name = "supply check"

    def enter(self, title: Rules, s: AssaultState, out: Log) -> bool:
        side = title.current_step(s).seat
        cut_off = [u for u in title.side_units[side] if s.hex[u] >= 0 and not in_supply(title, s, u)]
        for u in cut_off:
            eliminate(title, s, u, out, wholly=True)
        title.check_instant(s, out)
        return False
