"""A real server in a thread of the test, and pages that talk to it as browsers do."""

from __future__ import annotations

import json
import threading
import time
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from steppe.server.app import Server
from steppe.server.limits import Limits
from steppe.server.room import Room
from steppe.server.serving import listen, make_server
from steppe.server.settings import Rate, Settings
from steppe.server.store import Store
from tests.server.shapes import check_message, check_response

GENEROUS = Limits(1e6, 1e6, 1e9, 1e6, 1000, 1e6, 1e6)
"""For tests that are about something else."""
EASY = Settings(notice_wait=0, logins=Rate(1e6, 1e6), reports=Rate(1e6, 1e6), keeps=Rate(1e6, 1e6))
PATIENCE = 60


class Table:
    """A server on a free port."""

    def __init__(self, url: str, limits: Limits = GENEROUS, settings: Settings = EASY) -> None:
        self.store = Store(url)
        here = listen("127.0.0.1", 0)
        self.host = f"127.0.0.1:{here.getsockname()[1]}"
        self._server = make_server(self.store, limits, settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [here]}, daemon=True)
        self._thread.start()
        app: Any = self._server.config.app
        hooks = {"response": [lambda response: check_response(app, response)]}
        self.http = httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE, event_hooks=hooks)
        until = time.monotonic() + PATIENCE
        while not self._server.started and time.monotonic() < until:
            time.sleep(0.01)

    @property
    def inside(self) -> Server:
        """What only the server itself sees."""
        app: Any = self._server.config.app
        found: Server = app.state.server
        return found

    def room(self, game: str) -> Room:
        return self.inside.rooms._rooms[game]

    def close(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- as a program ---------------------------------------------------------------------------------------------

    def new(self, title: str = "dom", **wanted: Any) -> Links:
        answer = self.http.post("/api/games", json={"title": title, **wanted})
        assert answer.status_code == 201, answer.text
        return Links(self, **answer.json())

    def get(self, path: str, token: str = "") -> httpx.Response:
        return self.http.get(path, headers=bearer(token))

    def post(self, path: str, token: str = "", **fields: Any) -> httpx.Response:
        return self.http.post(path, json=fields, headers=bearer(token))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class Links:
    """A new game and its links."""

    def __init__(self, table: Table, game: str, play: dict[str, str], watch: dict[str, str]) -> None:
        self.table, self.game, self.play, self.watch = table, game, play, watch
        self.path = f"/api/games/{game}"

    def page(self, token: str = "") -> Page:
        return Page(self.table.host, self.game, token)

    def seat(self, name: str) -> Page:
        return self.page(self.play[name])


def patched(view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A view with changes laid over it, as a page does that."""
    after = dict(view)
    for key, value in changes.items():
        old = after.get(key)
        if isinstance(old, list) and isinstance(value, dict):
            rows = list(old)
            for index, item in value.items():
                rows[int(index)] = item
            after[key] = rows
        elif isinstance(old, dict) and isinstance(value, dict):
            merged = {**old, **value}
            after[key] = {k: v for k, v in merged.items() if v is not None}
        else:
            after[key] = value
    return after


class RefusedError(Exception):
    """The server's error."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.kind, self.why, self.error = error["kind"], error.get("why", ""), error
        super().__init__(json.dumps(error))


class Page:
    """A connected page that keeps its view up to date by what it is told."""

    def __init__(self, host: str, game: str, token: str = "") -> None:
        self.heard: list[str] = []
        """Every message, as it came."""
        self.entries: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.hello: dict[str, Any] = {}
        self._number = 0
        self._sent: dict[int, dict[str, Any]] = {}
        """What was asked and done, by its number."""
        opened = connect(f"ws://{host}/api/games/{game}/play", max_size=None)
        self.socket: ClientConnection = opened.__enter__()
        self.socket.send(json.dumps({"token": token}))
        while not self.hello:
            self._take()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def _take(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        number = message.get("re")
        check_message(message, self._sent.get(number) if isinstance(number, int) else None)
        if "hello" in message:
            self.hello, self.view, self.prompt = message["hello"], message["view"], message["prompt"]
            self.at, self.orders = message["at"], message["orders"]
        elif message.get("tell") == "update":
            self.view, self.prompt, self.at = patched(self.view, message["changes"]), message["prompt"], message["at"]
            if message["entry"]:
                self.entries.append(message["entry"])
            if message["undone"]:
                self.entries.pop()
        elif "tell" in message:
            self.notices.append(message)
        elif "view" in message and "n" not in message:
            self.view, self.prompt, self.at = message["view"], message["prompt"], message["at"]
        return message

    def send(self, **message: Any) -> dict[str, Any]:
        """Ask or do something, and wait for the answer."""
        self._number += 1
        self._sent[self._number] = message
        self.socket.send(json.dumps({"id": self._number, **message}))
        while True:
            answer = self._take()
            if answer.get("re") == self._number:
                if "error" in answer:
                    raise RefusedError(answer["error"])
                return answer

    def order(self, text: str, **more: Any) -> int:
        found: int = self.send(do="order", text=text, **more)["at"]
        return found

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        return self.send(ask=what, **more)

    def wait(self, at: int) -> None:
        """Until the page knows of a position."""
        while self.at < at:
            self._take()

    def quiet(self, seconds: float = 0.2) -> None:
        """Take what comes until nothing comes."""
        try:
            while True:
                self._take(seconds)
        except TimeoutError:
            pass
