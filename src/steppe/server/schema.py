"""The tables that a server keeps.

Whoever changes one writes a revision that changes it in databases which are there already (docs/hosting.md); a test
compares the two.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
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
)

from steppe.errors import SteppeError

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
    """Carry out the revisions (``migrations/versions``) that the database has not seen yet."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        if isinstance(error.__cause__, ResolutionError):
            raise SteppeError("a newer version of Steppe has changed its tables; use that version") from None
        raise
