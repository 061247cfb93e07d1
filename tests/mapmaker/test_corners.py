"""The graph of hex corners and the laying of rivers, on small grids made up for the purpose."""

from __future__ import annotations

import numpy as np
import pytest

from steppe.errors import DataError
from steppe.hexgrid import ColumnRow, HexGrid, RowColumn
from steppe.mapmaker.corners import Corners, hand_of, to_line
from steppe.mapmaker.project import hex_of
from steppe.mapmaker.rivers import Layer, Network, close_gaps, components, misplaced, on_map

GRID = HexGrid(ColumnRow(), [f"{c:02d}{r:02d}" for c in range(1, 11) for r in range(1, 11)])
CORNERS = Corners(GRID)


def layer(banks: dict[str, dict[int, str]] | None = None) -> Layer:
    return Layer(CORNERS, banks or {}, {})


def across(y: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A line from the west edge to the east edge."""
    return np.array([[0.0, y], [10.0, y]])


@pytest.mark.parametrize("numbering", [ColumnRow(), RowColumn()])
def test_a_centre_lies_in_its_own_hex(numbering: ColumnRow | RowColumn) -> None:
    grid = HexGrid(numbering, [f"{a:02d}{b:02d}" for a in range(10, 15) for b in range(3, 9)])
    assert list(hex_of(grid, grid.centres)) == list(range(grid.size))
    assert hex_of(grid, grid.centres.max(axis=0, keepdims=True) + 5)[0] == -1


def test_every_side_between_two_hexes_has_two_ends() -> None:
    count = sum(1 for h in range(GRID.size) for _, n in GRID.adjacent(h) if h < n)
    assert len(CORNERS.ends) == count
    assert all(a != b for a, b in CORNERS.ends.values())


def test_each_step_knows_its_left_and_right_hex() -> None:
    for corner, steps in CORNERS.steps.items():
        for step in steps:
            line = CORNERS.places[[corner, step.to]]
            assert hand_of(GRID.centres[step.left], line) == "left"
            assert hand_of(GRID.centres[step.right], line) == "right"


def test_distance_to_a_line() -> None:
    line = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]])
    assert to_line(np.array([[2.0, 3.0], [5.0, 2.0], [-3.0, -4.0]]), line).tolist() == [2.0, 1.0, 5.0]


def test_hands_of_a_line_that_runs_south() -> None:
    line = np.array([[0.0, 0.0], [0.0, 9.0]])
    assert hand_of(np.array([-1.0, 4.0]), line) == "right"  # the west bank
    assert hand_of(np.array([1.0, 4.0]), line) == "left"


def test_a_river_is_laid_without_gaps() -> None:
    (laid,) = layer().lay("Long", across(5.3))
    for (_, step), (corner, _) in zip(laid.way, laid.way[1:], strict=False):
        assert step.to == corner
    assert len(components(CORNERS, laid.sides)) == 1
    assert float(to_line(CORNERS.places[sorted(laid.corners)], laid.course).max()) < 1.1


@pytest.mark.parametrize("bank", ["left", "right"])
def test_a_town_stays_on_its_bank(bank: str) -> None:
    town = GRID.id("0505")
    course = across(float(GRID.centres[town, 1]))
    rivers = layer({"Long": {town: bank}})
    (laid,) = rivers.lay("Long", course)
    hands = {"left" if step.left == town else "right" for _, step in laid.way if town in (step.left, step.right)}
    assert hands == {bank}
    assert misplaced(rivers, GRID, {}) == []


def test_a_tributary_ends_in_its_river() -> None:
    rivers = layer()
    rivers.lay("Long", across(5.3))
    (small,) = rivers.lay("Small", np.array([[5.0, 1.5], [5.2, 4.4]]), "Long")
    assert small.way[-1][1].to in rivers.corners_of("Long")


def test_a_tributary_of_a_river_that_is_not_there_is_an_error() -> None:
    with pytest.raises(DataError, match="Small flows into Long"):
        layer().lay("Small", across(3.2), "Long")


def test_a_course_that_leaves_the_map_comes_in_pieces() -> None:
    y = float(GRID.centres[:, 1].max())
    pieces = on_map(GRID, np.array([[1.0, y - 1], [3.0, y + 3], [6.0, y - 1]]))
    assert len(pieces) == 2


def test_gaps_of_two_sides_are_closed() -> None:
    (laid,) = layer().lay("Long", across(5.3))
    sides = laid.sides
    broken = set(sides[:8]) | set(sides[10:])
    assert len(components(CORNERS, broken)) == 2
    mended = broken | close_gaps(CORNERS, broken)
    assert len(components(CORNERS, mended)) == 1


def test_a_course_is_walked_over_broken_lines_of_any_name() -> None:
    network = Network([np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([[2.1, 0.0], [3.0, 0.5], [4.0, 1.0]])])
    course = network.course(np.array([[0.0, 0.1], [4.0, 1.1]]))
    assert course is not None
    assert course[0].tolist() == [0.0, 0.0]
    assert course[-1].tolist() == [4.0, 1.0]
    apart = Network([np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([[5.0, 0.0], [6.0, 0.0]])])
    assert apart.course(np.array([[0.0, 0.0], [6.0, 0.0]])) is None
