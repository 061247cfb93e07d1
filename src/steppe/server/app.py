"""The web application: REST for what is asked once, a socket for play, and the page itself."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles

from steppe import bots as known_bots
from steppe import titles
from steppe.errors import SteppeError
from steppe.server import models, questions, views
from steppe.server.bots import BotPlay
from steppe.server.chairs import Pass
from steppe.server.limits import Budgets
from steppe.server.rooms import GoneError, Room, Rooms, StaleError
from steppe.server.socket import Session, error_data
from steppe.server.store import Store

PAGE = Path(__file__).parent / "page"
"""Where the built page lies."""
LARGEST_BODY = 24_000_000
BOTS = ("random", "greedy")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'"
    ),
}


@dataclass
class Server:
    """Everything that requests share."""

    store: Store
    rooms: Rooms
    bots: BotPlay
    budgets: Budgets


def make_app(database: str, *, requests_per_second: float = 50, burst: float = 400) -> FastAPI:
    """The application over a database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(database)
        app.state.server = Server(store, Rooms(store), BotPlay(), Budgets(requests_per_second, burst))
        yield
        await app.state.server.bots.close()
        await asyncio.to_thread(store.close)

    app = FastAPI(title="Steppe", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.middleware("http")(guard)
    app.exception_handler(SteppeError)(refuse)
    app.exception_handler(RequestValidationError)(invalid)
    _routes(app)
    if PAGE.is_dir():
        app.mount("/assets", StaticFiles(directory=PAGE / "assets"), name="assets")
        app.get("/{path:path}", include_in_schema=False)(page)
    return app


# -- around every request ---------------------------------------------------------------------------------------------


async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Limits before, safe headers after."""
    server: Server = request.app.state.server
    address = request.client.host if request.client else ""
    if not server.budgets.take(address):
        return JSONResponse({"error": {"kind": "error", "why": "too many requests; wait a moment"}}, 429, HEADERS)
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > LARGEST_BODY:
        return JSONResponse({"error": {"kind": "error", "why": "the request is too large"}}, 413, HEADERS)
    response = await go_on(request)
    response.headers.update(HEADERS)
    return response


async def refuse(request: Request, error: Exception) -> JSONResponse:
    status = 404 if isinstance(error, GoneError) else 409 if isinstance(error, StaleError) else 422
    return JSONResponse({"error": error_data(error)}, status)


async def invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return JSONResponse({"error": {"kind": "error", "why": f"{where}: {first['msg']}"}}, 422)


async def page(path: str) -> FileResponse:
    """The page answers for every address of its own."""
    file = (PAGE / path).resolve()
    inside = file.is_relative_to(PAGE.resolve()) and file.is_file()
    return FileResponse(file if inside else PAGE / "index.html")


# -- who asks ---------------------------------------------------------------------------------------------------------


def the_server(request: Request) -> Server:
    found: Server = request.app.state.server
    return found


def token_of(authorization: Annotated[str, Header(max_length=200)] = "") -> str:
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def the_room(game: str, server: Annotated[Server, Depends(the_server)]) -> Room:
    return await server.rooms.open(game[:40])


def the_visitor(room: Annotated[Room, Depends(the_room)], token: Annotated[str, Depends(token_of)]) -> Pass:
    return room.admit(token)


InRoom = Annotated[Room, Depends(the_room)]
Visitor = Annotated[Pass, Depends(the_visitor)]
Here = Annotated[Server, Depends(the_server)]


# -- the routes -------------------------------------------------------------------------------------------------------


def _routes(app: FastAPI) -> None:
    app.get("/api/titles")(list_titles)
    app.get("/api/titles/{title}")(title_data)
    app.post("/api/games", status_code=201)(new_game)
    app.get("/api/games/{game}")(look)
    app.post("/api/games/{game}/orders")(give_order)
    app.post("/api/games/{game}/undo")(take_back)
    app.post("/api/games/{game}/questions")(ask)
    app.get("/api/games/{game}/record")(record)
    app.websocket("/api/games/{game}/play")(play)


async def list_titles() -> list[dict[str, Any]]:
    """The titles with their seats and options, and who can play them."""
    found = []
    for key in titles.known():
        title = await asyncio.to_thread(plain_title, key)
        options = [
            {"name": name, "default": default, "text": text}
            for name, (default, text) in titles.package(key).OPTIONS.items()
        ]
        found.append(
            {"key": key, "name": title.name, "seats": list(title.seats), "options": options, "bots": list(BOTS)}
        )
    return found


_plain: dict[str, Any] = {}


def plain_title(key: str) -> Any:
    """A title with its ordinary options, loaded once."""
    if key not in _plain:
        _plain[key] = titles.load(key)
    return _plain[key]


async def title_data(title: str, request: Request) -> Response:
    """Everything about a title that no order changes; browsers keep it as long as it stays the same."""
    loaded = await asyncio.to_thread(plain_title, title[:20])
    body = await asyncio.to_thread(lambda: json.dumps(views.fixed(loaded), separators=(",", ":")).encode())
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "max-age=60"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


async def new_game(wanted: models.NewGame, server: Here) -> dict[str, Any]:
    """Begin a game. The links are told now and never again."""
    if wanted.title not in titles.known():
        raise SteppeError(f"there is no title {wanted.title!r}; known are {', '.join(titles.known())}")
    seats = (await asyncio.to_thread(plain_title, wanted.title)).seats
    for table in (wanted.bots, wanted.players, wanted.salts):
        for seat in table:
            if seat not in seats:
                raise SteppeError(f"there is no seat {seat!r}; known are {', '.join(seats)}")
    for bot in wanted.bots.values():
        known_bots.make(bot)
    room, links = await server.rooms.create(
        wanted.title,
        name=wanted.name,
        options=wanted.options,
        bots=wanted.bots,
        players=wanted.players,
        setup=wanted.setup,
        hotseat=wanted.hotseat,
        salts=wanted.salts,
    )
    server.bots.wake(room)
    play = {seat: token for seat, token in links.play.items() if seat not in wanted.bots}
    return {"game": links.game, "play": play, "watch": links.watch}


async def look(room: InRoom, visitor: Visitor) -> dict[str, Any]:
    """A game as the bearer of a link sees it."""
    title = room.game.title
    return {
        "game": room.id,
        "title": title.key,
        "seats": sorted(title.seats[i] for i in visitor.seats),
        "at": room.at,
        "view": room.view(visitor.eyes),
        "prompt": room.prompt(),
    }


def acting_seat(room: Room, visitor: Pass, name: str | None) -> int:
    """The seat for which an order is given: the one named, or the one that must decide."""
    title = room.game.title
    if name is not None and name not in title.seats:
        raise SteppeError(f"there is no seat {name!r}")
    seat = title.seats.index(name) if name else title.prompt(room.game.state).seat
    if seat < 0 or not visitor.decides(seat):
        raise HTTPException(403, "this link does not hold the seat that must decide")
    return seat


async def give_order(order: models.OrderRequest, room: InRoom, visitor: Visitor, server: Here) -> dict[str, Any]:
    """Give an order; when this answers, the order is on the disk."""
    done = await room.order(acting_seat(room, visitor, order.seat), order.text, order.at, order.key)
    server.bots.wake(room)
    return {"at": done, "prompt": room.prompt()}


async def take_back(room: InRoom, visitor: Visitor) -> dict[str, Any]:
    """Take back the last order, if nothing was rolled since."""
    if not visitor.seats:
        raise HTTPException(403, "this link holds no seat")
    seat = room.game.past[-1].seat if room.game.past else min(visitor.seats)
    if not visitor.decides(seat):
        raise HTTPException(403, "the last order was the other seat's")
    return {"at": await room.undo(seat), "prompt": room.prompt()}


async def ask(question: models.Question, room: InRoom, visitor: Visitor) -> dict[str, Any]:
    """Ask what a page may ask: legal, options, why, sheet, threat, supply, log, past."""
    return questions.answer(room, visitor, visitor.eyes, question.model_dump())


async def record(room: InRoom, visitor: Visitor) -> PlainTextResponse:
    """The record: of a finished game for everybody, of one in play only for who holds every seat that is no bot's."""
    title = room.game.title
    human = {i for i in range(len(title.seats)) if not room.bot_of(i)}
    over = title.outcome(room.game.state) is not None
    if not over and (not visitor.seats or not human <= visitor.seats):
        raise HTTPException(403, "the record of a game in play would tell what is hidden")
    return PlainTextResponse(room.game.record.text, media_type="application/x-ndjson")


async def play(socket: WebSocket, game: str) -> None:
    """Play over a socket: see ``steppe.server.socket``."""
    server: Server = socket.app.state.server
    try:
        room = await server.rooms.open(game[:40])
    except SteppeError:
        await socket.close(1008, "there is no such game")
        return
    server.bots.wake(room)
    await Session(socket, server.rooms, server.bots, room).run()
