"""The Combat Phase: attacks packed together, the best first, then the others are looked at again."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.state import PREPARED
from steppe.bots.attacks import Attack, with_air
from steppe.bots.desk import Desk
from steppe.bots.fight import duty, is_sound
from steppe.bots.picture import look
from steppe.bots.style import Style
from steppe.bots.tactics import storm
from steppe.orders import Order
from steppe.view import View


class Battles:
    """One combat phase."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.known: storm.Known = {}
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        desk = Desk(look(view), self.style, set())
        for found in storm.plan(desk, moving=False, known=self.known):
            attack = Attack(found.value, Order("assault", found.units, found.target))
            attack = with_air(desk.odds, attack, desk.ground[found.target], PREPARED)
            if view.refuse(attack.order) is None and is_sound(view, desk.odds, attack):
                self.note = f"{storm.name_of(desk, found)}: worth {found.value:.1f} factors"
                return attack.order
        self.note = ""
        return duty(view, desk.odds, rng)
