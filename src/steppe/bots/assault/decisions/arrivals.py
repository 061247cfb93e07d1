"""Units that come on to the map: who, and where."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import numpy as np

from steppe.bots.assault.phases import DONE
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.orders import Order, words_of
from steppe.view import View

CLOSE = 3
"""Nearer than this, an arriving unit would be caught before it could dig in."""


def next_entry(view: View[Any], situation: Situation) -> Order | None:
    """An order that brings one of the waiting units on to the map; None if none waits or can come."""
    return Entries().next(view, situation)


class Entries:
    """The same for a whole phase: places are asked for once, for like units have like places."""

    def __init__(self) -> None:
        self.places: dict[tuple[str, str], dict[int, Order]] = {}

    def next(self, view: View[Any], situation: Situation) -> Order | None:
        title, s = situation.title, situation.s
        for u in title.arrivals.waiting_units(s):
            kind = title.units.kind[u], title.units.units[u].entry
            if kind not in self.places:
                self.places[kind] = {o.hex: o for o in view.legal((u,)) if o.verb == "enter"}
            for h in ranked(situation, self.places[kind]):
                order = self.places[kind][h]._replace(units=(u,))
                if title.stacking.has_room(s, (u,), h) and view.refuse(order) is None:
                    return order
            self.places[kind] = {}
        return None


def ranked(situation: Situation, places: Collection[int]) -> list[int]:
    """Hexes to enter at, the best first: an attacker far forward, a defender where he is wanted and finds room."""
    if not places:
        return []
    hexes = np.array(sorted(places))
    crowd = situation.s.vector("load")[hexes] / situation.title.stacking.limit[hexes]
    far = situation.foe_distance[hexes]
    if situation.seat in situation.doctrine.offensive_sides:
        merit = -far - np.where(far < CLOSE, 2.0, 0.0) - crowd
    else:
        full = np.where(crowd >= 1, 0.05, 1.0)
        merit = situation.defenders_wanted[hexes] * np.where(far < CLOSE, 0.1, 1.0) * full / (0.5 + crowd)
    found: list[int] = hexes[np.argsort(-merit, kind="stable")].tolist()
    return found


class Arrivals:
    """Reinforcements by their types, where they are wanted most, a few to each place."""

    def __init__(self) -> None:
        self.verb, self.note = "", ""
        self.ranked: list[int] | None = None

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.ranked is None:
            situation = situation_of(view)
            wanted = situation.defenders_wanted * np.where(situation.foe_distance < CLOSE, 0.1, 1.0)
            orders = [o for o in view.legal() if o.hex >= 0]
            self.verb = next((o.verb for o in orders), "")
            entries = sorted({o.hex for o in orders})
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
        return words_of(next(token for token in form.tokens if token.startswith("WORD(")))
