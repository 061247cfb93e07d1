"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
PAGE = Path(__file__).resolve().parents[2] / "src" / "steppe" / "server" / "page" / "index.html"


def executable() -> str | None:
    """Where this machine has Chromium."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def what_is_missing() -> str:
    """Why the page cannot be tried on this machine; nothing if it can."""
    if executable() is None:
        return f"there is no browser: none of {', '.join(NAMES)} is on the PATH"
    return "" if PAGE.exists() else "the page is not built: make page"


@contextmanager
def browsing() -> Iterator[tuple[Playwright, Browser]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(FLAGS))
        try:
            yield playwright, browser
        finally:
            browser.close()


FIXED_DICE = """
import sys
from steppe.cli.main import run
from steppe.dice import secret_from_seed
from steppe.server import rooms
rooms.new_secret = lambda: secret_from_seed(1)
run(sys.argv[1:])
"""
"""The real program, but every game has the same dice, so that a test plays the same game each time."""


@contextmanager
def serving(
    folder: Path,
    program: Sequence[str] = (sys.executable, "-c", FIXED_DICE),
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[str]:
    """``steppe play`` with a database in this folder; its address."""
    command = [*program, "play", "--no-browser", "--port", "0", "--database", str(folder / "games.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=cwd)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        assert found, f"the server says: {line!r}"
        yield found.group()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
