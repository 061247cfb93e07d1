"""11.28 to 11.40: resolution, losses, retreats, advances, the DR conversion, cavalry raids, satellites."""

from __future__ import annotations

import pytest

from steppe.assault.state import Flag
from tests.lwe.battlefield import AROUND, GERMAN_MOVEMENT, SOVIET_COMBAT, battlefield, column, defence, fight, shifts
from tests.lwe.scene import on_map
from tests.sandbox import Table, first, kinds

ASSAULT = "assault 0505 with A"
A = "A german infantry XX 3-3/2-2 0405"
R = "R soviet rifle XX 1-1 0505"


BARRED = "0506 lake"
"""Leaves 0605 and 0606 to those who retreat from 0505 before A."""


def full(label: str, points: int = 6, key: str = "F") -> str:
    """So many Soviet divisions in a hex."""
    return "; ".join(f"{key}{label}x{i} soviet rifle XX 1-1 {label}" for i in range(points))


# -- 11.28, 11.29: resolution ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.28")
def test_the_die_is_read_in_the_final_column() -> None:
    t = battlefield("A german infantry XX 6-3/2-2 0405; R soviet rifle XX 1-1 0505")
    assert column(t, ASSAULT) == "6:1"
    log = t.order(ASSAULT, dice=(5,))
    assert first(log, "result").facts["result"] == "DE"
    assert t.where("R") == "dead"


@pytest.mark.rule("lwe", "11.28")
def test_shifts_come_before_the_end_of_the_table() -> None:
    t = battlefield("A german infantry XX 20-3/2-2 0405; R soviet rifle XX 1-1 0505", hexes="0505 hills")
    assert column(t, ASSAULT) == "18:1"
    log = t.order(ASSAULT)
    assert "rolled" not in kinds(log)
    assert first(log, "result").facts["result"] == "DE"


@pytest.mark.rule("lwe", "11.28")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_die_of_a_column(die: int) -> None:
    t = battlefield(f"{A}; {R}; S soviet rifle XX 1-1 0505")
    expected = t.title.results_table.rows[0][die - 1]  # 1:1
    log = t.order(ASSAULT, dice=(die,))
    assert first(log, "rolled").facts["die"] == die
    assert first(log, "result").facts["result"] == expected


@pytest.mark.rule("lwe", "11.29")
def test_the_defender_loses_before_the_attacker() -> None:
    t = battlefield(
        f"{A}; B german infantry XX 3-3/2-2 0405; {R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-1 0505"
    )
    log = fight(t, "assault 0505 with A+B", "BB")
    assert [t.where(key) for key in ("R", "S", "T1")] == ["dead"] * 3
    assert (t.steps("A"), t.steps("B")) == (2, 2)
    assert (t.seat, t.prompt.decision) == ("german", "loss")
    assert kinds(log).count("eliminated") == 3
    t.order("loss A", "loss B")
    t.order("loss A")
    assert (t.where("A"), t.steps("B")) == ("dead", 1)
    assert t.prompt.decision == "advance"


@pytest.mark.rule("lwe", "11.29")
def test_no_result_is_carried_over() -> None:
    """The attackers have fewer steps than the defenders lost; the next battle owes nothing."""
    t = battlefield(
        f"G german infantry XX 9-1 0405; {A.replace('0405', '0404')}; {R}; S soviet rifle XX 1-1 0505; 126RD 0403"
    )
    fight(t, "assault 0505 with G", "BB")
    assert t.where("G") == "dead"
    assert t.prompt.decision == "combat"
    fight(t, "assault 0403 with A", "AS")
    assert t.steps("A") == 2
    fight_again = battlefield(f"{A}; {R}")
    fight(fight_again, ASSAULT, "AS")
    assert fight_again.steps("A") == 2


# -- 11.30, 11.31: AS and AL1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.30")
def test_a_stalled_prepared_assault_changes_nothing() -> None:
    t = battlefield(f"{A}; {R}")
    log = fight(t, ASSAULT, "AS")
    assert not {"reduced", "eliminated", "retreated", "advanced"} & set(kinds(log))
    assert (t.where("A"), t.steps("A"), t.where("R")) == ("0405", 2, "0505")


@pytest.mark.rule("lwe", "11.30")
@pytest.mark.parametrize("result", ["AS", "AL1"])
def test_a_failed_mobile_assault_ends_the_move_in_the_launch_hex(result: str) -> None:
    t = battlefield(f"7Pz 0305; {R}", step=GERMAN_MOVEMENT)
    t.order("move 7Pz 0305-0405")
    fight(t, "mobile 0505 with 7Pz", result)
    assert t.where("7Pz") == "0405"
    assert t.where("R") == "0505"
    assert t.has("7Pz", Flag.HALTED)
    assert not any("7Pz" in text for text in t.legal("move") | t.legal("mobile"))
    t.refused("move 7Pz 0405-0305", "9.27", "7Pz may not move on: its mobile assault did not clear the hex")


@pytest.mark.rule("lwe", "11.31")
def test_the_attacker_chooses_who_loses_a_step() -> None:
    for choice, other in (("7Pz", "A"), ("A", "7Pz")):
        t = battlefield(f"7Pz 0405; {A}; B german infantry XX 3-3/2-2 0405; {R}")
        fight(t, "assault 0505 with 7Pz+A", "AL1")
        assert t.legal() == {"loss 7Pz", "loss A"}
        t.refused(
            "loss B", "11.31", "the step must come from a unit of this battle that may lose it"
        )  # not in this battle
        t.refused("loss R", "11.31", "the step must come from a unit of this battle that may lose it")
        t.order(f"loss {choice}")
        assert (t.steps(choice), t.steps(other), t.steps("R")) == (1, 2, 1)
        assert (t.where("A"), t.where("R")) == ("0405", "0505")
        assert t.prompt.decision == "combat"


@pytest.mark.rule("lwe", "11.31b")
def test_in_a_mobile_assault_a_leader_pays() -> None:
    units = f"7Pz 0405; 3Mot 0405; 10Mot 0405; {R}"
    t = battlefield(units, step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz+3Mot+10Mot", "AL1")
    assert (t.steps("7Pz"), t.steps("3Mot"), t.steps("10Mot")) == (1, 2, 2)
    t = battlefield(f"SSR 0405; {units}", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz+3Mot+SSR", "AL1")
    assert t.legal() == {"loss 7Pz", "loss SSR"}
    t.refused("loss 3Mot", "11.31b", "the step must come from a unit of this battle that may lose it")


@pytest.mark.rule("lwe", "11.31b")
def test_in_a_prepared_assault_and_in_a_bloodbath_anybody_pays() -> None:
    units = f"7Pz 0405; 3Mot 0405; {R}"
    prepared = battlefield(units)
    fight(prepared, "assault 0505 with 7Pz+3Mot", "AL1")
    assert prepared.legal() == {"loss 7Pz", "loss 3Mot"}
    bloody = battlefield(units, step=GERMAN_MOVEMENT)
    fight(bloody, "mobile 0505 with 7Pz+3Mot", "BB")
    assert bloody.legal() == {"loss 7Pz", "loss 3Mot"}


# -- 11.32, 11.33: retreats --------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.32a")
def test_nobody_retreats_next_to_the_attackers_or_into_enemies() -> None:
    t = battlefield(f"{A}; B german infantry XX 3-3/2-2 0606; {R}", hexes="0605 hills")
    fight(t, ASSAULT, "DR")
    assert t.seat == "soviet"
    assert t.legal() == {"retreat 0605"}  # B took no part, so that its neighbourhood is open
    t.refused("retreat 0606", "11.32a", "enemy units are in 0606")
    for label in ("0504", "0406"):
        t.refused(f"retreat {label}", "11.32a", f"{label} is next to the attackers")
    t.refused("retreat 0707", "11.32a", "a retreat goes to an adjacent hex")
    t.order("retreat 0605")
    assert t.where("R") == "0605"


@pytest.mark.rule("lwe", "11.32a")
def test_with_nowhere_to_go_the_defenders_fall() -> None:
    units = f"A german infantry XX 3-3/2-2 0405; B german infantry XX 3-3/2-2 0606; {R}; G soviet rifle XX 2-2/1-1 0505"
    t = battlefield(units)
    log = fight(t, "assault 0505 with A+B", "DR")
    assert "cannot retreat" in kinds(log)
    assert (t.where("R"), t.where("G"), t.steps("G")) == ("dead", "0505", 1)
    one_side = battlefield(units)
    fight(one_side, "assault 0505 with A", "DR")
    assert one_side.prompt.decision == "retreat"


@pytest.mark.rule("lwe", "11.32a")
def test_in_a_mobile_assault_the_launch_hex_counts() -> None:
    t = battlefield(f"7Pz 0405; {R}", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz", "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}
    for label in ("0504", "0406"):
        t.refused(f"retreat {label}", "11.32a", f"{label} is next to the attackers")
    t.refused("retreat 0405", "11.32a", "the assault came from 0405")
    t.order("retreat 0606")
    assert t.where("7Pz") == "0505"


@pytest.mark.rule("lwe", "11.32b")
def test_retreats_go_towards_supply() -> None:
    t = battlefield(f"A german infantry XX 3-3/2-2 0504; {R}")
    fight(t, ASSAULT, "DR")
    assert t.legal() == {"retreat 0606"}
    for label in ("0506", "0406"):
        t.refused(f"retreat {label}", "11.32b", f"0606 comes before {label}")


@pytest.mark.rule("lwe", "11.32b")
def test_among_equals_the_owner_chooses() -> None:
    t = battlefield(f"{A}; {R}")
    fight(t, ASSAULT, "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}


@pytest.mark.rule("lwe", "11.32b")
def test_only_working_sources_draw_a_retreat() -> None:
    """The eastern edge has fallen but for its southern end."""
    t = battlefield(f"{A}; {R}", hexes="0901..0908 german")
    fight(t, ASSAULT, "DR")
    assert t.legal() == {"retreat 0606", "retreat 0506"}  # five hexes from 0909, 0605 is six
    t.refused("retreat 0605", "11.32b", "0606 and 0506 come before 0605")
    german = battlefield("G german infantry XX 1-1 0505; R soviet rifle XX 9-1 0605", step=SOVIET_COMBAT)
    fight(german, "assault 0505 with R", "DR")
    assert german.legal() == {"retreat 0405", "retreat 0406"}


@pytest.mark.rule("lwe", "11.32c")
def test_a_zone_falls_and_the_others_retreat() -> None:
    t = battlefield(f"{A}; FZMinsk 0505; {R}; S soviet rifle XX 1-1 0505")
    fight(t, ASSAULT, "DR")
    assert t.where("FZMinsk") == "dead"
    t.order("retreat 0605")
    assert (t.where("R"), t.where("S")) == ("0605", "0605")
    assert t.prompt.decision == "advance"


@pytest.mark.rule("lwe", "11.32c")
def test_a_zone_alone_falls_on_a_retreat() -> None:
    t = battlefield(f"{A}; FZMinsk 0505")
    fight(t, ASSAULT, "DR")
    assert t.where("FZMinsk") == "dead"
    assert t.legal() == {"stay", "advance A"}


@pytest.mark.rule("lwe", "11.32c")
def test_the_naval_unit_never_retreats() -> None:
    t = battlefield(f"{A}; Nvl 0505; {R}")
    fight(t, ASSAULT, "DR")
    assert t.where("Nvl") == "dead"
    assert t.prompt.decision == "retreat"


def odessa(units: str = "", control: str = "") -> Table:
    """The ICA in Odessa, attacked from 2041."""
    lines = f"7Pz 2041\nICA 2141\n{units}"
    held = "1733..2041 german\n2141 soviet\n" + control
    return on_map(lines, step="II.D", control=held, state="directive = 0\nair_used_german = 1")


BLACK_SEA_PORTS = ("2548", "3049", "3448", "3651")


@pytest.mark.rule("lwe", "11.32d")
def test_the_ica_leaves_by_sea() -> None:
    t = odessa()
    fight(t, "assault 2141 with 7Pz", "DR")
    assert (t.seat, t.prompt.decision, t.prompt.rule) == ("soviet", "sea retreat", "11.32d")
    assert t.legal() == {f"retreat {label}" for label in BLACK_SEA_PORTS}
    t.refused(
        "retreat 3844", "11.32d", "it goes to another Soviet port of this sea with room for it"
    )  # the Sea of Azov
    t.refused("retreat 2140", "11.32d", "it goes to another Soviet port of this sea with room for it")
    t.order("retreat 3049")
    assert (t.where("ICA"), t.steps("ICA")) == ("3049", 2)
    assert t.legal() == {"stay", "advance 7Pz"}


@pytest.mark.rule("lwe", "11.32d")
def test_ports_in_enemy_hands_or_full_take_nobody() -> None:
    lost = "\n".join(f"{label} german" for label in BLACK_SEA_PORTS[1:])
    t = odessa(control=lost)
    fight(t, "assault 2141 with 7Pz", "DR")
    assert t.legal() == {"retreat 2548"}
    crowd = "\n".join(f"F{i} soviet rifle XX 1-1 move=4 2548" for i in range(4))
    t = odessa(crowd, lost)
    log = fight(t, "assault 2141 with 7Pz", "DR")
    assert "cannot retreat" in kinds(log)
    assert (t.where("ICA"), t.steps("ICA")) == ("2141", 1)
    assert t.prompt.decision == "combat"
    room = "\n".join(f"F{i} soviet rifle XX 1-1 move=4 2548" for i in range(3))
    t = odessa(room, lost)
    fight(t, "assault 2141 with 7Pz", "DR")
    assert t.legal() == {"retreat 2548"}


@pytest.mark.rule("lwe", "11.32d")
def test_a_reduced_ica_without_a_port_dies_and_its_companions_go_by_land() -> None:
    lost = "\n".join(f"{label} german" for label in BLACK_SEA_PORTS)
    t = on_map(
        "7Pz 2041\nICA 2141 reduced\n126RD 2141",
        step="II.D",
        control=f"1733..2041 german\n2141 soviet\n{lost}",
        state="directive = 0\nair_used_german = 1",
    )
    fight(t, "assault 2141 with 7Pz", "DR")
    assert t.where("ICA") == "dead"
    assert t.prompt.decision == "retreat"
    t.order(sorted(t.legal())[0])
    assert t.where("126RD") not in ("2141", "dead")


@pytest.mark.rule("lwe", "11.33a")
def test_a_retreat_costs_nothing_but_keeps_to_what_can_be_entered() -> None:
    costly = battlefield(
        "A german infantry XX 3-3/2-2 0405; R soviet rifle XX 1-1 move=1 0505", hexes="0605,0606 marsh", weather="M"
    )
    fight(costly, ASSAULT, "DR")
    assert costly.legal() == {"retreat 0605", "retreat 0606"}
    for kind, why in (
        ("sea", "a sea hexside lies before 0605"),
        ("lake", "a lake hexside lies before 0605"),
        ("sivash", "nobody retreats across the straits to 0605"),
    ):
        t = battlefield(f"{A}; {R}", sides=f"0505-0605 {kind}")
        fight(t, ASSAULT, "DR")
        assert t.legal() == {"retreat 0606"}
        t.refused("retreat 0605", "11.33a", why)
    t = battlefield(f"{A}; {R}", hexes="0605 lake")
    fight(t, ASSAULT, "DR")
    t.refused("retreat 0605", "11.33a", "0605 is lake")


@pytest.mark.rule("lwe", "11.33a")
def test_where_there_is_no_room_the_whole_force_falls() -> None:
    t = battlefield(f"{A}; {R}; {full('0605')}; {full('0606')}", hexes=BARRED)
    log = fight(t, ASSAULT, "DR")
    assert "cannot retreat" in kinds(log)
    assert t.where("R") == "dead"
    assert t.prompt.decision == "advance"


@pytest.mark.rule("lwe", "11.33a")
def test_a_full_hex_is_passed_over() -> None:
    t = battlefield(f"{A}; {R}; {full('0605')}")
    fight(t, ASSAULT, "DR")
    assert t.legal() == {"retreat 0606"}
    t.refused("retreat 0605", "11.33c", "0605 would be overstacked")


@pytest.mark.rule("lwe", "11.33c")
def test_a_stack_that_fits_stays_together() -> None:
    three = f"{R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-1 0505"
    t = battlefield(f"{A}; {three}; {full('0605', 3)}; {full('0606', 6)}", hexes=BARRED)
    fight(t, ASSAULT, "DR")
    assert t.legal() == {"retreat 0605"}
    t.refused("retreat R 0605", "11.33c", "a stack splits only as far as stacking demands")
    t.refused("retreat R+S 0605", "11.33c", "a stack splits only as far as stacking demands")
    t.order("retreat 0605")
    assert {t.where(key) for key in ("R", "S", "T1")} == {"0605"}


@pytest.mark.rule("lwe", "11.33c")
def test_a_stack_splits_where_stacking_demands_it() -> None:
    four = f"{R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-1 0505; U soviet rifle XX 1-1 0505"
    t = battlefield(f"{A}; {four}; {full('0605', 4)}; {full('0606', 4)}", hexes=BARRED)
    fight(t, ASSAULT, "DR")
    t.refused(
        "retreat R 0605", "11.33c", "a stack splits only as far as stacking demands"
    )  # less than there is room for
    t.refused("retreat R+S+T1 0605", "11.33c", "a stack splits only as far as stacking demands")
    t.order("retreat R+S 0605")
    assert t.legal() == {"retreat 0606"}
    t.order("retreat 0606")
    assert [t.where(key) for key in ("R", "S", "T1", "U")] == ["0605", "0605", "0606", "0606"]


@pytest.mark.rule("lwe", "11.33b")
def test_all_retreat_or_none() -> None:
    four = f"{R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-1 0505; U soviet rifle XX 1-1 0505"
    t = battlefield(f"{A}; {four}; {full('0605', 3)}; {full('0606', 6)}", hexes=BARRED)
    log = fight(t, ASSAULT, "DR")
    assert first(log, "cannot retreat").facts["rule"] == "11.33b"
    assert {t.where(key) for key in ("R", "S", "T1", "U")} == {"dead"}
    t = battlefield(f"{A}; {four}; {full('0605', 3)}; {full('0606', 5)}", hexes=BARRED)
    fight(t, ASSAULT, "DR")
    t.order("retreat R+S+T1 0605", "retreat 0606")
    assert t.where("U") == "0606"


@pytest.mark.rule("lwe", "11.33b")
@pytest.mark.parametrize(("north", "south", "possible"), [(2, 4, False), (3, 3, True), (5, 1, False), (3, 2, False)])
def test_corps_need_three_places_together(north: int, south: int, possible: bool) -> None:
    """Two corps leave 0505; so many places are free in the two hexes behind them."""
    corps = "C1 soviet rifle XXX 3-3 0505; C2 soviet rifle XXX 3-3 0505"
    t = battlefield(f"{A}; {corps}; {full('0605', 6 - north)}; {full('0606', 6 - south)}", hexes=BARRED)
    log = fight(t, ASSAULT, "DR")
    assert ("cannot retreat" not in kinds(log)) == possible
    if possible:
        t.order("retreat C1 0606", "retreat 0605")
        assert (t.where("C1"), t.where("C2")) == ("0606", "0605")
    else:
        assert {t.where("C1"), t.where("C2")} == {"dead"}


@pytest.mark.rule("lwe", "11.33b")
def test_places_in_different_hexes_do_not_make_room_for_a_corps() -> None:
    """Three, two and one places are free: six in all, but only one corps finds room."""
    corps = "C1 soviet rifle XXX 3-3 0505; C2 soviet rifle XXX 3-3 0505"
    t = battlefield(f"{A}; {corps}; {full('0605', 3)}; {full('0606', 4)}; {full('0506', 5)}")
    assert "cannot retreat" in kinds(fight(t, ASSAULT, "DR"))
    assert {t.where("C1"), t.where("C2")} == {"dead"}


@pytest.mark.rule("lwe", "11.33b", "11.33c")
def test_no_part_goes_where_it_leaves_the_rest_without_room() -> None:
    """A corps and three divisions with room for four and for two: the corps must take the larger place."""
    force = f"C1 soviet rifle XXX 3-3 0505; {R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-1 0505"
    t = battlefield(f"{A}; {force}; {full('0605', 2)}; {full('0606', 4)}", hexes=BARRED)
    fight(t, ASSAULT, "DR")
    assert t.legal() == {f"retreat C1+{key} 0605" for key in ("R", "S", "T1")} | {
        f"retreat {pair} 0606" for pair in ("R+S", "R+T1", "S+T1")
    }
    t.refused("retreat R+S+T1 0605", "11.33c", "a stack splits only as far as stacking demands")
    t.order("retreat R+S 0606")
    t.order(next(iter(t.legal())))
    assert {t.where("C1"), t.where("T1")} == {"0605"}


@pytest.mark.rule("lwe", "11.33Bx")
def test_retreated_units_defend_where_they_have_come() -> None:
    units = f"{A}; B german infantry XX 9-3/2-2 0604; {R}; S soviet rifle XX 1-1 0505; T1 soviet rifle XX 1-2 0605"
    t = battlefield(f"{units}; {full('0606')}")
    fight(t, ASSAULT, "DR")
    t.order("retreat 0605", "stay")
    assert defence(t, "assault 0605 with B") == 2 + 2
    fight(t, "assault 0605 with B", "DE")
    assert {t.where(key) for key in ("R", "S", "T1")} == {"dead"}


# -- 11.34, 11.35: DE and BB -------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.34")
def test_the_weak_die_and_the_strong_are_reduced() -> None:
    units = f"{A}; {R}; G1RD 0505; G2RD 0505 reduced"
    t = battlefield(units)
    fight(t, ASSAULT, "DE")
    assert (t.where("R"), t.where("G2RD")) == ("dead", "dead")
    assert (t.where("G1RD"), t.steps("G1RD")) == ("0505", 1)
    assert t.prompt.decision == "combat"  # the hex is not empty: no advance
    assert t.steps("A") == 2


@pytest.mark.rule("lwe", "11.34")
def test_a_full_ica_is_reduced_and_stays() -> None:
    t = odessa()
    fight(t, "assault 2141 with 7Pz", "DE")
    assert (t.where("ICA"), t.steps("ICA")) == ("2141", 1)


@pytest.mark.rule("lwe", "11.34")
def test_a_mobile_assault_goes_on_into_the_empty_hex() -> None:
    t = battlefield(f"7Pz 0405; {R}", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz", "DE")
    assert t.where("7Pz") == "0505"
    assert "move 7Pz 0505-0605" in t.legal()
    held = battlefield("7Pz 0405; G1RD 0505", step=GERMAN_MOVEMENT)
    fight(held, "mobile 0505 with 7Pz", "DE")
    assert (held.where("7Pz"), held.steps("G1RD")) == ("0405", 1)


@pytest.mark.rule("lwe", "11.34b")
@pytest.mark.parametrize(("result", "whole"), [("DE", False), ("BB", False), ("AS", True), ("AL1", True)])
def test_eliminations_wreck_fortified_lines(result: str, whole: bool) -> None:
    t = battlefield(f"{A}; B german infantry XX 3-3/2-2 0405; {R}", hexes="0505 fort")
    fight(t, "assault 0505 with A+B", result)
    if t.prompt.decision == "loss":
        t.order("loss A")
    if t.prompt.decision == "advance":
        t.order("stay")
    assert t.title.forts.is_fortified(t.s, t.hex("0505")) == whole


@pytest.mark.rule("lwe", "11.34b")
def test_perekop_is_wrecked_without_an_advance_and_over_the_heads_of_survivors() -> None:
    for defender in ("126RD 2845", "G1RD 2845"):
        t = on_map(f"7Pz 2744\n{defender}", step="II.D", control="1030..2744 german", state="directive = 0")
        fight(t, "assault 2845 with 7Pz", "BB")
        if t.prompt.decision == "advance":
            t.order("stay")
        assert not t.title.forts.is_fortified(t.s, t.hex("2845"))
        assert t.control("2845") == "soviet"


@pytest.mark.rule("lwe", "11.35")
def test_in_a_bloodbath_the_attacker_loses_as_many_steps() -> None:
    units = (
        f"{A}; B german infantry XX 3-3/2-2 0405; C german infantry XX 3-3/2-2 0405; {R}; S soviet rifle XX 1-1 0505"
    )
    t = battlefield(f"{units}; G1RD 0505; G2RD 0505")
    fight(t, "assault 0505 with A+B+C", "BB")
    assert (t.steps("G1RD"), t.steps("G2RD"), t.where("R"), t.where("S")) == (1, 1, "dead", "dead")
    t.order("loss A", "loss B", "loss C")
    assert t.prompt.decision == "loss"
    t.order("loss C")
    assert (t.steps("A"), t.steps("B"), t.where("C")) == (1, 1, "dead")
    assert t.prompt.decision == "combat"


@pytest.mark.rule("lwe", "11.35")
def test_a_bloodbath_that_clears_the_hex_lets_the_survivors_in() -> None:
    t = battlefield(f"{A}; {R}")
    fight(t, ASSAULT, "BB")
    assert (t.steps("A"), t.where("R")) == (1, "dead")
    t.order("advance A")
    assert t.where("A") == "0505"
    mobile = battlefield(f"7Pz 0405; {R}", step=GERMAN_MOVEMENT)
    fight(mobile, "mobile 0505 with 7Pz", "BB")
    assert (mobile.where("7Pz"), mobile.steps("7Pz")) == ("0505", 1)
    assert "move 7Pz 0505-0605" in mobile.legal()


# -- 11.36: advances ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.36")
def test_up_to_six_divisions_advance_at_once() -> None:
    around = "; ".join(f"A{d} german infantry XX 2-3 {AROUND[d]}" for d in range(6))
    t = battlefield(f"{around}; B german infantry XX 1-1 0405; {R}")
    everybody = "+".join([*(f"A{d}" for d in range(6)), "B"])
    fight(t, f"assault 0505 with {everybody}", "DE")
    t.refused(f"advance {everybody}", "11.36", "more units than may stack in the hex")
    assert {"stay", "advance A0", "advance A0+A1"} <= t.legal()
    t.order("advance A0+A1+A2+A3+A4+A5")
    assert {t.where(f"A{d}") for d in range(6)} == {"0505"}
    assert t.control("0505") == "german"
    assert t.prompt.decision == "combat"


@pytest.mark.rule("lwe", "11.36")
def test_an_advance_costs_no_movement_and_follows_a_retreat() -> None:
    t = battlefield("A german infantry XX 3-3 move=1 0405; " + R, hexes="0505 marsh", weather="M")
    fight(t, ASSAULT, "DR")
    t.order("retreat 0605", "advance A")
    assert t.where("A") == "0505"


@pytest.mark.rule("lwe", "11.36")
def test_nations_do_not_mix_by_advancing() -> None:
    units = f"{A}; B german infantry XX 3-3/2-2 nation=romanian 0504; {R}"
    t = battlefield(units)
    fight(t, "assault 0505 with A+B", "DE")
    assert t.legal() == {"stay", "advance A", "advance B"}
    t.refused("advance A+B", "6.3a", "units of different nations may not stack in 0505")


@pytest.mark.rule("lwe", "11.36")
def test_static_units_do_not_advance() -> None:
    t = battlefield("G german infantry XX 1-1 0405; FZMinsk 0505; R soviet rifle XX 3-3 0505", step=SOVIET_COMBAT)
    fight(t, "assault 0405 with FZMinsk+R", "DE")
    assert t.legal() == {"stay", "advance R"}
    t.refused("advance FZMinsk", "11.36", "FZMinsk cannot move into the hex")


@pytest.mark.rule("lwe", "11.36b")
def test_an_advance_is_a_choice_made_at_once_by_the_attackers() -> None:
    t = battlefield(f"{A}; B german infantry XX 3-3/2-2 0405; {R}; 126RD 0406")
    fight(t, ASSAULT, "DE")
    assert t.legal() == {"stay", "advance A"}
    t.refused("advance B", "11.36", "only units that attacked in this battle advance")
    t.refused("assault 0406 with B", "11.36", "'assault' cannot be ordered now...")
    t.order("stay")
    assert t.where("A") == "0405"
    t.refused("advance A", "11.36", "'advance' cannot be ordered now...")
    fight(t, "assault 0406 with B", "AS")
    t.refused("advance A", "11.36", "'advance' cannot be ordered now...")


@pytest.mark.rule("lwe", "11.36b")
def test_victorious_defenders_stay() -> None:
    t = battlefield(f"G german infantry XX 1-1 0405; {R}")
    log = fight(t, "assault 0505 with G", "AL1")
    assert t.where("G") == "dead"
    assert "advanced" not in kinds(log)
    assert (t.seat, t.prompt.decision) == ("german", "combat")


# -- 11.37, 11.40: satellites ------------------------------------------------------------------------------------------

ROMANIAN = "Ro german infantry XX 3-3 nation=romanian 0504"
ITALIAN = "It german infantry XX 3-3 nation=italian 0605"


@pytest.mark.rule("lwe", "11.37")
def test_one_satellite_nation_a_battle() -> None:
    t = battlefield(f"{A}; {ROMANIAN}; {ITALIAN}; {R}")
    for text in ("assault 0505 with Ro+It", "assault 0505 with A+Ro+It"):
        t.refused(text, "11.37", "italian and romanian units may not attack together")
        assert text not in t.legal()
    assert {"assault 0505 with A+Ro", "assault 0505 with A+It"} <= t.legal()


@pytest.mark.rule("lwe", "11.37")
def test_a_mixed_force_gains_one_column_by_surrounding() -> None:
    t = battlefield(
        f"{ROMANIAN}; B german infantry XX 3-3 0506; C german infantry XX 3-3 0605; D german infantry XX 3-3 0406; {R}"
    )
    assert shifts(t, "assault 0505 with Ro+B") == {"11.27b": 1}
    assert shifts(t, "assault 0505 with C+D") == {"11.27b": 2}


@pytest.mark.rule("lwe", "11.40")
@pytest.mark.parametrize("nation", ["romanian", "hungarian", "italian"])
def test_no_satellite_attacks_north_of_the_sector_line(nation: str) -> None:
    units = f"{A}; Sat german infantry XX 3-3 nation={nation} 0405; {R}; 126RD 0406"
    t = battlefield(units, hexes="0505 north\n0406 south")
    t.refused("assault 0505 with Sat", "11.40", "Sat may not attack north of the sector line")
    t.refused("assault 0505 with A+Sat", "11.40", "Sat may not attack north of the sector line")
    assert "assault 0505 with A" in t.legal()
    assert "assault 0406 with Sat" in t.legal()
    assert not any("Sat" in text for text in t.legal("assault") if text.startswith("assault 0505"))


# -- 11.38: the German conversion --------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.38")
def test_germans_may_hold_for_a_step() -> None:
    t = battlefield(f"7Pz 0405; {A}; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT)
    fight(t, "assault 0405 with R", "DR")
    assert (t.seat, t.prompt.decision) == ("german", "conversion")
    assert t.legal() == {"convert DR", "convert DL1"}
    t.refused("convert AS", "11.38", "a DR is DR or DL1, not AS")
    t.order("convert DL1")
    assert t.legal() == {"loss 7Pz", "loss A"}
    t.refused("loss R", "11.38", "the step must come from a unit of this battle that may lose it")
    t.order("loss A")
    assert (t.steps("A"), t.steps("7Pz"), t.where("A"), t.where("7Pz")) == (1, 2, "0405", "0405")
    assert (t.where("R"), t.steps("R")) == ("0505", 1)
    assert (t.seat, t.prompt.decision) == ("soviet", "combat")


@pytest.mark.rule("lwe", "11.38")
def test_germans_may_retreat_instead() -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT)
    fight(t, "assault 0405 with R", "DR")
    t.order("convert DR")
    assert t.prompt.decision == "retreat"


@pytest.mark.rule("lwe", "11.38")
def test_who_may_not_hold() -> None:
    last_step = battlefield("7Pz 0405 reduced; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT)
    fight(last_step, "assault 0405 with R", "DR")
    assert last_step.prompt.decision == "retreat"
    two = battlefield("7Pz 0405 reduced; 6Pz 0405 reduced; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT)
    fight(two, "assault 0405 with R", "DR")
    assert "convert DL1" in two.legal()
    mixed = battlefield("7Pz 0405; Rum1Arm 0405; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT)
    fight(mixed, "assault 0405 with R", "DR")
    assert mixed.prompt.decision == "retreat"
    soviet = battlefield(f"{A}; G1RD 0505")
    fight(soviet, ASSAULT, "DR")
    assert soviet.prompt.decision == "retreat"


# -- 11.39: cavalry raids ----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.39a")
def test_cavalry_raids_in_defence() -> None:
    t = battlefield("A german infantry XX 8-3/2-2 0405; 5CC 0505; R soviet rifle XX 1-1 0505")
    log = t.order(ASSAULT)
    assert first(log, "odds").facts["column"] == "4:1"
    assert (t.seat, t.prompt.decision, t.prompt.rule) == ("soviet", "raid", "11.39a")
    assert t.legal() == {"raid 5CC", "decline"}
    log = t.order("raid 5CC", dice=(2,))
    assert first(log, "raid").facts["column"] == "3:1"
    assert kinds(log).count("odds") == 0  # they are not computed again
    assert first(log, "result").facts["result"] == t.title.results_table.rows[2][1]
    assert t.where("5CC") == "dead"


@pytest.mark.rule("lwe", "11.39a")
def test_cavalry_raids_in_attack() -> None:
    t = battlefield("7Pz 0405; 5CC 0505; R soviet rifle XX 11-1 0505", step=SOVIET_COMBAT)
    t.order("assault 0405 with 5CC+R")
    assert t.prompt.text == "The odds are 2:1. Does a cavalry unit raid?"
    log = t.order("raid 5CC", dice=(1,))
    assert first(log, "raid").facts["column"] == "3:1"
    assert t.where("5CC") == "dead"


@pytest.mark.rule("lwe", "11.39a")
def test_a_raider_pays_for_no_loss() -> None:
    t = battlefield("A german infantry XX 8-3/2-2 0405; B german infantry XX 1-1/1-1 0405; 5CC 0505; 126RD 0505")
    t.title.questions.force_results(t.s, ["BB"])
    t.order("assault 0505 with A+B", "raid 5CC")
    assert t.where("126RD") == "dead"
    assert t.s.steps_due == 1
    attack = battlefield("7Pz 0405; 5CC 0505; 126RD 0505", step=SOVIET_COMBAT)
    attack.title.questions.force_results(attack.s, ["AL1"])
    attack.order("assault 0405 with 5CC+126RD", "raid 5CC")
    assert attack.where("126RD") == "dead"


@pytest.mark.rule("lwe", "11.39a")
def test_a_raid_shifts_even_an_automatic_result() -> None:
    t = battlefield("A german infantry XX 14-3/2-2 0405; 5CC 0505; R soviet rifle XX 1-1 0505")
    t.order(ASSAULT)
    assert t.prompt.decision == "raid"
    log = t.order("raid 5CC", dice=(1,))
    assert first(log, "result").facts["result"] == t.title.results_table.rows[5][0]


@pytest.mark.rule("lwe", "11.39a")
def test_no_raids_on_turn_1_or_in_mobile_assaults_or_by_others() -> None:
    early = battlefield("A german infantry XX 8-3/2-2 0405; 5CC 0505", turn=1)
    assert "raid" not in kinds(fight(early, ASSAULT, "AS"))
    assert early.prompt.decision == "combat"
    later = battlefield("A german infantry XX 8-3/2-2 0405; 5CC 0505", turn=2)
    later.order(ASSAULT)
    assert later.prompt.decision == "raid"
    mobile = battlefield("7Pz 0405; 5CC 0505", step=GERMAN_MOVEMENT)
    fight(mobile, "mobile 0505 with 7Pz", "AS")
    assert mobile.prompt.decision == "movement"
    german = battlefield("1Cav 0405; R soviet rifle XX 1-9 0505")
    fight(german, "assault 0505 with 1Cav", "AS")
    assert german.prompt.decision == "combat"


@pytest.mark.rule("lwe", "11.39a")
def test_only_cavalry_of_the_battle_raids() -> None:
    t = battlefield("A german infantry XX 8-3/2-2 0405; 5CC 0505; 126RD 0505; 6CC 0605")
    t.order(ASSAULT)
    for key, why in (("6CC", "6CC is not in this battle"), ("126RD", "126RD is no Soviet cavalry")):
        t.refused(f"raid {key}", "11.39a", why)


@pytest.mark.rule("lwe", "11.39a")
def test_a_lone_raider_leaves_the_hex_empty() -> None:
    t = battlefield("A german infantry XX 8-3/2-2 0405; 5CC 0505")
    t.title.questions.force_results(t.s, ["DR"])
    t.order(ASSAULT, "raid 5CC")
    assert t.where("5CC") == "dead"
    assert t.legal() == {"stay", "advance A"}


@pytest.mark.rule("lwe", "11.39b")
def test_one_raid_a_battle_and_no_reduced_guards() -> None:
    units = "A german infantry XX 8-3/2-2 0405; G1CC 0505"
    t = battlefield(f"{units} reduced; 5CC 0505")
    t.order(ASSAULT)
    assert t.legal() == {"raid 5CC", "decline"}
    t.refused("raid G1CC", "11.39b", "G1CC is reduced and cannot raid")
    t.refused("raid 5CC+G1CC", "11.39b", "no more than one unit raids in a battle")
    alone = battlefield(f"{units} reduced")
    fight(alone, ASSAULT, "AS")
    assert alone.prompt.decision == "combat"
    guards = battlefield(f"{units}; 5CC 0505")
    guards.order(ASSAULT)
    assert guards.legal() == {"raid 5CC", "raid G1CC", "decline"}
    guards.order("raid G1CC", dice=(1,))
    assert (guards.where("G1CC"), guards.where("5CC")) == ("dead", "0505")
    assert guards.prompt.decision != "raid"


@pytest.mark.rule("lwe", "11.39b")
def test_which_raiders_can_be_replaced() -> None:
    dead = "5CC dead; BC dead; G1CC dead"
    t = battlefield(
        f"7Pz 0405; 126RD 0707; {dead}", step="III.B", hexes="0606 large-town centre ussr", state="soviet_steps = 9"
    )
    replaceable = {text.split()[1] for text in t.legal("enter")}
    assert "5CC" in replaceable
    assert not {"BC", "G1CC"} & replaceable
