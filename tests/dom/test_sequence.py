"""Chapter 5: the sequence of play, the choice of phase order, the rules of game turn 1, the turn marker."""

from __future__ import annotations

from fractions import Fraction

import pytest

from steppe.errors import OrderError
from steppe.title import Shift, Trouble
from tests.dom.layout import Campaign, position
from tests.sandbox import Table, first

# -- 5.0 Actions in their phases alone --------------------------------------------------------------------------------

FORCES = """
7Pz 0303
5Inf 0302
RD1 0404
RD2 0705
RD100 reserve untried 1-1
8GRD reserve
"""
ORDERS = {
    "withdraw": "withdraw 5Inf",
    "move": "move 7Pz 0303-0304",
    "mobile": "mobile 0404 with 7Pz",
    "assault": "assault 0404 with 7Pz",
    "enter": "enter RD 0905",
    "guards": "guards RD2",
    "order": "order fight-move",
    "place": "place 7Pz 0102",
    "november": "november declare",
}


ASKED_BY = {"withdraw": "9.3a", "enter": "9.1a", "guards": "9.4a", "order": "5.2a", "november": "12.0a"}
"""The row that asks for an order; of the others it is said only that everything has its phase."""


@pytest.mark.rule("dom", "5.0")
@pytest.mark.parametrize(
    ("step", "order", "verbs"),
    [
        ("german-order", "move-fight", {"order"}),
        ("I.A", "move-fight", {"withdraw"}),
        ("I.B", "move-fight", {"move", "mobile"}),
        ("I.C", "move-fight", {"assault"}),
        ("I.B", "fight-move", {"assault"}),
        ("I.C", "fight-move", {"move", "mobile"}),
        ("soviet-order", "move-fight", {"order"}),
        ("II.A", "move-fight", {"enter"}),
        ("II.B", "move-fight", {"move", "mobile"}),
        ("II.C", "move-fight", {"assault"}),
        ("II.D", "move-fight", {"guards"}),
    ],
)
def test_an_action_is_refused_outside_its_phase(step: str, order: str, verbs: set[str]) -> None:
    track = 'withdraw = ["infantry"]\narrivals = { RD = 1 }'
    t = Table(position(FORCES, turn=2, step=step, order=order, track=track))
    for verb, text in ORDERS.items():
        if verb in verbs:
            continue
        refusal = t.refused(text, ASKED_BY.get(verb, "5.0"), f"'{verb}' cannot be ordered now...")
        assert refusal.trouble == Trouble.TIME
    given = {text.split()[0] for text in t.legal()}
    assert given.isdisjoint(ORDERS.keys() - verbs)
    if step not in ("II.B", "II.C"):  # there the orders above are those of the wrong side
        assert given & verbs


@pytest.mark.rule("dom", "5.0")
def test_there_is_no_way_back_into_a_phase_that_has_ended() -> None:
    t = Table(position("7Pz 0303\n6Pz 0304\nRD1 0505 3-3", step="I.B"))
    t.order("move 7Pz 0303-0404", "done")
    for text in ("move 7Pz 0404-0403", "move 6Pz 0304-0303", "mobile 0505 with 7Pz"):
        t.refused(text, "5.0", "'...' cannot be ordered now...")
    t.order("done")  # nor to the combat phase, forgotten as it is
    assert t.seat == "soviet"
    t.refused("assault 0505 with 7Pz", "5.0", "'assault' cannot be ordered now...")
    t.order("order fight-move")
    t.refused("assault 0505 with 7Pz", "11.0a", "no enemy units are in 0505")  # the Soviet Combat Phase now


@pytest.mark.rule("dom", "5.0")
def test_nobody_acts_in_the_other_players_phases() -> None:
    german = Table(position(FORCES, step="I.B"))
    german.refused("move RD1 0404-0405", "10.0a", "RD1 is not yours to move in this phase")
    soviet = Table(position(FORCES, step="II.B"))
    soviet.refused("move 7Pz 0303-0304", "10.0a", "7Pz is not yours to move in this phase")
    fighting = Table(position(FORCES, step="II.C"))
    fighting.refused("assault 0404 with 7Pz", "11.0a", "no enemy units are in 0404")


# -- 5.1 The outline --------------------------------------------------------------------------------------------------

WHOLE_TURN = """
5Inf 0202
7Pz 0303
RD1 0505
RD2 0706
RD100 reserve untried 1-1
8GRD reserve
9GRD reserve
"""
WHOLE_TRACK = 'withdraw = ["infantry"]\narrivals = { RD = 1 }'


def walk(t: Table, answers: dict[str, str], end: int) -> list[tuple[str, str, str]]:
    """Go on to the end of a turn, answering each decision; every (step, seat, decision) on the way."""
    found = []
    while t.outcome is None and t.s.turn <= end:
        decision = t.prompt.decision
        found.append((t.title.current_step(t.s).name, t.seat, decision))
        text = answers.get(f"{t.seat} {decision}") or answers.get(decision, "done")
        t.order(text)
        if text.startswith(("withdraw", "enter")):
            t.order("done")
    return found


@pytest.mark.rule("dom", "5.1a", "5.1b")
@pytest.mark.parametrize("german", ["move-fight", "fight-move"])
@pytest.mark.parametrize("soviet", ["move-fight", "fight-move"])
def test_the_phases_of_a_game_turn_come_in_the_printed_order(german: str, soviet: str) -> None:
    t = Table(position(WHOLE_TURN, turn=5, step="november", track=WHOLE_TRACK))
    answers = {
        "november": "november decline",
        "german phase order": f"order {german}",
        "soviet phase order": f"order {soviet}",
        "replacement and withdrawal": "withdraw 5Inf",
        "reinforcement": "enter RD 0905",
        "guards conversion": "guards RD2",
    }
    phases = {"move-fight": ("movement", "combat"), "fight-move": ("combat", "movement")}
    assert walk(t, answers, 5) == [
        ("november", "german", "november"),
        ("german-order", "german", "phase order"),
        ("I.A", "german", "replacement and withdrawal"),
        ("I.B", "german", phases[german][0]),
        ("I.C", "german", phases[german][1]),
        ("soviet-order", "soviet", "phase order"),
        ("II.A", "soviet", "reinforcement"),
        ("II.B", "soviet", phases[soviet][0]),
        ("II.C", "soviet", phases[soviet][1]),
        ("II.D", "soviet", "guards conversion"),
    ]
    assert t.s.turn == 6
    assert t.prompt.decision == "november"  # the German is first again


@pytest.mark.rule("dom", "5.1b")
def test_the_terminal_supply_phase_comes_last_of_all() -> None:
    cut_off = "RD3 0101 1-1"  # in the German corner, no line to any source
    units = f"7Pz 0202\n6Pz 0103\n{cut_off}\nRD1 0805\n8GRD reserve"
    t = Table(position(units, turn=3, step="II.B", hexes="0101 soviet"))
    assert not t.in_supply("RD3")
    t.order("done", "done")
    assert t.prompt.decision == "guards conversion"
    assert t.where("RD3") == "0101"  # still alive while Guards are converted
    t.order("guards RD1")
    assert t.where("RD3") == "dead"
    assert t.s.turn == 4


@pytest.mark.rule("dom", "5.1a")
def test_withdrawals_come_before_movement_and_combat() -> None:
    t = Table(position(WHOLE_TURN, turn=5, step="german-order", track=WHOLE_TRACK))
    t.order("order fight-move")
    assert t.title.current_step(t.s).name == "I.A"
    t.refused("assault 0505 with 7Pz", "5.0", "'assault' cannot be ordered now...")
    t.order("withdraw 5Inf", "done")
    assert t.prompt.decision == "combat"
    t.refused("withdraw 7Pz", "9.3a", "'withdraw' cannot be ordered now...")


@pytest.mark.rule("dom", "5.1b")
def test_reinforcements_come_before_the_soviet_moves_and_fights() -> None:
    t = Table(position(WHOLE_TURN, turn=5, step="soviet-order", track=WHOLE_TRACK))
    t.order("order move-fight")
    assert t.title.current_step(t.s).name == "II.A"
    t.order("enter RD 0905", "done", "move RD100 0905-0904")  # and what has entered moves at once
    t.refused("enter RD 0905", "9.1a", "'enter' cannot be ordered now...")


# -- 5.2 Move and fight, or fight and move ----------------------------------------------------------------------------


@pytest.mark.rule("dom", "5.2a")
def test_each_player_declares_his_order_at_the_start_of_each_player_turn() -> None:
    t = Table(position("7Pz 0303\nRD1 0705", turn=2, step="german-order"))
    asked = []
    for _ in range(2):
        for choice in ("fight-move", "move-fight"):
            asked.append((t.s.turn, t.seat, t.prompt.decision, sorted(t.legal())))
            t.order(f"order {choice}")
            now = t.prompt.decision
            assert now == ("combat" if choice == "fight-move" else "movement")
            t.order("done")
            assert t.prompt.decision != now
            t.order("done")
    both = ["order fight-move", "order move-fight"]
    assert asked == [(turn, seat, "phase order", both) for turn in (2, 3) for seat in ("german", "soviet")]


@pytest.mark.rule("dom", "5.2a")
@pytest.mark.parametrize("step", ["I.A", "I.B", "I.C"])
def test_the_declaration_stands_for_the_whole_player_turn(step: str) -> None:
    t = Table(position(FORCES, turn=5, step=step, track='withdraw = ["infantry"]'))
    for word in ("fight-move", "move-fight"):
        t.refused(f"order {word}", "5.2a", "'order' cannot be ordered now...")
    assert t.legal("order") == set()


@pytest.mark.rule("dom", "5.2a")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_all_units_may_both_move_and_fight_in_either_order(order: str) -> None:
    t = Table(position("7Pz 0303\nRD1 0403 3-3\nRD2 0707", turn=2, step="german-order", track="mf_mech = 6"))
    t.order(f"order {order}")
    if order == "move-fight":
        t.order("move 7Pz 0303-0302", "done")
        t.order("assault 0403 with 7Pz", dice=(3,))  # from its new hex: 2:1, stalled
    else:
        t.order("assault 0403 with 7Pz", dice=(2,))  # 3:1, stalled
        t.order("done")
        assert max(t.range("7Pz").values()) == 6
        t.order("move 7Pz 0303-0308")
    assert t.prompt.decision == ("combat" if order == "move-fight" else "movement")


@pytest.mark.rule("dom", "5.2a")
def test_a_unit_may_move_assault_on_the_move_and_make_a_prepared_assault() -> None:
    t = Table(position("7Pz 0303\nRD1 0404 2-2", turn=2, step="german-order"))
    t.order("order move-fight", "move 7Pz 0303-0403")
    t.order("mobile 0404 with 7Pz", dice=(1,))  # stalled
    t.order("done")
    t.order("assault 0404 with 7Pz", dice=(1,))
    assert t.where("RD1") == "0404"


@pytest.mark.rule("dom", "5.2b")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_the_choice_binds_every_unit(order: str) -> None:
    t = Table(position("7Pz 0303\n6Pz 0304\nRD1 0403\nRD2 0404", turn=2, step="german-order"))
    with pytest.raises(OrderError):
        t.read(f"order {order} 7Pz")  # no order for some of the units
    t.order(f"order {order}")
    verbs = ({"move", "mobile"}, {"assault"})
    for now, other in (verbs, verbs[::-1]) if order == "move-fight" else (verbs[::-1], verbs):
        given = {text.split()[0] for text in t.legal()}
        assert now <= given
        assert not other & given
        t.order("done")


def shifts(t: Table, text: str) -> tuple[Shift, ...]:
    return t.sheet(text).shifts


FIGHT_FIRST = Shift("fight before moving", "5.2c", 1)
FIRST_TURN = Shift("first turn of the offensive", "5.3a", 1)
CONTACT = "7Pz 0303 6-5\nRD1 0403 2-2"


@pytest.mark.rule("dom", "5.2c")
def test_fighting_first_shifts_german_prepared_assaults_one_column() -> None:
    fight = Table(position(CONTACT, turn=2, step="I.B", order="fight-move"))
    assert shifts(fight, "assault 0403 with 7Pz") == (FIGHT_FIRST,)
    assert fight.sheet("assault 0403 with 7Pz").columns == {"4:1": Fraction(1)}
    move = Table(position(CONTACT, turn=2, step="I.C", order="move-fight"))
    assert shifts(move, "assault 0403 with 7Pz") == ()
    assert move.sheet("assault 0403 with 7Pz").columns == {"3:1": Fraction(1)}


@pytest.mark.rule("dom", "5.2c")
def test_the_battle_is_fought_on_the_shifted_column() -> None:
    # A 1 is a loss at 3:1 and stalls at 4:1.
    for step, order, result in (("I.B", "fight-move", "AS"), ("I.C", "move-fight", "AL1")):
        t = Table(position(CONTACT, turn=2, step=step, order=order))
        log = t.order("assault 0403 with 7Pz", dice=(1,))
        assert first(log, "result").facts["result"] == result


@pytest.mark.rule("dom", "5.2c")
def test_fighting_first_adds_to_other_shifts_but_not_to_mobile_assaults_or_the_soviet() -> None:
    in_city = Table(position(CONTACT, turn=2, step="I.B", order="fight-move", hexes="0403 city Tula"))
    assert sum(shift.columns for shift in shifts(in_city, "assault 0403 with 7Pz")) == 1 - 2
    mobile = Table(position(CONTACT, turn=2, step="I.C", order="fight-move"))
    assert shifts(mobile, "mobile 0403 with 7Pz") == ()
    soviet = Table(position(CONTACT, turn=2, step="II.B", order="fight-move"))
    assert shifts(soviet, "assault 0303 with RD1") == ()


# -- 5.3 Game turn 1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "5.3a")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_all_german_assaults_of_turn_1_gain_a_column(order: str) -> None:
    moving, fighting = ("I.B", "I.C") if order == "move-fight" else ("I.C", "I.B")
    mobile = Table(position(CONTACT, turn=1, step=moving, order=order))
    assert shifts(mobile, "mobile 0403 with 7Pz") == (FIRST_TURN,)
    assert mobile.sheet("mobile 0403 with 7Pz").columns == {"4:1": Fraction(1)}
    prepared = Table(position(CONTACT, turn=1, step=fighting, order=order))
    assert FIRST_TURN in shifts(prepared, "assault 0403 with 7Pz")


@pytest.mark.rule("dom", "5.3a")
def test_the_column_of_turn_1_adds_to_others_and_is_german_alone() -> None:
    forest = Table(position(CONTACT, turn=1, hexes="0403 forest"))
    assert sum(shift.columns for shift in shifts(forest, "mobile 0403 with 7Pz")) == 0
    assert len(shifts(forest, "mobile 0403 with 7Pz")) == 2
    soviet = Table(position(CONTACT, turn=1, step="II.C"))
    assert shifts(soviet, "assault 0303 with RD1") == ()
    later = Table(position(CONTACT, turn=2))
    assert shifts(later, "mobile 0403 with 7Pz") == ()


@pytest.mark.rule("dom", "5.3b")
def test_fighting_first_on_turn_1_gains_no_second_column() -> None:
    t = Table(position(CONTACT, turn=1, step="I.B", order="fight-move"))
    assert shifts(t, "assault 0403 with 7Pz") == (FIRST_TURN,)
    assert t.sheet("assault 0403 with 7Pz").columns == {"4:1": Fraction(1)}


# The seam lies between rows 4 and 5.
SHEETS = "\n".join(f"{c:02}01..{c:02}04 sheet-N\n{c:02}05..{c:02}09 sheet-S" for c in range(1, 21))


def south(units: str, **more: str) -> Table:
    hexes = f"{SHEETS}\n{more.pop('hexes', '')}"
    turn = int(more.pop("turn", "1"))
    return Table(position(units, turn=turn, size="20x9", hexes=hexes, **more))


@pytest.mark.rule("dom", "5.3c")
@pytest.mark.parametrize(("key", "factor"), [("7Pz", 14), ("36PG", 14), ("GD", 14), ("1Cav", 14), ("5Inf", 6)])
def test_mechanized_germans_of_the_south_map_have_14(key: str, factor: int) -> None:
    t = south(f"{key} 0307 south-start")
    if key == "5Inf":
        t = south(f"{key} 0307")
    found = t.range(key)
    labels = {label for label, spent in found.items() if spent > 10}
    assert max(found.values()) == factor
    assert all(int(label[2:]) >= 5 for label in labels)


@pytest.mark.rule("dom", "5.3c")
def test_twelve_points_on_the_south_map_but_no_more_than_ten_into_the_north() -> None:
    t = south("7Pz 0305 south-start")
    t.order("move 7Pz 0305-1505")  # twelve hexes along the seam, and nobody is led across it
    assert t.s.spent[t.unit("7Pz")] == 12
    t.refused("move 7Pz 1505-1504", "5.3c", "more than 10 MP are for the south map alone")
    t.order("move 7Pz 1505-1705")
    t.refused("move 7Pz 1705-1706", "2.10b", "1706 costs 1 MP and 0 are left")


@pytest.mark.rule("dom", "5.3c")
@pytest.mark.parametrize(("start", "goal"), [("1405", "1205"), ("1405", "0405"), ("0605", "1405"), ("0505", "1305")])
def test_a_move_along_the_seam_never_strays_into_the_north(start: str, goal: str) -> None:
    t = south(f"7Pz {start} south-start")
    path = first(t.order(f"move 7Pz {start}-{goal}"), "moved").facts["path"]
    assert all(t.title.geo.south[h] for h in path)
    assert t.title.movement.factor(t.s, t.unit("7Pz")) == 14


@pytest.mark.rule("dom", "5.3c")
def test_who_enters_the_north_map_has_ten_for_the_turn() -> None:
    t = south("7Pz 0305 south-start")
    t.order("move 7Pz 0305-1104", "move 7Pz 1104-1105")  # nine into the north and back
    assert t.s.spent[t.unit("7Pz")] == 9
    assert max(t.range("7Pz").values()) == 1
    t.refused("move 7Pz 1105-1107", "2.10b", "1107 is out of reach with 1 MP")


@pytest.mark.rule("dom", "5.3c")
def test_a_north_map_hex_beyond_ten_is_refused_by_the_rule_of_the_south() -> None:
    t = south("7Pz 0305 south-start")
    t.refused("move 7Pz 0305-1504", "5.3c", "more than 10 MP are for the south map alone")
    t.refused("move 7Pz 0305-1904", "2.10b", "1904 is out of reach with 14 MP")  # out of reach of 14 as well
    assert "1304" in t.range("7Pz")


@pytest.mark.rule("dom", "5.3c")
def test_units_that_set_up_in_the_north_or_move_later_have_ten() -> None:
    north = south("7Pz 0307")  # in the south now, but it set up in the north
    assert max(north.range("7Pz").values()) == 10
    later = south("7Pz 0307 south-start", turn="2", track="mf_mech = 8")
    assert max(later.range("7Pz").values()) == 8


@pytest.mark.rule("dom", "5.3c")
def test_a_stack_moves_at_the_pace_of_its_slowest_unit() -> None:
    t = south("7Pz 0307 south-start\n6Pz 0307")
    assert max(t.range("7Pz", "6Pz").values()) == 10
    assert max(t.range("7Pz").values()) == 14


@pytest.mark.rule("dom", "5.3c")
def test_a_unit_that_has_used_its_extra_points_attacks_in_the_south_alone() -> None:
    units = "7Pz 1305 south-start spent={}\nRD1 1304 2-2\nRD2 1306 2-2"
    far = south(units.format(11), step="I.C")
    far.refused("assault 1304 with 7Pz", "5.3c", "7Pz has used its south-map MP")
    far.refused("assault 1304 with 7Pz air 1", "5.3c", "7Pz has used its south-map MP")
    far.order("assault 1306 with 7Pz", dice=(1,))
    near = south(units.format(10), step="I.C")
    near.order("assault 1304 with 7Pz", dice=(1,))


@pytest.mark.rule("dom", "5.3c")
@pytest.mark.parametrize(("spent", "legal"), [(7, True), (8, False)])
def test_a_mobile_assault_into_the_north_must_be_paid_from_the_ten(spent: int, legal: bool) -> None:
    t = south(f"7Pz 1305 south-start spent={spent}\nRD1 1304 2-2\nRD2 1306 2-2")
    assert ("mobile 1304 with 7Pz" in t.legal("mobile")) == legal
    assert "mobile 1306 with 7Pz" in t.legal("mobile")
    if not legal:
        t.refused("mobile 1304 with 7Pz", "5.3c", "7Pz has used its south-map MP")


@pytest.mark.rule("dom", "5.3c")
@pytest.mark.parametrize(("target", "factor"), [("0304", 10), ("0306", 14)])
def test_an_assault_into_the_north_before_moving_costs_the_extra_points(target: str, factor: int) -> None:
    t = south("7Pz 0305 south-start\nRD1 0304 9-9\nRD2 0306 9-9", order="fight-move")
    t.order(f"assault {target} with 7Pz", dice=(4,))  # 1:2, a column better on turn 1: stalled
    assert t.steps("7Pz") == 2
    t.order("done")
    assert max(t.range("7Pz").values()) == factor


@pytest.mark.rule("dom", "5.3c")
def test_the_real_game_knows_who_set_up_in_the_south() -> None:
    t = Campaign()
    t.order("deploy historical", "done", "deploy historical", "done")
    # in the rear, with nobody in the way; 6Pz just north of the seam
    t.order("deploy historical", "place 7Pz 0146", "place 6Pz 0135", "place 36PG 0147", "place 1Cav 0148")
    t.order("place 5Inf 0145", "done", "order move-fight")
    south_map = t.title.board.region("sheet S")
    for key, factor in (("7Pz", 14), ("36PG", 14), ("1Cav", 14), ("6Pz", 10), ("5Inf", 6)):
        found = t.range(key)
        assert max(found.values()) == factor, key
        assert all(t.hex(label) in south_map for label, spent in found.items() if spent > 10)


# -- 5.4 The turn marker ----------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "5.4")
def test_the_game_begins_with_turn_1() -> None:
    t = Campaign()
    assert t.s.turn == 0
    t.deploy()
    assert t.s.turn == 1


@pytest.mark.rule("dom", "5.4")
def test_nine_turns_one_after_another() -> None:
    units = "1Inf german infantry XX 4-8/2-4 0202\n2Inf german infantry XX 4-8/2-4 0203\n1Cav 0204\n"
    units += "3Inf german infantry XX 4-8/2-4 0205\nRD1 0705"
    t = Table(position(units, turn=1, step="german-order"))
    turns: list[int] = []
    while t.outcome is None:
        if not turns or turns[-1] != t.s.turn:
            turns.append(t.s.turn)
        given = sorted(t.legal())
        wanted = [text for text in given if text.startswith(("withdraw", "november decline", "order move"))]
        t.order(wanted[0] if wanted else "done")
    assert turns == list(range(1, 10))
    assert t.outcome.turn == 9
    assert t.title.current_step(t.s).name == "II.E"


@pytest.mark.rule("dom", "5.4")
def test_the_marker_moves_only_when_the_soviet_player_turn_is_over() -> None:
    t = Table(position("7Pz 0303\nRD1 0705", turn=2, step="german-order"))
    for text in ("order move-fight", "done", "done", "order move-fight", "done"):
        t.order(text)
        assert t.s.turn == 2
    log = t.order("done")
    assert t.s.turn == 3
    assert [event.facts["turn"] for event in log if event.kind == "turn"] == [3]
