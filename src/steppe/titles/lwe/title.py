"""Land Without End: the title, put together from its data and its chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from steppe.assault.battles import RESULTS
from steppe.assault.campaign import VictoryCheck
from steppe.assault.chapter import Chapter
from steppe.assault.data import UNITS, TitleData, load_results, make_units
from steppe.assault.declarations import CONCENTRATION_WORDS, PAUSE_WORDS
from steppe.assault.odds import ResultsTable
from steppe.assault.phases import CombatPhase
from steppe.assault.refits import Refits
from steppe.assault.stacks import units_in
from steppe.assault.title import AssaultTitle
from steppe.board import Board
from steppe.events import Log
from steppe.hexgrid import ColumnRow
from steppe.orders import Form
from steppe.tables import DataFolder
from steppe.title import Scenario, chosen_options
from steppe.titles.lwe.arrivals import GermanEntry, LandArrivals, LandConversions, LandWithdrawal, SovietEntry
from steppe.titles.lwe.battles import LandAttenuation, LandBattles, LandLosses, LandRetreats, Raid, SeaRetreat
from steppe.titles.lwe.chapter import LandDecision, LandParts
from steppe.titles.lwe.citations import CITE
from steppe.titles.lwe.combat import LandAir, LandCombat
from steppe.titles.lwe.declarations import LandConcentration, LandPause, LandPauseAbort
from steppe.titles.lwe.directive import Directive, Rescission
from steppe.titles.lwe.display import LandDisplay, LandFog
from steppe.titles.lwe.forts import Forts
from steppe.titles.lwe.geography import Geography
from steppe.titles.lwe.look import ABOUT
from steppe.titles.lwe.movement import LandMovement, LandMovementPhase
from steppe.titles.lwe.ranges import LandRanges
from steppe.titles.lwe.refits import RefitCompletion, RefitStart
from steppe.titles.lwe.roster import Roster
from steppe.titles.lwe.scenarios import SCENARIOS
from steppe.titles.lwe.sea import Sea
from steppe.titles.lwe.setup import LandSetUp
from steppe.titles.lwe.stacking import LandStacking, LandStacks
from steppe.titles.lwe.state import MOBILITIES, POINTS, SOVIET, LandState
from steppe.titles.lwe.strengths import LandStrengths
from steppe.titles.lwe.supply import LandSupply
from steppe.titles.lwe.tables import Tables, load_deployment, load_tables
from steppe.titles.lwe.terrain import LandTerrain
from steppe.titles.lwe.turns import LandTurns
from steppe.titles.lwe.victory import LandVictory
from steppe.titles.lwe.weather import LandWeather, WeatherRoll

TERRAINS = ("clear", "forest", "hills", "marsh", "lake", "sea")
SIDE_KINDS = ("river", "lake", "sea", "sivash", "kerch", "rollbahn")
FEATURES = (
    "small-town", "large-town", "city", "fort", "fz", "centre", "asterisk", "edge", "german-source", "soviet-source",
    "black-sea", "azov", "rollbahn",
)  # fmt: skip
KINDS = (
    "panzer", "panzer-grenadier", "motorized", "combined-arms", "cavalry", "infantry", "light", "mountain",
    "air-landing", "paratroop", "siege-artillery", "rifle", "mountain-rifle", "tank", "mechanized", "motorized-rifle",
    "motorized-security", "airborne", "militia", "naval", "fz",
)  # fmt: skip

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "11.7: enemy stacks are hidden below their top unit"),
}


GERMAN_TURN = "German player turn"
"""What the sequence of play calls it."""


class LandCombatPhase(LandDecision, CombatPhase[LandState]):
    """11.1: the phase begins with a look at who must attack (5.6)."""

    def enter(self, s: LandState, out: Log) -> bool:
        super().enter(s, out)
        if self.title.current_step(s).seat == SOVIET:
            self.arrivals.note_entry_places(s)
            self.directive.bind(s)
        return True


class LandWithoutEnd(LandParts, AssaultTitle[LandState]):
    key = "lwe"
    name = "Land Without End"
    seats = ("german", "soviet")
    state_class = LandState
    cite = CITE
    about = ABOUT
    scenarios = SCENARIOS
    concession_rule = "4.5c"
    going_back_rule = "5.1"

    own_chapters: ClassVar[Mapping[str, type[Chapter[Any]]]] = {
        "weather": LandWeather,
        "directive": Directive,
        "forts": Forts,
        "sea": Sea,
        "refits": Refits,
        "terrain": LandTerrain,
        "supply": LandSupply,
        "stacking": LandStacking,
        "stacks": LandStacks,
        "ranges": LandRanges,
        "movement": LandMovement,
        "air": LandAir,
        "combat": LandCombat,
        "strengths": LandStrengths,
        "attenuation": LandAttenuation,
        "battles": LandBattles,
        "losses": LandLosses,
        "retreats": LandRetreats,
        "conversions": LandConversions,
        "arrivals": LandArrivals,
        "set_up": LandSetUp,
        "fog": LandFog,
        "display": LandDisplay,
        "victory": LandVictory,
        "turns": LandTurns,
    }
    own_decisions = (
        LandMovementPhase,
        LandCombatPhase,
        Rescission,
        WeatherRoll,
        LandPauseAbort,
        LandConcentration,
        LandPause,
        RefitStart,
        RefitCompletion,
        LandWithdrawal,
        GermanEntry,
        SovietEntry,
        Raid,
        SeaRetreat,
        VictoryCheck,
    )
    own_forms = (
        Form("enter UNITS HEX", "bring a unit on to the map", "{units} enters at {hex}"),
        Form("sail UNITS FROM-TO", "move units by sea from port to port", "{units} sails to {hex}"),
        Form(
            "directive WORD(keep|rescind)",
            "Directive No. 3",
            {"keep": "Keep Directive No. 3", "rescind": "Rescind Directive No. 3"},
        ),
        Form(
            "pause WORD(declare|decline|keep|abort)",
            "the von Paulus pause",
            PAUSE_WORDS,
        ),
        Form(
            "concentration WORD(declare|decline|keep|rescind)",
            "supply concentration",
            CONCENTRATION_WORDS,
        ),
        Form("mark UNITS", "place a supply concentration marker", "Give {units} a marker"),
        Form("refit UNITS", "place a refit marker", "Refit {units}"),
        Form("withdraw UNITS", "withdraw a unit for good", "Withdraw {units}"),
        Form("replace UNITS", "give replacement steps", "Give {units} a replacement step"),
        Form("guards UNITS", "the Guards unit that comes replaces this one", "It replaces {units}"),
        Form("raid UNITS", "this cavalry unit raids", "{units} raids and is lost"),
        Form("decline [WORD(light|infantry|cavalry|HF)]", "decline what is asked", ("Decline {word}", "Decline")),
    )

    @classmethod
    def load_crt(cls, folder: DataFolder) -> ResultsTable:
        return load_results(folder, RESULTS[:5], above="DE", below="AL1")

    def __init__(self, made_of: TitleData, charts: Tables, deployment: Mapping[str, list[tuple[int, int]]]) -> None:
        geo = Geography(made_of.board)
        roster = Roster(made_of.units, made_of.board, geo)
        super().__init__(made_of, geo=geo, roster=roster, charts=charts, deployment=deployment)

    def enter_step(self, s: LandState, out: Log) -> None:
        """8.3: whether the gap is open is seen when the German player turn begins."""
        before, now = self.sequence[s.step - 1], self.sequence[s.step]
        if now.frame == GERMAN_TURN and now.frame != before.frame:
            self.arrivals.note_gap(s)
        super().enter_step(s, out)

    def broken(self, s: LandState) -> list[str]:
        wrong = super().broken(s)
        for h in {s.hex[u] for u in self.roster.foreign_units if s.hex[u] >= 0}:
            stack = tuple(units_in(s, h))
            mixed = not self.stacking.mixes(stack) and any(self.supply.is_supplied(s, u) for u in stack)
            if mixed and self.is_setting_up(s):
                wrong.append(f"nations are mixed in {self.board.label(h)}")
        if s.replacements < 0 or s.soviet_steps < 0:
            wrong.append("more replacements than there are")
        return wrong


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> LandWithoutEnd:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = Board.load(folder, ColumnRow(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), LandWithoutEnd.seats, KINDS, MOBILITIES, POINTS)
    made_of = LandWithoutEnd.made_from(folder, scenario, board, units, chosen_options(OPTIONS, options))
    return LandWithoutEnd(made_of, load_tables(folder), load_deployment(folder, board, units))
