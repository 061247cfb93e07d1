"""5, 12: what a turn begins and ends with."""

from __future__ import annotations

from typing import Any

from steppe.assault.turns import Turns
from steppe.events import Log
from steppe.title import Refusal
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.state import MoscowState


class MoscowTurns(MoscowChapter, Turns[MoscowState]):
    """5.4: nine turns, one after another. 5.1a, 5.1b: their phases are in ``sequence.csv``."""

    def phase_order_refusal(self, s: MoscowState, order: int) -> Refusal | None:
        return self.november.phase_order_refusal(s, order)

    def begin_turn(self, s: MoscowState, out: Log) -> None:
        """11.19: aircraft are handed out anew. 5.3: the first turn knows who set up in the south."""
        s.vector("air_used")[:] = 0
        if s.turn == self.title.scenario.first_turn:
            self.set_up.finish(s)

    def end_turn(self, s: MoscowState, out: Log) -> None:
        self.victory.end_of_turn(s, out)

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "dates": turn.dates,
                "words": [
                    f"Movement: {turn.mf[0]} mechanized, {turn.mf[1]} on foot",
                    f"Aircraft: {turn.air[0]} German, {turn.air[1]} Soviet",
                    "Soviet reinforcements: "
                    + (", ".join(f"{n} {k}" for k, n in turn.arrivals.items() if n) or "none"),
                    *(f"German withdrawal: {what}" for what in turn.withdrawals),
                ],
            }
            for number, turn in self.track.items()
        ]
