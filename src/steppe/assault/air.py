"""Aircraft: how many a side has this game turn, and how many are left."""

from __future__ import annotations

from abc import abstractmethod

from steppe.assault.chapter import A, Chapter


class Air(Chapter[A]):
    """Aircraft are numbers, no units: they take no room in a hex [aircraft take no room]."""

    @abstractmethod
    def number(self, s: A, side: int) -> int:
        """The aircraft that a side has this game turn."""

    def left(self, s: A, side: int) -> int:
        return self.number(s, side) - s.air_used[side]

    def use(self, s: A, side: int, number: int) -> None:
        s.air_used[side] += number
