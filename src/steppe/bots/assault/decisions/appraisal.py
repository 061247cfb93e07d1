"""What a title's doctrine is told about the position when it answers a decision of the title's own."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from steppe.bots.assault.decisions.in_battle import disputed_value
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.searches import Field
from steppe.bots.assault.sight.situation import Floats, Situation, situation_of
from steppe.orders import Order
from steppe.view import View

OPENING = 0.4
"""What it is worth to have an enemy out of the way, of the MP that he cost."""


class SeatAppraisal:
    """The position as the seat that decides sees it, and what a bot makes of it (see ``Appraisal``)."""

    def __init__(self, view: View[Any]) -> None:
        self.view = view

    @cached_property
    def situation(self) -> Situation:
        return situation_of(self.view)

    @property
    def s(self) -> Any:
        return self.view.state

    @property
    def seat(self) -> int:
        return self.view.seat

    @property
    def attack(self) -> Floats:
        return self.situation.attack

    @property
    def foe_distance(self) -> Field:
        return self.situation.foe_distance

    def legal(self) -> list[Order]:
        return list(self.view.legal())

    def by_hex(self, amount: Floats, side: int) -> Floats:
        return self.situation.by_hex(amount, side)

    def unit_value(self, u: int) -> float:
        return self.situation.unit_value(u)

    def step_value(self, u: int) -> float:
        return self.situation.step_value(u)

    def cut_off_share(self) -> float:
        situation = self.situation
        mine = situation.on_map & (situation.title.units.side_array == situation.seat)
        strength = situation.attack[mine] + situation.defence[mine]
        cut = situation.title.supply.network(situation.s, situation.seat)[situation.hexes[mine]] == 0
        return float(strength[cut].sum()) / max(float(np.sum(strength)), 1.0)

    def disputed_value(self, h: int) -> float:
        return disputed_value(self.situation, h)

    def result_values(self) -> dict[str, float]:
        situation = self.situation
        b = situation.title.battles.in_hand(situation.s)
        attackers = situation if b.side == self.seat else Situation(situation.title, situation.s, situation.foe)
        return Odds(attackers).result_values(b, disputed_value(situation, b.hex))

    def battle_value(self) -> float:
        situation = self.situation
        b = situation.title.battles.in_hand(situation.s)
        ground = disputed_value(situation, b.hex) + OPENING * float(situation.resistance[b.hex])
        return Odds(situation).value(b, ground)
