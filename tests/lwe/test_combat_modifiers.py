"""11.13 to 11.27: terrain, towns, fortifications, VIII FliegerKorps, the ArKo, concentric assaults."""

from __future__ import annotations

from fractions import Fraction

import pytest

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
from tests.lwe.scene import Campaign, on_map
from tests.sandbox import Table, first, kinds

ASSAULT = "assault 0505 with A"


def against(hexes: str, *, odds: int = 3, turn: int = 4, weather: str = "D", sides: str = "") -> Table:
    """A German infantry division in 0405 at so many to one against a rifle division in 0505."""
    units = f"A german infantry XX {odds}-3/2-2 0405; R soviet rifle XX 1-1 0505"
    return battlefield(units, hexes=hexes, turn=turn, weather=weather, sides=sides)


def panzer_before(hexes: str, *, weather: str = "D", sides: str = "", turn: int = 4, more: str = "") -> Table:
    """A panzer division in 0405 that may still make its mobile assault on 0505."""
    units = f"7Pz 0405; R soviet rifle XX 1-1 0505; {more}"
    return battlefield(units, step=GERMAN_MOVEMENT, hexes=hexes, weather=weather, sides=sides, turn=turn)


# -- 11.13 to 11.16: terrain -------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.13")
def test_clear_terrain_helps_nobody() -> None:
    t = against("0505 clear")
    assert column(t, ASSAULT) == "3:1"
    assert not t.sheet(ASSAULT).shifts


@pytest.mark.rule("lwe", "11.14")
def test_forest_is_worth_a_column_and_bars_mobile_assaults() -> None:
    t = against("0505 forest")
    assert column(t, ASSAULT) == "2:1"
    assert shifts(t, ASSAULT) == {"11.14": -1}
    panzer_before("0505 forest").refused("mobile 0505 with 7Pz", "9.24a", "no mobile assault into forest")
    assert panzer_before("0505 forest").legal("mobile") == set()
    assert "mobile 0505 with 7Pz" in panzer_before("").legal()


@pytest.mark.rule("lwe", "11.15")
def test_hills_are_worth_two_columns_and_bar_mobile_assaults() -> None:
    t = against("0505 hills")
    assert column(t, ASSAULT) == "1:1"
    assert shifts(t, ASSAULT) == {"11.15": -2}
    panzer_before("0505 hills").refused("mobile 0505 with 7Pz", "9.24a", "no mobile assault into hills")


@pytest.mark.rule("lwe", "11.16")
def test_mechanized_units_are_halved_into_marsh() -> None:
    units = "7Pz 0405; A german infantry XX 3-3/2-2 0405; R soviet rifle XX 1-1 0505"
    order = "assault 0505 with 7Pz+A"
    for weather in "DRM":
        assert attack(battlefield(units, hexes="0505 marsh", weather=weather), order) == 3 + 3
    for weather in "FS":
        assert attack(battlefield(units, hexes="0505 marsh", weather=weather), order) == 6 + 3


@pytest.mark.rule("lwe", "11.16")
def test_soviet_mechanized_units_are_halved_into_marsh_too() -> None:
    units = "7Pz 0405; T1 soviet tank XX 2-1 0505; T2 soviet tank XX 3-1 0505; R soviet rifle XX 4-1 0505"
    t = battlefield(units, step=SOVIET_COMBAT, hexes="0405 marsh")
    assert attack(t, "assault 0405 with T1+T2+R") == 2 + 4


@pytest.mark.rule("lwe", "11.16")
def test_no_mobile_assault_into_marsh_but_in_frost() -> None:
    panzer_before("0505 marsh").refused(
        "mobile 0505 with 7Pz", "9.24a", "no mobile assault into marsh unless it is frozen"
    )
    assert "mobile 0505 with 7Pz" in panzer_before("0505 marsh", weather="F").legal()


@pytest.mark.rule("lwe", "11.16b")
@pytest.mark.parametrize(("weather", "odds"), [("D", "4:1"), ("M", "4:1"), ("R", "4:1"), ("F", "3:1"), ("S", "3:1")])
def test_marsh_gives_no_cover_until_it_freezes(weather: str, odds: str) -> None:
    assert column(against("0505 marsh", weather=weather), ASSAULT) == odds


# -- 11.17 to 11.19: water ---------------------------------------------------------------------------------------------

TWO_THREES = "A german infantry XX 3-3/2-2 0405; B german infantry XX 3-3/2-2 0405; R soviet rifle XX 1-1 0505"


@pytest.mark.rule("lwe", "11.17")
@pytest.mark.parametrize(
    ("turn", "weather", "factors"),
    [(4, "D", 3), (4, "R", 3), (4, "M", 3), (4, "F", 6), (4, "S", 6), (2, "D", 6), (3, "D", 6)],
)
def test_attacks_across_rivers(turn: int, weather: str, factors: int) -> None:
    t = battlefield(TWO_THREES, turn=turn, weather=weather, sides="0405-0505 river")
    assert attack(t, "assault 0505 with A+B") == factors


@pytest.mark.rule("lwe", "11.17")
@pytest.mark.parametrize(("turn", "weather", "factors"), [(2, "D", 3), (4, "D", 3), (4, "F", 6), (4, "S", 6)])
def test_soviet_attacks_across_rivers(turn: int, weather: str, factors: int) -> None:
    units = "7Pz 0405; R1 soviet rifle XX 3-1 0505; R2 soviet rifle XX 3-1 0505"
    t = battlefield(units, step=SOVIET_COMBAT, turn=turn, weather=weather, sides="0405-0505 river")
    assert attack(t, "assault 0405 with R1+R2") == factors


@pytest.mark.rule("lwe", "11.17")
def test_only_those_across_the_river_are_halved() -> None:
    units = "A german infantry XX 3-3/2-2 0405; B german infantry XX 3-3/2-2 0504; R soviet rifle XX 1-1 0505"
    t = battlefield(units, sides="0405-0505 river")
    assert attack(t, "assault 0505 with A+B") == 1 + 3


@pytest.mark.rule("lwe", "11.17")
def test_mobile_assaults_across_rivers() -> None:
    river = "0405-0505 river"
    panzer_before("", sides=river).refused(
        "mobile 0505 with 7Pz", "9.24b", "no mobile assault across a river after turn 3 unless it is frozen"
    )
    for t in (panzer_before("", sides=river, weather="F"), panzer_before("", sides=river, turn=3)):
        assert "mobile 0505 with 7Pz" in t.legal()
        assert attack(t, "mobile 0505 with 7Pz") == 6


@pytest.mark.rule("lwe", "11.18")
def test_nobody_attacks_across_the_sea_and_only_in_snow_across_lakes() -> None:
    for weather in "DRMF":
        for kind in ("lake", "sea"):
            against("", weather=weather, sides=f"0405-0505 {kind}").refused(
                ASSAULT, "11.18", f"no assault across a {kind} hexside"
            )
    frozen = against("", weather="S", sides="0405-0505 lake")
    assert ASSAULT in frozen.legal()
    assert (attack(frozen, ASSAULT), column(frozen, ASSAULT)) == (3, "3:1")
    against("", weather="S", sides="0405-0505 sea").refused(ASSAULT, "11.18", "no assault across a sea hexside")


@pytest.mark.rule("lwe", "11.18")
def test_the_soviets_do_not_attack_across_lakes_either() -> None:
    units = "7Pz 0405; R soviet rifle XX 3-1 0505"
    t = battlefield(units, step=SOVIET_COMBAT, sides="0405-0505 lake")
    t.refused("assault 0405 with R", "11.18", "no assault across a lake hexside")
    assert t.legal("assault") == set()


@pytest.mark.rule("lwe", "11.19")
@pytest.mark.parametrize("strait", ["sivash", "kerch"])
def test_attacks_across_the_straits(strait: str) -> None:
    units = "7Pz 0405; 6Pz 0405; A german infantry XX 3-3/2-2 0405; B german infantry XX 3-3/2-2 0405"
    for turn, weather in ((4, "D"), (2, "D"), (4, "F"), (4, "M")):
        t = battlefield(f"{units}; R soviet rifle XX 1-1 0505", sides=f"0405-0505 {strait}", turn=turn, weather=weather)
        assert attack(t, "assault 0505 with 7Pz+A") == 1 + 1
        assert attack(t, "assault 0505 with 7Pz+6Pz+A+B") == 1 + 1 + 3
    t = battlefield(f"{units}; R soviet rifle XX 1-1 0505", sides=f"0405-0505 {strait}", weather="S")
    assert attack(t, "assault 0505 with 7Pz+A") == 6 + 3


@pytest.mark.rule("lwe", "11.19")
def test_the_straits_of_kerch_on_the_map() -> None:
    t = on_map("R1 soviet rifle XX 3-1 move=4 3449\nT1 soviet tank XX 5-1 move=4 3449\n1Inf 3448", step=SOVIET_COMBAT)
    assert attack(t, "assault 3448 with R1+T1") == 1 + 1


@pytest.mark.rule("lwe", "11.19b")
@pytest.mark.parametrize(("turn", "weather"), [(2, "D"), (4, "D"), (18, "F")])
def test_no_mobile_assault_across_the_straits(turn: int, weather: str) -> None:
    state = f'weather_north = "{weather}"\nweather_south = "{weather}"\ndirective = 0'
    control = "2845 destroyed\n1030..2844 german"
    t = on_map("7Pz 2844\n126RD 2845", turn=turn, control=control, state=state)
    t.refused("mobile 2845 with 7Pz", "11.19b", "no mobile assault across the straits")
    assert not any(text.startswith("mobile 2845") for text in t.legal("mobile"))


# -- 11.20 to 11.22: towns and cities ----------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.20")
def test_small_towns_help_nobody() -> None:
    assert column(against("0505 small-town"), ASSAULT) == "3:1"
    assert shifts(against("0505 small-town forest"), ASSAULT) == {"11.14": -1}


@pytest.mark.rule("lwe", "11.21")
def test_large_towns_are_worth_a_column() -> None:
    t = against("0505 large-town", odds=4)
    assert (column(t, ASSAULT), shifts(t, ASSAULT)) == ("3:1", {"11.21": -1})
    assert shifts(against("0505 large-town forest"), ASSAULT) == {"11.21": -1, "11.14": -1}
    soviet = battlefield("7Pz 0405; R soviet rifle XX 9-1 0505", step=SOVIET_COMBAT, hexes="0405 large-town")
    assert shifts(soviet, "assault 0405 with R") == {"11.21": -1}


@pytest.mark.rule("lwe", "11.22a")
def test_cities_are_worth_two_columns_and_know_no_concentric_assault() -> None:
    units = "A german infantry XX 3-3/2-2 0504; B german infantry XX 2-3/2-2 0506; R soviet rifle XX 1-1 0505"
    order = "assault 0505 with A+B"
    city, field = battlefield(units, hexes="0505 city"), battlefield(units)
    assert (column(city, order), shifts(city, order)) == ("3:1", {"11.22a": -2})
    assert column(field, order) == "7:1"


@pytest.mark.rule("lwe", "11.22b")
@pytest.mark.parametrize("result", ["AS", "DR"])
def test_a_stalled_attack_on_a_city_and_a_retreat_cost_the_attacker_a_step(result: str) -> None:
    t = against("0505 city")
    log = fight(t, ASSAULT, result)
    assert first(log, "converted").facts["result"] == "AL1"
    assert (t.steps("A"), t.where("A")) == (1, "0405")
    assert (t.steps("R"), t.where("R")) == (1, "0505")
    assert t.prompt.decision == "combat"


@pytest.mark.rule("lwe", "11.22b")
def test_the_sheet_knows_that_nobody_is_driven_out_of_a_city() -> None:
    assert against("0505 city", odds=5).sheet(ASSAULT).results.keys() == {"AL1", "BB", "DE"}
    soviet = battlefield("7Pz 0405; R soviet rifle XX 6-1 0505", step=SOVIET_COMBAT, hexes="0405 city")
    fight(soviet, "assault 0405 with R", "DR")
    assert (soviet.where("R"), soviet.where("7Pz"), soviet.steps("7Pz")) == ("dead", "0405", 2)


@pytest.mark.rule("lwe", "11.22c")
def test_soviet_cavalry_and_mechanized_units_defend_cities_with_one_each() -> None:
    units = "7Pz 0405; C soviet cavalry XXX 2-2 0505; M soviet mechanized XX 2-2 0505"
    t = battlefield(units, hexes="0505 city")
    assert defence(t, "assault 0505 with 7Pz") == 1 + 1
    assert defence(battlefield(f"{units}; R soviet rifle XX 3-3 0505", hexes="0505 city"), "assault 0505 with 7Pz") == 5
    assert defence(battlefield(units), "assault 0505 with 7Pz") == 4
    out = battlefield(units, step=SOVIET_COMBAT, hexes="0505 city")
    assert attack(out, "assault 0405 with C+M") == 2 + 2


@pytest.mark.rule("lwe", "11.22c")
def test_german_panzers_defend_cities_with_all_they_have() -> None:
    t = battlefield("7Pz 0405; 1Cav 0405; R soviet rifle XX 2-2 0505", step=SOVIET_COMBAT, hexes="0405 city")
    assert defence(t, "assault 0405 with R") == 6 + 2


@pytest.mark.rule("lwe", "11.22d")
def test_panzers_are_halved_into_cities() -> None:
    units = "7Pz 0405; 6Pz 0405; A german infantry XX 3-3/2-2 0405; SSR 0405; R soviet rifle XX 1-1 0505"
    t = battlefield(units, hexes="0505 city")
    assert attack(t, "assault 0505 with 7Pz+6Pz+A") == 6 + 3
    assert attack(t, "assault 0505 with SSR") == 5  # panzer grenadiers are no panzers
    tanks = "Tanks german panzer XX 4-2 nation=romanian 0405; R soviet rifle XX 1-1 0505"
    assert attack(battlefield(tanks, hexes="0505 city"), "assault 0505 with Tanks") == 4  # nor do satellites suffer
    river = battlefield(units, hexes="0505 city", sides="0405-0505 river")
    assert attack(river, "assault 0505 with 7Pz+6Pz+A") == 3 + 1  # twice halved, and once


@pytest.mark.rule("lwe", "11.22d")
def test_soviet_tanks_are_not_halved_into_cities() -> None:
    t = battlefield("7Pz 0405; T1 soviet tank XX 5-1 0505", step=SOVIET_COMBAT, hexes="0405 city")
    assert attack(t, "assault 0405 with T1") == 5


@pytest.mark.rule("lwe", "11.22d")
def test_no_mobile_assault_into_a_city() -> None:
    panzer_before("0505 city Minsk").refused(
        "mobile 0505 with 7Pz", "9.24a", "no mobile assault into the city of 0505 Minsk"
    )
    assert panzer_before("0505 city Minsk").legal("mobile") == set()


@pytest.mark.rule("lwe", "11.22e")
def test_nobody_retreats_into_an_enemy_city() -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 1-1 0505", hexes="0605 city german\n0606 clear")
    fight(t, "assault 0505 with 7Pz", "DR")
    t.refused("retreat 0605", "11.22e", "0605 is an enemy city")
    assert t.legal() == {"retreat 0606"}
    own = battlefield("7Pz 0405; R soviet rifle XX 1-1 0505", hexes="0605 city")
    fight(own, "assault 0505 with 7Pz", "DR")
    assert own.legal() == {"retreat 0605", "retreat 0606"}
    german = battlefield("7Pz 0505; R soviet rifle XX 9-1 0606", step=SOVIET_COMBAT, hexes="0405 city\n0404 clear")
    fight(german, "assault 0505 with R", "DR")
    german.order("convert DR")
    german.refused("retreat 0405", "11.22e", "0405 is an enemy city")


@pytest.mark.rule("lwe", "11.22e")
def test_no_supply_through_an_enemy_city() -> None:
    wall = "\n".join(f"03{row:02} city" for row in range(1, 10))
    assert not battlefield("7Pz 0405; 126RD 0505", hexes=wall).in_supply("7Pz")
    assert battlefield("7Pz 0405; 126RD 0505", hexes=wall.replace("0304 city", "0304 city german")).in_supply("7Pz")
    east = "\n".join(f"08{row:02} city german" for row in range(1, 10))
    assert not battlefield("7Pz 0405; 126RD 0505", hexes=east).in_supply("126RD")
    assert battlefield("7Pz 0405; 126RD 0505", hexes=east.replace("0804 city german", "0804 city")).in_supply("126RD")


# -- 11.23: fortified lines --------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.23a")
def test_every_fortified_line_is_whole_at_the_start() -> None:
    t = Campaign()
    forts = t.title.board.hexes("fort")
    assert t.hex("2845") in forts
    assert all(t.title.forts.is_fortified(t.s, h) for h in forts)
    near = [h for _, h in t.title.board.grid.adjacent(t.hex("2845"))]
    assert not forts & set(near)


@pytest.mark.rule("lwe", "11.23b")
def test_a_fortified_line_is_worth_a_column() -> None:
    t = against("0505 fort", odds=2)
    assert (column(t, ASSAULT), shifts(t, ASSAULT)) == ("1:1", {"11.23b": -1})
    assert shifts(against("0505 fort forest"), ASSAULT) == {"11.23b": -1, "11.14": -1}
    panzer_before("0505 fort").refused(
        "mobile 0505 with 7Pz", "11.23b", "the fortified line in 0505 bars mobile assaults"
    )
    units = "A german infantry XX 3-3/2-2 0504; B german infantry XX 3-3/2-2 0506; R soviet rifle XX 1-1 0505"
    assert shifts(battlefield(units, hexes="0505 fort"), "assault 0505 with A+B") == {"11.23b": -1}


@pytest.mark.rule("lwe", "11.23b")
def test_a_destroyed_line_is_worth_nothing() -> None:
    t = against("0505 fort destroyed")
    assert not t.sheet(ASSAULT).shifts
    assert "mobile 0505 with 7Pz" in panzer_before("0505 fort destroyed").legal()


@pytest.mark.rule("lwe", "11.23c")
def test_entering_destroys_a_fortified_line_for_good() -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 9-1 0707", step=GERMAN_MOVEMENT, hexes="0505 fort")
    assert t.title.forts.is_fortified(t.s, t.hex("0505"))
    t.order("move 7Pz 0405-0605")  # through it or around it
    t.order("move 7Pz 0605-0505")
    assert not t.title.forts.is_fortified(t.s, t.hex("0505"))
    t.order("move 7Pz 0505-0405")
    assert not t.title.forts.is_fortified(t.s, t.hex("0505"))


@pytest.mark.rule("lwe", "11.23c")
def test_passing_through_destroys_it_too() -> None:
    wall = "\n".join(f"05{row:02} fort" for row in range(1, 10))
    t = battlefield("7Pz 0405; R soviet rifle XX 9-1 0808", step=GERMAN_MOVEMENT, hexes=wall)
    log = t.order("move 7Pz 0405-0605")
    passed = first(log, "moved").facts["path"]
    fallen = [h for h in t.title.board.hexes("fort") if not t.title.forts.is_fortified(t.s, h)]
    assert len(fallen) == 1
    assert fallen[0] in passed


@pytest.mark.rule("lwe", "11.23c")
def test_after_a_retreat_only_an_advance_destroys_it() -> None:
    for answer, whole in (("stay", True), ("advance 7Pz", False)):
        t = battlefield("7Pz 0405; R soviet rifle XX 1-1 0505", hexes="0505 fort")
        fight(t, "assault 0505 with 7Pz", "DR")
        t.order("retreat 0605", answer)
        assert t.title.forts.is_fortified(t.s, t.hex("0505")) == whole
    held = battlefield("7Pz 0405; R soviet rifle XX 1-1 0505", hexes="0505 fort")
    fight(held, "assault 0505 with 7Pz", "AS")
    assert held.title.forts.is_fortified(held.s, held.hex("0505"))


@pytest.mark.rule("lwe", "11.23c")
def test_soviet_units_leave_their_lines_whole() -> None:
    t = battlefield("7Pz 0305; R soviet rifle XX 1-1 0605", step="III.C", hexes="0505 fort")
    t.order("move R 0605-0505")
    assert t.title.forts.is_fortified(t.s, t.hex("0505"))


@pytest.mark.rule("lwe", "11.23d")
def test_fortified_lines_do_not_help_germans() -> None:
    units = "7Pz 0405; R1 soviet rifle XX 9-1 0504; R2 soviet rifle XX 9-1 0306"
    t = battlefield(units, step=SOVIET_COMBAT, hexes="0405 fort destroyed")
    assert not t.sheet("assault 0405 with R1").shifts
    moved = battlefield("7Pz 0305; R soviet rifle XX 9-1 0505", step=GERMAN_MOVEMENT, hexes="0405 fort")
    moved.order("move 7Pz 0305-0405", "done", "done")
    assert moved.seat == "soviet"
    assert not moved.sheet("assault 0405 with R").shifts


@pytest.mark.rule("lwe", "11.23e")
def test_germans_do_not_retreat_into_whole_lines() -> None:
    units = "A german infantry XX 1-1 0505; R soviet rifle XX 9-1 0606"
    t = battlefield(units, step=SOVIET_COMBAT, hexes="0405 fort\n0404 fort")
    fight(t, "assault 0505 with R", "DR")
    t.refused("retreat 0405", "11.23e", "an intact fortified line is in 0405")
    assert "retreat 0405" not in t.legal()
    ruined = battlefield(units, step=SOVIET_COMBAT, hexes="0405 fort destroyed")
    fight(ruined, "assault 0505 with R", "DR")
    assert "retreat 0405" in ruined.legal()


@pytest.mark.rule("lwe", "11.23e")
def test_german_lines_of_supply_do_not_pass_whole_lines() -> None:
    wall = "\n".join(f"03{row:02} fort" for row in range(1, 10))
    assert not battlefield("7Pz 0405; 126RD 0505", hexes=wall).in_supply("7Pz")
    breached = battlefield("7Pz 0405; 126RD 0505", hexes=wall.replace("0304 fort", "0304 fort destroyed"))
    assert breached.in_supply("7Pz")


@pytest.mark.rule("lwe", "11.23e")
def test_an_advance_goes_no_farther_than_the_hex_attacked() -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 1-1 0505", hexes="0605 fort\n0606 fort")
    fight(t, "assault 0505 with 7Pz", "DE")
    assert t.legal() == {"stay", "advance 7Pz"}
    t.order("advance 7Pz")
    assert t.where("7Pz") == "0505"


# -- 11.24: Fortified Zones --------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.24a")
def test_a_zone_alone_is_worth_a_column() -> None:
    t = battlefield("A german infantry XX 3-3/2-2 0405; FZGrodno 0505")
    assert (column(t, ASSAULT), shifts(t, ASSAULT)) == ("2:1", {"11.24a": -1})
    moving = battlefield("7Pz 0405; FZGrodno 0505", step=GERMAN_MOVEMENT)
    moving.refused("mobile 0505 with 7Pz", "11.24a", "a Fortified Zone in 0505 bars mobile assaults")
    units = "A german infantry XX 3-3/2-2 0504; B german infantry XX 3-3/2-2 0506; FZGrodno 0505; 126RD 0505"
    assert shifts(battlefield(units), "assault 0505 with A+B") == {"11.24a": -1}


@pytest.mark.rule("lwe", "11.24a")
def test_a_zone_adds_to_everything_else() -> None:
    t = battlefield("A german infantry XX 9-3/2-2 0405; 126RD 0505; FZGrodno 0505", hexes="0505 large-town forest fort")
    assert shifts(t, ASSAULT) == {"11.24a": -1, "11.21": -1, "11.14": -1, "11.23b": -1}


@pytest.mark.rule("lwe", "11.24e")
def test_a_zone_has_a_strength_and_a_step_of_its_own() -> None:
    assert defence(battlefield("7Pz 0405; FZGrodno 0505"), "assault 0505 with 7Pz") == 1
    units = "A german infantry XX 3-3/2-2 0405; B german infantry XX 3-3/2-2 0405; FZGrodno 0505; 126RD 0505 1-1"
    t = battlefield(f"{units}; 128RD 0505 1-1")
    assert defence(t, "assault 0505 with A+B") == 3
    fight(t, "assault 0505 with A+B", "BB")
    assert t.s.steps_due == 3
    assert {t.where(key) for key in ("FZGrodno", "126RD", "128RD")} == {"dead"}


@pytest.mark.rule("lwe", "11.24b")
def test_a_zone_in_a_large_town_stands_its_ground() -> None:
    units = "A german infantry XX 3-3/2-2 0405; FZGrodno 0505; 126RD 0505"
    t = battlefield(units, hexes="0505 large-town Grodno")
    log = fight(t, ASSAULT, "DR")
    assert first(log, "converted").facts["result"] == "AL1"
    assert t.steps("A") == 1
    assert {t.where("FZGrodno"), t.where("126RD")} == {"0505"}
    stalled = battlefield(units, hexes="0505 large-town Grodno")
    assert "converted" not in kinds(fight(stalled, ASSAULT, "AS"))
    assert stalled.steps("A") == 2
    assert "DR" not in battlefield(units, hexes="0505 large-town").sheet(ASSAULT).results


@pytest.mark.rule("lwe", "11.24b")
@pytest.mark.parametrize("hexes", ["0505 clear", "0505 small-town"])
def test_elsewhere_a_zone_converts_nothing(hexes: str) -> None:
    t = battlefield("A german infantry XX 3-3/2-2 0405; FZGrodno 0505; 126RD 0505", hexes=hexes)
    assert "converted" not in kinds(fight(t, ASSAULT, "DR"))
    assert t.prompt.decision == "retreat"


@pytest.mark.rule("lwe", "11.24b")
def test_a_garrison_with_a_zone_need_not_attack() -> None:
    units = "7Pz 0405; FZGrodno 0505; 126RD 0505"
    t = battlefield(units, hexes="0505 large-town", step=SOVIET_COMBAT, directive=True)
    assert "done" in t.legal()


@pytest.mark.rule("lwe", "11.24c")
def test_no_hex_has_two_zones_and_a_fallen_one_never_returns() -> None:
    t = Campaign()
    assert t.title.current_step(t.s).name == "fz"
    label = next(text.split()[-1] for text in sorted(t.legal("place")))
    one, two = sorted({text.split()[1] for text in t.legal("place")})[:2]
    t.order(f"place {one} {label}")
    assert f"place {two} {label}" not in t.legal()
    t.refused(
        f"place {two} {label}", "3.4f", "one Fortified Zone stands in each marked hex; 1125 Rava-Russkaya has its own"
    )
    dead = battlefield(
        "7Pz 0405; 126RD 0505; FZGrodno dead; 128RD dead",
        step="III.B",
        state="soviet_steps = 9",
        hexes="0606 centre large-town",
    )
    assert "enter 128RD 0606" in dead.legal()
    assert not any("FZGrodno" in text for text in dead.legal())
    dead.refused("enter FZGrodno 0606", "8.7c", "FZGrodno is no rifle division or cavalry corps that can return")


@pytest.mark.rule("lwe", "11.24d")
def test_zones_outside_large_towns_go_with_the_directive() -> None:
    units = "7Pz 0205; FZGrodno 0505; FZMinsk 0605; FZKiev 0706; FZOdessa 0707; 126RD 0605"
    hexes = "0505 large-town Grodno\n0605 forest\n0707 large-town Odessa"
    t = battlefield(units, turn=8, step="directive", hexes=hexes, directive=True)
    t.order("directive rescind")
    assert (t.where("FZGrodno"), t.where("FZOdessa")) == ("0505", "0707")
    assert (t.where("FZMinsk"), t.where("FZKiev")) == ("dead", "dead")
    assert t.where("126RD") == "0605"
    kept = battlefield(units, turn=8, step="directive", hexes=hexes, directive=True)
    kept.order("directive keep")
    assert kept.where("FZMinsk") == "0605"


# -- 11.25: VIII FliegerKorps ------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "11.25a")
def test_the_fliegerkorps_helps_one_battle_a_turn() -> None:
    t = battlefield("7Pz 0405; 6Pz 0405; R soviet rifle XX 1-3 0505", air=True)
    assert column(t, "assault 0505 with 7Pz") == "2:1"
    assert column(t, "assault 0505 with 7Pz air 1") == "3:1"
    t.refused("assault 0505 with 7Pz air 2", "11.25a", "aircraft left this turn: 1")
    fight(t, "assault 0505 with 7Pz air 1", "AS")
    t.refused("assault 0505 with 6Pz air 1", "11.25a", "aircraft left this turn: 0")
    assert "assault 0505 with 6Pz" in t.legal()
    assert "assault 0505 with 6Pz air 1" not in t.legal()
    t.order("done")  # nor in the Soviet player turn of the same game turn
    log = fight(t, "assault 0405 with R", "AS")
    assert t.prompt.decision == "combat"
    assert "air" not in kinds(log)


@pytest.mark.rule("lwe", "11.25a")
def test_the_fliegerkorps_helps_mobile_assaults_and_the_defence() -> None:
    moving = battlefield("7Pz 0405; R soviet rifle XX 1-3 0505", air=True, step=GERMAN_MOVEMENT)
    assert column(moving, "mobile 0505 with 7Pz air 1") == "3:1"
    t = battlefield(
        "7Pz 0405; R1 soviet rifle XX 12-3 0505; R2 soviet rifle XX 12-3 0505", air=True, step=SOVIET_COMBAT
    )
    t.order("assault 0405 with R1")
    assert (t.seat, t.prompt.decision) == ("german", "defender air")
    assert t.legal() == {"air 0", "air 1"}
    t.refused("air 2", "11.25a", "aircraft left this turn: 1")
    log = t.order("air 1", dice=(6,))
    assert first(log, "odds").facts["column"] == "1:1"
    t.order("convert DL1")
    assert t.prompt.decision == "combat"
    log = fight(t, "assault 0405 with R2", "AS")
    assert "odds" in kinds(log)  # nothing is left to be asked for


@pytest.mark.rule("lwe", "11.25a")
@pytest.mark.parametrize(("turn", "flies"), [(1, False), (2, True), (21, True), (22, False)])
def test_when_the_fliegerkorps_flies(turn: int, flies: bool) -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 1-3 0505", air=True, turn=turn)
    assert ("assault 0505 with 7Pz air 1" in t.legal()) == flies
    if not flies:
        t.refused("assault 0505 with 7Pz air 1", "11.25a", "aircraft left this turn: 0")


@pytest.mark.rule("lwe", "11.25b")
def test_the_fliegerkorps_is_committed_before_anything_is_revealed() -> None:
    t = battlefield(
        "7Pz 0405; 6Pz 0405; R soviet rifle XX 9-3 0505; R2 soviet rifle XX 9-3 0505", air=True, step=SOVIET_COMBAT
    )
    log = t.order("assault 0405 with R+R2")
    assert kinds(log) == ["assault"]
    assert t.prompt.decision == "defender air"
    log = t.order("air 1", dice=(4,))
    assert kinds(log)[:3] == ["air", "revealed", "odds"]


@pytest.mark.rule("lwe", "11.25c")
def test_the_fliegerkorps_leaves_on_turn_22_and_cannot_be_lost() -> None:
    t = battlefield("7Pz 0405; R soviet rifle XX 1-3 0505", air=True, turn=21)
    fight(t, "assault 0505 with 7Pz air 1", "AL1")
    assert t.steps("7Pz") == 1  # the loss falls on the ground
    last = battlefield("7Pz 0405; R soviet rifle XX 9-3 0505", air=True, turn=22, step=SOVIET_COMBAT)
    fight(last, "assault 0405 with R", "AS")
    assert last.prompt.decision == "combat"


# -- 11.26: the ArKo ---------------------------------------------------------------------------------------------------

GUNS = "ArKo 0405; A german infantry XX 9-3/2-2 0405; B german infantry XX 1-1/1-1 0504; R soviet rifle XX 1-2 0505"
GUNFIRE = "assault 0505 with A+ArKo"


@pytest.mark.rule("lwe", "11.26a")
@pytest.mark.parametrize(("dice", "total"), [((4, 4, 6), 18), ((1, 1, 1), 12), ((1, 2, 5), 17), ((6, 6, 6), 18)])
def test_the_arko_adds_three_dice_but_no_more_than_the_others(dice: tuple[int, ...], total: int) -> None:
    t = battlefield(GUNS)
    log = t.order(GUNFIRE, dice=(*dice, 1))
    assert first(log, "odds").facts["attack"] == total


@pytest.mark.rule("lwe", "11.26a")
def test_the_sheet_knows_the_arko() -> None:
    t = battlefield(GUNS)
    found = t.sheet(GUNFIRE).attack
    assert found[12] == Fraction(1, 216)
    assert min(found) == 12
    assert max(found) == 18
    assert sum(found.values()) == 1


@pytest.mark.rule("lwe", "11.26a")
def test_old_dice_of_the_arko_do_not_count_in_another_sheet() -> None:
    t = battlefield(f"{GUNS}; S soviet rifle XX 1-2 0406")
    before = t.sheet("assault 0406 with A+ArKo").attack
    t.title.questions.force_results(t.s, ["AS"])
    t.order(GUNFIRE, dice=(1, 1, 1))
    assert t.sheet("assault 0406 with A+ArKo").attack == before


@pytest.mark.rule("lwe", "11.26a")
def test_the_arko_is_halved_like_any_other_and_so_is_the_cap() -> None:
    t = battlefield(GUNS, sides="0405-0505 river")
    log = t.order(GUNFIRE, dice=(1, 2, 4, 1))
    assert first(log, "odds").facts["attack"] == 9 // 2 + 7 // 2
    t = battlefield(GUNS, sides="0405-0505 river")
    log = t.order(GUNFIRE, dice=(6, 6, 6, 1))
    assert first(log, "odds").facts["attack"] == 4 + 4


@pytest.mark.rule("lwe", "11.26a")
def test_the_arko_attacks_only_with_units_of_its_hex() -> None:
    t = battlefield(GUNS)
    for text in ("assault 0505 with ArKo", "assault 0505 with B+ArKo"):
        t.refused(text, "11.26a", "ArKo attacks only with units of its hex")
        assert text not in t.legal()
    assert "assault 0505 with ArKo+A" in t.legal()


@pytest.mark.rule("lwe", "11.26a")
def test_the_arko_needs_regular_supply() -> None:
    t = battlefield(GUNS, hexes="0405 gas-east")
    t.refused(GUNFIRE, "11.26a", "ArKo attacks only in regular supply")
    assert "assault 0505 with A" in t.legal()
    moving = battlefield(f"7Pz 0405; {GUNS}", step=GERMAN_MOVEMENT)
    moving.refused("mobile 0505 with 7Pz+ArKo", "9.22a", "ArKo cannot make mobile assaults")
    assert not any("ArKo" in text for text in moving.legal("mobile"))


@pytest.mark.rule("lwe", "11.26b")
def test_the_arko_defends_with_one() -> None:
    t = battlefield("ArKo 0405; R soviet rifle XX 3-2 0505", step=SOVIET_COMBAT)
    assert defence(t, "assault 0405 with R") == 1
    t = battlefield("ArKo 0405; 7Pz 0405; R soviet rifle XX 3-2 0505", step=SOVIET_COMBAT)
    assert defence(t, "assault 0405 with R") == 7


@pytest.mark.rule("lwe", "11.26b")
def test_the_arko_never_advances() -> None:
    t = battlefield(GUNS)
    fight(t, GUNFIRE, "DE")
    assert t.legal() == {"stay", "advance A"}
    t.refused("advance ArKo", "11.26b", "ArKo never advances")
    t.refused("advance A+ArKo", "11.26b", "ArKo never advances")


# -- 11.27: concentric assaults ----------------------------------------------------------------------------------------


def ring(*sides: int, nation: str = "german") -> tuple[Table, str]:
    """Units with a factor each in some of the hexes around 0505, against a unit with one."""
    german = nation != "soviet"
    kind = "infantry" if german else "rifle"
    side = "german" if german else "soviet"
    enemy = "R soviet rifle XX 1-1 0505" if german else "R german infantry XX 1-1 0505"
    lines = [f"A{d} {side} {kind} XX 1-1 nation={nation} {AROUND[d]}" for d in sides]
    t = battlefield("; ".join([*lines, enemy]), step="II.D" if german else SOVIET_COMBAT)
    return t, f"assault 0505 with {'+'.join(f'A{d}' for d in sides)}"


@pytest.mark.rule("lwe", "11.27a")
@pytest.mark.parametrize(
    "sides", [(0, 3), (1, 4), (2, 5), (0, 2, 4), (1, 3, 5), (0, 1, 3), (0, 1, 2, 3), (0, 1, 2, 3, 4, 5)]
)
def test_concentric_assaults(sides: tuple[int, ...]) -> None:
    t, order = ring(*sides)
    assert shifts(t, order) == {"11.27b": 2}


@pytest.mark.rule("lwe", "11.27a")
@pytest.mark.parametrize("sides", [(0,), (0, 1), (0, 2), (1, 5), (0, 1, 2), (5, 0, 1)])
def test_assaults_that_are_not_concentric(sides: tuple[int, ...]) -> None:
    t, order = ring(*sides)
    assert shifts(t, order) == {}


@pytest.mark.rule("lwe", "11.27b")
def test_a_concentric_assault_of_germans_is_worth_two_columns() -> None:
    units = "A german infantry XX 2-3/2-2 0504; B german infantry XX 1-3/2-2 0506; R soviet rifle XX 1-1 0505"
    assert column(battlefield(units), "assault 0505 with A+B") == "5:1"


@pytest.mark.rule("lwe", "11.27b")
@pytest.mark.parametrize("nation", ["romanian", "hungarian", "italian", "soviet"])
def test_a_concentric_assault_of_others_is_worth_one(nation: str) -> None:
    t, order = ring(0, 3, nation=nation)
    assert shifts(t, order) == {"11.27b": 1}


@pytest.mark.rule("lwe", "11.27b")
def test_a_concentric_assault_of_a_mixed_force_is_worth_one() -> None:
    units = "A german infantry XX 2-3 0504; B german infantry XX 1-3 nation=romanian 0506; R soviet rifle XX 1-1 0505"
    assert shifts(battlefield(units), "assault 0505 with A+B") == {"11.27b": 1}


@pytest.mark.rule("lwe", "11.27c")
@pytest.mark.parametrize("hexes", ["0505 city", "0505 fort", "0505 clear"])
def test_where_no_assault_is_concentric(hexes: str) -> None:
    units = "A german infantry XX 2-3 0504; B german infantry XX 1-3 0506; R soviet rifle XX 1-1 0505"
    zone = "; FZMinsk 0505" if hexes.endswith("clear") else ""
    assert "11.27b" not in shifts(battlefield(units + zone, hexes=hexes), "assault 0505 with A+B")
    open_field = battlefield(units, hexes="0505 fort destroyed large-town")
    assert shifts(open_field, "assault 0505 with A+B")["11.27b"] == 2
