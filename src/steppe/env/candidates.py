"""Orders put together in two steps, each a choice among at most 512 candidates.

Step one chooses an order that needs no more (end the phase, answer a question), or a *part* of one: the units that are
to move, the hex to be attacked, what is to enter. Step two completes the part: where to, with whom, with how many
aircraft. A step that would leave no choice is passed over.

Every candidate comes from the generators that say what is legal to everybody else; nothing here knows a rule. How the
decisions with endless lists are narrowed is the system's to know (``env/<system>/candidates.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import islice
from typing import Any, ClassVar, NamedTuple, Self

from steppe.env.sharing import first, shared, spread
from steppe.errors import OrderError
from steppe.orders import Order
from steppe.title import Title

LIMIT = 512
TRIES = 8 * LIMIT
"""How many of the forces that could be formed are looked at."""
GROUP = "group"
"""The verb of a part that names units and nothing else yet."""
BACK = "back"
"""The verb of the way back from a part that no order completes."""
PART_VERBS = (GROUP, BACK)


class Candidate(NamedTuple):
    order: Order
    whole: bool
    """Whether it can be given as it is; else it is a part, and step two completes it."""


class Choices(NamedTuple):
    """What can be chosen now."""

    candidates: tuple[Candidate, ...]
    cut: int = 0
    """How many more there were, as far as they were counted."""


class Chooser(ABC):
    """How far a seat has come with its next order. What it remembers is small and immutable: copies are cheap."""

    remembered: ClassVar[tuple[str, ...]] = ("part", "barren")
    """The attributes that hold its memory."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.part: Order | None = None
        """What step one has chosen."""
        self.barren: frozenset[Order] = frozenset()
        """Parts that turned out to lead nowhere, until an order changes the position."""
        self._choices: Choices | None = None

    def copy(self) -> Self:
        twin = type(self)(self.title)
        twin.recall(self.saved())
        twin._choices = self._choices
        return twin

    def saved(self) -> tuple[Any, ...]:
        """What it remembers."""
        return tuple(getattr(self, name) for name in self.remembered)

    def recall(self, memory: tuple[Any, ...]) -> None:
        """Remember what another chooser of this title has saved."""
        for name, value in zip(self.remembered, memory, strict=True):
            setattr(self, name, value)

    @property
    def memory(self) -> tuple[Any, ...]:
        """What it remembers, as plain data: with a state it says what can be chosen."""
        return tuple(sorted(value) if isinstance(value, frozenset) else value for value in self.saved())

    # -- the two steps --------------------------------------------------------------------------------------------

    def choices(self, s: Any) -> Choices:
        """The candidates of the step in hand, always in the same order."""
        if self._choices is None:
            self._choices = self._look(s)
        return self._choices

    def choose(self, s: Any, index: int) -> Order | None:
        """Take a candidate: an order to be given, or None if the other step comes now."""
        candidates = self.choices(s).candidates
        if not 0 <= index < len(candidates):
            raise OrderError(f"there is no candidate {index}; there are {len(candidates)}, counted from 0")
        order, whole = candidates[index]
        self._choices = None
        if whole:
            self.forget(s, order)
            return order
        if order.verb == BACK and self.part is not None:
            self.barren |= {self.part}
            self.part = None
        else:
            self.part = order
        return None

    def encode(self, s: Any, order: Order) -> list[int] | None:
        """The actions that give an order, for learning from games that were played; None if it was cut."""
        for i, (candidate, whole) in enumerate(self.choices(s).candidates):
            if whole and same(candidate, order):
                return [i]
            if not whole and self.completes(candidate, order):
                twin = self.copy()
                twin.choose(s, i)
                rest = twin.encode(s, order)
                if rest is not None:
                    return [i, *rest]
        return None

    def _look(self, s: Any) -> Choices:
        if s.over:
            return Choices(())
        if self.part is None:
            found = self.first_step(s)
            if not found.candidates:
                # Whatever was cut off or led nowhere: somebody who must decide has something to decide.
                return Choices(tuple(Candidate(order, True) for order in islice(self.title.legal(s), LIMIT)))
            if len(found.candidates) != 1 or found.candidates[0].whole:
                return found
            self.part = found.candidates[0].order
        orders, cut = self.second_step(s, self.part)
        if orders:
            return Choices(tuple(Candidate(order, True) for order in orders), cut)
        return Choices((Candidate(Order(BACK), False),))

    # -- what a system says ---------------------------------------------------------------------------------------

    @abstractmethod
    def first_step(self, s: Any) -> Choices:
        """The candidates of step one."""

    def second_step(self, s: Any, part: Order) -> tuple[list[Order], int]:
        """The orders that complete a part, and how many more there were."""
        found = self.title.legal(s, part.units)
        orders = list(found) if part.verb == GROUP else [order for order in found if part_of(order) == part]
        kinds: dict[str, list[Order]] = {}
        for order in orders:
            kinds.setdefault(order.verb, []).append(order)
        kept = shared(list(kinds.values()), LIMIT, spread)
        return kept, len(orders) - len(kept)

    def completes(self, part: Order, order: Order) -> bool:
        """Whether an order may be among those that step two offers for a part."""
        same_units = sorted(part.units) == sorted(order.units)
        return same_units and (part.verb == GROUP or (part.verb, part.word) == (order.verb, order.word))

    def forget(self, s: Any, order: Order) -> None:
        """An order has been chosen and will change the position; ``s`` is the state before it."""
        self.part, self.barren = None, frozenset()

    # -- help for them --------------------------------------------------------------------------------------------

    def listed(self, orders: Iterable[Order]) -> Choices:
        """Legal orders as they come, those that differ only in hex and number taken together as a part."""
        parts: dict[Order, list[Order]] = {}
        for order in orders:
            parts.setdefault(part_of(order), []).append(order)
        found = [Candidate(of[0], True) if len(of) == 1 else Candidate(part, False) for part, of in parts.items()]
        if len(found) <= LIMIT:
            return Choices(tuple(found))
        plain = [c for c in found if not c.order.units]
        return limited(plain[:LIMIT], [[c] for c in found if c.order.units])

    def parts(self, parts: Iterable[Order]) -> list[Candidate]:
        """Parts as candidates, but for those that are known to lead nowhere."""
        return [Candidate(part, False) for part in parts if part not in self.barren]


def part_of(order: Order) -> Order:
    """What step one says of an order: all but hex and number."""
    return Order(order.verb, order.units, word=order.word)


def same(a: Order, b: Order) -> bool:
    """Whether two orders say the same; in which order they name their units says nothing."""
    return a._replace(units=()) == b._replace(units=()) and sorted(a.units) == sorted(b.units)


def limited(sure: list[Candidate], lists: list[list[Candidate]]) -> Choices:
    """Candidates that always stay, and as many of the others as there is room for."""
    kept = shared(lists, LIMIT - len(sure), first)
    return Choices((*sure, *kept), sum(map(len, lists)) - len(kept))


def text(title: Title[Any], candidate: Candidate) -> str:
    """A candidate in words, for people and logs: an order as it is written, a part with what is still open."""
    order, whole = candidate
    names = title.names
    if whole:
        return title.notation.write(order, names)
    units = "+".join(names.unit[u] for u in order.units)
    where = names.hex[order.hex] if order.hex >= 0 else names.hex[order.start] if order.start >= 0 else ""
    return " ".join(filter(None, (order.verb, order.word, units, where, "" if order.verb == BACK else "...")))
