"""Step losses, elimination, and the decision whose step it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from steppe.assault.stacks import lift
from steppe.assault.state import FIGHTING, TARGET, AssaultState
from steppe.assault.units import DEAD
from steppe.events import Log
from steppe.orders import About, Order
from steppe.title import Decision, Refusal, Trouble

if TYPE_CHECKING:
    from steppe.assault.title import Rules


def lose_step(title: Rules, s: AssaultState, u: int, out: Log) -> None:
    """A unit with steps to spare is reduced; any other is eliminated."""
    if s.steps[u] > 1:
        s.steps[u] -= 1
        out.add("reduced", unit=u)
    else:
        eliminate(title, s, u, out)


def pay(title: Rules, s: AssaultState, u: int, out: Log) -> None:
    """A unit's step towards the losses that are due."""
    s.steps_due = max(s.steps_due - title.loss_worth(s, u), 0)
    lose_step(title, s, u, out)


def eliminate(title: Rules, s: AssaultState, u: int, out: Log, *, wholly: bool = False) -> None:
    """A unit leaves play with all its steps. ``wholly``: nothing of it remains, not even a battle group."""
    h, flags, steps = s.hex[u], s.flags[u], s.steps[u]
    lift(title, s, u, DEAD)
    s.steps[u] = 0
    out.add("eliminated", unit=u, hex=h)
    title.unit_eliminated(s, u, out)
    if not wholly and steps == 1:
        title.leave_remnant(s, u, h, flags, out)


def defender_eliminated(title: Rules, s: AssaultState, defenders: Iterable[int], out: Log) -> int:
    """DE: units at one step die first, then full ones are reduced. Returns the steps lost."""
    force = list(defenders)
    strong = [u for u in force if s.steps[u] > 1]
    for u in force:
        if s.steps[u] == 1:
            eliminate(title, s, u, out)
    for u in strong:
        lose_step(title, s, u, out)
    return len(force)


class Loss(Decision["Rules", AssaultState]):
    """Whose step is lost. The frame says whether attacker (FIGHTING) or defender (TARGET) pays."""

    name = "loss"
    cites = "loss choice"
    verbs = ("loss",)

    def prompt(self, title: Rules, s: AssaultState) -> str:
        return f"Choose a unit to lose a step ({title.losses_left(s)} to lose)."

    def candidates(self, title: Rules, s: AssaultState) -> list[int]:
        _, seat, wearing, _, _ = s.frame()
        force = [u for u in title.side_units[seat] if s.hex[u] >= 0 and s.flags[u] & wearing]
        return title.who_may_lose(s, force)

    def legal(self, title: Rules, s: AssaultState, about: About) -> Iterator[Order]:
        for u in self.candidates(title, s):
            if not about or about == (u,):
                yield Order("loss", (u,))

    def explain(self, title: Rules, s: AssaultState, order: Order) -> Refusal:
        rule = title.cite["loss choice" if s.frame()[2] == ATTACKER else "holding loss"]
        if len(order.units) == 1 and s.flags[order.units[0]] & s.frame()[2]:
            rule = title.cite["whose loss"]
        return Refusal(rule, "the step must come from a unit of this battle that may lose it", Trouble.UNIT)

    def apply(self, title: Rules, s: AssaultState, order: Order, out: Log) -> None:
        pay(title, s, order.units[0], out)
        take_forced_losses(title, s, out)
        if s.steps_due == 0:
            s.pop()
            title.proceed(s, out)


def ask_losses(title: Rules, s: AssaultState, seat: int, wearing: int, steps: int, out: Log) -> bool:
    """Steps are to be lost; True if there is a choice to make."""
    s.steps_due = steps
    title.ask(s, "loss", seat, wearing)
    take_forced_losses(title, s, out)
    if s.steps_due == 0:
        s.pop()
        return False
    return True


def take_forced_losses(title: Rules, s: AssaultState, out: Log) -> None:
    """Losses that leave no choice are taken at once."""
    decision = title.decisions[title.decision_id("loss")]
    assert isinstance(decision, Loss)
    while s.steps_due > 0:
        units = decision.candidates(title, s)
        if not units:
            s.steps_due = 0
        elif len(units) == 1:
            pay(title, s, units[0], out)
        else:
            return


ATTACKER, DEFENDER = FIGHTING, TARGET
