"""Opponents. A bot sees a view and gives an order; it never sees the state."""

from __future__ import annotations

import random
from typing import Any, Protocol

from steppe.errors import SteppeError
from steppe.orders import Order
from steppe.view import View


class Bot(Protocol):
    """Somebody who decides. The same bot with the same random numbers always decides the same."""

    name: str

    def choose(self, view: View[Any], rng: random.Random) -> Order: ...


def make(name: str) -> Bot:
    """A bot by name."""
    from steppe.bots.uniform import RandomBot

    if name == RandomBot.name:
        return RandomBot()
    from steppe.bots.greedy import GreedyBot
    from steppe.bots.reflex import ReflexBot
    from steppe.bots.staff import StaffBot
    from steppe.bots.style import style_of

    known: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, "reflex": ReflexBot, "staff": StaffBot}
    kind, _, style = name.partition(":")
    if kind not in known:
        raise SteppeError(f"there is no bot {name!r}; known are {', '.join(known)}")
    return StaffBot(style_of(style)) if kind == "staff" else known[kind]()
