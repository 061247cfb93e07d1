"""The programs that docs/research.md shows run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.env.walks import environment

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_training_loop_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(PROGRAMS[0], names)
    assert len(names["returns"]) == 2
    for result in names["returns"]:
        assert set(result) == {"german", "soviet"}
        assert sum(result.values()) == pytest.approx(0)
    assert "german" in capsys.readouterr().out


def test_the_openspiel_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    exec(PROGRAMS[1], {})
    assert "[0.0, 0.0] german turn 1" in capsys.readouterr().out


@pytest.mark.parametrize("key", ["dom", "lwe"])
def test_the_page_tells_the_sizes(key: str) -> None:
    observer = environment(key).observer
    rows, columns = observer.shape
    flat = " ".join(PAGE.split()).replace(" planes of ", " of ")
    assert f"{len(observer.planes)} of {rows} x {columns} and {len(observer.globals)}" in flat
