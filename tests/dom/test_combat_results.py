"""11.21 to 11.31: the Combat Results Table, losses, retreats, conversions, battle groups, advances."""

from __future__ import annotations

from typing import Any

import pytest

from steppe import titles
from steppe.assault.state import Flag
from steppe.title import Trouble
from tests.dom.battlefield import GERMAN_MOVEMENT, SOVIET_COMBAT, battlefield, column, die_for, fight
from tests.sandbox import Table, first, kinds

PA, MA = "assault 0505 with 7Pz", "mobile 0505 with 7Pz"
TULA = "0505 city Tula"

# -- 11.21, 11.22: resolution ---------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.21")
def test_shifts_apply_to_the_true_odds() -> None:
    t = battlefield("A german infantry XX 40-9 0405; RD1 0505 2-2", hexes=TULA)
    assert column(t, "assault 0505 with A") == "18:1"  # from 20:1, and not 3:1
    log = t.order("assault 0505 with A", dice=(1,))
    assert first(log, "result").facts["result"] == "DE"
    assert "rolled" not in kinds(log)


@pytest.mark.rule("dom", "11.21")
def test_a_five_at_even_odds_stalls_the_attack() -> None:
    t = battlefield("35Inf 0405; RD1 0505 2-4")
    assert column(t, "assault 0505 with 35Inf") == "1:1"
    log = t.order("assault 0505 with 35Inf", dice=(5,))
    assert [first(log, "rolled").facts["die"], first(log, "result").facts["result"]] == [5, "AS"]


@pytest.mark.rule("dom", "11.21")
@pytest.mark.parametrize("attack", [1, 2, 3, 6, 9, 12, 15])
def test_the_die_and_the_column_give_the_result(attack: int) -> None:
    """Every die in every column; the sheet's chances are those of the column."""
    results = []
    for die in range(1, 7):
        t = battlefield(f"A german infantry XX {attack}-9/1-1 0405; D soviet RD XX 1-3 0505")
        odds = column(t, "assault 0505 with A")
        chances = t.sheet("assault 0505 with A").results
        log = t.order("assault 0505 with A", dice=(die,))
        result = first(log, "result").facts["result"]
        assert die_for(t, odds, result) <= die
        results.append(result)
    assert {result: results.count(result) for result in set(results)} == {r: 6 * p for r, p in chances.items()}


BLOODBATH = "7Pz 0405; 36PG 0405; RD1 0505 2-2; RD2 0505 2-1"


@pytest.mark.rule("dom", "11.22a")
def test_the_defender_applies_his_result_first() -> None:
    t = battlefield(BLOODBATH, hexes=TULA)
    fight(t, "assault 0505 with 7Pz+36PG", "DR")
    log = t.order("convert BB")
    assert t.where("RD1") == t.where("RD2") == "dead"  # before the German has lost anything
    assert "reduced" not in kinds(log)
    assert (t.seat, t.prompt.decision) == ("german", "loss")


@pytest.mark.rule("dom", "11.22b")
def test_nothing_is_carried_over_to_the_next_battle() -> None:
    """A stack that cannot retreat dies; the battle after it begins clean, and so does the next phase."""
    units = "7Pz 0405; 6Pz 0605; 35Inf 0407; 87Inf 0407; RD1 0505 2-2; RD2 0507 3-8"
    t = battlefield(units)
    fight(t, PA, "DR")
    assert t.where("RD1") == "dead"
    t.order("stay")
    fight(t, "assault 0507 with 35Inf+87Inf", "AS")
    assert (t.where("RD2"), t.steps("35Inf"), t.steps("87Inf")) == ("0507", 2, 2)
    t.order("done")
    assert t.prompt.decision != "loss"


@pytest.mark.rule("dom", "11.22b")
def test_losses_of_a_bloodbath_end_with_its_force() -> None:
    t = battlefield("7Pz 0405; 36PG 0405; 35Inf 0407; RD1 0505 2-2; RD2 0505 1-1; RD3 0507 2-4", hexes=TULA)
    fight(t, "assault 0505 with 7Pz+36PG", "DR")
    t.order("convert BB", "loss 7Pz", "loss 36PG", "stay")
    fight(t, "assault 0507 with 35Inf", "AS")
    assert t.steps("35Inf") == 2
    assert t.prompt.decision == "combat"


# -- 11.23, 11.24: the attacker's misfortunes -----------------------------------------------------------------------


@pytest.mark.rule("dom", "11.23")
def test_a_stalled_attack_changes_nothing() -> None:
    t = battlefield("35Inf 0405; 87Inf 0406; RD1 0505 2-3; 1GRD 0505")
    fight(t, "assault 0505 with 35Inf+87Inf", "AS")
    assert {key: (t.where(key), t.steps(key)) for key in ("35Inf", "87Inf", "RD1", "1GRD")} == {
        "35Inf": ("0405", 2),
        "87Inf": ("0406", 2),
        "RD1": ("0505", 1),
        "1GRD": ("0505", 2),
    }
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.23")
def test_a_stalled_mobile_assault_ends_in_its_launch_hex() -> None:
    t = battlefield("7Pz 0305; RD1 0505 3-4", step=GERMAN_MOVEMENT)
    t.order("move 7Pz 0305-0405")
    fight(t, MA, "AS")
    assert (t.where("7Pz"), t.steps("7Pz")) == ("0405", 2)
    assert t.where("RD1") == "0505"
    t.refused("move 7Pz 0405-0404", "10.19", "7Pz may not move on this phase: its mobile assault did not clear the hex")
    assert not t.legal("move")


@pytest.mark.rule("dom", "11.24")
def test_the_attacker_chooses_his_step() -> None:
    t = battlefield("35Inf 0405; 87Inf 0405; 8Inf 0406; 28Inf 0406; RD1 0505 4-12")
    fight(t, "assault 0505 with 35Inf+87Inf+8Inf", "AL1")
    assert (t.seat, t.prompt.decision) == ("german", "loss")
    assert t.legal() == {"loss 35Inf", "loss 87Inf", "loss 8Inf"}
    t.refused(
        "loss 28Inf", "11.24", "the step must come from a unit of this battle that may lose it"
    )  # it took no part
    t.refused("loss RD1", "11.24", "the step must come from a unit of this battle that may lose it")
    t.refused("loss 35Inf+87Inf", "11.24", "the step must come from a unit of this battle that may lose it")
    t.order("loss 87Inf")
    assert [t.steps(key) for key in ("35Inf", "87Inf", "8Inf", "28Inf")] == [2, 1, 2, 2]
    assert (t.where("RD1"), t.steps("RD1")) == ("0505", 1)
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.24")
def test_a_lone_one_step_attacker_dies() -> None:
    t = battlefield("35Inf 0405; RD1 0505 2-2; RD2 0506 1-1", step=SOVIET_COMBAT)
    fight(t, "assault 0405 with RD1", "AL1")
    assert t.where("RD1") == "dead"
    assert (t.where("35Inf"), t.steps("35Inf")) == ("0405", 2)


@pytest.mark.rule("dom", "11.24")
def test_survivors_of_a_mobile_assault_stop_in_the_launch_hex() -> None:
    t = battlefield("7Pz 0405; 36PG 0405; RD1 0505 3-8", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz+36PG", "AL1")
    t.order("loss 36PG")
    assert (t.where("7Pz"), t.where("36PG"), t.steps("36PG"), t.where("RD1")) == ("0405", "0405", 1, "0505")
    for unit in ("7Pz", "36PG"):
        t.refused(
            f"move {unit} 0405-0404",
            "10.19",
            f"{unit} may not move on this phase: its mobile assault did not clear the hex",
        )


# -- 11.25, 11.26: retreats -----------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.25a")
def test_the_defenders_retreat_one_hex_together() -> None:
    t = battlefield("7Pz 0405; RD1 0505 1-1; RD2 0505 1-1")
    fight(t, PA, "DR")
    assert (t.seat, t.prompt.decision) == ("soviet", "retreat")
    t.refused("retreat 0705", "11.25a", "a retreat goes to an adjacent hex")
    t.refused("retreat 0505", "11.25a", "a retreat goes to an adjacent hex")
    t.order("retreat 0606")
    assert t.where("RD1") == t.where("RD2") == "0606"
    assert t.steps("RD1") == t.steps("RD2") == 1


@pytest.mark.rule("dom", "11.25a")
def test_no_retreat_into_enemies_or_their_cities() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2", hexes="0605 city german Tula")
    fight(t, PA, "DR")
    t.refused("retreat 0405", "11.25a", "enemy units are in 0405")
    t.refused("retreat 0605", "11.17f", "0605 Tula is an enemy city")
    t = battlefield("35Inf 0505 4-4; RD1 0605 9-1; RD2 0405 1-1", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with RD1", "DR")
    t.refused("retreat 0405", "11.25a", "enemy units are in 0405")
    assert t.legal() == {"retreat 0406"}


@pytest.mark.rule("dom", "11.25b")
def test_a_retreat_goes_towards_supply() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}  # three hexes from the eastern edge, 0506 four
    t.refused("retreat 0506", "11.25b", "0605 and 0606 come before 0506")


@pytest.mark.rule("dom", "11.25b")
def test_the_nearest_open_hex_counts_even_if_it_leads_away() -> None:
    units = "35Inf 0505 4-4/2-2; A soviet RD XX 9-1 0605; B soviet RD XX 1-1 0405; C soviet RD XX 1-1 0406"
    t = battlefield(f"{units}; D soviet RD XX 1-1 0504", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR")
    assert t.legal() == {"retreat 0506"}  # 0606 is one further from the west
    t.refused("retreat 0606", "11.25b", "0506 comes before 0606")


@pytest.mark.rule("dom", "11.25b")
def test_a_lost_source_draws_nobody() -> None:
    """Only a source of the own side that it controls counts: here the southern one, not the nearer northern one."""
    hexes = "0503 soviet-source german\n0909 soviet-source"
    t = Table(f'''
title = "dom"
turn = 2
step = "I.C"
units = """
35Inf 0405 4-4
RD1 0505 2-2
"""
[track]
air_german = 0
[board]
size = "9x9"
hexes = """
0101..0109 german-source german
{hexes}
"""
''')
    fight(t, "assault 0505 with 35Inf", "DR")
    assert t.legal() == {"retreat 0506", "retreat 0606"}  # both five from 0909
    t.refused("retreat 0605", "11.25b", "0606 and 0506 come before 0605")  # two from 0503


@pytest.mark.rule("dom", "11.26a")
def test_a_retreat_costs_no_movement_points() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2 spent=5 halted moved", sides="0505-0605 river\n0505-0606 river")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}
    t.order("retreat 0605")
    assert t.s.spent[t.unit("RD1")] == 5


@pytest.mark.rule("dom", "11.26a")
def test_a_retreat_obeys_what_movement_forbids() -> None:
    t = battlefield("7Pz 0405; TB1 0505 2-2", hexes="0605 marsh", sides="0505-0606 reservoir")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0506"}
    t.refused("retreat 0605", "11.26a", "0605 is marsh")
    t.refused("retreat 0606", "11.26a", "a reservoir hexside lies before 0606")
    t = battlefield("7Pz 0405; RD1 0505 2-2", hexes="0605 marsh", sides="0505-0606 reservoir")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0605"}  # foot may go into the marsh


@pytest.mark.rule("dom", "11.26a")
def test_german_panzers_do_not_retreat_into_marsh() -> None:
    t = battlefield("7Pz 0505 8-4; RD1 0605 9-1", hexes="0405 marsh", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with RD1", "DR")
    t.refused("retreat 0405", "11.26a", "0405 is marsh")
    assert t.legal() == {"retreat 0406"}


RING = "A soviet RD XX 30-1 0605; B soviet RD XX 1-1 0606; C soviet RD XX 1-1 0504; D soviet RD XX 1-1 0506"


def crowd(label: str, number: int) -> str:
    return "; ".join(f"F{label}{i} german infantry XX 4-4 {label}" for i in range(number))


THREE = "G1 german infantry XX 4-4/2-2 0505; G2 german infantry XX 4-4/2-2 0505; G3 german infantry XX 4-2 0505"


@pytest.mark.rule("dom", "11.26b")
def test_a_force_without_room_stands_and_dies() -> None:
    """The only open hex holds four: one could go, three cannot, so all stay and take DE."""
    t = battlefield(f"{THREE}; {RING}; E soviet RD XX 1-1 0406; {crowd('0405', 4)}", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    log = t.order("convert DR")
    assert first(log, "cannot retreat").facts["rule"] == "11.26b"
    assert t.where("G3") == "dead"
    assert [(t.where(key), t.steps(key)) for key in ("G1", "G2")] == [("0505", 1), ("0505", 1)]
    assert sum(t.where(f"F0405{i}") == "0405" for i in range(4)) == 4


@pytest.mark.rule("dom", "11.26b")
def test_no_open_hex_at_all() -> None:
    units = f"{THREE}; {RING}; E soviet RD XX 1-1 0406; F soviet RD XX 1-1 0405"
    t = battlefield(units, step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR")
    assert t.where("G3") == "dead"
    assert t.steps("G1") == t.steps("G2") == 1


@pytest.mark.rule("dom", "11.26b")
def test_a_stack_splits_only_as_stacking_demands() -> None:
    t = battlefield(f"{THREE}; {RING}; {crowd('0405', 4)}; {crowd('0406', 3)}", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR")
    assert t.legal() == {
        *(f"retreat {key} 0405" for key in ("G1", "G2", "G3")),
        *(f"retreat {pair} 0406" for pair in ("G1+G2", "G1+G3", "G2+G3")),
    }
    t.refused("retreat 0405", "11.26b", "a stack splits only as far as stacking demands")
    t.refused(
        "retreat G1 0406", "11.26b", "a stack splits only as far as stacking demands"
    )  # two could go there together
    t.order("retreat G1+G3 0406")
    assert t.prompt.decision == "retreat"
    t.order("retreat 0405")
    assert (t.where("G1"), t.where("G2"), t.where("G3")) == ("0406", "0405", "0406")
    assert t.prompt.decision == "advance"


@pytest.mark.rule("dom", "11.26b")
def test_a_stack_stays_together_where_it_can() -> None:
    """0405 has room for all three, 0406 for two: there is no splitting, and 0406 is not open."""
    t = battlefield(f"{THREE}; {RING}; {crowd('0405', 2)}; {crowd('0406', 3)}", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR")
    assert t.legal() == {"retreat 0405"}
    t.refused("retreat 0406", "11.26b", "0406 would be overstacked")
    t.refused("retreat G1 0405", "11.26b", "a stack splits only as far as stacking demands")


@pytest.mark.rule("dom", "11.26b")
def test_terrain_alone_never_splits_a_stack() -> None:
    units = f"7Pz 0505 8-2/4-1; G1 german infantry XX 4-2 0505; {RING}; E soviet RD XX 1-1 0406"
    t = battlefield(units.replace("30-1", "16-1"), hexes="0405 marsh", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR")
    assert t.where("G1") == "dead"  # it could have gone into the marsh alone
    assert (t.where("7Pz"), t.steps("7Pz")) == ("0505", 1)


@pytest.mark.rule("dom", "11.26c")
def test_zones_of_control_bar_a_soviet_retreat() -> None:
    t = battlefield("7Pz 0405; 35Inf 0704; RD1 0505 2-2; RD2 0605 1-1")
    fight(t, PA, "DR")
    for label in ("0504", "0605"):  # 0605 is in the zone of 35Inf, for all that a friend is there
        t.refused(f"retreat {label}", "11.26c", f"{label} is in an enemy ZOC")
    assert t.legal() == {"retreat 0606"}


@pytest.mark.rule("dom", "11.26c")
def test_a_soviet_force_shut_in_by_zones_takes_de() -> None:
    t = battlefield("7Pz 0405; 35Inf 0706; 87Inf 0407; RD1 0505 1-1; 1GRD 0505 4-1/2-1; 8Inf 0604")
    fight(t, PA, "DR")
    assert t.where("RD1") == "dead"
    assert (t.where("1GRD"), t.steps("1GRD")) == ("0505", 1)
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.26c")
def test_soviet_units_bar_no_german_retreat() -> None:
    t = battlefield("35Inf 0505 4-4; RD1 0605 9-1; RD2 0305 1-1", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with RD1", "DR")
    assert t.legal() == {"retreat 0405", "retreat 0406"}  # both next to RD2


# -- 11.27: retreat into a later assault ----------------------------------------------------------------------------

LATER = """
6Pz 0505 8-4/4-2 reduced
35Inf 0405 4-4/2-2
A soviet RD XX 6-1 0605
B soviet RD XX 4-1 0404
C soviet RD XX 4-1 0404
KG1 reserve
"""
SECOND = "assault 0405 with B+C"


def later(units: str = LATER, **keywords: Any) -> Table:
    """A reduced panzer division has retreated onto an infantry division that may still be attacked."""
    t = battlefield(units, step=SOVIET_COMBAT, **keywords)
    fight(t, "assault 0505 with A", "DR")
    t.order("retreat 0405", "stay")
    assert t.where("6Pz") == "0405"
    return t


@pytest.mark.rule("dom", "11.27")
def test_the_retreated_add_nothing_to_the_defence() -> None:
    t = later()
    assert t.sheet(SECOND).defence == {4: 1}
    assert first(fight(t, SECOND, "AS"), "odds").facts["defence"] == 4


@pytest.mark.rule("dom", "11.27")
@pytest.mark.parametrize("result", ["AS", "AL1"])
def test_the_retreated_live_if_the_defence_holds(result: str) -> None:
    t = later()
    fight(t, SECOND, result)
    assert (t.where("6Pz"), t.steps("6Pz")) == ("0405", 1)
    assert (t.where("35Inf"), t.steps("35Inf")) == ("0405", 2)


@pytest.mark.rule("dom", "11.27")
@pytest.mark.parametrize("choice", ["DR", "DL1"])
def test_the_retreated_die_with_the_retreat(choice: str) -> None:
    t = later()
    fight(t, SECOND, "DR")
    log = t.order(f"convert {choice}")
    assert t.where("6Pz") == "dead"
    assert t.where("KG1") == "reserve"  # wholly eliminated
    assert "battle group" not in kinds(log)
    if choice == "DR":
        t.order(next(iter(sorted(t.legal("retreat")))))
        assert (t.where("35Inf"), t.steps("35Inf")) != ("0405", 2)
        assert t.steps("35Inf") == 2  # the loss of the others pays for nothing, and costs it nothing
    else:
        assert (t.where("35Inf"), t.steps("35Inf")) == ("0405", 1)  # it pays its own step all the same


@pytest.mark.rule("dom", "11.27")
def test_the_loss_of_the_retreated_satisfies_no_result() -> None:
    """A full two-step unit that has retreated dies with both steps, and the defender's DE is still to be paid."""
    units = LATER.replace("8-4/4-2 reduced", "8-4/4-2").replace("XX 4-1 0404", "XX 6-1 0404")
    t = battlefield(units, step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    t.order("convert DR", "retreat 0405", "stay")
    assert t.steps("6Pz") == 2
    fight(t, SECOND, "DE")
    assert t.where("6Pz") == "dead"
    assert (t.where("35Inf"), t.steps("35Inf")) == ("0405", 1)


@pytest.mark.rule("dom", "11.27")
def test_by_option_the_retreated_leave_a_battle_group() -> None:
    t = later(options="kg_after_retreat = true")
    fight(t, SECOND, "DR")
    t.order("convert DL1")
    assert t.where("6Pz") == "dead"
    assert t.where("KG1") == "0405"


@pytest.mark.rule("dom", "11.27")
def test_in_a_city_a_converted_retreat_spares_them() -> None:
    t = later(LATER.replace("XX 4-1 0404", "XX 6-1 0404"), hexes="0405 city german Orel")
    fight(t, SECOND, "DR")
    t.order("loss B")
    assert (t.where("6Pz"), t.where("35Inf")) == ("0405", "0405")


@pytest.mark.rule("dom", "11.27")
def test_a_retreat_onto_attacked_friends_gives_no_new_target() -> None:
    """Everybody in the hex has been attacked this phase: it is no target any more."""
    t = battlefield(LATER, step=SOVIET_COMBAT)
    fight(t, "assault 0405 with B", "AS")
    fight(t, "assault 0505 with A", "DR")
    t.order("retreat 0405", "stay")
    t.refused("assault 0405 with C", "11.3b", "the units in 0405 have been attacked this phase")


@pytest.mark.rule("dom", "11.27")
def test_who_retreated_from_a_mobile_assault_defends_normally() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2; RD2 0606 1-3", step=GERMAN_MOVEMENT)
    fight(t, MA, "DR")
    t.order("retreat 0606", "done")
    assert t.where("7Pz") == "0505"
    assert t.sheet("assault 0606 with 7Pz").defence == {5: 1}


# -- 11.28: conversions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.28a")
def test_a_german_retreat_result_in_a_city_never_stands() -> None:
    t = battlefield(BLOODBATH, hexes=TULA)
    fight(t, "assault 0505 with 7Pz+36PG", "DR")
    assert t.legal() == {"convert AS", "convert BB"}
    t.order("convert AS")
    assert [t.where(key) for key in ("7Pz", "36PG", "RD1", "RD2")] == ["0405", "0405", "0505", "0505"]
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.28b")
def test_a_bloodbath_costs_the_german_as_many_steps() -> None:
    units = "35Inf 0405; 87Inf 0405; 8Inf 0406; RD1 0505 1-1; RD2 0505 1-1; RD3 0505 1-1"
    t = battlefield(units, hexes=TULA)
    fight(t, "assault 0505 with 35Inf+87Inf+8Inf", "DR")
    t.order("convert BB")
    assert {t.where(key) for key in ("RD1", "RD2", "RD3")} == {"dead"}
    t.order("loss 35Inf", "loss 35Inf")
    assert t.where("35Inf") == "dead"
    assert t.prompt.decision == "loss"  # one more
    t.order("loss 8Inf")
    assert [t.steps(key) for key in ("87Inf", "8Inf")] == [2, 1]
    assert t.prompt.decision == "advance"


@pytest.mark.rule("dom", "11.28b")
def test_steps_are_counted_not_factors_nor_units() -> None:
    """Two Guards divisions are reduced and a rifle division dies: three steps, and the city holds."""
    units = "A german infantry XX 16-9/8-4 0405; B german infantry XX 16-9/8-4 0405; C german infantry XX 8-4/4-2 0406"
    t = battlefield(f"{units}; 1GRD 0505; 2GRD 0505; RD1 0505 1-1", hexes=TULA)
    order = "assault 0505 with A+B+C"
    fight(t, order, "DR")
    t.order("convert BB")
    assert (t.where("RD1"), t.steps("1GRD"), t.steps("2GRD")) == ("dead", 1, 1)
    t.order("loss A", "loss B", "loss C")
    assert [t.steps(key) for key in "ABC"] == [1, 1, 1]
    assert t.where("1GRD") == "0505"
    assert t.prompt.decision == "combat"  # no advance: the hex is not empty


@pytest.mark.rule("dom", "11.28c")
def test_a_bloodbath_must_leave_a_step() -> None:
    units = "35Inf 0405 8-8/4-4; RD1 0505 1-1; RD2 0505 1-1"
    t = battlefield(units, hexes=TULA)
    log = fight(t, "assault 0505 with 35Inf", "DR")
    assert first(log, "converted").facts["result"] == "AS"  # two steps against two: no choice
    assert t.where("RD1") == t.where("RD2") == "0505"
    assert t.steps("35Inf") == 2
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.28c")
def test_one_step_more_is_enough() -> None:
    t = battlefield("35Inf 0405 8-8/4-4; 87Inf 0406 reduced; RD1 0505 1-1; RD2 0505 1-2", hexes=TULA)
    fight(t, "assault 0505 with 35Inf+87Inf", "DR")
    assert t.legal() == {"convert AS", "convert BB"}
    t.order("convert BB", "loss 35Inf", "loss 35Inf")
    assert (t.where("35Inf"), t.where("87Inf")) == ("dead", "0406")


@pytest.mark.rule("dom", "11.28c")
@pytest.mark.parametrize("counted", [False, True])
def test_battle_groups_to_come_count_as_survivors_by_option_only(counted: bool) -> None:
    units = "7Pz 0405 8-8/4-4; KG1 reserve; RD1 0505 1-1; RD2 0505 1-1"
    t = battlefield(units, hexes=TULA, options=f"kg_survivors = {str(counted).lower()}")
    fight(t, PA, "DR")
    assert t.prompt.decision == ("conversion" if counted else "combat")
    if counted:
        t.order("convert BB")
        assert (t.where("7Pz"), t.where("KG1")) == ("dead", "0405")


@pytest.mark.rule("dom", "11.28d")
def test_a_soviet_retreat_result_against_a_city_costs_a_step() -> None:
    t = battlefield("35Inf 0505 4-2/2-1; RD1 0605 8-2", hexes=TULA, step=SOVIET_COMBAT)
    log = fight(t, "assault 0505 with RD1", "DR")
    assert first(log, "converted").facts["result"] == "AL1"
    assert t.where("RD1") == "dead"
    assert (t.where("35Inf"), t.steps("35Inf")) == ("0505", 2)


@pytest.mark.rule("dom", "11.28e")
def test_the_german_may_hold_by_losing_a_step() -> None:
    t = battlefield("35Inf 0505 4-2/2-1; 87Inf 0505 4-2/2-1; A soviet RD XX 8-1 0605", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    assert (t.seat, t.prompt.decision) == ("german", "conversion")
    assert t.legal() == {"convert DR", "convert DL1"}
    t.refused("convert AS", "11.28e", "a DR outside a city is DR or DL1, not AS")
    t.order("convert DL1")
    assert t.legal() == {"loss 35Inf", "loss 87Inf"}
    t.refused("loss A", "11.28e", "the step must come from a unit of this battle that may lose it")
    t.order("loss 87Inf")
    assert [(t.where(key), t.steps(key)) for key in ("35Inf", "87Inf")] == [("0505", 2), ("0505", 1)]
    assert (t.where("A"), t.prompt.decision) == ("0605", "combat")


@pytest.mark.rule("dom", "11.28e")
def test_a_lone_step_must_retreat() -> None:
    t = battlefield("7Pz 0505 8-4/4-2 reduced; KG1 reserve; A soviet RD XX 4-1 0605", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DR")
    assert t.prompt.decision == "retreat"  # no choice, and a battle group to come does not count
    full = battlefield("7Pz 0505 8-4/4-2; A soviet RD XX 8-1 0605", step=SOVIET_COMBAT)
    fight(full, "assault 0505 with A", "DR")
    assert full.legal() == {"convert DR", "convert DL1"}
    full.order("convert DL1")
    assert (full.where("7Pz"), full.steps("7Pz")) == ("0505", 1)


@pytest.mark.rule("dom", "11.28e")
def test_the_soviet_has_no_such_choice() -> None:
    t = battlefield("7Pz 0405; 1GRD 0505 4-2/2-1")
    fight(t, PA, "DR")
    assert (t.seat, t.prompt.decision) == ("soviet", "retreat")


# -- 11.29: DE ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.29")
def test_one_step_units_die_and_full_ones_are_reduced() -> None:
    t = battlefield("A german infantry XX 90-9 0405; RD1 0505; 1GRD 0505; 2GRD 0505 reduced")
    log = fight(t, "assault 0505 with A", "DE")
    assert first(log, "result").facts["result"] == "DE"
    assert t.where("RD1") == t.where("2GRD") == "dead"
    assert (t.where("1GRD"), t.steps("1GRD")) == ("0505", 1)
    fell = [event.kind for event in log if event.kind in ("eliminated", "reduced")]
    assert fell == ["eliminated", "eliminated", "reduced"]
    assert t.prompt.decision == "combat"  # no advance into a hex that is held
    t.refused("assault 0505 with A", "11.3b", "the units in 0505 have been attacked this phase")


@pytest.mark.rule("dom", "11.29")
def test_the_attacker_loses_nothing_and_may_advance_into_the_empty_hex() -> None:
    t = battlefield("A german infantry XX 30-9/1-1 0405; RD1 0505; RD2 0505")
    fight(t, "assault 0505 with A", "DE")
    assert t.steps("A") == 2
    assert t.prompt.decision == "advance"
    t.order("advance A")
    assert t.where("A") == "0505"


# -- 11.30: battle groups -------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.30a")
@pytest.mark.parametrize(("unit", "factors"), [("4Pz", "2-1"), ("36PG", "1-2")])
def test_a_reduced_division_leaves_a_battle_group_of_its_type(unit: str, factors: str) -> None:
    t = battlefield(f"{unit} 0405 reduced; KG1 reserve; RD1 0505 4-12")
    log = fight(t, f"assault 0505 with {unit}", "AL1")
    assert t.where(unit) == "dead"
    assert t.where("KG1") == "0405"
    kg = t.unit("KG1")
    assert t.title.units.faces[t.s.face[kg]].text == factors
    assert kinds(log).index("eliminated") < kinds(log).index("battle group")


@pytest.mark.rule("dom", "11.30a")
@pytest.mark.parametrize("unit", ["Lehr", "GD", "1Cav", "35Inf"])
def test_nobody_else_leaves_one(unit: str) -> None:
    t = battlefield(f"{unit} 0405 reduced; KG1 reserve; RD1 0505 4-12")
    fight(t, f"assault 0505 with {unit}", "AL1")
    assert (t.where(unit), t.where("KG1")) == ("dead", "reserve")


@pytest.mark.rule("dom", "11.30a")
def test_a_full_division_that_loses_a_step_leaves_none() -> None:
    t = battlefield("4Pz 0405; KG1 reserve; RD1 0505 4-12")
    fight(t, "assault 0505 with 4Pz", "AL1")
    assert (t.steps("4Pz"), t.where("KG1")) == (1, "reserve")


@pytest.mark.rule("dom", "11.30a")
def test_after_de_the_battle_group_holds_the_hex() -> None:
    units = "4Pz 0505 reduced; KG1 reserve; A soviet RD XX 30-1 0605; B soviet RD XX 9-1 0606"
    t = battlefield(units, step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DE")
    assert t.where("KG1") == "0505"
    assert t.control("0505") == "german"
    assert t.prompt.decision == "combat"  # no advance
    t.refused(
        "assault 0505 with B", "11.3b", "the units in 0505 have been attacked this phase"
    )  # its hex has been attacked


TOGETHER = "4Pz 0505 reduced; 36PG 0505 reduced; 3Pz 0505 reduced; A soviet RD XX 90-1 0605"


@pytest.mark.rule("dom", "11.30a")
@pytest.mark.parametrize(("heir", "factors"), [("4Pz", "2-1"), ("36PG", "1-2")])
def test_the_owner_chooses_who_leaves_the_last_battle_group(heir: str, factors: str) -> None:
    t = battlefield(f"{TOGETHER}; KG1 reserve", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DE")
    assert (t.seat, t.prompt.decision, t.prompt.rule) == ("german", "battle group", "11.30a")
    assert t.legal() == {"remnant 4Pz", "remnant 36PG", "remnant 3Pz"}
    refusal = t.refused("remnant KG1", "11.30a", "one of the divisions just lost leaves a battle group")
    assert refusal.trouble == Trouble.UNIT
    t.order(f"remnant {heir}")
    assert t.where("KG1") == "0505"
    assert t.title.units.faces[t.s.face[t.unit("KG1")]].text == factors
    assert (t.seat, t.prompt.decision) == ("soviet", "combat")


@pytest.mark.rule("dom", "11.30a")
def test_he_is_asked_until_it_no_longer_matters() -> None:
    t = battlefield(f"{TOGETHER}; KG1 reserve; KG2 reserve", step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DE")
    t.order("remnant 36PG")  # two panzer divisions are left: either leaves the same
    assert [t.where(key) for key in ("KG1", "KG2")] == ["0505", "0505"]
    texts = {t.title.units.faces[t.s.face[t.unit(key)]].text for key in ("KG1", "KG2")}
    assert texts == {"1-2", "2-1"}
    assert (t.seat, t.prompt.decision) == ("soviet", "combat")


@pytest.mark.rule("dom", "11.30a")
def test_nobody_is_asked_if_there_are_enough_or_none() -> None:
    for groups in ("KG1 reserve; KG2 reserve; KG3 reserve", "KG1 dead"):
        t = battlefield(f"{TOGETHER}; {groups}", step=SOVIET_COMBAT)
        fight(t, "assault 0505 with A", "DE")
        assert t.prompt.decision != "battle group"


@pytest.mark.rule("dom", "11.30a")
def test_after_a_failed_mobile_assault_it_stands_in_the_launch_hex() -> None:
    t = battlefield("4Pz 0405 reduced; KG1 reserve; RD1 0505 4-12", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 4Pz", "AL1")
    assert t.where("KG1") == "0405"
    t.refused("move KG1 0405-0404", "10.19", "KG1 may not move on this phase: its mobile assault did not clear the hex")


@pytest.mark.rule("dom", "11.30a")
def test_a_battle_group_goes_on_as_the_unit_it_was() -> None:
    """It takes over that its division has attacked, and later operates as a panzer unit of its own."""
    t = battlefield("4Pz 0405 reduced; KG1 reserve; RD1 0505 4-12; RD2 0504 1-1")
    fight(t, "assault 0505 with 4Pz", "AL1")
    t.refused("assault 0504 with KG1", "11.3b", "KG1 has attacked this phase")
    assert t.sheet("mobile 0504 with KG1").attack == {2: 1}
    assert t.in_supply("KG1")


@pytest.mark.rule("dom", "11.30b")
def test_a_battle_group_has_one_step_and_does_not_return() -> None:
    t = battlefield("KG1 0405; 4Pz 0404 reduced; RD1 0505 4-12; RD2 0503 4-12")
    fight(t, "assault 0505 with KG1", "AL1")
    assert t.where("KG1") == "dead"
    fight(t, "assault 0503 with 4Pz", "AL1")
    assert t.where("4Pz") == "dead"
    assert t.where("KG1") == "dead"  # none is left to form


@pytest.mark.rule("dom", "11.30b")
def test_there_are_ten_and_no_eleventh() -> None:
    title: Any = titles.load("dom")
    groups = [key for key in title.units.keys if key.startswith("KG")]
    assert len(groups) == 10
    divisions = ["1Pz", "6Pz", "7Pz", "2Pz", "10Pz", "5Pz", "11Pz", "19Pz", "20Pz", "3Pz", "4Pz"]
    lines = [f"{key} {4 + i // 5:02}05 reduced" for i, key in enumerate(divisions)]
    units = "\n".join([*lines, *(f"{kg} reserve" for kg in groups)])
    t = battlefield(
        f"{units}\nA soviet RD XX 90-1 0404\nB soviet RD XX 90-1 0504\nC soviet RD XX 90-1 0606", step=SOVIET_COMBAT
    )
    for order in ("assault 0405 with A", "assault 0505 with B", "assault 0605 with C"):
        fight(t, order, "DE")
        if t.prompt.decision == "advance":
            t.order("stay")
    assert {t.where(key) for key in divisions} == {"dead"}
    assert all(t.where(kg) in ("0405", "0505") for kg in groups)
    assert not [u for u, h in enumerate(t.s.hex) if h == t.hex("0605")]  # the eleventh left nothing


@pytest.mark.rule("dom", "11.30b")
def test_a_battle_group_keeps_its_type() -> None:
    t = battlefield("36PG 0405 reduced; 4Pz 0404; KG1 reserve; RD1 0505 4-12")
    fight(t, "assault 0505 with 36PG", "AL1")
    kg = t.unit("KG1")
    before = t.s.face[kg]
    assert t.title.units.units[kg].steps == t.steps("KG1") == 1
    t.order("done")
    assert t.s.face[kg] == before
    assert t.sheet("assault 0505 with KG1").attack == {1: 1}


# -- 11.31: advance after combat ------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.31a")
def test_victors_may_take_the_vacated_hex() -> None:
    t = battlefield("A german infantry XX 30-9 0405; 7Pz 0404; RD1 0505", sides="0405-0505 river")
    t.order("assault 0505 with A")
    assert (t.seat, t.prompt.decision) == ("german", "advance")
    assert t.legal() == {"stay", "advance A"}
    t.refused("advance 7Pz", "11.31a", "only units that attacked in this battle advance")
    t.order("advance A")
    assert t.where("A") == "0505"
    assert t.control("0505") == "german"
    assert t.s.spent[t.unit("A")] == 0  # no MP, not even for the river


@pytest.mark.rule("dom", "11.31a")
def test_after_a_retreat_the_victors_may_follow() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2")
    fight(t, PA, "DR")
    t.order("retreat 0605")
    assert t.legal() == {"stay", "advance 7Pz"}


@pytest.mark.rule("dom", "11.31a")
def test_the_advance_obeys_stacking() -> None:
    west, south = (
        ";".join(f"{n}{i} german infantry XX 9-9 {h}" for i in range(4)) for n, h in (("W", "0405"), ("S", "0406"))
    )
    t = battlefield(f"{west};{south};RD1 0505 1-1")
    t.order("assault 0505 with " + "+".join(f"{n}{i}" for n in "WS" for i in range(4)))
    t.refused("advance W0+W1+W2+W3+S0+S1", "11.31a", "more units than may stack in the hex")
    assert all(order.count("+") <= 4 for order in t.legal("advance"))
    assert len(t.legal("advance")) == 8 + 28 + 56 + 70 + 56
    t.order("advance W0+W1+W2+W3+S0")
    assert t.title.stacking.limit[t.hex("0505")] == t.s.load[t.hex("0505")] == 5


@pytest.mark.rule("dom", "11.31a")
def test_panzers_beside_a_marsh_do_not_advance_into_it() -> None:
    t = battlefield("7Pz 0405; A german infantry XX 30-9 0405; RD1 0505", hexes="0505 marsh")
    t.order("assault 0505 with A")
    t.refused("advance A+7Pz", "11.31a", "only units that attacked in this battle advance")
    assert t.legal("advance") == {"advance A"}


@pytest.mark.rule("dom", "11.31a")
def test_there_is_no_advance_while_the_hex_is_held() -> None:
    t = battlefield("A german infantry XX 90-9 0405; 1GRD 0505; 87Inf 0404")
    t.order("assault 0505 with A")
    assert t.where("1GRD") == "0505"
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "11.31b")
def test_the_advance_is_optional() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2")
    fight(t, PA, "DR")
    t.order("retreat 0605", "stay")
    assert t.where("7Pz") == "0405"
    assert t.control("0505") == "soviet"


@pytest.mark.rule("dom", "11.31b")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_one_some_or_all_may_go(number: int) -> None:
    keys = ["35Inf", "87Inf", "8Inf", "28Inf"]
    t = battlefield("; ".join(f"{key} 0405" for key in keys) + "; RD1 0505 1-1")
    t.order("assault 0505 with " + "+".join(keys))
    t.order("advance " + "+".join(keys[:number]))
    assert [t.where(key) for key in keys] == ["0505"] * number + ["0405"] * (4 - number)


@pytest.mark.rule("dom", "11.31b")
def test_the_advance_is_decided_at_once() -> None:
    t = battlefield("7Pz 0405; 35Inf 0407; RD1 0505 2-2; RD2 0507 1-1")
    fight(t, PA, "DR")
    t.order("retreat 0605")
    t.refused("assault 0507 with 35Inf", "11.31a", "'assault' cannot be ordered now...")
    t.order("stay")
    fight(t, "assault 0507 with 35Inf", "AS")
    t.refused("advance 7Pz", "11.31a", "'advance' cannot be ordered now...")


@pytest.mark.rule("dom", "11.31b")
def test_stalins_attacks_alone_must_be_pressed_home() -> None:
    units = "35Inf 0505 4-2; A soviet RD XX 30-1 0605; B soviet RD XX 30-1 0605"
    for november, free in (("november = 5", False), ("november = 0", True)):
        t = battlefield(units, turn=5, step=SOVIET_COMBAT, state=november)
        t.order("assault 0505 with A+B")
        assert ("stay" in t.legal()) is free
        assert t.legal("advance") == ({"advance A", "advance B", "advance A+B"} if free else {"advance A+B"})


@pytest.mark.rule("dom", "11.31c")
def test_a_victorious_defender_stays() -> None:
    t = battlefield("35Inf 0405 reduced; RD1 0505 4-12; RD2 0505 1-1")
    fight(t, "assault 0505 with 35Inf", "AL1")
    assert t.where("35Inf") == "dead"  # the attackers' hex lies empty next to the victors
    assert (t.seat, t.prompt.decision) == ("german", "combat")
    assert t.where("RD1") == t.where("RD2") == "0505"
    assert t.legal() == {"done"}


@pytest.mark.rule("dom", "11.31d")
def test_zones_of_control_do_not_stop_a_soviet_advance() -> None:
    units = "35Inf 0505 4-2; 87Inf 0406; 8Inf 0405; 28Inf 0504; A soviet RD XX 30-1 0605"
    t = battlefield(units, step=SOVIET_COMBAT)
    assert t.s.zoc[t.hex("0605")] > 0  # from a zone hex
    t.order("assault 0505 with A")
    assert t.s.zoc[t.hex("0505")] >= 3  # into the zones of three others
    t.order("advance A")
    assert t.where("A") == "0505"
    assert not t.has("A", Flag.FIGHTING)
