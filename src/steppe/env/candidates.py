"""Orders put together in two steps, each a choice among at most 512 candidates.

Step one chooses an order that needs no more (end the phase, answer a question), or a *part* of one: the units that are
to move, the hex to be attacked, what is to enter. Step two completes the part: where to, with whom, with how many
aircraft. A step that would leave no choice is passed over.

Every candidate comes from the generators that say what is legal to everybody else; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from steppe.assault.combat import battle_in_hand, targets, with_aircraft
from steppe.assault.movement import groups_with
from steppe.assault.phases import DONE, Movement, top_orders
from steppe.assault.setup import DEPLOYMENTS
from steppe.assault.state import PREPARED
from steppe.assault.title import AssaultTitle, Rules
from steppe.env.opening import SET_UP
from steppe.env.sharing import first, forces, shared, spread
from steppe.errors import OrderError, SteppeError
from steppe.orders import About, Order
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


class Chooser:
    """How far a seat has come with its next order. What it remembers is small and immutable: copies are cheap."""

    __slots__ = ("_choices", "barren", "part", "title", "turned")

    def __init__(self, title: Title[Any]) -> None:
        if not isinstance(title, AssaultTitle):
            raise SteppeError(f"{title.name} has no encoding of its orders for learning programs")
        self.title: Rules = title
        self.part: Order | None = None
        """What step one has chosen."""
        self.barren: frozenset[Order] = frozenset()
        """Parts that turned out to lead nowhere, until an order changes the position."""
        self.turned: frozenset[int] = frozenset()
        """Hexes whose stacks have got a new top since the last order of another kind: once is enough."""
        self._choices: Choices | None = None

    def copy(self) -> Chooser:
        twin = Chooser(self.title)
        twin.part, twin.barren, twin.turned, twin._choices = self.part, self.barren, self.turned, self._choices
        return twin

    @property
    def memory(self) -> tuple[Any, ...]:
        """What it remembers, as plain data: with a state it says what can be chosen."""
        return self.part, sorted(self.barren), sorted(self.turned)

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
            turned = self.turned | {s.hex[order.units[0]]} if order.verb == "top" else frozenset()
            self.part, self.barren, self.turned = None, frozenset(), turned
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
            if whole and _same(candidate, order):
                return [i]
            if not whole and _completes(candidate, order):
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
            found = self._first_step(s)
            if len(found.candidates) != 1 or found.candidates[0].whole:
                return found
            self.part = found.candidates[0].order
        orders, cut = self._second_step(s, self.part)
        if orders:
            return Choices(tuple(Candidate(order, True) for order in orders), cut)
        return Choices((Candidate(Order(BACK), False),))

    # -- step one -------------------------------------------------------------------------------------------------

    def _first_step(self, s: Any) -> Choices:
        name = self.title.decision(s)[0].name
        if name == "movement":
            found = self._movement(s)
        elif name == "combat":
            found = self._combat(s)
        elif name == SET_UP:
            found = self._set_up(s)
        else:
            found = self._answers(s)
        if found.candidates:
            return found
        # Whatever was cut off or led nowhere: somebody who must decide has something to decide.
        return Choices(tuple(Candidate(order, True) for order in islice(self.title.legal(s), LIMIT)))

    def _movement(self, s: Any) -> Choices:
        """The end of the phase; groups, stack by stack, then tops. Of many stacks each gives its fair share.

        Of a stack the whole comes first, then single units, pairs and so on.
        """
        title = self.title
        ready = title.ready(s)
        lists = []
        for stack in _by_hex(s, (u for u in ready if s.hex[u] >= 0)):
            groups = list(islice(groups_with(title, s, stack), LIMIT))
            lists.append(self._parts(Order(GROUP, g, start=s.hex[g[0]]) for g in (*groups[-1:], *groups[:-1])))
        lists += [self._parts([Order(GROUP, (u,))]) for u in ready if s.hex[u] < 0]
        lists += [self._parts([Order(GROUP, (u,), start=s.hex[u])]) for u in self._carried(s, ready)]
        return self._phase(s, lists)

    def _carried(self, s: Any, ready: About) -> list[int]:
        """Units that cannot move by themselves but can be moved by other orders, where a title has such."""
        title = self.title
        decision, seat = title.decision(s)
        if set(decision.verbs) <= set(Movement.verbs):
            return []
        able = set(ready)
        still = [u for u in title.side_units[seat] if s.hex[u] >= 0 and u not in able]
        return [u for u in still if title.movement_factor(s, u) <= 0 and next(title.legal(s, (u,)), None)]

    def _combat(self, s: Any) -> Choices:
        """The end of the phase; hexes that can be attacked, then tops."""
        found = targets(self.title, s, s.frame()[1])
        return self._phase(s, [self._parts([Order("assault", hex=h)]) for h in found])

    def _phase(self, s: Any, lists: list[list[Candidate]]) -> Choices:
        title = self.title
        end = [Candidate(DONE, True)] if title.refuse(s, DONE) is None else []
        tops = [Candidate(o, True) for o in top_orders(title, s) if s.hex[o.units[0]] not in self.turned]
        return _limited(end, [*lists, *([top] for top in tops)])

    def _set_up(self, s: Any) -> Choices:
        """The end of the step; deployments while somebody is off the map; then the units that are, one by one."""
        title = self.title
        waiting = [u for u in title.ready(s) if s.hex[u] < 0]
        if title.refuse(s, DONE) is None and not waiting:
            return Choices((Candidate(DONE, True),))
        plain = [DONE, *(Order("deploy", word=word) for word in DEPLOYMENTS)]
        sure = [Candidate(order, True) for order in plain if title.refuse(s, order) is None]
        return _limited(sure, [self._parts([Order(GROUP, (u,))]) for u in waiting])

    def _answers(self, s: Any) -> Choices:
        """Any other decision: its legal orders, those that differ only in hex and number taken together."""
        orders = list(islice(self.title.legal(s), TRIES))
        if len(orders) > LIMIT and self.title.decision(s)[0].name == "advance":
            return self._advances(s)
        if len(orders) == TRIES:
            return self._crowd(s, orders)
        parts: dict[Order, list[Order]] = {}
        for order in orders:
            parts.setdefault(_part(order), []).append(order)
        found = [Candidate(of[0], True) if len(of) == 1 else Candidate(part, False) for part, of in parts.items()]
        if len(found) <= LIMIT:
            return Choices(tuple(found))
        plain = [c for c in found if not c.order.units]
        return _limited(plain[:LIMIT], [[c] for c in found if c.order.units])

    def _crowd(self, s: Any, orders: list[Order]) -> Choices:
        """More orders than are worth listing: plain ones, and the units that wait, each with its orders in step two."""
        title = self.title
        plain = [Order(verb) for verb in title.decision(s)[0].verbs if not title.notation.forms[verb].tokens]
        sure = [Candidate(order, True) for order in plain if title.refuse(s, order) is None]
        groups = dict.fromkeys([*((u,) for u in title.waiting_units(s)), *(o.units for o in orders if o.units)])
        return _limited(sure, [self._parts([Order(GROUP, group)]) for group in groups])

    def _advances(self, s: Any) -> Choices:
        """More groups of victors than can be listed."""
        title = self.title
        groups = islice(forces(_by_hex(s, battle_in_hand(title, s).attackers)), TRIES)
        orders = (Order("stay"), *(Order("advance", group) for group in groups))
        legal = [Candidate(order, True) for order in orders if title.refuse(s, order) is None]
        return Choices(tuple(legal[:LIMIT]), max(1, len(legal) - LIMIT))

    def _parts(self, parts: Iterable[Order]) -> list[Candidate]:
        return [Candidate(part, False) for part in parts if part not in self.barren]

    # -- step two -------------------------------------------------------------------------------------------------

    def _second_step(self, s: Any, part: Order) -> tuple[list[Order], int]:
        if part.verb == "assault":
            orders = list(islice(self._assaults(s, part.hex), LIMIT + 1))
            return orders[:LIMIT], len(orders) - len(orders[:LIMIT])
        found = self.title.legal(s, part.units)
        orders = list(found) if part.verb == GROUP else [order for order in found if _part(order) == part]
        kinds: dict[str, list[Order]] = {}
        for order in orders:
            kinds.setdefault(order.verb, []).append(order)
        kept = shared(list(kinds.values()), LIMIT, spread)
        return kept, len(orders) - len(kept)

    def _assaults(self, s: Any, h: int) -> Iterator[Order]:
        """The forces that can attack a hex, each with every number of aircraft."""
        able = targets(self.title, s, s.frame()[1]).get(h, ())
        for force in islice(forces(_by_hex(s, able)), TRIES):
            yield from with_aircraft(self.title, s, Order("assault", force, h), PREPARED)


def _part(order: Order) -> Order:
    """What step one says of an order: all but hex and number."""
    return Order(order.verb, order.units, word=order.word)


def _same(a: Order, b: Order) -> bool:
    """Whether two orders say the same; in which order they name their units says nothing."""
    return a._replace(units=()) == b._replace(units=()) and sorted(a.units) == sorted(b.units)


def _completes(part: Order, order: Order) -> bool:
    if part.verb == "assault":
        return order.verb == "assault" and order.hex == part.hex
    same_units = sorted(part.units) == sorted(order.units)
    return same_units and (part.verb == GROUP or (part.verb, part.word) == (order.verb, order.word))


def _by_hex(s: Any, units: Iterable[int]) -> list[list[int]]:
    stacks: dict[int, list[int]] = {}
    for u in units:
        stacks.setdefault(s.hex[u], []).append(u)
    return list(stacks.values())


def _limited(sure: list[Candidate], lists: list[list[Candidate]]) -> Choices:
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
