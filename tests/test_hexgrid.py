"""Geometry of the four numbering styles, against neighbours that the rulebooks state."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid, Numbering, RowColumn, SheetRowColumn, opposite


def block(first: range, second: range, form: str = "{:02}{:02}") -> list[str]:
    return [form.format(a, b) for a in first for b in second]


GRIDS = {
    "CCRR": HexGrid(ColumnRow(), block(range(10, 20), range(20, 30))),
    "CCRR+NS": HexGrid(
        ColumnRowSheets(),
        block(range(30, 36), range(40, 46), "{:02}{:02}N") + block(range(30, 36), range(12, 20), "{:02}{:02}S"),
    ),
    "RRCC": HexGrid(RowColumn(), block(range(20, 28), range(1, 14))),
    "sheets": HexGrid(
        SheetRowColumn((("1B", 0, 0), ("2B", 0, -34))),
        block(range(6, 14), range(24, 34), "1B:{:02}{:02}") + block(range(6, 14), range(60, 68), "2B:{:02}{:02}"),
    ),
}
grids = st.sampled_from(sorted(GRIDS)).map(GRIDS.__getitem__)


def step(grid: HexGrid, label: str, name: str) -> str:
    return grid.labels[grid.around[grid.id(label)][grid.direction_names.index(name)]]


def adjacent(grid: HexGrid, a: str, b: str) -> bool:
    return grid.direction(grid.id(a), grid.id(b)) >= 0


# -- what the rulebooks state ---------------------------------------------------------------------------------------


def test_column_row() -> None:
    """Land Without End: 1326 and 1427 are adjacent, so even columns lie half a hex further north."""
    grid = GRIDS["CCRR"]
    assert adjacent(grid, "1326", "1427")
    assert step(grid, "1326", "SE") == "1427"
    assert step(grid, "1326", "NE") == "1426"
    assert step(grid, "1326", "N") == "1325"
    assert step(grid, "1426", "NE") == "1525"
    assert not adjacent(grid, "1326", "1425")


def test_column_row_sheets() -> None:
    """Proud Monster: three hexes around one corner, and two sheets that overlap by 28 rows."""
    grid = GRIDS["CCRR+NS"]
    corner = ["3215S", "3216S", "3315S"]
    assert all(adjacent(grid, a, b) for a in corner for b in corner if a != b)
    assert grid.id("3212S") == grid.id("3240N")
    assert grid.id("3515S") == grid.id("3543N")
    assert grid.labels[grid.id("3212S")] == "3240N"  # the first label given is the hex's name
    assert adjacent(grid, "3245N", "3218S")


def test_the_row_that_two_sheets_share_has_two_labels() -> None:
    """Proud Monster: Kiev is 2900S, and 2928N is the same hex; other rows have one label only."""
    grid = HexGrid(ColumnRowSheets(), ["2927N", "2900S", "2901S"])
    assert grid.id("2928N") == grid.id("2900S") == 1
    assert grid.labels == ("2927N", "2900S", "2901S")
    assert "2929N" not in grid.index
    assert adjacent(grid, "2927N", "2900S")
    other_way = HexGrid(ColumnRowSheets(), ["2928N"])
    assert other_way.id("2900S") == 0
    assert other_way.labels == ("2928N",)


@pytest.mark.parametrize(
    ("numbering", "column", "row", "label"),
    [(ColumnRow(), 7, 3, "0703"), (ColumnRowSheets(), 7, 3, "0703N"), (ColumnRowSheets(), 29, 27, "2927N"),
     (ColumnRowSheets(), 29, 28, "2900S"), (ColumnRowSheets(), 60, 52, "6024S")],
)  # fmt: skip
def test_labels_from_columns_and_rows_and_back(
    numbering: ColumnRow | ColumnRowSheets, column: int, row: int, label: str
) -> None:
    assert numbering.label(column, row) == label
    assert numbering.column_row(label) == (column, row)


def test_row_column() -> None:
    """Barbarossa Deluxe: 2210 to 2308 is two hexes, and 2303 lies north-west of 2403."""
    grid = GRIDS["RRCC"]
    assert grid.distance(grid.id("2210"), grid.id("2308")) == 2
    assert step(grid, "2403", "NW") == "2303"
    assert step(grid, "2403", "W") == "2404"
    assert step(grid, "2403", "NE") == "2302"


def test_sheet_row_column() -> None:
    """Scorched Earth: 1B:0927 touches 1B:1026, and 0830 touches 0930."""
    grid = GRIDS["sheets"]
    assert adjacent(grid, "1B:0927", "1B:1026")
    assert adjacent(grid, "1B:0830", "1B:0930")
    assert step(grid, "1B:0927", "W") == "1B:0928"
    assert grid.id("2B:0860") == grid.id("1B:0826")  # joined by its offset


# -- what must hold on any sheet --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRIDS)
def test_neighbours_are_mutual(name: str) -> None:
    grid = GRIDS[name]
    for a in range(grid.size):
        for direction, b in grid.adjacent(a):
            assert grid.around[b][opposite(direction)] == a
            assert grid.direction(a, b) == direction
            assert grid.distance(a, b) == 1
    assert (grid.neighbours == np.array(grid.around)).all()


@pytest.mark.parametrize("name", GRIDS)
def test_neighbours_lie_where_their_direction_says(name: str) -> None:
    grid = GRIDS[name]
    for a in range(grid.size):
        for direction, b in grid.adjacent(a):
            x, y = grid.centres[b] - grid.centres[a]
            assert x * x + y * y == pytest.approx(1)
            label = grid.direction_names[direction]
            for letter, amount in (("N", -y), ("S", y), ("E", x), ("W", -x)):
                assert (amount > 1e-9) == (letter in label)


@pytest.mark.parametrize("name", GRIDS)
def test_corners_match_sides(name: str) -> None:
    """Side d runs from corner d to corner d + 1: both lie half-way to the neighbour and belong to it too."""
    grid = GRIDS[name]
    for a in range(grid.size):
        for direction, b in grid.adjacent(a):
            start, end = np.array(grid.corner(a, direction)), np.array(grid.corner(a, direction + 1))
            assert (start + end) / 2 == pytest.approx((grid.centres[a] + grid.centres[b]) / 2)
            back = opposite(direction)
            assert start == pytest.approx(np.array(grid.corner(b, back + 1)))
            assert end == pytest.approx(np.array(grid.corner(b, back)))


@given(grids, st.data())
def test_distance_is_a_metric(grid: HexGrid, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.integers(0, grid.size - 1)) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert grid.distances(a)[b] == grid.distance(a, b)


@given(grids, st.data())
def test_distance_counts_steps(grid: HexGrid, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, grid.size - 1))
    seen, edge, steps = {a: 0}, [a], 0
    while edge:
        steps += 1
        edge = [n for n in dict.fromkeys(n for h in edge for _, n in grid.adjacent(h)) if n not in seen]
        seen |= dict.fromkeys(edge, steps)
    for b, count in seen.items():
        assert grid.distance(a, b) <= count  # the sheet's edge may force a detour
    assert sorted(grid.within(a, 1)) == sorted([a, *(n for _, n in grid.adjacent(a))])
    assert grid.ring(a, 2) == [h for h in range(grid.size) if grid.distance(a, h) == 2]


@pytest.mark.parametrize(
    ("numbering", "label", "message"),
    [
        (ColumnRow(), "132", "not a four-digit hex number"),
        (ColumnRow(), "13265", "not a four-digit hex number"),
        (ColumnRowSheets(), "3215", "with N or S"),
        (RowColumn(), "22-10", "not a four-digit hex number"),
        (SheetRowColumn((("1B", 0, 0),)), "0927", "sheet:RRCC"),
        (SheetRowColumn((("1B", 0, 0),)), "3C:0927", "no sheet '3C'"),
    ],
)
def test_bad_labels(numbering: Numbering, label: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        HexGrid(numbering, [label])


def test_unknown_and_repeated_hexes() -> None:
    with pytest.raises(DataError, match="no hex '9999'"):
        GRIDS["CCRR"].id("9999")
    with pytest.raises(DataError, match="1326 is given twice"):
        HexGrid(ColumnRow(), ["1326", "1326"])
    grid = GRIDS["CCRR"]
    assert grid.direction(grid.id("1020"), grid.id("1929")) == -1


def test_empty_grid() -> None:
    assert HexGrid(ColumnRow(), []).size == 0
