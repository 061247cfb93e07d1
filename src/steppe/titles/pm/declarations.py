"""9.19, 9.20: the German player's declarations: von Paulus' pause and supply concentration."""

from __future__ import annotations

from typing import Any

from steppe.assault import declarations
from steppe.assault.declarations import ACTIVE, INACTIVE
from steppe.events import Log
from steppe.title import Refusal, Trouble
from steppe.titles.pm.state import CONCENTRATED, is_paused

MARKERS = 18


class Pause(declarations.Pause):
    """9.19: at the end of game turn 2 or 3, once."""

    rule = "9.19a"
    turns = range(2, 4)

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        return not title.learning and super().enter(title, s, out)


class PauseAbort(declarations.PauseAbort):
    rule = "9.19c"

    def is_paused(self, title: Any, s: Any) -> bool:
        return is_paused(s)


class Concentration(declarations.Concentration):
    """9.20: declared, reaffirmed and rescinded at the start of any German player turn; the markers may go elsewhere."""

    rule = "9.20a"
    placed_rule = "9.20a"
    flag = CONCENTRATED

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        return not title.learning

    def markers(self, title: Any, s: Any) -> int:
        return MARKERS

    def words(self, title: Any, s: Any) -> tuple[str, ...]:
        if s.concentration == INACTIVE:
            return ("decline", "declare")
        if self.to_place(title, s):
            return ("rescind",)
        return ("keep", "declare", "rescind")

    def declare(self, title: Any, s: Any) -> None:
        """Declared once more, it is reaffirmed with all markers placed anew."""
        s.concentration = ACTIVE
        s.vector("flags")[:] &= ~CONCENTRATED

    def rescind(self, title: Any, s: Any) -> None:
        s.concentration = INACTIVE

    def explain_word(self, title: Any, s: Any, word: str) -> Refusal:
        if s.concentration == INACTIVE:
            return Refusal("9.20d", "there is no supply concentration to keep or rescind", Trouble.TIME)
        if word == "decline":
            return Refusal("9.20d", "the supply concentration is on: keep it or rescind it", Trouble.TIME)
        return Refusal("9.20a", f"{self.to_place(title, s)} markers are still to be placed", Trouble.DUTY)
