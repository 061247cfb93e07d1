"""8.1 to 8.6, 8.21, 14.41: OKH Reserve areas, German reinforcements, security divisions, the ArKo."""

from __future__ import annotations

import pytest

from steppe.title import Trouble
from tests.pm.scene import Campaign, area, on_map, pass_to, points, scene
from tests.sandbox import Table, first

NORTH, SOUTH = "area=1", "area=2"


def entries(t: Table, key: str) -> set[str]:
    """The hexes by which a unit may enter; the legal list and the refusals say the same of every hex."""
    u = t.unit(key)
    labels = t.title.board.grid.labels
    listed = {labels[o.hex] for o in t.title.legal(t.s, (u,)) if o.verb == "enter"}
    read = t.read(f"enter {key} 1912N")
    allowed = {labels[h] for h in range(t.title.board.size) if t.title.refuse(t.s, read._replace(hex=h)) is None}
    assert listed == allowed
    return listed


# -- 8.1, 8.3: arrival, holding, entering -----------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.1a", "2.17", "8.3a", "8.5a")
def test_reinforcements_appear_on_their_turn() -> None:
    t = Campaign()
    t.deploy()
    assert area(t, "60Mot") == "nowhere"
    pass_to(t, "concentration", turn=2)
    assert area(t, "60Mot") == area(t, "15Inf") == "okh-north"
    assert area(t, "46Inf") == "nowhere"
    pass_to(t, "concentration", turn=4)
    assert area(t, "46Inf") == "okh-north"
    assert area(t, "It9Mot") == area(t, "3JN") == "okh-south"


@pytest.mark.rule("pm", "8.1b", "8.3a", "8.4")
@pytest.mark.parametrize(("turn", "step"), [(2, "II.B.3"), (2, "III.B.3"), (5, "III.B.3")])
def test_they_may_wait_and_enter_in_either_movement_phase(turn: int, step: str) -> None:
    t = on_map(f"60Mot reserve {NORTH}\n1Pz reserve {NORTH}", turn=turn, step=step)
    t.order("enter 60Mot 1912N")
    assert (t.where("60Mot"), area(t, "60Mot")) == ("1912N", "nowhere")
    assert t.where("1Pz") == "reserve"


@pytest.mark.rule("pm", "8.2")
def test_the_hexes_next_to_the_northern_area() -> None:
    t = on_map(f"60Mot reserve {NORTH}")
    found = entries(t, "60Mot")
    assert {"1908N", "1912N", "1025N"} <= found
    assert not found & {"1913N", "2013N", "2014N", "1906N", "1907N", "1026N"}
    t.refused("enter 60Mot 1913N", "8.2", "1913N is not next to the OKH Reserve area where 60Mot waits")


@pytest.mark.rule("pm", "8.2")
def test_the_hexes_next_to_the_southern_area() -> None:
    t = on_map(f"50Inf reserve {SOUTH}")
    found = entries(t, "50Inf")
    assert {"1026N", "2115S"} <= found
    t.refused("enter 50Inf 1025N", "8.2", "1025N is not next to the OKH Reserve area where 50Inf waits")


@pytest.mark.rule("pm", "8.3a", "12.3")
def test_the_first_hex_is_paid_for() -> None:
    hexes = "3002N hills\n3003N marsh"
    t = scene(f"60Mot reserve {NORTH}\n15Inf reserve {NORTH}\n1Mtn reserve {NORTH}", hexes=hexes)
    t.order("enter 60Mot 3001N")
    assert t.s.spent[t.unit("60Mot")] == 1
    t.order("move 60Mot 3001N-3101N", "enter 15Inf 3002N", "enter 1Mtn 3002N")
    assert (t.s.spent[t.unit("15Inf")], t.s.spent[t.unit("1Mtn")]) == (2, 1)
    mud = scene(f"60Mot reserve {NORTH}", hexes=hexes, turn=9, state='weather_north = "M"')
    mud.order("enter 60Mot 3003N")
    assert mud.s.spent[mud.unit("60Mot")] == 8


@pytest.mark.rule("pm", "8.3a", "8.8")
def test_who_has_entered_moves_on_and_attacks() -> None:
    t = scene(f"60Mot reserve {NORTH}\nRD1 3304N", turn=3)
    t.order("enter 60Mot 3003N", "move 60Mot 3003N-3204N", "done", "assault 3304N with 60Mot")


@pytest.mark.rule("pm", "8.3a", "12.4")
def test_not_where_the_enemy_stands() -> None:
    t = on_map(f"60Mot reserve {NORTH}\nRD1 1912N")
    t.refused("enter 60Mot 1912N", "12.4", "Soviet units are in 1912N")


# -- 8.3b: shifts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.3b")
def test_a_shift_takes_a_couplet() -> None:
    t = on_map(f"60Mot reserve {NORTH}\n15Inf reserve {NORTH}\nHF 1302S", turn=2, step="II.B.3")
    t.order("shift 60Mot south")
    assert area(t, "60Mot") == "okh-south"
    t.refused("enter 60Mot 2115S", "8.3b", "60Mot is on the way to the other OKH Reserve area")
    t.refused("shift 60Mot north", "8.3b", "60Mot is on the way to the other OKH Reserve area")
    t.order("done")
    pass_to(t, "movement")
    pass_to(t, "combat")
    pass_to(t, "movement")
    assert t.title.current_step(t.s).name == "III.B.3"
    t.order("enter 60Mot 2115S", "shift 15Inf south", "done")
    pass_to(t, "movement", turn=3)
    t.order("enter 15Inf 2115S")


@pytest.mark.rule("pm", "8.3b")
def test_and_back_again() -> None:
    t = on_map(f"60Mot reserve {SOUTH}")
    t.refused("shift 60Mot south", "8.3b", "60Mot is there already")
    t.order("shift 60Mot north")
    assert area(t, "60Mot") == "okh-north"


@pytest.mark.rule("pm", "5.3c", "5.3d")
def test_no_shift_on_turn_1() -> None:
    units = f"1Inf reserve {NORTH}\nRD1 2817N"
    on_map(units, turn=1).refused("shift 1Inf south", "5.3c", "nobody moves between the OKH Reserve areas on turn 1")
    on_map(units, turn=2).order("shift 1Inf south")


@pytest.mark.rule("pm", "5.3a")
def test_on_turn_1_nobody_enters_from_the_south() -> None:
    units = f"50Inf reserve {SOUTH}\n1Inf reserve {NORTH}"
    t = on_map(units, turn=1)
    t.refused("enter 50Inf 2115S", "5.3a", "nobody moves in Hungary and Romania on turn 1")
    t.order("enter 1Inf 1912N")
    on_map(units, turn=2).order("enter 50Inf 2115S")


@pytest.mark.rule("pm", "8.3b")
def test_they_come_one_by_one() -> None:
    t = on_map(f"60Mot reserve {NORTH}\n1Pz reserve {NORTH}\nRD1 5017N", turn=2)
    t.refused("enter 60Mot+1Pz 1912N", "8.3b", "units enter and shift one by one")
    t.refused("shift 60Mot+1Pz south", "8.3b", "units enter and shift one by one")


@pytest.mark.rule("pm", "8.3c", "12.22")
def test_nobody_goes_back_to_an_area() -> None:
    t = on_map("1Inf 1912N\n2Pz 1912N")
    t.refused("shift 1Inf south", "8.3c", "1Inf is in no OKH Reserve area")
    t.refused("enter 1Inf 1911N", "8.3c", "1Inf is in no OKH Reserve area")
    t.refused("hold 1Inf north", "5.1b", "'hold' cannot be ordered now...")


# -- 8.5, 8.6 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.5a")
@pytest.mark.parametrize("key", ["It9Mot", "Ro3Inf"])
def test_satellites_never_go_to_the_northern_area(key: str) -> None:
    t = on_map(f"{key} reserve {SOUTH}")
    t.refused(f"shift {key} north", "8.5a", f"{key} never enters the northern OKH Reserve area")


@pytest.mark.rule("pm", "8.5b", "7.2b", "7.3b")
def test_where_satellites_enter() -> None:
    t = on_map(f"Ro3Inf reserve {SOUTH}\nIt9Mot reserve {SOUTH}\n50Inf reserve {SOUTH}")
    romania = {t.title.board.grid.labels[h] for h in t.title.board.region("romania")}
    assert entries(t, "Ro3Inf") == romania
    t.refused("enter Ro3Inf 1302S", "8.5b", "1302S lies in a country that Ro3Inf never enters")
    t.refused("enter Ro3Inf 1026N", "7.3b", "Ro3Inf never enters the north map")
    t.refused("enter It9Mot 1026N", "7.2b", "It9Mot never enters the north map")
    t.order("enter It9Mot 1302S")
    assert "1026N" in entries(t, "50Inf")


@pytest.mark.rule("pm", "8.6")
def test_the_areas_are_no_hexes() -> None:
    """Nobody but their own units ever gets there: no order of movement names them."""
    t = on_map("RD1 1912N\n1Inf 1925N", step="II.C.2", turn=2)
    t.refused("shift RD1 north", "8.3c", "RD1 is in no OKH Reserve area")
    assert not t.legal("shift")


# -- 8.21 security divisions ------------------------------------------------------------------------------------------

CALL = "\n".join(f"{n}Sec reserve" for n in (207, 213, 221, 281, 285, 286, 403, 444, 454))


def call(units: str = "", control: str = "2817N german", **words: object) -> Table:
    return on_map(f"{CALL}\nRD1 5017N\n1Inf 1912N\n{units}", step="I.A", turn=5, control=control, **words)  # type: ignore[arg-type]


@pytest.mark.rule("pm", "8.21a", "8.21b")
def test_groups_of_three_for_a_point_each() -> None:
    t = call()
    before = points(t)
    t.order(*["callout 2817N"] * 3)
    assert points(t) == before - 1
    assert [t.where(f"{n}Sec") for n in (207, 213, 221, 281)] == ["2817N"] * 3 + ["reserve"]
    t.order(*["callout 2817N"] * 3)
    assert points(t) == before - 2
    assert sum(t.where(f"{n}Sec") == "2817N" for n in (207, 213, 221, 281, 285, 286)) == 6
    t.order(*["callout 2817N"] * 3)
    t.refused("callout 2817N", "8.21a", "no three security divisions are left")


@pytest.mark.rule("pm", "8.21b")
def test_a_group_may_appear_in_several_places() -> None:
    t = call(control="2817N german\n2705N german\n3817N german")
    before = points(t)
    t.order("callout 2817N")
    assert (t.prompt.decision, t.prompt.rule) == ("call-out", "8.21b")
    assert t.legal() == {"callout 2817N", "callout 2705N", "callout 3817N"}
    refusal = t.refused("callout 2307N", "8.21b", "2307N Siauliai is no city or large town in German hands")
    assert refusal.trouble == Trouble.HEX
    t.order("callout 2705N", "callout 3817N")
    assert t.prompt.decision == "german arrivals"
    assert [t.where(f"{n}Sec") for n in (207, 213, 221)] == ["2817N", "2705N", "3817N"]
    assert points(t) == before - 1


@pytest.mark.rule("pm", "8.21a")
def test_fewer_than_three_cannot_be_called() -> None:
    t = call()
    t.refused("enter 207Sec 2817N", "14.41a", "207Sec is not called out in this phase")
    assert not [o for o in t.legal("enter") if "Sec" in o]
    two = arko("207Sec reserve\n213Sec reserve")
    two.refused("callout 2817N", "8.21a", "no three security divisions are left")
    assert not two.legal("callout")


@pytest.mark.rule("pm", "8.21b")
def test_where_they_appear() -> None:
    t = call(control="2817N german\n2705N german\n3817N german\n2307N german\n5017N german")
    assert t.legal("callout") == {"callout 2817N", "callout 2705N", "callout 3817N"}
    t.refused("callout 2307N", "8.21b", "2307N Siauliai is no city or large town in German hands")  # a town
    t.refused("callout 2900S", "8.21b", "2900S Kiev is no city or large town in German hands")  # Soviet
    east = call(control="4425N german\n2817N german")
    east.refused("callout 4425N", "8.21b", "4425N Orel is not in full supply")  # east of the GAS Line
    ring = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    assert call(ring).prompt.decision != "german arrivals"  # cut off: nobody can be called out


@pytest.mark.rule("pm", "8.21b")
def test_they_serve_as_one_step_infantry() -> None:
    t = call("RD9 2917N")
    t.order(*["callout 2817N"] * 3, "done")
    pass_to(t, "movement")
    assert "2816N" in t.range("207Sec")
    t.order("done", "assault 2917N with 207Sec+213Sec")


@pytest.mark.rule("pm", "8.21b", "6.1")
def test_room_for_three() -> None:
    """Three of five places are taken: two find room, and the third needs a place elsewhere."""
    units = "\n".join(f"{n}Inf 3817N" for n in (5, 6, 7))
    alone = call(units, control="3817N german")
    assert alone.prompt.decision != "german arrivals"
    t = call(units, control="2817N german\n3817N german")
    t.order("callout 3817N", "callout 3817N")
    t.refused("callout 3817N", "6.1", "3817N Smolensk has no room for another division")
    assert t.legal() == {"callout 2817N"}


# -- 14.41 the ArKo ---------------------------------------------------------------------------------------------------


def arko(units: str = "", control: str = "2817N german") -> Table:
    return on_map(f"ArKo reserve\nRD1 5017N\n1Inf 1912N\n{units}", step="I.A", turn=5, control=control)


@pytest.mark.rule("pm", "14.41a")
def test_the_arko_is_called_out_at_a_supplied_place() -> None:
    t = arko(control="2817N german\n4425N german\n2307N german")
    assert t.legal("enter") == {"enter ArKo 2817N", "enter ArKo 4425N"}  # attenuated supply will do
    t.refused("enter ArKo 2307N", "14.41a", "2307N Siauliai is no city or large town in German hands")
    t.refused("enter ArKo 2900S", "14.41a", "2900S Kiev is no city or large town in German hands")
    t.refused("enter ArKo+1Inf 2817N", "14.41a", "name one unit")
    t.order("enter ArKo 2817N", "done")
    assert t.where("ArKo") == "2817N"


@pytest.mark.rule("pm", "14.41a")
def test_not_next_to_the_enemy() -> None:
    t = arko("RD2 2917N", control="2817N german\n2705N german")
    t.refused("enter ArKo 2817N", "14.41a", "a Soviet unit is next to 2817N Minsk")
    assert t.legal("enter") == {"enter ArKo 2705N"}


@pytest.mark.rule("pm", "14.41a")
def test_not_where_no_line_leads() -> None:
    around = "\n".join(f"RD{n} {h}" for n, h in enumerate(("2816N", "2818N", "2716N", "2717N", "2916N", "2917N"), 2))
    t = arko(around, control="2817N german\n2705N german")
    t.refused("enter ArKo 2817N", "14.41a", "2817N Minsk is out of supply")


@pytest.mark.rule("pm", "14.41a", "6.1")
def test_room_for_the_arko() -> None:
    units = "\n".join(f"{n}Inf 3817N" for n in (5, 6, 7, 8, 9))
    t = arko(units, control="2817N german\n3817N german")
    t.refused("enter ArKo 3817N", "6.1", "3817N Smolensk is full")


@pytest.mark.rule("pm", "14.41a")
def test_it_stays_for_its_first_couplet() -> None:
    t = arko()
    t.order("enter ArKo 2817N", "done")
    pass_to(t, "movement")
    t.refused("move ArKo 2817N-2816N", "14.41a", "ArKo has just been organized")
    t.order("done")
    pass_to(t, "movement")
    pass_to(t, "combat")
    pass_to(t, "movement")
    assert t.title.current_step(t.s).name == "III.B.3"
    t.order("move ArKo 2817N-2816N")


@pytest.mark.rule("pm", "5.2a")
def test_the_phase_comes_first_in_the_turn() -> None:
    t = arko()
    assert (t.prompt.decision, t.s.couplet) == ("german arrivals", 10)
    log = t.order("enter ArKo 2817N")
    assert first(log, "entered").facts["hex"] == t.hex("2817N")
