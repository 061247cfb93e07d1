"""What the plans for a phase of many orders share: following the game in thought, and the end of the phase."""

from __future__ import annotations

import random
from typing import Any

from steppe.bots.picture import Picture
from steppe.orders import Order
from steppe.view import View

DONE = Order("done")


def finish(view: View[Any], rng: random.Random) -> Order:
    """The phase ends, or goes on by any order if the rules demand more."""
    return DONE if view.refuse(DONE) is None else view.pick(rng)


def after(view: View[Any], order: Order, picture: Picture | None) -> Picture | None:
    """The bot's own picture once an order is given: a plain move holds no surprise; after anything else, look again."""
    if order.verb != "move" or picture is None:
        return None
    view.title.apply(picture.s, order)
    picture.see_control()
    return picture
