"""Positions shared by a link: to look at and to ask, and nothing hidden in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice
from tests.known import ASSAULT
from tests.server.games import brought, record
from tests.server.table import Table

SMALL = """
title = "dom"
step = "I.B"
units = '''
7Pz 0303
Foe soviet RD XX 3-4 0404
'''
[board]
size = "8x6"
hexes = '''
0101..0106 german-source german west
0801..0806 soviet-source
'''
"""


def share(table: Table, **what: Any) -> str:
    answer = table.post("/api/positions", **what)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert found["link"] == f"/p/{found['position']}"
    return str(found["position"])


def test_a_position_is_shown_with_its_own_board(table: Table) -> None:
    key = share(table, text=SMALL)
    assert share(table, text=SMALL) == key
    found = table.get(f"/api/positions/{key}").json()
    assert set(found) == {"position", "title", "text", "fixed", "view", "prompt"}
    assert len(found["fixed"]["hexes"]) == 48
    assert [unit["unit"] for unit in found["fixed"]["units"]] == ["7Pz", "Foe"]
    assert [unit["at"] for unit in found["view"]["units"]] == ["0303", "0404"]
    assert found["prompt"]["seat"] == "german"
    assert found["text"].strip() == SMALL.strip()


def test_questions(table: Table) -> None:
    path = f"/api/positions/{share(table, text=SMALL)}/questions"

    def ask(what: str, **more: Any) -> dict[str, Any]:
        answer = table.post(path, ask=what, **more)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    choices = {choice["hex"]: choice for choice in ask("options", units=["7Pz"])["choices"]}
    assert (choices["0304"]["kind"], choices["0304"]["order"]) == ("go", "move 7Pz 0303-0304")
    assert choices["0404"]["kind"] == "battle"
    assert ask("choices", about=["7Pz"], most=2)["more"]
    assert ask("why", hex="0303", units=["7Pz"])["refused"]["rule"]
    assert ask("complete", text="mov") == {"text": "move ", "hints": ["move UNITS WAY {straight}"]}
    assert "0304" in ask("range", units=["7Pz"])["hexes"]
    assert ask("why", text="move 7Pz 0303-0404")["refused"]["rule"]
    assert ask("why", text="move 7Pz 0303-0304") == {"refused": None}
    assert ask("sheet", text="mobile 0404 with 7Pz")["sheet"]["columns"]
    assert ask("threat", hex="0303")["sheet"]["defence"]
    assert {row["unit"] for row in ask("supply")["supply"]} == {"7Pz", "Foe"}
    assert "done" in ask("legal")["orders"]
    assert table.post(path, ask="past").status_code == 422
    assert table.post(path, ask="why", text="nonsense").status_code == 422
    assert table.post(path, ask="threat", hex="9999").status_code == 422


def test_a_position_answers_as_the_title_does(table: Table) -> None:
    """Nothing is put together a second time: what a link answers is what the sandbox prints."""
    title, state, _ = titles.read_position(SMALL, Dice(b""))
    questions = title.questions
    unit, foe = questions.read_units(["7Pz"]), questions.read_hex("0404")
    path = f"/api/positions/{share(table, text=SMALL)}/questions"
    assert table.post(path, ask="options", units=["7Pz"]).json() == questions.options(state, unit)
    assert table.post(path, ask="range", units=["7Pz"]).json() == questions.ranges(state, unit)
    assert table.post(path, ask="supply").json() == {"supply": questions.supply(state)}
    assert table.post(path, ask="threat", hex="0404").json() == questions.threat(state, foe)
    assert table.post(path, ask="legal", most=3).json() == questions.legal(state, (), 3)
    for text in ("mobile 0404 with 7Pz", "mobile 0505 with 7Pz", "assault 0404 with Foe"):
        order = questions.read_order(text)
        assert table.post(path, ask="sheet", text=text).json() == questions.sheet(state, order)
        assert table.post(path, ask="why", text=text).json() == questions.why(state, order)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"ask": "options", "units": []}, "at least one"),
        ({"ask": "range", "units": ["7Pz", "7pz"]}, "twice"),
        ({"ask": "range"}, "'units' should be a list of names"),
        ({"ask": "threat"}, "'hex' should be the label of a hex"),
        ({"ask": "why"}, "text of at most"),
        ({"ask": "why", "text": "x" * 5000}, "text of at most"),
        ({"ask": "ready"}, "no such question here; known are 'legal', "),
        ({}, "what is asked"),
    ],
    ids=str,
)
def test_questions_that_cannot_be_read(table: Table, question: dict[str, Any], words: str) -> None:
    answer = table.post(f"/api/positions/{share(table, text=SMALL)}/questions", **question)
    assert answer.status_code == 422
    assert words in answer.json()["error"]["why"]
    assert answer.json()["error"]["code"] in ("invalid", "no-order")


@pytest.mark.parametrize("text", ["", "x", 'title = "chess"', 'title = "dom"\nturn = 0', SMALL.replace("8x6", "99x99")])
def test_what_is_no_position(table: Table, text: str) -> None:
    assert table.post("/api/positions", text=text).status_code == 422


def test_there_is_nothing_to_play(table: Table) -> None:
    assert table.get("/api/positions/nothing-here").status_code == 404
    key = share(table, text=SMALL)
    assert table.post(f"/api/positions/{key}/orders", text="done").status_code in (404, 405)


@pytest.mark.parametrize("key", ASSAULT)
def test_a_finished_game_is_shared_as_it_is(table: Table, key: str) -> None:
    links = brought(table, record(key, orders=60))
    position = share(table, game=links.game)
    text = table.get(f"/api/positions/{position}").json()["text"]
    _, state, _ = titles.read_position(text, Dice(b""))
    room = table.room(links.game)
    assert [state.hex[u] for u in range(len(state.hex))] != []
    view = table.get(links.path).json()["view"]
    assert text.startswith("about")
    assert room.is_over
    assert view["turn"] == state.turn


@pytest.mark.parametrize("key", ASSAULT)
def test_a_game_in_play_tells_only_what_both_know(table: Table, key: str) -> None:
    """Faces that nobody has seen and units under others are dealt anew; what is in sight stays."""
    links = brought(table, record(key, orders=60, over=False))
    text = table.get(f"/api/positions/{share(table, game=links.game)}").json()["text"]
    title, state, _ = titles.read_position(text, Dice(b""))
    room = table.room(links.game)
    truth, own = room.game.state, room.game.title
    units = dict(title.names.units)
    tops = [u for u in truth.top if u >= 0]
    assert all(state.hex[units[own.names.unit[u].lower()]] == truth.hex[u] for u in tops)
    hidden = [u for u in range(len(own.names.unit)) if truth.hex[u] >= 0 and u not in tops]
    moved = [u for u in hidden if state.hex[units[own.names.unit[u].lower()]] != truth.hex[u]]
    assert len(hidden) < 10 or len(moved) > len(hidden) / 4


def test_a_position_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Table(url) as first:
        key = share(first, text=SMALL)
    with Table(url) as second:
        assert second.get(f"/api/positions/{key}").status_code == 200
