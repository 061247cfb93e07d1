"""Decisions between the phases: set-up, declarations, withdrawals, refits, entries, conversions into Guards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from steppe.assault.units import GONE
from steppe.bots.assault.decisions.arrivals import next_entry
from steppe.bots.assault.phases import DONE
from steppe.bots.assault.sight.situation import situation_of
from steppe.bots.assault.sight.threats import break_ins, intruders
from steppe.orders import Order
from steppe.view import View


def set_up(view: View[Any], rng: random.Random) -> Order:
    """The ready deployment if there is one; otherwise chance decides."""
    for order in (DONE, Order("deploy", word="historical"), Order("deploy", word="random")):
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def withdraw_and_rebuild(view: View[Any], rng: random.Random) -> Order:
    """Withdraw the unit that is missed least, rebuild the one that gains most."""
    situation = situation_of(view)
    orders = list(view.legal())
    far, who = situation.foe_distance, intruders(situation)

    def missed(order: Order) -> tuple[int, float, int]:
        u = order.units[0]
        ghost = situation.s.clone()
        situation.title.stacks.lift(ghost, u, GONE)
        opened = len(break_ins(situation, ghost, who))
        return opened, situation.unit_value(u) - 0.2 * min(int(far[situation.s.hex[u]]), 10), u

    due = [o for o in orders if o.verb == "withdraw"]
    if due:
        return min(due, key=missed)
    rebuilt = [o for o in orders if o.verb == "replace"]
    return (
        max(rebuilt, key=lambda o: (situation.step_gain(o.units[0]), situation.unit_value(o.units[0]), -o.units[0]))
        if rebuilt
        else DONE
    )


def withdrawal(view: View[Any], rng: random.Random) -> Order:
    """Units are cheaper than points: the one that is missed least goes home."""
    situation = situation_of(view)
    able = [o for o in view.legal() if o.verb == "withdraw"]
    far = situation.foe_distance

    def missed(order: Order) -> tuple[float, int]:
        u = order.units[0]
        return situation.unit_value(u) - 0.2 * min(int(far[situation.s.hex[u]]), 10), u

    return min(able, key=missed) if able else view.pick(rng)


def refit(view: View[Any], rng: random.Random) -> Order:
    """Whoever can be made whole rests for it; steps that cost no rest go to those who gain most."""
    orders = list(view.legal())
    rest = next((o for o in orders if o.verb == "refit"), None)
    rebuilt = [o for o in orders if o.verb == "replace"]
    if rest is not None or not rebuilt:
        return rest or DONE
    situation = situation_of(view)
    return max(rebuilt, key=lambda o: (situation.step_gain(o.units[0]), -o.units[0]))


def entry(view: View[Any], rng: random.Random) -> Order:
    """New units first, then steps for those who gain most by one."""
    situation = situation_of(view)
    order = next_entry(view, situation)
    if order is not None:
        return order
    rebuilt = [o for o in view.legal() if o.verb == "replace"]
    return max(rebuilt, key=lambda o: (situation.step_gain(o.units[0]), -o.units[0])) if rebuilt else DONE


def guards_conversion(view: View[Any], rng: random.Random) -> Order:
    """The new unit goes where it is wanted most."""
    situation = situation_of(view)
    wanted = situation.defenders_wanted * (1.0 + situation.shelter)
    orders = [o for o in view.legal() if o.units]
    return max(
        orders, key=lambda o: (float(wanted[view.state.hex[o.units[0]]]), -situation.unit_value(o.units[0]), o.units)
    )


def first_of(*words: str) -> Callable[[View[Any], random.Random], Order]:
    """An answer by a fixed preference: the first of some words that is legal."""

    def answer(view: View[Any], rng: random.Random) -> Order:
        by_word = {order.word: order for order in view.legal() if not order.units}
        return next((by_word[word] for word in words if word in by_word), None) or view.pick(rng)

    return answer
