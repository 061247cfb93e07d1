"""What a system adds to the environments: ``env/<system>/``, found by the title's system.

The package names two classes: ``CHOOSER``, by which orders are put together (a ``candidates.Chooser``), and
``OBSERVER``, which turns views into arrays (an ``observation.Observer``).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from steppe import systems
from steppe.env.candidates import Chooser
from steppe.env.observation import Observer
from steppe.errors import SteppeError
from steppe.title import Title

LAYER = "env"


def package_of(title: Title[Any]) -> ModuleType:
    """The package of a title's system."""
    found = systems.added(title, LAYER)
    if found is None:
        raise SteppeError(f"{title.name} cannot be played by learning programs: its system has no arrays for them")
    return found


def chooser_of(title: Title[Any]) -> Chooser:
    """By what a seat puts its next order together."""
    found: Chooser = package_of(title).CHOOSER(title)
    return found


def observer_of(title: Title[Any]) -> Observer:
    """What turns the views of a title into arrays."""
    found: Observer = package_of(title).OBSERVER(title)
    return found
