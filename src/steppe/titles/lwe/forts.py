"""11.23, 11.24: fortified lines and Fortified Zones."""

from __future__ import annotations

from steppe.assault.state import WORKS
from steppe.events import Log
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.state import DESTROYED, LandState


class Forts(LandChapter):
    """11.23, 11.24: fortified lines and Fortified Zones."""

    def zone_in(self, s: LandState, h: int) -> bool:
        """Whether a Fortified Zone is in a hex: it lies on top (6.4)."""
        return s.top[h] in self.stacks.always_on_top

    def is_fortified(self, s: LandState, h: int) -> bool:
        """11.23: an intact fortified line."""
        return h in self.geo.forts and not s.control[h] & DESTROYED

    def destroy(self, s: LandState, h: int, out: Log) -> None:
        """11.23: for good."""
        if self.is_fortified(s, h):
            s.control[h] |= DESTROYED
            s.forget(WORKS)
            out.add("fort destroyed", hex=h)
