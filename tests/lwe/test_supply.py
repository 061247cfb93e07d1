"""7.1 to 7.3 and 7.7 to 7.17: supply."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steppe.title import Trouble
from tests.lwe.scene import Campaign, on_map, real_title, scene
from tests.sandbox import Table, first, kinds

STRONG = "T1 german panzer XX 60-6/3-3 move=12/10"
"""Beats anybody."""


def lane(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.C",
    length: int = 30,
    hexes: str = "",
    sides: str = "",
    state: str = "",
) -> Table:
    """A board one hex wide, 2001 2101 2201 and so on: a German source at its west end, a Soviet one at its east end."""
    return scene(units, turn=turn, step=step, size=f"{length}x1", hexes=hexes, sides=sides, state=state)


def row(first_column: int, last_column: int, number: int = 1) -> list[str]:
    return [f"{column}{number:02}" for column in range(first_column, last_column + 1)]


def road(hexes: list[str], control: str = "german") -> tuple[str, str]:
    """A Rollbahn: its hexes and its sides."""
    sides = "\n".join(f"{a}-{b} rollbahn" for a, b in pairwise(hexes))
    return f"{','.join(hexes)} rollbahn {control}", sides


def state_of(table: Table, key: str) -> str:
    found: str = table.title.supply.state_name(table.s, table.unit(key))
    return found


NO_DIRECTIVE = "directive = 0"


# -- 7.1 to 7.3: the German side --------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "7.1")
def test_supply_is_a_line_that_comes_and_goes_with_the_enemy_in_its_way() -> None:
    assert state_of(lane("5Inf 2401"), "5Inf") == "regular"
    assert state_of(lane("RD soviet rifle XX 1-1 move=4 2401", state=NO_DIRECTIVE), "RD") == "regular"
    table = lane(f"{STRONG} 2101\nRD soviet rifle XX 1-1 move=4 2201\n5Inf 2301")
    assert not table.in_supply("5Inf")
    table.order("mobile 2201 with T1")
    assert table.where("RD") == "dead"
    assert table.in_supply("5Inf")


@pytest.mark.rule("lwe", "7.1")
def test_the_report_shows_the_line_from_the_unit_to_its_source() -> None:
    """Also along a Rollbahn, and none for a unit that is cut off."""
    hexes, sides = road(row(20, 40))
    table = lane("5Inf 4201", hexes=hexes, sides=sides)
    (found,) = table.title.questions.supply(table.s)
    assert found["in_supply"]
    assert found["by"] == "line"
    assert found["line"] == row(20, 42)[::-1]
    table = lane("5Inf 4201\nRD soviet rifle XX 1-1 move=4 3001", hexes=hexes, sides=sides)
    cut = next(line for line in table.title.questions.supply(table.s) if line["unit"] == "5Inf")
    assert (cut["in_supply"], cut["by"], cut["line"]) == (False, None, [])


@pytest.mark.rule("lwe", "7.2")
def test_every_german_unit_is_in_one_of_three_states() -> None:
    hexes = "2601..2901 gas-east"
    table = lane("5Inf 2501\n7Pz 2701\n8Inf 2901\nRD soviet rifle XX 1-1 move=4 2801", hexes=hexes)
    states = {key: state_of(table, key) for key in ("5Inf", "7Pz", "8Inf")}
    assert states == {"5Inf": "regular", "7Pz": "attenuated", "8Inf": "out of supply"}


@pytest.mark.rule("lwe", "7.3a")
def test_a_line_is_no_longer_than_twelve_hexes() -> None:
    """The source counts, the unit's own hex does not."""
    assert lane("5Inf 3201").in_supply("5Inf")
    assert not lane("5Inf 3301").in_supply("5Inf")
    assert lane("5Inf 2001").in_supply("5Inf"), "in the source itself"


@pytest.mark.rule("lwe", "7.3a")
@pytest.mark.parametrize(
    ("what", "supplied"),
    [
        ("", True),
        ("german", True),
        ("small-town", True),
        ("large-town", True),
        ("city", False),
        ("city german", True),
        ("fort", False),
        ("fort destroyed", True),
    ],
)
def test_forts_and_enemy_cities_bar_a_line_though_nobody_is_in_them(what: str, supplied: bool) -> None:
    assert lane("5Inf 2401", hexes=f"2201 {what}").in_supply("5Inf") == supplied


@pytest.mark.rule("lwe", "7.3a")
def test_the_way_round_an_enemy_counts() -> None:
    """Twelve hexes as the crow flies, thirteen round the units in the way."""
    units = "5Inf 3201"
    assert scene(units, size="20x3").in_supply("5Inf")
    wall = "\n".join(f"R{n} soviet rifle XX 1-1 move=4 {h}" for n, h in enumerate(("3101", "3001", "3002")))
    assert not scene(f"{units}\n{wall}", size="20x3").in_supply("5Inf")
    assert scene(f"5Inf 3101\n{wall.splitlines()[1]}", size="20x3").in_supply("5Inf"), "there is a way of twelve"


@pytest.mark.rule("lwe", "7.3b")
def test_the_sources_are_the_west_edge_in_greater_germany_and_romania() -> None:
    title = real_title()
    board = title.board
    edge = {h for h in range(board.size) if board.grid.labels[h].startswith("10") and board.terrain[h] != "sea"}
    home = board.region("germany") | board.region("romania")
    assert edge & board.region("germany")
    assert edge & board.region("romania")
    assert set(title.supply.sources[0]) == edge & home
    assert {board.grid.labels[h] for h in edge - home} == {f"10{n}" for n in range(25, 31)}


@pytest.mark.rule("lwe", "7.3b")
@pytest.mark.parametrize(("place", "supplied"), [("1012", True), ("1040", True), ("1025", False), ("1030", False)])
def test_a_unit_on_the_west_edge_is_supplied_only_inside_those_countries(place: str, supplied: bool) -> None:
    table = on_map(f"5Inf {place}", control="1007..1048 soviet")
    assert table.in_supply("5Inf") == supplied


@pytest.mark.rule("lwe", "7.3c")
@pytest.mark.parametrize("turn", [3, 4])
def test_a_rollbahn_lengthens_the_line(turn: int) -> None:
    """Its hexes are not counted: twelve hexes lead to it, from however far along."""
    hexes, sides = road(row(20, 45))
    for place, supplied in (("5301", True), ("5701", True), ("5801", False)):
        assert lane(f"5Inf {place}", turn=turn, length=50, hexes=hexes, sides=sides).in_supply("5Inf") == supplied
    assert not lane("5Inf 5301", turn=turn, length=50).in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3c")
def test_a_line_never_leaves_the_rollbahn_again() -> None:
    """Three hexes between two roads, or between the road and a source, are three too many."""
    west, west_sides = road(row(20, 25))
    east, east_sides = road(row(28, 40))
    sides = f"{west_sides}\n{east_sides}"
    assert not lane("5Inf 4401", turn=3, hexes=f"{west}\n{east}", sides=sides).in_supply("5Inf")
    assert not lane("5Inf 4401", turn=3, hexes=east, sides=east_sides).in_supply("5Inf")
    joined, joined_sides = road(row(20, 40))
    assert lane("5Inf 4401", turn=3, hexes=joined, sides=joined_sides).in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3c")
def test_hexes_next_to_each_other_are_no_road_without_its_sides() -> None:
    hexes, sides = road(row(20, 40))
    broken = "\n".join(line for line in sides.splitlines() if not line.startswith("3001-3101"))
    assert lane("5Inf 4401", hexes=hexes, sides=sides).in_supply("5Inf")
    assert not lane("5Inf 4401", hexes=hexes, sides=broken).in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3c")
def test_where_two_rollbahnen_meet_a_line_may_go_on_along_either() -> None:
    """The north road comes from nowhere and joins the south road in 3003."""
    south, south_sides = road(row(20, 36, 3))
    north, north_sides = road(["3003", "3002", "3001", *row(31, 40)])
    table = scene("5Inf 4601", size="30x3", hexes=f"{south}\n{north}", sides=f"{south_sides}\n{north_sides}")
    assert table.in_supply("5Inf")


def two_roads(unit: str, *, turn: int = 4, south: int = 10, north: str = "german", more: str = "") -> Table:
    """A road along row 1, cut in 3001, and a sound one along another row; the board is 24 columns wide."""
    upper, upper_sides = road(row(20, 42), north)
    lower, lower_sides = road(row(20, 42, south))
    hexes = f"{upper}\n{lower}\n3001 soviet\n2001 german\n{more}"
    return scene(f"5Inf {unit}", turn=turn, size="24x12", hexes=hexes, sides=f"{upper_sides}\n{lower_sides}")


@pytest.mark.rule("lwe", "7.3d")
def test_from_turn_four_the_nearest_rollbahn_must_do_even_if_it_is_cut() -> None:
    """The rulebook's own example: a dead one four hexes away, another five away that works."""
    assert two_roads("4005", turn=3).in_supply("5Inf")
    assert not two_roads("4005", turn=4).in_supply("5Inf")
    assert not two_roads("4005", turn=12).in_supply("5Inf")
    assert two_roads("4006", turn=4).in_supply("5Inf"), "the one that works is nearer"


@pytest.mark.rule("lwe", "7.3d")
def test_of_rollbahnen_equally_near_the_german_player_chooses() -> None:
    assert two_roads("4005", south=9).in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3d")
def test_who_reaches_the_edge_need_not_ask_for_a_rollbahn() -> None:
    assert two_roads("3204").in_supply("5Inf"), "twelve hexes from 2004"
    assert not two_roads("3404").in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3d")
def test_only_friendly_rollbahn_hexes_are_asked_for_their_distance() -> None:
    assert two_roads("4005", north="soviet").in_supply("5Inf")
    assert not two_roads("4005", north="soviet", more="4001 german").in_supply("5Inf"), "one hex of it is German"


@pytest.mark.rule("lwe", "7.3d")
def test_nearest_is_by_plain_count_of_hexes_not_by_the_length_of_a_line() -> None:
    """A fortified line lies before the dead road, so that no line leads there: it is the nearest all the same."""
    wall = ",".join(row(20, 43, 3))
    assert not two_roads("4005", more=f"{wall} fort").in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3d")
def test_taking_a_dead_rollbahn_hex_can_cut_a_unit_off() -> None:
    """5Inf lives by the south road until a friend opens the nearer, dead one."""
    upper, upper_sides = road(row(36, 42), "soviet")
    lower, lower_sides = road(row(20, 42, 10))
    units = "5Inf 4005\n7Pz 3605"
    sides = f"{upper_sides}\n{lower_sides}"
    table = scene(units, size="24x12", hexes=f"{upper}\n{lower}", sides=sides)
    assert table.in_supply("5Inf")
    table.refused("move 7Pz 3605-3601", "7.16a", "in 3601 it would be out of supply")
    assert "move 7Pz 3605-3601" not in table.legal("move")
    table = scene(units.replace("3605", "3601"), size="24x12", hexes=f"{upper}\n{lower}", sides=sides)
    assert table.in_supply("5Inf"), "4001 is still Soviet, 3601 four hexes off and more"
    table = scene(units.replace("3605", "4001"), size="24x12", hexes=f"{upper}\n{lower}", sides=sides)
    assert not table.in_supply("5Inf")


@pytest.mark.rule("lwe", "7.3e")
def test_in_regular_supply_a_unit_has_its_full_factors_and_mechanized_ones_assault_on_the_move() -> None:
    table = lane("7Pz 2301\nRD soviet rifle XX 1-1 move=4 2401")
    assert table.sheet("mobile 2401 with 7Pz").attack == {6: 1}
    assert "mobile 2401 with 7Pz" in table.legal("mobile")
    assert lane("7Pz 2001").range("7Pz")["3201"] == 12
    cut_off = lane("7Pz 2301\nRD soviet rifle XX 1-1 move=4 2401", hexes="2001 soviet")
    assert not cut_off.legal("mobile")
    cut_off.refused("mobile 2401 with 7Pz", "9.25", "7Pz is out of supply and cannot attack")
    foot = lane("5Inf 2301\nRD soviet rifle XX 1-1 move=4 2401")
    foot.refused("mobile 2401 with 5Inf", "9.22a", "5Inf cannot make mobile assaults")


# -- 7.7: when German supply is looked at, and what it means ----------------------------------------------------------


@pytest.mark.rule("lwe", "7.7a")
def test_who_is_freed_in_a_movement_phase_may_still_move_in_it() -> None:
    table = lane(f"{STRONG} 2101\nRD soviet rifle XX 1-1 move=4 2201\n5Inf 2301")
    table.refused("move 5Inf 2301-2401", "7.7b", "5Inf is out of supply and has no MP")
    table.order("mobile 2201 with T1")
    table.order("move 5Inf 2301-2401")
    assert table.where("5Inf") == "2401"


@pytest.mark.rule("lwe", "7.7a")
def test_who_is_freed_in_a_combat_phase_may_still_attack_in_it() -> None:
    table = lane(
        f"{STRONG} 2101\nRD soviet rifle XX 1-1 move=4 2201\n5Inf 2301\nRE soviet rifle XX 1-1 move=4 2401",
        step="II.D",
    )
    table.refused("assault 2401 with 5Inf", "7.7c", "5Inf is out of supply and cannot attack")
    table.order("assault 2201 with T1")
    if "stay" in table.legal():
        table.order("stay")
    assert "assault 2401 with 5Inf" in table.legal("assault")


@pytest.mark.rule("lwe", "7.7a")
def test_supply_is_judged_at_the_start_of_a_move_not_on_its_way() -> None:
    """A stack in supply goes on with its move after its line has been cut behind it."""
    table = scene("7Pz 2102\n5Inf 2102", size="8x2")
    table.order("move 7Pz 2102-2402")
    for label in ("2001", "2002"):
        table.s.control[table.hex(label)] |= 1
    table.s.cache.clear()
    table.refused("move 5Inf 2102-2202", "7.7b", "5Inf is out of supply and has no MP")
    table.refused("move 7Pz 2402-2502", "7.16a", "in 2502 it would be out of supply")


@pytest.mark.rule("lwe", "7.7b")
def test_out_of_supply_a_german_unit_has_no_movement_at_all() -> None:
    table = scene("7Pz 2302\n5Inf 2303\nRum2C 2304", hexes="2001..2008 soviet")
    assert not table.legal("move")
    for order in ("move 7Pz 2302-2402", "move 5Inf 2303-2403", "move Rum2C 2304-2404"):
        table.refused(order, "7.7b", f"{order.split()[1]} is out of supply and has no MP")


@pytest.mark.rule("lwe", "7.7c")
def test_out_of_supply_a_german_unit_makes_no_assault() -> None:
    units = "7Pz 2302\nRum2C 2302\nRD soviet rifle XX 1-1 move=4 2402"
    table = scene(units, step="II.D", hexes="2001..2008 soviet")
    assert not table.legal("assault")
    for key in ("7Pz", "Rum2C"):
        table.refused(f"assault 2402 with {key}", "7.7c", f"{key} is out of supply and cannot attack")
    moving = scene(units, hexes="2001..2008 soviet")
    assert not moving.legal("mobile")
    moving.refused("mobile 2402 with 7Pz", "9.25", "7Pz is out of supply and cannot attack")


@pytest.mark.rule("lwe", "7.7c")
def test_one_unit_out_of_supply_bars_itself_not_those_who_attack_with_it() -> None:
    table = lane("5Inf 2201\n7Pz 2401\nRD soviet rifle XX 1-1 move=4 2301", step="II.D", length=8)
    assert {order.split(" with ")[1].split()[0] for order in table.legal("assault")} == {"5Inf"}
    table.refused("assault 2301 with 5Inf+7Pz", "7.7c", "7Pz is out of supply and cannot attack")


@pytest.mark.rule("lwe", "7.7d")
def test_out_of_supply_a_german_unit_defends_in_full() -> None:
    units = "7Pz 2302\nRD soviet rifle XX 9-9 move=4 2402"
    supplied = scene(units, step="III.A").sheet("assault 2302 with RD")
    cut_off = scene(units, step="III.A", hexes="2001..2008 soviet").sheet("assault 2302 with RD")
    assert supplied.defence == cut_off.defence == {6: 1}
    assert supplied.results == cut_off.results


@pytest.mark.rule("lwe", "7.7d")
def test_a_german_pocket_lasts_for_ever() -> None:
    table = scene(
        "7Pz 2302\n5Inf 2302\nFZA soviet fz XX 0-1 move=0 2605",
        turn=10,
        step="III.C",
        hexes="2001..2008 soviet",
        state=NO_DIRECTIVE,
    )
    rng = random.Random(7)
    while table.s.turn < 14:
        table.title.apply(table.s, table.title.pick(table.s, rng))
        for key in ("7Pz", "5Inf"):
            assert not table.in_supply(key)
            assert (table.where(key), table.steps(key)) == ("2302", 2)


# -- 7.8 to 7.11: the Soviet side -------------------------------------------------------------------------------------

POCKET = "RD soviet rifle XX 1-1 move=4 2402"
NO_SOURCES = "2701..2708 german"
"""Every Soviet source of an 8x8 board is German."""


@pytest.mark.rule("lwe", "7.8")
def test_under_directive_three_every_soviet_unit_is_in_supply() -> None:
    table = scene(POCKET, turn=6, step="III.D", begin=True, hexes=NO_SOURCES)
    assert table.where("RD") == "2402"
    assert table.in_supply("RD")
    assert state_of(table, "RD") == "Directive No. 3"


@pytest.mark.rule("lwe", "7.8")
def test_after_it_a_soviet_unit_is_in_one_of_three_states() -> None:
    soviets = "\n".join(
        f"{key} soviet rifle XX 1-1 move=4 {h}" for key, h in (("RA", 2701), ("RB", 2501), ("RC", 2301))
    )
    table = lane(f"{soviets}\n5Inf 2601\n8Inf 2401", turn=9, length=8, hexes="2501 small-town azov", state=NO_DIRECTIVE)
    states = {key: state_of(table, key) for key in ("RA", "RB", "RC")}
    assert states == {"RA": "regular", "RB": "coastal", "RC": "out of supply"}


@pytest.mark.rule("lwe", "7.9a")
def test_a_soviet_line_may_be_of_any_length() -> None:
    assert lane("RD soviet rifle XX 1-1 move=4 2101", length=60, state=NO_DIRECTIVE).in_supply("RD")


@pytest.mark.rule("lwe", "7.9a")
@pytest.mark.parametrize(
    ("what", "supplied"),
    [("german", True), ("large-town german", True), ("city german", False), ("city", True), ("fort", True)],
)
def test_of_empty_hexes_german_cities_alone_bar_a_soviet_line(what: str, supplied: bool) -> None:
    table = lane("RD soviet rifle XX 1-1 move=4 2301", hexes=f"2501 {what}", state=NO_DIRECTIVE)
    assert table.in_supply("RD") == supplied


@pytest.mark.rule("lwe", "7.9a")
def test_german_units_bar_a_soviet_line_by_being_there_alone() -> None:
    assert not lane("RD soviet rifle XX 1-1 move=4 2301\n5Inf 2501", state=NO_DIRECTIVE).in_supply("RD")
    table = scene("RD soviet rifle XX 1-1 move=4 2302\n5Inf 2501", size="8x2", state=NO_DIRECTIVE)
    assert table.in_supply("RD"), "there are no zones of control"


EVERY_SOVIET_SOURCE = "3752,3853,3952,4053,4152,4253,4352,4453,4552,4653,4752,4801..4853"


@pytest.mark.rule("lwe", "7.9b")
@pytest.mark.parametrize("place", ["4801", "4830", "4853", "3752", "3853", "4752"])
def test_the_east_edge_and_the_south_edge_east_of_3752_are_soviet_sources(place: str) -> None:
    control = f"{EVERY_SOVIET_SOURCE} german\n{place} soviet"
    table = on_map("RD soviet rifle XX 1-1 move=4 4618", control=control, state=NO_DIRECTIVE)
    assert table.in_supply("RD")


@pytest.mark.rule("lwe", "7.9b")
def test_nothing_else_is_one() -> None:
    table = on_map("RD soviet rifle XX 1-1 move=4 4618", control=f"{EVERY_SOVIET_SOURCE} german", state=NO_DIRECTIVE)
    assert not table.in_supply("RD")
    labels = table.title.board.grid.labels
    sources = {labels[h] for h in table.title.supply.sources[1]}
    assert {label for label in labels if label.startswith("48")} <= sources
    assert not {"3653", "3552"} & sources
    south = {max(label for label in labels if label.startswith(str(column))) for column in range(37, 49)}
    assert sources == {label for label in labels if label.startswith("48")} | south


@pytest.mark.rule("lwe", "7.10")
@pytest.mark.parametrize(
    ("what", "fate"),
    [
        ("small-town black-sea", "2402"),
        ("large-town azov", "2402"),
        ("city black-sea", "2402"),
        ("black-sea", "dead"),
        ("city", "dead"),
        ("large-town", "dead"),
    ],
)
def test_a_town_on_the_southern_seas_supplies_whoever_is_in_it(what: str, fate: str) -> None:
    table = scene(POCKET, turn=9, step="III.D", begin=True, hexes=f"{NO_SOURCES}\n2402 {what}", state=NO_DIRECTIVE)
    assert table.where("RD") == fate


@pytest.mark.rule("lwe", "7.10")
def test_sevastopol_holds_out_and_feeds_nobody_outside() -> None:
    units = "RD soviet rifle XX 1-1 move=4 2548\nRE soviet rifle XX 1-1 move=4 2647"
    table = on_map(units, turn=12, control=f"{EVERY_SOVIET_SOURCE} german", state=NO_DIRECTIVE)
    assert state_of(table, "RD") == "coastal"
    assert state_of(table, "RE") == "out of supply"


@pytest.mark.rule("lwe", "7.10")
def test_a_port_supplies_no_german_unit() -> None:
    assert not scene("5Inf 2402", hexes="2001..2008 soviet\n2402 city black-sea").in_supply("5Inf")


def oranienbaum(more: str = "", units: str = "") -> Table:
    """Oranienbaum in 2301, and Leningrad in 2501 with the Soviet source behind it; a German unit between the two."""
    hexes = f"2301 Oranienbaum\n2501 city Leningrad\n{more}"
    units = f"RD soviet rifle XX 1-1 move=4 2301\n5Inf 2401\n{units}"
    return lane(units, turn=9, length=8, hexes=hexes, state=NO_DIRECTIVE)


@pytest.mark.rule("lwe", "7.11")
def test_oranienbaum_lives_by_leningrad() -> None:
    assert state_of(oranienbaum(), "RD") == "coastal"
    assert not oranienbaum("2501 german").in_supply("RD"), "Leningrad has fallen"
    assert not oranienbaum(units="8Inf 2601").in_supply("RD"), "Leningrad is cut off"
    assert not oranienbaum(units="RE soviet rifle XX 1-1 move=4 2201").in_supply("RE"), (
        "it feeds its own garrison alone"
    )


@pytest.mark.rule("lwe", "7.11")
def test_leningrad_may_live_by_the_ladoga() -> None:
    """Germans stand all around Leningrad and Oranienbaum but for the shore of the lake."""
    ring = ("3602", "3702", "3801", "3803", "3902", "3903", "4003", "4102", "4103")
    germans = "\n".join(f"G{n} german infantry XX 2-2 move=6 {h}" for n, h in enumerate(ring))
    units = f"RD soviet rifle XX 1-1 move=4 3701\n{germans}"
    assert on_map(units, turn=9, state=NO_DIRECTIVE).in_supply("RD")
    assert not on_map(units, turn=9, control="3802 german", state=NO_DIRECTIVE).in_supply("RD")


# -- 7.12: the end of Directive No. 3 ---------------------------------------------------------------------------------

NEWCOMER = "R1 soviet rifle XX 1-1 move=4 turn=4 entry=2402,2601 reserve"


@pytest.mark.rule("lwe", "7.12a")
@pytest.mark.parametrize("state", ["", NO_DIRECTIVE])
def test_new_units_need_a_supplied_place_even_under_the_directive(state: str) -> None:
    hexes = "2402 small-town\n2601 small-town"
    ring = ("2401", "2501", "2502", "2403", "2302", "2301")
    germans = "\n".join(f"G{n} german infantry XX 2-2 move=6 {h}" for n, h in enumerate(ring))
    table = scene(f"{NEWCOMER}\n{germans}", step="III.B", begin=True, hexes=hexes, state=state)
    assert table.legal("enter") == {"enter R1 2601"}
    table.refused("enter R1 2402", "8.5b", "2402 was not Soviet and in regular supply when the player turn began")
    free = scene(NEWCOMER, step="III.B", begin=True, hexes=hexes, state=state)
    assert free.legal("enter") == {"enter R1 2402", "enter R1 2601"}


@pytest.mark.rule("lwe", "7.12b")
def test_from_turn_eight_the_soviet_player_is_asked_at_the_start_of_each_turn() -> None:
    table = scene(f"{POCKET}\n5Inf 2101", turn=7, step="III.D", begin=True)
    while table.s.turn < 8:
        table.order(sorted(table.legal())[0])
    assert table.s.turn == 8
    assert table.title.current_step(table.s).name == "directive"
    assert table.seat == "soviet"
    assert table.legal() == {"directive keep", "directive rescind"}
    table.order("directive keep")
    assert table.in_supply("RD")
    assert table.title.current_step(table.s).seat == 0, "the German player turn follows"


@pytest.mark.rule("lwe", "7.12b")
def test_before_turn_eight_nobody_is_asked() -> None:
    table = scene(f"{POCKET}\n5Inf 2101", turn=6, step="III.D", begin=True)
    rng = random.Random(1)
    steps = set()
    while table.s.turn < 8:
        steps.add(table.title.current_step(table.s).name)
        table.title.apply(table.s, table.title.pick(table.s, rng))
    assert "directive" not in steps


@pytest.mark.rule("lwe", "7.12b")
def test_it_is_rescinded_before_the_weather_is_rolled_and_for_good() -> None:
    table = scene(f"{POCKET}\n5Inf 2101", turn=12, step="directive", begin=True)
    log = table.order("directive rescind", dice=(1,))
    assert kinds(log).index("directive ends") < kinds(log).index("weather")
    assert first(log, "directive ends").facts["rule"] == "7.12b"
    rng = random.Random(2)
    while table.s.turn < 14:
        assert not table.s.directive
        assert table.title.current_step(table.s).name != "directive"
        table.title.apply(table.s, table.title.pick(table.s, rng))


@pytest.mark.rule("lwe", "7.12c")
@pytest.mark.parametrize("answer", ["keep", "rescind"])
def test_with_the_directive_the_duty_to_attack_and_the_idle_supply_check_end(answer: str) -> None:
    units = (
        "RD soviet rifle XX 1-1 move=4 2402\n5Inf 2302\nRE soviet rifle XX 1-1 move=4 2101\n"
        "FZA soviet fz XX 0-1 move=0 2605\nFZB soviet fz XX 0-1 move=0 2607"
    )
    hexes = f"{NO_SOURCES}\n2607 large-town"
    table = scene(units, turn=8, step="directive", begin=True, hexes=hexes)
    log = table.order(f"directive {answer}")
    rescinded = answer == "rescind"
    assert ("zone removed" in kinds(log)) == rescinded
    assert (table.where("FZA"), table.where("FZB")) == (("dead" if rescinded else "2605"), "2607")
    while table.title.current_step(table.s).name != "III.A":
        orders = table.legal()
        table.order(next(x for x in ("concentration decline", "order move-fight", "done") if x in orders))
    assert ("done" in table.legal()) == rescinded
    if rescinded:
        table.order("done")
        while table.title.current_step(table.s).name != "IV" and table.s.turn == 8:
            table.order("done")
        assert table.where("RD") == "dead", "the Supply Check Phase has come"
    else:
        table.refused("done", "5.6a", "RD in 2402 must attack")


@pytest.mark.rule("lwe", "7.12d")
def test_soviet_units_out_of_supply_die_whole_in_the_supply_check_phase() -> None:
    table = lane(
        "G1RD 2201\nGC soviet cavalry XXX 4-4/2-2 move=6/6 2301\n5Inf 2401\nFed soviet rifle XX 1-1 move=4 2501",
        turn=12,
        step="III.C",
        length=8,
        state=NO_DIRECTIVE,
    )
    assert table.steps("G1RD") == table.steps("GC") == 2
    log = table.order("done")
    assert [table.where(key) for key in ("G1RD", "GC", "Fed", "5Inf")] == ["dead", "dead", "2501", "2401"]
    assert table.steps("G1RD") == table.steps("GC") == 0
    assert kinds(log).count("eliminated") == 2


@pytest.mark.rule("lwe", "7.12e")
def test_out_of_supply_soviet_units_move_and_attack_as_printed() -> None:
    units = "RD soviet rifle XX 5-4 move=4 2402\n5Inf 2302"
    fighting = scene(units, turn=9, step="III.A", hexes=NO_SOURCES, state=NO_DIRECTIVE)
    assert not fighting.in_supply("RD")
    assert fighting.sheet("assault 2302 with RD").attack == {5: 1}
    assert "assault 2302 with RD" in fighting.legal("assault")
    moving = scene(units, turn=9, step="III.C", hexes=NO_SOURCES, state=NO_DIRECTIVE)
    assert moving.range("RD")["2406"] == 4
    moving.order("move RD 2402-2406")
    defending = scene(units, turn=9, step="II.D", hexes=NO_SOURCES, state=NO_DIRECTIVE)
    assert defending.sheet("assault 2402 with 5Inf").defence == {4: 1}


@pytest.mark.rule("lwe", "7.12f")
@pytest.mark.parametrize(("die", "ends"), [(4, False), (5, True)])
def test_the_first_weather_that_is_not_dry_ends_the_directive(die: int, ends: bool) -> None:
    """On turn 13 a 5 brings rain to the north."""
    table = scene(f"{POCKET}\nFZA soviet fz XX 0-1 move=0 2605", turn=13, step="directive", begin=True)
    log = table.order("directive keep", dice=(die,))
    assert first(log, "weather").facts["north"] == ("rain" if ends else "dry")
    assert table.s.directive == (not ends)
    assert table.where("FZA") == ("dead" if ends else "2605")
    if ends:
        assert first(log, "directive ends").facts["rule"] == "7.12f"


# -- 7.13, 7.14: where lines may go -----------------------------------------------------------------------------------

ROUGH = "2201 forest\n2301 hills\n2401 marsh\n2501 small-town"
RIVERS = "2101-2201 river\n2301-2401 river"


@pytest.mark.rule("lwe", "7.13a")
def test_lines_cross_all_playable_terrain() -> None:
    assert lane("5Inf 2601", hexes=ROUGH, sides=RIVERS).in_supply("5Inf")
    assert lane("RD soviet rifle XX 1-1 move=4 2101", hexes=ROUGH, sides=RIVERS, state=NO_DIRECTIVE).in_supply("RD")


@pytest.mark.rule("lwe", "7.13a")
@pytest.mark.parametrize("weather", "DRMFS")
@pytest.mark.parametrize(("hexes", "sides"), [("2301 lake", ""), ("", "2201-2301 lake")])
def test_soviet_lines_always_cross_lakes_and_german_ones_when_it_snows(weather: str, hexes: str, sides: str) -> None:
    state = f'{NO_DIRECTIVE}\nweather_north = "{weather}"'
    german = lane("5Inf 2401", turn=20, hexes=hexes, sides=sides, state=state)
    assert german.in_supply("5Inf") == (weather == "S")
    assert bool(german.title.supply.line(german.s, 0, german.hex("2401"))) == (weather == "S")
    soviet = lane("RD soviet rifle XX 1-1 move=4 2201", turn=20, hexes=hexes, sides=sides, state=state)
    assert soviet.in_supply("RD")


@pytest.mark.rule("lwe", "7.13b")
@pytest.mark.parametrize("weather", "DS")
def test_no_line_crosses_the_sea(weather: str) -> None:
    state = f'{NO_DIRECTIVE}\nweather_north = "{weather}"\nweather_south = "{weather}"'
    for hexes, sides in (("2301 sea", ""), ("", "2201-2301 sea")):
        assert not lane("5Inf 2401", hexes=hexes, sides=sides, state=state).in_supply("5Inf")
        assert not lane("RD soviet rifle XX 1-1 move=4 2201", hexes=hexes, sides=sides, state=state).in_supply("RD")


@pytest.mark.rule("lwe", "7.13b")
def test_no_line_enters_a_hex_with_enemies() -> None:
    table = lane("5Inf 2301\nRD soviet rifle XX 1-1 move=4 2201", state=NO_DIRECTIVE)
    assert not table.in_supply("5Inf")
    assert not table.in_supply("RD")
    assert lane("5Inf 2301\n8Inf 2201").in_supply("5Inf"), "friends are no hindrance"


@pytest.mark.rule("lwe", "7.13b")
def test_a_fortified_line_that_falls_lets_lines_through() -> None:
    table = lane("7Pz 2101\n5Inf 2301", length=8, hexes="2201 fort")
    assert not table.in_supply("5Inf")
    table.order("move 7Pz 2101-2201")
    assert table.in_supply("5Inf")
    table.order("move 7Pz 2201-2101")
    assert table.in_supply("5Inf"), "it is destroyed for good"


@pytest.mark.rule("lwe", "7.13b")
def test_fortified_lines_do_not_touch_soviet_lines() -> None:
    assert lane("RD soviet rifle XX 1-1 move=4 2201", hexes="2401 fort german", state=NO_DIRECTIVE).in_supply("RD")


@pytest.mark.rule("lwe", "7.13c")
@pytest.mark.parametrize(
    ("units", "hexes"),
    [
        ("RD soviet rifle XX 1-1 move=4 3001", ""),
        ("", "3001 soviet"),
        ("", "3001 soviet city"),
        ("", "3001 soviet fort"),
        ("", "3001 fort"),
        ("", "3001 lake"),
    ],
)
def test_what_bars_a_line_bars_it_on_the_rollbahn_too(units: str, hexes: str) -> None:
    """And so does any hex of it that the enemy controls."""
    plain, sides = road(row(20, 40))
    assert lane("5Inf 4201", hexes=plain, sides=sides).in_supply("5Inf")
    table = lane(f"5Inf 4201\n{units}", hexes=f"{plain}\n{hexes}", sides=sides)
    assert not table.in_supply("5Inf")


@pytest.mark.rule("lwe", "7.13c")
def test_beyond_the_rollbahn_enemy_control_of_open_ground_bars_nothing() -> None:
    hexes, sides = road(row(20, 40))
    assert lane("5Inf 4501", hexes=f"{hexes}\n4101..4401 soviet", sides=sides).in_supply("5Inf")


@pytest.mark.rule("lwe", "7.14")
@pytest.mark.parametrize(("kind", "crossed"), [("sivash", True), ("kerch", True), ("sea", False)])
@pytest.mark.parametrize("weather", "DS")
def test_the_straits_are_the_only_sea_sides_that_lines_cross(kind: str, crossed: bool, weather: str) -> None:
    state = f'{NO_DIRECTIVE}\nweather_south = "{weather}"'
    sides = f"2201-2301 {kind}"
    assert lane("5Inf 2301", sides=sides, state=state).in_supply("5Inf") == crossed
    assert lane("RD soviet rifle XX 1-1 move=4 2201", sides=sides, state=state).in_supply("RD") == crossed


@pytest.mark.rule("lwe", "7.14")
def test_the_map_has_four_such_sides() -> None:
    board = real_title().board
    labels = board.grid.labels
    found = {(labels[a], labels[b]) for (a, b), kinds in board.side_kinds.items() if kinds & {"sivash", "kerch"}}
    assert found == {("2844", "2845"), ("2944", "2945"), ("3448", "3449"), ("3348", "3449")}
    for a, b in found:
        assert "sea" not in board.side(board.grid.id(a), board.grid.id(b))


@pytest.mark.rule("lwe", "7.14")
def test_a_line_out_of_the_crimea_crosses_the_sivash_when_the_neck_is_closed() -> None:
    """The Germans hold 2744, 2745 and both shores of Kerch; then the Sivash too."""
    germans = "\n".join(f"G{n} german infantry XX 2-2 move=6 {h}" for n, h in enumerate(("2744", "2745", "3449")))
    units = f"RD soviet rifle XX 1-1 move=4 2845\n{germans}"
    table = on_map(units, turn=12, state=NO_DIRECTIVE)
    line = [table.title.board.grid.labels[h] for h in table.title.supply.line(table.s, 1, table.hex("2845"))][::-1]
    assert line[:2] == ["2845", "2844"] or ("2945", "2944") in pairwise(line)
    closed = f"{units}\nG8 german infantry XX 2-2 move=6 2844\nG9 german infantry XX 2-2 move=6 2944"
    assert not on_map(closed, turn=12, state=NO_DIRECTIVE).in_supply("RD")


# -- 7.15 to 7.17 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "7.15")
def test_a_german_source_gives_nothing_while_it_is_soviet() -> None:
    """Also after the raiders have left it again."""
    table = lane("8Inf 2401\nRD soviet rifle XX 1-1 move=4 2101", step="III.C", length=8, hexes="2201 city german")
    assert not table.in_supply("8Inf")
    table = scene("8Inf 2401\nRD soviet rifle XX 1-1 move=4 2102", step="III.C", size="8x2", hexes="2002 soviet")
    assert table.in_supply("8Inf")
    table.order("move RD 2102-2001")
    assert not table.in_supply("8Inf")
    table.order("move RD 2001-2102")
    assert table.control("2001") == "soviet"
    assert not table.in_supply("8Inf")


@pytest.mark.rule("lwe", "7.15")
def test_it_works_again_the_instant_it_is_retaken() -> None:
    """8Inf is twelve hexes from 2001 and thirteen from 2002, which has its way out by 2001 alone."""
    sides = "2002-2101 lake\n2002-2102 lake"
    table = scene("7Pz 2002\n8Inf 3201", size="16x2", hexes="2001 soviet", sides=sides)
    table.refused("move 8Inf 3201-3101", "7.7b", "8Inf is out of supply and has no MP")
    table.order("move 7Pz 2002-2001")
    table.order("move 8Inf 3201-3101")


@pytest.mark.rule("lwe", "7.15")
def test_a_soviet_source_is_lost_and_regained() -> None:
    units = "7Pz 2601\nRA soviet rifle XX 1-1 move=6 2502\nRB soviet rifle XX 1-1 move=4 2301\n5Inf 2001"
    table = scene(units, turn=9, size="8x2", state=NO_DIRECTIVE)
    assert table.in_supply("RB")
    table.order("move 7Pz 2601-2701", "move 7Pz 2701-2702")
    assert not table.in_supply("RB")
    table.order("move 7Pz 2702-2601")
    assert (table.control("2701"), table.control("2702")) == ("german", "german")
    assert not table.in_supply("RB")
    while table.title.current_step(table.s).name != "III.C":
        table.order("done")
    table.order("move RA 2502-2702")
    assert table.in_supply("RB")


@pytest.mark.rule("lwe", "7.16a")
def test_no_german_unit_moves_to_where_it_would_be_out_of_supply() -> None:
    table = lane("7Pz 3001\n5Inf 3101")
    assert {order for order in table.legal("move") if order.startswith("move 7Pz")} >= {"move 7Pz 3001-3201"}
    for order in ("move 7Pz 3001-3301", "move 7Pz 3001-3801", "move 5Inf 3101-3301"):
        table.refused(order, "7.16a", f"in {order[-4:]} it would be out of supply")
        assert order not in table.legal("move")
    assert table.range("7Pz")["3301"] == 3, "it could go there"


@pytest.mark.rule("lwe", "7.16a", "9.23a")
def test_nor_does_a_mobile_assault_carry_it_there() -> None:
    """The force enters the hex: 3301 lies too far from any source, 3201 does not."""
    table = lane("7Pz 3201\n126RD 3301")
    refusal = table.refused("mobile 3301 with 7Pz", "7.16a", "in 3301 the force would be out of supply")
    assert refusal.trouble == Trouble.SUPPLY
    assert not table.legal("mobile")
    nearer = lane("7Pz 3101\n126RD 3201")
    assert "mobile 3201 with 7Pz" in nearer.legal("mobile")
    before = nearer.s.key()
    assert nearer.title.refuse(nearer.s, nearer.read("mobile 3201 with 7Pz")) is None
    assert nearer.s.key() == before, "what is supposed for the question changes nothing"


@pytest.mark.rule("lwe", "7.16a")
def test_the_way_may_lead_through_hexes_without_supply() -> None:
    """Round a lake on the very edge of what the sources reach: 3301 is too far, 3202 is not."""
    table = scene("7Pz 3201", size="20x2", hexes="2001 soviet", sides="3201-3202 lake\n3101-3202 sea")
    assert table.in_supply("7Pz")
    table.refused("move 7Pz 3201-3301", "7.16a", "in 3301 it would be out of supply")
    log = table.order("move 7Pz 3201-3202")
    labels = [table.title.board.grid.labels[h] for h in first(log, "moved").facts["path"]]
    assert "3301" in labels


@pytest.mark.rule("lwe", "7.16a")
def test_what_a_move_takes_on_its_way_counts_for_its_end() -> None:
    """Driving along a Soviet Rollbahn opens it; so does walking through a fortified line or into a city."""
    hexes, sides = road(row(20, 45), "soviet")
    hexes += "\n2001..3001 german"
    table = lane("7Pz 3001", hexes=hexes, sides=sides)
    assert "move 7Pz 3001-4001" in table.legal("move")
    table.order("move 7Pz 3001-4001")
    assert table.in_supply("7Pz")
    for place in ("fort", "city"):
        table = lane("7Pz 2101", length=8, hexes=f"2301 {place}")
        assert "move 7Pz 2101-2401" in table.legal("move")
        table.order("move 7Pz 2101-2401")
        assert table.in_supply("7Pz")


@pytest.mark.rule("lwe", "7.16a")
def test_no_german_unit_enters_play_where_it_would_be_out_of_supply() -> None:
    """The asterisked units come in between 1025 and 1030: within twelve hexes of an edge that is German."""
    unit = "T1 german infantry XX 2-2 move=6 turn=2 entry=asterisk reserve"
    cut = "1007..1048 soviet\n1025..1030 german"
    table = on_map(unit, turn=2, control="1025..1030 german")
    assert "enter T1 1027" in table.legal("enter")
    table = on_map(unit, turn=2, control=cut)
    assert not table.legal("enter")
    table.refused("enter T1 1027", "7.16a", "in 1027 it would be out of supply")


@pytest.mark.rule("lwe", "7.16a")
def test_the_list_of_moves_and_the_judge_of_moves_agree() -> None:
    """Round a stretch of Rollbahn, a fortified line and a city in Soviet hands, far from the edge."""
    upper, upper_sides = road(row(20, 44, 2))
    hexes = f"{upper}\n3302..3702 soviet\n3501,3503 fort\n3602 city\n4002 german"
    for turn in (3, 4):
        table = scene("7Pz 3202\n5Inf 3102\n9Inf 3004", turn=turn, size="26x5", hexes=hexes, sides=upper_sides)
        legal = table.legal("move")
        for key in ("7Pz", "5Inf", "9Inf"):
            here = table.where(key)
            for label in table.range(key):
                if label != here:
                    order = f"move {key} {here}-{label}"
                    refusal = table.title.refuse(table.s, table.read(order))
                    assert (order in legal) == (refusal is None), (order, refusal)


@pytest.mark.rule("lwe", "7.16b")
def test_soviet_units_move_to_where_they_are_out_of_supply_but_do_not_enter_there() -> None:
    units = f"RD soviet rifle XX 1-1 move=4 2402\n{NEWCOMER}"
    hexes = f"{NO_SOURCES}\n2601 small-town\n2402 small-town"
    table = scene(units, turn=9, step="III.C", hexes=hexes, state=NO_DIRECTIVE)
    assert not table.in_supply("RD")
    table.order("move RD 2402-2404")
    entering = scene(units, step="III.B", begin=True, hexes=hexes, state=NO_DIRECTIVE)
    assert not entering.legal("enter")
    into_pocket = lane("RD soviet rifle XX 1-1 move=4 2501\n5Inf 2601", turn=9, step="III.C", state=NO_DIRECTIVE)
    into_pocket.order("move RD 2501-2301")
    assert not into_pocket.in_supply("RD")


@pytest.mark.rule("lwe", "7.17")
def test_a_captured_source_gives_its_captor_nothing() -> None:
    assert not lane("5Inf 2701", length=8, hexes="2001 soviet\n2701 german").in_supply("5Inf")
    assert not lane("RD soviet rifle XX 1-1 move=4 2001", length=8, hexes="2701 german", state=NO_DIRECTIVE).in_supply(
        "RD"
    )
    assert not on_map("5Inf 4830").in_supply("5Inf")
    table = on_map("RD soviet rifle XX 1-1 move=4 1012", control=f"{EVERY_SOVIET_SOURCE} german", state=NO_DIRECTIVE)
    assert not table.in_supply("RD")


# -- 7.3 the whole German network, against a plain reading of the rule ------------------------------------------------


@dataclass
class Country:
    """A board by chance, in words."""

    columns: int
    rows: int
    sources: set[str] = field(default_factory=set)
    german: set[str] = field(default_factory=set)
    roads: set[str] = field(default_factory=set)
    road_sides: set[tuple[str, str]] = field(default_factory=set)
    closed: set[tuple[str, str]] = field(default_factory=set)
    """Sides of lake or sea."""
    lakes: set[str] = field(default_factory=set)
    forts: set[str] = field(default_factory=set)
    destroyed: set[str] = field(default_factory=set)
    cities: set[str] = field(default_factory=set)
    enemies: set[str] = field(default_factory=set)
    friends: set[str] = field(default_factory=set)

    def labels(self) -> list[str]:
        return [f"{20 + c}{r:02}" for c in range(self.columns) for r in range(1, self.rows + 1)]

    def table(self, turn: int) -> Table:
        words = {
            "german-source": self.sources, "german": self.german, "rollbahn": self.roads, "lake": self.lakes,
            "fort": self.forts, "destroyed": self.destroyed, "city": self.cities,
        }  # fmt: skip
        hexes = "\n".join(f"{h} {word}" for word, found in words.items() for h in sorted(found))
        sides = [f"{a}-{b} rollbahn" for a, b in self.road_sides] + [f"{a}-{b} lake" for a, b in self.closed]
        units = [f"R{h} soviet rifle XX 1-1 move=4 {h}" for h in sorted(self.enemies)]
        units += [f"G{h} german infantry XX 2-2 move=6 {h}" for h in sorted(self.friends)]
        listed, lines = "\n".join(units), "\n".join(sorted(sides))
        return Table(
            f'title = "lwe"\nturn = {turn}\nstep = "II.C"\nunits = """\n{listed}\n"""\n[board]\n'
            f'size = "{self.columns}x{self.rows}"\ncorner = "2001"\nhexes = """\n{hexes}\n"""\n'
            f'sides = """\n{lines}\n"""\n'
        )


def cube(label: str) -> tuple[int, int, int]:
    """Of columns of which the even ones lie half a hex further north."""
    column, number = int(label[:2]), int(label[2:])
    s = number - column // 2
    return column, s, -column - s


def apart(a: str, b: str) -> int:
    return max(abs(x - y) for x, y in zip(cube(a), cube(b), strict=True))


def make_country(seed: int, columns: int, rows: int, trouble: float) -> Country:
    """Roads wander east from the edge or begin somewhere; some of their hexes are Soviet; here and there trouble."""
    rng = random.Random(seed)
    land = Country(columns, rows)
    labels = land.labels()
    around = {h: [n for n in labels if apart(h, n) == 1] for h in labels}
    west = [h for h in labels if h.startswith("20")]
    land.sources = set(rng.sample(west, rng.randint(1, len(west))))
    for _ in range(rng.randint(1, 3)):
        here = rng.choice(west if rng.random() < 0.7 else labels)
        land.roads.add(here)
        for _ in range(rng.randint(3, columns)):
            onward = [n for n in around[here] if n[:2] > here[:2]] or around[here]
            there = rng.choice(onward)
            land.road_sides.add((min(here, there), max(here, there)))
            land.roads.add(there)
            here = there
    land.german = {h for h in land.roads if rng.random() > trouble / 2}
    land.german |= {h for h in land.sources if rng.random() < 0.9}
    land.lakes = {h for h in labels if rng.random() < trouble / 3}
    land.forts = {h for h in labels if rng.random() < trouble}
    land.destroyed = {h for h in land.forts if rng.random() < 0.3}
    land.cities = {h for h in labels if rng.random() < trouble / 2}
    land.german |= {h for h in land.cities if rng.random() < 0.3}
    pairs = sorted({(min(h, n), max(h, n)) for h in labels for n in around[h]})
    land.closed = {pair for pair in pairs if rng.random() < trouble / 2}
    dry = [h for h in labels if h not in land.lakes]
    land.enemies = {h for h in dry if rng.random() < trouble}
    land.friends = {h for h in dry if h not in land.enemies and h not in land.forts and rng.random() < 0.1}
    land.german = land.german - land.enemies | land.friends
    return land


def walk(starts: Iterable[str], steps: int, land: Country, allowed: set[str]) -> set[str]:
    """Where so many steps lead, from hex to hex of those allowed and never across a closed side."""
    reached = set(starts)
    ring = set(reached)
    for _ in range(steps):
        ring = {
            n for h in ring for n in allowed - reached if apart(h, n) == 1 and (min(h, n), max(h, n)) not in land.closed
        }
        reached |= ring
    return reached


def supplied_hexes(land: Country, turn: int) -> set[str]:
    """7.3, as it is written, for every hex that a line could begin in."""
    enemy_cities = land.cities - land.german
    passable = set(land.labels()) - land.enemies - (land.forts - land.destroyed) - enemy_cities - land.lakes
    sources = land.sources & land.german & passable
    friendly_roads = land.roads & land.german
    working: set[str] = set()
    fresh = sources & friendly_roads
    while fresh:
        working |= fresh
        ends = {b for side in land.road_sides for a, b in (side, side[::-1]) if a in fresh}
        fresh = (ends & friendly_roads & passable) - working
    found = walk(sources, 12, land, passable)
    for h in passable - found:
        wanted = working
        if turn >= 4 and friendly_roads:
            nearest = min(apart(h, r) for r in friendly_roads)
            wanted = {r for r in working if apart(h, r) == nearest}
        if any(apart(h, r) <= 12 for r in wanted) and walk([h], 12, land, passable) & wanted:
            found.add(h)
    return found


countries = st.builds(
    make_country,
    seed=st.integers(0, 2**32 - 1),
    columns=st.integers(14, 26),
    rows=st.integers(1, 4),
    trouble=st.sampled_from([0.0, 0.05, 0.15, 0.3]),
)


@pytest.mark.rule("lwe", "7.3a", "7.3c", "7.3d", "7.13c")
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(countries)
def test_the_german_network_is_what_the_rule_says_hex_by_hex(land: Country) -> None:
    for turn in (3, 4):
        table = land.table(turn)
        found = {h for h in land.labels() if table.title.supply.is_joined(table.s, 0, table.hex(h))}
        expected = supplied_hexes(land, turn)
        assert found == expected, (turn, sorted(found ^ expected))
        for h in land.friends:
            assert table.in_supply(f"G{h}") == (h in expected)
        for h in expected:
            line = table.title.supply.line(table.s, 0, table.hex(h))
            assert table.title.board.grid.labels[line[-1]] == h
            assert table.title.board.grid.labels[line[0]] in land.sources


@pytest.mark.rule("lwe", "7.3d")
def test_a_campaign_remembers_no_line_that_is_no_more() -> None:
    """All that is kept in mind of supply is what a fresh look finds, order after order."""
    table = Campaign()
    table.deploy()
    rng = random.Random(11)
    for count in range(900):
        if table.s.over:
            break
        table.title.apply(table.s, table.title.pick(table.s, rng))
        if count % 6:
            continue
        fresh = table.s.clone()
        fresh.cache.clear()
        for side in (0, 1):
            for u in table.title.side_units[side][::7]:
                h = table.s.hex[u]
                if h >= 0:
                    kept = table.title.supply.is_joined(table.s, side, h)
                    assert kept == table.title.supply.is_joined(fresh, side, h), table.title.units.keys[u]
