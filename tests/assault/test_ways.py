"""Moves along a way of the player's choosing: judged hex by hex, by the judge of all other moves."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from steppe import titles
from steppe.assault.movement import chosen_way
from steppe.lab.bench import long_game
from steppe.orders import Order
from tests.known import ASSAULT


def found_way(title: Any, s: Any, order: Order) -> tuple[int, ...]:
    """The hexes between beginning and end of the way that the game would choose."""
    steps = title.ranges.route(s, order.units, order.hex).steps
    return tuple(h for h, _ in reversed(steps[1:]))


@pytest.mark.parametrize("key", ASSAULT)
def test_the_way_that_the_game_chooses_is_legal_when_it_is_given(key: str) -> None:
    """Every cheapest way, said hex by hex, leads to the same state for the same MP, or for fewer."""
    title: Any = titles.load(key)
    compared = 0
    states = (s for s in long_game(title, 5) if s.depth and title.decision(s)[0].name == "movement")
    for s in islice(states, 0, 400, 10):
        moves = [order for order in islice(title.legal(s), 4000) if order.verb == "move"]
        for order in moves[:: max(1, len(moves) // 8)]:
            way = found_way(title, s, order)
            given = order._replace(more=chosen_way(way))
            text = title.notation.write(given, title.names)
            assert title.notation.read(text, title.names) == given
            shortest, said = s.clone(), s.clone()
            before = s.array.copy()
            refusal = title.refuse(said, given)
            assert refusal is None, f"{text}: {refusal}"
            assert (s.array == before).all()
            for state, told in ((shortest, order), (said, given)):
                title.apply(state, told)
            unit = order.units[0]
            assert said.spent[unit] <= shortest.spent[unit]
            assert list(said.hex) == list(shortest.hex)
            assert list(said.control) == list(shortest.control)
            assert not title.broken(said)
            compared += 1
    assert compared > 100
