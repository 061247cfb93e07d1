"""Games: orders, the way back, replay, proof."""

from __future__ import annotations

import random

import pytest

from steppe.dice import secret_from_seed
from steppe.errors import OrderError, RecordError
from steppe.game import Game, RefusalError, verify
from steppe.lab.openings import in_setup, set_up
from steppe.orders import Order
from steppe.record import Record

GERMAN, SOVIET = 0, 1


@pytest.fixture
def game() -> Game:
    """The German player's first decision, after a historical set-up."""
    begun = Game.new("dom", secret=secret_from_seed(1))
    set_up(begun)
    return begun


def give(game: Game, *texts: str, seat: int = GERMAN) -> None:
    for text in texts:
        game.order(seat, game.read(text))


def first_move(game: Game) -> Order:
    return next(o for o in game.title.legal(game.state) if o.verb == "move")


def first_assault(game: Game) -> Order:
    return next(o for o in game.title.legal(game.state) if o.verb == "assault")


def test_a_new_game_is_set_up_first() -> None:
    game = Game.new("dom", secret=secret_from_seed(1))
    assert in_setup(game)
    set_up(game, "free")
    assert in_setup(game)
    set_up(game, "random")
    assert not in_setup(game)
    assert game.state.turn == 1


def test_an_illegal_order_changes_nothing(game: Game) -> None:
    before, lines = game.state.key(), game.record.lines
    for text, error in (("done", RefusalError), ("resign soviet", OrderError)):
        with pytest.raises(error):
            give(game, text)
    with pytest.raises(OrderError, match="not soviet's decision"):
        give(game, "order move-fight", seat=SOVIET)
    assert (game.state.key(), game.record.lines) == (before, lines)


@pytest.mark.rule("dom", "5.0")
def test_going_back_within_a_phase_is_free(game: Game) -> None:
    give(game, "order move-fight")
    before = game.state.key()
    game.order(GERMAN, first_move(game))
    assert game.state.key() != before
    game.undo(GERMAN)
    assert game.state.key() == before
    assert game.title.broken(game.state) == []


@pytest.mark.rule("dom", "5.0")
def test_going_back_over_the_end_of_a_phase_needs_consent(game: Game) -> None:
    before = game.state.key()
    give(game, "order move-fight")
    with pytest.raises(RefusalError, match=r"5\.0: a phase has ended"):
        game.undo(GERMAN)
    give(game, "done")
    with pytest.raises(RefusalError, match=r"5\.0"):
        game.undo(GERMAN)
    game.undo(GERMAN, consent=True)
    game.undo(GERMAN, consent=True)
    assert game.state.key() == before


@pytest.mark.rule("dom", "5.0")
def test_nothing_goes_back_over_a_die(game: Game) -> None:
    give(game, "order fight-move")
    game.order(GERMAN, first_assault(game))
    with pytest.raises(RefusalError, match="rolled, drawn or revealed"):
        game.undo(GERMAN, consent=True)


def test_nobody_takes_back_what_the_other_did(game: Game) -> None:
    give(game, "order move-fight")
    with pytest.raises(RefusalError, match="other seat"):
        game.undo(SOVIET, consent=True)


def play(game: Game, orders: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(orders):
        if game.state.over:
            return
        game.order(game.title.decision(game.state)[1], game.title.pick(game.state, rng))
        if rng.random() < 0.2 and game.past:
            game.undo(game.past[-1].seat, consent=True)


def test_a_record_replays_to_the_same_state(game: Game) -> None:
    play(game, 60)
    seen: list[int] = []
    again = Game.replay(Record.parse(game.record.text.encode()), watch=lambda g, entry: seen.append(g.state.drawn))
    assert again.state.key() == game.state.key()
    assert [e for log in again.history for e in log] == [e for log in game.history for e in log]
    assert len(seen) == len(game.record.entries)


def test_a_finished_game_verifies_and_reveals_its_secret() -> None:
    secret = secret_from_seed(2)
    game = Game.new("dom", secret=secret, keep_secret=True, salts={"german": "a", "soviet": "b"})
    set_up(game)
    assert game.record.secret is None
    with pytest.raises(RecordError, match="not revealed"):
        Game.replay(game.record)
    give(game, "resign german")
    game.close(secret)
    done = verify(Record.parse(game.record.text.encode()))
    outcome = done.title.outcome(done.state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("soviet", "1.0b")
    with pytest.raises(RefusalError, match="over"):
        give(done, "done")


def test_replay_names_the_line_that_does_not_hold(game: Game) -> None:
    honest = len(game.record.lines)
    for text, why in (("done", "refused"), ("frobnicate", "no order")):
        forged = Record.parse(game.record.text.encode())
        forged.append_order("german", text)
        with pytest.raises(RecordError, match=f"line {honest + 1}: .*{why}"):
            Game.replay(forged)
    forged = Record.parse(game.record.text.encode())
    forged.append_order("german", "order move-fight", [(6, 3)])
    with pytest.raises(RecordError, match=f"line {honest + 1}: the dice"):
        Game.replay(forged)


def test_a_game_is_pinned_to_its_rules(game: Game) -> None:
    header = game.record.header
    other = Record.create(
        header.title, header.scenario, seats=header.seats, commit=header.commit, rules="00" * 32,
        options=header.options, setup_dice=header.setup_dice, secret=header.secret,
    )  # fmt: skip
    with pytest.raises(RecordError, match="other rules or data"):
        Game.replay(other)
