"""0.1: the learning game: no supply, air, sea, weather, mobile assaults, forts or retreats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from steppe.assault.chapter import Chapter
from steppe.assault.combat import Battle
from steppe.assault.data import TitleData
from steppe.assault.state import MOBILE
from steppe.assault.units import UnitTable
from steppe.events import Log
from steppe.orders import Order, Units
from steppe.searches import Bytes, Ints
from steppe.sequence import Sequence
from steppe.title import Refusal, Shift, Trouble
from steppe.titles.pm.battles import WHOLE, MonsterBattles, MonsterLosses
from steppe.titles.pm.combat import MonsterCombat
from steppe.titles.pm.forts import Forts
from steppe.titles.pm.ranges import MonsterRanges
from steppe.titles.pm.sea import Sea
from steppe.titles.pm.stacking import MonsterStacking
from steppe.titles.pm.state import QUARTERS, STACKING_LIMIT, SUPPLIED, MonsterState
from steppe.titles.pm.stavka import Stavka
from steppe.titles.pm.strengths import MonsterStrengths
from steppe.titles.pm.supply import MonsterSupply
from steppe.titles.pm.tables import Tables
from steppe.titles.pm.terrain import MonsterTerrain
from steppe.titles.pm.title import ProudMonster

OMEGA_STEPS = frozenset({
    "weather", "pause abort", "pause", "concentration", "aerial supply", "withdrawal", "refit", "air commitment",
    "hedgehogs",
})  # fmt: skip
"""0.1: the decisions that the learning game does without."""


class LearningTerrain(MonsterTerrain):
    def highway_open(self, s: MonsterState) -> bool:
        return False

    def sleeps(self, s: MonsterState) -> bool:
        return False


class LearningRanges(MonsterRanges):
    bars_north = False


class LearningStacking(MonsterStacking):
    def make_limits(self) -> Ints:
        """Cities take no more than other hexes."""
        return np.full(self.board.size, STACKING_LIMIT, np.int16)

    def counts_as_small(self, u: int) -> bool:
        return False

    def mixing_refusal(self, s: MonsterState, units: Units, h: int) -> Refusal | None:
        return None


class LearningSupply(MonsterSupply):
    """Everybody is always in supply."""

    def find_network(self, s: MonsterState, side: int) -> Bytes:
        return self.board.everywhere.copy()

    def is_joined(self, s: MonsterState, side: int, h: int) -> bool:
        return True

    def overland(self, s: MonsterState, h: int) -> bool:
        return True

    def traces(self, s: MonsterState, u: int, h: int) -> bool:
        return True

    def heeds_line(self, s: MonsterState, u: int) -> bool:
        return False

    def place_state(self, s: MonsterState, h: int) -> int:
        return SUPPLIED


class LearningForts(Forts):
    def make_tables(self) -> None:
        self.works = self.board.mask(())

    def bars_lines(self, s: MonsterState) -> Bytes:
        return self.works


class LearningSea(Sea):
    is_open = False

    def closed(self) -> Refusal | None:
        return Refusal("0.1", "there is no sea movement in the learning game", Trouble.TIME)

    def refusal(self, s: MonsterState, order: Order) -> Refusal | None:
        return self.closed()


class LearningCombat(MonsterCombat):
    mobile_sides = frozenset()

    def unfit_target(self, s: MonsterState, h: int, side: int, kind: int) -> Refusal | None:
        if kind == MOBILE:
            return Refusal("0.1", "there are no mobile assaults in the learning game", Trouble.TIME)
        return None

    def nation_refusal(self, u: int, h: int) -> Refusal | None:
        return None

    def mixed_force(self, units: Units) -> Refusal | None:
        return None


class LearningStrengths(MonsterStrengths):
    mountaineers = False

    def shifts(self, s: MonsterState, b: Battle) -> list[Shift]:
        """Terrain and water alone."""
        return [*self.terrain_shifts(s, b), *self.water_shifts(s, b)]

    def has_flak(self, s: MonsterState, b: Battle) -> bool:
        return False


class LearningLosses(MonsterLosses):
    def pays_for(self, s: MonsterState, u: int) -> int:
        return WHOLE

    def who_may_lose(self, s: MonsterState, force: list[int]) -> list[int]:
        """0.1b: losses are apportioned freely."""
        return force


class LearningBattles(MonsterBattles):
    def may_retreat(self, s: MonsterState) -> bool:
        return False


class LearningStavka(Stavka):
    def brigades_due(self, s: MonsterState, left: int, out: Log) -> int:
        """They come without dice."""
        return left

    def replacement_rate(self, s: MonsterState) -> int:
        return 0


class LearningGame(ProudMonster):
    """Another composition of the same title."""

    own_chapters: ClassVar[Mapping[str, type[Chapter[Any]]]] = {
        **ProudMonster.own_chapters,
        "terrain": LearningTerrain,
        "ranges": LearningRanges,
        "stacking": LearningStacking,
        "supply": LearningSupply,
        "forts": LearningForts,
        "sea": LearningSea,
        "combat": LearningCombat,
        "strengths": LearningStrengths,
        "losses": LearningLosses,
        "battles": LearningBattles,
        "stavka": LearningStavka,
    }

    def __init__(self, made_of: TitleData, charts: Tables, deployment: Mapping[str, list[tuple[str, int]]]) -> None:
        steps = [step for step in made_of.sequence.steps if step.decision not in OMEGA_STEPS]
        simpler = made_of._replace(
            units=whole_units(made_of.units), sequence=Sequence(steps), options={**made_of.options, "fog": False}
        )
        super().__init__(simpler, charts, deployment)


def whole_units(units: UnitTable) -> UnitTable:
    """Every unit counts one for stacking."""
    return replace(units, units=tuple(replace(unit, points=QUARTERS) for unit in units.units))
