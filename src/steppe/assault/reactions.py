"""Reactions: when a seat wants to be asked in the other's player turn."""

from __future__ import annotations

from steppe.assault.chapter import A, Chapter
from steppe.assault.state import ASK_ALWAYS, ASK_WATCHED, WATCHED_BY


class Reactions(Chapter[A]):
    def wants_to_be_asked(self, s: A, seat: int, h: int) -> bool:
        """Whether a seat's standing order lets it be asked about an attack on a hex."""
        if s.standing_order[seat] == ASK_WATCHED:
            return bool(s.control[h] & WATCHED_BY[seat])
        return s.standing_order[seat] == ASK_ALWAYS
