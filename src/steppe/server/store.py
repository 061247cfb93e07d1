"""Games on disk: SQLite without any set-up, or PostgreSQL by its URL.

What is acknowledged is committed first. One thread does all the writing and commits everything that waits in one
transaction, so that fifty games pay for few flushes; each change stands or falls by itself.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
    update,
)

from steppe.errors import SteppeError

Change = Callable[[Connection], Any]

metadata = MetaData()
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(16), nullable=False),
    Column("name", String(80), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
)
lines = Table(
    "lines",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)
chairs = Table(
    "chairs",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("token", LargeBinary, nullable=False, index=True),
    Column("watch", LargeBinary, nullable=False, index=True),
    Column("bot", String(16), nullable=False, default=""),
    Column("player", String(80), nullable=False, default=""),
    Column("account", String(32), nullable=False, default="", index=True),
    Column("seen", Integer, nullable=False, default=0),
    Column("notice", JSON, nullable=False, default=dict),
)
"""Who holds which seat; of the secret links only hashes are kept."""
notes = Table(
    "notes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("bookmark", Boolean, nullable=False, default=False),
)
accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Float, nullable=False),
)
positions = Table(
    "positions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
)

STOP: Final = None


def open_engine(url: str) -> Engine:
    """An engine for a database URL; SQLite in WAL mode with every commit flushed to the disk."""
    try:
        engine = create_engine(url, pool_pre_ping=True)
    except Exception as error:  # SQLAlchemy raises many kinds for a bad URL or a missing driver
        raise SteppeError(f"the database {url.split('@')[-1]!r} cannot be used: {error}") from None
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _configure(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


class Store:
    """The database of one server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        metadata.create_all(self.engine)
        self._waiting: queue.SimpleQueue[tuple[Change, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # -- writing --------------------------------------------------------------------------------------------------

    def change(self, what: Change) -> Future[Any]:
        """Have a change made; the future is done when it is on the disk."""
        future: Future[Any] = Future()
        self._waiting.put((what, future))
        return future

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while (first := self._waiting.get()) is not STOP:
                batch = [first]
                while not self._waiting.empty():
                    more = self._waiting.get()
                    if more is STOP:
                        self._waiting.put(STOP)
                        break
                    batch.append(more)
                self._commit(connection, batch)

    def _commit(self, connection: Connection, batch: list[tuple[Change, Future[Any]]]) -> None:
        """All changes in one transaction, each in a savepoint of its own."""
        done: list[tuple[Future[Any], Any]] = []
        try:
            with connection.begin():
                for what, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, what(connection)))
                    except Exception as error:
                        future.set_exception(error)
        except Exception as error:
            for future, _ in done:
                future.set_exception(error)
            return
        for future, result in done:
            future.set_result(result)

    def close(self) -> None:
        """Write what waits and stop."""
        self._waiting.put(STOP)
        self._writer.join()
        self.engine.dispose()

    # -- changes --------------------------------------------------------------------------------------------------

    def add_game(self, game: dict[str, Any], seats: Sequence[dict[str, Any]], text: Iterable[str]) -> Future[Any]:
        rows = [{"game": game["id"], "n": n, "text": line} for n, line in enumerate(text)]

        def write(connection: Connection) -> None:
            connection.execute(insert(games), [game])
            connection.execute(insert(chairs), list(seats))
            connection.execute(insert(lines), rows)

        return self.change(write)

    def add_lines(self, game: str, first: int, text: Sequence[str], *, over: bool = False) -> Future[Any]:
        """Lines of a record that follow those already kept; a line that is there already is an error."""
        rows = [{"game": game, "n": first + i, "text": line} for i, line in enumerate(text)]

        def write(connection: Connection) -> None:
            connection.execute(insert(lines), rows)
            connection.execute(update(games).where(games.c.id == game).values(touched=time.time(), over=over))

        return self.change(write)

    # -- reading --------------------------------------------------------------------------------------------------

    def rows(self, query: Any) -> Sequence[Row[Any]]:
        with self.engine.connect() as connection:
            return connection.execute(query).fetchall()

    def row(self, query: Any) -> Row[Any] | None:
        with self.engine.connect() as connection:
            return connection.execute(query).fetchone()

    def record_text(self, game: str) -> str:
        found = self.rows(select(lines.c.text).where(lines.c.game == game).order_by(lines.c.n))
        return "".join(f"{row.text}\n" for row in found)
