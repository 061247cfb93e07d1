"""What the plans for a phase of many orders share: following the game in thought, and the end of the phase."""

from __future__ import annotations

import random
from typing import Any

from steppe.bots.assault.sight.situation import Situation
from steppe.orders import Order
from steppe.view import View

DONE = Order("done")


def finish(view: View[Any], rng: random.Random) -> Order:
    """The phase ends, or goes on by any order if the rules demand more."""
    return DONE if view.refuse(DONE) is None else view.pick(rng)


def situation_after(view: View[Any], order: Order, situation: Situation | None) -> Situation | None:
    """The situation once an order is given: after a plain move it is known; after anything else one must look again."""
    if order.verb != "move" or situation is None:
        return None
    view.title.apply(situation.s, order)
    situation.update_control()
    return situation


def combat_follows(situation: Situation) -> bool:
    """Whether a combat phase of this seat's follows the movement phase in hand."""
    title, s = situation.title, situation.s
    here = title.current_step(s)
    rest = title.sequence.steps[s.step + 1 :]
    return any(step.frame == here.frame and title.step_decision(s, step) == "combat" for step in rest)
