"""Decisions between the phases: set-up, the order of phases, arrivals, withdrawals, refits, conversions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault.stacks import lift
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.assault.units import GONE
from steppe.bots.entries import CLOSE, next_entry
from steppe.bots.fight import first_phase
from steppe.bots.hold import could_strike
from steppe.bots.picture import look
from steppe.bots.threats import break_ins, intruders
from steppe.orders import Order
from steppe.view import View

if TYPE_CHECKING:
    pass

DONE = Order("done")


def set_up(view: View[Any], rng: random.Random) -> Order:
    """The ready deployment if there is one; otherwise chance decides."""
    for order in (DONE, Order("deploy", word="historical"), Order("deploy", word="random")):
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def phase_order(view: View[Any], rng: random.Random) -> Order:
    words = ("move-fight", "fight-move")
    picture = look(view)
    if view.seat in picture.title.offensive_sides:
        first = first_phase(picture.title, picture)
    else:
        first = MOVE_FIGHT if could_strike(picture) else FIGHT_MOVE
    for number in (first, 1 - first):
        order = Order("order", word=words[number])
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def strength_changes(view: View[Any], rng: random.Random) -> Order:
    """Withdraw the unit that is missed least, rebuild the one that gains most."""
    picture = look(view)
    orders = list(view.legal())
    far, who = picture.foe_distance, intruders(picture)

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
    return (
        max(rebuilt, key=lambda o: (picture.step_gain(o.units[0]), picture.worth(o.units[0]), -o.units[0]))
        if rebuilt
        else DONE
    )


def withdrawal(view: View[Any], rng: random.Random) -> Order:
    """Units are cheaper than points: the one that is missed least goes home."""
    picture = look(view)
    able = [o for o in view.legal() if o.verb == "withdraw"]
    far = picture.foe_distance

    def missed(order: Order) -> tuple[float, int]:
        u = order.units[0]
        return picture.worth(u) - 0.2 * min(int(far[picture.s.hex[u]]), 10), u

    return min(able, key=missed) if able else view.pick(rng)


def refit(view: View[Any], rng: random.Random) -> Order:
    """Whoever can be made whole rests for it; steps that cost no rest go to those who gain most."""
    orders = list(view.legal())
    rest = next((o for o in orders if o.verb == "refit"), None)
    rebuilt = [o for o in orders if o.verb == "replace"]
    if rest is not None or not rebuilt:
        return rest or DONE
    picture = look(view)
    return max(rebuilt, key=lambda o: (picture.step_gain(o.units[0]), -o.units[0]))


def entry(view: View[Any], rng: random.Random) -> Order:
    """New units first, then steps for those who gain most by one."""
    picture = look(view)
    order = next_entry(view, picture)
    if order is not None:
        return order
    rebuilt = [o for o in view.legal() if o.verb == "replace"]
    return max(rebuilt, key=lambda o: (picture.step_gain(o.units[0]), -o.units[0])) if rebuilt else DONE


class Arrivals:
    """Reinforcements where they are wanted most, a few to each place."""

    def __init__(self, verb: str) -> None:
        self.verb, self.note = verb, ""
        self.ranked: list[int] | None = None

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.ranked is None:
            picture = look(view)
            wanted = picture.danger * np.where(picture.foe_distance < CLOSE, 0.1, 1.0)
            entries = sorted({o.hex for o in view.legal() if o.verb == self.verb})
            self.ranked = sorted(entries, key=lambda h: (-float(wanted[h]), h))
        while self.ranked:
            for word in self._types(view):
                order = Order(self.verb, word=word, hex=self.ranked[0])
                if view.refuse(order) is None:
                    return order
            self.ranked.pop(0)
        return DONE if view.refuse(DONE) is None else view.pick(rng)

    def _types(self, view: View[Any]) -> list[str]:
        form = view.title.notation.forms[self.verb]
        return next(token for token in form.tokens if token.startswith("WORD("))[5:-1].split("|")


def guards(view: View[Any], rng: random.Random) -> Order:
    """The new unit goes where it is wanted most."""
    picture = look(view)
    wanted = picture.danger * (1.0 + picture.shelter)
    orders = [o for o in view.legal() if o.units]
    return max(orders, key=lambda o: (float(wanted[view.state.hex[o.units[0]]]), -picture.worth(o.units[0]), o.units))
