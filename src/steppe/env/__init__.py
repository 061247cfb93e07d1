"""Faces for learning programs: every title as a PettingZoo environment and as an OpenSpiel game.

    from steppe.env import SteppeEnv
    env = SteppeEnv("dom")

Nothing else in the project needs this package; it comes with the extra ``steppe[env]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steppe.errors import SteppeError

if TYPE_CHECKING:
    from steppe.env.pettingzoo import SteppeEnv
    from steppe.env.spiel import load_game

__all__ = ["SteppeEnv", "load_game"]

HOMES = {"SteppeEnv": "steppe.env.pettingzoo", "load_game": "steppe.env.spiel"}


class MissingExtraError(SteppeError):
    """A library that only the research environments need is not installed."""

    def __init__(self, library: str) -> None:
        super().__init__(f"{library} is not installed; the environments need it: pip install 'steppe[env]'")


def __getattr__(name: str) -> Any:
    """The two faces, each imported when it is first asked for: one library is enough for one of them."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(HOMES[name]), name)
