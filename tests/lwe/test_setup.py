"""Chapter 3: sides, reinforcements, start hexes and areas, the OKH Reserve, ready and free set-ups, hex control."""

from __future__ import annotations

from collections import Counter

import pytest

from steppe.orders import Order
from tests.lwe.scene import Campaign, on_map, points, scene, seen
from tests.sandbox import Table, first, kinds

HOW = pytest.mark.parametrize("how", ["historical", "random"])
STEPS = ("fz", "soviet", "german")
SIXTH_ARMY = {"1025", "1125", "1225", "1226", "1326", "1427", "1428"}


def until(step: str) -> Table:
    """A campaign whose set-up has come to a step."""
    t = Campaign()
    for _ in STEPS[: STEPS.index(step)]:
        t.order("deploy historical", "done")
    return t


def places(t: Table, key: str) -> set[str]:
    """The hexes in which a unit may be placed now."""
    orders: list[Order] = list(t.title.legal(t.s, (t.unit(key),)))
    assert all(t.title.refuse(t.s, order) is None for order in orders)
    return {t.title.board.grid.labels[order.hex] for order in orders}


def region(t: Table, name: str, terrain: tuple[str, ...] = ("lake", "sea")) -> set[str]:
    """The land hexes of a region."""
    board = t.title.board
    return {board.grid.labels[h] for h in board.region(name) if board.terrain[h] not in terrain}


def starters(t: Table, step: str) -> list[str]:
    return [t.title.units.keys[u] for u in t.title.roster.setup_groups[step]]


# -- 3.1, 3.2 Sides, and what comes later -----------------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.1")
def test_each_player_sets_up_his_own_side() -> None:
    t = Campaign()
    assert t.title.seats == ("german", "soviet")
    for step, seat, foreign in (("fz", "soviet", "1Pz"), ("soviet", "soviet", "1Pz"), ("german", "german", "10RC")):
        assert (t.title.current_step(t.s).name, t.seat) == (step, seat)
        t.refused(f"place {foreign} 1209", t.prompt.rule, f"{foreign} is not set up in this step")
        t.order("deploy historical", "done")
    assert t.s.turn == 1


@pytest.mark.rule("lwe", "3.2a")
@HOW
def test_reinforcements_wait_off_the_map_for_their_turn(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    late = [unit for unit in t.title.units.units if unit.turn]
    assert len(late) > 200
    assert {t.where(unit.key) for unit in late} == {"reserve"}


@pytest.mark.rule("lwe", "3.2a", "3.4a")
def test_the_naval_unit_waits_in_the_box_of_turn_4() -> None:
    early = on_map("Nvl reserve\nDummy soviet rifle XX 1-1 move=4 turn=3 entry=4618 reserve", turn=3, step="III.B")
    early.refused("enter Nvl 3701", "8.5a", "Nvl is not due this turn")
    early.order("enter Dummy 4618")
    on_map("Nvl reserve", turn=4, step="III.B").order("enter Nvl 3701")


@pytest.mark.rule("lwe", "3.2b")
@HOW
def test_the_german_begins_with_no_points(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    assert points(t) == 0


# -- 3.3 What the corners of German counters say ----------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.3a")
def test_a_german_reinforcement_enters_on_the_turn_it_shows() -> None:
    edge = "2003 edge\n2004 edge"
    for turn in (9, 11):
        t = scene("7Para reserve\n1Inf 2203 reduced", turn=turn, step="II.B", hexes=edge)
        t.refused("enter 7Para 2003", "8.1a", "7Para does not enter in this phase")
        assert not t.legal("enter")
    t = scene("7Para reserve\n1Inf 2203 reduced", turn=10, step="II.B", hexes=edge)
    assert t.legal("enter") == {"enter 7Para 2003", "enter 7Para 2004"}
    log = t.order("done")  # it cannot wait
    assert (first(log, "lost").facts["rule"], t.where("7Para")) == ("8.2a", "gone")


@pytest.mark.rule("lwe", "3.3b")
def test_asterisked_units_are_set_aside() -> None:
    t = until("german")
    aside = [unit.key for unit in t.title.units.units if unit.entry == "asterisk"]
    assert "HF" in aside
    for key in aside:
        assert not places(t, key)
        t.refused(f"place {key} 1020", "3.5a", f"{key} is not set up in this step")
    t.order("deploy historical", "done")
    assert {t.where(key) for key in aside} == {"reserve"}


@pytest.mark.rule("lwe", "3.3b", "3.3d")
def test_asterisked_units_come_where_the_reserve_may_not() -> None:
    t = on_map("HF reserve\n1Inf reserve\n1Pz 1209", turn=1, step="II.C")
    entries = t.legal("enter")
    assert {text.split()[2] for text in entries if "HF" in text} <= {"1025", "1026", "1027", "1028", "1029", "1030"}
    assert any("HF" in text for text in entries)


@pytest.mark.rule("lwe", "3.3c")
def test_german_units_marked_r_start_in_romania() -> None:
    t = until("german")
    marked = [u.key for u in t.title.units.units if u.entry == "romania" and u.nation == "german"]
    assert "22AL" in marked
    for key in marked:
        assert places(t, key) == region(t, "romania")
    t.refused("place 22AL 1209", "3.3c", "22AL is not set up in 1209 Konigsberg")


@pytest.mark.rule("lwe", "3.3d")
def test_unmarked_german_units_start_in_greater_germany() -> None:
    t = until("german")
    assert places(t, "1Pz") == region(t, "germany")
    romanian = sorted(region(t, "romania"))[0]
    t.refused(f"place 1Pz {romanian}", "3.3d", "1Pz is not set up in 1031")
    t.refused("place 1Pz 1715", "3.3d", "1Pz is not set up in 1715 Grodno")
    t.order("place 1Pz 1209")


# -- 3.4 The Soviet set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.4a")
@pytest.mark.parametrize("turn", [2, 3])
def test_a_soviet_reinforcement_sits_in_the_box_of_its_turn(turn: int) -> None:
    t = on_map("109MR reserve\nN4 reserve", turn=turn, step="III.B")
    assert t.legal("enter") == ({"enter 109MR 3418"} if turn == 2 else {"enter N4 2529"})
    other, place = ("N4", "2529") if turn == 2 else ("109MR", "3418")
    t.refused(f"enter {other} {place}", "8.5a", f"{other} is not due this turn")


@pytest.mark.rule("lwe", "3.4a")
def test_guards_and_the_coastal_army_alone_have_two_steps_and_a_turn() -> None:
    t = Campaign()
    strong = [unit for unit in t.title.units.units if t.title.units.side[t.unit(unit.key)] == 1 and unit.steps == 2]
    assert {unit.entry for unit in strong if unit.key != "ICA"} == {"guards"}
    assert all(unit.turn for unit in strong)
    assert {t.where(unit.key) for unit in strong} == {"reserve"}


@pytest.mark.rule("lwe", "3.4b")
def test_a_single_hex_number_leaves_no_choice() -> None:
    t = until("soviet")
    assert t.title.units.units[t.unit("1AbC")].entry == "2529"
    assert places(t, "1AbC") == {"2529"}
    t.refused("place 1AbC 2528", "3.4b", "1AbC is not set up in 2528")
    t.order("place 1AbC 2529")


@pytest.mark.rule("lwe", "3.4b")
def test_several_hex_numbers_leave_a_choice_among_them() -> None:
    units = "A soviet rifle XX 1-1 move=4 entry=2202,2304,2505 reserve\nB soviet rifle XX 1-1 move=4 entry=2202 reserve"
    t = scene(units, turn=1, step="soviet")
    assert places(t, "A") == {"2202", "2304", "2505"}
    t.refused("place A 2303", "3.4b", "A is not set up in 2303")
    for label in ("2202", "2505", "2304"):
        t.order(f"place A {label}")
        assert t.where("A") == label


@pytest.mark.rule("lwe", "3.4c")
def test_units_of_an_army_start_anywhere_in_its_area() -> None:
    t = until("soviet")
    assert region(t, "area-6A") == SIXTH_ARMY
    unit = next(u.key for u in t.title.units.units if u.entry == "6A")
    assert places(t, unit) == SIXTH_ARMY
    t.order(f"place {unit} 1427")
    t.refused(f"place {unit} 1527", "3.4c", f"{unit} is not set up in 1527")


@pytest.mark.rule("lwe", "3.4c")
@HOW
def test_ready_deployments_keep_every_army_in_its_area(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    armies = [u for u in t.title.units.units if u.entry.endswith("A") and not u.turn]
    assert len(armies) > 80
    for unit in armies:
        assert any(t.where(unit.key) in (region(t, f"area-{w}") | {w}) for w in unit.entry.split()), unit.key


@pytest.mark.rule("lwe", "3.4d")
def test_areas_do_not_overlap_and_the_boundary_hexes_belong_to_them() -> None:
    t = until("soviet")
    names = {word for u in t.title.units.units for word in u.entry.split() if word.endswith("A")}
    assert "6A" in names
    hexes = Counter(label for name in names for label in region(t, f"area-{name}", ()))
    assert set(hexes.values()) == {1}
    for label in ("1025", "1428"):  # on the boundary line itself
        assert label in places(t, next(u.key for u in t.title.units.units if u.entry == "6A"))


@pytest.mark.rule("lwe", "3.4e")
@HOW
def test_the_replacement_pool_is_set_aside(how: str) -> None:
    t = until("soviet")
    pool = [u.key for u in t.title.units.units if u.entry == "pool"]
    assert len(pool) > 100
    assert not places(t, pool[0])
    t.refused(f"place {pool[0]} 1427", "3.4c", f"{pool[0]} is not set up in this step")
    t.order(f"deploy {how}", "done")
    assert {t.where(key) for key in pool} == {"reserve"}


@pytest.mark.rule("lwe", "3.4f")
def test_fortified_zones_come_first_one_in_each_marked_hex() -> None:
    t = Campaign()
    assert (t.seat, t.prompt.rule) == ("soviet", "3.4f")
    assert t.prompt.text == "Set up the Fortified Zones: 20 units to place."
    t.refused("place 10RC 1427", "3.4f", "10RC is not set up in this step")
    marked = {t.title.board.grid.labels[h] for h in t.title.board.hexes("fz")}
    assert "2141" in marked
    assert len(marked) == 20
    assert places(t, "FZGrodno") == marked  # any zone into any marked hex
    t.order("place FZGrodno 1420")
    t.refused("place FZBrest 1420", "3.4f", "one Fortified Zone stands in each marked hex; 1420 Brest has its own")
    t.refused("place FZBrest 1421", "3.4f", "FZBrest is not set up in 1421")
    t.refused("done", "3.4f", "still to be placed: FZBrest, FZKaunas, FZVladimir, FZRava, FZKovel and 14 more")


@pytest.mark.rule("lwe", "3.4f")
@HOW
def test_every_marked_hex_has_its_zone_before_anybody_else_is_placed(how: str) -> None:
    t = Campaign()
    t.order(f"deploy {how}", "done")
    zones = [u.key for u in t.title.units.units if u.kind == "fz"]
    assert {t.where(key) for key in zones} == {t.title.board.grid.labels[h] for h in t.title.board.hexes("fz")}
    assert sum(h >= 0 for h in t.s.hex) == len(zones)
    assert t.title.current_step(t.s).name == "soviet"


@pytest.mark.rule("lwe", "3.4g")
def test_the_stacking_limit_holds_in_the_soviet_set_up() -> None:
    t = until("soviet")
    first_, second, third = [
        u.key for u in t.title.units.units if u.entry == "6A" and u.size == "XXX" and u.kind in ("rifle", "cavalry")
    ][:3]
    t.order(f"place {first_} 1427", f"place {second} 1427")
    t.refused(f"place {third} 1427", "6.1a", "1427 is full")
    assert "1427" not in places(t, third)
    t.order(f"place {third} 1428")


# -- 3.5 The German set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.5a")
def test_the_german_sets_up_when_the_soviet_has_finished() -> None:
    t = until("soviet")
    t.refused("place 1Pz 1209", "3.4c", "1Pz is not set up in this step")
    t.refused("done", "3.4c", "still to be placed: 10RC, 11RC, 16RC, 29RC, 22RC and 105 more")
    assert "done" not in t.legal("done")
    t.order("deploy historical")
    t.refused("place 1Pz 1209", "3.4c", "1Pz is not set up in this step")
    t.order("done")
    assert (t.seat, t.prompt.rule) == ("german", "3.5a")
    t.order("place 1Pz 1209")
    t.refused("place 10RC 1908", "3.5a", "10RC is not set up in this step")


@pytest.mark.rule("lwe", "3.5b")
def test_romanian_units_start_in_romania() -> None:
    t = until("german")
    romanians = [u.key for u in t.title.units.units if u.nation == "romanian" and u.entry == "romania"]
    assert len(romanians) == 8
    for key in romanians:
        assert places(t, key) == region(t, "romania")
    t.refused("place Rum2C 1209", "3.5b", "Rum2C is not set up in 1209 Konigsberg")


@pytest.mark.rule("lwe", "3.5c")
def test_germans_may_start_next_to_the_enemy_but_six_to_a_hex() -> None:
    t = until("german")
    board = t.title.board
    border = next(
        board.grid.labels[h]
        for h in sorted(board.region("germany"))
        if board.terrain[h] == "clear"
        and any(n >= 0 and t.s.top[n] >= 0 and t.title.units.side[t.s.top[n]] == 1 for n in board.grid.around[h])
    )
    seven = [key for key in starters(t, "german") if t.title.units.units[t.unit(key)].entry == "germany"][:7]
    t.order(*(f"place {key} {border}" for key in seven[:6]))
    refusal = t.refused(f"place {seven[6]} {border}", "6.1a", "1115 is full")
    assert refusal.trouble.name == "STACKING"
    assert border not in places(t, seven[6])


@pytest.mark.rule("lwe", "3.5d")
def test_any_starter_of_greater_germany_may_stay_in_the_okh_reserve() -> None:
    t = until("german")
    units = t.title.units.units
    bound = [key for key in starters(t, "german") if units[t.unit(key)].entry == "romania"]
    t.order("deploy random")
    ready = {key: t.where(key) for key in bound}
    t = until("german")
    t.refused("done", "3.5d", "still to be placed: 50Inf, 72Inf, 76Inf, 170Inf, 198Inf and 10 more")
    for key in bound[:-1]:
        t.order(f"place {key} {ready[key]}")
    t.refused("done", "3.5d", f"still to be placed: {bound[-1]}")  # of those in Romania nobody stays behind
    t.order(f"place {bound[-1]} {ready[bound[-1]]}", "done")
    free = [key for key in starters(t, "german") if key not in bound]
    assert {t.where(key) for key in free} == {"reserve"}
    assert t.s.turn == 1


RESERVE = "1Pz reserve\n1Inf reserve\n11Inf 2203"
EDGES = "2003 edge\n2004 edge forest\n2303 edge\n2503 edge romania german"


@pytest.mark.rule("lwe", "3.5e")
@pytest.mark.parametrize(("turn", "factor"), [(1, 14), (2, 12)])
def test_the_okh_reserve_comes_by_the_edge_and_pays_for_its_first_hex(turn: int, factor: int) -> None:
    t = scene(RESERVE, turn=turn, size="22x5", hexes=EDGES)
    entries = t.legal("enter")
    assert entries == {f"enter {key} {label}" for key in ("1Pz", "1Inf") for label in ("2003", "2004")}
    t.order("enter 1Pz 2003")
    assert max(t.range("1Pz").values()) == factor - 1
    t.order("move 1Pz 2003-2103")
    t.order("enter 1Inf 2004")  # forest: one for infantry
    t.refused("move 1Pz 2103-2203", "9.2b", "1Pz has moved, and another stack has moved since; its move is over")
    forest = scene(RESERVE, turn=turn, size="22x5", hexes=EDGES)
    forest.order("enter 1Pz 2004")
    assert max(forest.range("1Pz").values()) == factor - 2


@pytest.mark.rule("lwe", "3.5e")
def test_the_okh_reserve_comes_nowhere_else() -> None:
    t = scene(RESERVE, turn=2, hexes=EDGES)
    for label in ("2001", "2303", "2503"):  # no edge, not in Greater Germany, an edge of Romania
        t.refused(
            f"enter 1Pz {label}",
            "3.5e",
            f"the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at {label}",
        )
    t.refused("enter 11Inf 2003", "3.5e", "11Inf does not wait off the map")
    full = "\n".join(f"{n}Inf 2003" for n in (12, 21, 30, 56, 61, 121))
    scene(f"{RESERVE}\n{full}", turn=2, hexes=EDGES).refused("enter 1Pz 2003", "8.1c", "2003 is full")


@pytest.mark.rule("lwe", "3.5e")
def test_the_okh_reserve_comes_in_movement_phases_of_the_first_two_turns() -> None:
    for order, step in (("move-fight", "II.C"), ("fight-move", "II.D")):
        t = scene(RESERVE, turn=2, step=step, order=order, hexes=EDGES)
        assert t.legal("enter")
    fighting = scene(RESERVE, turn=2, step="II.D", hexes=EDGES)
    fighting.refused("enter 1Pz 2003", "5.1", "'enter' cannot be ordered now...")
    late = scene(RESERVE, turn=3, hexes=EDGES)
    assert not late.legal("enter")
    late.refused(
        "enter 1Pz 2003", "3.5e", "the OKH Reserve enters on turns 1 and 2 by edges of Greater Germany, not at 2003"
    )


@pytest.mark.rule("lwe", "3.5f")
def test_who_stays_in_the_reserve_after_turn_2_is_lost() -> None:
    t = scene(RESERVE, turn=1, hexes=EDGES)
    assert "lost" not in kinds(t.order("done"))
    assert t.where("1Pz") == "reserve"
    t = scene(RESERVE, turn=2, hexes=EDGES)
    t.order("enter 1Inf 2003")
    log = t.order("done")
    assert first(log, "lost").facts == {"unit": t.unit("1Pz"), "rule": "3.5f"}
    assert (t.where("1Pz"), t.where("1Inf")) == ("dead", "2003")


@pytest.mark.rule("lwe", "3.5f")
def test_fighting_first_does_not_forfeit_the_reserve() -> None:
    t = scene(RESERVE, turn=2, step="II.C", order="fight-move", hexes=EDGES)
    t.order("done")
    assert t.where("1Pz") == "reserve"
    t.order("enter 1Pz 2003")
    t.order("done")
    assert (t.where("1Pz"), t.where("1Inf")) == ("2003", "dead")


@pytest.mark.rule("lwe", "3.5f")
def test_nobody_goes_back_into_the_reserve() -> None:
    t = scene(RESERVE, turn=1, hexes=EDGES)
    t.order("enter 1Pz 2003")
    t.refused("enter 1Pz 2004", "3.5e", "1Pz does not wait off the map")
    assert not {text for text in t.legal() if "1Pz" in text and text.split()[0] not in ("move", "top")}


# -- ready, random and free set-ups -----------------------------------------------------------------------------------


def check_set_up(t: Table) -> None:
    """Everybody who starts stands where he may, six divisions to a hex, nations apart."""
    board, units = t.title.board, t.title.units.units
    load: Counter[str] = Counter()
    nations: dict[str, set[str]] = {}
    for step in STEPS:
        for key in starters(t, step):
            unit, where = units[t.unit(key)], t.where(key)
            assert where.isdigit(), key
            if unit.entry in ("germany", "romania"):
                assert t.hex(where) in board.region(unit.entry), key
                nations.setdefault(where, set()).add(unit.nation)
            elif unit.kind != "fz":
                words = unit.entry.split()
                assert where in words or any(where in region(t, f"area-{word}") for word in words), key
            assert board.terrain[t.hex(where)] not in ("sea", "lake"), key
            load[where] += 3 if unit.size.strip("[]") in ("XXX", "XXXX") else 1
    assert max(load.values()) <= 6
    mixed = {where for where, found in nations.items() if len(found) > 1}
    for where in mixed:  # only satellite mechanized units join Germans
        here = [u for u in units if t.where(u.key) == where]
        assert all(u.mobility == "mech" for u in here if u.nation != "german"), where


@pytest.mark.parametrize("secret", [b"one", b"two", b"three", b"four"])
def test_a_random_deployment_is_complete_and_legal(secret: bytes) -> None:
    t = Campaign(secret)
    t.deploy("random")
    check_set_up(t)
    assert not t.title.broken(t.s)


def test_the_historical_deployment_is_complete_and_legal() -> None:
    t = Campaign()
    t.deploy("historical")
    check_set_up(t)
    assert t.where("FZGrodno") == "1715"
    assert t.where("1AbC") == "2529"
    again = Campaign(b"another game")
    again.deploy("historical")
    assert list(again.s.hex) == list(t.s.hex)


def test_a_free_set_up_is_placed_by_orders() -> None:
    """Unit by unit, in any order, to the same end as a deployment at one stroke."""
    model = Campaign(b"model")
    model.deploy("random")
    t = Campaign()
    for step in STEPS:
        for key in reversed(starters(t, step)):
            order = t.read(f"place {key} {model.where(key)}")
            assert t.title.refuse(t.s, order) is None, key
            t.title.apply(t.s, order)
        assert not t.title.broken(t.s)
        assert t.prompt.text.endswith(": 0 units to place.")
        t.order("done")
    assert list(t.s.hex) == list(model.s.hex)
    assert t.s.turn == 1


def test_a_deployment_may_be_changed_by_hand() -> None:
    t = until("german")
    t.order("deploy historical")
    t.order("place 1Pz 1209")
    assert t.where("1Pz") == "1209"
    t.refused("place 1Pz 1209", "3.5a", "1Pz is there already")
    t.order("deploy random")
    assert set(seen(t, "german")) >= {"1Pz", "Rum2C"}
    t.order("done")
    assert t.s.turn == 1


# -- 3.6 Hex control --------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "3.6a")
def test_the_border_divides_control_at_the_start() -> None:
    t = Campaign()
    t.deploy()
    board = t.title.board
    for label in ("1209", "1507", "1020"):
        assert t.control(label) == "german"
    for label in ("1715", "1427", "2141", "4618", "4853"):
        assert t.control(label) == "soviet"
    home, romania, ussr = (board.region(name) for name in ("germany", "romania", "ussr"))
    assert not ussr & (home | romania)
    for h, label in enumerate(board.grid.labels):
        if h in home | romania | ussr:
            assert t.control(label) == ("soviet" if h in ussr else "german"), label


@pytest.mark.rule("lwe", "3.6b")
def test_control_passes_with_every_hex_that_is_entered() -> None:
    t = scene("7Pz 2101", size="8x1", hexes="2301 small-town Rovno\n2101 german")
    assert points(t) == 0
    t.order("move 7Pz 2101-2401")
    held = {label for label in t.title.board.grid.labels if t.control(label) == "german"}
    assert held == {"2001", "2101", "2201", "2301", "2401"}
    assert points(t) == 1  # the town was only passed through


@pytest.mark.rule("lwe", "3.6b")
def test_control_changes_any_number_of_times() -> None:
    t = scene("7Pz 2203\n126RD 2404", turn=6, hexes="2303 large-town Grodno", state="directive = 0")
    for _ in range(2):
        t.order("move 7Pz 2203-2303")
        assert (t.control("2303"), points(t)) == ("german", 2)
        t.order("move 7Pz 2303-2203")
        assert t.control("2303") == "german"  # leaving it changes nothing
        t.order("done", "done", "done", "move 126RD 2404-2303")
        assert (t.control("2303"), points(t)) == ("soviet", 0)
        t.order("move 126RD 2303-2404", "done", "concentration decline", "order move-fight")
    assert t.s.turn == 8


@pytest.mark.rule("lwe", "3.6b")
@pytest.mark.parametrize(("result", "holder"), [("AS", "soviet"), ("DE", "german")])
def test_a_mobile_assault_takes_a_hex_only_if_it_clears_it(result: str, holder: str) -> None:
    t = scene("7Pz 2203\n126RD 2303", hexes="2303 small-town Rovno")
    t.title.questions.force_results(t.s, [result])
    t.order("mobile 2303 with 7Pz")
    assert (t.control("2303"), points(t)) == (holder, int(holder == "german"))


@pytest.mark.rule("lwe", "3.6b")
def test_control_passes_by_advance_and_by_retreat() -> None:
    t = scene("7Pz 2203\n126RD 2303", step="II.D", hexes="2403,2404,2302,2304 german")
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2303 with 7Pz")
    goal = next(iter(t.legal("retreat"))).split()[-1]
    assert t.control(goal) == "german"
    t.order(f"retreat {goal}")
    assert t.control(goal) == "soviet"
    assert t.control("2303") == "soviet"  # left, not entered
    t.order("advance 7Pz")
    assert t.control("2303") == "german"
