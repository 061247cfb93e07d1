"""Changes of a view: laid over the old view they give the new one, whatever is played."""

from __future__ import annotations

import random

import pytest

from steppe import titles
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.openings import set_up
from steppe.server import views
from steppe.server.chairs import NEUTRAL
from steppe.server.views import Seen
from tests.server.table import patched


@pytest.mark.parametrize("key", titles.known())
def test_changes_lead_from_any_view_to_any_later_one(key: str) -> None:
    game = Game.new(key, secret=secret_from_seed(7))
    set_up(game)
    rng = random.Random(7)
    eyes = (0, 1, NEUTRAL)
    held = {e: Seen(game.title, game.state, e, 0) for e in eyes}
    for n in range(120 if key == "dom" else 40):
        if game.state.over:
            break
        game.order(game.title.decision(game.state)[1], game.title.pick(game.state, rng))
        for e in eyes:
            if rng.random() < 0.4:  # a page that missed some is told of all of them at once
                now = Seen(game.title, game.state, e, n)
                found = now.changes_since(held[e])
                assert patched(dict(held[e].data), found) == now.data
                assert len(str(found)) < len(str(now.data))
                held[e] = now


def test_what_changes_is_found_by_comparing_where_a_title_knows_no_quicker_way() -> None:
    before = {"turn": 1, "units": [1, 2, 3], "table": {"a": 1, "b": 2}, "same": [1]}
    after = {"turn": 2, "units": [1, 5, 3], "table": {"a": 1, "c": 3}, "same": [1]}
    found = views.changes(before, after)
    assert found == {"turn": 2, "units": {"1": 5}, "table": {"c": 3, "b": None}}
    assert patched(before, found) == after


def test_a_view_does_not_change_with_the_game() -> None:
    game = Game.new("dom", secret=secret_from_seed(1))
    set_up(game)
    seen = Seen(game.title, game.state, 0, 0)
    before = seen.state.key()
    game.order(0, game.read("order move-fight"))
    thinking = seen.for_thinking()
    thinking.turn = 9
    assert seen.state.key() == before
    assert seen.data["turn"] == 1
