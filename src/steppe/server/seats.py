"""What belongs to a seat alone: its notes and bookmarks, and where it wants to be told that it is its turn."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Response
from sqlalchemy import Connection, delete, func, insert, select, update

from steppe.errors import SteppeError
from steppe.server import messages, models
from steppe.server.asking import Here, InRoom, Visitor, own_seats
from steppe.server.faults import GoneError
from steppe.server.guard import answer
from steppe.server.schema import chairs, notes

MOST_NOTES = 500
"""How many notes a seat may keep in one game."""


def register(app: FastAPI, answers: Any) -> None:
    app.get("/api/games/{game}/notes", response_model=messages.NotesData, responses=answers)(list_notes)
    app.post("/api/games/{game}/notes", status_code=201, response_model=messages.NoteData, responses=answers)(add_note)
    app.delete("/api/games/{game}/notes/{note}", response_model=messages.Nothing, responses=answers)(delete_note)
    app.get("/api/games/{game}/notice", response_model=messages.NoticeData, responses=answers)(show_notice)
    app.post("/api/games/{game}/notice", response_model=messages.NoticeData, responses=answers)(set_notice)


# -- notes ------------------------------------------------------------------------------------------------------------


def note_data(row: Any) -> messages.NoteData:
    return {"id": row.id, "seat": row.seat, "n": row.n, "text": row.text, "bookmark": bool(row.bookmark)}


async def list_notes(room: InRoom, visitor: Visitor, here: Here, seat: str | None = None) -> Response:
    """The notes of the seats that the bearer holds, in the order of the log."""
    held = own_seats(room, visitor, seat)
    wanted = select(notes).where(notes.c.game == room.id, notes.c.seat.in_(held)).order_by(notes.c.n, notes.c.id)
    return answer({"notes": [note_data(row) for row in await here.rows(wanted)]})


async def add_note(note: models.Note, room: InRoom, visitor: Visitor, here: Here) -> Response:
    """Write a note, or mark a line of the log."""
    seat = own_seats(room, visitor, note.seat)[0]
    if not note.text and not note.bookmark:
        raise SteppeError("a note needs a text, or it is a bookmark")
    async with room:
        last = len(room.history.entries)
    if note.n > last:
        raise SteppeError(f"there is no order {note.n} yet; the last is {last}")
    row = {"game": room.id, "seat": seat, "n": note.n, "text": note.text, "bookmark": note.bookmark}

    def write(connection: Connection) -> int | None:
        own = notes.c.game == room.id, notes.c.seat == seat
        if (connection.execute(select(func.count()).select_from(notes).where(*own)).scalar() or 0) >= MOST_NOTES:
            return None
        key = connection.execute(insert(notes).values(**row)).inserted_primary_key
        return int(key[0]) if key is not None else None

    made = await here.change(write)
    if made is None:
        raise SteppeError(f"a seat can keep {MOST_NOTES} notes in a game; delete some first")
    return answer({"id": made, **{name: row[name] for name in ("seat", "n", "text", "bookmark")}}, 201)


async def delete_note(note: models.PathNumber, room: InRoom, visitor: Visitor, here: Here) -> Response:
    held = own_seats(room, visitor)
    mine = notes.c.id == note, notes.c.game == room.id, notes.c.seat.in_(held)
    gone = await here.change(lambda connection: connection.execute(delete(notes).where(*mine)).rowcount)
    if not gone:
        raise GoneError("there is no such note of yours")
    return answer({})


# -- notices ----------------------------------------------------------------------------------------------------------


async def show_notice(room: InRoom, visitor: Visitor, here: Here, seat: str | None = None) -> Response:
    """Where the bearer's seat is told of its turn, and whether this server can send mail."""
    mine = own_seats(room, visitor, seat)[0]
    row = await here.row(select(chairs.c.notice).where(chairs.c.game == room.id, chairs.c.seat == mine))
    found = dict(row.notice or {}) if row is not None else {}
    data = {"seat": mine, "webhook": found.get("webhook", ""), "mail": found.get("mail", "")}
    return answer({**data, "can_mail": here.settings.mail is not None})


async def set_notice(notice: models.Notice, room: InRoom, visitor: Visitor, here: Here) -> Response:
    """Say where to tell the bearer's seats of their turns; nothing means nowhere."""
    held = own_seats(room, visitor, notice.seat)
    here.notices.check(notice.webhook, notice.mail)
    value = {"webhook": notice.webhook, "mail": notice.mail}
    of_game = chairs.c.game == room.id, chairs.c.seat.in_(held)
    await here.change(lambda connection: connection.execute(update(chairs).where(*of_game).values(notice=value)))
    return answer({"seat": held[0], **value, "can_mail": here.settings.mail is not None})
