"""Running the application: one process, one event loop, settings that fit it."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import uvicorn

from steppe.errors import SteppeError
from steppe.server.app import make_app
from steppe.server.limits import Limits
from steppe.server.settings import Settings
from steppe.server.socket import LONGEST_MESSAGE
from steppe.server.store import Store, sqlite_url

GOODBYE_SECONDS = 3
TURN_SECONDS = 0.001
"""How long a thread that answers a question may keep the interpreter while the event loop waits."""


def database_url(where: str) -> str:
    """A URL as it is; anything else names a SQLite file, whose folder is made if need be."""
    if "://" in where:
        # PostgreSQL's own way to write its URL; the driver that we bring is psycopg.
        for plain in ("postgres://", "postgresql://"):
            if where.startswith(plain):
                return "postgresql+psycopg://" + where.removeprefix(plain)
        return where
    file = Path(where).expanduser()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SteppeError(f"{file.parent}: cannot be made: {error.strerror}") from None
    return sqlite_url(file.absolute())


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on, or a clear word why not."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, proto)
    except OSError as error:
        raise SteppeError(f"{host}: {error.strerror or error}") from None
    try:
        # On Windows the same option would let two servers have one port.
        found.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        found.bind(address)
        found.listen(256)
    except OSError as error:
        found.close()
        raise SteppeError(f"cannot serve on {host} port {port}: {error.strerror or error}") from None
    return found


def make_server(
    store: Store, limits: Limits, settings: Settings | None = None, *, trusted_proxies: str | None = None
) -> uvicorn.Server:
    """The server. What a proxy says of its clients is believed only if the proxy is among those trusted."""
    sys.setswitchinterval(TURN_SECONDS)
    config = uvicorn.Config(
        make_app(store, limits, settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=trusted_proxies is not None,
        forwarded_allow_ips=trusted_proxies,
        ws_max_size=2 * LONGEST_MESSAGE,
        ws_max_queue=8,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    return uvicorn.Server(config)
