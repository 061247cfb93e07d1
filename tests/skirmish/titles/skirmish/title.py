"""The title: its names, its options, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe.board import Board
from steppe.hexgrid import RowColumn
from steppe.tables import DataFolder
from steppe.title import Scenario, chosen_options
from tests.skirmish.data import SIDE_KINDS, TERRAINS, load_data
from tests.skirmish.title import SkirmishTitle

from .look import ABOUT, LOOK, MARKS
from .scenarios import SCENARIOS

OPTIONS: Mapping[str, tuple[bool, str]] = {"secret": (True, "2.3: the enemy does not know the chits of bands")}


class Skirmish(SkirmishTitle):
    key = "skirmish"
    name = "Skirmish at the Fords"
    seats = ("amber", "teal")
    scenarios = SCENARIOS
    about = ABOUT
    draws_equal_games = frozenset({"parley"})
    marks = MARKS
    appearance = LOOK


def load(folder: DataFolder, scenario: Scenario, options: Mapping[str, Any]) -> Skirmish:
    board = Board.load(folder, RowColumn(), TERRAINS, SIDE_KINDS)
    return Skirmish(load_data(folder, scenario, board, Skirmish.seats, chosen_options(OPTIONS, options)))
