"""Chapter 9: supply lines, the GAS Line, out of supply, aerial supply, what pause and concentration bar."""

from __future__ import annotations

import pytest

from steppe.title import Trouble
from tests.pm.scene import column, on_map, pass_to, scene
from tests.sandbox import Table, first, kinds

EAST = "3401N..3708N gas-east"


def ring(t_or_label: str, key: str = "RD", start: int = 10) -> str:
    """Units all around a hex of a small board."""
    column_, row = int(t_or_label[:2]), int(t_or_label[2:4])
    low = row - 1 if column_ % 2 == 0 else row
    around = [
        (column_, row - 1),
        (column_, row + 1),
        (column_ - 1, low),
        (column_ - 1, low + 1),
        (column_ + 1, low),
        (column_ + 1, low + 1),
    ]
    return "\n".join(f"{key}{start + n}{'' if key == 'RD' else 'Inf'} {c:02}{r:02}N" for n, (c, r) in enumerate(around))


def state(t: Table, key: str) -> str:
    found: str = t.title.supply.state_name(t.s, t.unit(key))
    return found


def attack(t: Table, text: str) -> int:
    (found,) = t.sheet(text).attack
    return found


def defence(t: Table, text: str) -> int:
    (found,) = t.sheet(text).defence
    return found


# -- 9.2 to 9.5 states and lines --------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.1", "9.2", "9.10")
def test_soviet_units_are_supplied_by_a_line_to_the_east() -> None:
    t = scene("RD1 3104N\n1Inf 3001N")
    assert state(t, "RD1") == "supplied"
    cut = scene(
        "RD1 3404N\n"
        + "\n".join(
            f"{n}Inf {h}"
            for n, h in zip((1, 5, 6, 7, 8, 9), ("3403N", "3405N", "3303N", "3304N", "3503N", "3504N"), strict=True)
        )
    )
    assert state(cut, "RD1") == "out of supply"


@pytest.mark.rule("pm", "9.3a", "9.3b", "9.3c", "9.11a")
def test_three_german_states() -> None:
    t = scene("1Inf 3304N\n5Inf 3504N\nRD1 3701N", hexes=EAST)
    assert (state(t, "1Inf"), state(t, "5Inf")) == ("supplied", "attenuated")
    cut = scene(f"1Inf 3304N\n{ring('3304N')}", hexes=EAST)
    assert state(cut, "1Inf") == "out of supply"
    east = scene(f"1Inf 3504N\n{ring('3504N')}", hexes=EAST)
    assert state(east, "1Inf") == "out of supply"


@pytest.mark.rule("pm", "9.4", "9.14", "12.14b")
def test_what_stops_a_line() -> None:
    """A board of one row: what lies across it cuts."""
    units = "1Inf 3301N\nRD1 3701N"
    assert state(scene(units, size="8x1"), "1Inf") == "supplied"
    for blocked in ("3201N sea", "3201N lake"):
        assert state(scene(units, size="8x1", hexes=blocked), "1Inf") == "out of supply", blocked
    assert state(scene(units, size="8x1", sides="3101N-3201N sea"), "1Inf") == "out of supply"
    assert state(scene(f"{units}\nRD2 3201N", size="8x1"), "1Inf") == "out of supply"
    frozen = scene(units, size="8x1", hexes="3201N lake", turn=11, state='weather_north = "S"')
    assert state(frozen, "1Inf") == "supplied"
    soviet = scene("RD1 3101N\n1Inf 3001N", size="8x1", hexes="3301N lake")
    assert state(soviet, "RD1") == "supplied"
    at_sea = scene("RD1 3101N\n1Inf 3001N", size="8x1", hexes="3301N sea")
    assert state(at_sea, "RD1") == "out of supply"


@pytest.mark.rule("pm", "9.4")
def test_neighbours_do_not_stop_a_line() -> None:
    t = scene("1Inf 3504N\nRD1 3304N\nRD2 3306N\nRD3 3701N")
    assert state(t, "1Inf") == "supplied"


@pytest.mark.rule("pm", "9.15", "9.3d")
def test_lines_cross_the_straits() -> None:
    t = on_map("1Inf 3819S\n5Inf 3119S\nRD1 6010N")
    assert state(t, "1Inf") == state(t, "5Inf") == "supplied"
    from_taman = on_map("1Inf 3820S\nRD1 6010N")
    assert state(from_taman, "1Inf") == "attenuated"


@pytest.mark.rule("pm", "14.29", "14.30b")
def test_intact_works_and_german_lines() -> None:
    units = "1Inf 3301N\nRD1 3701N"
    for works, joined in (("fort", False), ("heavy-fort", False), ("stalin-line", True)):
        t = scene(units, size="8x1", hexes=f"3201N {works}")
        assert (state(t, "1Inf") == "supplied") is joined, works
        assert state(scene(units, size="8x1", hexes=f"3201N {works} destroyed"), "1Inf") == "supplied"


@pytest.mark.rule("pm", "9.5", "9.6c")
def test_with_supply_of_either_kind_factors_are_as_printed() -> None:
    for where in ("3304N", "3504N"):
        t = scene(
            f"1Inf {where}\nRD1 3701N\nRD2 {'3305N' if where == '3304N' else '3505N'} 9-9", hexes=EAST, step="II.C.3"
        )
        assert t.title.movement.factor(t.s, t.unit("1Inf")) == 5
        assert defence(t, f"assault {where} with RD2") == 6
        assert not t.sheet(f"assault {where} with RD2").notes


# -- 9.6 the GAST -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.6a", "17.10")
@pytest.mark.parametrize(("die", "odds"), [(1, "4:1"), (2, "3:1"), (3, "3:1"), (4, "2:1"), (5, "2:1"), (6, "1:1")])
def test_attacks_from_the_east_roll_for_supply(die: int, odds: str) -> None:
    t = scene("1Inf 3504N 12-6\nRD1 3505N 3-3\nRD2 3701N", hexes=EAST, step="II.B.4", turn=4, dice=(die, 6))
    log = t.order("assault 3505N with 1Inf")
    rolled = [e for e in log if e.kind == "rolled"]
    assert [e.facts["die"] for e in rolled] == [die, 6]
    assert [e.facts["column"] for e in log if e.kind == "attenuated"] == [odds]
    assert first(log, "result").facts["result"] == {"4:1": "0/3", "3:1": "0/3", "2:1": "0/3", "1:1": "1/2"}[odds]


@pytest.mark.rule("pm", "9.6a", "17.10")
@pytest.mark.parametrize(
    ("turn", "weather", "die", "shift"),
    [
        (6, "D", 1, 1),
        (8, "D", 3, 2),
        (11, "F", 5, 3),
        (12, "F", 2, 2),
        (9, "M", 2, 2),
        (12, "S", 1, 2),
        (12, "S", 3, 3),
    ],
)
def test_season_and_weather_add_to_the_die(turn: int, weather: str, die: int, shift: int) -> None:
    """September to November one, December two, mud and snow one more."""
    t = scene(
        "1Inf 3504N 30-6\nRD1 3505N 3-3\nRD2 3701N",
        hexes=EAST,
        step="II.B.4",
        turn=turn,
        dice=(die, 6),
        state=f'weather_north = "{weather}"',
    )
    log = t.order("assault 3505N with 1Inf")
    assert abs(first(log, "attenuated").facts["shift"]) == shift


@pytest.mark.rule("pm", "9.6b")
def test_one_attacker_in_the_east_is_enough() -> None:
    t = scene("1Inf 3304N\n5Inf 3504N\nRD1 3404N 5-5\nRD2 3701N", hexes=EAST, step="II.B.4", dice=(2, 6))
    assert kinds(t.order("assault 3404N with 1Inf+5Inf")).count("attenuated") == 1
    west = scene("1Inf 3304N\n5Inf 3303N\nRD1 3404N 5-5\nRD2 3701N", hexes=EAST, step="II.B.4", dice=(6,))
    assert "attenuated" not in kinds(west.order("assault 3404N with 1Inf+5Inf"))


# -- 9.7 to 9.9 out of supply -----------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.7a", "14.12b")
def test_out_of_supply_everything_is_halved_and_rounded_up() -> None:
    t = scene(f"1Inf 3304N\n5Inf 3304N\n{ring('3304N')}", step="II.B.4")
    assert attack(t, "assault 3303N with 1Inf") == 3
    assert attack(t, "assault 3303N with 1Inf+5Inf") == 5


@pytest.mark.rule("pm", "9.7a", "9.8")
def test_movement_is_halved_for_the_phase() -> None:
    """Cut off by a wall across a one-row board it has three points, and keeps them when the wall is passed."""
    t = scene("1Inf 3401N\nRD1 3201N\nRD2 3701N", size="8x1")
    assert state(t, "1Inf") == "out of supply"
    assert max(t.range("1Inf").values()) <= 3
    assert t.title.movement.factor(t.s, t.unit("1Inf")) == 3
    pz = scene("1Pz 3401N\nRD1 3201N\nRD2 3701N", size="8x1")
    assert pz.title.movement.factor(pz.s, pz.unit("1Pz")) == 6


@pytest.mark.rule("pm", "9.8b", "9.7a")
def test_defenders_are_judged_as_well() -> None:
    t = scene(
        "RD1 3404N 3-3\n"
        + "\n".join(
            f"{n}Inf {h}"
            for n, h in zip((1, 5, 6, 7, 8, 9), ("3403N", "3405N", "3303N", "3304N", "3503N", "3504N"), strict=True)
        ),
        step="II.B.4",
    )
    assert defence(t, "assault 3404N with 1Inf") == 2
    german = scene(f"1Inf 3304N\n{ring('3304N')}", step="II.C.3")
    assert defence(german, "assault 3304N with RD10") == 3


@pytest.mark.rule("pm", "9.8", "9.18b")
def test_who_is_cut_off_after_moving_attacks_at_half() -> None:
    """It leaves its supply from the air behind, which is felt at once: three points to move, half its factor."""
    t = scene("1Inf 3401N\n5Inf 3401N\nRD1 3201N\nRD2 3701N", size="8x1", hexes="3401N aerial")
    t.order("move 1Inf 3401N-3501N", "markers stay")
    assert (state(t, "1Inf"), state(t, "5Inf")) == ("out of supply", "aerial supply")
    assert t.title.movement.factor(t.s, t.unit("1Inf")) == 3
    t.order("move 1Inf 3501N-3601N", "done")
    assert attack(t, "assault 3701N with 1Inf") == 3
    supplied = scene("1Inf 3101N\nRD1 3301N 9-9\nRD2 3701N", size="8x1")
    supplied.order("move 1Inf 3101N-3201N", "done")
    assert attack(supplied, "assault 3301N with 1Inf") == 5


@pytest.mark.rule("pm", "9.8", "15.4")
def test_battles_look_again_but_mobile_ones_do_not() -> None:
    """From the west across the line: the GAST is rolled for a prepared assault, not for a mobile one."""
    t = scene("1Pz 3304N\nRD1 3505N 3-3\nRD2 3701N", hexes=EAST)
    t.order("move 1Pz 3304N-3504N")
    assert state(t, "1Pz") == "attenuated"
    assert t.sheet("mobile 3505N with 1Pz").notes == ("It costs 7 MP (15.2).",)
    t.order("done")
    assert "GAST" in " ".join(t.sheet("assault 3505N with 1Pz").notes)


def test_the_answer_about_supply_tells_the_states_apart() -> None:
    t = scene("1Inf 3304N\n1Pz 3504N\nRD1 3505N\nRD2 3701N", hexes=EAST)
    told = {row["unit"]: (row["in_supply"], row["state"]) for row in t.title.questions.supply(t.s)}
    assert told["1Inf"] == (True, "supplied")
    assert told["1Pz"] == (True, "attenuated")


@pytest.mark.rule("pm", "9.7b")
def test_nobody_dies_of_hunger() -> None:
    t = scene(f"1Inf 3304N\n{ring('3304N')}", step="II.B.3", turn=4)
    for turn in (5, 6, 7):
        pass_to(t, "concentration", turn=turn)
        assert t.steps("1Inf") == 2


@pytest.mark.rule("pm", "9.7c")
def test_out_of_supply_in_the_east_there_is_no_gast() -> None:
    t = scene(f"1Inf 3504N\n{ring('3504N')}", hexes=EAST, step="II.B.4", dice=(6,))
    assert "attenuated" not in kinds(t.order("assault 3503N with 1Inf"))


@pytest.mark.rule("pm", "9.9")
def test_one_may_walk_out_of_supply() -> None:
    t = scene("1Pz 3101N\nRD1 3203N\nRD2 3303N\nRD3 3403N\nRD4 3701N", size="8x4")
    assert any(h.startswith("36") for h in t.range("1Pz"))


# -- 9.10 to 9.13, 9.17 sources ---------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.11b")
def test_the_line_that_is_shown_is_one_that_the_unit_may_use() -> None:
    t = on_map("HF 2213S\n5Inf 2213S\nRo3Inf 2213S\nRD1 6010N")
    shown = {row["unit"]: row for row in t.title.questions.supply(t.s)}
    ends = {key: shown[key]["line"][-1] for key in ("HF", "5Inf", "Ro3Inf")}
    assert ends == {"HF": "1403S", "5Inf": "2115S", "Ro3Inf": "2115S"}
    soviets = "\n".join(f"RD{n} {h}" for n, h in enumerate(romania(t), 10))
    cut = on_map(f"Ro3Inf 2405S\n{soviets}")
    row = next(row for row in cut.title.questions.supply(cut.s) if row["unit"] == "Ro3Inf")
    assert (row["in_supply"], row["by"], row["line"]) == (False, None, [])


@pytest.mark.rule("pm", "9.11a", "9.11b")
def test_satellites_trace_to_their_own_country() -> None:
    units = "Ro3Inf 2405S\n1Inf 2405S\nIt9Mot 2406S\nHF 2407S\nRD1 6010N"
    t = on_map(units)
    assert {state(t, key) for key in ("Ro3Inf", "1Inf", "It9Mot", "HF")} == {"supplied"}
    soviets = "\n".join(f"RD{n} {h}" for n, h in enumerate(romania(t), 10))
    cut = on_map(f"{units}\n{soviets}")
    assert [state(cut, key) for key in ("Ro3Inf", "1Inf", "It9Mot", "HF")] == [
        "out of supply",
        "supplied",
        "supplied",
        "supplied",
    ]


def romania(t: Table) -> list[str]:
    return [t.title.board.grid.labels[h] for h in sorted(t.title.board.region("romania"))]


@pytest.mark.rule("pm", "9.11a", "9.10")
@pytest.mark.parametrize("label", ["1913N", "2013N", "2014N"])
def test_the_suwalki_corner_is_no_source(label: str) -> None:
    t = on_map("1Inf 1912N\nRD1 6010N")
    assert t.hex(label) not in t.title.supply.sources[0]
    assert t.hex("1912N") in t.title.supply.sources[0]


@pytest.mark.rule("pm", "9.10", "9.12", "9.11a")
def test_a_source_serves_its_own_side_while_the_enemy_is_not_on_it() -> None:
    west = "1Inf 3201N\nRD1 3001N\nRD2 3701N"
    assert state(scene(west, size="8x1"), "1Inf") == "out of supply"
    east = scene("1Inf 3701N\nRD1 3501N\n5Inf 3001N", size="8x1")
    assert (state(east, "RD1"), state(east, "1Inf")) == ("out of supply", "out of supply")


@pytest.mark.rule("pm", "9.13")
@pytest.mark.parametrize(
    ("more", "owner", "expected"),
    [
        ("", "", "supplied"),
        ("9Inf 3404N", "german", "out of supply"),
        ("", "german", "out of supply"),
        ("9Inf 3403N\n11Inf 3503N\n12Inf 3504N", "", "out of supply"),
    ],
)
def test_oranienbaum_shares_leningrads_supply(more: str, owner: str, expected: str) -> None:
    """Across the bay and without a line, as long as Leningrad is Soviet and supplied itself."""
    germans = "1Inf 3303N\n5Inf 3305N\n6Inf 3204N\n7Inf 3205N\n8Inf 3405N"
    t = scene(
        f"RD1 3304N\nRD9 3701N\n{germans}\n{more}",
        hexes=f"3304N town Oranienbaum\n3404N city Leningrad {owner}",
        sides="3304N-3404N sea",
    )
    assert not t.title.supply.is_joined(t.s, 1, t.hex("3304N"))
    assert state(t, "RD1") == expected


@pytest.mark.rule("pm", "9.13", "9.16")
def test_where_oranienbaum_lies() -> None:
    t = on_map("RD1 4100N\n1Inf 4101N\n5Inf 4001N\n6Inf 4200N\nRD2 6010N")
    assert (t.title.geo.oranienbaum, t.title.geo.leningrad) == (t.hex("4100N"), t.hex("4201N"))
    assert state(t, "RD1") == "supplied"
    fallen = on_map("RD1 4100N\n1Inf 4101N\n5Inf 4001N\n6Inf 4201N\n7Inf 4200N\nRD2 6010N")
    assert state(fallen, "RD1") == "out of supply"


@pytest.mark.rule("pm", "9.17")
def test_ports_supply_those_inside_alone() -> None:
    t = on_map("RD1 2512S\nRD2 2919S\nRD3 4022S\nRD9 6010N\n1Inf 1912N")
    assert {state(t, key) for key in ("RD1", "RD2", "RD3")} == {"supplied"}
    board = t.title.board
    around = {n for _, n in board.grid.adjacent(t.hex("2512S")) if board.terrain[n] not in ("sea", "lake")}
    beside = min(around)
    outer = {n for h in around for _, n in board.grid.adjacent(h)} - around - {t.hex("2512S")}
    germans = "\n".join(
        f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {board.grid.labels[h]}"
        for n, h in enumerate(sorted(outer))
        if board.terrain[h] not in ("sea", "lake")
    )
    cut = on_map(f"RD1 2512S\nRD2 {board.grid.labels[beside]}\nRD9 6010N\n{germans}")
    assert (state(cut, "RD1"), state(cut, "RD2")) == ("supplied", "out of supply")


# -- 9.18 aerial supply -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.18a")
def test_two_markers_one_to_a_hex() -> None:
    t = scene("1Inf 3304N\n5Inf 3306N\n6Inf 3308N\nRD1 3701N", step="II.lift")
    t.order("lift 3304N")
    t.refused("lift 3304N", "9.18a", "3304N has a marker")
    t.refused("lift 3701N", "9.18a", "no German-side unit is in 3701N")
    assert t.prompt.text == "Supply stacks by air (1 marker left)."
    t.order("lift 3306N")
    assert t.prompt.decision != "aerial supply"  # both are placed: there is nothing left to ask
    assert "lift 3308N" not in t.legal()
    both = "3304N aerial\n3306N aerial"
    third = scene("1Inf 3304N\n5Inf 3306N\n6Inf 3308N\nRD1 3701N", step="II.lift", hexes=both, begin=False)
    third.refused("lift 3308N", "9.18a", "both markers are placed")


@pytest.mark.rule("pm", "9.18a")
def test_they_are_redeployed_in_every_german_player_turn() -> None:
    t = scene("1Inf 3304N\n5Inf 3306N\nRD1 3701N", step="II.lift")
    t.order("lift 3304N", "done")
    pass_to(t, "movement")
    t.order("done")
    pass_to(t, "aerial supply")
    assert t.title.current_step(t.s).name == "III.lift"
    t.order("lift 3304N")


@pytest.mark.rule("pm", "9.18b")
def test_what_it_gives() -> None:
    t = scene(f"1Inf 3304N\n1Pz 3304N\n{ring('3304N')}", hexes="3304N aerial", step="II.B.4")
    assert state(t, "1Inf") == "aerial supply"
    assert attack(t, "assault 3303N with 1Inf+1Pz") == 15
    assert [t.title.movement.factor(t.s, t.unit(key)) for key in ("1Inf", "1Pz")] == [5, 6]


@pytest.mark.rule("pm", "9.18b")
def test_the_stack_stays_with_the_marker() -> None:
    wall = "\n".join(f"RD{n} {h}" for n, h in enumerate(("3201N", "3701N"), 10))
    t = scene(f"1Inf 3401N\n5Inf 3401N\n{wall}", size="8x1", hexes="3401N aerial")
    assert state(t, "1Inf") == "aerial supply"
    t.order("move 1Inf 3401N-3501N", "markers go")
    assert (state(t, "1Inf"), state(t, "5Inf")) == ("aerial supply", "out of supply")


@pytest.mark.rule("pm", "9.18b")
def test_who_leaves_the_marker_behind_does_not_get_so_far() -> None:
    """Five points with the marker, three without: four hexes away the marker must go along."""
    t = scene("1Inf 3401N\n5Inf 3401N\nRD1 3201N\nRD2 3901N", size="10x1", hexes="3401N aerial")
    t.order("move 1Inf 3401N-3801N")
    refusal = t.refused("markers stay", "9.18b", "without aerial supply they do not get to 3801N")
    assert refusal.trouble == Trouble.SUPPLY
    assert t.legal() == {"markers go"}
    near = scene("1Inf 3401N\n5Inf 3401N\nRD1 3201N\nRD2 3901N", size="10x1", hexes="3401N aerial")
    near.order("move 1Inf 3401N-3701N")
    assert near.legal() == {"markers go", "markers stay"}


@pytest.mark.rule("pm", "9.18b", "15.2")
def test_nor_has_he_the_points_for_a_mobile_assault() -> None:
    """Six points pay for a mobile assault on turn 1; half of twelve do, half of eleven rounded up do, half of ten do
    not."""
    units = "1Pz 3401N move=10/10/10/10\n5Inf 3401N\nRD1 3201N\nRD2 3501N"
    t = scene(units, size="10x1", hexes="3401N aerial", turn=1)
    t.order("mobile 3501N with 1Pz")
    t.refused("markers stay", "9.18b", "without aerial supply they do not get to 3501N")


@pytest.mark.rule("pm", "9.18d")
def test_in_the_east_it_rolls_all_the_same() -> None:
    t = scene(f"1Inf 3504N 20-6\n{ring('3504N')}", hexes=f"{EAST}\n3504N aerial", step="II.B.4", dice=(2, 6))
    assert "attenuated" in kinds(t.order("assault 3503N with 1Inf"))


# -- 9.19, 9.20 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "9.19b")
def test_no_german_attacks_during_a_pause() -> None:
    units = "1Pz 3304N\nRD1 3305N\nRD2 3701N"
    paused = scene(units, turn=3, state="pause = 2")
    paused.refused("mobile 3305N with 1Pz", "9.19b", "no German attacks during the pause")
    paused.order("done")
    paused.refused("assault 3305N with 1Pz", "9.19b", "no German attacks during the pause")
    soviet = scene(units, turn=3, state="pause = 2", step="II.C.3")
    soviet.order("assault 3304N with RD1")


@pytest.mark.rule("pm", "9.19c")
def test_a_served_pause_frees_from_the_line() -> None:
    units = "1Inf 3504N 12-6\nRD1 3505N 3-3\nRD2 3701N"
    free = scene(units, hexes=EAST, step="II.B.4", turn=6, state="pause = 2", dice=(6,))
    assert state(free, "1Inf") == "supplied"
    assert "attenuated" not in kinds(free.order("assault 3505N with 1Inf"))
    aborted = scene(units, hexes=EAST, step="II.B.4", turn=6, state="pause = -2")
    assert state(aborted, "1Inf") == "attenuated"


@pytest.mark.rule("pm", "9.20a", "9.20c")
def test_marked_units_ignore_the_line_and_the_others_wait() -> None:
    units = "1Inf 3504N 12-6 concentrated\n5Inf 3504N\n1Pz 3306N\nRD1 3505N 3-3\nRD2 3701N"
    t = scene(units, hexes=EAST, state="concentration = 1", turn=6, dice=(6,))
    assert (state(t, "1Inf"), state(t, "5Inf")) == ("supplied", "attenuated")
    assert set(t.range("1Pz")) == {"3305N", "3307N", "3206N", "3207N", "3406N", "3407N"}
    t.refused("move 1Pz 3306N-3304N", "9.20c", "without a supply concentration marker a unit moves one hex a phase")
    t.order("move 1Pz 3306N-3305N")
    t.refused("move 1Pz 3305N-3304N", "9.20c", "1Pz has no supply concentration marker and has moved its hex")
    t.order("done")
    t.refused("assault 3505N with 5Inf", "9.20c", "5Inf has no supply concentration marker and may not attack")
    assert "attenuated" not in kinds(t.order("assault 3505N with 1Inf"))


@pytest.mark.rule("pm", "9.20a")
def test_a_marked_unit_still_needs_a_line() -> None:
    t = scene(f"1Inf 3504N concentrated\n{ring('3504N')}", hexes=EAST, state="concentration = 1", step="II.B.4", turn=6)
    assert state(t, "1Inf") == "out of supply"


@pytest.mark.rule("pm", "9.20c")
def test_the_others_defend_as_ever() -> None:
    t = scene("5Inf 3504N\nRD1 3505N 3-3\nRD2 3701N", hexes=EAST, state="concentration = 1", step="II.C.3", turn=6)
    assert defence(t, "assault 3504N with RD1") == 6


@pytest.mark.rule("pm", "9.20b")
def test_no_aerial_supply_under_concentration() -> None:
    t = scene("1Inf 3304N\nRD1 3701N", step="II.concentration", turn=6)
    t.order("concentration declare", "mark 1Inf")
    assert t.prompt.decision != "aerial supply"
    t.refused("lift 3304N", "9.18a", "'lift' cannot be ordered now...")


@pytest.mark.rule("pm", "0.1")
def test_the_learning_game_knows_no_supply() -> None:
    t = scene(f"1Inf 3304N\n{ring('3304N')}", step="II.B.4", options="learning = true")
    assert attack(t, "assault 3303N with 1Inf") == 5
    assert column(t, "assault 3303N with 1Inf")
