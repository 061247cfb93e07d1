"""Proud Monster from its data files, as the whole game or as the learning game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe.assault.data import UNITS, make_units
from steppe.board import Board
from steppe.hexgrid import ColumnRowSheets
from steppe.tables import DataFolder
from steppe.title import Scenario, chosen_options
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
    """A scenario of the title with its data files, any of them laid over by its owner's.

    Counters go by keys, for numbers recur: the 1st and 2nd SS are both divisions and brigades (2.10b).
    """
    board = Board.load(folder, ColumnRowSheets(), TERRAINS, SIDE_KINDS)
    units = make_units(folder.csv("units.csv", UNITS), ProudMonster.seats, KINDS, MOBILITIES, POINTS)
    charts = load_tables(folder)
    check_schedule(folder, charts, units)
    chosen = chosen_options(OPTIONS, options)
    deployment = load_deployment(folder, board, units)
    return title_class(chosen)(ProudMonster.made_from(folder, scenario, board, units, chosen), charts, deployment)
