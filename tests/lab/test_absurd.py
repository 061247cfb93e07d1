"""Absurdities: each kind is found where it lies on the table, and not where there is a reason for it."""

from __future__ import annotations

from typing import Any

import pytest

from steppe import bots
from steppe.errors import SteppeError
from steppe.lab import absurd
from steppe.lab.absurd import Absurdity
from steppe.lab.assault.absurd import KINDS, AssaultJudge
from tests.dom.battlefield import GERMAN_COMBAT, GERMAN_MOVEMENT, SOVIET_MOVEMENT, battlefield
from tests.sandbox import Table

FAR_OFF = "RD99 0909"
NOTHING = {"november": "november decline", "phase order": "order move-fight", "guards conversion": "decline"}
TOWN = "0205 town west german Yartsevo"


class Watched:
    """A position that a judge watches while it is played by text."""

    def __init__(self, table: Table) -> None:
        self.table, self.title = table, table.title
        players = {seat: bots.make("random", table.title) for seat in table.title.seats}
        game: Any = self
        self.judge = AssaultJudge(game, players, seed=7)

    @property
    def state(self) -> Any:
        return self.table.s

    def write(self, order: Any) -> str:
        return self.table.write(order)

    def play(self, *texts: str, dice: tuple[int, ...] = ()) -> None:
        game: Any = self
        for text in texts:
            seat = self.table.prompt.seat
            self.table.order(text, dice=dice)
            self.judge.watch(game, seat, self.table.read(text))

    def end_turn(self) -> None:
        """Do nothing more until the other player's turn."""
        seat = self.table.prompt.seat
        while self.table.outcome is None and self.table.prompt.seat == seat:
            self.play(NOTHING.get(self.table.prompt.decision, "done"))

    @property
    def found(self) -> list[tuple[str, str]]:
        return [(a.kind, a.order) for a in self.judge.found]


def test_an_attack_that_loses_more_than_it_wins() -> None:
    played = Watched(battlefield(f"5Inf 0405; 1GRD 0505; 2GRD 0505; {FAR_OFF}", step=GERMAN_COMBAT))
    played.play("assault 0505 with 5Inf", dice=(1,))
    assert played.found == [("losing attack", "assault 0505 with 5Inf")]
    (a,) = played.judge.found
    assert (a.seed, a.turn, a.seat, a.number) == (7, 2, "german", 1)
    assert a.why.startswith("worth -")


def test_a_good_attack_is_none() -> None:
    played = Watched(battlefield(f"3Pz 0405; 4Pz 0405; RD1 0505; {FAR_OFF}", step=GERMAN_COMBAT))
    played.play("assault 0505 with 3Pz+4Pz", dice=(6,))
    assert played.found == []


@pytest.mark.parametrize(("order", "kinds"), [("move RD1 0606-0505", ["lost supply"]), ("move RD1 0606-0706", [])])
def test_a_unit_that_walks_out_of_supply(order: str, kinds: list[str]) -> None:
    """The ZOCs of three panzer divisions lie all around 0505; the unit's own presence holds a way open in 0606."""
    units = f"3Pz 0305; 4Pz 0604; 6Pz 0607; RD1 0606; {FAR_OFF}"
    played = Watched(battlefield(units, step=SOVIET_MOVEMENT))
    played.play(order)
    played.end_turn()
    assert [kind for kind, _ in played.found] == kinds


def test_armour_that_stands_idle_for_two_turns() -> None:
    units = f"3Pz 0305; 5Inf 0109; RD1 0705; {FAR_OFF}"
    played = Watched(battlefield(units, step=GERMAN_MOVEMENT, hexes="0705 city Moscow"))
    played.end_turn()
    assert played.found == []
    played.end_turn()
    played.end_turn()
    assert [kind for kind, _ in played.found] == ["idle armour"]
    assert "3Pz in 0305 could have gone for 0705 Moscow" in played.judge.found[0].why


def test_armour_that_moves_in_between_is_not_idle() -> None:
    units = f"3Pz 0305; 5Inf 0109; RD1 0705; {FAR_OFF}"
    played = Watched(battlefield(units, step=GERMAN_MOVEMENT, hexes="0705 city Moscow"))
    played.end_turn()
    played.end_turn()
    played.play("order move-fight", "move 3Pz 0305-0405")
    played.end_turn()
    assert played.found == []


LINE = f"3Pz 0405; 5Inf 0109; RD1 0504; RD2 0505; RD3 0506; {FAR_OFF}"


def test_a_gap_beside_armour() -> None:
    played = Watched(battlefield(LINE, step=SOVIET_MOVEMENT))
    played.play("move RD2 0505-0606")
    played.end_turn()
    assert ("gap", "move RD2 0505-0606") in played.found


def test_a_line_that_falls_back_as_one_leaves_no_gap() -> None:
    played = Watched(battlefield(LINE, step=SOVIET_MOVEMENT))
    played.play("move RD2 0505-0605", "move RD1 0504-0604", "move RD3 0506-0606")
    played.end_turn()
    assert "gap" not in [kind for kind, _ in played.found]


@pytest.mark.parametrize(("leaves", "kinds"), [(True, ["empty city"]), (False, [])])
def test_a_town_left_to_the_enemy(leaves: bool, kinds: list[str]) -> None:
    played = Watched(battlefield(f"5Inf 0205; RD1 0405; {FAR_OFF}", step=GERMAN_MOVEMENT, hexes=TOWN))
    if leaves:
        played.play("move 5Inf 0205-0103")
    played.end_turn()
    assert [kind for kind, _ in played.found] == kinds


def test_rates_are_for_a_thousand_orders() -> None:
    some = [Absurdity(kind, 1, 1, "german", 1, "", "", "") for kind in ("gap", "gap", "lost supply")]
    count = absurd.together([absurd.Count(KINDS, 100, some[:1]), absurd.Count(KINDS, 400, some[1:])])
    assert count.rates()["gap"] == pytest.approx(4)
    assert count.rates()["lost supply"] == pytest.approx(2)
    assert list(count.rates()) == list(KINDS)


def test_chance_is_more_absurd_than_a_bot() -> None:
    (wild,) = absurd.games("dom", "random", 1, turns=1)
    (sober,) = absurd.games("dom", "reflex", 1, turns=1)
    assert sum(wild.rates().values()) > 2 * sum(sober.rates().values())
    assert all(a.turn == 1 for a in wild.found)


def test_only_the_bots_own_orders_count() -> None:
    first, second = absurd.games("dom", "reflex", 2, against="random", turns=1)
    assert {a.seat for a in first.found} <= {"german"}
    assert {a.seat for a in second.found} <= {"soviet"}
    assert first.orders > 0 < second.orders


def test_an_unknown_title_is_refused() -> None:
    with pytest.raises(SteppeError):
        next(absurd.games("chess", "random", 1))
