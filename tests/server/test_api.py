"""The REST part: what it answers, what it refuses, and that nothing makes it stumble."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.draws import resigning_draws
from tests.server.table import Links, Table, bearer

STRANGE = ["\0", "\ud800", "\x1b[2J", "A" * 10_000, "../../etc/passwd", "'; DROP TABLE games; --", "\u202e", "1" * 300]


@pytest.fixture(scope="module")
def game(table: Table) -> Links:
    return table.new()


def raw(table: Table, path: str, body: bytes, token: str = "") -> httpx.Response:
    return table.http.post(path, content=body, headers={"Content-Type": "application/json", **bearer(token)})


def error_of(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()["error"]
    assert found["why"]
    assert "Traceback" not in answer.text
    return found


def test_titles_and_their_data(table: Table) -> None:
    listed = table.get("/api/titles").json()
    assert {"dom", "lwe"} <= {title["key"] for title in listed}
    for title in listed:
        assert set(title["about"]) == {"what", "lasts", "hardness", "side", "bot"}
        assert title["about"]["side"] in title["seats"]
        assert title["about"]["bot"] in title["bots"]
    answer = table.get("/api/titles/dom")
    assert answer.json()["key"] == "dom"
    again = table.http.get("/api/titles/dom", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = table.http.get("/api/titles/dom", headers={"Accept-Encoding": "identity"})
    assert plain.json() == answer.json()
    error_of(table.get("/api/titles/nothing"), 404)


def test_scenarios(table: Table) -> None:
    listed = {title["key"]: title["scenarios"] for title in table.get("/api/titles").json()}
    assert [scenario["key"] for scenario in listed["pm"]] == ["campaign", "learning"]
    assert listed["pm"][1]["options"] == {"learning": True}
    assert all(scenario["words"] and scenario["hours"] for offered in listed.values() for scenario in offered)
    assert table.get("/api/titles/pm").json()["scenario"] == listed["pm"][0]
    assert table.get("/api/titles/pm?scenario=learning").json()["scenario"] == listed["pm"][1]
    assert "known are campaign, learning" in error_of(table.get("/api/titles/pm?scenario=kiev"), 404)["why"]
    for wanted in ({"scenario": "learning"}, {"options": {"learning": True}}):
        links = table.new("pm", **wanted)
        assert table.get(links.path).json()["scenario"] == "learning"
        assert table.room(links.game).game.record.header.scenario == "learning"
        with links.seat("german") as german:
            assert (german.hello["scenario"], german.hello["options"]["learning"]) == ("learning", True)
            german.ask("legal")
    error_of(table.post("/api/games", title="pm", scenario="kiev"), 422)
    error_of(table.post("/api/games", title="pm", scenario="learning", options={"learning": False}), 422)


def test_a_drawn_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    resigning_draws(monkeypatch)
    links = table.new()
    over = table.post(f"{links.path}/orders", links.play["german"], text="resign german").json()["prompt"]
    assert (over["seat"], over["outcome"]["winner"], over["outcome"]["level"]) == (None, "", "draw")
    assert "the game is drawn" in over["text"]
    assert "The game was drawn in turn 1 by rule 1.0b" in table.get(f"{links.path}/report.html").text
    closing = table.get(f"{links.path}/record").text.splitlines()[-1]
    assert '"winner":""' in closing
    assert table.get(f"{links.path}/luck").json()["over"]


def test_objectives_are_worth_what_the_rules_say(table: Table) -> None:
    """4.2, 4.3: Minsk one point, Sevastopol two, Moscow nine for both of its hexes."""
    fixed = table.get("/api/titles/pm").json()
    names = {hex_["hex"]: hex_["name"] for hex_ in fixed["hexes"]}
    worth = {names[label]: points for label, points in fixed["objectives"].items()}
    assert (worth["Minsk"], worth["Sevastopol"], worth["Moscow"]) == (1, 2, 9)


def test_markers_and_kinds_of_the_look_are_those_of_the_title(table: Table) -> None:
    fixed = table.get("/api/titles/pm").json()
    with table.new(title="pm", setup="historical").seat("german") as german:
        view = german.view
    assert all(mark["key"] in view for mark in fixed["look"]["hex_marks"])
    assert view["points-needed"] == 4
    soviet = {unit["kind"] for unit in fixed["units"] if unit["kind"].isupper()}
    assert soviet == set(fixed["look"]["kinds"])


def test_each_seat_gets_a_secret_of_its_own(table: Table) -> None:
    begun = table.new()
    secrets = [*begun.play.values(), *begun.watch.values()]
    assert len(set(secrets)) == 4
    assert all(len(secret) >= 32 for secret in secrets)
    with open(str(table.store.engine.url.database), "rb") as file:
        kept = file.read()
    assert not any(secret.encode() in kept for secret in secrets)


def test_hot_seat_has_one_link_for_both(table: Table) -> None:
    begun = table.new(hotseat=True)
    assert len(set(begun.play.values())) == 1
    token = begun.play["german"]
    assert table.get(begun.path, token).json()["seats"] == ["german", "soviet"]
    assert table.post(f"{begun.path}/orders", token, text="order move-fight").status_code == 200
    assert table.get(f"{begun.path}/record", token).text.count("\n") > 1


def test_who_sees_what(table: Table, game: Links) -> None:
    """A seat, one who watches with its eyes, and a stranger."""
    seats = {name: table.get(game.path, token).json() for name, token in game.play.items()}
    watchers = {name: table.get(game.path, token).json() for name, token in game.watch.items()}
    stranger = table.get(game.path).json()
    for name in ("german", "soviet"):
        assert seats[name]["view"] == watchers[name]["view"]
        assert (seats[name]["seats"], watchers[name]["seats"]) == ([name], [])
        for unit, own, other in zip(
            stranger["view"]["units"], seats["german"]["view"]["units"], seats["soviet"]["view"]["units"], strict=True
        ):
            if not unit.get("hidden"):
                assert not own.get("hidden")
                assert not other.get("hidden")
    assert stranger["view"] == table.get(game.path, "no such token").json()["view"]


def test_an_order_its_repetition_and_a_late_one(table: Table) -> None:
    begun = table.new()
    token, path = begun.play["german"], f"{begun.path}/orders"
    at = table.get(begun.path).json()["at"]
    done = table.post(path, token, text="order move-fight", at=at, key="one").json()
    assert done["at"] == at + 1
    again = table.post(path, token, text="order move-fight", at=at, key="one")
    assert (again.status_code, again.json()["at"]) == (200, at + 1)
    assert error_of(table.post(path, token, text="done", at=at), 409)["kind"] == "stale"
    assert "key" in error_of(table.post(path, token, text="done", key="one"), 422)["why"]
    assert table.get(begun.path).json()["at"] == at + 1


def test_wrong_seat_wrong_turn_wrong_order(table: Table) -> None:
    begun = table.new()
    path = f"{begun.path}/orders"
    error_of(table.post(path, text="order move-fight"), 403)
    error_of(table.post(path, begun.watch["german"], text="order move-fight"), 403)
    error_of(table.post(path, begun.play["soviet"], text="order move-fight", seat="german"), 403)
    assert "decision" in error_of(table.post(path, begun.play["soviet"], text="order move-fight"), 422)["why"]
    refused = error_of(table.post(path, begun.play["german"], text="done"), 422)
    assert (refused["kind"], bool(refused["rule"])) == ("refused", True)
    error_of(table.post(path, begun.play["german"], text="frobnicate"), 422)
    error_of(table.post(path, begun.play["german"], text="resign soviet"), 422)
    error_of(table.post(path, begun.play["german"], text="order move-fight", seat="nobody"), 422)


def test_taking_back(table: Table) -> None:
    begun = table.new()
    token, path = begun.play["german"], begun.path
    table.post(f"{path}/orders", token, text="order move-fight")
    before = table.get(path, token).json()
    move = table.post(f"{path}/questions", token, ask="legal").json()["orders"][0]
    at = table.post(f"{path}/orders", token, text=move).json()["at"]
    error_of(table.post(f"{path}/undo", begun.play["soviet"]), 422)
    error_of(table.post(f"{path}/undo"), 403)
    undone = table.post(f"{path}/undo", token, at=at, key="back")
    assert table.post(f"{path}/undo", token, at=at, key="back").json()["at"] == undone.json()["at"]
    assert error_of(table.post(f"{path}/undo", token, at=at), 409)["kind"] == "stale"
    assert (
        error_of(table.http.post(f"{path}/undo", headers=bearer(token)), 422)["kind"] == "refused"
    )  # a phase has ended
    assert table.get(path, token).json()["view"] == before["view"]


def test_the_record_of_a_game_in_play_is_for_who_holds_all_seats(table: Table) -> None:
    begun = table.new()
    path = f"{begun.path}/record"
    for token in ("", begun.play["german"], begun.watch["soviet"], f"{begun.play['german']},{begun.watch['soviet']}"):
        error_of(table.get(path, token), 403)
    both = table.get(path, f"{begun.play['german']},{begun.play['soviet']}").text
    assert "reveal" not in both
    table.post(f"{begun.path}/orders", begun.play["soviet"], text="resign soviet")
    finished = table.get(path).text
    assert finished.startswith(both)
    assert "reveal" in finished
    over = table.get(begun.path).json()["prompt"]
    assert (over["seat"], over["outcome"]["winner"]) == (None, "german")
    error_of(table.post(f"{begun.path}/orders", begun.play["german"], text="done"), 422)


QUESTIONS: list[dict[str, Any]] = [
    {"ask": "legal"},
    {"ask": "legal", "about": ["3Pz"]},
    {"ask": "options", "units": ["3Pz"]},
    {"ask": "ready"},
    {"ask": "joiners", "hex": "1010", "with": ["3Pz"]},
    {"ask": "path", "units": ["3Pz"], "hex": "1010"},
    {"ask": "path", "units": ["3Pz"], "way": "1010-1011"},
    {"ask": "range", "units": ["3Pz"]},
    {"ask": "legal", "most": 10},
    {"ask": "why", "text": "done"},
    {"ask": "sheet", "text": "assault 1010 with 3Pz"},
    {"ask": "threat", "hex": "1010"},
    {"ask": "supply"},
    {"ask": "log", "from": 2},
    {"ask": "past", "n": 3},
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: "-".join(map(str, q.values())))
def test_every_question_is_answered_for_everybody(table: Table, game: Links, question: dict[str, Any]) -> None:
    for token in ("", *game.play.values(), *game.watch.values()):
        answer = table.http.post(f"{game.path}/questions", json=question, headers=bearer(token))
        assert answer.status_code in (200, 422), answer.text
        assert answer.json()


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "no such"},
        {"ask": "legal", "about": ["no such"]},
        {"ask": "legal", "about": "3Pz"},
        {"ask": "options"},
        {"ask": "options", "units": ["3Pz"] * 61},
        {"ask": "options", "units": ["3Pz", "3pz"]},
        {"ask": "why", "text": "x" * 4001},
        {"ask": "threat", "hex": "9999"},
        {"ask": "past", "n": 10**6},
        {"ask": "past", "n": -1},
        {"ask": "log", "from": "x"},
        {},
    ],
    ids=str,
)
def test_bad_questions_are_refused(table: Table, game: Links, question: dict[str, Any]) -> None:
    error_of(table.http.post(f"{game.path}/questions", json=question), 422)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"title": "dom", "name": "\\u0000"}',
        b'{"title": "dom", "name": "\\ud800"}',
        b'{"title": "dom", "players": {"\\ud800": "x"}}',
        b'{"title": "dom", "players": {"german": "\\u001b"}}',
        b'{"title": "dom", "options": {"fog": NaN}}',
        b'{"title": "dom", "options": {"fog": 1e999}}',
        b'{"title": "dom", "options": {"no_such": true}}',
        b'{"title": "dom", "bots": {"german": "deep-blue"}}',
        b'{"title": "dom", "bots": {"turk": "random"}}',
        b'{"title": "dom", "setup": "upside-down"}',
        b'{"title": "chess"}',
        b'{"title": "dom", "more": 1}',
        b'{"title": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"title": ' + b"9" * 10_000 + b"}",
        json.dumps({"title": "dom", "name": "x" * 81}).encode(),
        json.dumps({"title": "dom", "salts": {"german": "x" * 81}}).encode(),
    ],
    ids=lambda b: repr(b[:40]),
)
def test_no_new_game_from_nonsense(table: Table, body: bytes) -> None:
    answer = raw(table, "/api/games", body)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["why"]


@pytest.mark.parametrize("strange", STRANGE, ids=lambda s: repr(s[:10]))
def test_strange_texts_are_only_texts(table: Table, game: Links, strange: str) -> None:
    token = game.play["german"]
    for path, fields in (
        ("orders", {"text": strange}),
        ("orders", {"text": f"move {strange} 1010-1011"}),
        ("orders", {"text": "done", "key": strange}),
        ("orders", {"text": "done", "seat": strange}),
        ("questions", {"ask": strange}),
        ("questions", {"ask": "why", "text": strange}),
        ("questions", {"ask": "options", "units": [strange]}),
        ("questions", {"ask": "threat", "hex": strange}),
        ("undo", {"key": strange}),
    ):
        body = json.dumps(fields).encode()
        answer = raw(table, f"{game.path}/{path}", body, token)
        assert answer.status_code == 422, (path, fields, answer.text)
    for path in (f"/api/games/{strange!r}", f"/api/titles/{strange!r}", f"/api/{strange!r}"):
        assert table.get(path.replace("\\", "%")).status_code in (404, 414, 400), path
    assert table.http.get(game.path, headers={"Authorization": f"Bearer {strange!r}"}).status_code in (200, 422)


def test_unknown_ways(table: Table, game: Links) -> None:
    error_of(table.get("/api/games/AAAAAAAAAAAA"), 404)
    error_of(table.get("/api/games/%00"), 404)
    error_of(table.get("/api/nothing"), 404)
    error_of(table.http.request("DELETE", game.path), 405)


def test_size_of_a_body_whatever_its_header_says(table: Table, game: Links) -> None:
    def endless() -> Any:
        for _ in range(40):
            yield b" " * 8192

    error_of(table.http.post("/api/games", content=endless()), 413)
    error_of(table.http.post("/api/games", content=b" " * 200_000), 413)
    error_of(table.http.post(f"{game.path}/orders", content=endless()), 413)


def test_safe_headers_and_no_secret_in_any_address(table: Table, game: Links) -> None:
    for path in ("/", "/api/titles", game.path, "/api/nothing"):
        headers = table.get(path).headers
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert table.get(game.path).headers["Cache-Control"] == "no-store"


def test_the_first_view_of_a_large_game_is_small_on_the_wire(table: Table) -> None:
    begun = table.new("lwe")
    sent = 0
    for path in (begun.path, "/api/titles/lwe"):
        with httpx.stream("GET", f"http://{table.host}{path}", headers=bearer(begun.play["soviet"])) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            sent += sum(len(piece) for piece in answer.iter_raw())
    assert sent <= 150_000


def test_a_way_of_ones_own_is_judged(table: Table, game: Links) -> None:
    """What a page needs to let a player drag the way of a stack."""
    room = table.room(game.game)
    title: Any = room.game.title
    state = room.game.state
    u = next(u for u, h in enumerate(state.hex) if h >= 0 and title.units.side[u] == 0)
    here = state.hex[u]
    labels = title.board.grid.labels
    around = [labels[n] for _, n in title.board.grid.adjacent(here)]
    question = {"ask": "path", "units": [title.names.unit[u]], "way": f"{labels[here]}-{around[0]}-{labels[here]}"}
    answer = table.http.post(f"{game.path}/questions", json=question, headers=bearer(game.play["german"])).json()
    assert set(answer) >= {"path", "spent", "refused"}
    assert answer["refused"]["rule"]
