"""The tables that a server keeps."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    inspect,
    text,
)
from sqlalchemy.schema import CreateColumn

metadata = MetaData()
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(16), nullable=False),
    Column("scenario", String(40), nullable=False, server_default="campaign"),
    Column("name", String(80), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
)
standings = Table(
    "standings",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("asked", String(16), nullable=False),
    Column("setting_up", Boolean, nullable=False, server_default=false()),
)
"""Whose turn it is in each game: ``asked`` is the seat that must decide; nothing when the game is over."""
lines = Table(
    "lines",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("key", String(64), nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
)
"""The records line by line. ``key`` is the hash of the key that came with the order, so that it is not given twice;
``note`` is what a bot said about its order, which no record tells."""
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
keys = Table(
    "keys",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
    Column("created", Float, nullable=False),
)
"""More links to a seat, made for the account that holds it; again only hashes."""
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


def bring_up_to_date(connection: Connection) -> None:
    """Make the tables that are missing, and add the columns that a later version has given to those that are there."""
    metadata.create_all(connection)
    known = inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in known.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                words: Any = CreateColumn(column).compile(dialect=connection.dialect)
                connection.execute(text(f'ALTER TABLE "{table.name}" ADD COLUMN {words}'))
