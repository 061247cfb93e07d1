"""What the features beside play share, and how their requests learn who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Request

from steppe.server.chairs import Pass
from steppe.server.faults import BusyError, ForbiddenError, VersionError
from steppe.server.limits import Budgets
from steppe.server.notices import Notices
from steppe.server.room import Room
from steppe.server.rooms import Rooms
from steppe.server.settings import Settings
from steppe.server.shelf import Desk
from steppe.server.standings import UNKNOWN, Standing, standing_of, write_standing
from steppe.server.store import Change, Store

R = TypeVar("R")


class Features:
    """Accounts, notices, imports, positions and reports of one server."""

    def __init__(self, store: Store, rooms: Rooms, settings: Settings) -> None:
        self.store, self.rooms, self.settings = store, rooms, settings
        self.desk = Desk("features")
        """Where imports, reports and shared positions are worked out, one after another."""
        self.notices = Notices(store, settings)
        self.logins = Budgets(*settings.logins)
        self.reports = Budgets(*settings.reports)
        self.keeps = Budgets(*settings.keeps)
        self.hashing = asyncio.Semaphore(2)
        """A password takes 64 MB and a moment."""
        rooms.watchers.append(self.notices.hear)

    async def close(self) -> None:
        await self.notices.close()
        await asyncio.to_thread(self.desk.close)

    async def change(self, what: Change) -> Any:
        """Have something written; it is on the disk when this returns."""
        return await asyncio.wrap_future(self.store.change(what))

    async def row(self, query: Any) -> Any:
        return await asyncio.to_thread(self.store.row, query)

    async def rows(self, query: Any) -> Any:
        return await asyncio.to_thread(self.store.rows, query)

    async def standing(self, game: str) -> Standing:
        """How a game stands that was begun by a version which did not write that down at once; now it is written."""
        try:
            room = await self.rooms.open(game)
        except VersionError:
            return UNKNOWN  # one game that cannot be played here must not close the whole list
        async with room:
            found = standing_of(room.game)
            await self.change(lambda connection: write_standing(connection, game, found))
        return found

    async def work(self, what: Callable[..., R], *arguments: Any) -> R:
        """Long work, beside the games."""
        return await self.desk.run(what, *arguments)


def the_features(request: Request) -> Features:
    found: Features = request.app.state.features
    return found


Here = Annotated[Features, Depends(the_features)]


def token_of(authorization: Annotated[str, Header(max_length=400)] = "") -> str:
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def the_room(game: str, here: Here) -> Room:
    return await here.rooms.open(game)


InRoom = Annotated[Room, Depends(the_room)]


def the_visitor(room: InRoom, token: Annotated[str, Depends(token_of)]) -> Pass:
    return room.admit(token)


def the_address(request: Request) -> str:
    return request.client.host if request.client else ""


Visitor = Annotated[Pass, Depends(the_visitor)]
Address = Annotated[str, Depends(the_address)]


def spend(budgets: Budgets, key: str) -> None:
    """Take from a budget, or say that there has been too much."""
    if not budgets.take(key):
        raise BusyError("too many requests of this kind; wait a minute")


def own_seats(room: Room, visitor: Pass, wanted: str | None = None) -> list[str]:
    """The names of the seats that a visitor holds, or of the one he names; who holds none is sent away."""
    held = [room.game.title.seats[i] for i in sorted(visitor.seats)]
    if not held:
        raise ForbiddenError("this link holds no seat")
    if wanted is None:
        return held
    if wanted not in held:
        raise ForbiddenError("this link does not hold that seat")
    return [wanted]
