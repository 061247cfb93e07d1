"""Loaded titles, and threads to use them in.

Loading a title takes long and searching a board uses scratch space that belongs to it. So titles are kept, and each
thread that plays has its own. A game that one thread made is handed to another by giving it that thread's title.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from steppe.game import Game, Loaded, load
from steppe.record import canonical
from steppe.title import Title

R = TypeVar("R")
KEPT = 12
"""How many titles, or the same with another scenario or other options, a shelf keeps."""


class Shelf:
    """Titles by key, scenario and options, loaded once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: OrderedDict[tuple[str, str, str], Loaded] = OrderedDict()

    def get(self, key: str, scenario: str = "", options: Mapping[str, Any] | None = None) -> Loaded:
        """A title; the first scenario if none is named, and the ordinary options where none are given."""
        with self._lock:
            wanted = key, scenario, canonical(options or {})
            found = self._loaded.get(wanted)
            if found is None:
                found = load(key, scenario, options)
                whole = key, found.title.scenario.key, canonical(dict(found.title.options))
                found = self._loaded[wanted] = self._loaded.setdefault(whole, found)
                while len(self._loaded) > KEPT:
                    self._loaded.popitem(last=False)
            self._loaded.move_to_end(wanted)
            return found

    def twin(self, title: Title[Any]) -> Loaded:
        """The shelf's own of a title that another thread uses."""
        return self.get(title.key, title.scenario.key, dict(title.options))


class Desk:
    """A thread with its own titles, for work that must not hold up the games."""

    def __init__(self, name: str) -> None:
        self.shelf = Shelf()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run(self, work: Callable[..., R], *arguments: Any) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)


def hand_over(game: Game, loaded: Loaded) -> None:
    """Give a game the title of the thread that is to play it."""
    game.title = loaded.title
    for state in (game.state, *(snapshot.state for snapshot in game.past)):
        state.cache.clear()
