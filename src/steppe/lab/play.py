"""Whole games between bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from steppe.bots import Bot
from steppe.game import Game
from steppe.orders import Order
from steppe.title import Outcome

MANY = 1_000_000
"""No game takes that many orders; one that does is caught in a loop."""


class LongEnoughError(Exception):
    """Raised by whoever watches a game that is to be stopped before its end."""


def play_out(
    game: Game,
    bots: Mapping[str, Bot],
    seed: int,
    *,
    watch: Callable[[Game, int, Order], None] | None = None,
    most: int = MANY,
) -> Outcome:
    """Let the bots play a game to its end. Each has its own stream of random numbers."""
    title = game.title
    seats = [(bots[seat], random.Random(f"{seed} {seat}")) for seat in title.seats]
    for _ in range(most):
        outcome = title.outcome(game.state)
        if outcome is not None:
            return outcome
        seat = title.decision(game.state)[1]
        bot, rng = seats[seat]
        order = bot.choose(game.view(seat), rng)
        game.order(seat, order)
        if watch is not None:
            watch(game, seat, order)
    raise AssertionError(f"the game has not ended after {most} orders")


def summary(game: Game, outcome: Outcome, seed: int, bots: Mapping[str, Bot]) -> dict[str, Any]:
    """What ``steppe selfplay --json`` prints."""
    return {
        "title": game.title.key,
        "scenario": game.title.scenario.key,
        "seed": seed,
        "bots": {seat: bot.name for seat, bot in bots.items()},
        "winner": outcome.winner,
        "level": outcome.level,
        "turn": outcome.turn,
        "rule": outcome.rule,
        "orders": len(game.record.effective_orders()),
        "head": game.record.head,
    }
