"""A title whose system adds nothing to laboratory and environments: it has fewer figures, and says so in words."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from steppe import titles
from steppe.dice import secret_from_seed
from steppe.env.systems import chooser_of, observer_of
from steppe.errors import SteppeError
from steppe.game import Game, load
from steppe.lab import absurd, checks, systems
from steppe.lab.bench import Bench
from steppe.lab.luck import EVERYTHING, Tally, as_data, retold, tally_of
from steppe.lab.openings import set_up
from steppe.lab.plan import Plan, Variant
from steppe.lab.report import Report
from steppe.lab.results import Results
from steppe.lab.rows import play
from steppe.lab.study import UNCHANGED, comparisons, row_names
from steppe.title import Title

PARTS = ("absurd", "bench", "checks", "luck", "study")


def stranger(system: str = "unheard-of") -> Title[Any]:
    """Drive on Moscow as if it belonged to a system of which nothing is known here."""
    title = copy.copy(titles.load("dom"))
    title.system = system
    return title


def test_every_title_belongs_to_a_system() -> None:
    for key in titles.known():
        assert titles.load(key).system


def test_the_assault_titles_have_all_parts() -> None:
    title = titles.load("dom")
    assert title.system == "assault"
    for name in PARTS:
        assert systems.needed(title, name, "such part").__name__ == f"steppe.lab.assault.{name}"
    assert type(tally_of(title, EVERYTHING)) is not Tally


@pytest.mark.parametrize("system", ["", "unheard-of"])
def test_nothing_is_added_by_an_unknown_system(system: str) -> None:
    title = stranger(system)
    assert [systems.added(title, name) for name in PARTS] == [None] * len(PARTS)
    with pytest.raises(SteppeError, match="Drive on Moscow has no list of absurdities"):
        absurd.judge_of(title)
    for asked in (chooser_of, observer_of):
        with pytest.raises(SteppeError, match="Drive on Moscow cannot be played by learning programs"):
            asked(title)


def test_a_module_that_fails_is_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError("No module named 'numbers_of_old'", name="numbers_of_old")

    monkeypatch.setattr("steppe.systems.import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        systems.added(titles.load("dom"), "luck")


def test_dice_are_counted_and_battles_are_not() -> None:
    title = stranger()
    game = Game.new("dom", secret=secret_from_seed(4))
    set_up(game)
    rng = random.Random(4)
    start = game.state.clone()
    before = len(game.record.effective_orders())
    while not any(event.kind == "rolled" for log in game.history for event in log):
        game.order(game.title.decision(game.state)[1], game.title.pick(game.state, rng))
    orders = [entry.order for entry in game.record.effective_orders()][before:]
    tally = tally_of(title, EVERYTHING)
    assert type(tally) is Tally
    for told in retold(title, start, orders):
        tally.take(told)
    found = as_data(tally)
    assert found["battles"] == found["losses"] == []
    assert sum(dice["rolls"] for dice in found["other_dice"].values()) >= 1


def test_rows_reports_and_studies_leave_out_what_nobody_counts() -> None:
    loaded = load("dom")
    plan = Plan("dom", (("random", "random"),), 1, variants=(Variant.of("dom", {}, name=UNCHANGED),), turns=1)
    row = play(plan, loaded._replace(title=stranger()), plan.jobs[0])
    assert (row["lost"], row["battles"], row["luck"]) == (None, None, None)
    assert {(turn["lost"], turn["battles"], turn["luck"]) for turn in row["turns"]} == {(None, None, None)}
    assert row["turns"][0]["steps"][0] > 0
    packed = row | {"turns": [turn | {"control": bytes.fromhex(turn["control"])} for turn in row["turns"]]}
    rows = [packed, packed | {"variant": "new"}]
    found = Results(plan.document | {"seats": ["german", "soviet"]}, rows)
    assert [one.what for one in comparisons(found, "new")] == ["german wins", "turns"]
    page = Report(found, None).page()
    assert "<h3>The front</h3>" in page
    assert "<h3>Losses</h3>" not in page
    assert "<h3>Luck</h3>" not in page


def test_the_fuzzer_asks_for_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    title = stranger()
    s = title.setup(Game.new("dom", secret=b"x").dice)
    monkeypatch.setattr(titles, "write_position", lambda *_: pytest.fail("nobody said that this can be written"))
    checks.position_reads_back(title, s)


def test_rows_of_tables_have_their_cells_for_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert row_names("dom")(["odds", "die1"], "+2") == "3:1"
    monkeypatch.setattr(systems, "added", lambda *_: None)
    assert row_names("dom")(["odds", "die1"], "+2") == "+2"


def test_a_benchmark_has_the_figures_of_every_title(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("dom", "", quick=True, data=None)
    bench.title, bench.states = stranger(), bench.states[:2]
    for slow in ("random_game", "long_games", "cold_start", "recorded_orders"):
        monkeypatch.setattr(bench, slow, bench.clone)
    monkeypatch.setattr(bench, "bot_games", list)
    names = {f.name for f in bench.figures()}
    assert names == {"clone, beside copies of lists", "random legal orders", "calls an order"}
