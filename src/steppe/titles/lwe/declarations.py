"""7.5, 7.6: the German player's declarations: the von Paulus pause and supply concentration."""

from __future__ import annotations

from steppe.assault.declarations import ACTIVE, Concentration, Pause, PauseAbort
from steppe.events import Log
from steppe.title import Refusal, Trouble
from steppe.titles.lwe.chapter import LandDecision
from steppe.titles.lwe.state import CONCENTRATED, NEVER, RESCINDED, LandState
from steppe.titles.lwe.supply import is_paused

MARKERS = 18


class LandPause(LandDecision, Pause[LandState]):
    """7.5: at the end of these turns, once in a game."""

    rule = "7.5a"
    declared_on = range(2, 6)


class LandPauseAbort(LandDecision, PauseAbort[LandState]):
    rule = "7.5d"

    def is_paused(self, s: LandState) -> bool:
        return is_paused(s)


class LandConcentration(LandDecision, Concentration[LandState]):
    """7.6: declared once, kept as long as he likes, rescinded for good."""

    rule = "7.6a"
    placed_rule = "7.6c"
    flag = CONCENTRATED

    def enter(self, s: LandState, out: Log) -> bool:
        return bool(s.concentration != RESCINDED)

    def marker_count(self, s: LandState) -> int:
        """7.6: those whose units are eliminated are placed again, those that are withdrawn are not."""
        left: int = s.markers
        return left

    def words(self, s: LandState) -> tuple[str, ...]:
        if s.concentration == NEVER:
            return ("decline", "declare")
        rescind = ("rescind",) if s.concentration_turn != s.turn else ()
        return rescind if self.to_place(s) else ("keep", *rescind)

    def ends_with_last_marker(self, s: LandState) -> bool:
        return bool(s.concentration_turn == s.turn)

    def declare(self, s: LandState) -> None:
        s.concentration, s.markers, s.concentration_turn = ACTIVE, MARKERS, s.turn

    def rescind(self, s: LandState) -> None:
        s.concentration = RESCINDED

    def explain_word(self, s: LandState, word: str) -> Refusal:
        if s.concentration != ACTIVE:
            return Refusal("7.6a", "no supply concentration has been declared", Trouble.TIME)
        if word == "rescind":
            return Refusal("7.6b", "it is rescinded at the start of a later turn", Trouble.TIME)
        return Refusal("7.6b", "a supply concentration is declared once in a game, and it is on", Trouble.TIME)
