"""The data files: counters, tables and ready set-up agree with the rulebook, with history and with one another."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

from steppe.assault.data import FACTORS, RESULTS
from steppe.board import HEXES
from steppe.ledger import Ledger
from steppe.tables import DataFolder, Row, Schema, integer, matching, one_of, optional, read_csv, text, words

DATA = resources.files("steppe.titles") / "lwe" / "data"

GERMAN_KINDS = (
    "panzer",
    "panzer-grenadier",
    "motorized",
    "combined-arms",
    "cavalry",
    "infantry",
    "light",
    "mountain",
    "air-landing",
    "paratroop",
    "siege-artillery",
)
SOVIET_KINDS = (
    "rifle",
    "mountain-rifle",
    "tank",
    "mechanized",
    "motorized-rifle",
    "motorized-security",
    "cavalry",
    "airborne",
    "militia",
    "naval",
    "fz",
)
MECHANIZED = {
    "panzer",
    "panzer-grenadier",
    "motorized",
    "combined-arms",
    "tank",
    "mechanized",
    "motorized-rifle",
    "motorized-security",
}
FOOT = {"infantry", "light", "mountain", "air-landing", "paratroop"}
POINTS = {"XX": 1, "[XX]": 1, "XXX": 3, "[XXX]": 3, "XXXX": 3}
LIMIT = 6

UNITS = Schema(
    {
        "unit": matching(r"[A-Za-z0-9]+", "letters and digits"),
        "side": one_of("german", "soviet"),
        "nation": one_of("german", "romanian", "italian", "hungarian", "soviet"),
        "kind": one_of(*dict.fromkeys((*GERMAN_KINDS, *SOVIET_KINDS))),
        "size": one_of(*POINTS),
        "mobility": one_of("mech", "foot", "mountain", "cavalry", "static", "sea"),
        "steps": integer(1, 2),
        "factors": matching(FACTORS, "attack-defence, such as 3-3"),
        "reduced": optional(matching(FACTORS, "attack-defence, such as 2-2"), ""),
        "move": integer(0),
        "move_reduced": optional(integer(0)),
        "turn": integer(0, 22),
        "entry": words(),
        "label": text,
        "note": optional(text, ""),
    },
    key="unit",
    sourced=True,
)
TURNS = Schema(
    {
        "turn": integer(1, 22),
        "label": text,
        "dates": text,
        "check": optional(integer(1)),
        "rate": integer(0),
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
WITHDRAWALS = Schema(
    {
        "turn": integer(1, 22),
        "what": one_of("light", "infantry", "cavalry", "HF"),
        "number": integer(1),
        "note": optional(text, ""),
    },
    key=("turn", "what"),
    sourced=True,
)
ROLLS = [str(n) for n in range(-1, 7)]
WEATHER = Schema(
    {"turn": integer(12, 22), **{roll: one_of(*"DRMFS") for roll in ROLLS}, "note": optional(text, "")},
    key="turn",
    sourced=True,
)
GAST = Schema({"roll": integer(1, 6), "shift": integer(-3, 0), "note": optional(text, "")}, key="roll", sourced=True)
MOSCOW = Schema(
    {"roll": integer(1, 9), "result": one_of("collapse", "fights-on"), "note": optional(text, "")},
    key="roll",
    sourced=True,
)
MODIFIERS = Schema(
    {"table": one_of("gast", "moscow"), "condition": text, "value": integer(), "note": optional(text, "")},
    key=("table", "condition"),
    sourced=True,
)
DEPLOYMENT = Schema(
    {"step": one_of("fz", "soviet", "german"), "unit": text, "hex": text, "note": optional(text, "")},
    key="unit",
    sourced=True,
)


def table(name: str, schema: Schema) -> list[Row]:
    return read_csv(DATA / name, schema)


def units() -> dict[str, Row]:
    return {row["unit"]: row for row in table("units.csv", UNITS)}


def hexes() -> dict[str, Row]:
    return {row["hex"]: row for row in table("hexes.csv", HEXES)}


def hexes_of(region: str) -> set[str]:
    return {label for label, row in hexes().items() if region in row["regions"]}


def of(side: str, *kinds: str) -> list[Row]:
    return [row for row in units().values() if row["side"] == side and (not kinds or row["kind"] in kinds)]


def printed(row: Row) -> str:
    """What the counter shows at its bottom edge, full side before reduced."""

    def one(factors: str, move: int) -> str:
        attack, defence = factors.split("-")
        return f"{attack}-{move}" if attack == defence else f"{attack}-{defence}-{move}"

    front = one(row["factors"], row["move"])
    return f"{front}/{one(row['reduced'], row['move_reduced'])}" if row["reduced"] else front


def starts(row: Row) -> bool:
    """Whether a unit is set up before the game begins."""
    return row["turn"] == 0 and row["entry"][0] not in ("pool", "asterisk", "arko")


# -- The rule ledger --------------------------------------------------------------------------------------------------


def test_the_ledger_loads_with_every_chapter() -> None:
    book = Ledger.load(DataFolder(DATA))
    assert {rule.split(".")[0] for rule in book.ids} == {str(n) for n in range(1, 13)} | {"A1"}
    assert book.row("11.31b").what.endswith("division, never from motorized infantry.")


# -- The counters -----------------------------------------------------------------------------------------------------


def test_counter_mix() -> None:
    markers = 81
    assert (len(of("german")), len(of("soviet"))) == (157, 462)
    assert len(units()) + markers == 700
    assert len({key.casefold() for key in units()}) == len(units())


@pytest.mark.parametrize(
    ("side", "mix"),
    [
        (
            "german",
            "panzer 20, panzer-grenadier 4, motorized 10, combined-arms 2, cavalry 2, infantry 109, light 4, "
            "mountain 3, air-landing 1, paratroop 1, siege-artillery 1",
        ),
        (
            "soviet",
            "rifle 281, mountain-rifle 4, tank 64, mechanized 20, motorized-rifle 9, motorized-security 6, cavalry 17, "
            "airborne 5, militia 35, naval 1, fz 20",
        ),
    ],
)
def test_counters_by_kind(side: str, mix: str) -> None:
    assert Counter(row["kind"] for row in of(side)) == {
        kind: int(number) for kind, number in (part.split(" ") for part in mix.split(", "))
    }


def test_sides_have_their_own_kinds_nations_and_ways_to_enter() -> None:
    for row in of("german"):
        assert row["kind"] in GERMAN_KINDS
        assert row["nation"] != "soviet"
        assert row["entry"] in [
            (way,) for way in ("germany", "romania", "asterisk", "arko", "reinforcement", "romanian-edge")
        ]
        assert (row["turn"] > 0) == (row["entry"][0] in ("reinforcement", "romanian-edge"))
    for row in of("soviet"):
        assert row["kind"] in SOVIET_KINDS
        assert row["nation"] == "soviet"
        for way in row["entry"]:
            assert way in ("any", "pool", "guards") or re.fullmatch(r"\d{4}|\d{1,2}A", way)
        if {"any", "guards"} & set(row["entry"]):
            assert row["turn"] > 0
        assert row["turn"] == 0 or not any(way.endswith("A") for way in row["entry"])


@pytest.mark.rule("lwe", "2.4b")
def test_the_two_missing_divisions_are_there_from_the_start_of_the_main_front() -> None:
    for key in ("168Inf", "297Inf"):
        row = units()[key]
        assert printed(row) == "3-5/2-4"
        assert (row["side"], row["kind"], row["turn"], row["entry"]) == ("german", "infantry", 0, ("germany",))
        assert row["source"] == "text"


@pytest.mark.rule("lwe", "2.10")
def test_two_numbers_are_one_combat_factor_three_are_two() -> None:
    def factors(key: str) -> tuple[str, str, int]:
        return units()[key]["factors"], units()[key]["reduced"], units()[key]["move"]

    assert factors("6Inf") == ("3-3", "2-2", 5)  # 3-5
    assert factors("23TD") == ("2-1", "", 6)  # 2-1-6
    unlike = {row["kind"] for row in units().values() if len(set(row["factors"].split("-"))) == 2}
    assert unlike == {"tank", "siege-artillery"}


@pytest.mark.rule("lwe", "2.12a")
def test_units_with_factors_on_both_sides_have_two_steps() -> None:
    for row in units().values():
        assert (row["steps"] == 2) == bool(row["reduced"]) == (row["move_reduced"] is not None)
        if row["reduced"]:
            assert int(row["reduced"].split("-")[0]) < int(row["factors"].split("-")[0])
            assert row["move_reduced"] <= row["move"]


def test_german_divisions_are_alike_within_their_kind() -> None:
    for kind, faces in {
        "panzer": "6-12/3-10",
        "panzer-grenadier": "5-12/3-10",
        "motorized": "4-12/2-10",
        "cavalry": "2-6/1-5",
        **dict.fromkeys(FOOT, "3-5/2-4"),
    }.items():
        assert {printed(row) for row in of("german", kind) if row["nation"] == "german"} == {faces}


@pytest.mark.rule("lwe", "3.4a")
def test_of_all_soviet_units_only_guards_and_the_coastal_army_have_two_steps() -> None:
    two = [row for row in of("soviet") if row["steps"] == 2]
    assert Counter(row["entry"] for row in two) == {("guards",): 13, ("2141", "2548"): 1}
    assert all(row["turn"] > 0 for row in two)
    assert {row["steps"] for row in of("soviet") if starts(row)} == {1}


@pytest.mark.rule("lwe", "2.7n")
def test_militia_guards_are_militia() -> None:
    honoured = [row for row in of("soviet") if row["label"].startswith("g")]
    assert len(honoured) == 4
    assert {(row["kind"], row["steps"], row["entry"]) for row in honoured} == {("militia", 1, ("3802",))}


@pytest.mark.rule("lwe", "2.9a")
def test_mobility_follows_from_the_kind() -> None:
    own = {
        "cavalry": "cavalry",
        "mountain": "mountain",
        "mountain-rifle": "mountain",
        "fz": "static",
        "naval": "static",
    }
    for row in units().values():
        if row["unit"] == "ICA":
            assert row["mobility"] == "sea"
        else:
            assert row["mobility"] == ("mech" if row["kind"] in MECHANIZED else own.get(row["kind"], "foot"))


@pytest.mark.rule("lwe", "2.9b")
def test_only_fortified_zones_and_the_naval_unit_are_static() -> None:
    static = [row for row in units().values() if row["mobility"] == "static"]
    assert {row["unit"] for row in static if row["kind"] != "fz"} == {"Nvl"}
    assert Counter(row["kind"] for row in static) == {"fz": 20, "naval": 1}
    assert {row["unit"] for row in units().values() if row["move"] == 0} - {row["unit"] for row in static} == {"ICA"}
    assert all(row["move"] == 0 for row in static)


def test_sizes() -> None:
    bracketed = {row["unit"]: row["size"] for row in units().values() if row["size"].startswith("[")}
    assert bracketed == {"ArKo": "[XX]", **dict.fromkeys(("BC", "DC", "KC", "MC", "DBC"), "[XXX]")}
    assert [row["unit"] for row in units().values() if row["size"] == "XXXX"] == ["ICA"]
    assert {row["size"] for row in of("german") if row["nation"] == "german"} == {"XX", "[XX]"}
    assert [row["unit"] for row in of("german") if row["nation"] != "german" and row["size"] == "XX"] == ["Rum1Arm"]


def test_the_spanish_division_is_german() -> None:
    row = units()["SB"]
    assert (row["nation"], row["kind"], row["entry"]) == ("german", "infantry", ("reinforcement",))


def test_satellites() -> None:
    found = Counter((row["nation"], row["entry"][0]) for row in of("german") if row["nation"] != "german")
    assert found == {
        ("romanian", "romania"): 8,
        ("romanian", "romanian-edge"): 1,
        ("italian", "romanian-edge"): 1,
        ("hungarian", "asterisk"): 1,
    }
    assert units()["CSIR"]["mobility"] == units()["HF"]["mobility"] == "mech"


def test_special_german_units() -> None:
    arko = units()["ArKo"]
    assert (arko["factors"], arko["steps"], arko["entry"], arko["turn"]) == ("0-1", 1, ("arko",), 0)
    asterisks = [row["nation"] for row in of("german") if row["entry"] == ("asterisk",)]
    assert Counter(asterisks) == {"german": 7, "hungarian": 1}
    assert {row["kind"] for row in of("german") if row["entry"] == ("romania",) and row["nation"] == "german"} == {
        "infantry",
        "air-landing",
    }


def test_axis_divisions_month_by_month() -> None:
    """The article's table of divisions on the front; brigades, which count there as halves, are not in the game."""
    table_of = {  # last turn of the month: panzer, motorized, infantry, cavalry
        1: (17, 14, 90, 1),
        5: (19, 15, 102, 1),
        9: (19, 15, 102, 1),
        13: (19, 15, 103, 1),
        17: (19, 15, 104, 1),
        22: (19, 15, 106, 1),
    }
    kinds = (("panzer",), ("motorized", "panzer-grenadier"), tuple(FOOT), ("cavalry",))
    away = {last: Counter[str]() for last in table_of}
    for row in table("withdrawals.csv", WITHDRAWALS):
        for last in table_of:
            if row["turn"] <= last:
                away[last][row["what"]] += row["number"]
    for last, wanted in table_of.items():
        here = [
            sum(row["nation"] == "german" and row["turn"] <= last for row in of("german", *group))
            - sum(away[last][kind] for kind in group)
            for group in kinds
        ]
        assert all(abs(a - b) <= slack for a, b, slack in zip(here, wanted, (2, 1, 4, 1), strict=True)), (last, here)
    panzers = [row["turn"] for row in of("german", "panzer") if row["nation"] == "german"]
    assert (panzers.count(0), len(panzers)) == (17, 19)


# -- Soviet corps, pool and Guards ------------------------------------------------------------------------------------


def test_the_65th_is_the_one_corps_of_one_factor() -> None:
    corps = [row for row in of("soviet", "rifle") if row["size"] == "XXX"]
    assert len(corps) == 48
    assert [row["unit"] for row in corps if printed(row) == "1-3"] == ["65RC"]
    assert {printed(row) for row in corps} == {"1-3", "2-3", "3-3"}
    assert all(row["turn"] < 6 for row in corps)  # none is left to come when corps are done away with


def pool() -> list[Row]:
    return [row for row in of("soviet") if row["entry"] == ("pool",)]


@pytest.mark.rule("lwe", "8.10c")
def test_four_divisions_of_the_pool_are_mountain_rifle() -> None:
    assert Counter(row["kind"] for row in pool()) == {"rifle": 125, "mountain-rifle": 4}
    assert {row["size"] for row in pool()} == {"XX"}
    assert len(of("soviet", "mountain-rifle")) == 4


def test_the_pool_has_a_division_for_every_factor_of_every_corps() -> None:
    corps = [row for row in of("soviet", "rifle") if row["size"] == "XXX"]
    assert len(pool()) == sum(int(row["factors"].split("-")[0]) for row in corps)
    assert {printed(row) for row in pool()} == {"1-4"}


def test_fortified_zones() -> None:
    zones = of("soviet", "fz")
    assert len(zones) == 20
    assert {(row["factors"], row["steps"], row["move"], row["turn"], row["size"]) for row in zones} == {
        ("1-1", 1, 0, 0, "XX")
    }
    assert {len(row["entry"]) for row in zones} == {1}
    assert len({row["entry"] for row in zones}) == 20
    assert units()["FZOdessa"]["entry"] == ("2141",)


def test_the_coastal_army_and_the_naval_unit() -> None:
    army, naval = units()["ICA"], units()["Nvl"]
    assert (army["steps"], army["turn"], army["entry"], army["move"]) == (2, 2, ("2141", "2548"), 0)
    assert (naval["steps"], naval["turn"], naval["entry"], naval["move"]) == (1, 4, ("3701",), 0)


def test_guards_come_twice_and_each_has_a_kind_to_be_converted_from() -> None:
    guards = [row for row in of("soviet") if row["entry"] == ("guards",)]
    assert Counter((row["turn"], row["kind"], row["size"]) for row in guards) == {
        (12, "rifle", "XX"): 7,
        (12, "motorized-rifle", "XX"): 1,
        (20, "rifle", "XX"): 2,
        (20, "cavalry", "XXX"): 3,
    }
    for row in guards:
        plain = [other for other in of("soviet", row["kind"]) if other["steps"] == 1 and other["turn"] < row["turn"]]
        assert any(other["size"] == row["size"] for other in plain)


def test_cavalry_groups_are_told_from_regular_corps_by_their_brackets() -> None:
    sizes = Counter((row["size"], row["steps"]) for row in of("soviet", "cavalry"))
    assert sizes == {("XXX", 1): 9, ("[XXX]", 1): 5, ("XXX", 2): 3}


# -- The Turn Record Track --------------------------------------------------------------------------------------------


TOLD_LABELS = {2: "Jul I", 4: "Jul III", 5: "Jul IV", 6: "Aug I", 8: "Aug III", 9: "Aug IV", 10: "Sep I"}
TOLD_LABELS |= {12: "Sep III", 14: "Oct I", 18: "Nov I", 20: "Nov III", 22: "Dec I"}


def test_turn_labels() -> None:
    turns = {row["turn"]: row for row in table("turns.csv", TURNS)}
    assert list(turns) == list(range(1, 23))
    weeks = [f"{month} {week}" for month in ("Jul", "Aug", "Sep", "Oct", "Nov") for week in ("I", "II", "III", "IV")]
    assert [row["label"] for row in turns.values()] == ["Jun IV", *weeks, "Dec I"]
    assert turns[1]["dates"].startswith("22-")
    assert turns[22]["dates"] == "1-7 Dec"
    for turn, label in TOLD_LABELS.items():
        assert turns[turn]["label"] == label


@pytest.mark.rule("lwe", "8.8")
def test_replacement_rates() -> None:
    rates = [row["rate"] for row in table("turns.csv", TURNS)]
    assert rates == [0, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8]


def test_victory_checks() -> None:
    checks = {row["turn"]: row["check"] for row in table("turns.csv", TURNS) if row["check"]}
    assert checks[5] == 52
    assert checks[22] == 119  # the least that is a German victory at the end
    assert not {6, 7, 8} & set(checks)
    assert 9 in checks
    assert list(checks.values()) == sorted(checks.values())


# -- The tables -------------------------------------------------------------------------------------------------------


def test_the_fast_corps_is_called_for_by_name_on_turn_20() -> None:
    assert [(row["turn"], row["number"]) for row in table("withdrawals.csv", WITHDRAWALS) if row["what"] == "HF"] == [
        (20, 1)
    ]
    assert "HF" in units()


def test_there_are_units_to_withdraw() -> None:
    for what, number in Counter(
        {
            kind: sum(row["number"] for row in table("withdrawals.csv", WITHDRAWALS) if row["what"] == kind)
            for kind in ("light", "infantry", "cavalry")
        }
    ).items():
        assert number <= sum(row["nation"] == "german" for row in of("german", what))


def test_weather_worsens_with_the_die_and_with_the_season() -> None:
    rows = table("weather.csv", WEATHER)
    assert [row["turn"] for row in rows] == list(range(12, 23))
    severity = [["DRMFS".index(row[roll]) for roll in ROLLS] for row in rows]
    for line in severity:
        assert line == sorted(line)
    for column in zip(*severity, strict=True):
        assert list(column) == sorted(column)
    assert severity[0][:-1] == [0] * 7
    assert set(severity[-1]) == {2, 3, 4}


def test_attenuated_supply_only_worsens_the_odds() -> None:
    rows = table("gast.csv", GAST)
    assert [row["roll"] for row in rows] == list(range(1, 7))
    shifts = [row["shift"] for row in rows]
    assert shifts == sorted(shifts, reverse=True)
    assert shifts[0] == 0


def test_die_roll_modifiers() -> None:
    rows = table("modifiers.csv", MODIFIERS)
    told = {(row["table"], row["condition"]): row["value"] for row in rows if row["source"] == "text"}
    assert told == {("gast", "autumn"): 1, ("gast", "december"): 2, ("gast", "august-west"): -1}
    moscow = {row["condition"]: row["value"] for row in rows if row["table"] == "moscow"}
    assert len(moscow) == 3  # that there are three is told
    assert all(value > 0 for value in moscow.values())


def test_moscow_falls_the_sooner_the_higher_the_roll() -> None:
    rows = table("moscow.csv", MOSCOW)
    bonus = sum(row["value"] for row in table("modifiers.csv", MODIFIERS) if row["table"] == "moscow")
    assert [row["roll"] for row in rows] == list(range(1, 6 + bonus + 1))
    falls = [row["result"] == "collapse" for row in rows]
    assert falls == sorted(falls)
    assert set(falls[:6]) == {False, True}


def test_combat_results() -> None:
    rows = table("crt.csv", RESULTS)
    assert [row["odds"] for row in rows] == ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    order = ["AL1", "AS", "BB", "DR", "DE"]
    value = [[order.index(row[f"die{n}"]) for n in range(1, 7)] for row in rows]
    for line in value:
        assert line == sorted(line)
    for column in zip(*value, strict=True):
        assert list(column) == sorted(column)
    assert rows[-1]["die5"] == "DE"
    assert {cell for line in value for cell in line} == set(range(5))


# -- The set-up -------------------------------------------------------------------------------------------------------


def deployment() -> dict[str, Row]:
    return {row["unit"]: row for row in table("deployment.csv", DEPLOYMENT)}


def test_all_starting_units_are_deployed_and_no_others() -> None:
    assert set(deployment()) == {key for key, row in units().items() if starts(row)}


def test_units_are_deployed_in_the_step_of_their_side() -> None:
    for key, row in deployment().items():
        unit = units()[key]
        assert row["step"] == ("fz" if unit["kind"] == "fz" else unit["side"])
    steps = [row["step"] for row in deployment().values()]
    assert steps == sorted(steps, key=("fz", "soviet", "german").index)


def test_every_unit_stands_where_it_may() -> None:
    board = hexes()
    for key, row in deployment().items():
        entry = units()[key]["entry"]
        assert row["hex"] in board, key
        place = board[row["hex"]]
        assert place["terrain"] not in ("sea", "lake"), key
        if units()[key]["side"] == "german":
            assert entry[0] in place["regions"], (key, row["hex"])
        else:
            assert row["hex"] in entry or {f"area-{code}" for code in entry} & set(place["regions"]), (key, row["hex"])


def test_no_hex_is_over_the_stacking_limit() -> None:
    load = Counter[str]()
    for key, row in deployment().items():
        load[row["hex"]] += POINTS[units()[key]["size"]]
    assert max(load.values()) <= LIMIT


def test_nations_are_not_mixed_in_a_hex() -> None:
    nations: dict[str, set[str]] = {}
    for key, row in deployment().items():
        unit = units()[key]
        if unit["side"] == "soviet" or unit["mobility"] != "mech" or unit["nation"] == "german":
            nations.setdefault(row["hex"], set()).add(unit["nation"])
    assert {len(found) for found in nations.values()} == {1}


def test_the_panzer_groups_stand_where_they_stood() -> None:
    assert deployment()["1Pz"]["hex"] == deployment()["6Pz"]["hex"]
    assert deployment()["7Pz"]["hex"] == "1614"
    for group, length in {"1Pz 6Pz 8Pz": 3, "7Pz 12Pz 19Pz 20Pz": 4, "3Pz 4Pz 10Pz 17Pz 18Pz": 5}.items():
        rows = [int(deployment()[key]["hex"][2:]) for key in group.split()]
        assert len(rows) == length
        assert max(rows) - min(rows) <= 2


# -- The map as the set-up needs it -----------------------------------------------------------------------------------


def test_the_area_of_the_sixth_army_is_as_told() -> None:
    assert hexes_of("area-6A") == {"1025", "1125", "1225", "1226", "1326", "1427", "1428"}


@pytest.mark.rule("lwe", "3.4d")
def test_army_areas_do_not_overlap() -> None:
    armies = {way for row in of("soviet") for way in row["entry"] if way.endswith("A")}
    owners = Counter(label for army in armies for label in hexes_of(f"area-{army}"))
    assert all(hexes_of(f"area-{army}") for army in armies)
    assert set(owners.values()) == {1}


def test_every_army_fits_into_its_area() -> None:
    load = Counter[str]()
    for row in of("soviet"):
        if row["turn"] == 0 and len(row["entry"]) == 1:
            load[row["entry"][0]] += POINTS[row["size"]]
    for code, points in load.items():
        if code.endswith("A"):
            assert points <= LIMIT * len(hexes_of(f"area-{code}")), code
        elif code != "pool":
            assert points <= LIMIT, code


def test_every_marked_hex_has_its_fortified_zone() -> None:
    marked = {label for label, row in hexes().items() if "fz" in row["features"]}
    assert marked == {row["entry"][0] for row in of("soviet", "fz")}


def test_hexes_of_entry_are_land() -> None:
    board = hexes()
    for row in of("soviet"):
        for way in row["entry"]:
            if way.isdigit():
                assert way in board, (row["unit"], way)
                assert board[way]["terrain"] not in ("sea", "lake"), (row["unit"], way)


def test_soviet_reinforcements_enter_on_soviet_soil() -> None:
    board = hexes()
    for row in of("soviet"):
        if row["turn"] > 0:
            for way in row["entry"]:
                if way.isdigit():
                    assert "germany" not in board[way]["regions"]
                    assert "romania" not in board[way]["regions"]
