"""What can be done at a position, as a table is told it."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from pydantic import TypeAdapter

from steppe import answers, titles
from steppe.dice import Dice
from steppe.orders import NOWHERE, Form, Order, Units
from steppe.title import Title
from tests.known import ASSAULT


def title_in(key: str, seed: int = 3) -> tuple[Title[Any], Any]:
    title = titles.load(key)
    return title, title.setup(Dice(bytes([seed])))


def positions(key: str, seed: int, orders: int) -> Any:
    """A game in which everybody does as chance has it."""
    title, s = title_in(key, seed)
    rng = random.Random(seed)
    for _ in range(orders):
        if s.over:
            return
        yield title, s
        title.apply(s, title.pick(s, rng))


def legal_units(title: Title[Any], s: Any) -> Units:
    return next((order.units for order in islice(title.legal(s), 50) if order.units), ())


@pytest.mark.parametrize("key", ASSAULT)
def test_every_choice_is_a_legal_order_with_words(key: str) -> None:
    """The text that a table sends is the order that was offered, and reads as a sentence."""
    adapter, seen = TypeAdapter(answers.Choices), set()
    for title, s in positions(key, 5, 260):
        questions, kind = title.questions, title.decision(s)[0].kind
        found = questions.choices(s, (), 25)
        adapter.validate_python(found)
        for order, choice in zip(title.legal(s), found["choices"], strict=False):
            seen.add(title.decision(s)[0].name)
            assert questions.read_order(choice["order"]) == order
            assert choice["kind"] == title.notation.forms[order.verb].kind
            assert choice["words"] != choice["order"], choice
            assert "{" not in choice["words"]
            assert choice["help"]
            assert (choice["hex"] is None) == (order.hex == NOWHERE)
            assert [title.names.units[u.lower()] for u in choice["units"]] == list(order.units)
        if kind == "choice":
            assert found["choices"]
    assert len(seen) > 4


@pytest.mark.parametrize("key", ASSAULT)
def test_options_are_legal_and_complete(key: str) -> None:
    """What lights up for a group is what it may do: nothing more, and every hex that it may go to."""
    tried = 0
    for title, s in islice(positions(key, 7, 400), 0, 400, 3):
        if title.decision(s)[0].kind == "choice":
            continue
        group = legal_units(title, s)
        if not group:
            continue
        found = title.questions.options(s, group)
        TypeAdapter(answers.Options).validate_python(found)
        legal = list(islice(title.legal(s, group), 3000))
        texts = {title.notation.write(order, title.names) for order in legal}
        for choice in found["choices"]:
            tried += 1
            assert choice["order"] in texts or (choice["kind"] == "battle" and not choice["badge"])
            if choice["kind"] == "go":
                assert int(choice["badge"]) >= 0
        goals = {title.names.hex[o.hex] for o in legal if title.notation.forms[o.verb].kind == "go"}
        assert {c["hex"] for c in found["choices"] if c["kind"] == "go"} == goals
        battles = {title.names.hex[o.hex] for o in legal if title.notation.forms[o.verb].kind == "battle"}
        assert battles <= {c["hex"] for c in found["choices"] if c["kind"] == "battle"}
    assert tried > 100


@pytest.fixture(scope="module")
def moscow() -> tuple[Title[Any], Any]:
    """The German Movement Phase of the first turn."""
    title, s = title_in("dom")
    while title.is_setting_up(s):
        decision = title.questions.ready(s)
        assert decision["end"]
        word = "historical" if any(c["order"] == "deploy historical" for c in decision["choices"]) else "random"
        title.apply(s, Order("deploy", word=word))
        title.apply(s, title.questions.read_order(decision["end"]["order"]))
    title.apply(s, title.questions.read_order("order move-fight"))
    return title, s


def test_a_phase_says_what_ends_it(moscow: tuple[Title[Any], Any]) -> None:
    title, s = moscow
    ready = title.questions.ready(s)
    assert ready["end"] is not None
    assert (ready["end"]["order"], ready["end"]["words"], ready["end"]["kind"]) == ("done", "Done", "end")
    assert ready["choices"] == []
    assert ready["units"]


def test_a_set_up_offers_its_deployments() -> None:
    title, s = title_in("dom")
    ready = title.questions.ready(s)
    assert [c["order"] for c in ready["choices"]] == ["deploy historical", "deploy random"]
    assert ready["refused"] is not None
    unit = title.questions.read_units(ready["units"][:1])
    assert {c["kind"] for c in title.questions.options(s, unit)["choices"]} == {"put"}


def test_a_click_means_an_order(moscow: tuple[Title[Any], Any]) -> None:
    """The order that is tried is found from what is in the hex; why it is refused is the rule's own answer."""
    title, s = moscow
    questions = title.questions
    group = questions.read_units(questions.ready(s)["units"][:1])
    start = s.hex[group[0]]
    far = next(h for h in range(title.board.size) if s.top[h] < 0 and h not in dict(title.ranges.find_range(s, group)))  # type: ignore[attr-defined]
    assert questions.attempt(s, group, far) == Order("move", group, far, start)
    assert (
        questions.why_not(s, group, far, None)["refused"]
        == questions.why(s, Order("move", group, far, start))["refused"]
    )
    enemy = next(h for h in range(title.board.size) if questions.is_hostile(s, s.seat, h))
    order = questions.attempt(s, group, enemy)
    assert order is not None
    assert (order.verb, order.hex) == ("mobile", enemy)
    assert questions.why_not(s, (), far, None) == {"refused": None}


def test_a_click_in_a_small_decision() -> None:
    """An order of the one kind that answers it, with the hex that was clicked."""
    title, s = title_in("dom")
    title.apply(s, Order("deploy", word="historical"))
    questions = title.questions
    like = questions.read_order("enter RD 4117")
    assert questions.attempt(s, (), 7, like) == like._replace(hex=7)
    assert questions.attempt(s, (), 7, Order("loss", (3,))) is None


def test_a_battle_is_put_together() -> None:
    title, s = title_in("dom")
    questions = title.questions
    while title.is_setting_up(s):
        title.apply(s, Order("deploy", word="historical"))
        title.apply(s, Order("done"))
    title.apply(s, questions.read_order("order fight-move"))
    target, able = next(iter(title.combat.targets(s, s.seat).items()))  # type: ignore[attr-defined]
    nobody = questions.battle(s, (), target, 0)
    assert (nobody["order"], nobody["sheet"]) == (None, None)
    assert nobody["joiners"] == [title.names.unit[u] for u in able]
    assert nobody["words"] == f"Prepared assault on {questions.hex_words(target)}"
    assert nobody["addition"] is not None
    assert nobody["addition"]["most"] > 0
    whole = questions.battle(s, tuple(able), target, 1)
    assert whole["order"] is not None
    order = questions.read_order(whole["order"])
    assert (set(order.units), order.hex, order.number) == (set(able), target, 1)
    assert whole["sheet"] == questions.sheet(s, order)["sheet"]


def test_what_may_be_ordered_at_any_time(moscow: tuple[Title[Any], Any]) -> None:
    title, s = moscow
    questions = title.questions
    seat = 1 - title.decision(s)[1]
    found = questions.asides(s, seat, None)
    assert [c["order"] for c in found if c["kind"] == "give-up"] == [f"resign {title.seats[seat]}"]
    assert [c["words"] for c in found if c["kind"] == "asking" and c["on"]] == ["Always"]
    assert not [c for c in found if c["kind"] in ("look-out", "stack")]
    stacked = next(
        h
        for h in range(title.board.size)
        if len(questions.occupants(s, h)) > 1 and not questions.is_hostile(s, s.seat, h)
    )
    about_hex = questions.asides(s, s.seat, stacked)
    below = questions.occupants(s, stacked)[1:]
    tops = [c for c in about_hex if c["kind"] == "stack"]
    assert [c["units"] for c in tops] == [[title.names.unit[u]] for u in below]
    (watch,) = [c for c in about_hex if c["kind"] == "look-out"]
    assert not watch["on"]
    after = s.clone()
    title.apply(after, questions.read_order(watch["order"]))
    assert [c["on"] for c in questions.asides(after, s.seat, stacked) if c["kind"] == "look-out"] == [True]
    assert not [c for c in questions.asides(s, seat, stacked) if c["kind"] == "stack"]


def test_completion(moscow: tuple[Title[Any], Any]) -> None:
    title, s = moscow
    complete = title.questions.complete
    assert complete(s, "mov", deciding=True) == {"text": "move ", "hints": ["move UNITS WAY {straight}"]}
    hints = complete(s, "m", deciding=True)["hints"]
    assert [hint.split()[0] for hint in hints] == ["move", "mobile"]
    unit = title.questions.ready(s)["units"][0]
    found = complete(s, f"MOVE {unit.lower()} ", deciding=True)
    assert found["text"] is not None
    assert found["text"].startswith(f"move {unit} ")
    assert all(title.refuse(s, title.questions.read_order(hint)) is None for hint in found["hints"])
    assert complete(s, f"move {unit} ", deciding=False) == {"text": None, "hints": []}
    by_name = complete(s, f"move {unit.lower()[:2]}", deciding=False)["hints"]
    assert f"move {unit}" in by_name
    assert complete(s, "frobnicate", deciding=True) == {"text": None, "hints": []}


@pytest.mark.parametrize(
    ("words", "order", "said"),
    [
        ("{units} to {hex}", Order("x", (1,), 2), "7Pz to 2117"),
        (("{units} retreat to {hex}", "Retreat to {hex}"), Order("x", hex=2), "Retreat to 2117"),
        (("commit {n} aircraft", "commit none"), Order("x", number=2), "Commit 2 aircraft"),
        (("commit {n} aircraft", "commit none"), Order("x"), "Commit none"),
        ({"go": "they go"}, Order("x", word="go"), "They go"),
        ({"go": "they go"}, Order("x", word="stay"), ""),
        ("{word} enters", Order("x"), ""),
    ],
    ids=str,
)
def test_an_order_as_a_sentence(words: Any, order: Order, said: str) -> None:
    blanks = {}
    if order.units:
        blanks["units"] = "7Pz"
    if order.hex != NOWHERE:
        blanks["hex"] = "2117"
    if order.number:
        blanks["n"] = str(order.number)
    assert Form("x", "", words).say(order, blanks) == said


@pytest.mark.parametrize("key", ASSAULT)
def test_results_are_told_in_words(key: str) -> None:
    title = titles.load(key)
    found = title.questions.results()
    TypeAdapter(dict[str, answers.ResultWords]).validate_python(found)
    assert set(title.results_table.known) <= set(found)  # type: ignore[attr-defined]
    assert all(words["explained"] for words in found.values())
    assert bool(title.questions.results_hint()) == any("/" in code for code in found)
