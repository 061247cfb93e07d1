"""What the position format knows of any system: the document, lists of hexes, small boards of every numbering."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid, MapSheet, Numbering, RowColumn, SheetRowColumn
from steppe.positions import block_of_labels, hex_list, hex_runs
from steppe.titles.dom.position import MoscowPositions
from tests.sandbox import Table

JOINED = SheetRowColumn((MapSheet("1B", 0, 0, (1, 9), (0, 8)), MapSheet("2A", 0, -8, (1, 9), (0, 8))))
"""Two sheets that share a column: 1B:0100 is 2A:0108."""


class PointyPositions(MoscowPositions):
    """The rules of a title on a board of another numbering."""

    numbering = RowColumn()


class JoinedPositions(MoscowPositions):
    numbering = JOINED


def read(form: MoscowPositions, text: str) -> tuple[Any, Any]:
    """A position, which must read back as the same."""
    title, s, _ = form.read(tomllib.loads(text), titles.folder("dom"), Dice(b"here"), titles.scenarios("dom")[0])
    written = form.write(title, s)
    again = form.read(tomllib.loads(written), titles.folder("dom"), Dice(b"here"), titles.scenarios("dom")[0])
    assert form.write(*again[:2]) == written
    return title, s


def labels(listed: str, grid: HexGrid) -> list[str]:
    return [grid.labels[h] for h in hex_list(listed, grid, "here")]


# -- lists and runs ---------------------------------------------------------------------------------------------------


def test_runs_of_hexes() -> None:
    grid = HexGrid(ColumnRow(), [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 7)])
    assert labels("0304,0206", grid) == ["0304", "0206"]
    assert labels("0304..0306", grid) == ["0304", "0305", "0306"]
    assert labels("0205..0306,0101", grid) == ["0205", "0206", "0305", "0306", "0101"]
    listed = ["0101", "0103..0106", "0201", "0606"]
    assert hex_runs(hex_list(",".join(listed), grid, "here"), grid) == listed
    for wrong in ("0707", "0304..0399", "0306..0304", "0404..0304", "", "0304,"):
        with pytest.raises(DataError, match="here"):
            labels(wrong, grid)
    with pytest.raises(DataError, match="the first hex is that in the north-west"):
        labels("0306..0304", grid)


def test_runs_of_hexes_go_on_from_the_north_sheet_into_the_south_one() -> None:
    grid = HexGrid(ColumnRowSheets(), ["2026N", "2027N", "2000S", "2001S", "2127N", "2100S"])
    assert hex_list("2027N..2100S", grid, "control") == [1, 2, 4, 5]
    assert hex_list("2028N", grid, "control") == [2]
    assert hex_runs([0, 1, 2, 3, 5], grid) == ["2026N..2001S", "2100S"]


def test_runs_of_pointy_hexes_go_along_rows() -> None:
    grid = HexGrid(RowColumn(), [f"{row:02}{column:02}" for row in range(20, 25) for column in range(8)])
    assert labels("2203..2205", grid) == ["2203", "2204", "2205"]
    assert labels("2203..2304", grid) == ["2203", "2204", "2303", "2304"]
    row = hex_list("2203..2205", grid, "here")
    assert [grid.direction(a, b) for a, b in pairwise(row)] == [4, 4]  # to the west
    listed = ["2000", "2002..2007", "2101", "2405"]
    assert hex_runs(hex_list(",".join(listed), grid, "here"), grid) == listed
    with pytest.raises(DataError, match="the first hex is that in the north-east"):
        labels("2205..2203", grid)


def test_runs_of_hexes_go_on_over_the_joints_of_sheets() -> None:
    grid = HexGrid(JOINED, [JOINED.label(row, column) for row in range(1, 10) for column in range(-8, 9)])
    assert labels("2A:0307..1B:0301", grid) == ["2A:0307", "1B:0300", "1B:0301"]
    assert labels("2A:0308", grid) == ["1B:0300"]
    assert labels("1B:0300,2A:0300", grid) == ["1B:0300", "2A:0300"]
    listed = ["2A:0205..1B:0202", "1B:0301"]
    assert hex_runs(hex_list(",".join(listed), grid, "here"), grid) == listed


def test_runs_leave_out_what_is_not_on_the_map() -> None:
    """Between the sheets of a joined map there may be nothing at all."""
    apart = SheetRowColumn((MapSheet("1B", 0, 0, (1, 3), (0, 2)), MapSheet("2A", 0, -8, (1, 3), (0, 2))))
    grid = HexGrid(apart, ["1B:0100", "1B:0101", "2A:0100", "2A:0102"])
    assert labels("2A:0100..1B:0101", grid) == ["2A:0100", "2A:0102", "1B:0100", "1B:0101"]
    assert hex_runs(range(4), grid) == ["2A:0100", "2A:0102", "1B:0100..1B:0101"]


# -- small boards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbering", "board", "first", "last"),
    [
        (ColumnRow(), {"size": "3x2"}, "0101", "0302"),
        (ColumnRow(), {"size": "3x2", "corner": "2040"}, "2040", "2241"),
        (ColumnRowSheets(), {"size": "1x3", "corner": "2027N"}, "2027N", "2001S"),
        (RowColumn(), {"size": "3x2"}, "0101", "0203"),
        (RowColumn(), {"size": "3x2", "corner": "2210"}, "2210", "2312"),
        (JOINED, {"size": "2x2"}, "1B:0100", "1B:0201"),
        (JOINED, {"size": "3x1", "corner": "2A:0307"}, "2A:0307", "1B:0301"),
    ],
)
def test_small_boards_of_every_numbering(numbering: Numbering, board: dict[str, str], first: str, last: str) -> None:
    """Columns x rows, from the hex with the lowest numbers."""
    found = block_of_labels(numbering, board)
    columns, rows = (int(n) for n in board["size"].split("x"))
    assert (found[0], found[-1], len(set(found))) == (first, last, columns * rows)
    centres = HexGrid(numbering, found).centres
    span = centres.max(axis=0) - centres.min(axis=0)
    assert span[0] <= columns
    assert span[1] <= rows


@pytest.mark.parametrize(
    ("numbering", "corner", "message"),
    [
        (RowColumn(), "20", "as in 0101"),
        (RowColumn(), "9801", "the last row are 99"),
        (JOINED, "0101", "as in 1B:0100"),
        (JOINED, "1B:0107", "no sheet has a hex in row 1 and column 9"),
    ],
)
def test_corners_that_are_none(numbering: Numbering, corner: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        block_of_labels(numbering, {"size": "3x3", "corner": corner})


POINTY = """
title = "dom"
turn = 2
step = "I.B"
units = '''
7Pz 2211
RD1 2402
'''
[board]
size = "12x6"
corner = "2000"
hexes = '''
2010..2511 german-source german west
2205 city Tula
2301,2303 forest
2002..2004 lost
'''
sides = '''
2210-2310 river
2205-2204 river
'''
"""


def test_a_position_on_a_pointy_board() -> None:
    """Small boards, control, hexsides, units and moves are the same on any numbering."""
    title, s = read(PointyPositions(), POINTY)
    board = title.board
    assert board.size == 72
    at = board.grid.index
    assert board.label(at["2205"]) == "2205 Tula"
    assert board.side(at["2210"], at["2310"]) == {"river"}
    assert board.regions["west"] == {at[f"{row}{column}"] for row in range(20, 26) for column in (10, 11)}
    assert [title.seats[holder] for holder in (title.holders(s)[at["2511"]], title.holders(s)[at["2509"]])] == [
        "german",
        "soviet",
    ]
    order = title.notation.read("move 7Pz 2211-2206", title.names)
    assert title.refuse(s, order) is None
    title.apply(s, order)
    assert s.hex[title.units.index["7Pz"]] == at["2206"]
    assert 'size = "12x6"\ncorner = "2000"' in PointyPositions().write(title, s)


def test_a_position_on_joined_sheets() -> None:
    """A hex is known by each of its labels; what is written goes by the first."""
    text = POINTY.replace('size = "12x6"\ncorner = "2000"', 'size = "12x6"\ncorner = "2A:0203"')
    text = text[: text.index("hexes")].replace("2211", "1B:0302").replace("2402", "2A:0308")
    text += "hexes = '''\n2A:0205..1B:0203 forest\n'''\nsides = '''\n2A:0308-1B:0301 river\n'''\n"
    title, s = read(JoinedPositions(), text)
    grid = title.board.grid
    assert grid.labels[s.hex[title.units.index["RD1"]]] == "1B:0300"
    assert sum(terrain == "forest" for terrain in title.board.terrain) == 7
    assert title.board.side(grid.id("1B:0300"), grid.id("1B:0301")) == {"river"}
    assert 'corner = "2A:0203"' in JoinedPositions().write(title, s)


def test_hexsides_of_a_pointy_board_join_neighbours() -> None:
    with pytest.raises(DataError, match="not adjacent"):
        read(PointyPositions(), POINTY.replace("2210-2310", "2210-2311"))


# -- the document -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [("weather = 'mud'", "weather.*unknown; known are about, begin, board"), ("turn = 0", "not a turn"),
     ("turn = true", "not a turn"), ("board = 'small'", "should be a table"), ("control = 3", "block of text"),
     ("order = 'both'", "move-fight")],
)  # fmt: skip
def test_documents_that_are_none(line: str, message: str) -> None:
    key = line.split()[0]
    rest = [row for row in DOM.splitlines() if not row.startswith(f"{key} ")]
    with pytest.raises(DataError, match=message):
        Table("\n".join([line, *rest]))


DOM = """
title = "dom"
turn = 2
step = "I.B"
"""


def test_whatever_is_not_known_of_a_board_is_told() -> None:
    with pytest.raises(DataError, match=r"board\.colour.*control, corner, hexes, sides, size, terrain"):
        Table(f"{DOM}\n[board]\nsize = '3x3'\ncolour = 'red'")
