"""Positions along games of agents that choose at random, made once for all tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from steppe.assault.title import AnyAssaultTitle, AssaultTitle
from steppe.env import SteppeEnv
from steppe.lab.bench import long_game
from steppe.title import Title

EVERY = 60
SEEDS = (7, 9)
MOST = 90
"""Besides those that first come to a kind of decision."""


@cache
def environment(key: str) -> SteppeEnv:
    return SteppeEnv(key)


def rules(title: Title[Any]) -> AnyAssaultTitle:
    """The title as one of the assault family."""
    assert isinstance(title, AssaultTitle)
    return title


def walk(env: SteppeEnv, seed: int, actions: int) -> Iterator[str]:
    """Choose at random for so many actions; each time the agent is given before it chooses."""
    env.reset(seed)
    rng = random.Random(seed)
    for agent in env.agent_iter(actions):
        if env.terminations[agent] or env.truncations[agent]:
            return
        yield agent
        env.step(rng.randrange(len(env.candidates)))


@cache
def positions(key: str) -> tuple[tuple[Title[Any], Any], ...]:
    """States along a long game, and from others those that first came to a kind of decision."""
    title = environment(key).title
    found: list[tuple[Title[Any], Any]] = []
    kinds: set[str] = set()
    for i, s in enumerate(chain.from_iterable(long_game(title, seed) for seed in SEEDS)):
        if s.over:
            continue
        name = title.decision(s)[0].name
        fresh = name not in kinds
        if fresh or (len(found) < MOST and (i % EVERY == 0 or s.depth > 1)):
            kinds.add(name)
            found.append((title, s.clone()))
    return tuple(found)
