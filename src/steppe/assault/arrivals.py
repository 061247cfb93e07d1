"""Units that come on to the map."""

from __future__ import annotations

from steppe.assault.chapter import A, Chapter
from steppe.orders import Units


class Arrivals(Chapter[A]):
    def waiting_units(self, s: A) -> list[int]:
        """The units off the map that may come on to it, one by one, at the decision in hand."""
        return []

    def waiting_to_enter(self, s: A) -> Units:
        """Units off the map that could come on to it in the Movement Phase in hand."""
        return ()
