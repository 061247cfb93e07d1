"""Random play in search of bugs: random options, set-ups and policies, wild orders, undo, and checks all the way.

Each game has a random stream of its own, named by the seed and the game's number, so a failure plays again. A failure
is written to a folder as the record of its game (which ``steppe show`` opens) and a text that says what went wrong.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from steppe import bots, titles
from steppe.dice import secret_from_seed
from steppe.errors import OrderError
from steppe.game import Game
from steppe.lab import checks
from steppe.lab.checks import CheckError
from steppe.lab.mutate import random_order
from steppe.lab.openings import in_setup
from steppe.orders import Order
from steppe.view import View

LONGEST = 6000
"""No game needs more orders; a longer one is cut, not failed."""
PLACEMENTS = 25
TRIES = 6
MOST_FAILURES = 25
QUESTIONED = 0.15
"""How many orders are preceded by questions about the position."""
OVERHEARD = 0.05
"""After how many orders it is asked whether the other seat has heard too much."""

Policy = Callable[[View[Any], random.Random], Order]


def at_random(view: View[Any], rng: random.Random) -> Order:
    """Any legal order."""
    return view.pick(rng)


class Careful:
    """Any legal order that does not end the game at once, so that games grow old. It cheats: it tries orders out."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(self, view: View[Any], rng: random.Random) -> Order:
        title, s = self.game.title, self.game.state
        order = view.pick(rng)
        for _ in range(TRIES):
            trial = s.clone()
            title.apply(trial, order)
            if not trial.over:
                break
            order = view.pick(rng)
        return order


class Fuzzer:
    """One run: so many orders of one title."""

    def __init__(
        self,
        key: str,
        seed: int,
        *,
        scenario: str = "",
        data: Path | None = None,
        dump: Path | None = None,
        policies: str = "",
    ) -> None:
        self.key, self.seed, self.data, self.dump = key, seed, data, dump
        titles.load(key, scenario, data=data)
        self.scenarios = (titles.scenario_of(key, scenario),) if scenario else titles.scenarios(key)
        """Those that are played."""
        self.policies = policies.split() if policies else ["random", "careful", "careful", "careful", "greedy"]
        fixed = {name for one in titles.scenarios(key) for name in one.options}
        self.options = [name for name in titles.package(key).OPTIONS if name not in fixed]
        self.orders = self.games = self.checks = 0
        self.verbs: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.ends: Counter[str] = Counter()
        self.failures: list[dict[str, Any]] = []
        self.interrupted = False
        self.most_failures = MOST_FAILURES

    def run(self, orders: int, tick: Callable[[int], None] = lambda done: None) -> None:
        try:
            while self.orders < orders and len(self.failures) < self.most_failures:
                self.games += 1
                FuzzedGame(self, self.games).run(orders, tick)
        except KeyboardInterrupt:
            self.interrupted = True

    def summary(self) -> dict[str, Any]:
        return {
            "title": self.key,
            "scenarios": [scenario.key for scenario in self.scenarios],
            "seed": self.seed,
            "orders": self.orders,
            "games": self.games,
            "checks": self.checks,
            "verbs": dict(self.verbs.most_common()),
            "turns": {str(turn): n for turn, n in sorted(self.turns.items())},
            "refusals": dict(sorted(self.refusals.items())),
            "ends": dict(self.ends.most_common()),
            "failures": self.failures,
            "interrupted": self.interrupted,
        }


class FuzzedGame:
    """One game of a run."""

    def __init__(self, fuzzer: Fuzzer, number: int) -> None:
        self.fuzzer, self.number = fuzzer, number
        self.rng = rng = random.Random(f"{fuzzer.seed} {number}")
        options = {name: rng.random() < 0.5 for name in fuzzer.options}
        scenario = rng.choice(fuzzer.scenarios).key if len(fuzzer.scenarios) > 1 else fuzzer.scenarios[0].key
        secret = secret_from_seed(rng.randrange(2**32))
        self.game = Game.new(fuzzer.key, secret=secret, scenario=scenario, options=options, data=fuzzer.data)
        self.title = self.game.title
        self.policies = [self.policy(rng.choice(fuzzer.policies)) for _ in self.title.seats]
        self.placements = rng.choice((0, 0, PLACEMENTS))
        self.last: Order | None = None

    def policy(self, name: str) -> Policy:
        if name == "careful":
            return Careful(self.game)
        if name == "greedy" and name in bots.offered(self.title):
            try:
                return bots.make(name, self.title).choose
            except ImportError:
                return Careful(self.game)
        return at_random

    def run(self, orders: int, tick: Callable[[int], None]) -> None:
        fuzzer = self.fuzzer
        try:
            for _ in range(LONGEST):
                if self.game.state.over or fuzzer.orders >= orders:
                    break
                self.one_order()
                tick(fuzzer.orders)
            self.finish()
        except CheckError as failure:
            self.note(failure.check, failure.message)
        except Exception as error:
            self.note("crash", f"{type(error).__name__}: {error}", traceback.format_exc())

    # -- one order after another ----------------------------------------------------------------------------------

    def choose(self, seat: int) -> Order:
        """An order by the seat's policy; in some set-ups units are also placed one by one, as a person would."""
        if self.placements > 0 and in_setup(self.game):
            self.placements -= 1
            unit = self.rng.randrange(len(self.title.names.unit))
            orders = list(self.title.legal(self.game.state, (unit,)))
            if orders:
                return self.rng.choice(orders)
        return self.policies[seat](self.game.view(seat), self.rng)

    def one_order(self) -> None:
        rng, title, s = self.rng, self.title, self.game.state
        seat = title.decision(s)[1]
        order = self.choose(seat)
        checks.picked(title, s, order)
        self.fuzzer.checks += 1
        if rng.random() < QUESTIONED:
            self.question(seat, order)
        before, array = s.key(), s.array.copy()
        self.give(seat, order)
        if rng.random() < 0.1:
            self.go_back(seat, order, before, array)
        if rng.random() < 0.02:
            self.out_of_turn()

    def give(self, seat: int, order: Order) -> None:
        self.last = order
        events = self.game.order(seat, order)
        if self.rng.random() < OVERHEARD:
            checks.no_hidden_names(self.title, self.game.state, events, 1 - seat)
        self.last = None
        self.fuzzer.orders += 1
        self.fuzzer.verbs[order.verb] += 1

    def question(self, seat: int, order: Order) -> None:
        """Look at the position from all sides before going on."""
        rng, title, s = self.rng, self.title, self.game.state
        array = s.array.copy()
        wild = [random_order(title, s, rng, order) for _ in range(3)]
        for other in wild:
            self.last = other
            refusal = checks.refused_well(title, s, other)
            self.fuzzer.refusals[refusal.rule if refusal else "accepted"] += 1
        self.last = order
        checks.garbled(title, order, rng)
        asked = [o for o in [order, *wild] if o.verb not in title.out_of_turn]
        checks.masked_agrees(title, s, seat, asked, order.units)
        checks.sheet_adds_up(title, s, seat, order)
        self.fuzzer.checks += 8
        if rng.random() < 0.5:
            checks.nothing_leaks(title, s, rng.randrange(len(title.seats)), asked, rng)
            self.fuzzer.checks += 1
        if rng.random() < 0.2:
            checks.whole(title, s)
            checks.no_dead_end(title, s)
            checks.serialises(title, s)
            self.fuzzer.checks += 3
        if rng.random() < 0.01:
            checks.position_reads_back(title, s, self.fuzzer.data)
        checks.expect(bool((s.array == array).all()), "questions change nothing", "the state differs afterwards")

    def go_back(self, seat: int, order: Order, before: bytes, array: Any) -> None:
        """Take the order back if that is allowed, and give it again."""
        refusal = self.game.undo_refusal(seat)
        if refusal is not None:
            checks.expect(refusal.rule in self.title.ledger, "refusal cites a row", f"undo: {refusal}")
            if self.game.undo_refusal(seat, consent=True) is not None:
                return
        after = self.game.state.key()
        checks.undone(self.game, seat, before, array)
        self.game.order(seat, order)
        checks.expect(self.game.state.key() == after, "undo and redo", "the order leads elsewhere the second time")
        self.fuzzer.checks += 2

    def out_of_turn(self) -> None:
        """Orders that may be given at any time; orders of the wrong seat never."""
        rng, title, game = self.rng, self.title, self.game
        if game.state.over:
            return
        for verb in sorted(title.out_of_turn - {"resign"}):
            order = random_order(title, game.state, rng)
            while order.verb != verb:
                order = random_order(title, game.state, rng)
            if title.refuse(game.state, order) is None:
                self.give(order.seat, order)
        seat = title.decision(game.state)[1]
        before = game.state.key()
        try:
            game.order(1 - seat, title.pick(game.state, rng))
        except OrderError:
            checks.expect(game.state.key() == before, "wrong seat", "the state has changed")
        else:
            raise CheckError("wrong seat", "an order of the seat that does not decide was accepted")

    def finish(self) -> None:
        title, game = self.title, self.game
        if not game.state.over and self.rng.random() < 0.1:
            seat = self.rng.randrange(len(title.seats))
            self.give(seat, game.read(f"resign {title.seats[seat]}"))
        checks.whole(title, game.state)
        checks.replays(game, self.fuzzer.data)
        self.fuzzer.checks += 2
        outcome = title.outcome(game.state)
        self.fuzzer.turns[game.state.turn] += 1
        self.fuzzer.ends[outcome.rule if outcome else "unfinished"] += 1

    # -- failures -------------------------------------------------------------------------------------------------

    def note(self, check: str, message: str, trace: str = "") -> None:
        """Write down what failed, and the game that led to it."""
        last = "" if self.last is None else checks.text_of(self.title, self.last)
        path: Path | None = None
        if self.fuzzer.dump is not None:
            self.fuzzer.dump.mkdir(parents=True, exist_ok=True)
            path = self.fuzzer.dump / f"{self.fuzzer.key}-{self.fuzzer.seed}-{self.number}.game"
            self.game.record.save(path)
            about = f"{check}\n{message}\norder in hand: {last or 'none'}\n{trace}"
            path.with_suffix(".txt").write_text(about, encoding="utf-8")
        self.fuzzer.failures.append(
            {"check": check, "message": message, "order": last, "game": self.number, "dump": str(path) if path else ""}
        )
