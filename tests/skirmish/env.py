"""The system for learning programs."""

from __future__ import annotations

from typing import Any

from steppe.env.candidates import Choices, Chooser
from steppe.env.observation import Floats, Observer
from steppe.title import Title
from steppe.view import View
from tests.skirmish.state import SkirmishState
from tests.skirmish.title import SkirmishTitle


class SkirmishChooser(Chooser):
    def first_step(self, s: SkirmishState) -> Choices:
        return self.listed(self.title.legal(s))


class SkirmishObserver(Observer):
    title: SkirmishTitle

    def __init__(self, title: Title[Any]) -> None:
        sides = [f"{side} {what}" for what in ("units", "strength", "unknown") for side in ("own", "enemy")]
        super().__init__(title, [*sides, "held"], ())

    def fill(self, out: Floats, view: View[Any]) -> None:
        s, fights = view.state, self.title.fights
        for u, h in enumerate(s.hex):
            if h >= 0:
                enemy, cell = int(self.title.units[u].side != view.seat), self.cells[h]
                out[enemy, cell] = 1
                if fights.unknown(s, u):
                    out[4 + enemy, cell] = 1
                else:
                    out[2 + enemy, cell] = fights.strength(s, u)
        out[6, self.cells] = s.vector("holder") == view.seat


CHOOSER = SkirmishChooser
OBSERVER = SkirmishObserver
