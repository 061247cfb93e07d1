"""The bot ``greedy`` at Land Without End: it knows every decision, sees what lies open, and knows nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from steppe.bots.assault.greedy.bot import GreedyBot
from steppe.dice import secret_from_seed
from steppe.game import Game
from steppe.lab.play import play_out
from steppe.orders import Order
from steppe.view import View
from tests.lwe.battlefield import GERMAN_MOVEMENT, SOVIET_COMBAT, SOVIET_MOVEMENT, battlefield
from tests.lwe.scene import on_map, real_title, scene
from tests.sandbox import Table


def choice(t: Table, bot: GreedyBot | None = None) -> str:
    """What the bot orders in a position."""
    order = (bot or GreedyBot()).choose(View(t.title, t.s, t.prompt.seat), random.Random(1))
    assert t.title.refuse(t.s, order) is None
    return t.write(order)


def phase(t: Table) -> list[str]:
    """All that the bot orders until its phase is over."""
    seat, decision, bot = t.seat, t.prompt.decision, GreedyBot()
    given: list[str] = []
    while (t.seat, t.prompt.decision) == (seat, decision) and (not given or given[-1] != "done"):
        given.append(choice(t, bot))
        t.order(given[-1])
    return given


# -- whole turns ------------------------------------------------------------------------------------------------------


class EnoughError(Exception):
    """The game has gone on for as long as a test wants."""


def play_turns(seed: int, last: int) -> tuple[Game, list[str]]:
    """The first turns of a game between two bots; ``Game.order`` refuses what is not legal."""
    game = Game.new("lwe", secret=secret_from_seed(seed))
    given: list[str] = []

    def watch(g: Game, seat: int, order: Order) -> None:
        given.append(g.write(order))
        if g.state.turn > last:
            raise EnoughError

    with pytest.raises(EnoughError):
        play_out(game, {"german": GreedyBot(), "soviet": GreedyBot()}, seed, watch=watch)
    return game, given


def test_plays_two_turns_with_legal_orders_only() -> None:
    game, given = play_turns(1, last=2)
    assert not game.title.broken(game.state)
    assert {"move", "mobile", "assault", "enter"} <= {text.split()[0] for text in given}
    assert game.view(0).as_data()["points"] > 10


@pytest.mark.slow
def test_plays_a_whole_game() -> None:
    game = Game.new("lwe", secret=secret_from_seed(1))
    outcome = play_out(game, {"german": GreedyBot(), "soviet": GreedyBot()}, 1, most=20_000)
    assert outcome.winner in game.title.seats
    assert not game.title.broken(game.state)


def test_orders_do_not_depend_on_what_is_hidden() -> None:
    """Any other world that looks the same to the seat brings the same order from a bot with no memory."""
    game = Game.new("lwe", secret=secret_from_seed(3))
    players = [(GreedyBot(), random.Random(f"3 {seat}")) for seat in game.title.seats]
    looked_at = 0
    for number in range(160):
        seat = game.title.decision(game.state)[1]
        view = game.view(seat)
        if number % 23 == 22:
            looked_at += 1
            world = view.sample(random.Random(number))
            assert fresh(View(view.title, world, seat)) == fresh(game.view(seat))
        bot, rng = players[seat]
        game.order(seat, bot.choose(view, rng))
    assert looked_at > 5


def fresh(view: View[Any]) -> Order:
    return GreedyBot().choose(view, random.Random(3))


# -- what lies open: the German ---------------------------------------------------------------------------------------

PANZERS = "3Pz german panzer XX 6-6/3-3 0405; 4Pz german panzer XX 6-6/3-3 0405"
CORPS = "1RC soviet rifle XXX 3-3 0505; 2RC soviet rifle XXX 3-3 0505"
FAR_OFF = "299RD soviet rifle XX 1-1 0909"
"""One more Soviet, so that his side is not without any."""


def test_takes_an_empty_town_in_reach() -> None:
    t = battlefield(
        f"1Inf german infantry XX 3-3/2-2 0205; {FAR_OFF}", step=GERMAN_MOVEMENT, hexes="0505 small-town Orsha"
    )
    assert phase(t)[0] == "move 1Inf 0205-0505"


def test_makes_a_mobile_assault_on_who_bars_the_way_to_a_city() -> None:
    """A wall of three divisions from edge to edge of the passable ground."""
    units = f"3Pz german panzer XX 6-6/3-3 move=12/10 0305; 4Pz german panzer XX 6-6/3-3 move=12/10 0305; {FAR_OFF}"
    wall = "; ".join(f"{i}0RD soviet rifle XX 1-1 050{i}" for i in range(1, 10))
    t = battlefield(f"{units}; {wall}", step=GERMAN_MOVEMENT, hexes="0805 city ussr Kharkov")
    assert any(text.startswith("mobile 050") for text in phase(t))


def test_attacks_with_good_odds_and_not_with_bad_ones() -> None:
    strong = (
        f"3Pz german panzer XX 6-6/3-3 0405; 4Pz german panzer XX 6-6/3-3 0405; 1RD soviet rifle XX 1-1 0505; {FAR_OFF}"
    )
    assert choice(battlefield(strong)).startswith("assault 0505 with")
    weak = (
        f"1Inf german infantry XX 3-3/2-2 0405; 1RC soviet rifle XXX 3-3 0505; 2RC soviet rifle XXX 3-3 0505; {FAR_OFF}"
    )
    assert choice(battlefield(weak)) == "done"


ROAD = "2004,2104,2204,2404 rollbahn german; 2304 rollbahn".replace(";", "\n")
ROAD_SIDES = "2004-2104 rollbahn\n2104-2204 rollbahn\n2204-2304 rollbahn\n2304-2404 rollbahn"


def test_mends_the_road_before_anything_else() -> None:
    """Somebody has cut the road in 2304 and gone; a division closes the gap."""
    t = scene("1Inf 2203\n126RD 2708", step="II.C", hexes=ROAD, sides=ROAD_SIDES)
    assert choice(t) == "move 1Inf 2203-2304"


# -- what lies open: the Soviet player --------------------------------------------------------------------------------


def test_steps_out_of_contact_while_the_directive_binds() -> None:
    """Who stays next to the enemy must attack next turn."""
    t = battlefield(
        f"1Inf german infantry XX 3-3/2-2 0405; 1RD soviet rifle XX 1-1 0505; {FAR_OFF}",
        step=SOVIET_MOVEMENT,
        directive=True,
        hexes="0705 small-town ussr soviet Kaluga",
    )
    phase(t)
    start = t.title.board.grid.index["0405"]
    assert t.title.board.grid.distance(t.s.hex[t.title.units.index["1RD"]], start) > 1


def test_attacks_only_because_it_must_and_as_cheaply_as_it_can() -> None:
    """Two divisions in contact: one common assault, not two."""
    t = battlefield(
        f"1Inf german infantry XX 3-3/2-2 0505; 2Inf german infantry XX 3-3/2-2 0505; 1RD soviet rifle XX 1-1 0605;"
        f" 2RD soviet rifle XX 1-1 0606; {FAR_OFF}",
        step=SOVIET_COMBAT,
        directive=True,
    )
    assert choice(t) in ("assault 0505 with 1RD+2RD", "assault 0505 with 2RD+1RD")


def test_nobody_attacks_uselessly_when_free_not_to() -> None:
    t = battlefield(
        f"1Inf german infantry XX 3-3/2-2 0505; 1RD soviet rifle XX 1-1 0605; {FAR_OFF}", step=SOVIET_COMBAT
    )
    assert choice(t) == "done"


# -- decisions between the phases -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "turn", "units", "answer"),
    [
        ("pause", 3, "", "pause decline"),
        ("concentration", 6, "", "concentration decline"),
        ("directive", 8, "", "directive rescind"),
        ("II.A", 5, "3Pz 1018 reduced\n", "refit 3Pz"),
        ("withdrawals", 18, "1Inf 1018\n5Inf 1018\n6Inf 1018 reduced\n", "withdraw 6Inf"),
    ],
)
def test_simple_answers(step: str, turn: int, units: str, answer: str) -> None:
    t = on_map(f"{units}7Inf 1019\n8Inf 1020\n126RD 4618", step=step, turn=turn)
    assert choice(t) == answer


def test_new_units_enter_as_far_forward_as_they_may() -> None:
    """At the town on the Rollbahn rather than at the edge behind it."""
    town = "2001..2008 edge\n2004,2104,2204 rollbahn german\n2304 small-town german rollbahn Baranovichi"
    new = next(u.key for u in real_title().units.units if u.turn == 3 and u.entry == "reinforcement")
    t = scene(f"{new} reserve\n126RD 2708", turn=3, step="II.B", hexes=town, sides=ROAD_SIDES)
    assert choice(t) == f"enter {new} 2304"


def test_the_fallen_return_where_they_are_wanted() -> None:
    """A large town before the enemy rather than one far behind."""
    towns = "2604 large-town ussr Vitebsk\n2602,2608 centre large-town ussr Bryansk\n2608 Orel"
    t = scene("1Inf 2104\n126RD dead\n128RD 2605", turn=4, step="III.B", hexes=towns)
    assert choice(t).startswith("enter 126RD 26")


def test_a_raid_is_declined_where_it_would_change_little() -> None:
    """Twelve against two: the column is far beyond the table."""
    t = battlefield(f"{PANZERS}; 5CC soviet cavalry XXX 1-1 0505; 1RD soviet rifle XX 1-1 0505; {FAR_OFF}", turn=5)
    t.order("assault 0505 with 3Pz+4Pz")
    assert t.prompt.decision == "raid"
    assert choice(t) == "decline"


def test_the_coastal_army_sails_to_some_port() -> None:
    t = on_map("7Pz 2041\nICA 2141\n126RD 4618", step="II.D", control="2041 german\n2141,2548,3049 soviet")
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2141 with 7Pz")
    while t.seat != "soviet":
        t.order(choice(t))
    assert t.prompt.decision == "sea retreat"
    assert choice(t).startswith("retreat ")
