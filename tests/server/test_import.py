"""Records from elsewhere: certified, then to look at or to go on with."""

from __future__ import annotations

import json

import pytest

from tests.server.games import brought, prompt, record
from tests.server.table import Table


def test_a_finished_game_can_be_looked_at(table: Table) -> None:
    text = record()
    links = brought(table, text, name="From a club")
    assert links.play == {}
    assert prompt(links)["outcome"]["winner"] == "german"
    assert table.get(f"{links.path}/record").text == text
    orders = table.post(f"{links.path}/questions", ask="log").json()["log"]
    assert len(orders) == len(text.splitlines()) - 2


def test_an_open_game_goes_on(table: Table) -> None:
    links = brought(table, record(orders=20, over=False))
    seat = prompt(links)["seat"]
    token = links.play[seat]
    orders = table.post(f"{links.path}/questions", token, ask="legal").json()["orders"]
    assert table.post(f"{links.path}/orders", token, text=orders[0]).status_code == 200
    other = next(s for s in links.play if s != seat)
    assert table.post(f"{links.path}/orders", links.play[other], text=orders[0]).status_code == 422


def test_a_bot_may_go_on_with_it(table: Table) -> None:
    links = brought(table, record(orders=20, over=False), bots={"soviet": "random"})
    assert set(links.play) == {"german"}
    answer = table.post("/api/games/import", record=record(orders=20, over=False), bots={"finnish": "random"})
    assert answer.status_code == 422
    answer = table.post("/api/games/import", record=record(orders=20, over=False), bots={"soviet": "deep-blue"})
    assert answer.status_code == 422
    assert "no bot 'deep-blue'" in answer.text


def changed(text: str) -> str:
    """A record in which an order is another one, with nothing else changed."""
    lines = text.splitlines()
    fields = json.loads(lines[9])
    fields["order"] = "done"
    lines[9] = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1"),
        ("nonsense", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"steppe":99,"hash":""}', "format 99"),
        ("\u00e4", "ASCII"),
        (changed(record(orders=20)), "has been changed"),
        (record(orders=20, over=False).rsplit("\n", 2)[0][:-5], "not JSON"),
        (record(orders=20, over=False, told=False), "does not tell its secret"),
    ],
    ids=["empty", "nonsense", "list", "format", "letters", "changed", "cut", "secret"],
)
def test_clear_refusals(table: Table, text: str, why: str) -> None:
    answer = table.post("/api/games/import", record=text)
    assert answer.status_code == 422
    assert why in answer.json()["error"]["why"]


def test_what_is_too_large(table: Table) -> None:
    assert table.post("/api/games/import", record="x" * 13_000_000).status_code == 413
    assert table.post("/api/games/import", record="x" * 9_000_000).status_code == 422
