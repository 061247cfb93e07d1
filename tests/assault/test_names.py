"""The family names no title and nothing that belongs to one: a rule of its own is a hook, a citation a name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import steppe.assault
from steppe import titles

FILES = sorted(Path(steppe.assault.__file__).parent.glob("*.py"))
OF_TITLES = (
    "Moscow", "November", "Stalin", "Reserve Front", "Barbarossa", "Rollbahn", "Directive", "Fortified Zone",
    "FliegerKorps", "ArKo", "GAST", "Odessa", "Leningrad", "Romania",
)  # fmt: skip
"""Words of one title's rules, which the family must do without."""
RULE_NUMBER = re.compile(r"\b[1-9]\d?\.[1-9]\d?[a-z]?\b")


@cache
def foreign_words() -> re.Pattern[str]:
    words = [*titles.known(), *(titles.load(key).name for key in titles.known()), *OF_TITLES]
    return re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_family_names_no_title(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert foreign_words().findall(text) == []
    assert RULE_NUMBER.findall(text) == []
