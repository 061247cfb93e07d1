"""Decisions between the phases: set-up, the order of phases, offensives, arrivals, withdrawals, conversions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault.stacks import lift
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT, AssaultState
from steppe.assault.units import GONE
from steppe.bots.fight import first_phase
from steppe.bots.hold import could_strike
from steppe.bots.picture import Floats, Picture, break_ins, distances, look
from steppe.orders import Order
from steppe.view import View

if TYPE_CHECKING:
    from steppe.assault.title import Rules

DONE = Order("done")
CLOSE = 3
"""Nearer than this, an arriving unit would be caught before it could dig in."""


def set_up(view: View[Any], rng: random.Random) -> Order:
    """The ready deployment if there is one; otherwise chance decides."""
    for order in (DONE, Order("deploy", word="historical"), Order("deploy", word="random")):
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def phase_order(view: View[Any], rng: random.Random) -> Order:
    words = ("move-fight", "fight-move")
    picture = look(view)
    if view.seat in picture.title.mobile_sides:
        first = first_phase(picture.title, picture)
    else:
        first = MOVE_FIGHT if could_strike(picture) else FIGHT_MOVE
    for number in (first, 1 - first):
        order = Order("order", word=words[number])
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def offensive(view: View[Any], rng: random.Random) -> Order:
    """An offensive that costs one turn and helps the next: declared where little is lost and much gained."""
    picture = look(view)
    s, title = picture.s, picture.title
    turns = range(s.turn, last_chance(title) + 1)
    best = max(turns, key=lambda t: (pace(title, s, view.seat, t + 1) - pace(title, s, view.seat, t), -t))
    return Order("november", word="declare" if s.turn == best else "decline")


def last_chance(title: Rules) -> int:
    """The last turn on which the sequence of play asks for the declaration."""
    turns = [t for step in title.sequence.steps if step.decision == "november" for t in step.turns]
    return int(getattr(title, "last_declaration", max(turns, default=0)))


def pace(title: Rules, s: AssaultState, seat: int, turn: int) -> int:
    """The greatest movement factor of a side on some turn."""
    ghost = s.clone()
    ghost.turn = turn
    return max((title.movement_factor(ghost, u) for u in title.side_units[seat] if s.hex[u] >= 0), default=0)


def strength_changes(view: View[Any], rng: random.Random) -> Order:
    """Withdraw the unit that is missed least, rebuild the one that gains most."""
    picture = look(view)
    orders = list(view.legal())
    far, who = picture.foe_distance, picture.intruders()

    def missed(order: Order) -> tuple[int, float, int]:
        u = order.units[0]
        ghost = picture.s.clone()
        lift(picture.title, ghost, u, GONE)
        opened = len(break_ins(picture, ghost, who))
        return opened, picture.worth(u) - 0.2 * min(int(far[picture.s.hex[u]]), 10), u

    due = [o for o in orders if o.verb == "withdraw"]
    if due:
        return min(due, key=missed)
    rebuilt = [o for o in orders if o.verb == "replace"]
    return max(rebuilt, key=lambda o: (picture.worth(o.units[0]), -o.units[0])) if rebuilt else DONE


def danger(picture: Picture) -> Floats:
    """How much a unit is wanted in each hex: near objectives of one's own that the enemy is near to."""
    wanted = np.zeros(picture.title.board.size)
    for goal in picture.held():
        for h in goal.hexes:
            threat = goal.value / (4.0 + float(picture.foe_distance[h]))
            wanted += threat / (3.0 + distances(picture.title, h)) / len(goal.hexes)
    return wanted


class Arrivals:
    """Reinforcements where they are wanted most, a few to each place."""

    def __init__(self) -> None:
        self.ranked: list[int] | None = None

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.ranked is None:
            picture = look(view)
            wanted = danger(picture) * np.where(picture.foe_distance < CLOSE, 0.1, 1.0)
            entries = sorted({o.hex for o in view.legal() if o.verb == "enter"})
            self.ranked = sorted(entries, key=lambda h: (-float(wanted[h]), h))
        while self.ranked:
            for word in self._types(view):
                order = Order("enter", word=word, hex=self.ranked[0])
                if view.refuse(order) is None:
                    return order
            self.ranked.pop(0)
        return DONE

    def _types(self, view: View[Any]) -> list[str]:
        form = view.title.notation.forms["enter"]
        return next(token for token in form.tokens if token.startswith("WORD("))[5:-1].split("|")


def guards(view: View[Any], rng: random.Random) -> Order:
    """The new unit goes where it is wanted most."""
    picture = look(view)
    wanted = danger(picture) * (1.0 + picture.shelter)
    orders = [o for o in view.legal() if o.units]
    return max(orders, key=lambda o: (float(wanted[view.state.hex[o.units[0]]]), -picture.worth(o.units[0]), o.units))
