"""The table of this machine: it says where it is, opens the browser, and closes without a fuss."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.shell import Shell

app: ModuleType = pytest.importorskip("steppe.server.app")
IS_BUILT = (app.PAGE / "index.html").exists()


def test_a_page_that_is_not_built(steppe: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PAGE", tmp_path)
    steppe("play", "--no-browser", "--database", tmp_path / "games.db").failed("not built", "make page")


@pytest.mark.skipif(not IS_BUILT, reason="the page is not built: make page")
@pytest.mark.skipif(sys.platform == "win32", reason="sends a Ctrl-C as Unix does")
def test_it_serves_and_opens_the_browser_until_ctrl_c(tmp_path: Path) -> None:
    opened, script = tmp_path / "opened", tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    script.chmod(0o755)
    command = [
        sys.executable,
        "-m",
        "steppe.cli.main",
        "play",
        "--port",
        "0",
        "--database",
        str(tmp_path / "a" / "games.db"),
    ]
    env = {**os.environ, "BROWSER": f"{script} %s", "DISPLAY": ":99"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        assert "Ctrl-C" in line
        with urllib.request.urlopen(f"{found.group()}api/titles", timeout=60) as answer:
            assert [title["key"] for title in json.load(answer)] == ["dom", "lwe", "pm"]
        with urllib.request.urlopen(found.group(), timeout=60) as answer:
            assert b"<title>Steppe" in answer.read()
        for _ in range(100):
            if opened.exists() and opened.read_text():
                break
            time.sleep(0.1)
        assert opened.read_text() == found.group()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert "the games are kept" in out
    assert (tmp_path / "a" / "games.db").exists()
