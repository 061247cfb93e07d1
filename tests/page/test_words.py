"""Every order that a page offers as a button is told there in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steppe import titles
from tests.known import OURS

WORDS = Path(__file__).resolve().parents[2] / "web" / "src" / "orderWords.ts"
BY_OTHER_MEANS = {"move", "mobile", "assault", "top", "standing", "watch", "resign"}
"""Given on the map, in the inspector and in the menu."""


def told() -> set[str]:
    """The verbs and whole orders that have words."""
    table = WORDS.read_text(encoding="utf-8").split("answers: {", 1)[1].split("} as", 1)[0]
    return {quoted or bare for quoted, bare in re.findall(r'^\s+(?:"([^"]+)"|(\w+)):', table, re.MULTILINE)}


@pytest.mark.parametrize("key", OURS)
def test_every_order_has_words(key: str) -> None:
    known = told()
    for verb, form in titles.load(key).notation.forms.items():
        choice = re.fullmatch(rf"{verb} \[?WORD\(([^)]+)\)\]?", form.template)
        whole = {f"{verb} {word}" for word in choice.group(1).split("|")} if choice else set()
        assert verb in BY_OTHER_MEANS or verb in known or f"{verb} -" in known or whole & known, form.template
