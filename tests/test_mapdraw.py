"""The drawing: well-formed, complete, and honest about a missing converter."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

import steppe
from steppe.errors import DataError, SteppeError
from steppe.mapdraw import draw, ground, load_drawing, png
from steppe.mapdraw.sheet import RIM
from steppe.mapdraw.strokes import HEX

DATA = Path(steppe.__file__).parent / "titles" / "dom" / "data"
HEXES = """hex,terrain,features,name,sheet,regions,source,note
0101,clear,german-source,,N,west,derived,
0102,forest,,,S,west,derived,
0201,clear,town,Little & Town,N,forward front,derived,
0202,marsh,fort,,S,forward front,derived,
0301,clear,city,Big,N,reserve,derived,
0302,clear,soviet-source,,S,reserve,derived,
"""
SIDES = """a,b,kind,name,source,note
0101,0201,river,Volga,derived,
0102,0202,reservoir,Lake,derived,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hexes.csv").write_text(HEXES, encoding="utf-8")
    (tmp_path / "sides.csv").write_text(SIDES, encoding="utf-8")
    return tmp_path


def texts(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_loading_the_two_files(folder: Path) -> None:
    board = load_drawing(folder)
    assert board.grid.labels[2] == "0201"
    assert board.names == {2: "Little & Town", 4: "Big"}
    assert board.sides[(0, 2)] == ("river", "Volga")
    assert board.regions["front"] == {2, 3}


def test_a_small_map_is_drawn_whole(folder: Path) -> None:
    shown = texts(draw(load_drawing(folder), title="A Small War"))
    assert {"0101", "0302", "Little & Town", "BIG", "A SMALL WAR"} <= set(shown)
    key = {"Clear", "Forest", "Marsh", "Reservoir hexside", "River hexside", "Town", "City", "Front line",
           "Soviet supply source", "Soviet fortification"}  # fmt: skip
    assert key <= set(shown)


def test_a_map_of_two_sheets_with_values_works_and_reserves(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text(
        "hex,terrain,features,name,sheet,regions,source,note\n"
        "2027N,clear,german-source edge,,N,germany okh-north zomo,derived,\n"
        "2000S,clear,stalin-line heavy-fort,,S,ussr,derived,\n"
        "2127N,clear,city vp-4 district port highway,Big,N,ussr,derived,\n"
        "2100S,forest,highway,,S,sz ussr,derived,\n",
        encoding="utf-8",
    )
    (tmp_path / "sides.csv").write_text(
        "a,b,kind,name,source,note\n2100S,2127N,highway,The Great Road,reconstructed,\n", encoding="utf-8"
    )
    board = load_drawing(tmp_path)
    assert board.grid.id("2128N") == board.grid.id("2100S")
    assert list(board.roads.values()) == ["The Great Road"]
    shown = texts(draw(board))
    key = {"Military District", "Victory Points", "Heavy fortification", "Stalin Line", "Black Sea port", "Border",
           "Weather zone line", "The Great Road"}  # fmt: skip
    assert key <= set(shown)
    assert {"4", "OKH", "RESERVE", "NORTH"} <= set(shown)


def test_counters_stand_on_the_map(folder: Path) -> None:
    board = load_drawing(folder)
    stacks = [(4, [("soviet", "5 RD", "2-3"), ("soviet", "6 RD", "?")]), (0, [("german", "7Pz", "8-6")])]
    svg = draw(board, counters=stacks)
    assert {"5 RD", "2-3", "6 RD", "?", "7Pz", "8-6"} <= set(texts(svg))


def test_the_map_of_drive_on_moscow_is_drawn_with_all_its_names() -> None:
    board = load_drawing(DATA)
    shown = set(texts(draw(board, title="Drive on Moscow")))
    assert {name.upper() for name in board.names.values()} <= {text.upper() for text in shown}
    assert set(board.grid.labels) <= shown
    assert {"Volga", "Oka", "Desna"} <= shown


def test_drawing_twice_gives_the_same_picture() -> None:
    board = load_drawing(DATA)
    assert draw(board) == draw(board)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"hexes\.csv"):
        load_drawing(tmp_path)


def test_png_of_a_small_map(folder: Path) -> None:
    if not find_spec("resvg_py"):
        pytest.skip("no SVG converter is installed")
    assert png(draw(load_drawing(folder)))[:8] == b"\x89PNG\r\n\x1a\n"


def test_png_without_a_converter_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SteppeError, match=r"steppe\[map\]"):
        png("<svg/>")


def test_the_bare_ground_lies_where_the_grid_says(folder: Path) -> None:
    board = load_drawing(folder)
    root = ElementTree.fromstring(ground(board))
    left, top, wide, high = (float(v) for v in root.attrib["viewBox"].split())
    centres = board.grid.centres * HEX
    assert left == pytest.approx(centres[:, 0].min() - RIM * HEX, abs=0.1)
    assert top == pytest.approx(centres[:, 1].min() - RIM * HEX, abs=0.1)
    assert left + wide == pytest.approx(centres[:, 0].max() + RIM * HEX, abs=0.2)
    assert top + high == pytest.approx(centres[:, 1].max() + RIM * HEX, abs=0.2)
    shown = texts(ground(board))
    assert "BIG" in shown
    assert "0101" not in shown
    assert "TERRAIN KEY" not in shown
