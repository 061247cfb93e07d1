"""What can go wrong, as values a person can read: what, where, and what to do about it."""

from __future__ import annotations


class SteppeError(Exception):
    """An error that is told to the user in one line; anything else is a bug."""


class DataError(SteppeError):
    """A data file does not hold what it must: the message names file, line and field."""

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


class RecordError(SteppeError):
    """A record that cannot be read or does not verify."""
