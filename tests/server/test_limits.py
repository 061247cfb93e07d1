"""How often and how much: the limits of one address and of one socket."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from steppe.server.limits import REMEMBERED, Budget, Budgets, Counts, Limits
from steppe.server.store import sqlite_url
from tests.server.table import RefusedError, Table


def test_a_budget_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("steppe.server.limits.time.monotonic", lambda: now)
    budget = Budget(per_second=2, burst=3)
    assert [budget.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [budget.take() for _ in range(2)] == [True, False]
    now = 1000.0
    assert [budget.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_are_forgotten_in_time() -> None:
    budgets = Budgets(1, 1)
    for n in range(REMEMBERED + 10):
        assert budgets.take(str(n))
    assert len(budgets._by_address) == REMEMBERED
    counts = Counts(1)
    assert [counts.enter("a"), counts.enter("a"), counts.enter("b")] == [True, False, True]
    counts.leave("a")
    assert counts.enter("a")
    counts.leave("a")
    counts.leave("a")
    assert list(counts._open) == ["b"]


def test_too_much_of_everything(tmp_path: Path) -> None:
    limits = Limits(
        requests_per_second=0.001,
        requests_burst=12,
        games_per_hour=0.001,
        games_burst=2,
        sockets=2,
        messages_per_second=0.001,
        messages_burst=3,
    )
    with Table(sqlite_url(tmp_path / "games.db"), limits) as table:
        first, _ = table.new(), table.new()
        third = table.post("/api/games", title="dom")
        assert (third.status_code, "games" in third.json()["error"]["why"]) == (429, True)
        with first.seat("german") as page:
            for _ in range(3):
                page.ask("log")
            with pytest.raises(RefusedError, match="wait a moment"):
                page.ask("log")
            with first.seat("soviet"), pytest.raises(InvalidStatus, match="403"):
                first.page()
        statuses = [table.get("/api/titles").status_code for _ in range(12)]
        assert statuses[-1] == 429
        assert set(statuses) == {200, 429}
        assert table.get("/").status_code == 429


def test_a_body_that_never_ends_is_not_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steppe.server.guard.BODY_SECONDS", 0.2)
    host, _, port = table.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 408")
