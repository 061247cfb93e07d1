"""Play over sockets: two seats, watchers, and everything that can go wrong on a line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.table import Page, RefusedError, Table


def pick(page: Page, rng: random.Random) -> str:
    """Some legal order; phases end soon."""
    orders: list[str] = page.ask("legal")["orders"]
    if "done" in orders and rng.random() < 0.3:
        return "done"
    fights = [o for o in orders if o.startswith(("assault", "mobile"))]
    return rng.choice(fights if fights and rng.random() < 0.5 else orders)


def play_on(pages: dict[str, Page], orders: int, seed: int, turns: int = 99) -> None:
    rng = random.Random(seed)
    everybody = list(pages.values())
    for _ in range(orders):
        name = everybody[0].prompt["seat"]
        if name is None or everybody[0].view["turn"] > turns:
            return
        try:
            at = pages[name].order("done") if rng.random() < 0.2 else pages[name].order(pick(pages[name], rng))
        except RefusedError as refused:
            if refused.kind != "refused":
                raise
            continue
        for page in everybody:
            page.wait(at)


def test_two_seats_play_a_whole_turn_and_everybody_keeps_up(table: Table) -> None:
    begun = table.new()
    pages = {name: begun.seat(name) for name in begun.play}
    watchers = [begun.page(), *(begun.page(token) for token in begun.watch.values())]
    play_on({**pages, **{f"watcher {i}": page for i, page in enumerate(watchers)}}, 400, seed=4, turns=1)
    assert pages["german"].view["turn"] == 2
    for page in (*pages.values(), *watchers):
        told = page.view
        assert page.ask("view")["view"] == told
        assert page.ask("log", **{"from": page.orders})["log"] == page.entries
        page.close()
    assert watchers[1].view == pages["german"].view
    assert watchers[2].view == pages["soviet"].view


def test_the_past_is_what_was_seen_then(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german, begun.seat("soviet") as soviet, begun.page() as stranger:
        seen = []
        start = german.orders
        for n in range(25):
            play_on({"german": german, "soviet": soviet, "": stranger}, 1, seed=n)
            seen.append((len(german.entries), [page.view for page in (german, soviet, stranger)]))
        for n, views in seen[::4]:
            for page, view in zip((german, soviet, stranger), views, strict=True):
                assert page.ask("past", n=start + n)["view"] == view


def test_refusals_over_a_socket(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german, begun.seat("soviet") as soviet, begun.page() as stranger:
        for page, fields, kind in (
            (soviet, {"text": "order move-fight"}, "error"),
            (soviet, {"text": "order move-fight", "seat": "german"}, "error"),
            (stranger, {"text": "order move-fight"}, "error"),
            (german, {"text": "done"}, "refused"),
            (german, {"text": "order move-fight", "at": german.at - 1}, "stale"),
            (german, {"text": "order move-fight", "at": True}, "error"),
            (german, {"text": "order move-fight", "key": 7}, "error"),
            (german, {"text": "order move-fight", "key": "k" * 65}, "error"),
            (german, {"text": ["order"]}, "error"),
            (german, {}, "error"),
        ):
            with pytest.raises(RefusedError) as refused:
                page.send(do="order", **fields)
            assert refused.value.kind == kind, fields
        at = german.order("order move-fight", at=german.at, key="once")
        assert german.order("order move-fight", key="once") == at
        with pytest.raises(RefusedError, match="nobody asks"):
            soviet.send(do="answer-undo", agree=True)
        with pytest.raises(RefusedError, match="look on"):
            stranger.send(do="ask-undo")
        with pytest.raises(RefusedError, match="does not hold"):
            german.send(do="look", seat="soviet")
        with pytest.raises(RefusedError, match="player"):
            stranger.send(do="hold-bot")
        for fields in ({"do": "dance"}, {"do": ["order"]}, {"ask": "x"}, {"ask": None}, {}, {"do": None}):
            with pytest.raises(RefusedError):
                german.send(**fields)


def test_asking_the_opponent_to_let_an_order_be_taken_back(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german, begun.seat("soviet") as soviet, begun.page(begun.watch["german"]) as watcher:
        view = german.view
        german.order("order move-fight")
        with pytest.raises(RefusedError, match="opponent must agree"):
            german.send(do="undo")
        assert german.send(do="ask-undo") == {"re": 3, "asked": True}
        with pytest.raises(RefusedError, match="nobody asks you"):
            german.send(do="answer-undo", agree=True)
        soviet.quiet()
        assert soviet.notices == [{"tell": "undo asked", "seat": "german"}]
        soviet.send(do="answer-undo", agree=False)
        german.quiet()
        assert german.notices == [{"tell": "undo declined", "seat": "german"}]
        german.send(do="ask-undo")
        at = soviet.send(do="answer-undo", agree=True)["at"]
        for page in (german, soviet, watcher):
            page.wait(at)
        assert german.view == view
        assert watcher.notices == []


def test_an_agreement_is_for_the_position_it_was_asked_at(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german, begun.seat("soviet") as soviet:
        german.order("order move-fight")
        german.send(do="ask-undo")
        german.order(german.ask("legal")["orders"][0])
        with pytest.raises(RefusedError, match="nobody asks"):
            soviet.send(do="answer-undo", agree=True)


def test_hot_seat_hands_over(table: Table) -> None:
    begun = table.new(hotseat=True)
    with begun.seat("german") as page, begun.seat("german") as other:
        german = page.view
        answer = page.send(do="look", seat="soviet")
        assert answer["eyes"] == "soviet"
        assert page.view != german
        at = page.order("order move-fight")
        other.wait(at)
        assert page.view == page.ask("view")["view"]
        assert other.view == other.ask("view")["view"] != page.view
        assert page.send(do="ask-undo")["at"] == at + 1


def test_wild_messages(table: Table) -> None:
    begun = table.new()
    address = f"ws://{table.host}/api/games/{begun.game}/play"
    with begun.seat("german") as page:
        for text in ("", "{", "[]", "null", "7", '{"id": NaN}', "[" * 5000, '{"id":' + "9" * 5000 + "}", '"\\ud800"'):
            page.socket.send(text)
            answer = page._take()
            assert (answer["re"], answer["error"]["kind"]) == (None, "error"), text
        wrong: list[Any] = [None, True, 1.5, [], {"a": []}, "x" * 65, 2**60]
        for number in wrong:
            page.socket.send(json.dumps({"id": number, "ask": "log"}))
            assert page._take()["re"] is None
        page.socket.send(json.dumps({"id": "\ud800\0", "ask": "\ud800", "text": "\0"}))
        assert page._take()["re"] == "\ud800\0"
    for first in ("nonsense", "[]", json.dumps({"token": "x" * 20_000})):
        with connect(address) as socket:
            socket.send(first)
            with pytest.raises(ConnectionClosed):
                socket.recv(10)
    with connect(address) as socket:
        socket.send(b"\0\1")
        with pytest.raises(ConnectionClosed):
            socket.recv(10)
    for token in (None, 7, ["x"], {"a": 1}, "\ud800"):
        with connect(address) as socket:
            socket.send(json.dumps({"token": token}))
            assert json.loads(socket.recv(10))["hello"]["seats"] == []
    with begun.seat("german") as page:
        page.socket.send(json.dumps({"id": 1, "ask": "why", "text": "x" * 20_000}))
        with pytest.raises(ConnectionClosed):
            page._take()


def test_there_is_no_such_game(table: Table) -> None:
    for game in ("AAAAAAAAAAAA", "x", "%00", "a" * 500):
        with connect(f"ws://{table.host}/api/games/{game}/play") as socket:
            assert "no such game" in json.loads(socket.recv(10))["error"]["why"]
            with pytest.raises(ConnectionClosed):
                socket.recv(10)


def test_pages_that_go_leave_nothing_behind(table: Table) -> None:
    begun = table.new()
    for n in range(8):
        page = begun.seat("german")
        if n % 2:
            page.socket.send(json.dumps({"id": 1, "do": "order", "text": "order move-fight", "key": "same"}))
            page.socket.socket.close()
        else:
            page.close()
    with begun.seat("german") as last:
        assert len(table.room(begun.game).listeners) <= 3
        last.order("order move-fight", key="same")
        assert last.at == last.ask("view")["at"]
        entries: list[Any] = last.ask("log")["log"]
        assert [told["kind"] for entry in entries for told in entry["told"]].count("phase order") == 1


def test_fifty_games_side_by_side(table: Table) -> None:
    """Orders of all games at once; each is told to its own players and to nobody else."""
    begun = [table.new() for _ in range(50)]
    pages = [(links.seat("german"), links.seat("soviet")) for links in begun]
    for n, (german, _) in enumerate(pages):
        text = ("order move-fight", "order fight-move")[n % 2]
        german.socket.send(json.dumps({"id": 1, "do": "order", "text": text}))
    for n, (german, soviet) in enumerate(pages):
        german.wait(german.at + 1)
        soviet.wait(german.at)
        assert german.prompt["decision"] == soviet.prompt["decision"] == ("movement", "combat")[n % 2]
        assert len(soviet.entries) == 1
        for page in (german, soviet):
            page.close()


def test_a_page_that_does_not_read_is_sent_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steppe.server.socket.OUTBOX", 4)
    begun = table.new()
    slow = begun.seat("soviet")
    listener = next(iter(table.room(begun.game).listeners))
    for _ in range(6):
        listener.hear(b"{}")  # before it could be sent
    with pytest.raises(ConnectionClosed):
        slow.quiet(10)
    assert table.room(begun.game).listeners == set()
