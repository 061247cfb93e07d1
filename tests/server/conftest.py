"""Servers and databases for the tests.

They end with this folder's last test: a server's threads use `random`, which hypothesis forbids while it draws.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from steppe.server.store import Store, sqlite_url
from tests.server.table import Table


@pytest.fixture(scope="package")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One server for all tests that need no other."""
    with Table(sqlite_url(tmp_path_factory.mktemp("table") / "games.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def faultless(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """The server reports no bug, unless the test makes one."""
    with caplog.at_level(logging.WARNING):
        yield
    if "faults_expected" not in request.keywords:
        found = [r.getMessage() for when in ("setup", "call") for r in caplog.get_records(when) if r.levelno >= 30]
        assert found == []


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(sqlite_url(tmp_path / "games.db"))
    yield found
    found.close()


def postgres_programs() -> Path | None:
    """Where PostgreSQL's programs lie: Debian keeps them out of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    folders += [Path(found).parent] if found else []
    return next((f for f in folders if (f / "initdb").exists() and (f / "pg_ctl").exists()), None)


@pytest.fixture(scope="package")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL of our own, on a socket in a folder of its own."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    # PostgreSQL refuses to run as root; a socket's path must be short.
    as_user: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="steppe-pg-"))
    if os.getuid() == 0:
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL does not run as root, and there is no runuser")
        user = "postgres" if subprocess.run(["id", "postgres"], capture_output=True).returncode == 0 else "nobody"
        as_user = ["runuser", "-u", user, "--"]
        shutil.chown(folder, user)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*as_user, str(programs / program), *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
        assert done.returncode == 0, done.stdout

    try:
        run("initdb", "-D", str(data), "-A", "trust", "-U", "steppe", "-E", "UTF8", "--no-sync")
        settings = f"-k {folder} -c listen_addresses='' -c shared_buffers=16MB -c max_connections=20"
        run("pg_ctl", "-D", str(data), "-o", settings, "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql+psycopg://steppe@/postgres?host={folder}"
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
