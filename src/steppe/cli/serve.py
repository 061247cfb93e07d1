"""``steppe serve``: the server by itself, for a club or for friends over a network."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from steppe.cli.common import say

DEFAULT_PORT = 8041


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def data_file() -> Path:
    """Where games are kept if nobody says otherwise."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "steppe" / "games.sqlite"


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is every address of this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0 takes any that is free.")] = DEFAULT_PORT,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FILE",
            envvar="STEPPE_DATABASE",
            show_envvar=False,
            help="A file, or postgresql://user@host/name; a file in your data folder by default "
            "(also STEPPE_DATABASE, which keeps a password out of the list of processes).",
        ),
    ] = None,
    proxy_headers: Annotated[
        str | None,
        typer.Option(metavar="ADDRESSES", help="Proxies whose X-Forwarded headers are believed: 127.0.0.1,10.0.0.2"),
    ] = None,
    games_per_hour: Annotated[
        float, typer.Option(min=1, metavar="N", help="How many games one address may begin.")
    ] = 120,
    requests_per_second: Annotated[
        float, typer.Option(min=1, metavar="N", help="How many requests one address may make.")
    ] = 50,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="Where people find the server, for links in notices.")
    ] = None,
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help="Let webhooks go to this machine and to private networks.")
    ] = False,
) -> None:
    """Serve games to browsers and programs until Ctrl-C.

    Mail goes out if STEPPE_SMTP (smtp://user:password@host:587) and STEPPE_MAIL_FROM are set in the environment.
    """
    # The server takes a moment to import, and the other commands do without it.
    from steppe.server.limits import Limits
    from steppe.server.serving import database_url, listen, make_server
    from steppe.server.settings import Settings
    from steppe.server.store import Store

    settings = Settings.of_environment(os.environ)
    if address is not None:
        settings = settings._replace(address=address.rstrip("/"))
    if private_webhooks:
        settings = settings._replace(private_webhooks=True)
    limits = Limits(
        requests_per_second=requests_per_second,
        requests_burst=8 * requests_per_second,
        games_per_hour=games_per_hour,
        games_burst=max(1.0, games_per_hour / 6),
    )
    with listen(host, port) as here:
        store = Store(database_url(database or str(data_file())))
        name = f"[{host}]" if ":" in host else host
        say(f"The server is at http://{name}:{here.getsockname()[1]}/ (Ctrl-C stops it).")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            make_server(store, limits, settings, trusted_proxies=proxy_headers).run(sockets=[here])
    say("The server has stopped; the games are kept.")
