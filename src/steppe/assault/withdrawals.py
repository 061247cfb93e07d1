"""Withdrawals: units of a side leave for good, or a victory point is paid for each that does not.

A title says which units answer what is asked for and cites its rows. Its state keeps what is still due (``due`` and
``set_due``) and the points lost for good (``debit``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steppe.assault.stacks import lift
from steppe.assault.supply import in_supply
from steppe.assault.units import GONE
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


class Withdrawal(Decision["Rules", Any]):
    name = "withdrawal"
    verbs = ("withdraw", "decline")
    side = 0
    kinds: tuple[str, ...]
    """What may be asked for."""
    decline_rule: str

    @abstractmethod
    def asked(self, title: Any, s: Any, what: str) -> int:
        """How many the table asks for this turn."""

    @abstractmethod
    def answers(self, title: Any, u: int, what: str) -> bool:
        """Whether a unit is what is asked for."""

    def has_left(self, title: Any, s: Any, u: int) -> None:
        """A unit is about to leave."""

    def enter(self, title: Rules, s: Any, out: Log) -> bool:
        for what in self.kinds:
            s.set_due(what, self.asked(title, s, what))
        return self._pay_for_the_impossible(title, s, out)

    def _pay_for_the_impossible(self, title: Rules, s: Any, out: Log) -> bool:
        """What cannot be withdrawn is paid for at once; True if something is left to decide."""
        for what in self.kinds:
            if s.due(what):
                able = sum(
                    self.answers(title, u, what) and s.hex[u] >= 0 and in_supply(title, s, u)
                    for u in title.side_units[self.side]
                )
                if s.due(what) > able:
                    self._pay(s, what, s.due(what) - able, out)
        return any(s.due(what) for what in self.kinds)

    def _pay(self, s: Any, what: str, number: int, out: Log) -> None:
        s.debit += number
        s.set_due(what, s.due(what) - number)
        out.add("declined", what=what, number=number)

    def prompt(self, title: Rules, s: Any) -> str:
        due = ", ".join(f"{s.due(what)} {what}" for what in self.kinds if s.due(what))
        return f"Withdraw: {due}; each declined costs a victory point."

    def legal(self, title: Rules, s: Any, about: About) -> Iterator[Order]:
        for u in about or title.side_units[self.side]:
            if self.withdrawal_refusal(title, s, u) is None:
                yield Order("withdraw", (u,))
        if not about:
            for what in self.kinds:
                if s.due(what):
                    yield Order("decline", word=what)

    def withdrawal_refusal(self, title: Rules, s: Any, u: int) -> Refusal | None:
        name = title.units.keys[u]
        if title.units.side[u] != self.side or s.hex[u] < 0:
            return Refusal(self.rule, f"{name} is not one of your units on the map", Trouble.UNIT)
        if not any(s.due(what) and self.answers(title, u, what) for what in self.kinds):
            return self.unasked(title, s, u)
        if not in_supply(title, s, u):
            return Refusal(self.rule, f"{name} is out of supply", Trouble.SUPPLY)
        return None

    def unasked(self, title: Any, s: Any, u: int) -> Refusal:
        return Refusal(self.rule, f"{title.units.keys[u]} is not what is to be withdrawn", Trouble.UNIT)

    def explain(self, title: Rules, s: Any, order: Order) -> Refusal:
        if order.verb == "decline":
            due = f"no withdrawal of {order.word} is due" if order.word else "say which withdrawal is declined"
            return Refusal(self.decline_rule, due, Trouble.TIME)
        if len(order.units) != 1:
            return Refusal(self.rule, "name one unit", Trouble.UNIT)
        found = self.withdrawal_refusal(title, s, order.units[0])
        return found or Refusal(self.rule, "it cannot leave", Trouble.UNIT)

    def apply(self, title: Rules, s: Any, order: Order, out: Log) -> None:
        if order.verb == "decline":
            self._pay(s, order.word, 1, out)
        else:
            u = order.units[0]
            what = next(w for w in self.kinds if s.due(w) and self.answers(title, u, w))
            s.set_due(what, s.due(what) - 1)
            self.has_left(title, s, u)
            lift(title, s, u, GONE)
            out.add("withdrawn", unit=u)
        if not self._pay_for_the_impossible(title, s, out):
            title.end_step(s, out)
