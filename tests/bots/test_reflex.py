"""The bot ``reflex``: what it does at sight, each in a small position, and that it beats chance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from steppe.bots import make
from steppe.bots.assault.sight.situation import situation_of
from steppe.dice import secret_from_seed
from steppe.game import Game
from tests.bots.positions import FAR_OFF, LATE, SOVIET_LATE, choice, field, named, phase
from tests.dom.battlefield import battlefield
from tests.lwe.scene import scene

YARTSEVO = "0205 town west german Yartsevo"
"""A place that decides the game if it falls."""
ROAD = "2004-2104 rollbahn\n2104-2204 rollbahn\n2204-2304 rollbahn\n2304-2404 rollbahn"


def test_rush_into_an_open_objective() -> None:
    given = phase(field(f"3Pz 0305; {FAR_OFF}", hexes="0705 city Tula", step=LATE), "reflex")
    assert named(given, "rush") == ["move 3Pz 0305-0705"]


def test_overrun_and_go_on() -> None:
    """A thin line bars the way: the panzers next to it break it, and whoever has MP left drives on."""
    line = "; ".join(f"RD{i} 050{i} 4-1" for i in range(1, 10))
    given = phase(field(f"3Pz 0405; 4Pz 0405; {line}", hexes="0705 city Tula"), "reflex")
    assert (given[0].order, given[0].tactic) == ("mobile 0504 with 3Pz+4Pz", "overrun")
    assert named(given, "rush") == ["move 3Pz+4Pz 0504-0705"]


def test_a_reduced_garrison_stays_if_nobody_else_can_come() -> None:
    """It would walk into the city if the town were not decisive."""
    units = "35Inf 0205 reduced; RD1 0405; RD99 0901"
    given = phase(field(units, hexes=f"{YARTSEVO}\n0305 city Tula", step=LATE), "reflex")
    assert [said.order for said in given] == ["done"]
    free = phase(field(units, hexes="0305 city Tula", step=LATE), "reflex")
    assert named(free, "rush") == ["move 35Inf 0205-0305"]


def test_a_whole_unit_relieves_the_reduced_one() -> None:
    units = "35Inf 0205 reduced; 5Inf 0104; RD1 0405; RD99 0901"
    given = phase(field(units, hexes=f"{YARTSEVO}\n0305 city Tula", step=LATE), "reflex")
    assert named(given, "garrison") == ["move 5Inf 0104-0205"]
    assert given[1].order == "move 35Inf 0205-0305"


def test_open_the_road() -> None:
    """Somebody has cut the road in 2304 and gone; supply runs again before anybody else moves."""
    hexes = "2004,2104,2204,2404 rollbahn german\n2304 rollbahn"
    said = choice(scene("1Inf 2203\n126RD 2708", hexes=hexes, sides=ROAD), "reflex")
    assert (said.order, said.tactic) == ("move 1Inf 2203-2304", "open the road")


def test_those_on_foot_hunt_an_enemy_at_hand() -> None:
    hexes = "2004,2104,2204 rollbahn german"
    (move,) = named(phase(scene("1Inf 2204\n126RD 2501", hexes=hexes, sides=ROAD), "reflex"), "hunt")
    assert move.startswith("move 1Inf 2204-")


def test_hunters_go_for_a_bounty_before_one_who_is_nearer() -> None:
    """The Fortified Zone in 2305 costs a point every turn; the division in 2101, who is nearer, does not."""
    hexes = "2003,2103,2203 rollbahn german"
    t = scene("1Inf 2103\n126RD 2101\nFZA soviet fz XX 0-1 move=0 2305\n125RD 2708", hexes=hexes, sides=ROAD)
    (move,) = named(phase(t, "reflex"), "hunt")
    grid = t.title.board.grid
    assert grid.distance(grid.index[move.rpartition("-")[2]], grid.index["2305"]) == 1


def test_the_best_assault_first_and_nobody_fights_twice() -> None:
    """All stand next to both enemies; the weak one is attacked, and nobody alone attacks the strong ones."""
    t = battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 1-1; RD2 0404 6-6; RD3 0404 6-6; {FAR_OFF}")
    said = choice(t, "reflex")
    assert said.order.startswith("assault 0505 with 3Pz")
    assert said.tactic == "assault"
    lone = battlefield(f"KG1 0405; RD2 0404 6-6; RD3 0404 6-6; {FAR_OFF}")
    assert choice(lone, "reflex").order == "done"


def test_aircraft_fly_where_they_bring_enough() -> None:
    close = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 4-4; {FAR_OFF}", air=(1, 0)), "reflex")
    assert close.order == "assault 0505 with 3Pz+5Inf air 1"
    sure = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 1-1; {FAR_OFF}", air=(1, 0)), "reflex")
    assert sure.order.startswith("assault 0505 with 3Pz")
    assert "air" not in sure.order


def test_prizes_of_many_hexes_are_those_of_each() -> None:
    t = Game.new("lwe", secret=secret_from_seed(3))
    situation = situation_of(t.view(0))
    hexes = np.arange(t.title.board.size)
    assert situation.prizes(hexes).tolist() == [situation.prize(h) for h in hexes.tolist()]
    assert len(set(situation.prizes(hexes).tolist())) > 3


def test_a_defender_clings_to_the_town_in_danger() -> None:
    t = field("3Pz 0303; RD1 0804; RD99 0909", step=SOVIET_LATE, hexes="0605 city Tula")
    assert "move RD1 0804-0605" in named(phase(t, "reflex"), "cling")


@pytest.mark.parametrize(("seed", "reflex"), [(8, "german"), (1, "soviet")])
def test_it_beats_chance(seed: int, reflex: str) -> None:
    """In game 8 a reduced garrison is all that keeps the enemy out of a decisive town."""
    game = Game.new("dom", secret=secret_from_seed(seed))
    players = [
        (make("reflex" if seat == reflex else "random", game.title), random.Random(f"{seed} {seat}"))
        for seat in game.title.seats
    ]
    while not game.state.over:
        seat = game.title.decision(game.state)[1]
        player, rng = players[seat]
        game.order(seat, player.choose(game.view(seat), rng))
    assert game.title.seats[game.state.winner] == reflex
