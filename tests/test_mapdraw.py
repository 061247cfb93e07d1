"""The drawing: well-formed, complete, and honest about a missing converter."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from steppe import titles
from steppe.cli.picture import CELL, text_places
from steppe.errors import DataError, SteppeError
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid, MapSheet, RowColumn, SheetRowColumn
from steppe.mapdraw import Drawing, MapLook, draw, ground, load_drawing, png, symbols
from steppe.mapdraw.look import Band, Hexside, Line, Rivers, Road, Symbol, Terrain
from steppe.mapdraw.sheet import RIM
from steppe.mapdraw.strokes import HEX
from steppe.tables import DataFolder

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


POINTY_HEXES = """hex,terrain,features,name,sheet,regions,source,note
2000,clear,,,,,derived,
2001,swamp,,,,,derived,
2002,clear,minor,Little Town,,,derived,
2003,ocean,,Wide Water,,,derived,
2100,clear,fortress,Strong City,,home,derived,
2101,clear,hero,Great City,,home,derived,
2102,swamp,,,,,derived,
2103,ocean,,,,,derived,
2200,clear,depot,,,home,derived,
2201,clear,,,,home,derived,
2202,clear,,,,,derived,
2203,swamp,,,,,derived,
2300,clear,,,,home,derived,
2301,clear,minor,Other Town,,home,derived,
2302,clear,,,,,derived,
2303,clear,,Crossroads,,,derived,
"""
POINTY_SIDES = """a,b,kind,name,source,note
2102,2101,river,Don,derived,
2101,2001,river,Don,derived,
2100,2000,river,Don,derived,
2202,2102,ridge,,derived,
2203,2202,rail,Line One,derived,
2202,2201,rail,Line One,derived,
2201,2101,rail,Line One,derived,
"""
POINTY_LOOK = MapLook(
    terrains=(
        Terrain("clear", "#eee2bf"),
        Terrain("swamp", "#c3d3b4", symbols.TERRAINS[2].texture),
        Terrain("ocean", "#8fbad3", symbols.TERRAINS[5].texture, is_water=True),
    ),
    sides=(
        Rivers(broad=frozenset({"Don"})),
        Hexside("Ridge hexside", ("ridge",), (Band("#5a3b1a", 7),), (Band("#5a3b1a", 7),)),
    ),
    roads=(Road("Railway", ("rail",), (Band("#222222", 3.0), Band("#ffffff", 1.5, "5 5"))),),
    places=(
        Symbol("minor", symbols.ring, "Minor city", is_place=True),
        Symbol("hero", symbols.block, "Hero city", is_place=True, is_city=True),
        Symbol("fortress", symbols.block, "Fortress city", is_place=True, is_city=True),
    ),
    lines=(Line("National border", ("home",), Band("#9a1f5c", 4.4, "12 6")),),
    works=(Symbol("depot", symbols.lettered_hexagon("D"), "Depot", off=(0.25, 0.2), sample_scale=1.4),),
)


def write(folder: Path, hexes: str, sides: str) -> DataFolder:
    (folder / "hexes.csv").write_text(hexes, encoding="utf-8")
    (folder / "sides.csv").write_text(sides, encoding="utf-8")
    return DataFolder(folder)


@pytest.fixture
def board(tmp_path: Path) -> Drawing:
    return load_drawing(write(tmp_path, HEXES, SIDES), ColumnRow(), titles.map_look("dom"))


@pytest.fixture
def pointy(tmp_path: Path) -> Drawing:
    return load_drawing(write(tmp_path, POINTY_HEXES, POINTY_SIDES), RowColumn(), POINTY_LOOK)


def moscow() -> Drawing:
    return titles.drawing(titles.load("dom"), titles.folder("dom"))


def texts(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_loading_the_two_files(board: Drawing) -> None:
    assert board.grid.labels[2] == "0201"
    assert board.names == {2: "Little & Town", 4: "Big"}
    assert board.sides[0] == (0, 2, "river", "Volga")
    assert board.regions["front"] == {2, 3}


def test_a_small_map_is_drawn_whole(board: Drawing) -> None:
    shown = texts(draw(board, title="A Small War"))
    assert {"0101", "0302", "Little & Town", "BIG", "A SMALL WAR"} <= set(shown)
    key = {"Clear", "Forest", "Marsh", "Reservoir hexside", "River hexside", "Town", "City", "Front line",
           "Soviet supply source", "Soviet fortification"}  # fmt: skip
    assert key <= set(shown)


def test_a_map_of_two_sheets_with_values_works_and_reserves(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        "hex,terrain,features,name,sheet,regions,source,note\n"
        "2027N,clear,german-source edge,,N,germany okh-north zomo,derived,\n"
        "2000S,clear,stalin-line heavy-fort,,S,ussr,derived,\n"
        "2127N,clear,city vp-4 district port highway,Big,N,ussr,derived,\n"
        "2100S,forest,highway,,S,sz ussr,derived,\n",
        "a,b,kind,name,source,note\n2100S,2127N,highway,The Great Road,reconstructed,\n",
    )
    board = load_drawing(files, ColumnRowSheets(), titles.map_look("pm"))
    assert board.grid.id("2128N") == board.grid.id("2100S")
    assert [side.name for side in board.sides] == ["The Great Road"]
    shown = texts(draw(board))
    key = {"Military District", "Victory Points", "Heavy fortification", "Stalin Line", "Black Sea port", "Border",
           "Weather zone line", "The Great Road"}  # fmt: skip
    assert key <= set(shown)
    assert {"4", "OKH", "RESERVE", "NORTH"} <= set(shown)


def test_counters_stand_on_the_map(board: Drawing) -> None:
    stacks = [(4, [("soviet", "5 RD", "2-3"), ("soviet", "6 RD", "?")]), (0, [("german", "7Pz", "8-6")])]
    svg = draw(board, counters=stacks)
    assert {"5 RD", "2-3", "6 RD", "?", "7Pz", "8-6"} <= set(texts(svg))


def test_the_map_of_drive_on_moscow_is_drawn_with_all_its_names() -> None:
    board = moscow()
    shown = set(texts(draw(board, title="Drive on Moscow")))
    assert {name.upper() for name in board.names.values()} <= {text.upper() for text in shown}
    assert set(board.grid.labels) <= shown
    assert {"Volga", "Oka", "Desna"} <= shown


def test_drawing_twice_gives_the_same_picture() -> None:
    board = moscow()
    assert draw(board) == draw(board)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"hexes\.csv"):
        load_drawing(DataFolder(tmp_path), ColumnRow(), titles.map_look("dom"))


def test_png_of_a_small_map(board: Drawing) -> None:
    if not find_spec("resvg_py"):
        pytest.skip("no SVG converter is installed")
    assert png(draw(board))[:8] == b"\x89PNG\r\n\x1a\n"


def test_png_without_a_converter_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SteppeError, match=r"steppe\[map\]"):
        png("<svg/>")


def test_the_bare_ground_lies_where_the_grid_says(board: Drawing) -> None:
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


# -- pointy-topped maps -----------------------------------------------------------------------------------------------


def numbers_of(path: str) -> list[tuple[float, float]]:
    """The points of a path that is made of straight lines."""
    pairs = [part.split() for part in path.removesuffix("Z").replace("M", "L").split("L") if part]
    return [(float(x), float(y)) for x, y in pairs]


def paths(svg: str, **wanted: str) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")
    return [
        e.attrib["d"] for e in found if all(e.get(name.replace("_", "-")) == value for name, value in wanted.items())
    ]


@pytest.mark.parametrize("form", [draw, ground])
def test_hexes_with_pointy_tops_stand_on_their_points(pointy: Drawing, form: Callable[[Drawing], str]) -> None:
    svg = form(pointy)
    (every,) = paths(svg, fill="#eee2bf", stroke_width="1")
    hexagons = [numbers_of(part) for part in every.split("Z") if part]
    assert len(hexagons) == pointy.grid.size
    for corners in hexagons:
        assert len(corners) == 6
        xs, ys = zip(*corners, strict=True)
        assert max(xs) - min(xs) == pytest.approx(HEX, abs=0.2)
        assert max(ys) - min(ys) == pytest.approx(HEX * 2 / 3**0.5, abs=0.2)
        assert corners[0][1] == min(ys)
        assert sum(y == min(ys) for y in ys) == 1


def test_the_bare_ground_of_a_pointy_map_lies_where_the_grid_says(pointy: Drawing) -> None:
    (every,) = paths(ground(pointy), fill="#eee2bf", stroke_width="1")
    for h, part in enumerate(p for p in every.split("Z") if p):
        corners = numbers_of(part)
        middle = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
        assert middle == pytest.approx(tuple(pointy.grid.centres[h] * HEX), abs=0.1)
    left, top, wide, high = (float(v) for v in ElementTree.fromstring(ground(pointy)).attrib["viewBox"].split())
    points = numbers_of(every.replace("Z", ""))
    assert all(left <= x <= left + wide and top <= y <= top + high for x, y in points)


def test_a_pointy_map_is_drawn_with_what_its_title_names(pointy: Drawing) -> None:
    svg = draw(pointy, title="Another War")
    shown = texts(svg)
    assert set(pointy.grid.labels) <= set(shown)
    assert {"GREAT CITY", "STRONG CITY", "Little Town", "Wide Water", "Crossroads", "D"} <= set(shown)
    key = shown[shown.index("TERRAIN KEY") + 1 :]
    words = ["Clear", "Swamp", "Ocean", "River hexside", "Ridge hexside", "Line One", "Minor city", "Hero city",
             "Fortress city", "National border", "Depot"]  # fmt: skip
    assert [text for text in key if text in words] == words
    samples = [numbers_of(d) for d in paths(svg, fill="none", stroke="#7d7256") if d.endswith("Z")]
    assert samples
    assert all(max(y for _, y in six) == pytest.approx(22, abs=0.1) for six in samples)


def test_a_ridge_lies_on_the_side_that_two_pointy_hexes_share(pointy: Drawing) -> None:
    svg = ground(pointy)
    group = next(
        g for g in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g") if g.get("stroke") == "#5a3b1a"
    )
    a, b = pointy.grid.id("2102"), pointy.grid.id("2202")
    ends = numbers_of(group[0].attrib["d"])
    direction = pointy.grid.direction(a, b)
    wanted = [tuple(HEX * v for v in pointy.grid.corner(a, direction + k)) for k in (0, 1)]
    assert sorted(ends) == [pytest.approx(point, abs=0.1) for point in sorted(wanted)]


def test_joined_sheets_are_drawn_with_their_seam(tmp_path: Path) -> None:
    """Each sheet has its own labels; a hex that two share is drawn once."""
    numbering = SheetRowColumn((MapSheet("1B", 0, 0, (1, 4), (0, 3)), MapSheet("2A", 0, -3, (1, 4), (0, 3))))
    labels = dict.fromkeys(numbering.label(row, column) for row in range(1, 5) for column in range(-3, 4))
    rows = [f"{label},clear,,,{label[:2]},,derived,\n" for label in labels]
    files = write(
        tmp_path, "hex,terrain,features,name,sheet,regions,source,note\n" + "".join(rows), "a,b,kind,name,source,note\n"
    )
    joined = load_drawing(files, numbering, POINTY_LOOK)
    assert joined.grid.size == 28
    assert joined.grid.id("2A:0103") == joined.grid.id("1B:0100")
    svg = draw(joined)
    assert set(labels) <= set(texts(svg))
    assert len(paths(svg, stroke_dasharray="2 5")) == 1


def test_what_the_look_leaves_out_is_told(tmp_path: Path) -> None:
    files = write(tmp_path, POINTY_HEXES.replace("swamp", "lava"), POINTY_SIDES)
    with pytest.raises(DataError, match="terrain 'lava'; the look of the map has clear, swamp, ocean"):
        load_drawing(files, RowColumn(), POINTY_LOOK)
    files = write(tmp_path, POINTY_HEXES, POINTY_SIDES.replace("ridge", "wall"))
    with pytest.raises(DataError, match="hexside 'wall'; the look of the map has river, ridge, rail"):
        load_drawing(files, RowColumn(), POINTY_LOOK)


@pytest.mark.parametrize("key", titles.known())
def test_every_title_says_how_its_whole_map_looks(key: str) -> None:
    title = titles.load(key)
    drawing = titles.drawing(title, titles.folder(key))
    assert drawing.grid.labels == title.board.grid.labels
    assert drawing.terrain == title.board.terrain
    drawn = {symbol.feature for symbol in drawing.look.symbols.values()}
    assert any(feature in drawing.look.cities for feature in title.board.features)
    assert drawn & set(title.board.features)


def test_hexes_as_text() -> None:
    """In a terminal columns of flat tops alternate between the lines; rows of pointy tops begin half a hex apart."""
    flat = HexGrid(ColumnRow(), ["0101", "0102", "0201", "0301"])
    assert text_places(flat, [0, 1, 2, 3]) == [(1, 0), (3, 0), (0, CELL), (1, 2 * CELL)]
    pointy = HexGrid(RowColumn(), ["2000", "2001", "2100", "2101", "2200"])
    assert text_places(pointy, [0, 1, 2, 3, 4]) == [(0, 9), (0, 3), (1, 6), (1, 0), (2, 9)]
