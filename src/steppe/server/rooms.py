"""Games in play: each in a room, with who sits and who watches.

An order changes the room's game, goes to the disk, and only then is it acknowledged and shown. If the disk fails the
room is thrown away and loaded again, so that nobody ever sees what is not kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from steppe.dice import new_secret
from steppe.errors import OrderError, SteppeError
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.orders import Order
from steppe.record import Record
from steppe.server import store, views
from steppe.server.chairs import Pass, admit, hashed, new_id, new_token
from steppe.server.history import Entry, History
from steppe.server.store import Store
from steppe.title import Refusal

KEPT_ROOMS = 200
"""How many games stay in memory when nobody is in them."""


class StaleError(SteppeError):
    """The order was given for a position that is no longer the game's."""


class GoneError(SteppeError):
    """There is no such game."""


class Update(NamedTuple):
    """What a change of the game looks like to one pair of eyes."""

    at: int
    changes: dict[str, Any]
    prompt: dict[str, Any]
    entry: Entry | None
    undone: bool


class Links(NamedTuple):
    """The secret links of a new game by seat: to play, and to watch."""

    game: str
    play: dict[str, str]
    watch: dict[str, str]


class Room:
    """One game with its history, its chairs, and everybody who wants to hear of changes."""

    def __init__(
        self, name: str, game: Game, secret: bytes, chairs: Sequence[Any], history: History, kept: Store
    ) -> None:
        self.id, self.game, self.secret, self.chairs = name, game, secret, list(chairs)
        self.history, self._store = history, kept
        self.lock = asyncio.Lock()
        self.listeners: dict[Callable[[Update], None], int] = {}
        """Who listens, and with whose eyes."""
        self.asked_undo: int | None = None
        """The seat that asks to take an order back."""
        self.broken = False
        """What is in memory may not be what is on the disk."""
        self.touched = time.monotonic()
        self._views: dict[int, dict[str, Any]] = {}
        self._answered: OrderedDict[str, int] = OrderedDict()

    @property
    def at(self) -> int:
        """How many entries the record has: the number of the position."""
        return len(self.game.record.entries)

    def bot_of(self, seat: int) -> str:
        return str(self.chairs[seat].bot)

    def admit(self, token: str) -> Pass:
        return admit(token, self.chairs)

    # -- looking --------------------------------------------------------------------------------------------------

    def view(self, eyes: int) -> dict[str, Any]:
        found = self._views.get(eyes)
        if found is None:
            seen = views.masked(self.game.title, self.game.state, eyes)
            found = self._views[eyes] = views.view(self.game.title, seen)
        return found

    def prompt(self) -> dict[str, Any]:
        return views.prompt(self.game.title, self.game.state)

    def past(self, n: int, eyes: int) -> dict[str, Any]:
        """The view after the first n orders that stand."""
        if not 0 <= n <= len(self.history.entries):
            raise OrderError(f"there is no position {n}; the game has {len(self.history.entries)} orders")
        state = self.history.state_at(self.game, n)
        return views.view(self.game.title, views.masked(self.game.title, state, eyes))

    # -- changing -------------------------------------------------------------------------------------------------

    async def order(self, seat: int, text: str, at: int | None = None, key: str = "") -> int:
        """Carry out an order; returns the number of the position when it is on the disk."""
        async with self.lock:
            if key and key in self._answered:
                return self._answered[key]
            if at is not None and at != self.at:
                raise StaleError(f"the game has gone on: it is at {self.at}, the order was for {at}")
            order = self.game.read(text)
            await self._carry_out(seat, order, key)
            return self.at

    async def _carry_out(self, seat: int, order: Order, key: str) -> None:
        game = self.game
        first, turn = len(game.record.lines), game.state.turn
        events = game.order(seat, order)
        over = game.title.outcome(game.state) is not None
        if over:
            game.close(self.secret)
        await self._keep(first, over=over)
        entry = self.history.add(game, seat, game.write(order), turn, events)
        self.asked_undo = None
        if key:
            self._answered[key] = self.at
            while len(self._answered) > KEPT_ROOMS:
                self._answered.popitem(last=False)
        self._announce(entry, undone=False)

    async def undo(self, seat: int, *, consent: bool = False) -> int:
        """Take back the last order, if the rules allow it."""
        async with self.lock:
            first = len(self.game.record.lines)
            self.game.undo(seat, consent=consent)
            await self._keep(first, over=False)
            self.history.take_back()
            self.asked_undo = None
            self._announce(None, undone=True)
            return self.at

    def undo_refusal(self, seat: int) -> Refusal | None:
        return self.game.undo_refusal(seat)

    async def _keep(self, first: int, *, over: bool) -> None:
        """Wait until the new lines are on the disk; if they cannot be kept, nothing of this room can be trusted."""
        fresh = self.game.record.lines[first:]
        try:
            await asyncio.wrap_future(self._store.add_lines(self.id, first, fresh, over=over))
        except Exception as error:
            self.broken = True
            raise SteppeError("the order could not be kept; load the game again") from error

    def _announce(self, entry: Entry | None, *, undone: bool) -> None:
        """Tell everybody what changed for his eyes."""
        self.touched = time.monotonic()
        before, self._views = self._views, {}
        updates: dict[int, Update] = {}
        for listener, eyes in list(self.listeners.items()):
            if eyes not in updates:
                changed = views.changes(before.get(eyes, {}), self.view(eyes))
                updates[eyes] = Update(self.at, changed, self.prompt(), entry, undone)
            listener(updates[eyes])


class Rooms:
    """All games of a server, loaded when somebody comes."""

    def __init__(self, kept: Store) -> None:
        self.store = kept
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def create(
        self,
        title: str,
        *,
        name: str = "",
        options: Mapping[str, Any] | None = None,
        bots: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        setup: str | None = None,
        hotseat: bool = False,
        salts: Mapping[str, str] | None = None,
    ) -> tuple[Room, Links]:
        """Begin a game; the links are told here and never again."""
        secret = new_secret()
        game = await asyncio.to_thread(
            Game.new, title, secret=secret, options=options, salts=salts, players=players, keep_secret=True
        )
        await asyncio.to_thread(set_up, game, setup)
        return await self._keep_new(game, secret, name, bots or {}, players or {}, hotseat=hotseat)

    async def _keep_new(
        self,
        game: Game,
        secret: bytes,
        name: str,
        bots: Mapping[str, str],
        players: Mapping[str, str],
        *,
        hotseat: bool,
    ) -> tuple[Room, Links]:
        key, now = new_id(), time.time()
        shared = new_token()
        links = Links(key, {}, {})
        seats = []
        for seat in game.title.seats:
            links.play[seat] = shared if hotseat else new_token()
            links.watch[seat] = new_token()
            seats.append(
                {
                    "game": key,
                    "seat": seat,
                    "token": hashed(links.play[seat]),
                    "watch": hashed(links.watch[seat]),
                    "bot": bots.get(seat, ""),
                    "player": players.get(seat, ""),
                }
            )
        row = {
            "id": key,
            "title": game.title.key,
            "name": name or game.title.name,
            "secret": secret,
            "settings": {"hotseat": hotseat},
            "created": now,
            "touched": now,
            "over": False,
        }
        await asyncio.wrap_future(self.store.add_game(row, seats, game.record.lines))
        return await self.open(key), links

    async def open(self, key: str) -> Room:
        """The room of a game; loaded from the disk if need be."""
        room = self._rooms.get(key)
        if room is not None and not room.broken:
            return room
        async with self._opening.setdefault(key, asyncio.Lock()):
            if key not in self._rooms or self._rooms[key].broken:
                self._rooms[key] = await asyncio.to_thread(self._load, key)
        self._opening.pop(key, None)
        self._forget()
        return self._rooms[key]

    def _load(self, key: str) -> Room:
        row = self.store.row(select(store.games).where(store.games.c.id == key))
        if row is None:
            raise GoneError(f"there is no game {key!r} here")
        record = Record.parse(self.store.record_text(key).encode("ascii"), f"game {key}")
        game, history = replay(record, row.secret)
        found = self.store.rows(select(store.chairs).where(store.chairs.c.game == key))
        by_seat = {chair.seat: chair for chair in found}
        return Room(key, game, row.secret, [by_seat[seat] for seat in game.title.seats], history, self.store)

    def _forget(self) -> None:
        """Let go of the rooms in which nobody has been for the longest time."""
        idle = [room for room in self._rooms.values() if not room.listeners and not room.lock.locked()]
        idle.sort(key=lambda room: room.touched)
        for room in idle[: max(0, len(self._rooms) - KEPT_ROOMS)]:
            del self._rooms[room.id]


def replay(record: Record, secret: bytes) -> tuple[Game, History]:
    """Play a record again and write its history."""
    made: list[History] = []

    def watch(game: Game, entry: Any) -> None:
        history = made[0]
        if hasattr(entry, "undo"):
            for _ in range(entry.undo):
                history.take_back()
        else:
            turn = game.past[-1].state.turn if game.past else game.state.turn
            history.add(game, game.title.seats.index(entry.seat), entry.order, turn, game.history[-1])

    def begin(game: Game) -> None:
        made.append(History(game))

    game = Game.replay(record, secret=secret, watch=watch, begin=begin)
    return game, made[0]
