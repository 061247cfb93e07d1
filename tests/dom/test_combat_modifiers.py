"""11.11 to 11.20: terrain, cities, fortifications, aircraft, concentric assaults."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from steppe import titles
from steppe.errors import DataError
from steppe.view import View
from tests.dom.battlefield import (
    AROUND,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    battlefield,
    column,
    die_for,
    fight,
    play_to,
    shifts,
)
from tests.sandbox import Table, first, kinds

GERMAN, SOVIET = 0, 1
PA, MA = "assault 0505 with 7Pz", "mobile 0505 with 7Pz"
DUEL = "7Pz 0405; RD1 0505 2-2"
SOVIET_ATTACK = "assault 0505 with RD1"
SOVIET_DUEL = "RD1 0605 8-2; 35Inf 0505 4-2/2-1"


def german_shifts(hexes: str = "", sides: str = "") -> tuple[dict[str, int], dict[str, int]]:
    """The shifts of a prepared and of a mobile assault of a panzer division from 0405 on 0505."""
    t = battlefield(DUEL, hexes=hexes, sides=sides)
    return shifts(t, PA), shifts(t, MA)


# -- 11.11 to 11.16: terrain ----------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.11")
def test_clear_terrain_gives_no_shift() -> None:
    assert german_shifts() == ({}, {})
    assert shifts(battlefield(SOVIET_DUEL, step=SOVIET_COMBAT), SOVIET_ATTACK) == {}
    assert column(battlefield(DUEL), PA) == "4:1"


@pytest.mark.rule("dom", "11.12")
def test_forest_shields_from_mobile_assaults_alone() -> None:
    prepared, mobile = german_shifts("0505 forest")
    assert prepared == {}
    assert mobile == {"11.12": -1}
    t = battlefield(DUEL, hexes="0505 forest", step=GERMAN_MOVEMENT)
    assert first(t.order(MA), "odds").facts["column"] == "3:1"
    t = battlefield(SOVIET_DUEL, hexes="0505 forest", step=SOVIET_COMBAT)
    assert first(t.order(SOVIET_ATTACK), "odds").facts["column"] == "4:1"


@pytest.mark.rule("dom", "11.12")
def test_forest_around_the_target_does_not_matter() -> None:
    assert german_shifts("0405,0504,0605 forest") == ({}, {})


@pytest.mark.rule("dom", "11.13a")
@pytest.mark.parametrize("unit", ["7Pz", "36PG", "Lehr", "GD"])
def test_mechanized_germans_keep_out_of_marsh(unit: str) -> None:
    units = f"{unit} 0405; 35Inf 0406; RD1 0505"
    t = battlefield(units, hexes="0505,0504 marsh")
    t.refused(f"assault 0505 with {unit}", "11.13a", f"{unit} may not attack into marsh")
    t.refused(f"assault 0505 with 35Inf+{unit}", "11.13a", f"{unit} may not attack into marsh")
    assert t.legal("assault") == {"assault 0505 with 35Inf"}
    t = battlefield(units, hexes="0505,0504 marsh", step=GERMAN_MOVEMENT)
    t.refused(f"mobile 0505 with {unit}", "10.16a", "no mobile assault into marsh")
    assert not t.legal("mobile")
    t.refused(f"move {unit} 0405-0504", "10.8c", "0504 is marsh, closed to this group")
    assert "0504" not in t.range(unit)


@pytest.mark.rule("dom", "11.13a")
@pytest.mark.parametrize("unit", ["TB1", "MRB1", "MRD1", "1GTk"])
def test_mechanized_soviets_keep_out_of_marsh(unit: str) -> None:
    t = battlefield(f"{unit} 0605; RD1 0606; 35Inf 0505", hexes="0505 marsh", step=SOVIET_COMBAT)
    t.refused(f"assault 0505 with {unit}", "11.13a", f"{unit} may not attack into marsh")
    assert t.legal("assault") == {"assault 0505 with RD1"}


@pytest.mark.rule("dom", "11.13b")
def test_marsh_gives_no_shift_to_those_who_may_attack_it() -> None:
    t = battlefield("1Cav 0405; 35Inf 0406; RD1 0505 2-2", hexes="0505 marsh")
    for attackers in ("1Cav", "35Inf", "1Cav+35Inf"):
        assert shifts(t, f"assault 0505 with {attackers}") == {}
    assert first(t.order("assault 0505 with 1Cav+35Inf"), "odds").facts["column"] == "3:1"
    t = battlefield("CD1 0605; RD1 0606; 35Inf 0505", hexes="0505 marsh", step=SOVIET_COMBAT)
    assert shifts(t, "assault 0505 with CD1+RD1") == {}
    t.order("assault 0505 with CD1+RD1")


@pytest.mark.rule("dom", "11.13b")
def test_cavalry_makes_no_mobile_assault_into_marsh() -> None:
    t = battlefield("1Cav 0405; 7Pz 0405; RD1 0505; RD2 0504", hexes="0505 marsh", step=GERMAN_MOVEMENT)
    for units in ("1Cav", "1Cav+7Pz"):
        t.refused(f"mobile 0505 with {units}", "10.16a", "no mobile assault into marsh")
    assert t.legal("mobile") == {"mobile 0504 with 7Pz", "mobile 0504 with 1Cav+7Pz"}


@pytest.mark.rule("dom", "11.14")
def test_a_river_helps_when_all_come_across() -> None:
    prepared, mobile = german_shifts(sides="0405-0505 river")
    assert prepared == mobile == {"11.14": -1}
    t = battlefield(SOVIET_DUEL, sides="0505-0605 river", step=SOVIET_COMBAT)
    assert shifts(t, SOVIET_ATTACK) == {"11.14": -1}
    assert first(t.order(SOVIET_ATTACK), "odds").facts["column"] == "3:1"


@pytest.mark.rule("dom", "11.14")
def test_one_attacker_on_the_near_bank_is_enough() -> None:
    sides = "0405-0505 river\n0504-0505 river"
    t = battlefield("35Inf 0405; 87Inf 0405; 8Inf 0504; 28Inf 0406; RD1 0505 2-4", sides=sides)
    assert shifts(t, "assault 0505 with 35Inf+87Inf+8Inf") == {"11.14": -1}
    assert shifts(t, "assault 0505 with 35Inf+87Inf+8Inf+28Inf") == {}
    assert shifts(t, "assault 0505 with 28Inf") == {}


@pytest.mark.rule("dom", "11.15")
def test_no_assault_crosses_a_reservoir() -> None:
    sides = "0405-0505 reservoir"
    t = battlefield("7Pz 0405; 35Inf 0406; RD1 0505", sides=sides)
    t.refused(PA, "11.15", "no assault across a reservoir hexside")
    t.refused("assault 0505 with 35Inf+7Pz", "11.15", "no assault across a reservoir hexside")
    assert t.legal("assault") == {"assault 0505 with 35Inf"}
    t = battlefield("7Pz 0405; RD1 0505", sides=sides, step=GERMAN_MOVEMENT)
    t.refused(MA, "11.15", "no assault across a reservoir hexside")
    assert not t.legal("mobile")
    t = battlefield("7Pz 0405; RD1 0505", sides=sides, step=SOVIET_COMBAT)
    t.refused("assault 0405 with RD1", "11.15", "no assault across a reservoir hexside")


@pytest.mark.rule("dom", "11.16")
def test_towns_give_nothing_but_their_forts_do() -> None:
    assert german_shifts("0505 town Mtsensk") == ({}, {})
    prepared, mobile = german_shifts("0505 town fort Mtsensk")
    assert prepared == mobile == {"11.18b": -1}
    t = battlefield(SOVIET_DUEL, hexes="0505 town Mtsensk", step=SOVIET_COMBAT)
    assert shifts(t, SOVIET_ATTACK) == {}


# -- 11.17: cities --------------------------------------------------------------------------------------------------

TULA = "0505 city Tula"


def surrounded(side: str) -> str:
    kind = "infantry" if side == "german" else "RD"
    return "\n".join(f"T{i} {side} {kind} XX 4-4 {label}" for i, label in enumerate(AROUND))


EVERYBODY = "assault 0505 with " + "+".join(f"T{i}" for i in range(6))


@pytest.mark.rule("dom", "11.17a", "11.20b")
def test_a_city_knows_no_concentric_assault() -> None:
    for side, defender, step in (("german", "RD1", GERMAN_COMBAT), ("soviet", "35Inf", SOVIET_COMBAT)):
        units = f"{surrounded(side)}\n{defender} 0505"
        assert shifts(battlefield(units, hexes=TULA, step=step), EVERYBODY) == {"11.17b": -2}
        assert shifts(battlefield(units, step=step), EVERYBODY) == {"11.20a": 1}


@pytest.mark.rule("dom", "11.17b")
def test_a_city_gives_two_columns_to_either_side() -> None:
    t = battlefield("A german infantry XX 10-9 0405; RD1 0505 2-2", hexes=TULA)
    assert column(t, "assault 0505 with A") == "3:1"  # from 5:1
    assert german_shifts(TULA) == ({"11.17b": -2}, {"11.17b": -2})
    t = battlefield(SOVIET_DUEL, hexes=TULA, step=SOVIET_COMBAT)
    assert first(t.order(SOVIET_ATTACK), "odds").facts["column"] == "2:1"  # from 4:1


@pytest.mark.rule("dom", "11.17c", "11.28d")
@pytest.mark.parametrize("result", ["AS", "DR"])
def test_a_soviet_attack_into_a_city_costs_a_step(result: str) -> None:
    t = battlefield("RD1 0605 9-2; RD2 0606 1-1; 35Inf 0505 4-2/2-1", hexes=TULA, step=SOVIET_COMBAT)
    log = fight(t, "assault 0505 with RD1+RD2", result)
    assert first(log, "result").facts["result"] == result
    assert first(log, "converted").facts["result"] == "AL1"
    assert (t.seat, t.prompt.decision) == ("soviet", "loss")  # the German holds, without being asked
    t.order("loss RD2")
    assert t.where("RD2") == "dead"
    assert t.where("35Inf") == "0505"
    assert t.steps("35Inf") == 2


@pytest.mark.rule("dom", "11.17c")
def test_the_sheet_of_a_soviet_attack_into_a_city_knows_the_conversion() -> None:
    t = battlefield("RD1 0605 9-2; 35Inf 0505 4-2", hexes=TULA, step=SOVIET_COMBAT)
    results = t.sheet(SOVIET_ATTACK).results
    assert set(results) <= {"AL1", "DE"}
    assert sum(results.values()) == 1
    assert "AS" in battlefield("RD1 0605 5-2; 35Inf 0505 4-2", step=SOVIET_COMBAT).sheet(SOVIET_ATTACK).results


@pytest.mark.rule("dom", "11.17c")
def test_a_soviet_elimination_in_a_city_stands() -> None:
    t = battlefield("A soviet RD XX 20-2 0605; 35Inf 0505 4-4/2-2 reduced", hexes=TULA, step=SOVIET_COMBAT)
    fight(t, "assault 0505 with A", "DE")
    assert t.where("35Inf") == "dead"


@pytest.mark.rule("dom", "11.17d", "11.28a")
@pytest.mark.parametrize(("step", "verb"), [(GERMAN_COMBAT, "assault"), (GERMAN_MOVEMENT, "mobile")])
@pytest.mark.parametrize("choice", ["AS", "BB"])
def test_a_german_retreat_result_in_a_city_is_converted(step: str, verb: str, choice: str) -> None:
    t = battlefield("7Pz 0405; 36PG 0405; RD1 0505 2-2", hexes=TULA, step=step)
    fight(t, f"{verb} 0505 with 7Pz+36PG", "DR")
    assert (t.seat, t.prompt.decision) == ("german", "conversion")
    assert t.legal() == {"convert AS", "convert BB"}
    t.refused("convert DR", "11.28a", "a DR in a city is AS or BB, not DR")
    t.order(f"convert {choice}")
    assert t.where("RD1") == ("0505" if choice == "AS" else "dead")


@pytest.mark.rule("dom", "11.17d")
def test_outside_a_city_the_result_stands() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2")
    fight(t, PA, "DR")
    assert t.prompt.decision == "retreat"


@pytest.mark.rule("dom", "11.17e")
def test_panzers_attack_cities_with_their_defence_factor() -> None:
    units = "7Pz 0405; 6Pz 0405 reduced; 36PG 0405; 1Cav 0405; KG1 0406; KG2 0406 battle-group; 35Inf 0406; RD1 0505"
    strength = {"7Pz": 5, "6Pz": 3, "36PG": 5, "1Cav": 3, "KG1": 1, "KG2": 1, "35Inf": 4}
    t = battlefield(units, hexes=TULA)
    for key, factor in strength.items():
        assert t.sheet(f"assault 0505 with {key}").attack == {factor: 1}
    assert t.sheet(MA).attack == {5: 1}
    assert t.sheet("mobile 0505 with 7Pz+6Pz+36PG+1Cav").attack == {16: 1}
    event = first(t.order("assault 0505 with 7Pz+36PG"), "odds")
    assert event.facts["attack"] == 10
    assert battlefield(units).sheet(PA).attack == {8: 1}  # in the open


@pytest.mark.rule("dom", "11.17f")
def test_nobody_retreats_into_an_enemy_city() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2", hexes="0605 city german Tula")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0606"}
    t.refused("retreat 0605", "11.17f", "0605 Tula is an enemy city")
    t = battlefield("7Pz 0405; RD1 0505 2-2", hexes="0605 city Tula")
    fight(t, PA, "DR")
    assert t.legal() == {"retreat 0605", "retreat 0606"}  # their own is open to them
    t = battlefield(SOVIET_DUEL, hexes="0405 city Orel", step=SOVIET_COMBAT)
    fight(t, SOVIET_ATTACK, "DR")
    t.order("convert DR")
    t.refused("retreat 0405", "11.17f", "0405 Orel is an enemy city")
    assert t.legal() == {"retreat 0406"}


def corridor(units: str, city: str, step: str) -> Table:
    """A single file of hexes with a city in the middle."""
    return Table(f'''
title = "dom"
turn = 2
step = "{step}"
units = """
{units}
"""
[board]
size = "9x1"
hexes = """
0101 german-source german
0901 soviet-source
0501 city {city}
"""
''')


@pytest.mark.rule("dom", "11.17f")
def test_no_supply_line_enters_an_enemy_city() -> None:
    units = "RD1 0401\n1Cav 0601"
    assert not corridor("RD1 0401", "german", SOVIET_MOVEMENT).in_supply("RD1")
    assert corridor("RD1 0401", "soviet", SOVIET_MOVEMENT).in_supply("RD1")
    assert not corridor("1Cav 0601", "soviet", GERMAN_MOVEMENT).in_supply("1Cav")
    assert corridor("1Cav 0601", "german", GERMAN_MOVEMENT).in_supply("1Cav")
    assert not corridor(units, "german", SOVIET_MOVEMENT).in_supply("RD1")


# -- 11.18: fortifications ------------------------------------------------------------------------------------------


@pytest.mark.rule("dom", "11.18a")
def test_a_fort_works_again_after_it_is_retaken() -> None:
    t = battlefield("7Pz 0405; RD1 0505 2-2", hexes="0505 fort lost")
    assert shifts(t, PA) == {"11.18b": -1}
    t = battlefield("7Pz 0405; 35Inf 0505 reduced; A soviet RD XX 30-2 0605", hexes="0505 fort", step=SOVIET_COMBAT)
    assert t.control("0505") == "german"
    t.order("assault 0505 with A", "advance A")
    assert t.control("0505") == "soviet"
    assert shifts(t, PA) == {"11.18b": -1}


@pytest.mark.rule("dom", "11.18a")
def test_no_battle_wears_a_fort_down() -> None:
    t = battlefield("7Pz 0405; 6Pz 0406; RD1 0505 2-2", hexes="0505 fort", step=GERMAN_MOVEMENT)
    before = column(t, "mobile 0505 with 6Pz")
    fight(t, MA, "AS")
    assert shifts(t, "mobile 0505 with 6Pz") == {"11.18b": -1}
    assert column(t, "mobile 0505 with 6Pz") == before


@pytest.mark.rule("dom", "11.18b")
def test_a_fort_helps_its_soviet_defenders_besides_all_else() -> None:
    prepared, mobile = german_shifts("0505 fort")
    assert prepared == mobile == {"11.18b": -1}
    prepared, mobile = german_shifts("0505 fort city forest Tula", "0405-0505 river")
    assert prepared == {"11.14": -1, "11.17b": -2, "11.18b": -1}
    assert mobile == {"11.12": -1, "11.14": -1, "11.17b": -2, "11.18b": -1}
    t = battlefield("35Inf 0405 8-8; RD1 0505 2-2", hexes="0505 fort")
    assert first(t.order("assault 0505 with 35Inf"), "odds").facts["column"] == "3:1"


@pytest.mark.rule("dom", "11.18b")
def test_a_fort_never_helps_the_german() -> None:
    t = battlefield(SOVIET_DUEL, hexes="0505 fort german", step=SOVIET_COMBAT)
    assert shifts(t, SOVIET_ATTACK) == {}
    assert first(t.order(SOVIET_ATTACK), "odds").facts["column"] == "4:1"


@pytest.mark.rule("dom", "11.18c")
def test_panzers_attack_forts_with_their_defence_factor() -> None:
    units = "7Pz 0405; 36PG 0405; KG1 0406; 35Inf 0406; RD1 0505 1-2"
    t = battlefield(units, hexes="0505 fort")
    for key, factor in {"7Pz": 5, "36PG": 5, "KG1": 1, "35Inf": 4}.items():
        assert t.sheet(f"assault 0505 with {key}").attack == {factor: 1}
    assert t.sheet(MA).attack == {5: 1}
    assert first(t.order(PA), "odds").facts["attack"] == 5
    assert battlefield(units, hexes="0405,0406 fort").sheet(PA).attack == {8: 1}  # out of a fort, not into it


# -- 11.19: aircraft ------------------------------------------------------------------------------------------------

MAP = """
title = "dom"
turn = 2
step = "I.C"
[board]
size = "2x2"
"""
TWO_BATTLES = "7Pz 0405; 35Inf 0407; RD1 0505 2-2; RD2 0507 1-1"


@pytest.mark.rule("dom", "11.19a")
def test_the_turn_track_allots_aircraft() -> None:
    t = battlefield(DUEL, air=(2, 0))
    assert t.legal("assault") == {PA, f"{PA} air 1", f"{PA} air 2"}
    t.refused(f"{PA} air 3", "11.19a", "aircraft left this turn: 2")
    t = battlefield(DUEL)
    t.refused(f"{PA} air 1", "11.19a", "aircraft left this turn: 0")
    t = battlefield(DUEL, air=(0, 1))  # not for the attacker
    t.refused(f"{PA} air 1", "11.19a", "aircraft left this turn: 0")


@pytest.mark.rule("dom", "11.19a")
def test_the_track_never_gives_both_sides_aircraft(tmp_path: Path) -> None:
    rows = titles.folder("dom").open("turns.csv").read_text(encoding="utf-8").splitlines()
    assert all(0 in turn.air for turn in Table(MAP).title.track.values())
    cells = rows[2].split(",")
    assert cells[5:7] == ["2", "0"]
    cells[6] = "1"
    (tmp_path / "turns.csv").write_text("\n".join([*rows[:2], ",".join(cells), *rows[3:], ""]), encoding="utf-8")
    with pytest.raises(DataError, match="both sides have aircraft"):
        titles.load("dom", data=tmp_path)


@pytest.mark.rule("dom", "11.19a", "11.19e")
def test_aircraft_are_neither_saved_nor_lost_from_turn_to_turn() -> None:
    unused = battlefield(DUEL, air=(2, 0))
    assert unused.title.track[3].air == (1, 0)
    play_to(unused, "combat", "soviet")
    assert f"{PA} air 1" not in unused.legal()
    play_to(unused, "combat", "german")
    assert unused.s.turn == 3
    assert unused.legal("assault") == {PA, f"{PA} air 1"}  # this turn's one, none of the last turn's two
    used = battlefield(DUEL, air=(2, 0), state="air_used_german = 2")
    assert used.legal("assault") == {PA}
    play_to(used, "combat", "german")
    assert used.legal("assault") == {PA, f"{PA} air 1"}


@pytest.mark.rule("dom", "11.19b")
def test_two_aircraft_may_support_one_battle_or_two() -> None:
    t = battlefield(TWO_BATTLES, air=(2, 0))
    assert shifts(t, f"{PA} air 2") == {"11.19c": 2}
    assert column(t, f"{PA} air 2") == "6:1"
    fight(t, f"{PA} air 1", "DR")
    t.order("retreat 0605", "stay")
    assert shifts(t, "assault 0507 with 35Inf air 1") == {"11.19c": 1}
    t.order("assault 0507 with 35Inf air 1")


@pytest.mark.rule("dom", "11.19b")
def test_aircraft_support_mobile_assaults() -> None:
    t = battlefield(DUEL, air=(1, 0), step=GERMAN_MOVEMENT)
    assert t.legal("mobile") == {MA, f"{MA} air 1"}
    event = first(t.order(f"{MA} air 1"), "odds")
    assert event.facts["column"] == "5:1"


@pytest.mark.rule("dom", "11.19b")
@pytest.mark.parametrize(("step", "order"), [(GERMAN_COMBAT, PA), (GERMAN_MOVEMENT, MA)])
def test_aircraft_support_the_defence_in_the_enemy_turn(step: str, order: str) -> None:
    t = battlefield(DUEL, air=(0, 1), step=step)
    t.order(order)
    assert (t.seat, t.prompt.decision) == ("soviet", "defender air")
    assert first(t.order("air 1"), "odds").facts["column"] == "3:1"


@pytest.mark.rule("dom", "11.19b")
def test_the_german_defends_with_what_he_has_not_used() -> None:
    t = battlefield(SOVIET_DUEL, air=(2, 0), state="air_used_german = 1", step=SOVIET_COMBAT)
    t.order(SOVIET_ATTACK)
    assert t.seat == "german"
    assert t.legal() == {"air 0", "air 1"}
    t.refused("air 2", "11.19a", "aircraft left this turn: 1")


@pytest.mark.rule("dom", "11.19c")
def test_each_aircraft_is_a_column_in_its_owners_favour() -> None:
    for number, odds in ((0, "2:1"), (1, "3:1"), (2, "4:1")):
        t = battlefield("35Inf 0405; RD1 0505 2-2", air=(2, 0))
        event = first(t.order(f"assault 0505 with 35Inf air {number}"), "odds")
        assert event.facts["column"] == odds
    for number, odds in ((0, "4:1"), (1, "3:1"), (2, "2:1")):
        t = battlefield(SOVIET_DUEL, air=(2, 0), step=SOVIET_COMBAT)
        t.order(SOVIET_ATTACK)
        assert first(t.order(f"air {number}"), "odds").facts["column"] == odds


@pytest.mark.rule("dom", "11.19c")
def test_aircraft_have_no_strength_and_no_step_to_lose() -> None:
    units = "7Pz 0405; 6Pz 0405; 35Inf 0405; 87Inf 0405; 8Inf 0405; RD1 0505 9-9"  # a full stack
    t = battlefield(units, air=(2, 0))
    assert t.sheet(f"{PA} air 2").attack == {8: 1}
    fight(t, "assault 0505 with 7Pz+35Inf air 1", "AL1")
    assert t.legal() == {"loss 7Pz", "loss 35Inf"}
    t.order("loss 35Inf")
    assert t.prompt.decision == "combat"
    assert "assault 0505 with 87Inf air 1" not in t.legal()


@pytest.mark.rule("dom", "11.19d")
def test_aircraft_are_committed_before_anything_is_revealed() -> None:
    t = battlefield("35Inf 0405; 7Pz 0405; RD1 0505 untried 2-2; RD2 0505 untried 1-1", air=(0, 1))
    log = t.order("assault 0505 with 35Inf+7Pz")
    assert not {"revealed", "odds", "rolled"} & set(kinds(log))
    shown = {unit.get("unit"): unit for unit in View(t.title, t.s, SOVIET).as_data()["units"]}
    assert "7Pz" not in shown  # it lies under the infantry and nobody has looked yet
    assert shown["RD1"]["defence"] is shown["RD2"]["defence"] is None
    assert "RD2" not in {unit.get("unit") for unit in View(t.title, t.s, GERMAN).as_data()["units"]}
    event = t.title.visible_event(t.s, first(log, "assault"), SOVIET)
    assert t.title.tell(event) == "Prepared assault on 0505 by 35Inf+1 hidden unit."
    log = t.order("air 1")
    order = kinds(log)
    assert order.index("air") < order.index("revealed") < order.index("odds")


@pytest.mark.rule("dom", "11.19d")
def test_a_second_battle_is_as_dark_as_the_first() -> None:
    t = battlefield(f"{TWO_BATTLES}; 87Inf 0407", air=(0, 1))
    t.order(PA)
    t.order("air 0", dice=(die_for(t, "4:1", "AS"),))
    t.order("assault 0507 with 35Inf+87Inf")
    assert t.prompt.decision == "defender air"
    assert "87Inf" not in {unit.get("unit") for unit in View(t.title, t.s, SOVIET).as_data()["units"]}


@pytest.mark.rule("dom", "11.19d")
def test_the_attacker_cannot_add_aircraft_later() -> None:
    t = battlefield("35Inf 0405; RD1 0505 untried 2-2", air=(2, 0))
    fight(t, "assault 0505 with 35Inf", "DR")
    t.refused("air 1", "11.19a", "'air' cannot be ordered now; asked for is: Retreat from 0505. (retreat)")
    t.order("retreat 0605")
    t.refused("air 1", "11.19a", "'air' cannot be ordered now; ... (advance, stay)")


@pytest.mark.rule("dom", "11.19e")
def test_an_aircraft_is_used_once_a_turn() -> None:
    t = battlefield(TWO_BATTLES, air=(1, 0))
    fight(t, f"{PA} air 1", "DR")
    t.order("retreat 0605", "stay")
    assert t.legal("assault") == {"assault 0507 with 35Inf"}
    t.refused("assault 0507 with 35Inf air 1", "11.19a", "aircraft left this turn: 0")


@pytest.mark.rule("dom", "11.19e")
def test_aircraft_used_on_the_attack_are_missing_on_the_defence() -> None:
    t = battlefield("7Pz 0405; RD1 0505 8-8", air=(1, 0))
    fight(t, f"{PA} air 1", "AS")
    play_to(t, "combat", "soviet")
    log = t.order("assault 0405 with RD1", dice=(5,))
    assert "odds" in kinds(log)  # the German was not asked: he has nothing left
    t = battlefield("7Pz 0405; RD1 0505 8-8", air=(1, 0))
    fight(t, PA, "AS")
    play_to(t, "combat", "soviet")
    t.order("assault 0405 with RD1")
    assert (t.seat, t.prompt.decision) == ("german", "defender air")


@pytest.mark.rule("dom", "11.19f")
def test_aircraft_change_no_zone_of_control() -> None:
    plain, supported = (battlefield("7Pz 0405; RD1 0505 2-2", air=(1, 0)) for _ in range(2))
    fight(plain, PA, "DR")
    before = list(supported.s.zoc)
    fight(supported, f"{PA} air 1", "DR")
    assert list(supported.s.zoc) == before
    assert supported.legal() == plain.legal() == {"retreat 0605", "retreat 0606"}
    supported.refused("retreat 0504", "11.26c", "0504 is in an enemy ZOC")  # the panzers' own zone works on


# -- 11.20: concentric assaults -------------------------------------------------------------------------------------


def is_concentric(directions: set[int]) -> bool:
    """The rule, said another way: the three ways of the text, on a ring of six."""
    opposite = any({d, (d + 3) % 6} <= directions for d in directions)
    return opposite or directions in ({0, 2, 4}, {1, 3, 5}) or len(directions) > 3


@pytest.mark.rule("dom", "11.20a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_every_way_to_stand_around_a_hex(side: str) -> None:
    defender, step = ("RD1", GERMAN_COMBAT) if side == "german" else ("35Inf", SOVIET_COMBAT)
    t = battlefield(f"{surrounded(side)}\n{defender} 0505", step=step)
    for n in range(1, 7):
        for directions in combinations(range(6), n):
            order = "assault 0505 with " + "+".join(f"T{d}" for d in directions)
            expected = {"11.20a": 1} if is_concentric(set(directions)) else {}
            assert shifts(t, order) == expected, directions


@pytest.mark.rule("dom", "11.20a")
@pytest.mark.parametrize(
    ("directions", "bonus"),
    [
        ((0, 3), 1),
        ((0, 2, 4), 1),
        ((0, 1, 3), 1),
        ((0, 1, 2), 0),
        ((0, 2), 0),
        ((0, 1, 2, 3), 1),
        ((0, 1, 2, 3, 4, 5), 1),
    ],
)
def test_the_ways_of_the_text(directions: tuple[int, ...], bonus: int) -> None:
    t = battlefield(f"{surrounded('german')}\nD soviet RD XX 1-10 0505")
    log = t.order("assault 0505 with " + "+".join(f"T{d}" for d in directions))
    assert sum(n for _, rule, n in first(log, "odds").facts["shifts"] if rule == "11.20a") == bonus


@pytest.mark.rule("dom", "11.20a")
def test_only_hexes_that_take_part_count() -> None:
    t = battlefield(f"{surrounded('german')}\nX german infantry XX 4-4 0504\nRD1 0505")
    assert shifts(t, "assault 0505 with T0+X") == {}  # two units, one hex, five idle neighbours


@pytest.mark.rule("dom", "11.20b")
def test_a_mobile_assault_is_never_concentric() -> None:
    t = battlefield("7Pz 0405; 6Pz 0606; RD1 0505 2-2", step=GERMAN_MOVEMENT)
    assert shifts(t, MA) == {}
    assert "11.20a" not in [rule for _, rule, _ in first(t.order(MA), "odds").facts["shifts"]]
    ring = "\n".join(f"P{i} german panzer XX 8-5 {label}" for i, label in enumerate(AROUND))
    t = battlefield(f"{ring}\nRD1 0505", step=GERMAN_MOVEMENT)
    assert shifts(t, "mobile 0505 with P0") == {}
    assert shifts(t, "mobile 0505 with P0+P3") == {}
    t.refused(
        "mobile 0505 with P0+P3", "10.18", "only units that began the phase together move together"
    )  # nor can two hexes join in one
