"""The conformance suite: what every title passes, whatever it adds. ``steppe conform KEY`` runs it; so do the tests.

A check is a function that is given a title with states along its games; it raises CheckError if something does not
hold, and its docstring says what should.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from steppe import mapdraw, titles
from steppe.dice import Dice, secret_from_seed
from steppe.errors import OrderError, SteppeError
from steppe.game import Game
from steppe.lab import checks, systems
from steppe.lab.bench import long_game
from steppe.lab.checks import expect
from steppe.lab.mutate import random_order
from steppe.lab.openings import set_up
from steppe.orders import Order
from steppe.title import Title
from steppe.view import View

SEED = 7
"""Of the first long game."""
ENOUGH = 70
"""How many states are looked at."""
EVERY = 40
"""Of a long game every so manieth state, and those in the midst of something."""
GAMES = 12
"""Of a title whose games are short, so many games are taken as a whole."""
LEAST_STATES = 30
LEAST_RULES = 6
"""So many different rows must have been cited by refusals, else the orders were not wild enough to tell."""
POSITIONS = 6
"""How many states are written as positions: each is a title loaded anew."""


class Subject:
    """A scenario of a title that is examined."""

    def __init__(self, key: str, scenario: str = "", data: Path | None = None) -> None:
        self.key, self.data = key, data
        self.title: Title[Any] = titles.load(key, scenario, data=data)

    def game(self, seed: int) -> Game:
        scenario = self.title.scenario.key
        return Game.new(self.key, secret=secret_from_seed(seed), scenario=scenario, data=self.data)

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """States along a long random game, battles and set-up included: its first turns, or some from all of it."""
        title = self.title
        found = [s.clone() for i, s in enumerate(long_game(title, SEED)) if i % EVERY == 0 or s.depth > 1]
        if len(found) < ENOUGH:
            found = [s.clone() for seed in range(SEED, SEED + GAMES) for s in long_game(title, seed)]
        first = found[:ENOUGH]
        return tuple(
            first if first[-1].turn > title.scenario.first_turn + 2 else found[:: max(len(found) // ENOUGH, 1)]
        )

    def orders(self, s: Any, rng: random.Random) -> list[Order]:
        """A legal order and some wild ones of the decision in hand; none if the game is over."""
        if s.over:
            return []
        found = [self.title.pick(s, rng), *(random_order(self.title, s, rng) for _ in range(4))]
        return [order for order in found if order.verb not in self.title.out_of_turn]


# -- states -----------------------------------------------------------------------------------------------------------


def states_are_whole(subject: Subject) -> None:
    """States keep the title's own invariants, and whoever must decide has something to decide."""
    title, states = subject.title, subject.states
    expect(len(states) > LEAST_STATES, "long games", f"there are only {len(states)} states in {GAMES} games")
    scenario, latest = title.scenario, max(s.turn for s in states)
    due = min(scenario.first_turn + 2, scenario.last_turn - 1)
    expect(latest > due, "long games", f"the latest turn that random play has come to is {latest}")
    for s in states:
        checks.whole(title, s)
        checks.no_dead_end(title, s)


def clones_share_nothing(subject: Subject) -> None:
    """A clone shares nothing that changes."""
    title, rng = subject.title, random.Random(1)
    for s in subject.states:
        before, array = s.key(), s.array.copy()
        twin = s.clone()
        expect(twin.key() == before, "clone", "it differs from the state that it was made from")
        for _ in range(3):
            if not twin.over:
                title.apply(twin, title.pick(twin, rng))
        same = s.key() == before and bool((s.array == array).all())
        expect(same, "clone", "an order of the clone has changed the state that it was made from")


def states_are_saved(subject: Subject) -> None:
    """A state that is dumped and restored is the same."""
    for s in subject.states:
        checks.serialises(subject.title, s)


def dice_stay_outside(subject: Subject) -> None:
    """Dice are not copied with a state, and can be sent to another process."""
    s = subject.states[0]
    expect(s.clone().dice is s.dice, "dice", "a clone has others")
    expect(pickle.loads(pickle.dumps(s.dice)) == s.dice, "dice", "they do not survive pickling")
    expect(copy.copy(s.layout).length == s.layout.length, "layout", "a copy differs")


def one_seed_is_one_game(subject: Subject) -> None:
    """The same seed gives the same game, another one another."""
    title = subject.title
    ends = []
    for seed in (1, 1, 2):
        rng, s = random.Random(seed), title.setup(Dice(secret_from_seed(seed)))
        for _ in range(120):
            if not s.over:
                title.apply(s, title.pick(s, rng))
        ends.append(s.digest())
    expect(ends[0] == ends[1], "seeds", "one seed led to two games")
    expect(ends[1] != ends[2], "seeds", "two seeds led to one game")


def orders_are_taken_back_and_replayed(subject: Subject) -> None:
    """Taking an order back restores the very state, and a record leads to the same state again."""
    game, rng = subject.game(5), random.Random(5)
    set_up(game)
    for _ in range(80):
        if game.state.over:
            break
        seat = game.title.decision(game.state)[1]
        before, array = game.state.key(), game.state.array.copy()
        game.order(seat, game.title.pick(game.state, rng))
        if game.past and rng.random() < 0.5:
            checks.undone(game, seat, before, array)
    checks.replays(game, subject.data)


# -- what is hidden ---------------------------------------------------------------------------------------------------


def views_leak_nothing(subject: Subject) -> None:
    """A seat sees, is refused and is told the same in every world that agrees with what it knows."""
    title, rng = subject.title, random.Random(3)
    for s in subject.states:
        orders = subject.orders(s, rng)
        for seat in range(len(title.seats)):
            checks.nothing_leaks(title, s, seat, orders, rng)
        if not s.over:
            checks.masked_agrees(title, s, title.decision(s)[1], orders, ())


# -- the ledger and the sequence of play ------------------------------------------------------------------------------


def refusals_cite_rows(subject: Subject) -> None:
    """Every wild order is refused by a row of the ledger, in words, or can be carried out."""
    title, rng = subject.title, random.Random(4)
    rules = set()
    for s in subject.states:
        near = None if s.over else title.pick(s, rng)
        for _ in range(12):
            refusal = checks.refused_well(title, s, random_order(title, s, rng, near))
            if refusal:
                rules.add(refusal.rule)
    expect(len(rules) >= LEAST_RULES, "refusal cites a row", f"wild orders were refused by {len(rules)} rows alone")


def steps_ask_for_known_decisions(subject: Subject) -> None:
    """Every step of the sequence of play asks a seat of the title for one of its decisions."""
    title, s = subject.title, subject.states[-1]
    names = {decision.name for decision in title.decisions}
    for step in title.sequence.steps:
        expect(title.step_decision(s, step) in names, "sequence", f"{step.name} asks for {step.decision!r}")
        expect(0 <= step.seat < len(title.seats), "sequence", f"{step.name} is the step of no seat")


def scenarios_fit(subject: Subject) -> None:
    """A scenario's turns are on the track, its part is on the map, and its set-up is no turn."""
    title = subject.title
    scenario, track = title.scenario, [turn["turn"] for turn in title.turn_track()]
    told = all((scenario.name, scenario.words, scenario.hours, scenario.setup, scenario.victory))
    expect(told, "scenario", f"{scenario.key}: something is not told")
    fits = {scenario.first_turn, scenario.last_turn} <= set(track)
    expect(fits, "scenario", f"{scenario.key}: the turn track lacks its first or last turn")
    expect(not scenario.part or bool(title.board.region(scenario.part)), "scenario", f"no region {scenario.part!r}")
    game = subject.game(1)
    if title.is_setting_up(game.state):
        expect(game.state.turn == scenario.first_turn - 1, "set-up", f"it is turn {game.state.turn} already")
    set_up(game)
    begun = game.state.turn == scenario.first_turn and not title.is_setting_up(game.state)
    expect(begun, "set-up", f"after it comes {title.when(game.state)}, not turn {scenario.first_turn}")


# -- words ------------------------------------------------------------------------------------------------------------


def verbs_have_forms(subject: Subject) -> None:
    """Every verb that a decision takes is in the notation."""
    title = subject.title
    for name, verbs in [(d.name, d.verbs) for d in title.decisions] + [("out of turn", tuple(title.out_of_turn))]:
        missing = sorted(set(verbs) - set(title.notation.forms))
        expect(not missing, "notation", f"{name}: no form for {', '.join(missing)}")


def orders_round_trip(subject: Subject) -> None:
    """An order that is written and read again is the same."""
    title, rng = subject.title, random.Random(6)
    for s in subject.states:
        for _ in range(10):
            text = checks.text_of(title, random_order(title, s, rng))
            try:
                again = title.notation.read(text, title.names)
            except OrderError as error:
                raise checks.CheckError("notation round-trip", f"{text}: {error}") from None
            expect(checks.text_of(title, again) == text, "notation round-trip", f"{text} is read as {again}")
        if not s.over:
            order = title.pick(s, rng)
            text = checks.text_of(title, order)
            expect(title.notation.read(text, title.names) == order, "notation round-trip", f"{order} is written {text}")


def events_have_words(subject: Subject) -> None:
    """Every event is told in words."""
    title, rng = subject.title, random.Random(8)
    for s in subject.states:
        trial = s.clone()
        for _ in range(4):
            if not trial.over:
                for event in title.apply(trial, title.pick(trial, rng)):
                    expect(bool(title.tell(event)), "words", f"nothing is told of {event.kind!r}")


def prompts_and_outcomes(subject: Subject) -> None:
    """Every decision is asked for in words, with its row; when a game is over nobody is asked."""
    title = subject.title
    for s in subject.states:
        prompt = title.prompt(s)
        expect(bool(prompt.text), "prompt", f"{prompt.decision} asks nothing")
        expect(prompt.rule in title.ledger, "prompt", f"{prompt.decision}: {prompt.rule!r} is not in the ledger")
    s = subject.states[0].clone()
    title.apply(s, title.notation.read(f"resign {title.seats[0]}", title.names))
    outcome = title.outcome(s)
    won = outcome is not None and outcome.winner == title.seats[1]
    expect(won, "outcome", f"the {title.seats[0]} seat resigns: {outcome}")
    expect(title.prompt(s).seat == -1, "outcome", "somebody is asked although the game is over")
    expect(not list(title.legal(s)), "outcome", "orders are legal although the game is over")


# -- for pages and programs -------------------------------------------------------------------------------------------


def everything_is_plain_data(subject: Subject) -> None:
    """What pages and programs are given is JSON, with an entry for every counter and hex."""
    title = subject.title
    fixed = {"units": title.counters(), "turns": title.turn_track(), "look": title.look(), "about": dict(title.about)}
    views = [View(title, s, seat).as_data() for s in subject.states[::10] for seat in range(len(title.seats))]
    try:
        json.dumps([fixed, views])
    except (TypeError, ValueError) as error:
        raise checks.CheckError("plain data", str(error)) from None
    for name, found in (("counters", fixed["units"]), *(("units in view", view["units"]) for view in views)):
        expect(len(found) == len(title.names.unit), "plain data", f"{len(found)} {name}")
    for s in subject.states[::10]:
        held = title.holders(s)
        expect(held.shape == (title.board.size,), "holders", f"an array of shape {held.shape}")
        expect(set(held.tolist()) <= set(range(len(title.seats))), "holders", "a hex is held by no seat")
        expect(len(title.figures(s).steps) == len(title.seats), "figures", "not a number of steps for each seat")


def positions_read_back(subject: Subject) -> None:
    """A phase under way, written as a position, reads back as the same; where the system says that it can be."""
    system = systems.added(subject.title, "checks")
    can = [] if system is None else [s for s in subject.states if checks.is_writable(subject.title, s, system)]
    for s in can[:: max(len(can) // POSITIONS, 1)]:
        checks.position_reads_back(subject.title, s, subject.data)


def the_map_is_drawn(subject: Subject) -> None:
    """The map can be drawn, with a look for all that is on it."""
    title = subject.title
    try:
        drawn = mapdraw.draw(titles.drawing(title, titles.folder(subject.key, subject.data, title.scenario.key)))
    except SteppeError as error:
        raise checks.CheckError("map", str(error)) from None
    expect(drawn.startswith("<svg"), "map", "no picture came of it")


CHECKS: tuple[Callable[[Subject], None], ...] = (
    states_are_whole,
    clones_share_nothing,
    states_are_saved,
    dice_stay_outside,
    one_seed_is_one_game,
    orders_are_taken_back_and_replayed,
    views_leak_nothing,
    refusals_cite_rows,
    steps_ask_for_known_decisions,
    scenarios_fit,
    verbs_have_forms,
    orders_round_trip,
    events_have_words,
    prompts_and_outcomes,
    everything_is_plain_data,
    positions_read_back,
    the_map_is_drawn,
)


def words_of(check: Callable[[Subject], None]) -> str:
    """What a check is about, in words."""
    return " ".join((check.__doc__ or "").split())


class Verdict(NamedTuple):
    """What came of a check; without a message it holds."""

    scenario: str
    check: str
    words: str
    message: str = ""


def examine(key: str, scenario: str = "", data: Path | None = None) -> Iterator[Verdict]:
    """Every check of a scenario, or of all that the title offers; what crashes has not passed."""
    offered = (titles.scenario_of(key, scenario),) if scenario else titles.scenarios(key)
    for one in offered:
        subject = Subject(key, one.key, data)
        for check in CHECKS:
            verdict = Verdict(one.key, check.__name__.replace("_", " "), words_of(check))
            try:
                check(subject)
            except checks.CheckError as failure:
                verdict = verdict._replace(message=str(failure))
            except Exception as error:
                verdict = verdict._replace(message=f"crash: {type(error).__name__}: {error}")
            yield verdict
