"""The tables as they stood when revisions began.

A database that an older version made gets what it lacks of them: whole tables, and columns with their defaults.
"""

from __future__ import annotations

from alembic import op
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
    false,
    inspect,
)

revision = "0001"
down_revision = None

FIRST = MetaData()
Table(
    "games",
    FIRST,
    Column("id", String(32), primary_key=True),
    Column("title", String(16), nullable=False),
    Column("scenario", String(40), nullable=False, server_default="campaign"),
    Column("name", String(80), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False),
)
Table(
    "standings",
    FIRST,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("asked", String(16), nullable=False),
    Column("setting_up", Boolean, nullable=False, server_default=false()),
)
Table(
    "lines",
    FIRST,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("key", String(64), nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
)
Table(
    "chairs",
    FIRST,
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
    "notes",
    FIRST,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("bookmark", Boolean, nullable=False),
)
Table(
    "keys",
    FIRST,
    Column("token", LargeBinary, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String(16), nullable=False),
    Column("created", Float, nullable=False),
)
Table(
    "accounts",
    FIRST,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
)
Table(
    "sessions",
    FIRST,
    Column("token", LargeBinary, primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Float, nullable=False),
)
Table(
    "positions",
    FIRST,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
)


def upgrade() -> None:
    connection = op.get_bind()
    there = inspect(connection)
    old = {name: {column["name"] for column in there.get_columns(name)} for name in there.get_table_names()}
    FIRST.create_all(connection)
    for table in FIRST.sorted_tables:
        for column in table.columns:
            if table.name in old and column.name not in old[table.name]:
                op.add_column(table.name, column)
