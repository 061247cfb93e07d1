"""How much a visitor may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict

from steppe.errors import OrderError

REMEMBERED = 10_000


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
            raise OrderError("too many requests; wait a moment")


class Budgets:
    """A budget for each address."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._by_address: OrderedDict[str, Budget] = OrderedDict()

    def take(self, address: str) -> bool:
        budget = self._by_address.setdefault(address, Budget(self.per_second, self.burst))
        self._by_address.move_to_end(address)
        while len(self._by_address) > REMEMBERED:
            self._by_address.popitem(last=False)
        return budget.take()
