"""What lets the sequence of play run on: steps, decisions on the agenda, turns, dice, the end of the game.

A title is such a machine with rules. It fills in the hooks, and calls ``ask``, ``end_step``, ``win`` and the like.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from steppe.events import DRAWN_GAME, WON, Log
from steppe.ledger import Ledger
from steppe.sequence import Sequence, Step
from steppe.state import FRAME, State

if TYPE_CHECKING:
    from steppe.title import Decision

S = TypeVar("S", bound=State)


class Machine(Generic[S]):
    """A sequence of play and the decisions that it asks for."""

    ledger: Ledger
    sequence: Sequence
    decisions: tuple[Decision[S], ...]
    decision_ids: Mapping[str, int]

    # -- hooks --------------------------------------------------------------------------------------------------

    def step_decision(self, s: S, step: Step) -> str:
        """The decision a step asks for; a hook because players may choose the order of their phases."""
        return step.decision

    def between_steps(self, s: S, out: Log) -> bool:
        """What must be settled between two phases; True if that needs a decision first."""
        return False

    def begin_turn(self, s: S, out: Log) -> None:
        """What happens when a new game turn begins."""

    def end_turn(self, s: S, out: Log) -> None:
        """What happens at the end of a game turn."""

    # -- where the game stands ----------------------------------------------------------------------------------

    def is_setting_up(self, s: S) -> bool:
        """Whether the game has begun and its first turn has not."""
        return s.step < self.sequence.first

    def when(self, s: S) -> str:
        """The moment in words: the set-up, or which turn it is."""
        return "set-up" if self.is_setting_up(s) else f"turn {s.turn}"

    def decision(self, s: S) -> tuple[Decision[S], int]:
        """The decision in hand and the seat that makes it."""
        agenda, at = s.agenda, (s.depth - 1) * FRAME
        return self.decisions[agenda[at]], agenda[at + 1]

    def current_step(self, s: S) -> Step:
        return self.sequence[s.step]

    def ask(self, s: S, decision: str, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Put a decision on top of the agenda."""
        s.push(self.decision_ids[decision], seat, a, b, c)

    def settle(self, s: S, out: Log) -> None:
        """Let the sequence of play run on until somebody must decide."""
        while not s.over and s.depth == 0:
            if not self.between_steps(s, out):
                self.advance(s, out)

    def advance(self, s: S, out: Log) -> None:
        """Begin the next step of the sequence of play."""
        s.changed()
        index, new_turn = self.sequence.after(s.step)
        if new_turn:
            if s.step >= self.sequence.first:  # before that the game was set up, or just made
                self.end_turn(s, out)
                if s.over:
                    return
            s.turn += 1
            self.begin_turn(s, out)
            out.add("turn", turn=s.turn)
        s.step = index
        self.enter_step(s, out)

    def enter_step(self, s: S, out: Log) -> None:
        step = self.sequence[s.step]
        if step.turns and s.turn not in step.turns:
            return
        name = self.step_decision(s, step)
        decision = self.decisions[self.decision_ids[name]]
        if decision.enter(s, out):
            out.add("phase", step=step.name, decision=name, seat=step.seat)
            if not s.over:
                s.push(self.decision_ids[name], step.seat)

    def end_step(self, s: S, out: Log) -> None:
        """The decision of the current step has been made."""
        s.pop()

    def win(self, s: S, seat: int, rule: str, out: Log) -> None:
        """The game is over and a seat has won it; a game that is over stays as it is."""
        if not s.over:
            s.over, s.winner = 1, seat
            s.deciding_rule = self.ledger.number(rule)
            out.add(WON, seat=seat, rule=rule)

    def draw_game(self, s: S, rule: str, out: Log) -> None:
        """The game is over and nobody has won it; a game that is over stays as it is."""
        if not s.over:
            s.over = 1
            s.deciding_rule = self.ledger.number(rule)
            out.add(DRAWN_GAME, rule=rule)

    def die(self, s: S, out: Log, what: str) -> int:
        """Roll one die and say so."""
        value = s.dice.die(s.drawn)
        s.drawn += 1
        out.add("rolled", what=what, die=value)
        return value

    def draw(self, s: S, bound: int) -> int:
        """A blind draw among ``bound`` things."""
        value = s.dice.draw(s.drawn, bound)
        s.drawn += 1
        return value
