"""What players are shown, and what is hidden from them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.answers import ResultWords
from steppe.assault.campaign import CampaignFog
from steppe.assault.display import Display
from steppe.assault.units import RESERVE
from steppe.events import Event
from steppe.titles.pm.chapter import MonsterChapter
from steppe.titles.pm.look import LOOK, MONSTER_MARKS
from steppe.titles.pm.markers import CORPS
from steppe.titles.pm.state import AERIAL, AREAS, CONCENTRATED, GERMAN, HEDGEHOG, NOWHERE, RESTING, RVGK, MonsterState
from steppe.titles.pm.words import losses, tell


class MonsterDisplay(MonsterChapter, Display[MonsterState]):
    """What players of Proud Monster are shown."""

    def _marked(self, s: MonsterState, bit: int) -> list[str]:
        return [self.board.grid.labels[h] for h in (s.vector("control") & bit).nonzero()[0].tolist()]

    shown_columns = ("area",)
    marks = MONSTER_MARKS
    appearance = LOOK
    results_hint = "1/2: the attacker loses 1 step, the defender 2; E: everything."

    def result_words(self, code: str) -> ResultWords | None:
        """14.32: the losses of both sides."""
        if code not in self.title.results_table.known:
            return super().result_words(code)
        told = losses(code)
        return {"words": "", "explained": f"{told[0].upper()}{told[1:]}."}

    def place_off_map(self, s: MonsterState, u: int) -> str:
        if s.hex[u] == RESERVE and s.area[u]:
            return AREAS[s.area[u]]
        return super().place_off_map(s, u)

    def status(self, masked: MonsterState) -> dict[str, Any]:
        labels = self.board.grid.labels
        return {
            "date": self.charts.track[masked.turn].label if masked.turn in self.charts.track else "",
            "points": self.victory.points(masked),
            "points-needed": self.charts.victory.get(masked.turn, 0),
            "support": {labels[h]: CORPS[masked.air[h]] for h in np.flatnonzero(masked.vector("air")).tolist()},
            "lifted": self._marked(masked, AERIAL),
            "hedgehogs": self._marked(masked, HEDGEHOG),
            **self.arrivals.status(masked),
        }

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        if event.kind == "assault" and event.facts["air"]:  # aircraft lie on stacks here and are not counted (10.2)
            return self.tell(Event("assault", {**event.facts, "air": 0})).removesuffix(".") + ", markers and all."
        return tell(event, unit, where)


class MonsterFog(MonsterChapter, CampaignFog[MonsterState]):
    """8.1, 14.7."""

    def _has_come(self, s: MonsterState, u: int) -> bool:
        """Whether a unit could be in the RVGK: reinforcements of this or an earlier turn, and who was raised again."""
        return s.hex[u] == RESERVE and self.units.units[u].turn <= s.turn

    shown_flags = RESTING | CONCENTRATED

    def blank_secrets(self, view: MonsterState, seat: int) -> None:
        """14.7, 8.1: the enemy's units off the map are not to be looked at; of the RVGK only the number is known."""
        super().blank_secrets(view, seat)
        theirs = list(self.side_units[1 - seat])
        view.vector("began")[theirs] = 0
        if seat == GERMAN:
            view.reserve_seen = sum(view.area[u] == RVGK and view.hex[u] == RESERVE for u in theirs)
            for u in theirs:
                if view.area[u] == RVGK:
                    view.area[u] = view.ready[u] = NOWHERE

    def sample_secrets(self, world: MonsterState, seat: int, rng: random.Random) -> None:
        super().sample_secrets(world, seat, rng)
        theirs = self.side_units[1 - seat]
        if seat == GERMAN and world.reserve_seen:
            able = [u for u in theirs if world.area[u] == NOWHERE and self._has_come(world, u)]
            for u in rng.sample(able, min(world.reserve_seen, len(able))):
                world.area[u] = RVGK
            world.reserve_seen = 0
