"""7.0 German zones of control."""

from __future__ import annotations

import pytest

from steppe.assault.state import Flag
from steppe.events import Log
from tests.dom.battlefield import die_for
from tests.dom.scene import EAST, WEST, scene
from tests.sandbox import Table, first, kinds

EDGES = f"{WEST}\n{EAST}"
AROUND_0404 = ("0403", "0503", "0504", "0405", "0304", "0303")
FAR = "mf_foot = 12"
"""Movement factors with which a rifle division could go anywhere on these boards."""

GATE = "7Pz 0402"
"""On a board of two rows this unit watches 0301 0302 0401 0501 0502, from edge to edge."""
GATE_EDGES = "0101..0102 german-source german\n0801..0802 soviet-source"
DEFEATED = "7Pz 0303\n6Pz 0604\nRD1 0404 2-2"
"""Of the hexes around 0404, 0405 alone is neither German nor watched."""


def soviet_move(units: str, *, hexes: str = EDGES, sides: str = "", size: str = "8x8", track: str = FAR) -> Table:
    return scene(units, step="II.B", hexes=hexes, sides=sides, size=size, track=track)


def defeat(table: Table, assault: str) -> Log:
    """Fight a battle in which the die drives the defender back."""
    (odds,) = table.sheet(assault).columns
    return table.order(assault, dice=(die_for(table, odds, "DR"),))


def stops_in(table: Table, key: str, goal: str, onward: str) -> bool:
    """Whether a unit that moves into a hex must stay there."""
    table.order(f"move {key} {table.where(key)}-{goal}")
    if f"move {key} {goal}-{onward}" in table.legal("move"):
        return False
    table.refused(
        f"move {key} {goal}-{onward}", "7.2a", "RD1 may not move on this phase: an enemy ZOC has ended its move"
    )
    return True


# -- 7.0 who exerts them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.0a")
@pytest.mark.parametrize("german", ["KG1", "7Pz", "36PG", "1Cav", "Lehr", "GD", "5Inf"])
def test_every_german_ground_unit_watches_the_six_hexes_around_it(german: str) -> None:
    for goal in AROUND_0404:
        assert stops_in(soviet_move(f"{german} 0404\nRD1 0801"), "RD1", goal, "0801")


@pytest.mark.rule("dom", "7.0a")
def test_a_zone_reaches_no_further() -> None:
    table = soviet_move("7Pz 0404\nRD1 0801")
    for goal in ("0502", "0603", "0604", "0605", "0505"):
        assert not stops_in(table, "RD1", goal, "0801"), goal
        table = soviet_move("7Pz 0404\nRD1 0801")


@pytest.mark.rule("dom", "7.0a")
def test_several_zones_count_as_one() -> None:
    """Two stacks that watch a hex close it no more than one does: same cost, same way out, same line of supply."""
    one = "7Pz 0404\nRD1 0504\nRD2 0604"
    two = one + "\n6Pz 0404\n5Inf 0405\n8Inf 0405"
    for units in (one, two):
        table = soviet_move(units)
        assert table.in_supply("RD1")
        assert table.range("RD2")["0503"] == 1
        assert table.range("RD1")["0604"] == 1
        assert "0503" not in {goal for goal, spent in table.range("RD1").items() if spent == 1}


@pytest.mark.rule("dom", "7.0b")
def test_soviet_units_have_no_zone_for_movement() -> None:
    """They close the hexes they stand in, as marsh would, and no others."""
    soviets = "RD1 0304\n1GRD 0403\nTB1 0505"
    marsh = "0304 marsh\n0403 marsh\n0505 marsh"
    past = scene("7Pz 0204\n" + soviets, hexes=EDGES)
    assert past.range("7Pz") == scene("7Pz 0204", hexes=f"{EDGES}\n{marsh}").range("7Pz")
    past.order("move 7Pz 0204-0303", "move 7Pz 0303-0404", "move 7Pz 0404-0504", "move 7Pz 0504-0605")
    assert past.s.spent[past.unit("7Pz")] == 4


@pytest.mark.rule("dom", "7.0b")
def test_soviet_units_have_no_zone_for_supply() -> None:
    """A line runs between two Soviet stacks that leave one hex free, and stops if they stand in all of them."""
    wall = "RD1 0401\nRD2 0403\n7Pz 0602"
    table = scene(wall, size="8x3", hexes="0101..0103 german-source german\n0801 soviet-source")
    assert table.in_supply("7Pz")
    table = scene(wall + "\nRD3 0402", size="8x3", hexes="0101..0103 german-source german\n0801 soviet-source")
    assert not table.in_supply("7Pz")


@pytest.mark.rule("dom", "7.0b")
def test_soviet_units_have_no_zone_for_german_retreats() -> None:
    """Every hex around 0404 is next to a Soviet unit; the retreat goes to the nearest source all the same."""
    units = "5Inf 0404\n1GRD 0503 40-6\nRD1 0305\nRD2 0302\nRD3 0505"
    table = scene(units, step="II.C", hexes=EDGES)
    defeat(table, "assault 0404 with 1GRD")
    table.order("convert DR")
    assert table.legal("retreat") == {"retreat 0303", "retreat 0304"}
    table.order("retreat 0303")
    assert table.where("5Inf") == "0303"


# -- 7.1 limits -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.1a")
def test_a_zone_does_not_cross_a_reservoir() -> None:
    sides = "0404-0503 reservoir"
    assert not stops_in(soviet_move("7Pz 0404\nRD1 0801", sides=sides), "RD1", "0503", "0603")
    assert stops_in(soviet_move("7Pz 0404\nRD1 0801", sides=sides), "RD1", "0504", "0604")


@pytest.mark.rule("dom", "7.1a")
def test_beyond_a_reservoir_supply_lines_are_free() -> None:
    """Three reservoir hexsides free the northern row of the gate."""
    sides = "0402-0301 reservoir\n0402-0401 reservoir\n0402-0501 reservoir"
    assert not soviet_move(f"{GATE}\nRD1 0201", size="8x2", hexes=GATE_EDGES).in_supply("RD1")
    assert soviet_move(f"{GATE}\nRD1 0201", size="8x2", hexes=GATE_EDGES, sides=sides).in_supply("RD1")


@pytest.mark.rule("dom", "7.1a")
def test_beyond_a_reservoir_retreats_are_free() -> None:
    for sides, goals in (
        ("", {"retreat 0405"}),
        ("0604-0503 reservoir\n0604-0504 reservoir", {"retreat 0503", "retreat 0504"}),
    ):
        table = scene(DEFEATED, step="I.C", hexes=EDGES, sides=sides)
        defeat(table, "assault 0404 with 7Pz")
        assert table.legal() == goals


@pytest.mark.rule("dom", "7.1a")
@pytest.mark.parametrize("terrain", ["clear", "forest", "marsh", "city Tula", "town", "fort", "forest fort"])
def test_a_zone_enters_every_kind_of_hex(terrain: str) -> None:
    """Also marsh, which the panzer division itself could not enter, and Soviet cities and fortifications."""
    hexes = f"{EDGES}\n0503 {terrain}"
    assert stops_in(soviet_move("7Pz 0404\nRD1 0801", hexes=hexes), "RD1", "0503", "0603")


@pytest.mark.rule("dom", "7.1a")
@pytest.mark.parametrize("terrain", ["forest", "marsh", "city Smolensk", "town", "fort"])
def test_a_zone_leaves_every_kind_of_hex(terrain: str) -> None:
    hexes = f"{EDGES}\n0404 {terrain}"
    assert stops_in(soviet_move("1Cav 0404\nRD1 0801", hexes=hexes), "RD1", "0503", "0603")


@pytest.mark.rule("dom", "7.1a")
def test_a_zone_crosses_rivers() -> None:
    assert stops_in(soviet_move("7Pz 0404\nRD1 0801", sides="0404-0503 river"), "RD1", "0503", "0603")


@pytest.mark.rule("dom", "7.1b")
@pytest.mark.parametrize("german", ["7Pz 0404", "7Pz 0404 reduced", "5Inf 0404 reduced", "KG1 0404"])
@pytest.mark.parametrize("edge", [EAST, EDGES])
def test_supply_and_steps_do_not_matter(german: str, edge: str) -> None:
    table = soviet_move(f"{german}\nRD1 0801", hexes=edge)
    assert table.in_supply(german.split()[0]) == (edge == EDGES)
    assert stops_in(table, "RD1", "0503", "0603")


# -- 7.2 movement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.2a")
def test_a_soviet_unit_stops_in_the_first_zone_it_enters() -> None:
    table = soviet_move(f"{GATE}\nRD1 0102", size="8x2", hexes=GATE_EDGES, track="mf_foot = 6")
    assert set(table.range("RD1")) == {"0102", "0101", "0201", "0202", "0301", "0302"}
    assert table.range("RD1")["0301"] == 2
    table.refused("move RD1 0102-0401", "7.2a", "every way to 0401 leads through a ZOC hex first")
    table.order("move RD1 0102-0301")
    assert table.has("RD1", Flag.HALTED)
    for goal in ("0401", "0201", "0302"):
        table.refused(
            f"move RD1 0301-{goal}", "7.2a", "RD1 may not move on this phase: an enemy ZOC has ended its move"
        )
    assert not any(text.startswith("move RD1") for text in table.legal("move"))


@pytest.mark.rule("dom", "7.2a")
def test_a_single_watched_hex_ends_the_way_through_it() -> None:
    """Reservoirs leave 0401 the only watched hex; beyond it all is free, but not in the same phase."""
    sides = "0402-0301 reservoir\n0402-0302 reservoir\n0402-0501 reservoir\n0402-0502 reservoir"
    table = soviet_move(f"{GATE}\nRD1 0201", size="8x2", hexes=GATE_EDGES, sides=sides)
    assert set(table.range("RD1")) == {"0201", "0101", "0102", "0202", "0301", "0302", "0401"}
    table.refused("move RD1 0201-0501", "7.2a", "every way to 0501 leads through a ZOC hex first")


@pytest.mark.rule("dom", "7.2a")
def test_a_stack_stops_as_one_and_all_mobility_classes_stop() -> None:
    table = soviet_move("7Pz 0404\nTB1 0704\nCD1 0704\nRD1 0704", track="mf_mech = 8\nmf_foot = 6")
    table.order("move TB1+CD1+RD1 0704-0504")
    for key in ("TB1", "CD1", "RD1"):
        table.refused(
            f"move {key} 0504-0604", "7.2a", f"{key} may not move on this phase: an enemy ZOC has ended its move"
        )
    assert table.legal("move") == set()


@pytest.mark.rule("dom", "7.2b")
def test_a_unit_leaves_a_zone_by_a_free_hex_and_stops_in_the_next_zone() -> None:
    table = soviet_move(
        "7Pz 0101\n6Pz 0701\nRD1 0201", size="8x4", hexes="0104 german-source german\n0804 soviet-source"
    )
    assert table.range("RD1")["0601"] == 4
    assert "0702" in table.range("RD1")
    log = table.order("move RD1 0201-0601")
    hexes = [table.title.board.grid.labels[h] for h in first(log, "moved").facts["path"]]
    assert len(hexes) == 4
    assert not set(hexes[:-1]) & {"0102", "0202", "0602", "0702"}
    table.refused("move RD1 0601-0501", "7.2a", "RD1 may not move on this phase: an enemy ZOC has ended its move")


@pytest.mark.rule("dom", "7.2b")
def test_the_first_hex_after_a_zone_must_be_free() -> None:
    """All ways out of 0301 that lead east are watched; only the west is open."""
    table = soviet_move(f"{GATE}\nRD1 0301", size="8x2", hexes=GATE_EDGES)
    assert set(table.range("RD1")) == {"0301", "0201", "0202", "0101", "0102", "0302"}
    assert table.range("RD1")["0302"] == 2, "by way of 0202"
    table.refused("move RD1 0301-0601", "7.2a", "every way to 0601 leads through a ZOC hex first")
    surrounded = soviet_move(f"{GATE}\n5Inf 0101\nRD1 0301", size="8x2", hexes=GATE_EDGES)
    assert set(surrounded.range("RD1")) == {"0301"}
    assert surrounded.legal("move") == set()


@pytest.mark.rule("dom", "7.2c")
def test_no_step_leads_from_zone_to_zone() -> None:
    table = soviet_move(f"{GATE}\nRD1 0301", size="8x2", hexes=GATE_EDGES, track="mf_foot = 1")
    for goal in ("0302", "0401"):
        table.refused(f"move RD1 0301-{goal}", "7.2c", f"{goal} is a ZOC hex next to a ZOC hex")
    assert set(table.range("RD1")) == {"0301", "0201", "0202"}


@pytest.mark.rule("dom", "7.2c")
def test_zones_of_different_units_are_one_and_the_same() -> None:
    table = soviet_move("7Pz 0303\n5Inf 0605\nRD1 0404", track="mf_foot = 1")
    table.refused("move RD1 0404-0403", "7.2c", "0403 is a ZOC hex next to a ZOC hex")
    table.refused("move RD1 0404-0504", "7.2c", "0504 is a ZOC hex next to a ZOC hex")


@pytest.mark.rule("dom", "7.2d")
def test_zones_bar_soviet_retreats_in_the_combat_phase() -> None:
    table = scene(DEFEATED, step="I.C", hexes=EDGES)
    defeat(table, "assault 0404 with 7Pz")
    assert table.legal() == {"retreat 0405"}
    for goal in ("0403", "0304", "0503", "0504"):
        table.refused(f"retreat {goal}", "11.26c", f"{goal} is in an enemy ZOC")


@pytest.mark.rule("dom", "7.2d")
def test_zones_do_not_bar_german_retreats() -> None:
    table = scene("5Inf 0404\n8Inf 0204\n1GRD 0503 40-6", step="II.C", hexes=EDGES)
    defeat(table, "assault 0404 with 1GRD")
    table.order("convert DR")
    assert table.legal() == {"retreat 0303", "retreat 0304"}


@pytest.mark.rule("dom", "7.2d")
def test_a_mobile_assault_does_not_pin_its_victim_but_others_do() -> None:
    """Marsh leaves the tank brigade only the two hexes that the assaulting panzers watch."""
    hexes = f"{EDGES}\n0503 marsh\n0504 marsh\n0405 marsh"
    free = scene("7Pz 0303\nTB1 0404 2-2", hexes=hexes)
    defeat(free, "mobile 0404 with 7Pz")
    assert free.legal() == {"retreat 0403", "retreat 0304"}
    pinned = scene("7Pz 0303\n5Inf 0402\nTB1 0404 2-2", hexes=hexes)
    defeat(pinned, "mobile 0404 with 7Pz")
    assert pinned.legal() == {"retreat 0304"}
    pinned.refused("retreat 0403", "11.26c", "0403 is in an enemy ZOC")
    prepared = scene("7Pz 0303\nTB1 0404 2-2", step="I.C", hexes=hexes)
    assert "cannot retreat" in kinds(defeat(prepared, "assault 0404 with 7Pz"))


@pytest.mark.rule("dom", "7.2d")
def test_soviet_units_in_zones_attack_freely() -> None:
    """Zones say nothing about assaults: from one watched hex into another that a German unit holds."""
    table = scene("7Pz 0404\n5Inf 0405\nRD1 0504", step="II.C", hexes=EDGES)
    assert {"assault 0404 with RD1", "assault 0405 with RD1"} <= table.legal("assault")


@pytest.mark.rule("dom", "7.2e")
def test_zones_never_slow_the_german_player() -> None:
    """Along a line of Soviet units and through the zones of his own, every hex costs 1 MP."""
    soviets = "\n".join(f"RD{i} 0{i}03" for i in range(2, 9))
    units = f"7Pz 0101\n5Inf 0401\n8Inf 0701\n{soviets}"
    table = scene(units, size="8x3", hexes="0101..0103 german-source german\n0801 soviet-source")
    table.order("move 7Pz 0101-0202", "move 7Pz 0202-0302", "move 7Pz 0302-0402", "move 7Pz 0402-0502")
    table.order("move 7Pz 0502-0602", "move 7Pz 0602-0702")
    assert table.s.spent[table.unit("7Pz")] == 6
    assert not table.has("7Pz", Flag.HALTED)


# -- 7.3 supply -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.3")
def test_zones_cut_soviet_lines_unless_soviet_units_stand_in_them() -> None:
    def supplied(others: str) -> bool:
        return soviet_move(f"{GATE}\nRD1 0201\n{others}", size="8x2", hexes=GATE_EDGES).in_supply("RD1")

    assert not supplied("")
    assert supplied("RD2 0301\nRD3 0401\nRD4 0501")
    assert not supplied("RD2 0301\nRD4 0501"), "0401 is watched and empty"
    assert not supplied("RD2 0301\nRD3 0401"), "0501 is watched and empty"


@pytest.mark.rule("dom", "7.3")
def test_units_out_of_supply_cut_lines_as_well() -> None:
    table = soviet_move(f"{GATE}\nRD1 0201", size="8x2", hexes="0801..0802 soviet-source")
    assert not table.in_supply("7Pz")
    assert not table.in_supply("RD1")


@pytest.mark.rule("dom", "7.3")
def test_a_watched_source_serves_only_a_garrison() -> None:
    hexes = "0101 german-source german\n0801 soviet-source"
    table = soviet_move("7Pz 0702\nRD1 0501", size="8x4", hexes=hexes)
    assert not table.in_supply("RD1")
    table = soviet_move("7Pz 0702\nRD1 0501\nRD2 0801", size="8x4", hexes=hexes)
    assert table.in_supply("RD2")


# -- 7.4 no negation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.4")
def test_a_garrison_does_not_cancel_a_zone_for_movement() -> None:
    table = soviet_move("7Pz 0404\nRD1 0801\nRD2 0504\nRD3 0503", track="mf_foot = 6")
    assert table.range("RD2").get("0503") != 1
    assert stops_in(table, "RD1", "0504", "0604")
    table = soviet_move("7Pz 0404\nRD2 0504\nRD3 0503", track="mf_foot = 1")
    table.refused("move RD2 0504-0503", "7.2c", "0503 is a ZOC hex next to a ZOC hex")


@pytest.mark.rule("dom", "7.4")
def test_nobody_passes_through_the_zones_in_which_friends_stand() -> None:
    units = f"{GATE}\nRD1 0201\nRD2 0301\nRD3 0401\nRD4 0501"
    table = soviet_move(units, size="8x2", hexes=GATE_EDGES)
    assert set(table.range("RD1")) == {"0201", "0101", "0102", "0202", "0301", "0302"}
    table.refused("move RD1 0201-0601", "7.2a", "every way to 0601 leads through a ZOC hex first")


@pytest.mark.rule("dom", "7.4")
def test_a_garrison_does_not_open_a_watched_hex_to_a_retreat() -> None:
    table = scene(DEFEATED + "\nRD2 0503\nRD3 0504", step="I.C", hexes=EDGES)
    defeat(table, "assault 0404 with 7Pz")
    assert table.legal() == {"retreat 0405"}
    table.refused("retreat 0503", "11.26c", "0503 is in an enemy ZOC")
    hemmed = scene(DEFEATED + "\n5Inf 0305\nRD2 0503\nRD3 0504", step="I.C", hexes=EDGES)
    log = defeat(hemmed, "assault 0404 with 7Pz")
    assert "cannot retreat" in kinds(log)
    assert hemmed.where("RD1") == "dead"


@pytest.mark.rule("dom", "7.4")
def test_zones_do_not_stop_a_soviet_advance_after_combat() -> None:
    """From a watched hex into one that two other German units watch."""
    table = scene("KG1 0404\n5Inf 0405\n8Inf 0303\nRD1 0504 30-3", step="II.C", hexes=EDGES)
    table.order("assault 0404 with RD1")
    assert "advance RD1" in table.legal("advance")
    table.order("advance RD1")
    assert table.where("RD1") == "0404"


# -- 7.5 control ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "7.5")
def test_a_zone_does_not_take_a_hex() -> None:
    table = scene("7Pz 0204\n6Pz 0406", hexes=f"{EDGES}\n0405 town Kirov\n0504 city Orel")
    table.order("move 7Pz 0204-0404")
    assert [table.control(h) for h in ("0405", "0504", "0403")] == ["soviet"] * 3
    table.order("move 6Pz 0406-0405")
    assert [table.control(h) for h in ("0405", "0504", "0403")] == ["german", "soviet", "soviet"]
