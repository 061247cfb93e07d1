"""Brawl: how ``reflex`` fights."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.assault.state import PREPARED
from steppe.bots.aims import Group
from steppe.bots.attacks import EFFORT, Attack, Odds, battle, candidates, together, with_air
from steppe.bots.fight import ground_worth, touching
from steppe.bots.phases import DONE, finish
from steppe.bots.picture import Picture, look
from steppe.bots.searches import FAR
from steppe.orders import Order
from steppe.view import View

PLENTY = (3.5, 7.0)
"""Attack factors for each factor of defence: so many are tried in an assault."""
HOPE = 1.2
"""With fewer no assault is thought of."""


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
            if order.number and view.refuse(order) is not None:
                order = order._replace(number=0)  # they fly elsewhere
            if view.refuse(order) is None:
                self.note, self.last = f"assault: worth {value:.1f} factors" if value > 0 else "", order.units
                return order
        return None

    def _plan(self, picture: Picture, least: float = 0.0) -> list[Attack]:
        """The best first; who is wanted twice fights once, and the other assault is looked at again without him."""
        odds, busy, found = Odds(picture), set[int](), list[Attack]()
        able = {h: strongest(picture, h) for h in (touching(picture) if least < 0 else promising(picture))}
        seen = [attack for h in able if (attack := glance(odds, h, able[h], least))]
        while seen:
            attack = max(seen, key=lambda a: a.value)
            seen.remove(attack)
            h = attack.order.hex
            if busy.isdisjoint(attack.order.units):
                busy.update(attack.order.units)
                found.append(attack)
            elif again := glance(odds, h, [u for u in able[h] if u not in busy], least):
                seen.append(again)
        return [with_air(odds, attack, ground_worth(picture, attack.order.hex), PREPARED) for attack in found]


def promising(picture: Picture) -> list[int]:
    """The enemies in contact who are not too strong for all around them."""
    hexes = np.array(touching(picture), np.int64)
    around = picture.title.board.grid.neighbours[hexes]
    force = np.where(around >= 0, picture.by_hex(picture.attack, picture.seat)[around], 0.0).sum(axis=1)
    found: list[int] = hexes[force >= HOPE * wall(picture, hexes)].tolist()
    return found


def wall(picture: Picture, hexes: Any) -> Any:
    """The factors of defence in a hex, or in each of many, with what the place makes of them."""
    return picture.foe_defence[hexes] * (1 + picture.title.doctrine.siege * picture.shelter[hexes])


def strongest(picture: Picture, h: int) -> list[int]:
    """Who may attack a hex, the strongest first."""
    return sorted(candidates(picture.title, picture.s, h), key=lambda u: (-picture.attack[u], u))


def glance(odds: Odds, h: int, able: list[int], least: float) -> Attack | None:
    """An assault on a hex by as many of the first as are enough; None if it would not bring more than ``least``."""
    title, s, picture = odds.title, odds.s, odds.picture
    strength = np.cumsum(picture.attack[able])
    hard = wall(picture, h)
    if not able or (least >= 0 and strength[-1] < HOPE * hard):
        return None
    best = None
    for size in sorted({min(int(np.searchsorted(strength, n * hard)) + 1, len(able)) for n in PLENTY}):
        group = tuple(together(title, s, h, able[:size]))
        if group:
            value = odds.value(battle(title, s, h, group, PREPARED), ground_worth(picture, h))
            value -= EFFORT * float(strength[size - 1])
            if value > least:
                best, least = Attack(value, Order("assault", group, h)), value
    return best
