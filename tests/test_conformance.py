"""Every title passes the conformance suite; first turns and trees of legal orders are the golden ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from steppe import titles
from steppe.lab import golden
from steppe.lab.conformance import CHECKS, Subject
from tests.goldens import compare
from tests.known import OURS

GOLDEN = Path(__file__).parent / "golden"


@cache
def subject(key: str) -> Subject:
    return Subject(key)


@pytest.mark.parametrize("key", titles.known())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_title_conforms(check: Callable[[Subject], None], key: str) -> None:
    check(subject(key))


@pytest.mark.parametrize("key", OURS)
def test_the_first_turn_is_the_golden_one(key: str) -> None:
    compare(GOLDEN / f"{key}-turn1.txt", golden.transcript(key, 11))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.toml")), ids=lambda path: path.stem)
def test_trees_of_legal_orders(path: Path) -> None:
    """The first line of a position in tests/golden says how many orders there are to each depth."""
    compare(path, golden.counted(path.read_text(encoding="utf-8")))
