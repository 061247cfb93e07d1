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
    assert t.refused("enter 60Mot 1913N").rule == "8.2"


@pytest.mark.rule("pm", "8.2")
def test_the_hexes_next_to_the_southern_area() -> None:
    t = on_map(f"50Inf reserve {SOUTH}")
    found = entries(t, "50Inf")
    assert {"1026N", "2115S"} <= found
    assert t.refused("enter 50Inf 1025N").rule == "8.2"


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
    assert t.refused("enter 60Mot 1912N").rule == "12.4"


# -- 8.3b: shifts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.3b")
def test_a_shift_takes_a_couplet() -> None:
    t = on_map(f"60Mot reserve {NORTH}\n15Inf reserve {NORTH}\nHF 1302S", turn=2, step="II.B.3")
    t.order("shift 60Mot south")
    assert area(t, "60Mot") == "okh-south"
    assert t.refused("enter 60Mot 2115S").rule == "8.3b"
    assert t.refused("shift 60Mot north").rule == "8.3b"
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
    assert t.refused("shift 60Mot south").rule == "8.3b"
    t.order("shift 60Mot north")
    assert area(t, "60Mot") == "okh-north"


@pytest.mark.rule("pm", "5.3c", "5.3d")
def test_no_shift_on_turn_1() -> None:
    units = f"1Inf reserve {NORTH}\nRD1 2817N"
    assert on_map(units, turn=1).refused("shift 1Inf south").rule == "5.3c"
    on_map(units, turn=2).order("shift 1Inf south")


@pytest.mark.rule("pm", "5.3a")
def test_on_turn_1_nobody_enters_from_the_south() -> None:
    units = f"50Inf reserve {SOUTH}\n1Inf reserve {NORTH}"
    t = on_map(units, turn=1)
    assert t.refused("enter 50Inf 2115S").rule == "5.3a"
    t.order("enter 1Inf 1912N")
    on_map(units, turn=2).order("enter 50Inf 2115S")


@pytest.mark.rule("pm", "8.3c", "12.22")
def test_nobody_goes_back_to_an_area() -> None:
    t = on_map("1Inf 1912N\n2Pz 1912N")
    assert t.refused("shift 1Inf south").rule == "8.3c"
    assert t.refused("enter 1Inf 1911N").rule == "8.3c"
    assert t.refused("hold 1Inf north").rule in t.title.ledger


# -- 8.5, 8.6 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "8.5a")
@pytest.mark.parametrize("key", ["It9Mot", "Ro3Inf"])
def test_satellites_never_go_to_the_northern_area(key: str) -> None:
    t = on_map(f"{key} reserve {SOUTH}")
    assert t.refused(f"shift {key} north").rule == "8.5a"


@pytest.mark.rule("pm", "8.5b", "7.2b", "7.3b")
def test_where_satellites_enter() -> None:
    t = on_map(f"Ro3Inf reserve {SOUTH}\nIt9Mot reserve {SOUTH}\n50Inf reserve {SOUTH}")
    romania = {t.title.board.grid.labels[h] for h in t.title.board.region("romania")}
    assert entries(t, "Ro3Inf") == romania
    assert t.refused("enter Ro3Inf 1302S").rule == "8.5b"
    assert t.refused("enter Ro3Inf 1026N").rule == "7.3b"
    assert t.refused("enter It9Mot 1026N").rule == "7.2b"
    t.order("enter It9Mot 1302S")
    assert "1026N" in entries(t, "50Inf")


@pytest.mark.rule("pm", "8.6")
def test_the_areas_are_no_hexes() -> None:
    """Nobody but their own units ever gets there: no order of movement names them."""
    t = on_map("RD1 1912N\n1Inf 1925N", step="II.C.2", turn=2)
    assert t.refused("shift RD1 north").rule in t.title.ledger
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
    assert t.refused("callout 2817N").rule == "8.21a"


@pytest.mark.rule("pm", "8.21b")
def test_a_group_may_appear_in_several_places() -> None:
    t = call(control="2817N german\n2705N german\n3817N german")
    before = points(t)
    t.order("callout 2817N")
    assert (t.prompt.decision, t.prompt.rule) == ("call-out", "8.21b")
    assert t.legal() == {"callout 2817N", "callout 2705N", "callout 3817N"}
    refusal = t.refused("callout 2307N")
    assert (refusal.rule, refusal.trouble) == ("8.21b", Trouble.HEX)
    t.order("callout 2705N", "callout 3817N")
    assert t.prompt.decision == "german arrivals"
    assert [t.where(f"{n}Sec") for n in (207, 213, 221)] == ["2817N", "2705N", "3817N"]
    assert points(t) == before - 1


@pytest.mark.rule("pm", "8.21a")
def test_fewer_than_three_cannot_be_called() -> None:
    t = call()
    assert t.refused("enter 207Sec 2817N").rule in t.title.ledger
    assert not [o for o in t.legal("enter") if "Sec" in o]


@pytest.mark.rule("pm", "8.21b")
def test_where_they_appear() -> None:
    t = call(control="2817N german\n2705N german\n3817N german\n2307N german\n5017N german")
    assert t.legal("callout") == {"callout 2817N", "callout 2705N", "callout 3817N"}
    assert t.refused("callout 2307N").rule == "8.21b"  # a town
    assert t.refused("callout 2900S").rule == "8.21b"  # Soviet
    east = call(control="4425N german\n2817N german")
    assert east.refused("callout 4425N").rule == "8.21b"  # east of the GAS Line
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
    refusal = t.refused("callout 3817N")
    assert (refusal.rule, refusal.trouble) == ("6.1", Trouble.STACKING)
    assert t.legal() == {"callout 2817N"}


# -- 14.41 the ArKo ---------------------------------------------------------------------------------------------------


def arko(units: str = "", control: str = "2817N german") -> Table:
    return on_map(f"ArKo reserve\nRD1 5017N\n1Inf 1912N\n{units}", step="I.A", turn=5, control=control)


@pytest.mark.rule("pm", "14.41a")
def test_the_arko_is_called_out_at_a_supplied_place() -> None:
    t = arko(control="2817N german\n4425N german\n2307N german")
    assert t.legal("enter") == {"enter ArKo 2817N", "enter ArKo 4425N"}  # attenuated supply will do
    assert t.refused("enter ArKo 2307N").rule == "14.41a"
    assert t.refused("enter ArKo 2900S").rule == "14.41a"
    t.order("enter ArKo 2817N", "done")
    assert t.where("ArKo") == "2817N"


@pytest.mark.rule("pm", "14.41a")
def test_not_next_to_the_enemy() -> None:
    t = arko("RD2 2917N", control="2817N german\n2705N german")
    assert t.refused("enter ArKo 2817N").rule == "14.41a"
    assert t.legal("enter") == {"enter ArKo 2705N"}


@pytest.mark.rule("pm", "14.41a")
def test_it_stays_for_its_first_couplet() -> None:
    t = arko()
    t.order("enter ArKo 2817N", "done")
    pass_to(t, "movement")
    assert t.refused("move ArKo 2817N-2816N").rule == "14.41a"
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
