"""Chapter 12: ground movement, terrain, rivers, straits, the highway."""

from __future__ import annotations

import pytest

from tests.pm.scene import on_map, pass_to, scene

LINE = "8x1"
"""A board of one row: there is one way only."""


def cost(key: str, terrain: str = "", sides: str = "", *, turn: int = 4, state: str = "", seat: str = "german") -> int:
    """The MP to enter the hex next to a unit."""
    step = "II.B.3" if seat == "german" else "II.C.2"
    far = "RD99 3701N" if seat == "german" else "1Inf 3001N"
    t = scene(
        f"{key} 3101N\n{far}",
        size=LINE,
        hexes=f"3201N {terrain}" if terrain else "",
        sides=sides,
        turn=turn,
        step=step,
        state=state,
    )
    return t.range(key)["3201N"]


# -- 12.1 to 12.7 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "12.1", "12.2")
def test_five_clear_hexes_and_not_six() -> None:
    t = scene("1Inf 3101N\nRD1 3705N", size=LINE.replace("x1", "x5"))
    reach = t.range("1Inf")
    assert max(reach.values()) == 5
    t.order("move 1Inf 3101N-3301N", "move 1Inf 3301N-3601N")
    t.refused("move 1Inf 3601N-3602N", "12.2", "3602N costs 1 MP and 0 are left")


@pytest.mark.rule("pm", "12.2")
def test_one_stack_after_another() -> None:
    t = scene("1Inf 3101N\n5Inf 3105N\nRD1 3705N")
    t.order("move 1Inf 3101N-3201N", "move 5Inf 3105N-3205N")
    t.refused("move 1Inf 3201N-3301N", "12.2", "1Inf has moved, and another stack has moved since; its move is over")


@pytest.mark.rule("pm", "12.2")
def test_points_are_not_saved() -> None:
    """Who has not moved in one movement phase has no more in the next."""
    t = scene("1Inf 3101N\nRD1 3705N")
    t.order("done")
    pass_to(t, "movement")
    assert t.seat == "soviet"
    t.order("done")
    pass_to(t, "movement")
    assert (t.seat, t.s.spent[t.unit("1Inf")]) == ("german", 0)
    assert max(t.range("1Inf").values()) == 5


@pytest.mark.rule("pm", "12.3")
def test_one_hex_can_always_be_moved() -> None:
    weak = scene(
        "Slow german infantry XX 1-1/1-1 nation=german move=1/1 3101N\nRD99 3701N", size=LINE, hexes="3201N hills"
    )
    assert weak.range("Slow")["3201N"] == 1
    weak.order("move Slow 3101N-3201N")
    weak.refused("move Slow 3201N-3301N", "12.3", "Slow has given its whole move for one hex")
    moved = scene("1Inf 3101N\nRD99 3701N", size=LINE, hexes="3601N hills")
    moved.order("move 1Inf 3101N-3501N")
    assert "3601N" not in moved.range("1Inf")


@pytest.mark.rule("pm", "12.1", "12.5")
def test_units_on_the_map_each_named_once() -> None:
    t = scene("1Inf 3304N\n5Inf reserve\nRD99 3701N")
    t.refused("move 5Inf 3304N-3303N", "12.1", "5Inf is not on the map")
    t.refused("move 1Inf+1Inf 3304N-3303N", "12.5", "a move needs units, each named once")


@pytest.mark.rule("pm", "12.3", "12.14", "12.14b")
@pytest.mark.parametrize(
    ("hexes", "sides", "rule", "why"),
    [
        ("3201N sea", "", "12.14", "3201N is sea, closed to this group"),
        ("3201N lake", "", "12.14b", "3201N is lake, closed to this group"),
        ("", "3101N-3201N lake", "12.14b", "a lake hexside lies before 3201N"),
        ("", "3101N-3201N sea", "12.14", "a sea hexside lies before 3201N"),
    ],
)
def test_sea_and_lakes_are_closed(hexes: str, sides: str, rule: str, why: str) -> None:
    t = scene("1Inf 3101N\nRD99 3701N", size=LINE, hexes=hexes, sides=sides)
    t.refused("move 1Inf 3101N-3201N", rule, why)


@pytest.mark.rule("pm", "12.4")
def test_nobody_enters_an_enemy_hex_but_may_pass_by() -> None:
    t = scene("1Inf 3103N\nRD1 3203N")
    t.refused("move 1Inf 3103N-3203N", "12.4", "enemy units are in 3203N")
    t.order("move 1Inf 3103N-3304N")


@pytest.mark.rule("pm", "12.5")
def test_only_who_began_together_moves_together() -> None:
    t = scene("1Inf 3103N\n5Inf 3104N\nRD1 3705N")
    t.order("move 1Inf 3103N-3104N")
    t.refused("move 1Inf+5Inf 3104N-3204N", "12.5", "only units that began the phase together move together")


@pytest.mark.rule("pm", "12.5", "12.6")
def test_stacks_split_on_the_way() -> None:
    t = scene("1Pz 3103N\n3Pz 3103N\n4Pz 3103N\n5Inf 3107N\nRD1 3701N")
    t.order("move 1Pz+3Pz+4Pz 3103N-3303N", "move 1Pz 3303N-3403N", "move 3Pz+4Pz 3303N-3304N", "move 1Pz 3403N-3503N")
    t.order("move 5Inf 3107N-3207N")
    t.refused("move 3Pz 3304N-3305N", "12.2", "3Pz has moved, and another stack has moved since; its move is over")


@pytest.mark.rule("pm", "12.7")
def test_the_slowest_sets_the_pace() -> None:
    t = scene("1Pz 3103N\n1Inf 3103N\nRD1 3701N", size="20x5")
    assert max(t.range("1Pz", "1Inf").values()) == 5
    t.order("move 1Pz+1Inf 3103N-3603N")
    assert max(t.range("1Pz").values()) == 7


# -- 12.10 to 12.21 terrain -------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "12.10", "12.11", "12.12", "12.13", "2.11a", "2.11b", "17.9")
@pytest.mark.parametrize(
    ("terrain", "prices"),
    [
        ("clear", (1, 1, 1, 1)),
        ("forest", (2, 1, 1, 1)),
        ("hills", (3, 2, 1, 1)),
        ("marsh", (4, 2, 2, 2)),
        ("city", (1, 1, 1, 1)),
    ],
)
def test_costs_of_terrain(terrain: str, prices: tuple[int, ...]) -> None:
    for keys, price in zip(
        (("1Pz", "184AG", "1Flak", "Recon"), ("1Inf", "ArKo"), ("1Cav",), ("1Mtn",)), prices, strict=True
    ):
        for key in keys:
            assert cost(key, terrain) == price, key


@pytest.mark.rule("pm", "12.15", "12.21")
@pytest.mark.parametrize(("terrain", "pz", "inf"), [("", 3, 2), ("hills", 5, 3), ("marsh", 6, 3)])
def test_rivers_cost_extra(terrain: str, pz: int, inf: int) -> None:
    river = "3101N-3201N river"
    assert (cost("1Pz", terrain, river), cost("1Inf", terrain, river)) == (pz, inf)
    assert cost("RD1", terrain, river, seat="soviet") == inf


@pytest.mark.rule("pm", "12.19", "12.18", "14.30c")
@pytest.mark.parametrize("works", ["fort", "heavy-fort", "stalin-line", "town", "large-town"])
def test_what_men_have_built_costs_nothing(works: str) -> None:
    assert cost("1Pz", f"forest {works}") == 2
    assert cost("1Pz", works) == 1


@pytest.mark.rule("pm", "12.20", "13.10")
def test_the_highway_through_the_forest() -> None:
    road = "3101N-3201N highway"
    assert cost("1Pz", "forest", road) == 1
    assert cost("TD1", "forest", road, seat="soviet") == 1
    assert cost("1Pz", "forest") == 2
    assert cost("1Pz", "hills", road) == 3
    assert cost("1Pz", "forest", road, state="weather_seen = 3", turn=8) == 2
    assert cost("1Pz", "forest", road, state="weather_seen = 1", turn=8) == 1


@pytest.mark.rule("pm", "12.20")
def test_the_highway_runs_from_minsk_to_moscow() -> None:
    t = on_map("1Pz 2817N\nRD1 6010N")
    board = t.title.board
    seen, todo = set(), [t.hex("2817N")]
    while todo:
        h = todo.pop()
        if h in seen:
            continue
        seen.add(h)
        todo += [n for _, n in board.grid.adjacent(h) if "highway" in board.side(h, n)]
    assert t.hex("5017N") in seen
    assert seen == board.hexes("highway")


# -- 12.16 the straits ------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "12.16")
@pytest.mark.parametrize(("start", "end"), [("3719S", "3820S"), ("3819S", "3820S"), ("3820S", "3819S")])
def test_the_straits_take_a_whole_move_from_their_shore(start: str, end: str) -> None:
    t = on_map(f"1Pz {start}\nRD1 6010N")
    t.order(f"move 1Pz {start}-{end}")
    t.refused(f"move 1Pz {end}-{start}", "12.16", "1Pz has given its whole move to cross the straits")
    assert t.title.movement.factor(t.s, t.unit("1Pz")) == t.s.spent[t.unit("1Pz")]


@pytest.mark.rule("pm", "12.16")
@pytest.mark.parametrize("side", [("3215S", "3216S"), ("3216S", "3315S")])
def test_the_sivash_has_two_sides(side: tuple[str, str]) -> None:
    t = on_map("1Pz 3215S\nRD1 6010N")
    assert "sivash" in t.title.board.side(*(t.hex(label) for label in side))


@pytest.mark.rule("pm", "12.16")
def test_not_after_a_move_to_the_shore() -> None:
    t = on_map("1Pz 3619S\nRD1 6010N")
    t.order("move 1Pz 3619S-3719S")
    t.refused("move 1Pz 3719S-3820S", "12.16", "3820S: the straits are crossed only from where the phase began")


@pytest.mark.rule("pm", "12.22", "8.3c")
def test_nobody_leaves_the_map() -> None:
    """There is no order for it: every goal is a hex."""
    t = on_map("1Inf 1912N\nRD1 6010N")
    assert {text.split()[0] for text in t.legal() if "1Inf" in text} == {"move"}


# -- 2.14, 2.16 steps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "2.14a", "2.16a")
def test_a_two_step_unit_flips_and_then_dies() -> None:
    """3:1, die 1: 2/1; and once more."""
    t = scene("1Inf 3203N\n" + "\n".join(f"RD{n} 3303N 6-6" for n in range(1, 4)), step="II.C.3", dice=(1,))
    t.order("assault 3203N with RD1+RD2+RD3", "defend stand")
    assert (t.steps("1Inf"), t.where("1Inf")) == (1, "3203N")
    t = scene("1Inf 3203N steps=1\nRD1 3303N 8-6\nRD2 3303N 1-1", step="II.C.3", dice=(1,))
    t.order("assault 3203N with RD1+RD2", "defend stand")
    assert t.where("1Inf") == "dead"


@pytest.mark.rule("pm", "2.14b", "2.16b")
@pytest.mark.parametrize(("steps", "factors"), [(4, (10, 8)), (3, (8, 6)), (2, (5, 4)), (1, (3, 2))])
def test_four_steps_of_a_panzer_division(steps: int, factors: tuple[int, int]) -> None:
    t = scene(f"1Pz 3203N steps={steps}\nRD1 3303N 1-1", step="II.B.4")
    (attack,) = t.sheet("assault 3303N with 1Pz").attack
    assert attack == factors[0]
    face = t.s.face[t.unit("1Pz")]
    assert t.title.units.defence[face][steps] == factors[1]


@pytest.mark.rule("pm", "2.15a", "2.15c", "2.15e")
def test_untried_units_show_their_strength_in_their_first_combat() -> None:
    from steppe.assault.state import Flag
    from steppe.assault.units import UNKNOWN

    t = scene("1Inf 3203N\n5Inf 3203N\nRD1 3303N 5-5 untried\nRD2 3305N untried", step="II.B.4", dice=(1,))
    assert t.masked("soviet").face[t.unit("RD1")] == UNKNOWN
    t.order("assault 3303N with 1Inf+5Inf")
    assert t.where("RD1") == "3303N"
    assert not t.has("RD1", Flag.UNTRIED)
    assert t.masked("german").face[t.unit("RD1")] != UNKNOWN
    assert t.has("RD2", Flag.UNTRIED)
