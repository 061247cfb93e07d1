"""The skirmish on the command line, in processes of their own: STEPPE_TITLES is all that they are told."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from steppe.titles import ENVIRONMENT
from tests.skirmish.scene import HERE, KEY, TITLES, small

ROOT = HERE.parents[1]
COMMAND = (sys.executable, "-m", "steppe.cli.main")


def environment() -> dict[str, str]:
    """The system's code is found like any other module; its title by the folder."""
    places = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, ENVIRONMENT: str(TITLES), "PYTHONPATH": os.pathsep.join(places)}


def steppe(*words: object, given: str = "", status: int = 0) -> str:
    done = subprocess.run(
        [*COMMAND, *map(str, words)], input=given, capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def told(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(steppe(*words, "--json"))
    return found


def test_what_there_is(tmp_path: Path) -> None:
    listed = {entry["key"]: entry for entry in told("titles")["titles"]}
    assert list(listed) == ["dom", "lwe", "pm", KEY]
    assert [scenario["key"] for scenario in listed[KEY]["scenarios"]] == ["fords", "raid", "parley"]
    assert told("rules", KEY, "4.4")["rows"][0]["title"] == "Beside the enemy"
    assert told("sources", KEY)["total"] == {"text": 0, "derived": 0, "reconstructed": 163}
    svg = tmp_path / "map.svg"
    steppe("map", KEY, "--scenario", "parley", "--svg", svg)
    assert "Middle Water" in svg.read_text(encoding="utf-8")


def test_a_game_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    steppe("new", KEY, "-o", path, "--seed", 1, "--salt", "teal=ours")
    assert "move 1Horse 0203-0204" in steppe("orders", path, "--about", "1Horse")
    steppe("order", path, "move 1Horse 0203-0204")
    shown = steppe("show", path, "--hex", "0204")
    assert "amber: 6 units on the map, 0 lost" in shown
    assert "A1" in shown
    steppe("undo", path)
    assert "4.1" in steppe("order", path, "move 1Foot 0302-0310", status=1)
    steppe("order", path, "resign teal")
    assert "amber wins on turn 1 by rule 1.2" in steppe("verify", path)


def test_a_position_is_tried_out() -> None:
    text = small("1Foot 0303\n1Band 0304 chit=2", "amber-fight")
    order = ("--order", "assault 0304 with 1Foot", "--order", "stand")
    told = json.loads(steppe("try", "-", *order, "--die", 6, "--json", given=text))
    assert told["given"][-1]["events"][-1] == {
        "kind": "advanced", "unit": "1Foot", "hex": "0304", "text": "1Foot enters 0304."
    }  # fmt: skip
    assert "1Foot 0304 fought" in told["position"]
    forced = steppe("try", "-", *order, "--result", "repulse", given=text)
    assert "1Foot is shaken." in forced
    assert "+1" in steppe("try", "-", "--sheet", "assault 0304 with 1Foot", given=text)
    assert "0302" in steppe("try", "-", "--range", "1Foot", given=small("1Foot 0303"))
    assert "has no answer to that" in steppe("try", "-", "--supply", given=text, status=1)


def test_bots_play_by_the_names_of_the_seats(tmp_path: Path) -> None:
    path = tmp_path / "b.game"
    played = told("selfplay", KEY, "--amber", "random", "--teal=random", "--scenario", "raid", "-o", path)
    assert played["bots"] == {"amber": "random", "teal": "random"}
    assert (played["scenario"], played["turn"]) == ("raid", 6)
    steppe("verify", path)
    assert "those for the seats of skirmish are --amber, --teal" in steppe("selfplay", KEY, "--german=x", status=2)
    assert "no bot 'greedy' plays" in steppe("selfplay", KEY, "--amber", "greedy", status=1)
    assert "You are the teal player" in steppe("terminal", KEY, "--side", "teal", "--seed", 1, given="quit\n")


def test_many_games(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path, page = tmp_path / "a.parquet", tmp_path / "a.html"
    found = told("simulate", KEY, "--scenario", "parley", "--games", 12, "--workers", 2, "-o", path)
    assert found["drawn"] + sum(found["won"].values()) == 12
    assert found["drawn"] > 0
    assert set(found["won"]) == {"amber", "teal"}
    steppe("report", path, "-o", page)
    told_page = page.read_text(encoding="utf-8")
    assert "Objectives held by the amber side" in told_page
    assert "nobody (a draw)" in told_page
    assert "<h3>Losses</h3>" not in told_page
    ladder = told("ladder", KEY, "random", "random:again", "--games", 4, "--workers", 1)
    assert ladder["advantage"]["seat"] == "amber"
    study = told("study", KEY, "--change", "results[5,result]=routed", "--games", 2, "--workers", 1)
    assert study["changes"][0]["figures"][0]["what"] == "amber wins"


def test_it_conforms_and_is_fuzzed() -> None:
    assert told("conform", KEY, "--scenario", "parley")["conforms"]
    assert told("fuzz", KEY, "--orders", 300)["failures"] == []
    names = {figure["name"] for figure in told("bench", KEY, "--quick")["figures"]}
    assert "random legal orders" in names


def test_bots_play_it_on_a_server(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", str(tmp_path / "games.sqlite"))
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, text=True, env=environment()) as server:
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+/", server.stdout.readline())
            assert match is not None
            with httpx.Client(base_url=match[0], timeout=60) as http:
                wanted = {"title": KEY, "scenario": "parley", "setup": "random"}
                made = http.post("api/games", json=wanted | {"bots": {"amber": "random", "teal": "random"}})
                assert made.status_code == 201, made.text
                path = f"api/games/{made.json()['game']}"
                until = time.monotonic() + 60
                while http.get(path).json()["prompt"]["outcome"] is None and time.monotonic() < until:
                    time.sleep(0.1)
                assert http.get(path).json()["prompt"]["outcome"]["turn"] <= 5
        finally:
            server.terminate()
