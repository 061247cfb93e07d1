"""9.19, 9.20: von Paulus' pause and supply concentration, as far as they are declared."""

from __future__ import annotations

import pytest

from tests.pm.scene import on_map, pass_to
from tests.sandbox import Table

EIGHTEEN = "\n".join(
    f"{n}Inf {1908 + i // 5}N"
    for i, n in enumerate((1, 5, 6, 7, 8, 9, 11, 12, 17, 21, 23, 24, 26, 28, 30, 31, 32, 34, 35, 44))
)
KEYS = [line.split()[0] for line in EIGHTEEN.splitlines()]


# -- 9.19 the pause ---------------------------------------------------------------------------------------------------


def end_of(turn: int, state: str = "") -> Table:
    return on_map("1Inf 1912N\nRD1 5017N", turn=turn, step="IV", state=state, begin=True)


@pytest.mark.rule("pm", "9.19a")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (2, True), (3, True), (4, False)])
def test_it_is_declared_at_the_end_of_turn_2_or_3(turn: int, asked: bool) -> None:
    t = end_of(turn)
    assert (t.prompt.decision == "pause") is asked


@pytest.mark.rule("pm", "9.19a")
@pytest.mark.parametrize("turn", [2, 3])
def test_it_lasts_three_couplets(turn: int) -> None:
    from steppe.titles.pm.state import is_paused, pause_served

    t = end_of(turn)
    t.order("pause declare")
    for step, couplet in ((turn + 1, 1), (turn + 1, 2), (turn + 2, 1)):
        pass_to(t, "pause abort")
        assert (t.s.turn, t.s.couplet % 2 + 1) == (step, couplet)
        assert is_paused(t.s)
        t.order("pause keep")
    pass_to(t, "combat")
    t.order("done")
    pass_to(t, "concentration", turn=turn + 2)
    assert (t.s.couplet, is_paused(t.s), pause_served(t.s)) == (2 * (turn + 2) + 1, False, True)


@pytest.mark.rule("pm", "9.19c")
def test_aborted_it_brings_nothing_and_is_not_declared_again() -> None:
    from steppe.titles.pm.state import is_paused, pause_served

    t = end_of(2)
    t.order("pause declare")
    pass_to(t, "pause abort")
    t.order("pause abort")
    assert not is_paused(t.s)
    pass_to(t, "concentration", turn=4)
    assert t.s.pause == -2
    pass_to(t, "concentration", turn=5)
    assert not pause_served(t.s)


@pytest.mark.rule("pm", "9.19a")
def test_it_may_be_declined() -> None:
    t = end_of(2)
    t.order("pause decline")
    assert t.s.pause == 0
    pass_to(t, "pause")
    assert t.s.turn == 3


# -- 9.20 the concentration -------------------------------------------------------------------------------------------


def declaration(units: str = EIGHTEEN, state: str = "", step: str = "II.concentration", turn: int = 6) -> Table:
    return on_map(f"{units}\nRD1 5017N", turn=turn, step=step, state=state)


@pytest.mark.rule("pm", "9.20a")
def test_eighteen_markers_at_once() -> None:
    t = declaration()
    t.order("concentration declare")
    for word in ("keep", "declare"):
        t.refused(f"concentration {word}", "9.20a", "18 markers are still to be placed")
    t.order(*(f"mark {key}" for key in KEYS[:17]))
    t.refused(f"mark {KEYS[0]}", "9.20a", "1Inf has a marker")
    t.refused("mark RD1", "9.20a", "RD1 is not one of your units on the map")
    t.order(f"mark {KEYS[17]}")
    assert t.prompt.decision != "concentration"
    assert sum(bool(t.s.flags[t.unit(key)] & t.title.fog.shown_flags) for key in KEYS) == 18


@pytest.mark.rule("pm", "9.20a")
def test_a_nineteenth_marker_is_refused() -> None:
    t = declaration(
        "\n".join(f"{line} concentrated" if i < 18 else line for i, line in enumerate(EIGHTEEN.splitlines())),
        "concentration = 1",
    )
    t.refused(f"mark {KEYS[18]}", "9.20a", "all markers are placed")


@pytest.mark.rule("pm", "9.20a", "9.20d")
def test_before_it_is_declared_there_is_nothing_to_say() -> None:
    t = declaration()
    assert t.legal() == {"concentration decline", "concentration declare"}
    t.refused("concentration keep", "9.20d", "there is no supply concentration to keep or rescind")
    t.refused("mark 1Inf", "9.20a", "no supply concentration has been declared")


@pytest.mark.rule("pm", "9.20d")
def test_kept_moved_or_rescinded_on_later_turns() -> None:
    marked = "\n".join(f"{line} concentrated" if i < 18 else line for i, line in enumerate(EIGHTEEN.splitlines()))
    for step in ("II.concentration", "III.concentration"):
        t = declaration(marked, "concentration = 1", step)
        assert {"concentration keep", "concentration declare", "concentration rescind"} <= t.legal()
        t.refused("concentration decline", "9.20d", "the supply concentration is on: keep it or rescind it")
        t.order("concentration keep")
        assert t.s.concentration == 1
        again = declaration(marked, "concentration = 1", step)
        again.order("concentration declare", *(f"mark {key}" for key in KEYS[2:]))
        assert again.s.concentration == 1
        assert not again.s.flags[again.unit(KEYS[0])] & again.title.fog.shown_flags
        over = declaration(marked, "concentration = 1", step)
        over.order("concentration rescind")
        assert over.s.concentration == 0
        assert not any(over.s.flags[over.unit(key)] & over.title.fog.shown_flags for key in KEYS)


@pytest.mark.rule("pm", "9.20d")
def test_it_may_be_declared_again_and_again() -> None:
    t = declaration("1Inf 1912N", turn=4)
    t.order("concentration declare", "mark 1Inf")
    pass_to(t, "movement")
    t.order("done")
    pass_to(t, "concentration")
    t.order("concentration rescind")
    pass_to(t, "movement")
    t.order("done")
    pass_to(t, "concentration")
    t.order("concentration declare", "mark 1Inf")
    assert t.s.concentration == 1


@pytest.mark.rule("pm", "9.20a")
def test_fewer_units_than_markers() -> None:
    t = declaration("1Inf 1912N\n5Inf 1911N")
    t.order("concentration declare", "mark 1Inf", "mark 5Inf")
    assert t.prompt.decision != "concentration"


@pytest.mark.rule("pm", "0.1")
def test_none_of_it_in_the_learning_game() -> None:
    t = on_map("1Inf 1912N\nRD1 5017N", turn=2, step="I.D", options="learning = true", begin=True)
    seen = set()
    while t.s.turn < 4:
        seen.add(t.prompt.decision)
        t.order("done")
    assert not seen & {"pause", "pause abort", "concentration", "aerial supply", "refit"}
