"""The skirmish on the server: the same table, the same messages."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steppe.dice import Dice
from steppe.record import Record
from steppe.server.store import sqlite_url
from steppe.titles import read_position
from tests.server.table import Links, Page, RefusedError, Table
from tests.skirmish.scene import KEY, small


@pytest.fixture
def table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Table]:
    """A server that reports no bug."""
    with caplog.at_level(logging.WARNING), Table(sqlite_url(tmp_path / "games.db")) as running:
        yield running
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


def test_the_lobby_offers_it(table: Table) -> None:
    found = {title["key"]: title for title in table.get("/api/titles").json()}[KEY]
    assert found["seats"] == ["amber", "teal"]
    assert [scenario["key"] for scenario in found["scenarios"]] == ["fords", "raid", "parley"]
    assert list(found["bots"]) == ["random"]
    assert found["about"]["side"] == "amber"


def test_what_a_page_needs_to_draw_it(table: Table) -> None:
    found = table.get(f"/api/titles/{KEY}?scenario=raid").json()
    assert (found["flat"], found["full_name"]) == (False, "Skirmish at the Fords: The raid")
    assert len(found["hexes"]) == 80
    assert len({(h["x"], h["y"]) for h in found["hexes"]}) == 80
    assert [step["step"] for step in found["steps"]][:2] == ["teal-march", "teal-fight"]
    wanted = {"unit", "side", "nation", "kind", "size", "mobility", "steps", "factors", "moves", "points", "turn"}
    assert all(wanted | {"entry", "label", "source", "note"} == set(unit) for unit in found["units"])
    assert set(found["look"]) == {"marks", "zoc_side", "symbols", "colours"}
    assert {turn["turn"] for turn in found["turns"]} == {1, 2, 3, 4, 5, 6}
    assert "<svg" in table.get(f"/api/titles/{KEY}/ground.svg").text


def legal(page: Page) -> list[str]:
    found: list[str] = page.ask("legal", most=3000)["orders"]
    return found


def play(links: Links, seed: int, orders: int = 10_000) -> tuple[Page, Page]:
    """Two pages that give random orders until the game is over; what each is told leads to what there is."""
    rng, pages = random.Random(seed), {seat: links.seat(seat) for seat in ("amber", "teal")}
    amber, teal = pages.values()
    for _ in range(orders):
        seat = amber.prompt["seat"]
        if seat is None:
            break
        at = pages[seat].order(rng.choice(legal(pages[seat])), at=pages[seat].at)
        for page in pages.values():
            page.wait(at)
    return amber, teal


def test_a_whole_game_over_sockets(table: Table) -> None:
    links = table.new(KEY, scenario="parley", setup="historical", name="At noon")
    amber, teal = play(links, 4)
    assert amber.prompt["outcome"]["rule"] in ("6.1", "6.2", "6.3")
    for page, seat in ((amber, "amber"), (teal, "teal")):
        assert page.view == table.get(links.path, links.play[seat]).json()["view"]
        assert page.entries
        page.close()
    record = table.get(f"{links.path}/record").text
    kept = Record.parse(record.encode("ascii"))
    kept.verify()
    assert kept.header.scenario == "parley"
    assert "Skirmish" in table.get(f"{links.path}/report.html").text
    assert table.get(f"{links.path}/luck").json()["battles"] == []


def test_questions_by_http(table: Table) -> None:
    links = table.new(KEY, setup="historical")
    path, token = f"{links.path}/questions", links.play["amber"]

    def ask(what: str, **more: Any) -> Any:
        return table.post(path, token, ask=what, **more).json()

    options = {choice["hex"]: choice for choice in ask("options", units=["1Horse"])["choices"]}
    assert options["0204"] == {
        "order": "move 1Horse 0203-0204",
        "kind": "go",
        "units": ["1Horse"],
        "hex": "0204",
        "badge": "1",
        "pick": "",
        "words": "1Horse march to 0204 Alder",
        "help": "march to a hex",
    }
    assert ask("range", units=["1Horse"])["from"] == "0203"
    assert ask("path", units=["1Horse"], hex="0204") == {"path": ["0203", "0204"], "spent": [0, 1]}
    assert ask("why", text="move 1Foot 0302-0310")["refused"]["rule"] == "4.1"
    assert set(ask("ready")["units"]) == {"1Foot", "2Foot", "3Foot", "1Horse", "2Horse", "Guns"}
    assert ask("joiners", hex="0208") == {"units": []}
    assert ask("threat", hex="0302") == {"sheet": None}
    refused = table.post(path, token, ask="supply")
    assert refused.status_code == 422
    assert "Skirmish at the Fords has no answer to that" in refused.text
    done = table.post(f"{links.path}/orders", token, text="move 1Horse 0203-0204")
    assert done.status_code == 200
    assert table.post(f"{links.path}/undo", token).status_code == 200


def test_the_enemy_is_not_told_a_chit(table: Table) -> None:
    links = table.new(KEY, setup="historical")
    seen = {seat: table.get(links.path, links.play[seat]).json()["view"]["units"] for seat in ("amber", "teal")}
    bands = [i for i, unit in enumerate(seen["teal"]) if unit["kind"] == "band"]
    assert len(bands) == 5
    assert all(seen["amber"][i]["attack"] is None and seen["teal"][i]["attack"] for i in bands)


def test_the_other_seat_is_asked_to_answer_an_assault(table: Table) -> None:
    links = table.new(KEY, scenario="raid")
    with links.seat("teal") as teal, links.seat("amber") as amber:
        teal.order("move 4Band 0608-0606")
        teal.order("done")
        teal.wait(2)
        amber.wait(2)
        assert amber.prompt["decision"] == "march"
        amber.order("move 2Horse 0603-0605")
        amber.order("done")
        at = amber.order("assault 0606 with 2Horse")
        teal.wait(at)
        assert (teal.prompt["seat"], teal.prompt["decision"]) == ("teal", "answer")
        assert set(teal.prompt["verbs"]) == {"stand", "withdraw"}
        with pytest.raises(RefusedError, match=r"5\.3"):
            teal.order("withdraw 0605")
        teal.order("stand")


def test_positions_are_shared(table: Table) -> None:
    text = small("1Foot 0303\n1Band 0304 chit=3", "amber-fight")
    made = table.post("/api/positions", text=text)
    assert made.status_code == 201, made.text
    path = f"/api/positions/{made.json()['position']}"
    found = table.get(path).json()
    assert (found["title"], len(found["fixed"]["hexes"]), found["fixed"]["flat"]) == (KEY, 30, False)
    seen = {unit["unit"]: unit["attack"] for unit in found["view"]["units"]}
    assert seen["1Band"] == 3  # whoever looks can read the text
    sheet = table.post(f"{path}/questions", ask="sheet", text="assault 0304 with 1Foot").json()["sheet"]
    assert sheet["columns"] == {"+0": "1"}
    links = table.new(KEY, setup="historical")
    shared = table.post("/api/positions", game=links.game)
    text = table.get(f"/api/positions/{shared.json()['position']}").json()["text"]
    assert read_position(text, Dice(b"x"))[0].key == KEY
