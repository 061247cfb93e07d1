"""Land Without End, 9.22 to 9.30: the German mobile assaults, their price, their failure and what follows success."""

from __future__ import annotations

import pytest

from tests.lwe.scene import agrees, column, scene
from tests.sandbox import Table, first

FOE = "F1 soviet rifle XX 3-3 move=4 nation=soviet 2404"
FAR = "48RD 2708"
AL1, AS, BB, DR, DE = (1,), (3,), (4,), (5,), (6,)
"""Dice for an assault of 6 on 3, at 2:1."""
MOBILE = "mobile 2404 with 7Pz"


def field(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.C",
    order: str = "move-fight",
    hexes: str = "",
    sides: str = "",
    state: str = "",
    size: str = "8x8",
) -> Table:
    """Somebody to assault in 2404, and one Soviet division far away."""
    foe = "" if "2404" in units else FOE
    return scene(
        f"{units}\n{foe}\n{FAR}", turn=turn, step=step, order=order, hexes=hexes, sides=sides, state=state, size=size
    )


def forces(t: Table, target: str = "2404") -> set[frozenset[str]]:
    """The forces that may assault a hex on the move."""
    return {frozenset(text.split()[3].split("+")) for text in t.legal("mobile") if text.split()[1] == target}


def legal_and_unrefused(t: Table, text: str) -> bool:
    """Whether an assault may be made; the legal list and the refusal must agree."""
    allowed = t.title.refuse(t.s, t.read(text)) is None
    assert (text in t.legal("mobile")) == allowed
    return allowed


# -- 9.22: who --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.22a")
def test_panzers_and_panzer_grenadiers_alone_others_only_with_them() -> None:
    t = field("7Pz 2304\nSSL 2304\n3Mot 2304\n10Mot 2304\n1Inf 2304\n1Cav 2304")
    mechanized = ["7Pz", "SSL", "3Mot", "10Mot"]
    wanted = {frozenset(u for n, u in enumerate(mechanized) if mask >> n & 1) for mask in range(16) if mask & 3}
    assert forces(t) == wanted
    for force in ("3Mot", "3Mot+10Mot"):
        t.refused(f"mobile 2404 with {force}", "9.22a", "a panzer unit must take part")
    for unit in ("1Inf", "1Cav"):
        t.refused(f"mobile 2404 with 7Pz+{unit}", "9.22a", f"{unit} cannot make mobile assaults")


@pytest.mark.rule("lwe", "9.22b")
@pytest.mark.parametrize("leader", ["7Pz", "SSL"])
def test_one_leader_takes_five_motorized_divisions_along(leader: str) -> None:
    force = [leader, "3Mot", "10Mot", "14Mot", "18Mot", "20Mot"]
    t = field("\n".join(f"{u} 2304" for u in force))
    assert frozenset(force) in forces(t)
    log = t.order(f"mobile 2404 with {'+'.join(force)}", dice=(1,))
    assert len(first(log, "assault").facts["units"]) == 6


# -- 9.23: how --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.23a")
@pytest.mark.parametrize(("strength", "left"), [("", 6), ("reduced", 4)])
def test_a_mobile_assault_costs_six(strength: str, left: int) -> None:
    t = field(f"7Pz 2304 {strength}", size="20x8")
    t.title.questions.force_results(t.s, ["DE"])
    t.order(MOBILE)
    assert t.where("7Pz") == "2404"
    assert max(t.range("7Pz").values()) == left


@pytest.mark.rule("lwe", "9.23a")
def test_six_whatever_lies_there() -> None:
    t = field("7Pz 2304", turn=3, sides="2304-2404 river", hexes="2404 small-town", size="20x8")
    t.order(MOBILE, dice=DE)
    assert t.s.spent[t.unit("7Pz")] == 6
    t = field(
        "7Pz 2304", turn=20, hexes="2404 marsh", sides="2304-2404 river", state='weather_north = "F"\ndirective = 0'
    )
    t.order(MOBILE, dice=DE)
    assert t.s.spent[t.unit("7Pz")] == 6


@pytest.mark.rule("lwe", "9.23b")
def test_one_mobile_assault_a_unit() -> None:
    t = field("7Pz 2304\n10RD 2504")
    t.order(MOBILE, dice=DE)
    t.refused("mobile 2504 with 7Pz", "9.23b", "7Pz has made its mobile assault")
    assert not t.legal("mobile")


@pytest.mark.rule("lwe", "9.23b")
def test_fresh_units_assault_the_same_hex_again() -> None:
    t = field("7Pz 2304\n6Pz 2304\n11Pz 2303")
    t.order(MOBILE, dice=AS)
    assert forces(t) == {frozenset({"6Pz"}), frozenset({"11Pz"})}
    t.order("mobile 2404 with 6Pz", dice=AS)
    t.order("mobile 2404 with 11Pz", dice=DE)
    assert t.where("11Pz") == "2404"


@pytest.mark.rule("lwe", "9.23b")
def test_stacking_holds_in_the_launch_hex() -> None:
    """Six stalled divisions leave no room from which a seventh could follow."""
    stalled = ["7Pz", "3Mot", "10Mot", "14Mot", "18Mot", "20Mot"]
    t = field("\n".join(f"{u} 2304" for u in stalled) + "\n6Pz 2204", sides="", hexes="")
    t.order("mobile 2404 with 7Pz", dice=AS)
    t.refused("move 6Pz 2204-2304", "6.1a", "2304 would be overstacked")
    assert "2304" not in agrees(t, "6Pz")


@pytest.mark.rule("lwe", "9.23c")
def test_six_divisions_assault_six() -> None:
    force = ["7Pz", "3Mot", "10Mot", "14Mot", "18Mot", "20Mot"]
    foes = ["10RD", "90RD", "72MtR", "58MtR", "192MtR", "96MtR"]
    t = field("\n".join([*(f"{u} 2304" for u in force), *(f"{u} 2404" for u in foes)]))
    log = t.order(f"mobile 2404 with {'+'.join(force)}", dice=(6,))  # 26 on 6, at 4:1
    assert first(log, "odds").facts["attack"] == 26
    assert first(log, "odds").facts["defence"] == 6
    assert {t.where(u) for u in force} == {"2404"}


# -- 9.24: where ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.24a")
@pytest.mark.parametrize(
    ("hexes", "rule", "why"),
    [
        ("2404 forest", "9.24a", "no mobile assault into forest"),
        ("2404 hills", "9.24a", "no mobile assault into hills"),
        ("2404 marsh", "9.24a", "no mobile assault into marsh unless it is frozen"),
        ("2404 city Minsk", "9.24a", "no mobile assault into the city of 2404 Minsk"),
        ("2404 fort", "11.23b", "the fortified line in 2404 bars mobile assaults"),
        ("2404 forest small-town", "9.24a", "no mobile assault into forest"),
        ("2404 small-town", "", ""),
        ("2404 large-town", "", ""),
        ("2404 fort destroyed", "", ""),
        ("2304 forest", "", ""),
        ("2304 city Minsk", "", ""),
        ("2304 marsh", "", ""),
    ],
)
def test_only_clear_hexes_are_assaulted_from_any(hexes: str, rule: str, why: str) -> None:
    t = field("7Pz 2304", hexes=hexes)
    assert legal_and_unrefused(t, MOBILE) == (not rule)
    if rule:
        t.refused(MOBILE, rule, why)
    else:
        t.order(MOBILE, dice=DE)


@pytest.mark.rule("lwe", "9.24a")
def test_a_fortified_zone_bars_mobile_assaults() -> None:
    t = field("7Pz 2304\nFZGrodno 2404\n10RD 2404")
    t.refused(MOBILE, "11.24a", "a Fortified Zone in 2404 bars mobile assaults")
    assert not t.legal("mobile")


@pytest.mark.rule("lwe", "9.24a")
@pytest.mark.parametrize(("weather", "allowed"), [("D", False), ("R", False), ("M", False), ("F", True), ("S", False)])
def test_marsh_is_assaulted_in_frost_alone(weather: str, allowed: bool) -> None:
    t = field("7Pz 2304", turn=20, hexes="2404 marsh", state=f'weather_north = "{weather}"\ndirective = 0')
    assert legal_and_unrefused(t, MOBILE) == allowed


@pytest.mark.rule("lwe", "9.24b")
@pytest.mark.parametrize(
    ("kind", "turn", "weather", "rule", "why"),
    [
        ("river", 1, "D", "", ""),
        ("river", 3, "D", "", ""),
        ("river", 4, "D", "9.24b", "no mobile assault across a river after turn 3 unless it is frozen"),
        ("river", 14, "R", "9.24b", "no mobile assault across a river after turn 3 unless it is frozen"),
        ("river", 20, "F", "", ""),
        ("lake", 2, "D", "11.18", "no assault across a lake hexside"),
        ("sea", 2, "D", "11.18", "no assault across a sea hexside"),
        ("sivash", 2, "D", "11.19b", "no mobile assault across the straits"),
        ("kerch", 2, "D", "11.19b", "no mobile assault across the straits"),
        ("kerch", 20, "F", "11.19b", "no mobile assault across the straits"),
        ("lake", 20, "F", "11.18", "no assault across a lake hexside"),
    ],
)
def test_across_which_sides(kind: str, turn: int, weather: str, rule: str, why: str) -> None:
    state = f'weather_north = "{weather}"\nweather_south = "{weather}"\ndirective = {int(turn < 8)}'
    t = field("7Pz 2304", turn=turn, sides=f"2304-2404 {kind}", state=state)
    assert legal_and_unrefused(t, MOBILE) == (not rule)
    if rule:
        t.refused(MOBILE, rule, why)


@pytest.mark.rule("lwe", "9.24c")
@pytest.mark.parametrize("bad", ["M", "S"])
def test_no_mobile_assault_into_mud_or_snow(bad: str) -> None:
    units, zone = "7Pz 2304\n6Pz 2306\n10RD 2406", "2405..2408 swz"
    for north, south, open_to in ((bad, "D", "2406"), ("D", bad, "2404"), ("F", bad, "2404"), (bad, "R", "2406")):
        state = f'weather_north = "{north}"\nweather_south = "{south}"\ndirective = 0'
        t = field(units, turn=20, hexes=zone, state=state)
        assert {text.split()[1] for text in t.legal("mobile")} == {open_to}
        closed = MOBILE if open_to == "2406" else "mobile 2406 with 6Pz"
        t.refused(closed, "9.24c", "no mobile assault into mud or snow")


@pytest.mark.rule("lwe", "9.24d")
def test_no_concentric_shift_for_a_mobile_assault() -> None:
    units = "7Pz 2304\n1Inf 2503"  # on opposite sides of 2404
    t = field(units)
    assert not t.sheet(MOBILE).shifts
    assert column(t, MOBILE) == "2:1"
    t = field(units, step="II.D")
    assert [shift.rule for shift in t.sheet("assault 2404 with 7Pz+1Inf").shifts] == ["11.27b"]


@pytest.mark.rule("lwe", "9.24d")
def test_neither_satellites_nor_soviets_assault_on_the_move() -> None:
    for unit in ("Rum1Arm", "CSIR", "HF"):
        t = field(f"{unit} 2304")
        t.refused(f"mobile 2404 with {unit}", "9.22a", f"{unit} cannot make mobile assaults")
        assert not t.legal("mobile")
    t = field("7Pz 2304\nRum1Arm 2304")
    t.refused("mobile 2404 with 7Pz+Rum1Arm", "9.22a", "Rum1Arm cannot make mobile assaults")
    t = field("7Pz 2304\n23TD 2303", step="III.C")
    t.refused("mobile 2304 with 23TD", "9.22a", "23TD cannot make mobile assaults")
    assert not t.legal("mobile")


@pytest.mark.rule("lwe", "9.24e")
def test_the_points_must_be_there() -> None:
    t = field("T1 german panzer XX 6-6/3-3 move=5/5 nation=german 2304")
    t.refused("mobile 2404 with T1", "9.24e", "the mobile assault costs 6 MP and 5 are left")
    assert not t.legal("mobile")
    t = field("T1 german panzer XX 6-6/3-3 move=8/8 nation=german 2104")
    t.order("move T1 2104-2304", "mobile 2404 with T1", dice=AS)
    t = field("T1 german panzer XX 6-6/3-3 move=7/7 nation=german 2104")
    t.order("move T1 2104-2304")
    t.refused("mobile 2404 with T1", "9.24e", "the mobile assault costs 6 MP and 5 are left")


@pytest.mark.rule("lwe", "9.24e")
def test_the_slowest_of_the_force_must_have_them() -> None:
    t = field("7Pz 2304\nT1 german motorized XX 4-4/2-2 move=5/5 nation=german 2304")
    t.refused("mobile 2404 with 7Pz+T1", "9.24e", "the mobile assault costs 6 MP and 5 are left")
    assert forces(t) == {frozenset({"7Pz"})}


# -- 9.25, 9.26: with what supply, and with whom ----------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.25")
def test_out_of_supply_no_mobile_assault() -> None:
    wall = [f"X{row} soviet rifle XX 1-1 move=4 nation=soviet 24{row:02}" for row in range(1, 9)]
    t = field("\n".join(["7Pz 2504", "10RD 2604", *wall]))
    t.refused("mobile 2604 with 7Pz", "9.25", "7Pz is out of supply and cannot attack")
    assert not t.legal("mobile")
    t = field("\n".join(["7Pz 2504", "10RD 2604", *wall[:-1]]))
    assert "mobile 2604 with 7Pz" in t.legal("mobile")


@pytest.mark.rule("lwe", "9.25")
def test_a_line_opened_before_the_move_is_in_time() -> None:
    wall = [f"X{row} soviet rifle XX 1-1 move=4 nation=soviet 24{row:02}" for row in range(1, 9)]
    t = field("\n".join(["7Pz 2504", "6Pz 2304", "10RD 2604", *wall]))
    t.refused("mobile 2604 with 7Pz", "9.25", "7Pz is out of supply and cannot attack")
    t.order("mobile 2404 with 6Pz", dice=DE)
    t.order("mobile 2604 with 7Pz", dice=DE)


@pytest.mark.rule("lwe", "9.25")
def test_attenuated_supply_is_enough() -> None:
    t = field("7Pz 2304", turn=10, hexes="2301..2708 gas-east", state="directive = 0")
    assert t.title.supply.state_name(t.s, t.unit("7Pz")) == "attenuated"
    t.order(MOBILE, dice=(1, 6))


@pytest.mark.rule("lwe", "9.26")
def test_only_who_began_together_assaults_together() -> None:
    t = field("7Pz 2204\n3Mot 2304\n6Pz 2304")
    t.order("move 7Pz 2204-2304")
    t.refused("mobile 2404 with 7Pz+3Mot", "9.26", "only units that began the phase together move together")
    assert forces(t) == {frozenset(f) for f in ({"7Pz"}, {"6Pz"}, {"6Pz", "3Mot"})}


@pytest.mark.rule("lwe", "9.26")
def test_who_has_gone_apart_on_the_way_does_not_assault_together() -> None:
    t = field("7Pz 2204\n3Mot 2204\n10Mot 2204")
    t.order("move 7Pz+10Mot 2204-2304", "move 3Mot 2204-2203", "move 3Mot 2203-2304")
    t.refused("mobile 2404 with 7Pz+3Mot", "9.26", "the force has not moved together all the way")
    assert forces(t) == {frozenset({"7Pz"}), frozenset({"7Pz", "10Mot"})}


@pytest.mark.rule("lwe", "9.26")
def test_one_after_another_by_the_same_way_is_not_together() -> None:
    t = field("7Pz 2204\n3Mot 2204")
    t.order("move 7Pz 2204-2304", "move 3Mot 2204-2304")
    t.refused("mobile 2404 with 7Pz+3Mot", "9.26", "the force has not moved together all the way")
    assert forces(t) == {frozenset({"7Pz"})}


@pytest.mark.rule("lwe", "9.26")
def test_who_parts_once_stays_apart_though_it_goes_on_together() -> None:
    t = field("7Pz 2104\n3Mot 2104\n10Mot 2104")
    t.order("move 7Pz 2104-2204", "move 3Mot+10Mot 2104-2204", "move 7Pz+3Mot+10Mot 2204-2304")
    t.refused("mobile 2404 with 7Pz+3Mot", "9.26", "the force has not moved together all the way")
    t = field("7Pz 2104\n3Mot 2104\n10Mot 2104")
    t.order("move 7Pz+3Mot+10Mot 2104-2204", "move 7Pz+3Mot 2204-2304")
    assert frozenset({"7Pz", "3Mot"}) in forces(t)


@pytest.mark.rule("lwe", "9.26")
def test_the_way_to_the_assault_is_within_stacking() -> None:
    crowd = "\n".join(f"{n}Inf 2304" for n in (1, 11, 12, 21, 30))
    t = field(f"7Pz 2204\n3Mot 2204\n{crowd}", sides="\n".join(f"2303-{h} lake" for h in ("2203", "2204", "2302")))
    t.refused("move 7Pz+3Mot 2204-2304", "6.1a", "2304 would be overstacked")
    t.order("move 7Pz 2204-2304")
    t.refused("move 3Mot 2204-2304", "6.1a", "2304 would be overstacked")
    assert forces(t) == {frozenset({"7Pz"})}


# -- 9.27, 9.28: what follows -----------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.27")
@pytest.mark.parametrize(("die", "steps"), [(AS, 2), (AL1, 1)])
def test_a_failed_assault_ends_the_move_in_the_launch_hex(die: tuple[int, ...], steps: int) -> None:
    t = field("7Pz 2104")
    t.order("move 7Pz 2104-2304", MOBILE, dice=die)
    assert (t.where("7Pz"), t.steps("7Pz"), t.where("F1")) == ("2304", steps, "2404")
    t.refused("move 7Pz 2304-2303", "9.27", "7Pz may not move on: its mobile assault did not clear the hex")
    assert not t.legal("move")
    t.order("done")
    assert "assault 2404 with 7Pz" in t.legal("assault")


@pytest.mark.rule("lwe", "9.27")
def test_a_hex_that_is_not_wholly_cleared_is_not_taken() -> None:
    """DE takes a step from each: a division of two steps stays."""
    t = field("7Pz 2304\nX1 soviet rifle XX 3-3/1-1 move=4/4 nation=soviet 2404")
    t.order(MOBILE, dice=DE)
    assert (t.where("7Pz"), t.where("X1"), t.steps("X1")) == ("2304", "2404", 1)
    t.refused("move 7Pz 2304-2303", "9.27", "7Pz may not move on: its mobile assault did not clear the hex")


@pytest.mark.rule("lwe", "9.28")
@pytest.mark.parametrize("result", ["DR", "DE"])
def test_a_won_assault_carries_the_force_into_the_hex_and_on(result: str) -> None:
    t = field("7Pz 2304\n3Mot 2304", size="20x8")
    t.title.questions.force_results(t.s, [result])
    log = t.order("mobile 2404 with 7Pz+3Mot")
    if result == "DR":
        log = t.order(sorted(t.legal("retreat"))[0])
    assert first(log, "advanced").facts["hex"] == t.hex("2404")
    assert t.prompt.decision == "movement"  # nobody is asked whether to advance
    assert (t.where("7Pz"), t.where("3Mot"), t.control("2404")) == ("2404", "2404", "german")
    assert max(t.range("7Pz", "3Mot").values()) == 6
    t.order("move 3Mot 2404-2403", "move 7Pz 2404-2405", "move 7Pz 2405-2406")
    assert max(t.range("7Pz").values()) == 4


@pytest.mark.rule("lwe", "9.28")
def test_the_victors_may_still_make_a_prepared_assault() -> None:
    t = field("7Pz 2304\n10RD 2504")
    t.order(MOBILE, dice=DE)
    t.refused("mobile 2504 with 7Pz", "9.23b", "7Pz has made its mobile assault")
    t.order("done")
    assert "assault 2504 with 7Pz" in t.legal("assault")


# -- 9.29, 9.30 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.29")
def test_a_mobile_assault_and_then_a_prepared_one() -> None:
    t = field("7Pz 2304")
    t.order(MOBILE, dice=AS)
    t.order("done")
    t.order("assault 2404 with 7Pz", dice=AS)
    t.refused("assault 2404 with 7Pz", "11.4a", "7Pz has attacked this phase")


@pytest.mark.rule("lwe", "9.29")
def test_a_prepared_assault_and_then_a_mobile_one() -> None:
    t = field("7Pz 2304", order="fight-move")
    t.title.questions.force_results(t.s, ["AS", "DE"])
    t.order("assault 2404 with 7Pz", "done")
    assert t.prompt.decision == "movement"
    t.order(MOBILE)
    assert t.where("7Pz") == "2404"


@pytest.mark.rule("lwe", "9.30")
def test_who_retreats_from_one_assault_defends_in_the_next() -> None:
    t = field("7Pz 2304\n6Pz 2303\n10RD 2504")
    t.title.questions.force_results(t.s, ["DR", "DR", "DE"])
    t.order(MOBILE)
    assert t.seat == "soviet"
    t.order("retreat 2504")
    assert t.where("F1") == "2504"
    t.order("move 6Pz 2303-2403", "move 6Pz 2403-2503")
    assert set(t.sheet("mobile 2504 with 6Pz").defence) == {4}
    log = t.order("mobile 2504 with 6Pz")
    assert first(log, "odds").facts["defence"] == 4
    t.order(sorted(t.legal("retreat"))[-1])  # and run again
    assert t.where("F1") == t.where("10RD") != "2504"
