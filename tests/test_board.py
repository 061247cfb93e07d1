"""Maps from their tables: what is taken from them, and where a fault is said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from steppe.board import Board
from steppe.errors import DataError
from steppe.hexgrid import ColumnRow
from steppe.tables import DataFolder
from tests.test_hexgrid import JOINED

HEXES = """hex,terrain,features,name,sheet,regions,source,note
0101,clear,town fort,Vyazma,N,west,text,
0102,forest,,,N,west,derived,
0201,clear,fort,,S,,reconstructed,
"""
SIDES = """a,b,kind,name,source,note
0102,0101,river,Ugra,derived,
0101,0102,rail,,derived,
0101,0201,rail,,derived,
"""
TERRAINS, KINDS = ("clear", "forest"), ("river", "rail")


def load(folder: Path, hexes: str = HEXES, sides: str = SIDES) -> Board:
    (folder / "hexes.csv").write_text(hexes, encoding="utf-8")
    (folder / "sides.csv").write_text(sides, encoding="utf-8")
    return Board.load(DataFolder(folder), ColumnRow(), TERRAINS, KINDS)


def test_a_map_has_what_its_tables_say(tmp_path: Path) -> None:
    board = load(tmp_path)
    assert board.grid.labels == ("0101", "0102", "0201")
    assert board.terrain == ("clear", "forest", "clear")
    assert board.features == {"town": {0}, "fort": {0, 2}}
    assert board.regions == {"west": {0, 1}, "sheet N": {0, 1}, "sheet S": {2}}
    assert board.names == {0: "Vyazma"}
    assert board.sources == {0: "text", 1: "derived", 2: "reconstructed"}
    assert board.side_kinds == {(0, 1): {"river", "rail"}, (0, 2): {"rail"}}


def test_a_hex_of_two_sheets_is_what_its_first_row_says(tmp_path: Path) -> None:
    head = "hex,terrain,features,name,sheet,regions,source,note\n"
    rows = "5B:5110,forest,,,5B,,text,\n1B:0110,clear,fort,,1B,,text,\n1B:0210,clear,,,1B,,text,\n"
    (tmp_path / "hexes.csv").write_text(head + rows, encoding="utf-8")
    (tmp_path / "sides.csv").write_text("a,b,kind,name,source,note\n1B:0110,1B:0210,river,,text,\n", encoding="utf-8")
    board = Board.load(DataFolder(tmp_path), JOINED, TERRAINS, KINDS)
    assert board.grid.labels == ("5B:5110", "1B:0210")
    assert board.grid.id("1B:0110") == 0
    assert board.terrain == ("forest", "clear")
    assert board.features == {}
    assert board.regions == {"sheet 5B": {0}, "sheet 1B": {1}}
    assert board.side_kinds == {(0, 1): {"river"}}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("0102,forest", "0102,bog", "hexes.csv:3 [terrain]: 'bog' is not one of clear, forest"),
        ("0102,0101,river", "0102,0101,ditch", "sides.csv:2 [kind]: 'ditch' is not one of river, rail"),
        ("0102,0101,river", "0909,0101,river", "sides.csv:2 [a]: there is no hex '0909' on this map"),
        ("0101,0102,rail", "0101,0909,rail", "sides.csv:3 [b]: there is no hex '0909' on this map"),
        ("0101,0201,rail", "0101,0101,rail", "sides.csv:4 [b]: 0101 and 0101 are not adjacent"),
        ("0101,0201,rail", "0102,0101,river", "sides.csv:4 [a, b, kind]: '0102 0101 river' is given twice, first in"),
        ("0201,clear", "0102,clear", "hexes.csv:4 [hex]: '0102' is given twice, first in line 3"),
    ],
)
def test_faults_of_a_map_are_located(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert (HEXES + SIDES).count(old) == 1
    with pytest.raises(DataError) as error:
        load(tmp_path, HEXES.replace(old, new), SIDES.replace(old, new))
    assert str(error.value).startswith(f"{tmp_path}/{fault}")
