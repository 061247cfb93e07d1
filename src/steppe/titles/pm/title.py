"""Proud Monster: the title, put together from its data and its chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from steppe.assault.campaign import VictoryCheck
from steppe.assault.chapter import Chapter
from steppe.assault.data import TitleData, load_results
from steppe.assault.declarations import CONCENTRATION_WORDS, PAUSE_WORDS
from steppe.assault.odds import ResultsTable
from steppe.assault.title import AssaultTitle
from steppe.events import Log
from steppe.orders import Form
from steppe.tables import DataFolder
from steppe.titles.pm.arrivals import CallOut, GermanArrivals, MonsterArrivals
from steppe.titles.pm.battles import (
    RESULTS,
    AdvanceWithMarkers,
    AnotherRound,
    MonsterAttenuation,
    MonsterBattles,
    MonsterLosses,
    MonsterRetreats,
    Stand,
)
from steppe.titles.pm.chapter import MonsterParts
from steppe.titles.pm.citations import CITE
from steppe.titles.pm.combat import MonsterCombat
from steppe.titles.pm.declarations import MonsterConcentration, MonsterPause, MonsterPauseAbort
from steppe.titles.pm.display import MonsterDisplay, MonsterFog
from steppe.titles.pm.forts import Forts
from steppe.titles.pm.geography import VALUES, Geography
from steppe.titles.pm.look import ABOUT
from steppe.titles.pm.markers import (
    AerialSupply,
    AirCommitment,
    EndOfPlayerTurn,
    Hedgehogs,
    Markers,
    MarkerSplit,
    MonsterAir,
    MonsterStacks,
)
from steppe.titles.pm.movement import MonsterMovement, MonsterMovementPhase
from steppe.titles.pm.ranges import MonsterRanges
from steppe.titles.pm.refits import MonsterRefit, MonsterRefits, MonsterWithdrawal
from steppe.titles.pm.roster import Roster
from steppe.titles.pm.scenarios import SCENARIOS
from steppe.titles.pm.sea import Sea
from steppe.titles.pm.setup import MonsterSetUp, MonsterSetUpStep
from steppe.titles.pm.stacking import MonsterStacking
from steppe.titles.pm.state import MonsterState
from steppe.titles.pm.stavka import MonsterConversions, Rvgk, SovietArrivals, Stavka, TankBrigades
from steppe.titles.pm.strengths import MonsterStrengths
from steppe.titles.pm.supply import MonsterSupply
from steppe.titles.pm.tables import Tables
from steppe.titles.pm.terrain import MonsterTerrain
from steppe.titles.pm.turns import MonsterTurns, couplet_of
from steppe.titles.pm.victory import MonsterVictory
from steppe.titles.pm.weather import MonsterWeather, WeatherRoll

TERRAINS = ("clear", "forest", "hills", "marsh", "lake", "sea")
SIDE_KINDS = ("river", "lake", "sea", "sivash", "kerch", "highway")
FEATURES = (
    "town", "large-town", "city", "district", "fort", "heavy-fort", "stalin-line", "port", "invasion", "highway",
    "edge", "german-source", "soviet-source", *(f"vp-{value}" for value in VALUES),
)  # fmt: skip
KINDS = (
    "panzer", "motorized", "assault-gun", "recon", "flak", "cavalry", "infantry", "static", "light", "mountain",
    "air-landing", "paratroop", "security", "siege-artillery", "machinegun", "fortress",
    "RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "GRD", "GCD", "GMRD", "GTB", "rifle", "naval",
)  # fmt: skip
NATIONS = ("german", "romanian", "italian", "hungarian", "croat", "french", "flemish", "spanish", "soviet")


class ProudMonster(MonsterParts, AssaultTitle[MonsterState]):
    key = "pm"
    name = "Proud Monster"
    seats = ("german", "soviet")
    """1.2: two players of a side share its seat."""
    state_class = MonsterState
    cite = CITE
    about = ABOUT
    scenarios = SCENARIOS
    concession_rule = "4.5b"
    going_back_rule = "5.1b"

    own_chapters: ClassVar[Mapping[str, type[Chapter[Any]]]] = {
        "weather": MonsterWeather,
        "forts": Forts,
        "markers": Markers,
        "refits": MonsterRefits,
        "sea": Sea,
        "stavka": Stavka,
        "terrain": MonsterTerrain,
        "supply": MonsterSupply,
        "stacking": MonsterStacking,
        "stacks": MonsterStacks,
        "ranges": MonsterRanges,
        "movement": MonsterMovement,
        "air": MonsterAir,
        "combat": MonsterCombat,
        "strengths": MonsterStrengths,
        "attenuation": MonsterAttenuation,
        "battles": MonsterBattles,
        "losses": MonsterLosses,
        "retreats": MonsterRetreats,
        "conversions": MonsterConversions,
        "arrivals": MonsterArrivals,
        "set_up": MonsterSetUp,
        "fog": MonsterFog,
        "display": MonsterDisplay,
        "victory": MonsterVictory,
        "turns": MonsterTurns,
    }
    own_decisions = (
        MonsterSetUpStep,
        GermanArrivals,
        CallOut,
        TankBrigades,
        SovietArrivals,
        Rvgk,
        WeatherRoll,
        MonsterPause,
        MonsterPauseAbort,
        MonsterConcentration,
        MonsterWithdrawal,
        MonsterRefit,
        AirCommitment,
        AerialSupply,
        Hedgehogs,
        EndOfPlayerTurn,
        MonsterMovementPhase,
        MarkerSplit,
        Stand,
        AnotherRound,
        AdvanceWithMarkers,
        VictoryCheck,
    )
    own_forms = (
        Form(
            "hold UNITS WORD(north|south)",
            "set-up: keep a unit in an OKH Reserve area",
            "Keep {units} in the OKH Reserve, {word}",
        ),
        Form("enter UNITS HEX", "bring a unit on to the map", "{units} enters at {hex}"),
        Form(
            "shift UNITS WORD(north|south)",
            "shift a unit to the other OKH Reserve area",
            "Shift {units} to the OKH Reserve, {word}",
        ),
        Form(
            "callout HEX",
            "call out security divisions: an order for each of the three",
            "Call out a security division at {hex}",
        ),
        Form(
            "bring WORD(RD|CD|TD|MRD|RB|MRB|TB|GRD|GCD|GMRD|GTB) HEX",
            "bring a Soviet unit of a type on to the map",
            "{word} enters at {hex}",
        ),
        Form("reserve WORD(RD|CD|TD|MRD|RB|MRB|TB)", "an arriving unit goes into the RVGK", "{word} into the RVGK"),
        Form(
            "ports WORD(RD|CD|TD|MRD|RB|MRB|TB|GRD|GCD|GMRD|GTB)",
            "a unit goes into the Southern Ports box",
            "{word} into the Southern Ports box",
        ),
        Form("sail UNITS HEX", "move a unit by sea to a port", "{units} sails to {hex}"),
        Form(
            "embark UNITS",
            "move a unit by sea into the Southern Ports box",
            "{units} sails into the Southern Ports box",
        ),
        Form("land UNITS HEX", "a unit invades the coast of the Crimea", "{units} invades at {hex}"),
        Form("guards UNITS", "the Guards unit that comes replaces this one", "It replaces {units}"),
        Form(
            "pause WORD(declare|decline|keep|abort)",
            "von Paulus' pause",
            PAUSE_WORDS,
        ),
        Form(
            "concentration WORD(declare|decline|keep|rescind)",
            "supply concentration",
            CONCENTRATION_WORDS,
        ),
        Form("mark UNITS", "place a supply concentration marker", "Give {units} a marker"),
        Form("withdraw UNITS", "withdraw a unit for good", "Withdraw {units}"),
        Form("replace UNITS", "give a replacement step", "Give {units} a replacement step"),
        Form("refit UNITS", "refit a division", "Refit {units}"),
        Form("decline [WORD(light|infantry|cavalry|HF)]", "decline what is asked", ("Decline {word}", "Decline")),
        Form(
            "support WORD(I|II|IV|V|VIII|6) HEX", "commit ground support aircraft to a stack", "{word} supports {hex}"
        ),
        Form("lift HEX", "supply a stack by air", "Supply {hex} by air"),
        Form("hedgehog HEX", "form a hedgehog", "Form a hedgehog in {hex}"),
        Form("rescind HEX", "give up a hedgehog", "Give up the hedgehog in {hex}"),
        Form(
            "markers WORD(go|stay)",
            "which part of a stack keeps its aircraft and aerial supply",
            {"go": "They take the markers along", "stay": "The markers stay with the others"},
        ),
        Form(
            "defend WORD(stand|retreat)",
            "the last increment: lose a step or retreat",
            {"stand": "Stand and lose a step", "retreat": "Retreat one hex"},
        ),
        Form(
            "press WORD(again|halt)", "another round of a mobile assault", {"again": "Assault it again", "halt": "Halt"}
        ),
    )

    @classmethod
    def load_crt(cls, folder: DataFolder) -> ResultsTable:
        """17.7, 14.10, 14.31."""
        return load_results(folder, RESULTS, above="0/E", below="4/0")

    def __init__(self, made_of: TitleData, charts: Tables, deployment: Mapping[str, list[tuple[str, int]]]) -> None:
        geo = Geography(made_of.board, charts.forts)
        roster = Roster(made_of.units, made_of.board)
        super().__init__(made_of, geo=geo, roster=roster, charts=charts, deployment=deployment)

    def enter_step(self, s: MonsterState, out: Log) -> None:
        """5.2: the couplet is that of the step."""
        if not self.is_setting_up(s):
            s.couplet = couplet_of(s, self.sequence[s.step])
        super().enter_step(s, out)

    def broken(self, s: MonsterState) -> list[str]:
        wrong = super().broken(s)
        placed = [corps for corps in s.air if corps]
        if len(set(placed)) < len(placed):
            wrong.append("an aircraft unit supports two stacks")
        for h in (s.vector("air").astype(bool) & (s.vector("top") < 0)).nonzero()[0]:
            wrong.append(f"aircraft support nobody in {self.board.label(int(h))}")
        if s.replacements < 0:
            wrong.append("more replacements than there are")
        return wrong
