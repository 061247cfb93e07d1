"""Told once that it is one's turn, by the web or by mail, and nothing that is secret."""

from __future__ import annotations

import asyncio
import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from steppe.errors import SteppeError
from steppe.server.notices import Notices
from steppe.server.settings import Mail, Settings
from steppe.server.store import Store, sqlite_url
from steppe.server.webhooks import call, is_public, read_url
from tests.server.games import do_nothing, pass_the_turn, prompt
from tests.server.table import EASY, Table

QUICK = EASY._replace(private_webhooks=True, notice_retry=0.05, address="https://steppe.example")


class Hook:
    """A web server that takes what it is sent."""

    def __init__(self, *statuses: int) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.statuses = list(statuses)
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.bodies.append(json.loads(body))
                hook.paths.append(self.path)
                self.send_response(hook.statuses.pop(0) if hook.statuses else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/turn?game=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> Hook:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class MailBox(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is given."""

    daemon_threads = True

    def __init__(self) -> None:
        self.mails: list[str] = []
        self.to: list[str] = []
        super().__init__(("127.0.0.1", 0), MailHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class MailHandler(socketserver.StreamRequestHandler):
    server: MailBox

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.mails.append(text.decode())
            elif verb == b"RCPT":
                self.server.to.append(line.decode().strip())
            self.wfile.write(
                b"221 bye\r\n" if verb == b"QUIT" else b"250 well\r\n" if verb != b"DATA" else b"250 kept\r\n"
            )
            if verb == b"QUIT":
                return


def wait_for(what: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    assert what()


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Table]:
    with Table(sqlite_url(tmp_path / "games.db"), settings=QUICK) as table:
        yield table


def test_a_turn_is_told_once_and_without_secrets(quick: Table) -> None:
    with Hook() as hook, Hook() as theirs:
        links = quick.new(name="Typhoon")
        for seat, url in (("soviet", hook.url), ("german", theirs.url)):
            answer = quick.post(f"{links.path}/notice", links.play[seat], webhook=url)
            assert answer.json() == {"seat": seat, "webhook": url, "mail": "", "can_mail": False}
        assert pass_the_turn(links) == "soviet"
        wait_for(lambda: len(hook.bodies) == 1)
        assert hook.paths == ["/turn?game=1"]
        body = hook.bodies[0]
        what = {"steppe", "game", "name", "title", "scenario", "seat", "turn", "when", "asked", "link"}
        assert set(body) == {*what, "text", "content"}
        assert (body["title"], body["scenario"], body["when"]) == ("Drive on Moscow", "The drive on Moscow", "turn 1")
        assert (body["game"], body["name"], body["seat"], body["turn"]) == (links.game, "Typhoon", "soviet", 1)
        assert body["link"] == f"https://steppe.example/g/{links.game}"
        told = json.dumps(body)
        for token in (*links.play.values(), *links.watch.values()):
            assert token not in told
        assert theirs.bodies == []
        pass_the_turn(links)
        wait_for(lambda: len(theirs.bodies) == 1)
        assert len(hook.bodies) == 1


def test_what_is_not_taken_is_sent_once_more_and_no_redirect_is_followed(quick: Table) -> None:
    with Hook(500, 302, 204) as hook:
        links = quick.new()
        quick.post(f"{links.path}/notice", links.play["soviet"], webhook=hook.url)
        pass_the_turn(links)
        wait_for(lambda: len(hook.bodies) == 2)
        time.sleep(0.3)
        assert hook.paths == ["/turn?game=1"] * 2


def test_bots_and_one_screen_tell_nobody(quick: Table) -> None:
    with Hook() as hook:
        alone = quick.new(bots={"soviet": "random"})
        quick.post(f"{alone.path}/notice", alone.play["german"], webhook=hook.url)
        both = quick.new(hotseat=True)
        quick.post(f"{both.path}/notice", both.play["german"], webhook=hook.url)
        pass_the_turn(both)
        while prompt(alone)["seat"] == "german":
            do_nothing(alone, "german")
        wait_for(lambda: prompt(alone)["seat"] in ("german", None), 60)
        time.sleep(0.3)
        assert hook.bodies == []


def test_what_is_over_when_the_wait_is_over_is_not_told(tmp_path: Path) -> None:
    with Table(sqlite_url(tmp_path / "games.db"), settings=QUICK._replace(notice_wait=0.4)) as table, Hook() as hook:
        links = table.new()
        table.post(f"{links.path}/notice", links.play["soviet"], webhook=hook.url)
        pass_the_turn(links)
        table.post(f"{links.path}/orders", links.play["soviet"], text="resign soviet")
        time.sleep(1)
        assert hook.bodies == []


def test_mail(tmp_path: Path) -> None:
    box = MailBox()
    mail = Mail("127.0.0.1", box.server_address[1], "steppe@example.org")
    with Table(sqlite_url(tmp_path / "games.db"), settings=QUICK._replace(mail=mail)) as table:
        links = table.new(name="Fall\u00e4pfel")
        answer = table.post(f"{links.path}/notice", links.play["soviet"], mail="anna@example.org")
        assert answer.json()["can_mail"] is True
        pass_the_turn(links)
        wait_for(lambda: len(box.mails) == 1)
    box.shutdown()
    box.server_close()
    assert box.to == ["rcpt TO:<anna@example.org>"]
    text = box.mails[0]
    assert "From: steppe@example.org" in text
    assert "To: anna@example.org" in text
    assert links.play["soviet"] not in text


@pytest.mark.parametrize(
    "address", ["anna", "anna@example.org\r\nBcc: all@example.org", "a@b, c@d", "<a@b>", '"a b"@example.org', "a@b@c"]
)
def test_what_is_no_mail_address(store: Store, address: str) -> None:
    async def attempt() -> None:
        Notices(store, QUICK._replace(mail=Mail("127.0.0.1", 1, "steppe@example.org"))).check("", address)

    with pytest.raises(SteppeError, match="not a mail address"):
        asyncio.run(attempt())


def test_settings_are_the_seats_own(table: Table) -> None:
    links = table.new()
    url = "https://hooks.example.org/abc"
    assert table.post(f"{links.path}/notice", links.play["german"], webhook=url).status_code == 200
    assert table.get(f"{links.path}/notice", links.play["german"]).json()["webhook"] == url
    assert table.get(f"{links.path}/notice", links.play["soviet"]).json()["webhook"] == ""
    for token in ("", links.watch["german"]):
        assert table.get(f"{links.path}/notice", token).status_code == 403
        assert table.post(f"{links.path}/notice", token, webhook=url).status_code == 403
    with links.seat("soviet") as page:
        assert url not in "".join(page.heard)
    for path in ("", "/since", "/luck", "/report.html"):
        assert url not in table.get(links.path + path, links.play["soviet"]).text
    assert table.post(f"{links.path}/notice", links.play["german"], mail="a@example.org").status_code == 422


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost:8000/", "http://x.localhost/", "http://[::1]/", "http://10.0.0.1/",
        "http://192.168.1.1:8080/", "http://169.254.169.254/latest/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/",
        "http://[fd00::1]/", "http://[64:ff9b::7f00:1]/", "http://224.0.0.1/", "ftp://example.org/", "file:///etc/passwd",
        "https://user:word@example.org/", "https://example.org:25/", "https:///x", "//example.org/", "https://a b/",
        "https://example.org/\r\nX: y", "https://ex\u00e4mple.org/", "gopher://example.org", "http://[::1", "x",
    ],
)  # fmt: skip
def test_where_webhooks_do_not_go(url: str) -> None:
    with pytest.raises(SteppeError):
        read_url(url, private=False)


def test_a_private_address_is_refused_when_it_is_set(table: Table) -> None:
    links = table.new()
    answer = table.post(f"{links.path}/notice", links.play["german"], webhook="http://10.0.0.1/")
    assert answer.status_code == 422
    assert "private" in answer.json()["error"]["why"]


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "2002:808:808::1"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


def test_a_name_that_leads_to_this_machine_is_not_called() -> None:
    """The name is looked at when it is called, and every address that it has."""

    async def attempt(url: str) -> bool:
        loop: Any = asyncio.get_running_loop()

        async def lookup(host: str, port: int, **_: Any) -> list[Any]:
            return [(2, 1, 6, "", ("8.8.8.8", port)), (2, 1, 6, "", ("127.0.0.1", port))]

        loop.getaddrinfo = lookup
        return await call(url, {})

    with Hook() as hook:
        assert not asyncio.run(attempt(f"http://innocent.example:{hook.server.server_port}/"))
        assert hook.bodies == []


def test_a_server_that_never_answers_is_not_waited_for() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler, bind_and_activate=True) as silent:
        url = f"http://127.0.0.1:{silent.server_address[1]}/"
        begun = time.monotonic()
        assert not asyncio.run(call(url, {}, private=True, seconds=0.3))
        assert time.monotonic() - begun < 5


def test_settings_from_the_environment() -> None:
    found = Settings.of_environment(
        {
            "STEPPE_ADDRESS": "https://steppe.example/",
            "STEPPE_SMTP": "smtp://me%40home:pass%2Fword@mail.example:2525",
            "STEPPE_MAIL_FROM": "steppe@example.org",
            "STEPPE_PRIVATE_WEBHOOKS": "1",
        }
    )
    assert found.address == "https://steppe.example"
    assert found.mail == Mail("mail.example", 2525, "steppe@example.org", "me@home", "pass/word")
    assert "pass" not in repr(found)
    assert found.private_webhooks
    assert Settings.of_environment({}) == Settings()
    for wrong in ({"STEPPE_SMTP": "mail.example"}, {"STEPPE_SMTP": "smtp://mail.example"}):
        with pytest.raises(SteppeError):
            Settings.of_environment(wrong)
