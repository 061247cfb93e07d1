"""14.24 to 14.30: fortifications, heavy ones and the Stalin Line: which stand, and how they fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.stacks import SUPPLY
from steppe.events import Log
from steppe.searches import Bytes
from steppe.titles.pm.state import DESTROYED, GERMAN, MonsterState

if TYPE_CHECKING:
    from steppe.titles.pm.title import ProudMonster

ABORTED_WITH = {"luga-north": ("luga-south",)}
"""14.25: the lines that fall with another before they are complete."""


def is_complete(title: ProudMonster, s: MonsterState, h: int) -> bool:
    """14.24, 17.3: lines under construction count from the start of their turn on."""
    return bool(s.turn >= title.completed[h])


def is_intact(title: ProudMonster, s: MonsterState, h: int) -> bool:
    """Whether works of any kind stand in a hex."""
    return bool(title.works[h]) and not s.control[h] & DESTROYED and is_complete(title, s, h)


def bars_lines(title: ProudMonster, s: MonsterState) -> Bytes:
    """14.29, 14.30: intact forts and heavy forts stop German lines, the Stalin Line does not."""
    found: Bytes = title.fort_mask & ((s.vector("control") & DESTROYED) == 0) & (title.completed <= s.turn)
    return found


def entered(title: ProudMonster, s: MonsterState, h: int, out: Log) -> None:
    """14.25, 14.26, 14.30: a German-side unit in a hex with works destroys them, or aborts a line not yet complete."""
    if not title.works[h] or s.control[h] & DESTROYED:
        return
    if is_complete(title, s, h):
        s.control[h] |= DESTROYED
        s.cache.pop(SUPPLY[GERMAN], None)
        out.add("works destroyed", hex=h)
        return
    line = title.line_of[h]
    for name in (line, *ABORTED_WITH.get(line, ())):
        for x in title.lines.get(name, ()):
            s.control[x] |= DESTROYED
        out.add("line aborted", line=name)
