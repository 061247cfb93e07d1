"""What the bots of this family share: an answer to every decision, and a plan for every phase of many orders.

Plans last for a phase and are checked against the rules order by order, so a surprise costs a plan and never the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from steppe.assault.doctrine import ARRIVALS, ENTRY, PASSING, REBUILDING
from steppe.bots.assault.decisions import between_phases, in_battle, phase_order
from steppe.bots.assault.decisions.appraisal import SeatAppraisal
from steppe.bots.assault.decisions.arrivals import Arrivals
from steppe.bots.assault.memory import doctrine_of
from steppe.bots.assault.phases import finish
from steppe.bots.assault.reasons import REASONS
from steppe.bots.assault.sight.situation import rules_of
from steppe.bots.notes import explain
from steppe.orders import Order
from steppe.view import View

Answer = Callable[[View[Any], random.Random], Order]


class Plan(Protocol):
    """What is to be done in a phase of many orders."""

    note: str
    """Why its last order was given."""

    def next(self, view: View[Any], rng: random.Random) -> Order: ...


ANSWERS: dict[str, Answer] = {
    "set-up": between_phases.set_up,
    "phase order": phase_order.phase_order,
    "pause": between_phases.first_of("decline"),
    "pause abort": between_phases.first_of("keep"),
    "concentration": between_phases.first_of("decline", "rescind", "keep"),
    "withdrawal": between_phases.withdrawal,
    "refit": between_phases.refit,
    "guards conversion": between_phases.guards_conversion,
    "defender air": in_battle.defender_air,
    "conversion": in_battle.conversion,
    "loss": in_battle.loss,
    "retreat": in_battle.retreat,
    "advance": in_battle.advance,
    "overstack": in_battle.overstack,
    ENTRY: between_phases.entry,
    REBUILDING: between_phases.withdraw_and_rebuild,
    PASSING: finish,
}
"""The family's decisions that need no memory, and the ways in which a title's own may be answered."""
FRESH_STARTS = frozenset({"set-up", "phase order"})
"""Decisions with which a player turn or a game begins: whatever was planned before is void."""


def drives_on(view: View[Any]) -> bool:
    """Whether this seat's part is to attack."""
    return view.seat in doctrine_of(rules_of(view)).offensive_sides


def way_of(view: View[Any]) -> str:
    """How the decision in hand is answered: by its own name, or as the title's doctrine says."""
    decision = view.prompt.decision
    return doctrine_of(rules_of(view)).ways.get(decision, decision)


class AssaultBot:
    """A bot that has an answer to every decision; what it plans for the great phases, its own class says."""

    name: str

    def __init__(self) -> None:
        self.moment: tuple[object, ...] = ()
        self.plan: Plan | None = None
        self.note = ""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        decision = view.prompt.decision
        if decision in FRESH_STARTS:
            self.moment = ()
        own = doctrine_of(rules_of(view)).answers().get(decision)
        answer = ANSWERS.get(way_of(view))
        if own is not None:
            order = own(SeatAppraisal(view)) or view.pick(rng)
        elif answer is not None:
            order = answer(view, rng)
        else:
            return self._follow_plan(view, rng)
        self.note = self.explain(view, order)
        return order

    def _follow_plan(self, view: View[Any], rng: random.Random) -> Order:
        plan = self.plan_in_hand(view)
        order = view.pick(rng) if plan is None else plan.next(view, rng)
        self.note = ("" if plan is None else plan.note) or self.explain(view, order)
        if order.verb == "done":
            self.moment = ()
        return order

    def plan_in_hand(self, view: View[Any]) -> Plan | None:
        """The plan of this phase: kept while the phase lasts, made anew when another begins."""
        moment = (view.title, view.seat, view.prompt.decision)
        if moment != self.moment:
            self.moment = moment
            self.plan = self.make_plan(view, way_of(view))
        return self.plan

    def make_plan(self, view: View[Any], way: str) -> Plan | None:
        """A plan for a phase of many orders, by the way in which it is answered; none if chance is to decide."""
        return Arrivals() if way == ARRIVALS else None

    def explain(self, view: View[Any], order: Order) -> str:
        """What there is to say about an order when no plan says it."""
        if order.verb == "air" and not order.number:
            return ""
        return explain(view, order, REASONS, doctrine_of(rules_of(view)).reasons)
