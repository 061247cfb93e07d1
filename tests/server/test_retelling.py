"""What happened since one was here, what the dice gave, and the report."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests.known import ASSAULT
from tests.server.games import brought, record
from tests.server.table import Table


def test_since_is_the_log_by_phases(table: Table) -> None:
    links = brought(table, record(orders=60, over=False))
    for token in (*links.play.values(), ""):
        log = table.post(f"{links.path}/questions", token, ask="log", **{"from": 20}).json()["log"]
        found = table.get(f"{links.path}/since?n=20", token).json()
        assert set(found) == {"from", "orders", "at", "groups"}
        assert (found["from"], found["orders"]) == (20, 20 + len(log))
        told = [
            (entry["n"], entry["seat"], line)
            for group in found["groups"]
            for entry in group["entries"]
            for line in entry["told"]
        ]
        assert told == [
            (entry["n"], entry["seat"], line)
            for entry in log
            for line in entry["told"]
            if line["kind"] not in ("phase", "turn")
        ]
        phases = [group["phase"] for group in found["groups"]]
        assert all(phases)
        assert all(a != b for a, b in pairwise(phases))


def test_since_now_is_nothing(table: Table) -> None:
    links = table.new()
    assert table.get(f"{links.path}/since?n=999").json() == {"from": 6, "orders": 6, "at": 6, "groups": []}
    assert table.get(f"{links.path}/since?n=-1").status_code == 422


@pytest.mark.parametrize("key", ASSAULT)
def test_luck_of_a_game_in_play_and_of_a_finished_one(table: Table, key: str) -> None:
    running, over = brought(table, record(key, over=False)), brought(table, record(key))
    whole = table.get(f"{over.path}/luck").json()
    assert set(whole) == {"at", "over", "battles", "luck", "dice", "other_dice", "losses"}
    assert whole["over"]
    assert len(whole["battles"]) > 5
    for token in ("", *running.play.values()):
        known = table.get(f"{running.path}/luck", token).json()
        assert not known["over"]
        assert [b["result"] for b in known["battles"]] == [b["result"] for b in whole["battles"]]


class Outline(HTMLParser):
    """Checks that tags close, and finds what a file would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)
        self.loads += [f"{tag} {value}" for name, value in attrs if name in ("src", "href") and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {value}" for name, value in attrs if name in ("src", "href") and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("key", ASSAULT)
def test_the_report_is_one_file(table: Table, key: str) -> None:
    links = brought(table, record(key), name="<script>alert(1)</script>")
    answer = table.get(f"{links.path}/report.html")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    outline = Outline()
    outline.feed(answer.text)
    assert outline.open == []
    assert all(load.startswith("use #") for load in outline.loads)
    assert "<script" not in answer.text
    assert "url(http" not in answer.text
    assert len(answer.content) < 1_500_000
    for words in ("won", "Losses", "Dice and luck", "Battles", "Turn by turn", "Anna"):
        assert words in answer.text


@pytest.mark.parametrize("key", ASSAULT)
def test_the_report_of_a_game_in_play_names_no_unit(table: Table, key: str) -> None:
    """Stacks are numbers, losses are kinds: where a unit lies that is hidden cannot be read from it."""
    links = brought(table, record(key, over=False))
    names = [name for name in table.room(links.game).game.title.names.unit if len(name) > 4]
    for token in ("", *links.play.values(), *links.watch.values()):
        text = table.get(f"{links.path}/report.html", token).text
        body = text[text.index("<body>") : text.index('id="ground"')]
        assert "This report tells what" in body
        words = set(re.findall(r"[\w.-]+", body))
        assert [name for name in names if name in words] == []
