"""The fuzzer: a small run finds nothing, and it finds what is put there to be found."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.cli.main import status_of
from steppe.dice import Dice
from steppe.errors import SteppeError
from steppe.game import Game
from steppe.lab import checks, fuzz
from steppe.lab.coverage import refusal_rows
from steppe.lab.fuzz import Fuzzer
from steppe.orders import Order
from steppe.record import Record
from steppe.title import Refusal, Title
from steppe.titles.pm.combat import MonsterCombat


@pytest.mark.parametrize("policies", ["random", "careful", "curious"])
@pytest.mark.parametrize("key", titles.known())
def test_a_small_run_finds_nothing(key: str, policies: str, tmp_path: Path) -> None:
    fuzzer = Fuzzer(key, 5, dump=tmp_path, policies=policies)
    fuzzer.run(400)
    found = fuzzer.summary()
    assert found["failures"] == []
    assert found["orders"] >= 400
    assert found["checks"] > 700
    assert {"move", "assault", "done"} <= set(found["verbs"])
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_plays_the_same() -> None:
    runs = []
    for _ in range(2):
        fuzzer = Fuzzer("dom", 3, policies="careful")
        fuzzer.run(150)
        runs.append(fuzzer.summary())
    assert runs[0] == runs[1]


def test_a_failure_is_dumped_so_that_it_can_be_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def never_whole(title: Title[Any], s: Any) -> None:
        raise checks.CheckError("broken state", "an invariant that never holds")

    monkeypatch.setattr(checks, "whole", never_whole)
    fuzzer = Fuzzer("dom", 1, dump=tmp_path / "dumps", policies="careful")
    fuzzer.starts = []
    fuzzer.most_failures = 1
    fuzzer.run(200)
    failure = fuzzer.summary()["failures"][0]
    assert failure["check"] == "broken state"
    monkeypatch.undo()
    game = Game.replay(Record.load(failure["dump"]))
    assert game.state.drawn == game.record.drawn
    assert "an invariant that never holds" in Path(failure["dump"]).with_suffix(".txt").read_text()


def test_it_finds_a_state_from_which_nothing_leads_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    never = Refusal("11.4c", "nobody leaves the beaches")
    monkeypatch.setattr(MonsterCombat, "end_refusal", lambda _, s: never if s.invaded >= 0 else None)
    monkeypatch.setattr(fuzz, "FROM_POSITIONS", 1)
    monkeypatch.setattr(fuzz.FuzzedPosition, "longest", 40)
    fuzzer = Fuzzer("pm", 1, dump=tmp_path, policies="curious")
    fuzzer.starts = [start for start in fuzzer.starts if start.name == "landing.toml"]
    fuzzer.most_failures = 1
    fuzzer.run(4000)
    (failure,) = fuzzer.failures
    assert failure["check"] == "dead end"
    assert "nothing leads on from" in failure["message"] or "no legal order" in failure["message"]
    text = Path(failure["dump"]).read_text()
    assert text.startswith(fuzzer.starts[0].text)
    assert "\n# land " in text
    assert titles.read_position(text, Dice(b"x"))[0].key == "pm"


@pytest.mark.parametrize("key", titles.known())
def test_every_title_has_positions_to_start_from(key: str) -> None:
    fuzzer = Fuzzer(key, 1)
    assert fuzzer.starts
    assert all(not start.title.broken(start.state) for start in fuzzer.starts)
    fuzzer.run(300)
    assert fuzzer.from_starts > 100


def test_positions_may_be_given(tmp_path: Path) -> None:
    own = Path("docs/positions/12-stalin.toml")
    assert Fuzzer("dom", 1, starts=[own]).starts[-1].name == own.name
    with pytest.raises(SteppeError, match=r"12-stalin.toml: a position of dom, not of lwe"):
        Fuzzer("lwe", 1, starts=[own])


def test_it_says_what_was_never_met() -> None:
    fuzzer = Fuzzer("dom", 1)
    never = fuzzer.summary()["never"]
    assert {"combat", "november", "overstack"} <= set(never["decisions"])
    assert "supply check" not in never["decisions"]  # nobody makes it
    assert {"7.2c", "10.4", "12.1f"} <= set(never["refusals"])
    fuzzer.run(300)
    met = fuzzer.summary()
    assert not set(met["never"]["decisions"]) & met["decisions"].keys()
    assert not set(met["never"]["refusals"]) & met["refusals"].keys()
    assert len(met["never"]["refusals"]) < len(never["refusals"])


def test_rows_that_a_title_has_replaced_are_not_expected() -> None:
    """The family's words on who may not assault are not those of Proud Monster, which cites rows of its own."""
    rows = refusal_rows(titles.load("pm"))
    assert {"11.4c", "14.1", "7.2c"} <= rows
    assert rows <= set(titles.load("pm").ledger.ids)


def test_a_crash_of_the_engine_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("by nobody")

    monkeypatch.setattr(checks, "picked", crash)
    fuzzer = Fuzzer("dom", 1)
    fuzzer.most_failures = 1
    fuzzer.run(10)
    assert fuzzer.failures[0]["check"] == "crash"
    assert "by nobody" in fuzzer.failures[0]["message"]


def test_ctrl_c_stops_with_a_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int) -> None:
        if done > 20:
            raise KeyboardInterrupt

    fuzzer = Fuzzer("dom", 1)
    fuzzer.run(10_000, interrupt)
    assert fuzzer.summary()["interrupted"]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["fuzz", "dom", "--orders", "60", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["command"] == "fuzz"
    assert found["failures"] == []
    assert status_of(["fuzz", "dom", "--orders", "20", "--seed", "2"]) == 0
    assert "no failures" in capsys.readouterr().out


# -- the checks themselves --------------------------------------------------------------------------------------------


def test_checks_fail_when_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("dom", secret=b"x")
    title, s = game.title, game.state
    done = Order("done")
    with pytest.raises(checks.CheckError, match="picked order is legal"):
        checks.picked(title, s, done)
    monkeypatch.setattr(title, "refuse", lambda *_: Refusal("99.9", "so there"), raising=False)
    with pytest.raises(checks.CheckError, match="refusal cites a row"):
        checks.refused_well(title, s, done)
    monkeypatch.setattr(title, "legal", lambda *_: iter(()), raising=False)
    with pytest.raises(checks.CheckError, match="dead end"):
        checks.no_dead_end(title, s)
    monkeypatch.setattr(title, "visible_data", lambda masked: {"faces": list(s.face)}, raising=False)
    checks.nothing_leaks(title, s, 0, [], random.Random(1))
    monkeypatch.setattr(title, "visible_data", lambda masked: {"drawn": id(masked)}, raising=False)
    with pytest.raises(checks.CheckError, match="leak in the view"):
        checks.nothing_leaks(title, s, 0, [], random.Random(1))


def test_garbled_orders_never_crash() -> None:
    game = Game.new("dom", secret=b"x")
    order = game.read("assault 2418 with 7Pz+20Pz air 1")
    rng = random.Random(1)
    for _ in range(500):
        checks.garbled(game.title, order, rng)
