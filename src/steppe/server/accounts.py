"""Accounts, which nobody needs: they gather the games of a player and give him a new link when he has lost his.

A session is a random token in a cookie that scripts cannot read; the server keeps its hash. Names are compared without
case. What belongs to an account is told to that account alone.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from typing import Annotated, Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from fastapi import Cookie, Depends, FastAPI, Header, Request, Response
from sqlalchemy import Connection, delete, insert, select, update

from steppe.server import messages, models
from steppe.server.asking import Address, Features, Here, InRoom, Visitor, own_seats, spend
from steppe.server.chairs import hashed, new_id, new_token
from steppe.server.faults import ForbiddenError, TableError
from steppe.server.guard import answer
from steppe.server.schema import accounts, chairs, games, keys, sessions, standings
from steppe.server.standings import Standing

COOKIE = "steppe"
SESSION_SECONDS = 90 * 24 * 3600
MOST_GAMES = 200
MOST_KEYS = 20
"""How many links an account may have to one seat; the oldest is forgotten."""

_hasher = PasswordHasher()
_nobody = _hasher.hash(secrets.token_hex(16))
"""Checked when there is no such name, so that both take as long."""


class TakenError(TableError):
    """Somebody else has it already."""

    code = "taken"
    status = 409


class UnknownError(TableError):
    """Nobody is logged in, or not with that name and password."""

    code = "unknown-account"
    status = 401


def register(app: FastAPI, answers: Any) -> None:
    answers = {**answers, 401: {"description": "not logged in", "model": messages.Failure}}
    app.post("/api/accounts", status_code=201, response_model=messages.AccountName, responses=answers)(new_account)
    app.delete("/api/accounts", response_model=messages.Nothing, responses=answers)(delete_account)
    app.post("/api/login", response_model=messages.AccountName, responses=answers)(log_in)
    app.post("/api/logout", response_model=messages.Nothing, responses=answers)(log_out)
    app.get("/api/mine", response_model=messages.Mine, responses=answers)(mine)
    app.post("/api/games/{game}/claim", response_model=messages.Claimed, responses=answers)(claim)
    app.delete("/api/games/{game}/claim", response_model=messages.Claimed, responses=answers)(let_go)
    app.post("/api/games/{game}/link", response_model=messages.AccountLinks, responses=answers)(new_link)


# -- who is logged in -------------------------------------------------------------------------------------------------


def from_here(sec_fetch_site: Annotated[str, Header(max_length=40)] = "") -> None:
    """Another site's page must not act with a visitor's cookie, whatever the browser sends along."""
    if sec_fetch_site not in ("", "same-origin", "none"):
        raise ForbiddenError("that comes from another site")


FromHere = Depends(from_here)


async def the_account(here: Here, steppe: Annotated[str, Cookie(max_length=200)] = "") -> str:
    """The account that is logged in."""
    found = await account_of(here, steppe)
    if not found:
        raise UnknownError("log in first")
    return found


async def account_of(here: Features, token: str) -> str:
    if not token:
        return ""
    wanted = sessions.c.token == hashed(token), sessions.c.expires > time.time()
    row = await here.row(select(sessions.c.account).where(*wanted))
    return str(row.account) if row is not None else ""


Account = Annotated[str, Depends(the_account)]


def plain_name(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


async def begin_session(here: Features, request: Request, account: str, name: str, status: int) -> Response:
    """A fresh session, told in a cookie."""
    token, now = new_token(), time.time()

    def write(connection: Connection) -> None:
        connection.execute(delete(sessions).where(sessions.c.expires < now))
        row = {"token": hashed(token), "account": account, "expires": now + SESSION_SECONDS}
        connection.execute(insert(sessions), [row])

    await here.change(write)
    response = answer({"name": name}, status)
    secure = request.url.scheme == "https" or here.settings.address.startswith("https:")
    response.set_cookie(COOKIE, token, SESSION_SECONDS, path="/", secure=secure, httponly=True, samesite="lax")
    return response


# -- coming and going -------------------------------------------------------------------------------------------------


async def new_account(
    wanted: models.Credentials, here: Here, request: Request, address: Address, _: Annotated[None, FromHere]
) -> Response:
    """Make an account and log in."""
    spend(here.logins, address)
    name, account = plain_name(wanted.name), new_id()
    async with here.hashing:
        password = await asyncio.to_thread(_hasher.hash, wanted.password)

    def write(connection: Connection) -> bool:
        if connection.execute(select(accounts.c.id).where(accounts.c.name == name)).first() is not None:
            return False
        row = {"id": account, "name": name, "password": password, "created": time.time()}
        connection.execute(insert(accounts), [row])
        return True

    if not await here.change(write):
        raise TakenError("that name is taken")
    return await begin_session(here, request, account, name, 201)


async def log_in(
    given: models.Credentials, here: Here, request: Request, address: Address, _: Annotated[None, FromHere]
) -> Response:
    name = plain_name(given.name)
    spend(here.logins, address)
    spend(here.logins, f"name {name}")
    account = await check_password(here, name, given.password)
    return await begin_session(here, request, account, name, 200)


async def check_password(here: Features, name: str, password: str) -> str:
    """The account of a name and its password."""
    row = await here.row(select(accounts).where(accounts.c.name == name))

    def check() -> bool:
        try:
            _hasher.verify(row.password if row is not None else _nobody, password)
        except VerificationError:
            return False
        return row is not None

    async with here.hashing:
        if not await asyncio.to_thread(check):
            raise UnknownError("the name or the password is wrong")
    return str(row.id)


async def log_out(
    here: Here, _: Annotated[None, FromHere], steppe: Annotated[str, Cookie(max_length=200)] = ""
) -> Response:
    await here.change(lambda connection: connection.execute(delete(sessions).where(sessions.c.token == hashed(steppe))))
    response = answer({})
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def delete_account(account: Account, here: Here, _: Annotated[None, FromHere]) -> Response:
    """Forget an account; its games stay with their links."""

    def write(connection: Connection) -> None:
        for row in connection.execute(select(chairs.c.game, chairs.c.seat).where(chairs.c.account == account)):
            connection.execute(delete(keys).where(keys.c.game == row.game, keys.c.seat == row.seat))
        connection.execute(update(chairs).where(chairs.c.account == account).values(account=""))
        connection.execute(delete(sessions).where(sessions.c.account == account))
        connection.execute(delete(accounts).where(accounts.c.id == account))

    held = await here.rows(select(chairs.c.game, chairs.c.seat).where(chairs.c.account == account))
    await here.change(write)
    for row in held:
        await forget_keys(here, row.game, [row.seat])
    response = answer({})
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


# -- an account's games -----------------------------------------------------------------------------------------------


async def mine(account: Account, here: Here) -> Response:
    """The games of an account, those that wait for it first, then the latest."""
    own = select(accounts.c.name).where(accounts.c.id == account)
    told = games.c.id, games.c.title, games.c.scenario, games.c.name, games.c.touched, games.c.over
    wanted = (
        select(*told, chairs.c.seat, standings.c.turn, standings.c.asked, standings.c.setting_up)
        .join(chairs, chairs.c.game == games.c.id)
        .outerjoin(standings, standings.c.game == games.c.id)
        .where(chairs.c.account == account)
        .order_by(games.c.touched.desc())
        .limit(MOST_GAMES)
    )
    name, rows = await here.row(own), await here.rows(wanted)
    found: dict[str, messages.GameOfMine] = {}
    for row in rows:
        if row.id not in found:
            written = row.turn is not None
            standing = Standing(row.turn, row.asked, row.setting_up) if written else await here.standing(row.id)
            found[row.id] = {
                "game": row.id,
                "title": row.title,
                "scenario": row.scenario,
                "name": row.name,
                "seats": [],
                "turn": standing.turn,
                "setting_up": bool(standing.setting_up),
                "asked": standing.asked or None,
                "yours": False,
                "over": bool(row.over),
                "touched": round(row.touched, 3),
            }
        entry = found[row.id]
        entry["seats"] = sorted([*entry["seats"], row.seat])
        entry["yours"] = entry["yours"] or row.seat == entry["asked"]
    ordered = sorted(found.values(), key=lambda entry: (entry["over"], not entry["yours"], -entry["touched"]))
    return answer({"name": name.name if name is not None else "", "games": ordered})


async def claim(account: Account, room: InRoom, visitor: Visitor, here: Here, _: Annotated[None, FromHere]) -> Response:
    """Take the seats of a link into an account."""
    held = own_seats(room, visitor)

    def write(connection: Connection) -> bool:
        of_game = chairs.c.game == room.id, chairs.c.seat.in_(held)
        owners = {row.account for row in connection.execute(select(chairs.c.account).where(*of_game))}
        if owners - {"", account}:
            return False
        connection.execute(update(chairs).where(*of_game).values(account=account))
        return True

    if not await here.change(write):
        raise TakenError("this seat belongs to an account already")
    return answer({"seats": held})


async def let_go(account: Account, room: InRoom, here: Here, _: Annotated[None, FromHere]) -> Response:
    """Take a game out of an account; its other links stay as they are, those of the account end."""
    held = await claimed(here, account, room.id)

    def write(connection: Connection) -> None:
        of_game = chairs.c.game == room.id, chairs.c.account == account
        connection.execute(update(chairs).where(*of_game).values(account=""))
        connection.execute(delete(keys).where(keys.c.game == room.id, keys.c.seat.in_(held)))

    await here.change(write)
    await forget_keys(here, room.id, held)
    return answer({"seats": []})


async def new_link(account: Account, room: InRoom, here: Here, _: Annotated[None, FromHere]) -> Response:
    """A new link to the seats that an account holds in a game, for who has lost his."""
    held = await claimed(here, account, room.id)
    if not held:
        raise ForbiddenError("this account holds no seat in that game")
    links = {seat: new_token() for seat in held}

    def write(connection: Connection) -> list[bytes]:
        ended = []
        for seat, token in links.items():
            of_seat = select(keys.c.token).where(keys.c.game == room.id, keys.c.seat == seat)
            there = [row.token for row in connection.execute(of_seat.order_by(keys.c.created.desc()))]
            ended += there[MOST_KEYS - 1 :]
            row = {"token": hashed(token), "game": room.id, "seat": seat, "created": time.time()}
            connection.execute(insert(keys), [row])
        connection.execute(delete(keys).where(keys.c.token.in_(ended)))
        return ended

    ended = await here.change(write)
    for seat, token in links.items():
        room.keys[hashed(token)] = room.game.title.seats.index(seat)
    for old in ended:
        room.keys.pop(old, None)
    return answer({"game": room.id, "play": links})


async def claimed(here: Features, account: str, game: str) -> list[str]:
    """The seats of a game that an account holds."""
    rows = await here.rows(select(chairs.c.seat).where(chairs.c.game == game, chairs.c.account == account))
    return sorted(row.seat for row in rows)


async def forget_keys(here: Features, game: str, seats: list[str]) -> None:
    """The links of an account to these seats open nothing any more, in memory either."""
    room = here.rooms.in_memory(game)
    if room is not None:
        numbers = {room.game.title.seats.index(seat) for seat in seats}
        room.keys = {token: seat for token, seat in room.keys.items() if seat not in numbers}
