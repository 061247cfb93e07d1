"""What is packed for others to install: the sdist from the project, and the wheel from that sdist."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from tests.page.browsers import PAGE

PROJECT = Path(__file__).resolve().parents[2]


class Packed(NamedTuple):
    sdist: Path
    sources: Path
    """The sdist, unpacked."""
    wheel: Path


def hatchling(root: Path, kind: str, out: Path) -> subprocess.CompletedProcess[str]:
    """Hatchling as an installer calls it; it comes with the lock of the tools and needs no network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def unpack(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def pack(folder: Path) -> Packed:
    (sdist,) = built(hatchling(PROJECT, "sdist", folder), folder, "*.tar.gz")
    sources = unpack(sdist, folder)
    (wheel,) = built(hatchling(sources, "wheel", folder), folder, "*.whl")
    return Packed(sdist, sources, wheel)


def built(run: subprocess.CompletedProcess[str], folder: Path, pattern: str) -> list[Path]:
    assert run.returncode == 0, run.stdout + run.stderr
    return list(folder.glob(pattern))


def what_is_missing() -> str:
    """Why nothing can be packed here; nothing if it can."""
    return "" if PAGE.exists() else "the page is not built: make page"
