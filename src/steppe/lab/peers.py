"""Other engines of board games beside ours: random play of theirs and of ours, in turns, in one run.

They come with the extra ``steppe[peers]``. An engine that is not installed is left out and named.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from steppe import titles
from steppe.lab.bench import Figure, burst, figure, positions

LONGEST_CHESS = 400
"""Half-moves; random games of chess would often go on to the fifty-move rule."""
LONGEST_CATAN = 1000
"""Turns, after which catanatron itself stops a game."""


class Peer(NamedTuple):
    """Another engine."""

    name: str
    """As it is installed."""
    module: str
    play: Callable[[Any, int], int]
    """Plays a random game of a seed with its module; how many orders were given."""
    games: int
    """Of them in one measurement."""


def play_catan(catanatron: Any, seed: int) -> int:
    colours = list(catanatron.Color)
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=seed)
    orders = 0
    while game.winning_color() is None and game.state.num_turns < LONGEST_CATAN:
        game.play_tick()
        orders += 1
    return orders


def play_chess(chess: Any, seed: int) -> int:
    board, rng = chess.Board(), random.Random(seed)
    orders = 0
    while orders < LONGEST_CHESS and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        orders += 1
    return orders


PEERS = (Peer("catanatron", "catanatron", play_catan, 8), Peer("chess", "chess", play_chess, 16))


def rate(play: Callable[[], int]) -> float:
    """Orders for each second of processor time."""
    start = time.process_time()
    orders = play()
    return orders / (time.process_time() - start)


def games_of(peer: Peer, module: Any) -> Callable[[], int]:
    """Some games, always the same ones."""
    return lambda: sum(peer.play(module, seed) for seed in range(peer.games))


def run(
    key: str, scenario: str = "", *, quick: bool = False, data: Path | None = None
) -> tuple[list[Figure], list[str]]:
    """Our random orders beside theirs, the best of several measurements in turns; and who is not installed."""
    found: dict[str, Callable[[], int]] = {}
    missing = []
    for peer in PEERS:
        try:
            found[peer.name] = games_of(peer, import_module(peer.module))
        except ImportError:
            missing.append(peer.name)
    if not found:
        return [], missing
    title = titles.load(key, scenario, data=data)
    states = positions(title, 3, 60)
    burst(title, states)  # searches are compiled, and tables made, before the clock starts
    ours, theirs = 0.0, dict.fromkeys(found, 0.0)
    for _ in range(3 if quick else 9):
        ours = max(ours, rate(lambda: burst(title, states)))
        for name, play in found.items():
            theirs[name] = max(theirs[name], rate(play))
    return [
        figure(f"random legal orders, beside {name}", ours, "/s", plain=theirs[name], less=False) for name in found
    ], missing
