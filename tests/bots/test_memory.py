"""What bots keep about titles: worked out once, bounded, and never written on the title."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import numpy as np
import pytest

from steppe import bots, titles
from steppe.assault.chapter import Chapter
from steppe.assault.doctrine import Doctrine
from steppe.bots.assault import memory
from steppe.bots.assault.memory import Memory, distances, doctrine_of, memory_of, remembered
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.openings import set_up
from tests.known import ASSAULT


def test_work_is_done_once_for_a_title_and_its_arguments() -> None:
    asked: list[tuple[str, int]] = []

    @remembered
    def work(title: Any, number: int) -> int:
        asked.append((title.key, number))
        return 10 * number

    first: Any = titles.load("dom")
    second: Any = titles.load("dom")
    assert [work(first, 1), work(first, 1), work(first, 2), work(second, 1)] == [10, 10, 20, 10]
    assert asked == [("dom", 1), ("dom", 2), ("dom", 1)]


def test_distances_are_those_of_the_grid_and_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    title: Any = titles.load("lwe")
    assert np.array_equal(distances(title, 100), title.board.grid.distances(100))
    assert distances(title, 100) is distances(title, 100)
    monkeypatch.setattr(memory, "DISTANCE_BYTES", 0)
    small = Memory(title)
    first = small.distances(0)
    assert small.distances(0) is first
    for h in range(1, memory.FEWEST_ROWS + 1):
        small.distances(h)
    assert small.distances(0) is not first


def test_a_title_is_let_go_when_others_have_come() -> None:
    title: Any = titles.load("dom")
    doctrine_of(title)
    gone = weakref.ref(title)
    del title
    for _ in range(memory.TITLES):
        memory_of(titles.load("dom"))
    gc.collect()
    assert gone() is None


def test_bots_write_nothing_on_a_title() -> None:
    """Nothing that a bot works out is among the attributes of a title or of its chapters."""
    game = Game.new("dom", secret=secret_from_seed(1))
    set_up(game)
    chapters = [part for part in vars(game.title).values() if isinstance(part, Chapter)]
    before = [set(vars(part)) for part in (game.title, *chapters)]
    for name in bots.offered(game.title):
        seat = game.title.decision(game.state)[1]
        bots.make(name.replace("front", "front:2"), game.title).choose(game.view(seat), random.Random(1))
    assert [set(vars(part)) for part in (game.title, *chapters)] == before


@pytest.mark.parametrize("key", ASSAULT)
def test_every_title_has_a_doctrine_that_it_does_not_know(key: str) -> None:
    title: Any = titles.load(key)
    doctrine = doctrine_of(title)
    assert doctrine is doctrine_of(title)
    assert type(doctrine).__module__ == f"steppe.titles.{key}.doctrine"
    assert doctrine.title is title
    assert not hasattr(title, "doctrine")


def test_a_title_without_advice_gets_that_of_the_family(monkeypatch: pytest.MonkeyPatch) -> None:
    title: Any = titles.load("dom")
    monkeypatch.setattr(memory, "find_spec", lambda name: None)
    assert type(doctrine_of(title)) is Doctrine
    assert doctrine_of(title).offensive_sides == title.combat.mobile_sides


def test_the_timetable_is_that_of_history() -> None:
    title: Any = titles.load("dom")
    timetable = doctrine_of(title).timetable
    assert len(timetable) == len(title.history) > 5
    assert all((fall.seat, fall.hex) in timetable for fall in title.history)
