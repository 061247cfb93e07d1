"""What bots say about their orders: a tactic and a reason, and nothing that they do not mean."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from steppe import titles
from steppe.bots import LEVELS, make
from steppe.bots.assault.bot import AssaultBot
from steppe.bots.assault.memory import doctrine_of
from steppe.bots.assault.reasons import REASONS
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.orders import Order
from tests.known import ASSAULT

NOTE = re.compile(r"[a-z][a-z -]*: \S.*\S")
SILENT = frozenset({"done", "decline", "markers", "air", "concentration", "pause"})
"""Orders about which there may be nothing to say."""


def said(title: str, bot: str, orders: int) -> list[tuple[str, str]]:
    """The verbs of the first orders of a game, each with its note."""
    game = Game.new(title, secret=secret_from_seed(3))
    set_up(game)
    players = [(make(bot, game.title), random.Random(f"3 {seat}")) for seat in game.title.seats]
    found: list[tuple[str, str]] = []
    while len(found) < orders and not game.state.over:
        seat = game.title.decision(game.state)[1]
        player, rng = players[seat]
        order = player.choose(game.view(seat), rng)
        found.append((order.verb, player.note))
        game.order(seat, order)
    return found


@pytest.mark.parametrize("bot", ["greedy", "reflex", "staff"])
@pytest.mark.parametrize("title", ["dom", "lwe"])
def test_every_order_has_a_reason(title: str, bot: str) -> None:
    found = said(title, bot, 160)
    silent = Counter(verb for verb, note in found if not note)
    assert set(silent) <= SILENT, silent
    assert {"move", "assault"} <= {verb for verb, _ in found}
    for _, note in found:
        assert not note or NOTE.fullmatch(note), note


def test_a_note_is_of_the_last_order_and_no_other() -> None:
    found = said("dom", "greedy", 160)
    assert {"done"} <= {verb for verb, _ in found}
    assert all(not note for verb, note in found if verb == "done")


def test_chance_has_no_reasons() -> None:
    assert {note for _, note in said("dom", "random", 20)} == {""}


def test_reasons_name_units_and_places() -> None:
    game = Game.new("dom", secret=secret_from_seed(3))
    view, title = game.view(0), game.title
    unit, h = title.names.units["3pz"], title.names.hexes["4117"]
    explain = AssaultBot().explain
    assert "3Pz" in explain(view, Order("loss", (unit,)))
    assert "Moscow" in explain(view, Order("retreat", (unit,), h))
    assert explain(view, Order("done")) == ""
    assert explain(view, Order("air")) == ""
    assert "2" in explain(view, Order("air", number=2))


@pytest.mark.parametrize("key", ASSAULT)
def test_reasons_say_tactic_and_why_and_belong_to_an_order(key: str) -> None:
    title: Any = titles.load(key)
    own = doctrine_of(title).reasons
    assert not own.keys() & REASONS.keys()
    for order, note in own.items():
        assert NOTE.fullmatch(note)
        verb, _, word = order.partition(" ")
        assert word in str(title.notation.forms[verb].tokens)
    assert all(NOTE.fullmatch(note) for note in REASONS.values())


def test_every_level_can_be_made_and_is_described() -> None:
    title = titles.load("dom")
    for name, line in LEVELS.items():
        assert make(name, title).name == name
        assert make(name, title).note == ""
        assert len(line) > 10
        assert "\n" not in line
