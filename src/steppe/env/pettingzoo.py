"""Every title as a PettingZoo environment: the seats are the agents, one decides at a time.

An action is the number of a candidate (see ``candidates``): most orders take two actions, a few take one. Every
episode is a game like any other, with a record that can be saved and verified.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from steppe.dice import secret_from_seed
from steppe.env import MissingExtraError, opening
from steppe.env.candidates import LIMIT, Candidate, Choices, text
from steppe.env.observation import COLUMNS, Observation, Observer, objective_balance
from steppe.env.systems import chooser_of, observer_of
from steppe.env.textmap import text_map
from steppe.errors import SteppeError
from steppe.game import Game, load
from steppe.view import View

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise MissingExtraError(error.name or "a library") from None

NOTHING = Choices(())
RESULTS = {0: 1.0, 1: -1.0}
"""What a game is worth to the first seat by who has won it; a draw is worth nothing."""


def space_of(observer: Observer) -> spaces.Dict:
    """The shape of what an agent observes."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (len(observer.planes), *observer.shape), np.float32),
            "globals": spaces.Box(-np.inf, np.inf, (len(observer.globals),), np.float32),
            "candidates": spaces.Box(-1, np.iinfo(np.int16).max, (LIMIT, len(COLUMNS)), np.int16),
            "action_mask": spaces.Box(0, 1, (LIMIT,), np.int8),
        }
    )


class SteppeEnv(AECEnv):
    """A game between two agents.

    ``scenario`` is one of the title's, the first if none is named; ``options`` are the title's own. ``setup`` is a
    ready deployment (``best``, ``historical``, ``random``) or ``free`` for agents that place their units themselves.
    ``shaping`` adds so much of every change in the worth of the objectives held to the rewards; without it they are
    +1 and -1 at the end (0 for both in a draw) and 0 before. ``max_orders`` truncates.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "steppe_v0", "is_parallelizable": False}

    def __init__(
        self,
        title: str = "dom",
        *,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        setup: str = "best",
        shaping: float = 0.0,
        max_orders: int | None = None,
        render_mode: str | None = None,
        data: Path | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise SteppeError(f"there is no render mode {render_mode!r}; known is ansi")
        self.key, self.loaded = title, load(title, scenario, options, data)
        self.setup, self.shaping, self.max_orders = opening.check(setup), shaping, max_orders
        self.render_mode = render_mode
        self.title = self.loaded.title
        self.observer = observer_of(self.title)
        self.possible_agents = list(self.title.seats)
        self.observation_spaces = {agent: space_of(self.observer) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(LIMIT) for agent in self.possible_agents}
        self.seeds = random.Random()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -- an episode -----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Its dice and hidden draws come from the seed; without one, from the last seed that was given.

        ``options`` may hold another ``setup`` for this episode.
        """
        if seed is not None:
            self.seeds = random.Random(seed)
        self.seed = self.seeds.getrandbits(32) if seed is None else seed
        how = opening.check((options or {}).get("setup", self.setup))
        self.game = Game.new(self.key, secret=secret_from_seed(self.seed), loaded=self.loaded)
        while orders := opening.deployment(self.title, self.game.state, how):
            for order in orders:
                self.game.order(self.title.decision(self.game.state)[1], order)
        self.chooser = chooser_of(self.title)
        self.views: dict[str, View[Any]] = {}
        self.orders = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.balance = objective_balance(self.title, self.game.state, 0)
        self._turn()

    def step(self, action: int | None) -> None:
        """Choose a candidate for the agent whose decision it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise SteppeError(f"{self.agent_selection} is still in the game and must choose")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        order = self.chooser.choose(self.game.state, int(action))
        if order is not None:
            self.game.carry_out(self.possible_agents.index(self.agent_selection), order)
            self.orders += 1
            self.views.clear()
            self._reward()
        self._turn()
        self._accumulate_rewards()

    def _reward(self) -> None:
        """What an order has brought to the first seat, and the same with the other sign to the second."""
        state = self.game.state
        gain = 0.0
        if self.shaping:
            now = objective_balance(self.title, state, 0)
            gain, self.balance = self.shaping * (now - self.balance), now
        if state.over:
            gain += RESULTS.get(state.winner, 0.0)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_orders is not None and self.orders >= self.max_orders:
            self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.possible_agents, (gain, -gain), strict=True))

    def _turn(self) -> None:
        """See whose decision it is."""
        if not self.game.state.over:
            self.agent_selection = self.possible_agents[self.title.decision(self.game.state)[1]]
        elif not self.orders:
            raise SteppeError(f"{self.title.name} was over before it began")
        self.infos: dict[str, dict[str, Any]] = {agent: {"cut": self._choices(agent).cut} for agent in self.agents}

    def _choices(self, agent: str) -> Choices:
        mine = agent == self.agent_selection and not any(self.truncations.values())
        return self.chooser.choices(self.game.state) if mine else NOTHING

    def observe(self, agent: str) -> Observation:
        choices = self._choices(agent)
        part = self.chooser.part if agent == self.agent_selection else None
        return self.observer.observe(self.view(agent), choices, part)

    def view(self, agent: str) -> View[Any]:
        """What an agent may know, the same until the next order."""
        if agent not in self.views:
            self.views[agent] = self.game.view(self.possible_agents.index(agent))
        return self.views[agent]

    # -- for people -----------------------------------------------------------------------------------------------

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What the agent whose decision it is can choose among, in the order of the actions."""
        return self._choices(self.agent_selection).candidates

    def describe(self, action: int) -> str:
        """An action in words."""
        return text(self.title, self.candidates[action])

    def render(self) -> str | None:
        """The map as the agent whose decision it is sees it."""
        if self.render_mode is None:
            return None
        return text_map(self.view(self.agent_selection), self.observer)

    def close(self) -> None:
        """Nothing to give back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(title: str = "dom", **kwargs: Any) -> SteppeEnv:
    """An environment as PettingZoo's own modules make them."""
    return SteppeEnv(title, **kwargs)
