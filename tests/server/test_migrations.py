"""Databases of older versions are brought up to date with everything in them; those of newer ones are left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from steppe.errors import SteppeError
from steppe.server import schema
from steppe.server.chairs import Pass
from steppe.server.room import Wish
from steppe.server.rooms import Rooms, Wanted
from steppe.server.store import Store, open_engine, sqlite_url

GERMAN = Pass(frozenset({0}), 0)
OLDEST = MetaData()
"""The tables of the first version that kept games; it knew no scenarios, standings, keys or notes of bots."""
Table(
    "games",
    OLDEST,
    Column("id", String(32), primary_key=True),
    Column("title", String(16), nullable=False),
    Column("name", String(80), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False),
)
Table(
    "lines",
    OLDEST,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)
Table(
    "chairs",
    OLDEST,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("token", LargeBinary, nullable=False, index=True),
    Column("watch", LargeBinary, nullable=False, index=True),
    Column("bot", String(16), nullable=False),
    Column("player", String(80), nullable=False),
    Column("account", String(32), nullable=False, index=True),
    Column("seen", Integer, nullable=False),
    Column("notice", JSON, nullable=False),
)
Table(
    "accounts",
    OLDEST,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database in which there is nothing."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "games.db")
        return
    server = create_engine(request.getfixturevalue("postgres"), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE old"))
        yield server.url.set(database="old").render_as_string(hide_password=False)
        connection.execute(text("DROP DATABASE old WITH (FORCE)"))
    server.dispose()


def begin_game(store: Store) -> str:
    """A game with one order given."""

    async def play() -> str:
        rooms = Rooms(store)
        room, _ = await rooms.create(Wanted("dom", name="an old game"))
        await room.change(GERMAN, Wish("order move-fight"))
        rooms.close()
        return room.id

    return asyncio.run(play())


def fill_old(url: str, source: Store) -> None:
    """A database as the first version would have made it, with the games of another."""
    engine = open_engine(url)
    with engine.begin() as connection:
        OLDEST.create_all(connection)
        for table in OLDEST.sorted_tables:
            columns = [schema.metadata.tables[table.name].c[column.name] for column in table.columns]
            rows = [dict(row._mapping) for row in source.rows(select(*columns))]
            if rows:
                connection.execute(insert(table), rows)
        account = {"id": "a", "name": "Anna", "password": "x", "created": 1.0}
        connection.execute(insert(OLDEST.tables["accounts"]), [account])
    engine.dispose()


def assert_as_declared(store: Store) -> None:
    """The tables in the database are those of schema.py."""
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_a_new_database_has_the_tables_that_are_declared(empty: str) -> None:
    """Whoever changes a table in schema.py must write a revision that does the same."""
    store = Store(empty)
    assert_as_declared(store)
    store.close()


def test_the_oldest_database_is_brought_up_to_date_and_its_game_goes_on(empty: str, tmp_path: Path) -> None:
    source = Store(sqlite_url(tmp_path / "source.db"))
    game = begin_game(source)
    fill_old(empty, source)
    before = [line.text for line in source.record_lines(game)]
    source.close()

    store = Store(empty)
    assert_as_declared(store)
    assert [(line.text, line.key, line.note) for line in store.record_lines(game)] == [(t, "", "") for t in before]
    (row,) = store.rows(select(schema.games))
    assert (row.id, row.name, row.scenario) == (game, "an old game", "campaign")
    assert [row.name for row in store.rows(select(schema.accounts))] == ["Anna"]

    async def play_on() -> int:
        rooms = Rooms(store)
        room = await rooms.open(game)
        assert list(room.game.record.lines) == before
        await room.change(GERMAN, Wish("done"))
        rooms.close()
        return len(room.game.record.lines)

    after = asyncio.run(play_on())
    assert after == len(before) + 1
    store.close()
    again = Store(empty)
    assert len(again.record_lines(game)) == after
    again.close()


@pytest.mark.parametrize(
    ("table", "column"), [("games", "scenario"), ("lines", "key"), ("lines", "note"), ("standings", "setting_up")]
)
def test_columns_of_versions_in_between_are_added(tmp_path: Path, table: str, column: str) -> None:
    """Before there were revisions each version added a column or two; whichever was the last, the rest come now."""
    url = sqlite_url(tmp_path / "games.db")
    store = Store(url)
    game = begin_game(store)
    with store.engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        connection.execute(text("DROP TABLE alembic_version"))
    store.close()
    again = Store(url)
    assert_as_declared(again)
    assert again.row(select(func.count()).select_from(schema.lines).where(schema.lines.c.game == game)) != (0,)
    again.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "games.db")
    store = Store(url)
    with store.engine.begin() as connection:
        version = Table("alembic_version", MetaData(), autoload_with=connection)
        connection.execute(update(version).values(version_num="9999"))
    before = inspect(store.engine).get_table_names()
    store.close()
    with pytest.raises(SteppeError, match=r"cannot be opened: a newer version of Steppe has changed its tables"):
        Store(url)
    engine = open_engine(url)
    assert inspect(engine).get_table_names() == before
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()
