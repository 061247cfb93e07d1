"""12.0 The German November offensive, and Stalin's answer to its declaration."""

from __future__ import annotations

import pytest

from tests.sandbox import Table, first, kinds

PASS = {
    "november": "november decline",
    "phase order": "order move-fight",
    "replacement and withdrawal": "done",
    "movement": "done",
    "combat": "done",
}
"""How to let a turn go by."""


def play(
    units: str,
    *,
    turn: int = 5,
    step: str = "I.B",
    order: str = "move-fight",
    november: int = 0,
    demanded: int = 0,
    engaged: int = 0,
    track: str = "",
    hexes: str = "",
    sides: str = "",
    options: str = "",
    dice: tuple[int, ...] = (),
) -> Table:
    """Any moment of November: open country, Germans supplied from the west, Soviets from the east.

    The German player does not want to be asked for aircraft.
    """
    t = Table(
        f'''
        title = "dom"
        turn = {turn}
        step = "{step}"
        order = "{order}"
        units = """
        {units}
        """
        [options]
        {options}
        [track]
        {track}
        [state]
        november = {november}
        demanded = {demanded}
        engaged = {engaged}
        [board]
        size = "12x8"
        hexes = """
        0101..0108 german-source german west
        1201..1208 soviet-source
        {hexes}
        """
        sides = """
        {sides}
        """
        ''',
        dice=dice,
    )
    t.order("standing german never")
    return t


def run_to(t: Table, step: str) -> None:
    """Let the game go on to the next decision of a step."""
    while True:
        t.order(PASS[t.prompt.decision])
        if t.title.current_step(t.s).name == step:
            return


def shifts(t: Table, text: str) -> dict[str, int]:
    """The shifts of an assault by their rules."""
    return {shift.rule: shift.columns for shift in t.sheet(text).shifts}


def factor(t: Table, key: str) -> int:
    """How far a unit can go over open country."""
    return max(t.range(key).values())


# -- 12.0 declaration -----------------------------------------------------------------------------------------------

QUIET = "7Pz 0203\n5Inf 0204\n8Inf 0204\n28Inf 0204\n1Cav 0205\nRD1 1104"
"""Both sides far apart, with enough to withdraw."""


@pytest.mark.rule("dom", "12.0a")
@pytest.mark.parametrize("turn", [4, 5, 6, 7])
def test_offensive_is_declared_first_of_all(turn: int) -> None:
    t = play(QUIET, turn=turn, step="november")
    assert (t.prompt.decision, t.seat) == ("november", "german")
    assert t.legal() == {"november declare", "november decline"}
    t.refused(
        "order move-fight",
        "5.2a",
        "'order' cannot be ordered now; asked for is: Do you declare the November offensive?...",
    )
    log = t.order("november declare")
    assert t.title.current_step(t.s).name == "german-order"
    declared = first(log, "november")
    assert declared.facts == {"declared": True}
    assert t.title.visible_event(t.s, declared, 1) == declared, "it is declared openly"


@pytest.mark.rule("dom", "12.0a")
@pytest.mark.parametrize("turn", [1, 2, 3, 8, 9])
def test_no_declaration_on_other_turns(turn: int) -> None:
    t = play(QUIET, turn=turn, step="november")
    assert t.title.current_step(t.s).name == "german-order"
    t.refused("november declare", "12.0a", "'november' cannot be ordered now...")


@pytest.mark.rule("dom", "12.0a")
def test_only_one_offensive_in_a_game() -> None:
    t = play(QUIET, turn=4, step="november")
    t.order("november declare")
    while t.s.turn < 8:
        assert t.prompt.decision != "november"
        due = t.legal("withdraw")
        t.order(min(due) if due else PASS[t.prompt.decision])
    assert t.outcome is None


@pytest.mark.rule("dom", "12.0a")
def test_offensive_may_be_put_off_and_never_made() -> None:
    t = play(QUIET, turn=4, step="november")
    asked = []
    while t.s.turn < 8:
        if t.prompt.decision == "november":
            asked.append(t.s.turn)
        due = t.legal("withdraw")
        t.order(min(due) if due else PASS[t.prompt.decision])
    assert asked == [4, 5, 6, 7]


@pytest.mark.rule("dom", "12.0a", "12.2a")
def test_declared_on_turn_6_executed_on_turn_7() -> None:
    t = play(QUIET, turn=6, step="november")
    t.order("november declare", "order move-fight", "withdraw 5Inf", "done")
    assert (factor(t, "7Pz"), factor(t, "8Inf")) == (4, 3)
    run_to(t, "I.A")
    assert t.s.turn == 7
    t.order("withdraw 8Inf", "withdraw 1Cav", "done")
    assert (factor(t, "7Pz"), factor(t, "28Inf")) == (8, 5)
    run_to(t, "I.B")
    assert t.s.turn == 8
    assert (factor(t, "7Pz"), factor(t, "28Inf")) == (6, 4)


# -- 12.1 the German in the turn of declaration ---------------------------------------------------------------------

CONTACT = "7Pz 0304\n5Inf 0304\nRD1 0404 2-2\nRD2 0405 2-2"


@pytest.mark.rule("dom", "12.1a")
def test_no_mobile_assaults_on_the_turn_of_declaration() -> None:
    t = play(CONTACT, november=5, track="mf_mech = 10")
    assert t.legal("mobile") == set()
    t.refused("mobile 0404 with 7Pz", "12.1a", "no German assaults on the turn of declaration")
    for other in (0, 4):
        t = play(CONTACT, november=other, track="mf_mech = 10")
        assert "mobile 0404 with 7Pz" in t.legal("mobile")


@pytest.mark.rule("dom", "12.1a")
@pytest.mark.parametrize(("order", "step"), [("move-fight", "I.C"), ("fight-move", "I.B")])
def test_no_prepared_assaults_on_the_turn_of_declaration(order: str, step: str) -> None:
    t = play(CONTACT, november=5, order=order, step=step)
    assert t.prompt.decision == "combat"
    assert t.legal("assault") == set()
    t.refused("assault 0404 with 7Pz+5Inf", "12.1a", "no German assaults on the turn of declaration")
    t.order("done")
    t = play(CONTACT, november=4, order=order, step=step)
    assert "assault 0404 with 7Pz+5Inf" in t.legal("assault")


@pytest.mark.rule("dom", "12.1b")
def test_movement_factors_on_the_turn_of_declaration() -> None:
    """The rulebook's example: declared at the start of turn 5, the factors are one and two."""
    t = play(f"{QUIET}\n36PG 0206\nKG1 0207", november=5)
    assert {key: factor(t, key) for key in ("7Pz", "36PG", "KG1", "1Cav")} == {"7Pz": 1, "36PG": 1, "KG1": 1, "1Cav": 1}
    assert factor(t, "5Inf") == 2
    t.refused("move 7Pz 0203-0403", "2.10b", "0403 is out of reach with 1 MP")
    t.order("move 5Inf 0204-0404", "move 7Pz 0203-0303")


@pytest.mark.rule("dom", "12.1b")
def test_movement_factors_never_fall_below_zero() -> None:
    t = play(QUIET, november=5, track="mf_mech = 1\nmf_foot = 0")
    assert t.range("7Pz") == {"0203": 0}
    assert t.range("5Inf") == {"0204": 0}
    assert t.legal("move") == set()


@pytest.mark.rule("dom", "12.1b")
def test_soviet_movement_is_not_slowed() -> None:
    t = play("5Inf 0204\nRD1 1104\nTB1 1105", november=5, step="II.B")
    assert (factor(t, "RD1"), factor(t, "TB1")) == (3, 3)


# -- 12.1 Stalin's attacks: the number ------------------------------------------------------------------------------

FOUR_IN_CONTACT = "5Inf 0404\nRD1 0504\nRD2 0504\nRD3 0504\nRD4 0504"


@pytest.mark.rule("dom", "12.1c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_stalin_demands_three_times_the_die(die: int) -> None:
    t = play(FOUR_IN_CONTACT, november=5, step="stalin", dice=(die,))
    assert first(t.log, "rolled").facts["die"] == die
    assert first(t.log, "demand").facts["units"] == 3 * die
    assert (t.prompt.decision, t.seat) == ("phase order", "soviet"), "before anything is decided"


@pytest.mark.rule("dom", "12.1c")
@pytest.mark.parametrize(("turn", "november"), [(5, 0), (5, 4), (7, 0), (7, 5)])
def test_stalin_is_silent_on_other_turns(turn: int, november: int) -> None:
    t = play(FOUR_IN_CONTACT, turn=turn, november=november, step="stalin")
    assert "demand" not in kinds(t.log)
    assert "rolled" not in kinds(t.log)
    t.order("order fight-move", "done", "done")


@pytest.mark.rule("dom", "12.1c")
def test_the_number_rolled_is_a_minimum() -> None:
    t = play(FOUR_IN_CONTACT, november=5, step="stalin", dice=(1, 1))
    t.order("order fight-move")
    t.refused("done", "12.1f", "0 of the 3 demanded units have attacked")
    t.refused(
        "assault 0404 with RD1+RD2", "12.1f", "Stalin demands 3 attackers; 3 can be had, but after this assault only 2"
    )
    assert {"assault 0404 with RD1+RD2+RD3", "assault 0404 with RD1+RD2+RD3+RD4"} <= t.legal("assault")
    t.order("assault 0404 with RD1+RD2+RD3", "loss RD1", "done")


@pytest.mark.rule("dom", "12.1c")
def test_the_demand_comes_in_the_turn_of_declaration_alone() -> None:
    t = play(f"{QUIET}\nRB1 1103", turn=4, step="november")
    log = t.order("november declare", "order move-fight", "done", "done")
    assert "demand" in kinds(log)
    while t.s.turn < 6:
        due = t.legal("withdraw")
        log = t.order(min(due) if due else PASS[t.prompt.decision])
        assert "demand" not in kinds(log)


# -- 12.1 Stalin's attacks: advances --------------------------------------------------------------------------------

SIX_AGAINST_ONE = "KG1 0404\n" + "\n".join(f"RD{i} 050{3 + i % 2} 3-3" for i in range(1, 7))
SIX = "RD1+RD2+RD3+RD4+RD5+RD6"


@pytest.mark.rule("dom", "12.1d")
@pytest.mark.parametrize("demanded", [6, 3])
def test_as_many_as_possible_must_advance(demanded: int) -> None:
    t = play(SIX_AGAINST_ONE, november=5, step="II.C", demanded=demanded)
    t.order(f"assault 0404 with {SIX}")
    assert t.prompt.decision == "advance"
    t.refused("stay", "12.1d", "the victors must advance this turn")
    t.refused("advance RD1+RD2+RD3+RD4", "12.1d", "as many as possible must advance this turn")
    t.refused(f"advance {SIX}", "11.31a", "more units than may stack in the hex")
    assert len(t.legal()) == 6
    t.order("advance RD2+RD3+RD4+RD5+RD6")
    assert [t.where(f"RD{i}") for i in range(1, 7)] == ["0504", *["0404"] * 5]


@pytest.mark.rule("dom", "12.1d")
def test_advance_is_compulsory_after_a_retreat_and_beyond_the_number() -> None:
    t = play("5Inf 0404\nRD1 0504 9-9\nRD2 0504 8-8", november=5, step="II.C", demanded=3, engaged=3)
    t.order("assault 0404 with RD1+RD2", dice=(4,))
    t.order("convert DR", "retreat 0304")
    assert t.legal() == {"advance RD1+RD2"}
    t.order("advance RD1+RD2")
    assert t.where("RD1") == t.where("RD2") == "0404"


@pytest.mark.rule("dom", "12.1d")
@pytest.mark.parametrize("november", [0, 4])
def test_advance_is_free_on_other_turns(november: int) -> None:
    t = play(SIX_AGAINST_ONE, november=november, step="II.C")
    t.order(f"assault 0404 with {SIX}")
    assert {"stay", "advance RD1"} <= t.legal()
    t.order("stay")


# -- 12.1 Stalin's attacks: the duty --------------------------------------------------------------------------------

MIXED = "5Inf 0404\n1GRD 0504\n2GRD 0504 reduced\nRB1 0503\nTB1 0503\n8Inf 0407\nRD9 0507"
"""Four units of all sizes face 0404; RD9 alone faces 0407."""


@pytest.mark.rule("dom", "12.1e")
def test_every_unit_counts_one() -> None:
    t = play(MIXED, november=5, step="II.C", demanded=4)
    t.order("assault 0404 with 1GRD+2GRD+RB1+TB1", dice=(4,))
    t.order("done")

    t = play(MIXED, november=5, step="II.C", demanded=5)
    t.order("assault 0404 with 1GRD+2GRD+RB1+TB1", dice=(4,))
    t.refused("done", "12.1f", "4 of the 5 demanded units have attacked")
    t.order("assault 0407 with RD9", dice=(6,))
    t.order("done")


@pytest.mark.rule("dom", "12.1e")
def test_a_full_guards_division_a_rifle_and_a_tank_brigade_count_three() -> None:
    units = MIXED.replace("2GRD 0504 reduced\n", "")
    for demanded, expected in ((3, {"done"}), (4, set())):
        t = play(units, november=5, step="II.C", demanded=demanded)
        t.order("assault 0404 with 1GRD+RB1+TB1", dice=(5,))
        assert t.legal("assault") == {"assault 0407 with RD9"}
        assert t.legal("done") == expected


NINE_DONE = "5Inf 0404\nRD1 0504\nRD2 0504\n8Inf 0407\nRD3 0507"


@pytest.mark.rule("dom", "12.1f")
def test_combat_goes_on_while_idle_units_can_attack() -> None:
    t = play(NINE_DONE, november=5, step="II.C", demanded=12, engaged=9)
    t.refused("done", "12.1f", "9 of the 12 demanded units have attacked")
    assert t.legal("done") == set()
    t.order("assault 0404 with RD1+RD2", dice=(6,))
    t.refused("done", "12.1f", "11 of the 12 demanded units have attacked")
    t.order("assault 0407 with RD3", dice=(6,))
    t.order("done")


@pytest.mark.rule("dom", "12.1f")
def test_enough_is_enough() -> None:
    t = play(NINE_DONE, november=5, step="II.C", demanded=9, engaged=9)
    assert "assault 0404 with RD1" in t.legal("assault")
    t.order("done")


EIGHT = "5Inf 0404\n" + "\n".join(f"RD{i} 050{3 + i % 2}" for i in range(1, 9))
ALL_EIGHT = "+".join(f"RD{i}" for i in range(1, 9))


@pytest.mark.rule("dom", "12.1f")
def test_assault_may_not_use_up_the_target_of_needed_attackers() -> None:
    t = play(EIGHT, november=5, step="II.C", demanded=9)
    t.refused(
        "assault 0404 with RD1", "12.1f", "Stalin demands 9 attackers; 8 can be had, but after this assault only 1"
    )
    assert t.legal("assault") == {f"assault 0404 with {ALL_EIGHT}"}
    t.order(f"assault 0404 with {ALL_EIGHT}")

    t = play(EIGHT, november=5, step="II.C", demanded=6)
    t.refused(
        "assault 0404 with RD1+RD2+RD3+RD4+RD5",
        "12.1f",
        "Stalin demands 6 attackers; 6 can be had, but after this assault only 5",
    )
    assert "assault 0404 with RD1+RD2+RD3+RD4+RD5+RD6" in t.legal("assault")


@pytest.mark.rule("dom", "12.1f")
def test_units_with_another_target_may_be_left_for_it() -> None:
    """RD2 stands between the two targets."""
    t = play("5Inf 0404\n8Inf 0406\nRD1 0504\nRD2 0405\nRD3 0506", november=5, step="II.C", demanded=3)
    t.refused(
        "assault 0406 with RD2", "12.1f", "Stalin demands 3 attackers; 3 can be had, but after this assault only 2"
    )
    assert {"assault 0406 with RD3", "assault 0404 with RD1+RD2"} <= t.legal("assault")
    t.order("assault 0404 with RD1")
    t.refused(
        "assault 0406 with RD3", "12.1f", "Stalin demands 3 attackers; 3 can be had, but after this assault only 2"
    )
    assert t.legal("assault") == {"assault 0406 with RD2+RD3"}


@pytest.mark.rule("dom", "12.1f")
def test_what_cannot_attack_is_not_asked_to() -> None:
    """A tank brigade before a marsh, a rifle division behind a reservoir."""
    t = play(
        "5Inf 0404\nTB1 0504\n8Inf 0407\nRD1 0507",
        november=5,
        step="II.C",
        demanded=3,
        hexes="0404 marsh",
        sides="0407-0507 reservoir",
    )
    assert t.legal() == {"done"}
    t.order("done")


APPROACH = "5Inf 0404\nRD1 0504\nRD2 0604\nRD3 0604\nRD4 1104"
"""Turn 5: three MP. RD1 is in contact, RD2 and RD3 can come, RD4 cannot."""


@pytest.mark.rule("dom", "12.1f")
def test_movement_is_part_of_the_duty() -> None:
    t = play(APPROACH, november=5, step="II.B", demanded=3)
    t.refused("done", "12.1f", "1 of the 3 demanded units stand ready and RD2 could join")
    t.order("move RD2 0604-0503")
    t.refused("done", "12.1f", "2 of the 3 demanded units stand ready and RD3 could join")
    t.order("move RD3 0604-0504", "done")
    assert t.prompt.decision == "combat"


@pytest.mark.rule("dom", "12.1f")
def test_units_that_are_needed_move_only_to_where_they_can_attack() -> None:
    t = play(APPROACH, november=5, step="II.B", demanded=3)
    t.order("move RD2 0604-0503")
    t.refused("move RD3 0604-0605", "12.1f", "this group is needed where it can attack")
    assert "move RD3 0604-0605" not in t.legal("move")
    t.refused("move RD1 0504-0604", "12.1f", "this group is needed where it can attack")
    t.order("move RD3 0604-0504", "done")


@pytest.mark.rule("dom", "12.1f")
def test_units_that_are_not_needed_move_as_they_like() -> None:
    t = play(APPROACH, november=5, step="II.B", demanded=2)
    t.order("move RD3 0604-0605", "move RD2 0604-0503", "done")


@pytest.mark.rule("dom", "12.1g")
def test_reinforcements_count_for_the_order_of_phases() -> None:
    """Only by moving can the two divisions that enter this turn come up to the front."""
    units = "5Inf 0904\nRD1 1004\nRD90 reserve untried\nRD91 reserve untried"
    t = play(units, november=5, step="soviet-order", demanded=3, track="arrivals = { RD = 2 }")
    assert t.legal("order") == {"order move-fight"}
    t.refused("order fight-move", "12.1g", "Stalin demands 3 attackers; this order allows 1, the other 3")


@pytest.mark.rule("dom", "12.1g")
def test_reinforcements_that_enter_beside_the_enemy_can_fight_before_they_move() -> None:
    units = "5Inf 1104\nRD1 1004\nRD90 reserve untried\nRD91 reserve untried"
    t = play(units, november=5, step="soviet-order", demanded=3, track="arrivals = { RD = 2 }")
    assert t.legal("order") == {"order fight-move", "order move-fight"}


@pytest.mark.rule("dom", "12.1f")
def test_the_most_that_can_be_engaged_is_enough() -> None:
    t = play(APPROACH, november=5, step="II.B", demanded=18)
    t.order("move RD2+RD3 0604-0503", "done")
    t.order("assault 0404 with RD1+RD2+RD3", dice=(6,))
    t.order("done")


@pytest.mark.rule("dom", "12.1f")
def test_even_nobody_is_enough() -> None:
    t = play("5Inf 0204\nRD1 1104\nRD2 1105", november=5, step="stalin", dice=(6,))
    assert t.legal("order") == {"order move-fight", "order fight-move"}
    t.order("order move-fight", "done", "done")
    assert t.s.turn == 6
    assert t.outcome is None


@pytest.mark.rule("dom", "12.1f")
def test_movement_after_combat_is_free() -> None:
    t = play(APPROACH, november=5, step="II.C", order="fight-move", demanded=3, engaged=1)
    assert t.prompt.decision == "movement"
    t.order("done")


FIFTEEN = "5Inf 0404\n" + "\n".join(
    f"RD{i} {hex}" for i, hex in enumerate(["0504"] * 4 + ["0603"] * 5 + ["0604"] * 5 + ["0605"], start=1)
)
"""Four in contact, eleven more within three MP."""


@pytest.mark.rule("dom", "12.1g")
def test_the_only_order_that_reaches_the_number_is_compulsory() -> None:
    t = play(FIFTEEN, november=5, step="soviet-order", demanded=12)
    t.refused("order fight-move", "12.1g", "Stalin demands 12 attackers; this order allows 4, the other 15")
    assert t.legal() == {"order move-fight"}
    t.order("order move-fight")
    assert t.prompt.decision == "movement"


@pytest.mark.rule("dom", "12.1g")
def test_free_choice_when_both_orders_reach_the_number() -> None:
    t = play(FIFTEEN, november=5, step="soviet-order", demanded=3)
    assert t.legal() == {"order move-fight", "order fight-move"}
    t = play(FIFTEEN, november=4, step="soviet-order")
    assert t.legal() == {"order move-fight", "order fight-move"}


@pytest.mark.rule("dom", "12.1g")
def test_the_larger_number_counts_when_neither_order_reaches_it() -> None:
    t = play(FIFTEEN, november=5, step="soviet-order", demanded=18)
    assert t.legal() == {"order move-fight"}
    t = play(FOUR_IN_CONTACT, november=5, step="soviet-order", demanded=18)
    assert t.legal() == {"order move-fight", "order fight-move"}, "neither brings more than four"


# -- 12.2 the turn of execution -------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "12.2a")
def test_movement_factors_on_the_turn_of_execution() -> None:
    """The rulebook's example: executed on turn 7, the factors are eight and five."""
    t = play(f"{QUIET}\n36PG 0206\nKG1 0207", turn=7, november=6)
    assert {key: factor(t, key) for key in ("7Pz", "36PG", "KG1", "1Cav")} == {"7Pz": 8, "36PG": 8, "KG1": 8, "1Cav": 8}
    assert factor(t, "5Inf") == 5
    t.order("move 7Pz 0203-1003", "move 5Inf 0204-0704")
    t = play(QUIET, turn=7, november=5)
    assert (factor(t, "7Pz"), factor(t, "5Inf")) == (6, 4)


@pytest.mark.rule("dom", "12.2a")
def test_soviet_movement_is_not_quickened() -> None:
    t = play("5Inf 0204\nRD1 1104\nTB1 1105", turn=7, november=6, step="II.B")
    assert (factor(t, "RD1"), factor(t, "TB1")) == (4, 6)


@pytest.mark.rule("dom", "12.2b")
def test_prepared_assaults_gain_a_column_on_the_turn_of_execution() -> None:
    t = play(CONTACT, turn=7, november=6, step="I.C")
    text = "assault 0404 with 7Pz"
    assert shifts(t, text) == {"12.2b": 1}
    assert set(t.sheet(text).columns) == {"5:1"}
    assert shifts(play(CONTACT, turn=7, november=5, step="I.C"), text) == {}


@pytest.mark.rule("dom", "12.2b")
def test_fighting_first_gains_nothing_more() -> None:
    t = play(CONTACT, turn=7, november=6, step="I.B", order="fight-move")
    assert shifts(t, "assault 0404 with 7Pz") == {"12.2b": 1}
    t = play(CONTACT, turn=7, november=5, step="I.B", order="fight-move")
    assert shifts(t, "assault 0404 with 7Pz") == {"5.2c": 1}


@pytest.mark.rule("dom", "12.2b")
def test_offensive_adds_to_other_shifts_but_not_to_mobile_or_soviet_assaults() -> None:
    t = play(f"{CONTACT}\n8Inf 0503", turn=7, november=6, step="I.C")
    assert shifts(t, "assault 0404 with 7Pz+8Inf") == {"12.2b": 1, "11.20a": 1}
    assert shifts(play(CONTACT, turn=7, november=6), "mobile 0404 with 7Pz") == {}
    assert shifts(play(CONTACT, turn=7, november=6, step="II.C"), "assault 0304 with RD1") == {}


@pytest.mark.rule("dom", "12.2c")
@pytest.mark.parametrize(("track", "most"), [(1, 2), (0, 1)])
def test_one_more_aircraft_on_the_turn_of_execution(track: int, most: int) -> None:
    t = play(CONTACT, turn=6, november=5, step="I.C", track=f"air_german = {track}")
    offered = {text for text in t.legal("assault") if text.startswith("assault 0404 with 7Pz air")}
    assert offered == {f"assault 0404 with 7Pz air {n}" for n in range(1, most + 1)}
    t.refused(f"assault 0404 with 7Pz air {most + 1}", "11.19a", f"aircraft left this turn: {most}")
    assert shifts(t, f"assault 0404 with 7Pz air {most}")["11.19c"] == most


@pytest.mark.rule("dom", "12.2c")
@pytest.mark.parametrize("november", [0, 4, 6])
def test_no_extra_aircraft_on_other_turns(november: int) -> None:
    t = play(CONTACT, turn=6, november=november, step="I.C", track="air_german = 1")
    assert t.title.visible_data(t.masked("soviet"))["aircraft"] == {"german": 1, "soviet": 0}


REDUCED = """
    7Pz 0303 reduced
    6Pz 0303 reduced
    36PG 0304 reduced
    14PG 0304 reduced
    5Inf 0305 reduced
    8Inf 0305 reduced
    106Inf 0306 reduced
    129Inf 0306 reduced
    2Pz 0307
"""


def replacing(units: str, *, turn: int = 8) -> Table:
    """I.A of the turn of execution; turn 8 has no withdrawals."""
    return play(units, turn=turn, november=turn - 1, step="I.A")


@pytest.mark.rule("dom", "12.2d")
def test_three_steps_for_each_class() -> None:
    t = replacing(REDUCED)
    reduced = {"7Pz", "6Pz", "36PG", "14PG", "5Inf", "8Inf", "106Inf", "129Inf"}
    assert t.legal("replace") == {f"replace {key}" for key in reduced}
    t.order("replace 5Inf", "replace 7Pz", "replace 106Inf", "replace 36PG", "replace 8Inf")
    t.refused("replace 129Inf", "12.2d", "no replacement step of 129Inf's class is left")
    assert t.legal("replace") == {"replace 6Pz", "replace 14PG"}
    t.order("replace 14PG")
    assert t.legal("replace") == set()
    t.refused("replace 6Pz", "12.2d", "no replacement step of 6Pz's class is left")
    assert {key: t.steps(key) for key in sorted(reduced)} == {
        key: 1 if key in ("6Pz", "129Inf") else 2 for key in sorted(reduced)
    }


@pytest.mark.rule("dom", "12.2d")
def test_replacements_go_to_reduced_units_in_supply() -> None:
    t = replacing("7Pz 0303 reduced\n2Pz 0303\n5Inf 1201 reduced\nRD1 1202\nRD2 1101\n8Inf dead")
    assert t.legal("replace") == {"replace 7Pz"}
    t.refused("replace 5Inf", "12.2d", "5Inf is out of supply")
    t.refused("replace 2Pz", "12.2d", "2Pz is at full strength")
    t.refused("replace 8Inf", "12.2d", "8Inf is not a German unit on the map")
    t.order("replace 7Pz")
    t.refused("replace 7Pz", "12.2d", "7Pz is at full strength")


@pytest.mark.rule("dom", "12.2e")
def test_no_replacements_for_battle_groups_brigade_regiment_and_cavalry() -> None:
    t = replacing("KG1 0303\nLehr 0304 reduced\nGD 0305 reduced\n1Cav 0306 reduced\n7Pz 0307 reduced")
    assert t.legal("replace") == {"replace 7Pz"}
    for key in ("KG1", "Lehr", "GD", "1Cav"):
        t.refused(f"replace {key}", "12.2e", f"{key} receives no replacements")


@pytest.mark.rule("dom", "12.2e")
def test_steps_do_not_cross_classes() -> None:
    t = replacing(REDUCED)
    t.order("replace 5Inf", "replace 8Inf", "replace 106Inf")
    assert "replace 129Inf" not in t.legal("replace")
    assert "0 infantry" in t.prompt.text
    t = replacing(REDUCED)
    t.order("replace 7Pz", "replace 6Pz", "replace 36PG")
    assert t.legal("replace") == {"replace 5Inf", "replace 8Inf", "replace 106Inf", "replace 129Inf"}


@pytest.mark.rule("dom", "12.2e")
def test_steps_are_not_saved() -> None:
    t = replacing(f"{REDUCED}\n1Cav 0308", turn=6)
    t.order("replace 5Inf", "withdraw 5Inf", "done")
    run_to(t, "I.A")
    assert t.s.turn == 7
    assert t.legal("replace") == set()
    t.refused("replace 7Pz", "9.2", "replacements come only with the November offensive")


@pytest.mark.rule("dom", "12.2e")
def test_replenished_units_act_at_once() -> None:
    t = replacing("7Pz 0303 reduced\nRD1 0604")
    t.order("replace 7Pz", "done")
    assert factor(t, "7Pz") == 8
    t.order("move 7Pz 0303-0503", "done")
    assert set(t.sheet("assault 0604 with 7Pz").attack) == {8}
    t.order("assault 0604 with 7Pz")


# -- 12.3 no November offensive -------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "12.3a")
@pytest.mark.parametrize("turn", [7, 8, 9])
def test_german_assaults_suffer_without_an_offensive(turn: int) -> None:
    assert shifts(play(CONTACT, turn=turn, step="I.C"), "assault 0404 with 7Pz") == {"12.3a": -1}
    t = play(CONTACT, turn=turn)
    assert shifts(t, "mobile 0404 with 7Pz") == {"12.3a": -1}
    assert set(t.sheet("mobile 0404 with 7Pz").columns) == {"3:1"}
    t = play(CONTACT, turn=turn, step="I.B", order="fight-move")
    assert shifts(t, "assault 0404 with 7Pz") == {"12.3a": -1, "5.2c": 1}, "others still apply"


@pytest.mark.rule("dom", "12.3b")
@pytest.mark.parametrize("turn", [7, 8, 9])
def test_soviet_assaults_gain_without_an_offensive(turn: int) -> None:
    t = play(CONTACT, turn=turn, step="II.C")
    assert shifts(t, "assault 0304 with RD1+RD2") == {"12.3b": 1}
    t = play(f"{CONTACT}\nRD3 0205", turn=turn, step="II.C")
    assert shifts(t, "assault 0304 with RD1+RD3") == {"12.3b": 1, "11.20a": 1}, "others still apply"


@pytest.mark.rule("dom", "12.3a", "12.3b")
@pytest.mark.parametrize(("turn", "november"), [(4, 0), (6, 0), (7, 4), (8, 4), (8, 6), (9, 7)])
def test_no_penalty_before_turn_7_or_with_an_offensive(turn: int, november: int) -> None:
    assert shifts(play(CONTACT, turn=turn, november=november, step="I.C"), "assault 0404 with 7Pz") == {}
    assert shifts(play(CONTACT, turn=turn, november=november), "mobile 0404 with 7Pz") == {}
    assert shifts(play(CONTACT, turn=turn, november=november, step="II.C"), "assault 0304 with RD1") == {}


@pytest.mark.rule("dom", "12.3a", "12.3b")
@pytest.mark.parametrize(("word", "expected"), [("decline", {"12.3a": -1}), ("declare", {})])
def test_turn_7_is_the_last_chance(word: str, expected: dict[str, int]) -> None:
    units = f"{CONTACT}\n8Inf 0204\n1Cav 0204\nKG1 0205"
    t = play(units, turn=7, step="november")
    t.order(f"november {word}", "order move-fight", "withdraw 8Inf", "withdraw 1Cav", "done")
    assert shifts(t, "mobile 0404 with 7Pz") == expected
    run_to(t, "II.C")
    assert shifts(t, "assault 0304 with RD1") == ({"12.3b": 1} if expected else {})


@pytest.mark.rule("dom", "12.3a")
def test_with_the_option_turn_7_is_too_late() -> None:
    t = play(CONTACT, turn=7, step="november", options="november_by_turn_6 = true")
    assert t.title.current_step(t.s).name == "german-order"
    t.refused("november declare", "12.0a", "'november' cannot be ordered now...")
    t = play(CONTACT, turn=6, step="november", options="november_by_turn_6 = true")
    t.order("november declare")
