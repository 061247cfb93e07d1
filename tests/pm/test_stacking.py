"""Chapters 6 and 7: stacking, its fractions and times, cities; Axis allies among themselves and with Germans."""

from __future__ import annotations

import pytest

from tests.pm.scene import on_map, scene
from tests.sandbox import Table

FIVE = "\n".join(f"{n}Inf 3103N" for n in (1, 5, 6, 7, 8))


def fits(t: Table, key: str, start: str, goal: str) -> bool:
    """Whether a stack is lawful once a unit has come to it: else somebody is taken away at the end of the phase."""
    t.order(f"move {key} {start}-{goal}", "done")
    return t.prompt.decision != "overstack"


# -- 6.1, 6.2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "6.1", "6.2a", "6.2b")
def test_the_sixth_unit_is_one_too_many() -> None:
    t = scene(f"{FIVE}\n9Inf 3104N\nRD1 3704N")
    assert not fits(t, "9Inf", "3104N", "3103N")
    assert t.seat == "soviet"
    t.order("remove 1Inf")
    assert t.where("1Inf") == "dead"
    assert t.prompt.decision != "overstack"


def test_who_ends_his_move_overstacked_is_warned_before() -> None:
    t = scene(f"{FIVE}\n9Inf 3104N\nRD1 3704N")
    assert t.title.warnings(t.s, 0) == []
    t.order("move 9Inf 3104N-3103N")
    rule, text = t.title.warnings(t.s, 0)[0]
    assert rule == "6.2b"
    assert "3103N" in text
    assert t.title.warnings(t.s, 1) == []


@pytest.mark.rule("pm", "6.2a")
def test_any_number_may_pass_through() -> None:
    t = scene(f"{FIVE}\n9Inf 3104N\n11Inf 3104N\nRD1 3704N")
    t.order(
        "move 9Inf 3104N-3103N", "move 9Inf 3103N-3102N", "move 11Inf 3104N-3103N", "move 11Inf 3103N-3102N", "done"
    )
    assert t.prompt.decision == "combat"


@pytest.mark.rule("pm", "6.1", "6.4")
@pytest.mark.parametrize("kind", ["TB", "RD", "RB"])
def test_every_soviet_unit_is_a_unit(kind: str) -> None:
    units = "\n".join(f"{kind}{n} 3403N" for n in range(1, 6)) + f"\n{kind}6 3404N\n1Inf 3001N"
    t = scene(units, step="II.C.2")
    assert not fits(t, f"{kind}6", "3404N", "3403N")


@pytest.mark.rule("pm", "6.2b")
def test_no_more_than_needed_is_removed() -> None:
    t = scene("\n".join(f"RD{n} 3403N" for n in range(1, 6)) + "\nRD6 3404N\nRD7 3404N\n1Inf 3001N", step="II.C.2")
    t.order("move RD6+RD7 3404N-3403N", "done")
    t.order("remove RD1")
    assert t.prompt.decision == "overstack"
    t.order("remove RD2")
    assert t.prompt.decision == "combat"


# -- 6.3 German fractions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "6.3a", "6.3b")
def test_three_divisions_four_battalions_and_two_brigades_fill_a_hex() -> None:
    full = (
        "1Inf 3103N\n5Inf 3103N\n6Inf 3103N\n"
        + "\n".join(f"{n}AG 3103N" for n in (184, 185, 190, 191))
        + "\n1SSBde 3103N"
    )
    assert fits(scene(f"{full}\n2SSBde 3104N\nRD1 3704N"), "2SSBde", "3104N", "3103N")
    assert not fits(scene(f"{full}\n2SSBde 3103N\nL900 3104N\nRD1 3704N"), "L900", "3104N", "3103N")
    assert not fits(scene(f"{full}\n7Inf 3104N\nRD1 3704N"), "7Inf", "3104N", "3103N")


@pytest.mark.rule("pm", "6.3b")
def test_four_small_units_at_most() -> None:
    four = "\n".join(f"{n}AG 3103N" for n in (184, 185, 190)) + "\nGD 3103N"
    assert not fits(scene(f"{four}\n191AG 3104N\nRD1 3704N"), "191AG", "3104N", "3103N")
    assert fits(scene(f"{four}\n1SSBde 3104N\nRD1 3704N"), "1SSBde", "3104N", "3103N")
    city = scene(f"{four}\n191AG 3104N\nRD1 3704N", hexes="3103N city")
    assert not fits(city, "191AG", "3104N", "3103N")


@pytest.mark.rule("pm", "6.3c", "14.41c")
@pytest.mark.parametrize("key", ["1Flak", "ArKo"])
def test_corps_and_arko_count_one(key: str) -> None:
    four = "\n".join(f"{n}Inf 3103N" for n in (1, 5, 6, 7))
    assert fits(scene(f"{four}\n{key} 3104N\nRD1 3704N"), key, "3104N", "3103N")
    assert not fits(scene(f"{four}\n8Inf 3103N\n{key} 3104N\nRD1 3704N"), key, "3104N", "3103N")


# -- 6.5, 6.6 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "6.5a")
def test_ten_units_in_a_city() -> None:
    nine = "\n".join(f"RD{n} 3403N" for n in range(1, 10))
    city = "3403N city"
    assert fits(scene(f"{nine}\nRD10 3404N\n1Inf 3001N", step="II.C.2", hexes=city), "RD10", "3404N", "3403N")
    ten = f"{nine}\nRD10 3403N\nRD11 3404N\n1Inf 3001N"
    assert not fits(scene(ten, step="II.C.2", hexes=city), "RD11", "3404N", "3403N")


@pytest.mark.rule("pm", "6.5b", "15.3a", "6.5a")
def test_no_mobile_assault_from_city_to_city() -> None:
    t = on_map("1Pz 5017N\nRD1 5116N\nRD2 6010N", turn=8)
    t.refused("mobile 5116N with 1Pz", "15.3a", "no mobile assault from one city hex into another")


@pytest.mark.rule("pm", "6.6")
def test_aircraft_do_not_count() -> None:
    t = scene(f"{FIVE}\nRD1 3704N", step="II.B.2")
    t.order("support VIII 3103N", "done")
    assert t.prompt.decision == "combat"


# -- 7.0 Axis allies --------------------------------------------------------------------------------------------------

SOUTH = "RD1 6010S"


def meet(units: str, key: str, start: str, goal: str) -> str:
    """What keeps a unit out of a hex on the south map; nothing if it may go there."""
    return on_map(f"{units}\n{SOUTH}", turn=4).verdict(f"move {key} {start}-{goal}")


@pytest.mark.rule("pm", "7.1")
@pytest.mark.parametrize(
    ("one", "other", "nations"),
    [
        ("Ro3Inf", "It9Mot", "italian and romanian"),
        ("HF", "Ro3Inf", "hungarian and romanian"),
        ("It9Mot", "HF", "hungarian and italian"),
    ],
)
def test_romanians_italians_and_hungarians_stay_apart(one: str, other: str, nations: str) -> None:
    found = meet(f"{one} 2405S\n{other} 2404S", one, "2405S", "2404S")
    assert found == f"7.1: {nations} units may not stack in 2404S"


ONE_ITALIAN = "7.2a: no more than one German unit stacks with italian units in 2404S"
ONE_ROMANIAN = "7.3a: no more than one German unit stacks with romanian units in 2404S"


@pytest.mark.rule("pm", "7.2a", "7.3a")
@pytest.mark.parametrize(
    ("nation", "verdict"),
    [("It9Mot 2404S\nIt52Mot 2404S", ONE_ITALIAN), ("Ro3Inf 2404S\nRo5Inf 2404S", ONE_ROMANIAN)],
)
def test_one_german_with_them(nation: str, verdict: str) -> None:
    assert meet(f"{nation}\n1Inf 2405S", "1Inf", "2405S", "2404S") == ""
    assert meet(f"{nation}\n5Inf 2404S\n1Inf 2405S", "1Inf", "2405S", "2404S") == verdict
    ally = nation.split()[0]
    assert meet(f"{ally} 2405S\n5Inf 2404S\n1Inf 2404S", ally, "2405S", "2404S") == verdict


@pytest.mark.rule("pm", "7.3a")
def test_four_romanians_and_a_german() -> None:
    four = "\n".join(f"Ro{n}Inf 2404S" for n in (3, 5, 6, 7))
    t = on_map(f"{four}\n1Inf 2405S\n{SOUTH}", turn=4)
    t.order("move 1Inf 2405S-2404S", "done")
    assert t.prompt.decision != "overstack"


@pytest.mark.rule("pm", "7.4a")
def test_the_fast_corps_joins_germans() -> None:
    four = "\n".join(f"{n}Inf 2404S" for n in (1, 5, 6, 7))
    t = on_map(f"{four}\nHF 2405S\n{SOUTH}", turn=4)
    t.order("move HF 2405S-2404S", "done")
    assert t.prompt.decision != "overstack"


@pytest.mark.rule("pm", "7.5")
@pytest.mark.parametrize("key", ["Fr", "Cr", "250Inf", "FL"])
def test_frenchmen_croats_and_spaniards_are_as_germans(key: str) -> None:
    four = "\n".join(f"{n}Inf 3013N" for n in (1, 5, 6, 7))
    t = on_map(f"{four}\n{key} 3014N\nRD1 3113N\nRD2 6010N", turn=11)
    t.order(f"move {key} 3014N-3013N", "done")
    assert t.prompt.decision != "overstack"
    assert meet(f"It9Mot 2404S\n5Inf 2404S\n{key} 2405S", key, "2405S", "2404S") == ONE_ITALIAN


@pytest.mark.rule("pm", "7.2b", "7.3b", "7.4b")
@pytest.mark.parametrize(("key", "rule"), [("It9Mot", "7.2b"), ("Ro3Inf", "7.3b"), ("HF", "7.4b")])
def test_they_keep_to_the_south_map(key: str, rule: str) -> None:
    t = on_map(f"{key} 2800S\n1Inf 2800S\n{SOUTH}\nRD2 2827N", turn=4)
    t.refused(f"move {key} 2800S-2727N", rule, f"{key} never goes on to the north map (2727N)")
    t.order("move 1Inf 2800S-2727N", "done")
    t.refused(f"assault 2827N with {key}", rule, f"{key} never attacks on to the north map")


@pytest.mark.rule("pm", "7.2c", "7.3c", "7.4c")
@pytest.mark.parametrize(
    ("one", "other", "rule", "nations"),
    [
        ("It9Mot", "Ro3Inf", "7.2c", "italian and romanian"),
        ("Ro3Inf", "HF", "7.4c", "hungarian and romanian"),
        ("HF", "It9Mot", "7.4c", "hungarian and italian"),
    ],
)
def test_they_attack_with_their_own_and_with_germans(one: str, other: str, rule: str, nations: str) -> None:
    units = f"{one} 2404S\n{other} 2406S\n1Inf 2304S\nRD2 2405S\n{SOUTH}"
    t = on_map(units, turn=4, step="II.B.4")
    t.refused(f"assault 2405S with {one}+{other}", rule, f"{nations} units may not attack together")
    t.order(f"assault 2405S with {one}+1Inf")


@pytest.mark.rule("pm", "8.5b")
def test_romanians_and_hungarians_keep_out_of_each_others_country() -> None:
    assert meet("Ro3Inf 1503S", "Ro3Inf", "1503S", "1403S") == "8.5b: Ro3Inf does not enter 1403S"
    assert meet("HF 1403S", "HF", "1403S", "1503S") == "8.5b: HF does not enter 1503S"


@pytest.mark.rule("pm", "0.1")
def test_the_learning_game_counts_heads() -> None:
    """Without fractions, doubled cities or foreign policy."""
    four = "\n".join(f"{n}Inf 3103N" for n in (1, 5, 6, 7))
    t = scene(f"{four}\n184AG 3103N\n185AG 3104N\nRD1 3704N", options="learning = true", hexes="3103N city")
    assert not fits(t, "185AG", "3104N", "3103N")
