"""Set-ups: a game brought to its first turn without placing every unit by hand.

A title that can be set up at one stroke has a decision ``set-up``: its orders ``deploy historical`` and ``deploy
random`` place a whole group, and ``done`` ends it.
"""

from __future__ import annotations

from steppe.errors import SteppeError
from steppe.game import Game
from steppe.orders import Order

SET_UP = "set-up"
BEST = ("historical", "random")


def in_setup(game: Game) -> bool:
    return not game.state.over and game.title.prompt(game.state).decision == SET_UP


def set_up(game: Game, how: str | None = None) -> None:
    """Deploy every group that is to be set up: ``historical``, ``random``, or the best there is; ``free`` does not."""
    if how == "free":
        return
    if how is not None and how not in BEST:
        raise SteppeError(f"there is no set-up {how!r}; known are {', '.join([*BEST, 'free'])}")
    while in_setup(game):
        seat = game.title.prompt(game.state).seat
        words = [how] if how else [w for w in BEST if game.title.refuse(game.state, Order("deploy", word=w)) is None]
        if not words:
            raise SteppeError(f"{game.title.name} has no ready deployment: its units are placed by orders (free)")
        game.order(seat, Order("deploy", word=words[0]))
        game.order(seat, Order("done"))
