"""How a game stands: whose turn it is, for lists that do not load it.

It is written in the same transaction as the order that changes it, so that every answer after the order's
acknowledgement agrees with it.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, update

from steppe.game import Game
from steppe.server.schema import standings


class Standing(NamedTuple):
    turn: int
    asked: str
    """The seat that must decide; nothing when the game is over."""
    setting_up: bool

    @property
    def over(self) -> bool:
        return not self.asked


UNKNOWN = Standing(0, "", False)
"""Of a game that needs another version and was never written down: nobody here can be asked."""


def standing_of(game: Game) -> Standing:
    title, state = game.title, game.state
    asked = "" if state.over else title.seats[title.decision(state)[1]]
    return Standing(state.turn, asked, title.is_setting_up(state))


def write_standing(connection: Connection, game: str, standing: Standing) -> None:
    """Write down how a game stands now."""
    values = standing._asdict()
    if not connection.execute(update(standings).where(standings.c.game == game).values(values)).rowcount:
        connection.execute(insert(standings), [{"game": game, **values}])
