"""The data files: counters, tables and the ready set-up agree with the rulebook and with one another."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any

import pytest

from steppe.assault.data import FACTORS, UNITS, make_units
from steppe.board import HEXES
from steppe.errors import DataError
from steppe.ledger import Ledger
from steppe.sequence import STEPS
from steppe.tables import DataFolder, Row, Schema, integer, matching, one_of, optional, text
from steppe.titles.pm import tables
from steppe.titles.pm.state import MOBILITIES, POINTS

DATA = resources.files("steppe.titles") / "pm" / "data"
FOLDER = DataFolder(DATA)
GERMAN_KINDS = (
    "panzer", "motorized", "assault-gun", "recon", "flak", "cavalry", "infantry", "static", "light", "mountain",
    "air-landing", "paratroop", "security", "siege-artillery", "machinegun", "fortress",
)  # fmt: skip
UNTRIED_KINDS = ("RD", "CD", "TD", "MRD", "RB", "MRB", "TB")
GUARDS_KINDS = ("GRD", "GCD", "GMRD", "GTB")
MECHANIZED = {"panzer", "motorized", "assault-gun", "recon", "flak", "TD", "MRD", "MRB", "TB", "GMRD", "GTB"}
NATIONS = ("german", "romanian", "hungarian", "italian", "spanish", "french", "croat", "flemish", "soviet")
ENTRIES = (
    "north", "south", "romania", "hungary", "security", "arko", "frontier", "interior", "reinforcement", "group48",
    "guards",
)  # fmt: skip
STRICT = Schema(
    {
        "unit": matching(r"[A-Za-z0-9]+", "letters and digits"),
        "side": one_of("german", "soviet"),
        "nation": one_of(*NATIONS),
        "kind": one_of(*GERMAN_KINDS, *UNTRIED_KINDS, *GUARDS_KINDS),
        "size": one_of("XXX", "XX", "X", "III", "II"),
        "mobility": one_of(*MOBILITIES),
        "steps": integer(1, 4),
        "factors": matching(FACTORS, "attack-defence, such as 3-3"),
        "reduced": optional(matching(rf"{FACTORS}(/{FACTORS})*", "attack-defence"), ""),
        "move": integer(3, 12),
        "move_reduced": optional(integer(3, 12)),
        "shows": optional(one_of("rifle", "naval", "paratroop"), ""),
        "pool": optional(one_of(*UNTRIED_KINDS), ""),
        "turn": integer(0, 12),
        "entry": one_of(*ENTRIES),
        "label": text,
        "note": optional(text, ""),
    },
    key="unit",
    sourced=True,
)


@cache
def units() -> tuple[Row, ...]:
    return tuple(FOLDER.csv("units.csv", STRICT))


@cache
def by_key() -> dict[str, Row]:
    return {row["unit"]: row for row in units()}


@cache
def hexes() -> dict[str, Row]:
    return {row["hex"]: row for row in FOLDER.csv("hexes.csv", HEXES)}


def in_region(region: str) -> set[str]:
    return {h for h, row in hexes().items() if region in row["regions"]}


def with_feature(*features: str) -> set[str]:
    return {h for h, row in hexes().items() if set(features) & set(row["features"])}


def count(**wanted: Any) -> int:
    return sum(all(row[field] == value for field, value in wanted.items()) for row in units())


# -- the counters -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pm", "2.1")
def test_there_are_959_counters() -> None:
    markers = FOLDER.csv("markers.csv", tables.MARKERS)
    assert len(units()) + sum(row["number"] for row in markers) == 959
    assert count(side="soviet") == 624
    assert count(side="german") == 217


@pytest.mark.rule("pm", "2.18")
def test_markers_of_the_text() -> None:
    number = {row["marker"]: row["number"] for row in FOLDER.csv("markers.csv", tables.MARKERS)}
    assert number["aerial-supply"] == 2
    assert number["supply-concentration"] == 18
    assert number["pause"] == 3
    assert number["aviation-corps"] == 5
    assert number["replacement-steps"] == 2
    four_steps = count(steps=4)
    assert number["substitute"] == four_steps == 33
    assert number["refit"] == four_steps - 2  # the 2nd and 5th Panzer Divisions never refit (8.18)


@pytest.mark.rule("pm", "3.2a", "2.15a")
@pytest.mark.parametrize(("kind", "number"), list(zip(UNTRIED_KINDS, (343, 49, 57, 26, 69, 1, 64), strict=True)))
def test_untried_units_by_type(kind: str, number: int) -> None:
    """One step each, and in a pool of their own type."""
    assert count(side="soviet", kind=kind, pool=kind, steps=1) == count(kind=kind) == number


@pytest.mark.rule("pm", "8.11a", "2.9b")
def test_fifteen_guards() -> None:
    guards = [row for row in units() if row["kind"] in GUARDS_KINDS]
    assert Counter((row["kind"], row["turn"]) for row in guards) == {
        ("GRD", 7): 7,
        ("GMRD", 7): 1,
        ("GTB", 10): 1,
        ("GRD", 11): 2,
        ("GCD", 11): 4,
    }
    assert all(row["steps"] == 2 and not row["pool"] and row["entry"] == "guards" for row in guards)
    militia = [row for row in units() if row["label"].endswith("GM")]
    assert militia
    assert all(row["kind"] == "RD" and row["steps"] == 1 for row in militia)


@pytest.mark.rule("pm", "17.6", "3.5a")
def test_the_counters_fill_the_schedule() -> None:
    table = make_units(
        FOLDER.csv("units.csv", UNITS),
        ("german", "soviet"),
        (*GERMAN_KINDS, *UNTRIED_KINDS, *GUARDS_KINDS),
        MOBILITIES,
        POINTS,
    )
    card = tables.load_tables(FOLDER)
    tables.check_schedule(FOLDER, card, table)
    wrong = card._replace(schedule={**card.schedule, "4": {**card.schedule["4"], "RD": 21}})
    with pytest.raises(DataError, match="wants 21 RD for 4"):
        tables.check_schedule(FOLDER, wrong, table)


@pytest.mark.rule("pm", "2.14b", "3.8")
def test_four_step_divisions() -> None:
    """German panzer and motorized infantry divisions, weaker with every step lost."""
    four = [row for row in units() if row["steps"] == 4]
    assert {(row["kind"], row["size"], row["nation"]) for row in four} == {
        ("panzer", "XX", "german"),
        ("motorized", "XX", "german"),
    }
    assert {row["unit"] for row in units() if row["kind"] in ("panzer", "motorized") and row["steps"] < 4} == {
        "HF", "It9Mot", "It52Mot", "Ro1Arm", "1SSBde", "2SSBde", "L900", "GD",
    }  # fmt: skip
    for row in four:
        attacks = [int(pair.split("-")[0]) for pair in (row["factors"], *row["reduced"].split("/"))]
        assert len(attacks) == 4
        assert attacks == sorted(set(attacks), reverse=True)


@pytest.mark.rule("pm", "2.14a")
def test_steps_and_sides() -> None:
    for row in units():
        pairs = [pair for pair in row["reduced"].split("/") if pair]
        assert len(pairs) == row["steps"] - 1, row["unit"]
        assert (row["move_reduced"] is not None) == (row["steps"] > 1), row["unit"]


@pytest.mark.rule("pm", "2.10b")
def test_the_first_and_second_ss_are_there_twice() -> None:
    assert {by_key()[key]["size"] for key in ("1SSMot", "2SSMot")} == {"XX"}
    assert {by_key()[key]["size"] for key in ("1SSBde", "2SSBde")} == {"X"}


@pytest.mark.rule("pm", "2.11a", "2.11b")
def test_mobility_by_type() -> None:
    for row in units():
        assert (row["mobility"] == "mech") == (row["kind"] in MECHANIZED), row["unit"]
    assert {row["mobility"] for row in units() if row["kind"] in ("cavalry", "CD", "GCD")} == {"cavalry"}
    assert {row["mobility"] for row in units() if row["kind"] == "mountain"} == {"mountain"}


@pytest.mark.rule("pm", "2.11c")
def test_three_kinds_of_rifle_brigade() -> None:
    shown = Counter(row["shows"] for row in units() if row["kind"] == "RB")
    assert shown.keys() == {"rifle", "naval", "paratroop"}
    assert all(row["mobility"] == "foot" and row["move"] == 5 for row in units() if row["kind"] == "RB")


@pytest.mark.rule("pm", "2.17", "3.6")
@pytest.mark.parametrize(("unit", "turn"), [("2Pz", 7), ("5Pz", 7), ("7Para", 6)])
def test_entry_turns_of_the_text(unit: str, turn: int) -> None:
    assert by_key()[unit]["turn"] == turn
    assert by_key()[unit]["entry"] == "north"


@pytest.mark.rule("pm", "8.5a")
def test_satellites_come_from_the_south() -> None:
    assert {row["entry"] for row in units() if row["nation"] == "italian"} == {"south"}
    assert {row["entry"] for row in units() if row["nation"] == "romanian"} == {"romania"}
    assert [row["unit"] for row in units() if row["nation"] == "hungarian"] == ["HF"]


@pytest.mark.rule("pm", "8.21a", "10.1a", "14.41a")
def test_numbers_of_the_text() -> None:
    assert count(kind="security", size="XX", steps=1, entry="security") == 9
    assert count(kind="flak", size="XXX") == 3
    arko = by_key()["ArKo"]
    assert (arko["factors"], arko["move"], arko["entry"], arko["size"]) == ("0-1", 4, "arko", "XX")
    assert all(row["factors"].startswith("0-") for row in units() if row["kind"] == "flak")


@pytest.mark.rule("pm", "2.15e")
def test_strengths_of_the_text() -> None:
    """The rifle divisions reach from 1-1-5 to 6-7-5; 3-3-5 and 3-1-7 are named too."""
    rifles = {(row["factors"], row["move"]) for row in units() if row["kind"] == "RD"}
    assert {("1-1", 5), ("3-3", 5), ("6-7", 5)} <= rifles
    assert min(rifles) == ("1-1", 5)
    assert max(rifles) == ("6-7", 5)
    assert ("3-1", 7) in {(row["factors"], row["move"]) for row in units() if row["kind"] == "TD"}
    for kind in UNTRIED_KINDS:
        assert len({row["move"] for row in units() if row["kind"] == kind}) == 1


@pytest.mark.rule("pm", "6.3a", "6.3c", "6.4")
@pytest.mark.parametrize(
    ("unit", "quarters"),
    [("1Pz", 4), ("HF", 4), ("1Flak", 4), ("ArKo", 4), ("1SSBde", 2), ("GD", 1), ("184AG", 1), ("TB1", 4), ("RB1", 4)],
)
def test_stacking_values(unit: str, quarters: int) -> None:
    table = make_units(
        FOLDER.csv("units.csv", UNITS),
        ("german", "soviet"),
        (*GERMAN_KINDS, *UNTRIED_KINDS, *GUARDS_KINDS),
        MOBILITIES,
        POINTS,
    )
    assert table.points[table.index[unit]] == quarters


# -- sources and the sequence of play ---------------------------------------------------------------------------------


PRINTED = "aviation crt forts gast modifiers refits schedule terrain turns victory weather withdrawals sequence"


def sources(name: str) -> dict[str, str]:
    """Where each row of a file comes from, by its first column."""
    rows = csv.reader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines())
    head = next(rows)
    return {row[0]: row[head.index("source")] for row in rows}


@pytest.mark.parametrize("name", PRINTED.split())
def test_what_the_text_prints_is_marked_so(name: str) -> None:
    """But for a doubtful column, the days of the half months, and steps of play that its outline does not list."""
    phases = ("A", "B.1", "B.2", "B.3", "B.4", "C.1", "C.2", "C.3")
    outline = {"IV", *(f"{couplet}.{phase}" for couplet in ("II", "III") for phase in phases)}
    ours = {
        "schedule": {"9"},
        "turns": {str(turn) for turn in range(2, 13)},
        "sequence": set(sources("sequence")) - outline - {"frontier", "interior", "german"},
    }
    found = sources(name)
    assert {key for key, source in found.items() if source != "text"} == ours.get(name, set())
    assert set(found.values()) <= {"text", "derived"}


def test_strengths_that_are_ours_are_marked_so() -> None:
    """The text gives the factors of the ArKo and of four Soviet divisions."""
    text_rows = {row["unit"] for row in units() if row["source"] == "text"}
    assert text_rows == {"ArKo", "RD1", "RD151", "RD338", "TD21"}


@pytest.mark.rule("pm", "5.2b", "5.4")
def test_the_steps_cite_rows_of_the_ledger() -> None:
    ledger = Ledger.load(FOLDER)
    for row in FOLDER.csv("sequence.csv", STEPS):
        assert row["rule"] in ledger, row["step"]
        if row["step"].startswith("III."):
            assert "1" not in row["turns"], row["step"]
            assert row["turns"], row["step"]


# -- the ready set-up -------------------------------------------------------------------------------------------------


@cache
def deployment() -> tuple[Row, ...]:
    return tuple(FOLDER.csv("deployment.csv", tables.DEPLOYMENT))


def placed(step: str) -> list[tuple[str, str]]:
    return [(row["unit"], row["hex"]) for row in deployment() if row["step"] == step]


@pytest.mark.rule("pm", "3.2b")
@pytest.mark.parametrize("step", ["frontier", "interior"])
def test_the_ready_set_up_has_all_units_of_a_zone(step: str) -> None:
    wanted = {kind: n for kind, n in tables.load_tables(FOLDER).schedule[step].items() if n}
    assert Counter(kind for kind, _ in placed(step)) == wanted


@pytest.mark.rule("pm", "3.3a", "3.4a")
@pytest.mark.parametrize("step", ["frontier", "interior"])
def test_the_ready_set_up_keeps_to_the_zones(step: str) -> None:
    for _, h in placed(step):
        assert h in in_region(step) & in_region("ussr"), h
        assert (int(h[:2]) <= 22) == (step == "frontier")
        assert hexes()[h]["terrain"] not in ("lake", "sea")


@pytest.mark.rule("pm", "3.3b", "3.3d")
def test_the_ready_frontier_is_manned() -> None:
    held = {h for _, h in placed("frontier")}
    assert in_region("border-all") <= held
    towns = with_feature("large-town") & in_region("frontier")
    assert len(towns) == 3
    assert towns <= held


@pytest.mark.rule("pm", "3.4b", "3.4c")
def test_the_ready_interior_is_manned() -> None:
    held = [h for _, h in placed("interior")]
    assert with_feature("city", "large-town") & in_region("interior") <= set(held)
    columns = Counter(int(h[:2]) for h in held)
    assert columns.keys() == set(range(23, 61))
    assert min(columns.values()) >= 4


@pytest.mark.rule("pm", "3.7b", "3.7c", "3.7d", "3.7e")
def test_the_ready_germans_are_where_they_may_be() -> None:
    start = {row["unit"] for row in units() if row["side"] == "german" and not row["turn"]}
    start -= {row["unit"] for row in units() if row["entry"] in ("security", "arko")}
    assert Counter(unit for unit, _ in placed("german")) == Counter(start)
    guests = []
    for unit, h in placed("german"):
        nation = by_key()[unit]["nation"]
        if nation == "hungarian":
            assert h in in_region("hungary")
            assert h.endswith("S")
        elif nation == "romanian":
            assert h == "okh-south" or h in in_region("romania")
        elif h == "okh-south" or h in in_region("romania"):
            guests.append(unit)
        else:
            assert h == "okh-north" or h in in_region("germany"), (unit, h)
    guns = [unit for unit in guests if by_key()[unit]["kind"] == "assault-gun"]
    assert len(guns) <= 1
    assert len(guests) - len(guns) <= 7
    assert all(by_key()[unit]["mobility"] != "mech" for unit in guests if unit not in guns)


@pytest.mark.rule("pm", "3.3e", "3.7f", "6.1", "6.3b", "7.3a")
def test_the_ready_stacks_are_lawful() -> None:
    soviet = Counter(h for step in ("frontier", "interior") for _, h in placed(step))
    for h, number in soviet.items():
        assert number <= (10 if "city" in hexes()[h]["features"] else 5), h
    stacks: dict[str, list[Row]] = {}
    for unit, h in placed("german"):
        if h in hexes():
            stacks.setdefault(h, []).append(by_key()[unit])
    for h, stack in stacks.items():
        assert sum(POINTS[row["size"]] for row in stack) <= 20, h
        assert sum(row["size"] in ("III", "II") for row in stack) <= 4, h
        nations = Counter(row["nation"] for row in stack)
        if "romanian" in nations:
            assert nations["german"] <= 1, h
