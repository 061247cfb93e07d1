"""Geometry of a numbered hex map.

A *numbering* turns printed labels into axial coordinates and back; a *grid* is the set of labels that exist, with
dense ids, neighbours, distances and centres. Everything above works with ids; labels appear only at the edges.

Directions count clockwise. Flat-topped hexes (columns side by side) begin at north, pointy-topped ones (rows side by
side) at north-east; in both the opposite of ``d`` is ``(d + 3) % 6``.

        flat: 0 N              pointy: 5 NW  0 NE
      5 NW      1 NE
          (hex)                     4 W (hex) 1 E
      4 SW      2 SE
           3 S                       3 SW  2 SE
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError

if TYPE_CHECKING:
    from steppe.tables import Row

Axial = tuple[int, int]

FLAT_STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTY_STEPS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
HALF_SQRT3 = 3**0.5 / 2
RADIUS = 1 / 3**0.5
"""From the centre of a hex to its corners; neighbouring centres are 1 apart."""
LAST = 99
"""The highest row or column that two digits can say."""


def opposite(direction: int) -> int:
    return (direction + 3) % 6


class Numbering(Protocol):
    """How a map numbers its hexes.

    A *line* is a row of hexes that touch side by side: a column of a flat-topped map, a row of a pointy-topped one.
    Lines and the places in them count as the labels do; where sheets are joined they count on over the joints.
    """

    @property
    def flat(self) -> bool: ...

    @property
    def first_corner(self) -> str:
        """Where on the map the lowest numbers are: "north-west", "north-east"."""

    @property
    def first_label(self) -> str:
        """The label with which a board begins where nothing else is said."""

    def axial(self, label: str) -> Axial:
        """The axial coordinates of a label; ValueError if the text is no label of this style."""

    def line_and_place(self, label: str) -> tuple[int, int]:
        """The number of a hex's line, and that of its place in the line; ValueError as for ``axial``."""

    def label(self, line: int, place: int) -> str:
        """The label of a line and place, the first if there are several; ValueError if there is none."""

    def aliases(self, label: str) -> tuple[str, ...]:
        """The other labels of a hex that overlapping sheets share; none for most."""


def _four_digits(label: str) -> tuple[int, int]:
    if not re.fullmatch(r"[0-9]{4}", label):
        raise ValueError(f"{label!r} is not a four-digit hex number")
    return int(label[:2]), int(label[2:])


def _checked(line: int, place: int) -> tuple[int, int]:
    if not (0 <= line <= LAST and 0 <= place <= LAST):
        raise ValueError(f"the last column and the last row are {LAST}")
    return line, place


@dataclass(frozen=True)
class ColumnRow:
    """CCRR, flat-topped, even columns half a hex further north (Drive on Moscow, Land Without End)."""

    flat = True
    first_corner = "north-west"
    first_label = "0101"

    def line_and_place(self, label: str) -> tuple[int, int]:
        return _four_digits(label)

    def label(self, line: int, place: int) -> str:
        return "{:02d}{:02d}".format(*_checked(line, place))

    def axial(self, label: str) -> Axial:
        column, row = self.line_and_place(label)
        return column, row - column // 2

    def aliases(self, label: str) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class ColumnRowSheets:
    """CCRR with a sheet letter N or S, flat-topped; rows count on from the north sheet into the south one.

    The sheets overlap by one row (Proud Monster: S row r is N row r + 28), which goes by its southern labels.
    """

    south_offset: int = 28
    flat = True
    first_corner = "north-west"
    first_label = "0101N"

    def line_and_place(self, label: str) -> tuple[int, int]:
        if not re.fullmatch(r"[0-9]{4}[NS]", label):
            raise ValueError(f"{label!r} is not a four-digit hex number with N or S")
        return int(label[:2]), int(label[2:4]) + (self.south_offset if label[4] == "S" else 0)

    def label(self, line: int, place: int) -> str:
        column, row = _checked(line, place)
        south = row >= self.south_offset
        return f"{column:02d}{row - self.south_offset if south else row:02d}{'S' if south else 'N'}"

    def axial(self, label: str) -> Axial:
        column, row = self.line_and_place(label)
        return column, row - column // 2

    def aliases(self, label: str) -> tuple[str, ...]:
        column, row = self.line_and_place(label)
        if row != self.south_offset:
            return ()
        return (f"{column:02d}{row:02d}N" if label[4] == "S" else self.label(column, row),)


@dataclass(frozen=True)
class RowColumn:
    """RRCC, pointy-topped, columns growing west, odd rows half a hex further west (Barbarossa Deluxe)."""

    flat = False
    first_corner = "north-east"
    first_label = "0101"

    def line_and_place(self, label: str) -> tuple[int, int]:
        return _four_digits(label)

    def label(self, line: int, place: int) -> str:
        return "{:02d}{:02d}".format(*_checked(line, place))

    def axial(self, label: str) -> Axial:
        row, column = self.line_and_place(label)
        return -column - (row + 1) // 2, row

    def aliases(self, label: str) -> tuple[str, ...]:
        return ()


class MapSheet(NamedTuple):
    """One of several sheets that are joined: what its labels count, and what they lack to the numbers of the whole."""

    name: str
    row: int
    """Is added to a row of the sheet; even, or the rows would not fit together."""
    column: int
    """Is added to a column of the sheet."""
    rows: tuple[int, int]
    """The first and the last row."""
    columns: tuple[int, int]
    """The first and the last column."""

    def has(self, row: int, column: int) -> bool:
        """Whether a place of the whole lies on this sheet."""
        return (
            self.rows[0] <= row - self.row <= self.rows[1]
            and self.columns[0] <= column - self.column <= self.columns[1]
        )

    def label(self, row: int, column: int) -> str:
        return f"{self.name}:{row - self.row:02d}{column - self.column:02d}"


@dataclass(frozen=True)
class SheetRowColumn:
    """sheet:RRCC, pointy-topped, columns growing west, odd rows half a hex further east (Scorched Earth).

    Sheets may overlap: a hex then has a label on each of them, and goes by that of the sheet named first.
    """

    sheets: tuple[MapSheet, ...]
    flat = False
    first_corner = "north-east"

    def __post_init__(self) -> None:
        for sheet in self.sheets:
            if sheet.row % 2:
                raise DataError(f"sheet {sheet.name}: its rows are moved by {sheet.row}, which should be even")
            if not (0 <= sheet.rows[0] <= sheet.rows[1] <= LAST and 0 <= sheet.columns[0] <= sheet.columns[1] <= LAST):
                raise DataError(f"sheet {sheet.name}: its rows and columns should be two numbers each, of 0 to {LAST}")
        names = [sheet.name for sheet in self.sheets]
        if not names or len(set(names)) < len(names):
            raise DataError("a numbering by sheets needs sheets, each with a name of its own")

    @property
    def first_label(self) -> str:
        sheet = self.sheets[0]
        return sheet.label(sheet.rows[0] + sheet.row, sheet.columns[0] + sheet.column)

    def line_and_place(self, label: str) -> tuple[int, int]:
        match = re.fullmatch(r"(\w+):([0-9]{2})([0-9]{2})", label)
        if not match:
            raise ValueError(f"{label!r} is not of the form sheet:RRCC")
        for sheet in self.sheets:
            if sheet.name == match[1]:
                row, column = int(match[2]) + sheet.row, int(match[3]) + sheet.column
                if not sheet.has(row, column):
                    raise ValueError(
                        f"{label!r}: sheet {sheet.name} has rows {sheet.rows[0]}-{sheet.rows[1]} "
                        f"and columns {sheet.columns[0]}-{sheet.columns[1]}"
                    )
                return row, column
        raise ValueError(f"{label!r}: no sheet {match[1]!r}")

    def label(self, line: int, place: int) -> str:
        for sheet in self.sheets:
            if sheet.has(line, place):
                return sheet.label(line, place)
        raise ValueError(f"no sheet has a hex in row {line} and column {place} of the joined map")

    def axial(self, label: str) -> Axial:
        row, column = self.line_and_place(label)
        return -column - row // 2, row

    def aliases(self, label: str) -> tuple[str, ...]:
        row, column = self.line_and_place(label)
        labels = (sheet.label(row, column) for sheet in self.sheets if sheet.has(row, column))
        return tuple(other for other in labels if other != label)


ONE_SHEET: Mapping[str, Numbering] = {"CCRR": ColumnRow(), "CCRR+NS": ColumnRowSheets(), "RRCC": RowColumn()}
BY_SHEETS = "sheet:RRCC"
STYLES = (*ONE_SHEET, BY_SHEETS)


def numbering_of(style: str, sheets: Iterable[MapSheet] = ()) -> Numbering:
    """The numbering of a style, such as RRCC; ``sheet:RRCC`` needs its sheets."""
    if style == BY_SHEETS:
        return SheetRowColumn(tuple(sheets))
    if style not in ONE_SHEET:
        raise DataError(f"there is no numbering {style!r}; known are {', '.join(STYLES)}")
    return ONE_SHEET[style]


class HexGrid:
    """The hexes of a map: ids 0..size-1 in the order of their labels.

    A hex with several labels is found by each of them (``index``) and goes by the first that was given (``labels``).
    """

    def __init__(self, numbering: Numbering, labels: Iterable[str]) -> None:
        self.numbering = numbering
        at: dict[Axial, int] = {}
        index: dict[str, int] = {}
        kept: list[str] = []
        for label in labels:
            try:
                axial = numbering.axial(label)
            except ValueError as error:
                raise DataError(str(error)) from None
            if label in index:
                raise DataError(f"hex {label} is given twice")
            if axial not in at:
                at[axial] = len(kept)
                kept.append(label)
            index[label] = at[axial]
        for label in kept:
            for other in numbering.aliases(label):
                index.setdefault(other, index[label])
        self.labels = tuple(kept)
        self.index = index
        self.size = len(kept)
        self.axial = tuple(at)
        steps = FLAT_STEPS if numbering.flat else POINTY_STEPS
        self.neighbours: NDArray[np.int16] = np.array(
            [[at.get((q + dq, s + ds), -1) for dq, ds in steps] for q, s in self.axial], dtype=np.int16
        ).reshape(self.size, 6)
        self.around: tuple[tuple[int, ...], ...] = tuple(tuple(int(n) for n in row) for row in self.neighbours)

    def id(self, label: str) -> int:
        try:
            return self.index[label]
        except KeyError:
            raise DataError(f"there is no hex {label!r} on this map") from None

    def hex_in(self, row: Row, field: str = "hex") -> int:
        """The hex that a cell of a table names."""
        try:
            return self.id(row[field])
        except DataError as error:
            raise row.error(str(error), field) from None

    @cached_property
    def by_place(self) -> Mapping[tuple[int, int], int]:
        """The hexes by their line and place."""
        return {self.numbering.line_and_place(label): h for h, label in enumerate(self.labels)}

    @property
    def direction_names(self) -> tuple[str, ...]:
        return FLAT_NAMES if self.numbering.flat else POINTY_NAMES

    def adjacent(self, a: int) -> Iterator[tuple[int, int]]:
        """The (direction, hex) pairs around a hex that lie on the map."""
        for direction, b in enumerate(self.around[a]):
            if b >= 0:
                yield direction, b

    def direction(self, a: int, b: int) -> int:
        """The direction from a to its neighbour b, or -1 if they are not adjacent."""
        try:
            return self.around[a].index(b)
        except ValueError:
            return -1

    def distance(self, a: int, b: int) -> int:
        (q, s), (u, t) = self.axial[a], self.axial[b]
        return max(abs(q - u), abs(s - t), abs(q + s - u - t))

    @cached_property
    def _axial_array(self) -> NDArray[np.int32]:
        return np.array(self.axial, dtype=np.int32)

    @cached_property
    def _axial_columns(self) -> NDArray[np.int16]:
        """Both axial coordinates and their sum: the farthest of the three is the distance."""
        q, s = self._axial_array.astype(np.int16).T
        return np.stack([q, s, q + s])

    def distances(self, a: int, to: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """The distance from one hex to all, or to some."""
        places = self._axial_columns if to is None else self._axial_columns[:, to]
        delta = np.abs(places - self._axial_columns[:, a : a + 1])
        found: NDArray[np.int16] = np.maximum(np.maximum(delta[0], delta[1]), delta[2])
        return found

    def within(self, a: int, radius: int) -> list[int]:
        return [int(h) for h in np.flatnonzero(self.distances(a) <= radius)]

    def ring(self, a: int, radius: int) -> list[int]:
        return [int(h) for h in np.flatnonzero(self.distances(a) == radius)]

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """Centres for drawing, x to the east and y to the south; neighbouring centres are 1 apart."""
        axial = self._axial_array.astype(np.float64)
        q, s = axial[:, 0], axial[:, 1]
        if self.numbering.flat:
            return np.stack([q * HALF_SQRT3, s + q / 2], axis=1)
        return np.stack([q + s / 2, s * HALF_SQRT3], axis=1)

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """The six corners of any hex as seen from its centre, clockwise; side d runs from corner d to corner d + 1."""
        angles = np.radians([(-120 if self.numbering.flat else -90) + 60 * k for k in range(6)])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1) * RADIUS

    def corner(self, a: int, k: int) -> tuple[float, float]:
        """Corner k of a hex."""
        (x, y), (dx, dy) = self.centres[a], self.corners[k % 6]
        return float(x + dx), float(y + dy)
