"""11.0 to 11.10: who attacks whom, fog of war, odds."""

from __future__ import annotations

from typing import Any

import pytest

from steppe.assault.odds import column_name
from steppe.assault.state import Flag
from steppe.dice import secret_from_seed
from steppe.game import Game, RefusalError
from steppe.view import View
from tests.dom.battlefield import AROUND, GERMAN_MOVEMENT, SOVIET_COMBAT, battlefield, column, fight, play_to, shifts
from tests.sandbox import Table, first, kinds

GERMAN, SOVIET = 0, 1

# -- 11.0 to 11.5: who attacks whom ----------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.0a")
@pytest.mark.parametrize(("step", "seat"), [("I.C", "german"), ("II.C", "soviet")])
def test_nobody_has_to_attack(step: str, seat: str) -> None:
    t = battlefield("35Inf 0405; RD1 0505", step=step)
    assert t.seat == seat
    assert "done" in t.legal()
    t.order("done")
    assert t.where("35Inf") == "0405"
    assert t.where("RD1") == "0505"
    assert t.prompt.decision != "combat"


@pytest.mark.rule("dom", "11.0a")
def test_only_adjacent_enemies_are_attacked() -> None:
    t = battlefield("35Inf 0405; 87Inf 0305; RD1 0505; RD2 0705")
    assert t.legal("assault") == {"assault 0505 with 35Inf"}
    t.refused("assault 0505 with 35Inf+87Inf", "11.0a", "87Inf in 0305 is not adjacent to 0505")
    t.refused("assault 0705 with 35Inf", "11.0a", "35Inf in 0405 is not adjacent to 0705")
    t.refused("assault 0504 with 35Inf", "11.0a", "no enemy units are in 0504")  # nobody is there
    t.refused("assault 0305 with 35Inf", "11.0a", "no enemy units are in 0305")  # a friend is there


@pytest.mark.rule("dom", "11.0a")
def test_the_phasing_player_attacks_in_his_combat_phase_alone() -> None:
    units = "35Inf 0405; RD1 0505"
    german, soviet = battlefield(units), battlefield(units, step=SOVIET_COMBAT)
    german.refused("assault 0405 with RD1", "11.0a", "no enemy units are in 0405")
    battlefield(f"{units}; RD2 0506").refused(
        "assault 0505 with RD2", "11.0a", "RD2 is not one of your units on the map"
    )
    soviet.refused("assault 0505 with 35Inf", "11.0a", "no enemy units are in 0505")
    assert soviet.legal("assault") == {"assault 0405 with RD1"}
    moving = battlefield(units, step=GERMAN_MOVEMENT)
    assert not moving.legal("assault")
    moving.refused("assault 0505 with 35Inf", "5.0", "'assault' cannot be ordered now...")


@pytest.mark.rule("dom", "11.1")
def test_a_stack_defends_as_one() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2; RD2 0505 2-2; RD3 0505 2-2")
    assert t.sheet("assault 0505 with 7Pz").defence == {6: 1}
    assert t.legal("assault") == {"assault 0505 with 7Pz"}  # no way to single out one of the three
    t = battlefield("2Pz 0405; 5Pz 0405; 10Pz 0405; RD1 0505 1-1; RD2 0505 2-3; RD3 0505 1-1")
    fight(t, "assault 0505 with 2Pz+5Pz+10Pz", "DE")
    assert {t.where(key) for key in ("RD1", "RD2", "RD3")} == {"dead"}


SURROUNDED = "\n".join(f"Test{i} german infantry XX 2-4 {label}" for i, label in enumerate(AROUND))


@pytest.mark.rule("dom", "11.2")
def test_all_six_hexes_may_join_against_one_hex() -> None:
    t = battlefield(f"{SURROUNDED}\nRD1 0505 2-2\nRD2 0705 2-2")
    everybody = "+".join(f"Test{i}" for i in range(6))
    sheet = t.sheet(f"assault 0505 with {everybody}")
    assert sheet.attack == {12: 1}
    assert sheet.defence == {2: 1}  # the unit in 0705 next to two of the attackers is no part of it
    t.order(f"assault 0505 with {everybody}")
    assert t.where("RD1") == "dead"
    assert t.where("RD2") == "0705"


@pytest.mark.rule("dom", "11.2")
def test_any_number_of_hexes_will_do() -> None:
    t = battlefield(f"{SURROUNDED}\nRD1 0505 2-2")
    assert len(t.legal("assault")) == 2**6 - 1


@pytest.mark.rule("dom", "11.3a")
def test_a_unit_gives_its_whole_strength_to_one_battle() -> None:
    t = battlefield("35Inf 0505; RD1 0605 1-1; RD2 0606 1-1")
    assert t.legal("assault") == {"assault 0605 with 35Inf", "assault 0606 with 35Inf"}
    for target in ("0605", "0606"):
        assert t.sheet(f"assault {target} with 35Inf").attack == {4: 1}
    fight(t, "assault 0605 with 35Inf", "AS")
    assert not t.legal("assault")


@pytest.mark.rule("dom", "11.3a")
def test_a_defender_is_attacked_as_a_whole() -> None:
    t = battlefield("35Inf 0405; 87Inf 0406; 1GRD 0505")
    for attackers in ("35Inf", "87Inf", "35Inf+87Inf"):
        assert t.sheet(f"assault 0505 with {attackers}").defence == {6: 1}
    fight(t, "assault 0505 with 35Inf", "AS")
    t.refused("assault 0505 with 87Inf", "11.3b", "the units in 0505 have been attacked this phase")


@pytest.mark.rule("dom", "11.3b")
def test_no_unit_attacks_twice() -> None:
    t = battlefield("35Inf 0505; RD1 0605; RD2 0606 1-1")
    fight(t, "assault 0606 with 35Inf", "AS")
    t.refused("assault 0605 with 35Inf", "11.3b", "35Inf has attacked this phase")


@pytest.mark.rule("dom", "11.3b")
def test_no_unit_is_attacked_twice() -> None:
    t = battlefield("35Inf 0405; 87Inf 0406; RD1 0505 2-2")
    fight(t, "assault 0505 with 35Inf", "AS")
    t.refused("assault 0505 with 87Inf", "11.3b", "the units in 0505 have been attacked this phase")
    assert t.legal() == {"done"}


@pytest.mark.rule("dom", "11.3b")
def test_the_next_combat_phase_begins_anew() -> None:
    t = battlefield("35Inf 0405; RD1 0505 3-3")
    fight(t, "assault 0505 with 35Inf", "AS")
    assert t.legal() == {"done"}
    play_to(t, "combat", "soviet")
    assert t.legal("assault") == {"assault 0405 with RD1"}
    play_to(t, "combat", "german")
    assert "assault 0505 with 35Inf" in t.legal()


@pytest.mark.rule("dom", "11.3b")
def test_mobile_assaults_may_strike_the_same_hex_again() -> None:
    t = battlefield("7Pz 0405; 6Pz 0406; RD1 0505 3-4", step=GERMAN_MOVEMENT)
    fight(t, "mobile 0505 with 7Pz", "AS")
    t.refused("mobile 0505 with 7Pz", "10.15b", "7Pz has made its mobile assault")  # each unit once
    assert t.sheet("mobile 0505 with 6Pz").defence == {4: 1}
    fight(t, "mobile 0505 with 6Pz", "AL1")


@pytest.mark.rule("dom", "11.4")
@pytest.mark.parametrize("sequence", [("0505", "0507"), ("0507", "0505")])
def test_assaults_come_in_any_order(sequence: tuple[str, str]) -> None:
    t = battlefield("35Inf 0405; 87Inf 0407; RD1 0505 1-1; RD2 0507 1-1")
    attacker = {"0505": "35Inf", "0507": "87Inf"}
    for target in sequence:
        assert f"assault {target} with {attacker[target]}" in t.legal()
        fight(t, f"assault {target} with {attacker[target]}", "AS")
    assert t.legal() == {"done"}


@pytest.mark.rule("dom", "11.4")
def test_one_battle_ends_before_the_next_begins() -> None:
    t = battlefield("35Inf 0405; 87Inf 0407; RD1 0505 2-2; RD2 0507 1-1")
    fight(t, "assault 0505 with 35Inf", "DR")
    assert t.seat == "soviet"
    t.refused("assault 0507 with 87Inf", "11.25a", "'assault' cannot be ordered now...")
    t.refused("done", "11.25a", "'done' cannot be ordered now...")
    t.order("retreat 0605")
    assert t.prompt.decision == "advance"
    t.refused("assault 0507 with 87Inf", "11.31a", "'assault' cannot be ordered now...")
    t.order("stay")
    assert "assault 0507 with 87Inf" in t.legal()


@pytest.mark.rule("dom", "11.5a")
def test_a_part_of_a_stack_may_attack() -> None:
    stack = "; ".join(f"{n}Inf 0505" for n in (5, 35, 8, 28, 87))
    t = battlefield(f"{stack}; RD1 0605 2-2; RD2 0606 2-2")
    assert t.sheet("assault 0605 with 5Inf+35Inf").attack == {8: 1}
    fight(t, "assault 0605 with 5Inf+35Inf", "AS")
    t.refused("assault 0606 with 35Inf+8Inf", "11.3b", "35Inf has attacked this phase")
    assert t.sheet("assault 0606 with 8Inf").attack == {4: 1}
    fight(t, "assault 0606 with 8Inf", "AS")
    t.order("done")  # and two have not attacked at all
    assert not t.has("28Inf", Flag.ATTACKED)
    assert not t.has("87Inf", Flag.ATTACKED)


@pytest.mark.rule("dom", "11.5b")
@pytest.mark.parametrize(("step", "order"), [("I.C", "assault 0505 with 35Inf"), ("II.C", "assault 0405 with RD1")])
def test_combat_cannot_be_refused(step: str, order: str) -> None:
    t = battlefield("35Inf 0405; RD1 0505 3-3", step=step)
    log = fight(t, order, "AL1")  # the defender was asked nothing
    assert {"odds", "result", "battle over"} <= set(kinds(log))


@pytest.mark.rule("dom", "11.5b")
def test_aircraft_are_all_that_the_defender_decides() -> None:
    t = battlefield("35Inf 0405; RD1 0505 2-2", air=(0, 1))
    t.order("assault 0505 with 35Inf")
    assert t.seat == "soviet"
    assert t.legal() == {"air 0", "air 1"}


# -- 11.6: fog of war ------------------------------------------------------------------------------------------------


def seen(t: Table, seat: int) -> dict[str, Any]:
    return View(t.title, t.s, seat).as_data()


def entries(data: dict[str, Any], label: str) -> list[dict[str, Any]]:
    return [unit for unit in data["units"] if unit["at"] == label]


def fog_table(top: str, under: str, other: str, deep: str, **keywords: Any) -> Table:
    """Two German stacks; the counters are listed first in one fixed order, so that only their places differ."""
    names = sorted((top, under, other, deep))
    places = {top: "0405", under: "0405", other: "0305", deep: "0305"}
    lines = [f"{name} {places[name]}" for name in (top, other)]  # first named in a hex lies on top
    lines += [f"{name} {places[name]}" for name in names if name in (under, deep)]
    return battlefield("\n".join([*lines, "RD1 0505 untried 2-2", "RD2 0505 untried 3-3"]), **keywords)


@pytest.mark.rule("dom", "11.6a")
def test_a_stack_shows_its_top_and_its_height() -> None:
    t = battlefield("35Inf 0405; 7Pz 0405; 6Pz 0405 reduced; RD1 0505; 1GRD 0505")
    at = entries(seen(t, SOVIET), "0405")
    assert [unit["unit"] for unit in at if "unit" in unit] == ["35Inf"]
    hidden = [unit for unit in at if "unit" not in unit]
    assert hidden == [{"side": "german", "at": "0405", "hidden": True}] * 2
    at = entries(seen(t, GERMAN), "0505")
    assert [unit["unit"] for unit in at if "unit" in unit] == ["RD1"]
    assert len(at) == 2
    assert {unit["unit"] for unit in entries(seen(t, GERMAN), "0405")} == {"35Inf", "7Pz", "6Pz"}  # one's own


@pytest.mark.rule("dom", "11.6a")
def test_nothing_in_a_view_tells_which_units_lie_below() -> None:
    """Two worlds that differ in what lies under the tops look alike to the enemy, in words, data and battle sheets."""
    here, there = (
        fog_table("35Inf", *names, step=SOVIET_COMBAT) for names in (("7Pz", "8Inf", "1Cav"), ("1Cav", "8Inf", "7Pz"))
    )
    assert here.where("7Pz") == "0405"
    assert there.where("7Pz") == "0305"
    assert seen(here, SOVIET) == seen(there, SOVIET)
    assert seen(here, GERMAN) != seen(there, GERMAN)
    assert bytes(here.masked("soviet").array) == bytes(there.masked("soviet").array)
    order = here.read("assault 0405 with RD1")
    assert View(here.title, here.s, SOVIET).sheet(order) == View(there.title, there.s, SOVIET).sheet(order)


@pytest.mark.rule("dom", "11.6a")
def test_a_move_of_a_stack_tells_no_more_than_its_height() -> None:
    t = battlefield("35Inf 0305; 7Pz 0305; RD1 0905", step=GERMAN_MOVEMENT)
    event = first(t.order("move 35Inf+7Pz 0305-0405"), "moved")
    shown = t.title.visible_event(t.s, event, SOVIET)
    assert [t.title.units.keys[u] for u in shown.facts["units"]] == ["35Inf"]
    assert shown.facts["hidden"] == 1
    assert "7Pz" not in t.title.tell(shown)
    assert "7Pz" in t.title.tell(t.title.visible_event(t.s, event, GERMAN))


@pytest.mark.rule("dom", "11.6a")
def test_the_owner_chooses_the_top() -> None:
    t = battlefield("35Inf 0405; 7Pz 0405; RD1 0505")
    assert t.legal("top") == {"top 7Pz"}
    t.refused("top 35Inf", "11.6a", "35Inf lies on top already")
    t.refused("top RD1", "11.6a", "RD1 is not one of your units on the map")
    t.refused("top 7Pz+35Inf", "11.6a", "name one unit to lie on top")
    t.order("top 7Pz")
    assert [unit.get("unit") for unit in entries(seen(t, SOVIET), "0405")].count("7Pz") == 1
    assert "35Inf" not in [unit.get("unit") for unit in entries(seen(t, SOVIET), "0405")]


@pytest.mark.rule("dom", "11.6a")
def test_a_battle_lays_both_sides_open_and_no_longer_than_it_lasts() -> None:
    t = battlefield("35Inf 0405; 87Inf 0405; 8Inf 0404; 28Inf 0404; RD1 0505 untried 2-2; RD2 0505 untried 1-1")
    log = fight(t, "assault 0505 with 35Inf+87Inf", "DR")
    assert t.prompt.decision == "retreat"
    known = {unit.get("unit") for unit in seen(t, SOVIET)["units"]}
    assert {"35Inf", "87Inf", "8Inf"} <= known
    assert "28Inf" not in known  # its stack is not in the battle
    assert {unit.get("unit") for unit in entries(seen(t, GERMAN), "0505")} == {"RD1", "RD2"}
    revealed = {t.title.units.keys[u] for u, _ in first(log, "revealed").facts["units"]}
    assert revealed == {"35Inf", "87Inf", "RD1", "RD2"}
    t.order("retreat 0605", "stay")
    assert "87Inf" not in {unit.get("unit") for unit in entries(seen(t, SOVIET), "0405")}
    assert len(entries(seen(t, GERMAN), "0605")) == 2
    assert "RD2" not in {unit.get("unit") for unit in entries(seen(t, GERMAN), "0605")}


@pytest.mark.rule("dom", "11.6a")
def test_without_the_option_all_stacks_lie_open() -> None:
    t = battlefield("35Inf 0405; 7Pz 0405; RD1 0505", options="fog = false")
    assert {unit["unit"] for unit in entries(seen(t, SOVIET), "0405")} == {"35Inf", "7Pz"}


@pytest.mark.rule("dom", "11.6b")
def test_the_german_knows_no_reinforcement() -> None:
    t = battlefield("35Inf 0405; RD1 0705; RD83 reserve untried 4-4; RD84 reserve untried 1-1")
    pile = entries(seen(t, GERMAN), "reserve")
    assert [unit["kind"] for unit in pile] == ["RD", "RD"]
    assert all(unit["attack"] is None and unit["defence"] is None and not unit["label"] for unit in pile)
    other = battlefield("35Inf 0405; RD1 0705; RD83 reserve untried 4-4; RD84 reserve untried 1-1")
    a, b = other.unit("RD83"), other.unit("RD84")
    other.s.face[a], other.s.face[b] = other.s.face[b], other.s.face[a]  # the same pile, mixed otherwise
    assert seen(t, GERMAN) == seen(other, GERMAN)
    assert bytes(t.masked("german").array) == bytes(other.masked("german").array)


def game_of(t: Table) -> Game:
    """A recorded game that has come to a position."""
    game = Game.new("dom", secret=secret_from_seed(11))
    game.title, game.state = t.title, t.s
    game.state.dice = game.dice
    return game


@pytest.mark.rule("dom", "11.6c")
def test_an_assault_cannot_be_taken_back_after_the_look() -> None:
    t = battlefield("35Inf 0405; 87Inf 0406; RD1 0505 untried 1-1; RD2 0606")
    game = game_of(t)
    game.order(GERMAN, game.read("assault 0505 with 35Inf+87Inf"))
    with pytest.raises(RefusalError, match="revealed"):
        game.undo(GERMAN, consent=True)
    assert not t.has("RD1", Flag.UNTRIED)


@pytest.mark.rule("dom", "11.6c")
def test_after_the_look_only_the_battle_goes_on() -> None:
    t = battlefield("35Inf 0405; 87Inf 0406; RD1 0505 untried 2-2; RD2 0404 1-1")
    fight(t, "assault 0505 with 35Inf+87Inf", "DR")
    assert {text.split()[0] for text in t.legal()} == {"retreat"}
    for text in ("done", "top 35Inf", "assault 0404 with 35Inf"):
        t.refused(
            text, "11.25a", f"'{text.split()[0]}' cannot be ordered now; asked for is: Retreat from 0505. (retreat)"
        )
    t.refused("stay", "11.31a", "'stay' cannot be ordered now; asked for is: Retreat from 0505. (retreat)")


@pytest.mark.rule("dom", "11.6c")
def test_own_untried_attackers_bind_as_well() -> None:
    t = battlefield("35Inf 0405; RD1 0505 untried 1-1; RD2 0406 2-2", step=SOVIET_COMBAT)
    game = game_of(t)
    game.order(SOVIET, game.read("assault 0405 with RD1"))
    assert game.undo_refusal(SOVIET, consent=True) is not None
    t.refused("assault 0405 with RD2", "11.3b", "the units in 0405 have been attacked this phase")


# -- 11.7 to 11.10: odds ---------------------------------------------------------------------------------------------


def odds_table(attack: int, defence: int, **keywords: Any) -> Table:
    """One attacker against one defender, infantry in the open."""
    return battlefield(f"A german infantry XX {attack}-9 0405; D soviet RD XX 1-{defence} 0505", **keywords)


@pytest.mark.rule("dom", "11.7")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(26, 7, "3:1"), (27, 7, "3:1"), (28, 7, "4:1"), (7, 7, "1:1"), (13, 7, "1:1"), (14, 7, "2:1"), (9, 2, "4:1")],
)
def test_high_odds_round_down(attack: int, defence: int, odds: str) -> None:
    t = odds_table(attack, defence)
    assert column(t, "assault 0505 with A") == odds
    event = first(t.order("assault 0505 with A"), "odds")
    assert (event.facts["attack"], event.facts["defence"], event.facts["column"]) == (attack, defence, odds)


@pytest.mark.rule("dom", "11.7")
def test_factors_of_both_forces_are_added_up() -> None:
    t = battlefield("7Pz 0405; 35Inf 0406 reduced; 1GRD 0505 reduced; RD1 0505 3-4")
    sheet = t.sheet("assault 0505 with 7Pz+35Inf")
    assert sheet.attack == {8 + 2: 1}
    assert sheet.defence == {3 + 4: 1}


@pytest.mark.rule("dom", "11.8")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"), [(5, 11, "1:3"), (5, 10, "1:2"), (5, 6, "1:2"), (5, 15, "1:3"), (4, 5, "1:2")]
)
def test_poor_odds_round_up(attack: int, defence: int, odds: str) -> None:
    t = odds_table(attack, defence)
    assert column(t, "assault 0505 with A") == odds
    assert first(t.order("assault 0505 with A"), "odds").facts["column"] == odds


@pytest.mark.rule("dom", "11.9")
def test_above_five_to_one_the_defender_is_eliminated() -> None:
    t = odds_table(12, 2)
    assert t.sheet("assault 0505 with A").results == {"DE": 1}
    log = t.order("assault 0505 with A", dice=(1,))
    assert "rolled" not in kinds(log)
    assert t.s.dice.unused == (1,)
    assert t.where("D") == "dead"


@pytest.mark.rule("dom", "11.9")
def test_below_one_to_three_the_attacker_loses_a_step() -> None:
    t = odds_table(3, 10)
    assert column(t, "assault 0505 with A") == "1:4"
    assert t.sheet("assault 0505 with A").results == {"AL1": 1}
    log = t.order("assault 0505 with A", dice=(6,))
    assert "rolled" not in kinds(log)
    assert t.where("A") == "dead"


@pytest.mark.rule("dom", "11.9")
@pytest.mark.parametrize(("attack", "defence"), [(10, 2), (11, 2), (3, 9)])
def test_within_the_limits_a_die_is_rolled(attack: int, defence: int) -> None:
    t = odds_table(attack, defence)
    log = t.order("assault 0505 with A", dice=(4,))
    assert first(log, "rolled").facts["die"] == 4


@pytest.mark.rule("dom", "11.9")
def test_the_table_runs_from_one_to_three_to_five_to_one() -> None:
    rows = odds_table(1, 1).title.results_table.rows
    assert [column_name(n) for n in sorted(rows)] == ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"]


@pytest.mark.rule("dom", "11.9")
def test_shifts_come_before_the_limits() -> None:
    river = "0405-0505 river"
    assert column(odds_table(12, 2, sides=river), "assault 0505 with A") == "5:1"
    t = odds_table(12, 2, sides=river)
    assert "rolled" in kinds(t.order("assault 0505 with A"))
    t = odds_table(3, 9, sides=river)
    assert column(t, "assault 0505 with A") == "1:4"
    assert "rolled" not in kinds(t.order("assault 0505 with A"))


@pytest.mark.rule("dom", "11.10")
@pytest.mark.parametrize(("air", "odds"), [(0, "2:1"), (1, "3:1"), (2, "4:1")])
def test_all_shifts_add_up(air: int, odds: str) -> None:
    t = odds_table(12, 3, hexes="0505 fort", sides="0405-0505 river", air=(2, 0))
    order = f"assault 0505 with A air {air}"
    expected = {"11.14": -1, "11.18b": -1} | ({"11.19c": air} if air else {})
    assert shifts(t, order) == expected
    assert column(t, order) == odds  # 4:1, two left, and an aircraft or two right
    event = first(t.order(order), "odds")
    assert {rule: columns for _, rule, columns in event.facts["shifts"]} == expected
    assert event.facts["column"] == odds


@pytest.mark.rule("dom", "11.10")
def test_shifts_cross_one_to_one_without_a_step_between() -> None:
    assert column(odds_table(4, 2, hexes="0505 fort"), "assault 0505 with A") == "1:1"
    assert column(odds_table(4, 2, hexes="0505 city"), "assault 0505 with A") == "1:2"
    assert column(odds_table(4, 5, air=(2, 0)), "assault 0505 with A air 2") == "2:1"
