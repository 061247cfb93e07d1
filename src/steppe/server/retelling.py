"""A game told again: what happened since somebody was last here, what the dice gave, and the report afterwards."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import FastAPI, Query, Response
from sqlalchemy import select

from steppe.lab.luck import EVERYTHING, as_data, retold, tally_of
from steppe.server import messages
from steppe.server.asking import Address, Features, Here, InRoom, Visitor, spend
from steppe.server.chairs import Pass
from steppe.server.guard import answer, as_json
from steppe.server.history import Entry, Way, told_data
from steppe.server.report import Chronicle, Heading, page
from steppe.server.room import Room
from steppe.server.schema import games
from steppe.title import Title

MOST_KEPT = 40
"""How many answers are remembered: a page asks again whenever somebody opens it."""
_kept: OrderedDict[tuple[str, ...], bytes] = OrderedDict()


def register(app: FastAPI, answers: Any) -> None:
    app.get("/api/games/{game}/since", response_model=messages.Since, responses=answers)(since)
    app.get("/api/games/{game}/luck", response_model=messages.LuckData, responses=answers)(luck)
    app.get("/api/games/{game}/report.html", responses=answers)(report_page)


# -- since you were last here -----------------------------------------------------------------------------------------


async def since(
    room: InRoom, visitor: Visitor, n: Annotated[int, Query(ge=0, le=10**9)] = 0, seat: str | None = None
) -> Response:
    """What happened after order n, as these eyes saw it, by phases; ``seat`` for who holds several."""
    async with room:
        title, entries, at = room.game.title, tuple(room.history.entries), room.at
        eyes = visitor.eyes
        if seat in title.seats and visitor.decides(title.seats.index(seat)):
            eyes = title.seats.index(seat)
    start = min(n, len(entries))
    groups = await asyncio.to_thread(by_phase, title, entries, start, eyes)
    return answer({"from": start, "orders": len(entries), "at": at, "groups": groups})


def by_phase(title: Title[Any], entries: Sequence[Entry], start: int, eyes: int) -> list[messages.SinceGroup]:
    """The entries after ``start`` in groups; a phase that begins in the midst of an entry begins a group there."""
    groups: list[messages.SinceGroup] = []
    phase = next(
        (
            told.text
            for entry in reversed(entries[:start])
            for told in reversed(entry.told[eyes])
            if told.kind == "phase"
        ),
        "",
    )

    def group(turn: int) -> messages.SinceGroup:
        if not groups or groups[-1]["phase"] != phase or groups[-1]["turn"] != turn:
            groups.append({"turn": turn, "phase": phase, "entries": []})
        return groups[-1]

    for n, entry in enumerate(entries[start:], start=start + 1):
        turn, lines = entry.turn, group(entry.turn)
        for told in entry.told[eyes]:
            if told.kind == "turn":
                turn += 1
                continue
            if told.kind == "phase":
                phase = told.text
                lines = group(turn)
                continue
            here = lines["entries"]
            if not here or here[-1]["n"] != n:
                here.append({"n": n, "seat": title.seats[entry.seat], "told": []})
            here[-1]["told"].append(told_data(told))
    return [group for group in groups if group["entries"]]


# -- told again -------------------------------------------------------------------------------------------------------


class Past(NamedTuple):
    """All that is needed to tell a game again elsewhere, as far as somebody may know it."""

    title: Title[Any]
    start: Way
    orders: tuple[str, ...]
    eyes: int
    over: bool
    at: int


async def past_of(room: Room, visitor: Pass) -> Past:
    async with room:
        title, over = room.game.title, room.is_over
        orders = tuple(entry.order for entry in room.history.entries)
        eyes = EVERYTHING if over else visitor.eyes
        return Past(title, room.way_to(0), orders, eyes, over, room.at)


async def kept(
    here: Features, address: str, key: tuple[str, ...], past: Past, work: Callable[[Title[Any]], bytes]
) -> bytes:
    """An answer from memory, or worked out beside the games."""
    found = _kept.get(key)
    if found is None:
        spend(here.reports, address)
        found = await here.work(lambda: work(here.desk.shelf.twin(past.title).title))
        _kept[key] = found
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


async def luck(room: InRoom, visitor: Visitor, here: Here, address: Address) -> Response:
    """Battles with expected and actual losses, dice and losses by turn: as far as the asker may know them."""
    past = await past_of(room, visitor)

    def work(title: Title[Any]) -> bytes:
        tally = tally_of(title, past.eyes)
        for told in retold(title, past.start.state(title), past.orders):
            tally.take(told)
        return as_json({"at": past.at, "over": past.over, **as_data(tally)})

    key = "luck", room.id, str(past.at), str(past.eyes)
    return Response(await kept(here, address, key, past, work), media_type="application/json")


async def report_page(room: InRoom, visitor: Visitor, here: Here, address: Address) -> Response:
    """One file that tells a finished game to everybody, or a game in play as far as the asker may know it."""
    past = await past_of(room, visitor)
    row = await here.row(select(games.c.name).where(games.c.id == room.id))
    players = {seat: room.chairs[i].player for i, seat in enumerate(room.game.title.seats)}
    bots = {seat: room.bot_of(i) for i, seat in enumerate(room.game.title.seats)}
    heading = Heading(row.name if row is not None else "", players, bots)

    def work(title: Title[Any]) -> bytes:
        chronicle = Chronicle(title, past.eyes)
        chronicle.begin(past.start.state(title))
        for told in retold(title, past.start.state(title), past.orders):
            chronicle.take(told)
        return page(chronicle, heading).encode()

    key = "report", room.id, str(past.at), str(past.eyes)
    text = await kept(here, address, key, past, work)
    return Response(text, media_type="text/html; charset=utf-8")
