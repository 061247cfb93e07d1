"""A battle sheet of a system that does not round and modifies the die, as programs and people get it."""

from __future__ import annotations

import json
from fractions import Fraction

from steppe.cli import common
from steppe.questions import sheet_data
from steppe.title import AnySheet, Modifier, Sheet, Shift

SHEET = Sheet(
    "attack",
    attack={Fraction(7, 2): Fraction(1, 3), Fraction(4): Fraction(2, 3)},
    defence={Fraction(3): Fraction(1)},
    shifts=(Shift("river", "9H", -1),),
    columns={"1:1": Fraction(1)},
    results={"DR": Fraction(1, 2), "NE": Fraction(1, 2)},
    modifiers=(Modifier("armour", "10", 2), Modifier("fort", "31G", -1)),
)
PLAIN = Sheet("attack", {7: Fraction(1)}, {3: Fraction(1)}, (), {"2:1": Fraction(1)}, {"DR": Fraction(1)})


def test_whole_strengths_are_written_as_numbers_and_others_as_fractions() -> None:
    data = json.loads(json.dumps(sheet_data(SHEET)))
    assert data["attack"] == {"7/2": "1/3", "4": "2/3"}
    assert data["defence"] == {"3": "1"}
    assert data["shifts"] == [{"name": "river", "rule": "9H", "columns": -1}]
    assert data["modifiers"] == [
        {"name": "armour", "rule": "10", "pips": 2},
        {"name": "fort", "rule": "31G", "pips": -1},
    ]
    assert sheet_data(PLAIN)["modifiers"] == []
    assert sheet_data(PLAIN)["attack"] == {"7": "1"}


def test_a_terminal_shows_modifiers_after_the_column() -> None:
    assert common.tell_sheet(sheet_data(SHEET)) == [
        "attack: 4 66.7%, 7/2 33.3% against 3",
        "  -1  river (9H)",
        "  column: 1:1",
        "  +2 to the die  armour (10)",
        "  -1 to the die  fort (31G)",
        "  results: DR 50.0%, NE 50.0%",
    ]
    assert not [line for line in common.tell_sheet(sheet_data(PLAIN)) if "die" in line]


def test_a_mean_strength_can_be_reckoned_from_any_sheet() -> None:
    sheets: list[AnySheet] = [SHEET, PLAIN]
    assert [sum(n * p for n, p in sheet.attack.items()) for sheet in sheets] == [Fraction(23, 6), 7]
