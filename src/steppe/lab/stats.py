"""Shares, intervals and ratings. Every interval is one of 95 %, and the same data always give the same one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Z = 1.959964
LOW, HIGH = 2.5, 97.5
RESAMPLES = 2000
SEED = 1941
ELO = 400 / np.log(10)
"""Points of the usual scale of ratings for one unit of log odds."""
MOST_STEPS, LONGEST_STEP, CLOSE = 60, 2.0, 1e-10


class Estimate(NamedTuple):
    """A figure and the interval in which it lies."""

    value: float
    low: float
    high: float

    @property
    def interval_excludes_zero(self) -> bool:
        """Whether chance alone hardly explains that it is not 0."""
        return self.low > 0 or self.high < 0


def rng() -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(SEED))


def wilson(won: float, games: int) -> Estimate:
    """A share of independent games, with Wilson's interval."""
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    share, square = won / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return Estimate(share, max(middle - half, 0.0), min(middle + half, 1.0))


def bootstrap_mean(values: Sequence[float] | Floats) -> Estimate:
    """A mean, with the interval of means of resamples."""
    data = np.asarray(values, np.float64)
    if not data.size:
        return Estimate(0.0, 0.0, 0.0)
    draws = rng()
    means = np.array([data[draws.integers(0, data.size, data.size)].mean() for _ in range(RESAMPLES)])
    return estimate(float(data.mean()), means)


def estimate(value: float, resampled: Floats) -> Estimate:
    """A figure with the interval that holds most of its resamples."""
    low, high = np.percentile(resampled, (LOW, HIGH))
    return Estimate(value, float(low), float(high))


def logistic(design: Floats, won: Floats, lost: Floats) -> Floats:
    """The coefficients under which these wins and losses are likeliest (Newton); the shortest, if several serve.

    Wins and losses may be stacks of samples, a row each; so are the coefficients then.
    """
    games = won + lost
    found: Floats = np.zeros((*games.shape[:-1], design.shape[1]))
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(-(found @ design.T)))
        slope = (won - games * chance) @ design
        weight = games * chance * (1 - chance)
        bend = np.einsum("...l,li,lj->...ij", weight, design, design)
        step = np.einsum("...ij,...j->...i", np.linalg.pinv(bend, hermitian=True), slope)
        largest = np.abs(step).max(axis=-1, keepdims=True)
        found = found + step * np.minimum(1.0, LONGEST_STEP / np.maximum(largest, LONGEST_STEP))
        if float(largest.max()) < CLOSE:
            break
    return found
