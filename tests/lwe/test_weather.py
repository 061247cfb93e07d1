"""Land Without End, 10.0: the weather die, the two zones, what each kind of weather does to movement, deep winter."""

from __future__ import annotations

import pytest

from steppe.view import View
from tests.lwe.scene import agrees, on_map, ring, road, scene
from tests.sandbox import Table, first, kinds

FAR = "10RD 2708"
ZONES = "2005..2708 swz"
"""The southern half of an 8x8 board."""


def weather(t: Table) -> tuple[str, str]:
    """As a player sees it."""
    found = View(t.title, t.s, 0).as_data()["weather"]
    return found["north"], found["south"]


def rolled(turn: int, die: int, *, state: str = "directive = 0") -> Table:
    return scene(f"1Inf 2104\n{FAR}", turn=turn, step="I", begin=True, state=state, dice=(die,))


def under(
    units: str,
    north: str,
    south: str = "",
    *,
    step: str = "II.C",
    hexes: str = "",
    sides: str = "",
    size: str = "8x8",
    turn: int = 16,
) -> Table:
    """A Movement Phase in some weather, the southern zone being rows 05 to 08."""
    state = f'weather_north = "{north}"\nweather_south = "{south or north}"\ndirective = 0'
    return scene(
        f"{units}\n12Inf 2008\n{FAR}",
        turn=turn,
        step=step,
        hexes=f"{ZONES}\n{hexes}",
        sides=sides,
        size=size,
        state=state,
    )


def entry(unit: str, north: str, hexes: str = "", sides: str = "", *, south: str = "D", turn: int = 16) -> int:
    """What a unit in 2303 pays to enter 2403, in the north."""
    step = "III.C" if unit in ("23TD", "48RD", "6CC", "72MtR") else "II.C"
    t = under(f"{unit} 2303", north, south, step=step, hexes=hexes, sides=sides, turn=turn)
    return t.range(unit)["2403"]


# -- 10.1, 10.2: the die ----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "10.1")
def test_dry_without_a_die_until_turn_twelve() -> None:
    t = scene(f"1Inf 2104\n{FAR}", turn=11, step="IV", begin=True, state="directive = 0", dice=(6, 6, 6))
    assert t.s.turn == 12
    assert first(t.log, "rolled").facts["what"] == "weather"
    assert weather(t) == ("rain", "dry")
    t = scene(f"1Inf 2104\n{FAR}", turn=10, step="IV", begin=True, state="directive = 0", dice=(6, 6, 6))
    assert t.s.turn == 11
    assert "weather" not in kinds(t.log)
    assert "rolled" not in kinds(t.log)
    assert weather(t) == ("dry", "dry")


@pytest.mark.rule("lwe", "10.1")
@pytest.mark.parametrize(("turn", "die", "north"), [(12, 5, "dry"), (12, 6, "rain"), (17, 6, "frost"), (22, 4, "snow")])
def test_the_turn_and_the_die_make_the_weather(turn: int, die: int, north: str) -> None:
    t = rolled(turn, die)
    assert weather(t)[0] == north
    assert first(t.log, "weather").facts["north"] == north
    assert t.title.tell(first(t.log, "weather")).startswith(f"Weather: {north} in the north")


@pytest.mark.rule("lwe", "10.2")
@pytest.mark.parametrize(
    ("turn", "die", "north", "south"),
    [
        (17, 1, "rain", "dry"),  # column -1
        (16, 6, "mud", "mud"),
        (16, 4, "mud", "rain"),
        (20, 6, "snow", "frost"),
        (21, 2, "frost", "mud"),
    ],
)
def test_the_south_has_the_same_die_less_two(turn: int, die: int, north: str, south: str) -> None:
    t = rolled(turn, die)
    assert weather(t) == (north, south)
    assert kinds(t.log).count("rolled") == 1


@pytest.mark.rule("lwe", "10.2")
def test_the_southern_zone_is_part_of_the_crimea() -> None:
    t = on_map("48RD 2548\n12Inf 1010", turn=20, step="III.C", state='weather_south = "M"\ndirective = 0')
    labels = t.title.board.grid.labels
    south = {labels[h] for h in range(t.title.board.size) if t.title.weather.southern[h]}
    assert {"2548", "3448", "2845"} <= south
    assert not {"2844", "2744", "3449", "4618"} & south
    assert t.range("48RD")["2648"] == 2  # in the mud


@pytest.mark.rule("lwe", "10.2")
def test_the_hex_entered_says_what_it_costs_and_the_start_what_rain_takes() -> None:
    t = under("1Inf 2304\n11Inf 2305", "M", "D")
    assert t.range("1Inf")["2303"] == 2
    assert t.range("1Inf")["2305"] == 1
    assert t.range("11Inf")["2304"] == 2
    t = under("1Inf 2304\n11Inf 2305", "R", "D")
    assert max(t.range("1Inf").values()) == 4
    assert max(t.range("11Inf").values()) == 5
    t.order("move 1Inf 2304-2305")
    assert max(t.range("1Inf").values()) == 3  # it began in the rain


# -- 10.3 to 10.7: the kinds ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "10.3")
def test_dry() -> None:
    assert entry("7Pz", "D", "2403 forest", south="M") == 2
    assert entry("1Inf", "D", sides=ring("2403", "river"), south="M") == 2
    t = under("7Pz 2104", "D", "M", size="20x8")
    assert max(t.range("7Pz").values()) == 12


@pytest.mark.rule("lwe", "10.4")
def test_rain_slows_the_german_side_alone() -> None:
    t = under("1Inf 2104\n7Pz 2203\n3Mot 2204 reduced\nRum2C 2102\nCSIR 2202", "R", size="20x8")
    factors = {u: max(t.range(u).values()) for u in ("1Inf", "7Pz", "3Mot", "Rum2C", "CSIR")}
    assert factors == {"1Inf": 4, "7Pz": 10, "3Mot": 8, "Rum2C": 3, "CSIR": 6}
    t = under("48RD 2404\n23TD 2402", "R", step="III.C", size="20x8")
    assert max(t.range("48RD").values()) == 4
    assert max(t.range("23TD").values()) == 6
    assert entry("7Pz", "R", "2403 forest", ring("2403", "river")) == 4  # the costs are those of dry weather


@pytest.mark.rule("lwe", "10.4")
def test_rain_leaves_enough_for_the_rest_of_a_move_only() -> None:
    t = under("1Inf 2104", "R")
    t.refused("move 1Inf 2104-2604", "9.1", "2604 is out of reach with 4 MP")
    t.order("move 1Inf 2104-2304")
    assert max(t.range("1Inf").values()) == 2


@pytest.mark.rule("lwe", "10.5")
@pytest.mark.parametrize(
    ("unit", "hexes", "sides", "cost"),
    [
        ("7Pz", "2403 forest", "", 4),
        ("7Pz", "2403 hills", "", 6),
        ("7Pz", "2403 marsh", "", 8),
        ("7Pz", "", "", 2),
        ("7Pz", "", "river", 5),
        ("1Inf", "", "river", 4),
        ("1Inf", "2403 forest", "", 2),
        ("48RD", "", "river", 4),
        ("23TD", "", "river", 5),
        ("6CC", "2403 marsh", "", 2),
        ("72MtR", "2403 hills", "river", 4),
    ],
)
def test_mud_doubles_the_ground_and_adds_one_to_rivers(unit: str, hexes: str, sides: str, cost: int) -> None:
    assert entry(unit, "M", hexes, ring("2403", sides) if sides else "") == cost


@pytest.mark.rule("lwe", "10.5")
def test_no_mobile_assaults_in_mud() -> None:
    t = under("7Pz 2303\n48RD 2403", "M", "D")
    t.refused("mobile 2403 with 7Pz", "9.24c", "no mobile assault into mud or snow")
    assert not t.legal("mobile")


@pytest.mark.rule("lwe", "10.6")
@pytest.mark.parametrize("unit", ["7Pz", "1Inf", "48RD", "23TD", "6CC"])
def test_frost_opens_rivers_and_marshes(unit: str) -> None:
    assert entry(unit, "F", "2403 marsh", ring("2403", "river")) == 1
    assert entry(unit, "F", "2403 forest") == entry(unit, "D", "2403 forest")


@pytest.mark.rule("lwe", "10.6")
def test_frost_for_assaults() -> None:
    t = under("7Pz 2303\n48RD 2403", "F", hexes="2403 marsh", sides="2303-2403 river")
    assert "mobile 2403 with 7Pz" in t.legal("mobile")
    assert set(t.sheet("mobile 2403 with 7Pz").attack) == {6}
    assert not t.sheet("mobile 2403 with 7Pz").shifts
    t.order("done")
    assert set(t.sheet("assault 2403 with 7Pz").attack) == {6}
    assert not t.sheet("assault 2403 with 7Pz").shifts
    t = under("7Pz 2303\n48RD 2403", "D", hexes="2403 marsh", sides="2303-2403 river")
    t.order("done")
    assert set(t.sheet("assault 2403 with 7Pz").attack) == {1}  # halved twice


@pytest.mark.rule("lwe", "10.6")
@pytest.mark.parametrize("kind", ["sivash", "kerch"])
def test_frost_does_not_touch_the_straits(kind: str) -> None:
    t = under("48RD 2206", "F", step="III.C", sides=ring("2406", kind))
    assert "2406" not in t.range("48RD")
    t = under("48RD 2306", "F", step="III.C", sides=ring("2406", kind))
    assert t.range("48RD")["2406"] == 4


@pytest.mark.rule("lwe", "10.6")
def test_frost_leaves_the_lakes_open_water() -> None:
    t = under("48RD 2303", "F", step="III.C", sides=ring("2403", "lake"))
    assert "2403" not in t.range("48RD")
    t.refused("move 48RD 2303-2403", "9.15", "a lake hexside lies before 2403")


@pytest.mark.rule("lwe", "10.7")
@pytest.mark.parametrize(
    ("unit", "hexes", "sides", "cost"),
    [
        ("7Pz", "", "", 2),
        ("7Pz", "2403 hills", "river", 6),
        ("7Pz", "2403 forest", "", 4),
        ("7Pz", "2403 marsh", "river", 2),
        ("1Inf", "2403 marsh", "", 2),
        ("1Inf", "2403 hills", "", 4),
        ("6CC", "2403 marsh", "", 2),
        ("48RD", "", "river", 2),
        ("23TD", "2403 marsh", "", 2),
    ],
)
def test_snow_doubles_the_ground_and_freezes_the_water(unit: str, hexes: str, sides: str, cost: int) -> None:
    assert entry(unit, "S", hexes, ring("2403", sides) if sides else "") == cost


@pytest.mark.rule("lwe", "10.7")
def test_no_mobile_assaults_in_snow_and_no_river_in_prepared_ones() -> None:
    t = under("7Pz 2303\n48RD 2403", "S", "F", hexes="2403 marsh", sides="2303-2403 river")
    t.refused("mobile 2403 with 7Pz", "9.24c", "no mobile assault into mud or snow")
    t.order("done")
    assert set(t.sheet("assault 2403 with 7Pz").attack) == {6}


@pytest.mark.rule("lwe", "10.7")
@pytest.mark.parametrize("kind", ["sivash", "kerch"])
def test_snow_freezes_the_straits(kind: str) -> None:
    t = under("48RD 2206\n7Pz 2307", "F", "S", step="III.C", sides=ring("2406", kind))
    assert t.range("48RD")["2406"] == 4
    t = under("48RD 2406\n7Pz 2306", "F", "S", sides=ring("2406", kind))
    t.order("done")
    assert set(t.sheet("assault 2406 with 7Pz").attack) == {6}  # neither halved nor down to one
    t = under("48RD 2406\n7Pz 2306", "S", "F", sides=ring("2406", kind))
    t.order("done")
    assert set(t.sheet("assault 2406 with 7Pz").attack) == {1}


@pytest.mark.rule("lwe", "10.7b")
def test_lakes_are_crossed_and_attacked_over_in_snow() -> None:
    for unit, step in (("48RD", "III.C"), ("1Inf", "II.C"), ("7Pz", "II.C")):
        t = under(f"{unit} 2303", "S", "F", step=step, sides=ring("2403", "lake"))
        assert t.range(unit)["2403"] == 2
        t.order(f"move {unit} 2303-2403")
        t = under(f"{unit} 2303", "D", step=step, sides=ring("2403", "lake"))
        t.refused(f"move {unit} 2303-2403", "9.15", "a lake hexside lies before 2403")
    t = under("7Pz 2303\n48RD 2403", "S", "F", sides=ring("2403", "lake"))
    t.order("done")
    sheet = t.sheet("assault 2403 with 7Pz")
    assert set(sheet.attack) == {6}
    assert not sheet.shifts
    t.order("assault 2403 with 7Pz", dice=(6,))
    t = under("7Pz 2303\n48RD 2403", "F", "S", sides=ring("2403", "lake"))
    t.order("done")
    t.refused("assault 2403 with 7Pz", "11.18", "no assault across a lake hexside")


@pytest.mark.rule("lwe", "10.7n")
@pytest.mark.parametrize(("north", "south", "frozen"), [("S", "F", False), ("F", "S", True), ("S", "S", True)])
def test_the_sivash_lies_in_the_southern_zone(north: str, south: str, frozen: bool) -> None:
    state = f'weather_north = "{north}"\nweather_south = "{south}"\ndirective = 0'
    t = on_map("48RD 2943\n12Inf 2744", step="III.C", turn=20, state=state)  # the isthmus is blocked
    assert ("2945" in t.range("48RD")) == frozen
    t = on_map("48RD 2944\n12Inf 2744", step="III.C", turn=20, state=state)
    assert t.range("48RD")["2945"] == (2 if frozen else 4)
    assert ("2946" in t.range("48RD")) == frozen
    agrees(t, "48RD")


# -- 10.8 to 10.10: what lasts ----------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "10.8a")
def test_the_first_snow_stays_zone_by_zone() -> None:
    t = rolled(21, 1, state='weather_north = "S"\nweather_south = "F"\ndirective = 0')
    assert weather(t) == ("snow", "mud")  # the die would have brought mud to the north
    t = rolled(22, 6, state='weather_north = "S"\nweather_south = "M"\ndirective = 0')
    assert weather(t) == ("snow", "snow")
    t = rolled(21, 1, state='weather_north = "F"\nweather_south = "S"\ndirective = 0')
    assert weather(t) == ("mud", "snow")


@pytest.mark.rule("lwe", "10.8a")
def test_once_it_snows_everywhere_nobody_rolls() -> None:
    t = rolled(21, 1, state='weather_north = "S"\nweather_south = "S"\ndirective = 0')
    assert "rolled" not in kinds(t.log)
    assert weather(t) == ("snow", "snow")


@pytest.mark.rule("lwe", "10.8b")
@pytest.mark.parametrize(
    ("before", "turn", "die", "after"),
    [
        ("M", 16, 1, ("dry", "dry")),
        ("M", 16, 3, ("rain", "dry")),
        ("F", 18, 2, ("mud", "rain")),
        ("F", 21, 1, ("mud", "mud")),
        ("R", 17, 6, ("frost", "mud")),
    ],
)
def test_all_else_comes_and_goes(before: str, turn: int, die: int, after: tuple[str, str]) -> None:
    t = rolled(turn, die, state=f'weather_north = "{before}"\nweather_south = "{before}"\ndirective = 0')
    assert weather(t) == after


REFIT = "7Pz 2104 reduced\n10RD 2708"


@pytest.mark.rule("lwe", "10.9")
@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ("", True),
        ('weather_north = "R"', True),
        ('weather_north = "F"\nweather_seen = 1', True),
        ("weather_seen = 3", False),
        ('weather_north = "M"', False),
        ('weather_south = "S"', False),
    ],
)
def test_the_first_mud_or_snow_ends_refits(state: str, offered: bool) -> None:
    t = scene(REFIT, turn=16, step="II.A", begin=True, state=f"directive = 0\n{state}")
    assert ("refit 7Pz" in t.legal()) == offered
    if not offered:
        t.refused("refit 7Pz", "8.11a", "'refit' cannot be ordered now...")


@pytest.mark.rule("lwe", "10.9", "10.10")
@pytest.mark.parametrize(("turn", "die", "ends"), [(16, 6, True), (15, 4, False), (22, 4, True)])
def test_the_die_itself_ends_them(turn: int, die: int, ends: bool) -> None:
    """In the turn in which it is rolled, and in any zone."""
    way, crossed = road("2004", "2704")
    t = scene(
        "7Pz 2104 reduced\n3Pz 2204\n10RD 2708",
        turn=turn,
        step="I",
        begin=True,
        hexes=f"{way} german\n2304 forest\n2208 german",
        sides=crossed,
        state="directive = 0",
        dice=(die,),
    )
    refits = False
    while t.prompt.decision != "movement":
        refits |= "refit 7Pz" in t.legal()
        t.order(
            next(o for o in ("concentration decline", "order move-fight", "done", *sorted(t.legal())) if o in t.legal())
        )
    assert refits == (not ends)
    assert (t.range("3Pz")["2304"] == 1) == (not ends)


@pytest.mark.rule("lwe", "10.10")
def test_mud_once_seen_ends_the_road_for_movement_but_not_for_supply() -> None:
    way, crossed = road("2004", "3804")
    hexes = f"{way} german\n3704 forest"
    for state, cost in (("weather_seen = 1", 1), ("weather_seen = 3", 2)):
        t = scene(
            "7Pz 3604\n10RD 3908", turn=16, size="20x8", hexes=hexes, sides=crossed, state=f"directive = 0\n{state}"
        )
        assert t.in_supply("7Pz")
        assert t.range("7Pz")["3704"] == cost
        t.order("move 7Pz 3604-3704")
        assert t.in_supply("7Pz")
