"""What one seat sees: the only thing that a bot or a page is ever given.

The masked state is made when it is first needed. Which orders are legal depends on nothing hidden (a test holds every
title to that), so lists of legal orders need no mask.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Generic, TypeVar

from steppe.orders import Order, Units
from steppe.state import State
from steppe.title import AnySheet, Outcome, Prompt, Refusal, Title

S = TypeVar("S", bound=State)


class View(Generic[S]):
    """A seat's window on the game at one instant."""

    def __init__(self, title: Title[S], state: S, seat: int) -> None:
        self.title, self.seat = title, seat
        self.__state = state

    @classmethod
    def of_masked(cls, title: Title[S], masked: S, seat: int) -> View[S]:
        """A view made from what a seat knows and nothing more, for bots that think elsewhere."""
        view = cls(title, masked, seat)
        view.__dict__["state"] = masked
        return view

    @cached_property
    def state(self) -> S:
        """The game as this seat knows it."""
        return self.title.masked(self.__state, self.seat)

    @property
    def prompt(self) -> Prompt:
        return self.title.prompt(self.__state)

    @property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.__state)

    def legal(self, about: Units = ()) -> Iterator[Order]:
        return self.title.legal(self.__state, about)

    def pick(self, rng: random.Random) -> Order:
        """A random legal order."""
        return self.title.pick(self.__state, rng)

    def refuse(self, order: Order) -> Refusal | None:
        return self.title.refuse(self.__state, order)

    def sheet(self, order: Order) -> AnySheet | None:
        """The battle sheet as far as this seat knows the strengths."""
        return self.title.sheet(self.state, order)

    def sample(self, rng: random.Random) -> S:
        """A whole world that agrees with this view."""
        return self.title.sample_world(self.state, self.seat, rng)

    def text(self, order: Order) -> str:
        return self.title.notation.write(order, self.title.names)

    def as_data(self) -> dict[str, Any]:
        """The view as plain data, for programs."""
        return {
            "seat": self.title.seats[self.seat],
            "prompt": self.prompt._asdict(),
            "turn": self.state.turn,
            **self.title.visible_data(self.state),
        }
