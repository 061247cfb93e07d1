"""The Combat Phase: the best assault first, then the others are looked at again."""

from __future__ import annotations

import random
from typing import Any

from steppe.bots.assault.memory import distances
from steppe.bots.assault.sight.assaults import WORTHWHILE, best_assault_on, duty, enemies_in_contact, is_sound
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.orders import Order
from steppe.view import View

LOST_CAUSE = -1e9


class GreedyCombat:
    """One combat phase. What every target was worth when last looked at is remembered."""

    def __init__(self, price: float = 0.0) -> None:
        self.price = price
        """What an attack must bring besides."""
        self.values: dict[int, float] | None = None
        self.last = -1
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        situation = situation_of(view)
        odds = Odds(situation)
        self._look_around(situation, odds)
        assert self.values is not None
        while self.values:
            h = max(self.values, key=lambda t: (self.values[t], -t))  # type: ignore[index]
            if self.values[h] < WORTHWHILE + self.price:
                break
            attack = best_assault_on(odds, h)
            if attack is None or attack.value < self.values[h] - 0.01:
                self.values[h] = LOST_CAUSE if attack is None else attack.value
                continue
            del self.values[h]
            if is_sound(view, odds, attack) and view.refuse(attack.order) is None:
                self.last = h
                self.note = f"assault: worth {attack.value:.1f} factors"
                return attack.order
        self.note = ""
        return duty(view, odds, rng)

    def _look_around(self, situation: Situation, odds: Odds) -> None:
        """At first at every target, later at those near the last battle."""
        if self.values is None:
            self.values = {}
            hexes = enemies_in_contact(situation)
        elif self.last >= 0:
            near = distances(situation.title, self.last) <= 2
            hexes = [h for h in enemies_in_contact(situation) if near[h]]
        else:
            hexes = []
        for h in hexes:
            attack = best_assault_on(odds, h)
            if attack is not None:
                self.values[h] = attack.value
            else:
                self.values.pop(h, None)
