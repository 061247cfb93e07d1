"""7.5, 7.6: the German player's declarations: the von Paulus pause and supply concentration."""

from __future__ import annotations

from typing import Any

from steppe.assault import declarations
from steppe.events import Log
from steppe.title import Refusal, Trouble
from steppe.titles.lwe import supply
from steppe.titles.lwe.state import ACTIVE, CONCENTRATED, NEVER, RESCINDED

MARKERS = 18


class Pause(declarations.Pause):
    """7.5: at the end of these turns, once in a game."""

    rule = "7.5a"
    turns = range(2, 6)


class PauseAbort(declarations.PauseAbort):
    rule = "7.5d"

    def is_paused(self, title: Any, s: Any) -> bool:
        return supply.is_paused(s)


class Concentration(declarations.Concentration):
    """7.6: declared once, kept as long as he likes, rescinded for good."""

    rule = "7.6a"
    placed_rule = "7.6c"
    flag = CONCENTRATED

    def enter(self, title: Any, s: Any, out: Log) -> bool:
        return bool(s.concentration != RESCINDED)

    def markers(self, title: Any, s: Any) -> int:
        """7.6: those whose units are eliminated are placed again, those that are withdrawn are not."""
        left: int = s.markers
        return left

    def words(self, title: Any, s: Any) -> tuple[str, ...]:
        if s.concentration == NEVER:
            return ("decline", "declare")
        rescind = ("rescind",) if s.concentration_turn != s.turn else ()
        return rescind if self.to_place(title, s) else ("keep", *rescind)

    def ends_with_last_marker(self, title: Any, s: Any) -> bool:
        return bool(s.concentration_turn == s.turn)

    def declare(self, title: Any, s: Any) -> None:
        s.concentration, s.markers, s.concentration_turn = ACTIVE, MARKERS, s.turn

    def rescind(self, title: Any, s: Any) -> None:
        s.concentration = RESCINDED

    def explain_word(self, title: Any, s: Any, word: str) -> Refusal:
        if s.concentration != ACTIVE:
            return Refusal("7.6a", "no supply concentration has been declared", Trouble.TIME)
        if word == "rescind":
            return Refusal("7.6b", "it is rescinded at the start of a later turn", Trouble.TIME)
        return Refusal("7.6b", "a supply concentration is declared once in a game, and it is on", Trouble.TIME)
