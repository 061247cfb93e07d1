"""What ``steppe`` offers to programs; docs/api.md describes it with examples.

Everything is said and answered in plain data: orders as text, units, hexes and seats by their names. The same words are
good for every title of every system.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steppe import bots, situations
from steppe.dice import new_secret, secret_from_seed
from steppe.errors import DataError, OrderError, SteppeError
from steppe.game import Game as PlayedGame
from steppe.lab.openings import set_up
from steppe.questions import Answer, plain, plain_or_none
from steppe.record import Record
from steppe.situations import MOST, Position, event_data
from steppe.view import View


def new(
    title: str,
    *,
    scenario: str = "",
    seed: int | None = None,
    options: Mapping[str, bool] | None = None,
    setup: str | None = None,
    data: Path | None = None,
) -> Game:
    """A new game of a title: its first scenario unless one is named, with dice that a seed makes repeatable.

    ``setup`` is historical, random, or free (units are placed by orders); the best there is if nothing is said.
    """
    secret = new_secret() if seed is None else secret_from_seed(seed)
    played = PlayedGame.new(title, secret=secret, scenario=scenario, options=options, data=data)
    set_up(played, setup)
    return Game(played, seed)


def load(path: str | Path, *, data: Path | None = None) -> Game:
    """The game in a record, played again up to its last order; RecordError names the line that does not hold."""
    return Game(PlayedGame.replay(Record.load(path), data))


def position(text: str | Path, *, data: Path | None = None) -> Position:
    """A situation that a text describes (docs/positions.md), or the file of a path."""
    if isinstance(text, Path):
        try:
            return situations.read(text.read_text(encoding="utf-8"), data)
        except UnicodeDecodeError:
            raise DataError("not a position: no UTF-8 text", file=text) from None
        except OSError as error:
            raise DataError(error.strerror or str(error), file=text) from None
    return situations.read(text, data)


class Game:
    """A game in play. Its record is kept as it goes; what cannot be done raises an error and changes nothing."""

    def __init__(self, played: PlayedGame, seed: int | None = None) -> None:
        self._played = played
        self._rng = random.Random(seed)
        self._bots: dict[str, bots.Bot] = {}

    # -- where it stands ------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._played.title.key

    @property
    def scenario(self) -> str:
        return self._played.title.scenario.key

    @property
    def seats(self) -> tuple[str, ...]:
        return self._played.title.seats

    @property
    def turn(self) -> int:
        """The game turn; while the game is set up, the one before the first."""
        found: int = self._played.state.turn
        return found

    @property
    def prompt(self) -> Answer:
        """Whose decision it is and what is asked; nobody's when the game is over."""
        return plain(self._played.title.questions.prompt(self._played.state))

    @property
    def outcome(self) -> Answer | None:
        """How the game has come out; None while it goes on."""
        return plain_or_none(self._played.title.questions.outcome(self._played.state))

    def view(self, seat: str) -> Answer:
        """What a seat may see, and nothing else."""
        return self._view(self._seat(seat)).as_data() | {"prompt": self.prompt}

    def position(self, seat: str = "") -> Position:
        """The situation of this moment, to be asked and tried; with ``seat`` as that seat knows it.

        Its dice are not those of the game: a trial tells nothing about what will be rolled.
        """
        here = Position(self._played.title, self._played.state.clone()).forced()
        return here.seen_by(seat) if seat else here

    # -- play -----------------------------------------------------------------------------------------------------

    def legal(self, about: str = "", most: int = MOST) -> list[str]:
        """The legal orders of whoever must decide, of all or of some units; no more than so many."""
        return self.position().legal(about, most)

    def why(self, order: str) -> Answer | None:
        """Why an order is refused; None if it is legal."""
        return self.position().why(order)

    def order(self, order: str, seat: str = "") -> list[Answer]:
        """Carry out an order of a seat, or of the one that must decide; what happened, as that seat saw it.

        RefusalError tells the rule that forbids it, OrderError that it is no order at all, or not this seat's to give.
        """
        played = self._played
        told = played.read(order)
        number = self._seat(seat) if seat else told.seat if told.seat >= 0 else self._deciding()
        events = played.order(number, told)
        if played.state.over and played.record.closing is None and played.record.secret is not None:
            played.close(played.record.secret)
        seen = (played.title.visible_event(played.state, event, number) for event in events)
        return [event_data(played.title, event) for event in seen if event is not None]

    def undo(self, *, consent: bool = False) -> None:
        """Take back the last order, if nothing was rolled, drawn or revealed; perhaps the opponent must agree."""
        played = self._played
        self._played.undo(played.past[-1].seat if played.past else self._deciding(), consent=consent)

    def suggest(self, bot: str = "random") -> str:
        """The order that a bot would give for the seat that must decide; it is not carried out."""
        if self._played.state.over:
            raise OrderError("the game is over")
        if bot not in self._bots:
            self._bots[bot] = bots.make(bot, self._played.title)
        return self._played.write(self._bots[bot].choose(self._view(self._deciding()), self._rng))

    def save(self, path: str | Path) -> None:
        """Write the record, which ``load`` and ``steppe verify`` read."""
        self._played.record.save(path)

    def _view(self, seat: int) -> View[Any]:
        return self._played.view(seat)

    def _deciding(self) -> int:
        return max(self._played.title.prompt(self._played.state).seat, 0)

    def _seat(self, name: str) -> int:
        if name not in self.seats:
            raise SteppeError(f"there is no seat {name!r}; the seats are {', '.join(self.seats)}")
        return self.seats.index(name)
