"""Requests made from the server's own description, and from the same with everything wrong: none makes it stumble."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis

from steppe.server.app import make_app
from steppe.server.store import sqlite_url
from tests.server.table import GENEROUS

EXAMPLES = 8


class Runner:
    """An application that runs in a loop of its own, without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.loop = asyncio.new_event_loop()
        self._life = app.router.lifespan_context(app)
        self.loop.run_until_complete(self._life.__aenter__())
        transport = httpx.ASGITransport(app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://table")
        made = self.request("POST", "/api/games", json={"title": "dom", "hotseat": True}).json()
        self.game, self.token = made["game"], made["play"]["german"]

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.loop.run_until_complete(self.http.request(method, path, **more))

    def close(self) -> None:
        self.loop.run_until_complete(self.http.aclose())
        self.loop.run_until_complete(self._life.__aexit__(None, None, None))
        self.loop.close()


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    running = Runner(make_app(sqlite_url(tmp_path_factory.mktemp("openapi") / "games.db"), GENEROUS))
    yield running
    running.close()


def operations(app: FastAPI) -> list[Any]:
    found: list[Any] = list(schemathesis.openapi.from_dict(app.openapi()).get_all_operations())
    return [operation.ok() for operation in found]


OPERATIONS = operations(make_app(sqlite_url(Path("never-opened.db"))))


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.label)
def test_nothing_makes_it_stumble(runner: Runner, operation: Any, mode: str) -> None:
    wanted = schemathesis.GenerationMode.POSITIVE if mode == "positive" else schemathesis.GenerationMode.NEGATIVE

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
        deadline=None,
    )
    @given(case=operation.as_strategy(generation_mode=wanted))
    def attempt(case: Any) -> None:
        if "game" in case.path_parameters:
            case.path_parameters["game"] = runner.game  # else nothing but 404 would be seen
        request = case.as_transport_kwargs(base_url="http://table")
        request.pop("cookies", None)
        headers = {k: v for k, v in dict(request.get("headers") or {}).items() if v is not None}
        if "authorization" not in {name.lower() for name in headers}:
            headers["Authorization"] = f"Bearer {runner.token}"
        body = {k: request[k] for k in ("json", "data", "content", "params", "files") if request.get(k) is not None}
        if isinstance(body.get("data"), (bytes, str)):
            body["content"] = body.pop("data")
        try:
            answer = runner.request(request["method"], request["url"], headers=headers, **body)
        except (UnicodeEncodeError, httpx.InvalidURL, TypeError, ValueError, AttributeError):
            return  # no client could send that
        assert answer.status_code < 500, (case, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["error"]["why"]

    try:
        attempt()
    except Unsatisfiable:
        pytest.skip("every request of that kind is a good one")
