"""Chapter 11: Soviet sea movement, the Southern Ports box, invasions of the Crimea."""

from __future__ import annotations

import pytest

from steppe.title import Trouble
from tests.pm.scene import area, on_map, pass_to, scene
from tests.sandbox import Table, first, kinds

PORTS = "area=4"
SOVIET_MOVE, SECOND_MOVE = "II.C.2", "III.C.2"


def fleet(
    units: str, *, step: str = SOVIET_MOVE, control: str = "", dice: tuple[int, ...] = (), state: str = ""
) -> Table:
    return on_map(f"{units}\n1Inf 1912N\nRD99 6010N", step=step, control=control, dice=dice, state=state)


# -- 11.1 who, and how many -------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "11.1")
@pytest.mark.parametrize(
    ("key", "sails"),
    [
        ("TD1", False),
        ("MRD1", False),
        ("1GMRD", False),
        ("TB1", True),
        ("RB1", True),
        ("RD1", True),
        ("CD1", True),
        ("1GRD", True),
    ],
)
def test_who_may_go_by_sea(key: str, sails: bool) -> None:
    t = fleet(f"{key} 2512S")
    if sails:
        t.order(f"sail {key} 2919S")
        assert t.where(key) == "2919S"
    else:
        t.refused(f"sail {key} 2919S", "11.1", f"{key} never goes by sea")
        assert not t.legal("sail")


@pytest.mark.rule("pm", "11.1")
def test_germans_never_sail() -> None:
    t = on_map("1Inf 2512S\nRD99 6010N")
    t.refused("sail 1Inf 2919S", "11.1", "only Soviet units go by sea")
    fleet("RD1 2512S").refused("sail 1Inf 2919S", "11.1", "1Inf is no Soviet unit")


@pytest.mark.rule("pm", "11.1b")
def test_five_units_a_player_turn() -> None:
    t = fleet("\n".join(f"RB{n} 2512S" for n in range(1, 7)))
    t.order(*(f"sail RB{n} 2919S" for n in range(1, 4)), "land RB4 3420S", "land RB5 3420S")
    t.refused("sail RB6 2919S", "11.1b", "5 units have gone by sea this player turn")
    t.refused("embark RB6", "11.1b", "5 units have gone by sea this player turn")


# -- 11.2 procedure ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "11.2a")
def test_from_port_to_port() -> None:
    t = fleet("RD1 2512S\nRD2 2511S\nRD3 4022S")
    assert t.legal("sail") == {"sail RD1 2919S", "sail RD1 4022S", "sail RD3 2512S", "sail RD3 2919S"}
    t.refused("sail RD2 2919S", "11.2a", "RD2 is in no port and not in the Southern Ports box")
    t.refused("sail RD1 3013S", "11.2a", "3013S Kherson is no port in Soviet hands")  # no port of the three
    t.refused("sail RD1 2512S", "11.2a", "RD1 is in 2512S Odessa")


@pytest.mark.rule("pm", "11.2a")
def test_not_to_a_german_port() -> None:
    t = fleet("RD1 2512S", control="2919S german\n4022S german")
    t.refused("sail RD1 2919S", "11.2a", "2919S Sevastopol is no port in Soviet hands")
    assert not t.legal("sail")


@pytest.mark.rule("pm", "11.2a", "11.2b")
def test_it_must_begin_the_phase_in_the_port() -> None:
    """Who has walked into it has moved by land, and then nobody sails any more."""
    t = fleet("RD1 2511S\nRD2 2512S")
    t.order("move RD1 2511S-2512S")
    t.refused("sail RD1 2919S", "11.2b", "all sea movement comes before any movement by land")


@pytest.mark.rule("pm", "11.2b")
def test_all_sea_movement_before_any_land_movement() -> None:
    t = fleet("RD1 2512S\nRD2 5017N")
    t.order("move RD2 5017N-5016N")
    t.refused("sail RD1 2919S", "11.2b", "all sea movement comes before any movement by land")
    assert not t.legal("sail") | t.legal("embark") | t.legal("land")


@pytest.mark.rule("pm", "11.2c")
def test_who_has_sailed_is_done() -> None:
    t = fleet("RD1 2512S\n5Inf 3020S")
    t.order("sail RD1 2919S")
    t.refused("move RD1 2919S-3019S", "11.2c", "RD1 has moved by sea this player turn")
    t.refused("sail RD1 2512S", "11.2c", "RD1 has been at sea this player turn")
    t.order("done")
    t.refused("assault 3020S with RD1", "11.2c", "RD1 has moved by sea and does not attack this turn")


@pytest.mark.rule("pm", "11.2c")
def test_next_turn_it_may_go_on() -> None:
    t = fleet("RD1 2512S")
    t.order("sail RD1 2919S", "done")
    pass_to(t, "movement")
    pass_to(t, "combat")
    pass_to(t, "movement")
    assert t.title.current_step(t.s).name == "III.C.2"
    t.order("sail RD1 2512S")


# -- 11.3 the box -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "11.3a")
def test_arriving_units_may_go_into_the_box() -> None:
    t = on_map("RD180 reserve untried area=5\n1Inf 1912N", turn=3, step="I.D")
    t.order("ports RD", "done")
    assert area(t, "RD180") == "ports"
    other = on_map("RD180 reserve untried area=3\n1Inf 1912N", step="II.rvgk")
    other.order("ports RD", "done")
    assert area(other, "RD180") == "ports"


@pytest.mark.rule("pm", "11.3b")
def test_they_do_not_sail_in_the_first_couplet() -> None:
    t = on_map("RD180 reserve untried area=5\n1Inf 1912N\nRD99 6010N", turn=3, step="I.D")
    t.order("ports RD", "done")
    while t.title.current_step(t.s).name != SOVIET_MOVE:
        pass_to(t, "movement")
        if t.seat == "german":
            t.order("done")
    t.refused("sail RD180 2512S", "11.3b", "RD180 has come into the box this game turn: it sails in couplet 2")
    t.order("done")
    pass_to(t, "movement")
    t.order("done")
    pass_to(t, "movement")
    assert t.title.current_step(t.s).name == SECOND_MOVE
    t.order("sail RD180 2512S")
    assert (t.where("RD180"), area(t, "RD180")) == ("2512S", "nowhere")


@pytest.mark.rule("pm", "11.3c")
def test_there_is_no_limit_in_the_box() -> None:
    units = "\n".join(f"RD{n} reserve untried area=5" for n in range(180, 195))
    t = on_map(f"{units}\n1Inf 1912N", turn=3, step="I.D")
    t.order(*["ports RD"] * 15, "done")
    assert {area(t, f"RD{n}") for n in range(180, 195)} == {"ports"}


@pytest.mark.rule("pm", "11.3d", "11.2a")
def test_the_box_counts_as_a_port() -> None:
    t = fleet(f"RD1 2512S\nRB1 reserve {PORTS}")
    t.order("embark RD1", "sail RB1 2919S")
    assert area(t, "RD1") == "ports"
    assert t.where("RB1") == "2919S"
    t.refused("sail RD1 2919S", "11.2c", "RD1 has been at sea this player turn")


@pytest.mark.rule("pm", "11.3d")
def test_it_is_left_only_by_sea() -> None:
    t = fleet(f"RD1 reserve {PORTS}")
    assert {text.split()[0] for text in t.legal() if "RD1" in text} == {"sail", "land"}
    t.refused("embark RD1", "11.2a", "RD1 is in the box")
    stuck = on_map(f"RD1 reserve {PORTS}\n1Inf 1912N\nRD99 6010N\nRD98 reserve untried area=3", step="II.rvgk")
    stuck.order("bring RD 5017N")
    assert stuck.where("RD98") == "5017N"
    stuck.refused("bring RD 5017N", "8.1d", "no RD is there to enter")


# -- 11.4 invasions ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "11.4a")
def test_where_and_how_often() -> None:
    t = fleet("RD1 2512S\nRD2 2512S\nRD3 2512S")
    assert {"land RD1 2817S", "land RD1 3620S"} <= t.legal("land")
    t.refused("land RD1 3216S", "11.4a", "3216S Perekop does not lie on the coast between 2817S and 3620S")
    t.refused("land RD1 2512S", "11.4a", "2512S Odessa does not lie on the coast between 2817S and 3620S")
    t.order("land RD1 3420S")
    t.refused("land RD2 3620S", "11.4a", "this player turn's invasion is at 3420S Feodosiya")
    t.order("land RD2 3420S")


@pytest.mark.rule("pm", "11.4a")
def test_an_invasion_comes_from_the_sea() -> None:
    inland = scene(f"RD1 reserve {PORTS}\n1Inf 3304N\nRD99 3701N", step=SOVIET_MOVE, hexes="3304N invasion")
    inland.refused("land RD1 3304N", "11.4a", "no sea hex lies off 3304N")


@pytest.mark.rule("pm", "11.4f")
def test_a_full_beach_takes_nobody() -> None:
    t = fleet("RD1 2512S\n" + "\n".join(f"RD{n} 3420S" for n in range(2, 7)))
    t.refused("land RD1 3420S", "11.4f", "3420S Feodosiya is full")


@pytest.mark.rule("pm", "11.4f", "14.39")
def test_who_lands_is_not_asked_whether_to_advance() -> None:
    """90 against 6: the hex is empty, and who fought from the land may follow."""
    t = fleet("RD1 2512S 30-6\nRD5 3419S 30-6\nRD6 3419S 30-6\n5Inf 3420S")
    t.order("land RD1 3420S", "done", "assault 3420S with RD1+RD5+RD6")
    t.refused("advance RD1", "11.4f", "RD1 goes ashore anyway")
    t.order("advance RD5")
    assert (t.where("RD1"), t.where("RD5"), t.where("RD6")) == ("3420S", "3420S", "3419S")


@pytest.mark.rule("pm", "11.2a")
def test_one_by_one_and_from_where_the_phase_began() -> None:
    t = fleet("RD1 2512S\nRD2 2512S\nRD3 2512S moved")
    t.refused("sail RD1+RD2 2919S", "11.2a", "units go by sea one by one")
    t.refused("sail RD3 2919S", "11.2a", "RD3 did not begin the phase in 2512S Odessa")


@pytest.mark.rule("pm", "11.2c")
def test_who_has_come_by_sea_does_not_march() -> None:
    t = fleet("RD1 2512S landed\nRD2 2512S")
    t.refused("move RD1 2512S-2511S", "11.2c", "RD1 has moved by sea this player turn")
    t.order("move RD2 2512S-2511S")


@pytest.mark.rule("pm", "11.4b", "11.4f")
def test_an_empty_coast_is_taken_at_once() -> None:
    t = fleet("RD1 2512S\n5Inf 3419S", control="3420S german")
    t.order("land RD1 3420S")
    assert (t.where("RD1"), t.control("3420S")) == ("3420S", "soviet")
    t.refused("move RD1 3420S-3520S", "11.2c", "RD1 has moved by sea this player turn")
    t.order("done")
    t.refused("assault 3419S with RD1", "11.2c", "RD1 has moved by sea and does not attack this turn")


@pytest.mark.rule("pm", "11.4c", "14.5")
def test_an_enemy_coast_must_be_fought_for_first() -> None:
    t = fleet("RD1 2512S\nRD2 2512S\n5Inf 3420S\nRD3 5017N\n6Inf 5016N")
    t.order("land RD1 3420S", "land RD2 3420S")
    assert t.title.board.terrain[t.s.hex[t.unit("RD1")]] == "sea"
    t.order("done")
    t.refused("done", "11.4c", "the invasion of 3420S Feodosiya must be fought")
    t.refused("assault 5016N with RD3", "14.5", "the invasion of 3420S Feodosiya is fought before all others")


@pytest.mark.rule("pm", "11.4c", "11.4f")
def test_invaders_that_fail_are_eliminated() -> None:
    """18 against 6, a column to the left: 2:1, die 3: 1/1, which the German pays with a step."""
    t = fleet("RD1 2512S 6-6\nRD2 2512S 6-6\nRD3 2512S 6-6\n5Inf 3420S", dice=(3,))
    t.order("land RD1 3420S", "land RD2 3420S", "land RD3 3420S", "done")
    assert [(s.rule, s.columns) for s in t.sheet("assault 3420S with RD1+RD2+RD3").shifts] == [("11.4c", -1)]
    t.order("assault 3420S with RD1+RD2+RD3", "defend stand", "loss RD1")
    assert (t.where("5Inf"), t.steps("5Inf")) == ("3420S", 1)
    assert [t.where(f"RD{n}") for n in (1, 2, 3)] == ["dead"] * 3


@pytest.mark.rule("pm", "11.4c", "11.4f")
def test_a_retreat_lets_them_ashore() -> None:
    """The same battle, and the German goes: the two invaders that are left have the hex, and have done enough."""
    t = fleet("RD1 2512S 6-6\nRD2 2512S 6-6\nRD3 2512S 6-6\n5Inf 3420S\n6Inf 3418S", dice=(3,))
    t.order("land RD1 3420S", "land RD2 3420S", "land RD3 3420S", "done", "assault 3420S with RD1+RD2+RD3")
    t.order("defend retreat")
    t.order(sorted(t.legal("retreat"))[0], "loss RD1")
    assert t.where("5Inf") != "3420S"
    assert [t.where(f"RD{n}") for n in (1, 2, 3)] == ["dead", "3420S", "3420S"]
    assert t.control("3420S") == "soviet"


INVADED = "RB1 reserve area=4 2-2\nRB2 reserve area=4 2-2\n5Inf 3420S"


@pytest.mark.rule("pm", "11.4c", "14.4a")
def test_all_invaders_attack_together() -> None:
    """One alone would leave the other at sea with nothing to attack and no way to end the phase."""
    t = fleet(INVADED)
    t.order("land RB1 3420S", "land RB2 3420S", "done")
    why = "the invaders of 3420S Feodosiya attack together: RB2 must join"
    assert t.refused("assault 3420S with RB1", "11.4c", why).trouble == Trouble.DUTY
    assert t.legal("assault") == {"assault 3420S with RB1+RB2"}
    t.s.wanted.append("1/1")
    t.order("assault 3420S with RB1+RB2", "defend stand")
    assert [t.where(key) for key in ("RB1", "RB2", "5Inf")] == ["dead", "dead", "3420S"]
    t.order("done")


@pytest.mark.rule("pm", "11.4c")
def test_nobody_attacks_an_invaded_coast_before_its_invaders() -> None:
    t = fleet(f"{INVADED}\nRD3 3419S 6-6\nRD4 3419S 6-6")
    t.order("land RB1 3420S", "land RB2 3420S", "done")
    why = "the invaders of 3420S Feodosiya attack together: RB1, RB2 must join"
    assert t.refused("assault 3420S with RD3+RD4", "11.4c", why).trouble == Trouble.DUTY
    assert {text for text in t.legal("assault") if "RB1" not in text or "RB2" not in text} == set()
    t.s.wanted.append("0/E")
    t.order("assault 3420S with RB1+RB2+RD3", "advance RD3")
    assert [t.where(key) for key in ("RB1", "RB2", "RD3")] == ["3420S"] * 3
    t.order("done")


@pytest.mark.rule("pm", "11.4f", "6.2a", "6.2b")
def test_a_mobile_assault_may_clear_their_coast() -> None:
    """They land at once; the phase may not end with too many in the hex, but until then some can go on."""
    tanks = "\n".join(f"TD{n} 3419S 9-9 move=20" for n in range(1, 6))
    t = fleet(f"{INVADED}\n{tanks}")
    t.order("land RB1 3420S", "land RB2 3420S")
    t.s.wanted.append("0/E")
    t.order("mobile 3420S with TD1+TD2+TD3+TD4+TD5")
    assert [t.where(key) for key in ("RB1", "RB2", "TD1")] == ["3420S"] * 3
    t.refused("move RB1 3420S-3419S", "11.2c", "RB1 has moved by sea this player turn")
    t.order("move TD1 3420S-3419S", "done")
    assert (t.seat, t.prompt.decision) == ("german", "overstack")
    t.order("remove RB2")
    assert (t.seat, t.prompt.decision) == ("soviet", "combat")
    assert t.legal("done")


@pytest.mark.rule("pm", "11.4d")
def test_they_are_supplied_on_the_turn_of_their_landing() -> None:
    t = fleet("RD1 2512S\n5Inf 3320S\n6Inf 3419S\n7Inf 3520S")
    t.order("land RD1 3420S")
    assert t.in_supply("RD1")


@pytest.mark.rule("pm", "11.4e")
def test_there_is_no_way_back_from_a_beach() -> None:
    t = fleet("RD1 3420S")
    t.refused("sail RD1 2919S", "11.4e", "RD1 is in no port and not in the Southern Ports box")
    t.refused("embark RD1", "11.4e", "RD1 is in no port and not in the Southern Ports box")


@pytest.mark.rule("pm", "11.4a", "11.1b")
def test_sevastopol_itself_is_a_port_and_a_beach() -> None:
    t = fleet("RD1 2512S\n5Inf 2919S")
    t.refused("sail RD1 2919S", "11.2a", "2919S Sevastopol is no port in Soviet hands")
    t.order("land RD1 2919S")
    assert t.s.invaded == t.hex("2919S")


@pytest.mark.rule("pm", "0.1")
def test_no_sea_movement_in_the_learning_game() -> None:
    t = on_map("RD1 2512S\n1Inf 1912N", step=SOVIET_MOVE, options="learning = true")
    t.refused("sail RD1 2919S", "0.1", "there is no sea movement in the learning game")
    assert not t.legal("sail") | t.legal("embark") | t.legal("land")


def test_the_landing_is_told() -> None:
    t = fleet("RD1 2512S")
    log = t.order("land RD1 3420S")
    assert "entered" in kinds(log)
    assert first(log, "invasion").facts["hex"] == t.hex("3420S")
