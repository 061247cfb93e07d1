"""Land Without End, 9.1 to 9.21 and 9.31: movement, stacks, terrain, straits, the sea, Rollbahnen, the sector line."""

from __future__ import annotations

from itertools import pairwise

import pytest

from steppe.errors import OrderError
from tests.lwe.scene import agrees, on_map, ring, road, scene
from tests.sandbox import Table, first, kinds

FAR = "10RD 2708"
"""A Soviet division out of the way."""


def soviet(units: str, *, hexes: str = "", sides: str = "", size: str = "8x8", state: str = "", turn: int = 4) -> Table:
    """A Soviet Movement Phase with one German division out of the way."""
    return scene(f"{units}\n12Inf 2008", step="III.C", hexes=hexes, sides=sides, size=size, state=state, turn=turn)


def on_road(
    units: str, last: str = "3804", *, turn: int = 4, hexes: str = "", sides: str = "", state: str = ""
) -> Table:
    """A Rollbahn eastwards along row 04 from a German source, all its hexes German."""
    way, crossed = road("2004", last)
    return scene(
        f"{units}\n10RD 3908",
        size="20x8",
        turn=turn,
        hexes=f"{hexes}\n{way} german",
        sides=f"{crossed}\n{sides}",
        state=state,
    )


# -- 9.1, 9.2: when, how far, one after another -----------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.1")
def test_infantry_moves_five_clear_hexes_and_not_six() -> None:
    t = scene(f"1Inf 2104\n{FAR}")
    reached = t.range("1Inf")
    assert (reached["2204"], reached["2604"]) == (1, 5)
    t.refused("move 1Inf 2104-2704", "9.1", "2704 is out of reach with 5 MP")
    moved = first(t.order("move 1Inf 2104-2604"), "moved")
    way = [moved.facts["start"], *moved.facts["path"]]
    assert len(way) == 6
    assert all(t.title.board.grid.distance(a, b) == 1 for a, b in pairwise(way))
    assert moved.facts["spent"] == 5
    t.refused("move 1Inf 2604-2704", "9.1", "2704 costs 1 MP and 0 are left")
    assert not any("1Inf" in text for text in t.legal("move"))


@pytest.mark.rule("lwe", "9.1")
def test_a_reduced_unit_moves_by_its_reduced_factor() -> None:
    t = scene(f"7Pz 2104 reduced\n1Inf 2106 reduced\n{FAR}", size="20x8")
    assert max(t.range("7Pz").values()) == 10
    assert max(t.range("1Inf").values()) == 4


@pytest.mark.rule("lwe", "9.1")
def test_only_the_phasing_side_moves_and_only_in_its_movement_phase() -> None:
    t = scene("1Inf 2104\n10RD 2706")
    t.refused("move 10RD 2706-2606", "9.1", "10RD is not yours to move in this phase")
    t = soviet("10RD 2706")
    t.refused("move 12Inf 2008-2108", "9.1", "12Inf is not yours to move in this phase")
    t.order("move 10RD 2706-2606")
    t = scene("1Inf 2104\n10RD 2706", step="II.D")
    assert t.prompt.decision == "combat"
    assert not t.legal("move")
    t.refused("move 1Inf 2104-2204", "5.2a", "'move' cannot be ordered now...")


@pytest.mark.rule("lwe", "9.1")
def test_a_move_starts_where_the_unit_is_and_ends_elsewhere() -> None:
    t = scene(f"1Inf 2104\n{FAR}")
    t.refused("move 1Inf 2204-2304", "9.1", "1Inf is in 2104")
    t.refused("move 1Inf 2104-2104", "9.1", "a move ends in another hex")


@pytest.mark.rule("lwe", "9.2a")
def test_points_are_neither_saved_nor_lent() -> None:
    t = scene(f"1Inf 2104\n11Inf 2106\n{FAR}", turn=2)
    t.order("move 1Inf 2104-2204", "move 11Inf 2106-2606")
    assert t.range("11Inf") == {"2606": 0}
    while (t.s.turn, t.prompt.decision) != (3, "movement"):
        t.order(
            next(o for o in ("done", "order move-fight", "concentration decline", "pause decline") if o in t.legal())
        )
    assert max(t.range("1Inf").values()) == 5  # neither 9 nor what was left
    assert max(t.range("11Inf").values()) == 5


@pytest.mark.rule("lwe", "9.2a")
def test_nobody_need_move() -> None:
    t = scene(f"1Inf 2104\n{FAR}")
    assert "done" in t.legal()
    t.order("done")
    assert t.prompt.decision == "combat"
    assert t.where("1Inf") == "2104"


@pytest.mark.rule("lwe", "9.2b")
def test_the_next_stack_to_move_ends_the_move_of_the_last() -> None:
    t = scene(f"1Inf 2104\n11Inf 2106\n{FAR}")
    t.order("move 1Inf 2104-2204", "move 1Inf 2204-2304", "move 11Inf 2106-2206")
    t.refused("move 1Inf 2304-2404", "9.2b", "1Inf has moved, and another stack has moved since; its move is over")
    assert not any(text.startswith("move 1Inf") for text in t.legal("move"))
    t.order("move 11Inf 2206-2306")


# -- 9.3: the least move, and who never moves -------------------------------------------------------------------------

SLOW = "T1 german panzer XX 6-6/3-3 move=3/3 nation=german 2304"


@pytest.mark.rule("lwe", "9.3a")
def test_one_hex_for_the_whole_move() -> None:
    t = scene(f"{SLOW}\n{FAR}", hexes="2404 marsh")
    assert t.range("T1")["2404"] == 3
    assert "2404" in agrees(t, "T1")
    moved = first(t.order("move T1 2304-2404"), "moved")
    assert moved.facts["spent"] == 3
    t.refused("move T1 2404-2504", "9.3a", "T1 has given its whole move for one hex")
    assert not t.legal("move")


@pytest.mark.rule("lwe", "9.3a")
def test_the_least_move_is_the_whole_move() -> None:
    t = scene(f"{SLOW}\n{FAR}", hexes="2404 marsh")
    t.order("move T1 2304-2303")
    t.refused("move T1 2303-2404", "9.1", "2404 costs 4 MP and 2 are left")
    assert "2404" not in agrees(t, "T1")


@pytest.mark.rule("lwe", "9.3a")
def test_the_least_move_reaches_no_second_hex_and_counts_all_costs() -> None:
    t = soviet("L1 2404", hexes="2504,2503 hills\n2604 hills", sides="2404-2504 river\n2404-2503 river")
    assert t.range("L1")["2504"] == 3  # 2 for the hills and 1 for the river: all that it has
    t = soviet(
        "L1 2404", hexes="2504,2503 hills", sides="2404-2504 river\n2404-2503 river", state='weather_north = "M"'
    )
    assert t.range("L1")["2504"] == 3  # it would cost 6
    assert "2604" not in t.range("L1")
    t.order("move L1 2404-2504")
    t.refused("move L1 2504-2604", "9.3a", "L1 has given its whole move for one hex")


@pytest.mark.rule("lwe", "9.3a")
@pytest.mark.parametrize("what", ["sea", "lake"])
def test_the_least_move_opens_nothing_impassable(what: str) -> None:
    t = scene(f"{SLOW}\n{FAR}", hexes=f"2404 {what}\n2303 marsh", sides=ring("2303", what))
    for closed, why in (
        ("2404", f"2404 is {what}, closed to this group"),
        ("2303", f"a {what} hexside lies before 2303"),
    ):
        t.refused(f"move T1 2304-{closed}", "9.15", why)
        assert closed not in t.range("T1")
        assert closed not in agrees(t, "T1")


@pytest.mark.rule("lwe", "9.3a")
def test_out_of_supply_there_is_no_least_move() -> None:
    """7.7: the MF is zero then."""
    ring_of_foes = "\n".join(
        f"X{n} soviet rifle XX 1-1 move=4 nation=soviet {h}"
        for n, h in enumerate(("2303", "2305", "2204", "2205", "2404", "2405"), 1)
    )
    t = scene(f"1Inf 2304\n{ring_of_foes}")
    assert not t.in_supply("1Inf")
    t.refused("move 1Inf 2304-2305", "7.7b", "1Inf is out of supply and has no MP")
    assert not t.legal("move")


@pytest.mark.rule("lwe", "9.3a")
def test_the_least_move_heeds_stacking_and_enemies() -> None:
    stack = "\n".join(f"{n}Inf 2404" for n in (1, 11, 12, 21, 30, 32))
    t = scene(f"{SLOW}\n{stack}\n{FAR}", hexes="2404,2405 marsh")
    t.refused("move T1 2304-2404", "6.1a", "2404 would be overstacked")
    t = scene(f"{SLOW}\n10RD 2404\n{FAR.replace('10RD', '48RD')}", hexes="2404 marsh")
    t.refused("move T1 2304-2404", "9.4", "enemy units are in 2404")


@pytest.mark.rule("lwe", "9.3b")
def test_fortified_zones_and_the_naval_unit_never_move() -> None:
    t = on_map("FZGrodno 1715\nNvl 3701\n10RD 3701\n12Inf 1010", step="III.C", turn=5)
    for order in ("move FZGrodno 1715-1716", "move Nvl 3701-3702"):
        t.refused(order, "9.3b", f"{order.split()[1]} never moves")
    t.refused("move 10RD+Nvl 3701-3702", "9.3b", "Nvl never moves")
    movers = {key for text in t.legal("move") for key in text.split()[1].split("+")}
    assert movers == {"10RD"}


# -- 9.4 to 9.7: enemies, stacks --------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.4")
def test_enemy_hexes_are_closed_and_their_neighbours_open() -> None:
    t = scene("1Inf 2304\n10RD 2404\n48RD 2406")
    t.refused("move 1Inf 2304-2404", "9.4", "enemy units are in 2404")
    assert "2404" not in t.range("1Inf")
    assert t.range("1Inf")["2405"] == 1  # between two enemies, straight from the side of one
    t.order("move 1Inf 2304-2405", "move 1Inf 2405-2505")
    t = soviet("10RD 2304\n48RD 2404")
    assert t.range("10RD")["2404"] == 1
    t = soviet("10RD 2107")
    t.refused("move 10RD 2107-2008", "9.4", "enemy units are in 2008")


@pytest.mark.rule("lwe", "9.5")
def test_only_who_began_together_moves_together() -> None:
    t = scene(f"1Inf 2104\n11Inf 2204\n12Inf 2204\n{FAR}")
    t.order("move 1Inf 2104-2204")
    t.refused("move 1Inf+11Inf 2204-2304", "9.5", "only units that began the phase together move together")
    assert not any("1Inf+11Inf" in text or "11Inf+1Inf" in text for text in t.legal("move"))
    t.order("move 11Inf+12Inf 2204-2304")


@pytest.mark.rule("lwe", "9.5")
def test_who_began_together_may_part() -> None:
    t = scene(f"1Inf 2204\n11Inf 2204\n12Inf 2204\n{FAR}")
    t.order("move 1Inf 2204-2304", "move 11Inf+12Inf 2204-2203", "move 11Inf 2203-2202")
    assert [t.where(u) for u in ("1Inf", "11Inf", "12Inf")] == ["2304", "2202", "2203"]


@pytest.mark.rule("lwe", "9.6")
def test_a_stack_drops_units_and_goes_on_until_another_moves() -> None:
    t = scene(f"1Inf 2204\n11Inf 2204\n12Inf 2204\n21Inf 2206\n{FAR}")
    t.order("move 1Inf+11Inf+12Inf 2204-2304", "move 1Inf 2304-2303", "move 11Inf+12Inf 2304-2404")
    t.order("move 1Inf 2303-2302", "move 11Inf 2404-2504")  # the parts of the parent in any order
    t.order("move 21Inf 2206-2306")
    for order in ("move 12Inf 2404-2504", "move 1Inf 2302-2301", "move 11Inf 2504-2604"):
        t.refused(order, "9.2b", f"{order.split()[1]} has moved, and another stack has moved since; its move is over")
    assert {text.split()[1] for text in t.legal("move")} == {"21Inf"}


@pytest.mark.rule("lwe", "9.6")
def test_who_stayed_behind_may_still_begin_when_another_stack_has_moved() -> None:
    t = scene(f"1Inf 2204\n11Inf 2204\n21Inf 2206\n{FAR}")
    t.order("move 1Inf 2204-2304", "move 21Inf 2206-2306", "move 11Inf 2204-2304")
    t.refused("move 1Inf 2304-2404", "9.2b", "1Inf has moved, and another stack has moved since; its move is over")
    t.refused(
        "move 1Inf+11Inf 2304-2404", "9.2b", "1Inf has moved, and another stack has moved since; its move is over"
    )


@pytest.mark.rule("lwe", "9.7")
def test_the_slowest_sets_the_pace_until_it_is_dropped() -> None:
    t = scene(f"7Pz 2104\n1Inf 2104\n{FAR}", size="20x8")
    assert max(t.range("7Pz").values()) == 12
    assert max(t.range("7Pz", "1Inf").values()) == 5
    t.refused("move 7Pz+1Inf 2104-2704", "9.1", "2704 is out of reach with 5 MP")
    t.order("move 7Pz+1Inf 2104-2604")
    t.refused("move 7Pz+1Inf 2604-2704", "9.1", "2704 costs 1 MP and 0 are left")
    assert max(t.range("7Pz").values()) == 7
    t.order("move 7Pz 2604-2704")


@pytest.mark.rule("lwe", "9.7")
def test_a_mixed_stack_pays_what_its_worst_member_pays() -> None:
    t = scene(f"7Pz 2304\n1Inf 2304\n1Cav 2304\n{FAR}", hexes="2404 marsh")
    assert t.range("7Pz", "1Inf")["2404"] == 4
    assert t.range("1Inf", "1Cav")["2404"] == 2
    assert t.range("1Cav")["2404"] == 1


# -- 9.10 to 9.15, 9.18, 9.20: terrain --------------------------------------------------------------------------------

MOVERS = {
    "panzer": ("7Pz", "II.C"),
    "motorized": ("3Mot", "II.C"),
    "infantry": ("1Inf", "II.C"),
    "mountain": ("1Mtn", "II.C"),
    "german cavalry": ("1Cav", "II.C"),
    "tanks": ("23TD", "III.C"),
    "rifles": ("48RD", "III.C"),
    "mountain rifles": ("72MtR", "III.C"),
    "cavalry": ("6CC", "III.C"),
}
COSTS = {
    "clear": dict.fromkeys(MOVERS, 1),
    "forest": {who: 2 if who in ("panzer", "motorized", "tanks") else 1 for who in MOVERS},
    "hills": {
        "panzer": 3, "motorized": 3, "tanks": 3, "infantry": 2, "rifles": 2, "mountain": 1, "mountain rifles": 1,
        "german cavalry": 1, "cavalry": 1,
    },
    "marsh": {
        "panzer": 4, "motorized": 4, "tanks": 4, "infantry": 2, "rifles": 2, "mountain": 2, "mountain rifles": 2,
        "german cavalry": 1, "cavalry": 1,
    },
}  # fmt: skip
MECHANIZED = ("panzer", "motorized", "tanks")


def price(who: str, hexes: str, sides: str = "", *, turn: int = 4, state: str = "") -> int:
    """What a unit in 2304 pays to enter 2404."""
    unit, step = MOVERS[who]
    other = f"12Inf 2008\n{FAR}"
    t = scene(f"{unit} 2304\n{other}", step=step, hexes=hexes, sides=sides, turn=turn, state=state)
    cost = t.range(unit)["2404"]
    assert first(t.order(f"move {unit} 2304-2404"), "moved").facts["spent"] == cost
    return cost


@pytest.mark.rule("lwe", "9.10")
@pytest.mark.parametrize("who", MOVERS)
def test_clear_hexes_and_cities_cost_one(who: str) -> None:
    assert price(who, "") == COSTS["clear"][who] == 1
    assert price(who, "2404 city Brest") == 1


@pytest.mark.rule("lwe", "9.11")
@pytest.mark.parametrize("who", MOVERS)
def test_forest(who: str) -> None:
    assert price(who, "2404 forest") == COSTS["forest"][who]


@pytest.mark.rule("lwe", "9.12")
@pytest.mark.parametrize("who", MOVERS)
def test_hills(who: str) -> None:
    assert price(who, "2404 hills") == COSTS["hills"][who]


@pytest.mark.rule("lwe", "9.13")
@pytest.mark.parametrize("who", MOVERS)
def test_marsh(who: str) -> None:
    assert price(who, "2404 marsh") == COSTS["marsh"][who]


@pytest.mark.rule("lwe", "9.14")
@pytest.mark.parametrize("who", MOVERS)
def test_rivers_cost_extra(who: str) -> None:
    assert price(who, "", ring("2404", "river")) == 1 + (2 if who in MECHANIZED else 1)


@pytest.mark.rule("lwe", "9.14")
def test_a_river_is_paid_for_both_ways() -> None:
    t = scene(f"7Pz 2404\n{FAR}", sides=ring("2404", "river"))
    assert t.range("7Pz")["2304"] == 3


@pytest.mark.rule("lwe", "9.15")
@pytest.mark.parametrize("what", ["lake", "sea"])
def test_no_movement_and_no_combat_across_lakes_and_the_sea(what: str) -> None:
    t = scene("7Pz 2304\n10RD 2404\n48RD 2706", sides=f"{ring('2404', what)}\n{ring('2303', what)}")
    t.refused("move 7Pz 2304-2303", "9.15", f"a {what} hexside lies before 2303")
    assert not {"2303", "2404"} & (set(t.range("7Pz")) | agrees(t, "7Pz"))
    t.refused("mobile 2404 with 7Pz", "11.18", f"no assault across a {what} hexside")
    assert not t.legal("mobile")
    t.order("done")
    t.refused("assault 2404 with 7Pz", "11.18", f"no assault across a {what} hexside")
    assert not t.legal("assault")
    t = soviet("10RD 2404", sides=ring("2404", what))
    assert not t.legal("move")
    t.refused("move 10RD 2404-2405", "9.15", f"a {what} hexside lies before 2405")


@pytest.mark.rule("lwe", "9.18")
@pytest.mark.parametrize("place", ["small-town", "large-town", "fort", "fort large-town"])
def test_what_men_built_costs_nothing(place: str) -> None:
    assert price("panzer", f"2404 forest {place}") == 2
    assert price("infantry", f"2404 hills {place}") == 2
    assert price("tanks", f"2404 {place}") == 1


@pytest.mark.rule("lwe", "9.20")
def test_costs_are_added_up() -> None:
    assert price("panzer", "2404 hills", ring("2404", "river")) == 5
    assert price("rifles", "2404 marsh", ring("2404", "river")) == 3
    assert price("tanks", "2404 forest", ring("2404", "river")) == 4


@pytest.mark.rule("lwe", "9.21")
def test_nobody_leaves_the_map() -> None:
    t = scene(f"1Inf 2104\n{FAR}")
    with pytest.raises(OrderError):
        t.read("move 1Inf 2104-1904")
    t.refused("withdraw 1Inf", "8.12a", "'withdraw' cannot be ordered now...")
    assert {text.split()[0] for text in t.legal()} == {"move", "done"}
    assert set(t.range("1Inf")) <= set(t.title.board.grid.labels)
    assert t.title.board.grid.around[t.hex("2004")].count(-1) >= 2  # nothing lies beyond the edge


# -- 9.16: the straits ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.16")
@pytest.mark.parametrize(
    ("start", "across", "beyond"), [("2844", "2845", "2846"), ("2944", "2945", "2946"), ("3448", "3449", "3549")]
)
def test_a_strait_takes_the_whole_move_of_who_begins_beside_it(start: str, across: str, beyond: str) -> None:
    t = on_map(f"48RD {start}\n12Inf 2744", step="III.C", turn=5)  # the isthmus is blocked
    assert t.range("48RD")[across] == 4
    assert across in agrees(t, "48RD")
    t.order(f"move 48RD {start}-{across}")
    t.refused(f"move 48RD {across}-{beyond}", "9.16", "48RD has given its whole move to cross the straits")


@pytest.mark.rule("lwe", "9.16")
def test_a_strait_is_closed_to_who_comes_from_elsewhere() -> None:
    t = on_map("48RD 3248\n12Inf 1010", step="III.C", turn=5)
    t.order("move 48RD 3248-3348")
    t.refused("move 48RD 3348-3449", "9.16", "3449: the straits are crossed only from where the phase began")
    assert "3449" not in agrees(t, "48RD")
    assert "3449" not in t.range("48RD")


@pytest.mark.rule("lwe", "9.16")
@pytest.mark.parametrize("kind", ["sivash", "kerch"])
@pytest.mark.parametrize("unit", ["7Pz", "1Inf", "CSIR"])
def test_all_german_units_cross_too(unit: str, kind: str) -> None:
    t = scene(f"{unit} 2304\n{FAR}", sides=ring("2404", kind))
    assert t.range(unit)["2404"] == t.title.movement.factor(t.s, t.unit(unit))
    t.order(f"move {unit} 2304-2404")
    t.refused(f"move {unit} 2404-2504", "9.16", f"{unit} has given its whole move to cross the straits")
    t = scene(f"{unit} 2204\n{FAR}", sides=ring("2404", kind))
    assert "2404" not in t.range(unit)
    t.order(f"move {unit} 2204-2304")
    t.refused(f"move {unit} 2304-2404", "9.16", "2404: the straits are crossed only from where the phase began")


@pytest.mark.rule("lwe", "9.16")
def test_a_unit_that_has_gone_out_and_come_back_cannot_cross() -> None:
    t = soviet("48RD 2304", sides=ring("2404", "kerch"))
    t.order("move 48RD 2304-2303", "move 48RD 2303-2304")
    t.refused("move 48RD 2304-2404", "9.16", "2404: the straits are crossed only from where the phase began")


@pytest.mark.rule("lwe", "9.16b")
def test_frozen_straits_are_ordinary_sides() -> None:
    frozen = 'weather_north = "F"\nweather_south = "S"\ndirective = 0'
    t = on_map("48RD 2844\n12Inf 1010", step="III.C", turn=20, state=frozen)
    assert (t.range("48RD")["2845"], t.range("48RD")["2846"]) == (2, 4)
    t.order("move 48RD 2844-2845", "move 48RD 2845-2846")
    t = on_map("48RD 3148\n12Inf 1010", step="III.C", turn=20, state='weather_south = "S"\ndirective = 0')
    assert "3449" not in t.range("48RD")  # two MP a hex in the south: only because it is far
    t = on_map("6CC 3248\n12Inf 1010", step="III.C", turn=20, state='weather_south = "S"\ndirective = 0')
    assert t.range("6CC")["3449"] == 3  # snow on 3348, then across into the dry north zone
    t.order("move 6CC 3248-3348", "move 6CC 3348-3449")


# -- 9.17: the sea ----------------------------------------------------------------------------------------------------


def at_sea(units: str, *, control: str = "", state: str = "directive = 0", turn: int = 5) -> Table:
    return on_map(f"{units}\n12Inf 1010", step="III.C", turn=turn, control=control, state=state)


@pytest.mark.rule("lwe", "9.17a")
def test_five_rifle_divisions_sail_in_a_phase_and_go_no_farther() -> None:
    rifles = ["48RD", "10RD", "90RD", "72MtR", "58MtR", "192MtR"]
    t = at_sea("\n".join(f"{u} 2141" for u in rifles))
    t.refused(f"sail {'+'.join(rifles)} 2141-2548", "9.17a", "the ships carry five divisions a turn")
    assert "sail 48RD 2141-2548" in t.legal("sail")
    log = t.order("sail 48RD+72MtR 2141-2548")
    assert first(log, "moved").facts["path"] == (t.hex("2548"),)
    t.refused("move 48RD 2548-2648", "9.17a", "48RD has come by sea and moves no farther this turn")
    t.refused("sail 48RD 2548-2141", "9.17a", "48RD has moved: ships take units that begin the phase in a port")
    t.order("sail 10RD+90RD+58MtR 2141-3049")
    t.refused("sail 192MtR 2141-2548", "9.17a", "the ships carry five divisions a turn")
    assert not t.legal("sail")


@pytest.mark.rule("lwe", "9.17a")
def test_the_ships_are_there_again_in_the_next_phase() -> None:
    t = on_map("48RD 2141\n12Inf 1010", step="III.C", turn=5, begin=True, state="shipped = 5\ndirective = 0")
    assert "sail 48RD 2141-2548" in t.legal("sail")


@pytest.mark.rule("lwe", "9.17a")
@pytest.mark.parametrize("unit", ["23TD", "6CC", "L1", "10RC", "1AbC", "109MR"])
def test_nobody_else_sails(unit: str) -> None:
    t = at_sea(f"{unit} 2141")
    t.refused(f"sail {unit} 2141-2548", "9.17a", f"{unit} is neither a rifle division nor the Coastal Army")
    assert not t.legal("sail")


@pytest.mark.rule("lwe", "9.17a")
def test_ships_take_who_begins_the_phase_in_a_port() -> None:
    t = at_sea("48RD 2140\n10RD 2141")
    t.order("move 48RD 2140-2141")
    t.refused("sail 48RD 2141-2548", "9.17a", "48RD has moved: ships take units that begin the phase in a port")
    assert {text.split()[1] for text in t.legal("sail")} == {"10RD"}


@pytest.mark.rule("lwe", "9.17a")
def test_who_has_left_the_port_and_come_back_does_not_sail() -> None:
    t = at_sea("48RD 2141\n10RD 2141")
    t.order("move 48RD 2141-2140", "move 48RD 2140-2141")
    t.refused("sail 48RD 2141-2548", "9.17a", "48RD has moved: ships take units that begin the phase in a port")
    assert {text.split()[1] for text in t.legal("sail")} == {"10RD"}


@pytest.mark.rule("lwe", "9.17a")
def test_ships_take_soviet_units_of_one_port_to_another() -> None:
    t = at_sea("48RD 2141\n23TD 2140")
    t.refused("sail 48RD+48RD 2141-2548", "9.17a", "a sea move needs units, each named once")
    for key in ("23TD", "12Inf"):
        t.refused(f"sail {key} 2141-2548", "9.17a", f"{key} is not one of your units in 2141 Odessa")
    t.refused("sail 48RD 2141-2141", "9.17a", "a sea move ends in another port")


@pytest.mark.rule("lwe", "6.1a", "9.17b")
def test_a_full_port_takes_nobody() -> None:
    full = "\n".join(f"{u} 2548" for u in ("90RD", "11RD", "125RD", "5RD", "33RD", "188RD"))
    t = at_sea(f"48RD 2141\n{full}")
    t.refused("sail 48RD 2141-2548", "6.1a", "2548 Sevastopol would be overstacked")
    assert "sail 48RD 2141-3049" in t.legal("sail")


@pytest.mark.rule("lwe", "9.17b")
def test_ports_are_soviet_towns_of_the_coast() -> None:
    t = at_sea("48RD 2141\n10RD 2140", control="2548 german")
    t.refused("sail 48RD 2141-2548", "9.17b", "2548 Sevastopol is not Soviet")
    t.refused(
        "sail 48RD 2141-2546", "9.17b", "2546 is no port of the Black Sea or the Sea of Azov"
    )  # on the coast, but no town
    t.refused("sail 10RD 2140-3049", "9.17b", "2140 is no port of the Black Sea or the Sea of Azov")
    goals = {text.split("-")[1] for text in t.legal("sail")}
    assert "2548" not in goals
    assert "3049" in goals
    with pytest.raises(OrderError):
        t.read("sail 48RD 2141-9999")


@pytest.mark.rule("lwe", "9.17b")
def test_a_port_with_germans_in_it_is_not_invaded() -> None:
    t = at_sea("48RD 2141\n11Inf 3049")
    t.refused("sail 48RD 2141-3049", "9.17b", "3049 Feodosiya is not Soviet")


@pytest.mark.rule("lwe", "9.17c")
@pytest.mark.parametrize("steps", ["", "reduced"])
def test_the_coastal_army_fills_the_ships_and_moves_only_by_sea(steps: str) -> None:
    t = at_sea(f"ICA 2141 {steps}\n48RD 2141")
    t.refused("move ICA 2141-2140", "9.17c", "ICA moves only by sea")
    assert not any("ICA" in text for text in t.legal("move"))
    t.refused("sail ICA+48RD 2141-2548", "9.17c", "the ships carry five divisions a turn")
    t.order("sail ICA 2141-2548")
    t.refused("sail 48RD 2141-2548", "9.17a", "the ships carry five divisions a turn")
    t = at_sea(f"ICA 2141 {steps}\n48RD 2141")
    t.order("sail 48RD 2141-2548")
    t.refused("sail ICA 2141-2548", "9.17c", "the ships carry five divisions a turn")


@pytest.mark.rule("lwe", "9.17e")
def test_who_has_attacked_may_sail() -> None:
    t = on_map(
        "48RD 2141\n10RD 2141\n12Inf 2140\n1Inf 1010",
        step="III.A",
        turn=5,
        control="2140 german",
        state="directive = 0",
    )
    t.order("assault 2140 with 48RD", "air 0", dice=(6,))
    while t.prompt.decision != "movement":
        t.order("done")
    assert t.where("48RD") == "2141"
    t.order("sail 48RD 2141-2548")


@pytest.mark.rule("lwe", "9.17d")
def test_between_the_seas_ships_need_all_of_the_straits() -> None:
    t = at_sea("48RD 2141")
    t.order("sail 48RD 2141-3844")
    for lost in ("3348", "3448", "3449"):
        t = at_sea("48RD 2141\n10RD 3645", control=f"{lost} german")
        t.refused("sail 48RD 2141-3844", "9.17d", "the Kerch Straits are not all Soviet")
        t.refused("sail 10RD 3645-2548", "9.17d", "the Kerch Straits are not all Soviet")
        t.order("sail 48RD 2141-2548", "sail 10RD 3645-3844")  # within a sea they pass


@pytest.mark.rule("lwe", "9.17n")
def test_no_other_sea_moves() -> None:
    t = on_map("1Inf 2141\n11Inf 1010\n48RD 4618", turn=5, control="2141,2548 german")
    t.refused("sail 1Inf 2141-2548", "9.17n", "there is no German sea movement")
    assert not t.legal("sail")
    t = at_sea("48RD 3802\n10RD 2306")
    t.refused("sail 48RD 3802-2306", "9.17b", "3802 Leningrad is no port of the Black Sea or the Sea of Azov")
    t.refused("sail 10RD 2306-3802", "9.17b", "2306 Riga is no port of the Black Sea or the Sea of Azov")
    assert not t.legal("sail")


# -- 9.19: the Rollbahnen ---------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.19a")
def test_along_the_road_a_hex_costs_one_and_rivers_nothing() -> None:
    rough = "2204 forest\n2304 hills\n2404 marsh\n2504 hills"
    t = on_road("7Pz 2104\n1Inf 2204\nCSIR 2304", hexes=rough, sides="2404-2504 river")
    assert [t.range("7Pz")[h] for h in ("2204", "2304", "2404", "2504")] == [1, 2, 3, 4]
    assert t.range("1Inf")["2504"] == 3
    assert t.range("CSIR")["2504"] == 2


@pytest.mark.rule("lwe", "9.19a")
def test_between_road_hexes_not_joined_by_it_the_ground_counts() -> None:
    t = scene(
        f"7Pz 2204\n{FAR}", hexes="2304 hills rollbahn\n2204,2303 rollbahn\n2303 forest", sides="2204-2304 rollbahn"
    )
    assert t.range("7Pz")["2304"] == 1
    assert t.range("7Pz")["2303"] == 2  # another road
    t = scene(f"7Pz 2203\n{FAR}", hexes="2304 hills rollbahn\n2204 hills rollbahn", sides="2204-2304 rollbahn")
    assert t.range("7Pz")["2204"] == 3  # on to it from beside it


@pytest.mark.rule("lwe", "9.19a")
def test_the_road_bridge_serves_no_mobile_assault_after_turn_three() -> None:
    units = "7Pz 2204\n10RD 2304\n48RD 2708"
    for turn, free in ((3, True), (4, False)):
        t = scene(units, turn=turn, hexes="2204,2304 rollbahn", sides="2204-2304 rollbahn\n2204-2304 river")
        if free:
            assert "mobile 2304 with 7Pz" in t.legal("mobile")
        else:
            t.refused(
                "mobile 2304 with 7Pz", "9.24b", "no mobile assault across a river after turn 3 unless it is frozen"
            )
            assert not t.legal("mobile")


@pytest.mark.rule("lwe", "9.19b")
@pytest.mark.parametrize(
    ("state", "cost"),
    [
        ("", 1),
        ('weather_north = "R"', 1),
        ("weather_seen = 1", 1),
        ("weather_seen = 3", 3),
        ('weather_north = "F"\nweather_seen = 3', 3),
        ('weather_south = "M"', 3),
        ('weather_north = "M"', 6),
    ],
)
def test_the_first_mud_or_snow_ends_the_road_for_movement(state: str, cost: int) -> None:
    t = on_road("7Pz 2104", turn=15, hexes="2204 hills", state=f"directive = 0\n{state}")
    assert t.range("7Pz")["2204"] == cost
    farthest = max(column for column in range(21, 39) if f"{column}04" in t.range("7Pz"))
    bonus = 21 + t.title.movement.factor(t.s, t.unit("7Pz")) + 2
    assert (farthest == bonus) == (cost == 1)
    assert t.in_supply("7Pz")


@pytest.mark.rule("lwe", "9.19b")
def test_the_road_still_carries_supply_after_the_mud() -> None:
    t = on_road("7Pz 3604", turn=15, state="directive = 0\nweather_seen = 3")
    assert t.in_supply("7Pz")


@pytest.mark.rule("lwe", "9.19c")
def test_infantry_on_the_road_goes_a_hex_farther() -> None:
    t = on_road("1Inf 2104")
    assert t.range("1Inf")["2704"] == 6
    assert "2804" not in t.range("1Inf")
    goals = agrees(t, "1Inf")
    assert "2704" in goals
    assert "2703" not in goals  # off the road there are five hexes
    t.order("move 1Inf 2104-2704")
    t.refused("move 1Inf 2704-2804", "9.1", "2804 costs 1 MP and 0 are left")


@pytest.mark.rule("lwe", "9.19c")
def test_the_bonus_outlives_orders_that_keep_to_the_road() -> None:
    t = on_road("1Inf 2104\n7Pz 2104")
    t.order("move 1Inf+7Pz 2104-2304", "move 1Inf+7Pz 2304-2704")
    path = [t.title.board.grid.labels[h] for h in first(t.order("move 7Pz 2704-3504"), "moved").facts["path"]]
    assert path == [f"{column}04" for column in range(28, 36)]
    assert t.where("1Inf") == "2704"
    assert not t.legal("move")


@pytest.mark.rule("lwe", "9.19c")
def test_a_move_that_can_keep_to_the_road_for_the_same_points_does() -> None:
    t = on_road("1Inf 2104")
    for stop in range(22, 27):
        t.order(f"move 1Inf {stop - 1}04-{stop}04")
    t.order("move 1Inf 2604-2704")
    t = on_road("1Inf 2104")
    log = t.order("move 1Inf 2104-2604")
    path = [t.title.board.grid.labels[h] for h in first(log, "moved").facts["path"]]
    assert path == ["2204", "2304", "2404", "2504", "2604"]
    assert "2704" in agrees(t, "1Inf")
    t.order("move 1Inf 2604-2704")


@pytest.mark.rule("lwe", "9.19c")
@pytest.mark.parametrize("start", ["2103", "2203"])
def test_who_does_not_begin_on_the_road_has_no_bonus(start: str) -> None:
    t = on_road(f"1Inf {start}")
    last = max(t.range("1Inf").values())
    assert last == 5
    t.order(f"move 1Inf {start}-2204")
    assert max(t.range("1Inf").values()) == 4


@pytest.mark.rule("lwe", "9.19c")
def test_who_leaves_the_road_and_comes_back_has_lost_the_bonus() -> None:
    t = on_road("1Inf 2104")
    t.order("move 1Inf 2104-2203", "move 1Inf 2203-2204")
    assert max(t.range("1Inf").values()) == 5 - t.s.spent[t.unit("1Inf")]
    last = f"{22 + max(t.range('1Inf').values())}04"
    assert last in agrees(t, "1Inf")
    assert f"{int(last[:2]) + 1}04" not in agrees(t, "1Inf")


@pytest.mark.rule("lwe", "9.19c")
@pytest.mark.parametrize("source", ["", "3308 german-source german"])
def test_the_bonus_needs_supply_on_every_hex_of_the_way(source: str) -> None:
    """A piece of road that leads nowhere: its middle lies thirteen hexes from the edge, its ends twelve."""
    t = scene(
        "T1 german infantry XX 3-3/2-2 move=2/2 nation=german 3204\n10RD 3908",
        size="20x12",
        hexes=f"3204,3304,3305,3206 rollbahn german\n3205 hills\n{source}",
        sides="3204-3304 rollbahn\n3304-3305 rollbahn\n3305-3206 rollbahn",
    )
    assert t.range("T1")["3206"] == 3
    if source:
        assert "3206" in agrees(t, "T1")
        t.order("move T1 3204-3206")
        return
    t.refused("move T1 3204-3206", "9.19c", "on the way, in 3305, it would be out of supply")
    assert "3206" not in agrees(t, "T1")
    assert "3205" in agrees(t, "T1")


@pytest.mark.rule("lwe", "9.19c")
@pytest.mark.parametrize("unit", ["1Inf", "Rum2C", "1Cav", "RumMtnC"])
def test_every_unit_afoot_of_the_german_side_has_it(unit: str) -> None:
    t = on_road(f"{unit} 2104")
    factor = t.title.movement.factor(t.s, t.unit(unit))
    assert t.range(unit)[f"{21 + factor + 1}04"] == factor + 1
    assert f"{21 + factor + 2}04" not in t.range(unit)


@pytest.mark.rule("lwe", "9.19c")
def test_with_the_bonus_infantry_may_still_attack() -> None:
    t = on_road("1Inf 2104\n48RD 2804")
    t.order("move 1Inf 2104-2704", "done")
    assert "assault 2804 with 1Inf" in t.legal("assault")
    way, crossed = road("2004", "3804")
    t = scene(
        "1Inf 2104 attacked\n10RD 3908",
        step="II.D",
        order="fight-move",
        size="20x8",
        hexes=f"{way} german",
        sides=crossed,
    )
    t.order("move 1Inf 2104-2704")


@pytest.mark.rule("lwe", "9.19d")
def test_mechanized_units_go_two_hexes_farther() -> None:
    t = on_road("7Pz 2104\n3Mot 2104\nCSIR 2204")
    assert t.range("7Pz")["3504"] == 14
    assert "3604" not in t.range("7Pz")
    assert t.range("7Pz", "3Mot")["3504"] == 14
    assert t.range("CSIR")["3204"] == 10
    agrees(t, "7Pz")
    t.order("move 7Pz 2104-3504")
    t.refused("move 7Pz 3504-3604", "9.1", "3604 costs 1 MP and 0 are left")


@pytest.mark.rule("lwe", "9.19d")
def test_a_stack_has_the_bonus_of_its_slowest() -> None:
    t = on_road("7Pz 2104\n1Inf 2104")
    assert max(t.range("7Pz", "1Inf").values()) == 6
    t.order("move 7Pz+1Inf 2104-2704")
    assert t.range("7Pz")["3504"] == 8


@pytest.mark.rule("lwe", "9.19d")
def test_with_the_bonus_there_is_no_mobile_assault_but_a_prepared_one() -> None:
    t = on_road("7Pz 2104\n48RD 3604")
    t.order("move 7Pz 2104-3504")
    t.refused("mobile 3604 with 7Pz", "9.24e", "the mobile assault costs 6 MP and 0 are left")
    t.order("done")
    assert "assault 3604 with 7Pz" in t.legal("assault")


@pytest.mark.rule("lwe", "9.19d")
def test_no_bonus_after_a_mobile_assault() -> None:
    t = on_road("7Pz 2104\n48RD 2204")
    t.order("mobile 2204 with 7Pz", dice=(6,))
    assert t.where("7Pz") == "2204"
    assert max(t.range("7Pz").values()) == 6


@pytest.mark.rule("lwe", "9.19d")
def test_the_points_of_the_bonus_are_no_points_off_the_road() -> None:
    t = on_road("7Pz 2104", hexes="3303,3304 forest")
    t.order("move 7Pz 2104-3204")
    t.refused("move 7Pz 3204-3303", "9.1", "3303 costs 2 MP and 1 are left")
    t.order("move 7Pz 3204-3304", "move 7Pz 3304-3504")


@pytest.mark.rule("lwe", "9.19e")
def test_four_hexes_of_road_and_then_a_mobile_assault() -> None:
    t = on_road("7Pz 2104\n48RD 2605", hexes="2204..2504 hills")
    t.order("move 7Pz 2104-2504", "mobile 2605 with 7Pz", dice=(6,))
    assert t.where("7Pz") == "2605"
    assert max(t.range("7Pz").values()) == 2
    t = on_road("7Pz 2104\n48RD 2903")
    t.order("move 7Pz 2104-2804")
    t.refused("mobile 2903 with 7Pz", "9.24e", "the mobile assault costs 6 MP and 5 are left")
    t = on_road("7Pz 2104\n48RD 2605", hexes="2605 forest")
    t.order("move 7Pz 2104-2504")
    t.refused("mobile 2605 with 7Pz", "9.24a", "no mobile assault into forest")


@pytest.mark.rule("lwe", "9.19f")
def test_the_road_never_helps_the_soviets() -> None:
    way, crossed = road("2004", "2704")
    t = soviet(
        "23TD 2304\n48RD 2504", hexes=f"{way}\n2404 forest\n2604 hills", sides=f"{crossed}\n{ring('2404', 'river')}"
    )
    assert t.range("23TD")["2404"] == 4
    assert t.range("48RD")["2604"] == 2
    assert max(t.range("48RD").values()) == 4
    assert max(t.range("23TD").values()) == 6


# -- 7.16, 9.31: where a move may end ---------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "7.16a", "9.19c")
def test_a_move_may_take_the_road_that_supplies_its_end() -> None:
    """A Soviet Rollbahn opens hex by hex under who drives along it; beside it, twelve hexes is all there is."""
    way, crossed = road("2004", "3804")
    t = scene("7Pz 2104\n10RD 3908", size="20x8", hexes=way, sides=crossed)
    goals = agrees(t, "7Pz")
    assert {"3304", "3404", "3504"} <= goals
    assert "3303" not in goals
    t.order("move 7Pz 2104-3504")
    assert t.in_supply("7Pz")


@pytest.mark.rule("lwe", "7.16a")
def test_a_cut_road_does_not_feed_who_drives_on_it() -> None:
    way, crossed = road("2004", "3804")
    t = scene("7Pz 2604\n48RD 2404\n10RD 3908", size="20x8", hexes=way, sides=crossed, turn=2)
    goals = agrees(t, "7Pz")
    assert "3204" in goals  # twelve hexes from the edge
    assert "3304" not in goals
    t.refused("move 7Pz 2604-3304", "7.16a", "in 3304 it would be out of supply")


@pytest.mark.rule("lwe", "7.16a")
def test_ways_through_forts_and_cities_are_judged_as_they_will_be() -> None:
    wall = "\n".join(f"2401..2408 {what}" for what in ("fort",))
    t = scene(f"7Pz 2304\n{FAR}", hexes=wall)
    goals = agrees(t, "7Pz")
    assert "2504" in goals  # through the gap that it makes
    t.order("move 7Pz 2304-2504")
    t = scene(f"7Pz 2304\n{FAR}", hexes="2401..2408 city")
    assert "2504" in agrees(t, "7Pz")


@pytest.mark.rule("lwe", "9.31")
@pytest.mark.parametrize("unit", ["CSIR", "Rum1Arm", "HF"])
def test_satellites_pass_north_of_the_line_but_end_south_of_it(unit: str) -> None:
    t = scene(f"{unit} 2205\n7Pz 2105\n{FAR}", hexes="2301..2408 north")
    t.refused(f"move {unit} 2205-2405", "9.31", "2405 lies north of the sector line: satellites end their moves south")
    goals = agrees(t, unit)
    assert "2505" in goals
    assert not any(goal.startswith(("23", "24")) for goal in goals)
    t.order(f"move {unit} 2205-2505", "move 7Pz 2105-2405")


@pytest.mark.rule("lwe", "9.31")
def test_satellites_do_not_attack_north_of_the_line() -> None:
    t = scene("CSIR 2205\n7Pz 2306\n48RD 2305\n10RD 2206", hexes="2301..2408 north", step="II.D")
    t.refused("assault 2305 with CSIR", "11.40", "CSIR may not attack north of the sector line")
    t.refused("assault 2305 with CSIR+7Pz", "11.40", "CSIR may not attack north of the sector line")
    assert {"assault 2305 with 7Pz", "assault 2206 with CSIR"} <= t.legal("assault")


@pytest.mark.rule("lwe", "9.31")
def test_a_satellite_on_the_road_north_of_the_line_drives_through() -> None:
    way, crossed = road("2004", "3804")
    t = scene("CSIR 2104\n10RD 3908", size="20x8", hexes=f"{way} german\n2501..3008 north", sides=crossed)
    goals = agrees(t, "CSIR")
    assert "3104" in goals  # the tenth hex, with the bonus
    assert not any("2501" <= goal <= "3008" for goal in goals)


# -- 3.5, 8.3: who comes on to the map in the phase -------------------------------------------------------------------


@pytest.mark.rule("lwe", "9.2b", "9.5")
def test_a_unit_from_the_reserve_moves_on_alone_until_another_moves() -> None:
    t = on_map("1Pz reserve\n3Pz reserve\n1Inf 1110\n48RD 2306", turn=2)
    edge = "1010"
    log = t.order(f"enter 1Pz {edge}")
    assert "entered" in kinds(log)
    t.refused(f"enter 1Pz {edge}", "3.5e", "1Pz does not wait off the map")
    moved = max(t.range("1Pz").values())
    assert moved == 11  # one MP paid for the edge hex; it rides no road bonus
    assert "1110" in agrees(t, "1Pz")
    t.order(f"move 1Pz {edge}-1110", f"enter 3Pz {edge}")
    t.refused("move 1Pz 1110-1210", "9.2b", "1Pz has moved, and another stack has moved since; its move is over")
    t.order(f"move 3Pz {edge}-1110")
    t.refused("move 3Pz+1Inf 1110-1210", "9.5", "only units that began the phase together move together")
    t.refused("enter 1Pz+3Pz 1010", "9.5", "units that come on to the map come one by one")


@pytest.mark.rule("lwe", "9.3a")
def test_who_comes_on_has_had_its_least_move() -> None:
    t = on_map("T1 german panzer XX 6-6/3-3 move=2/2 nation=german entry=germany reserve\n1Inf 1110\n48RD 2306", turn=2)
    t.order("enter T1 1010")
    agrees(t, "T1")
    assert max(t.range("T1").values()) == 1
