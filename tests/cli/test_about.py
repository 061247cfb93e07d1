"""Titles, rules, sources, maps."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from steppe import places, titles
from steppe.cli.main import app
from tests.cli.shell import Shell

COMMANDS = [
    "titles", "rules", "sources", "map", "play", "terminal", "new", "orders", "order", "undo", "show", "try", "verify",
    "selfplay", "fuzz", "bench", "absurdities", "simulate", "ladder", "study", "report",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith("Usage: ")


def test_titles(steppe: Shell) -> None:
    listed = steppe("titles", "--json").json["titles"]
    assert [entry["key"] for entry in listed] == list(titles.known())
    assert "fog" in {option["name"] for option in listed[0]["options"]}
    assert "Drive on Moscow" in steppe("titles").out
    scenarios = {entry["key"]: entry["scenarios"] for entry in listed}
    assert [scenario["key"] for scenario in scenarios["pm"]] == ["campaign", "learning"]
    assert (scenarios["dom"][0]["first_turn"], scenarios["dom"][0]["last_turn"]) == (1, 9)
    told = steppe("titles").out
    assert "learning: The learning game, turns 1 to 12, 10 hours" in told
    assert scenarios["pm"][1]["words"] in told


def test_rules(steppe: Shell) -> None:
    assert steppe("rules", "dom", "11.17b", "--json").json["rows"][0]["rule"] == "11.17b"
    assert len(steppe("rules", "dom", "--json").json["rows"]) == len(titles.load("dom").ledger)
    assert "11.17b" in steppe("rules", "dom", "city").out
    steppe("rules", "dom", "99.9").failed("99.9")


def test_rules_say_where_they_are_enforced_and_tested(steppe: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    told = steppe("rules", "pm", "14.35b").out
    assert re.search(r"enforced in steppe/titles/pm/battles\.py:\d+ MonsterLosses\.who_may_lose", told)
    assert re.search(r"tested by tests/pm/test_combat_results\.py:\d+ test_the_first_loss_falls_on_tanks", told)
    assert "enforced with its section in" in steppe("rules", "dom", "10.8a").out
    assert "enforced" not in steppe("rules", "dom").out
    assert "enforced" not in steppe("rules", "dom", "1.0a").out, "a note needs no code"
    (row,) = steppe("rules", "pm", "14.35b", "--json").json["rows"]
    assert {"name": "MonsterLosses.who_may_lose", "exact": True}.items() <= row["places"][0].items()
    assert "test_the_first_loss_falls_on_tanks" in [test["name"] for test in row["tests"]]
    monkeypatch.setattr(places, "tests", lambda title: None)
    assert "come with the source" in steppe("rules", "pm", "14.35b").out
    (row,) = steppe("rules", "pm", "14.35b", "--json").json["rows"]
    assert row["tests"] is None


def test_rules_of_no_title(steppe: Shell) -> None:
    steppe("rules", "xyz").failed("xyz", "dom")


def test_sources(steppe: Shell) -> None:
    found = steppe("sources", "dom", "--json").json
    rows = sum(sum(counts.values()) for counts in found["files"].values())
    assert rows == sum(found["total"].values()) > 1000
    listed = steppe("sources", "dom", "--list", "text", "--json").json
    assert len(listed["rows"]["sequence.csv"]) == found["files"]["sequence.csv"]["text"]
    assert "crt.csv" in steppe("sources", "dom").out
    steppe("sources", "dom", "--list", "rumour").failed("rumour")


def test_map(steppe: Shell, tmp_path: Path) -> None:
    assert steppe("map", "dom", "--svg", tmp_path / "a.svg").status == 0
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    steppe("map", "dom").failed("--png")
    steppe("map", "dom", "--svg", tmp_path).failed(str(tmp_path))


# -- data of one's own ------------------------------------------------------------------------------------------------


def overlay(tmp_path: Path, name: str, change: tuple[str, str]) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    text = (titles.folder("dom").open(name)).read_text(encoding="utf-8")
    assert change[0] in text
    (folder / name).write_text(text.replace(*change), encoding="utf-8")
    return folder


def test_an_overlay_replaces_our_table(steppe: Shell, tmp_path: Path) -> None:
    folder = overlay(tmp_path, "crt.csv", ("reconstructed", "text"))
    assert steppe("sources", "dom", "--data", folder, "--json").json["files"]["crt.csv"]["text"] == 7


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("crt.csv", ("AL1,AL1,AL1", "AL1,XYZ,AL1"), ("crt.csv", "die", "XYZ")),
        ("turns.csv", ("mf_mech", "mf_mecha"), ("turns.csv", "mf_mech")),
        ("turns.csv", ("2,Oct II,8-14 Oct,9", "2,Oct II,8-14 Oct,many"), ("turns.csv:3", "mf_mech", "many")),
    ],
)
def test_a_wrong_field_is_named(
    steppe: Shell, tmp_path: Path, name: str, change: tuple[str, str], words: tuple[str, ...]
) -> None:
    folder = overlay(tmp_path, name, change)
    for command in (["titles"], ["sources", "dom"], ["new", "dom", "-o", tmp_path / "g.game"]):
        steppe(*command, "--data", folder).failed(*words)
    assert not (tmp_path / "g.game").exists()


def test_data_that_are_no_data(steppe: Shell, tmp_path: Path) -> None:
    steppe("titles", "--data", tmp_path / "nowhere").failed("nowhere")
    (tmp_path / "units.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    steppe("titles", "--data", tmp_path).failed("units.csv")
