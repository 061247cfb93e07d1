"""How games stand: whose turn it is in each, without loading it. Written whenever that changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Boolean, Column, Connection, ForeignKey, Integer, String, Table, delete, false, insert, select

from steppe.server.faults import report
from steppe.server.room import Room
from steppe.server.rooms import Rooms
from steppe.server.schema import metadata
from steppe.server.store import Store

standings = Table(
    "standings",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("asked", String(16), nullable=False),
    Column("setting_up", Boolean, nullable=False, server_default=false()),
)
"""``asked`` is the seat that must decide; nothing when the game is over."""


class Standing(NamedTuple):
    turn: int
    asked: str
    setting_up: bool


def standing_of(room: Room) -> Standing:
    title, state = room.game.title, room.game.state
    asked = "" if state.over else title.seats[title.prompt(state).seat]
    return Standing(state.turn, asked, title.is_setting_up(state))


class Standings:
    """Hears of every change and writes down those that matter."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Standing] = {}

    def hear(self, room: Room, by: int) -> None:
        now = standing_of(room)
        if self._known.get(room.id) != now:
            self._known[room.id] = now
            self._keep(room.id, now)
        if not now.asked:
            self._known.pop(room.id, None)

    def _keep(self, game: str, now: Standing) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(standings).where(standings.c.game == game))
            connection.execute(insert(standings), [{"game": game, **now._asdict()}])

        self._store.change(write).add_done_callback(
            lambda done: report(f"game {game}: standing", done.exception() or Exception()) if done.exception() else None
        )

    async def of(self, rooms: Rooms, game: str, written: Any) -> Standing:
        """How a game stands: as written, or as it is found when nobody has changed it since it began."""
        if written is not None:
            return Standing(written.turn, written.asked, bool(written.setting_up))
        async with await rooms.open(game) as room:
            self.hear(room, -1)
            return standing_of(room)


def query(games: list[str]) -> Any:
    return select(standings).where(standings.c.game.in_(games))
