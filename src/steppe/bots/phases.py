"""The end of a phase of many orders."""

from __future__ import annotations

import random
from typing import Any

from steppe.orders import Order
from steppe.view import View

DONE = Order("done")


def finish(view: View[Any], rng: random.Random) -> Order:
    """The phase ends, or goes on by any order if the rules demand more."""
    return DONE if view.refuse(DONE) is None else view.pick(rng)
