"""What would change if: a cell of a table, a class of units, an option, against the unchanged game on the same seeds.

The little language of changes, several with semicolons between them:

    crt[3:1,4]=DE                       the cell of data/crt.csv in row 3:1, column die4
    crt[+2,4]=DE                        the same, its row counted from 1:1 (a name that the system gives)
    modifiers[gast december,value]=3    a row that is named by more than its first cell
    units[kind=panzer,factors]=9-6      all rows with these cells: a class of units
    units[side=soviet kind=RD,factors]+=0-1    more or less than it was
    option fog=off                      an option of the title

Which tables, rows and values there are, the title's data say; a system may have more names for rows
(``lab/<system>/study.py``). Changed tables go through the same loading as any data of one's own, so whatever the rules
of a title's data forbid is refused here too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from steppe import titles
from steppe.errors import SteppeError
from steppe.lab import systems
from steppe.lab.plan import Variant
from steppe.lab.results import Results, won_by
from steppe.lab.rows import Row
from steppe.lab.stats import Estimate, bootstrap_mean
from steppe.tables import DataFolder, read_text

UNCHANGED = "unchanged"
CELL = re.compile(r"(?P<table>[\w-]+)\s*\[(?P<row>[^],]+),(?P<column>[^],]+)\]\s*(?P<how>[+-]?=)\s*(?P<value>.*)")
OPTION = re.compile(r"option\s+(?P<name>[\w-]+)\s*=\s*(?P<value>\S+)")
NUMBER = r"[+-]?\d+"
FACTORS = r"\d+-\d+"
SHOWN = 12
FORMS = "TABLE[ROW,COLUMN]=VALUE (also += and -=) or option NAME=on|off"


RowName = Callable[[Sequence[str], str], str]
"""Turns a word that names a row into the cell that it stands for, by the columns of the table."""


@dataclass
class DataTable:
    """A data file that is being changed."""

    name: str
    columns: list[str]
    rows: list[dict[str, str]]
    row_name: RowName

    @classmethod
    def read(cls, folder: DataFolder, name: str, row_name: RowName) -> DataTable:
        reader = csv.DictReader(io.StringIO(read_text(folder.open(name)), newline=""))
        rows = list(reader)
        return cls(name, list(reader.fieldnames or ()), rows, row_name)

    def written(self) -> bytes:
        out = io.StringIO()
        writer = csv.DictWriter(out, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return out.getvalue().encode()

    def column(self, text: str) -> str:
        """A column by its name, or by how the name of a single one ends (4 for die4)."""
        if text in self.columns:
            return text
        ending = [column for column in self.columns if re.fullmatch(rf"[a-z_]*{re.escape(text)}", column)]
        if len(ending) == 1:
            return ending[0]
        raise SteppeError(f"{self.name} has no column {text!r}; it has {', '.join(self.columns)}")

    def select(self, text: str) -> list[dict[str, str]]:
        """The rows that a text names: by cells with a name, else by their first cells."""
        words = [self.row_name(self.columns, word) for word in text.split()]
        if all("=" in word for word in words):
            wanted = {self.column(name): value for name, _, value in (word.partition("=") for word in words)}
            found = [row for row in self.rows if all(row[name] == value for name, value in wanted.items())]
            if not found:
                name = next((n for n, v in wanted.items() if all(row[n] != v for row in self.rows)), next(iter(wanted)))
                known = list(dict.fromkeys(row[name] for row in self.rows))
                raise SteppeError(f"no row of {self.name} has {text!r}; {name} is one of {_some(known)}")
            return found
        found = [row for row in self.rows if [row[c] for c in self.columns[: len(words)]] == words]
        if len(found) == 1:
            return found
        depth = len(words) + 1 if found else 1
        known = [" ".join(row[c] for c in self.columns[:depth]) for row in (found or self.rows)]
        what = "more than one row" if found else "no row"
        raise SteppeError(f"{self.name} has {what} {text!r}; it has {_some(list(dict.fromkeys(known)))}")


def _some(known: Sequence[str]) -> str:
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return ", ".join(known[:SHOWN]) + more


def variant(title: str, change: str, options: dict[str, bool], data: Path | None = None, scenario: str = "") -> Variant:
    """A scenario of the title with some changes; the text of the changes is the variant's name."""
    folder = titles.folder(title, data, titles.scenario_of(title, scenario, options).key)
    row_name = row_names(title)
    tables: dict[str, DataTable] = {}
    options = dict(options)
    parts = [part.strip() for part in change.split(";") if part.strip()]
    if not parts:
        raise SteppeError(f"--change {change!r} says nothing; wanted is {FORMS}")
    for part in parts:
        if match := OPTION.fullmatch(part):
            if match["value"] not in ("on", "off"):
                raise SteppeError(f"--change {part!r}: an option is on or off")
            options[match["name"]] = match["value"] == "on"
        elif match := CELL.fullmatch(part):
            _change(tables, folder, row_name, match)
        else:
            raise SteppeError(f"--change {part!r} is not understood; wanted is {FORMS}")
    changed = {name: table.written() for name, table in tables.items()}
    return Variant.of(title, options, data, name="; ".join(parts), changed=changed, scenario=scenario)


def row_names(title: str) -> RowName:
    """How the title's system names rows, or simply by their cells."""
    found = systems.added(titles.load(title), "study")
    if found is None:
        return lambda columns, word: word
    named: RowName = found.row_name
    return named


def _change(tables: dict[str, DataTable], folder: DataFolder, row_name: RowName, match: re.Match[str]) -> None:
    known = [file.removesuffix(".csv") for file in folder.files() if file.endswith(".csv")]
    if match["table"] not in known:
        raise SteppeError(f"there is no table {match['table']!r}; the tables are {', '.join(known)}")
    name = folder.own_name(f"{match['table']}.csv")
    table = tables.setdefault(name, DataTable.read(folder, name, row_name))
    column = table.column(match["column"].strip())
    for row in table.select(match["row"]):
        row[column] = _value(row[column], match["how"], match["value"].strip(), f"{name} [{column}]")
        if "source" in row:
            row["source"] = "reconstructed"


def _value(old: str, how: str, new: str, where: str) -> str:
    """A cell after a change; += and -= work on whole numbers and on factors such as 4-8."""
    if how == "=":
        return new
    sign = 1 if how == "+=" else -1
    if re.fullmatch(NUMBER, old) and re.fullmatch(NUMBER, new):
        return str(int(old) + sign * int(new))
    if re.fullmatch(FACTORS, old) and re.fullmatch(FACTORS, new):
        pairs = zip(old.split("-"), new.split("-"), strict=True)
        return "-".join(str(max(int(a) + sign * int(b), 0)) for a, b in pairs)
    if not old and new:
        return old  # a class of units may have members without this figure: a reduced side, a movement factor
    raise SteppeError(f"{where}: {old!r} {how} {new!r} makes no sense; both must be numbers, or factors such as 4-8")


# -- the comparison ---------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """A figure of the unchanged game, of the changed one, and the difference on the same seeds."""

    what: str
    before: float
    after: float
    shift: Estimate
    percent: bool = False


Measure = Callable[[Row], float | None]
"""A figure of one game; None if it has none."""


def measures(seats: Sequence[str]) -> dict[str, tuple[Measure, bool]]:
    """What is compared, and whether it is a share."""

    def by_seat(column: str, i: int) -> Measure:
        return lambda row: None if row[column] is None else float(row[column][i])

    found: dict[str, tuple[Measure, bool]] = {
        f"{seats[0]} wins": (lambda row: won_by(row, seats[0]), True),
        "turns": (lambda row: float(row["turn"]), False),
        "victory points": (lambda row: None if row["points"] is None else float(row["points"]), False),
    }
    for i, seat in enumerate(seats):
        found[f"{seat} steps lost"] = by_seat("lost", i), False
        found[f"{seat} attacks"] = by_seat("battles", i), False
    return found


def comparisons(found: Results, changed: str, unchanged: str = UNCHANGED) -> list[Comparison]:
    """The effect of one variant, from pairs of games with the same seed and the same bots."""

    def of(name: str) -> dict[tuple[int, tuple[str, ...]], Row]:
        return {(row["seed"], tuple(row["bots"])): row for row in found.rows if row["variant"] == name}

    old, new = of(unchanged), of(changed)
    keys = [key for key in old if key in new]
    told = []
    for what, (measure, percent) in measures(found.seats).items():
        pairs = [(measure(old[key]), measure(new[key])) for key in keys]
        both = [(a, b) for a, b in pairs if a is not None and b is not None]
        if both:
            shift = bootstrap_mean([b - a for a, b in both])
            told.append(Comparison(what, _mean([a for a, _ in both]), _mean([b for _, b in both]), shift, percent))
    return told


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
