"""The conformance suite finds what is wrong, and the command says so."""

from __future__ import annotations

from typing import Any

import pytest

from steppe.lab import conformance
from steppe.lab.checks import CheckError
from steppe.lab.conformance import CHECKS, Subject, examine, words_of
from steppe.title import Prompt
from steppe.titles.dom import DriveOnMoscow
from tests.cli.shell import Shell


@pytest.fixture
def steppe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_every_check_says_what_should_hold() -> None:
    words = [words_of(check) for check in CHECKS]
    assert all(line.endswith(".") for line in words)
    assert len(set(words)) == len(words)


@pytest.fixture(scope="module")
def sound() -> Subject:
    """A title with which nothing is wrong, and its long game, which takes a while."""
    subject = Subject("dom")
    assert subject.states
    return subject


@pytest.mark.parametrize(
    ("name", "broken", "check", "message"),
    [
        ("tell", lambda self, event: "", conformance.events_have_words, "nothing is told of"),
        ("turn_track", lambda self: [], conformance.scenarios_fit, "the turn track lacks its first or last turn"),
        ("counters", lambda self: [{"unit": object()}], conformance.everything_is_plain_data, "not JSON serializable"),
        ("out_of_turn", frozenset({"cheat"}), conformance.verbs_have_forms, "no form for cheat"),
        (
            "prompt",
            lambda self, s: Prompt(0, "", s.digest(), "5.0"),
            conformance.views_leak_nothing,
            "leak in the view",
        ),
    ],
)
def test_what_is_wrong_is_found(
    name: str, broken: Any, check: Any, message: str, sound: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DriveOnMoscow, name, broken)
    with pytest.raises(CheckError, match=message):
        check(sound)


def test_the_command_tells_what_holds_and_what_does_not(steppe: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def crashes(subject: Subject) -> None:
        """It works."""
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(conformance, "CHECKS", (conformance.verbs_have_forms, crashes))
    ran = steppe("conform", "dom")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "campaign: verbs have forms: holds",
        "campaign: crashes: FAILED: crash: ZeroDivisionError: oh",
        "dom: 1 of 2 checks hold",
    ]
    told = steppe("conform", "pm", "--json")
    assert (told.status, told.json["conforms"]) == (1, False)
    assert [(one["scenario"], one["holds"]) for one in told.json["checks"]] == [
        ("campaign", True), ("campaign", False), ("learning", True), ("learning", False)
    ]  # fmt: skip
    steppe("conform", "dom", "--scenario", "kiev").failed("dom has no scenario 'kiev'")
    steppe("conform", "chess").failed("there is no title 'chess'")


def test_one_scenario_alone() -> None:
    found = [verdict.scenario for verdict in examine("pm", "learning")]
    assert set(found) == {"learning"}
    assert len(found) == len(CHECKS)
