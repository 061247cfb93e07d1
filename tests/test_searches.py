"""The compiled searches and their plain twins agree on random boards, and no compiled function is without a twin."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steppe
from steppe.hexgrid import ColumnRow, HexGrid, Numbering, RowColumn
from steppe.searches import (
    BitRows,
    Bytes,
    Ints,
    Scratch,
    along,
    begin,
    flood,
    flood_rows,
    meets,
    moved,
    put,
    reach,
    spread_within,
    trace,
)
from tests import twins
from tests.random_boards import (
    NUMBERS,
    SEEDS,
    SHARES,
    RandomBoard,
    boards,
    both_ways,
    chance,
    grid_of,
    marked_hexes,
    ranges_agree,
    same_ranges,
    ways_can_be_walked,
)

some_hexes = st.lists(NUMBERS, max_size=8)
limits = st.integers(0, 15)


# -- reach ------------------------------------------------------------------------------------------------------------

MOST_POINTS = 255
"""There are so many buckets of equal cost."""


@dataclass(frozen=True)
class Journey:
    """What a range is searched for, besides the board."""

    start: int
    allowance: int
    leave: Ints
    closed: Bytes
    stops: Bytes


@st.composite
def journeys(draw: st.DrawFn) -> tuple[RandomBoard, Journey]:
    board = draw(boards)
    rng = np.random.default_rng(draw(SEEDS))
    leave = np.where(chance(rng, draw(SHARES), board.size), rng.integers(1, 4, board.size), 0).astype(np.int16)
    closed, stops = (chance(rng, draw(SHARES), board.size).astype(np.uint8) for _ in range(2))
    allowance = draw(st.integers(0, 30) | st.just(MOST_POINTS))
    return board, Journey(board.hex(draw(NUMBERS)), allowance, leave, closed, stops)


def run_reach(board: RandomBoard, to: Journey, scratch: Scratch) -> int:
    return int(reach(to.start, to.allowance, board.neighbours, board.cost, to.leave, to.closed, to.stops, *scratch))


def buckets_of(scratch: Scratch, most: int) -> twins.Buckets:
    """What lies in the buckets of all costs up to the greatest."""
    found: twins.Buckets = {}
    for cost in range(most + 1):
        entry = int(scratch.head[cost])
        while entry >= 0:
            found.setdefault(cost, []).append(int(scratch.entry_hex[entry]))
            entry = int(scratch.entry_next[entry])
    return found


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, MOST_POINTS)), max_size=30))
def test_put_agrees_with_its_twin(given: list[tuple[int, int]]) -> None:
    scratch, expected, entries = Scratch.of(10), twins.Buckets(), 0
    for h, cost in given:
        entries = put(h, cost, entries, scratch.entry_hex, scratch.entry_next, scratch.head)
        assert entries == twins.put(expected, h, cost)
    assert buckets_of(scratch, MOST_POINTS) == expected


@given(journeys(), NUMBERS)
def test_begin_agrees_with_its_twin(case: tuple[RandomBoard, Journey], number: int) -> None:
    """Whatever the search before has left in the work space."""
    board, before = case
    scratch, start = Scratch.of(board.size), board.hex(number)
    run_reach(board, before, scratch)
    columns = scratch.entry_hex, scratch.entry_next, scratch.head
    assert begin(start, before.allowance, scratch.spent, scratch.parent, *columns) == 1
    assert scratch.parent[start] == -1
    found = {h: int(points) for h, points in enumerate(scratch.spent) if points != -1}
    assert (found, buckets_of(scratch, before.allowance)) == twins.begin(start)


@given(journeys())
def test_reach_agrees_with_its_twin(case: tuple[RandomBoard, Journey]) -> None:
    board, to = case
    scratch = Scratch.of(board.size)
    count = run_reach(board, to, scratch)
    expected = twins.reach(to.start, to.allowance, board.neighbours, board.cost, to.leave, to.closed, to.stops)
    ranges_agree(scratch, count, expected)


@given(journeys())
def test_reach_leaves_ways_that_can_be_walked(case: tuple[RandomBoard, Journey]) -> None:
    board, to = case
    scratch = Scratch.of(board.size)
    count = run_reach(board, to, scratch)
    assert scratch.reached[0] == to.start

    def price(h: int, d: int, n: int) -> int:
        return twins.step_price(to.start, h, d, n, board.cost, to.leave, to.closed, to.stops)

    ways_can_be_walked(scratch, count, board.neighbours, price)


@given(journeys(), NUMBERS)
def test_a_range_leaves_nothing_behind_for_the_next(case: tuple[RandomBoard, Journey], number: int) -> None:
    """The work space is used again by every search; the next one finds what it would find in a new one."""
    board, to = case
    used, new = Scratch.of(board.size), Scratch.of(board.size)
    nothing = np.zeros(board.size, np.uint8)
    run_reach(board, Journey(board.hex(number), MOST_POINTS, to.leave, nothing, nothing), used)
    run_reach(board, to, used)
    same_ranges(used, run_reach(board, to, used), new, run_reach(board, to, new))


# -- floods and traces ------------------------------------------------------------------------------------------------


def flooded(board: RandomBoard, sources: Ints, open_sides: Bytes, through: Bytes) -> tuple[int, set[int]]:
    out = np.full(board.size, 7, np.uint8)
    count = flood(sources, board.neighbours, open_sides, through, board.queue(), out)
    return count, marked_hexes(out)


@given(boards, some_hexes)
def test_flood_agrees_with_its_twin(board: RandomBoard, numbers: list[int]) -> None:
    sources = board.hexes(numbers)
    count, found = flooded(board, sources, board.open_sides, board.through)
    assert found == twins.flood(sources, board.neighbours, board.open_sides, board.through)
    assert count == len(found)


def ragged_grid(
    numbering: Numbering, lines: int, places: int, first: tuple[int, int], seed: int, holes: float, notch: int
) -> HexGrid:
    """A board with holes, whose lines begin up to ``notch`` places farther on than they might."""
    rng = np.random.default_rng(seed)
    labels = []
    for line in range(first[0], first[0] + lines):
        begin = int(rng.integers(0, min(notch, places - 1) + 1))
        labels += [
            numbering.label(line, first[1] + place)
            for place in range(begin, places)
            if place == places - 1 or rng.random() >= holes
        ]
    return HexGrid(numbering, labels)


def ragged(lines: int, fewest: int, most: int) -> st.SearchStrategy[HexGrid]:
    return st.builds(
        ragged_grid,
        st.sampled_from([ColumnRow(), RowColumn()]),
        lines=st.integers(1, lines),
        places=st.integers(fewest, most),
        first=st.sampled_from([(1, 1), (40, 1), (1, 25), (60, 25)]),
        seed=SEEDS,
        holes=st.sampled_from([0.0, 0.1, 0.4]),
        notch=st.sampled_from([0, 2, 5]),
    )


ragged_grids = ragged(12, 1, 12) | ragged(1, 2, 20) | ragged(4, 60, 70)


def rows_of(grid: HexGrid) -> BitRows | None:
    return BitRows.of(np.array(grid.axial, np.int32), grid.neighbours)


@given(ragged_grids, SEEDS, SHARES, st.sampled_from([0.0, 0.2, 0.5]))
def test_the_flood_by_rows_agrees_with_its_twin(grid: HexGrid, seed: int, closed: float, blocked: float) -> None:
    """Boards of one row, boards too high for a word, and ragged ones, with sides that are open one way only."""
    rows = rows_of(grid)
    assert rows is not None
    rng = np.random.default_rng(seed)
    open_sides = (~chance(rng, closed, grid.size, 6)).astype(np.uint8)
    through = (~chance(rng, blocked, grid.size)).astype(np.uint8)
    sources = rng.integers(0, grid.size, rng.integers(0, 4)).astype(np.int16)
    out = np.full(grid.size, 7, np.uint8)
    work = np.full((3, rows.lines), 7, np.uint64)
    flood_rows(sources, through, rows.line, rows.bit, rows.step, rows.shift, rows.pack(open_sides), work, out)
    assert marked_hexes(out) == twins.flood_rows(sources, grid.neighbours, open_sides, through)


def test_a_board_too_big_for_rows_of_bits_has_none() -> None:
    assert rows_of(grid_of(70, 70)) is None


def test_rows_of_bits_count_from_their_own_first_hex() -> None:
    """However high the numbers are with which a map begins."""
    labels = [f"{row:02}{column:02}" for row in range(50, 90) for column in range(1, 71)]
    assert rows_of(HexGrid(RowColumn(), labels)) is not None


words = st.integers(0, 2**twins.WORD - 1)
runs = st.tuples(st.integers(0, 63), st.integers(1, 64)).map(lambda run: twins.moved(2 ** run[1] - 1, run[0]))
"""Words in which long runs of bits are set, as channels have them."""


@given(words, st.integers(-63, 63))
def test_moved_agrees_with_its_twin(word: int, shift: int) -> None:
    assert int(moved(np.uint64(word), shift)) == twins.moved(word, shift)


@given(words, words | runs, st.sampled_from([-1, 1]))
def test_along_agrees_with_its_twin(water: int, channel: int, shift: int) -> None:
    assert int(along(np.uint64(water), np.uint64(channel), shift)) == twins.along(water, channel, shift)


@given(st.integers(0, 63), runs, st.sampled_from([-1, 1]))
def test_water_runs_along_from_a_single_hex(bit: int, channel: int, shift: int) -> None:
    water = 1 << bit
    assert int(along(np.uint64(water), np.uint64(channel), shift)) == twins.along(water, channel, shift)


def traced(board: RandomBoard, start: int, goal: Bytes, open_sides: Bytes) -> list[int]:
    line, parent = np.full(board.size, -7, np.int16), board.queue()
    length = trace(start, goal, board.neighbours, open_sides, board.through, board.queue(), parent, line)
    found: list[int] = line[:length].tolist()
    return found


@given(boards, NUMBERS, some_hexes)
def test_trace_agrees_with_its_twin(board: RandomBoard, number: int, numbers: list[int]) -> None:
    """It is as short as can be, begins in the hex, ends in a goal, and goes only where a line may go."""
    start, goal = board.hex(number), board.mask(numbers)
    line = traced(board, start, goal, board.open_sides)
    assert len(line) == twins.trace(start, goal, board.neighbours, board.open_sides, board.through)
    if not line:
        return
    line.reverse()  # it is written from the goal back
    assert line[0] == start
    assert goal[line[-1]]
    for h, n in pairwise(line):
        assert n in twins.entered_from(h, board.neighbours, board.open_sides, board.through)


@given(boards, st.lists(NUMBERS, min_size=1, max_size=8))
def test_a_hex_is_flooded_if_and_only_if_a_line_can_be_traced_from_it(board: RandomBoard, numbers: list[int]) -> None:
    """The two searches that answer for supply cannot contradict each other where sides are open both ways or closed."""
    open_sides = both_ways(board.open_sides, board.neighbours)
    goal = board.mask(numbers) & board.through
    _, found = flooded(board, np.flatnonzero(goal).astype(np.int16), open_sides, board.through)
    assert found == {h for h in marked_hexes(board.through) if traced(board, h, goal, open_sides)}


# -- lines of limited length ------------------------------------------------------------------------------------------


def distances(out: Ints) -> dict[int, int]:
    """What a spread wrote: nothing but distances, and -1 where there is none."""
    assert set(out[out < 0].tolist()) <= {-1}
    return {h: int(out[h]) for h in np.flatnonzero(out >= 0).tolist()}


def spread_from(board: RandomBoard, sources: Ints, limit: int, open_sides: Bytes) -> dict[int, int]:
    out = board.queue()
    spread_within(sources, limit, board.neighbours, open_sides, board.through, board.queue(), out)
    return distances(out)


@given(boards, some_hexes, limits)
def test_spread_within_agrees_with_its_twin(board: RandomBoard, numbers: list[int], limit: int) -> None:
    sources = board.hexes(numbers)
    found = spread_from(board, sources, limit, board.open_sides)
    assert found == twins.spread_within(sources, limit, board.neighbours, board.open_sides, board.through)


@given(boards, some_hexes, limits)
def test_spread_without_tables_agrees_with_its_twin(board: RandomBoard, numbers: list[int], limit: int) -> None:
    sources, out = board.hexes(numbers), board.queue()
    spread_within(sources, limit, board.neighbours, None, None, board.queue(), out)
    assert distances(out) == twins.spread_freely(sources, limit, board.neighbours)


@given(st.integers(1, 12), st.integers(1, 12), NUMBERS, limits)
def test_spread_without_tables_measures_as_the_grid_does(columns: int, rows: int, number: int, limit: int) -> None:
    grid = grid_of(columns, rows)
    start, (queue, out) = number % grid.size, np.full((2, grid.size), 7, np.int16)
    spread_within(np.array([start], np.int16), limit, grid.neighbours, None, None, queue, out)
    away = {h: grid.distance(start, h) for h in range(grid.size)}
    assert distances(out) == {h: distance for h, distance in away.items() if distance <= limit}


def meeting(board: RandomBoard, start: int, limit: int, wanted: Bytes, open_sides: Bytes) -> bool:
    distance = board.queue()
    return bool(meets(start, limit, wanted, board.neighbours, open_sides, board.through, board.queue(), distance))


@given(boards, NUMBERS, some_hexes, limits, st.booleans())
def test_meets_agrees_with_its_twin(
    board: RandomBoard, number: int, numbers: list[int], limit: int, is_there: bool
) -> None:
    """``is_there``: the start is a wanted hex itself, be it passable or not."""
    start, wanted = board.hex(number), board.mask([*numbers, number] if is_there else numbers)
    found = meeting(board, start, limit, wanted, board.open_sides)
    assert found == twins.meets(start, limit, wanted, board.neighbours, board.open_sides, board.through)


@given(boards, st.lists(NUMBERS, min_size=1, max_size=8), limits)
def test_a_hex_meets_a_source_where_the_spread_comes_to_it(board: RandomBoard, numbers: list[int], limit: int) -> None:
    """The two cannot contradict each other where every side is open."""
    every_side = np.ones_like(board.open_sides)
    wanted = board.mask(numbers) & board.through
    found = spread_from(board, np.flatnonzero(wanted).astype(np.int16), limit, every_side)
    meeting_hexes = {h for h in marked_hexes(board.through) if meeting(board, h, limit, wanted, every_side)}
    assert meeting_hexes == set(found)


# -- every compiled function has a twin -------------------------------------------------------------------------------

SOURCE, TESTS = Path(steppe.__file__).parent, Path(__file__).parent


def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def compiled(path: Path) -> list[str]:
    """The functions of a module that numba compiles: those under a decorator that comes from there."""
    tree = syntax(path)
    from_numba = {"numba"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "numba":
            from_numba |= {alias.asname or alias.name for alias in node.names}
    return [
        function.name
        for function in functions(tree)
        if any(isinstance(n, ast.Name) and n.id in from_numba for d in function.decorator_list for n in ast.walk(d))
    ]


def folder_of_tests(path: Path) -> Path:
    """The folder with the tests of a module: tests mirror the packages, titles without the word."""
    packages = [part for part in path.relative_to(SOURCE).parts[:-1] if part != "titles"]
    return TESTS.joinpath(*packages[:1])


def names_defined(path: Path) -> set[str]:
    """The functions of a module, and what it calls by another name."""
    if not path.exists():
        return set()
    tree = syntax(path)
    targets = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
    return {f.name for f in functions(tree)} | {t.id for t in targets if isinstance(t, ast.Name)}


def twins_asked(path: Path) -> set[str]:
    """The twins that the tests of a module ask."""
    nodes = ast.walk(syntax(path)) if path.exists() else ()
    return {
        n.attr
        for n in nodes
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "twins"
    }


COMPILED = {path: names for path in sorted(SOURCE.rglob("*.py")) if (names := compiled(path))}


def test_compiled_functions_are_found() -> None:
    assert "flood_rows" in COMPILED[SOURCE / "searches.py"]
    assert len(COMPILED) > 3


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_compiled_function_has_a_twin(path: Path) -> None:
    """Of the same name, in ``twins.py`` beside the tests of the module, and asked in its ``test_searches.py``."""
    assert path.name == "searches.py", f"{path}: compiled functions belong into a module named searches.py"
    folder = folder_of_tests(path)
    missing = set(COMPILED[path]) - names_defined(folder / "twins.py")
    assert not missing, f"{folder / 'twins.py'} has no plain twin of {', '.join(sorted(missing))}"
    unasked = set(COMPILED[path]) - twins_asked(folder / "test_searches.py")
    assert not unasked, f"{folder / 'test_searches.py'} never asks the twin of {', '.join(sorted(unasked))}"
