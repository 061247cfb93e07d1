"""14.23, 14.31 to 14.39: results, losses in their order, retreats of the German side, advances."""

from __future__ import annotations

import pytest

from tests.pm.scene import scene
from tests.sandbox import Table, kinds


def fight(
    units: str,
    text: str,
    die: int,
    *,
    step: str = "II.B.4",
    hexes: str = "",
    sides: str = "",
    turn: int = 4,
    state: str = "",
    options: str = "",
) -> Table:
    """An assault, rolled."""
    t = scene(
        f"{units}\nRD99 3701N",
        step=step,
        hexes=hexes,
        sides=sides,
        turn=turn,
        state=state,
        options=options,
        dice=(die, 1, 1),
    )
    t.order(text)
    return t


def dead(t: Table, *keys: str) -> list[str]:
    return [key for key in keys if t.where(key) == "dead"]


# -- 14.31, 14.32 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.31", "14.32a", "14.35a")
def test_the_defender_pays_first() -> None:
    """3:1, die 3: 1/2. Two rifle divisions of three die, then the attacker loses a step."""
    t = fight(
        "1Inf 3304N 9-6/4-3\n5Inf 3304N 9-6/4-3\nRD1 3404N 2-2\nRD2 3404N 2-2\nRD3 3404N 2-2",
        "assault 3404N with 1Inf+5Inf",
        3,
    )
    assert (t.seat, t.prompt.decision) == ("soviet", "loss")
    t.order("loss RD1", "loss RD2")
    assert (t.seat, t.prompt.decision) == ("german", "loss")
    t.order("loss 5Inf")
    assert (t.steps("5Inf"), t.steps("1Inf"), dead(t, "RD1", "RD2", "RD3")) == (1, 2, ["RD1", "RD2"])


@pytest.mark.rule("pm", "14.37")
def test_zero_is_nothing() -> None:
    """1:1, die 1: 3/0."""
    t = fight("1Inf 3304N 5-6\n5Inf 3304N 1-1\nRD1 3404N 6-6", "assault 3404N with 1Inf+5Inf", 1)
    assert t.where("RD1") == "3404N"


@pytest.mark.rule("pm", "14.35a")
def test_a_lone_unit_pays_until_it_is_gone() -> None:
    """4:1, die 3: 1/2 against one German division: both of its steps."""
    t = fight("1Inf 3404N 5-3/2-3\nRD1 3304N 12-6\nRD2 3304N 1-1", "assault 3404N with RD1", 3, step="II.C.3")
    while t.prompt.decision == "stand":
        t.order("defend stand")
    assert t.where("1Inf") == "dead"


@pytest.mark.rule("pm", "14.35b")
@pytest.mark.parametrize(("key", "is_tank"), [("1Pz", True), ("184AG", False), ("3Mot", False), ("Recon", False)])
def test_the_first_loss_falls_on_tanks(key: str, is_tank: bool) -> None:
    """2:1, die 5: 1/2."""
    units = (
        f"{key} 3304N 6-6\n1Inf 3304N 6-6\nRD1 3404N 2-2\nRD2 3404N 2-2\nRD3 3404N 2-2"
        if key not in ("1Pz", "3Mot")
        else f"{key} 3304N\n1Inf 3304N\nRD1 3404N 2-2\nRD2 3404N 2-2\nRD3 3404N 2-2"
    )
    t = fight(units, f"assault 3404N with {key}+1Inf", 5)
    while t.seat == "soviet":
        t.order(sorted(t.legal("loss"))[0])
    if t.prompt.decision == "loss":
        assert f"loss {key}" in t.legal("loss")
        assert ("loss 1Inf" in t.legal("loss")) is not is_tank
    elif is_tank:
        assert t.steps(key) == 3


@pytest.mark.rule("pm", "14.35b")
def test_soviet_tanks_too() -> None:
    """1:1, die 2: 2/0. The tank division dies of the first loss, as it has but one step."""
    t = fight(
        "TD1 3404N 3-1\nRD1 3404N 3-3\nRD2 3404N 3-3\n1Inf 3304N 9-9",
        "assault 3304N with TD1+RD1+RD2",
        2,
        step="II.C.3",
    )
    assert t.legal("loss") == {"loss TD1"} or t.where("TD1") == "dead"
    while t.prompt.decision == "loss":
        t.order(sorted(t.legal("loss"))[0])
    assert "TD1" in dead(t, "TD1", "RD1", "RD2")


@pytest.mark.rule("pm", "14.35c")
def test_nobody_dies_before_all_are_down_to_one_step() -> None:
    """1:1, die 1: 3/0 on three full divisions: all of them flip."""
    t = fight("1Inf 3304N\n5Inf 3304N\n6Inf 3304N\nRD1 3404N 15-15", "assault 3404N with 1Inf+5Inf+6Inf", 1)
    t.order("loss 1Inf")
    assert t.refused("loss 1Inf").rule == "14.35c"
    while t.prompt.decision == "loss":
        t.order(sorted(t.legal("loss"))[0])
    assert [t.steps(key) for key in ("1Inf", "5Inf", "6Inf")] == [1, 1, 1]


@pytest.mark.rule("pm", "14.36")
def test_brigades_and_cavalry_count_half() -> None:
    """3:1, die 1: 2/1 against three brigades: two of them pay for one loss."""
    for kind in ("RB", "TB", "CD"):
        t = fight(
            "1Inf 3304N 9-6\n5Inf 3304N 9-6\n" + "\n".join(f"{kind}{n} 3404N 2-2" for n in (1, 2, 3)),
            "assault 3404N with 1Inf+5Inf",
            1,
        )
        while t.seat == "soviet" and t.prompt.decision == "loss":
            t.order(sorted(t.legal("loss"))[0])
        assert len(dead(t, *(f"{kind}{n}" for n in (1, 2, 3)))) == 2, kind


@pytest.mark.rule("pm", "14.36")
def test_a_last_half_unit_pays_for_a_whole_loss() -> None:
    t = fight("1Inf 3304N 9-6\n5Inf 3304N 9-6\nRB1 3404N 6-6", "assault 3404N with 1Inf+5Inf", 1)
    assert t.where("RB1") == "dead"


@pytest.mark.rule("pm", "14.38", "14.10")
def test_e_takes_everybody() -> None:
    t = fight("1Inf 3304N 60-6\n" + "\n".join(f"RD{n} 3404N 1-1" for n in range(1, 6)), "assault 3404N with 1Inf", 1)
    assert len(dead(t, *(f"RD{n}" for n in range(1, 6)))) == 5


@pytest.mark.rule("pm", "14.23b")
@pytest.mark.parametrize(
    ("plain", "doubled"), [("1/2", "2/4"), ("0/3", "1/6"), ("4/0", "8/1"), ("0/E", "1/E"), ("2/1", "4/2")]
)
def test_cities_double_losses(plain: str, doubled: str) -> None:
    from steppe.titles.pm import combat

    t = scene("1Inf 3304N\nRD1 3404N\nRD99 3701N", step="II.B.4", hexes="3404N city")
    from steppe.assault.combat import battle_of
    from steppe.assault.state import PREPARED

    b = battle_of(t.title, t.s, t.read("assault 3404N with 1Inf"), PREPARED)
    assert combat.forced_conversion(t.title, t.s, b, plain) == doubled
    open_field = scene("1Inf 3304N\nRD1 3404N\nRD99 3701N", step="II.B.4")
    b = battle_of(open_field.title, open_field.s, open_field.read("assault 3404N with 1Inf"), PREPARED)
    assert combat.forced_conversion(open_field.title, open_field.s, b, plain) == plain


# -- 14.32 to 14.34 retreats ------------------------------------------------------------------------------------------

ATTACK = "RD1 3504N 12-6\nRD2 3504N 1-1"


@pytest.mark.rule("pm", "14.32b", "14.35d", "14.33c")
def test_a_german_stack_may_retreat_for_the_last_increment() -> None:
    """4:1, die 3: 1/2. One step is lost in place, then all go back a hex towards their supply."""
    t = fight(f"1Inf 3404N 1-1/1-1\n5Inf 3404N 2-2/1-1\n{ATTACK}", "assault 3404N with RD1", 3, step="II.C.3")
    assert (t.seat, t.prompt.decision) == ("german", "loss")
    t.order("loss 5Inf")
    assert t.prompt.decision == "stand"
    t.order("defend retreat")
    if t.prompt.decision == "retreat":
        assert all(text.split()[-1] in ("3303N", "3304N") for text in t.legal("retreat"))
        t.order("retreat 3304N")
    assert t.where("1Inf") == t.where("5Inf") != "3404N"
    assert (t.steps("1Inf"), t.steps("5Inf")) == (2, 1)


@pytest.mark.rule("pm", "14.32b")
def test_or_stand_and_lose() -> None:
    t = fight(f"1Inf 3404N 3-3/1-1\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3")
    assert t.legal() == {"defend stand", "defend retreat"}
    t.order("defend stand")
    assert (t.where("1Inf"), t.steps("1Inf")) == ("3404N", 1)


@pytest.mark.rule("pm", "14.32b")
def test_soviets_never_retreat() -> None:
    t = fight("1Inf 3304N 9-6\nRD1 3404N 3-3\nRD2 3404N 1-1", "assault 3404N with 1Inf", 1)
    assert t.prompt.decision != "stand"


@pytest.mark.rule("pm", "14.33a")
def test_no_retreat_into_the_sea_or_over_the_straits() -> None:
    """The only neighbours towards the west are water, or lie across the straits."""
    shut = "3303N sea\n3304N sea\n3403N sea\n3405N sea\n3503N sea"
    t = fight(f"1Inf 3404N 3-3/1-1\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3", hexes=shut)
    assert t.prompt.decision != "stand"
    assert t.steps("1Inf") < 2
    straits = "\n".join(f"3404N-{h} kerch" for h in ("3303N", "3304N", "3403N", "3405N", "3503N"))
    cold = fight(f"1Inf 3404N 3-3/1-1\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3", sides=straits)
    assert cold.prompt.decision != "stand"
    ice = fight(
        f"1Inf 3404N 3-3/1-1\n{ATTACK}",
        "assault 3404N with RD1",
        1,
        step="II.C.3",
        sides=straits,
        turn=11,
        state='weather_north = "S"\nweather_south = "S"',
    )
    assert ice.prompt.decision == "stand"


@pytest.mark.rule("pm", "14.33b")
def test_no_retreat_into_a_full_hex() -> None:
    full = "\n".join(f"{n}Inf 330{3 + i // 5}N" for i, n in enumerate((5, 6, 7, 8, 9, 11, 12, 17, 21, 23)))
    others = "\n".join(f"RD{n} {h}" for n, h in enumerate(("3403N", "3405N", "3503N"), 20))
    t = fight(f"1Inf 3404N 3-3/1-1\n{full}\n{others}\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3")
    assert t.prompt.decision != "stand"
    assert t.steps("1Inf") == 1


@pytest.mark.rule("pm", "14.34")
def test_who_retreats_into_a_second_battle_is_lost() -> None:
    full = "\n".join(f"{n}Inf 3303N" for n in (6, 7, 8, 9, 11))
    units = f"1Inf 3404N 3-3/1-1\n5Inf 3304N 3-3/1-1\n{full}\n{ATTACK}\nRD5 3305N 12-6"
    t = fight(units, "assault 3404N with RD1", 1, step="II.C.3")
    t.order("defend retreat")
    if t.prompt.decision == "retreat":
        t.order("retreat 3304N")
    assert t.where("1Inf") == "3304N"
    while t.prompt.decision not in ("combat",):
        t.order("stay" if t.prompt.decision == "advance" else sorted(t.legal())[0])
    (defence,) = t.sheet("assault 3304N with RD5").defence
    assert defence == 3
    t.order("assault 3304N with RD5", dice=(1, 1))
    assert t.where("1Inf") == "dead"


# -- 14.39 advances ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.39")
def test_victors_may_move_in() -> None:
    units = "1Inf 3304N 30-6\n5Inf 3304N 5-6\n6Inf 3303N 5-6\nRD1 3404N 1-1"
    t = fight(units, "assault 3404N with 1Inf+5Inf+6Inf", 1)
    assert t.prompt.decision == "advance"
    t.order("advance 1Inf+6Inf")
    assert [t.where(key) for key in ("1Inf", "5Inf", "6Inf")] == ["3404N", "3304N", "3404N"]
    stay = fight(units, "assault 3404N with 1Inf+5Inf+6Inf", 1)
    stay.order("stay")
    assert stay.where("1Inf") == "3304N"


@pytest.mark.rule("pm", "14.39")
def test_stacking_holds_for_them() -> None:
    six = "\n".join(f"{n}Inf {h}" for n, h in zip((1, 5, 6, 7, 8, 9), ("3304N",) * 3 + ("3303N",) * 3, strict=True))
    t = fight(f"{six}\nRD1 3404N 1-1", "assault 3404N with 1Inf+5Inf+6Inf+7Inf+8Inf+9Inf", 6)
    assert t.prompt.decision == "advance"
    assert t.refused("advance 1Inf+5Inf+6Inf+7Inf+8Inf+9Inf").rule in ("14.39", "6.1")
    t.order("advance 1Inf+5Inf+6Inf+7Inf+8Inf")


@pytest.mark.rule("pm", "14.39")
def test_defenders_hold_their_place() -> None:
    """1:3, die 1: 4/0. The attacker is gone, and nobody follows."""
    t = fight("1Inf 3304N 3-3/1-1\nRD1 3404N 9-9", "assault 3404N with 1Inf", 1)
    assert t.where("1Inf") == "dead"
    assert (t.prompt.decision, t.where("RD1")) == ("combat", "3404N")


@pytest.mark.rule("pm", "0.1b", "14.35b")
def test_the_learning_game_lets_losses_fall_anywhere() -> None:
    """2:1, die 5: 1/2."""
    t = fight(
        "1Pz 3304N\n1Inf 3304N\nRD1 3404N 2-2\nRD2 3404N 2-2\nRD3 3404N 2-2",
        "assault 3404N with 1Pz+1Inf",
        5,
        options="learning = true",
    )
    while t.seat == "soviet":
        t.order(sorted(t.legal("loss"))[0])
    assert t.legal("loss") == {"loss 1Pz", "loss 1Inf"}


def test_results_are_told() -> None:
    t = scene("1Inf 3304N 9-6\nRD1 3404N 3-3\nRD99 3701N", step="II.B.4", dice=(6,))
    assert "eliminated" in kinds(t.order("assault 3404N with 1Inf"))
