"""The sequence of play: what a game turn begins and ends with, and the order of the phases."""

from __future__ import annotations

from typing import Any

from steppe.assault.chapter import A, Chapter
from steppe.assault.state import ASK_ALWAYS, ASK_NEXT_PHASE, FIGHT_MOVE
from steppe.events import Log
from steppe.sequence import Step
from steppe.title import Refusal

PHASES = ("first phase", "second phase")
"""Steps of the sequence of play that the player fills as he has chosen."""


class Turns(Chapter[A]):
    """What happens between the phases."""

    def begin_turn(self, s: A, out: Log) -> None:
        """What happens when a new game turn begins."""

    def end_turn(self, s: A, out: Log) -> None:
        """What happens at the end of a game turn."""

    def turn_track(self) -> list[dict[str, Any]]:
        """The turns as plain data: number, label, dates, and what each brings in words."""
        return []

    def between_steps(self, s: A, out: Log) -> bool:
        """Overstacking found between phases is settled at once by the opponent; who slept through a phase wakes."""
        for seat, asked in enumerate(s.standing_order):
            if asked == ASK_NEXT_PHASE:
                s.standing_order[seat] = ASK_ALWAYS
        if self.title.is_setting_up(s):
            return False
        for h in self.stacking.overstacked(s):
            if self.stacking.tolerates(s, h):
                continue
            self.title.ask(s, "overstack", 1 - self.stacks.side_in(s, h), h)
            return True
        return False

    def phase_order_refusal(self, s: A, order: int) -> Refusal | None:
        return None

    def step_decision(self, s: A, step: Step) -> str:
        """Which phase comes first is the player's choice."""
        if step.decision not in PHASES:
            return step.decision
        fights = (s.phase_order == FIGHT_MOVE) == (step.decision == PHASES[0])
        return "combat" if fights else "movement"
