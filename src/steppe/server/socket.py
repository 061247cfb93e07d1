"""A page's conversation with a game: it asks and orders, the server answers and tells of every change.

The first message carries the token; each later one has an ``id`` that its answer repeats:

    {"token": "..."}                                    {"hello": {...}, "view": {...}, "prompt": {...}}
    {"id": 1, "do": "order", "text": "move ..", "at": 7}    {"re": 1, "at": 8}
    {"id": 2, "ask": "sheet", "text": "assault .."}     {"re": 2, "sheet": {...}}
                                                        {"tell": "update", "at": 8, "changes": {...}, ...}
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from steppe.errors import OrderError, SteppeError
from steppe.game import RefusalError
from steppe.server import questions
from steppe.server.bots import BotPlay
from steppe.server.chairs import NEUTRAL, Pass
from steppe.server.limits import Budget
from steppe.server.rooms import Room, Rooms, StaleError, Update

LONGEST_MESSAGE = 16_384
GREETING_SECONDS = 10
POLICY, TOO_LARGE = 1008, 1009


def error_data(error: Exception) -> dict[str, Any]:
    """What went wrong, in words that people can use."""
    if isinstance(error, RefusalError):
        return {"kind": "refused", **questions.refusal_data(error.refusal)}
    if isinstance(error, StaleError):
        return {"kind": "stale", "why": str(error)}
    return {"kind": "error", "why": str(error)}


class Session:
    """One connected page."""

    def __init__(self, socket: WebSocket, rooms: Rooms, bots: BotPlay, room: Room) -> None:
        self.socket, self.rooms, self.bots, self.room = socket, rooms, bots, room
        self.visitor: Pass = Pass(frozenset(), NEUTRAL)
        self.eyes = NEUTRAL
        self.budget = Budget(per_second=40, burst=200)
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(maxsize=500)

    async def run(self) -> None:
        """Greet, listen, answer, until the page goes."""
        await self.socket.accept()
        try:
            hello = await asyncio.wait_for(self._receive(), GREETING_SECONDS)
            token = hello.get("token", "")
            self.visitor = self.room.admit(token if isinstance(token, str) else "")
            self.eyes = self.visitor.eyes
            self.room.listeners[self._hear] = self.eyes
            await self.socket.send_json(self._welcome())
            sender = asyncio.create_task(self._send())
            try:
                while True:
                    await self._handle(await self._receive())
            finally:
                sender.cancel()
        except (WebSocketDisconnect, RuntimeError):
            pass
        except (TimeoutError, OrderError) as error:
            await self.socket.close(POLICY, str(error)[:100] or "no greeting")
        finally:
            self.room.listeners.pop(self._hear, None)

    def _welcome(self) -> dict[str, Any]:
        title = self.room.game.title
        return {
            "hello": {
                "game": self.room.id,
                "title": title.key,
                "seats": sorted(title.seats[i] for i in self.visitor.seats),
                "eyes": self._eyes_name(),
                "bots": {seat: self.room.bot_of(i) for i, seat in enumerate(title.seats)},
                "commit": self.room.game.record.header.commit,
                "options": dict(title.options),
            },
            "at": self.room.at,
            "orders": len(self.room.history.entries),
            "view": self.room.view(self.eyes),
            "prompt": self.room.prompt(),
        }

    def _eyes_name(self) -> str | None:
        return None if self.eyes == NEUTRAL else self.room.game.title.seats[self.eyes]

    async def _receive(self) -> dict[str, Any]:
        text = await self.socket.receive_text()
        if len(text) > LONGEST_MESSAGE:
            raise OrderError("the message is too long")
        try:
            message = json.loads(text)
        except ValueError:
            raise OrderError("the message is not JSON") from None
        if not isinstance(message, dict):
            raise OrderError("a message is an object")
        return message

    async def _send(self) -> None:
        while True:
            await self.socket.send_json(await self._outbox.get())

    def _post(self, message: dict[str, Any]) -> None:
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.room.listeners.pop(self._hear, None)  # a page that does not read asks for the whole view again

    def _hear(self, update: Update) -> None:
        entry = update.entry
        told = None
        if entry is not None:
            seats = self.room.game.title.seats
            told = {
                "n": len(self.room.history.entries),
                "seat": seats[entry.seat],
                "turn": entry.turn,
                "told": [t._asdict() for t in entry.by(self.eyes)],
            }
        self._post(
            {
                "tell": "update",
                "at": update.at,
                "changes": update.changes,
                "prompt": update.prompt,
                "entry": told,
                "undone": update.undone,
            }
        )

    async def _handle(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        try:
            self.budget.spend()
            found = (
                await self._act(message)
                if "do" in message
                else questions.answer(self.room, self.visitor, self.eyes, message)
            )
        except SteppeError as error:
            found = {"error": error_data(error)}
        self._post({"re": number, **found})

    async def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        action = ACTIONS.get(message["do"]) if isinstance(message["do"], str) else None
        if action is None:
            raise OrderError(f"there is no action {str(message['do'])[:20]!r}; known are {', '.join(ACTIONS)}")
        return await action(self, message)

    def seat_to_act(self, message: dict[str, Any]) -> int:
        """The seat for which this page acts: the one it names, or the one that must decide, or its only one."""
        title = self.room.game.title
        name = message.get("seat")
        if isinstance(name, str) and name in title.seats:
            seat = title.seats.index(name)
        elif self.room.game.state.winner < 0 and self.visitor.decides(title.prompt(self.room.game.state).seat):
            seat = title.prompt(self.room.game.state).seat
        else:
            seat = self.visitor.eyes
        if not self.visitor.decides(seat):
            raise OrderError("this link does not hold that seat")
        return seat

    async def order(self, message: dict[str, Any]) -> dict[str, Any]:
        at, key = message.get("at"), message.get("key", "")
        if not isinstance(at, int | None) or not isinstance(key, str) or len(key) > 64:
            raise OrderError("'at' should be a number and 'key' a short text")
        done = await self.room.order(self.seat_to_act(message), questions.text_of(message), at, key)
        self.bots.wake(self.room)
        return {"at": done}

    async def undo(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"at": await self.room.undo(self.seat_to_act(message))}

    async def ask_undo(self, message: dict[str, Any]) -> dict[str, Any]:
        """Ask the opponent to let an order be taken back; a bot always agrees."""
        seat = self.seat_to_act(message)
        if self.room.bot_of(1 - seat) or self.visitor.decides(1 - seat):
            return {"at": await self.room.undo(seat, consent=True)}
        self.room.asked_undo = seat
        for listener in list(self.room.listeners):
            session = getattr(listener, "__self__", None)
            if isinstance(session, Session) and session is not self and session.visitor.decides(1 - seat):
                session._post({"tell": "undo asked", "seat": self.room.game.title.seats[seat]})
        return {"asked": True}

    async def answer_undo(self, message: dict[str, Any]) -> dict[str, Any]:
        asker = self.room.asked_undo
        if asker is None or not self.visitor.decides(1 - asker):
            raise OrderError("nobody asks you to take an order back")
        self.room.asked_undo = None
        if message.get("agree") is True:
            return {"at": await self.room.undo(asker, consent=True)}
        return {"at": self.room.at}

    async def look(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hand over: see with the eyes of another seat of one's own."""
        title, name = self.room.game.title, message.get("seat")
        if name not in title.seats or not self.visitor.decides(title.seats.index(name)):
            raise OrderError("this link does not hold that seat")
        self.eyes = title.seats.index(name)
        self.room.listeners[self._hear] = self.eyes
        return {"eyes": name, "at": self.room.at, "view": self.room.view(self.eyes), "prompt": self.room.prompt()}

    async def cancel(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hold the bot, or let it go on."""
        if not self.visitor.seats:
            raise OrderError("only a player can do that")
        return {"held": self.bots.hold(self.room, held=message.get("hold") is not False)}


ACTIONS = {
    "order": Session.order,
    "undo": Session.undo,
    "ask-undo": Session.ask_undo,
    "answer-undo": Session.answer_undo,
    "look": Session.look,
    "hold-bot": Session.cancel,
}
