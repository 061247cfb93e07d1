"""The set-up of an episode: ready deployments, or none so that the agents place their units themselves."""

from __future__ import annotations

from typing import Any

from steppe.assault.phases import DONE
from steppe.assault.setup import DEPLOYMENTS
from steppe.errors import SteppeError
from steppe.orders import Order
from steppe.title import Title

SET_UP = "set-up"
FREE = "free"
WAYS = ("best", *DEPLOYMENTS, FREE)
"""``best`` is the historical deployment where there is one, else a random one."""


def check(how: str) -> str:
    if how not in WAYS:
        raise SteppeError(f"there is no set-up {how!r}; known are {', '.join(WAYS)}")
    return how


def deployment(title: Title[Any], s: Any, how: str) -> tuple[Order, ...]:
    """The orders that set up the group in hand; none if the set-up is over or is left to the agents."""
    if how == FREE or s.over or title.decision(s)[0].name != SET_UP:
        return ()
    orders = [Order("deploy", word=word) for word in (DEPLOYMENTS if how == "best" else (how,))]
    legal = [order for order in orders if title.refuse(s, order) is None]
    if not legal:
        raise SteppeError(f"{title.name} has no {how} deployment")
    return legal[0], DONE
