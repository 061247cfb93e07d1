"""The bots' tactics, each in a small position where it is the thing to do; without the tactic the order would differ.

Unless a test says otherwise the board is clear, Germans come from the west and Soviets from the east. Movement that
comes after combat (``LATE``) shows a tactic without the assaults that units would otherwise gather for.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from steppe.bots.assault.sight.encirclement import Encirclement, encirclement_of
from steppe.bots.assault.sight.enemy_supply import CUT, SHUT_IN, enemy_value_left
from steppe.bots.assault.sight.situation import Situation
from steppe.bots.assault.staff import assault_groups
from steppe.bots.assault.staff.attacker_movement import StaffAttackerMovement
from steppe.bots.assault.staff.estimate import Estimate
from steppe.bots.assault.staff.packing import PlannedAssault
from steppe.bots.assault.staff.tactics import cut_off, seal_the_pocket
from steppe.bots.assault.style import Style
from tests.bots.positions import FAR_OFF, LATE, choice, estimate_of, field, named, phase, view_of
from tests.lwe import battlefield as lwe
from tests.lwe.scene import scene
from tests.sandbox import Table

YARTSEVO = "0205 town west german Yartsevo"
"""A place that decides the game if it falls."""
FAR_RIFLES = "299RD soviet rifle XX 1-1 0909"
ROAD = "2004-2104 rollbahn\n2104-2204 rollbahn\n2204-2304 rollbahn\n2304-2404 rollbahn"


def test_overrun() -> None:
    """A thin line from edge to edge bars the way to Tula: panzers break it and go on."""
    line = "; ".join(f"RD{i} 050{i} 1-1" for i in range(1, 10))
    given = phase(field(f"3Pz 0305; 4Pz 0305; {line}", hexes="0705 city Tula"))
    assault = next(i for i, said in enumerate(given) if said.order.startswith("mobile"))
    assert given[assault].tactic == "overrun"
    assert any(said.order.endswith("-0705") for said in given[assault:])


@pytest.mark.parametrize(("style", "overruns"), [("bold", True), ("", False)])
def test_an_overrun_pays_for_itself(style: str, overruns: bool) -> None:
    """One panzer division against whole rifle divisions: the way would be open, but only the bold pay that much."""
    line = "; ".join(f"RD{i} 050{i} 3-3" for i in range(1, 10))
    given = phase(field(f"3Pz 0305; {line}", hexes="0705 city Tula"), f"staff:{style}")
    assert any(said.order.startswith("mobile") for said in given) == overruns


def test_seize() -> None:
    """Two units in one hex walk into two open cities, each into its own."""
    given = phase(field(f"5Inf 0305; 35Inf 0305; {FAR_OFF}", hexes="0504 city Tula\n0506 city Orel"))
    moves = named(given, "seize")
    assert {move.split()[1] for move in moves} == {"5Inf", "35Inf"}
    assert {move[-4:] for move in moves} == {"0504", "0506"}


def test_set_piece_assault() -> None:
    """Nobody is in contact and none is strong enough alone: they gather, and attack together."""
    t = field(f"5Inf 0104; 35Inf 0105; RD1 0705 2-2; {FAR_OFF}")
    gathering = phase(t)
    assert {order.split()[1] for order in named(gathering, "set-piece assault")} == {"5Inf", "35Inf"}
    assert t.prompt.decision == "combat"
    attack = choice(t)
    assert attack.tactic == "set-piece assault"
    assert set(attack.order.split()[3].split("+")) == {"5Inf", "35Inf"}


def test_pincer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who could attack from one hex go to opposite ones, which shifts the odds."""

    def directions(tactic: str) -> list[int]:
        t = field(f"106Inf 0303; 129Inf 0305; RD1 0505 2-2; {FAR_OFF}")
        assert len(named(phase(t), tactic)) == 2
        assert choice(t).tactic == tactic
        grid = t.title.board.grid
        return sorted(grid.direction(t.hex("0505"), t.hex(t.where(key))) for key in ("106Inf", "129Inf"))

    first, second = directions("pincer")
    assert second - first == 3
    monkeypatch.setattr(assault_groups, "arrangements", lambda *_: [])
    first, second = directions("set-piece assault")
    assert second - first != 3


def test_seal_the_pocket() -> None:
    """Two divisions will attack from the west; the panzers are not wanted for it and step behind the enemy."""
    t = field(f"5Inf 0405; 35Inf 0406; 3Pz 0301; RD1 0505 4-4; {FAR_OFF}")
    planned = PlannedAssault(3.0, t.hex("0505"), ((t.unit("5Inf"), t.hex("0405")), (t.unit("35Inf"), t.hex("0406"))))
    plan = StaffAttackerMovement(Style())
    plan.stages, plan.assaults = deque(["seal"]), [planned]
    plan.finished.update(planned.units)
    (pocket,) = seal_the_pocket.pockets(estimate_of(t), [planned])
    assert {t.title.board.label(h) for h in pocket.ways_out} == {"0605", "0606"}
    t.order(t.write(plan.next(view_of(t), random.Random(1))))
    assert plan.note.startswith("seal the pocket")
    assert not seal_the_pocket.pockets(estimate_of(t), [planned])


def test_drive() -> None:
    """Tula is two marches away: the panzers go as far as they get, all together."""
    t = field("3Pz 0203; 4Pz 0203; RD1 1601", size="16x5", hexes="1403 city Tula", step=LATE)
    said = choice(t)
    assert said.tactic == "drive"
    assert "Tula" in said.note
    t.order(said.order)
    assert t.where("3Pz") == t.where("4Pz")
    distance = t.title.board.grid.distance
    assert distance(t.hex("0203"), t.hex("1403")) - distance(t.hex(t.where("3Pz")), t.hex("1403")) == 8


STRIP: dict[str, Any] = {"size": "16x3", "hexes": "1501 city Tula", "step": LATE}
"""Three hexes wide: a unit in the middle row closes it with its ZOC."""
ARMY = "RD1 0502 3-4; RD2 0502 3-4; "


@pytest.mark.parametrize(("unit", "otherwise"), [("3Pz", "drive"), ("5Inf", "march")])
def test_cut_off(monkeypatch: pytest.MonkeyPatch, unit: str, otherwise: str) -> None:
    """On their way to Tula panzers, and infantry too, stop where they close the strip if somebody hangs on it."""

    def said(army: str) -> tuple[str, str]:
        found = choice(field(f"{unit} 0301; {army}RD99 1603", **STRIP))
        return found.tactic, found.order[-2:]

    assert said(ARMY) == ("cut off", "02")
    assert said("")[0] == otherwise
    monkeypatch.setattr(cut_off, "choose", lambda _: None)
    monkeypatch.setattr(cut_off, "on_foot", lambda _, __, ranked: ranked[0][1])
    assert said(ARMY)[0] == otherwise


@pytest.mark.parametrize(
    ("germans", "share"), [("5Inf 0101", 0.0), ("5Inf 0702", CUT), ("5Inf 0403; 35Inf 0602", SHUT_IN)]
)
def test_what_it_is_worth_to_cut_somebody_off(germans: str, share: float) -> None:
    """Little if he can walk away, most of what destroying him is worth if he cannot even leave his hex."""
    t = field(f"{germans}; {ARMY}RD99 1603", **STRIP)
    situation = Situation(t.title, t.masked("german"), 0)
    both, other = 14.0, situation.unit_value(t.unit("RD99"))
    assert enemy_value_left(situation, situation.s) == pytest.approx(both * (1 - share) + other)


def test_who_keeps_a_pocket_shut_stays() -> None:
    """Tula calls, but without the two divisions beside it the army would be free to go."""
    army = "; ".join(f"RD{i} 0502 4-4" for i in range(1, 5))
    given = phase(field(f"5Inf 0403; 35Inf 0602; {army}; RD99 1603", **STRIP))
    assert [said.order for said in given] == ["done"]
    assert named(phase(field("5Inf 0403; 35Inf 0602; RD99 1603", **STRIP)), "march")


def surrounded(units: str) -> tuple[Encirclement, Table]:
    t = field(f"{units}; RD1 0504; RD99 1401", size="14x7", hexes="0504 city Moscow", step=LATE)
    encirclement = encirclement_of(t.title, 1)
    assert encirclement is not None
    return encirclement, t


def test_close_the_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every unit beside Moscow leaves it fewer ways out; who cannot take it goes where he closes most."""
    widths = [
        encirclement.ways_out(t.s)
        for encirclement, t in map(surrounded, ("3Pz 0101", "3Pz 0404", "3Pz 0404; 4Pz 0405"))
    ]
    assert widths == [6, 3, 2]

    def ways_left() -> tuple[str, int]:
        encirclement, t = surrounded("3Pz 0103; RD2 0603 2-2")
        said = choice(t)
        t.order(said.order)
        return said.tactic, encirclement.ways_out(t.s)

    assert ways_left() == ("close the ring", 3)
    monkeypatch.setattr(Estimate, "near_encirclement", lambda *_: False)
    assert ways_left()[1] > 3


def test_noose_ends_at_the_sources_of_a_small_board() -> None:
    """A board on which nobody gets far from Moscow has ways out all the same."""
    t = field("3Pz 0101; RD1 0505", hexes="0505 city Moscow")
    encirclement = encirclement_of(t.title, 1)
    assert encirclement is not None
    assert encirclement.ways_out(t.s) == 6


def test_relieve() -> None:
    """The spent division falls back out of contact, the whole one behind it takes its place in the line."""
    foes = "RD1 0505 4-4; RD2 0505 4-4; RD3 0506 4-4"
    t = field(f"5Inf 0405 reduced; 35Inf 0305; {foes}; RD99 0901", step=LATE)
    given = phase(t)
    assert [order.split()[1] for order in named(given, "relieve")] == ["5Inf", "35Inf"]
    assert t.where("35Inf") == "0405"
    assert t.title.board.grid.distance(t.hex(t.where("5Inf")), t.hex("0505")) > 1
    whole = field(f"5Inf 0405; 35Inf 0305; {foes}; RD99 0901", step=LATE)
    assert not named(phase(whole), "relieve")


def test_march() -> None:
    """Foot soldiers follow towards the objective."""
    said = choice(field(f"5Inf 0105; {FAR_OFF}", hexes="0905 city Tula", step=LATE))
    assert said.tactic == "march"
    assert said.order.startswith("move 5Inf 0105-06")


def test_mop_up() -> None:
    """In the endless land foot soldiers go for the enemy at hand before they go for a far town."""
    units = f"1Inf german infantry XX 3-3/2-2 0204; 1RD soviet rifle XX 1-1 0602; {FAR_RIFLES}"
    t = lwe.battlefield(units, step="II.D", order="fight-move", hexes="0808 large-town ussr Orsha")
    said = choice(t)
    assert said.tactic == "mop up"
    assert "the enemy in 0602" in said.note
    t.order(said.order)
    assert t.title.board.grid.distance(t.hex(t.where("1Inf")), t.hex("0602")) == 1


@pytest.mark.parametrize(("other", "prey"), [("2RD soviet rifle XX 1-1", "0502"), ("FZGrodno", "0209")])
def test_mop_up_for_a_bounty(other: str, prey: str) -> None:
    """Of two enemies the nearer, but a Fortified Zone that costs points as long as it holds out comes first."""
    units = f"1Inf german infantry XX 3-3/2-2 0204; 1RD soviet rifle XX 1-1 0502; {other} 0209; {FAR_RIFLES}"
    t = lwe.battlefield(units, step="II.D", order="fight-move", hexes="0808 large-town ussr Orsha")
    said = choice(t)
    assert said.tactic == "mop up"
    assert f"the enemy in {prey}" in said.note


def test_open_the_road() -> None:
    """Somebody has cut the road in 2304 and gone; supply runs again before anybody else moves."""
    hexes = "2004,2104,2204,2404 rollbahn german\n2304 rollbahn"
    said = choice(scene("1Inf 2203\n126RD 2708", hexes=hexes, sides=ROAD))
    assert (said.order, said.tactic) == ("move 1Inf 2203-2304", "open the road")


def test_garrison() -> None:
    """A whole division takes post in the decisive town, the reduced one next to it does not; the panzers are free."""
    units = "5Inf 0103; 35Inf 0104 reduced; 3Pz 0109; RD1 0405; RD99 0901"
    given = phase(field(units, hexes=f"{YARTSEVO}\n0706 city Tula", step=LATE))
    assert given[0].order == "move 5Inf 0103-0205"
    assert named(given, "garrison") == [given[0].order]
    assert "move 3Pz 0109-0706" in named(given, "seize")


def test_keep_shut() -> None:
    """The division in a town on the road goes on only because another steps in behind it."""
    hexes = "2004,2104,2204 rollbahn german\n2304 rollbahn german small-town Minsk\n2404 rollbahn"
    given = phase(scene("1Inf 2304\n5Inf 2206\n126RD 2607", hexes=hexes, sides=ROAD, step="II.D", order="fight-move"))
    assert given[0].order == "move 1Inf 2304-2404"
    assert (given[1].order, given[1].tactic) == ("move 5Inf 2206-2304", "garrison")
    assert "kept shut" in given[1].note
    alone = scene("1Inf 2304\n126RD 2607", hexes=hexes, sides=ROAD, step="II.D", order="fight-move")
    assert [said.order for said in phase(alone)] == ["done"]
