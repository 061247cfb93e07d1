"""Data files: read, checked, and laid over with an owner's own.

A schema says what each column of a table may hold; whatever does not fit is a DataError that names file, line and
field. A DataFolder is one title's data: our files, any of which a file of the same name in an overlay replaces.

    schema = Schema({"unit": text, "steps": integer(1, 4), "type": one_of("infantry", "armour")}, key="unit")
    for row in folder.csv("units.csv", schema): ...
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from steppe.errors import DataError

ENVIRONMENT: Final = "STEPPE_DATA"
SOURCES: Final = ("text", "derived", "reconstructed")

Converter = Callable[[str], Any]
"""Turns a cell's text, without the blanks around it, into a value; ValueError says in words what is wrong."""


# -- what a cell may hold -----------------------------------------------------------------------------------------


def text(cell: str) -> str:
    """Any text but an empty one."""
    if not cell:
        raise ValueError("is empty")
    return cell


def integer(low: int | None = None, high: int | None = None) -> Converter:
    """A whole number within limits."""

    def convert(cell: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]+", cell):
            raise ValueError(f"should be a whole number, not {cell!r}")
        value = int(cell)
        if low is not None and value < low:
            raise ValueError(f"is {value}, but the least is {low}")
        if high is not None and value > high:
            raise ValueError(f"is {value}, but the most is {high}")
        return value

    return convert


def one_of(*allowed: str) -> Converter:
    """One of these words."""

    def convert(cell: str) -> str:
        if cell not in allowed:
            raise ValueError(f"should be {_listed(allowed)}, not {cell!r}")
        return cell

    return convert


def words(*allowed: str) -> Converter:
    """A tuple of words with blanks between them, perhaps none; any words, if none are named here."""

    def convert(cell: str) -> tuple[str, ...]:
        found = tuple(cell.split())
        for word in found:
            if allowed and word not in allowed:
                raise ValueError(f"holds {word!r}, which is not {_listed(allowed)}")
        if len(set(found)) < len(found):
            raise ValueError(f"says the same twice: {cell!r}")
        return found

    return convert


def matching(pattern: str, what: str) -> Converter:
    """A text of a certain form; ``what`` names the form in messages."""
    compiled = re.compile(pattern)

    def convert(cell: str) -> str:
        if not compiled.fullmatch(cell):
            raise ValueError(f"should be {what}, not {cell!r}")
        return cell

    return convert


def yes_no(cell: str) -> bool:
    """``yes``, or ``no``, or nothing for no."""
    if cell not in ("yes", "no", ""):
        raise ValueError(f"should be yes or no, not {cell!r}")
    return cell == "yes"


def optional(converter: Converter, default: Any = None) -> Converter:
    """The default where the cell is empty."""

    def convert(cell: str) -> Any:
        return converter(cell) if cell else default

    return convert


def _listed(allowed: Collection[str]) -> str:
    return "one of " + ", ".join(allowed) if len(allowed) > 1 else "".join(allowed)


# -- tables -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Schema:
    """The columns of a table, in any order, and what must be true of its rows."""

    columns: Mapping[str, Converter]
    key: str | tuple[str, ...] = ()
    """The column, or columns together, that no two rows have in common."""
    sourced: bool = False
    """Every row says in a column ``source`` where its figures come from."""
    may_lack: Collection[str] = ()
    """Columns that a file may leave out; their cells then count as empty."""

    @property
    def all_columns(self) -> dict[str, Converter]:
        return {**self.columns, "source": one_of(*SOURCES)} if self.sourced else dict(self.columns)

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,) if isinstance(self.key, str) else self.key


class Row(dict[str, Any]):
    """A row of a table: values by column, and where it stands for whoever finds fault with it later."""

    def __init__(self, values: Mapping[str, Any], file: str, line: int) -> None:
        super().__init__(values)
        self.file, self.line = file, line

    def error(self, what: str, field: str | None = None) -> DataError:
        return DataError(what, file=self.file, line=self.line, field=field)

    def check(self, field: str, known: Collection[str]) -> None:
        """A cell that must hold one of these words, which its schema does not know."""
        if self[field] not in known:
            raise self.error(f"{self[field]!r} is not one of {', '.join(known)}", field)


def read_csv(path: Traversable, schema: Schema) -> list[Row]:
    """The rows of a CSV file with a line of column names."""
    file = str(path)
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    columns = schema.all_columns
    rows: list[Row] = []
    first: dict[tuple[Any, ...], int] = {}
    names: list[str] | None = None
    line = 1
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if names is None:
                names = _check_names([cell.strip() for cell in cells], schema, file, start)
                continue
            if len(cells) != len(names):
                raise DataError(f"{len(cells)} cells under {len(names)} columns", file=file, line=start)
            row = Row(_convert(dict(zip(names, cells, strict=True)), columns, file, start), file, start)
            if schema.keys:
                key = tuple(row[name] for name in schema.keys)
                if key in first:
                    shown = " ".join(str(part) for part in key)
                    raise row.error(f"{shown!r} is given twice, first in line {first[key]}", ", ".join(schema.keys))
                first[key] = start
            rows.append(row)
    except csv.Error as error:
        raise DataError(f"not CSV: {error}", file=file, line=line) from None
    if names is None:
        raise DataError("the file is empty", file=file)
    return rows


def _check_names(names: list[str], schema: Schema, file: str, line: int) -> list[str]:
    columns = schema.all_columns
    for index, name in enumerate(names):
        if name not in columns:
            raise DataError(f"unknown column; known are {', '.join(columns)}", file=file, line=line, field=name)
        if name in names[:index]:
            raise DataError("the column is there twice", file=file, line=line, field=name)
    for name in columns:
        if name not in names and name not in schema.may_lack:
            raise DataError("the column is missing", file=file, line=line, field=name)
    return names


def _convert(cells: Mapping[str, str], columns: Mapping[str, Converter], file: str, line: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, converter in columns.items():
        try:
            values[name] = converter(cells.get(name, "").strip())
        except ValueError as error:
            raise DataError(str(error), file=file, line=line, field=name) from None
    return values


def read_toml(path: Traversable) -> dict[str, Any]:
    """The contents of a TOML file."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        match = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        what = str(error)[: match.start()] if match else str(error)
        raise DataError(f"not TOML: {what}", file=path, line=int(match[1]) if match else None) from None


def read_json(path: Traversable) -> Any:
    """The contents of a JSON file."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON: {error.msg}", file=path, line=error.lineno) from None


def read_text(path: Traversable) -> str:
    """The text of a UTF-8 file, without the mark that some spreadsheets put first."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError("not UTF-8 text", file=path, line=data[: error.start].count(b"\n") + 1) from None


def read_bytes(path: Traversable) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=path) from None


# -- folders ------------------------------------------------------------------------------------------------------


class DataFolder:
    """The data files of one title: ours, each replaced by the overlay's file of the same name if there is one.

    A scenario may have files of its own: ``sequence-kiev.csv`` is read instead of ``sequence.csv`` if the scenario is
    ``kiev``.
    """

    def __init__(self, base: Traversable, overlay: Path | None = None, scenario: str = "") -> None:
        self.base, self.overlay, self.scenario = base, overlay, scenario
        self._files = _files(base)
        self.replaced: tuple[str, ...] = ()
        """The names of the files that come from the overlay."""
        if overlay is not None:
            theirs = _files(overlay)
            for name, path in theirs.items():
                if name not in self._files:
                    raise DataError(f"no data file has this name; known are {', '.join(self._files)}", file=path)
            self._files |= theirs
            self.replaced = tuple(theirs)

    @classmethod
    def of_title(
        cls,
        package: str,
        title: str,
        data: Path | None = None,
        titles: Collection[str] | None = None,
        scenario: str = "",
    ) -> DataFolder:
        """The ``data`` folder of a title's package, under the overlay that the user has asked for."""
        return cls(resources.files(package) / "data", find_overlay(title, data, titles), scenario)

    def files(self) -> tuple[str, ...]:
        """The names of all data files, sorted."""
        return tuple(self._files)

    def own_name(self, name: str) -> str:
        """The name of the scenario's own file in place of one, or that name itself if it has none."""
        stem, _, ending = name.rpartition(".")
        own = f"{stem}-{self.scenario}.{ending}"
        return own if self.scenario and own in self._files else name

    def open(self, name: str) -> Traversable:
        """The file in effect under a name."""
        try:
            return self._files[self.own_name(name)]
        except KeyError:
            raise DataError("the data file is missing", file=self.base / name) from None

    def csv(self, name: str, schema: Schema) -> list[Row]:
        return read_csv(self.open(name), schema)

    def toml(self, name: str) -> dict[str, Any]:
        return read_toml(self.open(name))

    def json(self, name: str) -> Any:
        return read_json(self.open(name))

    def digest(self) -> str:
        """A hash of all the files in effect, names and bytes, to which a game is pinned."""
        digest = hashlib.sha256()
        for name, path in self._files.items():
            for part in (name.encode(), read_bytes(path)):
                digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()


def find_overlay(title: str, data: Path | None = None, titles: Collection[str] | None = None) -> Path | None:
    """The overlay folder of a title: in ``data``, else in the folder that STEPPE_DATA names, else none.

    The folder holds either one folder for each title, or the files of a single one. ``titles``, if given, are the
    names that a folder in it may have.
    """
    if data is None:
        named = os.environ.get(ENVIRONMENT)
        if not named:
            return None
        data = Path(named)
    folders, loose = _listing(data)
    if not folders:
        return data
    if loose:
        raise DataError("lies beside folders; put it into its title's folder", file=loose[0])
    for folder in folders:
        if titles is not None and folder.name not in titles:
            raise DataError(f"no title has this name; known are {', '.join(titles)}", file=folder)
    return data / title if (data / title) in folders else None


def _listing(folder: Traversable) -> tuple[list[Any], list[Any]]:
    """The folders and the files in a folder, sorted; hidden ones and Python's own are not data."""
    if not folder.is_dir():
        raise DataError("the data folder does not exist", file=folder)
    try:
        found = [p for p in folder.iterdir() if not p.name.startswith((".", "__"))]
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=folder) from None
    found.sort(key=lambda p: p.name)
    return [p for p in found if p.is_dir()], [p for p in found if not p.is_dir()]


def _files(folder: Traversable) -> dict[str, Traversable]:
    folders, files = _listing(folder)
    if folders:
        raise DataError("a data folder holds files only", file=folders[0])
    return {path.name: path for path in files}
