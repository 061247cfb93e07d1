"""The bot ``greedy``: it plays whole games by the rules, sees what lies open before it, and knows nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from steppe.bots import make
from steppe.bots.assault.greedy.bot import GreedyBot
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.play import play_out
from steppe.orders import Order
from steppe.view import View
from tests.dom.battlefield import GERMAN_MOVEMENT, SOVIET_COMBAT, SOVIET_MOVEMENT, battlefield
from tests.sandbox import Table

MOSCOW = "0709 city Moscow"
FAR_OFF = "RD99 0909"
"""One more Soviet, so that his side is not without any."""


def new_game(seed: int) -> Game:
    return Game.new("dom", secret=secret_from_seed(seed))


def bots() -> dict[str, GreedyBot]:
    return {"german": GreedyBot(), "soviet": GreedyBot()}


def choice(t: Table, seed: int = 1) -> str:
    """What the bot orders in a position."""
    return t.write(GreedyBot().choose(View(t.title, t.s, t.prompt.seat), random.Random(seed)))


def views(seed: int, every: int, most: int) -> Iterator[View[Any]]:
    """Some views of whoever decides, in the course of a game."""
    game = new_game(seed)
    players = [(bot, random.Random(f"{seed} {seat}")) for seat, bot in bots().items()]
    for number in range(most):
        if game.state.over:
            return
        seat = game.title.decision(game.state)[1]
        view = game.view(seat)
        if number % every == 0:
            yield view
        bot, rng = players[seat]
        game.order(seat, bot.choose(view, rng))


# -- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_plays_a_whole_game_with_legal_orders_only(seed: int) -> None:
    """``Game.order`` refuses anything else; nine turns take far fewer orders than this."""
    game = new_game(seed)
    outcome = play_out(game, bots(), seed, most=5000)
    assert outcome.winner in game.title.seats
    assert not game.title.broken(game.state)


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_plays_against_chance(seat: str) -> None:
    game = new_game(4)
    players = {other: make("greedy" if other == seat else "random", game.title) for other in game.title.seats}
    assert play_out(game, players, 4, most=20000).winner == seat


def test_decides_the_same_again() -> None:
    def orders() -> list[str]:
        game = new_game(5)
        given: list[str] = []
        with pytest.raises(AssertionError):
            play_out(game, bots(), 5, most=200, watch=lambda g, _, order: given.append(g.write(order)))
        return given

    assert orders() == orders()


def test_one_bot_may_play_both_seats() -> None:
    bot = GreedyBot()
    with pytest.raises(AssertionError):
        play_out(new_game(6), {"german": bot, "soviet": bot}, 6, most=150)


# -- what lies open ---------------------------------------------------------------------------------------------------


def test_makes_an_obvious_attack() -> None:
    t = battlefield(f"3Pz 0405; 4Pz 0405; RD1 0505; {FAR_OFF}")
    assert choice(t) == "assault 0505 with 3Pz+4Pz"


def test_attacks_from_two_sides_rather_than_from_one() -> None:
    """Any two of the four have the same odds; only a pair from opposite hexes has the concentric shift."""
    t = battlefield(f"106Inf 0405; 129Inf 0504; 162Inf 0606; RD1 0505 2-2; {FAR_OFF}")
    force = choice(t).split()[3].split("+")
    assert {"106Inf", "162Inf"} <= set(force)


def test_makes_no_hopeless_attack() -> None:
    t = battlefield(f"5Inf 0405; 1GRD 0505; 2GRD 0505; {FAR_OFF}")
    assert choice(t) == "done"


def test_takes_the_better_of_two_attacks() -> None:
    t = battlefield(f"3Pz 0405; 4Pz 0405; RD1 0505; 1GRD 0404; 2GRD 0404; {FAR_OFF}")
    assert choice(t).startswith("assault 0505")


def test_enters_moscow_when_it_lies_open() -> None:
    t = battlefield(f"3Pz 0509; RD1 0902; {FAR_OFF}", step=GERMAN_MOVEMENT, hexes=MOSCOW)
    t.order(choice(t))
    assert t.outcome is not None
    assert t.outcome.rule == "4.1"


def test_assaults_moscow_at_odds_that_it_would_not_take_elsewhere() -> None:
    units = f"5Inf 0608; 35Inf 0608; 8Inf 0709; RD1 0708; RD2 0708; {FAR_OFF}"
    assert choice(battlefield(units, hexes="0708 city Moscow")).startswith("assault 0708")


def test_soviet_unit_walks_into_an_open_western_town() -> None:
    t = battlefield(f"RD1 0405; 5Inf 0109; {FAR_OFF}", step=SOVIET_MOVEMENT, hexes="0205 town west german Yartsevo")
    t.order(choice(t))
    assert t.outcome is not None
    assert t.outcome.rule == "4.4a"


def test_soviet_victor_advances_into_a_western_town() -> None:
    units = f"KG1 0505; RD1 0405 2-2; RD2 0405 2-2; RD3 0606 2-2; {FAR_OFF}"
    t = battlefield(units, step=SOVIET_COMBAT, hexes="0505 town west german Yartsevo")
    order = choice(t)
    assert order.startswith("assault 0505")
    t.order(order, dice=(6,))
    while t.outcome is None:
        t.order(choice(t))
    assert t.outcome.rule == "4.4a"


def test_guards_a_western_town_that_the_enemy_could_reach() -> None:
    t = battlefield(
        f"5Inf 0103; 3Pz 0109; RD1 0405; {FAR_OFF}", step=GERMAN_MOVEMENT, hexes="0205 town west german Yartsevo"
    )
    assert choice(t) == "move 5Inf 0103-0205"


def test_does_not_leave_a_western_town_that_it_guards() -> None:
    t = battlefield(f"5Inf 0205; RD1 0405; {FAR_OFF}", step=GERMAN_MOVEMENT, hexes="0205 town west german Yartsevo")
    assert choice(t) == "done"


def test_units_about_to_be_cut_off_get_out() -> None:
    """Two Germans close the west around the unit; it goes where a supply line needs no friend to hold it open."""
    t = battlefield(f"3Pz 0605; 4Pz 0608; RD1 0506; {FAR_OFF}; RD98 0903", step=SOVIET_MOVEMENT, hexes=MOSCOW)
    orders = []
    while t.prompt.decision == "movement":
        orders.append(choice(t))
        t.order(orders[-1])
    assert any(text.startswith("move RD1") for text in orders)
    assert t.in_supply("RD1")


# -- nothing hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [7, 8])
def test_orders_do_not_depend_on_what_is_hidden(seed: int) -> None:
    """Any other world that looks the same to the seat brings the same order from a bot with no memory."""
    looked_at = 0
    for view in views(seed, every=37, most=420):
        rng = random.Random(f"worlds {seed} {looked_at}")
        order = fresh_choice(view)
        for _ in range(2):
            other = View(view.title, view.sample(rng), view.seat)
            assert fresh_choice(other) == order
        looked_at += 1
    assert looked_at > 5


def fresh_choice(view: View[Any]) -> Order:
    return GreedyBot().choose(View(view.title, view._View__state, view.seat), random.Random(3))  # type: ignore[attr-defined]
