"""The searches that know the family's rules, and their plain twins, agree on random boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steppe.assault.searches import add_where, in_contact, march, marked, passable, shift
from steppe.searches import Bytes, Ints, Scratch
from tests.assault import twins
from tests.random_boards import (
    NUMBERS,
    SEEDS,
    SHARES,
    RandomBoard,
    boards,
    chance,
    marked_hexes,
    ranges_agree,
    same_ranges,
    ways_can_be_walked,
)

LIMIT = 5
sides = st.integers(0, 1)


@dataclass(frozen=True)
class World:
    """A board with units of two sides on it, made by chance: the unit on top of a hex has the hex's own number."""

    board: RandomBoard
    top: Ints
    unit_side: Ints
    load: Ints
    limit: Ints
    zoc: Ints
    within: Bytes
    control: Ints
    city: Bytes


def world_of(board: RandomBoard, seed: int, crowded: float, watched: float, forbidden: float) -> World:
    """The shares of hexes with units, of hexes in enemy ZOC, and of hexes that the move may not use."""
    rng = np.random.default_rng(seed)
    n = board.size
    top = np.where(chance(rng, crowded, n), np.arange(n), twins.NOBODY).astype(np.int16)
    return World(
        board,
        top=top,
        unit_side=rng.integers(0, 2, n).astype(np.int16),
        load=np.where(top >= 0, rng.integers(1, LIMIT + 1, n), 0).astype(np.int16),
        limit=rng.integers(1, LIMIT + 3, n).astype(np.int16),
        zoc=np.where(chance(rng, watched, n), rng.integers(1, 4, n), 0).astype(np.int16),
        within=(~chance(rng, forbidden, n)).astype(np.uint8),
        control=rng.integers(0, 4, n).astype(np.int16),
        city=chance(rng, 0.2, n).astype(np.uint8),
    )


worlds = st.builds(world_of, boards, SEEDS, SHARES, SHARES, st.sampled_from([0.0, 0.1, 0.3]))


# -- march ------------------------------------------------------------------------------------------------------------


@st.composite
def marches(draw: st.DrawFn) -> tuple[World, twins.Group]:
    world = draw(worlds)
    allowance = draw(st.integers(0, 30))
    return world, twins.Group(
        world.board.hex(draw(NUMBERS)), allowance, draw(st.integers(1, LIMIT)), draw(sides), draw(st.booleans())
    )


Tables: TypeAlias = tuple[Ints, Bytes, Ints, Ints, Ints, Ints, Ints, Bytes]


def tables(world: World) -> Tables:
    board = world.board
    return (board.neighbours, board.cost, world.top, world.unit_side, world.load, world.limit, world.zoc, world.within)


def run_march(world: World, group: twins.Group, scratch: Scratch) -> int:
    return int(march(*group, *tables(world), *scratch))


@given(marches())
def test_march_agrees_with_its_twin(case: tuple[World, twins.Group]) -> None:
    world, group = case
    scratch = Scratch.of(world.board.size)
    count = run_march(world, group, scratch)
    ranges_agree(scratch, count, twins.march(group, *tables(world)))


@given(marches())
def test_march_leaves_ways_that_can_be_walked(case: tuple[World, twins.Group]) -> None:
    world, group = case
    scratch = Scratch.of(world.board.size)
    count = run_march(world, group, scratch)
    assert scratch.reached[0] == group.start

    def price(h: int, d: int, n: int) -> int:
        allowed = twins.may_step(group, h, n, *tables(world)[2:])
        return int(world.board.cost[h, d]) if allowed else 0

    ways_can_be_walked(scratch, count, world.board.neighbours, price)


@given(marches(), NUMBERS)
def test_a_march_leaves_nothing_behind_for_the_next(case: tuple[World, twins.Group], number: int) -> None:
    """The work space is used again by every search; the next one finds what it would find in a new one."""
    world, group = case
    used, new = Scratch.of(world.board.size), Scratch.of(world.board.size)
    run_march(world, twins.Group(world.board.hex(number), 30, 1, 1 - group.side, False), used)
    run_march(world, group, used)
    same_ranges(used, run_march(world, group, used), new, run_march(world, group, new))


# -- supply -----------------------------------------------------------------------------------------------------------


@given(worlds, sides, sides)
def test_passable_agrees_with_its_twin(world: World, side: int, zoc_blocks: int) -> None:
    out = np.full(world.board.size, 7, np.uint8)
    passable(side, zoc_blocks, world.top, world.unit_side, world.control, world.city, world.zoc, out)
    expected = twins.passable(side, zoc_blocks, world.top, world.unit_side, world.control, world.city, world.zoc)
    assert marked_hexes(out) == expected


# -- stacks -----------------------------------------------------------------------------------------------------------

UNITS = 5
GAP, RUBBISH = 3, 77
"""Between the columns lie numbers that nobody may touch."""


class Buffer:
    """The columns of stacks in one array, in any order, with gaps between them."""

    def __init__(self, size: int, order: list[str]) -> None:
        lengths = {"hex": UNITS, "below": UNITS, "top": size, "load": size, "zoc": size}
        self.at: dict[str, slice] = {}
        end = GAP
        for name in order:
            self.at[name] = slice(end, end + lengths[name])
            end += lengths[name] + GAP
        self.array = np.full(end, RUBBISH, np.int16)
        self.fill(hex=[-5] * UNITS, below=[-1] * UNITS, top=[-1] * size, load=[0] * size, zoc=[0] * size)

    def fill(self, **columns: list[int]) -> None:
        for name, numbers in columns.items():
            self.array[self.at[name]] = numbers

    @property
    def begins(self) -> NDArray[np.int64]:
        return np.array([self.at[name].start for name in ("hex", "below", "top", "load", "zoc")], np.int64)


def zones_of(board: RandomBoard) -> Ints:
    """By hex, the neighbours behind its open sides, with -1 behind the last."""
    table = np.full((board.size, 6), -1, np.int16)
    for h in range(board.size):
        into = [n for n in board.neighbours[h][board.open_sides[h] > 0].tolist() if n >= 0]
        table[h, : len(into)] = into
    return table


MOVES = st.tuples(st.integers(0, UNITS - 1), st.none() | st.integers(0, 3), st.booleans())
"""Who, to which of a few hexes that lie side by side, and whether under the top there."""


@given(
    boards,
    st.lists(st.integers(0, 3), min_size=UNITS, max_size=UNITS),
    st.lists(st.booleans(), min_size=UNITS, max_size=UNITS),
    st.permutations(["hex", "below", "top", "load", "zoc"]),
    st.lists(MOVES, min_size=15, max_size=30),
)
def test_shift_agrees_with_its_twin(
    board: RandomBoard,
    points: list[int],
    exerts: list[bool],
    order: list[str],
    moves: list[tuple[int, int | None, bool]],
) -> None:
    """After every one of many moves the whole buffer is what the plain stacks say, counted anew."""
    zoc_into = zones_of(board)
    found, expected = Buffer(board.size, order), Buffer(board.size, order)
    stacks: dict[int, tuple[int, ...]] = {}
    place = [-5] * UNITS
    for u, number, wants_under in moves:
        start = next((h for h, stack in stacks.items() if u in stack), twins.OFF)
        end = twins.OFF if number is None else board.hex(number)
        under = wants_under and any(v != u for v in stacks.get(end, ()))  # there must be a top to lie under
        shift(u, start, end, under, points[u], exerts[u], found.array, found.begins, zoc_into)
        stacks = twins.shift(u, end, under, stacks)
        if end != twins.OFF:
            place[u] = end
        expected.fill(
            hex=place,
            below=twins.below(stacks, UNITS),
            top=twins.tops(stacks, board.size),
            load=twins.loads(stacks, points, board.size),
            zoc=twins.zones(stacks, exerts, zoc_into),
        )
        assert found.array.tolist() == expected.array.tolist()


# -- units ------------------------------------------------------------------------------------------------------------

numbers_32 = st.lists(st.integers(0, 2**31 - 1), max_size=30)
bits = st.integers(0, 30).map(lambda n: 1 << n)


@given(numbers_32, bits, bits)
def test_add_where_agrees_with_its_twin(flags: list[int], has: int, more: int) -> None:
    found = np.array(flags, np.int32)
    add_where(found, has, more)
    assert found.tolist() == twins.add_where(flags, has, more)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(-3, 3)), max_size=30), st.sampled_from([1, 2, 4, 6]))
def test_marked_agrees_with_its_twin(units: list[tuple[int, int]], has: int) -> None:
    flags, place = [flag for flag, _ in units], [h for _, h in units]
    out = np.full(len(units), RUBBISH, np.int16)
    count = marked(np.array(flags, np.int32), has, np.array(place, np.int16), out)
    assert out[:count].tolist() == twins.marked(flags, has, place)
    assert set(out[count:].tolist()) <= {RUBBISH}


@given(worlds, SEEDS, sides)
def test_in_contact_agrees_with_its_twin(world: World, seed: int, side: int) -> None:
    rng = np.random.default_rng(seed)
    size = world.board.size
    place = np.where(chance(rng, 0.3, size), -1, rng.integers(0, size, size)).astype(np.int16)
    units = np.flatnonzero(world.unit_side == side).astype(np.int16)
    out = np.full(size, RUBBISH, np.int16)
    count = in_contact(units, side, place, world.top, world.unit_side, world.board.neighbours, out)
    expected = twins.in_contact(units.tolist(), side, place, world.top, world.unit_side, world.board.neighbours)
    assert out[:count].tolist() == expected
