"""The bot ``greedy``: the best immediate expected value, with exact odds and without a thought for the reply.

A side that can make mobile assaults drives on the objectives, the other holds them. Plans last for a phase and are
checked against the rules order by order, so a surprise costs a plan and never the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from steppe.assault.title import AssaultTitle
from steppe.bots import affairs, declarations, markers, reactions
from steppe.bots.affairs import Arrivals
from steppe.bots.drive import Drive
from steppe.bots.fight import Fight
from steppe.bots.hold import Hold
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
    "set-up": affairs.set_up,
    "phase order": affairs.phase_order,
    "november": declarations.offensive,
    "directive": declarations.directive,
    "pause": declarations.first_of("decline"),
    "pause abort": declarations.first_of("keep"),
    "concentration": declarations.first_of("decline", "rescind", "keep"),
    "replacement and withdrawal": affairs.strength_changes,
    "withdrawal": affairs.withdrawal,
    "refit": affairs.refit,
    "german entry": affairs.entry,
    "soviet entry": affairs.entry,
    "guards conversion": affairs.guards,
    "defender air": reactions.defender_air,
    "conversion": reactions.conversion,
    "loss": reactions.loss,
    "raid": reactions.raid,
    "retreat": reactions.retreat,
    "sea retreat": reactions.retreat,
    "advance": reactions.advance,
    "overstack": reactions.overstack,
    "air commitment": markers.support,
    "aerial supply": markers.lift,
    "hedgehogs": markers.done,
    "german arrivals": markers.done,
    "markers": markers.go_along,
    "stand": markers.stand,
    "another round": markers.press,
}
"""Decisions that need no memory."""
FRESH_STARTS = frozenset({"set-up", "phase order"})
"""Decisions with which a player turn or a game begins: whatever was planned before is void."""


def attacks(view: View[Any]) -> bool:
    """Whether this seat's part is to drive on: it is if it can make mobile assaults."""
    return isinstance(view.title, AssaultTitle) and view.seat in view.title.offensive_sides


PLANS: dict[str, Callable[[View[Any]], Plan]] = {
    "movement": lambda view: Drive() if attacks(view) else Hold(),
    "combat": lambda view: Fight(),
    "reinforcement": lambda view: Arrivals("enter"),
    "soviet arrivals": lambda view: Arrivals("bring"),
    "rvgk": lambda view: Arrivals("bring"),
}
"""Phases of many orders, each with a plan that lasts as long as the phase."""


class GreedyBot:
    name = "greedy"

    def __init__(self) -> None:
        self.moment: tuple[object, ...] = ()
        self.plan: Plan | None = None
        self.note = ""

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        decision = view.prompt.decision
        if decision in FRESH_STARTS:
            self.moment = ()
        answer = ANSWERS.get(decision)
        if answer is not None:
            order = answer(view, rng)
            self.note = explain(view, order)
            return order
        plan = self._plan(view, decision)
        order = view.pick(rng) if plan is None else plan.next(view, rng)
        self.note = ("" if plan is None else plan.note) or explain(view, order)
        if order.verb == "done":
            self.moment = ()
        return order

    def _plan(self, view: View[Any], decision: str) -> Plan | None:
        """The plan of this phase: kept while the phase lasts, made anew when another begins."""
        moment = (view.title, view.seat, decision)
        if moment != self.moment:
            self.moment = moment
            self.plan = self.make_plan(view, decision)
        return self.plan

    def make_plan(self, view: View[Any], decision: str) -> Plan | None:
        return PLANS[decision](view) if decision in PLANS else None
