"""What every chapter of Land Without End has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.chapter import CampaignChapter, CampaignDecision, CampaignParts
from steppe.titles.lwe.state import LandState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steppe.titles.lwe.arrivals import LandArrivals
    from steppe.titles.lwe.battles import LandAttenuation, LandBattles
    from steppe.titles.lwe.combat import LandCombat
    from steppe.titles.lwe.directive import Directive
    from steppe.titles.lwe.forts import Forts
    from steppe.titles.lwe.geography import Geography
    from steppe.titles.lwe.movement import LandMovement
    from steppe.titles.lwe.ranges import LandRanges
    from steppe.titles.lwe.roster import Roster
    from steppe.titles.lwe.sea import Sea
    from steppe.titles.lwe.setup import LandSetUp
    from steppe.titles.lwe.stacking import LandStacking
    from steppe.titles.lwe.strengths import LandStrengths
    from steppe.titles.lwe.supply import LandSupply
    from steppe.titles.lwe.tables import Tables
    from steppe.titles.lwe.terrain import LandTerrain
    from steppe.titles.lwe.title import LandWithoutEnd
    from steppe.titles.lwe.victory import LandVictory


class LandParts(CampaignParts[LandState]):
    """What the title is put together of, by name."""

    geo: Geography
    roster: Roster
    charts: Tables
    deployment: Mapping[str, list[tuple[int, int]]]

    arrivals: LandArrivals
    attenuation: LandAttenuation
    battles: LandBattles
    combat: LandCombat
    directive: Directive
    forts: Forts
    movement: LandMovement
    ranges: LandRanges
    sea: Sea
    set_up: LandSetUp
    stacking: LandStacking
    strengths: LandStrengths
    supply: LandSupply
    terrain: LandTerrain
    victory: LandVictory


class LandChapter(LandParts, CampaignChapter[LandState]):
    title: LandWithoutEnd


class LandDecision(LandChapter, CampaignDecision[LandState]):
    """A decision of Land Without End."""

    title: LandWithoutEnd
