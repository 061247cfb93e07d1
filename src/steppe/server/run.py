"""Running the server: one process, one event loop, on a socket that listens before anything is loaded."""

from __future__ import annotations

import errno
import socket
from typing import Any

import uvicorn

from steppe.errors import SteppeError
from steppe.server.socket import LONGEST_MESSAGE

GOODBYE_SECONDS = 3
"""How long open sockets may take to say goodbye."""


def listen(host: str, port: int, *, or_any_port: bool = False) -> socket.socket:
    """A socket that listens there; on a free port if that one is taken and any will do."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, proto)
    except OSError as error:
        raise SteppeError(f"{host}: {error.strerror or error}") from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(256)
    except OSError as error:
        found.close()
        if or_any_port and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        raise SteppeError(f"cannot serve on {host} port {port}: {error.strerror or error}") from None
    return found


def run(app: Any, sock: socket.socket, **settings: Any) -> None:
    """Serve an application until somebody stops it."""
    usual: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "ws_max_size": 2 * LONGEST_MESSAGE,
        "ws_max_queue": 8,
        "timeout_graceful_shutdown": GOODBYE_SECONDS,
        "h11_max_incomplete_event_size": 32_768,
    }
    uvicorn.Server(uvicorn.Config(app, **{**usual, **settings})).run(sockets=[sock])
