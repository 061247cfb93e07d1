"""Chapter 5: the sequence of play, the order of phases, the early turns, borders, Directive No. 3."""

from __future__ import annotations

import pytest

from steppe.dice import ForcedDice
from steppe.errors import OrderError
from steppe.events import Log
from steppe.title import Trouble
from tests.lwe.scene import attack, column, on_map, scene
from tests.sandbox import FALLBACK, Table, first, kinds

# -- 5.1 Actions in their phases alone --------------------------------------------------------------------------------

FORCES = """
7Pz 2103 reduced
1Cav 2104
1Inf 2303 reduced
3Pz 2302
126RD 2403
6CC 2603
G1CC reserve
48RD dead
"""
ORDERS = {
    "refit": "refit 7Pz",
    "withdraw": "withdraw 1Cav",
    "replace": "replace 1Inf",
    "move": "move 3Pz 2302-2202",
    "mobile": "mobile 2403 with 3Pz",
    "assault": "assault 2403 with 3Pz",
    "guards": "guards 6CC",
    "order": "order fight-move",
    "place": "place 7Pz 2001",
    "directive": "directive keep",
    "concentration": "concentration decline",
    "pause": "pause declare",
}
TOWN = "2602 city Moscow centre ussr"
ASKED_BY = {
    "refit": "8.11a",
    "withdraw": "8.12a",
    "move": "5.2a",
    "mobile": "5.2a",
    "assault": "5.2a",
    "guards": "8.13a",
    "order": "5.3a",
    "directive": "7.12b",
    "concentration": "7.6a",
    "pause": "7.5a",
}
"""The row that asks for an order; where several rules do it is said only that everything has its phase."""


@pytest.mark.rule("lwe", "5.1")
@pytest.mark.parametrize(
    ("step", "order", "verbs"),
    [
        ("directive", "move-fight", {"directive"}),
        ("concentration", "move-fight", {"concentration"}),
        ("order", "move-fight", {"order"}),
        ("II.A", "move-fight", {"refit"}),
        ("withdrawals", "move-fight", {"withdraw"}),
        ("II.B", "move-fight", {"replace"}),
        ("II.C", "move-fight", {"move", "mobile"}),
        ("II.D", "move-fight", {"assault"}),
        ("II.C", "fight-move", {"assault"}),
        ("II.D", "fight-move", {"move", "mobile"}),
        ("III.A", "move-fight", {"assault"}),
        ("guards", "move-fight", {"guards"}),
        ("III.B", "move-fight", {"replace"}),
        ("III.C", "move-fight", {"move", "mobile"}),
    ],
)
def test_an_action_is_refused_outside_its_phase(step: str, order: str, verbs: set[str]) -> None:
    t = scene(FORCES, turn=20, step=step, order=order, hexes=TOWN)
    for verb, text in ORDERS.items():
        if verb not in verbs:
            t.refused(text, ASKED_BY.get(verb, "5.1"), f"'{verb}' cannot be ordered now...")
    given = {text.split()[0] for text in t.legal()}
    assert given.isdisjoint(ORDERS.keys() - verbs)
    assert step == "III.B" or given & verbs  # there the order above is the German's


@pytest.mark.rule("lwe", "5.1", "7.5a")
def test_what_is_not_asked_for_is_refused_by_its_own_rule() -> None:
    """Not by the rule of what happens to be asked; but that refuses the end of a phase, which would leave it open."""
    t = scene("7Pz 2203\n126RD 2403", turn=4, step="concentration", begin=True)
    for text, rule in (
        ("pause declare", "7.5a"),
        ("move 7Pz 2203-2303", "5.2a"),
        ("assault 2403 with 7Pz", "5.2a"),
        ("enter 7Pz 2203", "5.1"),
        ("advance 7Pz", "11.36"),
        ("directive rescind", "7.12b"),
        ("done", "7.6a"),
    ):
        asked = "asked for is: Declare a supply concentration? (concentration, mark)"
        refusal = t.refused(text, rule, f"'{text.split()[0]}' cannot be ordered now; {asked}")
        assert refusal.trouble == Trouble.TIME


@pytest.mark.rule("lwe", "5.1")
def test_there_is_no_way_back_into_a_phase_that_has_ended() -> None:
    t = scene("7Pz 2203\n6Pz 2204\n126RD 2403", state="directive = 0")
    t.order("move 7Pz 2203-2303", "done")
    assert t.prompt.decision == "combat"
    for text in ("move 6Pz 2204-2205", "mobile 2403 with 7Pz"):
        t.refused(text, "5.2a", f"'{text.split()[0]}' cannot be ordered now...")
    t.order("done")
    assert t.seat == "soviet"
    t.refused("assault 2403 with 7Pz", "11.1a", "no enemy units are in 2403")  # the Soviet Prepared Assault Phase now


@pytest.mark.rule("lwe", "5.1")
def test_nobody_acts_in_the_other_players_phases() -> None:
    german = scene(FORCES)
    german.refused("move 126RD 2403-2404", "9.1", "126RD is not yours to move in this phase")
    soviet = scene(FORCES, step="III.C")
    soviet.refused("move 3Pz 2302-2202", "9.1", "3Pz is not yours to move in this phase")
    scene(FORCES, step="III.A").refused("assault 2403 with 3Pz", "11.1a", "no enemy units are in 2403")


# -- 5.2 The outline --------------------------------------------------------------------------------------------------


def told(log: Log) -> list[str]:
    """Phases by their step, and what the automatic ones do."""
    names = {"weather": "I", "refitted": "II.E", "check": "IV", "eliminated": "III.D"}
    found = [e.facts["step"] if e.kind == "phase" else names[e.kind] for e in log if e.kind in {"phase", *names}]
    return list(dict.fromkeys(found))


@pytest.mark.rule("lwe", "5.2a")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_the_phases_of_a_game_turn_come_in_the_printed_order(order: str) -> None:
    pocket = "\n56Inf 2101\n61Inf 2102\n10RD 2201\n121Inf 2202\n30Inf 2301"
    forces = FORCES.replace("1Inf 2303 reduced", "11Inf 2303 reduced\n1Inf 2105") + pocket
    t = scene(forces, turn=20, step="directive", hexes=TOWN)
    script = [
        ("directive", "soviet", "directive keep"),
        ("concentration", "german", "concentration decline"),
        ("order", "german", f"order {order}"),
        ("II.A", "german", "refit 7Pz"),
        ("II.A", "german", "done"),
        ("withdrawals", "german", "withdraw 1Cav"),
        ("withdrawals", "german", "decline infantry"),
        ("II.B", "german", "done"),
        ("II.C", "german", "done"),
        ("II.D", "german", "done"),
        ("III.A", "soviet", "done"),
        ("guards", "soviet", "guards 6CC"),
        ("III.B", "soviet", "done"),
        ("III.C", "soviet", "done"),
    ]
    log = Log()
    t.s.dice = ForcedDice((5, 1), FALLBACK)  # frost, and a refit that succeeds
    decisions = {}
    for step, seat, text in script:
        assert (t.title.current_step(t.s).name, t.seat) == (step, seat)
        decisions[step] = t.prompt.decision
        log += t.order(text)
    assert (t.s.turn, t.title.current_step(t.s).name) == (21, "concentration")
    assert (decisions["II.C"], decisions["II.D"]) == (
        ("movement", "combat") if order == "move-fight" else ("combat", "movement")
    )
    order_told = [name for name in told(log) if name in ("I", "order", "II.A", "II.E", "III.A", "III.C", "III.D")]
    assert order_told == ["I", "order", "II.A", "II.E", "III.A", "III.C", "III.D"]
    assert t.where("10RD") == "dead"  # cut off, and checked at the very end


@pytest.mark.rule("lwe", "5.2a")
def test_the_victory_check_comes_after_the_soviet_supply_check() -> None:
    units = "7Pz 2103\n11Inf 2101\n56Inf 2202\n30Inf 2301\n10RD 2201\n126RD 2603"
    t = scene(units, turn=9, step="III.C", state="directive = 0\ndebit = -300")
    log = t.order("done")
    assert kinds(log).index("eliminated") < kinds(log).index("check") < kinds(log).index("won")


@pytest.mark.rule("lwe", "5.2a")
def test_the_german_has_the_first_player_turn() -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=6, step="III.C")
    t.order("done")
    assert (t.s.turn, t.seat) == (7, "german")


@pytest.mark.rule("lwe", "5.2b")
@pytest.mark.parametrize("key", ["23TD", "202MD", "126RD", "6CC"])
def test_the_soviet_makes_no_mobile_assaults(key: str) -> None:
    t = scene(f"7Pz 2303\n{key} 2403", step="III.C")
    t.refused(f"mobile 2303 with {key}", "9.22a", f"{key} cannot make mobile assaults")
    assert not t.legal("mobile")
    t.refused(f"move {key} 2403-2303", "9.4", "enemy units are in 2303")


# -- 5.3 Move or fight ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "5.3a")
def test_the_german_declares_his_order_at_the_start_of_every_player_turn() -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=6, step="order", state="directive = 0")
    for turn, choice in ((6, "fight-move"), (7, "move-fight"), (8, "fight-move")):
        assert (t.s.turn, t.seat, t.prompt.decision) == (turn, "german", "phase order")
        assert t.legal() == {"order move-fight", "order fight-move"}
        t.order(f"order {choice}")
        assert t.prompt.decision == ("combat" if choice == "fight-move" else "movement")
        t.order("done", "done", "done", "done", "concentration decline")


@pytest.mark.rule("lwe", "5.3a")
@pytest.mark.parametrize("step", ["II.A", "II.B", "II.C", "II.D"])
def test_there_is_one_declaration_for_the_whole_player_turn(step: str) -> None:
    t = scene(FORCES, turn=8, step=step)
    for word in ("fight-move", "move-fight"):
        t.refused(f"order {word}", "5.3a", "'order' cannot be ordered now...")


@pytest.mark.rule("lwe", "5.3a")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_the_choice_binds_every_unit(order: str) -> None:
    t = scene("7Pz 2303\n6Pz 2304\nRum1Arm 2305\n126RD 2403\n48RD 2404\n10RD 2405", turn=6, step="order")
    with pytest.raises(OrderError):
        t.read(f"order {order} 7Pz")  # no order for some of the units
    t.order(f"order {order}")
    verbs = ({"move", "mobile"}, {"assault"})
    for now, other in (verbs, verbs[::-1]) if order == "move-fight" else (verbs[::-1], verbs):
        given = {text.split()[0] for text in t.legal()}
        assert now <= given
        assert not other & given
        t.order("done")


@pytest.mark.rule("lwe", "5.3b")
@pytest.mark.parametrize("german", ["move-fight", "fight-move"])
def test_the_soviet_always_fights_before_he_moves(german: str) -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=6, step="order")
    t.order(f"order {german}", "done", "done")
    for step, decision in (("III.A", "combat"), ("III.C", "movement")):
        assert (t.title.current_step(t.s).name, t.seat, t.prompt.decision) == (step, "soviet", decision)
        t.refused("order fight-move", "5.3a", "'order' cannot be ordered now...")
        t.order("done")


@pytest.mark.rule("lwe", "5.3c")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_units_may_both_move_and_fight(order: str) -> None:
    t = scene("7Pz 2303\n126RD 2403\n48RD 2305", turn=6, step="order", size="20x8")
    t.title.questions.force_results(t.s, ["AS", "AS"])
    t.order(f"order {order}")
    if order == "move-fight":
        t.order("move 7Pz 2303-2302", "mobile 2403 with 7Pz", "done", "assault 2403 with 7Pz")
    else:
        t.order("assault 2403 with 7Pz", "done")
        assert max(t.range("7Pz").values()) == 12
        t.order("move 7Pz 2303-2302", "mobile 2403 with 7Pz")
    assert t.where("126RD") == "2403"


CONTACT = "7Pz 2303\n126RD 2403 2-2"


def shifts(t: Table, text: str) -> dict[str, int]:
    return {shift.rule: shift.columns for shift in t.sheet(text).shifts}


@pytest.mark.rule("lwe", "5.3d")
def test_fighting_first_shifts_prepared_assaults_one_column() -> None:
    fight = scene(CONTACT, step="II.C", order="fight-move")
    assert shifts(fight, "assault 2403 with 7Pz") == {"5.3d": 1}
    assert column(fight, "assault 2403 with 7Pz") == "4:1"
    log = fight.order("assault 2403 with 7Pz", dice=(1,))
    assert first(log, "odds").facts["column"] == "4:1"
    move = scene(CONTACT, step="II.D")
    assert shifts(move, "assault 2403 with 7Pz") == {}
    assert column(move, "assault 2403 with 7Pz") == "3:1"


@pytest.mark.rule("lwe", "5.3d")
def test_the_shift_is_for_satellites_too_and_adds_to_others() -> None:
    romanian = scene("Rum2C 2303\n126RD 2403", step="II.C", order="fight-move", hexes="2403 forest")
    assert shifts(romanian, "assault 2403 with Rum2C") == {"5.3d": 1, "11.14": -1}
    assert column(romanian, "assault 2403 with Rum2C") == "3:1"


@pytest.mark.rule("lwe", "5.3d")
def test_the_shift_is_not_for_mobile_assaults_or_the_soviet() -> None:
    mobile = scene(CONTACT, step="II.D", order="fight-move")
    assert shifts(mobile, "mobile 2403 with 7Pz") == {}
    soviet = scene(CONTACT, step="III.A", order="fight-move")
    assert shifts(soviet, "assault 2303 with 126RD") == {}


@pytest.mark.rule("lwe", "5.3n")
@pytest.mark.parametrize(("turn", "weather", "check"), [(3, False, False), (5, False, True), (11, False, False)])
def test_weather_and_victory_are_not_for_every_turn(turn: int, weather: bool, check: bool) -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=turn - 1, step="III.C", state="directive = 0")
    log = t.order("done")
    if t.prompt.decision == "pause":
        log = t.order("pause decline")
    assert t.s.turn == turn
    assert ("weather" in kinds(log)) == weather
    t.order("concentration decline", "order move-fight", "done", "done", "done")
    assert ("check" in kinds(t.order("done"))) == check


@pytest.mark.rule("lwe", "5.3n")
@pytest.mark.parametrize("turn", [12, 13, 22])
def test_weather_is_rolled_from_turn_12_on(turn: int) -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=turn - 1, step="III.C", state="directive = 0")
    assert "weather" in kinds(t.order("done", dice=(1,)))


# -- 5.4 The early turns ----------------------------------------------------------------------------------------------

ROMANIA = "2101..2308 romania german"
BORDER = "Rum2C 2303\nRum1Arm 2302\n22AL 2301\n14Pz 2305\n126RD 2403\n48RD 2406"


@pytest.mark.rule("lwe", "5.4a")
def test_on_turn_1_units_in_romania_stay_there_and_do_not_attack() -> None:
    t = scene(BORDER, turn=1, hexes=ROMANIA)
    for key, start, goal in (("Rum2C", "2303", "2404"), ("22AL", "2301", "2401"), ("14Pz", "2305", "2404")):
        t.refused(f"move {key} {start}-{goal}", "5.4a", "units in Romania stay there on turn 1")
    romania = {t.title.board.grid.labels[h] for h in t.title.geo.romania}
    assert {text.split("-")[1] for text in t.legal("move")} <= romania
    assert set(t.range("14Pz")) <= romania
    t.refused("mobile 2406 with 14Pz", "5.4a", "14Pz is in Romania and may not attack on turn 1")
    assert not t.legal("mobile")
    t.order("move Rum2C 2303-2202")
    fight = scene(BORDER, turn=1, step="II.D", hexes=ROMANIA)
    for key in ("Rum2C", "Rum1Arm"):
        fight.refused(f"assault 2403 with {key}", "5.4a", f"{key} is in Romania and may not attack on turn 1")
    assert not fight.legal("assault")


@pytest.mark.rule("lwe", "5.4a")
def test_from_turn_2_on_they_move_and_attack_freely() -> None:
    t = scene(BORDER, turn=2, hexes=ROMANIA)
    assert "mobile 2406 with 14Pz" in t.legal("mobile")
    t.order("move Rum2C 2303-2404")
    fight = scene(BORDER, turn=2, step="II.D", hexes=ROMANIA)
    fight.title.questions.force_results(fight.s, ["AS"])
    fight.order("assault 2403 with Rum2C")


@pytest.mark.rule("lwe", "5.4a")
def test_units_elsewhere_are_not_held_back() -> None:
    t = scene("7Pz 2303\n126RD 2403", turn=1, hexes="2101..2208 romania german")
    assert "mobile 2403 with 7Pz" in t.legal("mobile")
    t.order("move 7Pz 2303-2404")


@pytest.mark.rule("lwe", "5.4b")
@pytest.mark.parametrize(("turn", "free"), [(1, True), (2, True), (3, True), (4, False)])
def test_the_german_side_ignores_rivers_for_three_turns(turn: int, free: bool) -> None:
    line = "2301-2401 river\n2501-2601 river"
    for key, price in (("7Pz", 3), ("1Inf", 2), ("Rum2C", 2)):
        t = scene(f"{key} 2301", turn=turn, size="8x1", sides=line)
        assert t.range(key)["2401"] == (1 if free else price), key
    t = scene("7Pz 2301\n126RD 2401", turn=turn, size="8x1", sides=line)
    assert ("mobile 2401 with 7Pz" in t.legal("mobile")) == free
    if not free:
        t.refused("mobile 2401 with 7Pz", "9.24b", "no mobile assault across a river after turn 3 unless it is frozen")
    fight = scene("7Pz 2301\n126RD 2401", turn=turn, step="II.D", size="8x1", sides=line)
    assert attack(fight, "assault 2401 with 7Pz") == (6 if free else 3)


@pytest.mark.rule("lwe", "5.4b")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_soviets_do_not(turn: int) -> None:
    t = scene("23TD 2301\n6CC 2501", turn=turn, step="III.C", size="8x1", sides="2301-2401 river\n2501-2601 river")
    assert t.range("23TD")["2401"] == 3
    assert t.range("6CC")["2601"] == 2
    fight = scene("7Pz 2301\n23TD 2401", turn=turn, step="III.A", size="8x1", sides="2301-2401 river")
    assert attack(fight, "assault 2301 with 23TD") == 1


@pytest.mark.rule("lwe", "5.4c")
@pytest.mark.parametrize(
    ("key", "factor", "printed"),
    [
        ("7Pz", 14, 12),
        ("7Pz reduced", 14, 10),
        ("SSL", 14, 12),
        ("3Mot", 14, 12),
        ("3Mot reduced", 14, 10),
        ("1Inf", 7, 5),
        ("1Inf reduced", 7, 4),
        ("99Jg", 7, 5),
        ("1Mtn", 7, 5),
        ("22AL", 7, 5),
        ("1Cav", 6, 6),
        ("ArKo", 4, 4),
        ("Rum2C", 4, 4),
        ("Rum1Arm", 8, 8),
        ("CSIR", 8, 8),
    ],
)
def test_german_factors_are_greater_on_turn_1(key: str, factor: int, printed: int) -> None:
    name, *status = key.split()
    for turn, expected in ((1, factor), (2, printed)):
        t = scene(f"{name} 2101 {' '.join(status)}", turn=turn, size="18x2")
        assert max(t.range(name).values()) == expected, turn
        assert ("german" in t.title.units.nation[t.unit(name)]) or factor == printed


@pytest.mark.rule("lwe", "5.4c")
@pytest.mark.parametrize(("key", "factor"), [("126RD", 4), ("23TD", 6), ("6CC", 5)])
def test_soviet_factors_are_not(key: str, factor: int) -> None:
    t = scene(f"{key} 2501", turn=1, step="III.C", size="18x2")
    assert max(t.range(key).values()) == factor


FAR = "2002 rollbahn\n2102..3002 rollbahn german\n3602 rollbahn german\n3102..3902 german"
FAR_ROAD = "\n".join(f"{c}02-{c + 1}02 rollbahn" for c in range(20, 30))


@pytest.mark.rule("lwe", "5.4d")
@pytest.mark.parametrize(("turn", "supplied"), [(1, True), (3, True), (4, False)])
def test_any_working_rollbahn_will_do_for_three_turns(turn: int, supplied: bool) -> None:
    """The nearest piece of road is dead; the working one is eight hexes away."""
    t = scene("1Inf 3802", turn=turn, size="22x3", hexes=FAR, sides=FAR_ROAD)
    assert t.in_supply("1Inf") == supplied


@pytest.mark.rule("lwe", "5.4e")
def test_on_turn_1_romania_is_closed_to_the_soviets() -> None:
    t = scene("126RD 2403\n23TD 2404\nRum2C 2206", turn=1, step="III.C", hexes=ROMANIA)
    for key, start in (("126RD", "2403"), ("23TD", "2404")):
        t.refused(f"move {key} {start}-2303", "5.4e", "no Soviet unit enters Romania on turn 1")
    assert not {text for text in t.legal("move") if t.hex(text.split("-")[1]) in t.title.geo.romania}
    fight = scene("126RD 2403\nRum2C 2303", turn=1, step="III.A", hexes=ROMANIA)
    fight.refused("assault 2303 with 126RD", "5.4e", "no Soviet attack into Romania on turn 1")
    assert fight.legal() == {"done"}  # so Directive No. 3 does not bind it


@pytest.mark.rule("lwe", "5.4e")
def test_an_enemy_outside_romania_still_binds_on_turn_1() -> None:
    t = scene("126RD 2403\nRum2C 2303\n7Pz 2404", turn=1, step="III.A", hexes=ROMANIA)
    t.refused("done", "5.6a", "126RD in 2403 must attack")
    assert t.legal() == {"assault 2404 with 126RD"}


@pytest.mark.rule("lwe", "5.4e")
def test_nobody_retreats_into_romania_on_turn_1() -> None:
    around = "2301..2302 romania german\n2304,2403,2404 {}"
    for turn, terrain, fate in ((1, "lake", "dead"), (2, "lake", "2302"), (1, "clear", "2403")):
        t = scene("7Pz 2204\n126RD 2303", turn=turn, step="II.D", hexes=around.format(terrain))
        t.title.questions.force_results(t.s, ["DR"])
        t.order("assault 2303 with 7Pz")
        if terrain == "clear":
            t.refused("retreat 2302", "5.4e", "2302 lies in Romania, closed on turn 1")
        if fate != "dead":
            t.order(f"retreat {fate}")
        assert t.where("126RD") == fate


@pytest.mark.rule("lwe", "5.4e", "5.5")
def test_from_turn_2_on_the_soviets_cross_every_border() -> None:
    t = scene("126RD 2403\nRum2C 2206", turn=2, step="III.C", hexes=ROMANIA)
    t.order("move 126RD 2403-2303")
    assert t.control("2303") == "soviet"
    fight = scene("126RD 2403\nRum2C 2303", turn=2, step="III.A", hexes=ROMANIA)
    fight.refused("done", "5.6a", "126RD in 2403 must attack")
    fight.title.questions.force_results(fight.s, ["AS"])
    fight.order("assault 2303 with 126RD", "air 0", "done")


@pytest.mark.rule("lwe", "5.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_greater_germany_is_open_to_the_soviets_from_the_start(turn: int) -> None:
    soil = "2101..2308 germany german"
    t = scene("126RD 2403\n1Inf 2206", turn=turn, step="III.C", hexes=soil)
    t.order("move 126RD 2403-2303")
    fight = scene("126RD 2403\n1Inf 2303", turn=turn, step="III.A", hexes=soil)
    assert "assault 2303 with 126RD" in fight.legal("assault")
    fight.refused("done", "5.6a", "126RD in 2403 must attack")


# -- 5.6 Directive No. 3 ----------------------------------------------------------------------------------------------


def soviet(units: str, *, turn: int = 5, hexes: str = "", sides: str = "", state: str = "") -> Table:
    """The Soviet Prepared Assault Phase; VIII FliegerKorps stays on the ground."""
    t = scene(units, turn=turn, step="III.A", hexes=hexes, sides=sides, state=state)
    t.order("standing german never")
    return t


@pytest.mark.rule("lwe", "5.6a")
def test_a_unit_next_to_the_enemy_must_attack_one_of_his_hexes() -> None:
    for target in ("2303", "2402"):
        t = soviet("126RD 2403\n7Pz 2303\n6Pz 2303\n1Inf 2402\n48RD 2605")
        t.refused("done", "5.6a", "126RD in 2403 must attack")
        assert "done" not in t.legal()
        assert column(t, "assault 2303 with 126RD").startswith("1:")  # however poor the odds
        t.title.questions.force_results(t.s, ["AS"])
        t.order(f"assault {target} with 126RD")
        assert "done" in t.legal()
        t.order("done")
        assert t.prompt.decision == "movement"


@pytest.mark.rule("lwe", "5.6a")
def test_every_such_unit_must_attack() -> None:
    t = soviet("126RD 2403\n48RD 2403\n10RD 2304\n7Pz 2303")
    t.title.questions.force_results(t.s, ["AS", "AS"])
    t.order("assault 2303 with 126RD+10RD")
    t.refused("done", "5.6a", "48RD in 2403 must attack")
    t.order("assault 2303 with 48RD", "done")


@pytest.mark.rule("lwe", "5.6a")
def test_a_duty_lapses_when_nobody_is_left_to_attack() -> None:
    t = soviet("126RD 2403\n48RD 2304\n7Pz 2303 reduced")
    t.title.questions.force_results(t.s, ["DE"])
    t.order("assault 2303 with 126RD")
    assert t.prompt.decision == "advance"
    t.order("stay", "done")


@pytest.mark.rule("lwe", "5.6a")
def test_only_who_begins_the_phase_next_to_the_enemy_is_bound() -> None:
    t = soviet("126RD 2403\n48RD 2205\n7Pz 2303")
    t.title.questions.force_results(t.s, ["DR"])
    t.order("assault 2303 with 126RD", "convert DR", "retreat 2204", "stay")
    assert "assault 2204 with 48RD" in t.legal("assault")  # the enemy has come to it
    t.order("done")
    soviet("126RD 2403\n48RD 2205\n7Pz 2204").refused("done", "5.6a", "48RD in 2205 must attack")


@pytest.mark.rule("lwe", "5.6a")
def test_without_the_directive_attacks_are_voluntary() -> None:
    t = soviet("126RD 2403\n7Pz 2303", state="directive = 0")
    t.order("done")
    assert scene("7Pz 2303\n126RD 2403", step="II.D").legal() >= {"done"}  # as they always are for the German


@pytest.mark.rule("lwe", "5.6b")
@pytest.mark.parametrize(
    ("units", "hexes"),
    [
        ("126RD 2403\nFZGrodno 2403", ""),
        ("126RD 2403\nFZGrodno 2403", "2403 large-town Grodno"),
        ("FZGrodno 2403", ""),
        ("126RD 2403\nNvl 2403", ""),
        ("126RD 2403", "2403 city Minsk"),
        ("126RD 2403", "2403 fort"),
    ],
)
def test_zones_lines_and_cities_free_from_the_duty(units: str, hexes: str) -> None:
    t = soviet(f"{units}\n7Pz 2303", hexes=hexes)
    assert "done" in t.legal()
    if "126RD" in units:  # it may attack all the same
        assert "assault 2303 with 126RD" in t.legal("assault")
        t.title.questions.force_results(t.s, ["AS"])
        t.order("assault 2303 with 126RD")
    t.order("done")


@pytest.mark.rule("lwe", "5.6b")
def test_towns_and_destroyed_lines_do_not() -> None:
    for place, name in (("large-town Grodno", " Grodno"), ("small-town Rovno", " Rovno"), ("fort destroyed", "")):
        t = soviet("126RD 2403\n7Pz 2303", hexes=f"2403 {place}")
        t.refused("done", "5.6a", f"126RD in 2403{name} must attack")


@pytest.mark.rule("lwe", "5.6b")
@pytest.mark.parametrize("side", ["river", "kerch", "sivash", "lake", "sea"])
def test_nobody_need_attack_across_water(side: str) -> None:
    wet = f"2303-2403 {side}"
    t = soviet("126RD 2403\n7Pz 2303", sides=wet)
    assert "done" in t.legal()
    assert ("assault 2303 with 126RD" in t.legal("assault")) == (side in ("river", "kerch", "sivash"))
    second = soviet("126RD 2403\n7Pz 2303\n1Inf 2402", sides=wet)
    second.refused("done", "5.6a", "126RD in 2403 must attack")
    second.title.questions.force_results(second.s, ["AS"])
    second.order("assault 2402 with 126RD", "done")


@pytest.mark.rule("lwe", "5.6b")
def test_an_attack_across_the_river_is_an_attack() -> None:
    t = soviet("126RD 2403\n7Pz 2303\n1Inf 2402", sides="2303-2403 river")
    t.title.questions.force_results(t.s, ["AS"])
    t.order("assault 2303 with 126RD", "done")


@pytest.mark.rule("lwe", "5.6c")
@pytest.mark.parametrize(("directive", "fate"), [(1, "2201"), (0, "dead")])
def test_while_it_holds_everybody_is_in_supply(directive: int, fate: str) -> None:
    pocket = "11Inf 2101\n56Inf 2202\n30Inf 2301\n10RD 2201\n126RD 2603"
    t = scene(pocket, turn=5, step="III.C", state=f"directive = {directive}")
    assert t.in_supply("10RD") == bool(directive)
    t.order("done")
    assert t.where("10RD") == fate


@pytest.mark.rule("lwe", "5.6d")
@pytest.mark.parametrize("turn", range(1, 8))
def test_the_directive_cannot_be_rescinded_before_turn_8(turn: int) -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=turn, step="III.C")
    t.order("done")
    if t.prompt.decision == "pause":
        t.order("pause decline")
    assert t.s.turn == turn + 1
    assert t.title.display.status(t.s)["directive"]
    assert (t.prompt.decision == "directive") == (turn == 7)
    if turn < 7:
        t.refused("directive rescind", "7.12b", "'directive' cannot be ordered now...")


@pytest.mark.rule("lwe", "5.6d")
def test_from_turn_8_on_the_soviet_is_asked_every_turn() -> None:
    t = scene("7Pz 2103\n126RD 2603", turn=8, step="directive")
    assert (t.seat, t.legal()) == ("soviet", {"directive keep", "directive rescind"})
    t.order("directive keep")
    assert t.title.display.status(t.s)["directive"]
    t.order("concentration decline", "order move-fight", "done", "done", "done", "done")
    assert (t.s.turn, t.prompt.decision) == (9, "directive")
    assert "directive ends" in kinds(t.order("directive rescind"))
    assert not t.title.display.status(t.s)["directive"]
    t.order("concentration decline", "order move-fight", "done", "done", "done", "done")
    assert (t.s.turn, t.seat) == (10, "german")  # for good


@pytest.mark.rule("lwe", "5.6d")
def test_the_directive_is_in_force_when_the_game_begins() -> None:
    t = on_map("126RD 1715\n7Pz 1614", turn=1, step="III.A", state="")
    assert t.title.display.status(t.s)["directive"]
