"""Games of the skirmish on paper: records, draws, positions."""

from __future__ import annotations

import json
from itertools import count

import pytest

from steppe import titles
from steppe.bots import make
from steppe.dice import Dice, secret_from_seed
from steppe.errors import DataError
from steppe.game import Game, verify
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from steppe.record import Record
from tests.skirmish.scene import KEY, SCENARIOS, Scene, small
from tools.verify_record import check


def played(scenario: str, seed: int) -> Game:
    """A game that random bots have played to its end."""
    secret = secret_from_seed(seed)
    game = Game.new(KEY, secret=secret, scenario=scenario)
    set_up(game)
    play_out(game, {seat: make("random", game.title) for seat in game.title.seats}, seed)
    game.close(secret)
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_record_holds(scenario: str) -> None:
    game = played(scenario, 2)
    again = Record.parse(game.record.text.encode("ascii"))
    assert again.header.scenario == scenario
    assert set(again.header.seats) == {"amber", "teal"}
    assert verify(again).state.key() == game.state.key()
    assert check(game.record.text.encode("ascii"))[0] == []


def drawn() -> Game:
    """The first random game of the parley that nobody wins."""
    return next(game for game in (played("parley", seed) for seed in count(1)) if game.state.winner < 0)


def test_a_draw_is_recorded_and_certified() -> None:
    game = drawn()
    outcome = game.title.outcome(game.state)
    assert outcome == ("", "draw", "6.3", 5)
    assert json.loads(game.record.lines[-1])["outcome"] == {"winner": "", "level": "draw", "rule": "6.3", "turn": 5}
    again = verify(Record.parse(game.record.text.encode("ascii")))
    assert again.title.outcome(again.state) == outcome
    assert game.title.tell(game.history[-1][-1]) == "The game is drawn by rule 6.3."


# -- positions --------------------------------------------------------------------------------------------------------


def test_a_position_is_written_with_its_scenario() -> None:
    for scenario in SCENARIOS:
        game = Game.new(KEY, secret=b"x", scenario=scenario)
        set_up(game)
        written = titles.write_position(game.title, game.state)
        assert ("scenario" in written) == (scenario != "fords")
        title, s, _ = titles.read_position(written, Dice(b"y"))
        assert (title.scenario.key, s.turn) == (scenario, game.state.turn)
        assert titles.write_position(title, s) == written
        assert s.hex.tolist() == game.state.hex.tolist()


def test_a_small_board_reads_back() -> None:
    text = small(
        "1Foot 0303 moved shaken\n1Band 0304 chit=3 shown\n2Band dead chit=1",
        "teal-fight",
        hexes="0304 village Alder\n0101..0203 amber\n0305 teal-camp",
        sides="0303-0304 stream",
        more="turn = 3",
    )
    scene = Scene(text)
    written = titles.write_position(scene.title, scene.s)
    assert 'size = "6x5"' in written
    assert "1Band 0304 chit=3 shown" in written
    assert titles.write_position(*titles.read_position(written, Dice(b"z"))[:2]) == written
    held = [scene.title.board.grid.labels[h] for h, seat in enumerate(scene.s.holder) if seat == 0]
    assert held == ["0101", "0102", "0103", "0201", "0202", "0203", "0303"]


@pytest.mark.parametrize(
    ("units", "what"),
    [
        ("1Foot 0999", "there is no hex '0999'"),
        ("Nobody 0303", "Nobody is no unit of the title"),
        ("1Foot 0303\n1Foot 0304", "1Foot is named twice"),
        ("1Foot 0303\n2Foot 0303", "2Foot is not alone in its hex"),
        ("1Foot 0303 asleep", "'asleep' is not one of moved, fought, shaken, shown, chit=N"),
        ("1Foot 0303 chit=2", "1Foot cannot have the chit 2"),
        ("1Band 0303 chit=1\n2Band 0304 chit=1", "2Band cannot have the chit 1"),
    ],
)
def test_what_is_no_position(units: str, what: str) -> None:
    with pytest.raises(DataError, match=what) as caught:
        Scene(small(units))
    assert caught.value.field == "units"
