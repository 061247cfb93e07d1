"""A page's conversation with a game: it asks and orders, the server answers and tells of every change.

The first message carries the token; each later one has an ``id`` that its answer repeats:

    {"token": "..."}                                    {"hello": {...}, "view": {...}, "prompt": {...}}
    {"id": 1, "do": "order", "text": "move ..", "at": 7}    {"re": 1, "at": 8}
    {"id": 2, "ask": "sheet", "text": "assault .."}     {"re": 2, "sheet": {...}}
                                                        {"tell": "update", "at": 8, "changes": {...}, ...}

Everything leaves through one queue, and a view is taken and put there while the game stands still: so the changes that
follow always fit what was sent before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Literal, NoReturn

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from steppe.errors import OrderError, SteppeError
from steppe.server import messages, models, questions
from steppe.server.bots import BotPlay
from steppe.server.chairs import NEUTRAL, STRANGER, Pass
from steppe.server.faults import ForbiddenError, InvalidError, error_data, report
from steppe.server.guard import as_json, embedded
from steppe.server.limits import Budget, Limits
from steppe.server.room import Room, Wish
from steppe.server.shelf import Desk
from steppe.server.views import Seen

LONGEST_MESSAGE = 16_384
GREETING_SECONDS = 10
OUTBOX = 256
"""How many messages may wait for a page that does not read."""
POLICY, TOO_LARGE, TRY_LATER = 1008, 1009, 1013


class LeavingError(Exception):
    """The conversation ends, with a code and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


def parsed(text: str) -> dict[str, Any]:
    """A message, or OrderError."""
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InvalidError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise InvalidError("a message is an object")
    return message


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def number_of(message: dict[str, Any]) -> Any:
    """The message's id, ready to be sent back: a whole number or a short text, whatever is in it."""
    found = message.get("id")
    fits = (type(found) is int and abs(found) < 2**53) or (isinstance(found, str) and len(found) <= 64)
    return embedded(json.dumps(found).encode()) if fits else None


_actions: TypeAdapter[models.Action] = TypeAdapter(models.Action)


def action_of(message: dict[str, Any]) -> models.Action:
    """What a message wants done."""
    if not isinstance(message["do"], str) or message["do"] not in ACTIONS:
        raise InvalidError(f"there is no such action; known are {', '.join(ACTIONS)}")
    try:
        return _actions.validate_python(message)
    except ValidationError as error:
        raise InvalidError.of(error.errors()[0]) from None


class Session:
    """One connected page."""

    def __init__(self, socket: WebSocket, bots: BotPlay, desk: Desk, room: Room, limits: Limits) -> None:
        self.socket, self.bots, self.desk, self.room = socket, bots, desk, room
        self.visitor: Pass = STRANGER
        self.eyes = NEUTRAL
        self.base: Seen | None = None
        self.budget = Budget(limits.messages_per_second, limits.messages_burst)
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(OUTBOX)
        self._slow = asyncio.Event()

    async def run(self) -> None:
        """Greet, listen, answer, until the page goes or does not keep up."""
        tasks = [asyncio.ensure_future(work) for work in (self._converse(), self._send(), self._slow.wait())]
        code, reason = TRY_LATER, "too slow: connect again"
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except LeavingError as leaving:
            code, reason = leaving.code, leaving.reason
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        except SteppeError as error:
            code, reason = POLICY, str(error)[:100]
        finally:
            self.room.listeners.discard(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(code, reason), 1)

    async def _converse(self) -> None:
        try:
            hello = parsed(await asyncio.wait_for(self._receive(), GREETING_SECONDS))
        except TimeoutError:
            raise LeavingError(POLICY, "no greeting") from None
        tokens = hello.get("token", "")
        async with self.room:
            self.visitor = self.room.admit(tokens[:200] if isinstance(tokens, str) else "")
            self.eyes = self.visitor.eyes
            self.greet()
            self.room.listeners.add(self)
        self.bots.wake(self.room)
        while True:
            await self._handle(await self._receive())

    def greet(self) -> None:
        room, title = self.room, self.room.game.title
        self.base = room.seen(self.eyes)
        hello: messages.Hello = {
            "game": room.id,
            "title": title.key,
            "scenario": title.scenario.key,
            "seats": sorted(title.seats[i] for i in self.visitor.seats),
            "eyes": None if self.eyes == NEUTRAL else title.seats[self.eyes],
            "bots": {seat: room.bot_of(i) for i, seat in enumerate(title.seats)},
            "commit": room.game.record.header.commit,
            "options": dict(title.options),
            "notes": room.notes_open,
        }
        greeting: messages.Greeting = {
            "hello": hello,
            "at": room.at,
            "orders": len(room.history.entries),
            "view": embedded(self.base.json),
            "prompt": room.prompt(),
        }
        self.hear(as_json(greeting))

    async def _receive(self) -> str:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        if text is None:
            raise LeavingError(POLICY, "messages are text")
        if len(text) > LONGEST_MESSAGE:
            raise LeavingError(TOO_LARGE, "the message is too long")
        return text

    async def _send(self) -> None:
        while True:
            await self.socket.send_text((await self._outbox.get()).decode())

    def hear(self, message: bytes) -> None:
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.room.listeners.discard(self)
            self._slow.set()

    async def _handle(self, text: str) -> None:
        number = None
        try:
            message = parsed(text)
            number = number_of(message)
            self.budget.spend()
            await self._answer(number, message)
        except SteppeError as error:
            failure: messages.Failure = {"error": error_data(error)}
            self._reply(number, failure)
        except (asyncio.CancelledError, LeavingError):
            raise
        except Exception as error:
            report("socket", error)
            failure = {"error": {"kind": "error", "code": "fault", "why": "something went wrong"}}
            self._reply(number, failure)

    def _reply(self, number: Any, fields: Mapping[str, Any]) -> None:
        self.hear(as_json({"re": number, **fields}))

    async def _answer(self, number: Any, message: dict[str, Any]) -> None:
        if "do" in message:
            action = action_of(message)
            await ACTIONS[action.do](self, number, action)
        elif message.get("ask") == "view":
            async with self.room:
                self._show(number, {})
        else:
            asked = questions.read(message)
            self.hear(await questions.answer(self.room, self.desk, self.visitor, self.eyes, asked, re=number))

    # -- looking --------------------------------------------------------------------------------------------------

    async def look(self, number: Any, action: models.DoLook) -> None:
        """Hand over: see with the eyes of another seat of one's own."""
        seats = self.room.game.title.seats
        if action.seat not in seats or not self.visitor.decides(seats.index(action.seat)):
            raise ForbiddenError("this link does not hold that seat")
        async with self.room:
            self.eyes = seats.index(action.seat)
            self._show(number, {"eyes": action.seat})

    def _show(self, number: Any, fields: dict[str, Any]) -> None:
        self.base = self.room.seen(self.eyes)
        shown: messages.ViewAnswer = {
            "at": self.room.at,
            "prompt": self.room.prompt(),
            "view": embedded(self.base.json),
        }
        self._reply(number, {**fields, **shown})

    # -- doing ----------------------------------------------------------------------------------------------------

    def _done(self, number: Any, at: int) -> None:
        self.bots.wake(self.room)
        done: messages.DoneAnswer = {"at": at}
        self._reply(number, done)

    async def order(self, number: Any, action: models.DoOrder) -> None:
        done = await self.room.change(self.visitor, Wish(action.text, action.seat, action.at, action.key))
        self._done(number, done.at)

    async def undo(self, number: Any, action: models.DoUndo) -> None:
        done = await self.room.change(self.visitor, Wish(None, action.seat, action.at, action.key))
        self._done(number, done.at)

    async def ask_undo(self, number: Any, action: models.DoAskUndo) -> None:
        """Ask the opponent to let an order be taken back; a bot always agrees."""
        room = self.room
        wish = Wish(None, action.seat, action.at, action.key, consent=True)
        if not self.visitor.seats:
            raise ForbiddenError("this link holds no seat: you can only look on")
        async with room:
            seat = room.seat_for(self.visitor, wish)
            others = [i for i in range(len(room.game.title.seats)) if i != seat]
            if not all(room.bot_of(i) or self.visitor.decides(i) for i in others):
                refused = room.undo_refused(seat)
                if refused is not None:
                    raise refused
                room.asked_undo = seat, room.at
                self._tell_players("undo asked", seat, to_asker=False)
                asked: messages.UndoAnswer = {"asked": True}
                return self._reply(number, asked)
        done = await room.change(self.visitor, wish)
        return self._done(number, done.at)

    def _tell_players(self, what: Literal["undo asked", "undo declined"], seat: int, *, to_asker: bool) -> None:
        """Tell the seat that asks, or all the others who play."""
        news: messages.UndoNews = {"tell": what, "seat": self.room.game.title.seats[seat]}
        for listener in list(self.room.listeners):
            if not isinstance(listener, Session) or not listener.visitor.seats:
                continue
            if listener.visitor.decides(seat) == to_asker:
                listener.hear(as_json(news))

    async def answer_undo(self, number: Any, action: models.DoAnswerUndo) -> None:
        asked = self.room.asked_undo
        if asked is None or not self.visitor.seats or self.visitor.decides(asked[0]):
            raise OrderError("nobody asks you to take an order back")
        self.room.asked_undo = None
        seat, at = asked
        if action.agree:
            asker = Pass(frozenset({seat}), seat)
            done = await self.room.change(asker, Wish(None, at=at, consent=True))
            return self._done(number, done.at)
        self._tell_players("undo declined", seat, to_asker=True)
        declined: messages.DoneAnswer = {"at": self.room.at}
        return self._reply(number, declined)

    async def hold(self, number: Any, action: models.DoHoldBot) -> None:
        """Hold the bot, or let it go on."""
        if not self.visitor.seats:
            raise ForbiddenError("only a player can do that")
        held: messages.HoldAnswer = {"held": self.bots.hold(self.room, held=action.hold)}
        self._reply(number, held)


ACTIONS: Mapping[str, Callable[[Session, Any, Any], Awaitable[None]]] = {
    "order": Session.order,
    "undo": Session.undo,
    "ask-undo": Session.ask_undo,
    "answer-undo": Session.answer_undo,
    "look": Session.look,
    "hold-bot": Session.hold,
}
