"""Drive on Moscow, 10.14 to 10.23: the German mobile assaults, their price, their failure and what follows success."""

from __future__ import annotations

import pytest

from tests.sandbox import Table, first, kinds

AROUND_0404 = ("0403", "0503", "0504", "0405", "0304", "0303")
"""Clockwise from the north. Entered from 0304, the hex straight behind is 0503."""
ALONE = "mobile 0404 with 7Pz"
AL1, AS, DR = (1,), (3,), (4,)
"""Dice for an assault of 8 on 4, at 2:1."""


def position(
    units: str,
    *,
    step: str = "I.B",
    order: str = "move-fight",
    mf: int = 8,
    hexes: str = "",
    sides: str = "",
    state: str = "",
) -> str:
    """Turn 2, no aircraft; the German sources in the first column, the Soviet ones in the last, one Soviet far away."""
    return f'''
title = "dom"
turn = 2
step = "{step}"
order = "{order}"
units = """
{units}
RD99 0808
"""
[state]
{state}
[track]
mf_mech = {mf}
mf_foot = 5
air_german = 0
arrivals = {{ }}
[board]
size = "8x8"
hexes = """
0101..0108 german-source german
0801..0808 soviet-source
{hexes}
"""
sides = """
{sides}
"""
'''


def mobile(t: Table) -> set[frozenset[str]]:
    """The forces that may assault 0404."""
    return {frozenset(text.split()[3].split("+")) for text in t.legal("mobile") if text.split()[1] == "0404"}


# -- 10.14: who -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.14a")
def test_panzers_assault_alone_and_take_others_along() -> None:
    t = Table(position("7Pz 0304\n14PG 0304\n1Cav 0304\n5Inf 0304\nRD1 0404 2-4"))
    assert mobile(t) == {
        frozenset(force) for force in ({"7Pz"}, {"7Pz", "14PG"}, {"7Pz", "1Cav"}, {"7Pz", "14PG", "1Cav"})
    }
    for force in ("14PG", "1Cav", "14PG+1Cav"):
        t.refused(f"mobile 0404 with {force}", "10.14a", "a panzer unit must take part")
    for force in ("5Inf", "7Pz+5Inf"):
        t.refused(f"mobile 0404 with {force}", "10.14a", "5Inf cannot make mobile assaults")


@pytest.mark.rule("dom", "10.14a")
def test_the_panzer_must_take_part_not_merely_be_near() -> None:
    t = Table(position("14PG 0304\n7Pz 0303\nRD1 0404 2-4"))
    assert mobile(t) == {frozenset({"7Pz"})}
    t.refused("mobile 0404 with 14PG", "10.14a", "a panzer unit must take part")


@pytest.mark.rule("dom", "10.14a")
def test_a_panzer_battle_group_leads_and_a_panzer_grenadier_one_does_not() -> None:
    t = Table(position("KG1 0304\nKG2 0304 battle-group\n14PG 0304\nLehr 0304\nGD 0304\nRD1 0404 2-4"))
    t.order("mobile 0404 with KG1+14PG", dice=(6,))
    t = Table(position("KG2 0304 battle-group\n14PG 0304\nLehr 0304\nGD 0304\n1Cav 0304\nRD1 0404 2-4"))
    assert not mobile(t)
    t.refused("mobile 0404 with KG2+14PG", "10.14a", "a panzer unit must take part")


@pytest.mark.rule("dom", "10.14a")
def test_a_reduced_panzer_division_still_leads() -> None:
    t = Table(position("7Pz 0304 reduced\n14PG 0304\nRD1 0404 2-4"))
    assert mobile(t) == {frozenset({"7Pz"}), frozenset({"7Pz", "14PG"})}


@pytest.mark.rule("dom", "10.14a")
def test_mobile_assaults_are_german() -> None:
    t = Table(position("TB1 0404\nMRB1 0404\nCD1 0404\n5Inf 0304", step="II.B"))
    for unit in ("TB1", "MRB1", "CD1"):
        t.refused(f"mobile 0304 with {unit}", "10.14a", f"{unit} cannot make mobile assaults")
    assert not t.legal("mobile")


@pytest.mark.rule("dom", "10.14a")
def test_mobile_assaults_belong_to_the_movement_phase() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4", step="I.C"))
    assert t.prompt.decision == "combat"
    t.refused(ALONE, "5.0", "'mobile' cannot be ordered now...")
    assert not t.legal("mobile")


@pytest.mark.rule("dom", "10.14b")
def test_one_panzer_takes_along_as_many_as_may_stack() -> None:
    t = Table(position("7Pz 0304\n14PG 0304\n36PG 0304\n3PG 0304\n1Cav 0304\nRD1 0404 2-2"))
    assert frozenset({"7Pz", "14PG", "36PG", "3PG", "1Cav"}) in mobile(t)
    order = "mobile 0404 with 7Pz+14PG+36PG+3PG+1Cav"
    assert t.sheet(order).attack == {8 + 5 + 5 + 5 + 3: 1}
    t.order(order)  # 13:1
    assert {t.where(unit) for unit in ("7Pz", "14PG", "36PG", "3PG", "1Cav")} == {"0404"}


# -- 10.15: how -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.15a")
@pytest.mark.parametrize(("sides", "price"), [("", 3), ("0304-0404 river", 4)])
def test_the_price_is_two_points_more_than_the_way(sides: str, price: int) -> None:
    units = "7Pz 0304\nRD1 0404 1-1"
    short = Table(position(units, mf=price - 1, sides=sides))
    short.refused(ALONE, "10.15a", f"the mobile assault costs {price} MP and {price - 1} are left")
    assert not short.legal("mobile")
    t = Table(position(units, mf=price + 1, sides=sides))
    t.order(ALONE, dice=(6,))
    assert t.where("7Pz") == "0404"
    assert max(t.range("7Pz").values()) == 1


@pytest.mark.rule("dom", "10.15a")
def test_the_price_is_paid_from_what_the_approach_has_left() -> None:
    t = Table(position("7Pz 0204\nRD1 0404 2-4", mf=4))
    t.refused(ALONE, "11.0a", "7Pz in 0204 is not adjacent to 0404")  # not adjacent yet
    t.order("move 7Pz 0204-0304")
    assert mobile(t) == {frozenset({"7Pz"})}
    t = Table(position("7Pz 0204\nRD1 0404 2-4", mf=3))
    t.order("move 7Pz 0204-0304")
    t.refused(ALONE, "10.15a", "the mobile assault costs 3 MP and 2 are left")


@pytest.mark.rule("dom", "10.15a")
def test_the_slowest_of_the_force_pays_too() -> None:
    """6Pz has been to 0302 and back."""
    t = Table(position("7Pz 0304\n6Pz 0304\nRD1 0404 2-4", mf=6))
    t.order("move 6Pz 0304-0302", "move 6Pz 0302-0304")
    assert mobile(t) == {frozenset({"7Pz"})}
    t.refused("mobile 0404 with 7Pz+6Pz", "10.15a", "the mobile assault costs 3 MP and 2 are left")


@pytest.mark.rule("dom", "10.15b")
@pytest.mark.parametrize(("die", "where"), [(AS, "0304"), (AL1, "0304"), (DR, "0404")])
def test_a_unit_makes_one_mobile_assault_a_phase(die: tuple[int], where: str) -> None:
    """Whether the first succeeded or not; there is another enemy next to both hexes."""
    t = Table(position("7Pz 0304\nRD1 0404 2-4\nRD2 0405 2-4"))
    t.order(ALONE, dice=die)
    if t.prompt.decision == "retreat":
        t.order("retreat 0503")
    assert t.where("7Pz") == where
    t.refused("mobile 0405 with 7Pz", "10.15b", "7Pz has made its mobile assault")
    assert not t.legal("mobile")


@pytest.mark.rule("dom", "10.15b")
def test_the_next_turn_brings_the_next_mobile_assault() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4"))
    t.order(ALONE, dice=AS)
    t.order("done", "done", "order move-fight", "done", "done", "order move-fight")
    assert t.s.turn == 3
    assert mobile(t) == {frozenset({"7Pz"})}


@pytest.mark.rule("dom", "10.15b")
def test_fresh_units_assault_the_same_hex_again() -> None:
    t = Table(position("7Pz 0304\n6Pz 0304\n20Pz 0303\n2Pz 0405\nRD1 0404 2-4"))
    t.order(ALONE, dice=AS)
    t.order("mobile 0404 with 6Pz", dice=AL1)  # from the same stack
    t.order("mobile 0404 with 20Pz", dice=AS)
    t.refused("mobile 0404 with 2Pz+7Pz", "10.15b", "7Pz has made its mobile assault")
    t.order("mobile 0404 with 2Pz", dice=DR)
    assert t.prompt.decision == "retreat"


@pytest.mark.rule("dom", "10.15c")
@pytest.mark.parametrize("die", [AS, AL1])
def test_five_assault_five(die: tuple[int]) -> None:
    """8 + 8 + 8 + 5 + 5 on five times 3: the sides do not count against each other in the hex."""
    stack = "7Pz 0304\n6Pz 0304\n1Pz 0304\n14PG 0304\n36PG 0304"
    defenders = "\n".join(f"RD{i} 0404 2-3" for i in range(1, 6))
    t = Table(position(f"{stack}\n20Pz 0204\n{defenders}"))
    t.refused("move 20Pz 0204-0304", "6.0", "0304 would be overstacked")
    t.order("mobile 0404 with 7Pz+6Pz+1Pz+14PG+36PG", dice=die)
    if t.prompt.decision == "loss":
        t.order("loss 7Pz")
    assert {t.where(f"RD{i}") for i in range(1, 6)} == {"0404"}
    assert {t.where(unit) for unit in ("7Pz", "6Pz", "1Pz", "14PG", "36PG")} == {"0304"}
    t.refused(
        "move 20Pz 0204-0304", "6.0", "0304 would be overstacked"
    )  # they are back, so the hex is as full as before


@pytest.mark.rule("dom", "10.15c")
def test_the_launch_hex_is_free_again_after_success() -> None:
    stack = "7Pz 0304\n6Pz 0304\n1Pz 0304\n14PG 0304\n36PG 0304"
    t = Table(position(f"{stack}\n20Pz 0204\nRD1 0404 1-1"))
    t.order("mobile 0404 with 7Pz+6Pz+1Pz+14PG+36PG")
    t.order("move 20Pz 0204-0304")
    t.refused("move 20Pz 0304-0404", "6.0", "0404 would be overstacked")


# -- 10.16: where -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.16a")
@pytest.mark.parametrize("force", ["7Pz", "7Pz+1Cav"])
def test_no_mobile_assault_into_marsh(force: str) -> None:
    t = Table(position("7Pz 0304\n1Cav 0304\nRD1 0404 2-4", hexes="0404 marsh"))
    t.refused(f"mobile 0404 with {force}", "10.16a", "no mobile assault into marsh")
    assert not t.legal("mobile")


@pytest.mark.rule("dom", "10.16a")
@pytest.mark.parametrize(
    ("place", "shifts"),
    [
        ("forest", {"11.12": -1}), ("town", {}), ("city Tula", {"11.17b": -2}), ("fort", {"11.18b": -1}),
        ("town fort", {"11.18b": -1}), ("forest fort", {"11.12": -1, "11.18b": -1}),
    ],
)  # fmt: skip
def test_mobile_assaults_into_every_other_kind_of_hex(place: str, shifts: dict[str, int]) -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4", hexes=f"0404 {place}"))
    assert ALONE in t.legal("mobile")
    assert {shift.rule: shift.columns for shift in t.sheet(ALONE).shifts} == shifts
    t.order(ALONE)


@pytest.mark.rule("dom", "10.16a")
def test_no_mobile_assault_across_a_reservoir() -> None:
    t = Table(position("7Pz 0304\n6Pz 0303\nRD1 0404 2-4", sides="0304-0404 reservoir"))
    t.refused(ALONE, "11.15", "no assault across a reservoir hexside")
    assert mobile(t) == {frozenset({"6Pz"})}


@pytest.mark.rule("dom", "10.16b")
@pytest.mark.parametrize(
    ("place", "columns"), [("", -1), ("fort", -2), ("forest", -2), ("forest fort", -3), ("city Tula fort", -4)]
)
def test_a_river_shifts_one_column_besides_the_hex(place: str, columns: int) -> None:
    t = Table(position("7Pz 0304\n6Pz 0304\nRD1 0404 2-4", hexes=f"0404 {place}", sides="0304-0404 river"))
    order = "mobile 0404 with 7Pz+6Pz"
    shifts = t.sheet(order).shifts
    assert [shift.columns for shift in shifts if shift.rule == "11.14"] == [-1]
    assert sum(shift.columns for shift in shifts) == columns
    odds = first(t.order(order), "odds")
    assert sum(columns for _, _, columns in odds.facts["shifts"]) == columns


@pytest.mark.rule("dom", "10.16b")
def test_a_river_elsewhere_does_not_matter() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4", sides="0404-0303 river\n0404-0503 river"))
    assert t.sheet(ALONE).shifts == ()


# -- 10.17, 10.18: in supply, and together ----------------------------------------------------------------------------

POCKET = "7Pz 0404\nRD1 0403 1-1\nRD2 0503\nRD3 0504 1-1\nRD4 0405\nRD5 0304\nRD6 0303"


@pytest.mark.rule("dom", "10.17")
def test_no_mobile_assault_out_of_supply() -> None:
    t = Table(position(f"{POCKET}\n6Pz 0402"))
    assert not t.in_supply("7Pz")
    t.refused("mobile 0504 with 7Pz", "10.17", "7Pz is out of supply and cannot attack")
    assert not any("7Pz" in text for text in t.legal("mobile"))


@pytest.mark.rule("dom", "10.17")
def test_supply_opened_this_very_phase_counts() -> None:
    """6Pz breaks into the pocket; then 7Pz may break out on the other side."""
    t = Table(position(f"{POCKET}\n6Pz 0402"))
    t.order("mobile 0403 with 6Pz")  # 8:1
    assert (t.where("RD1"), t.where("6Pz")) == ("dead", "0403")
    assert t.in_supply("7Pz")
    t.order("mobile 0504 with 7Pz")
    assert t.where("7Pz") == "0504"


CUT = """
7Pz 0504 moved spent=4 origin=0301
6Pz 0301
RD1 0302 2-4
RD2 0604 1-1
"""
CAUSEWAY = "\n".join(
    f"{pair} reservoir"
    for pair in (
        "0404-0403", "0404-0503", "0404-0405", "0404-0304", "0504-0503", "0504-0605", "0504-0505", "0504-0405",
    )
)  # fmt: skip
"""0303 to 0404 to 0504 to 0604 is the only way by land."""


@pytest.mark.rule("dom", "10.17")
def test_supply_cut_this_very_phase_counts() -> None:
    """The beaten RD1 falls back upon the road by which 7Pz has come."""
    t = Table(position(CUT, sides=CAUSEWAY, state='parent = "0301"'))
    assert t.in_supply("7Pz")
    assert "mobile 0604 with 7Pz" in t.legal("mobile")
    t.order("mobile 0302 with 6Pz", dice=DR)
    t.order("retreat 0303")
    assert not t.in_supply("7Pz")
    t.refused("mobile 0604 with 7Pz", "10.17", "7Pz is out of supply and cannot attack")


@pytest.mark.rule("dom", "10.18")
def test_who_did_not_begin_together_does_not_assault_together() -> None:
    t = Table(position("7Pz 0204\n14PG 0304\n6Pz 0304\n20Pz 0303\nRD1 0404 2-4"))
    t.order("move 7Pz 0204-0304")
    for force in ("7Pz+6Pz", "7Pz+14PG", "7Pz+6Pz+14PG", "6Pz+20Pz"):
        t.refused(f"mobile 0404 with {force}", "10.18", "only units that began the phase together move together")
    assert mobile(t) == {frozenset(force) for force in ({"7Pz"}, {"6Pz"}, {"6Pz", "14PG"}, {"20Pz"})}


@pytest.mark.rule("dom", "10.18")
def test_who_began_together_and_met_again_assaults_together() -> None:
    t = Table(position("7Pz 0204\n14PG 0204\nRD1 0404 2-4"))
    t.order("move 7Pz 0204-0304", "move 14PG 0204-0305", "move 14PG 0305-0304")
    assert frozenset({"7Pz", "14PG"}) in mobile(t)


# -- 10.19, 10.20: failure and success --------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.19")
@pytest.mark.parametrize("die", [AS, AL1])
def test_a_failed_force_stays_in_its_launch_hex(die: tuple[int]) -> None:
    t = Table(position("7Pz 0204\n6Pz 0204\nRD1 0404 2-4"))
    t.order("move 7Pz+6Pz 0204-0304")
    t.order(ALONE, dice=die)
    assert (t.where("7Pz"), t.where("RD1"), t.control("0404")) == ("0304", "0404", "soviet")
    assert t.steps("7Pz") == (2 if die == AS else 1)
    t.refused("move 7Pz 0304-0303", "10.19", "7Pz may not move on this phase: its mobile assault did not clear the hex")
    assert not any("7Pz" in text for text in t.legal("move"))
    t.order("move 6Pz 0304-0303")  # it took no part


@pytest.mark.rule("dom", "10.19")
@pytest.mark.parametrize("die", [AS, AL1])
def test_a_failed_force_may_make_a_prepared_assault_later(die: tuple[int]) -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4"))
    t.order(ALONE, dice=die)
    t.order("done")
    assert t.prompt.decision == "combat"
    assert t.legal("assault") == {"assault 0404 with 7Pz"}
    t.order("assault 0404 with 7Pz")


@pytest.mark.rule("dom", "10.19")
def test_a_hex_that_still_holds_survivors_is_not_cleared() -> None:
    """9:1 is DE, but a Guards division is only reduced by it."""
    t = Table(position("7Pz 0304\n6Pz 0304\n1Pz 0304\n1GRD 0404 1-2/1-1\nRD1 0404 1-1"))
    t.order("mobile 0404 with 7Pz+6Pz+1Pz")
    assert (t.where("RD1"), t.where("1GRD"), t.steps("1GRD")) == ("dead", "0404", 1)
    for unit in ("7Pz", "6Pz", "1Pz"):
        assert t.where(unit) == "0304"
        t.refused(
            f"move {unit} 0304-0303",
            "10.19",
            f"{unit} may not move on this phase: its mobile assault did not clear the hex",
        )


@pytest.mark.rule("dom", "10.19")
def test_the_battle_group_of_a_failed_force_stays_too() -> None:
    """4 on 4 is 1:1; the AL1 costs the division's last step."""
    t = Table(position("7Pz 0304 reduced\nKG1 reserve\nRD1 0404 2-4"))
    t.order(ALONE, dice=AL1)
    assert (t.where("7Pz"), t.where("KG1")) == ("dead", "0304")
    t.refused("move KG1 0304-0303", "10.19", "KG1 may not move on this phase: its mobile assault did not clear the hex")
    t.refused("mobile 0404 with KG1", "10.15b", "KG1 has made its mobile assault")


@pytest.mark.rule("dom", "10.20")
def test_a_victorious_force_goes_on_with_what_it_has_left() -> None:
    """Ten points: two for the approach, three for the assault, five are left."""
    t = Table(position("7Pz 0204\n14PG 0204\nRD1 0504 1-1", mf=10))
    t.order("move 7Pz+14PG 0204-0404")
    log = t.order("mobile 0504 with 7Pz+14PG")  # 13:1
    assert "battle over" in kinds(log)
    assert (t.prompt.decision, t.seat) == ("movement", "german")  # nobody is asked about an advance
    assert (t.where("7Pz"), t.where("14PG"), t.control("0504")) == ("0504", "0504", "german")
    assert max(t.range("7Pz", "14PG").values()) == 5
    t.order("move 7Pz 0504-0604", "move 14PG 0504-0505")
    assert max(t.range("7Pz").values()) == 4


@pytest.mark.rule("dom", "10.20")
def test_a_force_without_points_left_stays_in_the_hex_it_cleared() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4", mf=3))
    t.order(ALONE, dice=DR)
    t.order("retreat 0503")
    assert t.where("7Pz") == "0404"
    assert t.range("7Pz") == {"0404": 0}
    assert not t.legal("move")


@pytest.mark.rule("dom", "10.20")
def test_a_victorious_force_makes_no_second_mobile_assault_but_a_prepared_one() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4"))
    t.order(ALONE, dice=DR)
    t.order("retreat 0503")
    t.refused("mobile 0503 with 7Pz", "10.15b", "7Pz has made its mobile assault")
    t.order("done")
    t.order("assault 0503 with 7Pz", dice=AS)
    assert t.where("7Pz") == "0404"


# -- 10.21: before or after the Combat Phase --------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.21")
def test_prepared_then_mobile() -> None:
    """8 on 4 with the shift of fight-move is 3:1, where a 2 stalls."""
    t = Table(position("7Pz 0304\nRD1 0404 2-4", order="fight-move"))
    assert t.prompt.decision == "combat"
    t.order("assault 0404 with 7Pz", dice=(2,))
    t.refused("assault 0404 with 7Pz", "11.3b", "the units in 0404 have been attacked this phase")
    t.order("done")
    assert t.prompt.decision == "movement"
    assert t.sheet(ALONE).defence == {4: 1}  # the defenders, too, fight again in full
    t.order(ALONE, dice=DR)
    t.order("retreat 0503")
    assert t.where("7Pz") == "0404"


@pytest.mark.rule("dom", "10.21")
def test_prepared_with_advance_then_mobile() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 1-1\nRD2 0503 2-4", order="fight-move"))
    t.order("assault 0404 with 7Pz", "advance 7Pz", "done")
    t.order("mobile 0503 with 7Pz", dice=AS)
    assert t.where("7Pz") == "0404"


@pytest.mark.rule("dom", "10.21")
def test_mobile_then_prepared() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4"))
    t.order(ALONE, dice=AS)
    t.order("done")
    t.order("assault 0404 with 7Pz", dice=DR)
    assert t.prompt.decision == "retreat"


# -- 10.22: the beaten ------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "10.22a")
def test_units_that_retreated_defend_their_new_hex() -> None:
    """2 + 2 in 0503; then both run again, and three fight in 0604."""
    t = Table(position("7Pz 0304\n6Pz 0203\n20Pz 0204\nRD1 0404 2-2\nRD2 0503 2-2\nRD3 0604 2-2", mf=10))
    t.order(ALONE, dice=(2,))  # 4:1
    t.order("retreat 0503", "move 6Pz 0203-0403")
    order = "mobile 0503 with 6Pz"
    assert t.sheet(order).defence == {4: 1}
    log = t.order(order, dice=DR)
    assert first(log, "odds").facts["defence"] == 4
    t.order("retreat 0604", "move 20Pz 0204-0603")
    order = "mobile 0604 with 20Pz"
    assert t.sheet(order).defence == {6: 1}
    t.order(order, dice=(6,))  # 1:1, and DR once more
    t.order("retreat 0605")
    assert [t.where(f"RD{i}") for i in (1, 2, 3)] == ["0605", "0605", "0605"]


@pytest.mark.rule("dom", "10.22a")
def test_units_that_retreated_defend_an_empty_hex_and_share_its_fate() -> None:
    t = Table(position("7Pz 0304\n6Pz 0403\n20Pz 0403\nRD1 0404 2-2"))
    t.order(ALONE, dice=(2,))
    found = t.title.questions.retreats(t.s)
    assert found is not None
    assert found["open"] == ["0504"]  # 0503 is in the ZOC of 6Pz
    t.order("retreat 0504", "move 6Pz+20Pz 0403-0503")
    t.order("mobile 0504 with 6Pz+20Pz")  # 8:1
    assert t.where("RD1") == "dead"


BEHIND_WATER = "0404-0403 reservoir\n0404-0503 reservoir\n0404-0504 reservoir"
"""Leaves 0303 and 0405, both next to the launch hex 0304."""


@pytest.mark.rule("dom", "10.22b")
def test_the_zoc_of_the_assaulting_force_bars_nobody() -> None:
    t = Table(position("7Pz 0304\n14PG 0304\nRD1 0404 2-4", sides=BEHIND_WATER))
    t.order("mobile 0404 with 7Pz+14PG", dice=(3,))
    assert t.legal("retreat") == {"retreat 0303", "retreat 0405"}
    t.order("retreat 0303")
    assert (t.where("RD1"), t.where("7Pz")) == ("0303", "0404")


@pytest.mark.rule("dom", "10.22b")
def test_the_zoc_of_other_germans_bars() -> None:
    t = Table(position("7Pz 0304\n5Inf 0203\nRD1 0404 2-4", sides=BEHIND_WATER))
    t.order(ALONE, dice=DR)
    assert t.legal("retreat") == {"retreat 0405"}
    t.refused("retreat 0303", "11.26c", "0303 is in an enemy ZOC")


@pytest.mark.rule("dom", "10.22b")
def test_the_zoc_of_those_who_stay_in_the_launch_hex_bars() -> None:
    t = Table(position("7Pz 0304\n14PG 0304\nRD1 0404 2-4", sides=BEHIND_WATER))
    log = t.order(ALONE, dice=DR)
    assert "cannot retreat" in kinds(log)
    assert (t.where("RD1"), t.where("7Pz")) == ("dead", "0404")


@pytest.mark.rule("dom", "10.22c")
@pytest.mark.parametrize("entry", range(6))
def test_the_beaten_run_straight_away_from_the_assault(entry: int) -> None:
    """From any side, towards the Soviet sources or away from them."""
    launch, behind = AROUND_0404[entry], AROUND_0404[(entry + 3) % 6]
    t = Table(position(f"7Pz {launch}\nRD1 0404 2-4"))
    t.order(ALONE, dice=DR)
    assert t.seat == "soviet"
    assert t.legal("retreat") == {f"retreat {behind}"}
    for h in AROUND_0404:
        if h != behind:
            why = f"the assault came from {h}" if h == launch else f"{behind} comes before {h}"
            t.refused(f"retreat {h}", "10.22c", why)
    t.order(f"retreat {behind}")
    assert t.where("RD1") == behind


FULL = "\n".join(f"RD{i} 0503" for i in range(10, 15))


@pytest.mark.rule("dom", "10.22c")
@pytest.mark.parametrize(
    ("unit", "others", "hexes", "sides", "rule", "why"),
    [
        ("RD1", FULL, "", "", "11.26b", "0503 would be overstacked"),
        ("RD1", "", "0503 city Tula german", "", "11.17f", "0503 Tula is an enemy city"),
        ("RD1", "", "", "0404-0503 reservoir", "11.26a", "a reservoir hexside lies before 0503"),
        ("TB1", "", "0503 marsh", "", "11.26a", "0503 is marsh"),
        ("RD1", "5Inf 0603", "", "", "11.26c", "0503 is in an enemy ZOC"),
        ("RD1", "5Inf 0503", "", "0503-0403 reservoir\n0503-0504 reservoir", "11.25a", "enemy units are in 0503"),
    ],
    ids=["stacking", "city", "reservoir", "marsh", "ZOC", "Germans"],
)
def test_if_that_hex_is_blocked_the_soviet_chooses_between_its_neighbours(
    unit: str, others: str, hexes: str, sides: str, rule: str, why: str
) -> None:
    t = Table(position(f"7Pz 0304\n{unit} 0404 2-4\n{others}", hexes=hexes, sides=sides))
    t.order(ALONE, dice=DR)
    assert t.legal("retreat") == {"retreat 0403", "retreat 0504"}
    t.refused("retreat 0503", rule, why)
    t.refused("retreat 0405", "10.22c", "0403 and 0504 come before 0405")
    for choice in ("0403", "0504"):
        again = Table(position(f"7Pz 0304\n{unit} 0404 2-4\n{others}", hexes=hexes, sides=sides))
        again.order(ALONE, dice=DR)
        again.order(f"retreat {choice}")
        assert again.where(unit) == choice


@pytest.mark.rule("dom", "10.22c")
def test_the_search_goes_on_around_the_hex_as_far_as_the_launch_hex() -> None:
    """Hexsides are closed one after another; the last hex is never open."""
    ranked = (("0503",), ("0403", "0504"), ("0303", "0405"))
    for closed in range(4):
        sides = "\n".join(f"0404-{h} reservoir" for group in ranked[:closed] for h in group)
        t = Table(position("7Pz 0304\nRD1 0404 2-4", sides=sides))
        log = t.order(ALONE, dice=DR)
        if closed < 3:
            assert t.legal("retreat") == {f"retreat {h}" for h in ranked[closed]}
            t.refused("retreat 0304", "10.22c", "the assault came from 0304")
        else:
            assert "cannot retreat" in kinds(log)
            assert t.where("RD1") == "dead"


@pytest.mark.rule("dom", "10.22c")
def test_one_open_neighbour_of_the_blocked_hex_comes_before_the_next_pair() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4", sides="0404-0503 reservoir\n0404-0403 reservoir"))
    t.order(ALONE, dice=DR)
    assert t.legal("retreat") == {"retreat 0504"}
    t.refused("retreat 0405", "10.22c", "0504 comes before 0405")


# -- 10.23: the rest is as in prepared assaults -----------------------------------------------------------------------


@pytest.mark.rule("dom", "10.23")
@pytest.mark.parametrize("place", ["", "town", "fort", "city Tula"])
def test_a_mobile_assault_has_the_odds_of_a_prepared_one(place: str) -> None:
    t = Table(position("7Pz 0304\n14PG 0304\nRD1 0404 2-4", hexes=f"0404 {place}"))
    sheet = t.sheet("mobile 0404 with 7Pz+14PG")
    prepared = t.sheet("assault 0404 with 7Pz+14PG")
    assert (sheet.kind, prepared.kind) == ("mobile assault", "prepared assault")
    assert sheet._replace(kind="") == prepared._replace(kind="")


@pytest.mark.rule("dom", "10.23")
def test_nothing_is_shifted_in_the_open() -> None:
    t = Table(position("7Pz 0304\nRD1 0404 2-4"))
    assert t.sheet(ALONE).shifts == ()
    assert t.sheet(ALONE).columns == {"2:1": 1}
    odds = first(t.order(ALONE, dice=AS), "odds")
    assert (odds.facts["shifts"], odds.facts["column"]) == ((), "2:1")


@pytest.mark.rule("dom", "10.23")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_same_table_decides(die: int) -> None:
    """The same force, the same die, the same result; AL1 costs a step, DE kills."""
    units = "7Pz 0304\n14PG 0304\nRD1 0404 2-4"
    results = []
    for step, order in (("I.B", "mobile 0404 with 7Pz+14PG"), ("I.C", "assault 0404 with 7Pz+14PG")):
        t = Table(position(units, step=step))
        log = t.order(order, dice=(die,))
        results.append(first(log, "result").facts["result"])
        if t.prompt.decision == "loss":
            t.order("loss 14PG")
        steps = {"7Pz": t.steps("7Pz"), "14PG": t.steps("14PG")}
        assert steps == {"7Pz": 2, "14PG": 1 if results[-1] == "AL1" else 2}
        assert (t.where("RD1") == "dead") == (results[-1] == "DE")
    assert results[0] == results[1] == ("AL1", "AS", "DR", "DR", "DR", "DE")[die - 1]
