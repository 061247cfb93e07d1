"""What the map is told beside the counters: marks, whose a hex is, zones of control, ways; and that changes add up."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from steppe import bots, titles
from steppe.assault.display import CUT
from steppe.dice import Dice
from steppe.server.views import changes
from steppe.view import View
from tests.known import ASSAULT

ORDERS = 160


def patched(view: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Changes laid over a view as the page does it."""
    found = dict(view)
    for name, value in changed.items():
        old = found.get(name)
        if isinstance(old, list) and isinstance(value, dict):
            found[name] = [value.get(str(i), item) for i, item in enumerate(old)]
        elif isinstance(old, dict) and isinstance(value, dict):
            merged = {**old, **value}
            found[name] = {key: item for key, item in merged.items() if item is not None}
        else:
            found[name] = value
    return found


@pytest.mark.parametrize("key", ASSAULT)
def test_changes_lead_from_one_view_to_the_next(key: str) -> None:
    title = titles.load(key)
    s, bot, rng = title.setup(Dice(b"marks")), bots.make("random", title), random.Random(3)
    seat = 0
    before = title.masked(s, seat)
    shown = title.visible_data(before)
    for _ in range(ORDERS):
        asked = title.prompt(s).seat
        title.apply(s, bot.choose(View.of_masked(title, title.masked(s, asked), asked), rng))
        if s.over:
            break
        after = title.masked(s, seat)
        whole = title.visible_data(after)
        quick = title.visible_changes(before, after)
        assert quick is not None
        assert patched(shown, quick) == whole
        assert patched(shown, changes(shown, whole)) == whole
        before, shown = after, whole


@pytest.mark.parametrize("key", ASSAULT)
def test_every_mark_and_symbol_is_explained(key: str) -> None:
    title = titles.load(key)
    look = title.look()
    names = [mark["name"] for mark in look["marks"]]
    assert names[-1] == CUT.name
    assert len(set(names)) == len(names)
    assert len({mark["letter"] for mark in look["marks"]}) == len(names)
    for counter in title.counters():
        assert counter["kind"] in look["symbols"]
        assert counter["nation"] in look["colours"]


def moving(key: str) -> tuple[Any, Any]:
    """A game in its first Movement Phase."""
    title = titles.load(key)
    s, bot, rng = title.setup(Dice(b"ways")), bots.make("greedy", title), random.Random(1)
    while title.prompt(s).decision != "movement":
        asked = title.prompt(s).seat
        title.apply(s, bot.choose(View.of_masked(title, title.masked(s, asked), asked), rng))
    return title, s


@pytest.mark.parametrize("key", ASSAULT)
def test_the_way_shown_is_the_way_gone(key: str) -> None:
    title, s = moving(key)
    seat = title.prompt(s).seat
    seen = title.masked(s, seat)

    def shown(u: int) -> dict[str, int]:
        """Where a unit can go, with the MP."""
        choices = title.questions.options(seen, (u,))["choices"]
        return {choice["hex"]: int(choice["badge"]) for choice in choices if choice["order"].startswith("move ")}

    unit = next(u for u in range(len(title.units)) if s.hex[u] >= 0 and shown(u))
    moves = shown(unit)
    far = max(moves, key=moves.__getitem__)
    way = title.questions.path(seen, (unit,), title.board.grid.id(far))
    labels = title.board.grid.labels
    assert way["path"][0] == labels[s.hex[unit]]
    assert way["path"][-1] == far
    assert way["spent"][0] == 0
    assert way["spent"][-1] == moves[far]
    ids = [title.board.grid.id(label) for label in way["path"]]
    assert all(b in title.board.grid.around[a] for a, b in itertools.pairwise(ids))
    text = f"move {title.units.keys[unit]} {way['path'][0]}-{far}"
    events = title.apply(s, title.notation.read(text, title.names))
    moved = next(e for e in events if e.kind == "moved")
    assert list(moved.facts["path"]) == ids[1:]
    data = title.visible_data(title.masked(s, seat))
    assert "moved" in data["units"][unit]["marks"]
    assert data["held"][ids[-1]] == seat
