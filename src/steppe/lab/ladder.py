"""Who is stronger: ratings of bots from paired games, after Bradley and Terry.

The chance that bot i in the first seat beats bot j in the second is 1 / (1 + exp(-(r_i - r_j + a))): r are the ratings
and a is what the first seat is worth. The same data also give ratings by seat, f_i - s_j, if three bots or more have
met. Each pairing begins with half a win and half a loss either way, so that a bot that never lost has a rating.
Intervals come from resampling pairs of games, within each pairing: the two games of a pair share their seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from steppe.errors import SteppeError
from steppe.lab.results import Results, won_by
from steppe.lab.rows import Row
from steppe.lab.stats import ELO, RESAMPLES, Estimate, Floats, estimate, logistic, rng, wilson

PRIOR = 0.5
LEAST_FOR_SEATS = 3


class Rated(NamedTuple):
    bot: str
    rating: Estimate
    share: Estimate
    """Of all its games that it won; a draw counts half."""
    by_seat: tuple[Estimate, ...]
    """Of its games in each seat."""
    seat_ratings: tuple[Estimate, ...]
    """By seat, against the average bot there; none if fewer than three bots met."""
    games: int


class Met(NamedTuple):
    """Two bots and their games, from the side of the first."""

    bots: tuple[str, str]
    games: int
    share: Estimate
    by_seat: tuple[Estimate, Estimate]
    """With the first bot in the first seat, and in the second."""


class Ladder(NamedTuple):
    seats: tuple[str, ...]
    rated: list[Rated]
    met: list[Met]
    advantage: Estimate
    """What the first seat is worth, on the scale of the ratings."""


def pairings(bots: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Everybody against everybody."""
    names = list(bots)
    twice = [name for name, n in Counter(names).items() if n > 1]
    if twice:
        raise SteppeError(f"{twice[0]} is named twice")
    if len(names) < 2:
        raise SteppeError("a ladder needs two bots at least")
    return tuple(combinations(names, 2))


Outcomes = dict[tuple[str, str], Counter[tuple[float, float]]]
"""By pairing: how often the first bot won so much of the two games, in the first seat and in the second."""


def outcomes(rows: Iterable[Row], seats: tuple[str, ...]) -> Outcomes:
    """Pairs of games, each by what the first bot of the pairing made of them. A draw is half won, and so is a game that
    was stopped before its end."""
    pairs: dict[int, dict[tuple[str, str], float]] = {}
    for row in rows:
        first = won_by(row, seats[0])
        pairs.setdefault(row["pair"], {})[row["bots"][0], row["bots"][1]] = first
    found: Outcomes = {}
    for games in pairs.values():
        (one, two), won = next(iter(games.items()))
        if (two, one) not in games:
            raise SteppeError("a ladder needs paired games")
        found.setdefault((one, two), Counter())[won, 1 - games[two, one]] += 1
    return found


class Model:
    """The equations of a set of pairings; a row for each bot in the first seat against each other in the second."""

    def __init__(self, names: list[str], met: Iterable[tuple[str, str]]) -> None:
        self.names = names
        self.lines = [order for pair in met for order in (pair, pair[::-1])]
        at = {name: i for i, name in enumerate(names)}
        n = len(names)
        self.overall = np.zeros((len(self.lines), n + 1))
        self.seated = np.zeros((len(self.lines), 2 * n))
        for line, (first, second) in enumerate(self.lines):
            self.overall[line, [at[first], at[second], n]] = 1, -1, 1
            self.seated[line, [at[first], n + at[second]]] = 1, -1

    def ratings(self, won: Floats, lost: Floats, prior: float) -> tuple[Floats, Floats]:
        """Ratings around 0, and the worth of the first seat."""
        found = logistic(self.overall, won + prior, lost + prior) * ELO
        return found[..., :-1] - found[..., :-1].mean(axis=-1, keepdims=True), found[..., -1]

    def seat_ratings(self, won: Floats, lost: Floats, prior: float) -> Floats:
        """Ratings by seat, a row for each."""
        found = logistic(self.seated, won + prior, lost + prior) * ELO
        by_seat = found.reshape(*found.shape[:-1], 2, -1)
        centred: Floats = by_seat - by_seat.mean(axis=-1, keepdims=True)
        return centred


def ladder(found: Results, prior: float = PRIOR, resamples: int = RESAMPLES) -> Ladder:
    """The ratings of all bots that met in a simulation."""
    return rate(outcomes(found.rows, found.seats), found.seats, prior, resamples)


def rate(
    results: Mapping[tuple[str, str], Counter[tuple[float, float]]],
    seats: tuple[str, ...],
    prior: float = PRIOR,
    resamples: int = RESAMPLES,
) -> Ladder:
    names = list(dict.fromkeys(name for pair in results for name in pair))
    model = Model(names, results)
    points = np.array([_points(counts) for counts in results.values()]).reshape(-1)
    games = np.array([sum(counts.values()) for counts in results.values()]).repeat(2)
    drawn = _resampled(results, resamples)

    ratings, advantage = model.ratings(points, games - points, prior)
    spread, advantages = model.ratings(drawn, games - drawn, prior)
    seated, seated_spread = np.zeros((0, len(names))), np.zeros((0, 0, len(names)))
    if len(names) >= LEAST_FOR_SEATS:
        seated = model.seat_ratings(points, games - points, prior)
        seated_spread = model.seat_ratings(drawn, games - drawn, prior)

    rated = []
    for i, name in enumerate(names):
        lines = [_own(model, line, name) for line in range(len(model.lines))]
        share, n = _share(lines, points, games, drawn)
        rated.append(
            Rated(
                name,
                estimate(float(ratings[i]), spread[:, i]),
                share,
                tuple(_seat_share(lines, points, games, seat) for seat in (0, 1)),
                tuple(estimate(float(seated[seat, i]), seated_spread[:, seat, i]) for seat in range(len(seated))),
                n,
            )
        )
    rated.sort(key=lambda one: (-one.rating.value, one.bot))
    met = []
    for number, pair in enumerate(results):
        lines = [_own(model, line, pair[0]) if line // 2 == number else None for line in range(len(model.lines))]
        share, n = _share(lines, points, games, drawn)
        by_seat = (_seat_share(lines, points, games, 0), _seat_share(lines, points, games, 1))
        met.append(Met(pair, n, share, by_seat))
    return Ladder(seats, rated, met, estimate(float(advantage), advantages))


def _points(counts: Counter[tuple[float, float]]) -> tuple[float, float]:
    """What the first seat won in either line of a pairing."""
    return (
        sum(n * first for (first, _), n in counts.items()),
        sum(n * (1 - second) for (_, second), n in counts.items()),
    )


def _resampled(results: Mapping[tuple[str, str], Counter[tuple[float, float]]], number: int) -> Floats:
    """The points of the first seat in each line, for each resample: pairs drawn anew within each pairing."""
    draws, columns = rng(), []
    for counts in results.values():
        kinds = sorted(counts)
        n = sum(counts.values())
        times = draws.multinomial(n, [counts[kind] / n for kind in kinds], size=number)
        columns.append(times @ np.array([first for first, _ in kinds]))
        columns.append(times @ np.array([1 - second for _, second in kinds]))
    return np.array(columns).T


def _own(model: Model, line: int, name: str) -> int | None:
    """The seat of a bot in a line; None if it does not play there."""
    return model.lines[line].index(name) if name in model.lines[line] else None


def _share(lines: list[int | None], points: Floats, games: Any, drawn: Floats) -> tuple[Estimate, int]:
    """What a bot won of all its games."""
    first = [i for i, seat in enumerate(lines) if seat == 0]
    second = [i for i, seat in enumerate(lines) if seat == 1]
    total = int(games[first + second].sum())

    def won(sample: Floats) -> Floats:
        found: Floats = sample[..., first].sum(-1) + games[second].sum() - sample[..., second].sum(-1)
        return found

    return estimate(float(won(points)) / total, won(drawn) / total), total


def _seat_share(lines: list[int | None], points: Floats, games: Any, seat: int) -> Estimate:
    own = [i for i, s in enumerate(lines) if s == seat]
    total = int(games[own].sum())
    first = float(points[own].sum())
    return wilson(first if seat == 0 else total - first, total)
