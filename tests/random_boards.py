"""Boards made by chance, on which compiled searches and their plain twins must agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from steppe.hexgrid import ColumnRow, HexGrid
from steppe.searches import Bytes, Ints, Scratch
from tests import twins

SHARES = st.sampled_from([0.0, 0.1, 0.3, 0.6])
SEEDS = st.integers(0, 2**32 - 1)
LONGEST_SIDE = 12
NUMBERS = st.integers(0, LONGEST_SIDE**2 - 1)
"""Any hex of any board: ``RandomBoard.hex`` makes a hex of them."""


@dataclass(frozen=True)
class RandomBoard:
    neighbours: Ints
    cost: Bytes
    """MP by side, 0 where it is closed; not the same both ways."""
    open_sides: Bytes
    """Not the same both ways either."""
    through: Bytes

    @property
    def size(self) -> int:
        return len(self.neighbours)

    def hex(self, number: int) -> int:
        return number % self.size

    def hexes(self, numbers: list[int]) -> Ints:
        return np.array([self.hex(number) for number in numbers], np.int16)

    def mask(self, numbers: list[int]) -> Bytes:
        out = np.zeros(self.size, np.uint8)
        out[self.hexes(numbers)] = 1
        return out

    def queue(self) -> Ints:
        """Work space with rubbish in it, as the search before left it."""
        return np.full(self.size, 7, np.int16)


def grid_of(columns: int, rows: int) -> HexGrid:
    return HexGrid(ColumnRow(), [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)])


def chance(rng: np.random.Generator, share: float, *shape: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = rng.random(shape) < share
    return found


def random_board(columns: int, rows: int, seed: int, closed: float, blocked: float) -> RandomBoard:
    """``closed`` and ``blocked`` are the shares of closed sides and of hexes that nothing passes through."""
    rng = np.random.default_rng(seed)
    grid = grid_of(columns, rows)
    n = grid.size
    return RandomBoard(
        neighbours=grid.neighbours,
        cost=np.where(chance(rng, closed, n, 6), 0, rng.integers(1, 4, (n, 6))).astype(np.uint8),
        open_sides=(~chance(rng, closed, n, 6)).astype(np.uint8),
        through=(~chance(rng, blocked, n)).astype(np.uint8),
    )


boards = st.builds(
    random_board,
    columns=st.integers(1, LONGEST_SIDE),
    rows=st.integers(1, LONGEST_SIDE),
    seed=SEEDS,
    closed=SHARES,
    blocked=SHARES,
)


def both_ways(sides: Bytes, neighbours: Ints) -> Bytes:
    """The sides that are open from both their hexes."""
    out = np.zeros_like(sides)
    for h in range(len(neighbours)):
        for d, n in twins.ways_out(h, neighbours):
            out[h, d] = sides[h, d] & sides[n, (d + 3) % 6]
    return out


def marked_hexes(mask: Bytes) -> set[int]:
    """The hexes of a mask, in which nothing but 0 and 1 may stand."""
    assert set(mask.tolist()) <= {0, 1}
    return set(np.flatnonzero(mask).tolist())


def ranges_agree(scratch: Scratch, count: int, expected: dict[int, int]) -> None:
    """A range says what its twin says, names no hex twice and names them by rising cost."""
    reached = scratch.reached[:count].tolist()
    assert {h: int(scratch.spent[h]) for h in reached} == expected
    assert len(set(reached)) == count, "a hex was reported twice"
    assert set(np.flatnonzero(scratch.spent >= 0).tolist()) == set(reached)
    assert set(scratch.spent[scratch.spent < 0].tolist()) <= {-1}
    assert scratch.spent[reached].tolist() == sorted(scratch.spent[reached].tolist())


def ways_can_be_walked(
    scratch: Scratch, count: int, neighbours: Ints, price_of_step: Callable[[int, int, int], int]
) -> None:
    """Every parent is a neighbour, every step has a price (from, side, to), and the prices add up to what was spent."""
    start = int(scratch.reached[0])
    assert scratch.parent[start] == -1
    for goal in scratch.reached[:count].tolist():
        paid, h, steps = 0, goal, 0
        while h != start:
            before = int(scratch.parent[h])
            (d,) = (d for d, n in twins.ways_out(before, neighbours) if n == h)
            price = price_of_step(before, d, h)
            assert price > 0, "the way leads where nobody may go"
            paid, h, steps = paid + price, before, steps + 1
            assert steps < len(neighbours), "the way back runs in a circle"
        assert paid == scratch.spent[goal]


def same_ranges(used: Scratch, again: int, new: Scratch, count: int) -> None:
    """A search in a work space that was used before finds what it finds in a new one."""
    assert again == count
    reached = new.reached[:count]
    assert used.reached[:count].tolist() == reached.tolist()
    assert used.spent.tolist() == new.spent.tolist()
    assert used.parent[reached].tolist() == new.parent[reached].tolist()
