"""All games of a server, loaded when somebody comes."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import select

from steppe.dice import new_secret
from steppe.errors import RecordError, SteppeError
from steppe.game import Game, OtherRulesError
from steppe.lab.openings import set_up
from steppe.record import OrderEntry, Record, RulesEntry, UndoEntry
from steppe.server import schema
from steppe.server.chairs import admit, hashed, new_id, new_token
from steppe.server.faults import GoneError, UnkeptError, VersionError, report
from steppe.server.history import History, entry_of
from steppe.server.room import UNDO, Answered, Kept, Room, Watcher
from steppe.server.shelf import Desk, Shelf, hand_over
from steppe.server.standings import standing_of
from steppe.server.store import Store

__all__ = ["GoneError", "Links", "Room", "Rooms", "ShelvedError", "Wanted", "replay"]

KEPT_ROOMS = 100
"""How many games stay in memory when nobody is in them."""
MOST_ENTRIES = 30_000
"""No game takes so many orders."""
GAME_ID = re.compile(r"[A-Za-z0-9_-]{12}")


class Links(NamedTuple):
    """The secret links of a new game by seat: to play, and to watch."""

    game: str
    play: dict[str, str]
    watch: dict[str, str]


class Wanted(NamedTuple):
    """A game to begin."""

    title: str
    name: str = ""
    scenario: str = ""
    options: Mapping[str, Any] = {}
    bots: Mapping[str, str] = {}
    players: Mapping[str, str] = {}
    setup: str | None = None
    hotseat: bool = False
    salts: Mapping[str, str] = {}
    open_notes: bool = False


class ShelvedError(VersionError):
    """A game that cannot be played here: its record does not hold by the rules of this server."""

    def __init__(self, name: str, title: str, text: str, chairs: Sequence[Any], rules: str, why: str) -> None:
        self.game, self.title, self.text, self.chairs, self.rules = name, title, text, list(chairs), rules
        super().__init__(why)

    def held_by(self, tokens: str) -> bool:
        """Whether somebody holds all seats that no bot plays."""
        human = {i for i, chair in enumerate(self.chairs) if not chair.bot}
        seats = admit(tokens, self.chairs).seats
        return bool(seats) and human <= seats


class Rooms:
    """The rooms of all games. As long as anybody is in a room, there is only one of that game."""

    def __init__(self, kept: Store) -> None:
        self.store = kept
        self.shelf = Shelf()
        """The titles of the event loop."""
        self.loader = Desk("loader")
        self.watchers: list[Watcher] = []
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._shelved: OrderedDict[str, ShelvedError] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Kept]] = {}

    def close(self) -> None:
        self.loader.close()

    # -- new games --------------------------------------------------------------------------------------------------

    async def create(self, wanted: Wanted) -> tuple[Room, Links]:
        """Begin a game; the links are told here and never again."""
        secret = new_secret()
        game, history = await self.loader.run(self._begin, wanted, secret)
        return await self._keep(game, history, secret, wanted)

    async def adopt(self, text: str, wanted: Wanted) -> tuple[Room, Links]:
        """Take in a record that was played elsewhere: to go on with, or to look at if it is closed."""
        game, history, secret = await self.loader.run(self._take_in, text)
        return await self._keep(game, history, secret, wanted)

    async def _keep(self, game: Game, history: History, secret: bytes, wanted: Wanted) -> tuple[Room, Links]:
        key, now, shared = new_id(), time.time(), new_token()
        links = Links(key, {}, {})
        seats = []
        for seat in game.title.seats:
            links.play[seat] = shared if wanted.hotseat else new_token()
            links.watch[seat] = new_token()
            seats.append(
                {
                    "game": key,
                    "seat": seat,
                    "token": hashed(links.play[seat]),
                    "watch": hashed(links.watch[seat]),
                    "bot": wanted.bots.get(seat, ""),
                    "player": wanted.players.get(seat, ""),
                }
            )
        row = {
            "id": key,
            "title": game.title.key,
            "scenario": game.title.scenario.key,
            "name": wanted.name or game.title.full_name,
            "secret": secret,
            "settings": {"hotseat": wanted.hotseat, "open_notes": wanted.open_notes},
            "created": now,
            "touched": now,
            "over": game.title.outcome(game.state) is not None,
        }
        try:
            await asyncio.wrap_future(self.store.add_game(row, seats, game.record.lines, standing_of(game)))
        except Exception:
            raise UnkeptError("the game could not be kept; try again") from None
        chairs = await self.loader.run(self._chairs, key, game.title.seats)
        kept = Kept(game, secret, chairs, history, OrderedDict(), open_notes=wanted.open_notes)
        return self._settle(key, kept), links

    def _begin(self, wanted: Wanted, secret: bytes) -> tuple[Game, History]:
        loaded = self.loader.shelf.get(wanted.title, wanted.scenario, wanted.options)
        game = Game.new(
            wanted.title,
            secret=secret,
            salts=wanted.salts,
            players=wanted.players,
            keep_secret=True,
            loaded=loaded,
        )
        set_up(game, wanted.setup)
        # Its history is written by playing it again, as after every restart.
        again, history = replay(Record.parse(game.record.text.encode("ascii")), secret, self.loader.shelf)
        hand_over(again, self.shelf.twin(again.title))
        return again, history

    def _take_in(self, text: str) -> tuple[Game, History, bytes]:
        """Certify a record from anywhere: chain, commitment, dice, the legality of every order, outcome."""
        try:
            data = text.encode("ascii")
        except UnicodeEncodeError:
            raise RecordError("the record: a record has only ASCII letters") from None
        record = Record.parse(data, "the record")
        if len(record.entries) > MOST_ENTRIES:
            raise RecordError(f"the record has more than {MOST_ENTRIES} entries")
        record.verify()
        secret = record.secret
        if secret is None:
            raise RecordError("the record does not tell its secret, so its dice cannot be known: end the game first")
        game, history = replay(record, secret, self.loader.shelf)
        if record.closing is not None and game.title.outcome(game.state) is None:
            raise RecordError("the record was closed before the game was over, so nobody could go on with it")
        hand_over(game, self.shelf.twin(game.title))
        return game, history, secret

    # -- games on the disk --------------------------------------------------------------------------------------------

    async def open(self, key: str) -> Room:
        """The room of a game; loaded from the disk if need be."""
        room = self._rooms.get(key)
        if room is None:
            if not GAME_ID.fullmatch(key):
                raise GoneError("there is no such game here")
            if key in self._shelved:
                raise self._shelved[key].with_traceback(None)
            kept = await self._load(key)
            room = self._rooms.get(key) or self._settle(key, kept)
        self._recent[key] = room
        self._recent.move_to_end(key)
        return room

    def in_memory(self, key: str) -> Room | None:
        """The room of a game if it is loaded."""
        return self._rooms.get(key)

    def _settle(self, key: str, kept: Kept) -> Room:
        room = self._rooms[key] = self._recent[key] = Room(key, kept, self.store, self._load)
        room.watchers = self.watchers
        while len(self._recent) > KEPT_ROOMS:
            self._recent.popitem(last=False)
        return room

    async def _load(self, key: str) -> Kept:
        """Load a game once, however many wait for it."""
        task = self._loading.get(key)
        if task is None:
            task = self._loading[key] = asyncio.ensure_future(self.loader.run(self._read, key))
            task.add_done_callback(lambda done: self._loaded(key, done))
        try:
            return await asyncio.shield(task)
        except SteppeError:
            raise
        except Exception:
            raise UnkeptError("the game cannot be reached now; try again") from None

    def _loaded(self, key: str, done: asyncio.Future[Kept]) -> None:
        self._loading.pop(key, None)
        error = None if done.cancelled() else done.exception()
        if isinstance(error, ShelvedError):
            self._shelved[key] = error
            while len(self._shelved) > KEPT_ROOMS:
                self._shelved.popitem(last=False)
        elif error is not None and not isinstance(error, SteppeError):
            report(f"game {key}: not loaded", error)

    def _chairs(self, key: str, seats: Sequence[str]) -> list[Any]:
        found = self.store.rows(select(schema.chairs).where(schema.chairs.c.game == key))
        by_seat = {chair.seat: chair for chair in found}
        return [by_seat[seat] for seat in seats]

    def _keys(self, key: str, seats: Sequence[str]) -> dict[bytes, int]:
        found = self.store.rows(select(schema.keys).where(schema.keys.c.game == key))
        return {row.token: seats.index(row.seat) for row in found}

    def _read(self, key: str) -> Kept:
        row = self.store.row(select(schema.games).where(schema.games.c.id == key))
        if row is None:
            raise GoneError("there is no such game here")
        found = self.store.record_lines(key)
        text = "".join(f"{line.text}\n" for line in found)
        rules = ""
        try:
            record = Record.parse(text.encode("ascii"), "the record")
            rules = record.rules
            game, history = replay(record, row.secret, self.loader.shelf, [line.note for line in found])
            hand_over(game, self.shelf.twin(game.title))
        except SteppeError as error:
            why = "needs the version it began with: its orders do not hold by the rules of this server"
            if not isinstance(error, OtherRulesError):
                why = "cannot be played here: its record does not hold"
            report(f"game {key}: shelved", error)
            chairs = self.store.rows(select(schema.chairs).where(schema.chairs.c.game == key))
            raise ShelvedError(key, row.title, text, chairs, rules, f"this game {why}") from None
        if len(record.lines) > len(found):  # it was carried over to these rules
            self.store.add_lines(key, len(found), record.lines[len(found) :], standing_of(game)).result()
        answered = _answered(game, [line.key for line in found])
        seats = game.title.seats
        open_notes = bool(row.settings.get("open_notes"))
        return Kept(game, row.secret, self._chairs(key, seats), history, answered, self._keys(key, seats), open_notes)


def _answered(game: Game, keys: Sequence[str]) -> OrderedDict[tuple[int, str], Answered]:
    """The keys of the orders in a record; line n holds entry n, after the header."""
    found: OrderedDict[tuple[int, str], Answered] = OrderedDict()
    for entry in game.record.entries:
        key = keys[entry.n] if entry.n < len(keys) else ""
        if key and not isinstance(entry, RulesEntry):
            text = UNDO if isinstance(entry, UndoEntry) else entry.order
            found[game.title.seats.index(entry.seat), key] = Answered(entry.n, text)
    return found


def replay(record: Record, secret: bytes, shelf: Shelf, notes: Sequence[str] = ()) -> tuple[Game, History]:
    """Play a record again and write its history; a record of other rules is carried over to these if it can be.

    ``notes`` are what bots said, line by line.
    """
    made: list[History] = []

    def watch(game: Game, entry: OrderEntry | UndoEntry) -> None:
        history = made[0]
        if isinstance(entry, UndoEntry):
            for _ in range(entry.undo):
                history.take_back()
        else:
            seat = game.title.seats.index(entry.seat)
            note = notes[entry.n] if entry.n < len(notes) else ""
            history.add(game, entry_of(game, seat, entry.order, turns[0], game.history[-1], note))
        turns[0] = game.state.turn

    def begin(game: Game) -> None:
        made.append(History(game))
        turns[0] = game.state.turn

    turns = [0]
    header = record.header
    loaded = shelf.get(header.title, header.scenario, dict(header.options))
    game = Game.replay(record, secret=secret, watch=watch, begin=begin, loaded=loaded, carry=True)
    return game, made[0]
