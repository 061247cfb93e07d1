"""The Combat Phase: the best assault first, then the others are looked at again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe.assault.combat import battle_of
from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT, PREPARED
from steppe.bots.attacks import WORTHWHILE, Attack, Odds, best_group, candidates, with_air
from steppe.bots.picture import Picture, distances, look
from steppe.orders import Order
from steppe.view import View

if TYPE_CHECKING:
    from steppe.assault.title import Rules

LOST_CAUSE = -1e9
HUNT = 1.5
"""What it is worth besides to drive an enemy away from the rear."""
THROWN_BACK = 2.0
"""What it is worth to a defender to throw an attacker back: the way will have to be made again."""
OPENING = 0.8
"""What driving an enemy out of the way is worth, of the MP that he cost."""


class Fight:
    """One combat phase. What every target was worth when last looked at is remembered."""

    def __init__(self, price: float = 0.0) -> None:
        self.price = price
        """What an attack must bring besides."""
        self.worth: dict[int, float] | None = None
        self.last = -1
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        picture = look(view)
        odds = Odds(picture)
        self._look_around(picture, odds)
        assert self.worth is not None
        while self.worth:
            h = max(self.worth, key=lambda t: (self.worth[t], -t))  # type: ignore[index]
            if self.worth[h] < WORTHWHILE + self.price:
                break
            attack = look_at(odds, h)
            if attack is None or attack.value < self.worth[h] - 0.01:
                self.worth[h] = LOST_CAUSE if attack is None else attack.value
                continue
            del self.worth[h]
            if is_sound(view, odds, attack) and view.refuse(attack.order) is None:
                self.last = h
                self.note = f"assault: worth {attack.value:.1f} factors"
                return attack.order
        self.note = ""
        return duty(view, odds, rng)

    def _look_around(self, picture: Picture, odds: Odds) -> None:
        """At first at every target, later at those near the last battle."""
        if self.worth is None:
            self.worth = {}
            hexes = touching(picture)
        elif self.last >= 0:
            near = distances(picture.title, self.last) <= 2
            hexes = [h for h in touching(picture) if near[h]]
        else:
            hexes = []
        for h in hexes:
            attack = look_at(odds, h)
            if attack is not None:
                self.worth[h] = attack.value
            else:
                self.worth.pop(h, None)


def touching(picture: Picture) -> list[int]:
    """The enemy hexes next to a unit of one's own."""
    return [int(h) for h in np.flatnonzero(picture.beside(picture.seat) & (picture.occupier == picture.foe))]


def ground_worth(picture: Picture, h: int) -> float:
    """What a hex is worth once its defenders are gone: to an attacker an open way, to a defender time."""
    worth = float(picture.prize(h))
    if picture.seat not in picture.title.offensive_sides:
        return worth + THROWN_BACK
    worth += OPENING * float(picture.resistance[h])
    return worth + HUNT if h in picture.rear else worth


def look_at(odds: Odds, h: int) -> Attack | None:
    """The best assault on one hex, with aircraft if they are worth it."""
    ground = ground_worth(odds.picture, h)
    attack = best_group(odds, h, candidates(odds.title, odds.s, h), ground)
    return None if attack is None else with_air(odds, attack, ground, PREPARED)


def is_sound(view: View[Any], odds: Odds, attack: Attack) -> bool:
    """A last look with the exact battle sheet, where the quick reckoning had to assume something."""
    sheet = view.sheet(attack.order)
    assert sheet is not None
    b = battle_of(odds.title, odds.s, attack.order, PREPARED)
    exact = {result: float(p) for result, p in sheet.results.items()}
    return odds.weigh(b, exact, ground_worth(odds.picture, b.hex)) > 0


def duty(view: View[Any], odds: Odds, rng: random.Random) -> Order:
    """Nothing is worth attacking: end the phase, or make the least bad assault while the rules demand one."""
    done = Order("done")
    if view.refuse(done) is None:
        return done
    found: list[Attack] = []
    bound = set(odds.title.dutiful_attackers(odds.s))
    for h in touching(odds.picture):
        able = candidates(odds.title, odds.s, h)
        if able and (not bound or bound.intersection(able)):
            order = Order("assault", tuple(able), h)
            b = battle_of(odds.title, odds.s, order, PREPARED)
            served = len(bound.intersection(able)) or len(able)
            found.append(Attack(odds.value(b, ground_worth(odds.picture, h)) / served, order))
    for attack in sorted(found, key=lambda a: -a.value):
        if view.refuse(attack.order) is None:
            return attack.order
    return view.pick(rng)


def first_phase(title: Rules, picture: Picture) -> int:
    """Whether to move or to fight first. Fighting first pays once enough units stand in contact."""
    mask = picture.on_map & (title.units.side_array == picture.seat)
    contact = picture.beside(picture.foe)[picture.hexes[mask]]
    force = picture.attack[mask]
    share = float(force[contact].sum()) / max(float(force.sum()), 1.0)
    return MOVE_FIGHT if share < title.doctrine.in_contact else FIGHT_MOVE
