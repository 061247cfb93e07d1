"""The sequence of play from its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from steppe.errors import DataError
from steppe.sequence import Sequence
from steppe.tables import DataFolder

STEPS = """step,frame,seat,decision,turns,rule,words,source
placing,set-up,soviet,place,,2.1,The Soviet player sets up,text
moving,german,german,move,,4.1,The German player moves,text
mud,turn,soviet,roll,3 4 12,6.2,Mud is rolled for,text
"""


def load(folder: Path, steps: str = STEPS) -> Sequence:
    (folder / "sequence.csv").write_text(steps, encoding="utf-8")
    return Sequence.load(DataFolder(folder), ("german", "soviet"), ("place", "move", "roll"))


def test_a_sequence_has_the_steps_of_its_table(tmp_path: Path) -> None:
    sequence = load(tmp_path)
    assert sequence.steps == (
        ("placing", "set-up", 1, "place", frozenset(), "2.1", "The Soviet player sets up"),
        ("moving", "german", 0, "move", frozenset(), "4.1", "The German player moves"),
        ("mud", "turn", 1, "roll", frozenset({3, 4, 12}), "6.2", "Mud is rolled for"),
    )
    assert sequence.first == 1


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("german,german", "german,finnish", ":3 [seat]: 'finnish' is not one of german, soviet"),
        ("move,,4.1", "march,,4.1", ":3 [decision]: 'march' is not one of place, move, roll"),
        ("3 4 12", "3 4-12", ":4 [turns]: should be numbers of turns, not '3 4-12'"),
        ("mud,turn", "mud,set-up", " [frame]: set-up steps come before all others"),
        ("mud,turn", "moving,turn", ":4 [step]: 'moving' is given twice, first in line 3"),
    ],
)
def test_faults_of_a_sequence_are_located(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert STEPS.count(old) == 1
    with pytest.raises(DataError) as error:
        load(tmp_path, STEPS.replace(old, new))
    assert str(error.value) == f"{tmp_path}/sequence.csv{fault}"
