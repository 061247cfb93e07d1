"""Brawl: how ``reflex`` fights."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.assault.state import PREPARED
from steppe.bots.aims import Group
from steppe.bots.attacks import EFFORT, Attack, Odds, battle, candidates, together
from steppe.bots.fight import ground_worth, touching
from steppe.bots.phases import DONE, finish
from steppe.bots.picture import Picture, look
from steppe.bots.searches import FAR
from steppe.orders import Order
from steppe.view import View

PLENTY = (2.0, 3.5, 7.0)
"""Attack factors for each factor of defence: so many are tried in an assault."""


class Brawl:
    """The Combat Phase, at one look: enemies in contact are attacked by as many as it takes, the best assault first."""

    def __init__(self) -> None:
        self.queue: deque[Attack] | None = None
        self.last: Group = ()
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue = deque(self._plan(look(view)))
        order = self._first(view)
        if order is None and view.refuse(DONE) is not None:  # the rules demand an assault, whatever it costs
            self.queue = deque(self._plan(look(view), -FAR))
            order = self._first(view)
        return order or finish(view, rng)

    def follow(self, view: View[Any]) -> Order | None:
        """As many of the victors as fit go forward, the strongest first."""
        group: Group = ()
        for u in self.last:
            if view.refuse(Order("advance", (*group, u))) is None:
                group = *group, u
        return Order("advance", group) if group else None

    def _first(self, view: View[Any]) -> Order | None:
        self.note = ""
        while self.queue:
            value, order = self.queue.popleft()
            if view.refuse(order) is None:
                self.note, self.last = f"assault: worth {value:.1f} factors" if value > 0 else "", order.units
                return order
        return None

    def _plan(self, picture: Picture, least: float = 0.0) -> list[Attack]:
        """The best first; who is wanted twice fights once, and the other assault is looked at again without him."""
        odds, busy, found = Odds(picture), set[int](), list[Attack]()
        around = picture.title.board.grid.neighbours
        force = np.where(around >= 0, picture.by_hex(picture.attack, picture.seat)[around], 0.0).sum(axis=1)
        hexes = [h for h in touching(picture) if least < 0 or force[h] >= picture.foe_defence[h]]
        seen = [attack for h in hexes if (attack := glance(odds, h, busy, least))]
        while seen:
            attack = max(seen, key=lambda a: a.value)
            seen.remove(attack)
            if busy.isdisjoint(attack.order.units):
                busy.update(attack.order.units)
                found.append(attack)
            elif again := glance(odds, attack.order.hex, busy, least):
                seen.append(again)
        return found


def glance(odds: Odds, h: int, busy: set[int], least: float) -> Attack | None:
    """An assault on a hex by as many of the strongest as are enough; None if it would not bring more than ``least``."""
    title, s, picture = odds.title, odds.s, odds.picture
    able = sorted((u for u in candidates(title, s, h) if u not in busy), key=lambda u: (-picture.attack[u], u))
    strength = np.cumsum(picture.attack[able])
    wall = picture.foe_defence[h] * (1 + title.doctrine.siege * picture.shelter[h])
    best = None
    for size in sorted({min(int(np.searchsorted(strength, n * wall)) + 1, len(able)) for n in PLENTY}):
        group = tuple(together(title, s, h, able[:size])) if able else ()
        if group:
            value = odds.value(battle(title, s, h, group, PREPARED), ground_worth(picture, h))
            value -= EFFORT * float(strength[size - 1])
            if value > least:
                best, least = Attack(value, Order("assault", group, h)), value
    return best
