"""What a turn begins with."""

from __future__ import annotations

from typing import Any

from steppe.assault.state import SEASON
from steppe.assault.turns import Turns
from steppe.events import Log
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import LandState


class LandTurns(LandChapter, Turns[LandState]):
    """4.2, 8.14.

    The phases are in ``sequence.csv`` (5.2a): the German chooses their order (5.3a), the Soviet player fights before he
    moves (5.3b), both may do both (5.3c), weather and victory come on their turns alone (5.3n).
    """

    def begin_turn(self, s: LandState, out: Log) -> None:
        """4.2, 8.14: what happens at the very start of a turn."""
        s.forget(SEASON)
        s.vector("air_used")[:] = 0
        self.victory.debit_zones(s, out)
        self.arrivals.reorganize(s, out)

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "dates": turn.dates,
                "words": [
                    *([f"The German player needs {turn.check} victory points"] if turn.check is not None else []),
                    f"Soviet replacements: {turn.rate}",
                    *(
                        f"German withdrawal: {n} {what}"
                        for (t, what), n in self.charts.withdrawals.items()
                        if t == number
                    ),
                ],
            }
            for number, turn in self.charts.track.items()
        ]
