"""Benchmarks: the figures that the engine is held to, some beside a plain twin measured in the same run.

Positions are taken along several long games, so that no search can learn one board by heart. Times are minima of
several repeats of processor time. What only titles of one system have (ranges, supply) is measured by the system
(``lab/<system>/bench.py``).
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from steppe import bots, titles
from steppe.dice import Dice, secret_from_seed
from steppe.game import Game
from steppe.lab import systems
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from steppe.lab.policies import Careful
from steppe.state import State
from steppe.title import Title
from steppe.view import View

MICRO, MILLI = 1e6, 1e3
BURST = 60
"""Random orders that are given from each position on."""
COLD = """
import sys
from steppe import titles
from steppe.dice import Dice
title = titles.load(sys.argv[1], sys.argv[2])
s = title.setup(Dice(b"cold"))
print(next(iter(title.legal(s))))
"""


class Figure(NamedTuple):
    """A measured value with its plain twin's, and the target."""

    name: str
    value: float
    unit: str
    plain: float | None = None
    ratio: float | None = None
    """How many times faster than the plain twin."""
    target: float | None = None
    met: bool | None = None
    less_is_better: bool = True


def figure(
    name: str, value: float, unit: str, *, plain: float | None = None, target: float | None = None, less: bool = True
) -> Figure:
    ratio = None if plain is None or not value else (plain / value if less else value / plain)
    met = None if target is None else (value <= target if less else value >= target)
    return Figure(name, value, unit, plain, ratio, target, met, less)


def best(run: Callable[[], object], number: int, repeats: int) -> float:
    """Seconds of processor time for one call, the least of several repeats."""
    found = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(number):
            run()
        found.append((time.process_time() - start) / number)
    return min(found)


class Solo:
    """A title and a state, for policies that want to see a game."""

    def __init__(self, title: Title[Any], seed: int) -> None:
        self.title, self.state = title, title.setup(Dice(secret_from_seed(seed)))


def long_game(title: Title[Any], seed: int) -> Iterator[Any]:
    """The states of a game in which nobody gives up by chance."""
    solo: Any = Solo(title, seed)
    rng = random.Random(seed)
    policy = Careful(solo)
    while not solo.state.over:
        yield solo.state
        title.apply(solo.state, policy(View(title, solo.state, title.decision(solo.state)[1]), rng))


def positions(title: Title[Any], games: int, every: int) -> list[Any]:
    """States along some long games, from the first turn to the last."""
    return [
        s.clone()
        for g in range(games)
        for i, s in enumerate(long_game(title, 100 + g))
        if i % every == 0 and not title.is_setting_up(s)
    ]


def burst(title: Title[Any], states: Sequence[Any]) -> int:
    """Give random legal orders from each of some positions on, always the same ones; how many there were."""
    rng, done = random.Random(7), 0
    for start in states:
        s = start.clone()
        for _ in range(BURST):
            if s.over:
                break
            title.apply(s, title.pick(s, rng))
            done += 1
    return done


def calls_an_order(title: Title[Any], states: Sequence[Any]) -> float:
    """Calls of functions, in Python or C, for a random order: unlike a time it is the same on a busy machine."""
    burst(title, states)  # what is made once and then kept does not count
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        done = burst(title, states)
    finally:
        sys.setprofile(before)
    return calls / done


def columns(s: State) -> dict[str, list[int]]:
    """A state as Python lists."""
    return {name: s.vector(name).tolist() for name in s.layout.columns}


def copy_columns(state: dict[str, list[int]]) -> dict[str, list[int]]:
    return {name: column[:] for name, column in state.items()}


class Bench:
    """One title with positions along its games, and how thoroughly it is measured."""

    def __init__(self, key: str, scenario: str, quick: bool, data: Path | None) -> None:
        self.key, self.scenario, self.quick, self.data = key, scenario, quick, data
        self.title = titles.load(key, scenario, data=data)
        self.states = positions(self.title, 1 if quick else 3, 60 if quick else 25)
        self.repeats = 3 if quick else 7

    def figures(self) -> list[Figure]:
        found = [self.clone()]
        system = systems.added(self.title, "bench")
        if system is not None:
            found += system.figures(self)
        found += [self.random_orders(), self.calls(), self.recorded_orders(), self.random_game(), self.long_games()]
        found += self.bot_games()
        return [*found, self.cold_start()]

    def clone(self) -> Figure:
        spin, twin = cycle(self.states), cycle([columns(s) for s in self.states])
        value = best(lambda: next(spin).clone(), 2000, self.repeats)
        lists = best(lambda: copy_columns(next(twin)), 500, self.repeats)
        return figure("clone, beside copies of lists", value * MICRO, "us", plain=lists * MICRO, target=2)

    # -- play -----------------------------------------------------------------------------------------------------

    def random_orders(self) -> Figure:
        done = burst(self.title, self.states)
        value = done / best(lambda: burst(self.title, self.states), 1, self.repeats)
        return figure("random legal orders", value, "/s", target=30_000, less=False)

    def calls(self) -> Figure:
        return figure("calls an order", calls_an_order(self.title, self.states), "calls")

    def recorded_orders(self) -> Figure:
        """The same with everything that a played game adds: a check, a snapshot, a line of the record."""
        game, rng = self._begun(3), random.Random(3)
        title, careful, done = game.title, Careful(game), 0
        spent = 0.0
        while not game.state.over and done < (300 if self.quick else 3000):
            seat = title.decision(game.state)[1]
            order = careful(game.view(seat), rng)
            start = time.process_time()
            game.order(seat, order)
            spent += time.process_time() - start
            done += 1
        return figure("orders checked, applied and recorded", done / spent, "/s", target=5_000, less=False)

    def _begun(self, seed: int) -> Game:
        game = Game.new(self.key, secret=secret_from_seed(seed), scenario=self.scenario, data=self.data)
        set_up(game)
        return game

    def random_game(self) -> Figure:
        title, seeds = self.title, 4 if self.quick else 12

        def play() -> None:
            for seed in range(seeds):
                rng, s = random.Random(seed), title.setup(Dice(secret_from_seed(seed)))
                while not s.over:
                    title.apply(s, title.pick(s, rng))

        return figure("whole game, random bots", best(play, 1, 2) / seeds, "s", target=0.5)

    def long_games(self) -> Figure:
        """Random games end early; this one goes on to the last turn, and tries every order out first."""
        seeds = [201] if self.quick else [201, 202, 203]

        def play() -> None:
            for seed in seeds:
                for _ in long_game(self.title, seed):
                    pass

        return figure("whole game, random but careful", best(play, 1, 1) / len(seeds), "s")

    def bot_games(self) -> list[Figure]:
        """A game between one-ply bots, where they are installed."""
        if "greedy" not in bots.offered(self.title):
            return []
        try:
            opponent = bots.make("greedy", self.title)
        except ImportError:
            return []
        found = []
        for seed in [1] if self.quick else [1, 2, 3]:
            game = self._begun(seed)
            start = time.process_time()
            play_out(game, dict.fromkeys(game.title.seats, opponent), seed)
            found.append(time.process_time() - start)
        return [figure("whole game, greedy bots", sum(found) / len(found), "s", target=1.5)]

    def cold_start(self) -> Figure:
        """A fresh process up to its first legal order, by the clock on the wall."""
        found = []
        for _ in range(1 if self.quick else 3):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", COLD, self.key, self.scenario], check=True, capture_output=True)
            found.append(time.perf_counter() - start)
        return figure("cold start to the first legal orders", min(found), "s", target=1.0)


def run(key: str, scenario: str = "", *, quick: bool = False, data: Path | None = None) -> list[Figure]:
    return Bench(key, scenario, quick, data).figures()
