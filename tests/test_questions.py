"""Questions about a position: plain data, the same whoever asks, and words where there is no answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice
from steppe.errors import OrderError, SteppeError
from steppe.lab.bench import long_game
from steppe.orders import Order
from steppe.questions import Questions
from steppe.title import Title
from tests.known import ASSAULT

assault_titles = pytest.mark.parametrize("key", ASSAULT)
"""They answer every question; other systems may leave some out."""
POSITION = """
title = "dom"
step = "I.B"
units = '''
7Pz 0303
Foe soviet RD XX 3-4 0404
'''
[board]
size = "8x6"
hexes = '''
0101..0106 german-source german west
0801..0806 soviet-source
'''
"""


@cache
def title_of(key: str) -> Title[Any]:
    return titles.load(key)


def answers(title: Title[Any], s: Any) -> dict[str, Any]:
    """Everything that can be asked about a position, of one unit and one hex."""
    questions = title.questions
    u = next(u for u, h in enumerate(s.hex) if h >= 0)
    order = next(title.legal(s), Order("done"))
    return {
        "prompt": questions.prompt(s),
        "outcome": questions.outcome(s),
        "legal": questions.legal(s, (), 20),
        "why": questions.why(s, order),
        "sheet": questions.sheet(s, order),
        "ready": questions.ready(s),
        "joiners": questions.joiners(s, (u,), s.hex[u]),
        "options": questions.options(s, (u,)),
        "ranges": questions.ranges(s, (u,)),
        "path": questions.path(s, (u,), s.hex[u]),
        "threat": questions.threat(s, s.hex[u]),
        "supply": questions.supply(s),
        "retreats": questions.retreats(s),
    }


@assault_titles
def test_every_answer_is_plain_data_and_changes_nothing(key: str) -> None:
    title = title_of(key)
    asked = set()
    for s in islice((s for s in long_game(title, 7) if not title.is_setting_up(s)), 0, 400, 20):
        before = s.array.copy()
        found = answers(title, s)
        assert json.loads(json.dumps(found)) == found
        assert (s.array == before).all()
        asked.add(found["prompt"]["decision"])
    assert len(asked) > 1


@assault_titles
def test_questions_after_the_end(key: str) -> None:
    title = title_of(key)
    s = next(s for s in long_game(title, 7) if not title.is_setting_up(s)).clone()
    title.apply(s, title.questions.read_order(f"resign {title.seats[0]}"))
    found = answers(title, s)
    assert found["prompt"]["seat"] is None
    assert found["outcome"]["winner"] == title.seats[1]
    assert found["legal"] == {"orders": [], "more": False}
    assert found["why"]["refused"]["why"] == "the game is over"
    assert found["ready"] == {"units": [], "choices": [], "end": None, "refused": None, "warnings": []}
    assert found["options"] == {"choices": [], "refused": None}
    assert found["retreats"] is None


def test_lists_are_cut_where_the_asker_wants() -> None:
    title, s, _ = titles.read_position(POSITION, Dice(b"x"))
    whole = title.questions.legal(s, (), 1000)
    assert not whole["more"]
    assert title.questions.legal(s, (), 3) == {"orders": whole["orders"][:3], "more": True}
    assert title.questions.legal(s, (), len(whole["orders"])) == whole
    assert title.questions.legal(s, title.questions.read_units(["7PZ"]), 1000)["orders"]


def test_refusals_and_sheets() -> None:
    title, s, _ = titles.read_position(POSITION, Dice(b"x"))
    questions = title.questions
    refused = questions.why(s, questions.read_order("move 7Pz 0303-0404"))["refused"]
    assert refused is not None
    assert (refused["rule"], refused["trouble"]) == ("10.3", ["enemy"])
    found = questions.sheet(s, questions.read_order("mobile 0404 with 7Pz"))
    assert found["refused"] is None
    assert found["sheet"] is not None
    assert found["sheet"]["defence"] == {"4": "1"}
    assert questions.sheet(s, Order("done")) == {"sheet": None, "refused": None}
    threat = questions.threat(s, questions.read_hex("0303"))["sheet"]
    assert threat is not None
    assert threat["attack"] == {"3": "1"}
    assert questions.threat(s, questions.read_hex("0606")) == {"sheet": None}


def test_a_refused_attack_that_makes_no_sense_has_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    title, s, _ = titles.read_position(POSITION, Dice(b"x"))

    def fail(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(title, "sheet", fail)
    found = title.questions.sheet(s, title.questions.read_order("mobile 0606 with 7Pz"))
    assert found["sheet"] is None
    assert found["refused"] is not None
    assert found["refused"]["rule"]
    with pytest.raises(IndexError):
        title.questions.sheet(s, title.questions.read_order("mobile 0404 with 7Pz"))


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda q: q.read_units(["7Pz", "x" * 30]), f"there is no unit '{'x' * 20}'"),
        (lambda q: q.read_units(["7Pz", "7pz"]), "a unit is named twice"),
        (lambda q: q.read_hex("9999"), "there is no hex '9999' on this map"),
        (lambda q: q.read_order("frobnicate"), "'frobnicate' is no order"),
        (lambda q: q.read_order(" "), "an empty order"),
    ],
    ids=("unit", "twice", "hex", "verb", "empty"),
)
def test_what_cannot_be_read(read: Callable[[Questions[Any]], object], words: str) -> None:
    title, _, _ = titles.read_position(POSITION, Dice(b"x"))
    with pytest.raises(OrderError, match=words):
        read(title.questions)


@pytest.mark.parametrize(
    "ask",
    [
        lambda q, s: q.joiners(s, (), 0),
        lambda q, s: q.ranges(s, (0,)),
        lambda q, s: q.path(s, (0,), 0),
        lambda q, s: q.threat(s, 0),
        lambda q, s: q.supply(s),
        lambda q, s: q.retreats(s),
        lambda q, s: q.force_results(s, ["DR"]),
    ],
    ids=("joiners", "ranges", "path", "threat", "supply", "retreats", "force_results"),
)
def test_a_system_without_an_answer_says_so(ask: Callable[[Questions[Any], Any], object]) -> None:
    title, s, _ = titles.read_position(POSITION, Dice(b"x"))
    plain: Questions[Any] = Questions(title)
    assert plain.legal(s, (), 5) == title.questions.legal(s, (), 5)
    assert plain.ready(s)["units"] == []
    with pytest.raises(SteppeError, match=title.name):
        ask(plain, s)
