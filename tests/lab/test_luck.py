"""What the dice gave and what they owed."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from steppe import bots
from steppe.assault.odds import ResultsTable
from steppe.dice import Dice, secret_from_seed
from steppe.game import Game
from steppe.lab import luck
from steppe.lab.assault.luck import tried_cost
from steppe.lab.luck import EVERYTHING, STRANGER, Cost, Tally, as_data, retold
from steppe.lab.openings import set_up
from steppe.lab.play import play_out
from tests.known import ASSAULT
from tests.sandbox import Table

MANY = 220


@cache
def played(key: str) -> tuple[Game, tuple[str, ...]]:
    """The beginning of a game between two bots."""
    game = Game.new(key, secret=secret_from_seed(11))
    set_up(game)
    players = {seat: bots.make("greedy", game.title) for seat in game.title.seats}
    with pytest.raises(AssertionError, match="has not ended"):
        play_out(game, players, 11, most=MANY)
    return game, tuple(entry.order for entry in game.record.effective_orders())


@cache
def tally_of(key: str, eyes: int) -> Tally:
    game, orders = played(key)
    tally = luck.tally_of(game.title, eyes)
    for told in retold(game.title, game.title.setup(Dice(game.dice.key)), orders):
        tally.take(told)
    return tally


@pytest.mark.parametrize("key", ASSAULT)
def test_every_battle_is_counted_once(key: str) -> None:
    game, _ = played(key)
    fights = tally_of(key, EVERYTHING).settled
    results = [event.facts["result"] for log in game.history for event in log if event.kind == "result"]
    assert [fight.result for fight in fights] == results
    assert len(fights) > 10
    dice = [e.facts["die"] for log in game.history for e in log if e.kind == "rolled" and e.facts["what"] == "combat"]
    assert dice == [fight.dice[-1] for fight in fights if fight.dice]


@pytest.mark.parametrize("key", ASSAULT)
def test_chances_are_whole_and_luck_is_what_is_left(key: str) -> None:
    tally = tally_of(key, EVERYTHING)
    for fight in tally.settled:
        assert sum(fight.chances.values()) == 1
        assert set(fight.chances) <= set(fight.costs)
    assert tally.luck(0) == -tally.luck(1) != 0


@pytest.mark.parametrize("key", ASSAULT)
def test_all_losses_of_battles_are_among_the_losses_by_turn(key: str) -> None:
    tally = tally_of(key, EVERYTHING)
    of_battles: dict[tuple[int, int], Fraction] = {}
    for fight in tally.settled:
        for side in range(2):
            lost = fight.lost.attacker if side == fight.attacker else fight.lost.defender
            of_battles[fight.turn, side] = of_battles.get((fight.turn, side), Fraction(0)) + lost
    for (turn, side), steps in of_battles.items():
        assert steps <= sum(n for (t, s, _), n in tally.losses.items() if (t, s) == (turn, side))


@pytest.mark.parametrize("key", ASSAULT)
@pytest.mark.parametrize("eyes", [0, 1, STRANGER])
def test_who_plays_is_told_nearly_the_same(key: str, eyes: int) -> None:
    """Everything in it but what hidden stacks do to retreats is known to everybody once a battle is fought."""
    whole, seen = as_data(tally_of(key, EVERYTHING)), as_data(tally_of(key, eyes))
    for battle, known in zip(whole["battles"], seen["battles"], strict=True):
        for name in ("n", "turn", "attacker", "hex", "odds", "column", "dice", "result", "final", "lost"):
            assert battle[name] == known[name]
    assert whole["dice"] == seen["dice"]
    assert abs(whole["luck"]["german"] - seen["luck"]["german"]) < 2


@pytest.mark.parametrize("eyes", [0, 1, STRANGER])
def test_no_unit_is_named(eyes: int) -> None:
    text = json.dumps(as_data(tally_of("lwe", eyes)))
    names = [key for key in tally_of("lwe", eyes).title.names.unit if len(key) > 3]
    assert [name for name in names if f'"{name}"' in text] == []


def test_a_result_costs_what_it_says() -> None:
    """One step for AL1, one for each defender for DE; a stack that cannot go anywhere dies of a retreat."""
    table = Table(
        """
        title = "dom"
        step = "I.B"
        order = "fight-move"
        units = '''
        Me german infantry XX 20-9 0303
        Foe soviet RD XX 1-1 0304
        Pal soviet RD XX 1-1 0304
        '''
        [board]
        size = "6x6"
        hexes = '''
        0101..0106 german-source german
        0601..0606 soviet-source
        '''
        """
    )
    title: Any = table.title
    order = title.notation.read("assault 0304 with Me", title.names)
    before = table.s.clone()
    told = next(iter(retold(title, table.s, ["assault 0304 with Me"])))
    costs = {result: tried_cost(title, before, told, result) for result in ("AS", "AL1", "DE", "DR")}
    assert title.refuse(before, order) is None
    assert costs["AS"] == Cost(Fraction(0), Fraction(0))
    assert costs["AL1"] == Cost(Fraction(1), Fraction(0))
    assert costs["DE"] == Cost(Fraction(0), Fraction(2))
    assert costs["DR"] == Cost(Fraction(0), Fraction(0))


def test_the_title_keeps_its_table() -> None:
    game, _ = played("dom")
    table = game.title.results_table  # type: ignore[attr-defined]
    tally_of("dom", EVERYTHING)
    assert game.title.results_table is table  # type: ignore[attr-defined]
    assert type(table) is ResultsTable
