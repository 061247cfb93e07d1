"""What can go wrong, as values a person can read: what, where, and what to do about it."""

from __future__ import annotations


class SteppeError(Exception):
    """An error that is told to the user in one line; anything else is a bug."""

    code = "error"
    """By this programs tell it from others; the words may change."""


class DataError(SteppeError):
    """A data file does not hold what it must: the message names file, line and field."""

    code = "data"

    def __init__(self, what: str, *, file: object = None, line: int | None = None, field: str | None = None) -> None:
        self.file, self.line, self.field = file, line, field
        where = "" if file is None else str(file)
        if line is not None:
            where += f":{line}"
        if field is not None:
            where += f" [{field}]"
        super().__init__(f"{where}: {what}" if where else what)


class OrderError(SteppeError):
    """A text that is no order at all (a legal-looking but forbidden order gets a Refusal instead)."""

    code = "no-order"


class UnknownUnitError(OrderError):
    """A name that no unit has."""

    code = "unknown-unit"


class UnknownHexError(OrderError):
    """A label that no hex of the map has."""

    code = "unknown-hex"


class NotAskedError(OrderError):
    """An order of a seat that need not decide now."""

    code = "not-asked"


class NoAnswerError(SteppeError):
    """A title has no answer to a question."""

    code = "no-answer"


class RecordError(SteppeError):
    """A record that cannot be read or does not verify."""

    code = "record"
