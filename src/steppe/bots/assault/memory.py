"""What bots keep about a title: everything that is worked out once and holds for all of its states."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Concatenate, ParamSpec, TypeVar

from steppe import titles
from steppe.assault.doctrine import Doctrine
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.sight.searches import Field

TITLES = 8
"""How many titles are remembered at a time: what is remembered of a title keeps it alive, so there must be an end."""
DISTANCE_BYTES = 16_000_000
"""How much of a title's distances from hex to hex is kept."""
FEWEST_ROWS = 64

P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """What is known of one title."""

    def __init__(self, title: AnyAssaultTitle) -> None:
        self.kept: dict[object, Any] = {}
        rows = max(FEWEST_ROWS, DISTANCE_BYTES // (2 * title.board.size))
        self.distances: Callable[[int], Field] = lru_cache(maxsize=rows)(title.board.grid.distances)


@lru_cache(maxsize=TITLES)
def memory_of(title: AnyAssaultTitle) -> Memory:
    return Memory(title)


def remembered(work: Callable[Concatenate[AnyAssaultTitle, P], T]) -> Callable[Concatenate[AnyAssaultTitle, P], T]:
    """Do this work once for a title, and for each of its further arguments."""

    @wraps(work)
    def ask(title: AnyAssaultTitle, /, *rest: P.args, **named: P.kwargs) -> T:
        kept = memory_of(title).kept
        key = work, rest
        if key not in kept:
            kept[key] = work(title, *rest, **named)
        found: T = kept[key]
        return found

    return ask


def distances(title: AnyAssaultTitle, h: int) -> Field:
    """The plain distance of every hex from one. Many ask for the same; nobody writes into it."""
    return memory_of(title).distances(h)


@remembered
def doctrine_of(title: AnyAssaultTitle) -> Doctrine[Any]:
    """What bots are told about a title: its own doctrine, or that of the family if it has none."""
    module = f"{titles.__name__}.{title.key}.doctrine"
    kind: type[Doctrine[Any]] = import_module(module).DOCTRINE if find_spec(module) is not None else Doctrine
    return kind(title)
