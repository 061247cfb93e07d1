"""Terrain, lines and corrections of the map maker, and a whole compile if its libraries are there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import steppe
from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, HexGrid
from steppe.mapmaker.landcover import choose_forest, grain, sharpen, smooth
from steppe.mapmaker.lines import edge_hexes, parts_of
from steppe.mapmaker.overrides import read_overrides
from steppe.mapmaker.places import read_places
from steppe.mapmaker.recipe import make_grid, read_recipe

GRID = HexGrid(ColumnRow(), [f"{c:02d}{r:02d}" for c in range(1, 9) for r in range(1, 9)])
GEO = Path(steppe.__file__).parents[2] / "geo"
needs_layers = pytest.mark.skipif(not GEO.is_dir(), reason="the layers are only in a checkout")


def test_forest_takes_the_highest_scores_of_the_land() -> None:
    scores = np.arange(10.0)
    land = np.ones(10, dtype=np.bool_)
    land[9] = False
    assert np.flatnonzero(choose_forest(scores, land, 1 / 3)).tolist() == [6, 7, 8]


def test_smoothing_turns_lonely_hexes_and_spares_fixed_ones() -> None:
    wood = np.zeros(GRID.size, dtype=np.bool_)
    lonely, fixed = GRID.id("0303"), GRID.id("0606")
    wood[[lonely, fixed]] = True
    assert np.flatnonzero(smooth(GRID, wood, {fixed})).tolist() == [fixed]


def test_sharpening_takes_the_neighbourhood_away() -> None:
    even = np.full(GRID.size, 0.5)
    assert np.allclose(sharpen(GRID, even, 1.0, 2), 0.0)
    assert sharpen(GRID, even, 0.0, 2) is even


def test_grain_is_small_and_always_the_same() -> None:
    assert np.array_equal(grain(GRID, 0.1), grain(GRID, 0.1))
    assert np.abs(grain(GRID, 0.1)).max() <= 0.05


def test_edges() -> None:
    assert {GRID.labels[h] for h in edge_hexes(GRID, "west")} == {f"01{r:02d}" for r in range(1, 9)}
    assert {GRID.labels[h] for h in edge_hexes(GRID, "east")} == {f"08{r:02d}" for r in range(1, 9)}
    assert {GRID.labels[h] for h in edge_hexes(GRID, "north")} == {f"{c:02d}01" for c in range(1, 9)}
    assert {GRID.labels[h] for h in edge_hexes(GRID, "south")} == {f"{c:02d}08" for c in range(1, 9)}


def test_parts_of_a_set_of_hexes() -> None:
    hexes = {GRID.id(label) for label in ("0101", "0102", "0505")}
    assert sorted(map(len, parts_of(GRID, hexes))) == [1, 2]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("0303,,terrain,marsh,", "reason"),
        ("0303,,colour,red,because", "colour"),
        ("0303,0808,river,Long,because", "not adjacent"),
        ("9999,,terrain,marsh,because", "9999"),
    ],
)
def test_bad_overrides_are_told_by_file_and_line(tmp_path: Path, line: str, what: str) -> None:
    file = tmp_path / "overrides.csv"
    file.write_text(f"hex,other,field,value,reason\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=what) as caught:
        read_overrides(file, GRID)
    assert "overrides.csv:2" in str(caught.value)


def test_a_bank_must_be_left_or_right(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text("name,lat,lon,kind,hexes,side,bank\nTown,55,36,town,1,east,Oka:north\n", encoding="utf-8")
    with pytest.raises(DataError, match="left or right"):
        read_places(file)


def test_grids_of_the_other_numberings() -> None:
    sheets = [{"name": "2A", "row": 0, "column": 0, "rows": [1, 3], "columns": [1, 4]}]
    assert make_grid({"numbering": "sheet:RRCC", "sheets": sheets}).size == 12
    assert make_grid({"numbering": "RRCC", "columns": [0, 4], "rows": [10, 12]}).labels[0] == "1000"
    masked = make_grid({"numbering": "CCRR", "columns": [10, 11], "rows": [1, 3], "without": ["1001"]})
    assert masked.size == 5
    with pytest.raises(DataError, match="no numbering"):
        make_grid({"numbering": "XY"})


def test_a_missing_recipe_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such recipe"):
        read_recipe(tmp_path, "dom")


@needs_layers
def test_fitted_frames_put_moscow_where_the_rules_have_it() -> None:
    pytest.importorskip("pyproj")
    from steppe.mapmaker.project import Frame, hex_of

    grid = make_grid({"numbering": "CCRR", "columns": [10, 48], "rows": [1, 53]})
    frame = Frame({"fit": "LWE"}, GEO, flat=True)
    h = int(hex_of(grid, frame.plane([(37.62, 55.75)]))[0])
    rows = (GEO / "control_points.csv").read_text(encoding="utf-8").splitlines()
    moscow = next(r.split(",")[1] for r in rows if r.startswith("LWE") and ",Moscow," in r)
    assert grid.distance(h, grid.id(moscow)) <= 1


@needs_layers
@pytest.mark.slow
def test_compiling_again_gives_the_map_that_is_played_on(tmp_path: Path) -> None:
    pytest.importorskip("pyproj")
    pytest.importorskip("shapely")
    from steppe.mapmaker.__main__ import main

    assert main(["dom", "--out", str(tmp_path)]) == 0
    data = Path(steppe.__file__).parent / "titles" / "dom" / "data"
    for name in ("hexes.csv", "sides.csv"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (data / name).read_text(encoding="utf-8"), name
