"""Chapter 6: six divisions to a hex, overstacking, nations that keep apart, Fortified Zones on top, markers."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.lwe.scene import Campaign, give, ring, scene, seen
from tests.sandbox import Table, kinds

FOOT = ("1Inf", "11Inf", "12Inf", "21Inf", "30Inf", "56Inf", "61Inf", "121Inf")
RIFLES = ("126RD", "48RD", "10RD", "90RD", "L1", "23TD", "202MD", "N1")


def stack(keys: tuple[str, ...], where: str) -> str:
    return "".join(f"{key} {where}\n" for key in keys)


# -- 6.1 The limit ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "6.1a")
@pytest.mark.parametrize(("keys", "step"), [(FOOT, "II.C"), (RIFLES, "III.C")])
def test_six_divisions_to_a_hex_and_no_more(keys: tuple[str, ...], step: str) -> None:
    t = scene(stack(keys[:5], "2303") + stack(keys[5:7], "2203"), step=step)
    sixth, seventh = keys[5:7]
    t.order(f"move {sixth} 2203-2303")
    t.refused(f"move {seventh} 2203-2303", "6.1a", "2303 would be overstacked")
    assert f"move {seventh} 2203-2303" not in t.legal("move")
    assert "2303" not in t.range(seventh)


@pytest.mark.rule("lwe", "6.1a")
def test_a_stack_on_the_move_counts_all_its_units() -> None:
    t = scene(stack(FOOT[:5], "2303") + stack(FOOT[5:7], "2203"))
    t.refused("move 56Inf+61Inf 2203-2303", "6.1a", "2303 would be overstacked")
    t.order("move 56Inf 2203-2303")


@pytest.mark.rule("lwe", "6.1a")
def test_one_that_leaves_makes_room_for_one() -> None:
    t = scene(stack(FOOT[:6], "2303") + "61Inf 2203")
    t.order("move 1Inf 2303-2403", "move 61Inf 2203-2303")
    assert t.where("61Inf") == "2303"


@pytest.mark.rule("lwe", "6.1b")
@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("7Pz", 1),
        ("7Pz reduced", 1),
        ("1Inf reduced", 1),
        ("ArKo", 1),
        ("CSIR", 3),
        ("CSIR reduced", 3),
    ],
)
def test_what_german_side_units_count(key: str, points: int) -> None:
    name, *status = key.split()
    for others, room in ((6 - points, True), (7 - points, False)):
        t = scene(f"{name} 2203 {' '.join(status)}\n" + stack(FOOT[1 : 1 + others], "2303"))
        assert ("2303" in t.range(name)) == room, others


@pytest.mark.rule("lwe", "6.1b")
@pytest.mark.parametrize(
    ("key", "points"), [("126RD", 1), ("28TD", 1), ("10RC", 3), ("1AbC", 3), ("6CC", 3), ("BC", 3), ("G1CC reduced", 3)]
)
def test_what_soviet_units_count(key: str, points: int) -> None:
    """Corps count three, the bracketed ones too."""
    name, *status = key.split()
    for others, room in ((6 - points, True), (7 - points, False)):
        t = scene(f"{name} 2203 {' '.join(status)}\n" + stack(RIFLES[1 : 1 + others], "2303"), step="III.C")
        assert ("2303" in t.range(name)) == room, others


@pytest.mark.rule("lwe", "6.1b")
def test_zones_and_the_coastal_army_take_up_room() -> None:
    filled = "10RC 2303\nFZGrodno 2303\n126RD 2303\n"
    t = scene(f"{filled}48RD 2203\n90RD 2203", step="III.C")
    t.order("move 48RD 2203-2303")  # corps, zone and two divisions
    t.refused("move 90RD 2203-2303", "6.1a", "2303 would be overstacked")
    army = scene("ICA 2303\n10RC 2303\n126RD 2203", step="III.C")
    army.refused("move 126RD 2203-2303", "6.1a", "2303 would be overstacked")
    lighter = scene("ICA 2303 reduced\n126RD 2303\n48RD 2303\n10RC 2203\n90RD 2203", step="III.C")
    lighter.refused("move 10RC 2203-2303", "6.1a", "2303 would be overstacked")
    lighter.order("move 90RD 2203-2303")


@pytest.mark.rule("lwe", "6.1b")
def test_two_corps_fill_a_hex() -> None:
    t = scene("10RC 2303\n11RC 2203\n16RC 2304", step="III.C")
    t.order("move 11RC 2203-2303")
    t.refused("move 16RC 2304-2303", "6.1a", "2303 would be overstacked")


# -- 6.2 At every instant ---------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "6.2a")
def test_nobody_passes_through_a_full_hex() -> None:
    t = scene(stack(FOOT[:6], "2201") + "7Pz 2101", size="8x1")
    assert set(t.range("7Pz")) == {"2001", "2101"}
    t.refused("move 7Pz 2101-2301", "6.2a", "every way to 2301 leads through a hex with no room left")
    roomy = scene(stack(FOOT[:5], "2201") + "7Pz 2101\n6Pz 2101", size="8x1")
    roomy.refused(
        "move 7Pz+6Pz 2101-2301", "6.2a", "every way to 2301 leads through a hex with no room left"
    )  # together they are too many
    roomy.order("move 7Pz 2101-2301", "move 6Pz 2101-2301")  # one after another they are not


@pytest.mark.rule("lwe", "6.2a")
def test_nobody_retreats_or_advances_beyond_the_limit() -> None:
    t = scene("7Pz 2204\n126RD 2303\n" + stack(RIFLES[1:7], "2403"), step="II.D", hexes="2302,2304,2404 lake")
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2303 with 7Pz")
    assert t.where("126RD") == "dead"  # the only open hex was full
    many = stack(FOOT[:4], "2203") + stack(FOOT[4:8], "2204")
    won = scene(f"{many}126RD 2303", step="II.D")
    won.title.questions.force_results(won.s, ["DE"])
    won.order(f"assault 2303 with {'+'.join(FOOT)}")
    refusal = won.refused(f"advance {'+'.join(FOOT[:7])}", "11.36", "more units than may stack in the hex")
    assert refusal.trouble.name == "STACKING"
    assert max(len(text.split()[1].split("+")) for text in won.legal("advance")) == 6


def overstacked(units: str, step: str, *, begin: bool = True) -> Table:
    return scene(f"{units}7Pz 2003\n90RD 2705", step=step, begin=begin, turn=6, state="directive = 0")


def removals(t: Table) -> set[str]:
    return {text.split()[1] for text in t.legal("remove")}


@pytest.mark.rule("lwe", "6.2b")
@pytest.mark.parametrize("step", ["II.C", "II.D", "III.A"])
def test_of_eight_divisions_the_opponent_removes_any_two(step: str) -> None:
    keys = FOOT if step.startswith("II.") else ("126RD", "48RD", "10RD", "L1", "23TD", "202MD", "N1", "72MtR")
    opponent, owner = ("soviet", "german") if step.startswith("II.") else ("german", "soviet")
    t = overstacked(stack(keys, "2303"), step)
    assert (t.seat, t.prompt.decision, t.prompt.rule) == (opponent, "overstack", "6.2b")
    assert t.prompt.text == "2303 is overstacked: remove a unit of your choice."
    assert removals(t) == set(keys)
    give(t, f"remove {keys[3]}")
    assert (t.seat, removals(t)) == (opponent, set(keys) - {keys[3]})
    t.order(f"remove {keys[0]}")
    assert t.seat == owner
    assert {key for key in keys if t.where(key) == "dead"} == {keys[0], keys[3]}


@pytest.mark.rule("lwe", "6.2b")
def test_the_fewest_units_go() -> None:
    """A corps and five divisions are eight: one unit is enough, and it is the corps."""
    t = overstacked("10RC 2303\n" + stack(("126RD", "48RD", "10RD", "L1", "23TD"), "2303"), "III.A")
    assert removals(t) == {"10RC"}
    t.refused("remove 126RD", "6.2b", "fewer units need to go from 2303 if 126RD stays")
    t.order("remove 10RC")
    assert (t.seat, t.prompt.decision) == ("soviet", "combat")
    assert t.where("126RD") == "2303"


@pytest.mark.rule("lwe", "6.2b")
def test_where_several_choices_are_equally_few_the_opponent_has_them_all() -> None:
    t = overstacked("10RC 2303\n" + stack(("126RD", "48RD", "10RD", "L1"), "2303"), "III.A")
    assert removals(t) == {"10RC", "126RD", "48RD", "10RD", "L1"}  # seven: any one
    nine = overstacked("10RC 2303\n" + stack(("126RD", "48RD", "10RD", "L1", "23TD", "N1"), "2303"), "III.A")
    assert removals(nine) == {"10RC"}
    ten = overstacked("10RC 2303\n11RC 2303\n" + stack(("126RD", "48RD", "10RD", "L1"), "2303"), "III.A")
    assert removals(ten) == {"10RC", "11RC", "126RD", "48RD", "10RD", "L1"}  # four too many: a corps and one more
    give(ten, "remove 126RD")
    assert removals(ten) == {"10RC", "11RC"}


@pytest.mark.rule("lwe", "6.2b")
def test_it_is_found_at_the_end_of_a_phase_too() -> None:
    t = overstacked(stack(FOOT[:7], "2303"), "II.C", begin=False)
    assert (t.seat, t.prompt.decision) == ("german", "movement")
    give(t, "done")
    assert (t.seat, t.prompt.decision) == ("soviet", "overstack")
    t.refused("done", "6.2b", "'done' cannot be ordered now...")
    for text in ("remove 7Pz", "remove 1Inf+11Inf", "remove 90RD"):
        t.refused(text, "6.2b", "one unit in 2303 must be named")
    t.order("remove 1Inf")
    assert (t.seat, t.prompt.decision) == ("german", "combat")


@pytest.mark.rule("lwe", "6.2b")
def test_new_soviet_units_have_until_the_end_of_their_movement() -> None:
    crowd = stack(("126RD", "48RD", "10RD", "L1", "23TD", "202MD", "N1"), "2303")
    wall = "2302,2304,2203,2204,2403,2404 lake"
    t = scene(f"{crowd}7Pz 2003\n90RD 2705", step="III.C", turn=6, hexes=wall, state="directive = 0")
    assert t.prompt.decision == "movement"
    t.order("done")
    assert (t.seat, t.prompt.decision) == ("german", "overstack")
    log = t.order("remove 23TD")
    assert "eliminated" in kinds(log)
    free = scene(f"{crowd}7Pz 2003\n90RD 2705", step="III.C", turn=6, state="directive = 0")
    free.refused("done", "8.1b", "2303 is overstacked, and 126RD can still leave it")
    free.order("move 126RD 2303-2403", "done")
    assert free.s.turn == 7


# -- 6.3 Nations ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "6.3a")
@pytest.mark.parametrize(("mover", "there"), list(combinations(("1Inf", "Rum2C", "Ital", "Hung"), 2)))
def test_nations_keep_apart(mover: str, there: str) -> None:
    own = {
        "Ital": "Ital german infantry XX 2-2/1-1 move=4/3 nation=italian",
        "Hung": "Hung german infantry XX 2-2/1-1 move=4/3 nation=hungarian",
    }
    for a, b in ((mover, there), (there, mover)):
        t = scene(f"{own.get(a, a)} 2203\n{own.get(b, b)} 2303", hexes="2301..2308 south")
        t.refused(f"move {a} 2203-2303", "6.3a", "units of different nations may not stack in 2303")
        assert f"move {a} 2203-2303" not in t.legal("move")
        assert "2303" not in t.range(a)
        t.order(f"move {a} 2203-2304")


@pytest.mark.rule("lwe", "6.3a")
def test_units_of_one_nation_stack_and_nobody_passes_through_another() -> None:
    t = scene("Rum2C 2203\nRum3C 2303\n1Inf 2204\n11Inf 2304")
    t.order("move Rum2C 2203-2303", "move 1Inf 2204-2304")
    row = scene("1Inf 2101\nRum2C 2201", size="8x1")
    assert set(row.range("1Inf")) == {"2001", "2101"}
    row.refused("move 1Inf 2101-2201", "6.3a", "units of different nations may not stack in 2201")


@pytest.mark.rule("lwe", "6.3a")
def test_nations_keep_apart_in_set_up_and_advance() -> None:
    t = Campaign()
    for _ in range(2):
        t.order("deploy historical", "done")
    label = next(
        t.title.board.grid.labels[h] for h in sorted(t.title.geo.romania) if t.title.board.terrain[h] == "clear"
    )
    t.order(f"place Rum2C {label}")
    t.refused(f"place 22AL {label}", "6.3a", "units of different nations may not stack in 1033")
    won = scene("1Inf 2203\nRum2C 2204\n126RD 2303", step="II.D")
    won.title.questions.force_results(won.s, ["DE"])
    won.order("assault 2303 with 1Inf+Rum2C")
    won.refused("advance 1Inf+Rum2C", "6.3a", "units of different nations may not stack in 2303")
    assert won.legal() == {"stay", "advance 1Inf", "advance Rum2C"}


CUT_OFF = "2001..2008 soviet"
BESET = "1Inf 2303\n11Inf 2303\nRum2C 2304\n126RD 2403\n48RD 2402"
SHUT = "2203,2204,2302 lake"


@pytest.mark.rule("lwe", "6.3b")
@pytest.mark.parametrize(("hexes", "mixed"), [(CUT_OFF, True), ("", False)])
def test_units_out_of_supply_may_mix(hexes: str, mixed: bool) -> None:
    """A retreat into another nation's hex, and no other hex is open."""
    t = scene(BESET, step="III.A", turn=6, hexes=f"{SHUT}\n{hexes}", state="directive = 0")
    t.order("standing german never")
    assert t.in_supply("1Inf") != mixed
    assert t.in_supply("Rum2C") != mixed
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2303 with 126RD", "convert DR")
    if mixed:
        t.order("retreat 2304")
        assert {t.where(key) for key in ("1Inf", "11Inf", "Rum2C")} == {"2304"}
    else:
        assert t.steps("1Inf") == 1  # it could go nowhere


@pytest.mark.rule("lwe", "6.3b")
def test_mixed_or_not_six_divisions_are_the_limit() -> None:
    units = BESET + "\nRum3C 2304"
    t = scene(units, step="III.A", turn=6, hexes=f"{SHUT}\n{CUT_OFF}", state="directive = 0")
    t.order("standing german never")
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2303 with 126RD", "convert DR")
    assert (t.where("1Inf"), t.steps("1Inf")) == ("2303", 1)


@pytest.mark.rule("lwe", "6.3b")
def test_who_comes_from_off_the_map_does_not_join_strangers_out_of_supply() -> None:
    island = "2103 edge german germany"
    t = scene("Rum2C 2103\n1Inf reserve\n126RD 2706", turn=2, hexes=island, sides=ring("2103", "lake"))
    assert not t.in_supply("Rum2C")
    t.refused("enter 1Inf 2103", "6.3a", "units of different nations may not stack in 2103")


@pytest.mark.rule("lwe", "6.3c")
def test_satellite_mechanized_units_stack_with_germans() -> None:
    t = scene("CSIR 2203\n7Pz 2303\n1Inf 2303\n6Pz 2204")
    t.order("move CSIR 2203-2303", "move 6Pz 2204-2303")
    assert t.where("CSIR") == t.where("7Pz") == t.where("6Pz") == "2303"
    german = scene("7Pz 2203\nRum1Arm 2303\nRum2C 2304")
    german.order("move 7Pz 2203-2303")
    german.refused("move Rum2C 2304-2303", "6.3a", "units of different nations may not stack in 2303")  # not mechanized


@pytest.mark.rule("lwe", "6.3c")
def test_but_not_with_another_satellite_nation() -> None:
    t = scene("CSIR 2203\nHF 2303")
    t.refused("move CSIR 2203-2303", "6.3a", "units of different nations may not stack in 2303")
    tanks = "Tanks german panzer XX 2-2/1-1 move=8/6 nation=hungarian"
    between = scene(f"CSIR 2203\n{tanks} 2303\n7Pz 2303")
    between.refused("move CSIR 2203-2303", "6.3a", "units of different nations may not stack in 2303")
    escort = scene(f"CSIR 2203\n7Pz 2203\n{tanks} 2303")
    escort.refused("move CSIR+7Pz 2203-2303", "6.3a", "units of different nations may not stack in 2303")
    escort.order("move 7Pz 2203-2303")


@pytest.mark.rule("lwe", "6.3c")
def test_still_they_make_no_mobile_assaults_and_count_for_stacking() -> None:
    t = scene("CSIR 2203\n7Pz 2203\n126RD 2303", turn=6)
    t.refused("mobile 2303 with 7Pz+CSIR", "9.22a", "CSIR cannot make mobile assaults")
    assert t.legal("mobile") == {"mobile 2303 with 7Pz", "mobile 2303 with 7Pz air 1"}
    full = scene("CSIR 2203\n" + stack(FOOT[:4], "2303"))
    full.refused("move CSIR 2203-2303", "6.1a", "2303 would be overstacked")


@pytest.mark.rule("lwe", "6.3d")
def test_a_mixed_stack_in_supply_parts_before_the_movement_phase_ends() -> None:
    t = scene("1Inf 2203\nRum2C 2203\n126RD 2603", turn=6)
    t.refused("done", "6.3d", "the nations in 2203 are in supply again and must part")
    assert "done" not in t.legal("done")
    t.order("move Rum2C 2203-2303", "done")
    other = scene("1Inf 2203\nRum2C 2203\n126RD 2603", turn=6)
    other.order("move 1Inf 2203-2303", "done")


@pytest.mark.rule("lwe", "6.3d")
def test_it_has_until_then() -> None:
    fighting = scene("1Inf 2203\nRum2C 2203\n126RD 2603", turn=6, step="II.C", order="fight-move")
    fighting.order("done")
    fighting.refused("done", "6.3d", "the nations in 2203 are in supply again and must part")
    soviet = scene("1Inf 2203\nRum2C 2203\n126RD 2603", turn=6, step="III.A")
    soviet.order("done", "done", "concentration decline", "order move-fight")
    soviet.refused("done", "6.3d", "the nations in 2203 are in supply again and must part")


@pytest.mark.rule("lwe", "6.3d")
def test_supply_regained_in_the_phase_binds_in_the_same_phase() -> None:
    pocket = "1Inf 2201\nRum2C 2201\n126RD 2101\n48RD 2202\n10RD 2301\n7Pz 2001"
    t = scene(pocket, turn=6)
    assert not t.in_supply("1Inf")
    assert "done" in t.legal()  # cut off they may stay together
    t.title.questions.force_results(t.s, ["DE"])
    t.order("mobile 2101 with 7Pz")
    assert t.in_supply("1Inf")
    t.refused("done", "6.3d", "the nations in 2201 are in supply again and must part")
    assert "done" not in t.legal()
    t.order("move 1Inf 2201-2002", "done")


@pytest.mark.rule("lwe", "6.3e")
def test_nations_attack_together_from_their_own_hexes() -> None:
    t = scene("1Inf 2203\nRum2C 2204\n126RD 2303", step="II.D")
    assert "assault 2303 with 1Inf+Rum2C" in t.legal("assault")
    t.title.questions.force_results(t.s, ["AS"])
    t.order("assault 2303 with 1Inf+Rum2C")
    two = scene("CSIR 2203\nRum2C 2204\n126RD 2303", step="II.D")
    two.refused("assault 2303 with CSIR+Rum2C", "11.37", "italian and romanian units may not attack together")


# -- 6.4 Fortified Zones, 6.5 markers ---------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "6.4")
def test_a_fortified_zone_lies_on_top() -> None:
    t = scene("FZGrodno 2303\n126RD 2303\n48RD 2304\n7Pz 2003", step="III.C")
    t.order("move 48RD 2304-2303")
    here = {key for key, unit in seen(t, "german").items() if unit["at"] == "2303"}
    assert here == {"FZGrodno"}  # the others are hidden under it
    t.refused("top 126RD", "6.4", "FZGrodno stays on top of its stack")
    assert not t.legal("top")


@pytest.mark.rule("lwe", "6.4")
def test_a_fortified_zone_lies_on_top_in_whatever_order_they_came() -> None:
    t = scene("126RD 2303\nFZGrodno 2303\n7Pz 2203", step="II.C", turn=2)
    assert {key for key, unit in seen(t, "german").items() if unit["at"] == "2303"} == {"FZGrodno"}
    t.refused("mobile 2303 with 7Pz", "11.24a", "a Fortified Zone in 2303 bars mobile assaults")


@pytest.mark.rule("lwe", "6.4")
@pytest.mark.parametrize("how", ["historical", "random"])
def test_there_is_never_more_than_one_zone_in_a_hex(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    zones = [u.key for u in t.title.units.units if u.kind == "fz"]
    assert len({t.where(key) for key in zones}) == len(zones)
    tops = [t.s.top[t.hex(t.where(key))] for key in zones]
    assert tops == [t.unit(key) for key in zones]


@pytest.mark.rule("lwe", "6.5")
def test_markers_take_up_no_room() -> None:
    marked = "".join(f"{key} 2303 concentrated\n" for key in FOOT[:5])
    state = 'concentration = "active"\nmarkers = 18\nconcentration_turn = 5'
    t = scene(f"{marked}56Inf 2203 concentrated\n126RD 2603", turn=6, state=state)
    t.order("move 56Inf 2203-2303")
    placing = scene(stack(FOOT[:6], "2203") + "126RD 2603", turn=6, step="concentration")
    placing.order("concentration declare", *(f"mark {key}" for key in FOOT[:6]))
    assert placing.prompt.decision == "phase order"
    refitting = scene("7Pz 2203 reduced\n" + stack(FOOT[:5], "2203") + "126RD 2603", turn=6, step="II.A")
    refitting.order("refit 7Pz", "done")
    assert refitting.prompt.decision != "overstack"
    flying = scene(stack(FOOT[:6], "2303") + "126RD 2403", turn=6, step="II.D")
    flying.title.questions.force_results(flying.s, ["AS"])
    flying.order("assault 2403 with 1Inf air 1", "done")
    assert flying.prompt.decision != "overstack"
