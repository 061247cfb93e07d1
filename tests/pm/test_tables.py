"""17.0 Charts and tables: every cell of the data against the card, typed here a second time by hand."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import pytest

from steppe.assault import weather
from steppe.assault.data import RESULTS
from steppe.tables import DataFolder, Row
from steppe.titles.pm import tables
from steppe.titles.pm.tables import Tables, load_tables

FOLDER = DataFolder(resources.files("steppe.titles") / "pm" / "data")
LABELS = (
    "II June", "I July", "II July", "I August", "II August", "I September", "II September", "I October", "II October",
    "I November", "II November", "I December",
)  # fmt: skip


@cache
def card() -> Tables:
    return load_tables(FOLDER)


def rows_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


WEATHER = """
Sep II-1 D D D D D D D R
Sep II-2 D D D D D D R R
Oct I-1  D D D D D R R M
Oct I-2  D D D D R R M M
Oct II-1 D D D R R M M M
Oct II-2 D R R R M M M F
Nov I-1  R R R M M M F F
Nov I-2  R R M M M F F F
Nov II-1 R M M F F F F S
Nov II-2 M M M F F F S S
Dec I-1  M F F S S S S S
Dec I-2  F F S S S S S S
"""
MONTHS = {"Sep": "September", "Oct": "October", "Nov": "November", "Dec": "December"}


def weather_cells() -> list[tuple[str, int, str]]:
    return [
        (f"{month} {half}", int(roll), kind)
        for month, half, *kinds in rows_of(WEATHER)
        for roll, kind in zip(("-1", "0", "1", "2", "3", "4", "5", "6"), kinds, strict=True)
    ]


@pytest.mark.rule("pm", "17.1", "13.2b")
@pytest.mark.parametrize(("couplet", "roll", "kind"), weather_cells())
def test_weather(couplet: str, roll: int, kind: str) -> None:
    month, half = couplet.split()
    label, number = f"{half.split('-')[0]} {MONTHS[month]}", int(half.split("-")[1])
    assert weather.KINDS[card().weather[LABELS.index(label) + 1, number][roll]] == kind


@pytest.mark.rule("pm", "17.1")
def test_the_weather_table_has_no_other_rows() -> None:
    assert len(weather_cells()) == 96
    assert sorted(card().weather) == [(turn, couplet) for turn in range(7, 13) for couplet in (1, 2)]


@pytest.mark.rule("pm", "17.2", "4.5a")
@pytest.mark.parametrize(
    ("turn", "points"),
    [(1, 4), (2, 8), (3, 13), (4, 17), (5, 22), (6, 26), (7, 28), (8, 30), (9, 36), (10, 36), (11, 36), (12, 36)],
)
def test_victory_points(turn: int, points: int) -> None:
    assert card().victory[turn] == points
    assert len(card().victory) == 12


@pytest.mark.rule("pm", "17.3")
def test_fort_activation() -> None:
    assert card().forts == {
        "luga-north": 3, "luga-south": 3, "leningrad": 3, "vyazma": 6, "mozhaisk": 6, "moscow": 9,
    }  # fmt: skip


@pytest.mark.rule("pm", "17.4")
def test_withdrawals() -> None:
    assert card().withdrawals == {
        (9, "light"): 1,
        (10, "infantry"): 2,
        (11, "cavalry"): 1,
        (11, "infantry"): 1,
        (11, "HF"): 1,
        (12, "flak"): 3,
        (12, "aviation"): 5,
        (12, "infantry"): 1,
    }


@pytest.mark.rule("pm", "17.5", "8.20e")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_refits(die: int, steps: int) -> None:
    assert card().refits[die] == steps
    assert len(card().refits) == 6


SCHEDULE = """
frontier  52  5 24 12  3  -  -  -  -  -  -  -
interior 114  4 26 13 13  -  -  -  -  -  -  -
1          -  -  -  -  -  -  -  -  -  -  -  -
2         11  6  -  -  3  -  -  -  -  -  -  -
3         60  9  5  -  4  1 48  -  -  -  -  -
4         20  8  -  -  -  -  -  -  -  -  -  -
5         14  4  -  -  4  -  -  -  -  -  -  -
6         10  3  -  -  1  -  5  -  -  -  -  -
7          6  1  -  -  6  -  8  7  -  1  -  -
8         20  3  1  -  2  -  1  -  -  -  -  -
9          7  -  -  1 13  -  1  -  -  -  -  -
10        20  2  1  -  1  -  -  -  -  -  1  -
11         6  3  -  - 14  -  1  2  4  -  -  -
12         3  1  -  -  5  -  -  -  -  -  -  1
"""
"""The damaged cells of turns 5 and 8 are dashes: Guards come on turns 7, 10 and 11 alone, and are fifteen (8.11)."""
COLUMNS = ("RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "GRD", "GCD", "GMRD", "GTB", "air")
TOTALS = (343, 49, 57, 26, 69, 1, 64, 9, 4, 1, 1, 1)


@pytest.mark.rule("pm", "17.6", "3.2b", "3.5a")
@pytest.mark.parametrize("row", rows_of(SCHEDULE), ids=lambda row: row[0])
def test_schedule(row: list[str]) -> None:
    step, *cells = row
    assert card().schedule[step] == {
        kind: 0 if cell == "-" else int(cell) for kind, cell in zip(COLUMNS, cells, strict=True)
    }


@pytest.mark.rule("pm", "17.6", "3.2a")
def test_schedule_totals() -> None:
    schedule = card().schedule
    assert len(schedule) == 14
    assert tuple(sum(row[kind] for row in schedule.values()) for kind in COLUMNS) == TOTALS
    assert sum(schedule["frontier"].values()) == 96
    assert sum(schedule["interior"].values()) == 170
    assert sum(TOTALS[:7]) == 609
    assert sum(TOTALS[7:11]) == 15


RESULTS_TABLE = """
die 1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1
1   4/0 4/0 3/0 2/0 2/1 1/1 1/1 1/2 0/3
2   4/0 3/0 2/0 2/1 1/1 1/1 1/2 0/3 0/3
3   4/0 3/0 2/0 1/1 1/2 1/2 1/2 0/3 0/4
4   4/0 2/0 2/1 1/2 1/2 0/2 0/3 0/4 0/4
5   4/0 2/1 1/1 1/2 0/3 0/3 0/3 0/4 0/5
6   4/1 1/1 1/2 0/3 0/3 0/3 0/4 0/5 0/5
"""


def result_cells() -> list[tuple[str, int, str]]:
    (_, *odds), *rows = rows_of(RESULTS_TABLE)
    return [(odd, int(die), cell) for die, *cells in rows for odd, cell in zip(odds, cells, strict=True)]


@cache
def results() -> dict[str, Row]:
    return {row["odds"]: row for row in FOLDER.csv("crt.csv", RESULTS)}


@pytest.mark.rule("pm", "17.7")
@pytest.mark.parametrize(("odds", "die", "result"), result_cells())
def test_combat_results(odds: str, die: int, result: str) -> None:
    assert results()[odds][f"die{die}"] == result


@pytest.mark.rule("pm", "17.7", "14.31")
def test_the_combat_results_table_has_nine_columns() -> None:
    assert len(result_cells()) == 54
    assert list(results()) == ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    assert results()["7:1"]["die5"] == "0/5"


@pytest.mark.rule("pm", "17.8", "10.2b")
@pytest.mark.parametrize(("turn", "factor"), list(enumerate((4, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), start=1)))
def test_aviation_strength(turn: int, factor: int) -> None:
    assert card().aviation[turn] == factor
    assert len(card().aviation) == 12


TERRAIN: dict[str, tuple[tuple[Any, ...], int | None, int | None]] = {
    # mech, foot, cavalry, mountain; prepared, mobile
    "clear": ((1, 1, 1, 1), 0, 0),
    "forest": ((2, 1, 1, 1), 0, -1),
    "hills": ((3, 2, 1, 1), -1, -1),
    "marsh": ((4, 2, 2, 2), 0, None),
    "river": ((2, 1, 1, 1), -1, -1),
    "lake": ((None,) * 4, None, None),
    "sea": ((None,) * 4, None, None),
    "sivash": ((tables.ALL,) * 4, -2, None),
    "kerch": ((tables.ALL,) * 4, -2, None),
    "town": ((None,) * 4, 0, 0),
    "large-town": ((None,) * 4, -1, -1),
    "city": ((1, 1, 1, 1), -2, -2),
    "stalin-line": ((1, 1, 1, 1), 0, 0),
    "fort": ((None,) * 4, -1, -1),
    "heavy-fort": ((None,) * 4, -2, -2),
}


@pytest.mark.rule("pm", "17.9", "12.10", "12.11", "12.12", "12.13")
@pytest.mark.parametrize("terrain", TERRAIN)
def test_terrain(terrain: str) -> None:
    row = card().terrain[terrain]
    assert (tuple(row.costs.values()), row.prepared, row.mobile) == TERRAIN[terrain]
    assert tuple(row.costs) == ("mech", "foot", "cavalry", "mountain")


@pytest.mark.rule("pm", "17.9")
def test_the_terrain_chart_has_no_other_rows() -> None:
    assert card().terrain.keys() == TERRAIN.keys()


@pytest.mark.rule("pm", "17.10")
@pytest.mark.parametrize(("roll", "shift"), [(1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -3)])
def test_attenuated_supply(roll: int, shift: int) -> None:
    assert card().gast[roll] == shift
    assert len(card().gast) == 6


@pytest.mark.rule("pm", "17.10")
def test_attenuated_supply_modifiers() -> None:
    assert card().modifiers == {"gast": {"mud-or-snow": 1, "autumn": 1, "december": 2}}


@pytest.mark.rule("pm", "1.4c", "5.4", "8.13b")
def test_the_turn_track() -> None:
    track = card().track
    assert tuple(turn.label for turn in track.values()) == LABELS
    assert [turn.couplets for turn in track.values()] == [1] + [2] * 11
    assert [turn.rate for turn in track.values()] == [0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
