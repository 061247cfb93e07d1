"""How the game is won."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steppe.assault.chapter import A, Chapter
from steppe.events import Log


class Victory(Chapter[A]):
    """What the game is fought for."""

    objectives: Mapping[int, int] = MappingProxyType({})
    """Hexes with their worth to either side, as far as the rules give them one."""

    def printed_worth(self) -> Mapping[int, int]:
        """The worth of the objectives as the rules have it, for people."""
        return self.objectives

    def level(self, s: A) -> str:
        """How great a victory is."""
        return "victory"

    def warnings(self, s: A, seat: int) -> list[tuple[str, str]]:
        """What a seat should know before it ends its phase, each with its rule."""
        return []

    def control_changed(self, s: A, h: int, side: int, out: Log) -> None:
        """A notable hex has changed hands."""

    def check_instant(self, s: A, out: Log) -> None:
        """Victories that come the instant their condition holds."""
