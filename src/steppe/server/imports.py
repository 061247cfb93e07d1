"""Taking in records that were played elsewhere."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI, Response

from steppe import bots as known_bots
from steppe import titles
from steppe.errors import SteppeError
from steppe.server import messages, models
from steppe.server.asking import Address, Here, spend
from steppe.server.faults import report
from steppe.server.guard import LARGE_BODIES, answer
from steppe.server.rooms import Wanted

PATH = "/api/games/import"
LARGEST = 12_000_000
"""Bytes of a request: a record has many quotation marks, and each takes two."""


def register(app: FastAPI, answers: Any) -> None:
    LARGE_BODIES[PATH] = LARGEST
    app.post(PATH, status_code=201, response_model=messages.Brought, responses=answers)(import_record)


async def import_record(wanted: models.Imported, here: Here, address: Address) -> Response:
    """A new game from a record: to look at if it is closed, else to go on with. Its record tells its secret, so that
    whoever has it could know the dice to come: such a game is for friends."""
    spend(here.keeps, address)
    text = wanted.record + "\n"  # the last newline was lost with the white space around the text
    header = header_of(text)
    if header.get("title") in titles.known():
        title = (await here.desk.run(here.desk.shelf.get, header["title"])).title
        for bot in wanted.bots.values():
            known_bots.make(bot, title)
    players = players_of(header)
    if players and not set(wanted.bots) <= set(players):
        raise SteppeError(f"there is no such seat; known are {', '.join(players)}")
    game = Wanted("", wanted.name, bots=wanted.bots, players=players, hotseat=wanted.hotseat)
    try:
        room, links = await here.rooms.adopt(text, game)
    except SteppeError:
        raise
    except Exception as error:
        report("import", error)
        raise SteppeError("the record cannot be read") from None
    async with room:
        over, title = room.is_over, room.game.title
        orders = len(room.history.entries)
    fields = {
        "game": links.game,
        "title": title.key,
        "scenario": title.scenario.key,
        "over": over,
        "orders": orders,
        "watch": links.watch,
    }
    play = {} if over else {seat: token for seat, token in links.play.items() if seat not in wanted.bots}
    return answer({**fields, "play": play}, 201)


def header_of(text: str) -> dict[str, Any]:
    """The record's first line; nothing if it cannot be read: what is wrong with it is said when the record is."""
    try:
        header = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return {}
    return header if isinstance(header, dict) else {}


def players_of(header: dict[str, Any]) -> dict[str, str]:
    """Who played, as the record's first line says."""
    seats = header.get("seats", {})
    if not isinstance(seats, dict):
        return {}
    return {str(seat)[:16]: name[:80] for seat, name in seats.items() if isinstance(name, str)}
