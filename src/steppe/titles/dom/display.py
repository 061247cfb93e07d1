"""What players of Drive on Moscow are shown."""

from __future__ import annotations

from typing import Any

from steppe.assault.display import Display
from steppe.events import Event
from steppe.titles.dom.chapter import MoscowChapter
from steppe.titles.dom.look import LOOK
from steppe.titles.dom.state import MoscowState


class MoscowDisplay(MoscowChapter, Display[MoscowState]):
    appearance = LOOK

    def status(self, masked: MoscowState) -> dict[str, Any]:
        turn = self.track.get(masked.turn)
        return {
            "date": turn.label if turn else "",
            "november": masked.november,
            "demanded": masked.demanded,
            "engaged": masked.engaged,
        }

    def own_words(self, event: Event, unit: str, where: str) -> str | None:
        if event.kind == "november":
            return f"The November offensive is {'declared' if event.facts['declared'] else 'not declared'}."
        if event.kind == "demand":
            return f"Stalin demands {event.facts['units']} attacking units."
        return None
