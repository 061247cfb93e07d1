"""What players are shown, and what is hidden from them."""

from __future__ import annotations

from typing import Any

from steppe.assault.campaign import CampaignFog
from steppe.assault.display import Display
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


class LandFog(LandChapter, CampaignFog[LandState]):
    """11.7, 11.7b: stacks and those who wait for their turn; 11.7c: the order of the pool is nobody's to know."""

    shown_flags = RESTING | CONCENTRATED

    def blank_secrets(self, view: LandState, seat: int) -> None:
        super().blank_secrets(view, seat)
        view.vector("moved_together")[list(self.side_units[1 - seat])] = 0
