"""``steppe play``: the table in the browser, for whoever sits at this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from steppe.cli.common import say
from steppe.errors import SteppeError

HOST = "127.0.0.1"
PORT = 8041
"""Tried first: a browser lists its games by address, so that the address should stay the same."""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help=f"The port; {PORT}, or any that is free, by default."),
    ] = None,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where games are kept; in your data folder by default.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the table in the browser.")] = True,
) -> None:
    """Open the table in the browser: against a bot, a friend at this screen, or to watch two bots."""
    # The server takes a moment to import, and the other commands do without it.
    from steppe.server.app import PAGE, make_app
    from steppe.server.limits import Limits
    from steppe.server.run import listen, run
    from steppe.server.store import Store, database_url

    if not (PAGE / "index.html").exists():
        raise SteppeError("the page is not built yet: make page (or: python tools/build_page.py)")
    file = database or data_folder() / "games.db"
    with listen(HOST, PORT if port is None else port, or_any_port=port is None) as sock:
        store = Store(database_url(str(file)))
        address = f"http://{HOST}:{sock.getsockname()[1]}/"
        say(f"The table is at {address} (Ctrl-C closes it). Games are kept in {file}.")
        sys.stdout.flush()
        if browser and has_screen():
            # The port listens already, so that the browser waits for the server and not the other way round.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            run(make_app(store, Limits()), sock)
    say("The table is closed; the games are kept.")


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Steppe"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Steppe"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "steppe"


def has_screen() -> bool:
    """Whether a browser could open; a text browser would take the terminal away."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
