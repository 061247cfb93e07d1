"""Chapter 3: sides, the two Soviet zones, the German side in the ZOMO and the OKH Reserve areas, hex control."""

from __future__ import annotations

from collections import Counter

import pytest

from steppe.assault.state import Flag
from steppe.assault.units import UNKNOWN
from steppe.orders import Order
from tests.pm.scene import Campaign, area, points
from tests.sandbox import Table, first

HOW = pytest.mark.parametrize("how", ["historical", "random"])
STEPS = ("frontier", "interior", "german")


def until(step: str, how: str = "historical") -> Table:
    """A campaign whose set-up has come to a step."""
    t = Campaign()
    for _ in STEPS[: STEPS.index(step)]:
        t.order(f"deploy {how}", "done")
    return t


def region(t: Table, name: str) -> set[str]:
    """The land hexes of a region."""
    board = t.title.board
    return {board.grid.labels[h] for h in board.region(name) if board.terrain[h] not in ("lake", "sea")}


def places(t: Table, key: str) -> set[str]:
    """The hexes in which a unit may be placed now."""
    orders: list[Order] = [o for o in t.title.legal(t.s, (t.unit(key),)) if o.verb == "place"]
    assert all(t.title.refuse(t.s, order) is None for order in orders)
    return {t.title.board.grid.labels[order.hex] for order in orders}


def lift_all(t: Table, label: str) -> list[str]:
    """Move everybody out of a hex, anywhere the rules allow; who they were."""
    from steppe.assault.stacks import units_in

    moved = []
    for u in units_in(t.s, t.hex(label)):
        key = t.title.units.keys[u]
        moved.append(key)
        goal = next(h for h in sorted(places(t, key)) if t.s.top[t.hex(h)] >= 0)
        t.order(f"place {key} {goal}")
    return moved


# -- 3.1, 3.2, 3.5, 3.6 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.1", "3.7a")
def test_each_player_sets_up_his_own_side_and_the_german_is_last() -> None:
    t = Campaign()
    assert t.title.seats == ("german", "soviet")
    for step, seat, foreign in (
        ("frontier", "soviet", "1Pz"),
        ("interior", "soviet", "1Pz"),
        ("german", "german", "RD1"),
    ):
        assert (t.title.current_step(t.s).name, t.seat) == (step, seat)
        t.refused(f"place {foreign} 1912N", t.prompt.rule, f"{foreign} is not set up in this step")
        t.order("deploy historical", "done")
    assert t.s.turn == 1


@pytest.mark.rule("pm", "3.2a", "3.2b")
@HOW
def test_the_numbers_of_the_set_up_table(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    kinds = Counter(t.title.units.kind[u] for u in t.title.side_units[1] if t.s.hex[u] >= 0)
    assert kinds == {"RD": 166, "CD": 9, "TD": 50, "MRD": 25, "RB": 16}
    assert {t.where(key) for key in ("1GRD", "9GRD", "1GCD", "4GCD", "1GMRD", "1GTB")} == {"reserve"}


@pytest.mark.rule("pm", "3.2c", "2.15b")
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_nobody_sees_the_tried_sides(seat: str) -> None:
    t = Campaign()
    t.deploy()
    view = t.masked(seat)
    for u in t.title.side_units[1]:
        if t.title.units.units[u].pool:
            assert view.face[u] == UNKNOWN
            assert t.s.flags[u] & Flag.UNTRIED


@pytest.mark.rule("pm", "2.15e", "3.2c")
def test_the_pools_are_mixed_anew_in_every_game() -> None:
    one, other = Campaign(b"one"), Campaign(b"other")
    rifles = one.title.roster.entries.kinds["RD"]
    assert [one.s.face[u] for u in rifles] != [other.s.face[u] for u in rifles]
    assert sorted(one.s.face[u] for u in rifles) == sorted(other.s.face[u] for u in rifles)


@pytest.mark.rule("pm", "3.5a", "3.6")
def test_reinforcements_wait_for_their_turn() -> None:
    t = Campaign()
    t.deploy()
    late = [unit for unit in t.title.units.units if unit.turn]
    assert {t.where(unit.key) for unit in late} == {"reserve"}
    assert {area(t, unit.key) for unit in late} == {"nowhere"}
    tenth = Counter(unit.kind for unit in late if unit.turn == 10 and unit.side == 1)
    assert tenth == {"RD": 20, "CD": 2, "TD": 1, "RB": 1, "GTB": 1}
    assert t.title.units.units[t.unit("7Para")].turn == 6


# -- 3.3 the Frontier Zone --------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.3a")
def test_the_frontier_zone_ends_with_column_22() -> None:
    t = Campaign()
    t.order("place RD1 2210N")
    t.refused("place RD2 2310N", "3.3a", "2310N Kaunas does not lie in the zone of RD2")
    t.refused("place RD2 1912N", "3.3a", "1912N does not lie in the zone of RD2")  # the ZOMO is no part of it
    t.refused("place RD60 2210N", "3.3a", "RD60 is not set up in this step")


@pytest.mark.rule("pm", "3.3b")
def test_every_hex_of_the_northern_border_has_a_unit() -> None:
    t = Campaign()
    t.order("deploy historical")
    for label in ("2006N", "1703S"):
        assert label in region(t, "border-all")
        moved = lift_all(t, label)
        t.refused("done", "3.3b", f"no unit is in the border hex {label}")
        t.order(f"place {moved[0]} {label}")
    t.order("done")


@pytest.mark.rule("pm", "3.3c")
def test_no_two_neighbours_of_the_southern_border_are_empty() -> None:
    t = Campaign()
    t.order("deploy historical")
    assert {"1804S", "2114S"} <= region(t, "border-half")
    (moved,) = lift_all(t, "1805S")
    t.refused("done", "3.3c", "the border is empty in both 1804S and 1805S")
    t.order(f"place {moved} 1804S")
    t.refused(
        "done", "3.3c", "the border is empty in both 1805S and 1905S"
    )  # now 1805S and 1905S lie empty side by side
    t.order(f"place {moved} 1805S", "done")


@pytest.mark.rule("pm", "3.3d")
def test_the_three_large_towns_of_the_frontier_have_a_unit() -> None:
    t = Campaign()
    t.order("deploy historical")
    towns = t.title.board.hexes("large-town") & t.title.board.region("frontier")
    assert len(towns) == 3
    moved = lift_all(t, "2209S")
    t.refused("done", "3.3d", "no unit is in 2209S Kishinev")
    t.order(f"place {moved[0]} 2209S", "done")


@pytest.mark.rule("pm", "3.3e", "6.1")
def test_minimums_may_be_exceeded_within_stacking() -> None:
    t = Campaign()
    t.order(*(f"place RD{n} 2006N" for n in range(1, 6)))
    t.refused("place RD6 2006N", t.title.cite["stacking limit"], "2006N is full")


# -- 3.4 the Interior Zone --------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.4a")
def test_the_interior_zone_begins_with_column_23() -> None:
    t = until("interior")
    t.refused("place TD25 2210N", "3.4a", "2210N does not lie in the zone of TD25")
    t.order("place TD25 2310N")


@pytest.mark.rule("pm", "3.4b")
@pytest.mark.parametrize(("label", "name"), [("5116N", "Moscow"), ("2310N", "Kaunas")])
def test_every_city_and_large_town_has_a_unit(label: str, name: str) -> None:
    t = until("interior")
    t.order("deploy historical")
    moved = lift_all(t, label)
    t.refused("done", "3.4b", f"no unit is in {label} {name}")
    t.order(f"place {moved[0]} {label}")


@pytest.mark.rule("pm", "3.4c")
def test_every_column_has_four_units() -> None:
    t = until("interior")
    t.order("deploy historical")
    board = t.title.board
    last = {h for h in board.region("interior") if board.grid.labels[h].startswith("60")}
    there = [u for u in t.title.roster.entries.groups["interior"] if t.s.hex[u] in last]
    assert len(there) == 4
    key = t.title.units.keys[there[0]]
    was = t.where(key)
    t.order(f"place {key} 5017N")
    t.refused("done", "3.4c", "column 60 has 3 units of 4")
    t.order(f"place {key} {was}", "done")


@pytest.mark.rule("pm", "3.4c", "3.4d")
@HOW
def test_a_ready_interior_has_what_it_must(how: str) -> None:
    t = until("interior", how)
    t.order(f"deploy {how}")
    columns = Counter(t.where(t.title.units.keys[u])[:2] for u in t.title.roster.entries.groups["interior"])
    assert columns.keys() == {str(c) for c in range(23, 61)}
    assert min(columns.values()) >= 4
    t.order("done")


def test_nobody_is_left_behind() -> None:
    t = Campaign()
    t.order("place RD1 2006N")
    t.refused("done", "3.3a", "still to be placed: RD2, RD3...")


# -- 3.7 the German side ----------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.7b")
def test_only_the_fast_corps_starts_in_hungary() -> None:
    t = until("german")
    assert places(t, "HF") == {h for h in region(t, "hungary") if h.endswith("S")}
    for key in ("1Inf", "Ro3Inf", "1Pz"):
        t.refused(f"place {key} 1302S", "3.7b", "nobody but the Fast Corps starts in Hungary (1302S)")
    t.refused("place HF 1503S", "3.7b", "HF starts in Hungary, on the south map")
    t.refused("hold HF south", "3.7b", "HF starts in Hungary")
    t.refused("done", "3.7a", "still to be placed: HF")
    t.order("place HF 1302S", "done")


@pytest.mark.rule("pm", "3.7c")
def test_romanians_start_in_romania_or_the_southern_area() -> None:
    t = until("german")
    assert places(t, "Ro3Inf") == region(t, "romania")
    t.refused("place Ro3Inf 1912N", "3.7c", "Ro3Inf starts in Romania")
    t.refused("hold Ro3Inf north", "3.7c", "Ro3Inf never goes north")
    log = t.order("hold Ro3Inf south")
    assert t.title.tell(first(log, "held")) == "Ro3Inf waits in the southern OKH Reserve area."
    t.order("place HF 1302S", "done")
    assert area(t, "Ro3Inf") == area(t, "Ro5Inf") == "okh-south"


@pytest.mark.rule("pm", "3.7d")
def test_seven_divisions_and_a_battalion_may_start_in_romania() -> None:
    t = until("german")
    t.order(*(f"place {key} 1807S" for key in ("1Inf", "97Jg", "1Mtn", "1Cav")))
    t.order("hold 22AL south", "hold 5Inf south", "hold 6Inf south")
    t.refused("place 7Inf 1808S", "3.7d", "no more than 7 German divisions start in Romania and the southern area")
    t.refused("hold 7Inf south", "3.7d", "no more than 7 German divisions start in Romania and the southern area")
    t.order("place 184AG 1807S")
    t.refused(
        "place 185AG 1807S", "3.7d", "no more than 1 assault gun battalions start in Romania and the southern area"
    )
    for key in ("1Pz", "3Mot", "1Flak", "GD", "4MG"):
        t.refused(f"place {key} 1808S", "3.7d", f"{key} is no non-mechanized division, nor an assault gun battalion")
    t.order("place 5Inf 1912N", "place 7Inf 1808S")  # one leaves, another takes his place
    t.order("place HF 1302S", "done")
    assert area(t, "22AL") == "okh-south"
    assert area(t, "8Inf") == "okh-north"


@pytest.mark.rule("pm", "3.7d")
def test_no_german_need_start_in_romania() -> None:
    t = until("german")
    t.order("deploy random")
    romania = region(t, "romania")
    assert not [
        u
        for u in t.title.side_units[0]
        if t.title.units.nation[u] == "german" and t.where(t.title.units.keys[u]) in romania
    ]
    t.order("done")


@pytest.mark.rule("pm", "3.7e", "8.4")
def test_the_others_start_in_the_north_or_are_held_there() -> None:
    t = until("german")
    assert places(t, "1Pz") == region(t, "germany")
    t.order("place 1Pz 1906N", "place 3Pz 1025N", "hold 4Pz north")
    t.refused("place 6Pz 2006N", "3.7e", "6Pz starts in the ZOMO of Greater Germany, not in 2006N")
    t.refused("place 6Pz 1807S", "3.7d", "6Pz is no non-mechanized division, nor an assault gun battalion")
    t.refused("hold 4Pz north", "3.7a", "4Pz is there already")
    t.order("place HF 1302S", "done")
    assert area(t, "4Pz") == area(t, "6Pz") == "okh-north"
    assert (t.where("1Pz"), area(t, "1Pz")) == ("1906N", "nowhere")


@pytest.mark.rule("pm", "3.7e", "8.21a", "14.41a", "3.6")
@pytest.mark.parametrize("key", ["ArKo", "207Sec", "2Pz", "7Para", "It9Mot"])
def test_who_is_no_starting_unit(key: str) -> None:
    t = until("german")
    t.refused(f"place {key} 1912N", "3.7a", f"{key} is not set up in this step")
    t.refused(f"hold {key} north", "3.7a", "name one unit of the starting forces")


@pytest.mark.rule("pm", "3.7f")
def test_stacking_at_set_up() -> None:
    t = until("german")
    t.order(*(f"place {n}Inf 1912N" for n in (1, 11, 12, 21, 30)))
    t.refused("place 32Inf 1912N", t.title.cite["stacking limit"], "1912N is full")
    t.refused("place 184AG 1912N", t.title.cite["stacking limit"], "1912N is full")


@pytest.mark.rule("pm", "3.7a")
def test_only_the_german_side_has_reserve_areas() -> None:
    t = Campaign()
    t.refused("hold RD1 north", "3.7a", "only the German side has OKH Reserve areas")


@HOW
def test_a_ready_set_up_can_be_changed(how: str) -> None:
    t = until("german")
    t.order(f"deploy {how}", "hold 1Pz north", "deploy historical")
    assert t.where("1Pz") == "1908N"
    t.order("done")


# -- 3.8, 3.9 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "3.8")
@HOW
def test_all_begin_at_full_strength(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    assert all(t.s.steps[u] == unit.steps for u, unit in enumerate(t.title.units.units))
    assert t.steps("1Pz") == 4


@pytest.mark.rule("pm", "3.9a")
@HOW
def test_the_soviets_hold_every_place_and_the_german_has_no_points(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    board = t.title.board
    for h in board.hexes("city") | board.hexes("large-town") | board.hexes("town"):
        assert t.control(board.grid.labels[h]) == "soviet"
    assert points(t) == 0


@pytest.mark.parametrize("secret", [b"a", b"b", b"c"])
def test_random_set_ups_are_lawful(secret: bytes) -> None:
    for learning in (False, True):
        t = Campaign(secret, learning=learning)
        t.deploy("random")
        assert not t.title.broken(t.s)
        assert t.s.turn == 1
