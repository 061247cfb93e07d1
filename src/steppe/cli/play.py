"""``steppe play``: the table in the browser, for whoever sits at this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Annotated

import typer

from steppe.cli.common import say
from steppe.cli.serve import DEFAULT_PORT, data_file
from steppe.errors import SteppeError

HOST = "127.0.0.1"
AT_HOME = {"games_per_hour": 3600, "games_burst": 200}
"""Nobody need be kept from his own machine."""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help=f"The port; {DEFAULT_PORT}, or any that is free, by default."),
    ] = None,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where games are kept; in your data folder by default.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the table in the browser.")] = True,
) -> None:
    """Open the table in the browser: against a bot, a friend at this screen, or to watch two bots."""
    # The server takes a moment to import, and the other commands do without it.
    from steppe.server.app import PAGE
    from steppe.server.limits import Limits
    from steppe.server.serving import database_url, make_server
    from steppe.server.store import Store

    if not (PAGE / "index.html").exists():
        raise SteppeError("the page is not built yet: make page (or: python tools/build_page.py)")
    file = database or data_file()
    with listen_here(port) as here:
        store = Store(database_url(str(file)))
        address = f"http://{HOST}:{here.getsockname()[1]}/"
        say(f"The table is at {address} (Ctrl-C closes it). Games are kept in {file}.")
        sys.stdout.flush()
        if browser and has_screen():
            # The port listens already, so that the browser waits for the server and not the other way round.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            make_server(store, Limits(**AT_HOME)).run(sockets=[here])
    say("The table is closed; the games are kept.")


def listen_here(port: int | None) -> socket:
    """A socket on this machine. A browser lists its games by address, so that the same port is tried first."""
    from steppe.server.serving import listen

    if port is not None:
        return listen(HOST, port)
    try:
        return listen(HOST, DEFAULT_PORT)
    except SteppeError:
        return listen(HOST, 0)


def has_screen() -> bool:
    """Whether a browser could open; a text browser would take the terminal away."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
