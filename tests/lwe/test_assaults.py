"""11.1 to 11.12: who attacks whom, fog of war, odds."""

from __future__ import annotations

import random

import pytest

from steppe.assault.state import Flag
from steppe.dice import Dice
from steppe.view import View
from tests.lwe.battlefield import (
    AROUND,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    attack,
    battlefield,
    column,
    defence,
    fight,
    shifts,
)
from tests.lwe.scene import on_map
from tests.sandbox import Table, first, kinds

GERMAN, SOVIET = 0, 1


def duel(attackers: int, defenders: int, **more: str) -> Table:
    """One German unit in 0405 against one Soviet unit in 0505."""
    units = f"A german infantry XX {attackers}-3/2-2 0405; R soviet rifle XX 1-{defenders} 0505"
    return battlefield(units, hexes=more.get("hexes", ""), sides=more.get("sides", ""))


# -- 11.1: who attacks whom ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.1a")
def test_the_german_player_never_has_to_attack() -> None:
    t = battlefield("7Pz 0405; 126RD 0505", directive=True)
    assert "done" in t.legal()
    log = t.order("done")
    assert "assault" not in kinds(log)
    assert (t.where("7Pz"), t.where("126RD")) == ("0405", "0505")
    assert t.seat == "soviet"


@pytest.mark.rule("lwe", "11.1a")
def test_only_adjacent_enemies_are_attacked() -> None:
    t = battlefield("7Pz 0405; 6Pz 0305; 126RD 0505; 128RD 0705")
    assert t.legal("assault") == {"assault 0505 with 7Pz"}
    t.refused("assault 0505 with 7Pz+6Pz", "11.1a", "6Pz in 0305 is not adjacent to 0505")
    t.refused("assault 0705 with 7Pz", "11.1a", "7Pz in 0405 is not adjacent to 0705")
    t.refused("assault 0504 with 7Pz", "11.1a", "no enemy units are in 0504")  # nobody is there
    t.refused("assault 0305 with 7Pz", "11.1a", "no enemy units are in 0305")  # a friend is there
    assert battlefield("7Pz 0405; 126RD 0505", step=GERMAN_MOVEMENT).legal("assault") == set()


@pytest.mark.rule("lwe", "11.1b")
def test_under_the_directive_the_soviets_must_attack() -> None:
    t = battlefield("7Pz 0405; 126RD 0505; 128RD 0705", step=SOVIET_COMBAT, directive=True)
    assert "done" not in t.legal()
    t.refused("done", "5.6a", "126RD in 0505 must attack")
    fight(t, "assault 0405 with 126RD", "AS")
    assert "done" in t.legal()


@pytest.mark.rule("lwe", "11.1b")
def test_without_the_directive_nobody_must() -> None:
    t = battlefield("7Pz 0405; 126RD 0505", step=SOVIET_COMBAT)
    assert t.legal() == {"done", "assault 0405 with 126RD"}


@pytest.mark.rule("lwe", "11.1b")
def test_zones_in_large_towns_and_their_garrisons_are_excused_but_may_attack() -> None:
    units = "7Pz 0405; FZGrodno 0505; 126RD 0505"
    t = battlefield(units, step=SOVIET_COMBAT, directive=True, hexes="0505 large-town Grodno")
    assert {"done", "assault 0405 with 126RD", "assault 0405 with FZGrodno"} <= t.legal()
    alone = battlefield("7Pz 0405; 126RD 0505", step=SOVIET_COMBAT, directive=True, hexes="0505 large-town Grodno")
    assert "done" not in alone.legal()


@pytest.mark.rule("lwe", "11.1b")
def test_the_garrison_of_oranienbaum_is_excused() -> None:
    with_navy = on_map("1Inf 3602\nNvl 3701\nL1 3701", step=SOVIET_COMBAT)
    assert {"done", "assault 3602 with L1", "assault 3602 with Nvl"} <= with_navy.legal()
    without = on_map("1Inf 3602\nL1 3701", step=SOVIET_COMBAT)
    without.refused("done", "5.6a", "L1 in 3701 Oranienbaum must attack")


@pytest.mark.rule("lwe", "11.1c")
def test_who_has_the_turn_is_the_attacker() -> None:
    units = "G german infantry XX 9-2/2-2 0405; R soviet rifle XX 4-7 0505"
    german, soviet = battlefield(units), battlefield(units, step=SOVIET_COMBAT)
    assert (attack(german, "assault 0505 with G"), defence(german, "assault 0505 with G")) == (9, 7)
    assert (attack(soviet, "assault 0405 with R"), defence(soviet, "assault 0405 with R")) == (4, 2)
    german.refused("assault 0405 with R", "11.1a", "no enemy units are in 0405")
    soviet.refused("assault 0505 with G", "11.1a", "no enemy units are in 0505")
    fight(soviet, "assault 0405 with R", "AL1")
    assert soviet.where("R") == "dead"
    assert soviet.steps("G") == 2


# -- 11.2 to 11.6: forces ----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.2")
def test_a_stack_defends_as_one() -> None:
    t = battlefield("7Pz 0405; R1 soviet rifle XX 1-1 0505; R2 soviet rifle XX 1-1 0505; R3 soviet rifle XX 1-3 0505")
    assert defence(t, "assault 0505 with 7Pz") == 5
    fight(t, "assault 0505 with 7Pz", "DE")
    assert {t.where(key) for key in ("R1", "R2", "R3")} == {"dead"}


@pytest.mark.rule("lwe", "11.3")
def test_all_hexes_around_may_attack_one_hex() -> None:
    units = "; ".join(f"A{i} german infantry XX 1-1/1-1 {label}" for i, label in enumerate(AROUND))
    t = battlefield(f"{units}; R soviet rifle XX 1-2 0505")
    order = f"assault 0505 with {'+'.join(f'A{i}' for i in range(6))}"
    assert attack(t, order) == 6
    fight(t, order, "AS")
    assert all(t.where(f"A{i}") == label for i, label in enumerate(AROUND))


@pytest.mark.rule("lwe", "11.3")
def test_one_battle_has_one_target() -> None:
    """The hexes of the rulebook's own example: 2123 against 2122 and 2223."""
    t = on_map("7Pz 2123\n126RD 2122\n128RD 2223", step="II.D")
    assert t.legal("assault") >= {"assault 2122 with 7Pz", "assault 2223 with 7Pz"}
    fight(t, "assault 2122 with 7Pz", "AS")
    t.refused("assault 2223 with 7Pz", "11.4a", "7Pz has attacked this phase")


@pytest.mark.rule("lwe", "11.4a")
def test_a_unit_attacks_once_with_all_it_has() -> None:
    t = battlefield("7Pz 0405; 6Pz 0405; 126RD 0505; 128RD 0406")
    t.refused("assault 0505 with 7Pz+7Pz", "11.1a", "an assault needs units, each named once")
    fight(t, "assault 0505 with 7Pz", "AS")
    for text in ("assault 0505 with 7Pz", "assault 0406 with 7Pz", "assault 0406 with 6Pz+7Pz"):
        t.refused(text, "11.4a", "7Pz has attacked this phase")
    assert not any("7Pz" in text for text in t.legal("assault"))
    assert attack(t, "assault 0406 with 6Pz") == 6


@pytest.mark.rule("lwe", "11.4b")
def test_a_defender_may_be_attacked_again() -> None:
    t = battlefield("7Pz 0405; 6Pz 0405; 8Pz 0405; R soviet rifle XX 1-4 0505")
    fight(t, "assault 0505 with 7Pz", "AS")
    assert defence(t, "assault 0505 with 6Pz") == 4
    fight(t, "assault 0505 with 6Pz", "AS")
    fight(t, "assault 0505 with 8Pz", "DE")
    assert t.where("R") == "dead"


@pytest.mark.rule("lwe", "11.5")
def test_battles_come_one_after_another_in_any_order() -> None:
    t = battlefield("7Pz 0405; 6Pz 0405; 126RD 0505; 128RD 0406")
    assert t.legal("assault") >= {"assault 0505 with 7Pz", "assault 0406 with 7Pz"}
    fight(t, "assault 0406 with 6Pz", "DE")
    assert t.prompt.decision == "advance"
    assert t.legal() == {"stay", "advance 6Pz"}
    t.refused("assault 0505 with 7Pz", "11.36", "'assault' cannot be ordered now...")
    t.order("stay")
    fight(t, "assault 0505 with 7Pz", "AS")


@pytest.mark.rule("lwe", "11.6")
def test_a_stack_may_fight_in_parts() -> None:
    units = "; ".join(f"A{i} german infantry XX 1-1/1-1 0405" for i in range(6))
    t = battlefield(f"{units}; 126RD 0505; 128RD 0406")
    fight(t, "assault 0505 with A0+A1+A2", "AS")
    fight(t, "assault 0406 with A3+A4", "AS")
    assert "assault 0505 with A5" in t.legal()
    t.order("done")  # A5 stays idle


@pytest.mark.rule("lwe", "11.6")
def test_defenders_cannot_refuse_battle() -> None:
    t = battlefield("7Pz 0405; 126RD 0505; 128RD 0505")
    log = fight(t, "assault 0505 with 7Pz", "DE")
    assert {t.where("126RD"), t.where("128RD")} == {"dead"}
    assert kinds(log).count("eliminated") == 2
    assert t.seat == "german"


# -- 11.7: fog of war --------------------------------------------------------------------------------------------------


def seen_in(t: Table, seat: str, label: str) -> list[str]:
    """What a seat is told of the units in a hex: their names, or nothing."""
    data = View(t.title, t.s, t.title.seats.index(seat)).as_data()
    found = (unit.get("unit", "?") for unit in data["units"] if unit["at"] == label)
    return sorted(found, key=lambda name: (name == "?", name))


@pytest.mark.rule("lwe", "11.7a")
def test_only_the_top_of_an_enemy_stack_is_seen_until_the_odds_are_computed() -> None:
    t = battlefield("7Pz 0405; 6Pz 0405; 126RD 0505; 128RD 0505; G3CC 0707; 5CC 0707", air=True, step=SOVIET_COMBAT)
    assert seen_in(t, "german", "0505") == ["126RD", "?"]
    assert seen_in(t, "soviet", "0405") == ["7Pz", "?"]
    t.order("assault 0405 with 126RD+128RD")
    assert t.prompt.decision == "defender air"
    assert "?" in seen_in(t, "soviet", "0405")
    assert "?" in seen_in(t, "german", "0505")
    t.title.questions.force_results(t.s, ["DR"])
    log = t.order("air 0")
    assert "revealed" in kinds(log)
    assert t.prompt.decision == "conversion"
    assert seen_in(t, "soviet", "0405") == ["6Pz", "7Pz"]
    assert seen_in(t, "german", "0505") == ["126RD", "128RD"]
    assert "?" in seen_in(t, "german", "0707")  # not in this battle


@pytest.mark.rule("lwe", "11.7a")
def test_an_attack_cannot_be_called_off_once_the_stack_is_laid_open() -> None:
    t = battlefield("7Pz 0405; BC 0505; R soviet rifle XX 1-9 0505")
    log = t.order("assault 0505 with 7Pz")
    assert kinds(log)[:3] == ["assault", "revealed", "odds"]
    assert t.seat == "soviet"
    assert t.legal() == {"raid BC", "decline"}
    t.refused("done", "11.39a", "'done' cannot be ordered now...")
    t.order("decline", dice=(1,))
    assert t.has("7Pz", Flag.ATTACKED)


@pytest.mark.rule("lwe", "11.7a")
def test_without_fog_everything_is_seen() -> None:
    t = battlefield("7Pz 0405; 126RD 0505; 128RD 0505", options="fog = false")
    assert seen_in(t, "german", "0505") == ["126RD", "128RD"]


@pytest.mark.rule("lwe", "11.7b")
def test_enemy_reinforcements_are_not_looked_at_but_totals_are_open() -> None:
    t = battlefield("7Pz 0405; 60Mot reserve; 126RD 0505; 4CC reserve", state="replacements = 9")
    assert seen_in(t, "german", "reserve") == ["60Mot", "?"]
    assert seen_in(t, "soviet", "reserve") == ["4CC", "?"]
    for seat in (GERMAN, SOVIET):
        data = View(t.title, t.s, seat).as_data()
        assert data["replacements"] == 9
        assert isinstance(data["points"], int)


@pytest.mark.rule("lwe", "11.7c")
def test_the_replacement_pool_is_drawn_blind() -> None:
    """Both seats see the same pool whatever will be drawn, and the draw follows the dice, not the order of the pool."""
    units = (
        "7Pz 0405; 6Pz 0405; 10RC 0505; 72MtR reserve entry=pool; 58MtR reserve entry=pool; 96MtR reserve entry=pool"
    )
    drawn = set()
    for seed in range(8):
        t = battlefield(f"{units}; 192MtR reserve entry=pool")
        t.s.dice = Dice(bytes([seed]))
        assert all(t.where(key) == "reserve" for key in ("72MtR", "58MtR", "96MtR", "192MtR"))
        log = fight(t, "assault 0505 with 7Pz+6Pz", "DE")
        found = tuple(t.title.units.keys[event.facts["unit"]] for event in log if event.kind == "drawn")
        assert len(found) == len(set(found)) == 3  # a corps of three factors
        assert all(t.where(key) == "dead" for key in found)
        drawn.add(found)
    assert len(drawn) > 3


# -- 11.8 to 11.12: odds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.8")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"), [(26, 7, "3:1"), (27, 7, "3:1"), (28, 7, "4:1"), (7, 7, "1:1"), (13, 7, "1:1")]
)
def test_odds_are_rounded_down(attackers: int, defenders: int, odds: str) -> None:
    assert column(duel(attackers, defenders), "assault 0505 with A") == odds


@pytest.mark.rule("lwe", "11.9")
@pytest.mark.parametrize(("attackers", "defenders", "odds"), [(5, 11, "1:3"), (5, 10, "1:2"), (5, 6, "1:2")])
def test_poor_odds_are_rounded_up(attackers: int, defenders: int, odds: str) -> None:
    assert column(duel(attackers, defenders), "assault 0505 with A") == odds


@pytest.mark.rule("lwe", "11.10")
def test_above_the_table_everybody_dies_without_a_die() -> None:
    t = duel(7, 1)
    assert t.sheet("assault 0505 with A").results == {"DE": 1}
    log = t.order("assault 0505 with A")
    assert "rolled" not in kinds(log)
    assert first(log, "result").facts["result"] == "DE"
    assert "rolled" in kinds(duel(6, 1).order("assault 0505 with A"))


@pytest.mark.rule("lwe", "11.10")
def test_below_the_table_the_attacker_loses_a_step_without_a_die() -> None:
    t = duel(1, 4)
    assert t.sheet("assault 0505 with A").results == {"AL1": 1}
    log = t.order("assault 0505 with A")
    assert "rolled" not in kinds(log)
    assert t.steps("A") == 1
    assert "rolled" in kinds(duel(1, 3).order("assault 0505 with A"))


@pytest.mark.rule("lwe", "11.11")
def test_shifts_add_up() -> None:
    """4:1 with two columns left and one right."""
    t = battlefield(
        "A german infantry XX 8-1/1-1 0405; R soviet rifle XX 1-2 0505",
        hexes="0505 hills",
        order="fight-move",
        step="II.C",
    )
    assert sum(shifts(t, "assault 0505 with A").values()) == -1
    assert column(t, "assault 0505 with A") == "3:1"
    assert column(duel(2, 2, hexes="0505 forest"), "assault 0505 with A") == "1:2"


@pytest.mark.rule("lwe", "11.11")
def test_the_limits_of_the_table_come_after_the_shifts() -> None:
    assert column(duel(9, 1, hexes="0505 hills"), "assault 0505 with A") == "7:1"
    t = battlefield("A german infantry XX 1-1/1-1 0405; R soviet rifle XX 1-4 0505", order="fight-move", step="II.C")
    assert column(t, "assault 0505 with A") == "1:3"
    assert t.sheet("assault 0505 with A").results.keys() == {"AL1", "AS"}


@pytest.mark.rule("lwe", "11.12")
def test_nothing_that_fights_falls_below_one() -> None:
    assert attack(duel(1, 1, sides="0405-0505 river"), "assault 0505 with A") == 1


@pytest.mark.rule("lwe", "11.12")
def test_what_is_halved_together_is_halved_once() -> None:
    units = "A german infantry XX 3-1/1-1 0405; B german infantry XX 3-1/1-1 0405; C german infantry XX 1-1/1-1 0504"
    t = battlefield(f"{units}; R soviet rifle XX 1-1 0505", sides="0405-0505 river\n0504-0505 river")
    assert attack(t, "assault 0505 with A+B") == 3
    assert attack(t, "assault 0505 with A+C") == 2
    assert attack(t, "assault 0505 with A+B+C") == 3  # seven, halved once


@pytest.mark.rule("lwe", "11.12")
def test_halvings_of_one_force_in_any_order_of_its_units() -> None:
    units = "A german infantry XX 3-1/1-1 0405; B german infantry XX 5-1/1-1 0504; C german infantry XX 1-1/1-1 0506"
    t = battlefield(f"{units}; R soviet rifle XX 1-1 0505", sides="0405-0505 river\n0506-0505 river")
    keys = ["A", "B", "C"]
    for seed in range(4):
        random.Random(seed).shuffle(keys)
        assert attack(t, f"assault 0505 with {'+'.join(keys)}") == 2 + 5
