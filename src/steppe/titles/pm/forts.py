"""14.24 to 14.30: fortifications, heavy ones and the Stalin Line: which stand, and how they fall."""

from __future__ import annotations

from steppe.assault.state import WORKS
from steppe.events import Log
from steppe.searches import Bytes
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.state import DESTROYED, MonsterState

ABORTED_WITH = {"luga-north": ("luga-south",)}
"""14.25: the lines that fall with another before they are complete."""


class Forts(MonsterChapter):
    """14.24 to 14.30."""

    works: Bytes
    """Where works are, complete or not."""

    def make_tables(self) -> None:
        self.works = self.geo.works

    def is_complete(self, s: MonsterState, h: int) -> bool:
        """14.24, 17.3: lines under construction count from the start of their turn on."""
        return bool(s.turn >= self.geo.completed[h])

    def is_intact(self, s: MonsterState, h: int) -> bool:
        """Whether works of any kind stand in a hex."""
        return bool(self.works[h]) and not s.control[h] & DESTROYED and self.is_complete(s, h)

    def bars_lines(self, s: MonsterState) -> Bytes:
        """14.29, 14.30: intact forts and heavy forts stop German lines, the Stalin Line does not."""
        found: Bytes = self.geo.fort_mask & ((s.vector("control") & DESTROYED) == 0) & (self.geo.completed <= s.turn)
        return found

    def entered(self, s: MonsterState, h: int, out: Log) -> None:
        """14.25, 14.26, 14.30: a German-side unit in a hex with works destroys them, or aborts a line not yet
        complete."""
        if not self.works[h] or s.control[h] & DESTROYED:
            return
        if self.is_complete(s, h):
            s.control[h] |= DESTROYED
            s.forget(WORKS)
            out.add("works destroyed", hex=h)
            return
        line = self.geo.line_of[h]
        for name in (line, *ABORTED_WITH.get(line, ())):
            for x in self.geo.lines.get(name, ()):
                s.control[x] |= DESTROYED
            out.add("line aborted", line=name)
