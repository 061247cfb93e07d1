"""Titles outside the package: how they are found, and to which code and data their games are pinned."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from steppe import bots, game, systems, titles
from steppe.dice import secret_from_seed
from steppe.errors import SteppeError
from steppe.game import Game, OtherRulesError
from steppe.lab.absurd import judge_of
from steppe.record import Record
from tests.skirmish.scene import KEY, TITLES

OURS = ("dom", "lwe", "pm")


def test_it_is_one_of_the_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    assert titles.known() == (*OURS, KEY)
    assert titles.package(KEY).__name__ == f"steppe.titles.{KEY}"
    assert Path(titles.package(KEY).__file__).parent == TITLES / KEY
    monkeypatch.delenv(titles.ENVIRONMENT)
    assert titles.known() == OURS
    with pytest.raises(SteppeError, match=f"there is no title '{KEY}'; known are dom, lwe, pm"):
        titles.load(KEY)


def test_several_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(titles.ENVIRONMENT, os.pathsep.join([str(tmp_path), str(TITLES), str(TITLES), ""]))
    assert titles.known() == (*OURS, KEY)


def test_a_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(titles.ENVIRONMENT, str(tmp_path / "nowhere"))
    with pytest.raises(SteppeError, match=r"nowhere: there is no such folder, but STEPPE_TITLES names it"):
        titles.known()


def test_two_titles_of_one_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "dom").mkdir()
    (tmp_path / "dom" / "__init__.py").touch()
    monkeypatch.setenv(titles.ENVIRONMENT, str(tmp_path))
    with pytest.raises(SteppeError, match=r"there is a title 'dom' in .* already"):
        titles.known()


# -- the code that plays it -------------------------------------------------------------------------------------------


def names(key: str) -> set[str]:
    """The files to which games of a title are pinned, from its package on."""
    return {"/".join(Path(str(file)).parts[-2:]) for file in game.code_files(titles.load(key).packages())}


def test_a_game_is_pinned_to_the_code_that_plays_it() -> None:
    assert titles.load(KEY).packages() == (f"steppe.titles.{KEY}", "tests.skirmish")
    found = names(KEY)
    assert {"steppe/title.py", "titles/__init__.py", "skirmish/title.py", "skirmish/fights.py"} <= found
    assert not any(name.startswith(("assault/", "dom/")) for name in found)


@pytest.mark.parametrize("key", OURS)
def test_our_titles_are_pinned_to_kernel_system_and_package(key: str) -> None:
    assert titles.load(key).packages() == (f"steppe.titles.{key}", "steppe.assault")
    root = Path(titles.__file__).parents[1]
    folders = (root, root / "assault", root / "titles", root / "titles" / key)
    assert names(key) == {f"{folder.name}/{file.name}" for folder in folders for file in folder.glob("*.py")}
    assert len(list(game.code_files(titles.load(key).packages()))) == len(names(key))


def test_other_data_are_other_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = Game.new(KEY, secret=secret_from_seed(1)).record
    shutil.copytree(TITLES / KEY / "data", tmp_path, dirs_exist_ok=True)
    table = tmp_path / "results.csv"
    table.write_text(table.read_text().replace("7,routed", "8,routed"))
    with pytest.raises(OtherRulesError, match="began with other rules or data"):
        Game.replay(Record.parse(record.text.encode("ascii")), tmp_path)


# -- what its system adds ---------------------------------------------------------------------------------------------


def test_its_system_lies_beside_its_title_class() -> None:
    title = titles.load(KEY)
    assert systems.homes(title, "lab") == (
        "steppe.lab.skirmish",
        "steppe.titles.skirmish.lab",
        "tests.skirmish.lab",
    )
    found = systems.added(title, "env")
    assert found is not None
    assert found.__name__ == "tests.skirmish.env"
    assert systems.added(title, "lab", "luck") is None
    assert systems.added(title, "bots") is None


def test_only_the_random_bot_plays_it() -> None:
    title = titles.load(KEY)
    assert list(bots.offered(title)) == ["random"]
    with pytest.raises(SteppeError, match="no bot 'greedy' plays Skirmish at the Fords; those who do are random"):
        bots.make("greedy", title)
    with pytest.raises(SteppeError, match="Skirmish at the Fords has no list of absurdities"):
        judge_of(title)
