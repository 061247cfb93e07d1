"""Which phase comes first, where the player chooses."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.state import FIGHT_MOVE, MOVE_FIGHT
from steppe.assault.title import AnyAssaultTitle
from steppe.bots.assault.greedy.redeployment import Redeployment
from steppe.bots.assault.sight.situation import Situation, situation_of
from steppe.orders import Order
from steppe.view import View


def phase_order(view: View[Any], rng: random.Random) -> Order:
    words = ("move-fight", "fight-move")
    situation = situation_of(view)
    if view.seat in situation.doctrine.offensive_sides:
        first = first_phase(situation.title, situation)
    else:
        first = MOVE_FIGHT if could_strike(situation) else FIGHT_MOVE
    for number in (first, 1 - first):
        order = Order("order", word=words[number])
        if view.refuse(order) is None:
            return order
    return view.pick(rng)


def first_phase(title: AnyAssaultTitle, situation: Situation) -> int:
    """Whether to move or to fight first. Fighting first pays once enough units stand in contact."""
    mask = situation.on_map & (title.units.side_array == situation.seat)
    contact = situation.beside(situation.foe)[situation.hexes[mask]]
    force = situation.attack[mask]
    share = float(force[contact].sum()) / max(float(force.sum()), 1.0)
    return MOVE_FIGHT if share < situation.doctrine.in_contact else FIGHT_MOVE


def could_strike(situation: Situation) -> bool:
    """Whether moving before fighting would bring about a counter-attack worth making."""
    redeployment = Redeployment(situation)
    redeployment.strike()
    return bool(redeployment.goes_to)
