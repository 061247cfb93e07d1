"""A game's past: what each pair of eyes was told, and any earlier position."""

from __future__ import annotations

from typing import Any, NamedTuple

from steppe.events import Log
from steppe.game import Game
from steppe.server.chairs import NEUTRAL
from steppe.title import Title

EVERY = 20
"""How many orders lie between two kept positions."""


class Told(NamedTuple):
    """One thing that happened, as somebody saw it."""

    kind: str
    text: str
    hexes: tuple[str, ...]
    die: int | None


class Entry(NamedTuple):
    """An order that stands, and what of it everybody saw: first each seat, then a stranger."""

    seat: int
    order: str
    turn: int
    told: tuple[tuple[Told, ...], ...]

    def by(self, eyes: int) -> tuple[Told, ...]:
        return self.told[eyes]


def eyes_of(title: Title[Any]) -> tuple[int, ...]:
    """Every pair of eyes: the seats, and last a stranger's."""
    return (*range(len(title.seats)), NEUTRAL)


def tell(title: Title[Any], state: Any, events: Log, eyes: int) -> tuple[Told, ...]:
    """The events that a pair of eyes sees, right after they happened; a stranger sees what both seats see."""
    found = []
    for event in events:
        seats = range(len(title.seats)) if eyes == NEUTRAL else (eyes,)
        shown: Any = event
        for seat in seats:
            shown = title.visible_event(state, shown, seat) if shown is not None else None
        if shown is not None:
            facts = shown.facts
            hexes = tuple(title.board.grid.labels[h] for h in (facts.get("hex", -1), *facts.get("path", ())) if h >= 0)
            found.append(Told(shown.kind, title.tell(shown), hexes, facts.get("die")))
    return tuple(found)


class History:
    """The entries of a game with positions kept along the way."""

    def __init__(self, game: Game) -> None:
        self.entries: list[Entry] = []
        self._kept: dict[int, str] = {0: game.state.dump()}

    def add(self, game: Game, seat: int, order: str, turn: int, events: Log) -> Entry:
        """Write down an order that was just carried out."""
        title, state = game.title, game.state
        entry = Entry(seat, order, turn, tuple(tell(title, state, events, eyes) for eyes in eyes_of(title)))
        self.entries.append(entry)
        if len(self.entries) % EVERY == 0:
            self._kept[len(self.entries)] = state.dump()
        return entry

    def take_back(self) -> None:
        self._kept.pop(len(self.entries), None)
        self.entries.pop()

    def state_at(self, game: Game, n: int) -> Any:
        """The state after the first n orders that stand."""
        start = max(k for k in self._kept if k <= n)
        state = game.title.restored(self._kept[start], game.state.dice)
        for entry in self.entries[start:n]:
            game.title.apply(state, game.read(entry.order))
        return state
