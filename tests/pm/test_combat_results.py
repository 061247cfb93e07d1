"""14.23, 14.31 to 14.39: results, losses in their order, retreats of the German side, advances."""

from __future__ import annotations

from itertools import islice

import pytest

from steppe.title import Trouble
from tests.pm.scene import on_map, scene
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
    assert (t.seat, t.prompt.decision) == ("german", "combat")


@pytest.mark.rule("pm", "14.35a")
def test_a_lone_unit_pays_until_it_is_gone() -> None:
    """4:1, die 3: 1/2 against one German division: both of its steps."""
    t = fight("1Inf 3404N 5-3/2-3\nRD1 3304N 12-6\nRD2 3304N 1-1", "assault 3404N with RD1", 3, step="II.C.3")
    assert (t.prompt.decision, t.steps("1Inf")) == ("stand", 1)
    t.order("defend stand")
    assert t.where("1Inf") == "dead"


@pytest.mark.rule("pm", "14.35b")
@pytest.mark.parametrize(
    ("key", "words", "paid"),
    [
        ("1Pz", "6-6/6-6/6-6/6-6", 1),
        ("3Mot", "6-6/6-6/6-6/6-6", 0),
        ("184AG", "6-6/6-6 move=12/12", 0),
        ("Recon", "6-6/6-6 move=12/12", 0),
    ],
)
def test_the_first_loss_falls_on_tanks(key: str, words: str, paid: int) -> None:
    """2:1 at 12 against 6, die 2: 2/1. A panzer division pays one without being asked; all else is free."""
    t = fight(
        f"{key} 3304N {words}\n1Inf 3304N 6-6/6-6\nRD1 3404N 2-2\nRD2 3404N 2-2\nRD3 3404N 2-2",
        f"assault 3404N with {key}+1Inf",
        2,
    )
    full = t.steps(key)
    t.order("loss RD1")
    assert (t.seat, t.prompt.decision) == ("german", "loss")
    assert (t.steps(key), t.steps("1Inf")) == (full - paid, 2)
    assert t.legal("loss") == {f"loss {key}", "loss 1Inf"}


@pytest.mark.rule("pm", "14.35b")
@pytest.mark.parametrize("tank", ["TD1", "TB1", "1GTB"])
def test_soviet_tanks_too(tank: str) -> None:
    """1:1, die 3: 2/0. The first loss is the tank's, even if it dies of it; a rifle division must follow."""
    t = fight(
        f"{tank} 3404N 3-1\nRD1 3404N 3-3\nRD2 3404N 3-3\nRD3 3404N 3-3\n1Inf 3304N 9-9",
        f"assault 3304N with {tank}+RD1+RD2+RD3",
        3,
        step="II.C.3",
    )
    assert t.prompt.decision == "loss"
    assert dead(t, tank, "RD1", "RD2", "RD3") == [tank]
    t.refused(f"loss {tank}", "14.35c", "the step must come from a unit of this battle that may lose it")
    assert t.legal("loss") == {"loss RD1", "loss RD2", "loss RD3"}


@pytest.mark.rule("pm", "14.35b")
def test_defenders_choose_among_tanks_and_others() -> None:
    """Only attackers are bound. 3:1, die 1: 2/1."""
    t = fight("1Inf 3304N 9-6/9-6\nTD1 3404N 2-2\nRD1 3404N 1-1", "assault 3404N with 1Inf", 1)
    assert t.legal("loss") == {"loss TD1", "loss RD1"}


@pytest.mark.rule("pm", "14.35c")
def test_nobody_dies_before_all_are_down_to_one_step() -> None:
    """1:1, die 1: 3/0 on three full divisions: all of them flip."""
    t = fight("1Inf 3304N\n5Inf 3304N\n6Inf 3304N\nRD1 3404N 15-15", "assault 3404N with 1Inf+5Inf+6Inf", 1)
    t.order("loss 1Inf")
    t.refused("loss 1Inf", "14.35c", "the step must come from a unit of this battle that may lose it")
    assert t.legal("loss") == {"loss 5Inf", "loss 6Inf"}
    t.order("loss 5Inf")
    assert [t.steps(key) for key in ("1Inf", "5Inf", "6Inf")] == [1, 1, 1]


@pytest.mark.rule("pm", "14.36")
def test_brigades_and_cavalry_count_half() -> None:
    """3:1, die 1: 2/1 against three brigades: two of them pay for one loss."""
    for kind in ("RB", "TB", "CD"):
        brigades = [f"{kind}{n}" for n in (1, 2, 3)]
        t = fight(
            "1Inf 3304N 9-6\n5Inf 3304N 9-6\n" + "\n".join(f"{key} 3404N 2-2" for key in brigades),
            "assault 3404N with 1Inf+5Inf",
            1,
        )
        t.order(f"loss {kind}1")
        assert (t.seat, t.prompt.decision) == ("soviet", "loss"), kind
        t.order(f"loss {kind}2")
        assert t.seat == "german"
        assert dead(t, *brigades) == brigades[:2], kind


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
    t = scene("1Inf 3304N\nRD1 3404N\nRD99 3701N", step="II.B.4", hexes="3404N city")
    from steppe.assault.state import PREPARED

    b = t.title.combat.battle_of(t.s, t.read("assault 3404N with 1Inf"), PREPARED)
    assert t.title.battles.forced_conversion(t.s, b, plain) == doubled
    open_field = scene("1Inf 3304N\nRD1 3404N\nRD99 3701N", step="II.B.4")
    b = open_field.title.combat.battle_of(open_field.s, open_field.read("assault 3404N with 1Inf"), PREPARED)
    assert open_field.title.battles.forced_conversion(open_field.s, b, plain) == plain


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
    assert {text.split()[-1] for text in t.legal("retreat")} == {"3303N", "3304N"}
    t.order("retreat 3304N")
    assert t.where("1Inf") == t.where("5Inf") == "3304N"
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


HUNGARIANS = "HF 2213S 5-5/2-3\nRD1 2313S 6-6\nRD2 2313S 6-6\n1Inf 1912N"


@pytest.mark.rule("pm", "14.32b", "9.11b")
def test_hungarians_retreat_towards_hungary() -> None:
    """Romania is nearer, but it feeds them not; Germans with them go where the Hungarians must."""
    for more in ("", "\n6Inf 2213S 3-3/1-1"):
        t = on_map(HUNGARIANS + more, turn=6, step="II.C.3")
        t.s.wanted.append("0/1")
        t.order("assault 2213S with RD1+RD2", "defend retreat")
        assert t.legal("retreat") == {"retreat 2112S", "retreat 2212S"}
        refusal = t.refused("retreat 2113S", "14.32b", "2212S and 2112S come before 2113S")
        assert refusal.trouble == Trouble.HEX
    german = on_map(HUNGARIANS.replace("HF", "5Inf"), turn=6, step="II.C.3")
    german.s.wanted.append("0/1")
    german.order("assault 2213S with RD1+RD2", "defend retreat")
    assert german.legal("retreat") == {"retreat 2113S"}


@pytest.mark.rule("pm", "14.33a")
def test_no_retreat_into_the_sea_or_over_the_straits() -> None:
    """The only neighbours towards the west are water, or lie across the straits; out of supply it defends at half."""
    shut = "3303N sea\n3304N sea\n3403N sea\n3405N sea\n3503N sea"
    t = fight(f"1Inf 3404N 3-3/1-1\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3", hexes=shut)
    assert t.prompt.decision != "stand"
    assert t.where("1Inf") == "dead"
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


@pytest.mark.rule("pm", "14.33a")
def test_no_retreat_over_the_straits_where_another_way_is_open() -> None:
    t = fight(f"1Inf 3404N 3-3/1-1\n{ATTACK}", "assault 3404N with RD1", 1, step="II.C.3", sides="3404N-3303N kerch")
    t.order("defend retreat")
    t.refused("retreat 3303N", "14.33a", "nobody retreats across the straits to 3303N")
    assert t.legal() == {"retreat 3304N"}


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
    assert t.legal() == {"retreat 3304N"}
    t.order("retreat 3304N")
    assert (t.prompt.decision, t.where("1Inf"), t.where("RD1")) == ("combat", "3304N", "dead")
    (defence,) = t.sheet("assault 3304N with RD5").defence
    assert defence == 3
    t.order("assault 3304N with RD5", dice=(1, 1))
    assert t.where("1Inf") == "dead"
    assert t.prompt.decision == "stand"  # the increment is still to be paid
    t.order("defend stand")
    assert (t.where("5Inf"), t.steps("5Inf")) == ("3304N", 1)


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
    t.refused("advance 1Inf+5Inf+6Inf+7Inf+8Inf+9Inf", "14.39", "more units than may stack in the hex")
    t.order("advance 1Inf+5Inf+6Inf+7Inf+8Inf")


@pytest.mark.rule("pm", "14.39", "6.5a")
def test_after_a_great_battle_the_fullest_group_comes_first() -> None:
    """Thirty victors around a city for ten: there are millions of groups, and still a short way to each."""
    around = ("3403N", "3503N", "3504N", "3405N", "3304N", "3303N")
    keys = [f"G{n}" for n in range(30)]
    units = "\n".join(
        f"{key} german infantry XX 5-6 nation=german move=5 {around[i // 5]}" for i, key in enumerate(keys)
    )
    t = fight(f"{units}\nRD1 3404N 1-1", f"assault 3404N with {'+'.join(keys)}", 1, hexes="3404N city")
    t.order("loss G0")
    stay, fullest, *some = (t.write(order) for order in islice(t.title.legal(t.s), 400))
    assert (stay, len(fullest.split("+")), len(set(some))) == ("stay", 10, 398)
    nine = tuple(t.unit(key) for key in keys[-9:])
    tens = [order.units for order in t.title.legal(t.s, nine) if order.units]
    assert all(set(nine) <= set(group) for group in tens)
    assert sorted(map(len, tens)) == [9] + [10] * 20
    t.order(fullest)
    assert sum(t.where(key) == "3404N" for key in keys) == 10


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
