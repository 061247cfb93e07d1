"""A game's past: what each pair of eyes was told, and any earlier position."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from steppe.dice import Dice
from steppe.events import Event, Log, Sign
from steppe.game import Game
from steppe.server.chairs import NEUTRAL
from steppe.server.messages import LogEntry, ToldData
from steppe.title import Title

EVERY = 20
"""How many orders lie between two kept positions."""


class Told(NamedTuple):
    """One thing that happened, as somebody saw it."""

    kind: str
    text: str
    hexes: tuple[str, ...]
    die: int | None
    sign: Sign | None
    """What a table makes of it."""
    about: str
    """Of a phase its heading, of a result its code."""


def told_data(told: Told) -> ToldData:
    return cast(ToldData, told._asdict())


class Entry(NamedTuple):
    """An order that stands, and what of it everybody saw: first each seat, then a stranger."""

    seat: int
    order: str
    turn: int
    told: tuple[tuple[Told, ...], ...]
    note: str = ""
    """What the bot that gave it says about it: as secret as all that its seat knows."""

    def data(self, title: Title[Any], n: int, eyes: int, *, notes: bool = False) -> LogEntry:
        """The entry as somebody may read it. The order itself is not in it: its text may name what is hidden.

        A bot's note is for the eyes of its own seat, or for all if ``notes`` are open.
        """
        told = [told_data(t) for t in self.told[eyes]]
        entry: LogEntry = {"n": n, "seat": title.seats[self.seat], "turn": self.turn, "told": told}
        return {**entry, "note": self.note} if self.note and (notes or eyes == self.seat) else entry


class Way(NamedTuple):
    """How to come to an earlier position: from a kept one by the orders that followed."""

    dump: str
    dice: Dice
    orders: tuple[str, ...]

    def state(self, title: Title[Any]) -> Any:
        state = title.restored(self.dump, self.dice)
        for order in self.orders:
            title.apply(state, title.notation.read(order, title.names))
        return state


def eyes_of(title: Title[Any]) -> tuple[int, ...]:
    """Every pair of eyes: the seats, and last a stranger's."""
    return (*range(len(title.seats)), NEUTRAL)


def tell(title: Title[Any], state: Any, events: Log, eyes: int) -> tuple[Told, ...]:
    """The events that a pair of eyes sees, right after they happened; a stranger sees what both seats see."""
    found = []
    seats = range(len(title.seats)) if eyes == NEUTRAL else (eyes,)
    for event in events:
        shown: Any = event
        for seat in seats:
            shown = title.visible_event(state, shown, seat) if shown is not None else None
        if shown is not None:
            facts = shown.facts
            places = (facts.get("start", -1), facts.get("hex", -1), *facts.get("path", ()))
            hexes = tuple(title.board.grid.labels[h] for h in places if h >= 0)
            sign = title.signs.get(shown.kind)
            found.append(Told(shown.kind, title.tell(shown), hexes, facts.get("die"), sign, about(title, shown, sign)))
    return tuple(found)


def about(title: Title[Any], event: Event, sign: Sign | None) -> str:
    """Of a phase its heading: whose part of the turn it belongs to, and what it is. Of a result its code."""
    if sign == "result":
        return str(event.facts["result"])
    if sign != "phase":
        return ""
    step = next(step for step in title.sequence.steps if step.name == event.facts["step"])
    decision = title.decisions[title.decision_ids[event.facts["decision"]]]
    return f"{step.frame[:1].upper()}{step.frame[1:]} · {decision.heading or step.words}"


def entry_of(game: Game, seat: int, order: str, turn: int, events: Log, note: str = "") -> Entry:
    """The entry of an order that was just carried out."""
    told = tuple(tell(game.title, game.state, events, eyes) for eyes in eyes_of(game.title))
    return Entry(seat, order, turn, told, note)


class History:
    """The entries of a game with positions kept along the way."""

    def __init__(self, game: Game) -> None:
        self.entries: list[Entry] = []
        self._kept: dict[int, str] = {0: game.state.dump()}

    def add(self, game: Game, entry: Entry) -> None:
        """Write down an order; the game stands where it has led."""
        self.entries.append(entry)
        if len(self.entries) % EVERY == 0:
            self._kept[len(self.entries)] = game.state.dump()

    def take_back(self) -> None:
        self._kept.pop(len(self.entries), None)
        self.entries.pop()

    def way_to(self, game: Game, n: int) -> Way:
        """The way to the position after the first n orders that stand."""
        start = max(k for k in self._kept if k <= n)
        orders = tuple(entry.order for entry in self.entries[start:n])
        return Way(self._kept[start], Dice(game.dice.key), orders)
