"""Positions shared by a link: text in, a board to look at and to ask out.

A position has no recorded dice, so that it cannot be played on; it can be looked at and asked what a game can be asked:
legal orders, options, why, sheet, threat, supply, range. Everything that its text says is open; only fronts that nobody
has seen stay unknown, as in a game. A position taken from a game in play tells what both sides know, and what is hidden
is dealt at random, so that the link tells nobody more than he may know.
"""

from __future__ import annotations

import hashlib
import random
import re
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from fastapi import FastAPI, Response
from sqlalchemy import Connection, insert, select

from steppe import titles
from steppe.dice import Dice
from steppe.errors import OrderError, SteppeError
from steppe.orders import Order
from steppe.server import models, views
from steppe.server.asking import Address, Features, Here, spend
from steppe.server.faults import GoneError, refusal_data, report
from steppe.server.guard import LARGE_BODIES, answer, as_json
from steppe.server.questions import MOST_ORDERS, sheet_data
from steppe.server.schema import positions
from steppe.title import Title

PATH = "/api/positions"
LARGEST = 900_000
LARGEST_BOARD = 4000
"""Hexes of a small board of a position's own."""
MOST_LOADED = 12
POSITION_ID = re.compile(r"[A-Za-z0-9_-]{16}")
NO_DICE = b"a shared position has no dice"


class Board(NamedTuple):
    """A position on the table."""

    title: Title[Any]
    state: Any
    text: str


_loaded: OrderedDict[str, Board] = OrderedDict()
"""Used in the one thread of the features' desk only."""


def register(app: FastAPI, answers: Any) -> None:
    LARGE_BODIES[PATH] = LARGEST
    app.post(PATH, status_code=201, responses=answers)(share)
    app.get(PATH + "/{position}", responses=answers)(show)
    app.post(PATH + "/{position}/questions", responses=answers)(ask)


# -- sharing ----------------------------------------------------------------------------------------------------------


async def share(wanted: models.SharedPosition, here: Here, address: Address) -> Response:
    """Keep a position and give it a link. The same text has the same link."""
    if bool(wanted.text) == bool(wanted.game):
        raise SteppeError("either the text of a position is wanted, or a game")
    spend(here.keeps, address)
    text = await present(here, wanted.game) if wanted.game else wanted.text + "\n"
    key = urlsafe_b64encode(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:12]).decode()
    board = await thought(here, lambda: load(key, text))  # what cannot be read is refused and not kept
    row = {"id": key, "text": text, "created": time.time()}

    def write(connection: Connection) -> None:
        if connection.execute(select(positions.c.id).where(positions.c.id == key)).first() is None:
            connection.execute(insert(positions), [row])

    await here.change(write)
    return answer({"position": key, "title": board.title.key, "link": f"/p/{key}"}, 201)


async def present(here: Features, game: str) -> str:
    """A game's present position as everybody may know it."""
    async with await here.rooms.open(game) as room:
        title, over = room.game.title, room.is_over
        if title.is_setting_up(room.game.state):
            raise SteppeError("the game has not begun: a position is of a turn")
        state = room.game.state.clone()
        seed = f"{room.id} {room.at}"  # the same link for the same position
    state.cache.clear()

    def write() -> str:
        own = here.desk.shelf.twin(title).title
        told = state if over else publicly(own, state, random.Random(seed))
        dealt = "" if over else "; what is hidden was dealt at random"
        about = f"Turn {state.turn} of a game of {own.full_name}{dealt}"
        return f'about = "{about}"\n' + titles.write_position(own, told)

    return str(await thought(here, write))


def publicly(title: Title[Any], state: Any, rng: random.Random) -> Any:
    """A whole state that agrees with what both sides know; each side's secrets are drawn anew from the other's view."""
    for seat in range(len(title.seats)):
        state = title.sample_world(title.masked(state, seat), seat, rng)
    return state


# -- looking and asking -----------------------------------------------------------------------------------------------


def load(key: str, text: str) -> Board:
    """A position, read once."""
    found = _loaded.get(key)
    if found is None:
        title, state, _ = titles.read_position(text, Dice(NO_DICE))
        if title.board.size > LARGEST_BOARD and not title.board.sources:
            raise SteppeError(f"a board of {title.board.size} hexes is too large; {LARGEST_BOARD} are allowed")
        title.lay_open()  # whoever looks at it can read the text
        found = _loaded[key] = Board(title, state, text)
        while len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
    _loaded.move_to_end(key)
    return found


async def thought(here: Features, work: Callable[[], Any]) -> Any:
    """Work on a position beside the games; whatever a hand-written position breaks is an answer, not a failure."""
    try:
        return await here.work(work)
    except SteppeError:
        raise
    except Exception as error:
        report("position", error)
        raise SteppeError("this position cannot be read") from None


async def text_of(here: Features, position: str) -> str:
    known = POSITION_ID.fullmatch(position) is not None
    row = await here.row(select(positions.c.text).where(positions.c.id == position)) if known else None
    if row is None:
        raise GoneError("there is no such position here")
    return str(row.text)


def seen(board: Board) -> Any:
    """The position as whoever must decide knows it."""
    return board.title.masked(board.state, max(0, board.title.prompt(board.state).seat))


async def show(position: str, here: Here) -> Response:
    """A position with everything that a page needs to draw it."""
    text = await text_of(here, position)

    def make() -> str:
        board = load(position, text)
        fields = {
            "position": position,
            "title": board.title.key,
            "text": text,
            "fixed": views.fixed(board.title),
            "view": views.view(board.title, seen(board)),
            "prompt": views.prompt(board.title, board.state),
        }
        return as_json(fields)

    return Response(await thought(here, make), media_type="application/json")


async def ask(position: str, question: models.Question, here: Here) -> Response:
    """A question about a position: legal, options, range, why, sheet, threat or supply."""
    answered = QUESTIONS.get(question.ask)
    if answered is None:
        raise OrderError(f"there is no such question about a position; known are {', '.join(QUESTIONS)}")
    text = await text_of(here, position)

    def make() -> str:
        board = load(position, text)
        return as_json(answered(board.title, seen(board), question))

    return Response(await thought(here, make), media_type="application/json")


def _units(title: Title[Any], names: list[str]) -> tuple[int, ...]:
    for name in names:
        if name.lower() not in title.names.units:
            raise OrderError(f"there is no unit {name[:20]!r}")
    found = tuple(title.names.units[name.lower()] for name in names)
    if not found or len(set(found)) < len(found):
        raise OrderError("units are wanted, each named once")
    return found


def _order(title: Title[Any], question: models.Question) -> Order:
    return title.notation.read(question.text, title.names)


def _refused(title: Title[Any], state: Any, order: Order) -> dict[str, Any] | None:
    refusal = title.refuse(state, order)
    return refusal_data(refusal) if refusal else None


def ask_legal(title: Title[Any], state: Any, question: models.Question) -> dict[str, Any]:
    about = _units(title, question.about) if question.about else ()
    found = [title.notation.write(o, title.names) for o in islice(title.legal(state, about), MOST_ORDERS + 1)]
    return {"orders": found[:MOST_ORDERS], "more": len(found) > MOST_ORDERS}


def ask_why(title: Title[Any], state: Any, question: models.Question) -> dict[str, Any]:
    return {"refused": _refused(title, state, _order(title, question))}


def ask_sheet(title: Title[Any], state: Any, question: models.Question) -> dict[str, Any]:
    order = _order(title, question)
    refused = _refused(title, state, order)
    sheet = title.sheet(state, order)
    return {"sheet": sheet_data(sheet), "refused": refused}


def ask_threat(title: Title[Any], state: Any, question: models.Question) -> dict[str, Any]:
    h = title.names.hexes.get(question.hex)
    if h is None:
        raise OrderError(f"there is no hex {question.hex[:20]!r} on this map")
    return {"sheet": sheet_data(title.questions.threat(state, h))}


QUESTIONS: dict[str, Callable[[Title[Any], Any, models.Question], dict[str, Any]]] = {
    "legal": ask_legal,
    "options": lambda title, state, question: title.questions.options_of(state, _units(title, question.units)),
    "range": lambda title, state, question: title.questions.ranges(state, _units(title, question.units)),
    "why": ask_why,
    "sheet": ask_sheet,
    "threat": ask_threat,
    "supply": lambda title, state, question: {"supply": title.questions.supply(state)},
}
