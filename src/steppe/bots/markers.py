"""Markers that are laid on stacks or go along with them, and what a force does that is not yet through."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.assault.combat import battle_in_hand
from steppe.assault.supply import in_supply
from steppe.bots.attacks import Odds
from steppe.bots.picture import Picture, look
from steppe.bots.reactions import stake
from steppe.orders import Order
from steppe.view import View

DONE = Order("done")
DEAR = 2.0
"""A step worth more than so many times the hex is not given up for it."""


def support(view: View[Any], rng: random.Random) -> Order:
    """Aircraft to the strongest stacks that can strike, the last and best unit first."""
    picture = look(view)
    orders = [order for order in view.legal() if order.verb == "support"]
    if not orders:
        return DONE
    strike = picture.by_hex(picture.attack, picture.seat) / (2.0 + picture.foe_distance)
    return max(orders, key=lambda o: (float(strike[o.hex]), len(o.word), o.word, -o.hex))


def lift(view: View[Any], rng: random.Random) -> Order:
    """Aerial supply for the most valuable stacks without any other."""
    picture = look(view)
    title, s = picture.title, picture.s
    cut = np.zeros(title.board.size)
    for u in title.side_units[picture.seat]:
        if s.hex[u] >= 0 and not in_supply(title, s, u):
            cut[s.hex[u]] += picture.worth(u)
    orders = [order for order in view.legal() if order.verb == "lift" and cut[order.hex] > 0]
    return max(orders, key=lambda o: (float(cut[o.hex]), -o.hex)) if orders else DONE


def done(view: View[Any], rng: random.Random) -> Order:
    """Nothing more."""
    return DONE if view.refuse(DONE) is None else view.pick(rng)


def go_along(view: View[Any], rng: random.Random) -> Order:
    """Markers go where the fighting is."""
    return Order("markers", word="go")


def stand(view: View[Any], rng: random.Random) -> Order:
    """A dear step is not given for a hex that means little."""
    picture = look(view)
    b = battle_in_hand(picture.title, picture.s)
    cheapest = min(picture.step_worth(u) for u in b.defenders)
    return Order("defend", word="retreat" if cheapest > DEAR * stake(picture, b.hex) else "stand")


def press(view: View[Any], rng: random.Random) -> Order:
    """Another round if it is worth more than nothing."""
    picture = look(view)
    b = battle_in_hand(picture.title, picture.s)
    worth = Odds(picture).value(b, stake(picture, b.hex) + ground(picture, b.hex))
    return Order("press", word="again" if worth > 0 else "halt")


def ground(picture: Picture, h: int) -> float:
    return 0.4 * float(picture.resistance[h])
