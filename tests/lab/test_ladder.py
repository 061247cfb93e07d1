"""Shares, intervals, ratings."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest

from steppe.errors import SteppeError
from steppe.lab.ladder import Outcomes, outcomes, pairings, rate
from steppe.lab.stats import ELO, bootstrap_mean, logistic, rng, wilson

SEATS = ("german", "soviet")


def test_wilson_is_wilson() -> None:
    assert wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0, 0, 1)


def test_a_bootstrap_can_be_repeated() -> None:
    data = rng().normal(3, 2, 400)
    first = bootstrap_mean(data)
    assert first == bootstrap_mean(data)
    half = 1.96 * data.std() / 20
    assert (first.low, first.high) == pytest.approx((data.mean() - half, data.mean() + half), abs=0.05)
    assert first.interval_excludes_zero
    assert not bootstrap_mean(data - data.mean()).interval_excludes_zero


def test_logistic_finds_log_odds() -> None:
    assert logistic(np.ones((1, 1)), np.array([30.0]), np.array([10.0]))[0] == pytest.approx(log(3))


def two(first: int, second: int, games: int) -> Outcomes:
    """Bot a won so many in the first seat and in the second."""
    n = min(first, second)
    counts = Counter({(1.0, 1.0): n, (1.0, 0.0): first - n, (0.0, 1.0): second - n})
    counts[0.0, 0.0] = games - sum(counts.values())
    return {("a", "b"): +counts}


def test_two_bots_have_the_analytic_rating() -> None:
    """p = 1/(1+exp(-(d+a))) as first and 1/(1+exp(-(d-a))) as second: both log odds are known."""
    found = rate(two(80, 60, 100), SEATS, prior=0)
    one, other = log(80 / 20), log(60 / 40)
    a, b = found.rated
    assert (a.bot, b.bot) == ("a", "b")
    assert a.rating.value - b.rating.value == pytest.approx((one + other) / 2 * ELO)
    assert found.advantage.value == pytest.approx((one - other) / 2 * ELO)
    assert a.share.value == pytest.approx(0.7)
    assert a.by_seat == (wilson(80, 100), wilson(60, 100))
    assert found.met[0].share == a.share
    assert a.share.low < 0.7 < a.share.high
    assert a.seat_ratings == ()


def test_equal_bots_are_equal_and_whoever_never_lost_has_a_rating() -> None:
    a, _ = rate(two(50, 50, 100), SEATS).rated
    assert a.rating.value == pytest.approx(0, abs=1e-6)
    assert a.rating.low < 0 < a.rating.high
    best, worst = rate(two(100, 100, 100), SEATS).rated
    assert best.bot == "a"
    assert 400 < best.rating.value - worst.rating.value < 2000
    assert best.share == (1, 1, 1)


def test_three_bots_are_rated_from_what_their_ratings_make_likely() -> None:
    true = {"a": 0.8, "b": 0.0, "c": -0.8}
    draws, found = np.random.default_rng(5), {}
    for first, second in pairings(true):
        chance = 1 / (1 + np.exp(-(true[first] - true[second] + np.array([0.3, -0.3]))))
        won = draws.random((4000, 2)) < chance
        found[first, second] = Counter((float(x), float(y)) for x, y in won)
    ladder = rate(found, SEATS)
    assert [one.bot for one in ladder.rated] == ["a", "b", "c"]
    for one in ladder.rated:
        assert one.rating.low < true[one.bot] * ELO < one.rating.high
        for seat in one.seat_ratings:
            assert seat.low < true[one.bot] * ELO < seat.high
    assert ladder.advantage.low < 0.3 * ELO < ladder.advantage.high
    assert ladder == rate(found, SEATS)


def test_pairs_are_resampled_whole() -> None:
    """If the two games of every pair cancel out, nothing is uncertain about the share."""
    share = rate({("a", "b"): Counter({(1.0, 0.0): 30, (0.0, 1.0): 30})}, SEATS).met[0].share
    assert share == (0.5, 0.5, 0.5)
    wide = rate({("a", "b"): Counter({(1.0, 1.0): 30, (0.0, 0.0): 30})}, SEATS).met[0].share
    assert wide.high - wide.low > 0.2


def test_outcomes_are_told_from_the_first_bot() -> None:
    def row(pair: int, bots: tuple[str, str], winner: str | None) -> dict[str, object]:
        return {"pair": pair, "bots": list(bots), "winner": winner}

    rows = [row(0, ("a", "b"), "german"), row(0, ("b", "a"), "german"), row(1, ("a", "b"), None)]
    with pytest.raises(SteppeError, match="paired"):
        outcomes(rows, SEATS)
    rows.append(row(1, ("b", "a"), "soviet"))
    assert outcomes(rows, SEATS) == {("a", "b"): Counter({(1.0, 0.0): 1, (0.5, 1.0): 1})}


def test_pairings() -> None:
    assert pairings(["a", "b", "c"]) == (("a", "b"), ("a", "c"), ("b", "c"))
    with pytest.raises(SteppeError, match="twice"):
        pairings(["a", "a"])
    with pytest.raises(SteppeError, match="two bots"):
        pairings(["a"])
