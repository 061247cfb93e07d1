"""Accounts gather games, and tell nobody else anything."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select

from steppe.server.faults import VersionError
from steppe.server.room import Room
from steppe.server.schema import accounts, chairs, keys, sessions, standings
from steppe.server.settings import Rate
from steppe.server.store import Waiting, sqlite_url
from tests.server.games import pass_the_turn, prompt
from tests.server.table import EASY, PATIENCE, Table, bearer


@pytest.fixture
def browser(table: Table) -> Iterator[httpx.Client]:
    """Somebody with a cookie jar of his own."""
    with httpx.Client(base_url=f"http://{table.host}", timeout=PATIENCE) as found:
        yield found


@pytest.fixture
def other(table: Table) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{table.host}", timeout=PATIENCE) as found:
        yield found


def sign_up(browser: httpx.Client, name: str) -> httpx.Response:
    answer = browser.post("/api/accounts", json={"name": name, "password": "a long secret"})
    assert answer.status_code == 201, answer.text
    return answer


def test_a_session_is_a_cookie_that_no_script_reads(table: Table, browser: httpx.Client) -> None:
    answer = sign_up(browser, "Anna.1")
    assert answer.json() == {"name": "anna.1"}
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    token = browser.cookies["steppe"]
    for row in table.store.rows(select(sessions)):
        assert token.encode() not in row.token
    (password,) = [r.password for r in table.store.rows(select(accounts).where(accounts.c.name == "anna.1"))]
    assert password.startswith("$argon2id$")
    assert "secret" not in password


def test_coming_and_going(table: Table, browser: httpx.Client) -> None:
    sign_up(browser, "berta")
    assert browser.get("/api/mine").json() == {"name": "berta", "games": []}
    assert browser.post("/api/logout").status_code == 200
    assert browser.get("/api/mine").status_code == 401
    for name, password in (("berta", "a wrong secret"), ("nobody-at-all", "a long secret")):
        answer = browser.post("/api/login", json={"name": name, "password": password})
        assert answer.status_code == 401
        assert answer.json()["error"]["why"] == "the name or the password is wrong"
    assert browser.post("/api/login", json={"name": "BERTA", "password": "a long secret"}).status_code == 200
    assert browser.get("/api/mine").json()["name"] == "berta"


def test_a_name_is_taken_once(browser: httpx.Client, other: httpx.Client) -> None:
    sign_up(browser, "carla")
    answer = other.post("/api/accounts", json={"name": "Carla", "password": "another secret"})
    assert answer.status_code == 409
    assert "steppe" not in other.cookies


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "a", "password": "a long secret"},
        {"name": "with space", "password": "a long secret"},
        {"name": "short", "password": "1234567"},
        {"name": "extra", "password": "a long secret", "admin": True},
    ],
)
def test_what_is_no_account(browser: httpx.Client, fields: dict[str, object]) -> None:
    assert browser.post("/api/accounts", json=fields).status_code == 422


def test_claimed_games_are_listed_with_whose_turn_it_is(table: Table, browser: httpx.Client) -> None:
    sign_up(browser, "dora")
    links, hotseat = table.new(), table.new(hotseat=True, name="At home")
    answer = browser.post(f"{links.path}/claim", headers=bearer(links.play["soviet"]))
    assert answer.json() == {"seats": ["soviet"]}
    browser.post(f"{hotseat.path}/claim", headers=bearer(hotseat.play["german"]))
    found = {game["game"]: game for game in browser.get("/api/mine").json()["games"]}
    assert found[hotseat.game]["seats"] == ["german", "soviet"]
    assert found[hotseat.game]["yours"] is True
    assert found[hotseat.game]["name"] == "At home"
    mine = found[links.game]
    assert (mine["seats"], mine["asked"], mine["yours"], mine["turn"]) == (["soviet"], "german", False, 1)
    what = {"game", "title", "scenario", "name", "seats", "turn", "setting_up", "asked", "yours", "over", "touched"}
    assert set(mine) == what
    assert (mine["scenario"], mine["setting_up"]) == ("campaign", False)
    pass_the_turn(links)
    games = browser.get("/api/mine").json()["games"]
    assert games[0]["game"] == links.game or games[0]["yours"]
    assert next(g for g in games if g["game"] == links.game)["asked"] == "soviet"
    table.post(f"{links.path}/orders", links.play["soviet"], text="resign soviet")
    last = browser.get("/api/mine").json()["games"][-1]
    assert (last["game"], last["over"], last["asked"], last["yours"]) == (links.game, True, None, False)


@pytest.fixture
def slow_disk(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written takes a while: what is not waited for is not there yet."""
    commit = table.store._commit

    def later(batch: list[Waiting]) -> None:
        time.sleep(0.1)
        commit(batch)

    monkeypatch.setattr(table.store, "_commit", later)


@pytest.mark.usefixtures("slow_disk")
def test_the_list_agrees_with_every_order_that_was_acknowledged(table: Table, browser: httpx.Client) -> None:
    """Orders that pass the turn, one that is taken back, and the last: whatever was answered is in the next list."""
    sign_up(browser, "olga")
    links = table.new(setup="free", hotseat=True)
    token = links.play["german"]
    browser.post(f"{links.path}/claim", headers=bearer(token))

    def listed() -> tuple[Any, ...]:
        (game,) = browser.get("/api/mine").json()["games"]
        return game["asked"], game["turn"], game["setting_up"], game["over"]

    def give(text: str) -> dict[str, Any]:
        answer = table.post(f"{links.path}/orders", token, text=text)
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["prompt"])

    first = prompt(links)["seat"]
    assert listed() == (first, 0, True, False)
    with links.page(token) as page:
        while prompt(links)["seat"] == first:
            give("deploy historical")
            assert listed() == (first, 0, True, False)
            give("done")
        assert listed()[0] != first
        page.send(do="ask-undo")
        assert listed() == (first, 0, True, False)
        page.order("done")
    while prompt(links)["decision"] == "set-up":
        assert listed() == ("german", 0, True, False)
        give("deploy historical")
        give("done")
    assert listed() == ("german", 1, False, False)
    assert give("resign german")["seat"] is None
    assert listed() == (None, 1, False, True)


def test_a_game_of_an_older_version_is_listed_as_it_stands(table: Table, browser: httpx.Client) -> None:
    """It was begun when standings were not yet written at once."""
    sign_up(browser, "paula")
    links = table.new()
    browser.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
    of_game = standings.c.game == links.game
    table.store.change(lambda connection: connection.execute(delete(standings).where(of_game))).result(PATIENCE)
    for _ in range(2):
        (game,) = browser.get("/api/mine").json()["games"]
        assert (game["asked"], game["turn"], game["yours"]) == ("german", 1, True)
        assert table.store.row(select(standings).where(of_game)) is not None


def test_a_game_that_needs_another_version_does_not_close_the_list(
    table: Table, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(browser, "rosa")
    links, other = table.new(), table.new()
    for game in (links, other):
        browser.post(f"{game.path}/claim", headers=bearer(game.play["german"]))
    of_game = standings.c.game == links.game
    table.store.change(lambda connection: connection.execute(delete(standings).where(of_game))).result(PATIENCE)

    async def shelved(game: str) -> Room:
        raise VersionError("this game needs the version it began with")

    monkeypatch.setattr(table.inside.rooms, "open", shelved)
    found = {game["game"]: game for game in browser.get("/api/mine").json()["games"]}
    assert (found[links.game]["asked"], found[links.game]["yours"]) == (None, False)
    assert found[other.game]["asked"] == "german"


def test_only_the_holder_of_a_seat_claims_it(table: Table, browser: httpx.Client, other: httpx.Client) -> None:
    sign_up(browser, "emma")
    sign_up(other, "frieda")
    links = table.new()
    for token in ("", links.watch["german"], "wrong"):
        assert browser.post(f"{links.path}/claim", headers=bearer(token)).status_code == 403
    assert browser.post(f"{links.path}/claim", headers=bearer(links.play["german"])).status_code == 200
    taken = other.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
    assert taken.status_code == 409
    assert "emma" not in taken.text
    assert table.http.post(f"{links.path}/claim", headers=bearer(links.play["german"])).status_code == 401


def test_who_lost_his_link_gets_another(table: Table, browser: httpx.Client, other: httpx.Client) -> None:
    sign_up(browser, "greta")
    sign_up(other, "hanna")
    links = table.new()
    browser.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
    assert other.post(f"{links.path}/link").status_code == 403
    made = browser.post(f"{links.path}/link").json()
    assert made["game"] == links.game
    assert set(made["play"]) == {"german"}
    token = made["play"]["german"]
    assert token != links.play["german"]
    assert table.get(links.path, token).json()["seats"] == ["german"]
    assert table.get(links.path, links.play["german"]).json()["seats"] == ["german"]
    with links.page(token) as page:
        assert page.hello["seats"] == ["german"]
    assert all(token.encode() not in row.token for row in table.store.rows(select(keys)))
    assert browser.delete(f"{links.path}/claim").status_code == 200
    assert table.get(links.path, token).json()["seats"] == []
    assert table.get(links.path, links.play["german"]).json()["seats"] == ["german"]


def test_new_links_outlive_the_server(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "games.db")
    with Table(url) as first:
        sign_up(first.http, "ida")
        links = first.new()
        first.http.post(f"{links.path}/claim", headers=bearer(links.play["soviet"]))
        token = first.http.post(f"{links.path}/link").json()["play"]["soviet"]
        cookie = first.http.cookies["steppe"]
    with Table(url) as second:
        assert second.get(links.path, token).json()["seats"] == ["soviet"]
        second.http.cookies.set("steppe", cookie)
        assert [g["game"] for g in second.http.get("/api/mine").json()["games"]] == [links.game]


def test_nobody_else_is_told_of_an_account(table: Table, browser: httpx.Client) -> None:
    name = "judith-of-the-steppe"
    sign_up(browser, name)
    links = table.new()
    browser.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
    account = table.store.row(select(accounts.c.id).where(accounts.c.name == name))
    assert account is not None
    for token in ("", links.play["soviet"], links.watch["german"]):
        for path in ("", "/notes", "/notice", "/since", "/luck", "/report.html", "/record"):
            text = table.get(links.path + path, token).text
            assert name not in text
            assert account.id not in text
        with links.page(token) as page:
            page.quiet()
            assert name not in "".join(page.heard)


def test_another_site_cannot_act_with_a_cookie(table: Table, browser: httpx.Client) -> None:
    sign_up(browser, "karla")
    links = table.new()
    headers = {**bearer(links.play["german"]), "Sec-Fetch-Site": "cross-site"}
    assert browser.post(f"{links.path}/claim", headers=headers).status_code == 403
    assert browser.post("/api/logout", headers={"Sec-Fetch-Site": "same-site"}).status_code == 403
    assert browser.get("/api/mine").status_code == 200


def test_a_deleted_account_is_gone(table: Table, browser: httpx.Client) -> None:
    sign_up(browser, "lena")
    links = table.new()
    browser.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
    token = browser.post(f"{links.path}/link").json()["play"]["german"]
    cookie = browser.cookies["steppe"]
    assert browser.delete("/api/accounts").status_code == 200
    browser.cookies.set("steppe", cookie)
    assert browser.get("/api/mine").status_code == 401
    assert table.get(links.path, token).json()["seats"] == []
    row = table.store.row(select(chairs.c.account).where(chairs.c.game == links.game, chairs.c.seat == "german"))
    assert row is not None
    assert row.account == ""
    assert browser.post("/api/login", json={"name": "lena", "password": "a long secret"}).status_code == 401


def test_guessing_passwords_is_slow(tmp_path: Path) -> None:
    with Table(sqlite_url(tmp_path / "games.db"), settings=EASY._replace(logins=Rate(0.001, 4))) as table:
        sign_up(table.http, "maria")
        answers = [table.post("/api/login", name="maria", password=f"a guess {n}").status_code for n in range(5)]
        assert answers == [401, 401, 401, 429, 429]


def test_postgresql_keeps_the_same(postgres: str) -> None:
    with Table(postgres) as table:
        sign_up(table.http, "nora")
        assert table.post("/api/accounts", name="nora", password="another secret").status_code == 409
        links = table.new()
        table.http.post(f"{links.path}/claim", headers=bearer(links.play["german"]))
        token = table.http.post(f"{links.path}/link").json()["play"]["german"]
        note = table.post(f"{links.path}/notes", token, n=1, text="kept", bookmark=True).json()
        assert table.get(f"{links.path}/notes", token).json() == {"notes": [note]}
        table.post(f"{links.path}/notice", token, webhook="https://hooks.example.org/x")
        assert table.get(f"{links.path}/notice", token).json()["webhook"] == "https://hooks.example.org/x"
        pass_the_turn(links)
        (game,) = table.http.get("/api/mine").json()["games"]
        assert (game["asked"], game["yours"]) == ("soviet", False)
        position = table.post("/api/positions", game=links.game).json()["position"]
        assert table.get(f"/api/positions/{position}").status_code == 200
        assert table.http.delete("/api/accounts").status_code == 200
