"""What ``steppe`` offers to programs: small, sorted, documented, light to import, and the same for every title."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import steppe
from tests.known import OURS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


# -- the names --------------------------------------------------------------------------------------------------------


def test_the_names_are_sorted_and_all_are_there() -> None:
    assert list(steppe.__all__) == sorted(steppe.__all__)
    assert dir(steppe) == sorted(steppe.__all__)
    for name in steppe.__all__:
        assert getattr(steppe, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'old'"):
        steppe.old  # type: ignore[attr-defined] # noqa: B018


def test_the_page_tells_of_every_name_and_every_member() -> None:
    for name in steppe.__all__:
        assert f"`steppe.{name}" in PAGE
    for cls in (steppe.Game, steppe.Position):
        for member in vars(cls):
            if not member.startswith("_"):
                assert re.search(rf"`{member}[`(]", PAGE), f"{cls.__name__}.{member}"


def test_importing_it_loads_nothing() -> None:
    """Not one of the modules that rules and searches need, and none of ours."""
    code = "import sys, steppe; print(sorted(m for m in sys.modules if m.startswith(('steppe', 'numpy', 'numba'))))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "['steppe']"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: str(PROGRAMS.index(program)))
def test_the_programs_of_the_page_run(program: str) -> None:
    exec(program, {})


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) == 4


# -- games ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OURS)
def test_a_game_is_played_saved_and_read_again(key: str, tmp_path: Path) -> None:
    game = steppe.new(key, seed=4)
    assert (game.title, game.turn, game.outcome) == (key, 1, None)
    for _ in range(30):
        game.order(game.suggest())
    path = tmp_path / "a.game"
    game.save(path)
    again = steppe.load(path)
    assert (again.prompt, again.legal()) == (game.prompt, game.legal())
    assert json.loads(json.dumps(game.view(game.seats[0]))) == game.view(game.seats[0])
    assert game.view(game.seats[0])["seat"] == game.seats[0]
    events = game.order(f"resign {game.seats[1]}")
    assert events[-1]["kind"] == "won"
    assert game.outcome is not None
    assert game.outcome["winner"] == game.seats[0]
    assert (game.prompt["seat"], game.legal()) == (None, [])
    with pytest.raises(steppe.OrderError, match="the game is over"):
        game.suggest()
    game.save(path)
    assert steppe.load(path).outcome == game.outcome


def test_the_same_seed_is_the_same_game() -> None:
    first, second = (steppe.new("dom", seed=9) for _ in range(2))
    for game in (first, second):
        for _ in range(40):
            game.order(game.suggest("random"))
    assert first.position().text == second.position().text


def test_scenarios_options_and_setups() -> None:
    assert steppe.new("pm", scenario="learning", seed=1).scenario == "learning"
    free = steppe.new("dom", setup="free", options={"fog": False}, seed=1)
    assert (free.turn, free.prompt["decision"]) == (0, "set-up")
    with pytest.raises(steppe.SteppeError, match="there is no set-up 'tidy'"):
        steppe.new("dom", setup="tidy")
    with pytest.raises(steppe.SteppeError, match="there is no title 'chess'"):
        steppe.new("chess")


def test_orders_that_cannot_be_given() -> None:
    game = steppe.new("dom", seed=2)
    before = game.position().text
    with pytest.raises(steppe.RefusalError) as refused:
        game.order("done")
    assert refused.value.rule == game.prompt["rule"]
    assert "cannot be ordered now" in refused.value.why
    with pytest.raises(steppe.OrderError, match="not soviet's decision"):
        game.order("order move-fight", seat="soviet")
    with pytest.raises(steppe.SteppeError, match="no seat 'roman'"):
        game.order("order move-fight", seat="roman")
    with pytest.raises(steppe.SteppeError, match="no bot 'deep'"):
        game.suggest("deep")
    assert game.position().text == before


def test_going_back() -> None:
    game = steppe.new("dom", seed=2)
    before = game.position().text
    game.order("order move-fight")
    with pytest.raises(steppe.RefusalError, match="must agree"):
        game.undo()
    game.undo(consent=True)
    assert game.position().text == before


def test_a_position_of_a_game_knows_no_more_than_its_seat_and_none_of_its_dice() -> None:
    game = steppe.new("dom", seed=5)
    seen = game.position(seat="german")
    assert [row for row in seen.units() if "hidden" in row]
    assert not [row for row in game.position().units() if "hidden" in row]
    other = steppe.new("dom", seed=6)
    rolled = [
        [event for event in here.do("order fight-move").events if event["kind"] == "rolled"]
        for here in (game.position(), other.position())
    ]
    assert rolled[0] == rolled[1]


# -- positions --------------------------------------------------------------------------------------------------------


def test_a_position_from_a_file(tmp_path: Path) -> None:
    here = steppe.position(ROOT / "docs" / "positions" / "11-city.toml")
    assert here.why("assault 0403 with 2Pz+10Pz") is None
    with pytest.raises(steppe.DataError, match=r"no\.toml: No such file"):
        steppe.position(tmp_path / "no.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(steppe.DataError, match="no UTF-8 text"):
        steppe.position(tmp_path / "bad.toml")
    with pytest.raises(steppe.DataError, match="not a position"):
        steppe.position("title =")


def test_seats_of_a_position() -> None:
    here = steppe.position(ROOT / "docs" / "positions" / "10-mobile-assault.toml")
    order = "mobile 0403 with 7Pz+14PG"
    assert here.sheet(order)["sheet"]["defence"] == {"2": "1"}
    assert here.seen_by("german").sheet(order)["sheet"]["defence"]
    with pytest.raises(steppe.SteppeError, match="there is no seat 'roman'; the seats are german, soviet"):
        here.seen_by("roman")
    with pytest.raises(steppe.OrderError, match="only attacks have a battle sheet"):
        here.sheet("done")
