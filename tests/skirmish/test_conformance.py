"""The suite that every title passes, passed by a title of another system in each of its scenarios."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from steppe.lab import golden
from steppe.lab.conformance import CHECKS, Subject
from steppe.lab.fuzz import Fuzzer
from tests.goldens import compare
from tests.skirmish.scene import HERE, KEY, SCENARIOS

GOLDEN = HERE / "golden"


@cache
def subject(scenario: str) -> Subject:
    return Subject(KEY, scenario)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_conforms(check: Callable[[Subject], None], scenario: str) -> None:
    check(subject(scenario))


def test_its_positions_are_read_back_and_not_passed_over() -> None:
    from steppe.lab import checks, systems

    found = systems.needed(subject("fords").title, "checks", "such part")
    assert found.__name__ == "tests.skirmish.lab.checks"
    assert sum(checks.is_writable(subject("fords").title, s, found) for s in subject("fords").states) > 20


def test_the_fuzzer_finds_nothing(tmp_path: Path) -> None:
    fuzzer = Fuzzer(KEY, 3, dump=tmp_path)
    fuzzer.run(4000)
    found = fuzzer.summary()
    assert found["failures"] == []
    assert found["scenarios"] == list(SCENARIOS)
    assert {"move", "assault", "stand", "withdraw", "place", "deploy", "done"} <= set(found["verbs"])
    assert {"6.1", "6.3"} <= set(found["ends"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_turn_is_the_golden_one(scenario: str) -> None:
    compare(GOLDEN / f"{scenario}.txt", golden.transcript(KEY, 11, scenario))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.toml")), ids=lambda path: path.stem)
def test_trees_of_legal_orders(path: Path) -> None:
    compare(path, golden.counted(path.read_text(encoding="utf-8")))
