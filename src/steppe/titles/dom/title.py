"""Drive on Moscow: the title, put together from its data and its chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from steppe.assault.battles import RESULTS
from steppe.assault.chapter import Chapter
from steppe.assault.data import UNITS, TitleData, load_results, make_units
from steppe.assault.odds import ResultsTable
from steppe.assault.title import AssaultTitle
from steppe.board import Board
from steppe.hexgrid import ColumnRow
from steppe.orders import Form
from steppe.tables import DataFolder
from steppe.title import Scenario, chosen_options
from steppe.titles.dom.arrivals import MoscowArrivals, MoscowConversions, Reinforcement, ReplacementAndWithdrawal
from steppe.titles.dom.chapter import MoscowParts
from steppe.titles.dom.citations import CITE
from steppe.titles.dom.combat import BattleGroup, MoscowAir, MoscowBattles, MoscowCombat, MoscowLosses, MoscowStrengths
from steppe.titles.dom.display import MoscowDisplay
from steppe.titles.dom.geography import Geography
from steppe.titles.dom.look import ABOUT
from steppe.titles.dom.movement import MoscowMovement, MoscowRanges, MoscowStacking, MoscowTerrain, MoscowZonesOfControl
from steppe.titles.dom.november import Declaration, November, Stalin
from steppe.titles.dom.scenarios import SCENARIOS
from steppe.titles.dom.setup import MoscowSetUp
from steppe.titles.dom.state import ARRIVING, MOBILITIES, MoscowState
from steppe.titles.dom.supply import MoscowSupply
from steppe.titles.dom.tables import Turn, load_deployment, load_track
from steppe.titles.dom.turns import MoscowTurns
from steppe.titles.dom.victory import MoscowStacks, MoscowVictory

TERRAINS = ("clear", "forest", "marsh")
SIDE_KINDS = ("river", "reservoir")
KINDS = ("panzer", "panzer-grenadier", "cavalry", "infantry", "GCD", "GRD", "GTB", *ARRIVING, "MRD", "TD")
OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "11.6: enemy stacks are hidden below their top unit"),
    "kg_after_retreat": (False, "11.27: a reduced division lost in a hex it had retreated to leaves a KG"),
    "kg_survivors": (False, "11.28: battle groups that would arise count as survivors"),
    "oos_join": (True, "8.5: German units out of supply join prepared assaults, with an attack factor of 0"),
    "november_by_turn_6": (False, "12.3: the offensive must be declared before turn 7 begins"),
}


class DriveOnMoscow(MoscowParts, AssaultTitle[MoscowState]):
    key = "dom"
    name = "Drive on Moscow"
    seats = ("german", "soviet")
    state_class = MoscowState
    cite = CITE
    about = ABOUT
    scenarios = SCENARIOS
    concession_rule = "1.0b"
    going_back_rule = "5.0"

    own_chapters: ClassVar[Mapping[str, type[Chapter[Any]]]] = {
        "terrain": MoscowTerrain,
        "zoc": MoscowZonesOfControl,
        "supply": MoscowSupply,
        "stacking": MoscowStacking,
        "stacks": MoscowStacks,
        "ranges": MoscowRanges,
        "movement": MoscowMovement,
        "air": MoscowAir,
        "combat": MoscowCombat,
        "strengths": MoscowStrengths,
        "battles": MoscowBattles,
        "losses": MoscowLosses,
        "conversions": MoscowConversions,
        "arrivals": MoscowArrivals,
        "set_up": MoscowSetUp,
        "display": MoscowDisplay,
        "victory": MoscowVictory,
        "turns": MoscowTurns,
        "november": November,
    }
    own_decisions = (Declaration, ReplacementAndWithdrawal, Stalin, Reinforcement, BattleGroup)
    own_forms = (
        Form(
            "november WORD(declare|decline)",
            "the November offensive",
            {"declare": "Declare the November offensive", "decline": "Not now"},
        ),
        Form("withdraw UNITS", "withdraw a unit for good", "Withdraw {units}"),
        Form("replace UNITS", "give a replacement step", "Give {units} a replacement step"),
        Form("remnant UNITS", "this division leaves the battle group", "{units} leaves the battle group"),
        Form("enter WORD(RD|RB|CD|TB|MRB) HEX", "enter a reinforcement of this type", "{word} enters at {hex}"),
        Form("guards UNITS", "the drawn Guards unit replaces this one", "It replaces {units}"),
        Form("decline", "make no conversion; the Guards unit is lost", "Decline"),
    )

    @classmethod
    def load_crt(cls, folder: DataFolder) -> ResultsTable:
        return load_results(folder, RESULTS[:4], above="DE", below="AL1")

    def __init__(
        self, made_of: TitleData, track: Mapping[int, Turn], deployment: Mapping[str, list[tuple[str, int]]]
    ) -> None:
        units = made_of.units
        groups: dict[str, tuple[int, ...]] = {}
        for u, unit in enumerate(units.units):
            groups[unit.entry] = (*groups.get(unit.entry, ()), u)
        super().__init__(made_of, geo=Geography(made_of.board), track=track, deployment=deployment, entry_groups=groups)


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> DriveOnMoscow:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = Board.load(folder, ColumnRow(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), DriveOnMoscow.seats, KINDS, MOBILITIES)
    made_of = DriveOnMoscow.made_from(folder, scenario, board, units, chosen_options(OPTIONS, options))
    return DriveOnMoscow(made_of, load_track(folder), load_deployment(folder, board, units))
