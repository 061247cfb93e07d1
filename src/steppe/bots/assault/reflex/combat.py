"""How ``reflex`` fights: all assaults are chosen at one look at the position."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np

from steppe.assault.state import PREPARED
from steppe.bots.assault.phases import DONE, finish
from steppe.bots.assault.sight.assaults import (
    EFFORT,
    Attack,
    battle,
    candidates,
    enemies_in_contact,
    hex_value,
    together,
    with_air,
)
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.searches import FAR
from steppe.bots.assault.sight.situation import Group, Situation, situation_of
from steppe.orders import Order
from steppe.searches import Numbers
from steppe.view import View

PLENTY = (3.5, 7.0)
"""Attack factors for each factor of defence: so many are tried in an assault."""
HOPE = 1.2
"""The least that must be at hand for an assault to be thought of, for each factor of defence."""


class ReflexCombat:
    """The Combat Phase, at one look: enemies in contact are attacked by as many as it takes, the best assault first."""

    def __init__(self) -> None:
        self.queue: deque[Attack] | None = None
        self.last: Group = ()
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        if self.queue is None:
            self.queue = deque(self._plan(situation_of(view)))
        order = self._first(view)
        if order is None and view.refuse(DONE) is not None:  # the rules demand an assault, whatever it costs
            self.queue = deque(self._plan(situation_of(view), -FAR))
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
                order = order._replace(number=0)  # the aircraft have been used elsewhere
            if view.refuse(order) is None:
                self.note, self.last = f"assault: worth {value:.1f} factors" if value > 0 else "", order.units
                return order
        return None

    def _plan(self, situation: Situation, least: float = 0.0) -> list[Attack]:
        """The best first; who is wanted twice fights once, and the other assault is looked at again without him."""
        odds, busy, found = Odds(situation), set[int](), list[Attack]()
        able = {
            h: strongest(situation, h) for h in (enemies_in_contact(situation) if least < 0 else promising(situation))
        }
        seen = [attack for h in able if (attack := quick_assault(odds, h, able[h], least))]
        while seen:
            attack = max(seen, key=lambda a: a.value)
            seen.remove(attack)
            h = attack.order.hex
            if busy.isdisjoint(attack.order.units):
                busy.update(attack.order.units)
                found.append(attack)
            elif again := quick_assault(odds, h, [u for u in able[h] if u not in busy], least):
                seen.append(again)
        return [with_air(odds, attack, hex_value(situation, attack.order.hex), PREPARED) for attack in found]


def promising(situation: Situation) -> list[int]:
    """The enemies in contact who are not too strong for all around them."""
    hexes = np.array(enemies_in_contact(situation), np.int64)
    around = situation.title.board.grid.neighbours[hexes]
    force = np.where(around >= 0, situation.by_hex(situation.attack, situation.seat)[around], 0.0).sum(axis=1)
    found: list[int] = hexes[force >= HOPE * defence_to_beat(situation, hexes)].tolist()
    return found


def defence_to_beat(situation: Situation, hexes: Numbers | int) -> Any:
    """The factors of defence in a hex, or in each of many, with what the place makes of them."""
    return situation.foe_defence[hexes] * (1 + situation.doctrine.siege * situation.shelter[hexes])


def strongest(situation: Situation, h: int) -> list[int]:
    """Who may attack a hex, the strongest first."""
    return sorted(candidates(situation.title, situation.s, h), key=lambda u: (-situation.attack[u], u))


def quick_assault(odds: Odds, h: int, able: list[int], least: float) -> Attack | None:
    """An assault on a hex by as many of the first as are enough; None if it would not bring more than ``least``."""
    title, s, situation = odds.title, odds.s, odds.situation
    strength = np.cumsum(situation.attack[able])
    hard = defence_to_beat(situation, h)
    if not able or (least >= 0 and strength[-1] < HOPE * hard):
        return None
    best = None
    for size in sorted({min(int(np.searchsorted(strength, n * hard)) + 1, len(able)) for n in PLENTY}):
        group = tuple(together(title, s, h, able[:size]))
        if group:
            value = odds.value(battle(title, s, h, group, PREPARED), hex_value(situation, h))
            value -= EFFORT * float(strength[size - 1])
            if value > least:
                best, least = Attack(value, Order("assault", group, h)), value
    return best
