"""What a title's system adds to the packages above it: bots, laboratory, environments.

A system of ours has a package of its name in each of them (``steppe.lab.assault``). One that lives elsewhere has them
beside its own code: packages ``bots``, ``lab`` and ``env`` in the package of its title class.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from steppe.title import Title


def added(title: Title[Any], layer: str, part: str = "") -> ModuleType | None:
    """What a title's system adds to a layer ("lab"), or one module of that ("luck"); None if it adds no such thing."""
    for home in homes(title, layer):
        found = _imported(f"{home}.{part}" if part else home)
        if found is not None:
            return found
    return None


def homes(title: Title[Any], layer: str) -> tuple[str, ...]:
    """The packages in which that may lie."""
    if not title.system:
        return ()
    return (f"steppe.{layer}.{title.system}", *(f"{package}.{layer}" for package in title.packages()))


def _imported(name: str) -> ModuleType | None:
    """A module, or None if there is none; one that is there and fails is a bug."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise
