"""docs/positions.md shows what `steppe try` really prints. STEPPE_REGENERATE=1 writes the page anew."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from steppe.cli.main import app

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "positions.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands_of(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def run(command: str) -> str:
    words = shlex.split(command)
    assert words[0] == "steppe"
    result = CliRunner().invoke(app, words[1:], env={"COLUMNS": "160"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return "".join(line.rstrip() + "\n" for line in result.output.splitlines())


def real(block: str) -> str:
    """A block as it should be: each command with what it prints."""
    return "".join(f"$ {command}\n{run(command)}" for command in commands_of(block))


def test_the_page_shows_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text()
    if os.environ.get("STEPPE_REGENERATE"):
        PAGE.write_text(BLOCK.sub(lambda match: f"```console\n{real(match[1])}```", text))
        text = PAGE.read_text()
    blocks = BLOCK.findall(text)
    assert len(blocks) == 16
    for block in blocks:
        assert block == real(block)


def test_every_example_is_on_the_page() -> None:
    shown = set(re.findall(r"docs/positions/([\w-]+\.toml)", PAGE.read_text()))
    assert shown == {file.name for file in (ROOT / "docs" / "positions").glob("*.toml")}
    assert len(shown) == 16
