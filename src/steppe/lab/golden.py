"""What is kept to be compared with: the text of a game's first turn, and how many orders are legal to some depth."""

from __future__ import annotations

import random
from typing import Any

from steppe import titles
from steppe.dice import Dice, secret_from_seed
from steppe.game import Game
from steppe.lab.checks import expect
from steppe.lab.openings import set_up
from steppe.title import Title

HEAD = "# depths "


def transcript(key: str, seed: int, scenario: str = "") -> str:
    """The first game turn of a random game, as orders and what came of them."""
    game, rng = Game.new(key, secret=secret_from_seed(seed), scenario=scenario), random.Random(seed)
    set_up(game)
    lines = []
    while not game.state.over and game.state.turn <= game.title.scenario.first_turn:
        seat = game.title.decision(game.state)[1]
        order = game.title.pick(game.state, rng)
        lines.append(f"{game.title.seats[seat]}: {game.write(order)}")
        lines += [f"    {game.title.tell(event)}" for event in game.order(seat, order)]
    return "\n".join(lines) + "\n"


def count_orders(title: Title[Any], s: Any, depth: int) -> int:
    """How many ways there are to give so many orders; dice fall as the position's dice say."""
    if depth == 0 or s.over:
        return 1
    orders = list(title.legal(s))
    expect(len(set(orders)) == len(orders), "counted tree", "a legal order is listed twice")
    if depth == 1:
        return len(orders)
    total = 0
    for order in orders:
        trial = s.clone()
        title.apply(trial, order)
        total += count_orders(title, trial, depth - 1)
    return total


def counted(position: str) -> str:
    """A position with its first line counted anew: to which depths it is counted, and how many orders there are."""
    head, rest = position.split("\n", 1)
    depths = [int(d) for d in head.removeprefix(HEAD).partition(":")[0].split()]
    title, s, _ = titles.read_position(position, Dice(b"tree"))
    found = " ".join(str(count_orders(title, s.clone(), depth)) for depth in depths)
    return f"{HEAD}{' '.join(map(str, depths))}: {found}\n{rest}"
