"""What docs/bots.md says about the bots is so, and its program runs as it stands."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from steppe import bots, titles
from steppe.assault.doctrine import Doctrine
from steppe.bots import assault
from steppe.bots.assault.staff import tactics
from steppe.bots.assault.staff.attacker_movement import STAGES
from steppe.bots.assault.style import STYLES, Style

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CELLS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]
ROWS = {row[0]: row[1:] for row in CELLS}


def test_the_bot_of_thirty_lines_runs_and_wins(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = PROGRAMS
    assert len(program.splitlines()) <= 30
    names: dict[str, Any] = {}
    exec(program, names)
    assert "winner='soviet'" in capsys.readouterr().out
    assert names["Scout"].name == "scout"


def test_every_level_has_a_row_and_every_name_shown_is_one() -> None:
    assert {f"`{name}`" for name in bots.LEVELS} <= set(ROWS)
    title = titles.load("dom")
    shown = set(re.findall(r"`((?:staff|front):[\w:]+)`", PAGE))
    assert {"staff:bold", "front:20", "front:5s", "front:20:bold"} <= shown
    for name in shown:
        assert bots.make(name, title).name == name.partition(":")[0]


def test_every_stage_has_a_row() -> None:
    assert set(STAGES) <= set(ROWS)


def test_every_tactic_is_named_and_there_are_twenty() -> None:
    """Each module of tactics that has a name, and more that are stages or parts of a plan."""
    shown = {name for row in CELLS for cell in row for name in re.findall(r"^\*([a-z -]+)\*$", cell)}
    found = (import_module(module.name) for module in iter_modules(tactics.__path__, f"{tactics.__name__}."))
    assert {module.NAME for module in found if hasattr(module, "NAME")} <= shown
    assert len(shown) >= 20


def test_styles_are_as_the_page_says() -> None:
    assert set(STYLES) == {"", "bold", "careful", "doctrine"}
    for dial in ("aggression", "caution"):
        assert [float(cell) for cell in ROWS[f"`{dial}`"][1:]] == [
            getattr(STYLES[word], dial) for word in ("bold", "careful")
        ]
    for dial in set(Style._fields) - {"doctrine", "first", "brief"}:
        assert f"`{dial}`" in PAGE


def test_everything_that_a_doctrine_can_say_is_named() -> None:
    said = {name for row in CELLS for name in re.findall(r"`(\w+)[`(]", row[0])}
    can = {name for name in vars(Doctrine) if not name.startswith("_")}
    assert {"shelter", "point", "in_contact", "ahead", "answers"} <= can
    assert can <= said


def test_every_module_named_is_there() -> None:
    package = Path(assault.__file__).parent
    named = re.findall(r"`((?:sight|decisions|greedy|reflex|staff|front)/[\w/.]*)`", PAGE)
    assert len(named) > 20
    assert all((package / name).exists() for name in named), named
