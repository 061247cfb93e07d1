"""Chapters 1 and 2: halving, who counts as German, kinds of units, factors and steps."""

from __future__ import annotations

import pytest

from tests.lwe.scene import Campaign, attack, column, on_map, scene, seen
from tests.sandbox import Table, first, kinds

MECHANIZED = {
    "german": ("panzer", "panzer-grenadier", "motorized", "combined-arms"),
    "soviet": ("tank", "mechanized", "motorized-rifle", "motorized-security"),
}
ON_FOOT = {
    "german": ("infantry", "light", "mountain", "air-landing", "paratroop", "siege-artillery", "cavalry"),
    "soviet": ("rifle", "mountain-rifle", "airborne", "militia", "cavalry"),
}
CITY = "2303 city Minsk"
RIVER = "2301-2401 river"


def counter(key: str, factor: int, where: str, kind: str = "infantry", nation: str = "german") -> str:
    return f"{key} german {kind} XX {factor}-{factor}/1-1 move=5/4 nation={nation} {where}\n"


def across(*units: str, hexes: str = "") -> Table:
    """A prepared assault from 2203 across a river into 2303, after the turns in which rivers are ignored."""
    sides = "2203-2303 river\n2204-2303 river"
    return scene("".join(units) + "126RD 2303", step="II.D", hexes=hexes, sides=sides)


# -- 1.3 Halving ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "1.3a")
@pytest.mark.parametrize(("whole", "half"), [(2, 1), (3, 1), (6, 3), (7, 3), (9, 4)])
def test_halves_are_rounded_down(whole: int, half: int) -> None:
    t = across(counter("A", whole, "2203"))
    assert attack(t, "assault 2303 with A") == half


@pytest.mark.rule("lwe", "1.3a")
def test_the_battle_is_fought_with_the_rounded_half() -> None:
    t = across(counter("A", 7, "2203"))
    assert first(t.order("assault 2303 with A", dice=(1,)), "odds").facts["attack"] == 3


@pytest.mark.rule("lwe", "1.3b")
def test_a_lone_factor_of_one_is_never_halved_away() -> None:
    t = across(counter("A", 1, "2203"))
    assert attack(t, "assault 2303 with A") == 1


@pytest.mark.rule("lwe", "1.3b")
@pytest.mark.parametrize(("whole", "left"), [(1, 1), (2, 1), (3, 1), (4, 1), (6, 1), (8, 2)])
def test_not_by_two_reasons_together(whole: int, left: int) -> None:
    """A panzer division against a city, across a river: halved twice, but never below one."""
    t = across(counter("A", whole, "2203", "panzer"), hexes=CITY)
    assert attack(t, "assault 2303 with A") == left


@pytest.mark.rule("lwe", "1.3c")
def test_factors_are_added_up_before_they_are_halved_once() -> None:
    t = across(counter("A", 3, "2203"), counter("B", 3, "2203"), counter("C", 3, "2204"))
    assert attack(t, "assault 2303 with A+B") == 3
    assert attack(t, "assault 2303 with A+B+C") == 4  # from two hexes, yet one sum; 1 + 1 + 1 it would be one by one


@pytest.mark.rule("lwe", "1.3c")
def test_two_ones_are_halved_to_one() -> None:
    t = across(counter("A", 1, "2203"), counter("B", 1, "2203"))
    assert attack(t, "assault 2303 with A+B") == 1


@pytest.mark.rule("lwe", "1.3c")
def test_units_with_the_same_reductions_make_one_sum() -> None:
    panzers = counter("A", 7, "2203", "panzer") + counter("B", 7, "2203", "panzer")
    foot = counter("C", 3, "2203") + counter("D", 3, "2204") + counter("E", 3, "2302")
    t = across(panzers, foot, hexes=CITY)
    # fourteen in panzers halved twice, six in infantry halved once, and three that come over dry ground
    assert attack(t, "assault 2303 with A+B") == 3
    assert attack(t, "assault 2303 with C+D") == 3
    assert attack(t, "assault 2303 with E") == 3
    assert attack(t, "assault 2303 with A+B+C+D+E") == 9


# -- 1.5 German and German-side units ---------------------------------------------------------------------------------

ROAD = "2003-2103 rollbahn\n2103-2203 rollbahn"
EASTERN = "2301..2708 gas-east"


@pytest.mark.rule("lwe", "1.5a")
@pytest.mark.parametrize("nation", ["german", "romanian", "italian", "hungarian"])
def test_rules_for_the_german_side_hold_for_satellites_too(nation: str) -> None:
    t = scene(counter("A", 3, "2303", nation=nation) + "126RD 2403", turn=5, step="II.D", hexes=EASTERN)
    assert any("GAST" in note for note in t.sheet("assault 2403 with A").notes)
    alone = scene(counter("A", 3, "2303", nation=nation), hexes="2001..2008 soviet")
    alone.refused(
        "move A 2303-2304", "7.7b", "A is out of supply and has no MP"
    )  # without supply nobody of the side moves


@pytest.mark.rule("lwe", "1.5a")
@pytest.mark.parametrize(("nation", "factor"), [("german", 7), ("romanian", 5), ("italian", 5), ("hungarian", 5)])
def test_rules_for_germans_leave_satellites_out(nation: str, factor: int) -> None:
    t = scene(counter("A", 3, "2101", nation=nation), turn=1, size="12x4")
    assert max(t.range("A").values()) == factor


@pytest.mark.rule("lwe", "1.5a")
@pytest.mark.parametrize(("nation", "closed"), [("german", False), ("romanian", True), ("hungarian", True)])
@pytest.mark.parametrize("size", ["XX", "XXX"])
def test_rules_for_satellites_leave_germans_out(nation: str, closed: bool, size: str) -> None:
    """Nobody but satellites must end south of the sector line; a Romanian division is a satellite like a corps."""
    unit = f"A german infantry {size} 3-3/1-1 move=5/4 nation={nation} 2203"
    t = scene(unit, hexes="2301..2708 north")
    if closed:
        t.refused("move A 2203-2303", "9.31", "2303 lies north of the sector line: satellites end their moves south")
    assert ("move A 2203-2303" in t.legal("move")) != closed


@pytest.mark.rule("lwe", "1.5b")
def test_the_spanish_division_enters_like_a_german_one() -> None:
    t = scene(
        "SB reserve\n1Inf 2203",
        turn=14,
        step="II.B",
        hexes="2003,2103 rollbahn\n2203 small-town rollbahn Rovno",
        sides=ROAD,
    )
    t.order("enter SB 2203")
    assert (t.where("SB"), t.where("1Inf")) == ("2203", "2203")


@pytest.mark.rule("lwe", "1.5b")
def test_the_spanish_division_fights_and_stacks_like_a_german_one() -> None:
    units = "SB 2303\n1Inf 2302\n11Inf 2502\nCSIR 2502\n126RD 2403"
    t = scene(units, step="II.D", turn=15)
    shifts = {shift.rule: shift.columns for shift in t.sheet("assault 2403 with SB+1Inf+11Inf").shifts}
    assert shifts["11.27b"] == 2
    shifts = {shift.rule: shift.columns for shift in t.sheet("assault 2403 with SB+CSIR").shifts}
    assert shifts["11.27b"] == 1
    moving = scene("SB 2203\n1Inf 2303\nRum2C 2204", turn=15)
    moving.refused("move SB 2203-2204", "6.3a", "units of different nations may not stack in 2204")
    moving.order("move SB 2203-2303")
    assert scene("SB 2203 reduced", turn=15, step="II.B").legal("replace") == {"replace SB"}


# -- 2.4, 2.7 Counters ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "2.4b")
@pytest.mark.parametrize("key", ["168Inf", "297Inf"])
def test_the_two_missing_divisions_are_there_from_the_start(key: str) -> None:
    t = Campaign()
    t.deploy()
    unit = seen(t, "german")[key]
    assert (unit["kind"], unit["steps"], unit["attack"], unit["defence"]) == ("infantry", 2, 3, 3)
    assert t.hex(unit["at"]) in t.title.board.region("germany")
    small = scene(f"{key} 2203 reduced\n1Inf 2204", turn=4, size="12x8", hexes="2205 small-town")
    assert (small.title.units.attack[small.s.face[small.unit(key)]][1], small.steps(key)) == (2, 1)
    assert max(small.range(key).values()) == 4
    assert max(small.range("1Inf").values()) == 5


@pytest.mark.rule("lwe", "2.7n")
def test_militia_guards_are_no_guards() -> None:
    t = Campaign()
    militia = {key: unit for key, unit in seen(t, "soviet").items() if key in ("g1", "g2", "g3", "g4")}
    assert len(militia) == 4
    assert all((unit["kind"], unit["steps"]) == ("militia", 1) for unit in militia.values())


@pytest.mark.rule("lwe", "2.7n")
def test_militia_guards_do_not_return_and_take_no_part_in_conversions() -> None:
    t = on_map("g1 dead\n126RD dead\nG1RD reserve", turn=10, step="III.B")
    t.refused("enter g1 4618", "8.7c", "g1 is no rifle division or cavalry corps that can return")
    t.order("enter 126RD 4618")
    t = on_map("g1 3802\n126RD 4618\nG1RD reserve", turn=12, step="guards")
    assert t.legal("guards") == {"guards 126RD"}
    t.refused("guards g1", "8.13a", "g1 is not of the type that G1RD replaces")


@pytest.mark.rule("lwe", "2.7n")
def test_militia_guards_die_of_their_first_loss() -> None:
    t = scene("1Pz 2203\n2Pz german panzer XX 30-30/3-3 move=12/10 nation=german 2203\ng1 2303", step="II.D")
    t.title.questions.force_results(t.s, ["DE"])
    t.order("assault 2303 with 2Pz")
    assert t.where("g1") == "dead"


# -- 2.9 Kinds of units -----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "2.9a")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("mechanized", [True, False])
def test_every_kind_is_mechanized_or_not(side: str, mechanized: bool) -> None:
    """Rivers tell them apart: two more MP for those on wheels and tracks, one for those on legs."""
    step = "II.C" if side == "german" else "III.C"
    for kind in (MECHANIZED if mechanized else ON_FOOT)[side]:
        t = scene(f"A {side} {kind} XX 3-3 move=8 nation={side} 2301", step=step, size="8x1", sides=RIVER)
        assert t.range("A")["2401"] == (3 if mechanized else 2), kind


@pytest.mark.rule("lwe", "2.9a")
@pytest.mark.parametrize(
    ("key", "cost"),
    [("7Pz", 3), ("SSL", 3), ("3Mot", 3), ("CSIR", 3), ("1Cav", 2), ("22AL", 2), ("99Jg", 2), ("1Mtn", 2), ("ArKo", 2)],
)
def test_the_counters_of_the_german_side_are_what_their_type_says(key: str, cost: int) -> None:
    assert scene(f"{key} 2301", size="8x1", sides=RIVER).range(key)["2401"] == cost


@pytest.mark.rule("lwe", "2.9a")
@pytest.mark.parametrize(
    ("key", "cost"),
    [("23TD", 3), ("202MD", 3), ("1MR", 3), ("N1", 3), ("6CC", 2), ("72MtR", 2), ("1AbC", 2), ("L1", 2), ("126RD", 2)],
)
def test_the_soviet_counters_are_what_their_type_says(key: str, cost: int) -> None:
    assert scene(f"{key} 2301", step="III.C", size="8x1", sides=RIVER).range(key)["2401"] == cost


@pytest.mark.rule("lwe", "2.9b")
def test_only_fortified_zones_and_the_naval_unit_are_static() -> None:
    t = Campaign()
    units = t.title.units.units
    still = {unit.key for unit in units if not any(unit.moves[: unit.steps]) and unit.mobility != "sea"}
    zones = {unit.key for unit in units if unit.kind == "fz"}
    assert len(zones) == 20
    assert still == zones | {"Nvl"}


@pytest.mark.rule("lwe", "2.9b")
def test_a_static_unit_never_moves() -> None:
    t = scene("FZGrodno 2303\nNvl 2304\n126RD 2305\n7Pz 2603", step="III.C")
    assert {text.split()[1] for text in t.legal("move")} == {"126RD"}
    for key, start in (("FZGrodno", "2303"), ("Nvl", "2304")):
        t.refused(f"move {key} {start}-2404", "9.3b", f"{key} never moves")


@pytest.mark.rule("lwe", "2.9c")
def test_air_landing_troops_walk() -> None:
    ground = "2303 forest\n2204 marsh\n2202 hills\n2302 sea"
    t = scene("22AL 2203\n1Inf 2203", hexes=ground, sides="2203-2103 river")
    assert t.range("22AL") == t.range("1Inf")
    assert "2302" not in t.range("22AL")
    t.refused("mobile 2302 with 22AL", "11.1a", "no enemy units are in 2302")
    t = scene("22AL 2203\n1Inf 2203\n126RD 2303", turn=2)
    t.refused("mobile 2303 with 22AL", "9.22a", "22AL cannot make mobile assaults")


# -- 2.10 Factors -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "2.10")
def test_two_numbers_are_a_combined_factor_and_a_movement_factor() -> None:
    t = scene("1Inf 2303\n126RD 2403", step="II.D", size="12x8")
    assert attack(t, "assault 2403 with 1Inf") == 3
    soviet = scene("1Inf 2303\n126RD 2403", step="III.A")
    assert list(soviet.sheet("assault 2303 with 126RD").defence) == [3]
    assert max(scene("1Inf 2303", size="12x8").range("1Inf").values()) == 5


@pytest.mark.rule("lwe", "2.10")
def test_three_numbers_are_attack_defence_and_movement() -> None:
    soviet = scene("1Inf 2303\n23TD 2403", step="III.A")
    assert attack(soviet, "assault 2303 with 23TD") == 2
    german = scene("1Inf 2303\n23TD 2403", step="II.D")
    assert list(german.sheet("assault 2403 with 1Inf").defence) == [1]
    assert column(german, "assault 2403 with 1Inf") == "3:1"
    assert max(scene("23TD 2803", step="III.C", size="12x8").range("23TD").values()) == 6


# -- 2.12 Steps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "2.12b")
def test_a_two_step_unit_is_reduced_and_then_dies() -> None:
    t = scene("1Inf 2303\n126RD 2403", step="II.D", size="12x8")
    t.title.questions.force_results(t.s, ["AL1"])
    log = t.order("assault 2403 with 1Inf")
    assert "reduced" in kinds(log)
    unit = seen(t, "german")["1Inf"]
    assert (unit["at"], unit["steps"], unit["attack"], unit["defence"]) == ("2303", 1, 2, 2)
    again = scene("1Inf 2303 reduced\n126RD 2403", step="II.D", size="12x8")
    again.title.questions.force_results(again.s, ["AL1"])
    assert "eliminated" in kinds(again.order("assault 2403 with 1Inf"))
    assert again.where("1Inf") == "dead"
    assert max(scene("1Inf 2303 reduced", size="12x8").range("1Inf").values()) == 4


@pytest.mark.rule("lwe", "2.12b")
def test_a_one_step_unit_dies_of_its_first_loss() -> None:
    t = scene("1Inf 2303\n126RD 2403", step="III.A")
    t.title.questions.force_results(t.s, ["AL1"])
    t.order("assault 2303 with 126RD", "air 0")
    assert (t.where("126RD"), t.steps("126RD")) == ("dead", 0)


@pytest.mark.rule("lwe", "2.12c")
@pytest.mark.parametrize("how", ["historical", "random"])
def test_everybody_starts_at_full_strength(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    on_the_map = [u for u, h in enumerate(t.s.hex) if h >= 0]
    assert any(t.title.units.units[u].steps == 2 for u in on_the_map)
    assert all(t.s.steps[u] == t.title.units.units[u].steps for u in on_the_map)


@pytest.mark.rule("lwe", "2.12c")
def test_everybody_enters_at_full_strength() -> None:
    german = scene("7Para reserve\n1Inf 2203", turn=10, step="II.B", hexes="2003 edge")
    german.order("enter 7Para 2003")
    assert german.steps("7Para") == 2
    soviet = on_map("ICA reserve", turn=2, step="III.B")
    soviet.order("enter ICA 2141")
    assert soviet.steps("ICA") == 2
    guards = on_map("126RD 4618\nG1RD reserve", turn=12, step="guards")
    guards.order("guards 126RD")
    assert (guards.where("G1RD"), guards.steps("G1RD")) == ("4618", 2)
