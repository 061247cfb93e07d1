"""Every command that takes a title takes every title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steppe import titles
from tests.cli.shell import Shell
from tests.known import OURS

every_title = pytest.mark.parametrize("key", titles.known())


@every_title
def test_a_game_of_each_title_can_be_begun_played_and_certified(key: str, steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    assert steppe("new", key, "-o", path, "--seed", 4).status == 0
    for _ in range(4):
        order = steppe("orders", path, "--limit", 1, "--json").json["orders"][0]
        assert steppe("order", path, order).status == 0
    assert steppe("undo", path, "--consent").status == 0
    assert steppe("verify", path).status == 0


@pytest.mark.parametrize("key", OURS)
def test_rules_and_sources_of_each_title(key: str, steppe: Shell) -> None:
    assert steppe("rules", key, "11", "--json").json["rows"]
    assert steppe("sources", key, "--json").json["total"]["text"] > 0
    assert key in [title["key"] for title in steppe("titles", "--json").json["titles"]]


def test_a_title_that_counts_points_and_has_weather_shows_them(steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    steppe("new", "lwe", "-o", path, "--seed", 4)
    out = steppe("show", path).out
    assert "date Jun IV; points 0; weather dry in the north, dry in the south; directive on" in out
    assert re.search(r"soviet: \d+ units on the map, 0 lost; holds .*Moscow.* and [1-9]\d+ towns", out)
