"""What happened: the outcomes of orders, as people read them.

An event is a kind and its facts. ``only`` is the seat that may see it, or -1 for everybody: nothing hidden leaves
through an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

EVERYBODY = -1
WON, DRAWN_GAME = "won", "game drawn"
"""How a game ends; ``drawn`` alone is a blind draw."""
ENDS_UNDO = frozenset({"rolled", "drawn", "revealed", WON, DRAWN_GAME})
"""What nobody can take back: these events end free undo."""


Sign = Literal["turn", "phase", "march", "battle", "result", "battle-over"]
"""What a table makes of an event, whatever a title calls it: headings of the log, arrows on the map, the battle in hand
with its result."""
SIGNS: Mapping[str, Sign] = {"turn": "turn", "phase": "phase"}


class Event(NamedTuple):
    kind: str
    facts: dict[str, Any]
    only: int = EVERYBODY

    def seen_by(self, seat: int) -> bool:
        return self.only in (EVERYBODY, seat)


class Log(list[Event]):
    """The events of one order, gathered as it is carried out."""

    def add(self, kind: str, **facts: Any) -> None:
        self.append(Event(kind, facts))

    def add_only(self, seat: int, kind: str, **facts: Any) -> None:
        self.append(Event(kind, facts, seat))
