"""8.1, 8.7 to 8.13, 9.16: Soviet entry, the RVGK, tank brigades by dice, replacements, Guards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from steppe.assault.state import Flag
from steppe.assault.units import UNKNOWN
from tests.pm.scene import area, on_map, pass_to, put_all_away, scene
from tests.sandbox import Table, first, kinds

ARRIVING, RVGK = "area=5", "area=3"
DISTRICTS = ("2512S", "2817N", "2900S", "4201N", "4206S", "4425N", "4715S", "5017N", "5116N")
MINSK_RING = ("2816N", "2818N", "2716N", "2717N", "2916N", "2917N")


def arriving(kind: str, number: int, start: int = 1) -> str:
    return "\n".join(f"{kind}{n} reserve untried {ARRIVING}" for n in range(start, start + number))


def arrivals(units: str, *, turn: int = 4, control: str = "", options: str = "", state: str = "") -> Table:
    """The Mutual Reinforcement Phase with some Soviet units that have arrived."""
    return on_map(f"1Inf 1912N\n{units}", turn=turn, step="I.D", control=control, options=options, state=state)


def brought(t: Table) -> set[str]:
    """The hexes in which a rifle division may be placed; the legal list and the refusals say the same of every hex."""
    labels = t.title.board.grid.labels
    listed = {o.hex for o in t.title.legal(t.s) if o.verb == "bring" and o.word == "RD"}
    read = t.read("bring RD 5017N")
    allowed = {h for h in range(t.title.board.size) if t.title.refuse(t.s, read._replace(hex=h)) is None}
    assert listed == allowed
    return {labels[h] for h in listed}


# -- 8.7: where -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.7a", "8.7b")
def test_cities_large_towns_and_the_rings_of_districts() -> None:
    t = arrivals(arriving("RD", 2, 180))
    board = t.title.board
    labels = board.grid.labels
    places = {labels[h] for h in board.hexes("city") | board.hexes("large-town")}
    ring = {
        labels[n]
        for label in DISTRICTS
        for _, n in board.grid.adjacent(t.hex(label))
        if board.terrain[n] not in ("lake", "sea")
    }
    assert brought(t) == places | ring
    t.refused(
        "bring RD 2307N", "8.7a", "2307N Siauliai is no city or large town and not next to a Military District"
    )  # a town
    t.refused(
        "bring RD 2706N", "8.7a", "2706N is no city or large town and not next to a Military District"
    )  # next to Riga, which is no district


@pytest.mark.rule("pm", "8.7a", "6.5a")
def test_ten_units_enter_at_riga() -> None:
    t = arrivals(arriving("RD", 11, 180))
    t.order(*["bring RD 2705N"] * 10)
    t.refused("bring RD 2705N", "8.7a", "2705N Riga is full")


@pytest.mark.rule("pm", "8.7b")
@pytest.mark.parametrize(("hexes", "number"), [(("2817N",), 40), (("5017N", "5116N"), 60)])
def test_capacity_of_districts(hexes: tuple[str, ...], number: int) -> None:
    t = arrivals(arriving("RD", 61, 180))
    board = t.title.board
    ring = {n for label in hexes for _, n in board.grid.adjacent(t.hex(label))}
    room = {h: t.title.stacking.limit[h] // 4 for h in ring | {t.hex(label) for label in hexes}}
    assert sum(room.values()) == number
    for h, units in room.items():
        t.order(*[f"bring RD {board.grid.labels[h]}"] * units)
    assert not {board.grid.labels[h] for h in room} & brought(t)


@pytest.mark.rule("pm", "8.7c")
def test_not_where_the_german_rules() -> None:
    t = arrivals(arriving("RD", 2, 180), control="2705N german\n2817N german")
    assert not brought(t) & {"2705N", "2817N", *MINSK_RING}
    t.refused("bring RD 2705N", "8.7c", "2705N Riga is not in Soviet hands")


@pytest.mark.rule("pm", "8.7c")
def test_a_place_that_is_cut_off_takes_nobody() -> None:
    """Germans all around Minsk and its ring."""
    t = arrivals(arriving("RD", 2, 180))
    board = t.title.board
    inner = {t.hex("2817N"), *(n for _, n in board.grid.adjacent(t.hex("2817N")))}
    outer = {n for h in inner for _, n in board.grid.adjacent(h)} - inner
    germans = "\n".join(
        f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {board.grid.labels[h]}"
        for n, h in enumerate(sorted(outer))
    )
    cut = arrivals(f"{arriving('RD', 2, 180)}\n{germans}")
    assert not brought(cut) & {"2817N", *MINSK_RING}
    cut.refused(
        "bring RD 2817N", "8.7c", "neither 2817N Minsk nor a Military District next to it is Soviet and in supply"
    )


@pytest.mark.rule("pm", "8.7c")
def test_no_entry_into_the_enemy() -> None:
    t = arrivals(f"{arriving('RD', 2, 180)}\n5Inf 2816N")
    t.refused("bring RD 2816N", "8.7c", "German units are in 2816N")
    t.order("bring RD 2818N")


@pytest.mark.rule("pm", "9.16", "8.7b")
def test_leningrad_on_lake_supply_takes_one_stack() -> None:
    """Germans from the gulf to the lake: what is left is the line over Ladoga."""
    lines = "4000N 4001N 4002N 4102N 4202N 4302N 4301N 4401N 4402N 4501N"
    t = arrivals(arriving("RD", 2, 180))
    ring = {t.title.board.grid.labels[n] for _, n in t.title.board.grid.adjacent(t.hex("4201N"))}
    land = [h for h in lines.split() if t.title.board.terrain[t.hex(h)] not in ("sea", "lake")]
    germans = "\n".join(f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {h}" for n, h in enumerate(land))
    lake = arrivals(f"{arriving('RD', 2, 180)}\n{germans}")

    assert lake.title.supply.leningrad_supply(lake.s) == "lake"
    assert "4201N" in brought(lake)
    assert not brought(lake) & (ring - {"4201N"})
    assert t.title.supply.leningrad_supply(t.s) == "overland"
    assert brought(t) & ring


@pytest.mark.rule("pm", "8.8")
def test_they_are_ready_at_once() -> None:
    t = arrivals(f"{arriving('RD', 1, 180)}\n5Inf 2917N")
    t.order("bring RD 2817N", "done")
    while t.prompt.seat == 0:
        pass_to(t, "combat")
        t.order("done")
    pass_to(t, "movement")
    assert t.seat == "soviet"
    assert t.in_supply("RD180")
    t.order("done", "assault 2917N with RD180")


@pytest.mark.rule("pm", "2.15b")
def test_they_enter_untried() -> None:
    t = arrivals(arriving("RD", 1, 180))
    t.order("bring RD 5017N")
    assert t.has("RD180", Flag.UNTRIED)
    assert t.masked("soviet").face[t.unit("RD180")] == UNKNOWN


# -- 8.1: the schedule, the RVGK --------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.1a")
def test_what_is_due_must_find_a_place() -> None:
    t = arrivals(arriving("RD", 2, 180), turn=3)
    t.refused("done", "8.1c", "2 reinforcements are still to be placed")
    t.order("bring RD 5017N", "reserve RD", "done")


@pytest.mark.rule("pm", "8.1a", "3.5a")
def test_the_units_of_a_turn() -> None:
    units = "\n".join(f"RD{n} reserve untried" for n in range(167, 178)) + "\nCD10 reserve untried"
    t = on_map(f"1Inf 1912N\n{units}\nRD178 reserve untried", turn=1, step="IV")
    pass_to(t, "soviet arrivals")
    due = [u.key for u in t.title.units.units if t.s.area[t.unit(u.key)] == 5]
    assert t.s.turn == 2
    assert Counter(key[:2] for key in due) == {"RD": 11, "CD": 1}
    assert area(t, "RD178") == "nowhere"


@pytest.mark.rule("pm", "8.1b", "8.1c", "8.1e")
def test_ten_units_in_the_rvgk() -> None:
    t = arrivals(arriving("RD", 8, 180) + "\n" + arriving("TB", 4, 50))
    t.order(*["reserve RD"] * 6, *["reserve TB"] * 4)
    t.refused("reserve RD", "8.1c", "the RVGK holds 10 units")
    t.order("bring RD 5017N", "bring RD 5017N", "done")


@pytest.mark.rule("pm", "8.1c")
def test_the_german_sees_only_how_many() -> None:
    t = arrivals(arriving("RD", 2, 180))
    t.order("reserve RD", "reserve RD", "done")
    view = t.masked("german")
    assert view.reserve_seen == 2
    assert {view.area[t.unit(key)] for key in ("RD180", "RD181")} == {0}
    assert t.masked("soviet").area[t.unit("RD180")] == 3


@pytest.mark.rule("pm", "8.1c")
def test_the_german_reckons_with_units_that_were_raised_again() -> None:
    """A division of the first day, raised again, is in the RVGK: every world he thinks of has one there."""
    t = on_map(f"RD1 reserve untried {RVGK}\n1Inf 1912N", turn=8, step="II.rvgk")
    assert t.title.units.units[t.unit("RD1")].turn == 0
    world = t.title.sample_world(t.masked("german"), 0, random.Random(1))
    assert [area_of for area_of in world.vector("area").tolist() if area_of == 3] == [3]


@pytest.mark.rule("pm", "8.1d")
@pytest.mark.parametrize("step", ["II.rvgk", "III.rvgk"])
def test_they_leave_it_at_the_start_of_any_soviet_player_turn(step: str) -> None:
    t = on_map(f"RD180 reserve untried {RVGK}\nTB50 reserve untried {RVGK}\n1Inf 1912N", step=step)
    assert t.prompt.decision == "rvgk"
    t.refused("bring RD 2307N", "8.7a", "2307N Siauliai is no city or large town and not next to a Military District")
    t.refused("bring CD 5017N", "8.1d", "no CD is there to enter")
    t.order("bring RD 5017N", "done")
    assert t.where("RD180") == "5017N"
    assert area(t, "TB50") == "rvgk"
    assert t.prompt.decision == "movement"


@pytest.mark.rule("pm", "8.1e", "12.22")
def test_nobody_goes_into_it_from_the_map() -> None:
    t = on_map(f"RD1 5017N\nRD180 reserve untried {RVGK}\n1Inf 1912N", step="II.rvgk")
    assert not t.legal("reserve")
    t.refused("reserve RD", "8.1e", "'reserve' cannot be ordered now...")
    t.order("bring RD 5017N")
    assert t.prompt.decision == "rvgk"
    t.refused("bring RD 5017N", "8.1d", "no RD is there to enter")


@pytest.mark.rule("pm", "8.1b")
def test_without_any_place_reinforcements_are_lost() -> None:
    """In the learning game there is no ports box to fall back on."""
    board = scene(
        "\n".join(f"RD{n} reserve untried {RVGK}" for n in range(1, 11)) + "\n" + arriving("RD", 1, 180),
        step="I.D",
        turn=3,
        options="learning = true",
    )
    log = board.order("done")
    assert first(log, "lost").facts["unit"] == board.unit("RD180")
    assert board.where("RD180") == "gone"


# -- 8.9: tank brigades by dice ---------------------------------------------------------------------------------------

GROUP = "\n".join(f"TB{n} reserve untried" for n in range(1, 49))


def tanks(turn: int = 3, control: str = "", dice: tuple[int, ...] = (), units: str = GROUP, **words: str) -> Table:
    """The phase of the dice, begun; the units of the turn itself are left out."""
    extra = "" if turn < 4 else words.get("extra", "")
    return on_map(
        f"1Inf 1912N\nRD1 6010N\n{units}\n{extra}", turn=turn, step="I.B", control=control, dice=dice, begin=True
    )


def received(t: Table) -> int:
    return sum(t.s.area[u] == 5 for u in t.title.roster.entries.groups.get("group48", ()))


@pytest.mark.rule("pm", "8.9a")
@pytest.mark.parametrize(("dice", "number"), [((3, 4), 7), ((6, 6), 12), ((1, 1), 2)])
def test_two_dice_of_tank_brigades(dice: tuple[int, ...], number: int) -> None:
    t = tanks(dice=dice)
    assert received(t) == number
    assert t.prompt.decision == "soviet arrivals"


@pytest.mark.rule("pm", "8.9a")
def test_until_the_group_is_used_up() -> None:
    t = tanks(units="\n".join(f"TB{n} reserve untried" for n in range(1, 6)), dice=(6, 6))
    assert received(t) == 5
    put_all_away(t)
    pass_to(t, "concentration", turn=4)
    assert received(t) == 0


@pytest.mark.rule("pm", "8.9b")
@pytest.mark.parametrize(
    ("control", "number"),
    [("", 5), ("4201N german", 2), ("5017N german", 2), ("5116N german", 2), ("4201N german\n5116N german", 0)],
)
def test_fallen_cities_cost_brigades(control: str, number: int) -> None:
    assert received(tanks(control=control, dice=(2, 3))) == number


@pytest.mark.rule("pm", "8.9b")
def test_leningrad_on_lake_supply_costs_as_many() -> None:
    land = ["4001N", "4002N", "4102N", "4202N", "4302N", "4301N", "4401N", "4402N", "4501N"]
    germans = "\n".join(f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {h}" for n, h in enumerate(land))
    t = tanks(units=f"{GROUP}\n{germans}", dice=(2, 3))
    assert t.title.supply.leningrad_supply(t.s) == "lake"
    assert received(t) == 2


@pytest.mark.rule("pm", "8.9b")
def test_no_debt_is_left() -> None:
    t = tanks(control="4201N german\n5116N german", dice=(1, 1))
    assert received(t) == 0
    pass_to(t, "german arrivals" if t.prompt.decision == "german arrivals" else "concentration")
    assert sum(t.where(f"TB{n}") == "reserve" for n in range(1, 49)) == 48


@pytest.mark.rule("pm", "8.9c")
def test_later_brigades_come_in_addition() -> None:
    extra = "\n".join(f"TB{n} reserve untried {ARRIVING}" for n in range(49, 54))
    t = tanks(turn=6, dice=(3, 3), extra=extra)
    assert received(t) == 6
    assert sum(t.s.area[u] == 5 for u in t.title.roster.entries.kinds["TB"]) == 11


@pytest.mark.rule("pm", "0.1", "8.9a")
def test_in_the_learning_game_they_come_together() -> None:
    t = on_map(f"1Inf 1912N\n{GROUP}", turn=3, step="I.B", options="learning = true", begin=True)
    assert received(t) == 48


# -- 8.12, 8.13: rifle divisions from the dead pile -------------------------------------------------------------------

FALLEN = "\n".join(f"RD{n} dead" for n in range(1, 61))


def raised(turn: int, control: str = "", units: str = "") -> Table:
    return on_map(f"1Inf 1912N\n{FALLEN}\n{units}", turn=turn, step="I.D", control=control, begin=True)


def back(t: Table) -> int:
    return sum(t.s.area[t.unit(f"RD{n}")] == 5 for n in range(1, 61))


@pytest.mark.rule("pm", "8.13b")
@pytest.mark.parametrize(
    ("turn", "rate"), [(3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5), (11, 5), (12, 6)]
)
def test_rates_of_the_months(turn: int, rate: int) -> None:
    assert back(raised(turn)) == rate * len(DISTRICTS)


@pytest.mark.rule("pm", "8.13b")
def test_none_before_turn_3() -> None:
    t = on_map(f"1Inf 1912N\n{FALLEN}\n{arriving('CD', 1, 10)}", turn=2, step="I.D", begin=True)
    assert back(t) == 0


@pytest.mark.rule("pm", "8.13b", "9.16b")
def test_a_district_in_german_hands_gives_nothing() -> None:
    assert back(raised(4, "2817N german\n5116N german")) == 2 * (len(DISTRICTS) - 2)


@pytest.mark.rule("pm", "9.16b", "8.7c")
def test_odessa_supplied_by_sea_gives_nothing() -> None:
    t = raised(4)
    ring = [
        n for _, n in t.title.board.grid.adjacent(t.hex("2512S")) if t.title.board.terrain[n] not in ("sea", "lake")
    ]
    germans = "\n".join(
        f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {t.title.board.grid.labels[h]}"
        for n, h in enumerate(ring)
    )
    cut = raised(4, units=germans)
    assert back(cut) == 2 * (len(DISTRICTS) - 1)
    assert "2512S" in brought(cut)


@pytest.mark.rule("pm", "8.13b", "2.15d", "2.9b")
def test_nobody_but_rifle_divisions_returns() -> None:
    t = on_map(
        "1Inf 1912N\nTD1 dead\n1GRD dead\nCD1 dead\nRB1 dead\nTB1 dead\nRD1 dead", turn=4, step="I.D", begin=True
    )
    assert area(t, "RD1") == "arriving"
    assert {t.where(key) for key in ("TD1", "1GRD", "CD1", "RB1", "TB1")} == {"dead"}


@pytest.mark.rule("pm", "8.13c")
def test_they_enter_like_reinforcements_and_are_not_saved() -> None:
    t = raised(4)
    t.order("bring RD 5017N", "reserve RD", "done")
    assert sum(t.where(f"RD{n}") == "5017N" for n in range(1, 61)) == 1
    assert sum(area(t, f"RD{n}") == "rvgk" for n in range(1, 61)) == 1
    assert sum(t.where(f"RD{n}") == "dead" for n in range(1, 61)) == 58


@pytest.mark.rule("pm", "2.15c", "8.13b")
def test_they_are_drawn_blind_and_return_untried() -> None:
    t = raised(4)
    assert "drawn" in kinds(t.log)
    for n in range(1, 61):
        assert t.has(f"RD{n}", Flag.UNTRIED)
        assert t.masked("german").face[t.unit(f"RD{n}")] == UNKNOWN
    rifles = [t.unit(f"RD{n}") for n in range(1, 61)]
    assert sorted(t.s.face[u] for u in rifles) == sorted(t.title.units.own_face[u] for u in rifles)
    t.order("bring RD 5017N")
    (u,) = [u for u in rifles if t.s.hex[u] == t.hex("5017N")]
    assert t.s.steps[u] == 1


@pytest.mark.rule("pm", "0.1", "8.13b")
def test_no_replacements_in_the_learning_game() -> None:
    t = on_map(
        f"1Inf 1912N\n{FALLEN}\n{arriving('CD', 1, 10)}", turn=4, step="I.D", begin=True, options="learning = true"
    )
    assert back(t) == 0


# -- 8.11: Guards -----------------------------------------------------------------------------------------------------


def guards(units: str, turn: int = 7, guard: str = "1GRD", control: str = "") -> Table:
    return on_map(f"1Inf 1912N\n{guard} reserve\n{units}", turn=turn, step="I.C", begin=True, control=control)


@pytest.mark.rule("pm", "8.11a", "8.11e")
def test_a_guards_unit_takes_the_place_of_a_tried_one() -> None:
    t = guards("RD1 4425N\nRD2 4425N untried\nMRD1 4425N")
    assert t.legal("guards") == {"guards RD1"}
    t.order("guards RD1")
    assert (t.where("1GRD"), t.where("RD1"), t.steps("1GRD")) == ("4425N", "gone", 2)


@pytest.mark.rule("pm", "8.11a")
@pytest.mark.parametrize(
    ("turn", "number"), [(7, {"GRD": 7, "GMRD": 1}), (10, {"GTB": 1}), (11, {"GRD": 2, "GCD": 4}), (8, {})]
)
def test_when_they_come(turn: int, number: dict[str, int]) -> None:
    """Every one of them, as long as there is somebody to convert."""
    everybody = "\n".join(f"{unit}{n} 5017N" for unit in ("RD", "CD", "TB", "MRD") for n in range(1, 3))
    more = "\n".join(f"RD{n} 5116N" for n in range(3, 11)) + "\nCD3 5116N\nCD4 5116N"
    pool = [f"{n}GRD" for n in range(1, 10)] + [f"{n}GCD" for n in range(1, 5)] + ["1GMRD", "1GTB"]
    t = on_map(
        f"1Inf 1912N\n{everybody}\n{more}\n" + "\n".join(f"{key} reserve" for key in pool),
        turn=turn,
        step="I.A",
        begin=True,
    )
    while t.prompt.decision == "guards conversion":
        t.order(sorted(t.legal("guards"))[0])
    came = Counter(key.lstrip("0123456789") for key in pool if t.where(key) != "reserve")
    assert came == number


@pytest.mark.rule("pm", "8.11b")
def test_the_unit_must_be_away_from_the_enemy() -> None:
    t = guards("RD1 2917N\nRD2 4425N\n5Inf 2817N")
    assert t.legal("guards") == {"guards RD2"}
    t.refused("guards RD1", "8.11b", "a unit of the German side is next to RD1")


@pytest.mark.rule("pm", "8.11b")
def test_an_untried_unit_only_if_no_tried_one_will_do() -> None:
    t = guards("RD1 4425N\nRD2 4425N untried")
    t.refused("guards RD2", "8.11b", "RD2 is untried, and RD1 is tried and can be converted")
    other = guards("RD1 2917N\nRD2 4425N untried\n5Inf 2817N")
    other.order("guards RD2")
    assert other.where("1GRD") == "4425N"


@pytest.mark.rule("pm", "8.11b", "9.16b")
def test_it_must_be_in_full_supply() -> None:
    land = ["4001N", "4002N", "4102N", "4202N", "4302N", "4301N", "4401N", "4402N", "4501N"]
    germans = "\n".join(f"G{n} german infantry XX 5-6/2-3 nation=german move=5/5 {h}" for n, h in enumerate(land))
    t = guards(f"RD1 4300N\nRD2 5017N\n{germans}")
    t.refused("guards RD1", "8.11b", "RD1 is not in full supply")
    t.order("guards RD2")


@pytest.mark.rule("pm", "8.11b")
def test_supply_across_a_lake_is_not_full() -> None:
    """Nobody is near; the one line to the east leads over the water."""
    units = "1Inf 3001N\n1GRD reserve\nRD1 3401N\nRD2 3701N"
    t = scene(units, size="8x1", hexes="3601N lake", turn=7, step="I.C", begin=True)
    assert t.in_supply("RD1")
    t.refused("guards RD1", "8.11b", "RD1 is not in full supply")
    assert t.legal("guards") == {"guards RD2"}


@pytest.mark.rule("pm", "8.11a")
def test_who_is_out_of_play_is_not_converted() -> None:
    t = guards("RD1 4425N\nRD2 4425N\nRD3 dead")
    t.refused("guards RD3", "8.11a", "RD3 is neither on the map nor in the RVGK")
    t.refused("guards RD1+RD2", "8.11a", "name one unit")


@pytest.mark.rule("pm", "8.11a")
def test_in_the_rvgk_too() -> None:
    t = guards(f"RD180 reserve untried {RVGK}")
    t.order("guards RD180")
    assert area(t, "1GRD") == "rvgk"
    assert t.where("RD180") == "gone"
    pass_to(t, "rvgk")
    t.order("bring GRD 5017N")
    assert (t.where("1GRD"), t.steps("1GRD")) == ("5017N", 2)


@pytest.mark.rule("pm", "8.11c", "2.15d")
def test_made_or_forfeited() -> None:
    t = guards("RD1 4425N")
    t.order("decline")
    assert t.where("1GRD") == "gone"
    nobody = guards("TD1 4425N")
    assert nobody.where("1GRD") == "gone"
    assert first(nobody.log, "lost").facts["unit"] == nobody.unit("1GRD")


@pytest.mark.rule("pm", "8.11c", "8.13b")
def test_a_converted_unit_never_returns() -> None:
    t = guards("RD1 4425N")
    t.order("guards RD1")
    pass_to(t, "concentration", turn=8)
    assert t.where("RD1") == "gone"


@pytest.mark.rule("pm", "8.11d")
def test_reduced_guards_stay_so() -> None:
    t = on_map("1GRD 5017N steps=1\n1Inf 1912N\n5Inf 2817N steps=1", turn=8, step="II.B.1")
    assert t.legal("replace") == {"replace 5Inf"}
    t.refused("replace 1GRD", "8.13a", "1GRD is no division on the map that receives replacements")
