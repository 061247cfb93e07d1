"""7.4 to 7.6: the GAS Line, the von Paulus pause, supply concentration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from steppe.events import Event, Log
from tests.lwe.scene import scene
from tests.sandbox import Table, first, kinds

EAST = "2301..2708 gas-east"
"""Everything from column 23 on lies east of the GAS Line."""
FOE = "RD soviet rifle XX 1-2 move=4"
UNITS = f"7Pz 2302\n{FOE} 2402"
"""An attacker east of the line."""
WEST_UNITS = f"7Pz 2202\n{FOE} 2302"
"""An attacker west of it; the defender's side of the line does not matter."""
COMBAT, MOVEMENT = "II.D", "II.C"


def field(
    units: str = UNITS,
    *,
    turn: int = 4,
    step: str = COMBAT,
    state: str = "",
    hexes: str = "",
    dice: tuple[int, ...] = (),
) -> Table:
    return scene(units, turn=turn, step=step, hexes=f"{EAST}\n{hexes}", state=state, dice=dice)


def gast(log: Log) -> Event | None:
    """The event of the attenuated supply die, if it was rolled."""
    return next((event for event in log if event.kind == "attenuated"), None)


def modifier(table: Table, order: str) -> int | None:
    """The modifier of the attenuated supply die of an assault; None if no such die is rolled."""
    event = gast(table.order(order))
    return None if event is None else int(event.facts["modifier"])


def settle(table: Table) -> None:
    """Get over whatever a battle still asks for."""
    while table.title.decision(table.s)[0].name not in {"movement", "combat"}:
        table.order(sorted(table.legal())[0])


# -- 7.4: the GAST ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "7.4a")
def test_an_attack_from_east_of_the_line_rolls_for_supply_last_of_all() -> None:
    table = field(dice=(4, 1))
    log = table.order("assault 2402 with 7Pz")
    assert [event.facts["what"] for event in log if event.kind == "rolled"] == ["attenuated supply", "combat"]
    event = first(log, "attenuated")
    assert (event.facts["modifier"], event.facts["shift"]) == (0, -2)
    assert kinds(log).index("odds") < kinds(log).index("attenuated") < kinds(log).index("result")


@pytest.mark.rule("lwe", "7.4a")
@pytest.mark.parametrize(("die", "column"), [(1, "3:1"), (2, "2:1"), (3, "2:1"), (4, "1:1"), (5, "1:1"), (6, "1:2")])
def test_the_die_leaves_the_odds_as_they_are_or_makes_them_worse(die: int, column: str) -> None:
    event = gast(field(dice=(die, 1)).order("assault 2402 with 7Pz"))
    assert event is not None
    assert event.facts["column"] == column


@pytest.mark.rule("lwe", "7.4a")
def test_the_sheet_reckons_with_the_die() -> None:
    sheet = field().sheet("assault 2402 with 7Pz")
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert sheet.columns == {"3:1": sixth, "2:1": third, "1:1": third, "1:2": sixth}
    assert any("7.4a" in note for note in sheet.notes)
    west = field(WEST_UNITS).sheet("assault 2302 with 7Pz")
    assert west.columns == {"3:1": 1}
    assert not any("7.4a" in note for note in west.notes)


@pytest.mark.rule("lwe", "7.4a")
def test_west_of_the_line_no_die_is_rolled_and_soviet_attacks_never_roll() -> None:
    assert gast(field(WEST_UNITS).order("assault 2302 with 7Pz")) is None
    assert gast(field(step="III.A").order("assault 2302 with RD")) is None


@pytest.mark.rule("lwe", "7.4a")
def test_satellites_roll_too() -> None:
    units = f"Rum2C 2302\n{FOE} 2402"
    assert modifier(field(units), "assault 2402 with Rum2C") == 0


@pytest.mark.rule("lwe", "7.4a")
def test_in_attenuated_supply_a_unit_moves_attacks_and_defends_in_full() -> None:
    table = field(step=MOVEMENT)
    assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "attenuated"
    assert table.sheet("assault 2402 with 7Pz").attack == {6: 1}
    assert "mobile 2402 with 7Pz" in table.legal("mobile")
    assert field("7Pz 2302", step=MOVEMENT).range("7Pz") == scene("7Pz 2302").range("7Pz")
    assert field(step="III.A").sheet("assault 2302 with RD").defence == {6: 1}


@pytest.mark.rule("lwe", "7.4a")
@pytest.mark.parametrize(("start", "rolls"), [("2202", False), ("2302", True)])
def test_a_mobile_assault_is_judged_where_the_move_began(start: str, rolls: bool) -> None:
    """From either side of the line to 2402, and on from there."""
    table = field(f"7Pz {start}\n{FOE} 2502", step=MOVEMENT)
    table.order(f"move 7Pz {start}-2402")
    assert (gast(table.order("mobile 2502 with 7Pz")) is not None) == rolls


@pytest.mark.rule("lwe", "7.4a")
def test_a_mobile_assault_from_the_spot_rolls_as_well() -> None:
    assert modifier(field(step=MOVEMENT), "mobile 2402 with 7Pz") == 0


@pytest.mark.rule("lwe", "7.4b")
@pytest.mark.parametrize(("force", "rolls"), [("7Pz+5Inf", True), ("7Pz", False), ("5Inf", True)])
def test_one_attacker_east_of_the_line_is_enough(force: str, rolls: bool) -> None:
    table = field(f"7Pz 2202\n5Inf 2301\n{FOE} 2302")
    assert (gast(table.order(f"assault 2302 with {force}")) is not None) == rolls


@pytest.mark.rule("lwe", "7.4c")
@pytest.mark.parametrize(("turn", "expected"), [(5, 0), (10, 1), (13, 1), (14, 1), (17, 1), (18, 1), (21, 1), (22, 2)])
def test_autumn_adds_one_and_december_two(turn: int, expected: int) -> None:
    assert modifier(field(turn=turn), "assault 2402 with 7Pz") == expected


@pytest.mark.rule("lwe", "7.4c")
def test_a_roll_beyond_the_table_counts_as_its_end() -> None:
    event = gast(field(turn=22, dice=(6, 1)).order("assault 2402 with 7Pz"))
    assert event is not None
    assert event.facts["shift"] == -3
    august = gast(field(WEST_UNITS, turn=7, dice=(1, 1)).order("assault 2302 with 7Pz"))
    assert august is not None
    assert august.facts["shift"] == 0


@pytest.mark.rule("lwe", "7.4d")
@pytest.mark.parametrize(
    ("turn", "west", "east"), [(5, None, 0), (6, -1, 0), (7, -1, 0), (8, -1, 0), (9, -1, 0), (10, None, 1)]
)
def test_in_august_every_attack_rolls_and_those_from_the_west_take_one_off(
    turn: int, west: int | None, east: int
) -> None:
    assert modifier(field(WEST_UNITS, turn=turn), "assault 2302 with 7Pz") == west
    assert modifier(field(turn=turn), "assault 2402 with 7Pz") == east


@pytest.mark.rule("lwe", "7.4d")
def test_in_august_mobile_assaults_roll_and_a_mixed_force_takes_nothing_off() -> None:
    assert modifier(field(WEST_UNITS, turn=7, step=MOVEMENT), "mobile 2302 with 7Pz") == -1
    mixed = field(f"7Pz 2202\n5Inf 2301\n{FOE} 2302", turn=7)
    assert modifier(mixed, "assault 2302 with 7Pz+5Inf") == 0


@pytest.mark.rule("lwe", "7.4e")
@pytest.mark.parametrize(("units", "target"), [(UNITS, "2402"), (WEST_UNITS, "2302")])
def test_a_pause_served_frees_from_the_august_rule(units: str, target: str) -> None:
    assert modifier(field(units, turn=7, state="pause = 3"), f"assault {target} with 7Pz") is None
    assert modifier(field(units, turn=7, state="pause = -3"), f"assault {target} with 7Pz") is not None


@pytest.mark.rule("lwe", "7.4e")
@pytest.mark.parametrize(("units", "target"), [(UNITS, "2402"), (WEST_UNITS, "2302")])
def test_concentration_frees_from_the_august_rule(units: str, target: str) -> None:
    marked = units.replace("7Pz 2302", "7Pz 2302 concentrated").replace("7Pz 2202", "7Pz 2202 concentrated")
    active = 'concentration = "active"\nmarkers = 18'
    assert modifier(field(marked, turn=7, state=active), f"assault {target} with 7Pz") is None
    rescinded = 'concentration = "rescinded"'
    assert modifier(field(units, turn=7, state=rescinded), f"assault {target} with 7Pz") is not None


# -- 7.5: the von Paulus pause ----------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "7.5a")
@pytest.mark.parametrize("turn", range(2, 6))
def test_at_the_end_of_turns_two_to_five_a_pause_may_be_declared(turn: int) -> None:
    table = field("7Pz 2302\nFZA soviet fz XX 0-1 move=0 2605", turn=turn, step="pause")
    assert table.seat == "german"
    assert table.legal() == {"pause declare", "pause decline"}
    log = table.order("pause declare")
    assert first(log, "pause").facts["what"] == "declared"
    assert table.s.turn == turn + 1
    assert table.legal() == {"pause keep", "pause abort"}, "the pause is on"


@pytest.mark.rule("lwe", "7.5a")
@pytest.mark.parametrize("turn", [1, 6, 9])
def test_at_the_end_of_no_other_turn(turn: int) -> None:
    table = field("7Pz 2302\nFZA soviet fz XX 0-1 move=0 2605", turn=turn, step="pause")
    assert table.s.turn == turn + 1
    assert not table.s.pause


@pytest.mark.rule("lwe", "7.5a")
def test_it_comes_after_the_victory_check_and_may_be_declined_and_declared_later() -> None:
    table = field("7Pz 2302\nFZA soviet fz XX 0-1 move=0 2605", turn=2, step="IV")
    assert table.title.current_step(table.s).name == "pause"
    table.order("pause decline")
    assert table.s.turn == 3
    assert table.title.decision(table.s)[0].name != "pause abort"
    assert field(turn=3, step="pause").legal() == {"pause declare", "pause decline"}


@pytest.mark.rule("lwe", "7.5b")
@pytest.mark.parametrize(("turn", "paused"), [(3, False), (4, True), (5, True), (6, True), (7, False)])
def test_for_three_turns_the_german_side_attacks_nobody(turn: int, paused: bool) -> None:
    state = "pause = 3" if turn > 3 else ""
    fighting, moving = field(turn=turn, state=state), field(turn=turn, step=MOVEMENT, state=state)
    assert bool(fighting.legal("assault")) != paused
    assert bool(moving.legal("mobile")) != paused
    if paused:
        fighting.refused(
            "assault 2402 with 7Pz", "7.5b", "during the pause only hexes with a Fortified Zone may be attacked"
        )
        moving.refused(
            "mobile 2402 with 7Pz", "7.5b", "during the pause only hexes with a Fortified Zone may be attacked"
        )


@pytest.mark.rule("lwe", "7.5b")
def test_all_else_goes_on_in_a_pause() -> None:
    """German movement, and whatever the Soviets do."""
    paused = "pause = 3"
    assert field(step=MOVEMENT, state=paused).range("7Pz") == field(step=MOVEMENT).range("7Pz")
    assert field(step=MOVEMENT, state=paused).legal("move") == field(step=MOVEMENT).legal("move")
    assert field(step="III.A", state=paused).legal("assault") == field(step="III.A").legal("assault") != set()
    assert field(step="III.C", state=paused).legal("move") == field(step="III.C").legal("move") != set()
    assert field(step="III.A", state=paused).sheet("assault 2302 with RD") == field(step="III.A").sheet(
        "assault 2302 with RD"
    )


@pytest.mark.rule("lwe", "7.5c")
@pytest.mark.parametrize("turn", [6, 7, 12, 22])
def test_a_pause_served_makes_the_line_meaningless_for_good(turn: int) -> None:
    table = field(turn=turn, state="pause = 2")
    assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "regular"
    assert table.sheet("assault 2402 with 7Pz").columns == {"3:1": 1}
    assert gast(table.order("assault 2402 with 7Pz")) is None


@pytest.mark.rule("lwe", "7.5c")
def test_until_it_is_served_the_line_means_what_it_meant() -> None:
    units = f"{UNITS}\nFZA soviet fz XX 0-1 move=0 2402"
    for turn in (3, 4, 5):
        table = field(units, turn=turn, state="pause = 2")
        assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "attenuated"
        assert modifier(table, "assault 2402 with 7Pz") == 0


@pytest.mark.rule("lwe", "7.5c")
def test_a_pause_is_played_through_turn_by_turn() -> None:
    """Declared at the end of turn 2, kept thrice; on turn 6 the attack east of the line rolls for nothing."""
    table = field(f"7Pz 2302\n{FOE} 2404\nFZA soviet fz XX 0-1 move=0 2605", turn=2, step="pause")
    table.order("pause declare")
    kept = []
    while table.s.turn < 6:
        orders = table.legal()
        wanted = ("pause keep", "concentration decline", "order move-fight", "done")
        order = next(word for word in wanted if word in orders)
        kept += [table.s.turn] if order == "pause keep" else []
        table.order(order)
    assert kept == [3, 4, 5]
    assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "regular"


@pytest.mark.rule("lwe", "7.5d")
@pytest.mark.parametrize("turn", [3, 4, 5])
def test_a_pause_aborted_brings_nothing_and_binds_nobody(turn: int) -> None:
    table = field(turn=turn, step="pause-abort", state="pause = 2")
    assert table.seat == "german"
    assert table.legal() == {"pause keep", "pause abort"}
    log = table.order("pause abort")
    assert first(log, "pause").facts["what"] == "aborted"
    table.order("concentration decline", "order fight-move")
    while table.title.current_step(table.s).name != "II.C":
        table.order("done")
    assert modifier(table, "assault 2402 with 7Pz") == 0, "it may attack, and the line counts"


@pytest.mark.rule("lwe", "7.5d")
def test_after_an_abort_there_is_no_benefit_later_and_no_second_pause() -> None:
    assert modifier(field(turn=7, state="pause = -2"), "assault 2402 with 7Pz") == 0
    units = "7Pz 2302\nFZA soviet fz XX 0-1 move=0 2605"
    table = field(units, turn=3, step="pause-abort", state="pause = 2")
    table.order("pause abort")
    while table.s.turn < 7:
        assert table.title.decision(table.s)[0].name not in {"pause", "pause abort"}
        orders = table.legal()
        table.order(next(word for word in ("concentration decline", "order move-fight", "done") if word in orders))
    assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "attenuated"


@pytest.mark.rule("lwe", "7.5e")
def test_in_a_pause_a_hex_with_a_fortified_zone_may_be_attacked_with_all_in_it() -> None:
    units = f"{UNITS}\nFZA soviet fz XX 0-1 move=0 2402\nRE soviet rifle XX 1-4 move=4 2303"
    table = field(units, state="pause = 3")
    assert {order.split()[1] for order in table.legal("assault")} == {"2402"}
    table.refused("assault 2303 with 7Pz", "7.5b", "during the pause only hexes with a Fortified Zone may be attacked")
    assert table.sheet("assault 2402 with 7Pz").defence == {3: 1}
    table.order("assault 2402 with 7Pz")


@pytest.mark.rule("lwe", "7.5e")
def test_no_mobile_assault_even_then_for_the_zone_itself_bars_it() -> None:
    table = field(f"{UNITS}\nFZA soviet fz XX 0-1 move=0 2402", step=MOVEMENT, state="pause = 3")
    assert not table.legal("mobile")
    table.refused("mobile 2402 with 7Pz", "11.24a", "a Fortified Zone in 2402 bars mobile assaults")


# -- 7.6: supply concentration ----------------------------------------------------------------------------------------

ACTIVE = 'concentration = "active"\nmarkers = 18\nconcentration_turn = 3'
MANY = [f"G{n:02}" for n in range(20)]


def army(*marked: str, names: list[str] = MANY) -> str:
    """Twenty German divisions, four in a hex, some of them with markers."""
    return "\n".join(
        f"{key} german infantry XX 2-2/1-1 move=6/6 {2102 + i // 4}{' concentrated' if key in marked else ''}"
        for i, key in enumerate(names)
    )


def declaring(units: str, *, turn: int = 4, state: str = "") -> Table:
    return field(f"{units}\nFZA soviet fz XX 0-1 move=0 2605", turn=turn, step="concentration", state=state)


@pytest.mark.rule("lwe", "7.6a")
def test_a_concentration_puts_eighteen_markers_on_units_of_his_choice() -> None:
    table = declaring(army())
    assert table.seat == "german"
    assert table.legal() == {"concentration declare", "concentration decline"}
    table.refused("mark G00", "7.6a", "no supply concentration has been declared")
    for word in ("keep", "rescind"):
        table.refused(f"concentration {word}", "7.6a", "no supply concentration has been declared")
    table.order("concentration declare")
    for n, key in enumerate(MANY[2:]):
        assert table.title.decision(table.s)[0].name == "concentration"
        assert f"{18 - n} " in table.prompt.text
        table.refused("concentration keep", "7.6a", f"{18 - n} markers are still to be placed")
        assert table.legal("mark") == {f"mark {other}" for other in (*MANY[:2], *MANY[2 + n :])}
        table.order(f"mark {key}")
    assert table.title.decision(table.s)[0].name != "concentration", "all are placed, and the turn goes on"


@pytest.mark.rule("lwe", "7.6a")
def test_markers_go_on_units_of_the_german_side_on_the_map_one_each() -> None:
    table = declaring(f"{army()}\nRum2C 2202\n7Pz reserve")
    table.order("concentration declare", "mark Rum2C", "mark G00")
    for order, why in (
        ("mark G00", "G00 has a marker"),
        ("mark FZA", "FZA is not one of your units on the map"),
        ("mark 7Pz", "7Pz is not one of your units on the map"),
        ("mark G01+G02", "place one marker at a time"),
    ):
        table.refused(order, "7.6a", why)
        assert order not in table.legal("mark")


@pytest.mark.rule("lwe", "7.6a")
def test_with_fewer_units_than_markers_each_gets_one() -> None:
    table = declaring("7Pz 2102\n5Inf 2102")
    table.order("concentration declare", "mark 5Inf", "mark 7Pz")
    assert table.title.decision(table.s)[0].name != "concentration"


@pytest.mark.rule("lwe", "7.6a")
@pytest.mark.parametrize("turn", [1, 9, 16, 22])
def test_it_may_be_declared_at_the_start_of_any_german_turn(turn: int) -> None:
    assert "concentration declare" in declaring(army(), turn=turn).legal()


@pytest.mark.rule("lwe", "7.6a")
def test_marked_units_ignore_the_line_but_need_their_own_line_of_supply() -> None:
    units = f"7Pz 2302 concentrated\n{FOE} 2402"
    table = field(units, state=ACTIVE)
    assert table.title.supply.state_name(table.s, table.unit("7Pz")) == "regular"
    assert table.sheet("assault 2402 with 7Pz").columns == {"3:1": 1}
    assert modifier(table, "assault 2402 with 7Pz") is None
    cut_off = field(units, state=ACTIVE, hexes="2001..2008 soviet")
    cut_off.refused("assault 2402 with 7Pz", "7.7c", "7Pz is out of supply and cannot attack")
    moving = field(units, step=MOVEMENT, state=ACTIVE)
    assert modifier(moving, "mobile 2402 with 7Pz") is None


@pytest.mark.rule("lwe", "7.6b")
def test_it_is_rescinded_at_the_start_of_a_later_turn_and_never_declared_again() -> None:
    table = declaring(army())
    table.order("concentration declare")
    table.refused("concentration rescind", "7.6b", "it is rescinded at the start of a later turn")
    table = declaring(army(*MANY[:18]), state=ACTIVE)
    assert {"concentration keep", "concentration rescind"} == table.legal()
    for word in ("declare", "decline"):
        table.refused(
            f"concentration {word}", "7.6b", "a supply concentration is declared once in a game, and it is on"
        )
    log = table.order("concentration rescind")
    assert first(log, "concentration").facts["what"] == "rescinded"
    while table.s.turn < 6:
        assert table.title.decision(table.s)[0].name != "concentration"
        orders = table.legal()
        table.order(next(word for word in ("pause decline", "order move-fight", "done") if word in orders))


@pytest.mark.rule("lwe", "7.6b")
def test_once_rescinded_the_line_counts_again_and_all_are_free_to_act() -> None:
    table = declaring(f"7Pz 2302 concentrated\n5Inf 2302\n{FOE} 2402", state=ACTIVE.replace("18", "1"))
    table.order("concentration rescind", "order move-fight")
    while table.title.current_step(table.s).name != "II.C":
        table.order("done")
    assert table.range("5Inf")["2305"] == 3
    table.order("done")
    assert modifier(table, "assault 2402 with 7Pz+5Inf") == 0


@pytest.mark.rule("lwe", "7.6c")
def test_markers_stay_with_their_units_while_these_live() -> None:
    table = declaring(army(*MANY[:18]), state=ACTIVE)
    assert not table.legal("mark")
    table.refused("mark G18", "7.6c", "all markers are placed")
    table.order("concentration keep")
    assert table.title.decision(table.s)[0].name != "concentration"


@pytest.mark.rule("lwe", "7.6c")
def test_the_marker_of_the_fallen_is_placed_anew_at_the_start_of_the_next_turn() -> None:
    """G00 is lost; until the next German turn its marker lies idle, then it must find another unit."""
    units = (
        f"{army(*MANY[:18])}\nHero german infantry XX 1-1 move=6 2402 concentrated\nBig soviet tank XX 60-9 move=6 2502"
    )
    units = units.replace("2102 concentrated", "2102", 1)
    table = field(units, step="III.A", state=ACTIVE)
    table.order("assault 2402 with Big")
    settle(table)
    while table.where("Hero") != "dead":
        table.order(sorted(table.legal())[0])
    assert not table.legal("mark")
    while table.title.decision(table.s)[0].name != "concentration":
        orders = table.legal()
        table.order(next(word for word in ("pause decline", "done") if word in orders))
    assert table.s.turn == 5
    assert table.legal("mark") == {"mark G00", "mark G18", "mark G19"}
    table.refused("concentration keep", "7.6a", "1 markers are still to be placed")
    table.refused("mark G05", "7.6a", "G05 has a marker")
    table.order("mark G18")
    assert table.legal() == {"concentration keep", "concentration rescind"}
    table.order("concentration keep")


@pytest.mark.rule("lwe", "7.6c")
def test_the_marker_of_a_unit_withdrawn_is_not_placed_again() -> None:
    """It is not eliminated."""
    units = f"{army(*MANY[:18])}\nFZA soviet fz XX 0-1 move=0 2605"
    table = field(units, turn=18, step="withdrawals", state=ACTIVE)
    table.order("withdraw G00", "decline infantry")
    assert table.where("G00") == "gone"
    while table.title.decision(table.s)[0].name != "concentration":
        orders = table.legal()
        table.order(sorted(orders)[0] if "done" not in orders else "done")
    assert table.legal() == {"concentration keep", "concentration rescind"}


@pytest.mark.rule("lwe", "7.6d")
def test_units_without_a_marker_move_one_hex_and_attack_nobody() -> None:
    units = f"7Pz 2202 concentrated\n5Inf 2202\nRum2C 2203\n3Pz 2204\n{FOE} 2302"
    moving = field(units, step=MOVEMENT, state=ACTIVE)
    for key, start in (("5Inf", "2202"), ("Rum2C", "2203"), ("3Pz", "2204")):
        here = moving.hex(start)
        around = {moving.title.board.grid.labels[h] for _, h in moving.title.board.grid.adjacent(here)}
        reached = {order.split("-")[1] for order in moving.legal("move") if order.split()[1] == key}
        assert reached
        assert reached <= around - {"2302"}
    moving.refused("move 5Inf 2202-2204", "7.6d", "without a supply concentration marker a unit moves one hex a phase")
    moving.order("move 3Pz 2204-2205")
    moving.refused("move 3Pz 2205-2206", "7.6d", "3Pz has no supply concentration marker and has moved its hex")
    assert not {order for order in moving.legal("move") if order.split()[1] == "3Pz"}, "one hex a phase"
    fighting = field(units, state=ACTIVE)
    assert {order.split(" with ")[1].split()[0] for order in fighting.legal("assault")} == {"7Pz"}
    for force in ("5Inf", "7Pz+5Inf"):
        fighting.refused(
            f"assault 2302 with {force}", "7.6d", "5Inf has no supply concentration marker and may not attack"
        )


@pytest.mark.rule("lwe", "7.6d")
def test_a_panzer_without_a_marker_makes_no_mobile_assault() -> None:
    table = field(step=MOVEMENT, state=ACTIVE)
    assert not table.legal("mobile")
    table.refused("mobile 2402 with 7Pz", "7.6d", "7Pz has no supply concentration marker and may not attack")


@pytest.mark.rule("lwe", "7.6d")
def test_a_stack_with_one_unmarked_unit_moves_one_hex_and_the_marked_go_alone() -> None:
    table = field("7Pz 2302 concentrated\n3Pz 2302", step=MOVEMENT, state=ACTIVE)
    table.refused(
        "move 7Pz+3Pz 2302-2304", "7.6d", "without a supply concentration marker a unit moves one hex a phase"
    )
    assert {"move 7Pz+3Pz 2302-2303", "move 7Pz 2302-2306"} <= table.legal("move")


@pytest.mark.rule("lwe", "7.6d")
def test_one_hex_is_one_hex_on_a_rollbahn_too() -> None:
    hexes = "2302,2303,2304 rollbahn german"
    table = scene("7Pz 2302", state=ACTIVE, hexes=hexes, sides="2302-2303 rollbahn\n2303-2304 rollbahn")
    assert "move 7Pz 2302-2303" in table.legal("move")
    table.refused("move 7Pz 2302-2304", "7.6d", "without a supply concentration marker a unit moves one hex a phase")
    table.order("move 7Pz 2302-2303")
    assert not table.legal("move")


@pytest.mark.rule("lwe", "7.6d")
def test_they_defend_as_printed() -> None:
    assert field(step="III.A", state=ACTIVE).sheet("assault 2302 with RD").defence == {6: 1}
