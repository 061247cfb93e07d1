"""The bot ``random``: some legal order, any legal order."""

from __future__ import annotations

import random
from typing import Any

from steppe.orders import Order
from steppe.view import View


class RandomBot:
    name = "random"
    note = ""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        return view.pick(rng)
