"""What players are shown, and what is hidden from them."""

from __future__ import annotations

import random
from typing import Any

from steppe.assault.display import Display
from steppe.assault.fog import Fog
from steppe.assault.state import HIDDEN
from steppe.assault.units import RESERVE
from steppe.assault.weather import NAMES
from steppe.events import Event
from steppe.titles.lwe.chapter import LandChapter
from steppe.titles.lwe.look import LAND_MARKS, LOOK
from steppe.titles.lwe.state import CONCENTRATED, RESTING, LandState
from steppe.titles.lwe.words import tell


class LandDisplay(LandChapter, Display[LandState]):
    """What players of Land Without End are shown."""

    marks = LAND_MARKS
    appearance = LOOK

    def status(self, masked: LandState) -> dict[str, Any]:
        return {
            "date": self.charts.track[masked.turn].label if masked.turn in self.charts.track else "",
            "points": self.victory.points(masked),
            "weather": {
                "north": NAMES[masked.weather_north],
                "south": NAMES[masked.weather_south],
            },
            "directive": bool(masked.directive),
            "replacements": masked.replacements,
            "pause": masked.pause,
            "concentration": ("never", "active", "rescinded")[masked.concentration],
        }

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        return tell(event, unit, where)


class LandFog(LandChapter, Fog[LandState]):
    """11.7."""

    shown_flags = RESTING | CONCENTRATED

    def blank_secrets(self, view: LandState, seat: int) -> None:
        """11.7: the enemy's units off the map are not to be looked at."""
        super().blank_secrets(view, seat)
        view.vector("trail")[list(self.side_units[1 - seat])] = 0
        if self.options["fog"]:
            for u in self.side_units[1 - seat]:
                if view.hex[u] == RESERVE:
                    view.flags[u] |= HIDDEN

    def sample_secrets(self, world: LandState, seat: int, rng: random.Random) -> None:
        for u in self.side_units[1 - seat]:
            if world.hex[u] == RESERVE:
                world.flags[u] &= ~HIDDEN
