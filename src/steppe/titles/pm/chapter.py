"""What every chapter of Proud Monster has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steppe.assault.chapter import CampaignChapter, CampaignDecision, CampaignParts
from steppe.titles.pm.state import MonsterState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steppe.titles.pm.arrivals import MonsterArrivals
    from steppe.titles.pm.battles import MonsterBattles, MonsterLosses
    from steppe.titles.pm.combat import MonsterCombat
    from steppe.titles.pm.forts import Forts
    from steppe.titles.pm.geography import Geography
    from steppe.titles.pm.markers import Markers
    from steppe.titles.pm.movement import MonsterMovement
    from steppe.titles.pm.ranges import MonsterRanges
    from steppe.titles.pm.refits import MonsterRefits
    from steppe.titles.pm.roster import Roster
    from steppe.titles.pm.sea import Sea
    from steppe.titles.pm.setup import MonsterSetUp
    from steppe.titles.pm.stacking import MonsterStacking
    from steppe.titles.pm.stavka import MonsterConversions, Stavka
    from steppe.titles.pm.strengths import MonsterStrengths
    from steppe.titles.pm.supply import MonsterSupply
    from steppe.titles.pm.tables import Tables
    from steppe.titles.pm.terrain import MonsterTerrain
    from steppe.titles.pm.title import ProudMonster
    from steppe.titles.pm.victory import MonsterVictory


class MonsterParts(CampaignParts[MonsterState]):
    """What the title is put together of, by name."""

    geo: Geography
    roster: Roster
    charts: Tables
    deployment: Mapping[str, list[tuple[str, int]]]

    arrivals: MonsterArrivals
    battles: MonsterBattles
    combat: MonsterCombat
    conversions: MonsterConversions
    forts: Forts
    losses: MonsterLosses
    markers: Markers
    movement: MonsterMovement
    ranges: MonsterRanges
    refits: MonsterRefits
    sea: Sea
    set_up: MonsterSetUp
    stacking: MonsterStacking
    stavka: Stavka
    strengths: MonsterStrengths
    supply: MonsterSupply
    terrain: MonsterTerrain
    victory: MonsterVictory


class MonsterChapter(MonsterParts, CampaignChapter[MonsterState]):
    title: ProudMonster


class MonsterDecision(MonsterChapter, CampaignDecision[MonsterState]):
    """A decision of Proud Monster."""

    title: ProudMonster
