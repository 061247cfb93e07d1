"""6.0 Stacking."""

from __future__ import annotations

import pytest

from tests.dom.battlefield import die_for
from tests.dom.scene import EAST, WEST, scene
from tests.sandbox import Table, first, kinds

EDGES = f"{WEST}\n{EAST}"
FIVE_GERMANS = """
7Pz 0303
36PG 0303 reduced
KG1 0303
GD 0303
5Inf 0303
"""
FIVE_SOVIETS = """
1GRD 0503
RD1 0503 untried
RB1 0503
TB1 0503
CD1 0503 untried
"""
CORRIDOR = "0101 german-source german"
"""A board one hex wide: 0101 0201 0301 0401 0501."""


def give(table: Table, text: str) -> list[str]:
    """An order while a stack is still illegal, so that the table's own check of the position must wait."""
    order = table.read(text)
    assert table.title.refuse(table.s, order) is None
    return kinds(table.title.apply(table.s, order))


# -- 6.0 the limit ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "6.0")
@pytest.mark.parametrize("sixth", ["8Inf 0302", "8Inf 0302 reduced", "KG2 0302", "Lehr 0302", "10Pz 0302"])
def test_a_sixth_german_unit_of_any_size_finds_no_room(sixth: str) -> None:
    table = scene(FIVE_GERMANS + sixth, hexes=EDGES)
    key = sixth.split()[0]
    table.refused(f"move {key} 0302-0303", "6.0", "0303 would be overstacked")
    assert f"move {key} 0302-0303" not in table.legal("move")
    assert "0303" not in table.range(key)


@pytest.mark.rule("dom", "6.0")
@pytest.mark.parametrize("gone", ["7Pz", "36PG", "KG1", "GD", "5Inf"])
def test_any_one_of_the_five_makes_room_for_one_by_leaving(gone: str) -> None:
    """Panzer division, reduced division, battle group, regiment, infantry: each counts one."""
    table = scene(FIVE_GERMANS + "8Inf 0302", hexes=EDGES)
    table.order(f"move {gone} 0303-0403", "move 8Inf 0302-0303")
    assert table.where("8Inf") == "0303"


@pytest.mark.rule("dom", "6.0")
def test_the_limit_is_the_same_for_soviet_units() -> None:
    units = FIVE_SOVIETS + "RD2 0502 untried\nRB2 0504"
    table = scene(units, step="II.B", hexes=EDGES)
    table.refused("move RD2 0502-0503", "6.0", "0503 would be overstacked")
    table.refused("move RB2 0504-0503", "6.0", "0503 would be overstacked")
    table.order("move 1GRD 0503-0603", "move RD2 0502-0503")
    table.refused("move RB2 0504-0503", "6.0", "0503 would be overstacked")


@pytest.mark.rule("dom", "6.0")
def test_a_stack_on_the_move_counts_all_its_units() -> None:
    units = "7Pz 0303\n36PG 0303\n5Inf 0303\n3Pz 0302\n4Pz 0302\n17Pz 0302"
    table = scene(units, hexes=EDGES)
    table.refused("move 3Pz+4Pz+17Pz 0302-0303", "6.0", "0303 would be overstacked")
    assert {"move 3Pz+4Pz 0302-0303", "move 3Pz 0302-0303"} <= table.legal("move")


@pytest.mark.rule("dom", "6.0")
def test_reinforcements_need_room_too() -> None:
    units = "RD1 0801\nRD2 0801\nRD3 0801\nRD4 0801\nRB1 0801\nRD83 reserve\nRD84 reserve"
    table = scene(units, step="II.A", hexes=EDGES, arrivals="RD = 2")
    table.refused("enter RD 0801", "6.0", "0801 is full")
    assert "enter RD 0801" not in table.legal("enter")
    table.order("enter RD 0802")
    assert table.where("RD83") == "0802"


# -- 6.1 at every instant ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "6.1a")
def test_a_full_hex_blocks_the_way() -> None:
    full = "3Pz 0301\n4Pz 0301\n36PG 0301\n5Inf 0301\n8Inf 0301\n7Pz 0201"
    table = scene(full, size="5x1", hexes=CORRIDOR)
    assert table.range("7Pz") == {"0201": 0, "0101": 1}
    table.refused("move 7Pz 0201-0401", "6.1a", "every way to 0401 leads through a hex with no room left")
    table.order("move 8Inf 0301-0401")
    assert table.range("7Pz") == {"0201": 0, "0101": 1, "0301": 1, "0401": 2, "0501": 3}


@pytest.mark.rule("dom", "6.1a")
def test_a_stack_passes_only_where_all_of_it_finds_room() -> None:
    units = "3Pz 0301\n4Pz 0301\n36PG 0301\n5Inf 0301\n7Pz 0201\n6Pz 0201"
    table = scene(units, size="5x1", hexes=CORRIDOR)
    table.refused("move 7Pz+6Pz 0201-0401", "6.1a", "every way to 0401 leads through a hex with no room left")
    table.order("move 7Pz 0201-0401", "move 6Pz 0201-0401")
    assert (table.where("7Pz"), table.where("6Pz")) == ("0401", "0401")


@pytest.mark.rule("dom", "6.1a")
def test_a_full_hex_blocks_soviet_units_as_well() -> None:
    units = "RD1 0301\nRD2 0301\nRD3 0301\nRB1 0301\nTB1 0301\nCD1 0201"
    table = scene(units, step="II.B", size="5x1", hexes="0501 soviet-source")
    table.refused("move CD1 0201-0401", "6.1a", "every way to 0401 leads through a hex with no room left")
    assert "0401" not in table.range("CD1")


@pytest.mark.rule("dom", "6.1a")
def test_nobody_launches_an_assault_from_a_full_hex_in_passing() -> None:
    """The hex from which a mobile assault starts is entered like any other."""
    units = "3Pz 0301\n4Pz 0301\n36PG 0301\n5Inf 0301\n8Inf 0301\n7Pz 0201\nRD1 0401 2-2"
    table = scene(units, size="5x1", hexes=CORRIDOR)
    table.refused("move 7Pz 0201-0301", "6.0", "0301 would be overstacked")
    table.refused("mobile 0401 with 7Pz", "11.0a", "7Pz in 0201 is not adjacent to 0401")


@pytest.mark.rule("dom", "6.1a")
def test_retreats_and_advances_keep_to_the_limit() -> None:
    """The only open hex has room for one of two: both stand and suffer. Of six victors five advance."""
    units = """
    7Pz 0201
    6Pz 0201
    1Pz 0201
    2Pz 0201
    3Pz 0201
    RD1 0301 1-1
    RD2 0301 1-1
    RD3 0401
    RD4 0401
    RD5 0401
    RD6 0401
    """
    table = scene(units, step="I.C", size="5x1", hexes=f"{CORRIDOR}\n0501 soviet-source")
    log = table.order("assault 0301 with 7Pz", dice=(die_for(table, "4:1", "DR"),))
    assert first(log, "cannot retreat").facts["rule"] == "11.26b"
    assert {table.where("RD1"), table.where("RD2")} == {"dead"}
    many = "7Pz 0303\n6Pz 0303\n1Pz 0303\n2Pz 0303\n3Pz 0304\n4Pz 0304\nRD1 0404 1-1"
    table = scene(many, step="I.C", hexes=EDGES)
    table.order("assault 0404 with 7Pz+6Pz+1Pz+2Pz+3Pz+4Pz")
    table.refused("advance 7Pz+6Pz+1Pz+2Pz+3Pz+4Pz", "11.31a", "more units than may stack in the hex")
    table.order("advance 7Pz+6Pz+1Pz+2Pz+3Pz")
    assert table.where("3Pz") == "0404"


@pytest.mark.rule("dom", "6.1b")
def test_ten_units_pass_through_a_hex_that_has_room_for_one() -> None:
    movers = ["7Pz", "6Pz", "1Pz", "2Pz", "3Pz", "4Pz", "5Pz", "9Pz", "10Pz", "11Pz"]
    units = "5Inf 0303\n8Inf 0303\n28Inf 0303\n87Inf 0303\n"
    units += "\n".join(f"{key} {'0203' if i < 5 else '0204'}" for i, key in enumerate(movers))
    table = scene(units, hexes=EDGES)
    for i, key in enumerate(movers):
        start = table.where(key)
        table.order(f"move {key} {start}-0303", f"move {key} 0303-{'0403' if i < 5 else '0404'}")
    assert [table.where(key) for key in movers] == ["0403"] * 5 + ["0404"] * 5


@pytest.mark.rule("dom", "6.1b")
def test_any_number_attacks_through_one_hex() -> None:
    """One after another four panzer divisions go into 0303, where four units stand, and assault from there."""
    targets = {"7Pz": "0404", "6Pz": "0403", "1Pz": "0302", "2Pz": "0304"}
    units = "5Inf 0303\n8Inf 0303\n28Inf 0303\n87Inf 0303\n"
    units += "7Pz 0203\n6Pz 0203\n1Pz 0204\n2Pz 0204\n"
    units += "RD1 0404 1-1\nRD2 0403 1-1\nRD3 0302 1-1\nRD4 0304 1-1"
    table = scene(units, hexes=EDGES)
    for key, target in targets.items():
        table.order(f"move {key} {table.where(key)}-0303", f"mobile {target} with {key}")
    assert {key: table.where(key) for key in targets} == targets


# -- 6.1 the penalty --------------------------------------------------------------------------------------------------

SEVEN = """
7Pz 0303 reduced
6Pz 0303
36PG 0303
5Inf 0303
8Inf 0303
28Inf 0303
1Cav 0303
KG1 reserve
RD1 0505
"""
SEVEN_KEYS = {"7Pz", "6Pz", "36PG", "5Inf", "8Inf", "28Inf", "1Cav"}


@pytest.mark.rule("dom", "6.1c")
def test_the_opponent_takes_two_of_seven_when_a_phase_begins() -> None:
    table = scene(SEVEN, step="I.B", begin=True, hexes=EDGES)
    assert table.seat == "soviet"
    assert table.legal() == {f"remove {key}" for key in SEVEN_KEYS}
    give(table, "remove 7Pz")
    assert table.seat == "soviet"
    assert table.legal() == {f"remove {key}" for key in SEVEN_KEYS - {"7Pz"}}
    table.order("remove 6Pz")
    assert (table.where("7Pz"), table.where("6Pz")) == ("dead", "dead")
    assert table.where("KG1") == "reserve", (
        "nothing remains of a reduced division here, or the stack would stay illegal"
    )
    assert (table.seat, table.prompt.decision) == ("german", "movement")
    table.refused("remove 36PG", "6.1c", "'remove' cannot be ordered now...")


@pytest.mark.rule("dom", "6.1c")
def test_the_stack_is_looked_at_again_when_a_phase_ends() -> None:
    table = scene(SEVEN, step="I.B", hexes=EDGES)
    assert (table.seat, table.prompt.decision) == ("german", "movement")
    give(table, "done")
    assert (table.seat, table.prompt.decision) == ("soviet", "overstack")
    give(table, "remove 5Inf")
    table.order("remove 8Inf")
    assert (table.seat, table.prompt.decision) == ("german", "combat")


@pytest.mark.rule("dom", "6.1c")
def test_the_owner_has_no_say_and_the_opponent_no_way_out() -> None:
    table = scene(SEVEN, step="I.B", begin=True, hexes=EDGES)
    table.refused("remove RD1", "6.1c", "one unit in 0303 must be named")
    table.refused("remove 7Pz+6Pz", "6.1c", "one unit in 0303 must be named")
    table.refused("done", "6.1c", "'done' cannot be ordered now...")
    table.refused("move 7Pz 0303-0403", "6.1c", "'move' cannot be ordered now...")


@pytest.mark.rule("dom", "6.1c")
def test_soviet_stacks_are_thinned_by_the_german_player() -> None:
    units = FIVE_SOVIETS + "RD2 0503\n7Pz 0201"
    table = scene(units, step="II.C", begin=True, hexes=EDGES)
    assert table.seat == "german"
    table.order("remove 1GRD")
    assert table.where("1GRD") == "dead"
    assert (table.seat, table.prompt.decision) == ("soviet", "combat")


@pytest.mark.rule("dom", "6.1c")
def test_five_units_draw_no_penalty() -> None:
    table = scene(FIVE_GERMANS, step="I.B", begin=True, hexes=EDGES)
    assert (table.seat, table.prompt.decision) == ("german", "movement")
    table.order("done")
    assert (table.seat, table.prompt.decision) == ("german", "combat")


@pytest.mark.rule("dom", "6.1c")
def test_the_opponent_sees_the_stack_from_which_he_chooses() -> None:
    """His view names the very units that the order may name, also with other stacks hidden from him."""
    table = scene(SEVEN + "1Pz 0205\n2Pz 0205\n3Pz 0205", step="I.B", begin=True, hexes=EDGES)
    view = table.masked("soviet")
    assert {table.write(order) for order in table.title.legal(view)} == table.legal()


# -- 6.2 aircraft -----------------------------------------------------------------------------------------------------

FIVE_MECHANIZED = "7Pz 0303\n6Pz 0303\n36PG 0303\n14PG 0303\n3PG 0303\nRD1 0404 untried 2-2"


@pytest.mark.rule("dom", "6.2")
@pytest.mark.parametrize(("step", "verb"), [("I.B", "mobile"), ("I.C", "assault")])
def test_aircraft_join_a_full_stack(step: str, verb: str) -> None:
    table = scene(FIVE_MECHANIZED, step=step, hexes=EDGES, air=(2, 0))
    attack = f"{verb} 0404 with 7Pz+6Pz+36PG+14PG+3PG air 2"
    assert attack in table.legal(verb)
    log = table.order(attack)
    assert first(log, "assault").facts["air"] == 2
    if verb == "assault":
        table.order("advance 7Pz+6Pz+36PG+14PG+3PG")
    assert {table.where(key) for key in ("7Pz", "6Pz", "36PG", "14PG", "3PG")} == {"0404"}
    table.order("done")
    assert table.prompt.decision != "overstack"


@pytest.mark.rule("dom", "6.2")
def test_aircraft_join_a_full_stack_on_the_defence() -> None:
    units = FIVE_SOVIETS + "7Pz 0403"
    table = scene(units, step="I.C", hexes=EDGES, air=(0, 1))
    table.order("assault 0503 with 7Pz")
    assert (table.seat, table.legal()) == ("soviet", {"air 0", "air 1"})
    table.order("air 1", dice=(1,))
    assert table.prompt.decision != "overstack"
