"""Other engines beside ours: who is installed is measured, who is not is named."""

from __future__ import annotations

import json
import sys
from importlib import import_module

import pytest

from steppe.cli.main import status_of
from steppe.lab import peers
from steppe.lab.peers import PEERS, Peer


def count_to(module: object, seed: int) -> int:
    return sum(1 for _ in range(20_000))


TOY = Peer("toy", "random", count_to, 3)


@pytest.fixture(autouse=True)
def nobody_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for peer in PEERS:
        monkeypatch.setitem(sys.modules, peer.module, None)


def test_who_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["bench", "dom", "--peers"]) == 0
    told = capsys.readouterr().out
    for peer in PEERS:
        assert f"{peer.name} is not installed" in told


def test_who_is_there_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(peers, "PEERS", (*PEERS, TOY))
    assert status_of(["bench", "dom", "--peers", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == ["catanatron", "chess"]
    (figure,) = found["figures"]
    assert figure["name"] == "random legal orders, beside toy"
    assert figure["ratio"] == pytest.approx(figure["value"] / figure["plain"])
    assert status_of(["bench", "dom", "--peers", "--quick"]) == 0
    assert "theirs" in capsys.readouterr().out


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: str(peer.name))
def test_a_real_one_plays_the_same_game_of_a_seed(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, peer.module)
    pytest.importorskip(peer.module, reason=f"{peer.name} is not installed")
    module = import_module(peer.module)
    assert peer.play(module, 3) == peer.play(module, 3) > 20
