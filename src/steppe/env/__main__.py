"""``python -m steppe.env [TITLE..]``: how fast the environments are, and how often their lists are cut."""

from __future__ import annotations

import sys

from steppe import titles
from steppe.env.measure import follow, play
from steppe.env.pettingzoo import SteppeEnv
from steppe.errors import SteppeError

SEEDS = range(3)
WARM_UP = 400
"""Actions before the clock starts: searches are compiled when they are first used."""


def main(keys: list[str]) -> None:
    for key in keys:
        env = SteppeEnv(key)
        play(env, 99, observe=True, most=WARM_UP)
        for seed in SEEDS:
            print(f"{key} {seed} at random: {play(env, seed, observe=False)}", flush=True)
            print(f"{key} {seed} at random, with arrays: {play(env, seed, observe=True)}", flush=True)
            print(f"{key} {seed} of greedy bots: {follow(key, seed)}", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:] or list(titles.known()))
    except SteppeError as error:
        sys.exit(str(error))
