"""The compiled searches and their plain twins agree on random boards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steppe.hexgrid import ColumnRow, HexGrid
from steppe.searches import (
    NO_ZOC,
    ZOC_STOPS,
    Bytes,
    Ints,
    Scratch,
    Words,
    flood,
    flood_words,
    meets,
    passable,
    reach,
    spread_within,
    trace,
)
from tests import twins

LIMIT = 5


@dataclass(frozen=True)
class World:
    """A board with units of two sides on it, made by chance."""

    neighbours: Ints
    cost: Bytes
    """MP by side, 0 where it is closed; not the same both ways."""
    open_sides: Bytes
    top: Ints
    unit_side: Ints
    load: Ints
    limit: Ints
    zoc: Ints
    within: Bytes
    control: Ints
    city: Bytes

    @property
    def size(self) -> int:
        return len(self.neighbours)

    def hex(self, number: int) -> int:
        return number % self.size


def grid_of(columns: int, rows: int) -> HexGrid:
    return HexGrid(ColumnRow(), [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)])


def make_world(columns: int, rows: int, seed: int, crowded: float, closed: float, watched: float) -> World:
    """``crowded``, ``closed`` and ``watched`` are the shares of hexes with units, of closed sides and of ZOC hexes."""
    rng = np.random.default_rng(seed)
    grid = grid_of(columns, rows)
    n = grid.size

    def chance(share: float, *shape: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = rng.random(shape) < share
        return found

    top = np.where(chance(crowded, n), np.arange(n), -1).astype(np.int16)
    return World(
        neighbours=grid.neighbours,
        cost=np.where(chance(closed, n, 6), 0, rng.integers(1, 4, (n, 6))).astype(np.uint8),
        open_sides=(~chance(closed, n, 6)).astype(np.uint8),
        top=top,
        unit_side=rng.integers(0, 2, n).astype(np.int16),
        load=np.where(top >= 0, rng.integers(1, LIMIT + 1, n), 0).astype(np.int16),
        limit=np.full(n, LIMIT, np.int16),
        zoc=np.where(chance(watched, n), rng.integers(1, 4, n), 0).astype(np.int16),
        within=(~chance(closed / 4, n)).astype(np.uint8),
        control=rng.integers(0, 4, n).astype(np.int16),
        city=chance(0.2, n).astype(np.uint8),
    )


worlds = st.builds(
    make_world,
    columns=st.integers(1, 12),
    rows=st.integers(1, 12),
    seed=st.integers(0, 2**32 - 1),
    crowded=st.sampled_from([0.0, 0.1, 0.3, 0.6]),
    closed=st.sampled_from([0.0, 0.1, 0.3, 0.6]),
    watched=st.sampled_from([0.0, 0.1, 0.3, 0.6]),
)
starts = st.integers(0, 143)
sides = st.integers(0, 1)


# -- reach ------------------------------------------------------------------------------------------------------------


def reach_arguments(world: World, start: int, allowance: int, weight: int, side: int, zoc_rule: int) -> tuple[Any, ...]:
    return (
        start, allowance, weight, side, zoc_rule, world.neighbours, world.cost, world.top, world.unit_side, world.load,
        world.limit, world.zoc, world.within,
    )  # fmt: skip


def run(arguments: tuple[Any, ...], scratch: Scratch) -> int:
    everything = (*arguments, *scratch)
    return int(reach(*everything))


@given(worlds, starts, st.integers(0, 30), st.integers(1, LIMIT), sides, st.sampled_from([NO_ZOC, ZOC_STOPS]))
def test_reach_agrees_with_its_twin(
    world: World, number: int, allowance: int, weight: int, side: int, zoc_rule: int
) -> None:
    arguments = reach_arguments(world, world.hex(number), allowance, weight, side, zoc_rule)
    scratch = Scratch.of(world.size)
    count = run(arguments, scratch)
    found = {int(h): int(scratch.spent[h]) for h in scratch.reached[:count]}
    assert found == twins.reach(*arguments)
    assert len(found) == count, "a hex was reported twice"
    assert {int(h) for h in np.flatnonzero(scratch.spent >= 0)} == set(found)


@given(worlds, starts, st.integers(0, 30), st.integers(1, LIMIT), sides, st.sampled_from([NO_ZOC, ZOC_STOPS]))
def test_reach_leaves_paths_that_can_be_walked(
    world: World, number: int, allowance: int, weight: int, side: int, zoc_rule: int
) -> None:
    """Every parent is a neighbour, every step is allowed, and the prices add up to what was spent."""
    start = world.hex(number)
    scratch = Scratch.of(world.size)
    count = run(reach_arguments(world, start, allowance, weight, side, zoc_rule), scratch)
    reached = [int(h) for h in scratch.reached[:count]]
    assert reached[0] == start
    assert [int(scratch.spent[h]) for h in reached] == sorted(int(scratch.spent[h]) for h in reached)
    for goal in reached:
        paid, h, steps = 0, goal, 0
        while h != start:
            before = int(scratch.parent[h])
            (d,) = (d for d, n in twins.ways_out(before, world.neighbours) if n == h)
            assert world.cost[before, d] > 0
            assert twins.may_step(
                start, before, h, weight, side, zoc_rule, world.top, world.unit_side, world.load, world.limit,
                world.zoc, world.within,
            )  # fmt: skip
            paid += int(world.cost[before, d])
            h, steps = before, steps + 1
            assert steps < world.size, "the way back runs in a circle"
        assert paid == scratch.spent[goal] <= allowance
        assert scratch.parent[start] == -1


@given(worlds, starts, starts, st.integers(0, 30), st.integers(1, LIMIT), sides)
def test_a_search_leaves_nothing_behind(
    world: World, first: int, second: int, allowance: int, weight: int, side: int
) -> None:
    """The work space is used again by every search; the next one finds what it would find in a new one."""
    used, new = Scratch.of(world.size), Scratch.of(world.size)
    run(reach_arguments(world, world.hex(first), 30, 1, 1 - side, NO_ZOC), used)
    arguments = reach_arguments(world, world.hex(second), allowance, weight, side, ZOC_STOPS)
    again, count = run(arguments, used), run(arguments, new)
    assert again == count
    assert (used.reached[:count] == new.reached[:count]).all()
    assert (used.spent == new.spent).all()
    assert (used.parent[used.reached[:count]] == new.parent[new.reached[:count]]).all()


# -- supply lines -----------------------------------------------------------------------------------------------------


def passable_of(world: World, side: int, zoc_blocks: int) -> Bytes:
    out = np.full(world.size, 7, np.uint8)
    passable(side, zoc_blocks, world.top, world.unit_side, world.control, world.city, world.zoc, out)
    return out


@given(worlds, sides, sides)
def test_passable_agrees_with_its_twin(world: World, side: int, zoc_blocks: int) -> None:
    out = passable_of(world, side, zoc_blocks)
    assert set(out.tolist()) <= {0, 1}
    expected = twins.passable(side, zoc_blocks, world.top, world.unit_side, world.control, world.city, world.zoc)
    assert {int(h) for h in np.flatnonzero(out)} == expected


@given(worlds, st.lists(starts, max_size=8), sides)
def test_flood_agrees_with_its_twin(world: World, numbers: list[int], side: int) -> None:
    through = passable_of(world, side, 1)
    sources = np.array([world.hex(number) for number in numbers], np.int16)
    out = np.full(world.size, 7, np.uint8)
    count = flood(sources, world.neighbours, world.open_sides, through, np.zeros(world.size, np.int16), out)
    expected = twins.flood(sources.tolist(), world.neighbours, world.open_sides, through)
    assert {int(h) for h in np.flatnonzero(out)} == expected
    assert count == len(expected)


def ragged_grid(columns: int, rows: int, start: int, seed: int, holes: float, notch: int) -> HexGrid:
    """A board with holes, whose columns begin up to ``notch`` rows further down than they might."""
    rng = np.random.default_rng(seed)
    labels = []
    for c in range(start, start + columns):
        top = int(rng.integers(1, min(notch, rows - 1) + 2))
        labels += [f"{c:02}{r:02}" for r in range(top, rows + 1) if r == rows or rng.random() >= holes]
    return HexGrid(ColumnRow(), labels)


def ragged(columns: int, fewest: int, most: int) -> st.SearchStrategy[HexGrid]:
    return st.builds(
        ragged_grid,
        columns=st.integers(1, columns),
        rows=st.integers(fewest, most),
        start=st.sampled_from([1, 40]),
        seed=st.integers(0, 2**32 - 1),
        holes=st.sampled_from([0.0, 0.1, 0.4]),
        notch=st.sampled_from([0, 2, 5]),
    )


ragged_grids = ragged(12, 1, 12) | ragged(4, 60, 70)


@given(ragged_grids, st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.1, 0.3, 0.6]), st.sampled_from([0.0, 0.2, 0.5]))
def test_the_flood_by_words_agrees_with_its_twin(grid: HexGrid, seed: int, closed: float, blocked: float) -> None:
    """Boards of one row, boards too high for a word, and ragged ones, with sides that are open one way only."""
    words = Words.of(np.array(grid.axial, np.int32), grid.neighbours)
    assert words is not None
    rng = np.random.default_rng(seed)
    open_sides = (rng.random((grid.size, 6)) >= closed).astype(np.uint8)
    through = (rng.random(grid.size) >= blocked).astype(np.uint8)
    sources = rng.integers(0, grid.size, rng.integers(0, 4)).astype(np.int16)
    out = np.full(grid.size, 7, np.uint8)
    work = np.full((3, words.lines), 7, np.uint64)
    flood_words(sources, through, words.line, words.bit, words.step, words.shift, words.pack(open_sides), work, out)
    assert set(out.tolist()) <= {0, 1}
    expected = twins.flood(sources.tolist(), grid.neighbours, open_sides, through)
    assert {int(h) for h in np.flatnonzero(out)} == expected


def test_a_board_too_big_for_words_has_none() -> None:
    grid = grid_of(70, 70)
    assert Words.of(np.array(grid.axial, np.int32), grid.neighbours) is None


def traced(world: World, start: int, goal: Bytes, through: Bytes, open_sides: Bytes) -> list[int]:
    line = np.full(world.size, -7, np.int16)
    parent, queue = np.zeros(world.size, np.int16), np.zeros(world.size, np.int16)
    length = trace(start, goal, world.neighbours, open_sides, through, queue, parent, line)
    return [int(h) for h in line[:length]]


def goals(world: World, numbers: list[int]) -> Bytes:
    out = np.zeros(world.size, np.uint8)
    for number in numbers:
        out[world.hex(number)] = 1
    return out


@given(worlds, starts, st.lists(starts, max_size=8), sides)
def test_trace_agrees_with_its_twin(world: World, number: int, numbers: list[int], side: int) -> None:
    """It is as short as can be, begins in the hex, ends in a goal, and goes only where a line may go."""
    start, goal, through = world.hex(number), goals(world, numbers), passable_of(world, side, 1)
    line = traced(world, start, goal, through, world.open_sides)
    assert len(line) == twins.trace(start, goal, world.neighbours, world.open_sides, through)
    if not line:
        return
    line.reverse()  # it is written from the goal back
    assert line[0] == start
    assert goal[line[-1]]
    for h, n in pairwise(line):
        assert any(n == m and world.open_sides[h, d] for d, m in twins.ways_out(h, world.neighbours))
        assert through[n]


@given(worlds, st.lists(starts, min_size=1, max_size=8), sides)
def test_a_hex_is_flooded_if_and_only_if_a_line_can_be_traced_from_it(
    world: World, numbers: list[int], side: int
) -> None:
    """The two searches that answer for supply cannot contradict each other where sides are open both ways or closed."""
    through = passable_of(world, side, 1)
    both_ways = world.open_sides.copy()
    for h in range(world.size):
        for d, n in twins.ways_out(h, world.neighbours):
            both_ways[h, d] = world.open_sides[h, d] & world.open_sides[n, (d + 3) % 6]
    goal = goals(world, numbers) & through
    out = np.zeros(world.size, np.uint8)
    flood(
        np.flatnonzero(goal).astype(np.int16), world.neighbours, both_ways, through, np.zeros(world.size, np.int16), out
    )
    for h in range(world.size):
        if through[h]:
            assert bool(traced(world, h, goal, through, both_ways)) == bool(out[h])


# -- lines of limited length ------------------------------------------------------------------------------------------


def spread_from(world: World, sources: list[int], limit: int, through: Bytes, open_sides: Bytes) -> Ints:
    out, queue = np.full(world.size, 7, np.int16), np.zeros(world.size, np.int16)
    spread_within(np.array(sources, np.int16), limit, world.neighbours, open_sides, through, queue, out)
    return out


@given(worlds, st.lists(starts, max_size=8), st.integers(0, 15), sides)
def test_spread_within_agrees_with_its_twin(world: World, numbers: list[int], limit: int, side: int) -> None:
    through = passable_of(world, side, 1)
    sources = [world.hex(number) for number in numbers]
    out = spread_from(world, sources, limit, through, world.open_sides)
    expected = twins.spread_within(sources, limit, world.neighbours, world.open_sides, through)
    assert {int(h): int(out[h]) for h in np.flatnonzero(out >= 0)} == expected
    assert set(out[out < 0].tolist()) <= {-1}


def meeting(world: World, start: int, limit: int, wanted: Bytes, through: Bytes, open_sides: Bytes) -> bool:
    queue, distance = np.zeros(world.size, np.int16), np.full(world.size, 7, np.int16)
    return bool(meets(start, limit, wanted, world.neighbours, open_sides, through, queue, distance))


@given(worlds, starts, st.lists(starts, max_size=8), st.integers(0, 15), sides)
def test_meets_agrees_with_its_twin(world: World, number: int, numbers: list[int], limit: int, side: int) -> None:
    start, wanted, through = world.hex(number), goals(world, numbers), passable_of(world, side, 1)
    found = meeting(world, start, limit, wanted, through, world.open_sides)
    assert found == twins.meets(start, limit, wanted, world.neighbours, world.open_sides, through)


@given(worlds, st.lists(starts, min_size=1, max_size=8), st.integers(0, 15), sides)
def test_a_hex_meets_a_source_where_the_spread_comes_to_it(
    world: World, numbers: list[int], limit: int, side: int
) -> None:
    """The two cannot contradict each other where every side is open."""
    through, every_side = passable_of(world, side, 1), np.ones_like(world.open_sides)
    wanted = goals(world, numbers) & through
    out = spread_from(world, np.flatnonzero(wanted).tolist(), limit, through, every_side)
    for h in np.flatnonzero(through).tolist():
        assert meeting(world, h, limit, wanted, through, every_side) == (out[h] >= 0)
