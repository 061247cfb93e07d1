"""3.5, 8.2, 8.3, 8.4, 8.6: how the German side comes on to the map, and its replacement steps."""

from __future__ import annotations

import pytest

from steppe.title import Trouble
from tests.lwe.scene import on_map, pass_to, scene
from tests.sandbox import Table, first, kinds

EDGE = "2001..2008 edge"
ROAD = """
2004,2104,2204 rollbahn german
2304 small-town german rollbahn Baranovichi
2302 large-town german Grodno
"""
ROAD_SIDES = """
2004-2104 rollbahn
2104-2204 rollbahn
2204-2304 rollbahn
"""
SIX = "\n".join(f"{n}Inf 2003" for n in (1, 11, 12, 21, 30, 32))
"""Six divisions: a full hex."""


def arriving(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.B",
    order: str = "move-fight",
    hexes: str = "",
    state: str = "",
    begin: bool | None = None,
) -> Table:
    """The map edge in the west, a Rollbahn from 2004 to the town of 2304, and Grodno (2302) off the road."""
    return scene(
        units,
        turn=turn,
        step=step,
        order=order,
        hexes=f"{EDGE}\n{ROAD}\n{hexes}",
        sides=ROAD_SIDES,
        state=state,
        begin=begin,
    )


def legal_agrees(t: Table, *refused: str) -> None:
    """What is refused is not on the list, and what is on the list is not refused."""
    found = t.legal()
    assert not found & set(refused)
    for text in found:
        assert t.title.refuse(t.s, t.read(text)) is None, text


# -- 3.5 the OKH Reserve ----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.5e")
def test_reserve_enters_by_the_home_edge_and_pays_for_its_first_hex() -> None:
    t = arriving("1Inf reserve\n11Inf reserve", turn=2, step="II.C")
    t.order("enter 1Inf 2002")
    assert t.where("1Inf") == "2002"
    assert max(t.range("1Inf").values()) == 4, "one of 5 MP is spent"
    t.order("move 1Inf 2002-2402", "enter 11Inf 2002")
    assert (t.where("1Inf"), t.where("11Inf")) == ("2402", "2002")


@pytest.mark.rule("lwe", "3.5e")
@pytest.mark.parametrize(("terrain", "left"), [("clear", 4), ("hills", 3), ("marsh", 3)])
def test_reserve_pays_what_the_terrain_of_the_edge_hex_costs(terrain: str, left: int) -> None:
    t = arriving("1Inf reserve", turn=2, step="II.C", hexes=f"2001 {terrain}")
    t.order("enter 1Inf 2001")
    assert max(t.range("1Inf").values()) == left


@pytest.mark.rule("lwe", "3.5e")
def test_reserve_enters_nowhere_else_and_in_no_other_phase() -> None:
    t = arriving("1Inf reserve", turn=2, step="II.C", hexes="2101 edge romania german")
    assert t.legal("enter") == {f"enter 1Inf 200{n}" for n in range(1, 9)}
    t.refused(
        "enter 1Inf 2101", "3.5e", "the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at 2101"
    )
    t.refused(
        "enter 1Inf 2304",
        "3.5e",
        "the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at 2304 Baranovichi",
    )
    t = arriving("1Inf reserve\n15Inf reserve", turn=2)
    t.refused("enter 1Inf 2002", "8.1a", "1Inf does not enter in this phase")


@pytest.mark.rule("lwe", "3.5e")
def test_reserve_does_not_enter_where_soviet_units_are() -> None:
    t = arriving("1Inf reserve\n126RD 2003", turn=2, step="II.C")
    t.refused("enter 1Inf 2003", "3.5e", "Soviet units are in 2003")
    assert t.legal("enter") == {f"enter 1Inf 200{n}" for n in range(1, 9) if n != 3}


@pytest.mark.rule("lwe", "3.5e")
def test_reserve_enters_on_turns_1_and_2_in_either_order_of_phases() -> None:
    for turn in (1, 2):
        for order, step in (("move-fight", "II.C"), ("fight-move", "II.D")):
            t = arriving("1Inf reserve", turn=turn, step=step, order=order)
            assert len(t.legal("enter")) == 8
    t = arriving("1Inf reserve\n7Pz 2002", turn=3, step="II.C")
    t.refused(
        "enter 1Inf 2002", "3.5e", "the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at 2002"
    )
    assert not t.legal("enter")


@pytest.mark.rule("lwe", "3.5f")
def test_reserve_left_after_the_movement_of_turn_2_is_eliminated() -> None:
    t = arriving("1Inf reserve\n11Inf reserve\n93Inf reserve\n7Pz 2002", turn=2, step="II.C")
    log = t.order("enter 1Inf 2002", "done")
    assert t.where("11Inf") == "dead"
    assert (t.where("1Inf"), t.where("93Inf")) == ("2002", "reserve"), "a reinforcement of turn 4 waits"
    assert first(log, "lost").facts["rule"] == "3.5f"


@pytest.mark.rule("lwe", "3.5f")
def test_reserve_may_wait_on_turn_1() -> None:
    t = arriving("1Inf reserve\n7Pz 2002", turn=1, step="II.C")
    t.order("done")
    assert t.where("1Inf") == "reserve"


@pytest.mark.rule("lwe", "3.5f")
def test_nobody_goes_back_into_the_reserve() -> None:
    t = arriving("1Inf reserve", turn=1, step="II.C")
    t.order("enter 1Inf 2002")
    t.refused("enter 1Inf 2001", "3.5e", "1Inf does not wait off the map")
    assert all(text.split()[0] in ("move", "done") for text in t.legal())
    t.order("done")
    assert t.where("1Inf") == "2002"


# -- 8.1 in general ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.1a")
def test_german_reinforcements_enter_in_their_own_phase_with_full_abilities() -> None:
    t = arriving("93Inf reserve\n227Inf reserve\n126RD 2101", order="fight-move")
    assert (t.prompt.decision, t.seat) == ("german entry", "german")
    t.refused("enter 227Inf 2002", "8.1a", "227Inf does not enter in this phase")
    t.order("enter 93Inf 2001", "done")
    assert t.prompt.decision == "combat"
    assert "assault 2101 with 93Inf" in t.legal("assault")
    t.order("done")
    assert t.range("93Inf")["2102"] == 2, "5 MP, and the hex of entry has cost none of them"
    assert t.in_supply("93Inf")
    legal_agrees(t)


@pytest.mark.rule("lwe", "8.1a")
def test_no_reinforcement_enters_in_the_movement_phase() -> None:
    t = arriving("93Inf reserve\n7Pz 2003", step="II.C")
    t.refused("enter 93Inf 2002", "8.1a", "93Inf does not enter in a Movement Phase")
    assert not t.legal("enter")


@pytest.mark.rule("lwe", "8.1c")
def test_arrivals_of_the_german_side_must_fit_in_at_once() -> None:
    t = arriving(f"{SIX}\n93Inf reserve\n96Inf reserve")
    t.refused("enter 93Inf 2003", "8.1c", "2003 is full")
    legal_agrees(t, "enter 93Inf 2003")
    t.order("enter 93Inf 2002")
    t = arriving(f"{SIX}\n93Inf reserve\n99Jg reserve\n7Pz 2001", turn=2, step="II.C")
    t.refused("enter 99Jg 2003", "8.1c", "2003 is full")
    t.order("enter 99Jg 2002")


@pytest.mark.rule("lwe", "8.1c")
def test_a_corps_counts_three_when_it_enters() -> None:
    t = on_map("50Inf 1040\n72Inf 1040\n76Inf 1040\n170Inf 1040\nCSIR reserve", turn=6, step="II.B")
    t.refused("enter CSIR 1040", "8.1c", "1040 is full")
    t = on_map("50Inf 1040\n72Inf 1040\n76Inf 1040\nCSIR reserve", turn=6, step="II.B")
    t.order("enter CSIR 1040")


# -- 8.2 reinforcements -----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.2a")
def test_german_reinforcements_that_do_not_enter_are_lost() -> None:
    t = arriving("93Inf reserve\n96Inf reserve\n227Inf reserve\nArKo reserve")
    log = t.order("enter 96Inf 2002", "done")
    assert t.where("93Inf") == "gone"
    assert [event.facts["rule"] for event in log if event.kind == "lost"] == ["8.2a"]
    assert (t.where("96Inf"), t.where("227Inf"), t.where("ArKo")) == ("2002", "reserve", "reserve")


@pytest.mark.rule("lwe", "8.2a")
def test_reinforcements_without_a_place_are_lost_though_nobody_is_asked() -> None:
    t = on_map("93Inf reserve\n7Pz 1110", step="II.B", control="1010..1048 soviet")
    assert t.where("93Inf") == "gone"
    assert first(t.log, "lost").facts["rule"] == "8.2a"
    assert t.prompt.decision == "movement"


@pytest.mark.rule("lwe", "8.1a")
def test_who_comes_or_is_replaced_is_named_alone() -> None:
    t = arriving("93Inf reserve\n1Inf 2105 reduced\n11Inf 2105 reduced\n126RD 2702")
    t.refused("enter 93Inf+1Inf 2003", "8.1a", "name one unit")
    t.refused("replace 1Inf+11Inf", "8.1a", "name one unit")


@pytest.mark.rule("lwe", "8.2b")
def test_germans_enter_by_all_edges_of_their_own_and_along_the_rollbahn() -> None:
    t = on_map("93Inf reserve\nSB reserve turn=4", step="II.B", control="1420 german\n1018..1419 german")
    for place in ("1010", "1024", "1031", "1048", "1420"):
        assert f"enter 93Inf {place}" in t.legal("enter")
        assert f"enter SB {place}" in t.legal("enter"), "the Spaniards are Germans"
    for place in ("1025", "1030"):
        t.refused(f"enter 93Inf {place}", "8.2b", f"{place} is Soviet")
    for place in ("1110", "1007"):
        t.refused(f"enter 93Inf {place}", "8.2b", f"{place} is no edge hex of ours and no town on a Rollbahn")
    legal_agrees(t, "enter 93Inf 1025", "enter 93Inf 1110", "enter 93Inf 1007")


@pytest.mark.rule("lwe", "8.2b")
def test_a_rollbahn_town_must_be_ours_and_lie_on_the_rollbahn() -> None:
    t = arriving("93Inf reserve")
    assert "enter 93Inf 2304" in t.legal("enter")
    t.refused("enter 93Inf 2302", "8.2b", "2302 Grodno is no edge hex of ours and no town on a Rollbahn")
    t.refused("enter 93Inf 2204", "8.2b", "2204 is no edge hex of ours and no town on a Rollbahn")
    t = arriving("93Inf reserve", hexes="2304 soviet")
    t.refused("enter 93Inf 2304", "8.2b", "2304 Baranovichi is Soviet")
    t = arriving("93Inf reserve", hexes="2006 soviet")
    t.refused("enter 93Inf 2006", "8.2b", "2006 is Soviet")
    legal_agrees(t, "enter 93Inf 2006")


@pytest.mark.rule("lwe", "8.2b")
def test_a_rollbahn_town_must_be_in_regular_supply() -> None:
    far = "2304 gas-east"
    t = arriving("93Inf reserve", hexes=far, turn=4)
    t.refused("enter 93Inf 2304", "8.2b", "2304 Baranovichi is not in regular supply")
    t = arriving("183Inf reserve turn=9", hexes=far, turn=9, state="pause = 5")
    t.order("enter 183Inf 2304")
    ring = "\n".join(f"{n}RD {h}" for n, h in zip((23, 126, 128, 67, 155, 75), RING_2304, strict=True))
    t = arriving(f"93Inf reserve\n{ring}")
    t.refused("enter 93Inf 2304", "8.2b", "2304 Baranovichi is not in regular supply")


RING_2304 = ("2303", "2305", "2204", "2205", "2404", "2405")


@pytest.mark.rule("lwe", "8.2c")
def test_who_arrives_along_the_rollbahn_rests_for_the_turn() -> None:
    t = arriving("93Inf reserve\n96Inf reserve\n7Pz 2001\n126RD 2404")
    t.order("enter 93Inf 2304", "enter 96Inf 2003", "done")
    t.refused("move 93Inf 2304-2303", "8.2c", "93Inf has just arrived along the Rollbahn")
    assert "move 96Inf 2003-2103" in t.legal("move"), "he came by the edge"
    assert not any("93Inf" in text for text in t.legal("move"))
    t.order("done")
    t.refused("assault 2404 with 93Inf", "8.2c", "93Inf has just arrived along the Rollbahn")
    assert not t.legal("assault")


@pytest.mark.rule("lwe", "8.2c")
def test_the_rest_ends_with_the_turn() -> None:
    t = arriving("93Inf reserve\n126RD 2701")
    t.order("enter 93Inf 2304", "done", "done", "done")
    assert t.seat == "soviet"
    pass_to(t, "phase order")
    t.order("order move-fight")
    assert (t.s.turn, t.seat) == (5, "german")
    t.order("move 93Inf 2304-2303")


@pytest.mark.rule("lwe", "8.2d")
def test_satellites_enter_in_romania_alone() -> None:
    t = on_map("CSIR reserve\nRum1C reserve\n7Pz 2018", turn=6, step="II.B", control="1041 soviet\n1420 german")
    wanted = {f"10{n}" for n in range(31, 49)} - {"1041"}
    assert {text.split()[2] for text in t.legal("enter")} == wanted
    t.refused("enter CSIR 1018", "8.2d", "satellites enter by the edges of Romania, not at 1018")
    t.refused("enter Rum1C 1420", "8.2d", "satellites enter by the edges of Romania, not at 1420 Brest")
    t.refused("enter CSIR 1041", "8.2d", "1041 is Soviet")
    t.order("enter CSIR 1033")


@pytest.mark.rule("lwe", "8.2e")
def test_the_hex_of_entry_costs_nothing() -> None:
    t = arriving("93Inf reserve\n126RD 2701", hexes="2001 marsh")
    t.order("enter 93Inf 2001", "done")
    assert max(t.range("93Inf").values()) == 5, "all of its MP are left"
    t = arriving("2Pz reserve turn=3\n126RD 2701", turn=3, hexes="2001 marsh\n2101..2108 marsh")
    t.order("enter 2Pz 2001", "done")
    assert t.range("2Pz")["2601"] == 4 + 5, "of 12; the first marsh that costs is that of 2101"


# -- 8.3 asterisked units ---------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.3a")
def test_asterisked_units_enter_in_the_movement_phase_by_six_hexes() -> None:
    t = on_map("257Inf reserve\n1Mtn reserve\n93Inf reserve", turn=3)
    assert {text.split()[2] for text in t.legal("enter")} == {f"10{n}" for n in range(25, 31)}
    t.refused("enter 257Inf 1024", "8.3a", "257Inf enters only between 1025 and 1030")
    t.refused("enter 257Inf 1031", "8.3a", "257Inf enters only between 1025 and 1030")
    t.order("enter 257Inf 1030", "enter 1Mtn 1029")
    assert t.control("1030") == "german", "whose hex it was does not matter"
    assert max(t.range("1Mtn").values()) == 5, "the hex of entry has cost nothing"
    t = on_map("257Inf reserve\n15Inf reserve", turn=2, step="II.B")
    t.refused("enter 257Inf 1025", "8.1a", "257Inf does not enter in this phase")


@pytest.mark.rule("lwe", "8.3a")
def test_one_soviet_unit_keeps_all_asterisked_units_out() -> None:
    t = on_map("257Inf reserve\n7Pz 1018\n126RD 1027", turn=3)
    t.refused("enter 257Inf 1025", "8.3a", "the player turn began with Soviet units between 1025 and 1030")
    assert not t.legal("enter")
    t.order("done")
    assert t.where("257Inf") == "reserve"


@pytest.mark.rule("lwe", "8.3a")
def test_what_counts_is_the_start_of_the_turn() -> None:
    host = "\n".join(f"{n}Inf 1026" for n in (1, 11, 12, 21, 30))
    t = on_map(f"257Inf reserve\n{host}\n126RD 1027", turn=3, order="fight-move")
    t.order("assault 1027 with 1Inf+11Inf+12Inf+21Inf+30Inf", dice=(6,))
    assert t.where("126RD") == "dead"
    t.order("stay", "done")
    assert t.prompt.decision == "movement"
    t.refused("enter 257Inf 1025", "8.3a", "the player turn began with Soviet units between 1025 and 1030")
    t.order("done", "done", "done", "done")
    assert (t.s.turn, t.prompt.decision) == (3, "pause")
    t.order("pause decline", "concentration decline", "order move-fight")
    assert "enter 257Inf 1025" in t.legal("enter"), "the next turn begins with the hexes empty"


@pytest.mark.rule("lwe", "8.3a", "11.24c")
def test_a_fortified_zone_that_is_given_up_opens_the_gap() -> None:
    """Directive No. 3 is rescinded before the German player turn begins, and the zone goes at once."""
    t = on_map("257Inf reserve\n7Pz 1018\nFZGrodno 1027\n126RD 2418", turn=8, step="directive", begin=True)
    t.order("directive rescind")
    assert t.where("FZGrodno") == "dead"
    t.order("concentration decline", "order move-fight")
    assert t.prompt.decision == "movement"
    assert "enter 257Inf 1025" in t.legal("enter")
    kept = on_map("257Inf reserve\n7Pz 1018\nFZGrodno 1027\n126RD 2418", turn=8, step="directive", begin=True)
    kept.order("directive keep", "concentration decline", "order move-fight")
    refusal = kept.refused("enter 257Inf 1025", "8.3a", "the player turn began with Soviet units between 1025 and 1030")
    assert refusal.trouble == Trouble.ENEMY


@pytest.mark.rule("lwe", "8.3a")
def test_the_fast_corps_enters_south_of_the_sector_line() -> None:
    t = on_map("HF reserve", turn=3)
    assert {text.split()[2] for text in t.legal("enter")} == {"1029", "1030"}
    t.refused("enter HF 1026", "9.31", "1026 lies north of the sector line: HF enters south of it")


@pytest.mark.rule("lwe", "8.3b")
def test_asterisked_units_must_enter_when_they_can() -> None:
    t = on_map("257Inf reserve\n68Inf reserve\nHF reserve", turn=3)
    t.refused("done", "8.3b", "257Inf must enter now")
    t.order("enter 257Inf 1025", "enter 68Inf 1025")
    t.refused("done", "8.3b", "HF must enter now")
    t.order("enter HF 1029", "done")


@pytest.mark.rule("lwe", "8.3b")
def test_asterisked_units_without_room_need_not_enter() -> None:
    sixes = [
        f"{key} {h}"
        for h, keys in zip(
            ("1025", "1026", "1027", "1028", "1029", "1030"),
            [FOOT[i : i + 6] for i in range(0, 36, 6)],
            strict=True,
        )
        for key in keys
    ]
    t = on_map("257Inf reserve\n" + "\n".join(sixes), turn=3)
    t.refused("enter 257Inf 1025", "8.1c", "1025 is full")
    t.order("done")
    assert t.where("257Inf") == "reserve"


FOOT = [
    f"{n}Inf"
    for n in (
        *(1, 11, 12, 21, 30, 32, 58, 61, 121, 122, 123, 126, 206, 217, 251, 253, 254, 269),
        *(290, 291, 5, 6, 7, 8, 17, 23, 26, 28, 31, 34, 35, 45, 78, 87, 102, 129),
    )
]


# -- 8.4 the ArKo -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.4")
def test_arko_enters_at_a_captured_soviet_place_in_regular_supply() -> None:
    t = arriving("ArKo reserve\n126RD 2404", turn=9, hexes="2405 city german gas-east Minsk\n2407 small-town Orsha")
    assert t.legal("enter") == {"enter ArKo 2302", "enter ArKo 2304"}, "on a Rollbahn or not"
    t.refused("enter ArKo 2001", "8.4", "ArKo enters at a captured Soviet town or city, not at 2001")
    t.refused("enter ArKo 2407", "8.4", "ArKo enters at a captured Soviet town or city, not at 2407 Orsha")
    t.refused("enter ArKo 2405", "8.4", "2405 Minsk is not in regular supply")
    t.order("enter ArKo 2302", "done")
    t.order("move ArKo 2302-2202")  # it may move at once


@pytest.mark.rule("lwe", "8.4")
def test_arko_enters_at_no_place_of_germany_or_romania() -> None:
    t = on_map("ArKo reserve", step="II.B", control="1420 german\n1018..1419 german")
    assert "enter ArKo 1420" in t.legal("enter")
    t.refused("enter ArKo 1209", "8.4", "ArKo enters at a captured Soviet town or city, not at 1209 Konigsberg")
    t.refused("enter ArKo 1507", "8.4", "ArKo enters at a captured Soviet town or city, not at 1507 Memel")


@pytest.mark.rule("lwe", "8.4")
def test_arko_counts_as_a_division() -> None:
    five = "\n".join(f"{key} 2302" for key in FOOT[:5])
    t = arriving(f"ArKo reserve\n{five}")
    t.order("enter ArKo 2302")
    t = arriving(f"ArKo reserve\n{five}\n{FOOT[5]} 2302")
    t.refused("enter ArKo 2302", "8.1c", "2302 Grodno is full")


@pytest.mark.rule("lwe", "8.4")
def test_arko_chooses_its_turn_but_comes_once() -> None:
    for turn in (1, 2, 7, 22):
        assert "enter ArKo 2302" in arriving("ArKo reserve", turn=turn).legal("enter")
    t = arriving("ArKo dead\n93Inf reserve")
    t.refused("enter ArKo 2302", "8.1a", "ArKo does not enter in this phase")
    t = arriving("ArKo 2302\n93Inf reserve")
    t.refused("enter ArKo 2304", "8.1a", "ArKo does not enter in this phase")


# -- 8.6 non-mechanized replacements ----------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.6a")
def test_a_replacement_step_makes_a_reduced_division_whole() -> None:
    t = arriving("1Inf 2101 reduced\n99Jg 2102 reduced\n1Mtn 2103 reduced\n1Cav 2104 reduced\n22AL 2105 reduced")
    assert t.legal("replace") == {f"replace {key}" for key in ("1Inf", "99Jg", "1Mtn", "1Cav", "22AL")}
    log = t.order("replace 1Inf")
    assert (t.steps("1Inf"), kinds(log)) == (2, ["replaced"])
    assert "Replacement steps left: 13." in t.prompt.text
    t.refused("replace 1Inf", "8.6a", "1Inf is at full strength")


@pytest.mark.rule("lwe", "8.6a")
def test_who_gets_no_replacement_steps() -> None:
    t = arriving("1Inf 2101 reduced\n7Pz 2102 reduced\nSSR 2102 reduced\nRum2C 2103 reduced\n11Inf dead\n126RD 2701")
    for key in ("7Pz", "SSR", "Rum2C", "11Inf", "126RD"):
        t.refused(f"replace {key}", "8.6a", f"{key} is no division on the map that receives replacements")
    assert t.legal("replace") == {"replace 1Inf"}


@pytest.mark.rule("lwe", "8.6a")
def test_replacement_steps_need_supply_but_not_regular_supply() -> None:
    ring = "\n".join(f"{n}RD {h}" for n, h in zip((23, 126, 128, 67, 155, 75), RING_2304, strict=True))
    t = arriving(f"1Inf 2304 reduced\n11Inf 2302 reduced\n{ring}", hexes="2302 gas-east")
    t.refused("replace 1Inf", "8.6a", "1Inf is out of supply")
    assert t.legal("replace") == {"replace 11Inf"}


@pytest.mark.rule("lwe", "8.6a")
def test_there_are_fourteen_replacement_steps_for_the_game() -> None:
    reduced = "\n".join(f"{key} 21{i // 6 + 1:02} reduced" for i, key in enumerate(FOOT[:15]))
    t = arriving(reduced)
    for key in FOOT[:14]:
        t.order(f"replace {key}")
    t.refused(f"replace {FOOT[14]}", "8.6a", "all replacement steps of the game are spent")
    assert not t.legal("replace")


@pytest.mark.rule("lwe", "8.6b")
def test_who_was_replaced_acts_at_once_in_either_order() -> None:
    t = arriving("1Inf 2103 reduced\n126RD 2203", order="fight-move")
    t.order("replace 1Inf", "done")
    assert t.sheet("assault 2203 with 1Inf").attack == {3: 1}
    t.order("done")
    assert max(t.range("1Inf").values()) == 5
    t = arriving("1Inf 2103 reduced\n126RD 2203")
    t.order("replace 1Inf", "done")
    assert max(t.range("1Inf").values()) == 5
    t.order("done")
    assert t.sheet("assault 2203 with 1Inf").attack == {3: 1}


@pytest.mark.rule("lwe", "8.6b")
def test_replacement_steps_are_given_in_no_other_phase() -> None:
    for step in ("II.A", "II.C", "II.D"):
        t = arriving("1Inf 2103 reduced\n7Pz 2101 reduced\n126RD 2203", step=step)
        assert not t.legal("replace")
        t.refused("replace 1Inf", "5.1", "'replace' cannot be ordered now...")


@pytest.mark.rule("lwe", "8.6b")
def test_a_division_may_be_replaced_again_and_again() -> None:
    t = arriving("1Inf 2103 reduced\nFoe soviet rifle XX 6-6 move=4 2203", order="fight-move", state="directive = 0")
    for left in (13, 12):
        t.order("replace 1Inf")
        assert (t.steps("1Inf"), t.s.replacements) == (2, left)
        t.order("done", "assault 2203 with 1Inf", dice=(1,))
        assert t.steps("1Inf") == 1, "an attack that failed"
        t.order("done", "done")
        pass_to(t, "german entry")
