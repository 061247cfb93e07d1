"""Proud Monster from its data files, as the whole game or as the learning game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe.assault.data import UNITS, TitleData, load_results, make_units
from steppe.assault.odds import ResultsTable
from steppe.assault.title import decision_names
from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.hexgrid import ColumnRowSheets
from steppe.ledger import Ledger
from steppe.sequence import Sequence
from steppe.tables import DataFolder
from steppe.title import Scenario, chosen_options
from steppe.titles.pm.battles import RESULTS
from steppe.titles.pm.learning import LearningGame
from steppe.titles.pm.state import MOBILITIES, POINTS
from steppe.titles.pm.tables import check_schedule, load_deployment, load_tables
from steppe.titles.pm.title import KINDS, SIDE_KINDS, TERRAINS, ProudMonster

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "fog": (True, "14.7: enemy stacks are hidden below their top unit"),
    "learning": (False, "0.1: the learning game: no supply, air, sea, weather, mobile assaults, forts or retreats"),
}


def title_class(options: Mapping[str, bool]) -> type[ProudMonster]:
    """The composition that the options ask for."""
    return LearningGame if options["learning"] else ProudMonster


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> ProudMonster:
    """A scenario of the title with its data files, any of them laid over by its owner's."""
    board = Board.load(folder, ColumnRowSheets(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), ProudMonster.seats, KINDS, MOBILITIES, POINTS)
    charts = load_tables(folder)
    check_schedule(folder, charts, units)
    chosen = chosen_options(OPTIONS, options)
    deployment = load_deployment(folder, board, units)
    return title_class(chosen)(made_from(folder, scenario, board, units, chosen), charts, deployment)


def made_from(
    folder: DataFolder, scenario: Scenario, board: Board, units: UnitTable, options: Mapping[str, bool]
) -> TitleData:
    return TitleData(
        scenario,
        board,
        units,
        Sequence.load(folder, ProudMonster.seats, decision_names(ProudMonster.own_decisions)),
        Ledger.load(folder),
        load_crt(folder),
        options,
    )


def load_crt(folder: DataFolder) -> ResultsTable:
    """17.7, 14.10."""
    return load_results(folder, RESULTS, above="0/E", below="4/0")
