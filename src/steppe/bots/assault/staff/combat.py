"""The Combat Phase: an attacker's assaults packed together, the best first; a defender's break-outs before the rest."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.state import PREPARED
from steppe.bots.assault.greedy.combat import GreedyCombat
from steppe.bots.assault.sight.assaults import Attack, duty, is_sound, with_air
from steppe.bots.assault.sight.situation import situation_of
from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.staff.tactics import break_out, set_piece_assault
from steppe.bots.assault.style import Style
from steppe.orders import Order
from steppe.view import View


class StaffAttackerCombat:
    """One combat phase."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.known: set_piece_assault.Known = {}
        self.note = ""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        estimate = Estimate(situation_of(view), self.style, set())
        for found in set_piece_assault.plan(estimate, moving=False, known=self.known):
            attack = Attack(found.value, Order("assault", found.units, found.target))
            attack = with_air(estimate.odds, attack, estimate.ground[found.target], PREPARED)
            if view.refuse(attack.order) is None and is_sound(view, estimate.odds, attack):
                self.note = f"{set_piece_assault.name_of(estimate, found)}: worth {found.value:.1f} factors"
                return attack.order
        self.note = ""
        return duty(view, estimate.odds, rng)


class StaffDefenderCombat(GreedyCombat):
    """A defender's Combat Phase: first those who are lost anyway, then whoever finds an attack worth it."""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        situation = situation_of(view)
        attack = break_out.propose(situation, break_out.starving(situation))
        if attack is None or view.refuse(attack.order) is not None:
            return super().next(view, rng)
        self.last = attack.order.hex
        self.note = (
            f"{break_out.NAME}: {view.title.board.label(attack.order.hex)} bars the way, and without supply all is lost"
        )
        return attack.order
