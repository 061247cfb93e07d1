"""The benchmarks run and tell what they promise; how fast anything is, no test asks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steppe import titles
from steppe.assault.movement import cost_table, find_range
from steppe.assault.supply import network, usable_sources
from steppe.cli.main import status_of
from steppe.lab import plain
from steppe.lab.bench import Figure, figure, positions

PARTS = ("clone", "range", "supply", "random legal orders", "recorded", "whole game", "cold start")


@pytest.mark.slow
def test_a_quick_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["bench", "--quick", "--json"]) == 0
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


def test_the_plain_twins_find_the_same() -> None:
    """A benchmark against something that does less would be no benchmark."""
    title: Any = titles.load("dom")
    for s in positions(title, 1, 300)[:3]:
        for side in (0, 1):
            units = [u for u in title.side_units[side] if s.hex[u] >= 0]
            for u in units[::20]:
                mobility = title.units.mobility[u]
                board = plain.PlainBoard(title, s, cost_table(title, s, side, frozenset({mobility})), side)
                (mode, *more) = title.movement_modes(s, (u,))
                if not more:
                    assert board.range_of(s.hex[u], mode.allowance) == find_range(title, s, (u,))
            joined = set(network(title, s, side).nonzero()[0].tolist())
            assert board.supplied(usable_sources(title, s, side)) == joined
        assert plain.objects(title, s).turn == s.turn
        assert plain.copy_columns(plain.columns(s)) == plain.columns(s)
