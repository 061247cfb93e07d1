"""Chapter 15: mobile assaults: who, what they cost, where, their rounds, Soviet cavalry."""

from __future__ import annotations

import pytest

from tests.pm.scene import column, on_map, scene
from tests.sandbox import Table, first, kinds


def field(
    units: str,
    *,
    turn: int = 4,
    step: str = "II.B.3",
    hexes: str = "",
    sides: str = "",
    state: str = "",
    dice: tuple[int, ...] = (),
) -> Table:
    return scene(
        f"{units}\nRD99 3701N\n9Inf 3001N", turn=turn, step=step, hexes=hexes, sides=sides, state=state, dice=dice
    )


def settle(t: Table) -> None:
    """Whatever is asked in the battle is answered."""
    while t.prompt.decision not in ("movement", "another round", "combat"):
        t.order(sorted(t.legal())[0])


def shifts(t: Table, text: str) -> dict[str, int]:
    return {shift.rule: shift.columns for shift in t.sheet(text).shifts}


def test_only_who_may_take_part_is_said_to_be_able_to_join() -> None:
    t = field("1Pz 3304N\n3Pz 3304N\n1Inf 3304N\nRD1 3404N")
    found = t.title.questions.joiners(t.s, (t.unit("1Pz"),), t.hex("3404N"))
    assert sorted(found["units"]) == ["1Pz", "3Pz"]


# -- 15.1 who ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "15.1a")
@pytest.mark.parametrize(
    ("keys", "verdict"),
    [
        ("1Pz", ""),
        ("184AG", ""),
        ("Recon", ""),
        ("3Mot", "15.1a: a panzer unit must take part"),
        ("3Mot+184AG", ""),
        ("1Pz+3Mot", ""),
        ("1Inf", "15.1a: 1Inf is not mechanized"),
        ("1Pz+1Inf", "15.1a: 1Inf is not mechanized"),
        ("1Pz+1Flak", "10.1a: 1Flak never attacks"),
    ],
)
def test_who_may_make_one(keys: str, verdict: str) -> None:
    t = field("\n".join(f"{key} 3304N" for key in keys.split("+")) + "\nRD1 3404N 1-1")
    assert t.verdict(f"mobile 3404N with {keys}") == verdict


@pytest.mark.rule("pm", "15.1a")
@pytest.mark.parametrize(
    ("keys", "verdict"),
    [
        ("TD1", ""),
        ("TB1", ""),
        ("MRD1", "15.1a: a panzer unit must take part"),
        ("MRD1+TD1", ""),
        ("RD1", "15.1a: RD1 is not mechanized"),
        ("CD1", ""),
        ("CD1+TD1", ""),
        ("CD1+MRD1", "15.1a: motorized units need a tank, assault gun or recon unit with them"),
    ],
)
def test_soviets_as_well(keys: str, verdict: str) -> None:
    t = field("\n".join(f"{key} 3404N" for key in keys.split("+")) + "\n1Inf 3304N", step="II.C.2")
    assert t.verdict(f"mobile 3304N with {keys}") == verdict


@pytest.mark.rule("pm", "15.1b")
@pytest.mark.parametrize(("key", "nation"), [("It9Mot", "italian"), ("HF", "hungarian"), ("Ro1Arm", "romanian")])
def test_satellites_never(key: str, nation: str) -> None:
    t = on_map(f"{key} 2405S\n1Pz 2405S\nRD1 2406S\nRD9 6010N")
    t.refused(f"mobile 2406S with {key}", "15.1b", f"{nation} units make no mobile assaults")
    t.refused(f"mobile 2406S with 1Pz+{key}", "15.1b", f"{nation} units make no mobile assaults")


# -- 15.2, 15.3 cost and limits ---------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "15.2", "15.10")
def test_the_example_of_the_text() -> None:
    """From 2608N over the river into 2707N on turn 2: nine points, and the river shelters."""
    t = on_map("1Pz 2608N\nRD1 2707N 1-1\nRD9 6010N", turn=2, dice=(6,))
    assert "river" in t.title.board.side(t.hex("2608N"), t.hex("2707N"))
    t.order("mobile 2707N with 1Pz")
    settle(t)
    assert t.s.spent[t.unit("1Pz")] == 9
    t1 = on_map("1Pz 2608N\nRD1 2707N 1-1\nRD9 6010N", turn=1)
    assert "15.10" not in shifts(t1, "mobile 2707N with 1Pz")


@pytest.mark.rule("pm", "15.2", "15.3c")
def test_the_points_must_be_there() -> None:
    t = field("1Pz 3201N\nRD1 3601N 1-1\nRD2 3605N 1-1")
    t.order("move 1Pz 3201N-3502N", "move 1Pz 3502N-3505N")
    assert t.s.spent[t.unit("1Pz")] == 6
    t.refused("mobile 3605N with 1Pz", "15.3c", "the mobile assault costs 7 MP and 6 are left")
    soviet = field("TD1 3404N 30-1\n1Inf 3304N 1-1/1-1", step="II.C.2")
    soviet.order("mobile 3304N with TD1")
    assert (soviet.where("1Inf"), soviet.where("TD1")) == ("dead", "3304N")
    assert soviet.s.spent[soviet.unit("TD1")] == 4


@pytest.mark.rule("pm", "15.3a")
def test_where_there_are_none() -> None:
    field("1Pz 3304N\nRD1 3404N", hexes="3404N marsh").refused(
        "mobile 3404N with 1Pz", "15.3a", "no mobile assault into marsh unless it is frozen"
    )
    field("1Pz 3304N\nRD1 3404N", hexes="3304N city german\n3404N city").refused(
        "mobile 3404N with 1Pz", "15.3a", "no mobile assault from one city hex into another"
    )
    field("1Pz 3304N\nRD1 3404N", sides="3304N-3404N kerch").refused(
        "mobile 3404N with 1Pz", "15.3a", "no mobile assault across the straits"
    )


@pytest.mark.rule("pm", "15.3b", "15.14")
def test_nobody_retreats_from_one() -> None:
    """5:1, die 1: 1/1. A prepared assault would leave the German a choice, and the attackers have none either."""
    t = field("TD1 3404N 30-1\nTD2 3404N 1-1\n1Inf 3304N 5-6/2-3", step="II.C.2", dice=(1,))
    t.order("mobile 3304N with TD1+TD2")
    assert (t.where("1Inf"), t.steps("1Inf")) == ("3304N", 1)
    assert (t.seat, t.prompt.decision, t.legal()) == ("soviet", "loss", {"loss TD1", "loss TD2"})


@pytest.mark.rule("pm", "15.3d")
def test_they_are_never_concentric() -> None:
    t = field("1Pz 3403N 12-8\n3Pz 3405N 12-8\nRD1 3404N 9-9", dice=(2,))
    assert "14.14a" not in shifts(t, "mobile 3404N with 1Pz")


@pytest.mark.rule("pm", "15.11", "15.10", "15.14")
def test_forest_and_river_shelter_from_them() -> None:
    t = field("1Pz 3304N 12-8\nRD1 3404N 3-3", hexes="3404N forest", sides="3304N-3404N river")
    assert shifts(t, "mobile 3404N with 1Pz") == {"15.11": -1, "15.10": -1}
    assert column(field("1Pz 3304N 12-8\nRD1 3404N 3-3", hexes="3404N forest"), "mobile 3404N with 1Pz") == "3:1"


# -- 15.4 to 15.9 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "15.4")
def test_the_attackers_supply_is_that_of_their_start() -> None:
    t = scene("1Pz 3101N\nRD1 3501N 3-3\nRD2 3701N", size="8x1")
    t.order("move 1Pz 3101N-3401N")
    t.s.began[t.unit("1Pz")] = 1
    (strong,) = t.sheet("mobile 3501N with 1Pz").attack
    t.s.began[t.unit("1Pz")] = 4
    (weak,) = t.sheet("mobile 3501N with 1Pz").attack
    assert (strong, weak) == (10, 5)


@pytest.mark.rule("pm", "15.6b", "15.9")
def test_a_failed_assault_goes_back_and_stops() -> None:
    """1:2, die 6: 1/1. Another force may try the same hex."""
    t = field("1Pz 3304N\n3Pz 3304N\nRD1 3404N 10-10\nRD2 3404N 3-3", dice=(6, 6))
    t.order("mobile 3404N with 1Pz", "loss RD1")
    assert (t.prompt.decision, t.where("1Pz"), t.steps("1Pz")) == ("movement", "3304N", 3)
    t.refused("move 1Pz 3304N-3303N", "15.6b", "1Pz may not move on: its mobile assault did not clear the hex")
    t.refused("mobile 3404N with 1Pz", "15.6b", "1Pz may not move on: its mobile assault did not clear the hex")
    t.order("mobile 3404N with 3Pz")
    assert t.where("3Pz") == "3404N"


@pytest.mark.rule("pm", "15.6a", "5.6")
def test_several_rounds_on_turn_1() -> None:
    """10 against 11, 1:2, die 6: 1/1. Then 8 against 10, 1:2 once more, die 6; and there are no points for a third."""
    units = "1Pz 3304N\nRD1 3404N 9-9\nRD2 3404N 1-1\nRD3 3404N 1-1"
    t = field(units, turn=1, dice=(6, 6))
    t.order("mobile 3404N with 1Pz", "loss RD2")
    assert (t.prompt.decision, t.s.spent[t.unit("1Pz")]) == ("another round", 6)
    assert t.legal() == {"press again", "press halt"}
    assert t.prompt.text == "3404N is not cleared. Assault it again, 1:2 for 6 MP, or halt?"
    log = t.order("press again")
    assert (first(log, "odds").facts["attack"], first(log, "odds").facts["defence"]) == (8, 10)
    t.order("loss RD3")
    assert (t.prompt.decision, t.where("1Pz"), t.steps("1Pz")) == ("movement", "3304N", 2)
    assert t.s.spent[t.unit("1Pz")] == 12
    halted = field(units, turn=1, dice=(6, 6))
    halted.order("mobile 3404N with 1Pz", "loss RD2", "press halt")
    assert (halted.where("1Pz"), halted.s.spent[halted.unit("1Pz")]) == ("3304N", 6)
    halted.refused("move 1Pz 3304N-3303N", "15.6b", "1Pz may not move on: its mobile assault did not clear the hex")
    halted.refused("mobile 3404N with 1Pz", "15.6b", "1Pz may not move on: its mobile assault did not clear the hex")


@pytest.mark.rule("pm", "15.6a")
def test_a_second_round_may_clear_the_hex() -> None:
    """10 against 2, 5:1, die 1: 1/1; then 8 against 1, 8:1: the hex is taken with all points spent."""
    t = field("1Pz 3304N\nRD1 3404N 1-1\nRD2 3404N 1-1", turn=1, dice=(1,))
    t.order("mobile 3404N with 1Pz", "loss RD1", "press again")
    assert (t.where("RD2"), t.where("1Pz"), t.steps("1Pz")) == ("dead", "3404N", 3)
    assert t.s.spent[t.unit("1Pz")] == 12


@pytest.mark.rule("pm", "15.6a")
def test_a_round_needs_its_points() -> None:
    """After one hex in the clear five points are left when the first round is over."""
    t = field("1Pz 3204N\nRD1 3404N 9-9\nRD2 3404N 1-1\nRD3 3404N 1-1", turn=1, dice=(6,))
    t.order("move 1Pz 3204N-3304N", "mobile 3404N with 1Pz", "loss RD2")
    assert (t.prompt.decision, t.where("1Pz"), t.s.spent[t.unit("1Pz")]) == ("movement", "3304N", 7)


@pytest.mark.rule("pm", "15.6a", "15.6b")
def test_never_later_nor_for_soviets() -> None:
    """1:2, die 6: 1/1 for the German on turn 2. 1:1, die 5: 1/1 for the Soviets, who have points for a second."""
    fast = "1Pz 3304N 10-8/8-6/5-4/3-2 move=20/20/20/20"  # points alone would do for two rounds
    t = field(f"{fast}\nRD1 3404N 9-9\nRD2 3404N 1-1\nRD3 3404N 1-1", turn=2, dice=(6,))
    t.order("mobile 3404N with 1Pz", "loss RD2")
    assert (t.prompt.decision, t.where("1Pz")) == ("movement", "3304N")
    soviet = field(
        "TD1 3404N 9-9 move=12\nTD2 3404N 9-9 move=12\n1Inf 3304N 5-15/5-15", turn=1, step="II.C.2", dice=(5,)
    )
    soviet.order("mobile 3304N with TD1+TD2", "loss TD2")
    assert (soviet.prompt.decision, soviet.where("TD1"), soviet.steps("1Inf")) == ("movement", "3404N", 1)
    soviet.refused("mobile 3304N with TD1", "15.6b", "TD1 may not move on: its mobile assault did not clear the hex")


@pytest.mark.rule("pm", "15.7", "6.2a")
def test_the_launch_hex_must_not_be_overstacked() -> None:
    five = "\n".join(f"{n}Inf 3304N" for n in (1, 5, 6, 7, 8))
    t = field(f"{five}\n1Pz 3303N\nRD1 3404N 1-1")
    t.order("move 1Pz 3303N-3304N")
    t.refused("mobile 3404N with 1Pz", "15.7", "3304N is overstacked")


@pytest.mark.rule("pm", "15.8")
def test_only_who_began_together() -> None:
    t = field("1Pz 3304N\n3Pz 3303N\nRD1 3404N 1-1")
    t.order("move 3Pz 3303N-3304N")
    t.refused("mobile 3404N with 1Pz+3Pz", "15.8", "only units that began the phase together move together")


@pytest.mark.rule("pm", "15.9", "15.13")
def test_victors_are_in_the_hex_and_go_on() -> None:
    t = field("1Pz 3304N 30-8/8-6/5-4/3-2\nRD1 3404N 1-1\nRD2 3606N 9-9", dice=(6,))
    log = t.order("mobile 3404N with 1Pz")
    assert "advance" not in kinds(log)
    assert (t.where("1Pz"), t.prompt.decision) == ("3404N", "movement")
    assert max(t.range("1Pz").values()) == 5
    t.order("move 1Pz 3404N-3505N", "done")
    t.order("assault 3606N with 1Pz")


# -- 15.12 Soviet cavalry ---------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "15.12")
def test_cavalry_charges_and_dies() -> None:
    t = field("CD1 3404N 3-2\nCD2 3404N 3-2\nCD3 3404N 3-2\n1Inf 3304N 5-6/2-3", step="II.C.2", dice=(6,))
    t.order("mobile 3304N with CD1+CD2+CD3")
    settle(t)
    assert {t.where(f"CD{n}") for n in (1, 2, 3)} == {"dead"}


@pytest.mark.rule("pm", "15.12")
def test_and_the_others_still_pay() -> None:
    """1:1, die 2: 2/0, besides the cavalry."""
    t = field(
        "CD1 3404N 3-2\nTD1 3404N 2-1\nTD2 3404N 2-1\nTD3 3404N 2-1\n1Inf 3304N 9-9/9-9", step="II.C.2", dice=(2,)
    )
    t.order("mobile 3304N with CD1+TD1+TD2+TD3")
    settle(t)
    assert t.where("CD1") == "dead"
    assert sum(t.where(f"TD{n}") == "dead" for n in (1, 2, 3)) == 2


@pytest.mark.rule("pm", "15.12b")
@pytest.mark.parametrize(("steps", "after"), [(2, 1), (1, 0)])
def test_guards_cavalry_loses_a_step(steps: int, after: int) -> None:
    t = field(f"1GCD 3404N steps={steps}\n1Inf 3304N 1-1/1-1", step="II.C.2", dice=(6,))
    t.order("mobile 3304N with 1GCD")
    settle(t)
    assert t.steps("1GCD") == after
    assert (t.where("1GCD") == "dead") is (after == 0)


@pytest.mark.rule("pm", "0.1")
def test_none_in_the_learning_game() -> None:
    t = scene("1Pz 3304N\nRD1 3404N\nRD99 3701N", options="learning = true")
    t.refused("mobile 3404N with 1Pz", "0.1", "there are no mobile assaults in the learning game")
    assert not t.legal("mobile")
