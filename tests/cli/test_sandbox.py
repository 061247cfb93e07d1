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


# -- ways, hexes, what was not said -----------------------------------------------------------------------------------


def test_ways(steppe: Shell, position: Path) -> None:
    cheap, dear, closed = steppe(
        "try", position, "--path", "7Pz 0403", "--path", "7Pz 0303-0304-0403", "--path", "7Pz 0303-0302-0402-0403",
        "--json",
    ).json["paths"]  # fmt: skip
    assert (cheap["path"], cheap["spent"], cheap["refused"]) == (["0303", "0403"], [0, 1], None)
    assert (dear["path"], dear["refused"]["rule"], dear["refused"]["trouble"]) == ([], "10.0a", "hex")
    assert closed["spent"] == [0, 1, 2, 3]
    told = steppe("try", position, "--path", "7Pz 0303-0302-0402-0403", "--path", "7Pz 0404").out
    assert "7Pz by 0303 (0) 0302 (1) 0402 (2) 0403 (3): legal" in told
    assert "7Pz by no way: refused by rule 10.3" in told
    steppe("try", position, "--path", "7Pz").failed("units and a hex")
    moved = steppe("try", position, "--order", "move 7Pz 0303-0302-0402-0403", "--json").json
    assert moved["given"][0]["order"] == "move 7Pz 0303-0302-0402-0403"
    assert moved["given"][0]["events"][0]["spent"] == 3


def test_hexes(steppe: Shell, position: Path) -> None:
    found = steppe("try", position, "--hex", "0403", "--hex", "0505", "--json").json["hexes"]
    assert (found[0]["units"], found[1]["units"], found[1]["name"]) == ([], ["RD2"], "Tula")
    told = steppe("try", position, "--hex", "0403", "--hex", "0505").out
    assert "0505 Tula: clear city; soviet" in told
    assert "  in it: RD2" in told
    assert "  german units here: in supply by line 0403" in told
    assert "  7Pz (german) could come from 0303 for 1 MP" in told
    steppe("try", position, "--hex", "9999").failed("9999")


def test_control(steppe: Shell, position: Path) -> None:
    assert steppe("try", position, "--control", "--json").json["control"]["0303"] == "german"
    assert "german: 0101 0102" in steppe("try", position, "--control").out


def test_sheets_with_the_defenders_aircraft(steppe: Shell) -> None:
    text = COMBAT.replace("[board]", "[track]\nair_german = 0\nair_soviet = 1\n[board]")
    order = ("--sheet", "assault 0404 with 7Pz+5Inf")
    found = steppe("try", "-", *order, "--against", "air 1", "--json", given=text).json["sheets"][0]
    assert (found["against"], found["sheet"]["shifts"][-1]["name"]) == ("air 1", "aircraft of the defender")
    assert "aircraft of the defender" in steppe("try", "-", *order, "--against", "air 1", given=text).out


def test_what_was_not_said(steppe: Shell, position: Path) -> None:
    found = steppe("try", position, "--json").json["assumed"]
    assert (found["state"]["november"], found["track.mf_mech"], found["begin"]) == (0, 9, False)
    assert found["empty_regions"] == ["forward", "reserve", "front", "sheet-S"]
    told = steppe("try", position, "--why", "done").out
    assert "Assumed: track.mf_mech 9;" in told
    assert "0 for november, demanded" in told
    assert "no hexes of forward, reserve, front, sheet-S." in told
    assert "Assumed" not in steppe("try", position, "--why", "done", "--brief").out


def test_what_was_forced_and_not_used(steppe: Shell, combat: Path) -> None:
    found = steppe("try", combat, "--order", "assault 0404 with 7Pz", "--result", "AS", "--result", "DE", "--die", 3)
    assert "not used: 3 DE" in found.out


# -- many questions at once -------------------------------------------------------------------------------------------

CASES = """
[[ask]]
about = "a mobile assault"
order = "mobile 0404 with 7Pz"
result = "DR"
retreats = true
threat = "0303"

[[ask]]
why = ["done", "move 7Pz 0303-0404"]
"""


def test_a_file_of_questions(steppe: Shell) -> None:
    """Fifty questions in one call, each from the position as it stands."""
    first, second = steppe("try", "-", "--json", given=POSITION + CASES).json["asked"]
    assert (first["about"], first["prompt"]["decision"], first["retreats"]["units"]) == (
        "a mobile assault", "retreat", ["RD1"],
    )  # fmt: skip
    assert [why["legal"] for why in second["why"]] == [True, False]
    assert second["why"][1]["refused"]["trouble"] == "enemy"
    told = steppe("try", "-", given=POSITION + CASES).out
    assert "-- 1: a mobile assault" in told
    assert "the threat to 0303:" in told
    assert "-- 2\n" in told
    assert "  done" not in told  # nothing else was asked
    many = POSITION + "".join(f'\n[[ask]]\nwhy = "move 7Pz 0303-{n:04}"\n' for n in (401, 402, 403, 404, 405) * 10)
    answers = steppe("try", "-", "--json", given=many).json["asked"]
    assert [told["why"][0]["legal"] for told in answers] == [True, True, True, False, True] * 10


def test_a_question_that_cannot_be_understood(steppe: Shell) -> None:
    ran = steppe("try", "-", "--json", given=POSITION + CASES + '\n[[ask]]\nrange = "99Pz"\n')
    assert ran.status == 1
    assert [("error" in told) for told in ran.json["asked"]] == [False, False, True]
    assert (
        "not understood: there is no unit '99Pz'" in steppe("try", "-", given=POSITION + '[[ask]]\nrange = "99Pz"').out
    )
    steppe("try", "-", given=POSITION + "[[ask]]\ncourage = 1").failed("ask 1: courage", "known are order")
