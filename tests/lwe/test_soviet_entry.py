"""8.1, 8.5, 8.7 to 8.10, 8.13, 8.14: Soviet reinforcements, replacements, the pool, Guards, Stavka Directive No. 1."""

from __future__ import annotations

import pytest

from steppe.dice import Dice
from steppe.title import Trouble
from tests.lwe.scene import on_map, pass_to, scene
from tests.sandbox import Table, first, kinds

PLACES = """
2402 city Minsk centre
2404 large-town Vitebsk
2406 small-town Orsha
2602 large-town Orel centre
"""


def entering(
    units: str, *, turn: int = 4, step: str = "III.B", hexes: str = "", sides: str = "", state: str = ""
) -> Table:
    """Minsk (2402) and Orel (2602) are centres; Vitebsk (2404) is a large town, Orsha (2406) a small one."""
    return scene(units, turn=turn, step=step, hexes=f"{PLACES}\n{hexes}", sides=sides, state=state)


def ring(label: str, names: tuple[str, ...] = ("1Inf", "11Inf", "12Inf", "21Inf", "30Inf", "32Inf")) -> str:
    """German units in all hexes around one, an even column."""
    column, row = int(label[:2]), int(label[2:])
    assert column % 2 == 0
    around = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)]
    return "\n".join(f"{name} {column + c:02}{row + r:02}" for name, (c, r) in zip(names, around, strict=True))


def fallen(number: int) -> str:
    """Dead rifle divisions of the replacement pool."""
    return "\n".join(f"{key} dead" for key in POOL[:number])


POOL = tuple(
    f"{n}RD"
    for n in (
        *(10, 48, 90, 11, 125, 5, 33, 188, 179, 184, 180, 182, 181, 183, 27, 56, 85, 2, 8, 13, 86, 113, 6, 42, 49),
        *(100, 161, 17, 24, 37, 64, 108, 55, 121, 143, 45, 62, 87, 124, 135, 41, 97, 159, 80, 139, 141),
    )
)


def steps_left(t: Table) -> int:
    """The replacement steps of the turn, as the prompt tells them."""
    return int(t.prompt.text.split("; ")[1].split()[0])


# -- 8.1 in general ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.1a")
def test_only_his_own_and_one_by_one() -> None:
    t = entering("254RD reserve\n242RD reserve\n1Inf reserve")
    t.refused("enter 254RD+242RD 2404", "8.1a", "name one unit")
    t.refused("enter 1Inf 2404", "8.1a", "1Inf is not yours")


@pytest.mark.rule("lwe", "8.1a")
def test_soviet_reinforcements_enter_in_their_own_phase_and_may_move() -> None:
    t = entering("254RD reserve\n304RD reserve")
    assert (t.prompt.decision, t.seat) == ("soviet entry", "soviet")
    t.refused("enter 304RD 2404", "8.5a", "304RD is not due this turn")
    t.order("enter 254RD 2404", "done")
    assert t.prompt.decision == "movement"
    assert max(t.range("254RD").values()) == 4
    assert t.in_supply("254RD")
    t = entering("254RD reserve\n126RD 2404", step="III.C")
    t.refused("enter 254RD 2404", "8.1a", "254RD does not enter in a Movement Phase")
    assert not t.legal("enter")


EIGHT = tuple(f"{n}RD" for n in (254, 255, 256, 257, 259, 262, 264, 265))


@pytest.mark.rule("lwe", "8.1b")
def test_soviet_entries_may_overstack_until_the_end_of_movement() -> None:
    t = entering("\n".join(f"{key} reserve entry=2402" for key in EIGHT))
    t.order(*(f"enter {key} 2402" for key in EIGHT), "done")
    assert t.prompt.decision == "movement"
    t.refused("done", "8.1b", "2402 Minsk is overstacked, and 265RD can still leave it")
    assert "done" not in t.legal()
    t.order("move 254RD 2402-2502")
    t.refused("done", "8.1b", "2402 Minsk is overstacked, and 265RD can still leave it")
    t.order("move 255RD 2402-2302", "done")
    assert t.s.load[t.hex("2402")] == 6


@pytest.mark.rule("lwe", "8.1b")
def test_reinforcements_overstack_no_more_than_they_must() -> None:
    full = "\n".join(f"{key} 2402" for key in POOL[:6])
    t = entering(f"{full}\n254RD reserve entry=2402,2404\n255RD reserve entry=2402")
    t.refused("enter 254RD 2402", "8.1b", "2402 Minsk is full, and 254RD can enter at 2404 Vitebsk")
    assert t.legal("enter") == {"enter 254RD 2404", "enter 255RD 2402"}
    t = entering(f"{full}\n254RD reserve entry=2402,2404\n1Inf 2404")
    t.order("enter 254RD 2402")


@pytest.mark.rule("lwe", "8.1b")
def test_who_cannot_leave_an_overstacked_hex_is_at_the_enemys_mercy() -> None:
    port = f"{fallen(8)}\n{ring('2404')}"
    t = entering(port, turn=9, hexes="2404 black-sea", state="directive = 0")
    t.order(*(f"enter {key} 2404" for key in POOL[:8]), "done")
    t.order("done")  # nobody can go anywhere
    assert (t.prompt.decision, t.seat) == ("overstack", "german")
    t.order("remove 10RD", "remove 48RD")
    assert (t.where("10RD"), t.s.load[t.hex("2404")]) == ("dead", 6)
    assert t.prompt.decision != "overstack"


@pytest.mark.rule("lwe", "8.1b")
def test_replacements_may_overstack_as_well() -> None:
    t = entering(fallen(8))
    t.order(*(f"enter {key} 2404" for key in POOL[:6]))
    assert t.s.soviet_steps == 0
    t = entering(fallen(8), turn=6)
    t.order(*(f"enter {key} 2404" for key in POOL[:8]), "done")
    t.refused("done", "8.1b", "2404 Vitebsk is overstacked, and 188RD can still leave it")


def storm(t: Table, target: str) -> None:
    """Six strong divisions throw a German unit out of a hex; no aircraft come."""
    t.order("assault " + target + " with " + "+".join(EIGHT[:6]))
    t.order("air 0", dice=(6,))


# -- 8.5 reinforcements -----------------------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.5a")
def test_soviet_reinforcements_come_on_their_turn_and_at_their_hex_or_never() -> None:
    t = entering("Guest soviet tank XX 2-1 move=6 turn=4 entry=2404 reserve\n254RD reserve\n255RD reserve")
    t.refused("enter Guest 2402", "8.5a", "Guest does not enter at 2402 Minsk")
    assert {text for text in t.legal("enter") if "Guest" in text} == {"enter Guest 2404"}
    log = t.order("enter 255RD 2402", "done")
    assert (t.where("Guest"), t.where("254RD"), t.where("255RD")) == ("gone", "gone", "2402")
    assert {event.facts["rule"] for event in log if event.kind == "lost"} == {"8.5a"}


@pytest.mark.rule("lwe", "8.5a")
def test_reinforcements_lose_their_turn_with_their_hex() -> None:
    t = entering("Guest soviet tank XX 2-1 move=6 turn=4 entry=2404 reserve\n1Inf 2404")
    assert t.where("Guest") == "gone", "nobody need be asked"
    assert t.prompt.decision == "movement"
    assert first(t.log, "lost").facts["rule"] == "8.5a"


@pytest.mark.rule("lwe", "8.5a")
def test_lost_reinforcements_are_not_replaceable() -> None:
    t = entering(f"254RD reserve\n{fallen(1)}", turn=4)
    t.order("done")
    assert t.where("254RD") == "gone"
    pass_to(t, "soviet entry")
    assert t.s.turn == 5
    t.refused("enter 254RD 2404", "8.5a", "254RD is not due this turn")
    assert {text.split()[1] for text in t.legal("enter")} == {"10RD"}


@pytest.mark.rule("lwe", "8.5b")
def test_the_entry_hex_must_be_soviet_and_joined_at_the_start_of_the_player_turn() -> None:
    t = entering("254RD reserve\n1Inf 2404")
    t.refused("enter 254RD 2404", "8.5b", "German units are in 2404 Vitebsk")
    t = entering("254RD reserve", hexes="2404 german")
    t.refused(
        "enter 254RD 2404", "8.5b", "2404 Vitebsk was not Soviet and in regular supply when the player turn began"
    )
    t = entering(f"254RD reserve\n{ring('2404')}")
    t.refused(
        "enter 254RD 2404", "8.5b", "2404 Vitebsk was not Soviet and in regular supply when the player turn began"
    )
    assert {text.split()[2] for text in t.legal("enter")} == {"2402", "2406", "2602"}


@pytest.mark.rule("lwe", "8.5b")
def test_a_hex_taken_back_in_the_assault_phase_does_not_serve_yet() -> None:
    host = "\n".join(f"{key} 2503 rifle XX 3-3" for key in EIGHT[:6])
    t = entering(f"242RD reserve turn=4\n{host}\n1Inf 2404 reduced", step="III.A", state="directive = 0")
    storm(t, "2404")
    assert t.where("1Inf") == "dead"
    t.order("advance 254RD", "done")
    assert (t.control("2404"), t.prompt.decision) == ("soviet", "soviet entry")
    t.refused(
        "enter 242RD 2404", "8.5b", "2404 Vitebsk was not Soviet and in regular supply when the player turn began"
    )
    assert "enter 242RD 2402" in t.legal("enter")


@pytest.mark.rule("lwe", "8.5b")
def test_a_place_joined_again_in_the_assault_phase_does_not_serve_yet() -> None:
    host = "\n".join(f"{key} 2604 rifle XX 3-3" for key in EIGHT[:6])
    around = ring("2404").replace("32Inf 2504", "32Inf 2504 reduced")
    t = entering(f"242RD reserve turn=4\n{host}\n{around}", step="III.A", state="directive = 0")
    storm(t, "2504")
    assert t.where("32Inf") == "dead"
    t.order("stay", "done")
    t.refused(
        "enter 242RD 2404", "8.5b", "2404 Vitebsk was not Soviet and in regular supply when the player turn began"
    )


@pytest.mark.rule("lwe", "8.5c")
def test_several_hexes_leave_a_choice_and_any_means_any_place() -> None:
    t = entering(
        "Guest soviet tank XX 2-1 move=6 turn=4 entry=2404,2602 reserve\n254RD reserve",
        hexes="2405 forest\n2006 small-town Memel\n2206 small-town Iasi romania",
    )
    places: dict[str, set[str]] = {"Guest": set(), "254RD": set()}
    for text in t.legal("enter"):
        places[text.split()[1]].add(text.split()[2])
    assert places == {"Guest": {"2404", "2602"}, "254RD": {"2206", "2402", "2404", "2406", "2602"}}
    t.refused("enter 254RD 2405", "8.5c", "2405 is neither town nor city")
    t.order("enter Guest 2602", "enter 254RD 2406")


@pytest.mark.rule("lwe", "8.5c")
def test_any_unit_enters_at_tula() -> None:
    t = on_map("254RD reserve\n52RC reserve", step="III.B")
    t.refused("enter 52RC 4522", "8.5a", "52RC does not enter at 4522 Tula")
    t.order("enter 254RD 4522", "enter 52RC 3418")
    assert (t.where("254RD"), t.where("52RC")) == ("4522", "3418")


LADOGA = """
2402 lake
2403 city Leningrad
2501..2502 lake
"""


@pytest.mark.rule("lwe", "8.5d")
def test_leningrad_is_fed_over_the_lake() -> None:
    south = "1Inf 2404\n11Inf 2302\n12Inf 2303\n21Inf 2503"
    t = scene(f"254RD reserve\n{south}", step="III.B", hexes=LADOGA)
    assert t.legal("enter") == {"enter 254RD 2403"}
    t = scene(f"254RD reserve\n{south}", step="III.B", hexes=LADOGA.replace("lake", "sea"))
    assert t.where("254RD") == "gone", "over the open sea it is not"


@pytest.mark.rule("lwe", "8.5d")
def test_encircled_leningrad_receives_its_militia() -> None:
    t = on_map("L1 reserve\n1Inf 3702\n11Inf 3703\n12Inf 3803\n21Inf 3902\n30Inf 3903", turn=5, step="III.B")
    assert "enter L1 3802" in t.legal("enter")


@pytest.mark.rule("lwe", "8.5e")
def test_the_coastal_army_enters_at_odessa_or_sevastopol_whatever_their_supply() -> None:
    t = on_map(f"ICA reserve\n242RD reserve turn=2\n{BESIEGERS}", turn=2, step="III.B")
    assert {text for text in t.legal("enter") if "ICA" in text} == {"enter ICA 2141", "enter ICA 2548"}
    t.refused("enter 242RD 2141", "8.5b", "2141 Odessa was not Soviet and in regular supply when the player turn began")
    t.refused("enter ICA 2540", "8.5e", "ICA enters at Odessa or Sevastopol while they are Soviet")
    t.order("enter ICA 2141")
    assert t.steps("ICA") == 2


@pytest.mark.rule("lwe", "8.5e")
def test_the_coastal_army_needs_a_port_in_soviet_hands_and_turn_2() -> None:
    t = on_map("ICA reserve\n1Inf 2141", turn=2, step="III.B")
    t.refused("enter ICA 2141", "8.5b", "German units are in 2141 Odessa")
    t = on_map("ICA reserve", turn=2, step="III.B", control="2141 german")
    t.refused("enter ICA 2141", "8.5e", "ICA enters at Odessa or Sevastopol while they are Soviet")
    t.order("enter ICA 2548")
    t = on_map("ICA reserve\n242RD reserve", turn=3, step="III.B")
    t.refused("enter ICA 2548", "8.5a", "ICA is not due this turn")
    t = on_map("ICA reserve\n242RD reserve turn=2", turn=2, step="III.B")
    t.order("done")
    assert t.where("ICA") == "gone"


BESIEGERS = "1Inf 2041\n11Inf 2140\n12Inf 2240\n21Inf 2241\n30Inf 2042"
"""Around Odessa by land."""


# -- 8.7, 8.8 replacements --------------------------------------------------------------------------------------------

CENTRES = (
    *("3339", "3835", "2529", "3802", "2418", "4618", "2141"),
    *("4026", "2306", "4344", "3418", "3941", "4632"),
)


@pytest.mark.rule("lwe", "8.7a")
def test_there_are_thirteen_replacement_centres() -> None:
    full = on_map(fallen(1), turn=2, step="III.B")
    assert steps_left(full) == 13 * 2
    for place in CENTRES:
        t = on_map(fallen(1), turn=2, step="III.B", control=f"{place} german")
        assert steps_left(t) == 12 * 2, place
    t = on_map(fallen(1), turn=2, step="III.B", control="1911,2113,3115,3806 german")
    assert steps_left(t) == 13 * 2, "other large towns give nothing"


@pytest.mark.rule("lwe", "8.7b")
def test_two_divisions_a_centre_from_turn_2_on() -> None:
    t = entering(fallen(5), turn=2)
    assert steps_left(t) == 4
    t.order(*(f"enter {key} 2404" for key in POOL[:4]))
    t.refused(f"enter {POOL[4]} 2404", "8.7b", "no replacement steps are left this turn")
    assert not t.legal("enter")
    assert t.steps("10RD") == 1
    t = entering(fallen(5), turn=1)
    assert t.prompt.decision == "movement", "no replacements on turn 1"


@pytest.mark.rule("lwe", "8.7b")
def test_a_centre_counts_only_in_regular_supply() -> None:
    t = entering(f"{fallen(5)}\n{ring('2402')}", turn=2)
    assert steps_left(t) == 2, "surrounded, though Directive No. 3 holds"
    t = entering(f"{fallen(5)}\n{ring('2402')}", turn=9, hexes="2402 black-sea", state="directive = 0")
    assert steps_left(t) == 4, "coastal supply is not regular: the one centre at the rate of 4"
    t = entering(f"{fallen(5)}\n6CC dead\n72MtR dead", turn=2)
    t.order("enter 6CC 2402", "enter 72MtR 2402", "enter 10RD 2402")
    assert steps_left(t) == 1, "any mix, a step each"


@pytest.mark.rule("lwe", "8.7c")
def test_only_rifle_divisions_and_cavalry_corps_return() -> None:
    dead = ("126RD", "72MtR", "6CC", "BC", "1AbC", "L1", "N1", "23TD", "202MD", "109MR", "10RC", "G1RD", "FZMinsk")
    t = entering("\n".join(f"{key} dead" for key in dead), turn=2)
    assert {text.split()[1] for text in t.legal("enter")} == {"126RD", "72MtR", "6CC"}
    for key in dead[3:]:
        rule = "8.13c" if key == "G1RD" else "8.7c"
        t.refused(f"enter {key} 2402", rule, f"{key} is no rifle division or cavalry corps that can return")
    t = entering("126RD 2602\n254RD reserve", turn=4)
    t.refused("enter 126RD 2402", "8.5a", "126RD is not due this turn")


BALTIC = "\n".join(["126RD 1507", "128RD 1508", "10RD 1209", "7Pz 1018"])
CAPTURED = "1209 soviet\n1507..1509 soviet\n1207..1309 soviet"


@pytest.mark.rule("lwe", "8.5b", "8.5c", "8.7d")
def test_captured_places_of_the_enemy_count() -> None:
    """Memel and Konigsberg are Soviet-held and joined to the Soviet Union."""
    t = on_map(f"{BALTIC}\n254RD reserve\n48RD dead", turn=4, step="III.B", control=CAPTURED)
    t.order("enter 254RD 1507")
    assert t.where("254RD") == "1507"
    t.order("enter 48RD 1209")
    assert t.where("48RD") == "1209"
    german = on_map("7Pz 1018\n126RD 1608\n254RD reserve\n48RD dead", turn=4, step="III.B")
    german.refused(
        "enter 254RD 1507", "8.5b", "1507 Memel was not Soviet and in regular supply when the player turn began"
    )
    refusal = german.refused("enter 48RD 1507", "8.7d", "1507 Memel is no large town or city in Soviet hands")
    assert refusal.trouble == Trouble.HEX


@pytest.mark.rule("lwe", "7.10", "9.17b")
def test_ports_outside_the_soviet_union_count() -> None:
    """No town of Romania on our map lies by the sea; on this board one does."""
    coast = "2206 small-town Constanta romania black-sea\n2404 large-town Odessa black-sea"
    t = scene("10RD 2206\n7Pz 2001", step="III.C", hexes=coast, state="directive = 0")
    t.order("sail 10RD 2206-2404")
    cut_off = scene(f"10RD 2206\n{ring('2206')}", step="III.C", hexes=coast, state="directive = 0")
    assert cut_off.in_supply("10RD")


@pytest.mark.rule("lwe", "8.7d")
def test_the_fallen_return_at_large_towns_and_cities_in_supply() -> None:
    t = entering(fallen(4), turn=2, hexes="2205 large-town German german\n2207 large-town Iasi romania")
    assert {text.split()[2] for text in t.legal("enter")} == {"2207", "2402", "2404", "2602"}
    t.refused("enter 10RD 2406", "8.7d", "2406 Orsha is no large town or city in Soviet hands")
    t.refused("enter 10RD 2205", "8.7d", "2205 German is no large town or city in Soviet hands")
    t.order("enter 10RD 2404", "enter 48RD 2404", "enter 90RD 2602")
    t = entering(f"{fallen(4)}\n{ring('2404')}", turn=2)
    t.refused("enter 10RD 2404", "8.7d", "2404 Vitebsk is out of supply")


@pytest.mark.rule("lwe", "8.7d")
def test_ports_take_replacements_once_the_directive_is_rescinded() -> None:
    port = f"{fallen(2)}\n{ring('2404')}"
    t = entering(port, turn=9, hexes="2404 black-sea", state="directive = 0")
    assert "enter 10RD 2404" in t.legal("enter")
    t = entering(port, turn=9, hexes="2404 black-sea", state="directive = 1")
    t.refused("enter 10RD 2404", "8.7d", "2404 Vitebsk is out of supply")


@pytest.mark.rule("lwe", "8.7d")
def test_a_place_retaken_in_the_assault_phase_takes_replacements_at_once() -> None:
    host = "\n".join(f"{key} 2503 rifle XX 3-3" for key in EIGHT[:6])
    t = entering(f"{fallen(1)}\n{host}\n1Inf 2404 reduced", step="III.A", state="directive = 0")
    storm(t, "2404")
    t.order("advance 254RD", "done")
    t.order("enter 10RD 2404")


@pytest.mark.rule("lwe", "8.7e")
def test_replacement_steps_are_not_saved() -> None:
    t = entering(fallen(10), turn=2)
    t.order("enter 10RD 2404", "done")
    pass_to(t, "soviet entry")
    assert (t.s.turn, steps_left(t)) == (3, 4)


@pytest.mark.rule("lwe", "8.7f")
def test_a_centre_taken_back_works_at_once_and_at_the_rate_of_the_turn() -> None:
    host = "\n".join(f"{key} 2502 rifle XX 3-3" for key in EIGHT[:6])
    t = entering(f"{fallen(1)}\n{host}\n1Inf 2402 reduced", turn=10, step="III.A", state="directive = 0")
    storm(t, "2402")
    assert t.where("1Inf") == "dead"
    t.order("advance 254RD", "done")
    assert steps_left(t) == 2 * 5
    t = entering(f"{fallen(1)}\n1Inf 2402", turn=10)
    assert steps_left(t) == 5, "while the Germans have it"


@pytest.mark.rule("lwe", "8.7g")
def test_a_division_returns_as_often_as_it_dies() -> None:
    t = entering("126RD dead\n1Pz 2303\n3Pz 2303", turn=2, state="directive = 1")
    for _ in range(3):
        t.order("enter 126RD 2404", "done", "done")
        pass_to(t, "combat")
        t.order("assault 2404 with 1Pz+3Pz", dice=(6,))
        assert t.where("126RD") == "dead"
        while t.prompt.decision == "advance":
            t.order("stay")
        pass_to(t, "soviet entry")
        assert "enter 126RD 2404" in t.legal("enter")


@pytest.mark.rule("lwe", "8.8")
def test_the_rate_rises_in_six_stages() -> None:
    rates = {1: 0, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 9: 4, 10: 5, 13: 5, 14: 6, 17: 6, 18: 7, 21: 7, 22: 8}
    for turn, rate in rates.items():
        t = entering(f"{fallen(1)}\nFresh soviet rifle XX 1-1 move=4 turn={turn} entry=any reserve", turn=turn)
        assert steps_left(t) == 2 * rate, turn


@pytest.mark.rule("lwe", "8.8")
def test_eight_centres_on_turn_12() -> None:
    lost = "2306,2418,2529,2141,3418 german"
    assert steps_left(on_map(fallen(1), turn=12, step="III.B", control=lost)) == 40


# -- 8.9 the Independent Coastal Army ---------------------------------------------------------------------------------


@pytest.mark.rule("lwe", "8.9a")
def test_five_steps_make_the_coastal_army_whole() -> None:
    t = entering(f"ICA 2404 reduced\n{fallen(3)}", turn=6, hexes="2404 azov")
    assert steps_left(t) == 8
    t.order("replace ICA")
    assert (t.steps("ICA"), steps_left(t)) == (2, 3)
    t.refused("replace ICA", "8.9a", "ICA is at full strength")
    t.order(*(f"enter {key} 2404" for key in POOL[:3]))


@pytest.mark.rule("lwe", "8.9a")
def test_the_coastal_army_must_be_in_a_coastal_place_and_the_steps_there() -> None:
    t = entering(f"ICA 2404 reduced\n{fallen(3)}", turn=6)
    t.refused("replace ICA", "8.9a", "ICA is in no coastal town")
    assert not t.legal("replace")
    t = entering(f"ICA 2404 reduced\n{fallen(3)}", turn=2, hexes="2404 azov")
    t.refused("replace ICA", "8.9a", "5 steps are wanted and 4 are left")
    t = entering(f"ICA 2406 reduced\n{fallen(3)}\n{ring('2406')}", turn=6, hexes="2406 black-sea")
    t.order("replace ICA")  # a small town will do, and nobody asks for a line
    t = entering(f"126RD 2404\nG1RD 2404 reduced\n{fallen(1)}", turn=6, hexes="2404 azov")
    t.refused("replace 126RD", "8.9a", "126RD receives no steps: only the Independent Coastal Army does")


@pytest.mark.rule("lwe", "8.9a")
def test_the_coastal_army_sails_in_the_turn_in_which_it_was_replenished() -> None:
    t = entering(f"ICA 2404 reduced\n{fallen(1)}", turn=6, hexes="2404,2406 azov")
    t.order("replace ICA", "done", "sail ICA 2404-2406")
    assert t.where("ICA") == "2406"


@pytest.mark.rule("lwe", "8.9b")
def test_the_coastal_army_does_not_rise_from_the_dead() -> None:
    t = entering(f"ICA dead\n{fallen(1)}", turn=6, hexes="2404 azov")
    t.refused("enter ICA 2404", "8.9b", "ICA is no rifle division or cavalry corps that can return")
    t.refused("replace ICA", "8.9b", "ICA is not on the map")
    assert not any("ICA" in text for text in t.legal())


# -- 8.10, 8.14 the replacement pool ----------------------------------------------------------------------------------

RESERVES = "\n".join(f"{key} reserve" for key in POOL[:12])


def in_pool(t: Table, place: str) -> list[str]:
    return [key for key in POOL[:12] if t.where(key) == place]


@pytest.mark.rule("lwe", "8.10a")
@pytest.mark.parametrize(("corps", "number"), [("10RC", 3), ("11RC", 2)])
def test_a_corps_that_dies_feeds_the_pool_with_its_factor(corps: str, number: int) -> None:
    t = scene(f"{RESERVES}\n{corps} 2203\n7Pz 2103\n6Pz 2103\n8Pz 2103\n9Pz 2103", step="II.D", hexes=PLACES)
    log = t.order("assault 2203 with 6Pz+7Pz+8Pz+9Pz", dice=(6,))
    assert t.where(corps) == "dead"
    assert len(in_pool(t, "dead")) == number
    assert kinds(log).count("drawn") == number
    while t.prompt.decision == "advance":
        t.order("stay")
    pass_to(t, "soviet entry")
    assert {text.split()[1] for text in t.legal("enter")} == set(in_pool(t, "dead")), "and they may return"


@pytest.mark.rule("lwe", "8.10a")
def test_the_divisions_are_drawn_blindly() -> None:
    drawn = set()
    for key in range(8):
        t = scene(f"{RESERVES}\n11RC 2602\n7Pz 2103", step="III.C", state="directive = 0", hexes=CUT_OFF)
        t.s.dice = Dice(bytes([key]))
        t.order("done")
        assert t.where("11RC") == "dead"
        drawn.add(tuple(in_pool(t, "dead")))
    assert len(drawn) > 4


CUT_OFF = "2701..2708 german"
"""No Soviet source is left, so whoever is checked dies."""


@pytest.mark.rule("lwe", "8.10a")
def test_a_corps_that_found_no_hex_feeds_the_pool_too() -> None:
    t = entering(
        f"Late soviet rifle XXX 3-3 move=3 turn=4 entry=2404 reserve\n{RESERVES}\n1Inf 2404",
    )
    assert t.where("Late") == "gone"
    assert len(in_pool(t, "dead")) == 3


@pytest.mark.rule("lwe", "8.10b")
def test_the_headquarters_of_the_65th_corps_leaves_nobody() -> None:
    t = scene(f"{RESERVES}\n65RC 2602\n7Pz 2103", step="III.D", state="directive = 0", hexes=CUT_OFF)
    assert t.where("65RC") == "dead"
    assert len(in_pool(t, "reserve")) == 12
    t = scene(f"{RESERVES}\n126RD 2602\n7Pz 2103", step="III.D", state="directive = 0", hexes=CUT_OFF)
    assert (t.where("126RD"), len(in_pool(t, "reserve"))) == ("dead", 12), "divisions leave nobody either"


def august(units: str, *, turn: int = 5) -> Table:
    """The end of a turn; the next one begins at once."""
    t = scene(f"{RESERVES}\n{units}", turn=turn, step="pause")
    t.log = t.order("pause decline")
    return t


@pytest.mark.rule("lwe", "8.14")
def test_the_corps_become_divisions_at_the_start_of_turn_6() -> None:
    t = august("10RC 2404\n16RC 2404\n11RC 2503\n65RC 2505\n63RC 2604\n126RD 2604\n7Pz 2101")
    assert t.s.turn == 6
    assert [t.where(key) for key in ("10RC", "16RC", "11RC", "65RC", "63RC")] == ["gone"] * 5
    placed = {where: sum(t.where(key) == where for key in POOL[:12]) for where in ("2404", "2503", "2505", "2604")}
    assert placed == {"2404": 6, "2503": 2, "2505": 1, "2604": 3}
    assert t.s.load[t.hex("2404")] == 6
    assert t.where("126RD") == "2604"
    assert "reorganized" in kinds(t.log)


@pytest.mark.rule("lwe", "8.14")
def test_no_corps_is_broken_up_on_other_turns() -> None:
    for turn in (3, 4):
        t = august("10RC 2404\n7Pz 2101", turn=turn)
        assert (t.s.turn, t.where("10RC")) == (turn + 1, "2404")
        assert len(in_pool(t, "reserve")) == 12


@pytest.mark.rule("lwe", "8.14")
def test_a_corps_that_is_reorganized_does_not_feed_the_dead_pile() -> None:
    t = august("10RC 2404\n4AbC 2404\nBC 2503\n7Pz 2101")
    assert not in_pool(t, "dead")
    assert (t.where("4AbC"), t.where("BC")) == ("2404", "2503"), "only rifle corps are broken up"


# -- 8.13 Guards ------------------------------------------------------------------------------------------------------


def converting(units: str, *, turn: int = 12, hexes: str = "", state: str = "") -> Table:
    return entering(units, turn=turn, step="guards", hexes=hexes, state=state)


@pytest.mark.rule("lwe", "8.13a")
def test_guards_replace_units_of_their_type_before_anybody_enters() -> None:
    t = converting(f"G1RD reserve\n1GMR reserve\n126RD 2503\n109MR 2504\nMo1 2503\n23TD 2503\n{fallen(1)}")
    assert (t.prompt.decision, t.seat) == ("guards conversion", "soviet")
    assert t.legal("guards") == {"guards 126RD"}
    for key in ("Mo1", "23TD", "109MR"):
        t.refused(f"guards {key}", "8.13a", f"{key} is not of the type that G1RD replaces")
    t.refused("guards 10RD", "8.13a", "10RD is not on the map")
    t.refused("guards 126RD+109MR", "8.13a", "name one unit")
    t.order("guards 126RD")
    assert (t.where("G1RD"), t.steps("G1RD"), t.where("126RD")) == ("2503", 2, "dead")
    t.order("guards 109MR")
    assert t.where("1GMR") == "2504"
    assert t.prompt.decision == "soviet entry"
    t.order("done")
    t.order("move G1RD 2503-2603")  # it may move at once


@pytest.mark.rule("lwe", "8.13a")
def test_guards_come_on_turns_12_and_20() -> None:
    units = "G1RD reserve\nG8RD reserve\n126RD 2503\n128RD 2503\n6CC 2504\nG1CC reserve\n7Pz 2101"
    t = converting(units, turn=20, state="directive = 0")
    t.order("guards 126RD", "guards 6CC")
    assert (t.where("G8RD"), t.where("G1CC"), t.where("G1RD")) == ("2503", "2504", "reserve")
    for turn in (11, 13):
        t = entering(units, turn=turn, step="III.A", state="directive = 0")
        t.order("done")
        assert t.prompt.decision == "movement"


@pytest.mark.rule("lwe", "8.13a")
def test_conversions_need_regular_supply() -> None:
    for state, hexes in (("directive = 1", ""), ("directive = 0", "2404 black-sea")):
        t = converting(f"G1RD reserve\n126RD 2404\n128RD 2602\n{ring('2404')}", hexes=hexes, state=state)
        assert t.legal("guards") == {"guards 128RD"}
        t.refused("guards 126RD", "8.13a", "126RD has no supply line to a map-edge source")


@pytest.mark.rule("lwe", "8.13a")
def test_a_cavalry_group_may_become_a_guards_corps_but_guards_may_not() -> None:
    t = converting("G1CC reserve\nG3CC 2503\nBC 2504\n6CC 2504", turn=20, state="directive = 0")
    assert t.legal("guards") == {"guards BC", "guards 6CC"}
    t.order("guards BC")
    assert (t.where("G1CC"), t.where("BC")) == ("2504", "dead")


@pytest.mark.rule("lwe", "8.13b")
def test_the_units_replaced_by_guards_return_if_they_are_of_the_right_type() -> None:
    t = converting("G1RD reserve\n1GMR reserve\n126RD 2503\n109MR 2504")
    t.order("guards 126RD", "guards 109MR")
    assert {text.split()[1] for text in t.legal("enter")} == {"126RD"}
    t.refused("enter 109MR 2404", "8.7c", "109MR is no rifle division or cavalry corps that can return")
    t.order("enter 126RD 2404")
    assert (t.where("126RD"), t.steps("126RD")) == ("2404", 1)
    t = converting("G1CC reserve\nBC 2504", turn=20, state="directive = 0")
    t.order("guards BC")
    assert t.where("BC") == "dead"
    assert not t.legal("enter"), "a cavalry group does not return"


@pytest.mark.rule("lwe", "8.13c")
def test_guards_regain_no_steps_and_do_not_return() -> None:
    t = entering(f"G1RD 2404 reduced\nG2RD dead\nG1CC dead\n{fallen(1)}", turn=13, hexes="2404 azov")
    t.refused("replace G1RD", "8.13c", "G1RD receives no steps: only the Independent Coastal Army does")
    t.refused("enter G2RD 2404", "8.13c", "G2RD is no rifle division or cavalry corps that can return")
    t.refused("enter G1CC 2404", "8.13c", "G1CC is no rifle division or cavalry corps that can return")
    assert {text.split()[1] for text in t.legal() if text != "done"} == {"10RD"}


@pytest.mark.rule("lwe", "8.13d")
def test_conversions_that_cannot_be_made_are_lost_one_by_one() -> None:
    t = converting("G1RD reserve\nG2RD reserve\n1GMR reserve\n126RD 2503\n7Pz 2101")
    log = t.order("guards 126RD")
    assert (t.where("G1RD"), t.where("G2RD"), t.where("1GMR")) == ("2503", "gone", "gone")
    assert [event.facts["rule"] for event in log if event.kind == "lost"] == ["8.13d", "8.13d"]


@pytest.mark.rule("lwe", "8.13d")
def test_a_conversion_not_made_is_lost_though_it_could_be_made() -> None:
    t = converting("G1RD reserve\nG2RD reserve\n126RD 2503\n128RD 2503")
    t.order("decline")
    assert t.where("G1RD") == "gone"
    t.order("guards 128RD")
    assert t.where("G2RD") == "2503"
