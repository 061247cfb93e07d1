"""What a stranger does: install the wheel where nothing else is, open the table, and play."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.install.packing import PROJECT, Packed
from tests.page.browsers import browsing, executable, serving
from tests.page.conftest import NEEDED as BROWSER_NEEDED
from tests.page.hands import Mouse
from tests.page.player import Player
from tests.page.table import Table

NEEDED = "STEPPE_NEEDS_NETWORK"
"""Set where this test must not be skipped for want of a network."""
BIN = "Scripts" if sys.platform == "win32" else "bin"
PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMP")


class Place:
    """An environment with the wheel and the locked versions of what it needs, and an empty folder to be in."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.home, self.bin = folder / "home", folder / "env" / BIN
        self.home.mkdir()
        venv.create(folder / "env", with_pip=True)
        lock = ["--require-hashes", "--only-binary", ":all:", "-r", str(PROJECT / "requirements.lock")]
        fetched = self.pip(*lock)
        if fetched.returncode:
            (pytest.fail if os.environ.get(NEEDED) else pytest.skip)(
                f"what playing needs cannot be fetched: {fetched.stderr.strip().splitlines()[-1]}"
            )
        installed = self.pip("--no-deps", "--no-index", str(wheel))
        assert installed.returncode == 0, installed.stderr

    def pip(self, *what: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / "python"), "-m", "pip", "install", "--quiet", "--no-compile", *what]
        return subprocess.run(command, cwd=self.home, env=self.outer, capture_output=True, text=True, check=False)

    @property
    def outer(self) -> Mapping[str, str]:
        """For pip, which must know how this machine gets its packages."""
        return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    @property
    def inner(self) -> Mapping[str, str]:
        """For the program: nothing of this project's own surroundings."""
        return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | {"HOME": str(self.home)}

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / program), *words]
        return subprocess.run(command, cwd=self.home, env=self.inner, capture_output=True, text=True, check=False)

    def steppe(self, *words: str) -> str:
        run = self.run("steppe", *words)
        assert run.returncode == 0, run.stderr
        assert not run.stderr
        return run.stdout


@pytest.fixture
def place(packed: Packed, tmp_path: Path) -> Iterator[Place]:
    try:
        yield Place(tmp_path, packed.wheel)
    finally:
        shutil.rmtree(tmp_path / "env")  # a few hundred megabytes


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_wheel_in_an_empty_environment(place: Place) -> None:
    """One test, because it is long to install."""
    check_what_is_there(place)
    check_that_extras_are_named(place)
    play_a_whole_game(place)
    with serving(place.home, [str(place.bin / "steppe")], place.inner, place.home) as address:
        open_the_page(address)
        let_two_bots_play(place, address)
        give_orders_on_the_page(address)


def check_what_is_there(place: Place) -> None:
    found = place.run("python", "-c", "import steppe; print(steppe.__file__)").stdout
    assert Path(found.strip()).is_relative_to(place.bin.parent)
    assert "Drive on Moscow" in place.steppe("titles")


def check_that_extras_are_named(place: Place) -> None:
    """What playing does not need says what it is missing, in one line."""
    wanted = {
        "lab": ("simulate", "dom", "--games", "1", "-o", "x.parquet"),
        "map": ("map", "dom", "--png", "x.png"),
        "postgres": ("serve", "--port", "0", "--database", "postgresql://x@127.0.0.1:9/x"),
    }
    for extra, words in wanted.items():
        run = place.run("steppe", *words)
        assert run.returncode == 1
        assert f"pip install 'steppe[{extra}]'" in run.stderr
        assert run.stderr.count("\n") == 1
    for face in ("SteppeEnv", "load_game"):
        assert "pip install 'steppe[env]'" in place.run("python", "-c", f"from steppe.env import {face}").stderr


def play_a_whole_game(place: Place) -> None:
    told = place.steppe(
        "selfplay", "dom", "--german", "reflex", "--soviet", "greedy", "--seed", "1", "-o", "game.steppe"
    )
    assert re.search(r"wins on turn \d+ by rule [\d.]+", told), told
    place.steppe("verify", "game.steppe")


def open_the_page(address: str) -> None:
    with httpx.Client(base_url=address) as visitor:
        page = visitor.get("/")
        assert page.status_code == 200
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert assets
        assert all(visitor.get(asset).status_code == 200 for asset in assets)
        assert "preact" in visitor.get("/licences.txt").text


def let_two_bots_play(place: Place, address: str) -> None:
    """A whole game at the table, and its record is good."""
    bots = {"german": "random", "soviet": "random"}
    with httpx.Client(base_url=address, timeout=60) as visitor:
        made = visitor.post("/api/games", json={"title": "dom", "bots": bots})
        assert made.status_code < 300, made.text
        game = f"/api/games/{made.json()['game']}"
        while not visitor.get(game).json()["prompt"]["outcome"]:
            time.sleep(0.2)
        (place.home / "bots.steppe").write_bytes(visitor.get(f"{game}/record").content)
    place.steppe("verify", "bots.steppe")


def give_orders_on_the_page(address: str) -> None:
    """From the lobby to moves of one's own, in a real browser; whatever goes wrong on the page fails the test."""
    if executable() is None:
        assert not os.environ.get(BROWSER_NEEDED), "there is no browser"
        pytest.skip("installed, opened and played, but there is no browser to try the page in")
    with browsing() as (_, browser):
        table = Table(browser, address).lobby()
        table.visit(table.begin(title="dom", bots={"soviet": "reflex"}, setup="historical")["german"])
        player = Player(table, Mouse(table), moves=2, attacks=0)
        at = table.state["at"]
        table.button("order move-fight").click()
        table.until_later(at)
        assert player.move()
        assert player.move()
        player.finish()
        assert table.close() == []
