"""Opponents. A bot sees a view and gives an order; it never sees the state.

The bot ``random`` plays any title. All others know the rules of a system: they live in the package of that name in here
(``bots/assault``), which says what it offers, and are found by the title's system.
"""

from __future__ import annotations

import random
from typing import Any, Protocol, cast

from steppe import systems
from steppe.bots.random_bot import RandomBot
from steppe.errors import SteppeError
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

LAYER = "bots"


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


class SystemBots(Protocol):
    """What the package of a system's bots provides."""

    OFFERED: frozenset[str]
    """Their names, all of them in ``LEVELS``."""

    def make(self, kind: str, words: str) -> Bot:
        """A bot by its name and what followed that after a colon."""


def offered(title: Title[Any]) -> dict[str, str]:
    """The bots that can play a title, from the weakest to the strongest, each with a line about it."""
    system = _system_bots(title)
    names = {RandomBot.name} | (system.OFFERED if system is not None else frozenset())
    return {name: line for name, line in LEVELS.items() if name in names}


def make(name: str, title: Title[Any]) -> Bot:
    """A bot by name that plays a title; a name may go on after a colon (``staff:bold``)."""
    kind, _, words = name.partition(":")
    if kind == RandomBot.name:
        return RandomBot()
    system = _system_bots(title)
    if system is not None and kind in system.OFFERED:
        return system.make(kind, words)
    if kind in LEVELS:
        raise SteppeError(f"no bot {kind!r} plays {title.name}; those who do are {', '.join(offered(title))}")
    raise SteppeError(f"there is no bot {name!r}; known are {', '.join(offered(title))}")


def _system_bots(title: Title[Any]) -> SystemBots | None:
    return cast("SystemBots | None", systems.added(title, LAYER))
