"""8.0 Supply."""

from __future__ import annotations

import pytest

from steppe import titles
from steppe.title import Trouble
from tests.dom.scene import EAST, WEST, scene
from tests.sandbox import Table, first

EDGES = f"{WEST}\n{EAST}"
ENDS = "0101 german-source german\n0701 soviet-source"


def lane(
    units: str, *, hexes: str = ENDS, size: str = "7x1", step: str = "I.B", sides: str = "", options: str = ""
) -> Table:
    """A board one hex wide, 0101 0201 ... 0701: the only line there is."""
    return scene(units, step=step, size=size, hexes=hexes, sides=sides, options=options)


def after_supply_phase(units: str, hexes: str, *, size: str = "8x8", sides: str = "") -> Table:
    """The table after the Soviet player turn has come to its end."""
    return scene(units, step="II.E", size=size, hexes=hexes, sides=sides)


# -- 8.0, 8.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "8.0")
def test_supply_is_a_matter_of_lines_alone() -> None:
    """It comes and goes with the hexes that the enemy leaves free; nothing else is spent or kept."""
    table = scene("5Inf 0401\nRD1 0302", step="II.B", size="7x2", hexes="0101 german-source german\n0701 soviet-source")
    assert table.in_supply("5Inf")
    table = lane("5Inf 0401\nRD1 0301")
    assert not table.in_supply("5Inf")
    table = lane("5Inf 0401\n7Pz 0201\nRD1 0301 1-1")
    assert not table.in_supply("5Inf")
    table.order("mobile 0301 with 7Pz")
    assert table.in_supply("5Inf")


@pytest.mark.rule("dom", "8.1")
def test_every_unit_is_in_one_of_two_states() -> None:
    """In supply a unit has all it has; out of supply the German unit has nothing at all to move or attack with."""
    units = "5Inf 0201\n8Inf 0401\nRD1 0301\nRD2 0501"
    table = lane(units)
    states = {key: table.in_supply(key) for key in ("5Inf", "8Inf", "RD1", "RD2")}
    assert states == {"5Inf": True, "8Inf": False, "RD1": False, "RD2": True}
    assert table.legal("move") == {"move 5Inf 0201-0101"}
    fight = lane(units, step="I.C")
    assert fight.legal("assault") == {"assault 0301 with 5Inf", "assault 0301 with 5Inf+8Inf"}
    assert fight.sheet("assault 0301 with 5Inf+8Inf").attack == fight.sheet("assault 0301 with 5Inf").attack


# -- 8.2 in supply ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "8.2a")
def test_a_line_may_be_of_any_length() -> None:
    hexes = "0101 german-source german"
    table = lane("5Inf 4501", size="45x1", hexes=hexes)
    assert table.in_supply("5Inf")
    assert not lane("5Inf 4501\nRD1 2001", size="45x1", hexes=hexes).in_supply("5Inf")
    assert lane("RD1 0101", size="45x1", hexes="4501 soviet-source").in_supply("RD1")


@pytest.mark.rule("dom", "8.2a")
def test_a_line_is_contiguous_and_ends_in_a_source() -> None:
    assert not lane("5Inf 0301", hexes="0101 german").in_supply("5Inf"), "no source"
    assert not lane("RD1 0301", hexes="0101 soviet").in_supply("RD1"), "no source"
    sides = "0201-0301 reservoir"
    assert not lane("5Inf 0301", sides=sides).in_supply("5Inf"), "no way"


@pytest.mark.rule("dom", "8.2a")
def test_soviet_lines_are_cut_by_units_and_by_zones() -> None:
    hexes = "0101 german-source german\n0801..0802 soviet-source"
    assert scene("RD1 0201", size="8x2", hexes=hexes).in_supply("RD1")
    assert not scene("RD1 0201\n7Pz 0402", size="8x2", hexes=hexes).in_supply("RD1")
    assert not lane("RD1 0201\n7Pz 0501").in_supply("RD1")


@pytest.mark.rule("dom", "8.2b")
def test_the_whole_west_edge_of_the_map_is_a_german_source() -> None:
    title = titles.load("dom")
    labels = title.board.grid.labels
    edge = {h for h in range(title.board.size) if labels[h].startswith("01")}
    assert len(edge) > 1
    assert title.board.hexes("german-source") == edge


@pytest.mark.rule("dom", "8.2b")
def test_every_german_source_serves_unless_the_enemy_is_in_it() -> None:
    for source in ("0101", "0105", "0108"):
        hexes = f"{source} german-source german\n{EAST}"
        assert scene("5Inf 0404", hexes=hexes).in_supply("5Inf")
        assert not scene(f"5Inf 0404\nRD1 {source}", hexes=hexes).in_supply("5Inf")
    assert scene("5Inf 0404\nRD1 0101", hexes=EDGES).in_supply("5Inf"), "seven others are left"


@pytest.mark.rule("dom", "8.2c")
def test_the_map_has_six_soviet_sources_on_its_north_and_east_edges() -> None:
    title = titles.load("dom")
    labels = title.board.grid.labels
    sources = {labels[h] for h in title.board.hexes("soviet-source")}
    assert len(sources) == 6
    last = max(label[:2] for label in labels)
    top = {column: min(label for label in labels if label[:2] == column) for column in {x[:2] for x in labels}}
    assert all(label[:2] == last or label == top[label[:2]] for label in sources)
    assert any(label[:2] == last for label in sources)
    assert any(label == top[label[:2]] for label in sources)


@pytest.mark.rule("dom", "8.2c")
def test_any_soviet_source_serves_and_other_edge_hexes_do_not() -> None:
    for source in ("0401", "0801", "0806"):
        assert scene("RD1 0505", hexes=f"{WEST}\n{source} soviet-source").in_supply("RD1")
    assert not scene("RD1 0505", hexes=WEST).in_supply("RD1")


RING = "5Inf 0403\n8Inf 0503\n28Inf 0504\n87Inf 0405\n86Inf 0304\n6Inf 0303"
"""German units in all six hexes around 0404."""


@pytest.mark.rule("dom", "8.2d")
def test_a_city_never_lost_supplies_the_units_in_it() -> None:
    units = f"{RING}\nRD1 0404\n1GRD 0404"
    table = after_supply_phase(units, f"{EDGES}\n0404 city Tula")
    assert (table.where("RD1"), table.where("1GRD")) == ("0404", "0404")
    assert table.in_supply("RD1")


@pytest.mark.rule("dom", "8.2d")
@pytest.mark.parametrize("place", ["clear", "town Kaluga", "fort", "city Tula lost"])
def test_no_other_surrounded_place_does(place: str) -> None:
    table = after_supply_phase(f"{RING}\nRD1 0404", f"{EDGES}\n0404 {place}")
    assert table.where("RD1") == "dead"


@pytest.mark.rule("dom", "8.2d")
def test_a_retaken_city_needs_a_line_like_any_other_hex() -> None:
    hexes = f"{EDGES}\n0404 city Tula lost"
    assert scene("5Inf 0303\n8Inf 0304\nRD1 0404", hexes=hexes).in_supply("RD1")
    assert not scene(f"{RING}\nRD1 0404", hexes=hexes).in_supply("RD1")


@pytest.mark.rule("dom", "8.2d")
def test_units_lose_the_supply_of_a_city_by_leaving_it() -> None:
    table = scene("RD1 0404\n5Inf 0101", step="II.B", hexes=f"{WEST}\n0404 city Tula")
    assert table.in_supply("RD1")
    table.order("move RD1 0404-0504")
    assert not table.in_supply("RD1")
    table.order("move RD1 0504-0404")
    assert table.in_supply("RD1")


@pytest.mark.rule("dom", "8.2d")
def test_a_city_supplies_no_german_units() -> None:
    hexes = "0701 soviet-source\n0401 city Smolensk german"
    assert not lane("5Inf 0401", hexes=hexes).in_supply("5Inf")


@pytest.mark.rule("dom", "8.2e")
def test_a_city_is_no_source_for_units_outside() -> None:
    """Next to a city that holds out, and next to it with a friend inside."""
    hexes = "0101 german-source german\n0401 city Tula\n0701 soviet-source"
    alone = after_supply_phase("7Pz 0601\n5Inf 0201\nRD1 0501", hexes, size="7x1")
    assert alone.where("RD1") == "dead"
    mates = after_supply_phase("7Pz 0601\n5Inf 0201\nRD1 0501\nRD2 0401\nRD3 0301", hexes, size="7x1")
    assert [mates.where(key) for key in ("RD1", "RD2", "RD3")] == ["dead", "0401", "dead"]


@pytest.mark.rule("dom", "8.2f")
def test_supplied_units_can_do_everything_and_only_they_make_mobile_assaults() -> None:
    units = "7Pz 0201\nRD1 0301 1-1"
    table = lane(units)
    assert {"move 7Pz 0201-0101", "mobile 0301 with 7Pz"} <= table.legal()
    cut_off = lane(units, hexes="0701 soviet-source")
    assert not cut_off.in_supply("7Pz")
    assert cut_off.legal() == {"done"}
    cut_off.refused("mobile 0301 with 7Pz", "10.17", "7Pz is out of supply and cannot attack")


@pytest.mark.rule("dom", "8.2f")
def test_supplied_units_have_their_full_factors() -> None:
    table = lane("7Pz 0201\nRD1 0301 2-2", step="I.C")
    assert table.sheet("assault 0301 with 7Pz").attack == {8: 1}
    assert lane("7Pz 0201").range("7Pz")["0701"] == 5


# -- 8.3 tracing ------------------------------------------------------------------------------------------------------

ROUGH = "0101 german-source german\n0201 marsh\n0301 forest\n0401 town\n0501 marsh fort\n0701 soviet-source"
RIVERS = "0101-0201 river\n0201-0301 river\n0301-0401 river\n0501-0601 river\n0601-0701 river"


@pytest.mark.rule("dom", "8.3a")
def test_lines_cross_every_terrain_and_every_river() -> None:
    """Also marsh, which the panzer division could not enter itself."""
    assert lane("7Pz 0601", hexes=ROUGH, sides=RIVERS).in_supply("7Pz")
    assert "0501" not in lane("7Pz 0601", hexes=ROUGH, sides=RIVERS).range("7Pz")
    assert lane("TB1 0301", hexes=ROUGH, sides=RIVERS).in_supply("TB1")


@pytest.mark.rule("dom", "8.3a")
def test_lines_cross_empty_hexes_that_the_enemy_controls() -> None:
    """Towns and fortifications too: only cities are closed."""
    assert lane("5Inf 0601", hexes=f"{ENDS}\n0301 town\n0401 fort").in_supply("5Inf")
    hexes = "0201 german\n0301 town german\n0401 fort german\n0701 soviet-source"
    assert lane("RD1 0101", hexes=hexes).in_supply("RD1")


@pytest.mark.rule("dom", "8.3b")
def test_only_soviet_lines_cross_a_reservoir() -> None:
    sides = "0301-0401 reservoir"
    assert not lane("5Inf 0401", sides=sides).in_supply("5Inf")
    assert lane("5Inf 0301", sides=sides).in_supply("5Inf")
    assert lane("RD1 0301", sides=sides).in_supply("RD1")
    assert after_supply_phase("RD1 0301", ENDS, size="7x1", sides=sides).where("RD1") == "0301"


@pytest.mark.rule("dom", "8.3c")
def test_no_line_runs_through_an_enemy_city_even_an_empty_one() -> None:
    for owner, german, soviet in (("soviet", False, True), ("german", True, False)):
        hexes = f"{ENDS}\n0401 city Kalinin {owner}"
        assert lane("5Inf 0501", hexes=hexes).in_supply("5Inf") == german
        assert lane("RD1 0301", hexes=hexes).in_supply("RD1") == soviet


@pytest.mark.rule("dom", "8.3c")
def test_a_line_goes_round_an_enemy_city() -> None:
    hexes = "0101 german-source german\n0401 city Kalinin\n0801 soviet-source"
    assert scene("5Inf 0601", size="8x2", hexes=hexes).in_supply("5Inf")


@pytest.mark.rule("dom", "8.3d")
def test_no_line_enters_a_hex_with_enemy_units() -> None:
    assert not lane("5Inf 0401\nRD1 0301").in_supply("5Inf")
    assert not lane("5Inf 0301\nRD1 0201").in_supply("RD1")
    assert lane("5Inf 0401\n8Inf 0301\nRD1 0501").in_supply("5Inf"), "friends are no hindrance"


@pytest.mark.rule("dom", "8.3d")
def test_an_enemy_unit_in_a_source_ends_no_line_there() -> None:
    assert not lane("5Inf 0401\nRD1 0101").in_supply("5Inf")
    assert not lane("5Inf 0701\nRD1 0401").in_supply("RD1")


GATE = "0101..0102 german-source german\n0801..0802 soviet-source"
"""A board of two rows, on which a German unit in 0402 watches 0301 0302 0401 0501 0502."""


def behind_gate(units: str, key: str) -> bool:
    return scene(f"7Pz 0402\n{units}", size="8x2", hexes=GATE).in_supply(key)


@pytest.mark.rule("dom", "8.3e")
def test_a_line_may_start_in_a_watched_hex() -> None:
    assert behind_gate("RD1 0501", "RD1")
    assert not behind_gate("RD1 0401", "RD1"), "0401 leads on to watched hexes alone"


@pytest.mark.rule("dom", "8.3e")
def test_watched_hexes_with_soviet_units_join() -> None:
    assert behind_gate("RD1 0401\nRD2 0501", "RD1")
    assert behind_gate("RD1 0201\nRD2 0301\nRD3 0401\nRD4 0501", "RD1")
    assert not behind_gate("RD1 0201\nRD2 0301\nRD3 0401\nRD4 0601", "RD1")


@pytest.mark.rule("dom", "8.3e")
def test_zones_do_not_touch_german_lines() -> None:
    table = scene("7Pz 0601\n5Inf 0402\nRD1 0401\nRD2 0501", size="8x2", hexes=GATE)
    assert table.in_supply("7Pz")


# -- 8.4 sources lost and regained ------------------------------------------------------------------------------------


def pass_to_soviet_movement(table: Table) -> None:
    table.order("done", "done", "order move-fight")


@pytest.mark.rule("dom", "8.4a")
def test_a_source_is_lost_until_a_unit_comes_back() -> None:
    """A raid on the only source cuts everybody off, also after the raiders have left."""
    hexes = "0101..0104 german-source german\n0801 soviet-source"
    table = scene("7Pz 0601\nRD1 0503\nRD2 0804", size="8x4", hexes=hexes)
    assert table.in_supply("RD1")
    table.order("move 7Pz 0601-0701", "move 7Pz 0701-0801")
    assert not table.in_supply("RD1")
    table.order("move 7Pz 0801-0601")
    assert table.control("0801") == "german"
    assert not table.in_supply("RD1")
    assert not table.in_supply("RD2")
    pass_to_soviet_movement(table)
    table.order("move RD2 0804-0801")
    assert table.control("0801") == "soviet"
    assert table.in_supply("RD2")
    assert table.in_supply("RD1")


@pytest.mark.rule("dom", "8.4a")
def test_a_source_may_be_lost_and_regained_again_and_again() -> None:
    """Two turns, two raids, and twice a garrison that comes too late and leaves too soon."""
    hexes = "0101..0104 german-source german\n0801 soviet-source"
    table = scene("7Pz 0601\nRD1 0804\nRD2 0803", turn=1, size="8x4", hexes=hexes)
    for turn in (1, 2):
        assert table.s.turn == turn
        assert table.in_supply("RD1")
        table.order("move 7Pz 0601-0801", "move 7Pz 0801-0601")
        assert not table.in_supply("RD1")
        pass_to_soviet_movement(table)
        table.order("move RD2 0803-0801")
        assert table.in_supply("RD1")
        table.order("move RD2 0801-0803", "done", "done", "order move-fight")
    assert table.where("RD1") == "0804"


@pytest.mark.rule("dom", "8.4a")
def test_a_german_source_gives_nothing_while_soviet() -> None:
    table = scene("5Inf 0401\nRD1 0102", step="II.B", size="4x2", hexes="0101 german-source german\n0402 soviet-source")
    assert table.in_supply("5Inf")
    table.order("move RD1 0102-0101", "move RD1 0101-0102")
    assert table.control("0101") == "soviet"
    assert not table.in_supply("5Inf")


@pytest.mark.rule("dom", "8.4b")
@pytest.mark.parametrize(("raided", "fate"), [(True, "dead"), (False, "0404")])
def test_a_city_once_lost_never_supplies_again(raided: bool, fate: str) -> None:
    """Orel falls to a raid and is left again; who comes back to it is cut off, and gone when the turn ends."""
    table = scene("7Pz 0303\nRD1 0405", hexes=f"{WEST}\n0404 city Orel")
    if raided:
        table.order("move 7Pz 0303-0404", "move 7Pz 0404-0303")
    pass_to_soviet_movement(table)
    table.order("move RD1 0405-0404")
    assert table.control("0404") == "soviet"
    assert table.in_supply("RD1") != raided
    table.order("done", "done")
    assert table.where("RD1") == fate


@pytest.mark.rule("dom", "8.4b")
def test_its_garrison_lives_by_a_line_to_the_edge() -> None:
    assert after_supply_phase("RD1 0404", f"{EDGES}\n0404 city Orel lost").where("RD1") == "0404"
    assert after_supply_phase("RD1 0404", f"{WEST}\n0404 city Orel lost").where("RD1") == "dead"


# -- 8.5 German units out of supply -----------------------------------------------------------------------------------

CUT_OFF = "0701 soviet-source"


@pytest.mark.rule("dom", "8.5a")
def test_german_units_out_of_supply_neither_move_nor_attack() -> None:
    table = lane("5Inf 0401\nRD1 0501", hexes=CUT_OFF)
    table.refused("move 5Inf 0401-0301", "8.5a", "5Inf is out of supply and has no MP")
    assert table.legal() == {"done"}
    table = lane("5Inf 0401\nRD1 0501", hexes=CUT_OFF, step="I.C")
    table.refused("assault 0501 with 5Inf", "8.5c", "nobody in the force is in supply: it has no attack factor")
    assert table.legal() == {"done"}


@pytest.mark.rule("dom", "8.5a")
@pytest.mark.parametrize(("unit", "defence"), [("5Inf 0401", 8), ("5Inf 0401 reduced", 4), ("7Pz 0401", 5)])
def test_they_defend_with_all_they_have(unit: str, defence: int) -> None:
    table = lane(f"{unit}\nRD1 0501", hexes=CUT_OFF, step="II.C")
    assert not table.in_supply(unit.split()[0])
    assert table.sheet("assault 0401 with RD1").defence == {defence: 1}


@pytest.mark.rule("dom", "8.5a")
def test_they_are_never_lost_or_reduced_for_it() -> None:
    table = after_supply_phase("5Inf 0401\n7Pz 0401 reduced\nRD1 0601", CUT_OFF, size="7x1")
    assert not table.in_supply("5Inf")
    assert (table.where("5Inf"), table.steps("5Inf")) == ("0401", 2)
    assert (table.where("7Pz"), table.steps("7Pz")) == ("0401", 1)


@pytest.mark.rule("dom", "8.5b")
def test_a_move_that_opens_a_line_lets_others_move_in_the_same_phase() -> None:
    """An empty Soviet city cuts 8Inf off until another division has taken it."""
    table = lane("5Inf 0301\n8Inf 0501", hexes=f"{ENDS}\n0401 city Kalinin")
    table.refused("move 8Inf 0501-0601", "8.5a", "8Inf is out of supply and has no MP")
    table.order("move 5Inf 0301-0401")
    assert "move 8Inf 0501-0601" in table.legal("move")
    table.order("move 8Inf 0501-0601")


@pytest.mark.rule("dom", "8.5b")
def test_a_battle_that_opens_a_line_lets_others_attack_in_the_same_phase() -> None:
    table = lane("7Pz 0201\nRD1 0301 1-1\n5Inf 0401\nRD2 0501", step="I.C")
    table.refused("assault 0501 with 5Inf", "8.5c", "nobody in the force is in supply: it has no attack factor")
    table.order("assault 0301 with 7Pz")
    assert table.where("RD1") == "dead"
    table.order("stay")
    assert table.in_supply("5Inf")
    assert "assault 0501 with 5Inf" in table.legal("assault")


@pytest.mark.rule("dom", "8.5b")
def test_a_move_once_begun_in_supply_goes_on_without() -> None:
    """Supply is looked at when a stack begins to move, not at every hex."""
    units = "7Pz 0401 moved origin=0301 spent=1\n6Pz 0401"
    table = scene(units, size="7x1", hexes=CUT_OFF, state='parent = "0301"')
    assert not table.in_supply("7Pz")
    assert "move 7Pz 0401-0501" in table.legal("move")
    table.refused("move 6Pz 0401-0501", "8.5a", "6Pz is out of supply and has no MP")


BEYOND = "5Inf 0301\n8Inf 0301\n28Inf 0301\nRD1 0401 2-2\n87Inf 0501"


@pytest.mark.rule("dom", "8.5c")
def test_a_unit_out_of_supply_adds_nothing_to_an_attack() -> None:
    """Three divisions in supply have 12 factors; a fourth beyond the enemy line adds nothing but itself."""
    table = lane(BEYOND, step="I.C")
    force = "assault 0401 with 5Inf+8Inf+28Inf+87Inf"
    assert table.sheet(force).attack == {12: 1}
    assert force in table.legal("assault")
    refusal = table.refused(
        "assault 0401 with 87Inf", "8.5c", "nobody in the force is in supply: it has no attack factor"
    )
    assert refusal.trouble == Trouble.SUPPLY
    table.s.wanted.append("AL1")
    table.order(force, "loss 87Inf")
    assert table.steps("87Inf") == 1


@pytest.mark.rule("dom", "8.5c", "11.20a")
def test_it_can_close_a_concentric_attack_and_advance() -> None:
    """A column one hex wide: the two divisions stand on opposite sides of the enemy."""
    hexes = "0101 german-source german west\n0107 soviet-source"
    table = scene("5Inf 0103\nRD1 0104 9-1\n8Inf 0105", size="1x7", step="I.C", hexes=hexes)
    assert (table.in_supply("5Inf"), table.in_supply("8Inf")) == (True, False)
    alone, both = (table.sheet(f"assault 0104 with {force}") for force in ("5Inf", "5Inf+8Inf"))
    assert alone.attack == both.attack
    assert "11.20a" not in {shift.rule for shift in alone.shifts}
    assert "11.20a" in {shift.rule for shift in both.shifts}
    table.s.wanted.append("DE")
    table.order("assault 0104 with 5Inf+8Inf", "advance 8Inf")
    assert table.where("8Inf") == "0104"


@pytest.mark.rule("dom", "8.5c")
def test_by_option_it_may_not_take_part() -> None:
    table = lane(BEYOND, step="I.C", options="oos_join = false")
    assert table.sheet("assault 0401 with 5Inf+8Inf+28Inf").attack == {12: 1}
    table.refused("assault 0401 with 5Inf+8Inf+28Inf+87Inf", "8.5c", "87Inf is out of supply and cannot attack")
    assert not any("87Inf" in text for text in table.legal("assault"))
    assert "assault 0401 with 5Inf+8Inf+28Inf" in table.legal("assault")


@pytest.mark.rule("dom", "8.5d")
def test_a_mobile_assault_needs_supply_in_the_launch_hex() -> None:
    """A stack that began its move in supply may go on, but not assault from a hex that is cut off."""
    units = "7Pz 0401 moved origin=0301 spent=1\nRD1 0501"
    for hexes, allowed in ((ENDS, True), (CUT_OFF, False)):
        table = scene(units, size="7x1", hexes=hexes, state='parent = "0301"')
        assert table.range("7Pz")["0301"] == 1
        assert "move 7Pz 0401-0301" in table.legal("move")
        assert ("mobile 0501 with 7Pz" in table.legal("mobile")) == allowed
        if not allowed:
            table.refused("mobile 0501 with 7Pz", "10.17", "7Pz is out of supply and cannot attack")


@pytest.mark.rule("dom", "8.5d")
def test_a_stack_whose_way_was_opened_assaults_in_the_same_phase() -> None:
    table = lane("5Inf 0301\n7Pz 0501\nRD1 0601 1-1", hexes=f"{ENDS}\n0401 city Kalinin")
    table.refused("mobile 0601 with 7Pz", "10.17", "7Pz is out of supply and cannot attack")
    table.order("move 5Inf 0301-0401", "mobile 0601 with 7Pz")
    assert table.where("7Pz") == "0601"


# -- 8.6 Soviet units out of supply -----------------------------------------------------------------------------------


@pytest.mark.rule("dom", "8.6a")
def test_soviet_units_out_of_supply_are_gone_when_their_turn_ends() -> None:
    units = f"{RING}\n1GRD 0404\n2GRD 0404 reduced\nRD1 0404 untried\nTB1 0404\nRD2 0606"
    table = after_supply_phase(units, EDGES)
    assert [table.where(key) for key in ("1GRD", "2GRD", "RD1", "TB1", "RD2")] == ["dead"] * 4 + ["0606"]
    lost = [event for event in table.log if event.kind == "eliminated"]
    assert len(lost) == 4


@pytest.mark.rule("dom", "8.6a")
def test_all_are_judged_at_the_same_moment() -> None:
    """Two stacks in watched hexes hold each other's line open or fall together, whatever their order."""
    gate = after_supply_phase("7Pz 0402\nRD1 0201\nRD2 0301\nRD3 0401\nRD4 0501", GATE, size="8x2")
    assert [gate.where(f"RD{i}") for i in range(1, 5)] == ["0201", "0301", "0401", "0501"]
    broken = after_supply_phase("7Pz 0402\nRD1 0201\nRD2 0301\nRD3 0401\nRD4 0601", GATE, size="8x2")
    assert [broken.where(f"RD{i}") for i in range(1, 5)] == ["dead", "dead", "dead", "0601"]


@pytest.mark.rule("dom", "8.6a")
def test_the_check_comes_in_the_terminal_supply_phase_and_not_before() -> None:
    units = f"{RING}\nRD1 0404"
    table = scene(units, step="II.B", hexes=EDGES)
    table.order("done")
    assert (table.where("RD1"), table.prompt.decision) == ("0404", "combat")
    log = table.order("done")
    assert first(log, "eliminated").facts["unit"] == table.unit("RD1")
    assert table.where("RD1") == "dead"


@pytest.mark.rule("dom", "8.6a")
def test_it_comes_in_the_soviet_player_turn_alone() -> None:
    table = scene(f"{RING}\nRD1 0404", step="I.B", hexes=EDGES)
    pass_to_soviet_movement(table)
    assert table.where("RD1") == "0404"


@pytest.mark.rule("dom", "8.6b")
def test_until_then_soviet_units_move_and_fight_as_ever() -> None:
    hexes = "0101..0108 german-source german"
    table = scene("RD1 0404 2-2", step="II.B", turn=1, hexes=hexes)
    assert not table.in_supply("RD1")
    assert max(table.range("RD1").values()) == 6
    distant = {text for text in table.legal("move") if table.range("RD1")[text[-4:]] == 6}
    table.order(min(distant))
    table = scene("RD1 0404 3-4\n5Inf 0405", step="II.C", hexes=hexes)
    assert not table.in_supply("RD1")
    assert "assault 0405 with RD1" in table.legal("assault")
    assert table.sheet("assault 0405 with RD1").attack == {3: 1}
    table = scene("RD1 0404 3-4\n5Inf 0405", step="I.C", hexes=hexes)
    assert table.sheet("assault 0404 with 5Inf").defence == {4: 1}


# -- 8.7, 8.8 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "8.7")
def test_a_soviet_unit_may_move_where_it_is_out_of_supply() -> None:
    """Reservoirs leave 0401 the only hex that the German unit watches; behind it there is no line."""
    sides = "0402-0301 reservoir\n0402-0302 reservoir\n0402-0501 reservoir\n0402-0502 reservoir"
    table = scene("7Pz 0402\nRD1 0401", step="II.B", size="8x2", hexes=GATE, sides=sides)
    assert table.in_supply("RD1")
    assert "move RD1 0401-0301" in table.legal("move")
    table.order("move RD1 0401-0301")
    assert not table.in_supply("RD1")


@pytest.mark.rule("dom", "8.7")
def test_a_german_unit_may_go_where_it_will_be_cut_off() -> None:
    """The panzers pass through a gap that the enemy closes behind them."""
    table = scene("7Pz 0301\nRD1 0401\nRD2 0202", size="8x2", hexes=GATE)
    table.order("move 7Pz 0301-0602")
    assert table.in_supply("7Pz")
    pass_to_soviet_movement(table)
    table.order("move RD2 0202-0402")
    assert not table.in_supply("7Pz")


@pytest.mark.rule("dom", "8.7")
def test_the_last_link_of_a_line_may_leave() -> None:
    """RD4 holds the line open for three others; nothing keeps it from going."""
    units = "7Pz 0402\nRD1 0201\nRD2 0301\nRD3 0401\nRD4 0501"
    table = scene(units, step="II.B", size="8x2", hexes=GATE)
    assert table.in_supply("RD1")
    assert "move RD4 0501-0601" in table.legal("move")
    table.order("move RD4 0501-0601")
    assert not table.in_supply("RD1")


@pytest.mark.rule("dom", "8.8")
def test_a_captured_source_does_not_serve_its_captor() -> None:
    table = lane("5Inf 0701", hexes="0701 soviet-source")
    assert table.control("0701") == "german"
    assert not table.in_supply("5Inf")
    assert not lane("RD1 0101", hexes="0101 german-source german").in_supply("RD1")
    dead = after_supply_phase("RD1 0101\n5Inf 0301", ENDS, size="7x1")
    assert dead.where("RD1") == "dead"
