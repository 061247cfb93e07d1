"""14.24 to 14.30, 14.40, 14.41: fortified lines, the Stalin Line, hedgehogs, the ArKo in an assault."""

from __future__ import annotations

import pytest

from tests.pm.scene import on_map, pass_to, scene
from tests.sandbox import Table, first, kinds


def combat(units: str, *, step: str = "II.B.4", turn: int = 4, hexes: str = "", dice: tuple[int, ...] = ()) -> Table:
    return scene(f"{units}\nRD99 3701N", step=step, turn=turn, hexes=hexes, dice=dice)


def shifts(t: Table, text: str) -> dict[str, int]:
    return {shift.rule: shift.columns for shift in t.sheet(text).shifts}


def intact(t: Table, label: str) -> bool:
    return bool(t.title.forts.is_intact(t.s, t.hex(label)))


def line(t: Table, name: str) -> list[str]:
    return [t.title.board.grid.labels[h] for h in t.title.geo.lines[name]]


# -- 14.24, 14.25 lines -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.24", "17.3")
@pytest.mark.parametrize(
    ("name", "turn"),
    [("luga-north", 3), ("luga-south", 3), ("leningrad", 3), ("vyazma", 6), ("mozhaisk", 6), ("moscow", 9)],
)
def test_lines_are_complete_from_their_turn_on(name: str, turn: int) -> None:
    before = on_map("1Inf 1912N\nRD1 6010N", turn=turn - 1)
    assert not any(intact(before, h) for h in line(before, name))
    after = on_map("1Inf 1912N\nRD1 6010N", turn=turn)
    assert line(after, name)
    assert all(intact(after, h) for h in line(after, name))


@pytest.mark.rule("pm", "14.24")
def test_all_others_stand_from_the_start() -> None:
    t = on_map("1Inf 1912N\nRD1 6010N", turn=1)
    board = t.title.board
    others = (board.hexes("fort") | board.hexes("heavy-fort") | board.hexes("stalin-line")) - {
        h for hexes in t.title.geo.lines.values() for h in hexes
    }
    assert others
    assert all(intact(t, board.grid.labels[h]) for h in others)


@pytest.mark.rule("pm", "14.25a", "14.25b")
def test_entering_one_hex_aborts_a_line() -> None:
    t = on_map("1Pz 4521N\nRD1 6010N", turn=5)
    hexes = line(t, "mozhaisk")
    assert "4921N" in hexes
    assert line(t, "leningrad") == ["4300N"]
    goal = next(h for h in hexes if h in t.range("1Pz"))
    log = t.order(f"move 1Pz 4521N-{goal}")
    assert first(log, "line aborted").facts["line"] == "mozhaisk"
    pass_to(t, "movement", turn=6)
    assert not any(intact(t, h) for h in hexes)
    assert all(intact(t, h) for h in line(t, "vyazma"))


@pytest.mark.rule("pm", "14.25c", "14.25b")
@pytest.mark.parametrize(
    ("start", "goal", "aborted"),
    [("4006N", "4105N", ["luga-south"]), ("3701N", "3801N", ["luga-north", "luga-south"])],
)
def test_the_two_parts_of_the_luga_line(start: str, goal: str, aborted: list[str]) -> None:
    """The south falls with the north, the north stands without the south."""
    t = on_map(f"1Inf {start}\nRD1 6010N", turn=2, step="III.B.3")
    north, south = line(t, "luga-north"), line(t, "luga-south")
    assert {"3801N", "4303N"} <= set(north)
    assert {"4003N", "4105N"} <= set(south)
    assert not set(north) & set(south)
    assert start not in north + south
    log = t.order(f"move 1Inf {start}-{goal}")
    assert [e.facts["line"] for e in log if e.kind == "line aborted"] == aborted
    pass_to(t, "movement", turn=3)
    for name, hexes in (("luga-north", north), ("luga-south", south)):
        assert {intact(t, h) for h in hexes} == {name not in aborted}, name


@pytest.mark.rule("pm", "14.24")
def test_an_uncompleted_line_shelters_nobody() -> None:
    units = "1Inf 3304N 9-6\nRD1 3404N 3-3"
    hexes = "3404N fort line-vyazma"
    assert shifts(combat(units, turn=5, hexes=hexes), "assault 3404N with 1Inf") == {}
    assert shifts(combat(units, turn=6, hexes=hexes), "assault 3404N with 1Inf") == {"14.27": -1}


# -- 14.26 to 14.30 works in combat -----------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.27", "14.28", "14.30a")
@pytest.mark.parametrize(
    ("works", "found"),
    [
        ("fort", {"14.27": -1}),
        ("heavy-fort", {"14.28": -2}),
        ("stalin-line", {}),
        ("hills fort", {"14.16": -1, "14.27": -1}),
    ],
)
def test_shifts_of_works(works: str, found: dict[str, int]) -> None:
    units = "1Inf 3304N 9-6\nRD1 3404N 3-3"
    assert shifts(combat(units, hexes=f"3404N {works}"), "assault 3404N with 1Inf") == found
    ruined = combat(units, hexes=f"3404N {works} destroyed")
    assert not {"14.27", "14.28"} & shifts(ruined, "assault 3404N with 1Inf").keys()


@pytest.mark.rule("pm", "14.30a")
def test_the_stalin_line_adds_a_factor_to_each_unit() -> None:
    units = "1Inf 3304N\nTD1 3404N 3-1\nRD1 3404N 3-3"
    (defence,) = combat(units, hexes="3404N stalin-line").sheet("assault 3404N with 1Inf").defence
    assert defence == 6
    (ruined,) = combat(units, hexes="3404N stalin-line destroyed").sheet("assault 3404N with 1Inf").defence
    assert ruined == 4


@pytest.mark.rule("pm", "14.27")
def test_works_serve_soviets_alone() -> None:
    t = combat("RD1 3304N 9-6\n1Inf 3404N", step="II.C.3", hexes="3404N fort german")
    assert shifts(t, "assault 3404N with RD1") == {}


@pytest.mark.rule("pm", "14.26")
def test_works_fall_when_the_victors_move_in() -> None:
    units = "1Inf 3304N 30-6\nRD1 3404N 3-3"
    t = combat(units, hexes="3404N fort")
    t.order("assault 3404N with 1Inf")
    assert (t.where("RD1"), intact(t, "3404N")) == ("dead", True)
    log = t.order("advance 1Inf")
    assert "works destroyed" in kinds(log)
    assert not intact(t, "3404N")
    stayed = combat(units, hexes="3404N fort")
    stayed.order("assault 3404N with 1Inf", "stay")
    assert intact(stayed, "3404N")


@pytest.mark.rule("pm", "14.26b", "14.30c")
@pytest.mark.parametrize("works", ["fort", "heavy-fort", "stalin-line"])
def test_empty_works_are_entered_and_ruined(works: str) -> None:
    t = scene("1Pz 3304N\nRD99 3701N", hexes=f"3404N {works}")
    assert t.range("1Pz")["3404N"] == 1
    log = t.order("move 1Pz 3304N-3404N")
    assert "works destroyed" in kinds(log)
    through = scene("1Pz 3201N\nRD99 3701N", size="8x1", hexes=f"3301N {works}")
    through.order("move 1Pz 3201N-3501N")
    assert not intact(through, "3301N")


@pytest.mark.rule("pm", "14.26b")
@pytest.mark.parametrize("works", ["fort", "heavy-fort", "stalin-line"])
def test_a_retreat_into_empty_works_ruins_them(works: str) -> None:
    """12 against 3, die 1: the last increment of the result is taken by going back."""
    units = "1Inf 3404N 3-3/1-1\nRD1 3504N 12-6\nRD2 3504N 1-1"
    t = combat(units, step="II.C.3", hexes=f"3304N {works}", dice=(1, 1, 1))
    t.order("assault 3404N with RD1", "defend retreat")
    log = t.order("retreat 3304N")
    assert "works destroyed" in kinds(log)
    assert not intact(t, "3304N")


@pytest.mark.rule("pm", "14.26b")
def test_soviets_do_not_ruin_their_own() -> None:
    t = scene("RD1 3304N\n1Inf 3001N", step="II.C.2", hexes="3404N fort")
    t.order("move RD1 3304N-3404N")
    assert intact(t, "3404N")


@pytest.mark.rule("pm", "14.30d")
def test_works_can_be_assaulted_by_mobile_forces_with_support() -> None:
    t = scene("1Pz 3304N 12-8\nRD1 3404N 3-3\nRD99 3701N", hexes="3404N fort\n3304N air-I", turn=2)
    assert shifts(t, "mobile 3404N with 1Pz") == {"14.27": -1}
    (attack,) = t.sheet("mobile 3404N with 1Pz").attack
    assert attack == 22


# -- 14.40 hedgehogs --------------------------------------------------------------------------------------------------


def december(units: str, hexes: str = "3304N town", step: str = "II.hedgehogs") -> Table:
    return scene(f"{units}\nRD99 3701N", turn=12, step=step, hexes=hexes)


@pytest.mark.rule("pm", "14.40a", "14.40e")
@pytest.mark.parametrize("place", ["town", "large-town", "city"])
@pytest.mark.parametrize("step", ["II.hedgehogs", "III.hedgehogs"])
def test_hedgehogs_in_towns_and_cities_in_december(place: str, step: str) -> None:
    t = december("1Inf 3304N\n5Inf 3306N\nRD1 3404N", f"3304N,3308N {place}", step)
    t.refused("hedgehog 3306N", "14.40a", "3306N is no town and no city")
    t.refused("hedgehog 3308N", "14.40a", "no German-side unit is in 3308N")
    t.refused("rescind 3304N", "14.40a", "there is no hedgehog in 3304N")
    t.order("hedgehog 3304N")
    t.refused("hedgehog 3304N", "14.40a", "there is a hedgehog in 3304N")
    t.order("rescind 3304N", "hedgehog 3304N")


@pytest.mark.rule("pm", "14.40a")
def test_not_before_december() -> None:
    t = scene("1Inf 3304N\nRD99 3701N", turn=11, step="II.B.2", hexes="3304N town")
    t.order("done")
    assert t.prompt.decision == "movement"
    t.refused("hedgehog 3304N", "14.40a", "'hedgehog' cannot be ordered now...")
    december_first = scene("1Inf 3304N\nRD99 3701N", turn=12, step="II.B.2", hexes="3304N town")
    pass_to(december_first, "hedgehogs")
    assert december_first.legal("hedgehog") == {"hedgehog 3304N"}


@pytest.mark.rule("pm", "14.40b")
def test_two_columns_and_no_concentric_assault() -> None:
    t = december("1Inf 3304N\nRD1 3303N 30-6\nRD2 3305N 30-6", "3304N large-town hedgehog german", "II.C.3")
    assert shifts(t, "assault 3304N with RD1+RD2") == {"14.22": -1, "14.40b": -2}


@pytest.mark.rule("pm", "14.40d")
def test_they_neither_attack_nor_move_nor_retreat() -> None:
    t = december("1Inf 3304N\nRD1 3404N", "3304N town hedgehog german", "II.B.3")
    t.refused("move 1Inf 3304N-3204N", "14.40d", "1Inf is in a hedgehog")
    t.order("done")
    t.refused("assault 3404N with 1Inf", "14.40d", "1Inf is in a hedgehog")
    fight = scene(
        "1Inf 3304N\nRD1 3404N 30-6\nRD99 3701N", turn=12, step="II.C.3", hexes="3304N town hedgehog german", dice=(1,)
    )
    fight.order("assault 3304N with RD1")
    assert (fight.prompt.decision, fight.where("1Inf"), fight.steps("1Inf")) == ("combat", "3304N", 1)
    free = scene("1Inf 3304N\nRD1 3404N 18-6\nRD99 3701N", turn=12, step="II.C.3", hexes="3304N town german", dice=(1,))
    free.order("assault 3304N with RD1")
    assert free.prompt.decision == "stand"


@pytest.mark.rule("pm", "14.40c")
@pytest.mark.parametrize("key", ["It9Mot", "250Inf", "Fr", "Cr", "Ro3Inf"])
def test_others_need_a_german_beside_them(key: str) -> None:
    t = december(f"{key} 3304N\n1Inf 3306N", "3304N town\n3306N town")
    t.refused("hedgehog 3304N", "14.40c", "no German unit is in 3304N")
    mixed = december(f"{key} 3304N\n1Inf 3304N", "3304N town")
    mixed.order("hedgehog 3304N")


@pytest.mark.rule("pm", "14.40e")
def test_supply_does_not_matter_and_may_come_by_air() -> None:
    ring = "\n".join(f"RD{n} {h}" for n, h in enumerate(("3303N", "3305N", "3204N", "3205N", "3404N", "3405N"), 10))
    t = december(f"1Inf 3304N\n{ring}", "3304N town aerial")
    t.order("hedgehog 3304N")
    assert t.in_supply("1Inf")


# -- 14.41 the ArKo ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "14.41b")
@pytest.mark.parametrize(
    ("place", "effect"),
    [("clear", 0), ("large-town", 1), ("fort", 1), ("heavy-fort", 1), ("stalin-line", 0), ("town", 0)],
)
def test_it_adds_one_to_the_defenders_loss(place: str, effect: int) -> None:
    base = (
        combat("1Inf 3304N 9-6\nRD1 3404N 3-3\nRD2 3404N 3-3", hexes=f"3404N {place}")
        .sheet("assault 3404N with 1Inf")
        .results
    )
    with_it = (
        combat("1Inf 3304N 9-6\nArKo 3304N\nRD1 3404N 3-3\nRD2 3404N 3-3", hexes=f"3404N {place}")
        .sheet("assault 3404N with 1Inf+ArKo")
        .results
    )
    raised = {f"{r.split('/')[0]}/{int(r.split('/')[1]) + effect}": n for r, n in base.items()}
    assert with_it == raised


@pytest.mark.rule("pm", "14.41b", "14.23b")
def test_after_the_doubling_of_a_city() -> None:
    units = "1Inf 3304N 18-6\n{arko}RD1 3404N 3-3\nRD2 3404N 3-3"
    plain = combat(units.format(arko=""), hexes="3404N city").sheet("assault 3404N with 1Inf").results
    shelled = (
        combat(units.format(arko="ArKo 3304N\n"), hexes="3404N city").sheet("assault 3404N with 1Inf+ArKo").results
    )
    assert {r.split("/")[1] for r in plain} <= {"1", "2", "4", "6", "8", "10"}
    assert {int(r.split("/")[1]) for r in shelled} == {int(r.split("/")[1]) + 1 for r in plain}


@pytest.mark.rule("pm", "14.41b")
def test_it_never_attacks_alone_nor_on_the_move() -> None:
    t = combat("ArKo 3304N\n1Inf 3303N\nRD1 3404N")
    t.refused("assault 3404N with ArKo", "14.41b", "ArKo attacks only with units of its hex")
    t.refused("assault 3404N with ArKo+1Inf", "14.41b", "ArKo attacks only with units of its hex")
    mobile = scene("ArKo 3304N\n1Pz 3304N\nRD1 3404N\nRD99 3701N")
    mobile.refused("mobile 3404N with 1Pz+ArKo", "15.1a", "ArKo is not mechanized")


def test_a_hedgehog_ends_when_nobody_is_left() -> None:
    t = december("1Inf 3304N", "3304N town hedgehog german", "II.hedgehogs")
    t.order("rescind 3304N", "done", "move 1Inf 3304N-3204N", "done")
    pass_to(t, "movement")
    assert t.title.display.status(t.s)["hedgehogs"] == []
