"""How fast the environments are, and how much their limit of candidates leaves out."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import NamedTuple

from steppe import bots
from steppe.dice import secret_from_seed
from steppe.env import opening
from steppe.env.candidates import BACK
from steppe.env.pettingzoo import SteppeEnv
from steppe.env.systems import chooser_of
from steppe.game import Game

MOST = 1_000_000


class Played(NamedTuple):
    """A whole game of agents that choose evenly among their candidates."""

    actions: int
    orders: int
    dead_ends: int
    """Parts that no order completed."""
    cut: int
    """Lists that were cut."""
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.actions} actions, {self.orders} orders, {self.actions / self.seconds:.0f} actions/s, "
            f"{self.dead_ends} dead ends, {self.cut} lists cut"
        )


def play(env: SteppeEnv, seed: int, *, observe: bool, most: int = MOST) -> Played:
    """Play one game, with or without looking at the arrays; the time is processor time."""
    env.reset(seed)
    rng = random.Random(seed)
    actions = dead_ends = cut = 0
    start = time.process_time()
    for agent in env.agent_iter(most):
        if env.terminations[agent] or env.truncations[agent]:
            break
        if observe:
            env.observe(agent)
        candidates = env.candidates
        cut += env.infos[agent]["cut"] > 0
        action = rng.randrange(len(candidates))
        dead_ends += candidates[action].order.verb == BACK
        env.step(action)
        actions += 1
    return Played(actions, env.orders, dead_ends, cut, time.process_time() - start)


class Followed(NamedTuple):
    """A game of bots, each of whose orders was looked for among the candidates."""

    orders: int
    lists: int
    cut: int
    lost: Counter[str]
    """Orders that were not among the candidates, by their verbs."""

    def __str__(self) -> str:
        lost = ", ".join(f"{n} {verb}" for verb, n in self.lost.most_common()) or "none"
        return f"{self.orders} orders, {self.cut} of {self.lists} lists cut, orders lost: {lost}"


def follow(key: str, seed: int, bot: str = "greedy", most: int = MOST) -> Followed:
    """Let bots play, and see whether agents could have played the same."""
    game = Game.new(key, secret=secret_from_seed(seed))
    title = game.title
    players = [(bots.make(bot, title), random.Random(f"{seed} {seat}")) for seat in title.seats]
    lists = cut = orders = 0
    lost: Counter[str] = Counter()
    chooser = chooser_of(title)
    while not game.state.over and orders < most:
        seat = title.decision(game.state)[1]
        for order in opening.deployment(title, game.state, "best"):
            game.order(seat, order)
        if title.decision(game.state)[0].name == opening.SET_UP:
            continue
        seat = title.decision(game.state)[1]
        player, rng = players[seat]
        order = player.choose(game.view(seat), rng)
        actions = chooser.encode(game.state, order)
        if actions is None:
            lost[order.verb] += 1
            lists, cut = lists + 1, cut + (chooser.choices(game.state).cut > 0)
            chooser = chooser_of(title)
        else:
            for action in actions:
                lists, cut = lists + 1, cut + (chooser.choices(game.state).cut > 0)
                chooser.choose(game.state, action)
        game.order(seat, order)
        orders += 1
    return Followed(orders, lists, cut, lost)
