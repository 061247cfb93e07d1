"""Drive on Moscow, 10.0 to 10.13: movement, stacks on the move, terrain, rivers, reservoirs, the edge of the map."""

from __future__ import annotations

from itertools import pairwise

import pytest

from steppe import titles
from steppe.errors import OrderError
from tests.sandbox import Table, first, kinds

AROUND_0404 = ("0403", "0503", "0504", "0405", "0304", "0303")


def position(
    units: str,
    *,
    step: str = "I.B",
    order: str = "move-fight",
    turn: int = 2,
    track: str = "mf_mech = 8\nmf_foot = 5",
    size: str = "8x8",
    hexes: str = "",
    sides: str = "",
) -> str:
    """A board with the German sources in its first column and the Soviet ones in its last."""
    columns, rows = size.split("x")
    return f'''
title = "dom"
turn = {turn}
step = "{step}"
order = "{order}"
units = """
{units}
"""
[track]
{track}
air_german = 0
arrivals = {{ }}
withdraw = {["infantry"] if step == "I.A" else []}
[board]
size = "{size}"
hexes = """
0101..01{int(rows):02} german-source german west
{int(columns):02}01..{int(columns):02}{int(rows):02} soviet-source
{hexes}
"""
sides = """
{sides}
"""
'''


def ring(kind: str) -> str:
    """All six sides of 0404."""
    return "\n".join(f"0404-{h} {kind}" for h in AROUND_0404)


# -- 10.0, 10.1: when, and how much -----------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.0a")
@pytest.mark.parametrize(
    ("step", "own", "enemy", "decision"),
    [("I.B", "7Pz 0303-0403", "RD1 0606-0505", "german"), ("II.B", "RD1 0606-0505", "7Pz 0303-0403", "soviet")],
)
def test_only_the_phasing_side_moves(step: str, own: str, enemy: str, decision: str) -> None:
    t = Table(position("7Pz 0303\nRD1 0606", step=step))
    assert t.seat == decision
    t.refused(f"move {enemy}", "10.0a", f"{enemy.split()[0]} is not yours to move in this phase")
    assert not any(enemy.split()[0] in text for text in t.legal("move"))
    t.order(f"move {own}")


@pytest.mark.rule("dom", "10.0a")
def test_nobody_moves_in_a_combat_phase() -> None:
    t = Table(position("7Pz 0303\nRD1 0606", step="I.C"))
    assert t.prompt.decision == "combat"
    t.refused("move 7Pz 0303-0403", "5.0", "'move' cannot be ordered now...")
    assert not t.legal("move")


@pytest.mark.rule("dom", "10.0a")
def test_a_move_goes_from_hex_to_adjacent_hex_for_one_point_each() -> None:
    t = Table(position("7Pz 0303\nRD1 0707"))
    reached = t.range("7Pz")
    assert (reached["0403"], reached["0503"], reached["0603"]) == (1, 2, 3)
    moved = first(t.order("move 7Pz 0303-0603"), "moved")
    way = [moved.facts["start"], *moved.facts["path"]]
    assert len(way) == 4
    assert all(t.title.board.grid.distance(a, b) == 1 for a, b in pairwise(way))
    t.refused("move 7Pz 0303-0604", "10.0a", "7Pz is in 0603")  # it is no longer there
    t.refused("move 7Pz 0603-0603", "10.0a", "a move ends in another hex")


@pytest.mark.rule("dom", "10.1a")
def test_points_are_not_saved_for_the_next_turn() -> None:
    t = Table(position("7Pz 0303\n6Pz 0303\nRD1 0707"))
    t.order("move 7Pz 0303-0403")
    t.order("done", "done", "order move-fight", "done", "done")
    t.order("order move-fight")
    assert (t.s.turn, t.prompt.decision) == (3, "movement")
    assert max(t.range("7Pz").values()) == 6  # turn 3 gives 6, whatever was left over from the 9 of turn 2
    assert max(t.range("6Pz").values()) == 6


@pytest.mark.rule("dom", "10.1a")
def test_points_spent_in_one_turn_are_there_again_in_the_next() -> None:
    t = Table(position("7Pz 0303\nRD1 0808"))
    t.order("move 7Pz 0303-0703", "move 7Pz 0703-0303")
    assert t.range("7Pz") == {"0303": 0}
    t.order("done", "done", "order move-fight", "done", "done", "order move-fight")
    assert max(t.range("7Pz").values()) == 6


@pytest.mark.rule("dom", "10.1a")
def test_points_are_not_lent_to_another_unit() -> None:
    t = Table(position("7Pz 0103\n5Inf 0103\nRD1 0808"))
    assert max(t.range("7Pz").values()) == 8
    assert max(t.range("5Inf").values()) == 5
    assert max(t.range("7Pz", "5Inf").values()) == 5
    t.order("move 5Inf 0103-0603")
    assert t.range("5Inf") == {"0603": 0}
    t.refused("move 5Inf 0603-0703", "2.10b", "0703 costs 1 MP and 0 are left")


@pytest.mark.rule("dom", "10.1b")
@pytest.mark.parametrize(("step", "following"), [("I.B", "combat"), ("II.B", "combat")])
def test_a_player_may_move_nobody(step: str, following: str) -> None:
    t = Table(position("7Pz 0303\nRD1 0606", step=step))
    assert "done" in t.legal()
    t.order("done")
    assert t.prompt.decision == following
    assert (t.where("7Pz"), t.where("RD1")) == ("0303", "0606")


@pytest.mark.rule("dom", "10.1b")
def test_a_unit_may_stop_with_points_unspent_and_others_may_stay() -> None:
    t = Table(position("7Pz 0303\n6Pz 0303\n5Inf 0505\nRD1 0808", track="mf_mech = 6\nmf_foot = 5"))
    t.order("move 7Pz 0303-0503")
    assert t.range("7Pz")["0603"] == 1  # four are left
    t.order("done")
    assert t.prompt.decision == "combat"
    assert (t.where("7Pz"), t.where("6Pz"), t.where("5Inf")) == ("0503", "0303", "0505")


@pytest.mark.rule("dom", "10.1c")
@pytest.mark.parametrize(
    ("step", "units", "orders", "again"),
    [
        ("I.B", "7Pz 0303\n20Pz 0305\nRD1 0808", ("7Pz 0303-0403", "20Pz 0305-0405"), "7Pz 0403-0503"),
        ("II.B", "RD1 0803\nRD2 0806\n7Pz 0101", ("RD1 0803-0703", "RD2 0806-0706"), "RD1 0703-0603"),
    ],
)
def test_a_move_is_complete_when_the_next_begins(step: str, units: str, orders: tuple[str, str], again: str) -> None:
    t = Table(position(units, step=step))
    t.order(f"move {orders[0]}")
    assert f"move {again}" in t.legal()
    t.order(f"move {orders[1]}")
    t.refused(
        f"move {again}", "10.1c", f"{again.split()[0]} has moved, and another stack has moved since; its move is over"
    )
    assert f"move {again}" not in t.legal()
    assert "done" in t.legal()


@pytest.mark.rule("dom", "10.1c", "10.5")
def test_a_mate_that_starts_late_does_not_let_the_first_one_go_on() -> None:
    """7Pz and 6Pz began together; a third stack moved between their moves."""
    t = Table(position("7Pz 0303\n6Pz 0303\n20Pz 0305\nRD1 0808"))
    t.order("move 7Pz 0303-0403", "move 20Pz 0305-0405", "move 6Pz 0303-0403")
    t.refused("move 7Pz 0403-0503", "10.1c", "7Pz has moved, and another stack has moved since; its move is over")
    t.refused("move 7Pz+6Pz 0403-0503", "10.1c", "7Pz has moved, and another stack has moved since; its move is over")
    assert not any("7Pz" in text for text in t.legal("move"))
    t.order("move 6Pz 0403-0503")


@pytest.mark.rule("dom", "10.1c")
def test_a_mobile_assault_ends_the_moves_before_it() -> None:
    t = Table(position("7Pz 0303\n20Pz 0304\nRD1 0404 2-4\nRD2 0808"))
    t.order("move 7Pz 0303-0302")
    t.order("mobile 0404 with 20Pz", dice=(3,))
    t.refused("move 7Pz 0302-0402", "10.1c", "7Pz has moved, and another stack has moved since; its move is over")


# -- 10.2, 10.3: what stops a unit ------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.2", "10.9")
@pytest.mark.parametrize(("step", "unit"), [("I.B", "5Inf"), ("I.B", "7Pz"), ("II.B", "RD1"), ("II.B", "TB1")])
def test_one_point_does_not_cross_a_river(step: str, unit: str) -> None:
    units = f"{unit} 0404\n{'RD99 0808' if step == 'I.B' else '35Inf 0101'}"
    t = Table(position(units, step=step, track="mf_mech = 1\nmf_foot = 1", sides=ring("river")))
    t.refused(f"move {unit} 0404-0504", "10.2", "0504 costs 2 MP and 1 are left")
    assert t.range(unit) == {"0404": 0}
    dry = Table(position(units, step=step, track="mf_mech = 1\nmf_foot = 1", sides="0404-0403 river"))
    dry.order(f"move {unit} 0404-0504")


@pytest.mark.rule("dom", "10.2")
def test_the_last_point_does_not_pay_for_a_river() -> None:
    t = Table(position("5Inf 0204\nRD1 0808", track="mf_mech = 8\nmf_foot = 3", sides=ring("river")))
    t.order("move 5Inf 0204-0304", "move 5Inf 0304-0303")
    t.refused("move 5Inf 0303-0404", "2.10b", "0404 costs 2 MP and 1 are left")
    t.order("move 5Inf 0303-0403")


@pytest.mark.rule("dom", "10.2")
def test_germans_out_of_supply_do_not_move() -> None:
    around = ("0403", "0503", "0504", "0505", "0406", "0305", "0304", "0303")
    pocket = [f"RD{i} {h}" for i, h in enumerate(around, start=1)]
    t = Table(position("\n".join(["7Pz 0404", "5Inf 0404", *pocket])))
    for unit in ("7Pz", "5Inf"):
        assert not t.in_supply(unit)
        t.refused(f"move {unit} 0404-0405", "8.5a", f"{unit} is out of supply and has no MP")
    assert not t.legal("move")
    relieved = Table(position("\n".join(["7Pz 0404", "5Inf 0404", *pocket[:-1], "RD99 0808"])))
    relieved.order("move 7Pz 0404-0405", "move 5Inf 0404-0405")


@pytest.mark.rule("dom", "10.3")
@pytest.mark.parametrize(
    ("step", "mover"),
    [("I.B", "7Pz"), ("I.B", "5Inf"), ("I.B", "1Cav"), ("II.B", "RD1"), ("II.B", "TB1"), ("II.B", "CD1")],
)
def test_nobody_enters_a_hex_with_enemies(step: str, mover: str) -> None:
    enemy = "RD99 0404" if step == "I.B" else "35Inf 0404"
    t = Table(position(f"{mover} 0304\n{enemy}", step=step))
    t.refused(f"move {mover} 0304-0404", "10.3", "enemy units are in 0404")
    assert "0404" not in t.range(mover)


@pytest.mark.rule("dom", "10.3")
def test_nobody_passes_through_enemies() -> None:
    wall = "\n".join(f"RD{row} 040{row}" for row in range(1, 9))
    t = Table(position(f"7Pz 0304\n5Inf 0304\n{wall}"))
    for unit in ("7Pz", "5Inf"):
        assert {label[:2] for label in t.range(unit)} == {"01", "02", "03"}
    gap = Table(position(f"7Pz 0304\n5Inf 0304\n{wall.replace('RD8 0408', 'RD8 0808')}"))
    assert "0508" in gap.range("7Pz")


# -- 10.4 to 10.6: stacks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.4")
@pytest.mark.parametrize(
    ("step", "a", "b", "enemy"), [("I.B", "7Pz", "6Pz", "RD1 0808"), ("II.B", "RD1", "RD2", "5Inf 0101")]
)
def test_a_unit_met_on_the_way_is_not_picked_up(step: str, a: str, b: str, enemy: str) -> None:
    t = Table(position(f"{a} 0403\n{b} 0503\n{enemy}", step=step))
    t.order(f"move {a} 0403-0503")
    for pair in (f"{a}+{b}", f"{b}+{a}"):
        t.refused(f"move {pair} 0503-0603", "10.4", "only units that began the phase together move together")
    assert not any("+" in text for text in t.legal("move"))
    t.order(f"move {a} 0503-0603")


@pytest.mark.rule("dom", "10.4")
def test_units_apart_do_not_move_as_one() -> None:
    t = Table(position("7Pz 0303\n6Pz 0303\nRD1 0808"))
    t.order("move 7Pz 0303-0403")
    t.refused("move 7Pz+6Pz 0403-0503", "10.4", "only units that began the phase together move together")


@pytest.mark.rule("dom", "10.4")
def test_units_that_began_together_move_together_or_apart() -> None:
    t = Table(position("7Pz 0303\n6Pz 0303\n14PG 0303\nRD1 0808"))
    groups = {text.split()[1] for text in t.legal("move")}
    assert {frozenset(group.split("+")) for group in groups} == {
        frozenset(group)
        for group in (
            {"7Pz"}, {"6Pz"}, {"14PG"}, {"7Pz", "6Pz"}, {"7Pz", "14PG"}, {"6Pz", "14PG"}, {"7Pz", "6Pz", "14PG"},
        )
    }  # fmt: skip
    t.order("move 7Pz+14PG 0303-0403", "move 6Pz 0303-0304")
    assert [t.where(unit) for unit in ("7Pz", "14PG", "6Pz")] == ["0403", "0403", "0304"]


FIVE = "7Pz 0204\n6Pz 0204\n14PG 0204\n1Pz 0204\n36PG 0204\n20Pz 0206\nRD1 0808"


@pytest.mark.rule("dom", "10.5")
def test_a_moving_stack_splits_and_goes_on_and_splits_again() -> None:
    t = Table(position(FIVE))
    t.order("move 7Pz+6Pz+14PG+1Pz+36PG 0204-0304")
    t.order("move 1Pz+36PG 0304-0305")  # a sub-stack leaves on its own course
    t.order("move 7Pz+6Pz+14PG 0304-0403")  # the rest goes on
    t.order("move 14PG 0403-0402", "move 7Pz+6Pz 0403-0503")
    t.order("move 36PG 0305-0306")  # still one parent stack
    assert t.range("36PG")["0307"] == 1
    where = [t.where(unit) for unit in ("7Pz", "6Pz", "14PG", "1Pz", "36PG")]
    assert where == ["0503", "0503", "0402", "0305", "0306"]


@pytest.mark.rule("dom", "10.5")
def test_another_parent_stack_ends_the_moves_of_all_parts() -> None:
    t = Table(position(FIVE))
    t.order("move 7Pz+6Pz+14PG+1Pz+36PG 0204-0304", "move 1Pz+36PG 0304-0305")
    t.order("move 20Pz 0206-0306")
    for order in ("move 7Pz+6Pz+14PG 0304-0403", "move 7Pz 0304-0403", "move 1Pz+36PG 0305-0405"):
        t.refused(order, "10.1c", "... has moved, and another stack has moved since; its move is over")
    assert {text.split()[1] for text in t.legal("move")} == {"20Pz"}


@pytest.mark.rule("dom", "10.5")
def test_a_unit_that_began_where_the_stack_passes_is_another_parent() -> None:
    t = Table(position("7Pz 0204\n6Pz 0204\n5Inf 0304\nRD1 0808"))
    t.order("move 7Pz+6Pz 0204-0304", "move 5Inf 0304-0404")
    t.refused("move 7Pz 0304-0305", "10.1c", "7Pz has moved, and another stack has moved since; its move is over")


@pytest.mark.rule("dom", "10.6")
def test_the_slowest_sets_the_pace_and_is_dropped() -> None:
    """Turn 1: six hexes together, then the panzers four more."""
    t = Table(position("7Pz 0105\n5Inf 0105\nRD1 1401", turn=1, track="", size="14x9"))
    assert max(t.range("7Pz", "5Inf").values()) == 6
    assert max(t.range("7Pz").values()) == 10
    t.order("move 7Pz+5Inf 0105-0705")
    t.refused("move 7Pz+5Inf 0705-0805", "2.10b", "0805 costs 1 MP and 0 are left")
    assert t.range("5Inf") == {"0705": 0}
    assert max(t.range("7Pz").values()) == 4
    t.order("move 7Pz 0705-1105")
    assert t.range("7Pz") == {"1105": 0}


@pytest.mark.rule("dom", "10.6")
def test_points_spent_apart_slow_the_stack_too() -> None:
    t = Table(position("7Pz 0304\n6Pz 0304\nRD1 0808"))
    t.order("move 7Pz 0304-0504", "move 7Pz 0504-0304")  # 4 of 8
    assert max(t.range("7Pz", "6Pz").values()) == 4
    assert max(t.range("6Pz").values()) >= 5


@pytest.mark.rule("dom", "10.6")
def test_slow_soviets_slow_fast_ones() -> None:
    t = Table(position("TB1 0804\nRD1 0804\n5Inf 0101", step="II.B"))
    assert max(t.range("TB1", "RD1").values()) == 5
    assert max(t.range("TB1").values()) == 8


# -- 10.8 to 10.12: terrain -------------------------------------------------------------------------------------------

EVERY_CLASS = [
    ("I.B", "7Pz"), ("I.B", "14PG"), ("I.B", "1Cav"), ("I.B", "5Inf"),
    ("II.B", "TB1"), ("II.B", "MRB1"), ("II.B", "CD1"), ("II.B", "RD1"),
]  # fmt: skip


def cost_of_0404(step: str, unit: str, hexes: str, sides: str = "") -> int | None:
    """The MP with which a unit in 0304 enters 0404, going straight."""
    enemy = "RD99 0808" if step == "I.B" else "35Inf 0101"
    t = Table(position(f"{unit} 0304\n{enemy}", step=step, hexes=hexes, sides=sides))
    return t.range(unit).get("0404")


@pytest.mark.rule("dom", "10.8a", "10.8b", "10.9", "10.11", "10.12")
@pytest.mark.parametrize(
    ("hexes", "dry"),
    [("", 1), ("0404 forest", 1), ("0404 town", 1), ("0404 city Tula", 1), ("0404 fort", 1), ("0404 forest fort", 1)],
)
@pytest.mark.parametrize(("step", "unit"), EVERY_CLASS)
def test_the_cost_of_a_hex(step: str, unit: str, hexes: str, dry: int) -> None:
    """Clear and forest cost one; towns, cities and forts nothing; a river one more, whatever the hex holds."""
    assert cost_of_0404(step, unit, hexes) == dry
    assert cost_of_0404(step, unit, hexes, ring("river")) == dry + 1


@pytest.mark.rule("dom", "10.8a")
def test_towns_and_cities_of_the_map_are_clear() -> None:
    board = titles.load("dom").board
    places = board.hexes("town") | board.hexes("city")
    assert len(places) > 20
    assert {board.terrain[h] for h in places} == {"clear"}


@pytest.mark.rule("dom", "10.8c", "10.8d")
@pytest.mark.parametrize(
    ("step", "unit", "cost"),
    [
        ("I.B", "7Pz", None), ("I.B", "14PG", None), ("I.B", "KG1", None), ("I.B", "1Cav", 1), ("I.B", "5Inf", 1),
        ("II.B", "TB1", None), ("II.B", "MRB1", None), ("II.B", "1GTk", None), ("II.B", "CD1", 1),
        ("II.B", "3GCav", 1), ("II.B", "RD1", 1), ("II.B", "RB1", 1), ("II.B", "1GRD", 1),
    ],
)  # fmt: skip
def test_marsh_is_closed_to_mechanized_units_other_than_cavalry(step: str, unit: str, cost: int | None) -> None:
    assert cost_of_0404(step, unit, "0404 marsh") == cost
    assert cost_of_0404(step, unit, "0404 marsh", ring("river")) == (cost and 2)
    enemy = "RD99 0808" if step == "I.B" else "35Inf 0101"
    t = Table(position(f"{unit} 0304\n{enemy}", step=step, hexes="0404 marsh"))
    if cost is None:
        t.refused(f"move {unit} 0304-0404", "10.8c", "0404 is marsh, closed to this group")
    else:
        t.order(f"move {unit} 0304-0404")


@pytest.mark.rule("dom", "10.8c")
def test_a_stack_with_tanks_keeps_out_of_the_marsh() -> None:
    t = Table(position("CD1 0304\nTB1 0304\nRD1 0304\n5Inf 0101", step="II.B", hexes="0404 marsh"))
    t.refused("move CD1+TB1 0304-0404", "10.8c", "0404 is marsh, closed to this group")
    t.refused("move RD1+TB1 0304-0404", "10.8c", "0404 is marsh, closed to this group")
    t.order("move CD1+RD1 0304-0404")


@pytest.mark.rule("dom", "10.8c")
def test_marsh_is_closed_in_set_up_and_to_reinforcements_too() -> None:
    t = Table(position("7Pz reserve\n1Cav reserve\n5Inf reserve\nRD1 0808", step="german", hexes="0102 marsh"))
    t.refused("place 7Pz 0102", "10.8c", "7Pz may not enter marsh")
    t.order("place 1Cav 0102", "place 5Inf 0102", "place 7Pz 0103")
    enter = position("TB12 reserve\nCD12 reserve\n5Inf 0101", step="II.A", hexes="0802 marsh")
    t = Table(enter.replace("arrivals = { }", "arrivals = { TB = 1, CD = 1 }"))
    t.refused("enter TB 0802", "10.8c", "0802 is marsh")
    t.order("enter CD 0802", "enter TB 0803")


@pytest.mark.rule("dom", "10.8c")
def test_beaten_tanks_do_not_run_into_the_marsh() -> None:
    """0503 to 0504, the far side of 0404, are the way out; a rifle division may take any, tanks only a dry one."""
    for unit, hexes in (("RD1", {"0503", "0504"}), ("TB1", {"0504"})):
        units = f"7Pz 0303\n6Pz 0304\n{unit} 0404 2-4\nRD99 0808"
        t = Table(position(units, step="I.C", hexes="0503 marsh"))
        t.order("assault 0404 with 7Pz+6Pz", dice=(3,))
        assert t.prompt.decision == "retreat"
        for goal in ("0503", "0504"):
            refusal = t.title.refuse(t.s, t.read(f"retreat {goal}"))
            assert (refusal is None) == (goal in hexes)


@pytest.mark.rule("dom", "10.8d")
@pytest.mark.parametrize(("step", "unit"), [("I.B", "1Cav"), ("II.B", "CD1"), ("II.B", "3GCav")])
def test_cavalry_moves_with_the_factor_of_mechanized_units(step: str, unit: str) -> None:
    enemy = "RD99 1408" if step == "I.B" else "35Inf 0101"
    t = Table(position(f"{unit} 0704\n{enemy}", step=step, size="14x9", track="mf_mech = 4\nmf_foot = 2"))
    assert max(t.range(unit).values()) == 4


@pytest.mark.rule("dom", "10.8d")
def test_german_cavalry_is_mechanized_in_the_november_offensive_and_in_mobile_assaults() -> None:
    text = position("1Cav 0304\n7Pz 0304\n5Inf 0304\nRD99 0404 2-2", track="mf_mech = 5\nmf_foot = 4", turn=5)
    declared = Table(text.replace("[track]", "[state]\nnovember = 5\n[track]"))
    assert max(declared.range("1Cav").values()) == 3  # two less, not one
    assert max(declared.range("5Inf").values()) == 3
    t = Table(text)
    assert "mobile 0404 with 1Cav+7Pz" in t.legal("mobile")
    t.refused("mobile 0404 with 7Pz+5Inf", "10.14a", "5Inf cannot make mobile assaults")


@pytest.mark.rule("dom", "10.9")
@pytest.mark.parametrize(("step", "unit"), EVERY_CLASS)
def test_a_river_costs_one_more_in_both_directions(step: str, unit: str) -> None:
    enemy = "RD99 0808" if step == "I.B" else "35Inf 0101"
    inside = Table(position(f"{unit} 0404\n{enemy}", step=step, sides=ring("river")))
    assert {inside.range(unit)[h] for h in AROUND_0404} == {2}
    along = Table(position(f"{unit} 0304\n{enemy}", step=step, sides=ring("river")))
    assert along.range(unit)["0303"] == 1  # beside the river, not across it


RESERVOIR = "\n".join(f"0404-{h} reservoir" for h in AROUND_0404[:5])
"""0404 can be entered and left by 0303 alone."""


@pytest.mark.rule("dom", "10.10")
@pytest.mark.parametrize(("step", "unit"), EVERY_CLASS)
def test_no_move_crosses_a_reservoir(step: str, unit: str) -> None:
    enemy = "RD99 0808" if step == "I.B" else "35Inf 0101"
    t = Table(position(f"{unit} 0504\n{enemy}", step=step, sides=ring("reservoir")))
    t.refused(f"move {unit} 0504-0404", "10.10", "a reservoir hexside lies before 0404")
    round_about = Table(position(f"{unit} 0504\n{enemy}", step=step, sides=RESERVOIR))
    assert round_about.range(unit)["0404"] == 4


@pytest.mark.rule("dom", "10.10")
@pytest.mark.parametrize("step", ["I.C", "II.C"])
def test_no_prepared_assault_crosses_a_reservoir(step: str) -> None:
    german, soviet = ("0304", "0404") if step == "I.C" else ("0404", "0304")
    order = "assault 0404 with 5Inf" if step == "I.C" else "assault 0404 with RD1"
    units = f"5Inf {german}\nRD1 {soviet}"
    t = Table(position(units, step=step, sides="0304-0404 reservoir"))
    t.refused(order, "11.15", "no assault across a reservoir hexside")
    assert not t.legal("assault")
    assert order in Table(position(units, step=step)).legal("assault")


@pytest.mark.rule("dom", "10.10")
def test_no_mobile_assault_crosses_a_reservoir() -> None:
    t = Table(position("7Pz 0304\nRD1 0404", sides="0304-0404 reservoir"))
    t.refused("mobile 0404 with 7Pz", "11.15", "no assault across a reservoir hexside")
    assert not t.legal("mobile")


@pytest.mark.rule("dom", "10.10")
def test_no_retreat_crosses_a_reservoir() -> None:
    """The way straight back from 0404 lies across the water."""
    t = Table(position("7Pz 0304\nRD1 0404 2-4\nRD2 0808", sides="0404-0503 reservoir"))
    t.order("mobile 0404 with 7Pz", dice=(4,))
    assert t.legal("retreat") == {"retreat 0403", "retreat 0504"}
    t.refused("retreat 0503", "11.26a", "a reservoir hexside lies before 0503")


@pytest.mark.rule("dom", "10.11")
@pytest.mark.parametrize("place", ["city Tula", "town", "fort", "city Tula fort", "town fort"])
def test_what_men_built_neither_slows_nor_speeds(place: str) -> None:
    """The same range to the last point, with the place on the way and without."""
    open_country = Table(position("5Inf 0304\nRD1 0808"))
    t = Table(position("5Inf 0304\nRD1 0808", hexes=f"0404 {place}"))
    assert t.range("5Inf") == open_country.range("5Inf")
    assert cost_of_0404("I.B", "7Pz", f"0404 marsh {place}") is None  # nor does it dry a marsh


@pytest.mark.rule("dom", "10.12")
def test_costs_add_up_along_the_way() -> None:
    """Clear, then forest across a river, then clear across another: 1 + 2 + 2."""
    sides = "\n".join([ring("river"), *(f"0503-{h} river" for h in ("0502", "0603", "0604", "0504", "0403"))])
    t = Table(position("5Inf 0204\nRD1 0808", hexes="0404 forest", sides=sides))
    reached = t.range("5Inf")
    assert (reached["0304"], reached["0404"]) == (1, 3)
    moved = first(t.order("move 5Inf 0204-0404"), "moved")
    assert moved.facts["spent"] == 3
    assert t.range("5Inf")["0503"] == 2
    t.order("move 5Inf 0404-0503")
    assert t.range("5Inf") == {"0503": 0}  # all five are spent


@pytest.mark.rule("dom", "10.12")
@pytest.mark.parametrize(
    ("hexes", "sides", "price"),
    [
        ("", "", 3), ("0404 forest", "", 3), ("0404 fort town", "", 3), ("0404 city Tula", "", 3),
        ("", "0304-0404 river", 4), ("0404 forest", "0304-0404 river", 4),
    ],
)  # fmt: skip
def test_a_mobile_assault_adds_two(hexes: str, sides: str, price: int) -> None:
    units = "7Pz 0304\nRD1 0404 1-1\nRD2 0808"
    short = Table(position(units, hexes=hexes, sides=sides, track=f"mf_mech = {price - 1}"))
    short.refused("mobile 0404 with 7Pz", "10.15a", f"the mobile assault costs {price} MP and {price - 1} are left")
    t = Table(position(units, hexes=hexes, sides=sides, track=f"mf_mech = {price}"))
    assert "mobile 0404 with 7Pz" in t.legal("mobile")


# -- 10.13: the edge of the map ---------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.13")
@pytest.mark.parametrize(("step", "unit", "corner"), [("I.B", "7Pz", "0101"), ("II.B", "TB1", "0808")])
def test_no_move_leaves_the_map(step: str, unit: str, corner: str) -> None:
    enemy = "RD99 0808" if step == "I.B" else "35Inf 0101"
    t = Table(position(f"{unit} {corner}\n{enemy}", step=step))
    labels = {f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 9)}
    assert set(t.range(unit)) <= labels
    assert {text.split("-")[1] for text in t.legal("move")} <= labels
    for outside in ("0001", "0100", "0908", "0809"):
        with pytest.raises(OrderError, match="no hex"):
            t.read(f"move {unit} {corner}-{outside}")


@pytest.mark.rule("dom", "10.13")
def test_beaten_soviets_die_rather_than_leave_the_map() -> None:
    """0801 has two neighbours: the attackers' hex, and one in their ZOC."""
    t = Table(position("7Pz 0701\nRD1 0801 2-4\nRD2 0808", step="I.C"))
    log = t.order("assault 0801 with 7Pz", dice=(4,))
    assert first(log, "result").facts["result"] == "DR"
    assert "cannot retreat" in kinds(log)
    assert t.where("RD1") == "dead"


@pytest.mark.rule("dom", "10.13")
def test_beaten_germans_die_rather_than_leave_the_map() -> None:
    t = Table(position("KG1 0101\nRD1 0201\nRD2 0202 2-2\nRD3 0102 2-2\nRD4 0808", step="II.C"))
    log = t.order("assault 0101 with RD2", dice=(4,))
    assert first(log, "result").facts["result"] == "DR"
    assert "cannot retreat" in kinds(log)
    assert t.where("KG1") == "dead"


@pytest.mark.rule("dom", "10.13")
def test_a_retreat_along_the_edge_stays_on_the_map() -> None:
    """Assaulted from the south, the defenders of 0401 would go north; the next hexsides are 0501 and 0301's."""
    t = Table(position("7Pz 0402\nRD1 0401 2-4\nRD2 0808"))
    t.order("mobile 0401 with 7Pz", dice=(4,))
    found = t.title.questions.retreats(t.s)
    assert found is not None
    assert set(found["open"]) == {"0301", "0501"}


@pytest.mark.rule("dom", "10.13")
def test_only_a_withdrawal_takes_germans_off_the_map() -> None:
    t = Table(position("5Inf 0101\n35Inf 0202\nRD1 0808", step="I.A", turn=5))
    t.order("withdraw 5Inf")
    assert t.where("5Inf") == "gone"
    assert t.where("35Inf") == "0202"
