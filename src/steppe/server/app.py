"""The web application: REST for what is asked once, a socket for play, and the page itself."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from steppe import bots as known_bots
from steppe import titles
from steppe.errors import SteppeError
from steppe.server import features, ground, messages, models, questions, views
from steppe.server.asking import Features
from steppe.server.bots import BotPlay
from steppe.server.chairs import Pass
from steppe.server.faults import BusyError, ForbiddenError, GoneError, InvalidError, error_data, status_of
from steppe.server.guard import POLICY, Guard, address_of, answer, as_json, complaint, embedded
from steppe.server.limits import Budgets, Limits
from steppe.server.room import Room, Wish
from steppe.server.rooms import Rooms, ShelvedError, Wanted
from steppe.server.settings import Settings
from steppe.server.shelf import Desk
from steppe.server.socket import Session
from steppe.server.store import Store

PAGE = Path(__file__).parent / "page"
"""Where the built page lies."""
SWITCH_SECONDS = 0.001
"""How soon the event loop gets its turn again while another thread of this process thinks."""
HOUR = 3600
REFUSED = {"description": "refused", "model": messages.Failure}
ANSWERS: Any = dict.fromkeys((400, 403, 404, 409, 413, 422, 429), REFUSED)


@dataclass
class Server:
    """Everything that requests share."""

    store: Store
    rooms: Rooms
    desk: Desk
    bots: BotPlay
    limits: Limits
    new_games: Budgets
    fixed: dict[tuple[str, str], tuple[bytes, str]]
    """Titles' data by key and scenario: compressed JSON and its tag."""


def make_app(database: str | Store, limits: Limits | None = None, settings: Settings | None = None) -> FastAPI:
    """The application over a database; what is not set is taken from the environment."""
    bounds = limits or Limits()
    chosen = settings or Settings.of_environment(os.environ)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = database if isinstance(database, Store) else await asyncio.to_thread(Store, database)
        budgets = Budgets(bounds.games_per_hour / HOUR, bounds.games_burst)
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        server = Server(store, Rooms(store), Desk("desk"), BotPlay(), bounds, budgets, {})
        app.state.server = server
        app.state.features = Features(store, server.rooms, chosen)
        yield
        await app.state.features.close()
        await server.bots.close()
        await asyncio.to_thread(server.desk.close)
        await asyncio.to_thread(server.rooms.close)
        await asyncio.to_thread(store.close)
        sys.setswitchinterval(before)

    app = FastAPI(title="Steppe", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, limits=bounds)
    app.exception_handler(SteppeError)(refuse)
    app.exception_handler(RequestValidationError)(invalid)
    app.exception_handler(HTTPException)(no_route)
    _routes(app)
    if PAGE.is_dir():
        app.mount("/assets", StaticFiles(directory=PAGE / "assets", check_dir=False), name="assets")
        app.get("/{path:path}", include_in_schema=False)(page)
    return app


# -- around every request ---------------------------------------------------------------------------------------------


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, SteppeError)
    return answer({"error": error_data(error)}, status_of(error))


async def invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await refuse(request, InvalidError.of(error.errors()[0]))


async def no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "not-found" if error.status_code == 404 else "error"
    response = complaint(str(error.detail).lower(), error.status_code, code)
    response.headers.update(error.headers or {})
    return response


async def page(path: str) -> Response:
    """The page answers for every address of its own."""
    if path.startswith("api/"):
        return complaint("there is nothing here", 404, "not-found")
    files = await asyncio.to_thread(lambda: {f.name: f for f in PAGE.iterdir() if f.is_file()})
    return FileResponse(files.get(path, PAGE / "index.html"))


# -- who asks ---------------------------------------------------------------------------------------------------------


def the_server(request: Request) -> Server:
    found: Server = request.app.state.server
    return found


def token_of(authorization: Annotated[str, Header(max_length=400)] = "") -> str:
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def the_room(game: str, server: Annotated[Server, Depends(the_server)]) -> Room:
    room = await server.rooms.open(game)
    server.bots.wake(room)
    return room


async def the_visitor(room: Annotated[Room, Depends(the_room)], token: Annotated[str, Depends(token_of)]) -> Pass:
    return room.admit(token)


InRoom = Annotated[Room, Depends(the_room)]
Visitor = Annotated[Pass, Depends(the_visitor)]
Here = Annotated[Server, Depends(the_server)]
Token = Annotated[str, Depends(token_of)]


# -- the routes -------------------------------------------------------------------------------------------------------


def _routes(app: FastAPI) -> None:
    app.get("/api/titles", response_model=list[messages.TitleInfo])(list_titles)
    app.get("/api/titles/{title}", response_model=messages.Fixed, responses=ANSWERS)(title_data)
    app.get("/api/titles/{title}/ground.svg", responses=ANSWERS)(ground.picture)
    app.post("/api/games", status_code=201, response_model=messages.NewLinks, responses=ANSWERS)(new_game)
    app.get("/api/games/{game}", response_model=messages.GameData, responses=ANSWERS)(look)
    app.post("/api/games/{game}/orders", response_model=messages.Done, responses=ANSWERS)(give_order)
    app.post("/api/games/{game}/undo", response_model=messages.Done, responses=ANSWERS)(take_back)
    app.post("/api/games/{game}/questions", response_model=questions.Answer, responses=ANSWERS)(ask)
    app.get("/api/games/{game}/record", responses=ANSWERS)(record)
    app.websocket("/api/games/{game}/play")(play)
    features.register(app, ANSWERS)


async def list_titles(server: Here) -> Response:
    """The titles with their seats, scenarios and options, and who can play them."""
    found = []
    for key in titles.known():
        title = (await server.desk.run(server.desk.shelf.get, key)).title
        options = [
            {"name": name, "default": default, "text": text}
            for name, (default, text) in titles.package(key).OPTIONS.items()
        ]
        about = {"about": dict(title.about), "options": options, "bots": known_bots.offered(title)}
        offered = [views.scenario(scenario) for scenario in title.scenarios]
        found.append({"key": key, "name": title.name, "seats": list(title.seats), "scenarios": offered, **about})
    return answer(found)


async def title_data(title: str, request: Request, server: Here, scenario: models.Word = "") -> Response:
    """Everything about a scenario of a title that no order changes; the first unless one is named. Browsers keep it as
    long as it stays the same."""
    if title not in titles.known():
        raise GoneError(f"there is no such title; known are {', '.join(titles.known())}")
    offered = [one.key for one in titles.scenarios(title)]
    if scenario and scenario not in offered:
        raise GoneError(f"there is no such scenario; known are {', '.join(offered)}")

    def make() -> tuple[bytes, str]:
        body = as_json(views.fixed(server.desk.shelf.get(title, scenario).title))
        return gzip.compress(body, 9, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    wanted = title, scenario or offered[0]
    if wanted not in server.fixed:
        server.fixed[wanted] = await server.desk.run(make)
    body, tag = server.fixed[wanted]
    headers = {"ETag": tag, "Cache-Control": "max-age=60", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(gzip.decompress, body)
        headers["Content-Encoding"] = "identity"
    return Response(body, media_type="application/json", headers=headers)


async def new_game(wanted: models.NewGame, request: Request, server: Here) -> Response:
    """Begin a game. The links are told now and never again."""
    if wanted.title not in titles.known():
        raise SteppeError(f"there is no such title; known are {', '.join(titles.known())}")
    title = (await server.desk.run(server.desk.shelf.get, wanted.title)).title
    seats = title.seats
    for table in (wanted.bots, wanted.players, wanted.salts):
        if not set(table) <= set(seats):
            raise SteppeError(f"there is no such seat; known are {', '.join(seats)}")
    for bot in wanted.bots.values():
        known_bots.make(bot, title)
    for option in wanted.options:
        if option not in titles.package(wanted.title).OPTIONS:
            raise SteppeError(f"there is no such option; known are {', '.join(titles.package(wanted.title).OPTIONS)}")
    titles.scenario_of(wanted.title, wanted.scenario, wanted.options)  # complains before anything is begun
    if not server.new_games.take(address_of(request.scope)):
        raise BusyError("too many new games from this address; wait a while")
    room, links = await server.rooms.create(
        Wanted(
            wanted.title,
            wanted.name,
            wanted.scenario,
            wanted.options,
            wanted.bots,
            wanted.players,
            wanted.setup,
            wanted.hotseat,
            wanted.salts,
            wanted.open_notes,
        )
    )
    server.bots.wake(room)
    play = {seat: token for seat, token in links.play.items() if seat not in wanted.bots}
    return answer({"game": links.game, "play": play, "watch": links.watch}, 201)


async def look(game: str, token: Token, server: Here) -> Response:
    """A game as the bearer of a link sees it."""
    try:
        room = await the_room(game, server)
    except ShelvedError as shelved:
        needs: messages.Needs = {"rules": shelved.rules, "why": str(shelved), "record": shelved.held_by(token)}
        shut: messages.GameData = {
            "game": game,
            "title": shelved.title,
            "needs": needs,
            "view": None,
            "prompt": None,
        }
        return answer(shut)
    async with room:
        title, visitor = room.game.title, room.admit(token)
        fields: messages.GameData = {
            "game": room.id,
            "title": title.key,
            "scenario": title.scenario.key,
            "seats": sorted(title.seats[i] for i in visitor.seats),
            "at": room.at,
            "prompt": room.prompt(),
            "view": embedded(room.seen(visitor.eyes).json),
        }
    return answer(fields)


async def give_order(order: models.OrderRequest, room: InRoom, visitor: Visitor, server: Here) -> Response:
    """Give an order; when this answers, the order is on the disk."""
    done = await room.change(visitor, Wish(order.text, order.seat, order.at, order.key))
    server.bots.wake(room)
    return answer(messages.Done(at=done.at, prompt=done.prompt))


async def take_back(room: InRoom, visitor: Visitor, server: Here, undo: models.UndoRequest | None = None) -> Response:
    """Take back the last order, if nothing was rolled since."""
    undo = undo or models.UndoRequest()
    done = await room.change(visitor, Wish(None, undo.seat, undo.at, undo.key))
    server.bots.wake(room)
    return answer(messages.Done(at=done.at, prompt=done.prompt))


async def ask(question: questions.OfGame, room: InRoom, visitor: Visitor, server: Here) -> Response:
    """Ask what a page may ask."""
    found = await questions.answer(room, server.desk, visitor, visitor.eyes, question)
    return Response(found, media_type="application/json")


async def record(game: str, token: Token, server: Here) -> Response:
    """The record: of a finished game for everybody, of one in play only for who holds every seat that is no bot's."""
    try:
        room = await the_room(game, server)
    except ShelvedError as shelved:
        if not shelved.held_by(token):
            raise ForbiddenError(f"{shelved}; its record is for who holds all its seats") from None
        return PlainTextResponse(shelved.text, media_type="application/x-ndjson")
    async with room:
        visitor = room.admit(token)
        human = {i for i in range(len(room.game.title.seats)) if not room.bot_of(i)}
        if not room.is_over and (not visitor.seats or not human <= visitor.seats):
            raise ForbiddenError("the record of a game in play would tell what is hidden")
        return PlainTextResponse(room.game.record.text, media_type="application/x-ndjson")


async def play(socket: WebSocket, game: str) -> None:
    """Play over a socket: see ``steppe.server.socket``."""
    server: Server = socket.app.state.server
    await socket.accept()
    try:
        room = await server.rooms.open(game)
    except SteppeError as error:
        await socket.send_text(as_json({"error": error_data(error)}).decode())
        await socket.close(POLICY, str(error)[:100])
        return
    await Session(socket, server.bots, server.desk, room, server.limits).run()
