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
    note: str
    """Why it gave its last order ("tactic: reason"), perhaps nothing. It may tell what only its own seat knows."""

    def choose(self, view: View[Any], rng: random.Random) -> Order: ...


LEVELS = {
    "random": "any legal order at all: to try out the rules",
    "greedy": "the best attack at hand by exact odds, without a thought for your reply",
    "reflex": "simple tactics at sight; answers at once",
    "staff": "objectives, attacks planned together and your reply weighed; a few seconds a turn",
    "front": "a staff that tries several plans before each turn; thinks about ten seconds",
}
"""The bots from the weakest to the strongest, each in a line for whoever chooses one."""


def make(name: str) -> Bot:
    """A bot by name."""
    from steppe.bots.uniform import RandomBot

    if name == RandomBot.name:
        return RandomBot()
    from steppe.bots.front import FrontBot
    from steppe.bots.greedy import GreedyBot
    from steppe.bots.reflex import ReflexBot
    from steppe.bots.staff import StaffBot
    from steppe.bots.style import style_of

    known: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, "reflex": ReflexBot, "staff": StaffBot}
    kind, _, style = name.partition(":")
    if kind == FrontBot.name:
        budget, _, style = style.partition(":")
        return FrontBot(budget, style_of(style))
    if kind not in known:
        raise SteppeError(f"there is no bot {name!r}; known are {', '.join(LEVELS)}")
    return StaffBot(style_of(style)) if kind == "staff" else known[kind]()
