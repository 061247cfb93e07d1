"""The bot ``reflex``: tactics at sight, without a plan and without a search. It answers at once.

It looks at the position once in a phase and again when something surprising may have happened. Every stack takes what
looks best of the hexes it can reach: an open objective, a weak enemy, ground nearer to an objective; or, for who
defends, the place where a unit is wanted most.
"""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.doctrine import ENTRY
from steppe.bots.assault.bot import AssaultBot, Plan, drives_on, way_of
from steppe.bots.assault.phases import DONE
from steppe.bots.assault.reflex.attacker_movement import ReflexAttackerMovement
from steppe.bots.assault.reflex.combat import ReflexCombat
from steppe.bots.assault.reflex.defender_movement import ReflexDefenderMovement
from steppe.bots.assault.reflex.entries import ReflexEntries
from steppe.bots.assault.sight.objectives import decisive
from steppe.bots.assault.sight.situation import rules_of
from steppe.orders import Order
from steppe.view import View


class ReflexBot(AssaultBot):
    name = "reflex"

    def choose(self, view: View[Any], rng: random.Random) -> Order:
        order = None
        if way_of(view) == ENTRY:
            plan = self.plan_in_hand(view)
            order = plan.next(view, rng) if plan else None
            self.moment = () if order is DONE else self.moment
        elif view.prompt.decision == "advance" and isinstance(self.plan, ReflexCombat) and drives_on(view):
            order = self.plan.follow(view) if not decisive(rules_of(view)) else None
        if order is None:
            return super().choose(view, rng)
        self.note = self.explain(view, order)
        return order

    def make_plan(self, view: View[Any], way: str) -> Plan | None:
        if way == "movement":
            return ReflexAttackerMovement() if drives_on(view) else ReflexDefenderMovement()
        if way == ENTRY:
            return ReflexEntries()
        return ReflexCombat() if way == "combat" else super().make_plan(view, way)


def make(words: str) -> ReflexBot:
    return ReflexBot()
