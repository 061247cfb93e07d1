"""The bots' tactics, each in a small position where it is the thing to do; without the tactic the order would differ.

Unless a test says otherwise the board is clear, Germans come from the west and Soviets from the east. Movement that
comes after combat (``LATE``) shows a tactic without the assaults that units would otherwise gather for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steppe.bots import defensive, packing
from steppe.bots.assignment import assign
from steppe.bots.defensive import lifelines
from steppe.bots.desk import Desk
from steppe.bots.noose import Noose, noose_of
from steppe.bots.packing import Storm, by_worth, pack, solve
from steppe.bots.picture import Picture
from steppe.bots.replies import Replies, moves_before_fighting
from steppe.bots.storms import Planner
from tests.bots.positions import FAR_OFF, LATE, SOVIET_LATE, choice, desk_of, field, named, phase
from tests.dom.battlefield import SOVIET_MOVEMENT, battlefield
from tests.lwe import battlefield as lwe
from tests.lwe.scene import scene
from tests.sandbox import Table

YARTSEVO = "0205 town west german Yartsevo"
"""A place that decides the game if it falls."""
FAR_RIFLES = "299RD soviet rifle XX 1-1 0909"
ROAD = "2004-2104 rollbahn\n2104-2204 rollbahn\n2204-2304 rollbahn\n2304-2404 rollbahn"


def after(t: Table, order: str, result: str) -> Table:
    """A battle fought with a wanted result."""
    t.title.force_results([result])
    t.order(order)
    return t


# -- the attacker moves -----------------------------------------------------------------------------------------------


def test_overrun() -> None:
    """A thin line from edge to edge bars the way to Tula: panzers break it and go on."""
    line = "; ".join(f"RD{i} 050{i} 1-1" for i in range(1, 10))
    given = phase(field(f"3Pz 0305; 4Pz 0305; {line}", hexes="0705 city Tula"))
    assault = next(i for i, said in enumerate(given) if said.order.startswith("mobile"))
    assert given[assault].tactic == "overrun"
    assert any(said.order.endswith("-0705") for said in given[assault:])


def test_seize() -> None:
    """Two units in one hex walk into two open cities, each into its own."""
    given = phase(field(f"5Inf 0305; 35Inf 0305; {FAR_OFF}", hexes="0504 city Tula\n0506 city Orel"))
    moves = named(given, "seize")
    assert {move.split()[1] for move in moves} == {"5Inf", "35Inf"}
    assert {move[-4:] for move in moves} == {"0504", "0506"}


def test_set_piece_assault() -> None:
    """Nobody is in contact and none is strong enough alone: they gather, and attack together."""
    t = field(f"5Inf 0304; 35Inf 0305; RD1 0505 2-2; {FAR_OFF}")
    gathering = phase(t)
    assert {order.split()[1] for order in named(gathering, "set-piece assault")} == {"5Inf", "35Inf"}
    assert t.prompt.decision == "combat"
    attack = choice(t)
    assert attack.tactic == "set-piece assault"
    assert set(attack.order.split()[3].split("+")) == {"5Inf", "35Inf"}


def test_pincer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who could attack from one hex go to opposite ones, which shifts the odds."""

    def directions() -> list[int]:
        t = field(f"106Inf 0303; 129Inf 0305; RD1 0505 2-2; {FAR_OFF}")
        phase(t)
        grid = t.title.board.grid
        return sorted(grid.direction(t.hex("0505"), t.hex(t.where(key))) for key in ("106Inf", "129Inf"))

    first, second = directions()
    assert second - first == 3
    monkeypatch.setattr(Planner, "_pairs", lambda *_: [])
    first, second = directions()
    assert second - first != 3


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


def test_cut_supply() -> None:
    """On a strip three hexes wide a unit in the middle row closes it: it stops there if somebody hangs on that way."""
    strip: dict[str, Any] = {"size": "16x3", "hexes": "1501 city Tula", "step": LATE}
    cut = choice(field("3Pz 0201; RD1 0502 3-4; RD2 0502 3-4; RD99 1603", **strip))
    plain = choice(field("3Pz 0201; RD99 1603", **strip))
    assert cut.order.endswith("02")
    assert "cuts supply" in cut.note
    assert plain.order.endswith("01")
    assert "cuts supply" not in plain.note


def noose_at(units: str) -> tuple[Noose, Table]:
    t = field(f"{units}; RD1 0504; RD99 1401", size="14x7", hexes="0504 city Moscow", step=LATE)
    noose = noose_of(t.title, 1)
    assert noose is not None
    return noose, t


def test_noose(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every unit beside Moscow leaves it fewer ways out; who cannot take it goes where he closes most."""
    widths = [noose.width(t.s) for noose, t in map(noose_at, ("3Pz 0101", "3Pz 0404", "3Pz 0404; 4Pz 0405"))]
    assert widths == [6, 3, 2]

    def ways_left() -> tuple[str, int]:
        noose, t = noose_at("3Pz 0103; RD2 0603 2-2")
        said = choice(t)
        t.order(said.order)
        return said.tactic, noose.width(t.s)

    assert ways_left() == ("drive", 3)
    monkeypatch.setattr(Desk, "near_noose", lambda *_: False)
    assert ways_left()[1] > 3


def test_noose_ends_at_the_sources_of_a_small_board() -> None:
    """A board on which nobody gets far from Moscow has ways out all the same."""
    t = field("3Pz 0101; RD1 0505", hexes="0505 city Moscow")
    noose = noose_of(t.title, 1)
    assert noose is not None
    assert noose.width(t.s) == 6


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
    assert said.tactic == "march"
    assert "the enemy in 0602" in said.note
    t.order(said.order)
    assert t.title.board.grid.distance(t.hex(t.where("1Inf")), t.hex("0602")) == 1


@pytest.mark.parametrize(("other", "prey"), [("2RD soviet rifle XX 1-1", "0502"), ("FZGrodno", "0209")])
def test_mop_up_for_a_bounty(other: str, prey: str) -> None:
    """Of two enemies the nearer, but a Fortified Zone that costs points as long as it holds out comes first."""
    units = f"1Inf german infantry XX 3-3/2-2 0204; 1RD soviet rifle XX 1-1 0502; {other} 0209; {FAR_RIFLES}"
    t = lwe.battlefield(units, step="II.D", order="fight-move", hexes="0808 large-town ussr Orsha")
    said = choice(t)
    assert said.tactic == "march"
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


# -- the defender moves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("panzers", "entry"), [("0307", "0607"), ("0302", "0801")])
def test_reinforce(panzers: str, entry: str) -> None:
    """New divisions come to the city that the enemy is near to."""
    t = field(
        f"3Pz {panzers}; RD99 0905; RD83 reserve; RD84 reserve",
        step="II.A",
        track="arrivals = { RD = 2 }",
        hexes="0607 city Kaluga\n0801 city Ryazan",
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"enter RD {entry}", "reinforce")


def test_man_the_town() -> None:
    """An empty city that panzers could drive into gets a garrison, at least one."""
    t = field("3Pz 0303; RD1 0804; RD2 0902; RD3 0903", step=SOVIET_LATE, hexes="0605 city Tula")
    given = phase(t)
    (move,) = named(given, "man the town")
    assert move.endswith("-0605")


def test_citadel() -> None:
    """Moscow is filled up when the enemy is near, and not while he is far."""
    units = "RD1 0804 1-1; RD2 0804 4-4; RD3 0903 2-3; 1GRD 0802"
    near = phase(field(f"3Pz 0303; {units}", step=SOVIET_LATE, hexes="0705 city Moscow"))
    assert {move[-4:] for move in named(near, "citadel")} == {"0705"}
    assert len(named(near, "citadel")) > 1
    far = phase(field(f"5Inf 0101; {units}", size="16x9", step=SOVIET_LATE, hexes="1305 city Moscow"))
    assert not named(far, "citadel")


def test_outworks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy is near Moscow: who is not needed in it stands around it, one to a hex."""
    rifles = "; ".join(f"RD{i + 1} {1003 + i // 3} 1-1" for i in range(9))

    def sent() -> list[str]:
        t = field(f"3Pz 0303; {rifles}", step=SOVIET_LATE, hexes="0705 city Moscow", size="16x9")
        return [order[-4:] for order in named(phase(t), "outworks")]

    hexes = sent()
    assert len(hexes) == len(set(hexes)) > 1
    grid = field(rifles, hexes="0705 city Moscow", size="16x9").title.board.grid
    assert {grid.distance(grid.id("0705"), grid.id(h)) for h in hexes} == {1}
    monkeypatch.setattr(defensive, "OUTWORKS", 0)
    assert not sent()


def test_a_raid_on_a_small_place_does_not_keep_the_others_from_their_duty() -> None:
    """Orel lies open in the enemy's rear; who can goes there, and Moscow is manned all the same."""
    units = "3Pz 0303; RD1 0804 2-2; RD2 0804 2-2; RD3 1305 2-2"
    hexes = "0705 city Moscow\n1506 city german Orel"
    t = field(units, step=SOVIET_LATE, hexes=hexes, size="18x9")
    assert [order[-4:] for order in named(phase(t), "seize")] == ["1506"]
    assert "0705" in {t.where("RD1"), t.where("RD2")}


def test_lifeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way by which Moscow is fed is defended as well as the city itself."""

    def table() -> Table:
        units = "3Pz 0104; RD1 1202 2-2; RD2 1606 2-2; RD3 1204 2-2"
        return field(units, size="24x7", hexes="1304 city Moscow", step=SOVIET_LATE)

    t = table()
    (goal,) = lifelines(Picture(t.title, t.masked("soviet"), 1))
    first = t.title.board.label(goal.hexes[0])
    assert t.title.board.grid.distance(goal.hexes[0], t.hex("1304")) == 1
    assert any(said.note.endswith(f"lies before {first}") for said in phase(t))
    monkeypatch.setattr(defensive, "lifelines", lambda _: [])
    assert not any(first in said.note for said in phase(table()))


def test_counter_attack() -> None:
    """Enough can reach a battle group and go for it from two sides; a whole division is left alone."""
    force = "3Pz 0101; RD1 0704 3-3; RD2 0705 3-3; RD99 0909"
    t = field(f"KG1 0505; {force}", step=SOVIET_MOVEMENT)
    moves = named(phase(t), "counter-attack")
    assert len({move[-4:] for move in moves}) == len(moves) == 2
    assert choice(t).order.startswith("assault 0505")
    assert not named(phase(field(f"5Inf 0505; {force}", step=SOVIET_MOVEMENT)), "counter-attack")


def test_bar_the_way() -> None:
    """Units stand across the way to Tula, the first of them in the wood."""
    t = field(
        "3Pz 0203; RD1 0902; RD2 0903; RD3 0904", size="16x5", hexes="1503 city Tula\n0803 forest", step=SOVIET_LATE
    )
    moves = named(phase(t), "bar the way")
    assert any(move.endswith("-0803") for move in moves)


def test_get_out() -> None:
    """The only way past the panzers still leads to supply; it is taken."""
    t = field("3Pz 0702; RD1 0501; RD99 1203", size="12x3", step=SOVIET_LATE)
    assert not t.in_supply("RD1")
    said = choice(t)
    assert (said.order, said.tactic) == ("move RD1 0501-0701", "get out")
    t.order(said.order)
    assert t.in_supply("RD1")


# -- in battle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "lost"), [("KG1", "KG1"), ("SSReich", "3Pz")])
def test_cheapest_loss(other: str, lost: str) -> None:
    """A battle group before a step of a division; a step of 3Pz before one of SSReich, which is worth a factor more."""
    t = battlefield(f"3Pz 0405; {other} 0406; 1GRD 0505; {FAR_OFF}")
    said = choice(after(t, f"assault 0505 with 3Pz+{other}", "AL1"))
    assert (said.order, said.tactic) == (f"loss {lost}", "loss")


@pytest.mark.parametrize("wood", ["0605", "0606"])
def test_way_of_retreat(wood: str) -> None:
    """Of two ways back the one into cover."""
    t = battlefield(f"3Pz 0405; 5Inf 0406; RD1 0505; {FAR_OFF}", hexes=f"{wood} forest")
    after(t, "assault 0505 with 3Pz+5Inf", "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}
    said = choice(t)
    assert (said.order, said.tactic) == (f"retreat {wood}", "fall back")


@pytest.mark.parametrize(("hexes", "who"), [("", "3Pz+5Inf"), ("0405 town west german Yartsevo", "3Pz")])
def test_careful_advance(hexes: str, who: str) -> None:
    """The garrison of a decisive town stays where it is; without the town all go on."""
    t = battlefield(f"5Inf 0405; 3Pz 0504; RD1 0505; RD2 0403; {FAR_OFF}", hexes=hexes)
    after(t, "assault 0505 with 5Inf+3Pz", "DE")
    assert choice(t).order == f"advance {who}"


@pytest.mark.parametrize(("defender", "word"), [("RD1 0505 1-1", "BB"), ("1GRD 0505", "AS")])
def test_bloodbath_or_repulse(defender: str, word: str) -> None:
    """Blood is shed where it empties the city; against a division that would only be reduced it is not."""
    t = battlefield(f"3Pz 0405; 4Pz 0405; 5Inf 0504; {defender}; RD2 0505 1-1; {FAR_OFF}", hexes="0505 city Tula")
    after(t, "assault 0505 with 3Pz+4Pz+5Inf", "DR")
    assert t.legal() == {"convert AS", "convert BB"}
    said = choice(t)
    assert (said.order, said.tactic) == (f"convert {word}", "convert")


@pytest.mark.parametrize(("cavalry", "order"), [("1-1", "raid 5CC"), ("4-4", "decline")])
def test_cavalry_raid(cavalry: str, order: str) -> None:
    """Weak cavalry is worth less than a column before a town; strong cavalry more."""
    panzers = "; ".join(f"{n}Pz german panzer XX 6-6/3-3 0405" for n in (3, 4))
    units = f"{panzers}; 5CC soviet cavalry XXX {cavalry} 0505; 1RD soviet rifle XX 1-1 0505; {FAR_RIFLES}"
    t = lwe.battlefield(units, turn=5, hexes="0505 large-town ussr Orsha")
    t.order("assault 0505 with 3Pz+4Pz")
    assert t.prompt.decision == "raid"
    assert choice(t).order == order


def test_air_support() -> None:
    """An aircraft flies where it moves the odds, and stays on the ground where the battle is won without it."""
    close = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 3-4; {FAR_OFF}", air=(2, 0)))
    assert close.order == "assault 0505 with 3Pz+5Inf air 1"
    sure = choice(battlefield(f"3Pz 0405; 5Inf 0405; RD1 0505 1-1; {FAR_OFF}", air=(2, 0)))
    assert sure.order.startswith("assault 0505")
    assert "air" not in sure.order


def test_air_cover() -> None:
    """The defender flies where that spoils the attack, and nowhere else."""
    for defender, flown in (("3-4", 2), ("1-1", 0)):
        t = battlefield(f"3Pz 0405; 4Pz 0405; 5Inf 0405; RD1 0505 {defender}; {FAR_OFF}", air=(0, 2))
        t.order("assault 0505 with 3Pz+4Pz+5Inf")
        assert choice(t).order == f"air {flown}"


# -- between the phases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hexes", "goes"), [("", "8Inf"), ("0201 town west german Rzhev", "5Inf")])
def test_least_missed_withdrawal(hexes: str, goes: str) -> None:
    """The division in the rear goes home, unless it keeps a decisive town."""
    t = field(
        "8Inf 0201; 5Inf 0405; RD1 0505; RD99 0901", step="I.A", turn=5, track='withdraw = ["infantry"]', hexes=hexes
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"withdraw {goes}", "withdraw")


@pytest.mark.parametrize(("other", "rebuilt"), [("SSReich", "SSReich"), ("106Inf", "7Pz")])
def test_replacement_for_whom_it_helps_most(other: str, rebuilt: str) -> None:
    """SSReich is worth as much as 7Pz now and gains a factor more; of two who gain the same the better is rebuilt."""
    t = field(
        f"7Pz 0303 reduced; {other} 0304 reduced; 5Inf 0305; RD1 0503; RD99 0909",
        step="I.A",
        turn=6,
        track="withdraw = []",
        state="november = 5",
    )
    said = choice(t)
    assert (said.order, said.tactic) == (f"replace {rebuilt}", "rebuild")


@pytest.mark.parametrize(
    ("panzers", "order"), [("3Pz 0405; 4Pz 0405", "fight-move"), ("3Pz 0205; 4Pz 0205", "move-fight")]
)
def test_move_before_fighting_or_fight_first(panzers: str, order: str) -> None:
    """Who is in contact, with Tula behind the enemy, fights first and then drives on; others move first."""
    t = field(f"{panzers}; RD1 0505 3-4; RD99 1609", size="16x9", step="german-order", hexes="1505 city Tula")
    said = choice(t)
    assert (said.order, said.tactic) == (f"order {order}", "order of phases")


# -- what the tactics stand on ----------------------------------------------------------------------------------------

EVEN = [1] * 10
"""Stacking points of units that are all alike."""


def test_packing_beats_the_best_first() -> None:
    """The best single attack takes a unit from two others that are worth more together."""
    storms = [
        Storm(5.0, 100, ((0, 10), (1, 11))),
        Storm(4.0, 101, ((0, 10), (2, 12))),
        Storm(4.0, 102, ((1, 11), (3, 13))),
    ]
    greedy = by_worth(storms, EVEN, lambda _: 9)
    packed = pack(storms, EVEN, lambda _: 9, float)
    assert sum(s.value for s in greedy) == 5.0
    assert [s.target for s in packed] == [101, 102]


@pytest.mark.parametrize("way", [solve, by_worth])
def test_packing_overfills_no_hex_and_attacks_nobody_twice(way: Any) -> None:
    """Three attacks from one hex that holds two units; two more on a target that is taken."""
    storms = [Storm(3.0 - i / 10, 100 + i, ((i, 10),)) for i in range(3)]
    storms += [Storm(1.0, 100, ((5, 11),)), Storm(0.9, 102, ((2, 12),))]
    chosen = way(storms, EVEN, lambda _: 2)
    assert sorted((s.target, s.places) for s in chosen) == [
        (100, ((0, 10),)),
        (101, ((1, 10),)),
        (102, ((2, 12),)),
    ]


def test_packing_without_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        x = None

    storms = [Storm(2.0, 100, ((0, 10),)), Storm(1.0, 101, ((0, 10),)), Storm(0.5, 102, ((1, 10),))]
    monkeypatch.setattr(packing, "milp", lambda *_, **__: Nothing)
    assert [s.target for s in pack(storms, EVEN, lambda _: 9, float)] == [100, 102]


def test_packing_is_right_across_windows() -> None:
    """A unit that is wanted on both sides of a window's edge fights once."""
    storms = [Storm(1.0, h, ((h, h),)) for h in range(packing.WINDOW)]
    storms.append(Storm(9.0, packing.WINDOW, ((packing.WINDOW - 1, 50),)))
    chosen = pack(storms, [1] * 60, lambda _: 9, float)
    units = [u for s in chosen for u in s.units]
    assert len(units) == len(set(units)) == packing.WINDOW


def test_assignment_spreads_stacks_over_two_objectives() -> None:
    """Both like the first best, but it needs no more than one of them: the one to whom the other means least."""
    appeal = np.array([[10.0, 2.0], [9.0, 8.0]])
    assert assign(np.array([5.0, 5.0]), np.array([5.0, 5.0]), appeal) == [0, 1]


def test_assignment_sends_whom_nobody_needs_to_his_favourite() -> None:
    appeal = np.array([[9.0, 1.0], [8.0, 4.0], [3.0, 2.0]])
    assert assign(np.array([5.0, 5.0, 5.0]), np.array([5.0, 5.0]), appeal) == [0, 1, 0]
    assert assign(np.array([5.0]), np.array([]), np.empty((1, 0))) == [-1]


def test_a_stack_goes_elsewhere_when_an_objective_has_enough() -> None:
    """Of many stacks between two cities some go for the farther one."""
    units = "; ".join(f"{key} 0305" for key in ("3Pz", "4Pz", "6Pz", "7Pz", "1Pz"))
    more = "; ".join(f"{key} 0306" for key in ("10Pz", "11Pz", "2Pz", "5Pz", "19Pz"))
    t = field(f"{units}; {more}; RD1 1203; RD2 1207; RD99 1609", size="16x9", hexes="1203 city Tula\n1207 city Orel")
    assert len(set(desk_of(t).tasks.values())) == 2


def test_replies_count_who_is_adjacent_where_the_enemy_fights_before_moving() -> None:
    """At Land Without End the Soviets fight first: whoever is two hexes away cannot hurt."""
    t = lwe.battlefield(
        f"3Pz german panzer XX 6-6/3-3 0405; 1RC soviet rifle XXX 3-3 0605; {FAR_RIFLES}", step=lwe.GERMAN_MOVEMENT
    )
    assert not moves_before_fighting(t.title, 1)
    replies = Replies(Picture(t.title, t.masked("german"), 0))
    assert replies.potential[t.hex("0505")] == 3
    assert replies.potential[t.hex("0405")] == 0


def test_replies_count_who_can_come_up_where_the_enemy_may_move_first() -> None:
    """Three divisions two hexes away could attack a battle group; beside a friend it has nothing to fear."""
    t = field("KG1 0805; RD1 1004 3-3; RD2 1005 3-3; RD3 1006 3-3; RD99 1609", size="16x9")
    assert moves_before_fighting(t.title, 1)
    replies = Replies(Picture(t.title, t.masked("german"), 0))
    group, here = (t.unit("KG1"),), t.hex("0805")
    assert replies.potential[here] == 9
    assert replies.potential[t.hex("0101")] == 0
    assert replies.loss_of(group, here) > 0
    assert replies.loss_of(group, here, company=9.0) == replies.loss_of(group, t.hex("0101")) == 0


@pytest.mark.parametrize(("style", "order"), [("bold", "assault 0505 with 3Pz+5Inf"), ("careful", "done")])
def test_styles(style: str, order: str) -> None:
    """Twelve against six in the open: the bold attack, the careful do not."""
    units = f"3Pz 0405; 5Inf 0504; RD1 0505 3-3; RD2 0505 3-3; {FAR_OFF}"
    assert choice(battlefield(units), f"staff:{style}").order == order
