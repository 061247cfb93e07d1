"""Withdrawals: units of a side leave for good, or a victory point is paid for each that does not.

A title says which units answer what is asked for and cites its rows. Its state keeps what is still due (``due`` and
``set_due``) and the points lost for good (``debit``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from steppe.assault.chapter import C, CampaignDecision
from steppe.assault.units import GONE
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble


class Withdrawal(CampaignDecision[C]):
    name = "withdrawal"
    verbs = ("withdraw", "decline")
    side = 0
    kinds: tuple[str, ...]
    """What may be asked for."""
    decline_rule: str

    @abstractmethod
    def asked(self, s: C, what: str) -> int:
        """How many the table asks for this turn."""

    @abstractmethod
    def answers(self, u: int, what: str) -> bool:
        """Whether a unit is what is asked for."""

    def has_left(self, s: C, u: int) -> None:
        """A unit is about to leave."""

    def enter(self, s: C, out: Log) -> bool:
        for what in self.kinds:
            s.set_due(what, self.asked(s, what))
        return self._pay_for_the_impossible(s, out)

    def _pay_for_the_impossible(self, s: C, out: Log) -> bool:
        """What cannot be withdrawn is paid for at once; True if something is left to decide."""
        for what in self.kinds:
            if s.due(what):
                able = sum(
                    self.answers(u, what) and s.hex[u] >= 0 and self.supply.is_supplied(s, u)
                    for u in self.side_units[self.side]
                )
                if s.due(what) > able:
                    self._pay(s, what, s.due(what) - able, out)
        return any(s.due(what) for what in self.kinds)

    def _pay(self, s: C, what: str, number: int, out: Log) -> None:
        s.debit += number
        s.set_due(what, s.due(what) - number)
        out.add("declined", what=what, number=number)

    def prompt(self, s: C) -> str:
        due = ", ".join(f"{s.due(what)} {what}" for what in self.kinds if s.due(what))
        return f"Withdraw: {due}; each declined costs a victory point."

    def legal(self, s: C, about: Units) -> Iterator[Order]:
        for u in about or self.side_units[self.side]:
            if self.withdrawal_refusal(s, u) is None:
                yield Order("withdraw", (u,))
        if not about:
            for what in self.kinds:
                if s.due(what):
                    yield Order("decline", word=what)

    def withdrawal_refusal(self, s: C, u: int) -> Refusal | None:
        name = self.units.keys[u]
        if self.units.side[u] != self.side or s.hex[u] < 0:
            return Refusal(self.rule, f"{name} is not one of your units on the map", Trouble.UNIT)
        if not any(s.due(what) and self.answers(u, what) for what in self.kinds):
            return self.unasked(s, u)
        if not self.supply.is_supplied(s, u):
            return Refusal(self.rule, f"{name} is out of supply", Trouble.SUPPLY)
        return None

    @abstractmethod
    def unasked(self, s: C, u: int) -> Refusal:
        """Why a unit that no withdrawal asks for stays."""

    def refuse(self, s: C, order: Order) -> Refusal | None:
        if order.verb == "decline":
            if order.word in self.kinds and s.due(order.word):
                return None
            due = f"no withdrawal of {order.word} is due" if order.word else "say which withdrawal is declined"
            return Refusal(self.decline_rule, due, Trouble.TIME)
        if len(order.units) != 1:
            return Refusal(self.rule, "name one unit", Trouble.UNIT)
        return self.withdrawal_refusal(s, order.units[0])

    def apply(self, s: C, order: Order, out: Log) -> None:
        if order.verb == "decline":
            self._pay(s, order.word, 1, out)
        else:
            u = order.units[0]
            what = next(w for w in self.kinds if s.due(w) and self.answers(u, w))
            s.set_due(what, s.due(what) - 1)
            self.has_left(s, u)
            self.stacks.lift(s, u, GONE)
            out.add("withdrawn", unit=u)
        if not self._pay_for_the_impossible(s, out):
            self.title.end_step(s, out)
