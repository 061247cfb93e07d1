"""Which bots play which title: found by the system of the title, and nothing is asked of a system that has none."""

from __future__ import annotations

import random
from typing import Any

import pytest

from steppe import bots, titles
from steppe.assault.doctrine import ARRIVALS
from steppe.assault.title import AssaultTitle
from steppe.bots.assault import OFFERED
from steppe.bots.assault.bot import ANSWERS
from steppe.bots.assault.memory import doctrine_of
from steppe.dice import Dice, secret_from_seed
from steppe.errors import SteppeError
from steppe.title import Title
from steppe.view import View
from tests.known import ASSAULT

PLANNED = {"movement", "combat", ARRIVALS}
"""Phases for which every bot makes plans."""
LEFT_TO_CHANCE = {"tank brigades"}


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Title[Any]:
    """A title of a system for which there are no bots."""
    title = titles.load("dom")
    monkeypatch.setattr(type(title), "system", "nobody's")
    return title


@pytest.mark.parametrize("key", ASSAULT)
def test_a_title_offers_what_its_system_has(key: str) -> None:
    title = titles.load(key)
    assert title.system == "assault"
    assert bots.offered(title) == bots.LEVELS
    assert list(bots.offered(title)) == list(bots.LEVELS), "from the weakest to the strongest"
    for name in bots.offered(title):
        assert bots.make(name, title).name == name


def test_every_offered_bot_has_a_line() -> None:
    assert bots.LEVELS.keys() > OFFERED


def test_a_system_without_bots_offers_chance_alone(foreign: Title[Any]) -> None:
    assert list(bots.offered(foreign)) == ["random"]
    s = foreign.setup(Dice(secret_from_seed(1)))
    order = bots.make("random", foreign).choose(View(foreign, s, foreign.decision(s)[1]), random.Random(1))
    assert foreign.refuse(s, order) is None


@pytest.mark.parametrize("name", ["staff", "staff:bold", "front:20"])
def test_who_asks_for_more_is_told_what_is_offered(foreign: Title[Any], name: str) -> None:
    with pytest.raises(SteppeError, match=r"Drive on Moscow; those who do are random$"):
        bots.make(name, foreign)


def test_a_bot_that_nobody_knows() -> None:
    with pytest.raises(SteppeError, match="no bot 'deep-blue'; known are random, greedy, reflex, staff, front"):
        bots.make("deep-blue", titles.load("dom"))


@pytest.mark.parametrize("key", ASSAULT)
def test_every_decision_is_answered(key: str) -> None:
    title = titles.load(key)
    assert isinstance(title, AssaultTitle)
    doctrine = doctrine_of(title)
    asked = {decision.name for decision in title.decisions if decision.verbs}
    own = set(doctrine.answers())
    assert own <= asked
    assert set(doctrine.ways) <= asked
    assert not own & set(doctrine.ways)
    assert {doctrine.ways.get(name, name) for name in asked - own} <= set(ANSWERS) | PLANNED | LEFT_TO_CHANCE
