"""Bots for the titles of the system ``assault``: a package for each, and what they all see, decide and remember.

``greedy``, ``reflex``, ``staff`` and ``front`` hold the bots, ``sight`` what any of them asks about a position,
``decisions`` the answers that need no plan. Modules are loaded when a bot is made, because they are large.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steppe.bots import Bot

OFFERED = frozenset({"greedy", "reflex", "staff", "front"})


def make(kind: str, words: str) -> Bot:
    """A bot by its name and what followed that after a colon: a style, for ``front`` the time to think before it."""
    bot: Bot = import_module(f"{__name__}.{kind}.bot").make(words)
    return bot
