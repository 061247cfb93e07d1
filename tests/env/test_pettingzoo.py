"""The environment: PettingZoo's own suites, and what we promise beyond them."""

from __future__ import annotations

import random
import sys
from importlib import import_module

import pytest
from pettingzoo.test import api_test, seed_test

from steppe import titles
from steppe.env import MissingExtraError, SteppeEnv
from steppe.env.measure import play
from steppe.env.observation import objective_balance
from steppe.env.pettingzoo import env as make_env
from steppe.errors import SteppeError
from steppe.game import verify
from steppe.record import Record
from tests.env.walks import environment, walk

every_title = pytest.mark.parametrize("key", titles.known())


@every_title
@pytest.mark.filterwarnings(  # advice that its own games with masks and named players do not follow either
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:We recommend agents to be named",
)
def test_pettingzoo_says_that_the_interface_is_right(key: str) -> None:
    api_test(SteppeEnv(key, max_orders=20), num_cycles=30)


@every_title
def test_pettingzoo_says_that_seeds_are_kept(key: str) -> None:
    seed_test(lambda: SteppeEnv(key), num_cycles=30)


@every_title
def test_one_seed_is_one_game(key: str) -> None:
    env = environment(key)
    seen = []
    for seed in (4, 4, 5):
        arrays = [env.observe(agent) for agent in walk(env, seed, 40)]
        seen.append(b"".join(array.tobytes() for found in arrays for array in found.values()))
    assert seen[0] == seen[1] != seen[2]


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    env = environment("dom")
    found = []
    for _ in range(2):
        env.reset(seed=7)
        later = []
        for _ in range(3):
            env.reset()
            later.append(env.seed)
        found.append(later)
    assert found[0] == found[1]
    assert len(set(found[0])) == 3


@every_title
def test_masks_and_spaces(key: str) -> None:
    env = environment(key)
    for agent in walk(env, 6, 60):
        other = next(a for a in env.agents if a != agent)
        mine, theirs = env.observe(agent), env.observe(other)
        assert env.observation_space(agent).contains(mine)
        assert env.observation_space(other).contains(theirs)
        assert mine["action_mask"].sum() == len(env.candidates)
        assert not theirs["action_mask"].any()
        assert (theirs["candidates"] == -1).all()


def test_a_whole_game_ends_with_a_winner_and_a_record_that_holds() -> None:
    env = environment("dom")
    played = play(env, 2, observe=False)
    assert env.orders == played.orders
    assert sorted(env.rewards.values()) == [-1.0, 1.0]
    winner = max(env.rewards, key=lambda agent: env.rewards[agent])
    assert all(env.terminations.values())
    outcome = env.title.outcome(env.game.state)
    assert outcome is not None
    assert outcome.winner == winner
    record = Record.parse(env.game.record.text.encode("ascii"))
    assert verify(record).state.digest() == env.game.state.digest()
    for _ in range(2):
        _, reward, terminated, truncated, _ = env.last()
        assert terminated
        assert not truncated
        assert reward == env._cumulative_rewards[env.agent_selection]
        env.step(None)
    assert env.agents == []


def test_a_long_game_can_be_broken_off() -> None:
    env = SteppeEnv("dom", max_orders=3)
    for _ in walk(env, 1, 100):
        assert env.orders < 3
    assert env.orders == 3
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.rewards == {"german": 0.0, "soviet": 0.0}
    assert not env.observe(env.agent_selection)["action_mask"].any()


@pytest.mark.parametrize(("key", "actions"), [("dom", 2000), ("lwe", 600)])
def test_shaped_rewards_add_up(key: str, actions: int) -> None:
    """To nothing between the seats; over a game to the change in the balance, and the result."""
    env = SteppeEnv(key, shaping=0.5)
    env.reset(2)
    rng = random.Random(2)
    start, total = objective_balance(env.title, env.game.state, 0), 0.0
    for agent in env.agent_iter(actions):
        if env.terminations[agent]:
            break
        env.step(rng.randrange(len(env.candidates)))
        assert sum(env.rewards.values()) == 0
        total += env.rewards[env.possible_agents[0]]
    result = {0: 1.0, 1: -1.0}.get(env.game.state.winner, 0.0)
    assert total == pytest.approx(0.5 * (objective_balance(env.title, env.game.state, 0) - start) + result)
    assert total


def test_options_and_setups() -> None:
    env = SteppeEnv("dom", options={"fog": False}, setup="free")
    env.reset(1)
    assert not env.title.options["fog"]
    assert env.title.prompt(env.game.state).decision == "set-up"
    units = [c.order.units[0] for c in env.candidates if not c.whole]
    assert len(units) == len(env.title.questions.units_ready(env.game.state))
    env.step(next(i for i, c in enumerate(env.candidates) if not c.whole))
    assert {c.order.verb for c in env.candidates} == {"place"}
    env.step(0)
    assert env.game.state.hex[units[0]] >= 0
    assert all(units[0] not in c.order.units for c in env.candidates)
    for word in ("deploy historical", "done"):
        env.step([env.describe(i) for i in range(len(env.candidates))].index(word))
    env.reset(1, options={"setup": "random"})
    assert env.game.state.turn == 1


def test_a_free_set_up_comes_to_an_end() -> None:
    """Nobody is placed twice, and whoever is tired of placing deploys the rest."""
    env = SteppeEnv("dom", setup="free")
    env.reset(3)
    rng = random.Random(3)
    placed = 0
    while not env.game.state.turn:
        by_verb = {c.order.verb: i for i, c in enumerate(env.candidates)}
        tired = placed > 8 and "deploy" in by_verb
        env.step(by_verb["deploy"] if tired else rng.randrange(len(env.candidates)))
        placed += 1
    assert env.game.state.turn == 1
    assert placed < 100


def test_a_picture() -> None:
    env = make_env("dom", render_mode="ansi")
    env.reset(1)
    drawn = env.render()
    assert drawn is not None
    assert drawn.startswith("Turn 1.")
    assert len(drawn.splitlines()) == env.observer.shape[0] + 1
    assert environment("dom").render() is None
    env.close()
    assert str(env) == "steppe_v0"


def test_kind_errors() -> None:
    with pytest.raises(SteppeError, match="there is no title 'chess'"):
        SteppeEnv("chess")
    with pytest.raises(SteppeError, match="there is no set-up 'tidy'; known are best"):
        SteppeEnv(setup="tidy")
    with pytest.raises(SteppeError, match="there is no render mode 'human'"):
        SteppeEnv(render_mode="human")
    env = environment("dom")
    env.reset(1)
    with pytest.raises(SteppeError, match="there is no candidate 511"):
        env.step(511)
    with pytest.raises(SteppeError, match="must choose"):
        env.step(None)


@pytest.mark.parametrize(("module", "library"), [("pettingzoo", "pettingzoo"), ("spiel", "pyspiel")])
def test_a_missing_library_is_named(module: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"steppe.env.{module}", raising=False)
    with pytest.raises(MissingExtraError, match=rf"{library} is not installed.*steppe\[env\]"):
        import_module(f"steppe.env.{module}")


def test_the_package_has_two_faces() -> None:
    package = import_module("steppe.env")
    assert package.SteppeEnv is SteppeEnv
    with pytest.raises(AttributeError):
        _ = package.nothing


def test_scenarios() -> None:
    env = SteppeEnv("pm", scenario="learning")
    assert (env.title.scenario.key, env.title.options["learning"]) == ("learning", True)
    env.reset(1)
    assert env.game.record.header.scenario == "learning"
    with pytest.raises(SteppeError, match="kiev"):
        SteppeEnv("pm", scenario="kiev")
