"""The benchmarks run and tell what they promise; how fast anything is, no test asks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steppe import titles
from steppe.cli.main import status_of
from steppe.lab.assault.bench import limited_supply_of
from steppe.lab.assault.plain import PlainBoard, objects
from steppe.lab.bench import Bench, Figure, columns, copy_columns, figure, positions
from tests.known import ASSAULT

PARTS = ("clone", "range", "supply", "random legal orders", "calls an order", "recorded", "whole game", "cold start")


@pytest.mark.slow
@pytest.mark.parametrize("key", ASSAULT)
def test_a_quick_run(key: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games take long, and are played by the same code in all titles: that of one title will do."""
    if key != ASSAULT[0]:
        monkeypatch.setattr(Bench, "random_game", lambda bench: figure("whole game", 1, "s"))
        monkeypatch.setattr(Bench, "long_games", lambda bench: figure("whole game", 1, "s"))
        monkeypatch.setattr(Bench, "bot_games", lambda bench: [])
    assert status_of(["bench", key, "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == 1
    names = [f["name"] for f in found["figures"]]
    for part in PARTS:
        assert any(part in name for name in names), part
    for f in found["figures"]:
        assert set(f) == set(Figure._fields)
        assert f["value"] > 0
        assert (f["ratio"] is None) == (f["plain"] is None)
        assert (f["met"] is None) == (f["target"] is None)


def test_a_figure_says_whether_its_target_is_met() -> None:
    assert figure("a", 2, "us", plain=20, target=2) == Figure("a", 2, "us", 20, 10, 2, True, True)
    assert figure("a", 20, "/s", plain=2, target=30, less=False) == Figure("a", 20, "/s", 2, 10, 30, False, False)
    assert figure("a", 20, "s").met is None


@pytest.mark.parametrize("key", ASSAULT)
def test_the_plain_twins_find_the_same(key: str) -> None:
    """A benchmark against something that does less would be no benchmark."""
    title: Any = titles.load(key)
    limited = limited_supply_of(title)
    ranges = 0
    for s in positions(title, 1, 300)[:12:4]:
        for side in (0, 1):
            units = [u for u in title.side_units[side] if s.hex[u] >= 0]
            board = board_of(title, s, side, units[0])
            for u in units[::20]:
                modes = title.ranges.new_group(s, (u,)).modes
                if len(modes) == 1 and not title.ranges.new_group(s, (u,)).steps:
                    twin = board_of(title, s, side, u).range_of(s.hex[u], modes[0], title.units.points[u])
                    assert twin == title.ranges.find_range(s, (u,))
                    ranges += len(twin) > 1
            if side in limited:
                passes = [board.may_pass(h) for h in range(title.board.size)]
                hexes = {s.hex[u] for u in units}
                joined = {h for h in hexes if title.supply.is_joined(s, side, h)}
                assert limited[side](title, s, passes, hexes) == joined
            else:
                joined = set(title.supply.network(s, side).nonzero()[0].tolist())
                assert board.supplied(title.supply.usable_sources(s, side)) == joined
        assert objects(title, s).turn == s.turn
        assert copy_columns(columns(s)) == columns(s)
    assert ranges > 5


def board_of(title: Any, s: Any, side: int, u: int) -> PlainBoard:
    return PlainBoard(title, s, title.terrain.cost_table(s, side, frozenset({title.units.mobility[u]})), side)
