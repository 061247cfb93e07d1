"""A game whose dice are asked for one by one: chance as a player, for programs that reckon with every outcome.

The dice of a game answer when they are asked. Here they answer as far as outcomes have been given; when one more is
wanted they stop the order, and the order is carried out again from where it began when that outcome is known. An order
that rolls n dice is begun n + 1 times, always on a fresh copy of the state, and no rule has to know about it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from steppe import titles
from steppe.dice import Dice, game_key, secret_from_seed
from steppe.env import opening
from steppe.env.systems import chooser_of
from steppe.events import Log
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

NOT_YET = -1
"""The seat that decides while the set-up is still being drawn, and when the game is over."""
UNKNOWN_DEAL = -1


class ChanceError(Exception):
    """An outcome is wanted that is not known yet. Never leaves this module."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


class OpenDice(Dice):
    """Dice that show given outcomes, from a draw number on, and stop at the first that is not given."""

    __slots__ = ("outcomes", "start")

    def __init__(self, start: int, outcomes: tuple[int, ...]) -> None:
        super().__init__(b"")
        self.start, self.outcomes = start, outcomes

    def draw(self, n: int, bound: int) -> int:
        if n - self.start >= len(self.outcomes):
            raise ChanceError(bound)
        return self.outcomes[n - self.start]

    def __reduce__(self) -> tuple[Any, ...]:
        return OpenDice, (self.start, self.outcomes)


@cache
def title_of(key: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Title[Any]:
    return titles.load(key, scenario, dict(options))


class ChanceGame:
    """A game at some point: at a seat's decision, at a draw, or over. States are never changed, so copies share them.

    ``deal`` is the seed of the hidden draws of the set-up; without one they are draws like all others.
    """

    def __init__(
        self,
        key: str,
        options: Mapping[str, Any],
        *,
        scenario: str = "",
        setup: str = "best",
        deal: int = UNKNOWN_DEAL,
        max_orders: int = 0,
    ) -> None:
        self.key, self.scenario, self.options = key, scenario, tuple(sorted(options.items()))
        self.setup, self.deal, self.max_orders = opening.check(setup), deal, max_orders
        self.title = title_of(key, scenario, self.options)
        self.state: Any = None
        """The state before the order in hand; None until the set-up is drawn."""
        self.chooser = chooser_of(self.title)
        self.order: Order | None = None
        self.outcomes: tuple[int, ...] = ()
        """What has been drawn for the order in hand."""
        self.bound = 0
        """How many equally likely outcomes the next draw has; 0 if none is wanted."""
        self.script: tuple[Order, ...] = ()
        """Orders of a ready deployment that are still to be given."""
        self.orders = 0
        self.recall = [b""] * len(self.title.seats)
        """For each seat a hash of everything that it has been told and has chosen."""
        self.begun = False

    def begin(self) -> Self:
        """Start, if that is still to be done."""
        if not self.begun:
            self.begun = True
            self._carry_on()
        return self

    # -- where it stands ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        if self.state is None or self.bound:
            return False
        return bool(self.state.over or (self.max_orders and self.orders >= self.max_orders))

    @property
    def seat(self) -> int:
        return NOT_YET if self.over or self.state is None else self.title.decision(self.state)[1]

    def returns(self) -> list[float]:
        """+1 and -1 at the end of a game; 0 for both in a draw, and if the game is broken off."""
        if self.state is None or self.state.winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.state.winner == 0 else [-1.0, 1.0]

    def view(self, seat: int) -> View[Any]:
        return View(self.title, self.state, seat)

    def information(self, seat: int) -> str:
        """What a seat knows and remembers, as a text that differs when it differs."""
        if self.state is None:
            return f"{self.title.seats[seat]} before the set-up"
        mine = self.chooser.memory if seat == self.seat else ()
        return f"{self.observation(seat)} {_hash(repr(mine).encode())[:16]} {self.recall[seat].hex()[:32]}"

    def observation(self, seat: int) -> str:
        """What a seat sees, without what it remembers."""
        if self.state is None:
            return f"{self.title.seats[seat]} before the set-up"
        view = self.view(seat)
        seen = hashlib.sha256(view.state.key()).hexdigest()[:32]
        part = repr(self.chooser.part) if seat == self.seat and self.chooser.part else ""
        return f"{self.title.seats[seat]} turn {self.state.turn} {view.prompt.decision} {seen}{part and ' ' + part}"

    def __str__(self) -> str:
        where = "before the set-up" if self.state is None else f"turn {self.state.turn} {self.state.digest()[:32]}"
        chance = f" draws {self.outcomes} of {self.bound}" if self.bound else ""
        return f"{self.title.key} {where} after {self.orders} orders {self.chooser.memory}{chance}"

    # -- how it goes on -------------------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """The seat whose decision it is takes a candidate."""
        seat = self.seat
        self.recall[seat] = _hash_bytes(self.recall[seat], b"chose", str(action).encode())
        self.order = self.chooser.choose(self.state, action)
        if self.order is not None:
            self._carry_on()

    def draw(self, outcome: int) -> None:
        """Chance has decided."""
        self.outcomes = (*self.outcomes, outcome)
        self._carry_on()

    def _carry_on(self) -> None:
        """Carry out the order in hand, and what is scripted, as far as the outcomes go."""
        self.bound = 0
        try:
            while True:
                if self.state is None:
                    self.state, events = self.title.setup(self._setup_dice()), Log()
                elif self.order is not None:
                    trial = self.state.clone()
                    trial.dice = OpenDice(trial.drawn, self.outcomes)
                    events = self.title.apply(trial, self.order)
                    self.state = trial
                    self.orders += not self.script
                else:
                    return
                self.outcomes = ()
                self._tell(events)
                self.script = self.script[1:] or opening.deployment(self.title, self.state, self.setup)
                self.order = self.script[0] if self.script else None
        except ChanceError as chance:
            self.bound = chance.bound

    def _setup_dice(self) -> Dice:
        if self.deal == UNKNOWN_DEAL:
            return OpenDice(0, self.outcomes)
        return Dice(game_key(secret_from_seed(self.deal), {}))

    def _tell(self, events: Log) -> None:
        for seat in range(len(self.recall)):
            seen = (self.title.visible_event(self.state, event, seat) for event in events)
            told = [self.title.tell(event) for event in seen if event is not None]
            if told:
                self.recall[seat] = _hash_bytes(self.recall[seat], b"told", "\n".join(told).encode())

    # -- copies ---------------------------------------------------------------------------------------------------

    def copy(self) -> ChanceGame:
        twin = object.__new__(ChanceGame)
        twin.__dict__.update(self.__dict__)
        twin.chooser, twin.recall = self.chooser.copy(), list(self.recall)
        return twin

    def __deepcopy__(self, memo: object) -> ChanceGame:
        return self.copy()

    def resampled(self, seat: int, rng: random.Random) -> ChanceGame:
        """A game that a seat cannot tell from this one, at a decision: what is hidden from it is drawn anew."""
        twin = self.copy()
        twin.state = self.title.sample_world(self.view(seat).state, seat, rng)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        saved = {**self.__dict__, "state": self.state and self.state.dump(), "chooser": self.chooser.saved()}
        del saved["title"]
        return saved

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.title = title_of(self.key, self.scenario, self.options)
        self.state = saved["state"] and self.title.restored(saved["state"], OpenDice(0, ()))
        self.chooser = chooser_of(self.title)
        self.chooser.recall(saved["chooser"])


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hash_bytes(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()
