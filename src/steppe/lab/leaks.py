"""Whether a bot uses what its seat may not know: it must give the same orders in every world that its view allows.

Two bots play one seat in step. One sees the game itself; before every decision the other is given another world, drawn
anew among those that agree with the seat's view: strengths that nobody has seen are dealt out again, units under others
lie elsewhere, and the dice are others. So the second bot has never seen the truth, nor has anything that it remembers.
Its order, its note and the random numbers that it has used must be the same, letter by letter. Every so often two bots
without a memory decide as well, so that plans are made at all moments and not only when a phase begins. The title is
loaded twice: nothing that one bot leaves in its tables can reach the other.

    python -m steppe.lab.leaks dom lwe --bot staff --positions 1000
    python -m steppe.lab.leaks pm --bot staff --positions 200 --driver reflex
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from steppe import bots, titles
from steppe.bots import Bot
from steppe.dice import secret_from_seed
from steppe.errors import SteppeError
from steppe.game import Game, Loaded, load
from steppe.lab.openings import set_up
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

FRESH = 8
"""At every so many decisions two bots without a memory are compared as well."""
SHOWN = 5
"""So many leaks are told in full."""


class Position(NamedTuple):
    """A decision that was made in two worlds."""

    seed: int
    number: int
    """The number of the order in its game."""
    turn: int
    seat: str
    decision: str
    differs: bool
    """Whether the two worlds differed at all."""
    told: tuple[str, str]
    """What each bot said."""
    fresh: tuple[str, str] | None
    """What each of two bots without a memory said, if they were asked."""

    @property
    def leaks(self) -> bool:
        return self.told[0] != self.told[1] or (self.fresh is not None and self.fresh[0] != self.fresh[1])

    def __str__(self) -> str:
        pairs = (("", self.told), (" without a memory", self.fresh))
        what = [f"{a!r} became {b!r}{who}" for who, pair in pairs if pair for a, b in [pair] if a != b]
        where = f"seed {self.seed}, order {self.number}, turn {self.turn}, {self.seat}, {self.decision}"
        return f"{where}: {'; '.join(what) or 'the same'}"


class Seat:
    """One seat played twice: by who sees the game, and by who is shown other worlds."""

    def __init__(self, name: str, seed: int, seat: str, mirror: Title[Any]) -> None:
        self.name, self.key, self.mirror = name, f"{seed} {seat}", mirror
        self.plain, self.blind = self._pair(self.key)

    def _pair(self, key: str) -> tuple[Player, Player]:
        return Player(bots.make(self.name, self.mirror), key), Player(bots.make(self.name, self.mirror), key)

    def decide(self, game: Game, seat: int, worlds: random.Random, *, fresh: bool) -> tuple[Order, Position]:
        title, state = game.title, game.state
        prompt = title.prompt(state)
        world = other_world(title, state, seat, worlds)
        order, told = self.plain.say(View(title, state, seat))
        _, blind = self.blind.say(View(self.mirror, world.clone(), seat))
        cold = None
        if fresh:
            here, there = self._pair(f"{self.key} {prompt.decision}")
            cold = here.say(View(title, state, seat))[1], there.say(View(self.mirror, world.clone(), seat))[1]
        differs = world.key() != state.key()
        place = 0, 0, state.turn, title.seats[seat], prompt.decision
        return order, Position(*place, differs, (told, blind), cold)


class Player:
    """A bot with its random numbers."""

    def __init__(self, bot: Bot, key: str) -> None:
        self.bot, self.rng = bot, random.Random(key)

    def say(self, view: View[Any]) -> tuple[Order, str]:
        """Its order, and all that can be heard of it: the order's text, the note, the random numbers used up."""
        order = self.bot.choose(view, self.rng)
        heard = f"{view.text(order)} | {self.bot.note} | {hash(self.rng.getstate()) & 0xFFFF:04x}"
        return order, heard


def other_world(title: Title[Any], state: Any, seat: int, rng: random.Random) -> Any:
    """Another world that looks the same to a seat."""
    seen = title.masked(state, seat)
    world = title.sample_world(seen, seat, rng)
    if title.masked(world, seat).key() != seen.key():
        raise AssertionError("the sampled world does not look the same: that is a fault of the fog, not of a bot")
    return world


def positions(key: str, bot: str, number: int, seed: int = 1, fresh: int = FRESH) -> Iterator[Position]:
    """So many positions of whole games of a bot against itself, from all decisions of both seats, one after another."""
    loaded, mirror = load(key), titles.load(key)
    found = 0
    while found < number:
        game, worlds = begun(key, loaded, seed)
        seats = [Seat(bot, seed, seat, mirror) for seat in game.title.seats]
        for n in count(1):
            if game.state.over or found >= number:
                break
            found += 1
            seat = game.title.decision(game.state)[1]
            order, position = seats[seat].decide(game, seat, worlds, fresh=not found % fresh)
            yield position._replace(seed=seed, number=n)
            game.order(seat, order)
        seed += 1


def samples(key: str, bot: str, number: int, driver: str, seed: int = 1, every: int = FRESH) -> Iterator[Position]:
    """Positions from all parts of games that another bot plays; the bot has no memory of what came before."""
    loaded, mirror = load(key), titles.load(key)
    found = 0
    while found < number:
        game, worlds = begun(key, loaded, seed)
        players = [Player(bots.make(driver, game.title), f"{seed} {seat}") for seat in game.title.seats]
        for n in count(1):
            if game.state.over or found >= number:
                break
            seat = game.title.decision(game.state)[1]
            if not n % every:
                found += 1
                _, position = Seat(bot, seed, f"{n}", mirror).decide(game, seat, worlds, fresh=False)
                yield position._replace(seed=seed, number=n)
            game.order(seat, players[seat].say(game.view(seat))[0])
        seed += 1


def begun(key: str, loaded: Loaded, seed: int) -> tuple[Game, random.Random]:
    """A game of a seed, and the random numbers by which other worlds are drawn."""
    game = Game.new(key, secret=secret_from_seed(seed), loaded=loaded)
    set_up(game)
    return game, random.Random(f"worlds {seed}")


class LeakCount:
    """What a leak test has found."""

    def __init__(self) -> None:
        self.asked = self.differing = self.fresh = 0
        self.decisions: Counter[str] = Counter()
        self.leaks: list[Position] = []

    def add(self, position: Position) -> None:
        self.asked += 1
        self.differing += position.differs
        self.fresh += position.fresh is not None
        self.decisions[position.decision] += 1
        if position.leaks:
            self.leaks.append(position)

    def lines(self) -> list[str]:
        kinds = ", ".join(f"{name} {n}" for name, n in self.decisions.most_common())
        head = f"{self.asked} positions ({self.differing} with another world, {self.fresh} also without a memory)"
        told = [str(leak) for leak in self.leaks[:SHOWN]]
        return [f"{head}: {len(self.leaks)} leaks", f"  decisions: {kinds}", *(f"  LEAK {line}" for line in told)]


def examine(found: Iterable[Position], told: Callable[[LeakCount], None] | None = None) -> LeakCount:
    counted = LeakCount()
    for position in found:
        counted.add(position)
        if told is not None:
            told(counted)
    return counted


def main(arguments: Sequence[str] | None = None) -> int:
    """The whole test as a command; 1 if a bot has used what it may not know."""
    parser = argparse.ArgumentParser(prog="python -m steppe.lab.leaks", description="Do bots use hidden information?")
    parser.add_argument("titles", nargs="*", default=titles.known(), metavar="TITLE")
    which = "which bot (staff, where a title has it); may be given again"
    parser.add_argument("--bot", action="append", metavar="BOT", help=which)
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the first game")
    parser.add_argument("--fresh", type=int, default=FRESH, metavar="K", help="every Kth position without a memory too")
    parser.add_argument("--driver", metavar="BOT", help="this bot plays the games; every Kth position is looked at")
    asked = parser.parse_args(arguments)
    fresh = max(asked.fresh, 1)
    leaks = 0
    try:
        for key in asked.titles:
            offered = bots.offered(titles.load(key))
            for bot in asked.bot or ["staff" if "staff" in offered else next(iter(offered))]:
                if asked.driver:
                    found = samples(key, bot, asked.positions, asked.driver, asked.seed, fresh)
                else:
                    found = positions(key, bot, asked.positions, asked.seed, fresh)
                counted = examine(found, told=_progress)
                leaks += len(counted.leaks)
                print(f"{key} {bot}: " + "\n".join(counted.lines()), flush=True)
    except SteppeError as error:
        print(f"leaks: {error}", file=sys.stderr)
        return 2
    return 1 if leaks else 0


def _progress(counted: LeakCount) -> None:
    if sys.stderr.isatty() or counted.asked % 50 == 0:
        end = "\r" if sys.stderr.isatty() else "\n"
        print(f"{counted.asked} positions, {len(counted.leaks)} leaks", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
