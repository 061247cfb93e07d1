"""The phase in which units out of supply die."""

from __future__ import annotations

from collections.abc import Iterator

from steppe.assault.chapter import A, AssaultDecision
from steppe.events import Log
from steppe.orders import Order, Units


class Automatic(AssaultDecision[A]):
    """A step of the sequence in which nobody decides anything: all of it happens when it begins."""

    verbs = ()

    def prompt(self, s: A) -> str:
        return self.title.current_step(s).words

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        return iter(())

    def apply(self, s: A, order: Order, out: Log) -> None:
        raise AssertionError("nothing is decided in this step")


class SupplyCheck(Automatic[A]):
    """The step's own units out of supply are eliminated, all judged at the same moment."""

    name = "supply check"

    def enter(self, s: A, out: Log) -> bool:
        side = self.title.current_step(s).seat
        for u in self.supply.out_of_supply(s, side):
            self.losses.eliminate(s, u, out, wholly=True)
        self.victory.check_instant(s, out)
        return False
