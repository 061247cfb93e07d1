"""Benchmarks: the figures that the engine is held to, each beside a plain twin measured in the same run.

Positions are taken along several long games, so that no search can learn one board by heart. Times are minima of
several repeats of processor time.
"""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from steppe import bots, titles
from steppe.assault.movement import cost_table, destinations, find_range
from steppe.assault.supply import network, usable_sources
from steppe.dice import Dice, secret_from_seed
from steppe.game import Game
from steppe.lab import plain
from steppe.lab.fuzz import Careful
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from steppe.view import View

MICRO, MILLI = 1e6, 1e3
FEW = 4
"""How many positions, about, the plain twins see: as objects and lists they are slow to make and large."""
PAPER_HEXES = 2000
"""The size of map for which the target of the supply flood is stated."""
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

    def __init__(self, title: Any, seed: int) -> None:
        self.title, self.state = title, title.setup(Dice(secret_from_seed(seed)))


def long_game(title: Any, seed: int) -> Iterator[Any]:
    """The states of a game in which nobody gives up by chance."""
    solo: Any = Solo(title, seed)
    rng = random.Random(seed)
    policy = Careful(solo)
    while not solo.state.over:
        yield solo.state
        title.apply(solo.state, policy(View(title, solo.state, title.decision(solo.state)[1]), rng))


def positions(title: Any, games: int, every: int) -> list[Any]:
    """States along some long games, from the first turn to the last."""
    return [
        s.clone()
        for g in range(games)
        for i, s in enumerate(long_game(title, 100 + g))
        if i % every == 0 and not title.is_setting_up(s)
    ]


class Bench:
    def __init__(self, key: str, scenario: str, quick: bool, data: Path | None) -> None:
        self.key, self.scenario, self.quick, self.data = key, scenario, quick, data
        self.title: Any = titles.load(key, scenario, data=data)
        self.states = positions(self.title, 1 if quick else 3, 60 if quick else 25)
        self.repeats = 3 if quick else 7
        self.limited: Mapping[int, Any] = getattr(titles.package(key), "PLAIN_SUPPLY", {})

    def figures(self) -> list[Figure]:
        found = [self.clone(), self.clone_of_lists(), self.one_range(), self.all_ranges(), self.supply()]
        found += [self.limited_supply(side, twin) for side, twin in self.limited.items()]
        found += [self.random_orders(), self.recorded_orders(), self.random_game(), self.long_games()]
        found += self.bot_games()
        return [*found, self.cold_start()]

    def _spin(self) -> Iterator[Any]:
        return cycle(self.states)

    # -- small things ---------------------------------------------------------------------------------------------

    def clone(self) -> Figure:
        spin = self._spin()
        value = best(lambda: next(spin).clone(), 2000, self.repeats)
        slow = [plain.objects(self.title, s) for s in self.states[:4]]
        twin = cycle(slow)
        deep = best(lambda: copy.deepcopy(next(twin)), 2, 2 if self.quick else 5)
        return figure("clone, beside deepcopy of objects", value * MICRO, "us", plain=deep * MICRO, target=2)

    def clone_of_lists(self) -> Figure:
        spin, twin = self._spin(), cycle([plain.columns(s) for s in self.states])
        value = best(lambda: next(spin).clone(), 2000, self.repeats)
        lists = best(lambda: plain.copy_columns(next(twin)), 500, self.repeats)
        return figure("clone, beside copies of lists", value * MICRO, "us", plain=lists * MICRO, target=2)

    def _movers(self) -> list[tuple[Any, int]]:
        """Units of all positions in a mixed order, as far as they have a range."""
        title = self.title
        found = [
            (s, u)
            for s in self.states
            for u in range(len(title.units))
            if s.hex[u] >= 0 and title.movement_modes(s, (u,))
        ]
        random.Random(1).shuffle(found)
        return found[:3000]

    def _boards(self, s: Any) -> dict[tuple[int, str], plain.PlainBoard]:
        """A plain board for each side and mobility class."""
        return {
            (side, mobility): plain.PlainBoard(
                self.title, s, cost_table(self.title, s, side, frozenset({mobility})), side
            )
            for side in (0, 1)
            for mobility in {u.mobility for u in self.title.units.units}
        }

    def one_range(self) -> Figure:
        title, movers = self.title, self._movers()
        spin = cycle(movers)

        def fast() -> None:
            s, u = next(spin)
            find_range(title, s, (u,))

        value = best(fast, len(movers) // 3, self.repeats)
        boards = {id(s): self._boards(s) for s in self.states[:: len(self.states) // FEW]}
        twin = cycle([(s, u) for s, u in movers if id(s) in boards])

        def slow() -> None:
            s, u = next(twin)
            board = boards[id(s)][title.units.side[u], title.units.mobility[u]]
            board.range_of(s.hex[u], title.movement_modes(s, (u,))[0], title.units.points[u])

        heap = best(slow, len(movers) // 10, 2)
        return figure("one range with costs", value * MICRO, "us", plain=heap * MICRO, target=30)

    def all_ranges(self) -> Figure:
        title = self.title
        sides = [
            (s, [u for u in title.side_units[1] if s.hex[u] >= 0 and title.movement_modes(s, (u,))])
            for s in self.states
        ]
        spin = cycle(sides)

        def fast() -> None:
            s, units = next(spin)
            for u in units:
                destinations(title, s, (u,))

        value = best(fast, len(sides), self.repeats)
        boards = [self._boards(s) for s, _ in sides[:3]]
        twin = cycle(list(zip(boards, sides, strict=False)))

        def slow() -> None:
            board, (s, units) = next(twin)
            for u in units:
                mode = title.movement_modes(s, (u,))[0]
                board[1, title.units.mobility[u]].range_of(s.hex[u], mode, title.units.points[u])

        heap = best(slow, 3, 2)
        return figure("all ranges of a side", value * MILLI, "ms", plain=heap * MILLI, target=1.5)

    def supply(self) -> Figure:
        """The sides whose lines may be of any length."""
        title = self.title
        flooding = [side for side in (0, 1) if side not in self.limited]
        spin = cycle([(s, side) for s in self.states for side in flooding])

        def fast() -> None:
            s, side = next(spin)
            s.cache.clear()
            network(title, s, side)

        value = best(fast, 4 * len(self.states), self.repeats)
        boards = [(self._boards(s), s) for s in self.states[:3]]
        mobility = title.units.units[0].mobility
        pairs = [(b[side, mobility], usable_sources(title, s, side)) for b, s in boards for side in flooding]
        twin = cycle(pairs)

        def slow() -> None:
            board, sources = next(twin)
            board.supplied(sources)

        queue = best(slow, 6, 3)
        hexes = title.board.size
        goal = 10 * max(1.0, hexes / PAPER_HEXES)
        return figure(f"supply of a side, {hexes} hexes", value * MICRO, "us", plain=queue * MICRO, target=goal)

    def limited_supply(self, side: int, twin: Callable[..., set[int]]) -> Figure:
        """A side whose lines are limited: every hex with a unit of it, from nothing."""
        title = self.title
        held = [(s, sorted({s.hex[u] for u in title.side_units[side] if s.hex[u] >= 0})) for s in self.states]
        spin = cycle(held)

        def fast() -> None:
            s, hexes = next(spin)
            s.cache.clear()
            for h in hexes:
                title.is_joined(s, side, h)

        value = best(fast, len(held), self.repeats)
        passes = []
        for s, hexes in held[:3]:
            board = plain.PlainBoard(title, s, cost_table(title, s, side, frozenset({title.units.mobility[0]})), side)
            passes.append((s, [board.may_pass(h) for h in range(title.board.size)], hexes))
        slow = cycle(passes)
        queue = best(lambda: twin(title, *next(slow)), 3, 3)
        name = f"supply of the {title.seats[side]} side with limits, all its units"
        return figure(name, value * MICRO, "us", plain=queue * MICRO, target=500)

    # -- play -----------------------------------------------------------------------------------------------------

    def random_orders(self) -> Figure:
        title = self.title

        def burst() -> int:
            rng, done = random.Random(7), 0
            for start in self.states:
                s = start.clone()
                for _ in range(60):
                    if s.over:
                        break
                    title.apply(s, title.pick(s, rng))
                    done += 1
            return done

        done = burst()
        value = done / best(burst, 1, self.repeats)
        return figure("random legal orders", value, "/s", target=30_000, less=False)

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
        try:
            opponent = bots.make("greedy")
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
