"""Geometry of the four numbering styles, against neighbours that the rulebooks state."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.errors import DataError
from steppe.hexgrid import (
    ColumnRow,
    ColumnRowSheets,
    HexGrid,
    MapSheet,
    Numbering,
    RowColumn,
    SheetRowColumn,
    numbering_of,
    opposite,
)

ROWS, COLUMNS = (1, 51), (0, 33)
JOINED = SheetRowColumn(
    (
        MapSheet("5B", 0, 0, ROWS, COLUMNS), MapSheet("6A", 0, -33, ROWS, COLUMNS),
        MapSheet("1B", 50, 0, ROWS, COLUMNS), MapSheet("2A", 50, -33, ROWS, COLUMNS),
        MapSheet("3B", 100, 0, ROWS, COLUMNS), MapSheet("4A", 100, -33, ROWS, COLUMNS),
    )
)  # fmt: skip
"""Six sheets that overlap by one hex: rows count on to the south, columns to the west."""


def block(first: range, second: range, form: str = "{:02}{:02}") -> list[str]:
    return [form.format(a, b) for a in first for b in second]


GRIDS = {
    "CCRR": HexGrid(ColumnRow(), block(range(10, 20), range(20, 30))),
    "CCRR+NS": HexGrid(
        ColumnRowSheets(),
        block(range(30, 36), range(40, 46), "{:02}{:02}N") + block(range(30, 36), range(12, 20), "{:02}{:02}S"),
    ),
    "RRCC": HexGrid(RowColumn(), block(range(20, 28), range(1, 14))),
    "sheet:RRCC": HexGrid(
        JOINED,
        [JOINED.label(row, column) for row in range(46, 66) for column in range(-8, 9)],
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
    ("numbering", "line", "place", "label"),
    [(ColumnRow(), 7, 3, "0703"), (ColumnRowSheets(), 7, 3, "0703N"), (ColumnRowSheets(), 29, 27, "2927N"),
     (ColumnRowSheets(), 29, 28, "2900S"), (ColumnRowSheets(), 60, 52, "6024S"), (RowColumn(), 22, 10, "2210"),
     (JOINED, 9, 27, "5B:0927"), (JOINED, 59, 27, "1B:0927"), (JOINED, 59, -6, "2A:0927"), (JOINED, 51, 0, "5B:5100")],
)  # fmt: skip
def test_labels_from_lines_and_places_and_back(numbering: Numbering, line: int, place: int, label: str) -> None:
    assert numbering.label(line, place) == label
    assert numbering.line_and_place(label) == (line, place)


def test_row_column() -> None:
    """Barbarossa Deluxe 11.27: west of 2403 lies 2404, north-west of it 2303."""
    grid = GRIDS["RRCC"]
    assert step(grid, "2403", "NW") == "2303"
    assert step(grid, "2403", "W") == "2404"
    assert step(grid, "2403", "NE") == "2302"
    around = [step(grid, "2510", name) for name in grid.direction_names]
    assert around == ["2410", "2509", "2610", "2611", "2511", "2411"]  # an odd row lies further west


@pytest.mark.parametrize(
    ("rule", "a", "b", "hexes"),
    [("7.11", "2210", "2208", 2), ("7.11", "2210", "2308", 2), ("7.11", "2210", "2409", 2), ("11.3", "2709", "2609", 1),
     ("11.3", "2709", "2708", 1), ("12.13", "1110", "1011", 1), ("12.13", "1111", "1011", 1),
     ("7.14", "2907", "3008", 1), ("7.14", "3105", "3106", 1)],
)  # fmt: skip
def test_distances_that_barbarossa_deluxe_states(rule: str, a: str, b: str, hexes: int) -> None:
    grid = HexGrid(RowColumn(), [a, b])
    assert grid.distance(0, 1) == hexes, rule
    assert (grid.direction(0, 1) >= 0) == (hexes == 1)


def test_the_whole_map_of_barbarossa_deluxe() -> None:
    """Rows 10 in the north to 32, columns 00 in the east to 24."""
    grid = HexGrid(RowColumn(), block(range(10, 33), range(25)))
    east, north = grid.centres[:, 0], grid.centres[:, 1]
    corners = [grid.id(label) for label in ("1000", "3200", "3224", "1024")]
    assert [(east[h] > -1, north[h] > 20) for h in corners] == [
        (True, False),
        (True, True),
        (False, True),
        (False, False),
    ]
    assert all(east[grid.id(f"{row:02}00")] > east[grid.id(f"{row:02}01")] for row in range(10, 33))
    assert east[grid.id("1100")] < east[grid.id("1000")]


def test_sheet_row_column() -> None:
    """Scorched Earth: a hex touches the next of its row, and two hexes of the rows beside it."""
    grid = HexGrid(JOINED, block(range(1, 52), range(34), "1B:{:02}{:02}"))
    assert step(grid, "1B:0927", "W") == "1B:0928"
    around = [step(grid, "1B:0927", name) for name in grid.direction_names]
    assert around == ["1B:0826", "1B:0926", "1B:1026", "1B:1027", "1B:0928", "1B:0827"]
    around = [step(grid, "1B:0830", name) for name in grid.direction_names]
    assert around == ["1B:0730", "1B:0829", "1B:0930", "1B:0931", "1B:0831", "1B:0731"]


@pytest.mark.parametrize(
    ("rule", "a", "b", "hexes"),
    [("28E", "0806", "0906", 1), ("28E", "0906", "1005", 1), ("28E", "1004", "1104", 1), ("28E", "1104", "1203", 1),
     ("39F1", "0830", "0930", 1), ("39F1", "0927", "1026", 1), ("28A3", "3326", "3425", 1), ("28A3", "3426", "3526", 1),
     ("28A3", "3426", "3527", 1), ("28A3", "3527", "3626", 1), ("39H", "1905", "2000", 5)],
)  # fmt: skip
def test_distances_that_scorched_earth_states(rule: str, a: str, b: str, hexes: int) -> None:
    for sheet in ("1B", "4A"):
        grid = HexGrid(JOINED, [f"{sheet}:{a}", f"{sheet}:{b}"])
        assert grid.distance(0, 1) == hexes, rule


def test_a_hex_on_four_sheets_has_four_labels() -> None:
    """Scorched Earth 2B: 5B row 51 is 1B row 01; so it goes at every joint."""
    grid = GRIDS["sheet:RRCC"]
    four = ["5B:5100", "6A:5133", "1B:0100", "2A:0133"]
    assert {grid.id(label) for label in four} == {grid.id("5B:5100")}
    assert grid.labels[grid.id("2A:0133")] == "5B:5100"
    assert JOINED.aliases("5B:5100") == ("6A:5133", "1B:0100", "2A:0133")
    assert JOINED.aliases("2A:0133") == ("5B:5100", "6A:5133", "1B:0100")
    assert JOINED.aliases("1B:0927") == ()
    assert grid.id("5B:5105") == grid.id("1B:0105")
    assert step(grid, "1B:0900", "E") == step(grid, "2A:0933", "E") == "2A:0932"
    assert step(grid, "5B:5005", "SE") == "5B:5105"
    assert step(grid, "1B:0105", "SE") == "1B:0204"
    given = HexGrid(JOINED, ["2A:0133", "5B:5100"])  # the first label given is the hex's name
    assert (given.size, given.labels) == (1, ("2A:0133",))


def test_a_joined_map_of_nine_sheets_is_not_too_large() -> None:
    grid = HexGrid(JOINED, [JOINED.label(row, column) for row in range(1, 152) for column in range(-33, 34)])
    assert grid.size == 151 * 67
    assert grid.distance(grid.id("5B:0133"), grid.id("4A:5100")) == 150
    assert len(grid.within(grid.id("5B:5100"), 3)) == 37


@pytest.mark.parametrize(
    ("sheets", "message"),
    [
        ((MapSheet("1B", 49, 0, ROWS, COLUMNS),), "1B.*49.*even"),
        ((MapSheet("1B", 50, 0, (51, 1), COLUMNS),), "1B.*two numbers"),
        ((MapSheet("1B", 50, 0, ROWS, (0, 100)),), "1B.*0 to 99"),
        ((), "needs sheets"),
        ((JOINED.sheets[0], JOINED.sheets[0]), "name of its own"),
    ],
)
def test_sheets_that_do_not_fit(sheets: tuple[MapSheet, ...], message: str) -> None:
    with pytest.raises(DataError, match=message):
        SheetRowColumn(sheets)


def test_styles_by_name() -> None:
    assert numbering_of("RRCC") == RowColumn()
    assert numbering_of("sheet:RRCC", JOINED.sheets) == JOINED
    with pytest.raises(DataError, match="'XY'; known are CCRR, CCRR\\+NS, RRCC, sheet:RRCC"):
        numbering_of("XY")


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


@given(st.sampled_from([ColumnRow(), ColumnRowSheets(), RowColumn(), JOINED]), st.integers(1, 99), st.integers(0, 33))
def test_a_label_and_its_place_belong_together(numbering: Numbering, line: int, place: int) -> None:
    label = numbering.label(line, place)
    assert numbering.line_and_place(label) == (line, place)
    for other in numbering.aliases(label):
        assert other != label
        assert numbering.line_and_place(other) == (line, place)
        assert numbering.axial(other) == numbering.axial(label)
        assert {label, *numbering.aliases(label)} == {other, *numbering.aliases(other)}


@pytest.mark.parametrize("numbering", [ColumnRow(), ColumnRowSheets(), RowColumn(), JOINED])
def test_what_has_no_label(numbering: Numbering) -> None:
    for line, place in ((200, 1), (1, 100), (-1, 1)):
        with pytest.raises(ValueError, match=r"last column|no sheet"):
            numbering.label(line, place)
    grid = HexGrid(numbering, [numbering.first_label])
    assert grid.size == 1


@given(grids, st.data())
def test_hexes_of_a_line_touch_and_lines_lie_beside_each_other(grid: HexGrid, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, grid.size - 1))
    line, place = grid.numbering.line_and_place(grid.labels[a])
    for _, b in grid.adjacent(a):
        other_line, other_place = grid.numbering.line_and_place(grid.labels[b])
        assert abs(other_line - line) <= 1
        assert abs(other_place - place) <= 1
        across = grid.centres[b][0 if grid.numbering.flat else 1] - grid.centres[a][0 if grid.numbering.flat else 1]
        assert (other_line - line) * across == pytest.approx(0.75**0.5 if other_line != line else 0)


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
    assert len(grid.ring(a, 2)) <= 12


@pytest.mark.parametrize("name", GRIDS)
def test_rings_far_from_the_edge_are_whole(name: str) -> None:
    grid = GRIDS[name]
    middle = int(((grid.centres - grid.centres.mean(axis=0)) ** 2).sum(axis=1).argmin())
    assert [len(grid.ring(middle, radius)) for radius in range(3)] == [1, 6, 12]
    assert grid.within(middle, 2) == sorted(h for radius in range(3) for h in grid.ring(middle, radius))


@pytest.mark.parametrize(
    ("numbering", "label", "message"),
    [
        (ColumnRow(), "132", "not a four-digit hex number"),
        (ColumnRow(), "13265", "not a four-digit hex number"),
        (ColumnRowSheets(), "3215", "with N or S"),
        (RowColumn(), "22-10", "not a four-digit hex number"),
        (JOINED, "0927", "sheet:RRCC"),
        (JOINED, "3C:0927", "no sheet '3C'"),
        (JOINED, "1B:5201", "rows 1-51 and columns 0-33"),
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
