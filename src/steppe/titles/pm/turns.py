"""What a turn begins with, and its couplets."""

from __future__ import annotations

from typing import Any

from steppe.assault.state import SEASON
from steppe.assault.turns import Turns
from steppe.events import Log
from steppe.sequence import Step
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.markers import LAST_GERMAN_FLIGHT, recall
from steppe.titles.pm.state import GERMAN, MonsterState
from steppe.titles.pm.words import some


class MonsterTurns(MonsterChapter, Turns[MonsterState]):
    """8.1, 8.10, 10.2."""

    def begin_turn(self, s: MonsterState, out: Log) -> None:
        """10.2, 8.10, 8.1: German aircraft leave for good, Soviet ones come, reinforcements appear."""
        s.forget(SEASON)
        s.couplet = 2 * s.turn
        if s.turn > LAST_GERMAN_FLIGHT:
            recall(s, GERMAN)
            s.soviet_air = int(s.soviet_air or self.stavka.moscow_stands(s))
        self.arrivals.begin_turn(s, out)

    def turn_track(self) -> list[dict[str, Any]]:
        return [
            {
                "turn": number,
                "label": turn.label,
                "words": [
                    some(turn.couplets, "couplet"),
                    f"The German player needs {self.charts.victory[number]} victory points",
                    f"Ground support factor: {self.charts.aviation[number]}",
                    f"Soviet rifle divisions replaced for each district hex: {turn.rate}",
                    *(
                        f"German withdrawal: {n} {what}"
                        for (t, what), n in self.charts.withdrawals.items()
                        if t == number
                    ),
                ],
            }
            for number, turn in self.charts.track.items()
        ]


def couplet_of(s: MonsterState, step: Step) -> int:
    """5.2: twice the turn in the first couplet and before it, one more in the second and after it.

    5.1a: a turn has two couplets; 5.4: the first turn has one.
    """
    second = step.name.startswith("III.") or step.name in ("IV", "pause")
    return 2 * s.turn + (second and s.turn > 1)
