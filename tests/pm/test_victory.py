"""Chapter 4 and 3.9: control, victory points of places, incursions, the check of each turn, Moscow."""

from __future__ import annotations

import pytest

from tests.pm.scene import on_map, pass_to, points
from tests.sandbox import Table, first, kinds

TO_MOSCOW = "1Pz 4917N\n3Pz 5016N"


def ends(turn: int, units: str = "", control: str = "", state: str = "") -> Table:
    """The Victory Check Phase of a turn."""
    return on_map(f"1Inf 1912N\nRD1 6010N\n{units}", turn=turn, step="IV", control=control, state=state, begin=True)


def worth(number: int) -> str:
    """Places that are worth so many points together."""
    values = {
        "4201N": 6,
        "2900S": 4,
        "4206S": 3,
        "4715S": 3,
        "4312S": 3,
        "5003S": 3,
        **dict.fromkeys(("2919S", "2512S", "3710S", "3817N", "4921N"), 2),
        **dict.fromkeys(("2705N", "2817N", "4425N", "4300S", "4122N", "4813N", "3322N", "3514N"), 1),
    }
    found = []
    for h, value in values.items():
        if value <= number:
            found.append(f"{h} german")
            number -= value
    assert number == 0
    return "\n".join(found)


# -- 3.9, 4.2 control and points --------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.9b", "4.2a", "4.2b")
def test_points_come_and_go_with_control() -> None:
    t = on_map("1Pz 2816N\nRD1 2916N", turn=4)
    assert points(t) == 0
    log = t.order("move 1Pz 2816N-2817N")
    assert (first(log, "points").facts["total"], t.control("2817N")) == (1, "german")
    t.order("move 1Pz 2817N-2717N", "done")
    assert points(t) == 1
    pass_to(t, "movement")
    assert t.seat == "soviet"
    t.order("move RD1 2916N-2817N")
    assert (points(t), t.control("2817N")) == (0, "soviet")
    t.order("move RD1 2817N-2917N", "done")
    pass_to(t, "movement")
    t.order("move 1Pz 2717N-2817N")
    assert points(t) == 1


@pytest.mark.rule("pm", "4.2a")
@pytest.mark.parametrize(("label", "value"), [("2817N", 1), ("2919S", 2), ("2307N", 0)])
def test_values_of_places(label: str, value: int) -> None:
    assert points(ends(3, control=f"{label} german")) == value


@pytest.mark.rule("pm", "4.2a")
def test_all_cities_and_most_large_towns_have_points() -> None:
    t = on_map("1Inf 1912N\nRD1 6010N")
    valued = {h for hexes, _ in t.title.geo.places for h in hexes}
    board = t.title.board
    assert board.hexes("city") <= valued
    towns = board.hexes("large-town")
    assert len(towns & valued) > len(towns) / 2
    assert valued <= board.hexes("city") | towns
    assert sum(value for _, value in t.title.geo.places) > 36
    assert {value for _, value in t.title.geo.places} <= set(range(1, 10))


@pytest.mark.rule("pm", "4.2b", "9.1")
def test_supply_does_not_matter_for_points() -> None:
    ring = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    t = ends(3, f"1Pz 2817N\n{ring}")
    assert not t.in_supply("1Pz")
    assert points(t) == 1


# -- 4.3, 4.6 Moscow --------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "4.3", "4.6b")
def test_moscow_counts_only_as_a_whole() -> None:
    t = on_map(TO_MOSCOW, turn=8, dice=(3,))
    log = t.order("move 1Pz 4917N-5017N")
    assert points(t) == 0
    assert "moscow" not in kinds(log)
    log = t.order("move 3Pz 5016N-5116N")
    assert first(log, "moscow").facts["falls"] is False
    assert (points(t), t.outcome) == (9, None)


@pytest.mark.rule("pm", "4.6a")
def test_an_even_die_ends_the_war() -> None:
    t = on_map(TO_MOSCOW, turn=8, dice=(4,))
    t.order("move 1Pz 4917N-5017N", "move 3Pz 5016N-5116N")
    outcome = t.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("german", "4.6a")


@pytest.mark.rule("pm", "4.3b", "4.6b")
def test_lost_and_won_again_there_is_no_second_die() -> None:
    t = on_map(
        "1Pz 5017N\n3Pz 5015N\nRD1 5117N",
        turn=8,
        control="5017N german\n5116N german",
        state="moscow_fell = 1",
        step="II.C.2",
    )
    assert points(t) == 9
    t.order("move RD1 5117N-5116N")
    assert points(t) == 0
    t.order("move RD1 5116N-5216N", "done")
    pass_to(t, "movement")
    log = t.order("move 3Pz 5015N-5116N")
    assert points(t) == 9
    assert "moscow" not in kinds(log)


# -- 4.4 incursions ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "4.4")
def test_every_soviet_unit_in_greater_germany_costs_a_point() -> None:
    t = ends(2, "RD2 1910N\nRD3 1910N\nRD4 1911N", control="2919S german")
    assert points(t) == -1
    again = ends(2, "RD2 1910N", state="debit = 2")
    assert points(again) == -3


@pytest.mark.rule("pm", "4.4")
def test_hungary_and_romania_do_not_count() -> None:
    t = ends(2, "RD2 1302S\nRD3 2115S\nRD4 1807S")
    assert points(t) == 0


# -- 4.1, 4.5 the check -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "4.1", "4.5a", "17.2")
@pytest.mark.parametrize(
    ("turn", "needed"), [(1, 4), (2, 8), (3, 13), (4, 17), (5, 22), (6, 26), (7, 28), (8, 30), (9, 36), (11, 36)]
)
def test_enough_points_win(turn: int, needed: int) -> None:
    t = ends(turn, control=worth(needed))
    outcome = t.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.turn) == ("german", "4.5a", turn)
    assert ends(turn, control=worth(needed - 1)).outcome is None


@pytest.mark.rule("pm", "4.5a", "4.4")
def test_incursions_are_taken_off_first() -> None:
    assert ends(2, "RD2 1910N", control=worth(8)).outcome is None


@pytest.mark.rule("pm", "4.5b")
@pytest.mark.parametrize(("number", "winner"), [(35, "soviet"), (36, "german")])
def test_after_turn_12_somebody_has_won(number: int, winner: str) -> None:
    outcome = ends(12, control=worth(number)).outcome
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rule("pm", "5.2c", "4.5a")
def test_there_is_one_check_a_turn() -> None:
    """Enough points after the first couplet win nothing if they are lost in the second."""
    held = "4201N german\n2705N german\n2817N german"
    for goal, over in (("2817N", False), ("2716N", True)):
        t = on_map("1Inf 1912N\nRD1 2816N\n1Pz 1911N", turn=2, step="II.C.3", control=held)
        assert points(t) == 8
        t.order("done")
        assert t.outcome is None
        pass_to(t, "movement")
        t.order("done")
        pass_to(t, "movement")
        assert (t.seat, t.title.current_step(t.s).name) == ("soviet", "III.C.2")
        t.order(f"move RD1 2816N-{goal}", "done", "done")
        assert (t.outcome is not None) is over
