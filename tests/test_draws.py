"""A game may end without a winner: the state, the words, the record, the commands, the laboratory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steppe.dice import secret_from_seed
from steppe.game import Game, RefusalError, verify
from steppe.lab.ladder import outcomes, rate
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from steppe.lab.results import is_drawn, won_by
from steppe.orders import Order
from steppe.record import Record
from steppe.title import Outcome
from steppe.view import View
from tests.cli.shell import Shell
from tests.draws import resigning_draws
from tools.verify_record import check

SECRET = secret_from_seed(1)
SEATS = ("german", "soviet")


@pytest.fixture(autouse=True)
def draws(monkeypatch: pytest.MonkeyPatch) -> None:
    resigning_draws(monkeypatch)


@pytest.fixture
def steppe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def begun() -> Game:
    game = Game.new("dom", secret=SECRET)
    set_up(game)
    return game


def drawn() -> Game:
    game = begun()
    game.order(0, game.read("order move-fight"))
    game.order(1, game.read("resign soviet"))
    return game


def test_it_is_over_and_nobody_has_won() -> None:
    game = drawn()
    title, s = game.title, game.state
    assert (s.over, s.winner) == (1, -1)
    outcome = title.outcome(s)
    assert outcome == ("", "draw", "1.0b", 1)
    assert outcome is not None
    assert (outcome.is_draw, outcome.words) == (True, "drawn on turn 1 by rule 1.0b")
    assert title.prompt(s) == (-1, "over", "The game is over: the game is drawn.", "1.0b")
    assert list(title.legal(s)) == []
    refusal = title.refuse(s, Order("done"))
    assert refusal is not None
    assert refusal.why == "the game is over"
    assert View(title, s, 0).outcome == outcome


def test_what_is_over_stays_as_it_is() -> None:
    game = drawn()
    before = game.state.key()
    game.title.win(game.state, 0, "4.1", game.history[-1])
    game.title.draw_game(game.state, "4.1", game.history[-1])
    assert game.state.key() == before
    won = begun()
    won.title.win(won.state, 0, "4.1", won.history[-1])
    won.title.draw_game(won.state, "4.5", won.history[-1])
    assert won.title.outcome(won.state) == ("german", "victory", "4.1", 1)


def test_a_draw_cannot_be_taken_back() -> None:
    game = drawn()
    with pytest.raises(RefusalError, match="nothing can be taken back"):
        game.undo(1, consent=True)


def test_levels_are_told_if_there_is_something_to_tell() -> None:
    assert Outcome("german", "victory", "4.1", 3).words == "german wins on turn 3 by rule 4.1"
    assert Outcome("german", "major", "4.1", 3).words == "german wins (major) on turn 3 by rule 4.1"
    assert Outcome("german", "major", "4.1", 3).sentence == "the german player has won (major)"


def test_the_record_says_so_and_holds(tmp_path: Path) -> None:
    game = drawn()
    game.close(SECRET)
    last = json.loads(game.record.lines[-1])
    assert last["outcome"] == {"winner": "", "level": "draw", "rule": "1.0b", "turn": 1}
    again = Record.parse(game.record.text.encode("ascii"))
    assert verify(again).state.key() == game.state.key()
    assert check(game.record.text.encode("ascii"))[0] == []


def test_commands_tell_of_a_draw(steppe: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    steppe("new", "dom", "-o", path, "--seed", 1)
    ended = steppe("order", path, "resign german", "--json").json
    assert ended["outcome"] == {"winner": "", "level": "draw", "rule": "1.0b", "turn": 1}
    assert "drawn on turn 1 by rule 1.0b" in steppe("verify", path).out
    assert "The game is over: the game is drawn." in steppe("show", path).out
    words = ("terminal", "dom", "--seed", 3, "--bot", "random")
    assert "The game is drawn by rule 1.0b on turn 1." in steppe(*words, given="resign\n").out


# -- the laboratory ---------------------------------------------------------------------------------------------------


def row(pair: int, bots: tuple[str, str], winner: str | None) -> dict[str, Any]:
    return {"pair": pair, "bots": list(bots), "winner": winner}


def test_a_draw_is_half_a_point() -> None:
    rows = [row(0, ("a", "b"), winner) for winner in ("german", "soviet", "", None)]
    assert [won_by(one, "german") for one in rows] == [1, 0, 0.5, 0.5]
    assert [is_drawn(one) for one in rows] == [False, False, True, False]


def test_a_ladder_takes_draws() -> None:
    rows = [row(n, bots, "") for n in range(30) for bots in (("a", "b"), ("b", "a"))]
    found = rate(outcomes(rows, SEATS), SEATS)
    assert found.met[0].share == (0.5, 0.5, 0.5)
    assert [one.rating.value for one in found.rated] == pytest.approx([0, 0], abs=1e-6)
    rows += [row(99, ("a", "b"), "german"), row(99, ("b", "a"), "")]
    better = rate(outcomes(rows, SEATS), SEATS)
    assert [one.bot for one in better.rated] == ["a", "b"]
    assert better.met[0].share.value == pytest.approx(31.5 / 62)
    assert better.met[0].share.low <= better.met[0].share.value <= better.met[0].share.high


class Quitter:
    """Offers a draw at once."""

    name = note = ""

    def choose(self, view: View[Any], rng: object) -> Order:
        return view.title.notation.read(f"resign {view.title.seats[view.seat]}", view.title.names)


def test_bots_can_play_to_a_draw() -> None:
    game = begun()
    bots: Any = dict.fromkeys(game.title.seats, Quitter())
    assert play_out(game, bots, 1).is_draw


def test_simulations_count_draws(steppe: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from steppe import bots
    from steppe.lab.report import Report
    from steppe.lab.results import read

    monkeypatch.setattr(bots, "make", lambda name, title: Quitter())
    path = tmp_path / "a.parquet"
    command = ("simulate", "dom", "--games", 2, "--workers", 1, "-o")
    found = steppe(*command, path, "--json").json
    assert (found["won"], found["drawn"], found["unfinished"]) == ({"german": 0, "soviet": 0}, 2, 0)
    assert "2 of 2 were drawn" in steppe(*command, tmp_path / "b.parquet").out
    results = read(path)
    assert {(r["winner"], r["level"], r["scenario"]) for r in results.rows} == {("", "draw", "campaign")}
    page = Report(results, None).page()
    assert "<th>drawn</th>" in page
    assert "nobody (a draw)" in page


# -- environments -----------------------------------------------------------------------------------------------------


def test_an_episode_without_a_winner_rewards_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    from steppe.env import SteppeEnv
    from steppe.env.candidates import Chooser

    env = SteppeEnv("dom")
    env.reset(1)
    monkeypatch.setattr(Chooser, "choose", lambda self, state, action: env.game.read("resign german"))
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards == {"german": 0.0, "soviet": 0.0}


def test_openspiel_returns_nothing_to_both() -> None:
    from steppe.env.chance import ChanceGame

    game = ChanceGame("dom", {}, deal=1).begin()
    game.order = game.title.notation.read("resign soviet", game.title.names)
    game._carry_on()
    assert game.over
    assert game.returns() == [0.0, 0.0]
