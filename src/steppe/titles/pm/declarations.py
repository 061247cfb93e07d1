"""9.19, 9.20: the German player's declarations: von Paulus' pause and supply concentration."""

from __future__ import annotations

from steppe.assault.declarations import ACTIVE, INACTIVE, Concentration, Pause, PauseAbort
from steppe.title import Refusal, Trouble
from steppe.titles.pm.chapter import MonsterDecision
from steppe.titles.pm.state import CONCENTRATED, MonsterState, is_paused

MARKERS = 18


class MonsterPause(MonsterDecision, Pause[MonsterState]):
    """9.19: at the end of game turn 2 or 3, once."""

    rule = "9.19a"
    declared_on = range(2, 4)


class MonsterPauseAbort(MonsterDecision, PauseAbort[MonsterState]):
    rule = "9.19c"

    def is_paused(self, s: MonsterState) -> bool:
        return is_paused(s)


class MonsterConcentration(MonsterDecision, Concentration[MonsterState]):
    """9.20: declared, reaffirmed and rescinded at the start of any German player turn; the markers may go elsewhere."""

    rule = "9.20a"
    placed_rule = "9.20a"
    flag = CONCENTRATED

    def marker_count(self, s: MonsterState) -> int:
        return MARKERS

    def words(self, s: MonsterState) -> tuple[str, ...]:
        if s.concentration == INACTIVE:
            return ("decline", "declare")
        if self.to_place(s):
            return ("rescind",)
        return ("keep", "declare", "rescind")

    def declare(self, s: MonsterState) -> None:
        """Declared once more, it is reaffirmed with all markers placed anew."""
        s.concentration = ACTIVE
        s.vector("flags")[:] &= ~CONCENTRATED

    def rescind(self, s: MonsterState) -> None:
        s.concentration = INACTIVE

    def explain_word(self, s: MonsterState, word: str) -> Refusal:
        if s.concentration == INACTIVE:
            return Refusal("9.20d", "there is no supply concentration to keep or rescind", Trouble.TIME)
        if word == "decline":
            return Refusal("9.20d", "the supply concentration is on: keep it or rescind it", Trouble.TIME)
        return Refusal("9.20a", f"{self.to_place(s)} markers are still to be placed", Trouble.DUTY)
