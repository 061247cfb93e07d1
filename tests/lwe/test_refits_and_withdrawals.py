"""8.11, 8.12: refits of the German mechanized divisions, and withdrawals."""

from __future__ import annotations

import pytest

from steppe.dice import ForcedDice
from tests.lwe.scene import on_map, pass_to, points, scene
from tests.sandbox import FALLBACK, Table, first, kinds


def resting(
    units: str = "7Pz 2103 reduced", *, turn: int = 4, step: str = "II.A", hexes: str = "", state: str = ""
) -> Table:
    return scene(units, turn=turn, step=step, hexes=hexes, state=state)


# -- 8.11 refits ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.11a")
def test_reduced_german_mechanized_divisions_may_refit() -> None:
    t = resting(
        "7Pz 2103 reduced\nSSR 2103 reduced\n3Mot 2103 reduced\n6Pz 2104\n1Inf 2105 reduced\n1Cav 2105 reduced\n"
        "Rum1Arm 2106 reduced\n8Pz dead\n23TD 2702"
    )
    assert (t.prompt.decision, t.seat) == ("refit", "german")
    assert t.legal("refit") == {"refit 7Pz", "refit SSR", "refit 3Mot"}
    t.refused("refit 6Pz", "8.11a", "6Pz is at full strength")
    for key in ("1Inf", "1Cav", "Rum1Arm", "8Pz", "23TD"):
        t.refused(f"refit {key}", "8.11a", f"{key} is no division on the map that refits")
    t.refused("refit 7Pz+SSR", "8.11a", "name one unit")


@pytest.mark.rule("lwe", "8.11a")
def test_no_refit_next_to_a_soviet_unit() -> None:
    t = resting("7Pz 2103 reduced\n6Pz 2106 reduced\n126RD 2203")
    t.refused("refit 7Pz", "8.11a", "7Pz is next to an enemy unit")
    assert t.legal("refit") == {"refit 6Pz"}
    t = resting("7Pz 2103 reduced\n6Pz 2106 reduced\nFZMinsk 2203", hexes="2203 fz")
    t.refused("refit 7Pz", "8.11a", "7Pz is next to an enemy unit")


@pytest.mark.rule("lwe", "8.11a")
def test_refits_need_regular_supply() -> None:
    far = "2103 gas-east"
    t = resting("7Pz 2103 reduced\n6Pz 2106 reduced", hexes=far)
    t.refused("refit 7Pz", "8.11a", "7Pz is not in regular supply")
    t = resting("7Pz 2103 reduced\n6Pz 2106 reduced", turn=9, hexes=far, state="pause = 5")
    t.order("refit 7Pz")
    t = resting("7Pz 2103 reduced concentrated\n6Pz 2103 reduced", hexes=far, state='concentration = "active"')
    assert t.legal("refit") == {"refit 7Pz"}, "the marker frees it from the line"


@pytest.mark.rule("lwe", "8.11a")
def test_no_refit_out_of_supply() -> None:
    t = scene("7Pz 3404 reduced\n6Pz 2106 reduced", step="II.A", size="18x8")  # fourteen hexes from the edge
    t.refused("refit 7Pz", "8.11a", "7Pz is not in regular supply")
    assert t.legal("refit") == {"refit 6Pz"}


@pytest.mark.rule("lwe", "8.11b")
def test_a_division_under_a_refit_marker_neither_moves_nor_attacks() -> None:
    t = resting("7Pz 2103 reduced\n6Pz 2103\n1Inf 2204\n23TD 2304")
    t.order("refit 7Pz")
    t.refused("refit 7Pz", "8.11b", "7Pz is being refitted")
    t.order("done")
    assert t.prompt.decision == "movement"
    t.refused("move 7Pz 2103-2104", "8.11b", "7Pz is being refitted this turn")
    t.refused("move 6Pz+7Pz 2103-2104", "8.11b", "7Pz is being refitted this turn")
    assert not any("7Pz" in text for text in t.legal("move") | t.legal("mobile"))
    t.order("move 6Pz 2103-2104")


@pytest.mark.rule("lwe", "8.11b")
def test_a_refitting_division_may_not_attack_whoever_comes_next_to_it() -> None:
    t = scene("7Pz 2103 reduced resting\n6Pz 2103\n23TD 2203", step="II.D")
    t.refused("assault 2203 with 7Pz", "8.11b", "7Pz is being refitted this turn")
    t.refused("assault 2203 with 6Pz+7Pz", "8.11b", "7Pz is being refitted this turn")
    assert t.legal("assault") == {"assault 2203 with 6Pz", "assault 2203 with 6Pz air 1"}


@pytest.mark.rule("lwe", "8.11c")
@pytest.mark.parametrize(("die", "steps"), [(1, 2), (4, 2), (5, 1), (6, 1)])
def test_one_to_four_makes_a_division_whole(die: int, steps: int) -> None:
    t = resting()
    t.order("refit 7Pz", "done", "done")
    assert t.prompt.decision == "combat"
    log = t.order("done", dice=(die,))
    assert first(log, "rolled").facts["die"] == die
    assert t.steps("7Pz") == steps
    assert t.seat == "soviet"


@pytest.mark.rule("lwe", "8.11c")
def test_each_division_rolls_for_itself_and_only_those_marked() -> None:
    t = resting("7Pz 2103 reduced\n6Pz 2103 reduced\n8Pz 2104 reduced")
    t.order("refit 7Pz", "refit 6Pz", "done", "done")
    log = t.order("done", dice=(5, 4))
    assert kinds(log).count("rolled") == 2
    assert (t.steps("7Pz"), t.steps("6Pz"), t.steps("8Pz")) == (1, 2, 1)


@pytest.mark.rule("lwe", "8.11c")
def test_a_failed_refit_may_be_tried_again() -> None:
    t = resting()
    t.order("refit 7Pz", "done", "done")
    t.order("done", dice=(6,))
    pass_to(t, "refit")
    assert t.legal("refit") == {"refit 7Pz"}, "the marker is gone"
    t.order("refit 7Pz", "done", "done")
    t.order("done", dice=(4,))
    assert t.steps("7Pz") == 2


@pytest.mark.rule("lwe", "8.11d")
def test_the_first_mud_or_snow_ends_all_refits() -> None:
    for state in ('weather_north = "M"', 'weather_south = "M"', 'weather_south = "S"', "weather_seen = 3"):
        t = resting(turn=15, state=state)
        assert t.prompt.decision != "refit", "the phase is not offered"
    for state in ('weather_north = "R"', 'weather_north = "F"\nweather_south = "R"'):
        assert resting(turn=15, state=state).legal("refit") == {"refit 7Pz"}


@pytest.mark.rule("lwe", "8.11d")
def test_mud_in_one_zone_on_one_day_is_enough_for_the_whole_game() -> None:
    t = scene("7Pz 2103 reduced", turn=14, step="I", dice=(6,), state="directive = 0")
    assert first(t.log, "weather").facts == {"north": "mud", "south": "rain"}
    pass_to(t, "phase order")
    t.order("order move-fight")
    assert t.prompt.decision == "movement", "no refits in mud"
    t.s.dice = ForcedDice((1,) * 20, FALLBACK)
    pass_to(t, "concentration")
    assert (t.s.turn, first_weather(t)) == (15, "D"), "it is dry again"
    t.order("concentration decline", "order move-fight")
    assert t.prompt.decision == "movement", "and yet there are no refits"


def first_weather(t: Table) -> str:
    return "DRMFS"[t.s.weather_north]


# -- 8.12 withdrawals -------------------------------------------------------------------------------------------------

FORCE = "1Inf 2103\n11Inf 2103 reduced\n12Inf 2104\n99Jg 2104\n1Cav 2105\n7Pz 2105\nHF 2106\nRum2C 2107\nRumCavC 2107"


def leaving(turn: int, units: str = FORCE, *, hexes: str = "", state: str = "") -> Table:
    return scene(units, turn=turn, step="withdrawals", hexes=hexes, state=state)


@pytest.mark.rule("lwe", "8.12a")
def test_withdrawals_of_turn_20_come_first_in_the_entry_phase() -> None:
    t = leaving(20, FORCE + "\n212Inf reserve turn=20", hexes="2001..2008 edge")
    assert (t.prompt.decision, t.seat) == ("withdrawal", "german")
    assert t.legal("withdraw") == {f"withdraw {key}" for key in ("1Inf", "11Inf", "12Inf", "1Cav", "HF")}
    t.order("withdraw 11Inf", "withdraw 1Cav", "withdraw HF")
    assert [t.where(key) for key in ("11Inf", "1Cav", "HF")] == ["gone"] * 3
    assert points(t) == 0
    assert t.prompt.decision == "german entry"


@pytest.mark.rule("lwe", "8.12a")
def test_one_of_his_own_on_the_map_leaves_at_a_time() -> None:
    t = leaving(20, "1Inf 2103\n11Inf 2103\n12Inf dead\n1Cav 2105\nHF 2106\n126RD 2702")
    t.refused("withdraw 1Inf+11Inf", "8.12a", "name one unit")
    for key in ("12Inf", "126RD"):
        t.refused(f"withdraw {key}", "8.12a", f"{key} is not one of your units on the map")


@pytest.mark.rule("lwe", "8.12a")
def test_withdrawals_come_before_entries_and_after_refits() -> None:
    t = scene("7Pz 2103 reduced\n99Jg 2104\n227Inf reserve", turn=16, step="II.A", hexes="2001..2008 edge")
    t.order("done")
    assert t.prompt.decision == "withdrawal"
    t.refused("enter 227Inf 2001", "5.1", "'enter' cannot be ordered now; asked for is: Withdraw: 1 light;...")
    t.order("withdraw 99Jg")
    assert t.prompt.decision == "german entry"


@pytest.mark.rule("lwe", "8.12a")
def test_withdrawals_are_by_type() -> None:
    t = leaving(16)
    assert t.legal("withdraw") == {"withdraw 99Jg"}
    for key in ("1Inf", "7Pz", "1Cav", "HF", "Rum2C"):
        t.refused(f"withdraw {key}", "8.12a", f"{key} is not what is to be withdrawn")
    t = leaving(20)
    for key in ("Rum2C", "RumCavC", "99Jg", "7Pz"):
        t.refused(f"withdraw {key}", "8.12b", f"{key} is not what is to be withdrawn")
    t = leaving(17)
    assert t.prompt.decision != "withdrawal", "nothing is asked for"


@pytest.mark.rule("lwe", "8.12a")
def test_who_leaves_may_be_in_attenuated_supply_but_not_out_of_it() -> None:
    cut_off = "1Inf 3404\n11Inf 2103\n12Inf 2104"
    t = scene(cut_off, turn=18, step="withdrawals", size="18x8", hexes="2103 gas-east")
    assert t.legal("withdraw") == {"withdraw 11Inf", "withdraw 12Inf"}
    t.refused("withdraw 1Inf", "8.12a", "1Inf is out of supply")
    t.order("withdraw 11Inf", "withdraw 12Inf")
    assert points(t) == 0


@pytest.mark.rule("lwe", "8.12a")
def test_withdrawn_units_never_come_back() -> None:
    t = leaving(16, FORCE + "\n227Inf reserve", hexes="2001..2008 edge")
    t.order("withdraw 99Jg")
    t.refused("enter 99Jg 2001", "8.1a", "99Jg does not enter in this phase")


@pytest.mark.rule("lwe", "8.12b")
def test_no_substitute_for_the_fast_corps() -> None:
    t = leaving(20)
    t.order("withdraw 1Inf", "withdraw 1Cav")
    assert t.legal("withdraw") == {"withdraw HF"}
    for key in ("Rum2C", "7Pz", "11Inf"):
        t.refused(f"withdraw {key}", "8.12b", f"{key} is not what is to be withdrawn")
    t.order("withdraw HF")
    assert t.where("HF") == "gone"


@pytest.mark.rule("lwe", "8.12b")
@pytest.mark.parametrize("place", ["dead", "reserve"])
def test_a_fast_corps_that_is_not_there_costs_a_point(place: str) -> None:
    t = leaving(20, FORCE.replace("HF 2106", f"HF {place}"))
    assert points(t) == -1
    assert "decline HF" not in t.legal("decline")
    t.order("withdraw 1Inf", "withdraw 1Cav")
    assert points(t) == -1


@pytest.mark.rule("lwe", "8.12c")
def test_each_withdrawal_declined_costs_a_point() -> None:
    t = leaving(20)
    assert t.legal("decline") == {"decline infantry", "decline cavalry", "decline HF"}
    t.order("decline infantry")
    assert points(t) == -1
    t.refused("decline infantry", "8.12c", "no withdrawal of infantry is due")
    t.order("decline HF", "withdraw 1Cav")
    assert points(t) == -2
    assert (t.where("HF"), t.where("1Inf")) == ("2106", "2103")


@pytest.mark.rule("lwe", "8.12c")
def test_declining_says_what_is_declined() -> None:
    t = leaving(20)
    t.refused("decline", "8.12c", "say which withdrawal is declined")
    t.refused("decline light", "8.12c", "no withdrawal of light is due")


@pytest.mark.rule("lwe", "8.12c")
def test_what_cannot_be_withdrawn_costs_as_much() -> None:
    t = leaving(18, "1Inf 2103\n7Pz 2104")
    assert points(t) == -1, "two are called for and one is there"
    t.order("withdraw 1Inf")
    assert points(t) == -1
    t = leaving(18, "7Pz 2104")
    assert points(t) == -2
    assert t.prompt.decision != "withdrawal"


@pytest.mark.rule("lwe", "8.12c")
def test_nobody_declines_for_the_air_corps() -> None:
    t = leaving(22)
    assert t.legal("decline") == {"decline infantry"}
    t.order("decline infantry")
    assert points(t) == -1
    flying = {}
    for turn in (21, 22):
        t = scene("1Inf 2103\n126RD 2203", turn=turn, step="II.D")
        flying[turn] = any(" air " in text for text in t.legal("assault"))
    assert flying == {21: True, 22: False}, "it has gone, whatever was declined"


@pytest.mark.rule("lwe", "8.12d")
def test_withdrawals_are_not_put_off() -> None:
    t = leaving(18)
    t.order("decline infantry", "decline infantry")
    pass_to(t, "phase order")
    log = t.order("order move-fight")
    assert t.s.turn == 19
    assert "declined" not in kinds(log)
    assert t.prompt.decision == "german entry", "nothing is asked for on turn 19"
    assert points(t) == -2


@pytest.mark.rule("lwe", "8.12d")
def test_the_step_does_not_end_before_all_is_said() -> None:
    t = leaving(18)
    t.order("withdraw 1Inf")
    assert t.prompt.decision == "withdrawal"
    t.refused("done", "8.12a", "'done' cannot be ordered now...")
    t.order("withdraw 12Inf")
    assert t.prompt.decision != "withdrawal"


@pytest.mark.rule("lwe", "8.12a")
def test_withdrawal_on_the_real_map() -> None:
    t = on_map("99Jg 1416\n100Jg 3417\n3Pz 1416", turn=16, step="withdrawals", control="1010..1616 german")
    assert t.legal("withdraw") == {"withdraw 99Jg"}, "the other is far from any source"
