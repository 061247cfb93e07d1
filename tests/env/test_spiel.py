"""The OpenSpiel games: the library's own test, chance, information, copies, and agreement with recorded games."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr

from steppe import titles
from steppe.dice import DIE
from steppe.env import load_game
from steppe.env.chance import ChanceGame
from steppe.env.measure import play
from steppe.env.spiel import read_options
from steppe.errors import SteppeError
from steppe.record import OrderEntry
from tests.env.walks import environment


def wander(state: Any, seed: int, most: int) -> Iterator[Any]:
    """Apply random actions; each time the state is given before."""
    rng = random.Random(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


def test_openspiel_says_that_the_game_is_right() -> None:
    """Set-up drawn by chance nodes, then orders."""
    pyspiel.random_sim_test(load_game("dom", max_orders=12), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("key", titles.known())
def test_openspiel_says_so_of_every_title(key: str) -> None:
    pyspiel.random_sim_test(load_game(key, max_orders=20, deal=3), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
def test_openspiel_says_so_of_a_whole_game() -> None:
    pyspiel.random_sim_test(load_game("dom"), num_sims=1, serialize=True, verbose=False)


def test_chances_add_up_to_one_and_are_those_of_the_dice() -> None:
    state = load_game("dom").new_initial_state()
    bounds = []
    for at in wander(state, 1, 1500):
        if at.is_chance_node():
            outcomes = at.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1.0)
            assert [outcome for outcome, _ in outcomes] == list(range(len(outcomes)))
            assert {p for _, p in outcomes} == {float(Fraction(1, len(outcomes)))}
            bounds.append(len(outcomes))
    title = state.game.title
    shuffled = [n for members in title.pool_members.values() for n in range(len(members), 1, -1)]
    assert bounds[: len(shuffled)] == shuffled
    assert set(bounds[len(shuffled) :]) >= {DIE}


def test_a_recorded_game_is_a_path_of_the_tree() -> None:
    """Set-up draws, orders and dice of a record, given as outcomes and actions, lead to the same end."""
    env = environment("dom")
    play(env, 2, observe=False)
    record = env.game.record
    state = load_game("dom").new_initial_state()
    assert not isinstance(record.header.setup_dice, int)
    draws = list(record.header.setup_dice)
    orders = [env.game.read(e.order) for e in record.entries if isinstance(e, OrderEntry)]
    dice = [list(e.dice) for e in record.entries if isinstance(e, OrderEntry)]
    scripted = len(orders) - env.orders
    draws += [draw for drawn in dice[:scripted] for draw in drawn]
    give_draws(state, draws)
    for order, drawn in zip(orders[scripted:], dice[scripted:], strict=True):
        game = state.game
        actions = game.chooser.encode(game.state, order)
        assert actions is not None
        for action in actions:
            state.apply_action(action)
        give_draws(state, drawn)
    assert state.is_terminal()
    assert state.game.state.digest() == env.game.state.digest()
    assert state.returns() == [env.rewards[agent] for agent in env.possible_agents]


def give_draws(state: Any, draws: list[Any]) -> None:
    for bound, value in draws:
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == bound
        state.apply_action(value)
    assert not state.is_chance_node()


def test_a_deal_is_that_of_the_seed() -> None:
    env = environment("dom")
    env.reset(11)
    state = load_game("dom", deal=11).new_initial_state()
    assert state.current_player() == 0
    assert state.game.state.digest() == env.game.state.digest()


def test_copies_go_their_own_ways_and_replays_the_same() -> None:
    game = load_game("dom", deal=5)
    state = game.new_initial_state()
    for at in wander(state, 2, 120):
        last = at.clone()
    text = str(state)
    assert str(last) != text
    copied, pickled = state.clone(), pickle.loads(pickle.dumps(state))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    ends = set()
    for twin in (copied, pickled, again):
        assert str(twin) == text
        assert twin.history() == state.history()
        for player in range(2):
            assert twin.information_state_string(player) == state.information_state_string(player)
        for _ in wander(twin, 3, 60):
            pass
        ends.add(str(twin))
        assert str(state) == text
    assert len(ends) == 1


def test_copies_are_the_same_between_the_dice_of_one_order() -> None:
    state = load_game("dom").new_initial_state()
    for _ in wander(state, 3, 40):
        pass
    assert state.is_chance_node()
    twin = pickle.loads(pickle.dumps(state))
    for a, b in zip(wander(state, 4, 260), wander(twin, 4, 260), strict=True):
        assert a.is_chance_node() == b.is_chance_node()
    assert str(state) == str(twin)
    assert state.current_player() == 0


def test_what_a_player_cannot_know_is_drawn_anew() -> None:
    state = load_game("dom", deal=6).new_initial_state()
    for _ in wander(state, 7, 80):
        pass
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, random.Random(i).random) for i in range(3)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        for _ in wander(world, 1, 20):
            pass
    keys = {state.resample_from_infostate(player, random.Random(i).random).game.state.key() for i in range(3)}
    assert len(keys) == 3


def test_players_remember_what_they_chose_and_were_told() -> None:
    state = load_game("dom", deal=8).new_initial_state()
    first, second = state.child(0), state.child(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert state.information_state_string(0) != first.information_state_string(0)
    before = state.information_state_string(1)
    group = next(a for a in first.legal_actions() if first.action_to_string(a).startswith("group"))
    chosen = first.child(group)
    assert chosen.information_state_string(1) == first.information_state_string(1) != before


def test_tensors_are_those_of_the_environment() -> None:
    env = environment("dom")
    env.reset(11)
    state = load_game("dom", deal=11).new_initial_state()
    found = env.observe("german")
    wanted = np.concatenate([found["observation"].ravel(), found["globals"]])
    assert (np.array(state.observation_tensor(0), np.float32) == wanted).all()


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Games to the end at random."""

    def evaluate(self, state: Any) -> Any:
        world = state.clone()
        for _ in wander(world, 1, 1000):
            pass
        return np.array(world.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def test_searches_and_regrets_run() -> None:
    game = load_game("dom", max_orders=3, deal=4)
    state = game.new_initial_state()
    state.apply_action(0)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=Rollouts(), uct_c=2.0, max_simulations=6, random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()
    np.random.seed(1)
    sampled = outcome_sampling_mccfr.OutcomeSamplingSolver(load_game("dom", max_orders=2, deal=4))
    for _ in range(3):
        sampled.iteration()
    assert len(sampled.average_policy()._infostates) > 2
    external = external_sampling_mccfr.ExternalSamplingSolver(load_game("dom", max_orders=1, deal=4))
    external.iteration()
    assert external.average_policy()._infostates


def test_kind_errors() -> None:
    with pytest.raises(SteppeError, match="there is no title 'chess'"):
        load_game("chess")
    assert read_options("fog:off+kg_survivors:on") == {"fog": False, "kg_survivors": True}
    with pytest.raises(SteppeError, match="write it as fog:off"):
        read_options("fog")
    assert not load_game("dom", options="fog:off").first.title.options["fog"]
    with pytest.raises(SteppeError, match="there is no set-up"):
        ChanceGame("dom", {}, setup="tidy")


def test_scenarios_are_parameters() -> None:
    state = load_game("pm", scenario="learning", deal=1, max_orders=2).new_initial_state()
    assert state.game.title.scenario.key == "learning"
    again = pickle.loads(pickle.dumps(state.game))
    assert again.title.scenario.key == "learning"
