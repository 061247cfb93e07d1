"""What goes wrong at the table, with what a client is told of it; no word of it holds what a seat may not know."""

from __future__ import annotations

import logging
import traceback
from typing import Any

from steppe.choices import refusal_data
from steppe.errors import SteppeError
from steppe.game import RefusalError
from steppe.server.messages import ErrorData, ErrorKind
from steppe.title import Trouble

NAMES, NUMBER = "a list of names of units", "the number of an order"
WANTED = {
    "about": NAMES,
    "units": NAMES,
    "with": NAMES,
    "hex": "the label of a hex",
    "text": "a text of at most 4000 characters",
    "at": NUMBER,
    "from": NUMBER,
    "n": NUMBER,
    "most": "the largest number of orders to list",
    "key": "a short text",
    "seat": "a seat's name",
}
"""What the fields of questions and actions should be."""
log = logging.getLogger("steppe.server")


class TableError(SteppeError):
    """Something that a client did, or must know."""

    kind: ErrorKind = "error"
    status = 422


class InvalidError(TableError):
    """A message or a request that is not what it should be."""

    code = "invalid"

    @classmethod
    def of(cls, fault: Any) -> InvalidError:
        """The first thing that is wrong, as the models found it, and what is wanted instead."""
        if fault["type"].startswith("union_tag"):
            known = fault.get("ctx", {}).get("expected_tags", "")
            return cls(f"there is no such question here; known are {known}" if known else "'ask' says what is asked")
        name = next((part for part in fault["loc"] if part in WANTED), None)
        if name is not None:
            return cls(f"{name!r} should be {WANTED[name]}")
        named = [str(part)[:40] for part in fault["loc"] if part not in ("body", "query", "path")]
        return cls(f"{'.'.join(named) or 'the request'}: {fault['msg']}")


class GoneError(TableError):
    """There is no such game."""

    code = "not-found"
    status = 404


class ForbiddenError(TableError):
    """The link does not allow that."""

    code = "forbidden"
    status = 403


class StaleError(TableError):
    """The order was given for a position that is no longer the game's."""

    kind = code = "stale"
    status = 409


class VersionError(TableError):
    """The game cannot be played by the rules of this server."""

    kind = code = "version"
    status = 409


class BusyError(TableError):
    """Too much is asked in too short a time."""

    code = "busy"
    status = 429


class UnkeptError(TableError):
    """The disk failed; nothing was changed."""

    code = "unkept"
    status = 503


def error_data(error: SteppeError) -> ErrorData:
    """What went wrong, in words that people can use and with a code that programs can."""
    if isinstance(error, RefusalError):
        code = "consent" if Trouble.CONSENT in error.refusal.trouble else "rule"
        return {"kind": "refused", "code": code, **refusal_data(error.refusal)}
    kind: ErrorKind = error.kind if isinstance(error, TableError) else "error"
    why = str(error)[:1000].encode("utf-8", "backslashreplace").decode()  # half a character cannot be sent
    return {"kind": kind, "code": error.code, "why": why}


def status_of(error: Exception) -> int:
    return error.status if isinstance(error, TableError) else 422


def report(doing: str, error: BaseException) -> None:
    """Log a bug: where it happened and its type. Its message could hold what nobody may read, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    where = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
    log.error("%s: %s at %s", doing, type(error).__name__, where)
