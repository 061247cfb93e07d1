"""Whether the tests that cite a row notice when its rule is broken: ``python tools/mutants.py [name ...]``.

Each mutant of ``mutants.toml`` breaks one rule in a copy of the source; only tests that cite its rows are run there. A
mutant that survives wants a test; one whose text is no longer found wants to be written anew.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TITLE, ROWS = "STEPPE_MUTANT_TITLE", "STEPPE_MUTANT_ROWS"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """As a plugin of the runs below: keep the tests that cite one of the rows."""
    title, rows = os.environ[TITLE], os.environ[ROWS].split()

    def cites(item: pytest.Item) -> bool:
        cited = [row for mark in item.iter_markers("rule") if mark.args[0] == title for row in mark.args[1:]]
        return any(fnmatch.fnmatch(row, wanted) for row in cited for wanted in rows)

    items[:] = [item for item in items if cites(item)]


def verdict(mutant: dict[str, Any], source: Path) -> str:
    path = source / "steppe" / mutant["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutant["old"]) != 1:
        return "not found"
    path.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    places = os.pathsep.join((str(source), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "tools.mutants", f"tests/{mutant['title']}"],
        env={**os.environ, "PYTHONPATH": places, TITLE: mutant["title"], ROWS: mutant["rows"]},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    path.write_text(text, encoding="utf-8")
    words = {pytest.ExitCode.TESTS_FAILED: "killed", pytest.ExitCode.OK: "survived"}
    return words.get(pytest.ExitCode(done.returncode), f"no answer:\n{done.stdout}{done.stderr}")


def main(names: list[str]) -> int:
    mutants = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        for name, mutant in mutants.items():
            if not names or name in names:
                found = verdict(mutant, source)
                left += found != "killed"
                print(f"{found:9} {mutant['title']:4} {mutant['rows']:8} {name}", flush=True)
    return left > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
