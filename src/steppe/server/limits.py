"""How much a visitor may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

from steppe.server.faults import BusyError

REMEMBERED = 10_000


class Limits(NamedTuple):
    """What one address, or one socket, may do; the defaults are generous for a club behind one address."""

    requests_per_second: float = 50
    requests_burst: float = 400
    games_per_hour: float = 120
    games_burst: float = 20
    sockets: int = 100
    """Open sockets of one address."""
    messages_per_second: float = 40
    """Messages over one socket."""
    messages_burst: float = 200


class Budget:
    """A bucket of requests that fills again with time."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.per_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self) -> None:
        if not self.take():
            raise BusyError("too many requests; wait a moment")


class Budgets:
    """A budget for each address; who was not seen for the longest time is forgotten first."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._by_address: OrderedDict[str, Budget] = OrderedDict()

    def take(self, address: str) -> bool:
        budget = self._by_address.get(address)
        if budget is None:
            budget = self._by_address[address] = Budget(self.per_second, self.burst)
        self._by_address.move_to_end(address)
        while len(self._by_address) > REMEMBERED:
            self._by_address.popitem(last=False)
        return budget.take()


class Counts:
    """How many of something each address has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        if self._open.get(address, 0) >= self.most:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        left = self._open.get(address, 0) - 1
        if left > 0:
            self._open[address] = left
        else:
            self._open.pop(address, None)
