"""Chapter 5: couplets and phases, the restrictions of turn 1."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from steppe.server.chairs import Pass, admit, hashed
from steppe.title import Trouble
from tests.pm.scene import Campaign, on_map, scene
from tests.sandbox import Table

FULL = (
    "II.concentration II.lift II.B.2 II.B.3 II.B.4 II.C.2 II.C.3 "
    "III.concentration III.lift III.B.2 III.B.3 III.B.4 III.C.2 III.C.3"
)


def steps_of(t: Table, turn: int) -> list[str]:
    """The steps of a turn in which somebody decides something."""
    found: list[str] = []
    while t.s.turn == turn and t.outcome is None:
        step = t.title.current_step(t.s).name
        if not found or found[-1] != step:
            found.append(step)
        decision = t.prompt.decision
        t.order({"pause": "pause decline", "concentration": "concentration decline"}.get(decision, "done"))
    return found


@pytest.mark.rule("pm", "5.1a")
@pytest.mark.parametrize("learning", [False, True])
def test_the_twelfth_turn_is_the_last(learning: bool) -> None:
    options = f"learning = {str(learning).lower()}"
    for turn in (11, 12):
        t = on_map("1Inf 1912N\nRD1 6010N", turn=turn, step="III.C.3", options=options)
        assert sorted(t.title.charts.track) == list(range(1, 13))
        t.order("done")
        assert (t.outcome is None, t.s.turn) == (turn == 11, 12)


@pytest.mark.rule("pm", "5.1a", "5.2b", "5.4", "1.4c")
def test_two_couplets_german_first_and_one_on_turn_1() -> None:
    first = on_map("1Inf 1912N\nRD1 6010N", turn=1, step="II.concentration")
    assert steps_of(first, 1) == ["II.concentration", "II.lift", "II.B.2", "II.B.3", "II.B.4", "II.C.2", "II.C.3"]
    later = on_map("1Inf 1912N\nRD1 6010N", turn=4, step="II.concentration")
    found = steps_of(later, 4)
    assert found == FULL.split()


@pytest.mark.rule("pm", "5.2a", "5.2b")
def test_the_mutual_reinforcement_phase_comes_first() -> None:
    t = on_map("1Inf 1912N\nRD180 reserve untried area=5", turn=3, step="I.D")
    assert (t.prompt.decision, t.s.couplet) == ("soviet arrivals", 6)
    t.order("reserve RD", "done")
    assert t.title.current_step(t.s).name == "II.concentration"


@pytest.mark.rule("pm", "5.2b", "10.4")
def test_soviet_aircraft_only_in_december() -> None:
    steps = [step for step in Campaign().title.sequence.steps if step.decision == "air commitment" and step.seat == 1]
    assert [(step.name, step.turns) for step in steps] == [("II.C.1", {12}), ("III.C.1", {12})]


@pytest.mark.rule("pm", "1.2")
def test_a_side_may_be_shared_at_the_map_seam() -> None:
    """Two people hold the link of one seat: both give its orders, each on his map, and the rules know only the side."""
    north = south = "the link of the German seat"
    chairs = [SimpleNamespace(token=hashed(token), watch=b"") for token in (north, "the link of the Soviet seat")]
    assert admit(north, chairs) == admit(south, chairs) == Pass(frozenset({0}), 0)
    t = on_map("1Inf 2817N\n5Inf 2405S\n6Inf 2818N\n7Inf 2406S\nRD1 6010N", turn=4)
    for order in ("move 1Inf 2817N-2816N", "move 5Inf 2405S-2404S", "move 6Inf 2818N-2819N", "move 7Inf 2406S-2407S"):
        assert admit(south if order.endswith("S") else north, chairs).decides(t.prompt.seat)
        t.order(order)
    assert t.seat == "german"
    assert {t.where("1Inf"), t.where("5Inf")} == {"2816N", "2404S"}


@pytest.mark.rule("pm", "5.1b")
def test_no_going_back_to_an_earlier_phase() -> None:
    t = scene("1Pz 3103N\nRD1 3504N")
    t.order("done")
    assert t.prompt.decision == "combat"
    t.refused("move 1Pz 3103N-3203N", "5.2b", "'move' cannot be ordered now...")
    t.refused("enter 1Pz 3003N", "5.1b", "'enter' cannot be ordered now...")


@pytest.mark.rule("pm", "5.1b")
def test_nobody_acts_in_the_others_phase() -> None:
    t = scene("1Pz 3103N\nRD1 3504N", step="II.C.2")
    t.refused("move 1Pz 3103N-3203N", "12.1", "1Pz is not yours to move in this phase")


# -- 5.3 to 5.6 turn 1 ------------------------------------------------------------------------------------------------

SOUTH = "HF 1302S\nRo3Inf 2115S\n50Inf 1807S\n1Inf 1912N\nRD1 6010N"


@pytest.mark.rule("pm", "5.3a", "5.3d")
@pytest.mark.parametrize("key", ["HF", "Ro3Inf", "50Inf"])
def test_hungary_and_romania_are_frozen_on_turn_1(key: str) -> None:
    t = on_map(SOUTH, turn=1)
    where = t.where(key)
    goal = next(
        n for _, n in t.title.board.grid.adjacent(t.hex(where)) if t.title.board.terrain[n] not in ("sea", "lake")
    )
    label = t.title.board.grid.labels[goal]
    t.refused(f"move {key} {where}-{label}", "5.3a", f"{key} set up in Hungary or Romania and stays idle on turn 1")
    later = on_map(SOUTH, turn=2)
    assert any(o.verb == "move" for o in later.title.legal(later.s, (later.unit(key),)))


@pytest.mark.rule("pm", "5.3a")
def test_they_do_not_attack_either() -> None:
    units = "Ro3Inf 2115S\nRo5Inf 2115S\nRD2 2114S\n1Inf 1912N"
    on_map(units, turn=1, step="II.B.4").refused(
        "assault 2114S with Ro3Inf", "5.3a", "Ro3Inf set up in Hungary or Romania and stays idle on turn 1"
    )
    on_map(units, turn=2, step="II.B.4").order("assault 2114S with Ro3Inf")


@pytest.mark.rule("pm", "5.3a")
def test_who_comes_from_greater_germany_is_not_frozen() -> None:
    """It binds those that set up there, not those who pass."""
    t = on_map("9Pz 1025N\n16Pz 1026N\n1Inf 1912N\nRD1 1226N", turn=1)
    t.order("move 9Pz 1025N-1026N", "move 9Pz 1026N-1126N")
    why = "16Pz set up in Hungary or Romania and stays idle on turn 1"
    assert t.refused("move 16Pz 1026N-1125N", "5.3a", why).trouble == Trouble.TIME
    t.order("done")
    t.order("assault 1226N with 9Pz")


@pytest.mark.rule("pm", "5.3b", "5.3d", "8.6")
def test_no_soviet_enters_or_attacks_them_on_turn_1() -> None:
    units = "RD1 2114S\nRo3Inf 2115S\n1Inf 1912N\nRD2 1814N"
    t = on_map(units, turn=1, step="II.C.2")
    t.refused("move RD1 2114S-2015S", "5.3b", "2015S: no Soviet unit enters Hungary or Romania on turn 1")
    t.order("done")
    t.refused("assault 2115S with RD1", "5.3b", "no Soviet attack into Hungary or Romania on turn 1")
    later = on_map(units, turn=2, step="II.C.2")
    later.order("move RD1 2114S-2015S")
    on_map(units, turn=2, step="II.C.3").order("assault 2115S with RD1")


@pytest.mark.rule("pm", "5.3b")
def test_nor_do_their_lines() -> None:
    """A unit whose only way home leads through Romania."""
    t = on_map("RD1 2114S\n1Inf 1912N", turn=1)

    closed = t.title.supply.closed_to_lines(t.s, 1)
    assert closed[t.hex("2015S")]
    later = on_map("RD1 2114S\n1Inf 1912N", turn=2)
    assert not later.title.supply.closed_to_lines(later.s, 1)[later.hex("2015S")]


@pytest.mark.rule("pm", "5.5")
def test_germans_ignore_rivers_on_turn_1() -> None:
    river = "3101N-3201N river"
    for turn, pz, inf in ((1, 1, 1), (2, 3, 2)):
        t = scene("1Pz 3101N\n1Inf 3101N\nRD1 3701N", turn=turn, sides=river, size="8x1")
        assert (t.range("1Pz")["3201N"], t.range("1Inf")["3201N"]) == (pz, inf)
    soviet = scene("RD1 3201N\n1Inf 3001N", turn=1, step="II.C.2", sides=river, size="8x1")
    assert soviet.range("RD1")["3101N"] == 2


@pytest.mark.rule("pm", "5.5", "15.10")
def test_and_in_combat() -> None:
    river = "3103N-3203N river"
    units = "1Inf 3103N\n5Inf 3103N\nRD1 3203N 3-3"
    shifts = {
        turn: [
            s.name
            for s in scene(units, turn=turn, step="II.B.4", sides=river).sheet("assault 3203N with 1Inf+5Inf").shifts
        ]
        for turn in (1, 2)
    }
    assert shifts[1] == []
    assert len(shifts[2]) == 1


@pytest.mark.rule("pm", "5.6", "15.2")
@pytest.mark.parametrize(("turn", "price"), [(1, 6), (2, 7)])
def test_the_price_of_a_german_mobile_assault(turn: int, price: int) -> None:
    t = scene("1Pz 3103N\nRD1 3203N 1-1", turn=turn, dice=(6, 6))
    t.order("mobile 3203N with 1Pz")
    while t.prompt.decision not in ("movement", "press"):
        t.order(sorted(t.legal())[0])
    assert t.s.spent[t.unit("1Pz")] == price
