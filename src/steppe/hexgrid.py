"""Geometry of a numbered hex sheet.

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
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steppe.errors import DataError

Axial = tuple[int, int]

FLAT_STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTY_STEPS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
HALF_SQRT3 = 3**0.5 / 2


def opposite(direction: int) -> int:
    return (direction + 3) % 6


class Numbering(Protocol):
    """How a sheet numbers its hexes."""

    @property
    def flat(self) -> bool: ...

    def axial(self, label: str) -> Axial:
        """The axial coordinates of a label; ValueError if the text is no label of this style."""

    def alias(self, label: str) -> str:
        """The other label of a hex that two overlapping sheets share; none for most."""


class OneSheet:
    """A numbering that gives each hex one label."""

    def alias(self, label: str) -> str:
        return ""


@dataclass(frozen=True)
class ColumnRow(OneSheet):
    """CCRR, flat-topped, even columns half a hex further north (Drive on Moscow, Land Without End)."""

    flat: bool = True

    def column_row(self, label: str) -> tuple[int, int]:
        if not re.fullmatch(r"\d{4}", label):
            raise ValueError(f"{label!r} is not a four-digit hex number")
        return int(label[:2]), int(label[2:])

    def label(self, column: int, row: int) -> str:
        return f"{column:02d}{row:02d}"

    def axial(self, label: str) -> Axial:
        column, row = self.column_row(label)
        return column, row - column // 2


@dataclass(frozen=True)
class ColumnRowSheets:
    """CCRR with a sheet letter N or S, flat-topped; rows count on from the north sheet into the south one.

    The sheets overlap by one row (Proud Monster: S row r is N row r + 28), which goes by its southern labels.
    """

    south_offset: int = 28
    flat: bool = True

    def column_row(self, label: str) -> tuple[int, int]:
        if not re.fullmatch(r"\d{4}[NS]", label):
            raise ValueError(f"{label!r} is not a four-digit hex number with N or S")
        return int(label[:2]), int(label[2:4]) + (self.south_offset if label[4] == "S" else 0)

    def label(self, column: int, row: int) -> str:
        south = row >= self.south_offset
        return f"{column:02d}{row - self.south_offset if south else row:02d}{'S' if south else 'N'}"

    def axial(self, label: str) -> Axial:
        column, row = self.column_row(label)
        return column, row - column // 2

    def alias(self, label: str) -> str:
        column, row = self.column_row(label)
        if row != self.south_offset:
            return ""
        return f"{column:02d}{row:02d}N" if label[4] == "S" else self.label(column, row)


@dataclass(frozen=True)
class RowColumn(OneSheet):
    """RRCC, pointy-topped, columns growing west, odd rows half a hex further west (Barbarossa Deluxe)."""

    flat: bool = False

    def axial(self, label: str) -> Axial:
        if not re.fullmatch(r"\d{4}", label):
            raise ValueError(f"{label!r} is not a four-digit hex number")
        row, column = int(label[:2]), int(label[2:])
        return -column - (row + 1) // 2, row


@dataclass(frozen=True)
class SheetRowColumn(OneSheet):
    """sheet:RRCC, pointy-topped, columns growing west, odd rows half a hex further east (Scorched Earth).

    ``offsets`` gives each sheet's first row and column in the joined frame; row offsets are even.
    """

    offsets: tuple[tuple[str, int, int], ...]
    flat: bool = False

    def axial(self, label: str) -> Axial:
        match = re.fullmatch(r"(\w+):(\d{2})(\d{2})", label)
        if not match:
            raise ValueError(f"{label!r} is not of the form sheet:RRCC")
        for sheet, row_offset, column_offset in self.offsets:
            if sheet == match[1]:
                row, column = int(match[2]) + row_offset, int(match[3]) + column_offset
                return -column - row // 2, row
        raise ValueError(f"{label!r}: no sheet {match[1]!r}")


NUMBERINGS: Mapping[str, type[ColumnRow] | type[ColumnRowSheets] | type[RowColumn]] = {
    "CCRR": ColumnRow,
    "CCRR+NS": ColumnRowSheets,
    "RRCC": RowColumn,
}


class HexGrid:
    """The hexes of a map: ids 0..size-1 in the order of their labels, aliases folded onto the first label."""

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
            index.setdefault(numbering.alias(label) or label, index[label])
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

    def corner(self, a: int, k: int) -> tuple[float, float]:
        """Corner k of a hex, clockwise; side d runs from corner d to corner d + 1."""
        x, y = self.centres[a]
        angle = (-120 if self.numbering.flat else -90) + 60 * k
        radius = 1 / 3**0.5
        return x + radius * np.cos(np.radians(angle)), y + radius * np.sin(np.radians(angle))
