"""A game in play, with who sits and who watches.

An order changes the room's game, goes to the disk, and only then is it acknowledged and shown. Whoever wants to look
waits until the disk has answered, so that nobody ever sees what is not kept. If the disk fails, the game is loaded
again from what it holds.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from steppe.answers import Asked
from steppe.errors import OrderError, SteppeError
from steppe.game import Game, RefusalError
from steppe.server import views
from steppe.server.chairs import NO_KEYS, Pass, admit
from steppe.server.faults import ForbiddenError, StaleError, UnkeptError, report
from steppe.server.guard import as_json
from steppe.server.history import Entry, History, Way, entry_of
from steppe.server.messages import Update
from steppe.server.standings import standing_of
from steppe.server.store import Store
from steppe.server.views import Seen

KEYS = 500
"""How many keys of orders a game remembers."""
UNDO = "undo"


class Answered(NamedTuple):
    """What became of an order that had a key."""

    at: int
    order: str


class Kept(NamedTuple):
    """A game as it lies on the disk."""

    game: Game
    secret: bytes
    chairs: Sequence[Any]
    history: History
    answered: OrderedDict[tuple[int, str], Answered]
    keys: Mapping[bytes, int] = NO_KEYS
    """More links to the seats, by their hashes."""
    open_notes: bool = False
    """Whether everybody may read at once what bots say about their orders."""


class Done(NamedTuple):
    """What an order has led to."""

    at: int
    prompt: Asked


class Wish(NamedTuple):
    """A change that somebody asks for, as it came: an order's text, or None to take the last order back."""

    text: str | None
    seat: str | None = None
    at: int | None = None
    key: str = ""
    consent: bool = False
    note: str = ""
    """What a bot says about its order."""


class Listener(Protocol):
    """Somebody who is told of every change as far as his eyes reach."""

    eyes: int
    base: Seen | None
    """What he was last sent; changes are told against that."""

    def hear(self, message: bytes) -> None: ...
    def greet(self) -> None:
        """Send everything anew."""


Watcher = Callable[["Room", int], None]
"""Somebody who hears of every change of every game, with the seat whose order it was (-1: one was taken back)."""


def hashed_key(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest() if key else ""


class Room:
    """One game with its history, its chairs, and everybody who wants to hear of changes."""

    def __init__(self, name: str, kept: Kept, store: Store, load: Callable[[str], Awaitable[Kept]]) -> None:
        self.id, self._store, self._load = name, store, load
        self.lock = asyncio.Lock()
        """Held while the game changes, until the disk has answered."""
        self.listeners: set[Listener] = set()
        self.watchers: Sequence[Watcher] = ()
        self.held = False
        """Somebody wants the bots to wait."""
        self.asked_undo: tuple[int, int] | None = None
        """The seat that asks to take an order back, and the position at which it asked."""
        self.touched = time.monotonic()
        self._broken = False
        self._fill(kept)

    def _fill(self, kept: Kept) -> None:
        self.game, self.secret, self.history, self._answered = kept.game, kept.secret, kept.history, kept.answered
        self.chairs, self.keys, self._open_notes = list(kept.chairs), dict(kept.keys), kept.open_notes
        self._seen: dict[int, Seen] = {}

    @property
    def at(self) -> int:
        """How many entries the record has: the number of the position."""
        return len(self.game.record.entries)

    def bot_of(self, seat: int) -> str:
        return str(self.chairs[seat].bot) if seat >= 0 else ""

    def admit(self, tokens: str) -> Pass:
        return admit(tokens, self.chairs, self.keys)

    @property
    def is_over(self) -> bool:
        return self.game.title.outcome(self.game.state) is not None

    @property
    def notes_open(self) -> bool:
        """Whether bots' notes are for everybody: while a game is on they may tell what is hidden."""
        return self._open_notes or self.is_over

    # -- looking: only while holding the lock of a whole room --------------------------------------------------------

    async def __aenter__(self) -> Room:
        """Look at the game: nothing changes, and nothing is seen that is not kept."""
        await self.lock.acquire()
        try:
            await self._mend()
        except BaseException:
            self.lock.release()
            raise
        self.touched = time.monotonic()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.lock.release()

    def seen(self, eyes: int) -> Seen:
        found = self._seen.get(eyes)
        if found is None:
            found = self._seen[eyes] = Seen(self.game.title, self.game.state, eyes, self.at)
        return found

    def prompt(self) -> Asked:
        return views.prompt(self.game.title, self.game.state)

    def way_to(self, n: int) -> Way:
        """How to come to the position after the first n orders that stand."""
        if not 0 <= n <= len(self.history.entries):
            raise OrderError(f"there is no such position; the game has {len(self.history.entries)} orders")
        return self.history.way_to(self.game, n)

    # -- changing -------------------------------------------------------------------------------------------------

    async def change(self, visitor: Pass, wish: Wish) -> Done:
        """Carry out what a visitor wants; when this returns it is on the disk and everybody was told."""
        return await self._to_the_end(self._change(visitor, wish))

    async def order(self, seat: int, text: str, at: int, note: str = "") -> Done:
        """An order of a seat's own bot, with what it says about it."""
        return await self.change(Pass(frozenset({seat}), seat), Wish(text, at=at, note=note))

    @staticmethod
    async def _to_the_end(work: Coroutine[Any, Any, Done]) -> Done:
        """A client that goes away must not stop a change half-way."""
        return await asyncio.shield(asyncio.ensure_future(work))

    async def _change(self, visitor: Pass, wish: Wish) -> Done:
        if not visitor.seats:
            raise ForbiddenError("this link holds no seat: you can only look on")
        async with self:
            key = hashed_key(wish.key)
            before = self._before(visitor, key, wish)
            if before is not None:
                return Done(before.at, self.prompt())
            if wish.at is not None and wish.at != self.at:
                raise StaleError(f"the game has gone on: it is at {self.at}, the order was for {wish.at}")
            try:
                if wish.text is None:
                    await self._take_back(self.seat_for(visitor, wish), key, consent=wish.consent)
                else:
                    await self._carry_out(visitor, wish, key)
            except (SteppeError, asyncio.CancelledError):
                raise
            except Exception as error:
                self._broken = True
                report(f"game {self.id}", error)
                raise UnkeptError("something went wrong; nothing was changed") from None
            return Done(self.at, self.prompt())

    def _before(self, visitor: Pass, key: str, wish: Wish) -> Answered | None:
        """The answer to an order that came before with the same key."""
        known = [self._answered[seat, key] for seat in visitor.seats if (seat, key) in self._answered]
        found = known[0] if known else None
        if found is not None:
            text = UNDO if wish.text is None else self.game.write(self.game.read(wish.text))
            if text != found.order:
                raise OrderError("this key came with another order before")
        return found

    def seat_for(self, visitor: Pass, wish: Wish) -> int:
        """The seat for which somebody acts: the one named, or the one that must decide, or the only one."""
        title, state = self.game.title, self.game.state
        if wish.seat is not None:
            if wish.seat not in title.seats:
                raise OrderError(f"there is no such seat; known are {', '.join(title.seats)}")
            seat = title.seats.index(wish.seat)
        elif wish.text is None and self.game.past and visitor.decides(self.game.past[-1].seat):
            seat = self.game.past[-1].seat
        else:
            seat = title.prompt(state).seat
            seat = seat if visitor.decides(seat) else min(visitor.seats)
        if not visitor.decides(seat):
            raise ForbiddenError("this link does not hold that seat")
        return seat

    async def _carry_out(self, visitor: Pass, wish: Wish, key: str) -> None:
        game = self.game
        assert wish.text is not None
        order = game.read(wish.text)
        seat = order.seat if visitor.decides(order.seat) else self.seat_for(visitor, wish)
        game.check(seat, order)
        first, turn = len(game.record.lines), game.state.turn
        try:
            events = game.carry_out(seat, order)
        except SteppeError as error:  # a bug: what is legal can be carried out
            raise RuntimeError(str(error)) from error
        if self.is_over:
            game.close(self.secret)
        text = game.write(order)
        await self._publish(first, seat, key, text, entry_of(game, seat, text, turn, events, wish.note))

    async def _take_back(self, seat: int, key: str, *, consent: bool) -> None:
        first = len(self.game.record.lines)
        self.game.undo(seat, consent=consent)
        await self._publish(first, seat, key, UNDO, None)

    async def _publish(self, first: int, seat: int, key: str, text: str, entry: Entry | None) -> None:
        """Keep the new lines, and only then tell everybody; what is told is made while the disk works."""
        fresh = self.game.record.lines[first:]
        note = "" if entry is None else entry.note
        written = self._store.add_lines(self.id, first, fresh, standing_of(self.game), key=key, note=note)
        try:
            self._seen = {}
            updates = self._updates(entry)
            await asyncio.wrap_future(written)
        except Exception as error:
            # What is in memory may not be what is on the disk.
            self._broken = True
            if not isinstance(error, SteppeError):
                report(f"game {self.id}: not kept", error)
            raise UnkeptError("the order could not be kept, so it does not count; try again") from None
        if entry is None:
            self.history.take_back()
        else:
            self.history.add(self.game, entry)
        self.asked_undo = None
        if key:
            self._answered[seat, key] = Answered(self.at, text)
            while len(self._answered) > KEYS:
                self._answered.popitem(last=False)
        for listener, seen, message in updates:
            if listener in self.listeners:
                listener.base = seen
                listener.hear(message)
        for watch in self.watchers:
            try:
                watch(self, seat if entry is not None else -1)
            except Exception as error:  # the order is kept, whatever they make of it
                report(f"game {self.id}: watcher", error)

    def _updates(self, entry: Entry | None) -> list[tuple[Listener, Seen, bytes]]:
        """What to tell everybody: what changed since he was last sent something."""
        made: dict[tuple[int, int], bytes] = {}
        found = []
        number = len(self.history.entries) + 1
        prompt = self.prompt()
        for listener in list(self.listeners):
            base, seen = listener.base, self.seen(listener.eyes)
            assert base is not None, "who listens was greeted"
            key = id(base), listener.eyes
            if key not in made:
                told = entry.data(self.game.title, number, listener.eyes, notes=self.notes_open) if entry else None
                update: Update = {
                    "tell": "update",
                    "at": self.at,
                    "changes": seen.changes_since(base),
                    "prompt": prompt,
                    "entry": told,
                    "undone": entry is None,
                }
                made[key] = as_json(update)
            found.append((listener, seen, made[key]))
        return found

    async def _mend(self) -> None:
        """Load the game again if what is in memory cannot be trusted."""
        if self._broken:
            try:
                self._fill(await self._load(self.id))
            except SteppeError:
                raise
            except Exception as error:
                report(f"game {self.id}: not loaded", error)
                raise UnkeptError("the game cannot be reached now; try again") from None
            self._broken = False
            for listener in list(self.listeners):
                listener.greet()

    def undo_refused(self, seat: int) -> RefusalError | None:
        """Why a seat cannot take back the last order even if the opponent agrees."""
        refusal = self.game.undo_refusal(seat, consent=True)
        return RefusalError(UNDO, refusal) if refusal else None
