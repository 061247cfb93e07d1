"""When places changed hands in the war, for comparison: no rule reads it.

A title that can be compared has a table ``history.csv``; a place without a date never fell. Its turn track says which
turn a day belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from steppe.tables import DataFolder, Row, Schema, matching, optional, text
from steppe.title import Title

FILE = "history.csv"
NEVER = 10_000
"""The turn of what did not happen."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DATES = re.compile(r"(?P<day>\d+).*?(?P<month>[A-Za-z]{3})[a-z]*(?: (?P<year>\d{4}))?")

HISTORY = Schema(
    {
        "place": text,
        "hex": text,
        "seat": text,
        "date": optional(matching(r"\d{4}-\d{2}-\d{2}", "a date such as 1941-10-14"), ""),
        "note": optional(text, ""),
    },
    key=("hex", "seat"),
    sourced=True,
)


class Fall(NamedTuple):
    """A place that a side took, or never took."""

    place: str
    hex: int
    seat: int
    day: date | None
    turn: int | None
    note: str


def falls(title: Title[Any], folder: DataFolder) -> list[Fall]:
    """What the table of a title says; nothing if it has none."""
    if FILE not in folder.files():
        return []
    rows = folder.csv(FILE, HISTORY)
    days = [_day(row) for row in rows]
    known = [day for day in days if day is not None]
    begins = beginnings(title, min(known).year) if known else []
    found = []
    for row, day in zip(rows, days, strict=True):
        h = title.board.grid.hex_in(row)
        row.check("seat", title.seats)
        seat = title.seats.index(row["seat"])
        found.append(Fall(row["place"], h, seat, day, turn_of(day, begins), row["note"]))
    return found


def _day(row: Row) -> date | None:
    try:
        return date.fromisoformat(row["date"]) if row["date"] else None
    except ValueError as error:
        raise row.error(str(error), "date") from None


def beginnings(title: Title[Any], year: int) -> list[tuple[int, date]]:
    """The first day of each turn, from dates such as ``22-30 Jun`` on the turn track; the year goes on by itself."""
    found: list[tuple[int, date]] = []
    for turn in title.turn_track():
        match = DATES.match(turn.get("dates", ""))
        if match is None or match["month"].lower() not in MONTHS:
            continue
        month = MONTHS.index(match["month"].lower()) + 1
        year = int(match["year"] or year)
        if found and date(year, month, int(match["day"])) < found[-1][1]:
            year += 1
        found.append((int(turn["turn"]), date(year, month, int(match["day"]))))
    return found


def turn_of(day: date | None, begins: Sequence[tuple[int, date]]) -> int | None:
    """The turn to which a day belongs; the first if it was before the game."""
    if day is None or not begins:
        return None
    return max((turn for turn, first in begins if first <= day), default=begins[0][0])
