"""Chapter 3: the joined maps, reinforcement pools, the three set-up steps, once in once out, hex control."""

from __future__ import annotations

from collections import Counter

import pytest

from steppe import titles
from steppe.assault.stacks import units_in
from steppe.dice import Dice
from steppe.events import Log
from tests.dom.layout import Campaign, factors, position, seen
from tests.sandbox import Table, first, kinds

HOW = pytest.mark.parametrize("how", ["random", "historical"])

# West of the front line, the Forward Zone with its front line, and what lies behind the Reserve Front boundary.
ZONES = """
0201..0205 west german
0301..0305 west german
0401..0405 forward front
0501..0505 forward
0601..0605 forward
0701..0705 reserve
0801..0805 reserve
0901..0905 reserve
"""


def setting_up(step: str, units: str, hexes: str = "") -> Table:
    return Table(position(units, turn=1, step=step, size="9x5", hexes=f"0101..0105 west\n{ZONES}\n{hexes}"))


def placed(t: Table, step: str) -> dict[str, str]:
    """The units of a set-up group with their hexes."""
    return {t.title.units.keys[u]: t.where(t.title.units.keys[u]) for u in t.title.entry_groups[step]}


def in_region(t: Table, label: str, region: str) -> bool:
    return t.hex(label) in t.title.board.region(region)


# -- 3.0 The two maps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.0")
def test_every_hex_belongs_to_one_of_two_sheets_that_join_north_to_south() -> None:
    t = Campaign()
    board = t.title.board
    north, south = board.region("sheet N"), board.region("sheet S")
    assert len(north) + len(south) == board.size
    assert not north & south
    rows: dict[str, dict[str, list[int]]] = {}
    for sheet, hexes in (("N", north), ("S", south)):
        for h in hexes:
            label = board.grid.labels[h]
            rows.setdefault(label[:2], {"N": [], "S": []})[sheet].append(int(label[2:]))
    # one straight seam, the same row in every column
    assert {(max(by_sheet["N"]) + 1, min(by_sheet["S"])) for by_sheet in rows.values()} == {(36, 36)}


@pytest.mark.rule("dom", "3.0")
def test_units_cross_the_seam_as_any_other_hexside() -> None:
    t = Table('title = "dom"\nturn = 2\nstep = "II.B"\nunits = """\nRD1 4835\n"""')
    north, south = t.title.board.region("sheet N"), t.title.board.region("sheet S")
    assert t.hex("4835") in north
    assert t.hex("4836") in south
    cost = t.range("RD1")["4836"]
    assert cost == 1 + bool(t.title.board.side(t.hex("4835"), t.hex("4836")))
    t.order("move RD1 4835-4836")
    assert t.where("RD1") == "4836"


# -- 3.1 Reinforcements and their pools -------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.1a")
def test_reinforcements_come_by_the_types_and_numbers_of_the_turn_track() -> None:
    waiting = "\n".join(f"{key} reserve untried" for key in ("RD100", "RD101", "RD102", "TB20", "TB21", "RB40"))
    t = Table(position(waiting, step="II.A", track="arrivals = { RD = 2, TB = 1 }"))
    assert t.prompt.text.startswith("Enter reinforcements: 2 RD, 1 TB left")
    assert {text.split()[1] for text in t.legal("enter")} == {"RD", "TB"}
    t.refused("enter RB 0905", "9.1d", "no RB is due")
    t.order("enter RD 0905", "enter RD 0905")
    t.refused("enter RD 0905", "9.1d", "no RD is due")
    t.order("enter TB 0904")
    assert Counter(t.title.units.kind[u] for u, h in enumerate(t.s.hex) if h >= 0) == {"RD": 2, "TB": 1}


@pytest.mark.rule("dom", "3.1a", "3.1c")
def test_game_turn_1_brings_twelve_untried_units() -> None:
    t = Campaign()
    t.deploy()
    t.order("order move-fight", "done", "done", "order move-fight")
    assert t.prompt.decision == "reinforcement"
    before = {key for key, unit in seen(t, "soviet").items() if unit["at"] == "reserve"}
    due = {"RD": 7, "RB": 2, "CD": 2, "TB": 1}
    sources = [t.title.board.grid.labels[h] for h in t.title.supply.sources[1]]
    entered = Log()
    for kind, number in due.items():
        for n in range(number):
            entered += t.order(f"enter {kind} {sources[n % len(sources)]}")
        t.refused(f"enter {kind} {sources[0]}", "9.1d", f"no {kind} is due")
    assert t.legal() == {"done"}
    assert kinds(entered) == ["entered"] * 12
    new = [unit for key, unit in seen(t, "soviet").items() if key in before and unit["at"] != "reserve"]
    assert Counter(unit["kind"] for unit in new) == due
    assert all(unit["untried"] and unit["attack"] is None for unit in new)


@pytest.mark.rule("dom", "3.1d")
def test_one_of_the_five_motorized_rifle_divisions_is_a_tank_division() -> None:
    holders = set()
    for n in range(30):
        t = Campaign(b"tank division %d" % n)
        members = t.title.pool_members["MRD"]
        shown = [t.title.units.faces[t.s.face[u]].kind for u in members]
        assert Counter(shown) == {"MRD": 4, "TD": 1}
        holders.add(shown.index("TD"))
        for seat in ("german", "soviet"):
            assert {seen(t, seat)[t.title.units.keys[u]]["kind"] for u in members} == {"MRD"}
    assert holders == set(range(5))  # it may be any of them, that of the Reserve Front too


@pytest.mark.rule("dom", "3.1d")
def test_the_tank_division_is_known_as_such_once_revealed() -> None:
    t = Table(position("7Pz 0303\nMRD5 0403 untried", step="I.C"))
    assert seen(t, "german")["MRD5"]["kind"] == "MRD"
    t.order("assault 0403 with 7Pz", dice=(1,))  # 4:1, stalled
    for seat in ("german", "soviet"):
        unit = seen(t, seat)["MRD5"]
        assert (unit["kind"], unit["attack"], unit["defence"]) == ("TD", 4, 2)


@pytest.mark.rule("dom", "3.1e")
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_no_seat_can_tell_two_orders_of_the_pools_apart(seat: str) -> None:
    views = set()
    truths = set()
    for n in range(5):
        t = Campaign(b"pools %d" % n)
        t.deploy("historical")
        views.add(t.masked(seat).key())
        truths.add(t.s.key())
    assert len(truths) == 5
    assert len(views) == 1


@pytest.mark.rule("dom", "3.1e")
def test_the_pools_are_piles_of_one_type_mixed_each_game() -> None:
    games = [Campaign(b"pile %d" % n) for n in range(12)]
    t = games[0]
    first_drawn = {}
    for pool, members in t.title.pool_members.items():
        assert {t.title.units.kind[u] for u in members} == {pool}
        own = Counter(t.title.units.own_face[u] for u in members)
        for game in games:
            assert Counter(game.s.face[u] for u in members) == own
        first_drawn[pool] = {game.s.face[members[-1]] for game in games}
    assert all(len(fronts) > 1 for fronts in first_drawn.values())


# -- 3.2 The Reserve Front --------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.2a")
@HOW
def test_the_reserve_front_has_fifteen_units(how: str) -> None:
    t = Campaign()
    assert (t.seat, t.prompt.rule) == ("soviet", "3.2a")
    assert t.prompt.text == "Set up the Reserve Front: 15 units to place."
    t.refused("done", "3.2a", "still to be placed: RD1, RD2, RD3, RD4, RB1 and 10 more")
    t.order(f"deploy {how}")
    here = placed(t, "reserve-front")
    assert Counter(t.title.units.kind[t.unit(key)] for key in here) == {"MRD": 1, "RD": 4, "RB": 4, "GRD": 6}
    assert {key for key, unit in seen(t, "soviet").items() if unit["at"] not in ("reserve",)} == set(here)


@pytest.mark.rule("dom", "3.2a")
def test_no_unit_of_another_group_joins_the_reserve_front_and_none_is_left_out() -> None:
    t = setting_up("reserve-front", "RD1 reserve\nRB1 reserve\nRD5 reserve\n7Pz reserve\n1GTk reserve")
    for key in ("RD5", "7Pz", "1GTk"):
        t.refused(f"place {key} 0801", "3.2a", f"{key} is not set up in this step")
    t.refused("place RD1+RB1 0801", "3.2a", "place one unit at a time")
    t.refused("deploy historical", "3.2a", "there is no ready deployment for this map")
    t.order("place RD1 0801")
    t.refused("done", "3.2a", "still to be placed: RB1")
    t.order("place RB1 0802", "done")
    assert t.prompt.rule == "3.3a"


@pytest.mark.rule("dom", "3.2b")
def test_reserve_front_units_stand_alone_east_of_the_boundary() -> None:
    t = setting_up("reserve-front", "RD1 reserve\nRB1 reserve")
    for label in ("0505", "0401", "0201"):  # the Forward Zone, the front line, the German rear
        t.refused(f"place RD1 {label}", "3.2b", f"{label} does not lie east of the Reserve Front boundary")
    t.order("place RD1 0703")
    t.refused("place RB1 0703", "3.2b", "Reserve Front units stand alone in their hexes")
    t.order("place RD1 0904", "place RB1 0703")  # a placed unit may be placed anew, and its hex is free again
    assert {text.split()[-1] for text in t.legal("place") if "RB1" in text} == {
        label for label in t.title.board.grid.labels if in_region(t, label, "reserve")
    } - {"0703", "0904"}


@pytest.mark.rule("dom", "3.2b")
@HOW
def test_ready_deployments_keep_the_reserve_front_apart(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    for key, label in placed(t, "reserve-front").items():
        assert in_region(t, label, "reserve")
        assert units_in(t.s, t.hex(label)) == [t.unit(key)]


@pytest.mark.rule("dom", "3.2c")
@HOW
def test_guards_are_set_up_at_full_strength_and_known_to_both(how: str) -> None:
    t = Campaign()
    t.order(f"deploy {how}")
    for seat in ("german", "soviet"):
        guards = [unit for unit in seen(t, seat).values() if unit["kind"] == "GRD" and unit["at"] != "reserve"]
        assert len(guards) == 6
        assert all((unit["attack"], unit["defence"], unit["steps"]) == (4, 6, 2) for unit in guards)
        assert not any(unit["untried"] for unit in guards)


# -- 3.3 The Forward Zone ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.3a")
@HOW
def test_the_forward_zone_has_125_units_between_the_lines(how: str) -> None:
    t = Campaign()
    t.order(f"deploy {how}", "done")
    assert (t.seat, t.prompt.rule) == ("soviet", "3.3a")
    assert t.prompt.text == "Set up the Forward Zone: 125 units to place."
    t.refused("done", "3.3a", "still to be placed: RD5, RD6, RD7, RD8, RD9 and 120 more")
    t.order(f"deploy {how}")
    here = placed(t, "forward-zone")
    number = {"CD": 9, "MRB": 8, "MRD": 4, "RB": 17, "RD": 78, "TB": 9}
    assert Counter(t.title.units.kind[t.unit(key)] for key in here) == number
    for key, label in here.items():
        assert in_region(t, label, "forward")
        assert seen(t, "soviet")[key]["untried"]
    assert max(Counter(here.values()).values()) <= 5


@pytest.mark.rule("dom", "3.3a")
def test_forward_zone_units_stay_between_the_lines_within_stacking_limits() -> None:
    t = setting_up("forward-zone", "\n".join(f"RD{n} reserve" for n in range(5, 16)))
    for label in ("0301", "0701"):
        t.refused(
            f"place RD5 {label}", "3.3a", f"{label} does not lie between the front line and the Reserve Front boundary"
        )
    t.order(*(f"place RD{n} 0502" for n in range(5, 10)))
    t.refused("place RD10 0502", "6.0", "0502 is full")
    t.order("place RD10 0401")


@pytest.mark.rule("dom", "3.3b")
def test_every_hex_of_the_front_line_needs_a_rifle_division() -> None:
    units = "\n".join(f"{key} reserve" for key in ("RD5", "RD6", "RD7", "RD8", "RD9", "RB5", "CD1", "TB1"))
    t = setting_up("forward-zone", units)
    t.order("place RD5 0401", "place RD6 0402", "place RD7 0403", "place RD8 0404", "place RD9 0502")
    t.order("place RB5 0405", "place CD1 0405", "place TB1 0405")
    t.refused("done", "3.3b", "the front line at 0405 has no rifle division")
    assert "done" not in t.legal("done")
    t.order("place RD9 0405", "done")
    assert t.prompt.rule == "3.6a"


@pytest.mark.rule("dom", "3.3b")
@HOW
def test_ready_deployments_man_the_whole_front_line(how: str) -> None:
    t = Campaign()
    t.order(f"deploy {how}", "done", f"deploy {how}", "done")
    front = t.title.board.region("front")
    assert len(front) > 30
    for h in front:
        assert any(t.title.units.kind[u] == "RD" for u in units_in(t.s, h)), t.title.board.label(h)
        assert any(n in t.title.board.region("west") for n in t.title.board.grid.around[h])


@pytest.mark.rule("dom", "3.3c")
def test_the_boundaries_mean_nothing_once_play_has_begun() -> None:
    units = "1GRD 0702\n2GRD 0703\nRD5 0504\nRD6 0404"
    t = Table(position(units, turn=1, step="II.B", size="9x5", hexes=ZONES))
    t.order("move 1GRD 0702-0703")  # Reserve Front units may stack now
    t.order("move 2GRD 0703-0503")  # into the Forward Zone
    t.order("move RD5 0504-0804")  # out of it
    t.order("move RD6 0404-0204")  # across the front line, which need not be manned
    t.order("done")
    assert t.prompt.decision == "combat"
    german = Table(position("7Pz 0303", turn=1, size="9x5", hexes=ZONES))
    german.order("move 7Pz 0303-0803")


# -- 3.4 The Guards pool, 3.5 once in, once out -----------------------------------------------------------------------


@pytest.mark.rule("dom", "3.4")
@HOW
def test_eight_guards_units_wait_in_the_pool(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    waiting = [unit["kind"] for unit in seen(t, "soviet").values() if unit["at"] == "reserve"]
    guards = Counter(kind for kind in waiting if kind in ("GCD", "GRD", "GTB"))
    assert guards == {"GCD": 2, "GRD": 2, "GTB": 4}


POOL = ("8GRD", "9GRD", "3GCav", "4GCav", "1GTk", "2GTk", "3GTk", "5GTk")


@pytest.mark.rule("dom", "3.4")
def test_each_of_them_is_as_likely_to_be_drawn() -> None:
    reserve = "\n".join(f"{key} reserve" for key in POOL)
    t = Table(position(f"RD1 0805\nCD1 0804\nTB1 0803\n{reserve}", turn=3, step="II.C"))
    done = t.read("done")
    drawn: Counter[str] = Counter()
    for n in range(800):
        s = t.s.clone()
        s.dice = Dice(b"guards %d" % n)
        log = t.title.apply(s, done)
        drawn[t.title.units.keys[first(log, "drawn").facts["unit"]]] += 1
    assert set(drawn) == set(POOL)
    # 100 each are expected; chi squared with 7 degrees of freedom exceeds 24.3 once in a thousand
    assert sum((number - 100) ** 2 / 100 for number in drawn.values()) < 24.3


@pytest.mark.rule("dom", "3.4")
def test_the_units_on_the_map_are_not_in_the_pool() -> None:
    t = Table(position("RD1 0805\n1GRD 0804\n8GRD reserve\n9GRD gone\n7GRD dead", turn=3, step="II.D"))
    assert t.prompt.text == "8GRD comes: which unit of its type does it replace?"


@pytest.mark.rule("dom", "3.5")
def test_an_eliminated_unit_never_returns() -> None:
    units = "TB20 0404 1-1\nTB21 reserve untried 1-1\n7Pz 0303"
    t = Table(position(units, turn=1, step="I.C", track="arrivals = { TB = 5 }"))
    t.order("assault 0404 with 7Pz", "stay", "done", "order move-fight")
    assert t.where("TB20") == "dead"
    assert t.prompt.text.startswith("Enter reinforcements: 1 TB left")
    t.order("enter TB 0905")
    assert t.where("TB21") == "0905"
    assert t.where("TB20") == "dead"
    t.refused("enter TB 0905", "9.1d", "no TB is due")


@pytest.mark.rule("dom", "3.5")
def test_units_that_were_replaced_or_not_entered_are_out_for_good() -> None:
    units = "RD100 0805\nRD101 reserve untried 1-1\nRD102 reserve untried 1-1\n8GRD reserve\n1GTk gone\n3GCav dead"
    t = Table(position(units, turn=3, step="II.A", track="arrivals = { RD = 1 }"))
    t.order("done")  # the reinforcement is not entered
    assert t.where("RD101") == "gone"
    t.order("done", "done", "guards RD100")
    assert t.where("RD100") == "gone"
    assert t.where("8GRD") == "0805"
    # A turn later there is one rifle division left in the pool, and no Guards unit.
    assert t.s.turn == 4
    t.order("november decline", "order move-fight", "done", "done", "order move-fight")
    assert t.prompt.text.startswith("Enter reinforcements: 1 RD left")
    t.order("enter RD 0905")
    assert (t.where("RD102"), t.where("RD100"), t.where("RD101")) == ("0905", "gone", "gone")
    t.order("done", "done")
    log = t.order("done")
    assert "drawn" not in kinds(log)
    assert t.s.turn == 5


# -- 3.6 The German set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.6a")
def test_the_german_sets_up_last_and_west_of_the_front_line() -> None:
    t = Campaign()
    for step in ("3.2a", "3.3a"):
        assert t.seat == "soviet"
        t.refused("place 7Pz 0725", step, "7Pz is not set up in this step")
        t.order("deploy random", "done")
    assert (t.seat, t.prompt.rule) == ("german", "3.6a")
    t.refused("place 7Pz 3007", "3.6a", "3007 Kalinin does not lie west of the front line")
    t.refused("place RD1 0725", "3.6a", "RD1 is not set up in this step")
    t.order("place 7Pz 0725")
    t.refused("done", "3.6a", "still to be placed: 1Pz, 6Pz, 2Pz, 10Pz, 5Pz and 66 more")
    t.order("deploy random", "done")
    assert t.s.turn == 1


@pytest.mark.rule("dom", "3.6a")
def test_germans_may_stand_next_to_the_enemy_but_not_overstacked() -> None:
    divisions = "\n".join(f"{n}Pz reserve" for n in range(1, 7))
    t = setting_up("german", f"{divisions}\nRD5 0403")
    t.refused("place 1Pz 0403", "3.6a", "0403 does not lie west of the front line")
    t.refused(
        "place 1Pz 0404", "3.6a", "0404 does not lie west of the front line"
    )  # nobody there, but east of the line
    t.order(*(f"place {n}Pz 0303" for n in range(1, 6)))  # next to the rifle division
    t.refused("place 6Pz 0303", "6.0", "0303 is full")
    t.refused("done", "3.6a", "still to be placed: 6Pz")
    t.order("place 6Pz 0101", "done")


@pytest.mark.rule("dom", "3.6a", "3.6b")
@HOW
def test_all_german_units_but_battle_groups_are_set_up_in_the_west(how: str) -> None:
    t = Campaign()
    t.deploy(how)
    germans = {key: unit for key, unit in seen(t, "german").items() if unit["side"] == "german"}
    for key, unit in germans.items():
        if unit["size"] == "KG":
            assert unit["at"] == "reserve", key
        else:
            assert in_region(t, unit["at"], "west"), key
    assert sum(unit["at"] != "reserve" for unit in germans.values()) == len(germans) - 10
    assert not any("air" in unit["kind"] for unit in germans.values())  # aircraft are no units on the map


@pytest.mark.rule("dom", "3.6b")
def test_a_battle_group_cannot_be_set_up() -> None:
    t = setting_up("german", "7Pz reserve\nKG1 reserve")
    t.refused("place KG1 0202", "3.6a", "KG1 is not set up in this step")
    t.order("place 7Pz 0202", "done")
    assert t.where("KG1") == "reserve"


# -- 3.7 Hex control --------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "3.7a")
def test_the_front_line_divides_control_at_the_start() -> None:
    t = Campaign()
    t.deploy()
    board = t.title.board
    west = board.region("west")
    assert 0 < len(west) < board.size
    for h, label in enumerate(board.grid.labels):
        assert t.control(label) == ("german" if h in west else "soviet"), label
    assert t.control("0725") == "german"
    assert t.title.board.names[t.hex("0725")] == "Smolensk"
    for label in ("3007", "3354", "3243", "4131", "4116", "4117"):
        assert t.control(label) == "soviet"


@pytest.mark.rule("dom", "3.7b")
def test_control_passes_with_every_hex_that_is_entered() -> None:
    t = Table(position("7Pz 0201", size="9x1", hexes="0401 town Bely"))
    t.order("move 7Pz 0201-0601")
    held = {label for label in t.title.board.grid.labels if t.control(label) == "german"}
    # the town was only passed through; the next hex is in a zone of control, but was never entered
    assert held == {"0101", "0201", "0301", "0401", "0501", "0601"}


@pytest.mark.rule("dom", "3.7b")
def test_control_passes_by_advance_and_back_again_any_number_of_times() -> None:
    t = Table(position("Strong german panzer XX 30-5/4-3 0303\nRD1 0403\nRD2 0506", turn=2, step="I.C"))
    t.order("assault 0403 with Strong")
    assert t.control("0403") == "soviet"  # vacated, not entered
    t.order("advance Strong")
    assert t.control("0403") == "german"
    t.order("done", "order move-fight", "move RD2 0506-0306", "done", "done")
    assert t.control("0306") == "soviet"
    t.order("order move-fight", "move Strong 0403-0305", "done", "done", "order move-fight")
    t.order("move RD2 0306-0307", "done", "done", "november decline", "order move-fight")
    assert t.control("0306") == "soviet"
    t.order("move Strong 0305-0306")
    assert t.control("0306") == "german"
    t.order("move Strong 0306-0304", "done", "done", "order move-fight")
    t.order("move RD2 0307-0306")
    assert t.control("0306") == "soviet"


@pytest.mark.rule("dom", "3.7b")
def test_control_passes_by_retreat() -> None:
    t = Table(position("7Pz 0303\nRD1 0403 2-2", step="I.C", hexes="0502,0503,0402,0404 german"))
    t.order("assault 0403 with 7Pz", dice=(2,))  # 4:1, driven back
    assert t.prompt.decision == "retreat"
    goal = next(iter(t.legal("retreat"))).split()[-1]
    assert t.control(goal) == "german"
    t.order(f"retreat {goal}")
    assert t.control(goal) == "soviet"
    assert t.control("0403") == "soviet"


@pytest.mark.rule("dom", "3.7b")
def test_a_mobile_assault_that_does_not_clear_the_hex_takes_nothing() -> None:
    t = Table(position("7Pz 0303\nRD1 0403 2-2", hexes="0403 town Bely"))
    t.order("mobile 0403 with 7Pz", dice=(1,))  # 4:1, stalled
    assert (t.where("7Pz"), t.where("RD1")) == ("0303", "0403")
    assert t.control("0403") == "soviet"


@pytest.mark.rule("dom", "3.7b")
def test_a_mobile_assault_that_clears_the_hex_takes_it() -> None:
    t = Table(position("Strong german panzer XX 30-5/4-3 0303\nRD1 0403 2-2", hexes="0403 town Bely"))
    t.order("mobile 0403 with Strong")
    assert (t.where("Strong"), t.where("RD1")) == ("0403", "dead")
    assert t.control("0403") == "german"


@pytest.mark.rule("dom", "3.2c")
def test_a_guards_unit_shows_its_factors_even_before_it_has_fought() -> None:
    t = Table(position("1GRD 0703\nRD1 0705 untried"))
    assert factors(t, "german", "1GRD") == (4, 6)
    assert factors(t, "german", "RD1") == (None, None)


def test_a_position_keeps_the_cavalry_and_the_hidden_tank_division() -> None:
    """``cavalry`` is a kind and a mobility; the tank division hides among the motorized rifle divisions (3.1)."""
    text = """
title = "dom"
step = "II.B"
units = '''
CD1 0303 untried
1Cav 0505
MRD5 0304
'''
[board]
size = "6x6"
hexes = '''
0101..0106 soviet-source
0601..0606 german-source german
'''
"""
    table = Table(text)
    written = titles.write_position(table.title, table.s)
    again = Table(written)
    assert titles.write_position(again.title, again.s) == written
    assert [again.title.units.kind[again.unit(key)] for key in ("CD1", "1Cav", "MRD5")] == ["CD", "cavalry", "MRD"]
    assert again.title.units.faces[again.s.face[again.unit("MRD5")]].kind == "TD"
