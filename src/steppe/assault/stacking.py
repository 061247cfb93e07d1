"""Stacking: how many units a hex takes, who may share it, and what becomes of those that are too many."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator

from steppe.assault.chapter import A, AssaultDecision, Chapter
from steppe.assault.stacks import units_in
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.searches import Ints
from steppe.title import Refusal, Trouble


class Stacking(Chapter[A]):
    """How many units a hex takes, and who may share it."""

    limit: Ints
    """Stacking points by hex."""
    passing_limit: Ints
    is_small: tuple[bool, ...]
    small_units: tuple[int, ...]
    whole_points: int = 1
    """The stacking points of a whole unit, where parts of one are counted too."""
    small_limit = 99
    """How many small units (``is_small``) may be in a hex."""

    def make_tables(self) -> None:
        self.limit = self.make_limits()
        self.passing_limit = self.make_passing_limits()
        self.is_small = tuple(self.counts_as_small(u) for u in range(len(self.units)))
        self.small_units = tuple(u for u, small in enumerate(self.is_small) if small)

    def removable(self, s: A, h: int) -> list[int]:
        """The units one of which may go first if as few as possible are to go."""
        stack = units_in(s, h)
        needed = {u: self.fewest([v for v in stack if v != u], int(self.limit[h])) for u in stack}
        least = min(needed.values())
        return [u for u in stack if needed[u] == least]

    def fewest(self, stack: list[int], limit: int) -> int:
        """How many units must go from a stack: small ones over their own number, then the largest."""
        points = self.units.points
        small = [u for u in stack if self.is_small[u]]
        gone = small[: max(len(small) - self.small_limit, 0)]
        excess = sum(points[u] for u in stack) - sum(points[u] for u in gone) - limit
        number = len(gone)
        for weight in sorted((points[u] for u in stack if u not in gone), reverse=True):
            if excess <= 0:
                break
            excess -= weight
            number += 1
        return number

    def overstacked(self, s: A) -> list[int]:
        """The hexes with more stacking points than they may hold, or with more small units."""
        found = (s.vector("load") > self.limit).nonzero()[0].tolist()
        small = Counter(s.hex[u] for u in self.small_units if s.hex[u] >= 0)
        return found + [h for h, number in small.items() if number > self.small_limit and h not in found]

    @abstractmethod
    def make_limits(self) -> Ints: ...

    def make_passing_limits(self) -> Ints:
        """The limits that moving stacks mind on their way and at its end."""
        return self.limit

    def counts_as_small(self, u: int) -> bool:
        """Whether a unit is one of those of which a hex takes only so many."""
        return False

    def has_room(self, s: A, units: Units, h: int) -> bool:
        """Whether units may come into a hex without overstacking it."""
        if s.load[h] + sum(self.units.points[u] for u in units) > self.limit[h]:
            return False
        small = sum(self.is_small[u] for u in units)
        return not small or small + sum(self.is_small[u] for u in units_in(s, h)) <= self.small_limit

    def mixing_refusal(self, s: A, units: Units, h: int) -> Refusal | None:
        """Why some units may not stack with each other, or with who is in a hex, however few they are."""
        return None

    def tolerates(self, s: A, h: int) -> bool:
        """Whether a hex may be overstacked for now."""
        return False


class Overstack(AssaultDecision[A]):
    """The fewest units that restore the limit go to the dead pile, whatever their owner says."""

    name = "overstack"
    cites = "overstacked"
    verbs = ("remove",)

    def prompt(self, s: A) -> str:
        return f"{self.board.label(s.frame()[2])} is overstacked: remove a unit of your choice."

    def legal(self, s: A, about: Units) -> Iterator[Order]:
        for u in self.stacking.removable(s, s.frame()[2]):
            if not about or about == (u,):
                yield Order("remove", (u,))

    def explain(self, s: A, order: Order) -> Refusal:
        where = self.board.label(s.frame()[2])
        if len(order.units) == 1 and s.hex[order.units[0]] == s.frame()[2]:
            name = self.units.keys[order.units[0]]
            return Refusal(
                self.cite["overstacked"], f"fewer units need to go from {where} if {name} stays", Trouble.UNIT
            )
        return Refusal(self.cite["overstacked"], f"one unit in {where} must be named", Trouble.UNIT)

    def apply(self, s: A, order: Order, out: Log) -> None:
        h = s.frame()[2]
        self.losses.eliminate(s, order.units[0], out, wholly=True)
        self.victory.check_instant(s, out)
        if h not in self.stacking.overstacked(s):
            s.pop()
