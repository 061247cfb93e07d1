"""What bots say about their orders: kept on the server, and told to nobody who could learn hidden things from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steppe import bots
from steppe.server.bots import BotPlay, Said, Thought, think
from steppe.server.store import sqlite_url
from tests.server.table import Page, Table
from tests.server.test_bots import play_on

SECRET = "drive: 3Pz, which nobody sees, drives on 2117"


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that gives everything away."""

    async def say(self: BotPlay, thought: Thought) -> Said:
        return think(thought)._replace(note=SECRET)

    monkeypatch.setattr(BotPlay, "_think", say)


def notes_in(log: list[dict[str, Any]]) -> list[str]:
    return [entry["note"] for entry in log if "note" in entry]


def held_after(page: Page, orders: int) -> None:
    play_on(page, orders)
    page.send(do="hold-bot", hold=True)
    page.quiet(0.5)


@pytest.mark.usefixtures("talkative")
def test_the_opponent_reads_no_note_while_the_game_is_on(table: Table) -> None:
    begun = table.new(bots={"german": "random"})
    with begun.seat("soviet") as page, begun.page() as stranger:
        assert page.hello["notes"] is False
        held_after(page, 4)
        stranger.wait(page.at)
        for looker in (page, stranger):
            assert looker.entries
            assert notes_in(looker.ask("log")["log"]) == []
            assert not any(SECRET in text for text in looker.heard)
    for token in (begun.play["soviet"], ""):
        for path in ("", "/since?n=0", "/luck", "/report.html", "/record"):
            assert SECRET not in table.get(f"/api/games/{begun.game}{path}", token).text
        asked = table.post(f"/api/games/{begun.game}/questions", token, ask="log")
        assert asked.json()["log"]
        assert SECRET not in asked.text


@pytest.mark.usefixtures("talkative")
def test_who_sees_with_the_bots_own_eyes_reads_its_notes(table: Table) -> None:
    begun = table.new(bots={"german": "random"})
    with begun.seat("soviet") as page, begun.page(begun.watch["german"]) as watcher:
        held_after(page, 3)
        watcher.wait(page.at)
        told = [entry for entry in watcher.entries if entry["seat"] == "german"]
        assert told
        assert notes_in(told) == [SECRET] * len(told)
        assert all("note" not in entry for entry in watcher.entries if entry["seat"] == "soviet")


@pytest.mark.usefixtures("talkative")
def test_when_the_game_is_over_everybody_reads_them(table: Table) -> None:
    begun = table.new(bots={"german": "random"})
    with begun.seat("soviet") as page:
        held_after(page, 3)
        assert notes_in(page.ask("log")["log"]) == []
        page.order("resign soviet")
        page.quiet()
        assert page.prompt["outcome"] is not None
        assert SECRET in notes_in(page.ask("log")["log"])


@pytest.mark.usefixtures("talkative")
def test_at_a_table_with_open_notes_they_are_read_at_once(table: Table) -> None:
    begun = table.new(bots={"german": "random"}, open_notes=True)
    with begun.seat("soviet") as page:
        assert page.hello["notes"] is True
        held_after(page, 3)
        assert SECRET in notes_in(page.entries)


@pytest.mark.usefixtures("talkative")
def test_notes_outlive_the_server(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "games.db")
    with Table(url) as first:
        begun = first.new(bots={"german": "random"})
        with begun.seat("soviet") as page, begun.page(begun.watch["german"]) as watcher:
            held_after(page, 3)
            before = notes_in(watcher.ask("log")["log"])
            assert before
    with Table(url) as second:
        second.inside.bots.wake = lambda room: None  # type: ignore[method-assign]
        path = f"/api/games/{begun.game}/questions"
        log = second.post(path, begun.watch["german"], ask="log").json()["log"]
        assert notes_in(log) == before
        assert notes_in(second.post(path, begun.play["soviet"], ask="log").json()["log"]) == []


def test_the_lobby_offers_every_level_in_a_line_each(table: Table) -> None:
    for title in table.get("/api/titles").json():
        assert title["bots"] == bots.LEVELS
        assert list(title["bots"])[:2] == ["random", "greedy"]
        assert all(0 < len(line) <= 100 for line in title["bots"].values())
