"""Chapter 10 and 8.10: flak, German ground support and its VIII FliegerKorps, the Soviet 6th Interceptor Corps."""

from __future__ import annotations

import pytest

from tests.pm.scene import column, on_map, pass_to, scene
from tests.sandbox import Table, first


def attack(t: Table, text: str) -> int:
    (found,) = t.sheet(text).attack
    return found


def defence(t: Table, text: str) -> int:
    (found,) = t.sheet(text).defence
    return found


# -- 10.1 flak --------------------------------------------------------------------------------------------------------

TANKS = "TD1 3404N 3-1\nTD2 3404N 3-1\nRD1 3404N 4-4\nRD9 3701N"


@pytest.mark.rule("pm", "10.1a")
def test_flak_never_attacks() -> None:
    t = scene("1Flak 3304N\n1Inf 3304N\n1Pz 3304N\nRD1 3404N", step="II.B.4")
    t.refused("assault 3404N with 1Inf+1Flak", "10.1a", "1Flak never attacks")
    mobile = scene("1Flak 3304N\n1Pz 3304N\nRD1 3404N")
    mobile.refused("mobile 3404N with 1Pz+1Flak", "10.1a", "1Flak never attacks")


@pytest.mark.rule("pm", "10.1b", "14.12b")
def test_tanks_against_flak_are_halved() -> None:
    t = scene(f"1Flak 3304N\n1Inf 3304N\n{TANKS}", step="II.C.3")
    assert attack(t, "assault 3304N with TD1+TD2") == 3
    assert attack(t, "assault 3304N with TD1") == 2
    assert attack(t, "assault 3304N with TD1+TD2+RD1") == 7


@pytest.mark.rule("pm", "10.1b")
def test_only_in_supply() -> None:
    germans = "1Flak 3401N\n1Inf 3401N"
    wall = "RD1 3201N\nTD1 3501N 3-1\nTD2 3501N 3-1\nRD9 3701N"
    t = scene(f"{germans}\n{wall}", size="8x1", step="II.C.3")
    assert attack(t, "assault 3401N with TD1+TD2") == 6
    lifted = scene(f"{germans}\n{wall}", size="8x1", step="II.C.3", hexes="3401N aerial")
    assert attack(lifted, "assault 3401N with TD1+TD2") == 3
    east = scene(f"1Flak 3304N\n1Inf 3304N\n{TANKS}", step="II.C.3", hexes="3201N..3708N gas-east")
    assert attack(east, "assault 3304N with TD1+TD2") == 3


@pytest.mark.rule("pm", "10.1c")
def test_flak_alone_only_defends_itself() -> None:
    t = scene(f"1Flak 3304N\n2Flak 3304N\n{TANKS}", step="II.C.3")
    assert attack(t, "assault 3304N with TD1+TD2") == 6
    assert defence(t, "assault 3304N with TD1+TD2") == 4


# -- 10.2, 10.3 German ground support ---------------------------------------------------------------------------------


@pytest.mark.rule("pm", "10.2a")
def test_each_corps_on_one_stack_and_one_to_a_hex() -> None:
    t = scene("\n".join(f"{n}Inf 330{i}N" for i, n in enumerate((1, 5, 6, 7, 8, 9), 1)) + "\nRD1 3701N", step="II.B.2")
    t.order("support VIII 3301N")
    t.refused("support I 3301N", "10.2a", "the stack in 3301N has its support")
    t.refused("support VIII 3302N", "10.2a", "VIII is not at hand")
    t.refused("support I 3701N", "10.2a", "none of your stacks is in 3701N")
    t.order("support I 3302N", "support II 3303N", "support IV 3304N")
    assert t.prompt.text == "Commit ground support aircraft to your stacks, 8 points each (at hand: V)."
    t.order("support V 3305N")
    assert t.prompt.decision == "movement"  # nobody is asked when nothing is left to be laid


@pytest.mark.rule("pm", "10.2b", "14.13", "17.8")
@pytest.mark.parametrize(("turn", "strength", "total"), [(2, 6, 12), (2, 14, 24), (1, 6, 10), (8, 6, 10), (11, 6, 7)])
def test_points_are_capped_by_the_ground_units(turn: int, strength: int, total: int) -> None:
    t = scene(f"1Inf 3304N {strength}-6\nRD1 3404N 9-9\nRD9 3701N", step="II.B.4", turn=turn, hexes="3304N air-I")
    assert attack(t, "assault 3404N with 1Inf") == total


@pytest.mark.rule("pm", "10.2b", "10.2d")
def test_only_the_supported_stack_counts() -> None:
    t = scene("1Inf 3304N 4-6\n5Inf 3303N 5-6\nRD1 3404N 9-9\nRD9 3701N", step="II.B.4", turn=2, hexes="3304N air-I")
    assert attack(t, "assault 3404N with 1Inf+5Inf") == 13
    assert attack(t, "assault 3404N with 5Inf") == 5


@pytest.mark.rule("pm", "10.2b")
def test_in_defence_too() -> None:
    t = scene("1Inf 3304N 5-6\nRD1 3404N 9-9\nRD9 3701N", step="II.C.3", turn=3, hexes="3304N air-I")
    assert defence(t, "assault 3304N with RD1") == 12


@pytest.mark.rule("pm", "10.3")
def test_the_eighth_corps_shifts_a_column() -> None:
    units = "1Inf 3304N 10-6\nRD1 3404N 5-5\nRD9 3701N"
    assert column(scene(units, step="II.B.4", turn=11, hexes="3304N air-I"), "assault 3404N with 1Inf") == "2:1"
    assert column(scene(units, step="II.B.4", turn=11, hexes="3304N air-VIII"), "assault 3404N with 1Inf") == "3:1"
    attacked = "1Inf 3304N 5-5\nRD1 3404N 18-5\nRD9 3701N"
    assert column(scene(attacked, step="II.C.3", turn=11, hexes="3304N air-I"), "assault 3304N with RD1") == "3:1"
    assert column(scene(attacked, step="II.C.3", turn=11, hexes="3304N air-VIII"), "assault 3304N with RD1") == "2:1"


@pytest.mark.rule("pm", "10.2c", "15.5")
def test_a_split_stack_says_which_part_keeps_it() -> None:
    for word, supported in (("go", "3404N"), ("stay", "3304N")):
        t = scene("1Pz 3304N\n3Pz 3304N\nRD9 3701N", turn=2, hexes="3304N air-V")
        t.order("move 1Pz 3304N-3404N")
        assert t.prompt.decision == "markers"
        t.order(f"markers {word}")
        assert t.title.display.status(t.s)["support"] == {supported: "V"}


@pytest.mark.rule("pm", "10.2c", "15.5")
def test_a_whole_stack_takes_it_along() -> None:
    t = scene("1Pz 3304N\n3Pz 3304N\nRD9 3701N", turn=2, hexes="3304N air-V")
    t.order("move 1Pz+3Pz 3304N-3404N")
    assert t.title.display.status(t.s)["support"] == {"3404N": "V"}
    mobile = scene("1Pz 3304N\nRD1 3404N 3-9\nRD9 3701N", turn=2, hexes="3304N air-V")
    assert attack(mobile, "mobile 3404N with 1Pz") == 20
    log = mobile.order("mobile 3404N with 1Pz", dice=(6,))
    assert first(log, "odds").facts["attack"] == 20
    assert "markers and all" in mobile.title.tell(first(log, "assault"))


@pytest.mark.rule("pm", "10.2c", "15.5")
@pytest.mark.parametrize(("word", "strength", "supported"), [("go", 20, "3404N"), ("stay", 10, "3304N")])
def test_in_a_mobile_assault_it_serves_whom_it_goes_with(word: str, strength: int, supported: str) -> None:
    t = scene("1Pz 3304N\n3Pz 3304N\nRD1 3404N 1-1\nRD9 3701N", turn=2, hexes="3304N air-V")
    t.order("mobile 3404N with 1Pz")
    assert t.prompt.decision == "markers"
    log = t.order(f"markers {word}")
    assert first(log, "odds").facts["attack"] == strength
    assert t.where("1Pz") == "3404N"
    assert t.title.display.status(t.s)["support"] == {supported: "V"}


@pytest.mark.rule("pm", "10.2d")
def test_support_neither_feeds_nor_bleeds() -> None:
    t = scene(
        "1Inf 3401N 4-6\nRD1 3201N\nRD2 3501N 2-2\nRD9 3701N",
        size="8x1",
        step="II.B.4",
        turn=4,
        hexes="3401N air-I",
        dice=(1,),
    )
    assert not t.in_supply("1Inf")
    assert attack(t, "assault 3501N with 1Inf") == 4
    t.order("assault 3501N with 1Inf")
    assert not [text for text in t.legal("loss") if "air" in text]


@pytest.mark.rule("pm", "10.2e", "10.2a")
def test_they_are_committed_anew_in_every_couplet() -> None:
    t = scene("1Inf 3304N\n5Inf 3306N\nRD9 3701N", step="II.B.2", turn=3)
    t.order("support VIII 3304N", "done")
    pass_to(t, "movement")
    t.order("done")
    pass_to(t, "air commitment")
    assert t.title.current_step(t.s).name == "III.B.2"
    assert t.title.display.status(t.s)["support"] == {}
    t.order("support VIII 3306N")


@pytest.mark.rule("pm", "10.2a")
def test_they_stay_through_the_soviet_player_turn() -> None:
    t = scene("1Inf 3304N\nRD9 3701N", step="II.B.2", turn=3)
    t.order("support VIII 3304N", "done", "done")
    pass_to(t, "movement")
    assert t.seat == "soviet"
    assert t.title.display.status(t.s)["support"] == {"3304N": "VIII"}


@pytest.mark.rule("pm", "10.2f", "17.8")
def test_all_leave_before_turn_12() -> None:
    t = on_map("1Inf 1912N\nRD9 6010N", turn=11, step="III.B.2")
    t.order("support VIII 1912N", "done")
    while t.s.turn == 11:
        t.order("done" if t.prompt.decision != "concentration" else "concentration decline")
    assert t.title.display.status(t.s)["support"] == {}
    seen = set()
    while t.title.current_step(t.s).name != "II.C.2":
        seen.add(t.prompt.decision if t.seat == "german" else "")
        t.order(
            {"concentration": "concentration decline", "withdrawal": "decline infantry"}.get(t.prompt.decision, "done")
        )
    assert "air commitment" not in seen


# -- 10.4, 8.10 the Soviet unit ---------------------------------------------------------------------------------------


def december(control: str = "", units: str = "") -> Table:
    t = on_map(
        f"RD1 4917N\nRD2 4904N\nRD9 6010N\n1Inf 1912N\n5Inf 4817N\n{units}",
        turn=11,
        step="IV",
        control=control,
        begin=True,
    )
    while t.title.current_step(t.s).name not in ("II.C.1", "II.C.2"):
        t.order(
            {"concentration": "concentration decline", "withdrawal": "decline infantry"}.get(t.prompt.decision, "done")
        )
    return t


@pytest.mark.rule("pm", "10.4", "8.10")
def test_five_points_near_moscow() -> None:
    t = december()
    assert t.prompt.decision == "air commitment"
    t.refused("support 6 4904N", "10.4", "4904N is more than ten hexes from Moscow")
    t.refused("support VIII 4917N", "10.2a", "VIII is not at hand")
    t.order("support 6 4917N", "done", "done")
    own = t.title.units.attack[t.s.face[t.unit("RD1")]][1]
    assert attack(t, "assault 4817N with RD1") == own + min(5, own)


@pytest.mark.rule("pm", "10.4", "8.10")
def test_ten_hexes_from_moscow_and_no_farther() -> None:
    t = december()
    distances = {
        h: min(int(t.title.board.grid.distances(m)[h]) for m in t.title.geo.moscow) for h in range(t.title.board.size)
    }
    assert all(bool(t.title.geo.near_moscow[h]) == (distance <= 10) for h, distance in distances.items())


@pytest.mark.rule("pm", "8.10")
@pytest.mark.parametrize("control", ["5017N german", "5116N german"])
def test_it_does_not_come_if_moscow_is_not_whole(control: str) -> None:
    assert december(control).prompt.decision != "air commitment"


@pytest.mark.rule("pm", "8.10", "5.2b")
def test_not_before_turn_12() -> None:
    t = on_map("RD1 4917N\n1Inf 1912N", turn=11, step="II.C.2")
    assert t.s.soviet_air == 0
