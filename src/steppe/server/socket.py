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
from contextlib import suppress
from typing import Any, NoReturn

from fastapi import WebSocket, WebSocketDisconnect

from steppe.errors import OrderError, SteppeError
from steppe.server import questions
from steppe.server.bots import BotPlay
from steppe.server.chairs import NEUTRAL, STRANGER, Pass
from steppe.server.faults import ForbiddenError, error_data, report
from steppe.server.guard import as_json
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
        raise OrderError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise OrderError("a message is an object")
    return message


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def number_of(message: dict[str, Any]) -> int | str | None:
    """The message's id: a whole number or a short text."""
    found = message.get("id")
    fits = (type(found) is int and abs(found) < 2**53) or (isinstance(found, str) and len(found) <= 64)
    return found if fits else None


class Session:
    """One connected page."""

    def __init__(self, socket: WebSocket, bots: BotPlay, desk: Desk, room: Room, limits: Limits) -> None:
        self.socket, self.bots, self.desk, self.room = socket, bots, desk, room
        self.visitor: Pass = STRANGER
        self.eyes = NEUTRAL
        self.base: Seen | None = None
        self.budget = Budget(limits.messages_per_second, limits.messages_burst)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(OUTBOX)
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
        hello = {
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
        self.hear(
            f'{{"hello":{as_json(hello)},"at":{room.at},"orders":{len(room.history.entries)},'
            f'"view":{self.base.text},"prompt":{as_json(room.prompt())}}}'
        )

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
            await self.socket.send_text(await self._outbox.get())

    def hear(self, text: str) -> None:
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.room.listeners.discard(self)
            self._slow.set()

    async def _handle(self, text: str) -> None:
        number = None
        try:
            message = parsed(text)
            number = as_json(number_of(message))
            self.budget.spend()
            await self._answer(number, message)
        except SteppeError as error:
            self._reply(number, as_json({"error": error_data(error)}))
        except (asyncio.CancelledError, LeavingError):
            raise
        except Exception as error:
            report("socket", error)
            self._reply(number, as_json({"error": {"kind": "error", "why": "something went wrong"}}))

    def _reply(self, number: str | None, fields: str) -> None:
        self.hear(f'{{"re":{number or "null"},{fields[1:]}')

    async def _answer(self, number: str, message: dict[str, Any]) -> None:
        if message.get("ask") == "view" and "do" not in message:
            return await self._view(number)
        if "do" not in message:
            found = await questions.answer(self.room, self.desk, self.visitor, self.eyes, message)
            return self._reply(number, found)
        if message["do"] == "look":
            return await self._look(number, message)
        action = ACTIONS.get(message["do"]) if isinstance(message["do"], str) else None
        if action is None:
            raise OrderError(f"there is no such action; known are {', '.join([*ACTIONS, 'look'])}")
        return self._reply(number, as_json(await action(self, message)))

    # -- looking --------------------------------------------------------------------------------------------------

    async def _view(self, number: str) -> None:
        async with self.room:
            self._show(number, {})

    async def _look(self, number: str, message: dict[str, Any]) -> None:
        """Hand over: see with the eyes of another seat of one's own."""
        async with self.room:
            self.eyes = self._own_seat(message)
            self._show(number, {"eyes": self.room.game.title.seats[self.eyes]})

    def _show(self, number: str, fields: dict[str, Any]) -> None:
        self.base = self.room.seen(self.eyes)
        fields = {**fields, "at": self.room.at, "prompt": self.room.prompt()}
        self._reply(number, f'{as_json(fields)[:-1]},"view":{self.base.text}}}')

    def _own_seat(self, message: dict[str, Any]) -> int:
        seats, name = self.room.game.title.seats, message.get("seat")
        if not isinstance(name, str) or name not in seats or not self.visitor.decides(seats.index(name)):
            raise ForbiddenError("this link does not hold that seat")
        return seats.index(name)

    # -- doing ----------------------------------------------------------------------------------------------------

    def _wish(self, message: dict[str, Any], text: str | None, *, consent: bool = False) -> Wish:
        seat, at, key = message.get("seat"), message.get("at"), message.get("key", "")
        if at is not None:
            at = questions.number_of(message, "at")
        if not isinstance(key, str) or len(key) > 64 or not (seat is None or isinstance(seat, str)):
            raise OrderError("'seat' should be a seat's name and 'key' a short text")
        return Wish(text, seat, at, key, consent)

    async def order(self, message: dict[str, Any]) -> dict[str, Any]:
        done = await self.room.change(self.visitor, self._wish(message, questions.text_of(message)))
        self.bots.wake(self.room)
        return {"at": done.at}

    async def undo(self, message: dict[str, Any]) -> dict[str, Any]:
        done = await self.room.change(self.visitor, self._wish(message, None))
        self.bots.wake(self.room)
        return {"at": done.at}

    async def ask_undo(self, message: dict[str, Any]) -> dict[str, Any]:
        """Ask the opponent to let an order be taken back; a bot always agrees."""
        room = self.room
        wish = self._wish(message, None, consent=True)
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
                self._tell_others(as_json({"tell": "undo asked", "seat": room.game.title.seats[seat]}), seat)
                return {"asked": True}
        done = await room.change(self.visitor, wish)
        self.bots.wake(room)
        return {"at": done.at}

    def _tell_others(self, text: str, seat: int) -> None:
        for listener in list(self.room.listeners):
            if isinstance(listener, Session) and listener.visitor.seats and not listener.visitor.decides(seat):
                listener.hear(text)

    async def answer_undo(self, message: dict[str, Any]) -> dict[str, Any]:
        asked = self.room.asked_undo
        if asked is None or not self.visitor.seats or self.visitor.decides(asked[0]):
            raise OrderError("nobody asks you to take an order back")
        self.room.asked_undo = None
        seat, at = asked
        if message.get("agree") is True:
            asker = Pass(frozenset({seat}), seat)
            done = await self.room.change(asker, Wish(None, at=at, consent=True))
            self.bots.wake(self.room)
            return {"at": done.at}
        text = as_json({"tell": "undo declined", "seat": self.room.game.title.seats[seat]})
        for listener in list(self.room.listeners):
            if isinstance(listener, Session) and listener.visitor.decides(seat):
                listener.hear(text)
        return {"at": self.room.at}

    async def hold(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hold the bot, or let it go on."""
        if not self.visitor.seats:
            raise ForbiddenError("only a player can do that")
        return {"held": self.bots.hold(self.room, held=message.get("hold") is not False)}


ACTIONS = {
    "order": Session.order,
    "undo": Session.undo,
    "ask-undo": Session.ask_undo,
    "answer-undo": Session.answer_undo,
    "hold-bot": Session.hold,
}
