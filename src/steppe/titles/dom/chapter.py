"""What every chapter of Drive on Moscow has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.chapter import AssaultDecision, Chapter, Parts
from steppe.titles.dom.state import MoscowState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steppe.titles.dom.arrivals import MoscowArrivals
    from steppe.titles.dom.combat import MoscowBattles, MoscowLosses, MoscowStrengths
    from steppe.titles.dom.geography import Geography
    from steppe.titles.dom.movement import MoscowMovement
    from steppe.titles.dom.november import November
    from steppe.titles.dom.setup import MoscowSetUp
    from steppe.titles.dom.tables import Turn
    from steppe.titles.dom.title import DriveOnMoscow
    from steppe.titles.dom.victory import MoscowVictory


class MoscowParts(Parts[MoscowState]):
    """What the title is put together of, by name."""

    geo: Geography
    track: Mapping[int, Turn]
    deployment: Mapping[str, list[tuple[str, int]]]
    entry_groups: Mapping[str, tuple[int, ...]]
    """Units by the word that says how they enter."""

    arrivals: MoscowArrivals
    battles: MoscowBattles
    losses: MoscowLosses
    movement: MoscowMovement
    november: November
    set_up: MoscowSetUp
    strengths: MoscowStrengths
    victory: MoscowVictory


class MoscowChapter(MoscowParts, Chapter[MoscowState]):
    title: DriveOnMoscow


class MoscowDecision(MoscowChapter, AssaultDecision[MoscowState]):
    """A decision of Drive on Moscow."""

    title: DriveOnMoscow
