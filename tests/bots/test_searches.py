"""The bots' compiled searches and their plain twins agree on random boards."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steppe.bots.assault.sight.searches import FAR, flow, intrude, spread
from tests.bots import twins
from tests.random_boards import NUMBERS, SEEDS, SHARES, RandomBoard, boards, chance
from tests.twins import ways_out

starts = st.lists(st.tuples(NUMBERS, st.integers(0, 12)), max_size=6)
"""Hexes, with what is paid there beforehand or can be spent from there."""


@given(boards, starts, SEEDS, SHARES, st.booleans())
def test_spread_agrees_with_its_twin(
    board: RandomBoard, numbers: list[tuple[int, int]], seed: int, dear: float, backward: bool
) -> None:
    """And the hex before, or after, on the way is a neighbour from which the rest of the price is paid."""
    rng = np.random.default_rng(seed)
    extra = np.where(chance(rng, dear, board.size), rng.integers(1, 90, board.size), 0).astype(np.int16)
    begin = board.hexes([number for number, _ in numbers])
    offsets = np.array([offset for _, offset in numbers], np.int16)
    dist, via = board.queue(), board.queue()
    spread(begin, offsets, board.neighbours, board.cost, extra, int(backward), dist, via)
    given_starts = list(zip(begin.tolist(), offsets.tolist(), strict=True))
    expected = twins.spread(given_starts, board.neighbours, board.cost, extra, backward)
    assert dist.tolist() == [expected.get(h, FAR) for h in range(board.size)]
    for n in range(board.size):
        h = int(via[n])
        if h < 0:
            assert h == -1
            assert dist[n] == FAR or (n, dist[n]) in given_starts
            continue
        (d,) = (d for d, m in ways_out(h, board.neighbours) if m == n)
        price = twins.way_price(h, d, n, board.cost, extra, backward)
        assert price > 0
        assert dist[n] == dist[h] + price


@given(boards, starts, SEEDS, SHARES, SHARES, st.integers(0, 1), st.booleans())
def test_intrude_agrees_with_its_twin(
    board: RandomBoard,
    numbers: list[tuple[int, int]],
    seed: int,
    crowded: float,
    watched: float,
    side: int,
    zoc_stops: bool,
) -> None:
    rng = np.random.default_rng(seed)
    top = np.where(chance(rng, crowded, board.size), np.arange(board.size), twins.NOBODY).astype(np.int16)
    unit_side = rng.integers(0, 2, board.size).astype(np.int16)
    zoc = np.where(chance(rng, watched, board.size), rng.integers(1, 4, board.size), 0).astype(np.int16)
    begin = board.hexes([number for number, _ in numbers])
    budgets = np.array([budget for _, budget in numbers], np.int16)
    out = board.queue()
    intrude(begin, budgets, side, int(zoc_stops), board.neighbours, board.cost, top, unit_side, zoc, out)
    pairs = list(zip(begin.tolist(), budgets.tolist(), strict=True))
    expected = twins.intrude(pairs, side, zoc_stops, board.neighbours, board.cost, top, unit_side, zoc)
    assert out.tolist() == [expected.get(h, -1) for h in range(board.size)]


NODES = 6
SOURCE, SINK = 0, NODES - 1
pipes = st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)).filter(lambda ends: ends[0] != ends[1])


@given(st.dictionaries(pipes, st.integers(0, 3), max_size=18))
def test_flow_agrees_with_its_twin(arcs: dict[tuple[int, int], int]) -> None:
    """And what flows into a node flows out of it, through no arc more than it can carry."""
    head = np.array([n for a, b in arcs for n in (b, a)], np.int32)
    tail = [n for a, b in arcs for n in (a, b)]
    leaving = [[arc for arc, node in enumerate(tail) if node == n] for n in range(NODES)]
    first = np.cumsum([0, *(len(some) for some in leaving)]).astype(np.int32)
    listed = np.array([arc for some in leaving for arc in some], np.int32)
    room = np.array([number for carried in arcs.values() for number in (carried, 0)], np.int32)
    before = room.copy()
    total = flow(SOURCE, SINK, first, listed, head, room)
    assert total == twins.flow(SOURCE, SINK, NODES, arcs)
    balance: Counter[int] = Counter({SOURCE: total, SINK: -total})
    for i, (a, b) in enumerate(arcs):
        forward, back = int(room[2 * i]), int(room[2 * i + 1])
        assert min(forward, back) >= 0
        assert forward + back == before[2 * i]
        balance[a] -= back
        balance[b] += back
    assert not any(balance.values())
