"""The suite that every title passes: whatever a title adds, these things hold.

Golden files are written anew when STEPPE_GOLDEN is set; read the difference before you commit it.
"""

from __future__ import annotations

import copy
import difflib
import os
import pickle
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice, secret_from_seed
from steppe.errors import OrderError
from steppe.game import Game
from steppe.lab import checks
from steppe.lab.bench import long_game
from steppe.lab.mutate import random_order
from steppe.lab.openings import set_up
from steppe.title import Title

GOLDEN = Path(__file__).parent / "golden"
REGENERATE = "STEPPE_GOLDEN"
every_title = pytest.mark.parametrize("key", titles.known())


@cache
def title_of(key: str) -> Title[Any]:
    return titles.load(key)


@cache
def states(key: str) -> tuple[Any, ...]:
    """States along a long random game, battles and set-up included: its first turns, or some from all of it."""
    found = tuple(s.clone() for i, s in enumerate(long_game(title_of(key), 7)) if i % 40 == 0 or s.depth > 1)
    return found[:70] if found[:70][-1].turn > 3 else found[:: len(found) // 70]


@every_title
def test_states_are_whole_and_never_dead_ends(key: str) -> None:
    title = title_of(key)
    assert len(states(key)) > 30
    assert max(s.turn for s in states(key)) > 3
    for s in states(key):
        checks.whole(title, s)
        checks.no_dead_end(title, s)


@every_title
def test_a_clone_shares_nothing_that_changes(key: str) -> None:
    title, rng = title_of(key), random.Random(1)
    for s in states(key):
        before, array = s.key(), s.array.copy()
        twin = s.clone()
        assert twin.key() == before
        for _ in range(3):
            if not twin.over:
                title.apply(twin, title.pick(twin, rng))
        assert s.key() == before
        assert (s.array == array).all()


@every_title
def test_dump_and_restore(key: str) -> None:
    for s in states(key):
        checks.serialises(title_of(key), s)


@every_title
def test_the_same_seed_gives_the_same_game(key: str) -> None:
    title = title_of(key)
    ends = []
    for seed in (1, 1, 2):
        rng, s = random.Random(seed), title.setup(Dice(secret_from_seed(seed)))
        for _ in range(120):
            if not s.over:
                title.apply(s, title.pick(s, rng))
        ends.append(s.digest())
    assert ends[0] == ends[1] != ends[2]


@every_title
def test_undo_and_replay(key: str) -> None:
    game, rng = Game.new(key, secret=secret_from_seed(5)), random.Random(5)
    set_up(game)
    for _ in range(80):
        if game.state.over:
            break
        seat = game.title.decision(game.state)[1]
        before, array = game.state.key(), game.state.array.copy()
        game.order(seat, game.title.pick(game.state, rng))
        if game.past and rng.random() < 0.5:
            checks.undone(game, seat, before, array)
    checks.replays(game)


@every_title
def test_views_leak_nothing(key: str) -> None:
    title, rng = title_of(key), random.Random(3)
    for s in states(key):
        orders = [] if s.over else [title.pick(s, rng), *(random_order(title, s, rng) for _ in range(4))]
        orders = [o for o in orders if o.verb not in title.out_of_turn]
        for seat in range(len(title.seats)):
            checks.nothing_leaks(title, s, seat, orders, rng)
        if not s.over:
            checks.masked_agrees(title, s, title.decision(s)[1], orders, ())


@every_title
def test_refusals_cite_known_rows(key: str) -> None:
    title, rng = title_of(key), random.Random(4)
    rules = set()
    for s in states(key):
        near = None if s.over else title.pick(s, rng)
        for _ in range(12):
            refusal = checks.refused_well(title, s, random_order(title, s, rng, near))
            if refusal:
                rules.add(refusal.rule)
    assert len(rules) > 5


@every_title
def test_the_rows_that_a_title_names_are_in_its_ledger(key: str) -> None:
    title: Any = title_of(key)
    named = {title.concession_rule, title.going_back_rule}
    named |= set(getattr(title, "cite", {}).values())
    named |= {step.rule for step in title.sequence.steps}
    named |= {decision.rule for decision in title.decisions if decision.rule}
    assert [rule for rule in sorted(named) if rule not in title.ledger] == []


@every_title
def test_the_sequence_of_play_asks_for_known_decisions(key: str) -> None:
    title = title_of(key)
    s = states(key)[-1]
    names = {decision.name for decision in title.decisions}
    for step in title.sequence.steps:
        assert title.step_decision(s, step) in names
        assert 0 <= step.seat < len(title.seats)


@every_title
def test_every_verb_is_in_the_notation(key: str) -> None:
    title = title_of(key)
    for decision in title.decisions:
        assert set(decision.verbs) <= set(title.notation.forms)
    assert title.out_of_turn <= set(title.notation.forms)


@every_title
def test_orders_round_trip(key: str) -> None:
    title, rng = title_of(key), random.Random(6)
    for s in states(key):
        for _ in range(10):
            order = random_order(title, s, rng)
            text = checks.text_of(title, order)
            try:
                again = title.notation.read(text, title.names)
            except OrderError as error:
                pytest.fail(f"{text}: {error}")
            assert checks.text_of(title, again) == text
        if not s.over:
            order = title.pick(s, rng)
            assert title.notation.read(checks.text_of(title, order), title.names) == order


@every_title
def test_every_event_has_words(key: str) -> None:
    title, rng = title_of(key), random.Random(8)
    for s in states(key):
        trial = s.clone()
        for _ in range(4):
            if not trial.over:
                for event in title.apply(trial, title.pick(trial, rng)):
                    assert title.tell(event)


@every_title
def test_prompts_and_outcomes(key: str) -> None:
    title = title_of(key)
    for s in states(key):
        prompt = title.prompt(s)
        assert prompt.text
        assert prompt.rule in title.ledger
    s = states(key)[0].clone()
    title.apply(s, title.notation.read(f"resign {title.seats[0]}", title.names))
    outcome = title.outcome(s)
    assert outcome is not None
    assert outcome.winner == title.seats[1]
    assert title.prompt(s).seat == -1
    assert list(title.legal(s)) == []


@every_title
def test_dice_and_titles_are_not_copied_with_a_state(key: str) -> None:
    s = states(key)[0]
    assert s.clone().dice is s.dice
    assert pickle.loads(pickle.dumps(s.dice)) == s.dice
    assert copy.copy(s.layout).length == s.layout.length


# -- golden transcripts ----------------------------------------------------------------------------------------------


def transcript(key: str, seed: int) -> str:
    """The first game turn of a random game, as orders and what came of them."""
    game, rng = Game.new(key, secret=secret_from_seed(seed)), random.Random(seed)
    set_up(game)
    lines = []
    while not game.state.over and game.state.turn < 2:
        seat = game.title.decision(game.state)[1]
        order = game.title.pick(game.state, rng)
        lines.append(f"{game.title.seats[seat]}: {game.write(order)}")
        lines += [f"    {game.title.tell(event)}" for event in game.order(seat, order)]
    return "\n".join(lines) + "\n"


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get(REGENERATE):
        path.write_text(text, encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    diff = difflib.unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2)
    assert golden == text, "\n".join(list(diff)[:60])


@every_title
def test_the_first_turn_is_the_golden_one(key: str) -> None:
    compare(f"{key}-turn1.txt", transcript(key, 11))


# -- counted trees --------------------------------------------------------------------------------------------------

TREES = sorted(GOLDEN.glob("*.toml"))


def count(title: Title[Any], s: Any, depth: int) -> int:
    """How many ways there are to give so many orders; dice fall as the position's dice say."""
    if depth == 0 or s.over:
        return 1
    orders = list(title.legal(s))
    assert len(set(orders)) == len(orders), "a legal order is listed twice"
    if depth == 1:
        return len(orders)
    total = 0
    for order in orders:
        trial = s.clone()
        title.apply(trial, order)
        total += count(title, trial, depth - 1)
    return total


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_trees_of_legal_orders(path: Path) -> None:
    """The first line of a position in tests/golden says how many orders there are to each depth."""
    text = path.read_text(encoding="utf-8")
    head, rest = text.split("\n", 1)
    depths = [int(d) for d in head.removeprefix("# depths ").partition(":")[0].split()]
    title, s, _ = titles.read_position(text, Dice(b"tree"))
    found = " ".join(str(count(title, s.clone(), d)) for d in depths)
    line = f"# depths {' '.join(str(d) for d in depths)}: {found}"
    if os.environ.get(REGENERATE):
        path.write_text(f"{line}\n{rest}", encoding="utf-8")
        head = line
    assert head == line
