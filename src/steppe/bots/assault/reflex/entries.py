"""How ``reflex`` brings units on to the map."""

from __future__ import annotations

import random
from typing import Any

from steppe.bots.assault.decisions.arrivals import Entries
from steppe.bots.assault.phases import DONE
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.orders import Order
from steppe.view import View


class ReflexEntries:
    """Who comes on to the map in a phase for that: where he is wanted most; then steps for those who gain most."""

    def __init__(self) -> None:
        self.situation: Situation | None = None
        self.entries = Entries()
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        situation = self.situation = self.situation or situation_of(view)
        order = self.entries.next(view, situation)
        if order is None:
            rebuilt = [o for o in view.legal() if o.verb == "replace"]
            order = max(rebuilt, key=lambda o: (situation.step_gain(o.units[0]), -o.units[0]), default=DONE)
        if order is not DONE:
            view.title.apply(situation.s, order)
        return order
