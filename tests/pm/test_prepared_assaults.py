"""14.1 to 14.23: who attacks whom, odds and their limits, shifts, reductions."""

from __future__ import annotations

import pytest

from steppe.assault.state import Flag
from steppe.title import Shift
from steppe.titles.pm.strengths import halved
from tests.pm.scene import column, on_map, scene
from tests.sandbox import Table, kinds

AROUND = ("3403N", "3503N", "3504N", "3405N", "3304N", "3303N")
"""The neighbours of 3404N, clockwise from north."""


def combat(
    units: str,
    *,
    step: str = "II.B.4",
    turn: int = 4,
    hexes: str = "",
    sides: str = "",
    state: str = "",
    options: str = "",
    dice: tuple[int, ...] = (),
) -> Table:
    return scene(
        f"{units}\nRD99 3701N", step=step, turn=turn, hexes=hexes, sides=sides, state=state, options=options, dice=dice
    )


def odds(attack: int, defence: int, **words: str) -> str:
    t = combat(f"1Inf 3304N {attack}-6\nRD1 3404N {defence}-{defence}", **words)  # type: ignore[arg-type]
    return column(t, "assault 3404N with 1Inf")


def shifts(t: Table, text: str) -> dict[str, int]:
    found: tuple[Shift, ...] = t.sheet(text).shifts
    return {shift.rule: shift.columns for shift in found}


def hidden(t: Table, seat: str) -> set[str]:
    """The units that a seat knows to be there but cannot see."""
    flags = t.masked(seat).flags
    return {t.title.units.keys[u] for u, h in enumerate(t.s.hex) if h >= 0 and flags[u] & Flag.HIDDEN}


def attack(t: Table, text: str) -> int:
    (found,) = t.sheet(text).attack
    return found


# -- 14.1 to 14.7 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.1")
def test_attacks_are_voluntary_and_between_neighbours() -> None:
    t = combat("1Inf 3304N\nRD1 3404N\n5Inf 3301N")
    t.refused("assault 3404N with 5Inf", "14.1", "5Inf in 3301N is not adjacent to 3404N")
    t.refused("assault 3403N with 1Inf", "14.1", "no enemy units are in 3403N")
    t.order("done")


@pytest.mark.rule("pm", "14.2")
def test_a_stack_defends_as_one() -> None:
    t = combat("1Inf 3304N\nRD1 3404N 2-2\nRD2 3404N 3-3\nRD3 3404N 3-3")
    (defence,) = t.sheet("assault 3404N with 1Inf").defence
    assert defence == 8


@pytest.mark.rule("pm", "14.3", "14.4a", "14.6")
def test_one_target_for_many_and_each_attacks_once() -> None:
    """1:1, die 2: 2/0. Both attackers are reduced and have done their part; who stood by has not."""
    t = combat("1Inf 3304N\n5Inf 3303N\n6Inf 3304N\nRD1 3404N 9-9\nRD2 3405N 1-1\nRD3 3403N 1-1", dice=(2, 6))
    t.order("assault 3404N with 1Inf+5Inf", "loss 1Inf")
    assert (t.prompt.decision, t.steps("1Inf"), t.steps("5Inf")) == ("combat", 1, 1)
    t.refused("assault 3405N with 1Inf", "14.4a", "1Inf has attacked this phase")
    t.refused("assault 3403N with 5Inf", "14.4a", "5Inf has attacked this phase")
    t.refused("assault 3405N with 6Inf+1Inf", "14.4a", "1Inf has attacked this phase")
    assert t.legal("assault") == {"assault 3405N with 6Inf"}
    t.order("assault 3405N with 6Inf")
    assert t.where("RD2") == "dead"


@pytest.mark.rule("pm", "14.4b")
def test_each_is_attacked_once() -> None:
    """1:2, die 6: 1/1, paid by one of two rifle divisions; the other is left alone."""
    t = combat("1Inf 3304N\n5Inf 3303N\nRD1 3404N 5-5\nRD2 3404N 5-5", dice=(6,))
    t.order("assault 3404N with 1Inf", "loss RD1")
    assert (t.prompt.decision, t.steps("1Inf"), t.where("RD2")) == ("combat", 1, "3404N")
    t.refused("assault 3404N with 5Inf", "14.4b", "the units in 3404N have been attacked this phase")
    assert not t.legal("assault")


@pytest.mark.rule("pm", "14.5", "14.6")
def test_in_any_order_with_any_part_of_a_stack() -> None:
    t = combat("1Inf 3304N\n5Inf 3304N\n6Inf 3304N\nRD1 3404N\nRD2 3303N")
    assert {"assault 3404N with 1Inf", "assault 3404N with 1Inf+5Inf", "assault 3303N with 6Inf"} <= t.legal("assault")


@pytest.mark.rule("pm", "14.7")
def test_stacks_are_hidden_below_their_top() -> None:
    """From the enemy; their owner sees them, and everybody without the option."""
    units = "1Inf 3304N\n5Inf 3304N\n6Inf 3302N\nRD1 3404N\nTD1 3404N\nCD1 3502N"
    t = combat(units)
    t.order("top 5Inf")
    below = {"RD1", "TD1"} - {t.title.units.keys[t.s.top[t.hex("3404N")]]}
    assert len(below) == 1
    assert (hidden(t, "german"), hidden(t, "soviet")) == (below, {"1Inf"})
    t.order("top 1Inf")
    assert hidden(t, "soviet") == {"5Inf"}
    plain = combat(units, options="fog = false")
    assert hidden(plain, "german") == hidden(plain, "soviet") == set()


@pytest.mark.rule("pm", "14.7", "2.15c")
def test_an_assault_once_announced_is_fought() -> None:
    """Everybody in it is seen before the odds are known, and there is no way back. 2:1 at 10 against 4, die 1: 2/0."""
    t = combat("1Inf 3304N\n5Inf 3304N\nRD1 3404N 2-2 untried\nRD2 3404N 2-2 untried\nRD3 3502N untried", dice=(1,))
    log = t.order("assault 3404N with 1Inf+5Inf")
    assert kinds(log).index("revealed") < kinds(log).index("odds") < kinds(log).index("rolled")
    assert t.prompt.decision == "loss"
    t.refused("done", "14.35a", "'done' cannot be ordered now...")
    assert hidden(t, "german") == hidden(t, "soviet") == set()
    assert [t.has(key, Flag.UNTRIED) for key in ("RD1", "RD2", "RD3")] == [False, False, True]


@pytest.mark.rule("pm", "0.1b")
def test_the_learning_game_shows_everything() -> None:
    t = combat("1Inf 3304N\nRD1 3404N\nTD1 3404N", options="learning = true")
    assert not t.title.options["fog"]


# -- 14.8 to 14.12 odds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.8", "14.9")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        (26, 7, "3:1"),
        (5, 11, "1:3"),
        (7, 7, "1:1"),
        (6, 7, "1:2"),
        (14, 7, "2:1"),
        (13, 7, "1:1"),
        (7, 1, "7:1"),
        (4, 12, "1:3"),
    ],
)
def test_odds(attackers: int, defenders: int, expected: str) -> None:
    assert odds(attackers, defenders) == expected


@pytest.mark.rule("pm", "14.10", "14.38", "14.31")
def test_beyond_the_table_no_die_is_rolled() -> None:
    t = combat("1Inf 3304N 24-6\nRD1 3404N 1-1\nRD2 3404N 1-1\nRD3 3404N 1-1")
    log = t.order("assault 3404N with 1Inf")
    assert "rolled" not in [event.kind for event in log]
    assert {t.where(f"RD{n}") for n in (1, 2, 3)} == {"dead"}
    poor = combat("1Inf 3304N 1-6\n5Inf 3304N 1-6\nRD1 3404N 9-9")
    log = poor.order("assault 3404N with 1Inf+5Inf")
    assert "rolled" not in [event.kind for event in log]


@pytest.mark.rule("pm", "14.10", "14.31", "14.11")
def test_shifts_come_before_the_limits() -> None:
    """Twenty to one with two columns to the left is eighteen to one: no die."""
    assert odds(20, 1, hexes="3404N city") == "18:1"
    assert odds(4, 1, hexes="3404N large-town") == "3:1"


@pytest.mark.rule("pm", "14.12", "14.12b")
def test_nothing_falls_below_one() -> None:
    assert [halved(1, n) for n in (1, 2, 3, 9)] == [1, 1, 2, 5]
    assert halved(3, 1) == 1
    assert halved(7, 9) == 2
    t = combat("1Pz 3304N 3-3\n3Pz 3304N 3-3\n4Pz 3304N 3-3\nRD1 3404N 1-1", hexes="3404N marsh")
    assert attack(t, "assault 3404N with 1Pz+3Pz+4Pz") == 5


# -- 14.14 concentric assaults ----------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.14a")
@pytest.mark.parametrize(
    ("places", "gains"),
    [
        ((0,), False),
        ((0, 1), False),
        ((0, 2), False),
        ((0, 3), True),
        ((1, 4), True),
        ((0, 2, 4), True),
        ((0, 1, 2), False),
        ((0, 1, 2, 3), True),
        ((5, 0, 1, 2), True),
    ],
)
def test_concentric_assaults(places: tuple[int, ...], gains: bool) -> None:
    keys = [f"{n}Inf" for n in (1, 5, 6, 7)][: len(places)]
    units = "\n".join(f"{key} {AROUND[place]}" for key, place in zip(keys, places, strict=True))
    t = combat(f"{units}\nRD1 3404N 3-3")
    assert (shifts(t, f"assault 3404N with {'+'.join(keys)}").get("14.14a") == 1) is gains


@pytest.mark.rule("pm", "14.14b")
def test_against_works_but_not_against_hedgehogs() -> None:
    units = "1Inf 3403N\n5Inf 3405N\nRD1 3404N 3-3"
    for works in ("fort", "heavy-fort", "stalin-line"):
        assert shifts(combat(units, hexes=f"3404N {works}"), "assault 3404N with 1Inf+5Inf")["14.14a"] == 1
    soviet = combat(
        "RD1 3403N 9-9\nRD2 3405N 9-9\n1Inf 3404N", step="II.C.3", turn=12, hexes="3404N town hedgehog german"
    )
    assert "14.14a" not in shifts(soviet, "assault 3404N with RD1+RD2")


# -- 14.15 to 14.23 terrain -------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.15", "14.16", "14.18", "14.21", "14.22", "14.23")
@pytest.mark.parametrize(
    ("terrain", "columns"),
    [
        ("clear", 0),
        ("forest", 0),
        ("marsh", 0),
        ("hills", -1),
        ("town", 0),
        ("large-town", -1),
        ("city", -2),
        ("hills large-town", -2),
    ],
)
def test_shifts_of_terrain(terrain: str, columns: int) -> None:
    t = combat("1Inf 3304N 9-6\nRD1 3404N 3-3", hexes=f"3404N {terrain}")
    found = shifts(t, "assault 3404N with 1Inf")
    assert sum(found.values()) == columns
    assert 0 not in found.values()  # what changes nothing is not listed


@pytest.mark.rule("pm", "14.17")
def test_mountain_infantry_in_the_hills() -> None:
    t = combat("1Mtn 3304N\n1Inf 3304N\nRD1 3404N", hexes="3404N hills")
    assert attack(t, "assault 3404N with 1Mtn") == 7
    assert attack(t, "assault 3404N with 1Inf") == 5
    assert attack(combat("1Mtn 3304N\nRD1 3404N"), "assault 3404N with 1Mtn") == 5


@pytest.mark.rule("pm", "14.18", "14.12b")
@pytest.mark.parametrize(("key", "value"), [("1Pz", 5), ("184AG", 1), ("Recon", 1), ("3Mot", 7), ("1Inf", 5)])
def test_armour_in_the_marsh(key: str, value: int) -> None:
    t = combat(f"{key} 3304N\nRD1 3404N", hexes="3404N marsh")
    assert attack(t, f"assault 3404N with {key}") == value
    soviet = combat("TD1 3404N 4-1\nMRD1 3404N 3-3\n1Inf 3304N", step="II.C.3", hexes="3304N marsh")
    assert attack(soviet, "assault 3304N with TD1+MRD1") == 5


@pytest.mark.rule("pm", "14.19")
def test_rivers_shelter_if_all_cross() -> None:
    river = "3304N-3404N river"
    units = "1Inf 3304N 9-6\n5Inf 3303N 9-6\nRD1 3404N 3-3"
    t = combat(units, sides=river)
    assert shifts(t, "assault 3404N with 1Inf") == {"14.19": -1}
    assert shifts(t, "assault 3404N with 1Inf+5Inf") == {}


@pytest.mark.rule("pm", "14.20", "14.20b")
def test_the_straits() -> None:
    units = "1Pz 3819S\n1Inf 3819S 20-6\n3Mot 3819S\nRD1 3820S 3-3\nRD9 6010N"
    t = on_map(units, step="II.B.4", state="pause = 1", control="3216S destroyed")
    assert shifts(t, "assault 3820S with 1Inf") == {"14.20": -2}
    assert attack(t, "assault 3820S with 1Pz") == 1
    assert attack(t, "assault 3820S with 3Mot") == 7


@pytest.mark.rule("pm", "14.20")
def test_a_dry_attacker_cancels_the_straits() -> None:
    strait = "3304N-3404N kerch"
    t = combat("1Pz 3304N\n5Inf 3303N 5-6\nRD1 3404N 3-3", sides=strait)
    assert attack(t, "assault 3404N with 1Pz+5Inf") == 6
    assert shifts(t, "assault 3404N with 1Pz+5Inf") == {}
    mixed = combat("1Inf 3304N\n5Inf 3303N\nRD1 3404N 3-3", sides=f"{strait}\n3303N-3404N river")
    assert shifts(mixed, "assault 3404N with 1Inf+5Inf") == {"14.19": -1}


@pytest.mark.rule("pm", "14.11")
def test_shifts_add_up() -> None:
    t = combat("1Inf 3403N 8-6\n5Inf 3405N 8-6\nRD1 3404N 4-4", hexes="3404N large-town")
    assert shifts(t, "assault 3404N with 1Inf+5Inf") == {"14.14a": 1, "14.22": -1}
    assert column(t, "assault 3404N with 1Inf+5Inf") == "4:1"
