"""Scenarios: what a title offers, how one is chosen, and that setting up is no turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.dice import Dice, secret_from_seed
from steppe.errors import DataError, RecordError, SteppeError
from steppe.events import Log
from steppe.game import Game, load, verify
from steppe.lab.openings import set_up
from steppe.record import Record
from steppe.title import Scenario
from steppe.titles.dom import DriveOnMoscow
from steppe.titles.pm.learning import LearningGame
from steppe.titles.pm.title import ProudMonster
from tests.known import OURS

SECRET = secret_from_seed(1)
every_title = pytest.mark.parametrize("key", titles.known())
every_scenario = pytest.mark.parametrize(
    ("key", "scenario"), [(key, scenario.key) for key in titles.known() for scenario in titles.scenarios(key)]
)


@every_title
def test_what_a_title_offers(key: str) -> None:
    offered = titles.scenarios(key)
    assert len({scenario.key for scenario in offered}) == len(offered)
    for scenario in offered:
        assert all((scenario.name, scenario.words, scenario.hours, scenario.setup, scenario.victory))
        assert set(scenario.options) <= set(titles.package(key).OPTIONS)
    with pytest.raises(SteppeError, match=f"{key} has no scenario 'nothing'; known are {offered[0].key}"):
        titles.load(key, "nothing")


@every_scenario
def test_every_scenario_can_be_loaded(key: str, scenario: str) -> None:
    title = titles.load(key, scenario)
    assert title.scenario.key == scenario
    assert title.scenarios == titles.scenarios(key)
    assert dict(title.scenario.options).items() <= dict(title.options).items()
    track = [turn["turn"] for turn in title.turn_track()]
    assert {title.scenario.first_turn, title.scenario.last_turn} <= set(track)
    assert not title.scenario.part or title.board.region(title.scenario.part)
    first = scenario == title.scenarios[0].key
    assert title.full_name == (title.name if first else f"{title.name}: {title.scenario.name}")


@every_title
def test_the_first_is_the_one_to_begin_with(key: str) -> None:
    assert titles.load(key).scenario is titles.scenarios(key)[0]


@pytest.mark.parametrize("key", OURS)
def test_our_titles_begin_with_the_campaign(key: str) -> None:
    assert titles.scenarios(key)[0].key == "campaign"


def test_the_learning_game_is_a_scenario_and_an_option_of_proud_monster() -> None:
    on = {"learning": True}
    for scenario, options in (("learning", {}), ("", on), ("campaign", on), ("learning", on)):
        title: Any = titles.load("pm", scenario, options)
        assert (title.scenario.key, title.options["learning"], type(title)) == ("learning", True, LearningGame)
    plain: Any = titles.load("pm", options={"learning": False})
    assert (plain.scenario.key, type(plain)) == ("campaign", ProudMonster)
    with pytest.raises(SteppeError, match="'learning' of pm is played with the option learning on"):
        titles.load("pm", "learning", {"learning": False})


# -- records ----------------------------------------------------------------------------------------------------------


@every_scenario
def test_a_record_is_played_by_its_scenario(key: str, scenario: str) -> None:
    game = Game.new(key, secret=SECRET, scenario=scenario)
    set_up(game)
    game.order(0, game.read(f"resign {game.title.seats[0]}"))
    game.close(SECRET)
    assert game.record.header.scenario == scenario
    assert verify(Record.parse(game.record.text.encode("ascii"))).title.scenario.key == scenario


def test_an_old_record_says_campaign_whatever_its_options() -> None:
    now = load("pm", "learning")
    game = Game.new("pm", secret=SECRET, loaded=now)
    header = game.record.header
    old = Record.create(
        "pm", "campaign", seats=header.seats, commit=header.commit, rules=header.rules, options=header.options,
        salts=header.salts, setup_dice=header.setup_dice, secret=header.secret,
    )  # fmt: skip
    assert Game.replay(old).title.scenario.key == "learning"


def test_a_record_of_no_known_scenario_is_refused() -> None:
    header = Game.new("dom", secret=SECRET).record.header
    strange = Record.create("dom", "kiev", seats=header.seats, commit=header.commit, rules=header.rules)
    with pytest.raises(RecordError, match="line 1: dom has no scenario 'kiev'; known are campaign"):
        Game.replay(strange)


# -- positions --------------------------------------------------------------------------------------------------------

SMALL = """
title = "{title}"
step = "{step}"
{line}
units = \"\"\"
\"\"\"
[board]
size = "4x4"
"""


STEPS = {"dom": "I.B", "pm": "I.A"}


def small(title: str, line: str = "") -> str:
    return SMALL.format(title=title, step=STEPS[title], line=line)


def read(title: str, line: str = "") -> Any:
    return titles.read_position(small(title, line), Dice(b"x"))[0]


def test_a_position_may_name_its_scenario() -> None:
    assert read("dom").scenario.key == "campaign"
    learning = read("pm", 'scenario = "learning"')
    assert (learning.scenario.key, type(learning)) == ("learning", LearningGame)
    for line in ('scenario = "kiev"', "scenario = 3"):
        with pytest.raises(DataError, match="scenario") as caught:
            read("dom", line)
        assert caught.value.field == "scenario"


def test_a_position_is_written_with_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = titles.scenarios("dom")[0]
    november = campaign._replace(key="november", first_turn=5)
    monkeypatch.setattr(titles.package("dom"), "SCENARIOS", (campaign, november))
    monkeypatch.setattr(DriveOnMoscow, "scenarios", (campaign, november))
    title, s, _ = titles.read_position(small("dom", 'scenario = "november"'), Dice(b"x"))
    assert (title.scenario, title.scenarios) == (november, (campaign, november))
    written = titles.write_position(title, s)
    assert written.startswith('title = "dom"\nscenario = "november"\n')
    assert titles.read_position(written, Dice(b"x"))[0].scenario == november
    title, s, _ = titles.read_position(small("dom"), Dice(b"x"))
    assert "scenario" not in titles.write_position(title, s)


# -- setting up -------------------------------------------------------------------------------------------------------


@every_title
def test_setting_up_is_no_turn(key: str) -> None:
    game = Game.new(key, secret=SECRET)
    title = game.title
    assert title.is_setting_up(game.state)
    assert title.when(game.state) == "set-up"
    assert game.state.turn == title.scenario.first_turn - 1
    set_up(game)
    assert not title.is_setting_up(game.state)
    assert game.state.turn == title.scenario.first_turn
    assert title.when(game.state) == f"turn {title.scenario.first_turn}"


def test_a_game_may_begin_with_a_later_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing ends when the first turn begins, whatever its number; at its end the next one follows."""
    game = Game.new("dom", secret=SECRET)
    title, ended = game.title, []
    title.scenario = title.scenario._replace(first_turn=5)
    game.state.turn = 4
    monkeypatch.setattr(title, "end_turn", lambda s, out: ended.append(s.turn))
    assert title.is_setting_up(game.state)
    set_up(game)
    assert (game.state.turn, ended) == (5, [])
    s = game.state
    s.depth, s.step = 0, len(title.sequence.steps) - 1
    title.advance(s, Log())
    assert (s.turn, ended) == (6, [5])


# -- the ledger -------------------------------------------------------------------------------------------------------


def test_a_ledger_names_no_side_that_its_title_does_not_have(tmp_path: Path) -> None:
    ours = (titles.folder("dom").open("rules.csv")).read_bytes().decode()
    lines = ours.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("4.4b,"))
    lines[at] = lines[at].replace(",soviet,", ",axis,")
    (tmp_path / "rules.csv").write_text("".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="should be one of german, soviet, both, na, not 'axis'") as caught:
        titles.load("dom", data=tmp_path)
    assert (caught.value.field, caught.value.line) == ("side", at + 1)


def test_scenarios_are_plain_data() -> None:
    made = Scenario("a", "A", "what", "1 hour", 1, 2, "", "how", "why")
    assert json.loads(json.dumps({**made._asdict(), "options": dict(made.options)}))["options"] == {}
