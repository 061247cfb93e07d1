"""13.3 to 13.7: what dry ground, rain, mud, frost and snow do to movement and assaults."""

from __future__ import annotations

import pytest

from tests.pm.scene import column, on_map, scene
from tests.sandbox import Table

LINE = "8x1"


def in_weather(
    kind: str, units: str, *, step: str = "II.B.3", hexes: str = "", sides: str = "", size: str = LINE
) -> Table:
    return scene(
        units,
        size=size,
        hexes=hexes,
        sides=sides,
        turn=11,
        step=step,
        state=f'weather_north = "{kind}"\nweather_south = "{kind}"',
    )


def cost(kind: str, key: str, terrain: str = "", sides: str = "") -> int:
    t = in_weather(kind, f"{key} 3101N\nRD99 3701N", hexes=f"3201N {terrain}" if terrain else "", sides=sides)
    return t.range(key)["3201N"]


@pytest.mark.rule("pm", "13.3", "13.4", "13.5", "13.6", "13.7a")
@pytest.mark.parametrize(
    ("kind", "clear", "forest", "marsh", "hills"),
    [
        ("D", (1, 1), (2, 1), (4, 2), (3, 2)),
        ("R", (1, 1), (2, 1), (4, 2), (3, 2)),
        ("M", (2, 2), (4, 2), (8, 4), (6, 4)),
        ("F", (1, 1), (2, 1), (1, 1), (3, 2)),
        ("S", (2, 2), (4, 2), (2, 2), (6, 4)),
    ],
)
def test_costs_by_weather(
    kind: str, clear: tuple[int, int], forest: tuple[int, int], marsh: tuple[int, int], hills: tuple[int, int]
) -> None:
    for terrain, prices in (("clear", clear), ("forest", forest), ("marsh", marsh), ("hills", hills)):
        assert (cost(kind, "1Pz", terrain), cost(kind, "1Inf", terrain)) == prices, terrain


@pytest.mark.rule("pm", "13.5", "13.6", "13.7a")
@pytest.mark.parametrize(("kind", "pz", "inf"), [("D", 3, 2), ("R", 3, 2), ("M", 4, 3), ("F", 1, 1), ("S", 2, 2)])
def test_rivers_by_weather(kind: str, pz: int, inf: int) -> None:
    river = "3101N-3201N river"
    assert (cost(kind, "1Pz", sides=river), cost(kind, "1Inf", sides=river)) == (pz, inf)


@pytest.mark.rule("pm", "13.4")
@pytest.mark.parametrize(("kind", "pz", "inf"), [("D", 12, 5), ("R", 11, 4), ("M", 12, 5), ("F", 12, 5), ("S", 12, 5)])
def test_rain_slows_the_german_side(kind: str, pz: int, inf: int) -> None:
    t = in_weather(kind, "1Pz 3101N\n1Inf 3101N\nRD1 3701N")
    assert [t.title.movement.factor(t.s, t.unit(key)) for key in ("1Pz", "1Inf", "RD1")] == [pz, inf, 5]


@pytest.mark.rule("pm", "13.5", "13.7e", "15.3a")
@pytest.mark.parametrize(
    ("kind", "verdict"),
    [
        ("D", ""),
        ("R", ""),
        ("M", "13.5: no mobile assaults in mud"),
        ("F", ""),
        ("S", "13.7e: no mobile assaults in snow"),
    ],
)
def test_mobile_assaults_by_weather(kind: str, verdict: str) -> None:
    t = in_weather(kind, "1Pz 3101N\nRD1 3201N 1-1")
    assert t.verdict("mobile 3201N with 1Pz") == verdict
    s = in_weather(kind, "TD1 3201N\n1Inf 3101N", step="II.C.2")
    assert s.verdict("mobile 3101N with TD1") == verdict


@pytest.mark.rule("pm", "13.6", "15.3a")
def test_frozen_marsh_is_open_to_mobile_assaults() -> None:
    t = in_weather("F", "1Pz 3101N\nRD1 3201N 1-1", hexes="3201N marsh")
    assert t.title.refuse(t.s, t.read("mobile 3201N with 1Pz")) is None
    thawed = in_weather("D", "1Pz 3101N\nRD1 3201N 1-1", hexes="3201N marsh")
    thawed.refused("mobile 3201N with 1Pz", "15.3a", "no mobile assault into marsh unless it is frozen")


@pytest.mark.rule("pm", "13.6", "13.7a", "14.19")
@pytest.mark.parametrize(("kind", "odds"), [("D", "2:1"), ("R", "2:1"), ("M", "2:1"), ("F", "3:1"), ("S", "3:1")])
def test_frozen_rivers_shelter_nobody(kind: str, odds: str) -> None:
    t = in_weather(kind, "1Inf 3101N 9-9\nRD1 3201N 3-3", step="II.B.4", sides="3101N-3201N river")
    assert column(t, "assault 3201N with 1Inf") == odds


@pytest.mark.rule("pm", "13.7c")
@pytest.mark.parametrize(("kind", "odds"), [("F", "2:1"), ("S", "3:1")])
def test_snow_helps_the_soviets(kind: str, odds: str) -> None:
    t = in_weather(kind, "1Inf 3101N 3-3\nRD1 3201N 6-6", step="II.C.3")
    assert column(t, "assault 3101N with RD1") == odds


@pytest.mark.rule("pm", "13.7c")
def test_but_not_the_germans() -> None:
    t = in_weather("S", "1Inf 3101N 6-6\nRD1 3201N 3-3", step="II.B.4")
    assert column(t, "assault 3201N with 1Inf") == "2:1"


@pytest.mark.rule("pm", "13.7f", "13.7b", "12.14b")
def test_frozen_lakes_are_crossed_but_not_stayed_on() -> None:
    frozen = in_weather("S", "1Inf 3101N\nRD99 3701N", hexes="3201N lake")
    assert frozen.range("1Inf")["3301N"] == 4
    frozen.refused("move 1Inf 3101N-3201N", "13.7f", "no move ends on the lake in 3201N")
    frozen.order("move 1Inf 3101N-3301N")
    frost = in_weather("F", "1Inf 3101N\nRD99 3701N", hexes="3201N lake")
    assert "3301N" not in frost.range("1Inf")
    frost.refused("move 1Inf 3101N-3201N", "12.14b", "3201N is lake, closed to this group")
    side = "3101N-3201N lake"
    across = in_weather("S", "1Inf 3101N\nRD99 3701N", sides=side)
    across.order("move 1Inf 3101N-3201N")
    fight = in_weather("S", "1Inf 3101N\nRD1 3201N", sides=side, step="II.B.4")
    fight.refused("assault 3201N with 1Inf", "13.7b", "no assault across a lake hexside")


@pytest.mark.rule("pm", "13.7a", "12.16")
def test_the_straits_freeze_with_the_south() -> None:
    """Snow in the north alone leaves them open water."""
    units = "1Pz 3619S\nRD1 6010N"
    north = on_map(units, turn=11, state='weather_north = "S"\nweather_south = "F"')
    north.order("move 1Pz 3619S-3719S")
    north.refused("move 1Pz 3719S-3820S", "12.16", "3820S: the straits are crossed only from where the phase began")
    both = on_map(units, turn=11, state='weather_north = "S"\nweather_south = "S"')
    both.order("move 1Pz 3619S-3719S", "move 1Pz 3719S-3820S")


@pytest.mark.rule("pm", "13.7d", "13.7a", "14.20")
@pytest.mark.parametrize(("north", "south", "odds"), [("S", "F", "1:1"), ("F", "F", "1:1"), ("S", "S", "3:1")])
def test_the_sivash_lies_in_the_southern_zone(north: str, south: str, odds: str) -> None:
    state = f'weather_north = "{north}"\nweather_south = "{south}"\npause = 2'
    t = on_map(
        "1Inf 3215S 9-9\nRD1 3216S 3-3\nRD2 6010N", turn=11, step="II.B.4", state=state, control="3216S destroyed"
    )
    assert column(t, "assault 3216S with 1Inf") == odds


@pytest.mark.rule("pm", "13.4", "13.2a")
def test_the_zone_of_the_start_counts_for_rain() -> None:
    t = on_map("1Inf 3119S\n5Inf 3013S\nRD1 6010N", turn=9, state='weather_north = "R"\nweather_south = "D"')
    assert [t.title.movement.factor(t.s, t.unit(key)) for key in ("1Inf", "5Inf")] == [5, 4]
