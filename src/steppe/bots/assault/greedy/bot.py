"""The bot ``greedy``: the best immediate expected value, with exact odds and without a thought for the reply.

A side whose part is to attack drives on the objectives, the other holds them.
"""

from __future__ import annotations

from typing import Any

from steppe.bots.assault.bot import AssaultBot, Plan, drives_on
from steppe.bots.assault.greedy.attacker_movement import GreedyAttackerMovement
from steppe.bots.assault.greedy.combat import GreedyCombat
from steppe.bots.assault.greedy.defender_movement import GreedyDefenderMovement
from steppe.view import View


class GreedyBot(AssaultBot):
    name = "greedy"

    def make_plan(self, view: View[Any], way: str) -> Plan | None:
        if way == "movement":
            return GreedyAttackerMovement() if drives_on(view) else GreedyDefenderMovement()
        return GreedyCombat() if way == "combat" else super().make_plan(view, way)


def make(words: str) -> GreedyBot:
    return GreedyBot()
