"""The skirmish for learning programs."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

from tests.skirmish.scene import KEY
from tests.skirmish.test_commands import environment

pytest.importorskip("pettingzoo")


def made(**more: Any) -> Any:
    from steppe.env import SteppeEnv

    return SteppeEnv(KEY, **more)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_says_that_the_interface_is_right() -> None:
    from pettingzoo.test import api_test

    api_test(made(max_orders=80), num_cycles=200)


@pytest.mark.parametrize("scenario", ["fords", "raid", "parley"])
def test_whole_games(scenario: str) -> None:
    env, rng = made(scenario=scenario, render_mode="ansi"), random.Random(3)
    env.reset(3)
    assert "Turn" in env.render()
    while not all(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(rng.choice(mask.nonzero()[0].tolist()))
    assert sorted(env.rewards) == ["amber", "teal"]
    assert sum(env.rewards.values()) == 0
    assert env.observer.shape == (8, 11)  # every second row begins half a hex farther east


def test_an_agent_does_not_see_the_enemy_s_chits() -> None:
    env = made()
    env.reset(1)
    planes = env.observer.planes
    for agent, unknown in (("amber", 5), ("teal", 0)):
        seen = env.observe(agent)["observation"]
        assert seen[planes.index("enemy unknown")].sum() == unknown
        assert seen[planes.index("own units")].sum() == 6
        assert seen[planes.index("own unknown")].sum() == 0


def test_openspiel_knows_it_in_a_process_of_its_own() -> None:
    pytest.importorskip("pyspiel")
    program = f"from steppe.env import load_game; g = load_game({KEY!r}); print(g.new_initial_state().is_terminal())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.stdout.split() == ["False"], done.stderr
