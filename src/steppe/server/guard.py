"""Around every request: how often and how large it may be, safe headers, no error that tells too much."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from steppe.server.faults import report
from steppe.server.limits import Budgets, Counts, Limits
from steppe.server.messages import Failure

LARGEST_BODY = 65_536
LARGE_BODIES: dict[str, int] = {}
"""Paths that take more."""
BODY_SECONDS = 20
"""How long the next piece of a body may take."""
POLICY = 1008
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'"
    ),
}


def as_json(value: Any) -> bytes:
    """Compact JSON. What is in JSON already is put in as it is: ``embedded``."""
    return orjson.dumps(value)


def embedded(made: bytes) -> Any:
    """Something that was made into JSON before, to stand in something else."""
    return orjson.Fragment(made)


def answer(fields: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(as_json(fields), status, headers, "application/json")


def complaint(why: str, status: int, code: str = "error") -> Response:
    failure: Failure = {"error": {"kind": "error", "code": code, "why": why}}
    return answer(failure, status)


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.requests = Budgets(limits.requests_per_second, limits.requests_burst)
        self.sockets = Counts(limits.sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if not self.requests.take(address_of(scope)):
            return await complaint("too many requests; wait a moment", 429, "busy")(scope, receive, with_headers)
        most = LARGE_BODIES.get(scope["path"], LARGEST_BODY)
        try:
            await self.app(scope, _limited(receive, most), with_headers)
        except HTTPException as error:
            if not begun:
                await complaint(str(error.detail), error.status_code)(scope, receive, with_headers)
        except Exception as error:
            report(f"{scope['method']} request", error)
            if not begun:
                await complaint("something went wrong", 503, "fault")(scope, receive, with_headers)
        return None

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self.requests.take(address) or not self.sockets.enter(address):
            return await send({"type": "websocket.close", "code": POLICY, "reason": "too many connections"})
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            report("socket", error)
        finally:
            self.sockets.leave(address)
        return None


def address_of(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _limited(receive: Receive, most: int) -> Receive:
    """Bodies are counted as they come, whatever their header says, and must come soon."""
    taken, whole = 0, False

    async def limited() -> Message:
        nonlocal taken, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), BODY_SECONDS)
        except TimeoutError:
            raise HTTPException(408, "the request took too long") from None
        taken += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if taken > most:
            raise HTTPException(413, "the request is too large")
        return message

    return limited
