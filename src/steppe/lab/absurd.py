"""Absurdities: orders that no sensible player gives, counted for every 1,000 orders of a bot.

Everything is judged by what the bot's seat could see, and by the rules themselves. Which kinds there are is for the
system to say (``lab/<system>/absurd.py``): its judge watches games and notes what it finds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from steppe import bots
from steppe.dice import secret_from_seed
from steppe.game import Game, load
from steppe.lab import systems
from steppe.lab.openings import set_up
from steppe.lab.play import LongEnoughError, play_out
from steppe.orders import Order
from steppe.title import Title


class Absurdity(NamedTuple):
    """One of them, with where to find it."""

    kind: str
    seed: int
    turn: int
    seat: str
    number: int
    """The number of the order in its game; of the last one of the player turn if none is to blame."""
    order: str
    note: str
    """What the bot said of it."""
    why: str


class Given(NamedTuple):
    """An order as it was given."""

    number: int
    text: str = ""
    note: str = ""


class Judge(ABC):
    """Watches one game and notes what was absurd in it. ``last`` is the turn after which the game is stopped."""

    kinds: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        game: Game,
        players: Mapping[str, bots.Bot],
        seed: int,
        last: int | None = None,
        pulse: Callable[[], None] | None = None,
    ) -> None:
        self.title = game.title
        self.players, self.seed, self.last, self.pulse = players, seed, last, pulse
        self.found: list[Absurdity] = []
        self.orders: Counter[str] = Counter()
        """By seat."""
        self._before = game.state.clone()

    def watch(self, game: Game, seat: int, order: Order) -> None:
        """Called after every order."""
        name = self.title.seats[seat]
        self.orders[name] += 1
        given = Given(sum(self.orders.values()), game.write(order), self.players[name].note)
        self.judge(self._before, seat, order, given, game.state)
        self._before = game.state.clone()
        if self.pulse is not None:
            self.pulse()
        if self.last is not None and game.state.turn > self.last:
            raise LongEnoughError

    @abstractmethod
    def judge(self, before: Any, seat: int, order: Order, given: Given, after: Any) -> None:
        """Look at one order, with the states around it."""

    def blame(self, kind: str, seat: int, turn: int, given: Given, why: str) -> None:
        self.found.append(Absurdity(kind, self.seed, turn, self.title.seats[seat], *given, why))


def judge_of(title: Title[Any]) -> type[Judge]:
    """The judge of a title's system."""
    kind: type[Judge] = systems.needed(title, "absurd", "list of absurdities").JUDGE
    return kind


class Count(NamedTuple):
    """What was found in some games."""

    kinds: tuple[str, ...]
    orders: int
    found: list[Absurdity]

    def rates(self) -> dict[str, float]:
        """Absurdities for every 1,000 orders, by kind."""
        numbers = Counter(a.kind for a in self.found)
        return {kind: 1000 * numbers[kind] / max(self.orders, 1) for kind in self.kinds}


def games(
    key: str,
    bot: str,
    number: int,
    seed: int = 1,
    *,
    against: str | None = None,
    turns: int | None = None,
    pulse: Callable[[], None] | None = None,
) -> Iterator[Count]:
    """Games of a bot against itself, or against another from both seats in turn; only its own orders count."""
    loaded = load(key)
    judging = judge_of(loaded.title)
    for n in range(number):
        game = Game.new(key, secret=secret_from_seed(seed + n), loaded=loaded)
        set_up(game)
        first, second = game.title.seats[:: -1 if n % 2 else 1]
        players = {first: bots.make(bot, game.title), second: bots.make(against or bot, game.title)}
        judge = judging(game, players, seed + n, turns, pulse)
        with suppress(LongEnoughError):
            play_out(game, players, seed + n, watch=judge.watch)
        mine = {first} if against else {first, second}
        yield Count(judging.kinds, sum(judge.orders[seat] for seat in mine), [a for a in judge.found if a.seat in mine])


def together(counts: Iterable[Count]) -> Count:
    """The counts of several games of one title as one."""
    listed = list(counts)
    return Count(listed[0].kinds, sum(c.orders for c in listed), [a for c in listed for a in c.found])
