"""Simulations, ladders, studies and reports from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell

pytest.importorskip("pyarrow")

QUICK = ("--turns", 1, "--workers", 1)
RANDOM = ("--german", "random", "--soviet", "random")


def test_simulate(steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    found = steppe("simulate", "dom", *RANDOM, *QUICK, "--games", 2, "-o", path, "--json").json
    assert (found["title"], found["games"]) == ("dom", 2)
    assert sum(found["won"].values()) + found["unfinished"] == 2
    steppe("simulate", "dom", "--games", 2, "-o", path).failed("exists already")
    told = steppe("simulate", "dom", *RANDOM, *QUICK, "--games", 2, "-o", tmp_path / "b.parquet").out
    assert "soviet won" in told
    assert (tmp_path / "b.parquet").read_bytes() == path.read_bytes()


def test_paired_simulations_tell_who_won(steppe: Shell, tmp_path: Path) -> None:
    command = ("simulate", "dom", "--german", "random", "--soviet", "greedy", "--paired", *QUICK)
    found = steppe(*command, "--games", 2, "-o", tmp_path / "a.parquet", "--json").json
    assert set(found["bots"]) == {"greedy", "random"}
    steppe(*command, "--games", 3, "-o", tmp_path / "b.parquet").failed("odd")


def test_complaints(steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    steppe("simulate", "xyz", "-o", path).failed("xyz", "dom")
    steppe("simulate", "dom", "--german", "nobody", "-o", path).failed("nobody")
    steppe("simulate", "dom", "--option", "fog=maybe", "-o", path).failed("fog")
    steppe("simulate", "dom", "--setup", "free", "-o", path).failed("free")
    steppe("simulate", "dom", "--ray", "127.0.0.1:9", "-o", path).failed("127.0.0.1:9", "no cluster")
    steppe("simulate", "dom").failed("-o", status=2)
    steppe("report", path, "-o", tmp_path / "r.html").failed("no such file")
    steppe("ladder", "dom", "random").failed("two bots")
    steppe("study", "dom", "--change", "crt[9:9,1]=DR").failed("9:9")


def test_ladder(steppe: Shell, tmp_path: Path) -> None:
    command = ("ladder", "dom", "random", "greedy", *QUICK, "--games", 2, "-o", tmp_path / "a.parquet")
    found = steppe(*command, "--json").json
    assert {one["bot"] for one in found["bots"]} == {"random", "greedy"}
    for one in found["bots"]:
        assert one["rating"]["low"] <= one["rating"]["value"] <= one["rating"]["high"]
        assert set(one["shares"]) == {"german", "soviet"}
    assert found["met"][0]["bots"] == ["random", "greedy"]
    assert found["advantage"]["seat"] == "german"
    told = steppe(*command).out
    assert "rating" in told
    assert "random won" in told


def test_study_and_report(steppe: Shell, tmp_path: Path) -> None:
    path, page = tmp_path / "a.parquet", tmp_path / "a.html"
    command = ("study", "dom", *RANDOM, *QUICK, "--games", 2, "--change", "units[kind=panzer,factors]+=1-0", "-o", path)
    found = steppe(*command, "--json").json
    assert found["changes"][0]["change"] == "units[kind=panzer,factors]+=1-0"
    assert {"german wins", "turns"} <= {figure["what"] for figure in found["changes"][0]["figures"]}
    assert "units[kind=panzer,factors]+=1-0" in steppe(*command).out
    assert steppe("report", path, path, "-o", page).out == f"{page}: written\n"
    assert page.read_text().startswith("<!doctype html>")


def test_without_a_file_nothing_is_left(steppe: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert steppe("ladder", "dom", "random", "greedy", *QUICK, "--games", 2).status == 0
    assert list(tmp_path.iterdir()) == []


def test_playing_needs_none_of_it() -> None:
    """Neither Parquet nor Ray is loaded before a simulation asks for it."""
    code = "import sys, steppe.cli.main; print(sorted({'pyarrow', 'ray', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize(("missing", "extra"), [("pyarrow", "steppe[lab]"), ("ray", "steppe[scale]")])
def test_what_is_missing_is_named(
    steppe: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    command = ("simulate", "dom", *RANDOM, "--games", 1, "-o", tmp_path / "a.parquet")
    steppe(*command, "--ray", "local").failed("pip install", extra)


def test_seats_are_options_by_their_names(steppe: Shell) -> None:
    played = steppe("selfplay", "--soviet=random", "dom", "--german", "random", "--json").json
    assert played["bots"] == {"german": "random", "soviet": "random"}
    steppe("selfplay", "dom", "--red", "random").failed("No such option: --red", "--german, --soviet", status=2)
    steppe("selfplay", "dom", "--german").failed("--german needs the name of a bot", "random, greedy", status=2)
    assert "--german staff" in steppe("simulate", "--help").out
