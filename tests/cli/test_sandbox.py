"""``steppe try``: any situation can be asked about, in words and as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import COMBAT, POSITION, Shell


def test_what_is_legal(steppe: Shell, position: Path) -> None:
    found = steppe("try", position, "--json").json
    assert found["prompt"]["decision"] == "movement"
    assert "move 7Pz 0303-0304" in found["legal"]
    assert "done" in found["legal"]
    assert "done" in steppe("try", position).out
    assert steppe("try", position, "--limit", 2, "--json").json["more"]


def test_the_same_from_standard_input(steppe: Shell) -> None:
    assert steppe("try", "-", "--json", given=POSITION).json["turn"] == 2


def test_why(steppe: Shell, position: Path) -> None:
    found = steppe("try", position, "--why", "move 7Pz 0303-0808", "--why", "done", "--json", given="")
    assert found.status == 1  # there is no hex 0808
    found = steppe("try", position, "--why", "move 7Pz 0303-0404", "--why", "done", "--json")
    first, second = found.json["why"]
    assert (first["legal"], first["refused"]["rule"], first["refused"]["trouble"]) == (False, "10.3", "enemy")
    assert second["legal"]


def test_ranges(steppe: Shell, position: Path) -> None:
    late = POSITION.replace("turn = 2", "turn = 9")  # when nobody gets to the end of the board
    found = steppe("try", "-", "--range", "7Pz", "--range", "7Pz+5Inf", "--json", given=late).json["ranges"]
    assert found[0]["hexes"]["0304"] == 1
    assert set(found[1]["hexes"]) < set(found[0]["hexes"])
    assert "1 MP" in steppe("try", position, "--range", "7Pz").out
    steppe("try", position, "--range", "7Pz+RD1").failed("one hex")
    steppe("try", position, "--range", "99Pz").failed("99Pz")


def test_supply(steppe: Shell, position: Path) -> None:
    found = {row["unit"]: row for row in steppe("try", position, "--supply", "--json").json["supply"]}
    assert found["7Pz"]["by"] == "line"
    assert (found["7Pz"]["line"][0], found["7Pz"]["line"][-1][:2]) == ("0303", "01")
    assert found["RD1"]["in_supply"]
    assert "in supply" in steppe("try", position, "--supply").out


def test_sheets(steppe: Shell, combat: Path) -> None:
    text = "assault 0404 with 7Pz+5Inf"
    found = steppe("try", combat, "--sheet", text, "--json").json["sheets"][0]["sheet"]
    assert found["attack"] == {"12": "1"}
    assert found["defence"] == {"2": "1"}
    as_seen = steppe("try", combat, "--sheet", text, "--seat", "german", "--json").json["sheets"][0]["sheet"]
    assert set(as_seen["results"]) >= {"DE"}
    assert "results" in steppe("try", combat, "--sheet", text).out
    refused = steppe("try", combat, "--sheet", "assault 0505 with 7Pz", "--json").json["sheets"][0]
    assert refused["refused"]["rule"] == "11.0a"


def test_forced_dice(steppe: Shell, combat: Path) -> None:
    """3:1 by the infantry alone against 2 is 2:1; a 1 costs a step, a 6 drives back."""
    kinds = {}
    for die in (1, 6):
        found = steppe("try", combat, "--order", "assault 0404 with 5Inf", "--die", die, "--json").json
        events = {e["kind"]: e for e in found["given"][0]["events"]}
        assert events["rolled"]["die"] == die
        kinds[die] = events["result"]["result"]
    assert kinds == {1: "AL1", 6: "DR"}


def test_forced_results_and_retreats(steppe: Shell, combat: Path) -> None:
    orders = ("try", combat, "--order", "assault 0404 with 7Pz+5Inf", "--result", "DR", "--retreats")
    found = steppe(*orders, "--json").json
    assert found["prompt"]["decision"] == "retreat"
    retreat = found["retreats"]
    assert retreat["chooses"] == "soviet"
    assert retreat["units"] == ["RD1"]
    assert retreat["open"] == ["0504"]
    assert retreat["closed"]["0403"]["rule"] == "11.25a"
    assert "the soviet player chooses" in steppe(*orders).out
    assert steppe("try", combat, "--retreats", "--json").json["retreats"] is None


def test_forced_results_are_used_up_one_a_battle(steppe: Shell, combat: Path) -> None:
    found = steppe("try", combat, "--order", "assault 0404 with 7Pz", "--result", "AS", "--result", "DE", "--json").json
    assert [e["result"] for e in found["given"][0]["events"] if e["kind"] == "result"] == ["AS"]
    steppe("try", combat, "--order", "assault 0404 with 7Pz", "--result", "ZZ").failed("ZZ", "AL1")


def test_the_new_position_can_be_tried_again(steppe: Shell, position: Path) -> None:
    moved = steppe("try", position, "--order", "move 7Pz 0303-0304", "--json").json
    assert moved["given"][0]["events"][0]["kind"] == "moved"
    again = steppe("try", "-", "--range", "7Pz", "--json", given=moved["position"]).json
    assert again["ranges"][0]["from"] == "0304"


def test_a_refused_order(steppe: Shell, position: Path) -> None:
    ran = steppe("try", position, "--order", "done", "--order", "move 7Pz 0303-0304", "--json")
    assert ran.status == 1
    assert ran.json["refused"]["order"] == "move 7Pz 0303-0304"
    assert [given["order"] for given in ran.json["given"]] == ["done"]
    assert "refused by rule" in steppe("try", position, "--order", "move 7Pz 0303-0404").out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", ("not a position",)),
        ('title = "xyz"', ("xyz",)),
        (POSITION.replace('"I.B"', '"I.Z"'), ("I.Z",)),
        (POSITION.replace("7Pz 0303", "7Pz 9999"), ("7Pz",)),
        (COMBAT.replace("city Tula", "quagmire=3"), ()),
        ("\x00\x01", ("not a position",)),
    ],
)
def test_positions_that_are_none(steppe: Shell, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text, encoding="utf-8")
    if words:
        steppe("try", path).failed(*words)


def test_more_that_is_wrong(steppe: Shell, tmp_path: Path, position: Path) -> None:
    steppe("try", tmp_path / "missing").failed("missing")
    steppe("try", tmp_path).failed(str(tmp_path))
    (tmp_path / "junk").write_bytes(b"\xff\xfe\x00")
    steppe("try", tmp_path / "junk").failed("junk")
    steppe("try", position, "--die", 7, "--order", "done").failed("7")
    steppe("try", position, "--seat", "roman").failed("roman")
