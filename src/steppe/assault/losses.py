"""Step losses, elimination, and the decision whose step it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.state import FIGHTING, TARGET
from steppe.assault.units import DEAD
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.title import Refusal, Trouble

ATTACKER, DEFENDER = FIGHTING, TARGET


class Losses(Chapter[A]):
    """Steps that are lost, and units that are."""

    retreated_leave_nothing = True

    def lose_step(self, s: A, u: int, out: Log) -> None:
        """A unit with steps to spare is reduced; any other is eliminated [step loss]."""
        if s.steps[u] > 1:
            s.steps[u] -= 1
            out.add("reduced", unit=u)
        else:
            self.eliminate(s, u, out)

    def pay(self, s: A, u: int, out: Log) -> None:
        """A unit's step towards the losses that are due."""
        s.steps_due = max(s.steps_due - self.pays_for(s, u), 0)
        self.lose_step(s, u, out)

    def eliminate(self, s: A, u: int, out: Log, *, wholly: bool = False) -> None:
        """A unit leaves play with all its steps. ``wholly``: nothing of it remains, not even a battle group."""
        h, flags, steps = s.hex[u], s.flags[u], s.steps[u]
        self.stacks.lift(s, u, DEAD)
        s.steps[u] = 0
        out.add("eliminated", unit=u, hex=h)
        self.eliminated(s, u, out)
        if not wholly and steps == 1:
            self.leave_remnant(s, u, h, flags, out)

    def defender_eliminated(self, s: A, defenders: Iterable[int], out: Log) -> int:
        """DE: units at one step die first, then full ones are reduced [DE]. Returns the steps lost."""
        force = list(defenders)
        strong = [u for u in force if s.steps[u] > 1]
        for u in force:
            if s.steps[u] == 1:
                self.eliminate(s, u, out)
        for u in strong:
            self.lose_step(s, u, out)
        return len(force)

    def ask(self, s: A, seat: int, wearing: int, steps: int, out: Log) -> bool:
        """Steps are to be lost; True if there is a choice to make."""
        s.steps_due = steps
        self.title.ask(s, "loss", seat, wearing)
        self.take_forced(s, out)
        if s.steps_due == 0:
            s.pop()
            return False
        return True

    def take_forced(self, s: A, out: Log) -> None:
        """Losses that leave no choice are taken at once."""
        while s.steps_due > 0:
            units = self.candidates(s)
            if not units:
                s.steps_due = 0
            elif len(units) == 1:
                self.pay(s, units[0], out)
            else:
                return

    def candidates(self, s: A) -> list[int]:
        """Those one of whom the loss in hand must hit; the frame says which side pays."""
        _, seat, wearing, _, _ = s.frame()
        return self.who_may_lose(s, [u for u in self.combat.bearers(s, wearing) if self.units.side[u] == seat])

    def who_may_lose(self, s: A, force: list[int]) -> list[int]:
        """The units of a force that may take the loss in hand."""
        return force

    def pays_for(self, s: A, u: int) -> int:
        """How much of the losses due (``steps_due``) a step of a unit pays for."""
        return 1

    def left_in_words(self, s: A) -> str:
        """The losses due, in words."""
        return str(s.steps_due)

    def eliminated(self, s: A, u: int, out: Log) -> None:
        """A unit has gone to the dead pile."""

    def leave_remnant(self, s: A, u: int, h: int, flags: int, out: Log) -> None:
        """Something may remain of an eliminated unit."""


class Loss(AssaultDecision[A]):
    """Whose step is lost. The frame says whether attacker (FIGHTING) or defender (TARGET) pays."""

    name = "loss"
    cites = "loss choice"
    verbs = ("loss",)

    def prompt(self, s: A) -> str:
        return f"Choose a unit to lose a step ({self.losses.left_in_words(s)} to lose)."

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for u in self.losses.candidates(s):
            if not about or about == (u,):
                yield Order("loss", (u,))

    def explain(self, s: A, order: Order) -> Refusal:
        rule = self.cite["loss choice" if s.frame()[2] == ATTACKER else "holding loss"]
        if len(order.units) == 1 and s.flags[order.units[0]] & s.frame()[2]:
            rule = self.cite["whose loss"]
        return Refusal(rule, "the step must come from a unit of this battle that may lose it", Trouble.UNIT)

    def apply(self, s: A, order: Order, out: Log) -> None:
        self.losses.pay(s, order.units[0], out)
        self.losses.take_forced(s, out)
        if s.steps_due == 0:
            s.pop()
            self.battles.proceed(s, out)
