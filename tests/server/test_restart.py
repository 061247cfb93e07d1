"""The real server as a process of its own: killed in the middle of a turn, stopped, and started again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from steppe.game import load, verify
from steppe.record import Record
from steppe.server.serving import listen
from tests.cli.shell import Shell
from tests.server.table import Page, bearer

PATIENCE = 60


class Process:
    """``steppe serve`` on a free port."""

    def __init__(self, database: str, *options: str) -> None:
        command = [sys.executable, "-m", "steppe.cli.main", "serve", "--port", "0", "--database", database, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.host = self.process.stdout.readline().partition("http://")[2].partition("/")[0]
        assert self.host, self.process.communicate()
        self.http = httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        self.http.close()
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str, str]:
        self.http.close()
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def status(process: int) -> list[str]:
    """What Linux says of a process: its state, its parent, and more; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def alive(process: int) -> bool:
    return status(process)[:1] not in ([], ["Z"])


def descendants(process: int) -> list[int]:
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks at processes as Linux shows them")
    everybody = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    own = [pid for pid in everybody if status(pid)[1:2] == [str(process)]]
    return own + [grandchild for pid in own for grandchild in descendants(pid)]


def test_killed_in_the_middle_of_a_turn(database: str) -> None:
    """Nothing that was acknowledged is lost; what is sent again with its key is not done twice."""
    acknowledged: dict[str, int] = {}
    sent: list[tuple[str, str]] = []
    with Process(database) as first:
        made: dict[str, Any] = first.http.post("/api/games", json={"title": "dom"}).json()
        page = Page(first.host, made["game"], made["play"]["german"])
        page.order("order move-fight")
        moves = [o for o in page.ask("legal")["orders"] if o.startswith("move")]
        by_unit = list({move.split()[1]: move for move in moves}.values())
        threading.Timer(0.15, first.process.kill).start()
        try:
            for n in range(10_000):
                key, text = f"key {n}", by_unit[n % len(by_unit)] if n < len(by_unit) else "standing german never"
                sent.append((key, text))
                page.socket.send(json.dumps({"id": key, "do": "order", "text": text, "key": key}))
                while (answer := page._take()).get("re") != key:
                    pass
                if "at" in answer:
                    acknowledged[key] = answer["at"]
        except (ConnectionClosed, OSError):
            pass
        first.process.wait(PATIENCE)
    assert acknowledged
    with Process(database) as second:
        tokens = bearer(",".join(made["play"].values()))
        path = f"/api/games/{made['game']}"
        lines = second.http.get(f"{path}/record", headers=tokens).text.splitlines()
        at = len(lines) - 1
        assert max(acknowledged.values()) <= at <= max(acknowledged.values()) + 1
        with Page(second.host, made["game"], made["play"]["german"]) as again:
            assert again.at == at
            for key, text in sent[-12:]:
                if key in acknowledged:
                    assert again.order(text, key=key) == acknowledged[key]
            kept = [json.loads(line).get("order") for line in lines[1:]]
            last = sent[-1]
            if last[0] not in acknowledged and at > max(acknowledged.values()):
                assert again.order(last[1], key=last[0]) == at  # it was kept, only not acknowledged
            given = [text for key, text in sent if key in acknowledged]
            assert [text for text in kept if text in given][: len(given)] == given
        left, out, err = second.stop()
        assert (left, err) == (0, "")
        assert "games are kept" in out


def test_a_game_goes_on_after_a_clean_stop_and_verifies_at_its_end(database: str, tmp_path: Path) -> None:
    with Process(database) as first:
        made = first.http.post("/api/games", json={"title": "dom", "hotseat": True}).json()
        token, path = made["play"]["german"], f"/api/games/{made['game']}"
        first.http.post(f"{path}/orders", json={"text": "order fight-move"}, headers=bearer(token))
        left, _, err = first.stop()
        assert (left, err) == (0, "")
    with Process(database) as second:
        answer = second.http.post(f"{path}/orders", json={"text": "resign soviet"}, headers=bearer(token))
        assert answer.json()["prompt"]["outcome"]["winner"] == "german"
        text = second.http.get(f"{path}/record").text
    record = Record.parse(text.encode())
    if record.rules == load("dom").rules:  # somebody may edit the rules while this test runs
        verify(record)


def test_bots_leave_with_the_server(database: str) -> None:
    with Process(database) as server:
        bots = {"german": "random", "soviet": "random"}
        made = server.http.post("/api/games", json={"title": "dom", "bots": bots}).json()
        path = f"/api/games/{made['game']}"
        until = time.monotonic() + PATIENCE
        begun = server.http.get(path).json()["at"]
        while server.http.get(path).json()["at"] < begun + 5:
            assert time.monotonic() < until
            time.sleep(0.1)
        workers = descendants(server.process.pid)
        assert workers
        server.process.kill()
        server.process.wait(PATIENCE)
        while any(alive(pid) for pid in workers):
            assert time.monotonic() < until, [pid for pid in workers if alive(pid)]
            time.sleep(0.1)


def test_kind_words_when_it_cannot_begin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    steppe = Shell(capsys, monkeypatch)
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        steppe("serve", "--port", port, "--database", tmp_path / "a.db").failed("cannot serve on 127.0.0.1")
    steppe("serve", "--port", 0, "--host", "no.such.host.invalid").failed("no.such.host.invalid")
    steppe("serve", "--port", 0, "--database", tmp_path).failed("cannot be opened")
    ran = steppe("serve", "--port", 0, "--database", "postgresql://u:hidden@127.0.0.1:9/x")
    ran.failed("cannot be opened")
    assert "hidden" not in ran.err
    steppe("serve", "--port", 70000).failed(status=2)
