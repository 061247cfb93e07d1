"""Every title as an OpenSpiel game: ``steppe_dom`` and its like, with explicit chance and imperfect information.

    import steppe.env.spiel  # registers the games
    game = pyspiel.load_game("steppe_dom(max_orders=40)")

Actions are candidates (see ``candidates``), chance nodes are single draws (see ``chance``). A state is cloned and
pickled as it is, in no more time than a copy of its numbers takes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from steppe import titles
from steppe.env import MissingExtraError
from steppe.env.candidates import LIMIT, text
from steppe.env.chance import UNKNOWN_DEAL, ChanceGame
from steppe.env.observation import Observer
from steppe.env.systems import observer_of
from steppe.errors import SteppeError

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtraError(error.name or "a library") from None

LONGEST = 1_000_000
"""More actions than any game takes."""
PARAMETERS = {"scenario": "", "setup": "best", "options": "", "deal": UNKNOWN_DEAL, "max_orders": 0}


def game_type(key: str) -> Any:
    return pyspiel.GameType(
        short_name=f"steppe_{key}",
        long_name=f"Steppe: {key}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def read_options(words: str) -> dict[str, bool]:
    """Options of a title as a parameter holds them: ``fog:off+kg_survivors:on``."""
    found = {}
    for word in filter(None, words.split("+")):
        name, _, value = word.partition(":")
        if value not in ("on", "off"):
            raise SteppeError(f"{word!r} is no option; write it as fog:off, several with + between them")
        found[name] = value == "on"
    return found


class SteppeGame(pyspiel.Game):
    """A scenario of a title with its options. Its parameters are those of ``PARAMETERS``."""

    key: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.first = ChanceGame(
            self.key,
            read_options(given["options"]),
            scenario=given["scenario"],
            setup=given["setup"],
            deal=given["deal"],
            max_orders=given["max_orders"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=LIMIT,
            max_chance_outcomes=self.first.title.board.size,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.key), info, dict(params or {}))
        self.observer = observer_of(self.first.title)

    def new_initial_state(self) -> SteppeState:
        return SteppeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.observer, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SteppeState(pyspiel.State):
    """A point of a game. What it holds is made when it is first needed, for a clone begins as a new state."""

    def __init__(self, game: SteppeGame) -> None:
        super().__init__(game)
        self._game = game.first.copy()

    @property
    def game(self) -> ChanceGame:
        """The game behind it, for whoever wants to see more."""
        return self._game.begin()

    def current_player(self) -> int:
        game = self.game
        if game.bound:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if game.over else game.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.game.chooser.choices(self.game.state).candidates)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        bound = self.game.bound
        return [(outcome, 1.0 / bound) for outcome in range(bound)]

    def _apply_action(self, action: int) -> None:
        if self.game.bound:
            self.game.draw(action)
        else:
            self.game.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        candidates = self.game.chooser.choices(self.game.state).candidates
        return text(self.game.title, candidates[action]) if action < len(candidates) else f"no candidate {action}"

    def is_terminal(self) -> bool:
        return self.game.over

    def returns(self) -> list[float]:
        return self.game.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SteppeState:
        """A state that the player cannot tell from this one. Its history is this one's and no longer leads to it."""
        found: SteppeState = self.clone()
        found._game = self.game.resampled(player, random.Random(sampler()))
        return found

    def __str__(self) -> str:
        return str(self.game)


class SpielObserver:
    """The arrays of the environment as one tensor; strings for information states."""

    def __init__(self, observer: Observer, perfect_recall: bool) -> None:
        self.observer, self.perfect_recall = observer, perfect_recall
        shapes = {
            "planes": (len(observer.planes), *observer.shape),
            "globals": (len(observer.globals),),
        }
        self.tensor = None if perfect_recall else np.zeros(sum(map(math.prod, shapes.values())), np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            planes, numbers = np.split(self.tensor, [math.prod(shapes["planes"])])
            self.dict = {"planes": planes.reshape(shapes["planes"]), "globals": numbers}

    def set_from(self, state: SteppeState, player: int) -> None:
        game = state.game
        if self.tensor is None or game.state is None:
            return
        part = game.chooser.part if player == game.seat else None
        view = game.view(player)
        self.dict["planes"][:] = self.observer.see(view, part)
        self.dict["globals"][:] = self.observer.count(view, part)

    def string_from(self, state: SteppeState, player: int) -> str:
        return state.game.information(player) if self.perfect_recall else state.game.observation(player)


def load_game(title: str = "dom", **parameters: Any) -> Any:
    """A registered game by its title."""
    if title not in titles.known():
        raise SteppeError(f"there is no title {title!r}; known are {', '.join(titles.known())}")
    return pyspiel.load_game(f"steppe_{title}", parameters)


def _register() -> dict[str, type[SteppeGame]]:
    """A class for each title; OpenSpiel keeps them until the very end of the program, when only classes are safe."""
    games: dict[str, type[SteppeGame]] = {}
    for key in titles.known():
        games[key] = type(f"{key.capitalize()}Game", (SteppeGame,), {"key": key})
        pyspiel.register_game(game_type(key), games[key])
    return games


GAMES = _register()
