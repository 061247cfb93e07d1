"""The shell of the command tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import COMBAT, POSITION, Shell


@pytest.fixture
def steppe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "a.toml"
    path.write_text(POSITION, encoding="utf-8")
    return path


@pytest.fixture
def combat(tmp_path: Path) -> Path:
    path = tmp_path / "b.toml"
    path.write_text(COMBAT, encoding="utf-8")
    return path
