"""8.12 to 8.20, 10.1: German replacements, withdrawals and their points, mechanized refits."""

from __future__ import annotations

import pytest

from steppe.titles.pm.state import REFITTED, RESTING
from tests.pm.scene import on_map, pass_to, points, ring, scene
from tests.sandbox import Table, first

FIRST, SECOND = "II.B.1", "III.B.1"


def rwr(
    units: str, *, turn: int = 5, step: str = FIRST, state: str = "", control: str = "", dice: tuple[int, ...] = ()
) -> Table:
    return on_map(f"{units}\nRD1 5017N\n99Jg 1911N", turn=turn, step=step, state=state, control=control, dice=dice)


# -- 8.12 to 8.15 replacements ----------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.12", "8.14")
@pytest.mark.parametrize("step", [FIRST, SECOND])
def test_a_step_for_a_step(step: str) -> None:
    t = rwr("1Inf 1912N steps=1", step=step)
    t.order("replace 1Inf")
    assert (t.steps("1Inf"), t.s.replacements) == (2, 27)
    t.refused("replace 1Inf", "8.13a", "1Inf is at full strength")
    pass_to(t, "movement")
    assert max(t.range("1Inf").values()) == 5


@pytest.mark.rule("pm", "8.12", "8.20a")
def test_one_division_at_a_time() -> None:
    t = rwr("1Inf 1912N steps=1\n5Inf 1912N steps=1\n1Pz 1912N steps=2\n3Pz 1912N steps=2")
    t.refused("replace 1Inf+5Inf", "8.12", "name one unit")
    t.refused("refit 1Pz+3Pz", "8.20a", "name one unit")


@pytest.mark.rule("pm", "8.13a")
@pytest.mark.parametrize(
    ("key", "able"),
    [
        ("1Inf", True), ("97Jg", True), ("1Mtn", True), ("22AL", True), ("7Para", True), ("339Stat", True),
        ("250Inf", True), ("4SSInf", True), ("1Cav", False), ("GD", False), ("1Pz", False), ("It3Cav", False),
        ("HF", False),
    ],
)  # fmt: skip
def test_who_receives_replacements(key: str, able: bool) -> None:
    t = rwr(f"{key} 1912N steps=1\n5Inf 1912N steps=1", state="weather_seen = 1")
    if able:
        t.order(f"replace {key}")
    else:
        t.refused(f"replace {key}", "8.13a", f"{key} is no division on the map that receives replacements")


@pytest.mark.rule("pm", "8.13a", "2.15d")
def test_never_from_the_dead_pile() -> None:
    t = rwr("1Inf dead\n5Inf 1912N steps=1")
    t.refused("replace 1Inf", "8.13a", "1Inf is no division on the map that receives replacements")


@pytest.mark.rule("pm", "8.14")
def test_attenuated_supply_will_do_but_no_less() -> None:
    east = rwr("1Inf 4425N steps=1", control="4425N german")
    east.order("replace 1Inf")
    ring = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    cut = rwr(f"1Inf 2817N steps=1\n5Inf 1912N steps=1\n{ring}")
    cut.refused("replace 1Inf", "8.14", "1Inf is out of supply")


@pytest.mark.rule("pm", "8.14")
@pytest.mark.parametrize("step", ["II.B.2", "II.B.3", "II.B.4"])
def test_replacements_are_given_in_their_phase_alone(step: str) -> None:
    t = on_map("1Inf 1912N steps=1\nRD1 5017N", turn=4, step=step)
    t.refused("replace 1Inf", "8.14", "'replace' cannot be ordered now...")
    t.refused("refit 1Inf", "8.20a", "'refit' cannot be ordered now...")


@pytest.mark.rule("pm", "8.15")
def test_twenty_eight_steps_for_the_game() -> None:
    t = rwr("1Inf 1912N steps=1\n5Inf 1912N steps=1\n6Inf 1912N steps=1", state="replacements = 2")
    t.order("replace 1Inf", "replace 5Inf")
    t.refused("replace 6Inf", "8.15", "all replacement steps of the game are spent")
    assert on_map("1Inf 1912N\nRD1 5017N").s.replacements == 28


@pytest.mark.rule("pm", "8.14")
def test_the_same_division_any_number_of_times() -> None:
    t = rwr("1Inf 1912N steps=1")
    t.order("replace 1Inf")
    t.s.steps[t.unit("1Inf")] = 1
    t.order("replace 1Inf")
    assert t.s.replacements == 26


@pytest.mark.rule("pm", "9.18c")
def test_supplied_by_air_it_stays_where_it_is() -> None:
    around = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    t = rwr(f"1Inf 2817N steps=1\n{around}", control="2817N german aerial")
    t.order("replace 1Inf")
    assert t.s.flags[t.unit("1Inf")] & RESTING
    pass_to(t, "combat")
    t.refused("assault 2816N with 1Inf", "9.18c", "1Inf has taken replacements that came by air")


# -- 8.16, 8.17 withdrawals -------------------------------------------------------------------------------------------


def withdrawal(units: str, turn: int, control: str = "") -> Table:
    return on_map(f"{units}\nRD1 5017N\n1SSMot 1911N", turn=turn, step="II.withdrawal", begin=True, control=control)


@pytest.mark.rule("pm", "8.16", "17.4")
def test_a_jaeger_division_on_turn_9() -> None:
    t = withdrawal("97Jg 1912N steps=1\n1Inf 1912N\n99Jg 1911N", 9)
    assert t.legal("withdraw") == {"withdraw 97Jg", "withdraw 99Jg"}
    t.refused("withdraw 1Inf", "8.16", "1Inf is not what is to be withdrawn")
    t.order("withdraw 97Jg")
    assert t.where("97Jg") == "gone"
    assert t.prompt.decision != "withdrawal"


@pytest.mark.rule("pm", "8.16", "17.4")
def test_two_infantry_divisions_on_turn_10() -> None:
    t = withdrawal("1Inf 1912N\n5Inf 1912N\n4SSInf 1912N\n339Stat 1912N\n250Inf 1911N\nRo3Inf 2115S\n97Jg 1911N", 10)
    assert t.legal("withdraw") == {"withdraw 1Inf", "withdraw 5Inf", "withdraw 4SSInf"}
    t.order("withdraw 1Inf", "withdraw 5Inf")
    assert points(t) == 0


@pytest.mark.rule("pm", "8.16", "8.17c", "17.4")
def test_cavalry_infantry_and_the_fast_corps_on_turn_11() -> None:
    t = withdrawal("1Inf 1912N\n1Cav 1912N\nHF 1302S\nFG 1911N", 11)
    assert t.legal("withdraw") == {"withdraw 1Inf", "withdraw 1Cav", "withdraw HF"}
    t.order("withdraw HF", "withdraw 1Cav", "withdraw 1Inf")
    assert points(t) == 0
    fallen = withdrawal("1Inf 1912N\n1Cav 1912N\nHF dead", 11)
    assert points(fallen) == -1


@pytest.mark.rule("pm", "8.16")
def test_who_is_out_of_supply_cannot_leave() -> None:
    ring = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    t = withdrawal(f"97Jg 2817N\n99Jg 1912N\n{ring}", 9)
    t.refused("withdraw 97Jg", "8.16", "97Jg is out of supply")
    east = withdrawal("97Jg 4425N\n99Jg 1912N", 9, control="4425N german")
    east.order("withdraw 97Jg")  # attenuated supply will do


@pytest.mark.rule("pm", "8.17a")
def test_each_one_declined_costs_a_point() -> None:
    t = withdrawal("1Inf 1912N\n5Inf 1912N", 10)
    t.order("decline infantry", "decline infantry")
    assert points(t) == -2
    assert t.prompt.decision != "withdrawal"
    half = withdrawal("1Inf 1912N\n5Inf 1912N", 10)
    half.order("withdraw 1Inf", "decline infantry")
    assert points(half) == -1
    withdrawal("1Inf 1912N\n5Inf 1912N", 10).refused("decline cavalry", "8.17a", "no withdrawal of cavalry is due")


@pytest.mark.rule("pm", "8.17c")
def test_what_does_not_exist_is_paid_for() -> None:
    t = withdrawal("1Inf 1912N\n97Jg dead", 9)
    assert t.prompt.decision != "withdrawal"
    assert points(t) == -1


@pytest.mark.rule("pm", "8.17b", "10.1d")
def test_flak_leaves_on_turn_12_without_a_choice() -> None:
    t = withdrawal("1Inf 1912N\n1Flak 1912N\n2Flak 1910N\n3Flak reserve area=1", 12)
    assert {t.where(f"{n}Flak") for n in (1, 2, 3)} == {"gone"}
    assert t.legal("decline") == {"decline infantry"}
    t.order("withdraw 1Inf")
    assert points(t) == 0
    lost = withdrawal("1Inf 1912N\n1Flak dead", 12)
    lost.order("withdraw 1Inf")
    assert points(lost) == 0
    before = on_map("1Flak 1912N\n97Jg 1912N\nRD1 5017N", turn=9, step="II.withdrawal", begin=True)
    before.refused("withdraw 1Flak", "8.17b", "1Flak leaves by itself on turn 12")


# -- 8.18 to 8.20 refits ----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.20e", "17.5")
@pytest.mark.parametrize(("steps", "die", "after"), [(1, 1, 2), (1, 4, 2), (1, 5, 3), (2, 6, 4), (3, 6, 4), (3, 1, 4)])
def test_a_die_for_each_division(steps: int, die: int, after: int) -> None:
    t = rwr(f"1Pz 1912N steps={steps}", dice=(die,))
    log = t.order("refit 1Pz")
    assert t.steps("1Pz") == after
    assert first(log, "refitted").facts["steps"] == (2 if die > 4 else 1)


@pytest.mark.rule("pm", "8.18")
@pytest.mark.parametrize(
    ("key", "able"),
    [("7Pz", True), ("3Mot", True), ("1SSMot", True), ("2Pz", False), ("5Pz", False), ("GD", False), ("HF", False)],
)
def test_who_may_refit(key: str, able: bool) -> None:
    where = "1302S" if key == "HF" else "1912N"
    t = rwr(f"{key} {where} steps=1\n10Pz 1912N steps=2", turn=8)
    if able:
        t.order(f"refit {key}")
    else:
        t.refused(f"refit {key}", "8.18", f"{key} never refits")


@pytest.mark.rule("pm", "8.20a")
def test_conditions_of_a_refit() -> None:
    t = rwr("1Pz 1912N\n3Pz 4425N steps=2\n4Pz 2816N steps=2\nRD5 2817N\n6Pz 1911N steps=2", control="4425N german")
    t.refused("refit 1Pz", "8.20a", "1Pz is at full strength")  # at full strength
    t.refused("refit 3Pz", "8.20a", "3Pz is not in regular supply")  # attenuated supply
    t.refused("refit 4Pz", "8.20a", "4Pz is next to an enemy unit")  # next to the enemy
    t.order("refit 6Pz")


@pytest.mark.rule("pm", "8.20a")
def test_no_refit_on_aerial_supply() -> None:
    """An island in a lake, no enemy near: by air it is supplied, but not as a refit wants it."""
    units = "1Pz 3304N steps=2\n3Pz 3101N steps=2\nRD1 3701N"
    t = scene(units, step=FIRST, hexes="3304N german aerial", sides=ring("3304N", "lake"))
    assert t.in_supply("1Pz")
    t.refused("refit 1Pz", "8.20a", "1Pz is not in regular supply")
    assert t.legal("refit") == {"refit 3Pz"}


@pytest.mark.rule("pm", "8.20b")
def test_a_refitting_division_rests() -> None:
    t = rwr("1Pz 1912N steps=2\n3Pz 1911N steps=2")
    t.order("refit 1Pz", "refit 3Pz", "done")
    pass_to(t, "movement")
    t.refused("move 1Pz 1912N-1911N", "8.20b", "1Pz refits this player turn")
    pass_to(t, "combat")
    t.order("done")
    pass_to(t, "movement")
    pass_to(t, "combat")
    pass_to(t, "movement")
    assert t.title.current_step(t.s).name == "III.B.3"
    t.order("move 1Pz 1912N-1911N")


@pytest.mark.rule("pm", "8.20b")
def test_a_refitting_division_does_not_attack() -> None:
    units = "1Pz 3304N resting\n3Pz 3303N\nRD1 3404N\nRD99 3701N"
    moving = scene(units)
    moving.refused("mobile 3404N with 1Pz", "8.20b", "1Pz refits this player turn")
    assert moving.legal("mobile") == {"mobile 3404N with 3Pz"}
    fighting = scene(units, step="II.B.4")
    for force in ("1Pz", "1Pz+3Pz"):
        fighting.refused(f"assault 3404N with {force}", "8.20b", "1Pz refits this player turn")
    assert fighting.legal("assault") == {"assault 3404N with 3Pz"}


@pytest.mark.rule("pm", "8.20c", "8.20d")
def test_once_in_a_game() -> None:
    t = rwr("1Pz 1912N steps=1\n3Pz 1912N steps=1", dice=(1,))
    t.order("refit 1Pz")
    assert t.s.flags[t.unit("1Pz")] & REFITTED
    t.refused("refit 1Pz", "8.20c", "1Pz has had its refit")
    later = rwr("1Pz 1912N steps=1 refitted\n3Pz 1912N steps=1", turn=6, step=SECOND)
    later.refused("refit 1Pz", "8.20c", "1Pz has had its refit")
    assert later.legal("refit") == {"refit 3Pz"}


@pytest.mark.rule("pm", "8.20c")
def test_any_number_of_divisions_in_a_phase() -> None:
    t = rwr("\n".join(f"{n}Pz 1912N steps=2" for n in (1, 3, 4, 6, 7)))
    t.order(*(f"refit {n}Pz" for n in (1, 3, 4, 6, 7)))


@pytest.mark.rule("pm", "8.19")
def test_none_after_the_first_mud_or_snow() -> None:
    t = rwr("1Pz 1912N steps=2\n1Inf 1912N steps=1", state="weather_seen = 1", turn=9)
    t.refused("refit 1Pz", "8.19", "there are no refits after the first mud or snow")
    assert t.legal() == {"replace 1Inf", "done"}


@pytest.mark.rule("pm", "8.20a", "9.19c")
def test_a_pause_that_was_served_opens_the_east() -> None:
    t = rwr("1Pz 4425N steps=2", control="4425N german", state="pause = 2", turn=6)
    t.order("refit 1Pz")


@pytest.mark.rule("pm", "5.2b")
def test_the_second_couplet_has_no_withdrawals() -> None:
    t = on_map("1Inf 1912N steps=1\n5Inf 1912N\nRD1 5017N", turn=10, step="III.lift", begin=True)
    seen = []
    while t.title.current_step(t.s).name.startswith("III.") and t.title.current_step(t.s).name != "III.B.3":
        seen.append(t.prompt.decision)
        t.order("done")
    assert "refit" in seen
    assert "withdrawal" not in seen
