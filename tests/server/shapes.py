"""Everything that a server says in the tests is held against its model."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import httpx
from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Match

from steppe.server import messages
from steppe.server.questions import KNOWN
from tools.make_types import DONE


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def check_message(message: dict[str, Any], sent: dict[str, Any] | None) -> None:
    """A message of a socket; ``sent`` is what it answers, None where a test has written to the line itself."""
    said = {key: value for key, value in message.items() if key != "re"}
    if "error" in said:
        model: Any = messages.Failure
    elif "hello" in said:
        model = messages.Greeting
    elif "tell" in said:
        model = messages.Update if said["tell"] == "update" else messages.UndoNews
    elif sent is None:
        return
    else:
        model = DONE[sent["do"]] if "do" in sent else KNOWN[sent["ask"]].answer
    adapter(model).validate_python(said)


def check_response(app: FastAPI, response: httpx.Response) -> None:
    """An answer to a request."""
    response.read()
    if "json" not in response.headers.get("content-type", "") or response.request.url.path == "/openapi.json":
        return
    if response.status_code >= 400:
        adapter(messages.Failure).validate_json(response.content)
        return
    model = model_of(app, response.request)
    if model is not None and response.content:
        adapter(model).validate_json(response.content)


def model_of(app: FastAPI, request: httpx.Request) -> Any:
    """The shape of the answer to a request that was taken."""
    scope = {"type": "http", "path": request.url.path, "method": request.method}
    for route in app.routes:
        if isinstance(route, APIRoute) and route.matches(scope)[0] == Match.FULL:
            asked = request.url.path.endswith("/questions")
            return KNOWN[json.loads(request.content)["ask"]].answer if asked else route.response_model
    return None
