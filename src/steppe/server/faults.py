"""What goes wrong at the table, with what a client is told of it; no word of it holds what a seat may not know."""

from __future__ import annotations

import logging
import traceback
from typing import Any

from steppe.errors import SteppeError
from steppe.game import RefusalError
from steppe.questions import refusal_data

log = logging.getLogger("steppe.server")


class TableError(SteppeError):
    """Something that a client did, or must know."""

    kind = "error"
    status = 422


class GoneError(TableError):
    """There is no such game."""

    status = 404


class ForbiddenError(TableError):
    """The link does not allow that."""

    status = 403


class StaleError(TableError):
    """The order was given for a position that is no longer the game's."""

    kind = "stale"
    status = 409


class VersionError(TableError):
    """The game cannot be played by the rules of this server."""

    kind = "version"
    status = 409


class BusyError(TableError):
    """Too much is asked in too short a time."""

    status = 429


class UnkeptError(TableError):
    """The disk failed; nothing was changed."""

    status = 503


def error_data(error: Exception) -> dict[str, Any]:
    """What went wrong, in words that people can use."""
    if isinstance(error, RefusalError):
        return {"kind": "refused", **refusal_data(error.refusal)}
    kind = error.kind if isinstance(error, TableError) else "error"
    return {"kind": kind, "why": str(error)[:1000]}


def status_of(error: Exception) -> int:
    return error.status if isinstance(error, TableError) else 422


def report(doing: str, error: BaseException) -> None:
    """Log a bug: where it happened and its type. Its message could hold what nobody may read, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    where = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    log.error("%s: %s at %s", doing, type(error).__name__, where)
