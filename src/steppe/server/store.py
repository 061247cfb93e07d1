"""Games on disk: SQLite without any set-up, or PostgreSQL by its URL.

What is acknowledged is committed first. One thread does all the writing and commits everything that waits in one
transaction, so that fifty games pay for few flushes; if that fails, each change is tried by itself, so that each stands
or falls alone.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row, create_engine, event, insert, select, update

from steppe.errors import SteppeError
from steppe.server.faults import report
from steppe.server.schema import accounts, bring_up_to_date, chairs, games, lines, notes, positions, sessions
from steppe.server.standings import Standing, write_standing

__all__ = [
    "Store",
    "accounts",
    "chairs",
    "games",
    "lines",
    "notes",
    "open_engine",
    "positions",
    "sessions",
    "sqlite_url",
]

Change = Callable[[Connection], Any]
Waiting = tuple[Change, "Future[Any]"]

STOP: Final = None
MOST_AT_ONCE = 200


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


def open_engine(url: str) -> Engine:
    """An engine for a database URL; SQLite in WAL mode with every commit flushed to the disk."""
    try:
        # Parameters stay out of error messages: they hold orders and secrets.
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ModuleNotFoundError as error:
        extra = "pip install 'steppe[postgres]'" if error.name == "psycopg" else f"{error.name} is not installed"
        raise SteppeError(f"the database {_public(url)} cannot be used without its driver: {extra}") from None
    except Exception as error:  # SQLAlchemy raises many kinds for a bad URL or a missing driver
        raise SteppeError(f"the database {_public(url)} cannot be used: {type(error).__name__}") from None
    if engine.dialect.name == "sqlite":
        pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")

        @event.listens_for(engine, "connect")
        def _configure(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def _public(url: str) -> str:
    """A URL without its password."""
    return repr(url.rpartition("@")[2] if "@" in url else url)


class Store:
    """The database of one server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            with self.engine.begin() as connection:
                bring_up_to_date(connection)
        except Exception as error:
            self.engine.dispose()
            reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
            raise SteppeError(f"the database {_public(url)} cannot be opened: {reason}") from None
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # -- writing --------------------------------------------------------------------------------------------------

    def change(self, what: Change) -> Future[Any]:
        """Have a change made; the future is done when it is on the disk. It may be tried twice, but is made once."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # from here on nobody can cancel it
        self._waiting.put((what, future))
        return future

    def _write(self) -> None:
        while (first := self._waiting.get()) is not STOP:
            batch, stopping = [first], False
            while not self._waiting.empty() and len(batch) < MOST_AT_ONCE and not stopping:
                more = self._waiting.get()
                if more is STOP:
                    stopping = True
                else:
                    batch.append(more)
            self._commit(batch)
            if stopping:
                return

    def _commit(self, batch: list[Waiting]) -> None:
        """All changes in one transaction; if that fails, one by one."""
        try:
            with self.engine.begin() as connection:
                results = [what(connection) for what, _ in batch]
        except BaseException as error:
            if len(batch) == 1:
                report("store", error)
                batch[0][1].set_exception(error)
                return
            for one in batch:
                self._commit([one])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def close(self) -> None:
        """Write what waits and stop."""
        self._waiting.put(STOP)
        self._writer.join()
        self.engine.dispose()

    # -- changes --------------------------------------------------------------------------------------------------

    def add_game(
        self, game: dict[str, Any], seats: Sequence[dict[str, Any]], text: Iterable[str], standing: Standing
    ) -> Future[Any]:
        rows = [{"game": game["id"], "n": n, "text": line, "key": ""} for n, line in enumerate(text)]

        def write(connection: Connection) -> None:
            connection.execute(insert(games), [game])
            connection.execute(insert(chairs), list(seats))
            connection.execute(insert(lines), rows)
            write_standing(connection, game["id"], standing)

        return self.change(write)

    def add_lines(
        self, game: str, first: int, text: Sequence[str], standing: Standing, *, key: str = "", note: str = ""
    ) -> Future[Any]:
        """Lines of a record that follow those already kept, and how the game stands after them; a line that is there
        already is an error."""
        rows = [{"game": game, "n": first + i, "text": line, "key": "", "note": ""} for i, line in enumerate(text)]
        rows[0] |= {"key": key, "note": note}
        touched = time.time()

        def write(connection: Connection) -> None:
            connection.execute(insert(lines), rows)
            connection.execute(update(games).where(games.c.id == game).values(touched=touched, over=standing.over))
            write_standing(connection, game, standing)

        return self.change(write)

    # -- reading --------------------------------------------------------------------------------------------------

    def rows(self, query: Any) -> Sequence[Row[Any]]:
        with self.engine.connect() as connection:
            return connection.execute(query).fetchall()

    def row(self, query: Any) -> Row[Any] | None:
        with self.engine.connect() as connection:
            return connection.execute(query).fetchone()

    def record_lines(self, game: str) -> Sequence[Row[Any]]:
        """The record's lines with the keys and the notes of their orders."""
        return self.rows(
            select(lines.c.text, lines.c.key, lines.c.note).where(lines.c.game == game).order_by(lines.c.n)
        )
