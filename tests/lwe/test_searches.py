"""The compiled searches of Land Without End and their plain twins agree on random boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.searches import Bytes, Ints, meets
from steppe.titles.lwe.plain import PlainLines, german_supply
from steppe.titles.lwe.searches import close_to_strangers, highest, road_lines
from steppe.titles.lwe.state import GERMAN
from steppe.titles.lwe.supply import SUPPLIED, UNDECIDED
from tests.lwe import twins
from tests.lwe.scene import Campaign
from tests.random_boards import NUMBERS, SEEDS, SHARES, RandomBoard, boards, both_ways, chance, marked_hexes
from tests.twins import spread_freely, ways_out

# -- nations ----------------------------------------------------------------------------------------------------------

UNITS = 12
HEXES = 5
OTHERS = 3
"""Units that are not of the side, so that nobody asks for their nation."""


def for_each_unit(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
    return st.lists(numbers, min_size=UNITS + OTHERS, max_size=UNITS + OTHERS)


@given(
    for_each_unit(st.integers(-2, HEXES - 1)),
    for_each_unit(st.sampled_from([1, 2, 4, 128])),
    for_each_unit(st.sampled_from([0, 0, 1])),
    st.sampled_from([1, 2, 3, 4, 6, 128, 129]),
    st.integers(0, 1),
    st.lists(st.integers(0, 1), min_size=HEXES, max_size=HEXES),
)
def test_close_to_strangers_agrees_with_its_twin(
    place: list[int], nation: list[int], foot: list[int], own: int, on_foot: int, open_before: list[int]
) -> None:
    """It closes hexes, opens none, and does not mind what the search before left in its work space."""
    units = np.arange(OTHERS, UNITS + OTHERS, dtype=np.int16)
    work, out = np.full(HEXES, 0x7FFF, np.int16), np.array(open_before, np.uint8)
    close_to_strangers(
        units,
        np.array(place, np.int16),
        np.array(nation, np.int16),
        np.array(foot, np.int16),
        own,
        on_foot,
        work,
        out,
    )
    closed = twins.close_to_strangers(units.tolist(), place, nation, foot, own, on_foot)
    assert marked_hexes(out) == {h for h in range(HEXES) if open_before[h]} - closed


# -- roads ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Country:
    """A board with roads, some of them the enemy's, and sources on its edge or anywhere."""

    board: RandomBoard
    open_sides: Bytes
    road: Bytes
    road_sides: Bytes
    control: Ints
    sources: Ints
    limit: int
    any_road: bool

    def plain(self) -> PlainLines:
        return PlainLines(
            around=self.board.neighbours.tolist(),
            may_pass=self.board.through.astype(bool).tolist(),
            open_sides=self.open_sides.tolist(),
            road_sides=self.road_sides.tolist(),
            sources=self.sources.tolist(),
            roads=[h for h in marked_hexes(self.road) if self.control[h] % 2 == GERMAN],
            any_road=self.any_road,
            reach=self.limit,
        )


@st.composite
def countries(draw: st.DrawFn) -> Country:
    board = draw(boards)
    rng = np.random.default_rng(draw(SEEDS))
    road = chance(rng, draw(st.sampled_from([0.2, 0.5, 0.8])), board.size).astype(np.uint8)
    road_sides = np.zeros_like(board.open_sides)
    gaps = chance(rng, 0.1, board.size, 6)
    for h in range(board.size):
        for d, n in ways_out(h, board.neighbours):
            road_sides[h, d] = road[h] & road[n] & (not gaps[h, d])
    lost = chance(rng, draw(SHARES), board.size)
    return Country(
        board,
        open_sides=both_ways(board.open_sides, board.neighbours),
        road=road,
        road_sides=both_ways(road_sides, board.neighbours),
        control=(rng.integers(0, 4, board.size) * 2 + lost).astype(np.int16),
        sources=board.hexes(draw(st.lists(NUMBERS, max_size=4))),
        limit=draw(st.integers(0, 6)),
        any_road=draw(st.booleans()),
    )


def run_road_lines(country: Country) -> tuple[Ints, Bytes, Ints, Bytes]:
    """The roads that work, as a list and as a mask, how far the nearest is, and the lines."""
    board = country.board
    working, out = np.full((2, board.size), 7, np.uint8)
    nearest = board.queue()
    roads = road_lines(
        country.sources,
        country.limit,
        board.neighbours,
        country.open_sides,
        country.road_sides,
        country.road,
        board.through,
        country.control,
        country.any_road,
        working,
        nearest,
        out,
    )
    return roads, working, nearest, out


@given(countries())
def test_road_lines_agrees_with_its_twin(country: Country) -> None:
    roads, working, nearest, out = run_road_lines(country)
    expected = twins.road_lines(country.plain())
    assert marked_hexes(working) == expected.working
    assert roads.tolist() == sorted(expected.working)
    assert {h: int(nearest[h]) for h in range(country.board.size) if nearest[h] != -1} == expected.nearest
    assert out.tolist() == expected.joined


@given(countries())
def test_lines_are_as_the_rule_wants_them_once_the_open_questions_are_settled(country: Country) -> None:
    """7.3: an undecided hex is supplied if a line of any legal length meets one of the nearest roads."""
    _, working, nearest, out = run_road_lines(country)
    board = country.board
    for h in np.flatnonzero(out == UNDECIDED).tolist():
        assert not country.any_road
        wanted = np.zeros(board.size, np.uint8)
        for n, away in spread_freely([h], country.limit, board.neighbours).items():
            wanted[n] = working[n] and away == nearest[h]
        out[h] = meets(
            h, country.limit, wanted, board.neighbours, country.open_sides, board.through, board.queue(), board.queue()
        )
    assert set(np.flatnonzero(out == SUPPLIED).tolist()) == country.plain().supplied(range(board.size))


@pytest.mark.parametrize("turn", [3, 4])
def test_the_lines_of_a_whole_map_are_the_plain_ones(turn: int) -> None:
    """A campaign in which the Germans have come to hold half of the map's hexes, strewn over all of it."""
    t = Campaign()
    t.deploy()
    title, s = t.title, t.s.clone()
    s.turn = turn
    rng = np.random.default_rng(turn)
    s.vector("control")[:] &= ~rng.integers(0, 2, title.board.size).astype(np.int16)
    s.cache.clear()
    may_pass = title.supply.lines_may_pass(s, GERMAN).astype(bool).tolist()
    every = range(title.board.size)
    joined = {h for h in every if title.supply.is_joined(s, GERMAN, h)}
    assert joined == german_supply(title, s, may_pass, every)
    assert 100 < len(joined) < title.board.size - 100


# -- trails -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=30))
def test_highest_agrees_with_its_twin(numbers: list[int]) -> None:
    assert highest(np.array(numbers, np.int16)) == twins.highest(numbers)
