"""How the long lists of the assault titles are narrowed: movement, combat, set-up, advances, crowds that wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from steppe.assault.phases import DONE, MovementPhase
from steppe.assault.setup import DEPLOYMENTS
from steppe.assault.state import PREPARED, AssaultState
from steppe.assault.title import AnyAssaultTitle
from steppe.env import candidates
from steppe.env.candidates import GROUP, Candidate, Choices, Chooser, limited
from steppe.env.opening import SET_UP
from steppe.env.sharing import forces
from steppe.orders import Order, Units


class AssaultChooser(Chooser):
    title: AnyAssaultTitle
    remembered = (*Chooser.remembered, "turned")

    def __init__(self, title: AnyAssaultTitle) -> None:
        super().__init__(title)
        self.turned: frozenset[int] = frozenset()
        """Hexes whose stacks have got a new top since the last order of another kind: once is enough."""

    def forget(self, s: AssaultState, order: Order) -> None:
        super().forget(s, order)
        self.turned = self.turned | {s.hex[order.units[0]]} if order.verb == "top" else frozenset()

    # -- step one -------------------------------------------------------------------------------------------------

    def first_step(self, s: AssaultState) -> Choices:
        name = self.title.decision(s)[0].name
        if name == "movement":
            return self._movement(s)
        if name == "combat":
            return self._combat(s)
        if name == SET_UP:
            return self._set_up(s)
        return self._answers(s)

    def _movement(self, s: AssaultState) -> Choices:
        """The end of the phase; groups, stack by stack, then tops. Of many stacks each gives its fair share.

        Of a stack the whole comes first, then single units, pairs and so on.
        """
        title = self.title
        ready = title.questions.units_ready(s)
        lists = []
        for stack in by_hex(s, (u for u in ready if s.hex[u] >= 0)):
            groups = list(islice(title.movement.groups_with(s, stack), candidates.LIMIT))
            lists.append(self.parts(Order(GROUP, g, start=s.hex[g[0]]) for g in (*groups[-1:], *groups[:-1])))
        lists += [self.parts([Order(GROUP, (u,))]) for u in ready if s.hex[u] < 0]
        lists += [self.parts([Order(GROUP, (u,), start=s.hex[u])]) for u in self._carried(s, ready)]
        return self._phase(s, lists)

    def _carried(self, s: AssaultState, ready: Units) -> list[int]:
        """Units that cannot move by themselves but can be moved by other orders, where a title has such."""
        title = self.title
        decision, seat = title.decision(s)
        if set(decision.verbs) <= set(MovementPhase.verbs):
            return []
        able = set(ready)
        still = [u for u in title.side_units[seat] if s.hex[u] >= 0 and u not in able]
        return [u for u in still if title.movement.factor(s, u) <= 0 and next(title.legal(s, (u,)), None)]

    def _combat(self, s: AssaultState) -> Choices:
        """The end of the phase; hexes that can be attacked, then tops."""
        found = self.title.combat.targets(s, s.frame()[1])
        return self._phase(s, [self.parts([Order("assault", hex=h)]) for h in found])

    def _phase(self, s: AssaultState, lists: list[list[Candidate]]) -> Choices:
        title = self.title
        end = [Candidate(DONE, True)] if title.refuse(s, DONE) is None else []
        tops = [Candidate(o, True) for o in title.stacks.top_orders(s) if s.hex[o.units[0]] not in self.turned]
        return limited(end, [*lists, *([top] for top in tops)])

    def _set_up(self, s: AssaultState) -> Choices:
        """The end of the step; deployments while somebody is off the map; then the units that are, one by one."""
        title = self.title
        waiting = [u for u in title.questions.units_ready(s) if s.hex[u] < 0]
        if title.refuse(s, DONE) is None and not waiting:
            return Choices((Candidate(DONE, True),))
        plain = [DONE, *(Order("deploy", word=word) for word in DEPLOYMENTS)]
        sure = [Candidate(order, True) for order in plain if title.refuse(s, order) is None]
        return limited(sure, [self.parts([Order(GROUP, (u,))]) for u in waiting])

    def _answers(self, s: AssaultState) -> Choices:
        """Any other decision: its legal orders, those that differ only in hex and number taken together."""
        orders = list(islice(self.title.legal(s), candidates.TRIES))
        if len(orders) > candidates.LIMIT and self.title.decision(s)[0].name == "advance":
            return self._advances(s)
        if len(orders) == candidates.TRIES:
            return self._crowd(s, orders)
        return self.listed(orders)

    def _crowd(self, s: AssaultState, orders: list[Order]) -> Choices:
        """More orders than are worth listing: plain ones, and the units that wait, each with its orders in step two."""
        title = self.title
        plain = [Order(verb) for verb in title.decision(s)[0].verbs if not title.notation.forms[verb].tokens]
        sure = [Candidate(order, True) for order in plain if title.refuse(s, order) is None]
        groups = dict.fromkeys(
            [*((u,) for u in title.arrivals.waiting_units(s)), *(o.units for o in orders if o.units)]
        )
        return limited(sure, [self.parts([Order(GROUP, group)]) for group in groups])

    def _advances(self, s: AssaultState) -> Choices:
        """More groups of victors than can be listed."""
        title = self.title
        groups = islice(forces(by_hex(s, title.battles.in_hand(s).attackers)), candidates.TRIES)
        orders = (Order("stay"), *(Order("advance", group) for group in groups))
        legal = [Candidate(order, True) for order in orders if title.refuse(s, order) is None]
        return Choices(tuple(legal[: candidates.LIMIT]), max(1, len(legal) - candidates.LIMIT))

    # -- step two -------------------------------------------------------------------------------------------------

    def second_step(self, s: AssaultState, part: Order) -> tuple[list[Order], int]:
        if part.verb != "assault":
            return super().second_step(s, part)
        orders = list(islice(self._assaults(s, part.hex), candidates.LIMIT + 1))
        kept = orders[: candidates.LIMIT]
        return kept, len(orders) - len(kept)

    def completes(self, part: Order, order: Order) -> bool:
        if part.verb == "assault":
            return order.verb == "assault" and order.hex == part.hex
        return super().completes(part, order)

    def _assaults(self, s: AssaultState, h: int) -> Iterator[Order]:
        """The forces that can attack a hex, each with every number of aircraft."""
        able = self.title.combat.targets(s, s.frame()[1]).get(h, ())
        for force in islice(forces(by_hex(s, able)), candidates.TRIES):
            yield from self.title.combat.with_aircraft(s, Order("assault", force, h), PREPARED)


def by_hex(s: AssaultState, units: Iterable[int]) -> list[list[int]]:
    """Units stack by stack."""
    stacks: dict[int, list[int]] = {}
    for u in units:
        stacks.setdefault(s.hex[u], []).append(u)
    return list(stacks.values())
