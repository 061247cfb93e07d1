"""Who serves which objective: a flow of strength from stacks to places, at the greatest appeal."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from steppe.bots.assault.sight.situation import Floats

NEAREST = 8
"""Places that a stack may be sent to: those that appeal to it most."""


def assign(force: Floats, need: Floats, appeal: Floats) -> list[int]:
    """The place of every stack: a flow of their force into the needs, worth the appeal of each place to each stack.

    A stack goes where most of its flow goes; whom no need takes goes where it likes best.
    """
    stacks, places = appeal.shape
    if not stacks or not places:
        return [-1] * stacks
    favourite = np.argmax(appeal, axis=1)
    likes = np.argsort(-appeal, axis=1, kind="stable")[:, :NEAREST]
    row = np.repeat(np.arange(stacks), likes.shape[1])
    column = likes.ravel()
    arcs = np.arange(row.size)
    ones = np.ones(row.size)
    matrix = coo_array(
        (np.concatenate([ones, ones]), (np.concatenate([row, stacks + column]), np.concatenate([arcs, arcs]))),
        shape=(stacks + places, row.size),
    )
    found = linprog(-appeal[row, column], A_ub=matrix.tocsr(), b_ub=np.concatenate([force, need]), method="highs-ds")
    if found.x is None:
        return [int(i) for i in favourite]
    flow = np.zeros_like(appeal)
    flow[row, column] = found.x
    best = np.argmax(flow, axis=1)
    served = flow[np.arange(stacks), best] > 1e-9
    return [int(i) for i in np.where(served, best, favourite)]
