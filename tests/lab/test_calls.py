"""The budget of calls: what a random legal order costs in calls of functions, which no busy machine can change.

Whoever makes the rules dearer sees it here; whoever makes them cheaper lowers the limits.
"""

from __future__ import annotations

import sys

import pytest

from steppe import titles
from steppe.env.sharing import spread
from steppe.lab.bench import calls_an_order, positions
from tests.known import OURS

LIMITS = {"dom": 134, "lwe": 175, "pm": 186}
"""Calls an order, Python's and C's together: what was measured, and 5 % more."""
GAMES, EVERY, MOST = 3, 60, 48
"""Positions come from every 60th order of three long games; of many, so many at even distances are enough."""


def test_every_title_has_a_limit() -> None:
    assert set(LIMITS) == set(OURS)


@pytest.mark.parametrize("key", LIMITS)
def test_an_order_keeps_within_its_calls(key: str) -> None:
    title = titles.load(key)
    found = calls_an_order(title, spread(positions(title, GAMES, EVERY), MOST))
    assert found <= LIMITS[key], f"{found:.0f} calls an order"


def test_counting_leaves_no_trace_and_can_be_repeated() -> None:
    title = titles.load("dom")
    states = positions(title, 2, EVERY)[:6]
    before = sys.getprofile()
    first = calls_an_order(title, states)
    assert sys.getprofile() is before
    assert calls_an_order(title, states) == first > 10
