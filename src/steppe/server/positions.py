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
from typing import Any, NamedTuple

from fastapi import FastAPI, Response
from sqlalchemy import Connection, insert, select

from steppe import titles
from steppe.dice import Dice
from steppe.errors import SteppeError
from steppe.server import messages, models, questions, views
from steppe.server.asking import Address, Features, Here, spend
from steppe.server.faults import GoneError, report
from steppe.server.guard import LARGE_BODIES, answer, as_json
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
    app.post(PATH, status_code=201, response_model=messages.SharedLink, responses=answers)(share)
    app.get(PATH + "/{position}", response_model=messages.SharedPosition, responses=answers)(show)
    app.post(PATH + "/{position}/questions", response_model=questions.Answer, responses=answers)(ask)


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
    return answer(messages.SharedLink(position=key, title=board.title.key, link=f"/p/{key}"), 201)


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

    def make() -> bytes:
        board = load(position, text)
        fields: messages.SharedPosition = {
            "position": position,
            "title": board.title.key,
            "text": text,
            "fixed": views.fixed(board.title),
            "view": views.view(board.title, seen(board)),
            "prompt": views.prompt(board.title, board.state),
        }
        return as_json(fields)

    return Response(await thought(here, make), media_type="application/json")


async def ask(position: str, question: questions.OfAnyPosition, here: Here) -> Response:
    """A question about a position that nobody plays."""
    text = await text_of(here, position)

    def make() -> bytes:
        board = load(position, text)
        return as_json(question.later(board.title.questions)(board.title.questions, seen(board)))

    return Response(await thought(here, make), media_type="application/json")
