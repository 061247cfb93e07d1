"""Chapter 4: victory points to the hex, Fortified Zones that hold out, Moscow, the scheduled checks, the levels."""

from __future__ import annotations

import pytest

from steppe.bots.assault.memory import doctrine_of
from steppe.events import Event
from tests.lwe.scene import on_map, points, scene
from tests.sandbox import Table, first, kinds

LAST = "III.C"


def tally(total: int, turn: int, *, step: str = LAST) -> Table:
    """A position with so many German points."""
    return scene("7Pz 2203\n126RD 2603", turn=turn, step=step, state=f"directive = 0\ndebit = {-total}")


def next_turn(t: Table) -> list[Event]:
    """From the Soviet Movement Phase to the first decision of the next turn."""
    log = t.order("done")
    return log + t.order("pause decline") if t.outcome is None and t.prompt.decision == "pause" else log


# -- 4.1 Who wins -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.1")
@pytest.mark.parametrize(("total", "winner"), [(119, "german"), (118, "soviet"), (0, "soviet"), (-20, "soviet")])
def test_somebody_wins_and_it_is_the_soviet_unless_the_german_does(total: int, winner: str) -> None:
    t = tally(total, 22)
    t.order("done")
    assert t.outcome is not None
    assert t.outcome.winner == winner
    assert t.prompt.decision == "over"
    assert t.s.turn == 22


# -- 4.2 Victory point hexes ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.2a")
@pytest.mark.parametrize(("feature", "worth"), [("small-town", 1), ("large-town", 2), ("city", 4)])
def test_soviet_places_are_worth_what_they_are(feature: str, worth: int) -> None:
    t = scene("7Pz 2203\n6CC 2403", hexes=f"2303 {feature} Somewhere ussr")
    t.order("move 7Pz 2203-2303")
    assert points(t) == worth
    back = scene("7Pz 2203\n6CC 2403", step="III.C", hexes=f"2303 {feature} Somewhere ussr german")
    assert points(back) == worth
    back.order("move 6CC 2403-2303")
    assert points(back) == 0


@pytest.mark.rule("lwe", "4.2a")
def test_points_come_and_go_any_number_of_times_whatever_the_supply() -> None:
    t = scene("7Pz 2203\n6CC 2404", turn=6, hexes="2303 city Minsk", state="directive = 0")
    for _ in range(2):
        t.order("move 7Pz 2203-2303")
        assert points(t) == 4
        t.order("move 7Pz 2303-2203", "done", "done", "done", "move 6CC 2404-2303")
        assert points(t) == 0
        t.order("move 6CC 2303-2404", "done", "concentration decline", "order move-fight")
    cut_off = scene("7Pz 2203\n126RD 2503", hexes="2303 city Minsk german\n2101..2108 lake")
    assert not cut_off.in_supply("7Pz")
    assert points(cut_off) == 4


@pytest.mark.rule("lwe", "4.2a")
def test_places_in_romania_are_worth_nothing() -> None:
    town = "2303 romania city Bucharest german"
    t = scene("6CC 2403\n7Pz 2203", step="III.C", hexes=town)
    assert points(t) == 0
    t.order("move 6CC 2403-2303")
    assert points(t) == 0


@pytest.mark.rule("lwe", "4.2a")
def test_the_places_of_the_map_have_their_points() -> None:
    t = on_map("", control="1715 german")
    assert points(t) == 2
    minsk = on_map("", control="2418 german")
    assert points(minsk) == {"city": 4, "large-town": 2}[kind_of(minsk, "2418")]
    assert points(on_map("", control="1715,2418 german")) == points(t) + points(minsk)


def kind_of(t: Table, label: str) -> str:
    board = t.title.board
    return next(f for f in ("city", "large-town", "small-town") if t.hex(label) in board.hexes(f))


@pytest.mark.rule("lwe", "4.2b")
def test_every_lost_hex_of_greater_germany_costs_a_point() -> None:
    soil = "2301..2305 germany german\n2201..2205 germany german"
    t = scene("6CC 2403\n1Inf 2001", step="III.C", hexes=soil)
    assert points(t) == 0
    t.order("move 6CC 2403-2203")
    assert points(t) == -2
    t.order("move 6CC 2203-2204")
    assert points(t) == -3
    again = scene("6CC 2403\n1Inf 2102", hexes="2201..2205 germany german\n2203 soviet germany")
    assert points(again) == -1
    again.order("move 1Inf 2102-2203")
    assert points(again) == 0


@pytest.mark.rule("lwe", "4.2b")
def test_not_so_in_romania() -> None:
    t = scene("6CC 2403\n1Inf 2001", step="III.C", hexes="2301..2305 romania german")
    t.order("move 6CC 2403-2303")
    assert t.control("2303") == "soviet"
    assert points(t) == 0


ZONES = "FZGrodno 2402\nFZBrest 2403\nFZKaunas 2405\nFZOdessa 2504\n7Pz 2203"
PORT = "2504 large-town Odessa\n2402,2403,2405 large-town"


@pytest.mark.rule("lwe", "4.2c")
@pytest.mark.parametrize(("turn", "lost"), [(2, 0), (3, 3), (4, 3), (11, 3)])
def test_fortified_zones_that_hold_out_cost_a_point_each_from_turn_4(turn: int, lost: int) -> None:
    t = scene(ZONES, turn=turn, step="III.C", hexes=PORT, dice=(1,))
    before = points(t)
    log = next_turn(t)
    assert t.s.turn == turn + 1
    assert points(t) == before - lost
    told = [event.facts for event in log if event.kind == "debit"]
    assert told == ([{"points": lost, "total": before - lost}] if lost else [])


@pytest.mark.rule("lwe", "4.2c")
def test_debits_add_up_turn_by_turn_and_are_never_refunded() -> None:
    t = scene(ZONES, turn=5, step="III.C", hexes=PORT)
    next_turn(t)
    assert points(t) == -3
    t.order("concentration decline", "order move-fight", "done", "done", "done", "done")
    assert (t.s.turn, points(t)) == (7, -6)
    gone = scene("7Pz 2203\nFZBrest dead\n126RD 2603", turn=6, step="III.C", state="debit = 6\ndirective = 0")
    next_turn(gone)
    assert points(gone) == -6


@pytest.mark.rule("lwe", "4.2c")
def test_the_debit_comes_before_a_rescission_of_the_directive() -> None:
    """Zones outside large towns are given up with the directive, but they are paid for once more."""
    t = scene(ZONES, turn=7, step="III.C", hexes="2504 large-town Odessa\n2402 large-town")
    log = t.order("done")
    assert (t.prompt.decision, points(t)) == ("directive", -3)
    assert "debit" in kinds(log)
    t.order("directive rescind")
    assert [t.where(key) for key in ("FZGrodno", "FZBrest", "FZKaunas", "FZOdessa")] == ["2402", "dead", "dead", "2504"]
    assert points(t) == -3


# -- 4.3 Keeping count ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.3a")
def test_every_change_is_recorded_at_once() -> None:
    t = scene("7Pz 2101", size="8x1", hexes="2101 german\n2201 small-town\n2301 large-town\n2401 city Minsk")
    log = t.order("move 7Pz 2101-2401")
    assert [event.facts["total"] for event in log if event.kind == "points"] == [1, 3, 7]
    battle = scene("7Pz 2203\n126RD 2303", step="II.D", hexes="2303 large-town")
    battle.title.questions.force_results(battle.s, ["DE"])
    battle.order("assault 2303 with 7Pz")
    assert points(battle) == 0
    assert first(battle.order("advance 7Pz"), "points").facts == {"total": 2}
    soviet = scene("7Pz 2203\n126RD 2403", step="III.C", hexes="2303 large-town german")
    assert first(soviet.order("move 126RD 2403-2303"), "points").facts == {"total": 0}


@pytest.mark.rule("lwe", "4.3b")
@pytest.mark.parametrize(("label", "loss"), [("1507", 2), ("1209", 4)])
def test_memel_and_konigsberg_count_only_when_lost(label: str, loss: int) -> None:
    t = on_map("")
    assert t.control(label) == "german"
    assert points(t) == 0
    lost = on_map("", control=f"{label} soviet")
    assert points(lost) == -loss  # and not a point more for the soil


@pytest.mark.rule("lwe", "4.3b")
def test_memel_is_lost_and_regained_in_play() -> None:
    t = on_map("6CC 1608\n1Inf 1508", step="III.C", state="directive = 0", turn=6)
    t.order("move 6CC 1608-1507")
    assert points(t) == -2
    t.order("move 6CC 1507-1608", "done", "concentration decline", "order move-fight", "move 1Inf 1508-1507")
    assert points(t) == 0


@pytest.mark.rule("lwe", "4.3c")
def test_the_total_may_fall_below_zero_and_rise_again() -> None:
    t = scene("6CC 2403\n1Inf 2203", step="III.C", hexes="2303 germany german")
    t.order("move 6CC 2403-2303")
    assert points(t) == -1
    assert t.title.display.status(t.s)["points"] == -1
    back = scene("7Pz 2203\n6CC 2403", hexes="2303 small-town", state="debit = 1")
    assert points(back) == -1
    back.order("move 7Pz 2203-2303")
    assert points(back) == 0


# -- 4.4 Moscow -------------------------------------------------------------------------------------------------------

CITIES = ("Leningrad", "Kiev", "Rostov")


def before_moscow(
    *held: str, turn: int = 9, die: int = 1, state: str = "", step: str = "II.C", units: str = "7Pz 2203\n6CC 2604"
) -> Table:
    hexes = ["2303 city Moscow"]
    hexes += [f"2{n + 3}06 city {name}{' german' if name in held else ''}" for n, name in enumerate(CITIES)]
    return scene(units, turn=turn, step=step, hexes="\n".join(hexes), state=state, dice=(die,))


@pytest.mark.rule("lwe", "4.4a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("held", [(), ("Leningrad",), ("Kiev",), ("Rostov",), ("Kiev", "Rostov"), CITIES])
def test_the_first_capture_in_dry_weather_is_rolled_for(die: int, held: tuple[str, ...]) -> None:
    t = before_moscow(*held, die=die)
    had = points(t)
    assert had == 4 * len(held)
    log = t.order("move 7Pz 2203-2303")
    assert first(log, "rolled").facts == {"what": "Moscow", "die": die}
    fell = first(log, "moscow").facts
    assert fell == {"modifier": len(held), "result": "collapse" if die + len(held) >= 5 else "fights-on"}
    assert (t.outcome is not None) == (die + len(held) >= 5)


@pytest.mark.rule("lwe", "4.4a")
def test_supply_has_no_say_and_the_roll_comes_the_instant_moscow_is_entered() -> None:
    t = scene("7Pz 2203\n6CC 2604", turn=9, hexes="2303 city Moscow\n2304,2302,2204,2202 lake", dice=(6,))
    log = t.order("move 7Pz 2203-2403")  # only passing through
    assert t.outcome is not None
    assert t.where("7Pz") == "2303"
    assert kinds(log).index("moscow") < kinds(log).index("won")


@pytest.mark.rule("lwe", "4.4a")
def test_an_advance_takes_moscow_too() -> None:
    t = before_moscow(units="7Pz 2203\n126RD 2303", step="II.D", die=6)
    t.title.questions.force_results(t.s, ["DE"])
    t.order("assault 2303 with 7Pz")
    assert t.outcome is None  # vacated, not controlled
    assert "moscow" in kinds(t.order("advance 7Pz", dice=(5,)))
    assert t.outcome is not None


@pytest.mark.rule("lwe", "4.4a")
def test_it_is_the_city_of_4618_on_the_map() -> None:
    t = on_map("7Pz 4518\n126RD 4820", turn=9, control="1007..4552 german destroyed", dice=(6,))
    assert "moscow" in kinds(t.order("move 7Pz 4518-4618"))


@pytest.mark.rule("lwe", "4.4b")
def test_moscow_is_rolled_for_once_in_a_game() -> None:
    t = before_moscow(turn=7, die=1, state="directive = 0", units="7Pz 2203\n6CC 2404")
    t.order("move 7Pz 2203-2303")
    t.order("move 7Pz 2303-2203", "done", "done", "done", "move 6CC 2404-2303", "move 6CC 2303-2404", "done")
    t.order("concentration decline", "order move-fight")
    assert (t.control("2303"), points(t)) == ("soviet", 0)
    log = t.order("move 7Pz 2203-2303", dice=(6,))
    assert not {"moscow", "rolled"} & set(kinds(log))
    assert (t.outcome, points(t)) == (None, 4)


@pytest.mark.rule("lwe", "4.4b")
def test_the_roll_cannot_be_put_off() -> None:
    t = before_moscow(die=1)
    log = t.order("move 7Pz 2203-2303")
    assert "moscow" in kinds(log)
    assert t.prompt.decision == "movement"
    assert t.legal("move")


@pytest.mark.rule("lwe", "4.4c")
@pytest.mark.parametrize("turn", [6, 9, 11, 18])
def test_a_collapse_is_a_major_german_victory(turn: int) -> None:
    t = before_moscow(die=5, turn=turn)
    t.order("move 7Pz 2203-2303")
    assert t.outcome == ("german", "major", "4.4c", turn)
    assert t.prompt.decision == "over"
    assert not t.legal()


@pytest.mark.rule("lwe", "4.4d")
def test_if_the_ussr_fights_on_moscow_is_a_city_like_any_other() -> None:
    t = before_moscow(die=4)
    t.order("move 7Pz 2203-2303")
    assert (t.outcome, points(t)) == (None, 4)
    assert t.control("2303") == "german"
    t.order("move 7Pz 2303-2304", "done")


@pytest.mark.rule("lwe", "4.4e")
@pytest.mark.parametrize(
    "state", ["weather_seen = 1", 'weather_north = "R"', 'weather_south = "M"', 'weather_north = "S"']
)
def test_after_the_first_bad_weather_there_is_no_roll(state: str) -> None:
    t = before_moscow(*CITIES, die=6, turn=14, state=state)
    log = t.order("move 7Pz 2203-2303")
    assert not {"moscow", "rolled"} & set(kinds(log))
    assert (t.outcome, points(t)) == (None, 16)


@pytest.mark.rule("lwe", "4.4e")
@pytest.mark.parametrize(("turn", "rolls"), [(11, True), (12, True), (13, False)])
def test_the_weather_that_ends_the_chance_is_rolled_in_play(turn: int, rolls: bool) -> None:
    """On turn 12 every die but one brings dry weather in the north, on turn 13 a six brings rain or worse."""
    t = scene("7Pz 2203\n6CC 2604", turn=turn - 1, step="III.C", hexes="2303 city Moscow", state="directive = 0")
    t.order("done", dice=(1 if rolls else 6, 1))
    assert t.s.turn == turn
    assert (t.title.display.status(t.s)["weather"]["north"] == "dry") == rolls
    t.order("concentration decline", "order move-fight")
    log = t.order("move 7Pz 2203-2303", dice=(1,) * 20)
    assert ("moscow" in kinds(log)) == rolls
    assert points(t) == 4


# -- 4.5 Checks -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.5a")
@pytest.mark.parametrize(("turn", "needed"), [(5, 52), (9, 78), (13, 96), (17, 119), (22, 119)])
def test_checks_are_made_on_the_turns_of_the_track(turn: int, needed: int) -> None:
    enough = tally(needed, turn)
    log = enough.order("done")
    assert first(log, "check").facts == {"total": needed, "needed": needed}
    assert enough.outcome is not None
    assert (enough.outcome.winner, enough.outcome.rule, enough.outcome.turn) == ("german", "4.5a", turn)
    short = tally(needed - 1, turn)
    log = short.order("done")
    assert first(log, "check").facts == {"total": needed - 1, "needed": needed}
    assert short.outcome is None or short.outcome.winner == "soviet"
    if turn == 5:
        assert short.prompt.decision == "pause"


@pytest.mark.rule("lwe", "4.5a", "5.3n")
@pytest.mark.parametrize("turn", [turn for turn in range(1, 22) if turn not in (5, 9, 13, 17)])
def test_no_check_is_made_on_other_turns(turn: int) -> None:
    t = tally(500, turn)
    log = t.order("done")
    assert "check" not in kinds(log)
    assert t.outcome is None


@pytest.mark.rule("lwe", "4.5a")
def test_points_win_at_the_check_and_not_before() -> None:
    t = tally(60, 5, step="II.C")
    t.order("done", "done", "done")
    assert (t.outcome, t.prompt.decision) == (None, "movement")
    t.order("done")
    assert t.outcome is not None


@pytest.mark.rule("lwe", "4.5b")
def test_without_a_german_win_the_soviet_wins_at_the_end_of_turn_22() -> None:
    t = tally(118, 22)
    log = t.order("done")
    assert t.outcome == ("soviet", "minor", "4.5b", 22)
    assert kinds(log).index("check") < kinds(log).index("won")
    assert not t.legal()
    t.refused("done", "4.5b", "the game is over")
    assert tally(118, 21).order("done")
    eve = tally(118, 21)
    eve.order("done")
    assert (eve.outcome, eve.s.turn) == (None, 22)


@pytest.mark.rule("lwe", "4.5c")
@pytest.mark.parametrize(("loser", "winner"), [("german", "soviet"), ("soviet", "german")])
@pytest.mark.parametrize("step", ["order", "II.C", "II.D", "III.A", "III.C"])
def test_either_player_may_concede_at_any_time(loser: str, winner: str, step: str) -> None:
    t = tally(10, 3, step=step)
    t.order(f"resign {loser}")
    assert t.outcome == (winner, "concession", "4.5c", 3)
    assert not t.legal()


# -- 4.6 Levels -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "4.6a")
@pytest.mark.parametrize(
    ("turn", "total", "level"),
    [
        (22, 119, "minor"),
        (22, 124, "minor"),
        (22, 125, "substantive"),
        (22, 129, "substantive"),
        (22, 130, "major"),
        (22, 200, "major"),
        (5, 52, "major"),
        (9, 80, "major"),
        (13, 96, "major"),
        (17, 120, "major"),
    ],
)
def test_how_great_a_german_victory_is(turn: int, total: int, level: str) -> None:
    t = tally(total, turn)
    t.order("done")
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.level) == ("german", level)


@pytest.mark.rule("lwe", "4.6b")
@pytest.mark.parametrize(
    ("total", "level"),
    [(118, "minor"), (98, "minor"), (97, "substantive"), (87, "substantive"), (86, "major"), (-5, "major")],
)
def test_how_great_a_soviet_victory_is(total: int, level: str) -> None:
    t = tally(total, 22)
    t.order("done")
    assert t.outcome is not None
    assert (t.outcome.winner, t.outcome.level) == ("soviet", level)


@pytest.mark.parametrize(("turn", "way"), [(1, 0), (5, 41.6), (6, 52), (9, 71.5), (10, 78), (22, 119)])
def test_how_far_ahead_of_the_next_check(turn: int, way: float) -> None:
    """What bots are told: the points, less those of a straight way from check to check (52, 78, 96, 119, 119)."""
    t = tally(60, turn, step="II.D")
    assert doctrine_of(t.title).ahead(t.s) == pytest.approx(60 - way)
