"""Random play in search of bugs: random options, set-ups and policies, wild orders, undo, and checks all the way.

Each game has a random stream of its own, named by the seed and the game's number, so a failure plays again. Some games
begin with a position instead: the title's own (``starts/*.toml`` of its package: what random play hardly ever comes
to) and those that are given. A failure is written to a folder: as the record of its game (which ``steppe show`` opens)
or as the position with its orders (for ``steppe try``), and a text that says what went wrong.

A run counts the decisions that it met and the rows by which it was refused, and names those that it never met.
"""

from __future__ import annotations

import random
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from steppe import bots, titles
from steppe.dice import Dice, secret_from_seed
from steppe.errors import OrderError, SteppeError
from steppe.game import Game
from steppe.lab import checks
from steppe.lab.checks import CheckError
from steppe.lab.coverage import refusal_rows
from steppe.lab.mutate import random_order
from steppe.lab.openings import in_setup
from steppe.lab.policies import Careful, Curious, Policy, at_random, bare_orders
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

LONGEST = 6000
"""No game needs more orders; a longer one is cut, not failed."""
SHORT = 150
"""So many orders are played from a position."""
FROM_POSITIONS = 0.5
"""How many orders are played from them, where there are any."""
PLACEMENTS = 25
MOST_FAILURES = 25
QUESTIONED = 0.15
"""How many orders are preceded by questions about the position."""
WILD = 5
"""Wild orders with each question."""
REMEMBERED = 60
"""So many orders of a game are kept to be given again at the wrong moment."""
RARE = 300
"""A decision met less often is questioned each time."""
OVERHEARD = 0.05
"""After how many orders it is asked whether the other seat has heard too much."""


class Start(NamedTuple):
    """A position from which games are played."""

    name: str
    text: str
    title: Title[Any]
    state: Any


def own_starts(key: str) -> list[tuple[str, str]]:
    """The positions that a title brings for the fuzzer, each with its name."""
    folder = resources.files(titles.package(key).__name__) / "starts"
    if not folder.is_dir():
        return []
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return [(f.name, f.read_text(encoding="utf-8")) for f in files]


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
        starts: Sequence[Path] = (),
    ) -> None:
        self.key, self.seed, self.data, self.dump = key, seed, data, dump
        self.title = titles.load(key, scenario, data=data)
        self.scenarios = (titles.scenario_of(key, scenario),) if scenario else titles.scenarios(key)
        """Those that are played."""
        self.policies = (
            policies.split() if policies else ["random", "careful", "careful", "curious", "curious", "greedy"]
        )
        fixed = {name for one in titles.scenarios(key) for name in one.options}
        self.options = [name for name in titles.package(key).OPTIONS if name not in fixed]
        given = [(path.name, path.read_text(encoding="utf-8")) for path in starts]
        played = {scenario.key for scenario in self.scenarios}
        known = [self.start(name, text) for name, text in [*own_starts(key), *given]]
        self.starts = [start for start in known if start.title.scenario.key in played]
        self.orders = self.games = self.checks = self.from_starts = 0
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.verbs: Counter[str] = Counter()
        self.decisions: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.ends: Counter[str] = Counter()
        self.failures: list[dict[str, Any]] = []
        self.interrupted = False
        self.most_failures = MOST_FAILURES

    def start(self, name: str, text: str) -> Start:
        title, s, _ = titles.read_position(text, Dice(b""), self.data)
        if title.key != self.key:
            raise SteppeError(f"{name}: a position of {title.key}, not of {self.key}")
        return Start(name, text, title, s)

    def run(self, orders: int, tick: Callable[[int], None] = lambda done: None) -> None:
        try:
            while self.orders < orders and len(self.failures) < self.most_failures:
                self.games += 1
                self.play().run(orders, tick)
        except KeyboardInterrupt:
            self.interrupted = True

    def play(self) -> FuzzedPlay:
        rng = random.Random(f"{self.seed} {self.games}")
        if self.starts and self.from_starts <= FROM_POSITIONS * self.orders:
            return FuzzedPosition(self, self.games, rng, rng.choice(self.starts))
        return FuzzedGame(self, self.games, rng)

    def never(self) -> dict[str, list[str]]:
        """What could have been met and was not: decisions that somebody makes, and rows that refuse something."""
        asked = {d.name for d in self.title.decisions if d.verbs}
        return {
            "decisions": sorted(asked - self.decisions.keys()),
            "refusals": sorted(refusal_rows(self.title) - self.refusals.keys(), key=self.title.ledger.number),
        }

    def summary(self) -> dict[str, Any]:
        return {
            "title": self.key,
            "scenarios": [scenario.key for scenario in self.scenarios],
            "starts": [start.name for start in self.starts],
            "seed": self.seed,
            "orders": self.orders,
            "games": self.games,
            "checks": self.checks,
            "verbs": dict(self.verbs.most_common()),
            "decisions": dict(self.decisions.most_common()),
            "turns": {str(turn): n for turn, n in sorted(self.turns.items())},
            "refusals": dict(sorted(self.refusals.items())),
            "never": self.never(),
            "ends": dict(self.ends.most_common()),
            "failures": self.failures,
            "interrupted": self.interrupted,
        }


class FuzzedPlay(ABC):
    """One game of a run, whatever it began with."""

    title: Title[Any]
    longest: int

    def __init__(self, fuzzer: Fuzzer, number: int, rng: random.Random) -> None:
        self.fuzzer, self.number, self.rng = fuzzer, number, rng
        self.last: Order | None = None
        self.earlier: list[Order] = []

    @property
    @abstractmethod
    def state(self) -> Any: ...

    def take_seats(self) -> None:
        self.policies = [self.policy(self.rng.choice(self.fuzzer.policies)) for _ in self.title.seats]

    def policy(self, name: str) -> Policy:
        if name == "careful":
            return Careful(self)
        if name == "curious":
            return Curious(self, self.fuzzer.seen)
        if name == "greedy" and name in bots.offered(self.title):
            try:
                return bots.make(name, self.title).choose
            except ImportError:
                return Careful(self)
        return at_random

    def run(self, orders: int, tick: Callable[[int], None]) -> None:
        fuzzer = self.fuzzer
        try:
            for _ in range(self.longest):
                if self.state.over or fuzzer.orders >= orders:
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
        """An order by the seat's policy. Whoever must decide has something to decide: a legal order, in every state."""
        title, s = self.title, self.state
        if self.is_rare():
            checks.no_dead_end(title, s)
            self.fuzzer.checks += 1
        try:
            return self.policies[seat](View(title, s, seat), self.rng)
        except (StopIteration, IndexError):
            checks.leads_on(title, s, self.rng)
            raise

    def is_rare(self) -> bool:
        """Whether the decision in hand has hardly been met yet."""
        return self.fuzzer.decisions[self.title.decision(self.state)[0].name] < RARE

    def one_order(self) -> None:
        s = self.state
        seat = self.title.decision(s)[1]
        order = self.choose(seat)
        checks.picked(self.title, s, order)
        self.fuzzer.checks += 1
        if self.is_rare() or self.rng.random() < QUESTIONED:
            self.question(seat, order)
        self.fuzzer.decisions[self.title.decision(s)[0].name] += 1
        before, array = s.key(), s.array.copy()
        self.give(seat, order)
        self.afterwards(seat, order, before, array)

    @abstractmethod
    def afterwards(self, seat: int, order: Order, before: bytes, array: Any) -> None:
        """What else is tried after an order, given what the state was."""

    def give(self, seat: int, order: Order) -> None:
        self.last = order
        events = self.carry_out(seat, order)
        if self.rng.random() < OVERHEARD:
            checks.no_hidden_names(self.title, self.state, events, 1 - seat)
        self.last = None
        self.fuzzer.orders += 1
        self.fuzzer.verbs[order.verb] += 1
        if len(self.earlier) < REMEMBERED:
            self.earlier.append(order)
        else:
            self.earlier[self.rng.randrange(REMEMBERED)] = order

    @abstractmethod
    def carry_out(self, seat: int, order: Order) -> Any: ...

    def question(self, seat: int, order: Order) -> None:
        """Look at the position from all sides before going on."""
        rng, title, s = self.rng, self.title, self.state
        array = s.array.copy()
        wild = [random_order(title, s, rng, order, self.earlier) for _ in range(WILD)]
        wild += bare_orders(title, s)
        for other in wild:
            self.last = other
            refusal = checks.refused_well(title, s, other)
            self.fuzzer.refusals[refusal.rule if refusal else "accepted"] += 1
        self.last = order
        checks.garbled(title, order, rng)
        asked = [o for o in [order, *wild] if o.verb not in title.out_of_turn]
        checks.masked_agrees(title, s, seat, asked, order.units)
        checks.sheet_adds_up(title, s, seat, order)
        self.fuzzer.checks += len(wild) + 5
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

    def finish(self) -> None:
        checks.whole(self.title, self.state)
        if not self.state.over:
            checks.no_dead_end(self.title, self.state)
        self.fuzzer.checks += 2
        outcome = self.title.outcome(self.state)
        self.fuzzer.turns[self.state.turn] += 1
        self.fuzzer.ends[outcome.rule if outcome else "unfinished"] += 1

    # -- failures -------------------------------------------------------------------------------------------------

    def note(self, check: str, message: str, trace: str = "") -> None:
        """Write down what failed, and the game that led to it."""
        last = "" if self.last is None else checks.text_of(self.title, self.last)
        path: Path | None = None
        if self.fuzzer.dump is not None:
            self.fuzzer.dump.mkdir(parents=True, exist_ok=True)
            path = self.save(self.fuzzer.dump / f"{self.fuzzer.key}-{self.fuzzer.seed}-{self.number}")
            about = f"{check}\n{message}\norder in hand: {last or 'none'}\n{trace}"
            path.with_suffix(".txt").write_text(about, encoding="utf-8")
        self.fuzzer.failures.append(
            {"check": check, "message": message, "order": last, "game": self.number, "dump": str(path) if path else ""}
        )

    @abstractmethod
    def save(self, path: Path) -> Path:
        """Write the game to a file whose ending is still to be chosen."""


class FuzzedGame(FuzzedPlay):
    """A whole game, with its record and the way back."""

    longest = LONGEST

    def __init__(self, fuzzer: Fuzzer, number: int, rng: random.Random) -> None:
        super().__init__(fuzzer, number, rng)
        options = {name: rng.random() < 0.5 for name in fuzzer.options}
        scenario = rng.choice(fuzzer.scenarios).key if len(fuzzer.scenarios) > 1 else fuzzer.scenarios[0].key
        secret = secret_from_seed(rng.randrange(2**32))
        self.game = Game.new(fuzzer.key, secret=secret, scenario=scenario, options=options, data=fuzzer.data)
        self.title = self.game.title
        self.placements = rng.choice((0, PLACEMENTS))
        self.take_seats()

    @property
    def state(self) -> Any:
        return self.game.state

    def choose(self, seat: int) -> Order:
        """In some set-ups units are also placed one by one, as a person would."""
        if self.placements > 0 and in_setup(self.game):
            self.placements -= 1
            unit = self.rng.randrange(len(self.title.names.unit))
            orders = list(self.title.legal(self.game.state, (unit,)))
            if orders:
                return self.rng.choice(orders)
        return super().choose(seat)

    def afterwards(self, seat: int, order: Order, before: bytes, array: Any) -> None:
        if self.rng.random() < 0.1:
            self.go_back(seat, order, before, array)
        if self.rng.random() < 0.02:
            self.out_of_turn()

    def carry_out(self, seat: int, order: Order) -> Any:
        return self.game.order(seat, order)

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
        checks.replays(game, self.fuzzer.data)
        self.fuzzer.checks += 1
        super().finish()

    def save(self, path: Path) -> Path:
        path = path.with_suffix(".game")
        self.game.record.save(path)
        return path


class FuzzedPosition(FuzzedPlay):
    """A short game that begins with a position."""

    longest = SHORT

    def __init__(self, fuzzer: Fuzzer, number: int, rng: random.Random, start: Start) -> None:
        super().__init__(fuzzer, number, rng)
        self.start, self.title, self.given = start, start.title, list[str]()
        self.at = start.state.clone()
        self.at.dice = Dice(secret_from_seed(rng.randrange(2**32)))
        self.take_seats()

    @property
    def state(self) -> Any:
        return self.at

    def carry_out(self, seat: int, order: Order) -> Any:
        self.given.append(checks.text_of(self.title, order))
        self.fuzzer.from_starts += 1
        return self.title.apply(self.at, order)

    def afterwards(self, seat: int, order: Order, before: bytes, array: Any) -> None:
        """Nothing: there is no way back without a record."""

    def save(self, path: Path) -> Path:
        """The position, and below it the orders in comments."""
        path = path.with_suffix(".toml")
        orders = "".join(f"# {text}\n" for text in self.given)
        path.write_text(f"{self.start.text}\n# the orders that were given:\n{orders}", encoding="utf-8")
        return path
