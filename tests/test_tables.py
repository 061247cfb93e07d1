"""Data files: every fault is named with file, line and field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steppe.errors import DataError
from steppe.tables import (
    Converter,
    DataFolder,
    Schema,
    find_overlay,
    integer,
    matching,
    one_of,
    optional,
    read_csv,
    read_json,
    read_toml,
    text,
    words,
    yes_no,
)

UNITS = Schema(
    {
        "unit": text,
        "steps": integer(1, 4),
        "type": one_of("infantry", "armour"),
        "flags": words("elite", "untried"),
        "note": optional(text, ""),
    },
    key="unit",
    sourced=True,
    may_lack=("note",),
)
HEADER = "unit,steps,type,flags,source\n"


def table(tmp_path: Path, content: str | bytes, name: str = "units.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_rows(tmp_path: Path) -> None:
    content = "\ufeff" + HEADER + '"3 Pz\nleft", 2 ,armour,elite untried,text\r\n\n,,,,\n7,1,infantry,,derived\n'
    rows = read_csv(table(tmp_path, content), UNITS)
    assert rows[0] == {
        "unit": "3 Pz\nleft",
        "steps": 2,
        "type": "armour",
        "flags": ("elite", "untried"),
        "note": "",
        "source": "text",
    }
    assert rows[1]["unit"] == "7"
    assert [row.line for row in rows] == [2, 6]
    error = rows[1].error("lies in no hex", "unit")
    assert str(error).endswith("units.csv:6 [unit]: lies in no hex")


@pytest.mark.parametrize(
    ("content", "line", "field", "what"),
    [
        ("", None, None, "the file is empty"),
        ("\n\n", None, None, "the file is empty"),
        ("unit,steps,type,flags\n", 1, "source", "the column is missing"),
        ("unit,steps,type,flags,source,colour\n", 1, "colour", "unknown column"),
        ("unit,steps,type,flags,source,unit\n", 1, "unit", "twice"),
        (HEADER + "3Pz,2,armour,,text\n3Pz,2,armour,,text\n", 3, "unit", "'3Pz' is given twice, first in line 2"),
        (HEADER + "3Pz,2,armour,,text\n4Pz,5,armour,,text\n", 3, "steps", "is 5, but the most is 4"),
        (HEADER + "3Pz,0,armour,,text\n", 2, "steps", "is 0, but the least is 1"),
        (HEADER + "3Pz,two,armour,,text\n", 2, "steps", "should be a whole number, not 'two'"),
        (HEADER + "3Pz,2.0,armour,,text\n", 2, "steps", "whole number"),
        (HEADER + "3Pz,,armour,,text\n", 2, "steps", "whole number"),
        (HEADER + "3Pz,2,camels,,text\n", 2, "type", "should be one of infantry, armour, not 'camels'"),
        (HEADER + "3Pz,2,armour,brave,text\n", 2, "flags", "holds 'brave'"),
        (HEADER + "3Pz,2,armour,elite elite,text\n", 2, "flags", "same twice"),
        (HEADER + ",2,armour,,text\n", 2, "unit", "is empty"),
        (HEADER + "3Pz,2,armour,,guessed\n", 2, "source", "should be one of text, derived, reconstructed"),
        (HEADER + "3Pz,2,armour,,\n", 2, "source", "reconstructed, not ''"),
        (HEADER + "3Pz,2,armour,text\n", 2, None, "4 cells under 5 columns"),
        (HEADER + "3Pz,2,armour,,text,\n", 2, None, "6 cells under 5 columns"),
        (HEADER + '"3Pz"x,2,armour,,text\n', 2, None, "not CSV"),
        (HEADER + '"3Pz,2,armour,,text\n', 2, None, "not CSV"),
        (HEADER.encode() + b"\xe4,2,armour,,text\n", 2, None, "not UTF-8"),
    ],
)
def test_faults_are_located(
    tmp_path: Path, content: str | bytes, line: int | None, field: str | None, what: str
) -> None:
    with pytest.raises(DataError, match=what.replace("[", r"\[")) as caught:
        read_csv(table(tmp_path, content), UNITS)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert "units.csv" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_key_of_two_columns(tmp_path: Path) -> None:
    schema = Schema({"a": text, "b": text}, key=("a", "b"))
    assert len(read_csv(table(tmp_path, "a,b\n1,1\n1,2\n"), schema)) == 2
    with pytest.raises(DataError, match=r"\[a, b\]: '1 2' is given twice"):
        read_csv(table(tmp_path, "a,b\n1,2\n1,2\n"), schema)


@pytest.mark.parametrize(
    ("converter", "cell", "value"),
    [
        (integer(), "-12", -12),
        (integer(0), "+3", 3),
        (words(), "b a", ("b", "a")),
        (words(), "", ()),
        (optional(integer()), "", None),
        (optional(integer(), 7), "", 7),
        (optional(integer(), 7), "3", 3),
        (matching(r"\d{4}", "a hex number"), "0101", "0101"),
        (yes_no, "yes", True),
        (yes_no, "no", False),
        (yes_no, "", False),
    ],
)
def test_converters(converter: Converter, cell: str, value: Any) -> None:
    assert converter(cell) == value


@pytest.mark.parametrize(
    ("converter", "cell", "what"),
    [
        (matching(r"\d{4}", "a hex number"), "010", "should be a hex number, not '010'"),
        (yes_no, "perhaps", "yes or no"),
        (one_of("x"), "y", "should be x, not 'y'"),
        (integer(), "\u0663", "whole number"),  # a digit, but not one of ours
    ],
)
def test_converters_refuse(converter: Converter, cell: str, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        converter(cell)


def test_toml_and_json(tmp_path: Path) -> None:
    assert read_toml(table(tmp_path, "a = 1\n", "a.toml")) == {"a": 1}
    assert read_json(table(tmp_path, '{"a": 1}\n', "a.json")) == {"a": 1}
    with pytest.raises(DataError, match=r"b\.toml:2: not TOML: "):
        read_toml(table(tmp_path, "a = 1\nb = \n", "b.toml"))
    with pytest.raises(DataError, match=r"c\.toml.*: not TOML: "):
        read_toml(table(tmp_path, 'a = "', "c.toml"))
    with pytest.raises(DataError, match=r"b\.json:2: not JSON: "):
        read_json(table(tmp_path, '{\n"a" 1}\n', "b.json"))
    with pytest.raises(DataError, match=r"none\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "none.toml")


# -- folders ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    folder.mkdir()
    table(folder, HEADER + "3Pz,2,armour,,text\n")
    table(folder, "moscow = '2418'\n", "places.toml")
    table(folder, "not data", ".hidden")
    table(folder, "[1]", "list.json")
    return folder


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


def test_folder(base: Path) -> None:
    folder = DataFolder(base)
    assert folder.files() == ("list.json", "places.toml", "units.csv")
    assert folder.csv("units.csv", UNITS)[0]["unit"] == "3Pz"
    assert folder.toml("places.toml") == {"moscow": "2418"}
    assert folder.json("list.json") == [1]
    assert folder.replaced == ()
    with pytest.raises(DataError, match=r"none\.csv: the data file is missing"):
        folder.open("none.csv")


def test_a_scenario_has_files_of_its_own(base: Path, overlay: Path) -> None:
    table(base, HEADER + "9Pz,3,armour,,text\n", "units-kiev.csv")
    plain, kiev = DataFolder(base), DataFolder(base, scenario="kiev")
    assert plain.csv("units.csv", UNITS)[0]["unit"] == "3Pz"
    assert kiev.csv("units.csv", UNITS)[0]["unit"] == "9Pz"
    assert (kiev.own_name("units.csv"), kiev.own_name("list.json")) == ("units-kiev.csv", "list.json")
    assert kiev.toml("places.toml") == plain.toml("places.toml")
    assert kiev.digest() == plain.digest()  # all scenarios share the rules and data of their title
    table(overlay, HEADER + "8Pz,3,armour,,text\n", "units-kiev.csv")
    assert DataFolder(base, overlay, "kiev").csv("units.csv", UNITS)[0]["unit"] == "8Pz"
    assert DataFolder(base, scenario="minsk").csv("units.csv", UNITS)[0]["unit"] == "3Pz"


def test_overlay_replaces(base: Path, overlay: Path) -> None:
    table(overlay, HEADER + "9Pz,3,armour,,text\n")
    folder = DataFolder(base, overlay)
    assert folder.csv("units.csv", UNITS)[0]["unit"] == "9Pz"
    assert folder.toml("places.toml") == {"moscow": "2418"}
    assert folder.replaced == ("units.csv",)
    assert folder.files() == DataFolder(base).files()
    table(overlay, HEADER + "9Pz,9,armour,,text\n")
    with pytest.raises(DataError, match=r"mine/units\.csv:2 \[steps\]"):
        folder.csv("units.csv", UNITS)


def test_digest_is_of_what_is_in_effect(base: Path, overlay: Path) -> None:
    plain = DataFolder(base).digest()
    assert DataFolder(base, overlay).digest() == plain
    table(overlay, (base / "units.csv").read_bytes())
    assert DataFolder(base, overlay).digest() == plain  # the same bytes from elsewhere
    table(overlay, HEADER)
    changed = DataFolder(base, overlay).digest()
    assert changed != plain
    (base / "places.toml").rename(base / "plazes.toml")
    assert DataFolder(base).digest() not in (plain, changed)


def test_bad_overlays(base: Path, overlay: Path) -> None:
    with pytest.raises(DataError, match="nowhere: the data folder does not exist"):
        DataFolder(base, overlay / "nowhere")
    table(overlay, "", "unitz.csv")
    with pytest.raises(DataError, match=r"unitz\.csv: no data file has this name; known are list\.json"):
        DataFolder(base, overlay)


def test_folder_in_a_data_folder(base: Path, overlay: Path) -> None:
    (overlay / "deeper").mkdir()
    with pytest.raises(DataError, match="deeper: a data folder holds files only"):
        DataFolder(base, overlay)


def test_overlay_of_a_title(overlay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEPPE_DATA", raising=False)
    assert find_overlay("dom") is None
    monkeypatch.setenv("STEPPE_DATA", str(overlay))
    assert find_overlay("dom") == overlay  # a single title's folder
    (overlay / "dom").mkdir()
    assert find_overlay("dom", titles=("dom", "lwe")) == overlay / "dom"
    assert find_overlay("lwe", titles=("dom", "lwe")) is None
    monkeypatch.setenv("STEPPE_DATA", "")
    assert find_overlay("dom") is None
    assert find_overlay("dom", overlay) == overlay / "dom"
    with pytest.raises(DataError, match="dom: no title has this name; known are lwe"):
        find_overlay("lwe", overlay, titles=("lwe",))
    table(overlay, HEADER)
    with pytest.raises(DataError, match=r"units\.csv: lies beside folders"):
        find_overlay("dom", overlay)
    with pytest.raises(DataError, match="nowhere: the data folder does not exist"):
        find_overlay("dom", overlay / "nowhere")


def test_data_of_a_title_in_the_package(overlay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEPPE_DATA", raising=False)
    ours = DataFolder.of_title("steppe.titles.dom", "dom")
    assert "rules.csv" in ours.files()
    (overlay / "dom").mkdir()
    table(overlay / "dom", "", "rules.csv")
    theirs = DataFolder.of_title("steppe.titles.dom", "dom", overlay)
    assert theirs.replaced == ("rules.csv",)
    assert theirs.digest() != ours.digest()
