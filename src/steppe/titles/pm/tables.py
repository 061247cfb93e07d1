"""The charts and tables of chapter 17 and the ready set-up, read from the title's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from steppe.assault import weather
from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.errors import DataError
from steppe.tables import DataFolder, Row, Schema, integer, one_of, optional, text

LAST_TURN = 12
WITHDRAWN = ("light", "infantry", "cavalry", "HF", "flak", "aviation")
"""What the German Withdrawal Table asks for (17.4)."""
TYPES = ("RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "GRD", "GCD", "GMRD", "GTB")
"""The columns of the Soviet schedule, but for its aircraft (17.6)."""
START = ("frontier", "interior")
OKH = {"okh-north": -1, "okh-south": -2}
"""Places of the ready set-up that are no hexes (8.2)."""

ALL = -1
"""The cost of a hexside that takes the whole move (12.16)."""

TURNS = Schema(
    {
        "turn": integer(1, LAST_TURN),
        "label": text,
        "dates": text,
        "couplets": integer(1, 2),
        "rate": integer(0, 9),
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
ROLLS = range(-1, 7)
WEATHER = Schema(
    {
        "turn": integer(1, LAST_TURN),
        "couplet": integer(1, 2),
        **{str(roll): one_of(*weather.KINDS) for roll in ROLLS},
        "note": optional(text, ""),
    },
    key=("turn", "couplet"),
    sourced=True,
)
VICTORY = Schema(
    {"turn": integer(1, LAST_TURN), "points": integer(0, 99), "note": optional(text, "")}, key="turn", sourced=True
)
"""17.2."""
FORTS = Schema({"line": text, "turn": integer(1, LAST_TURN), "note": optional(text, "")}, key="line", sourced=True)
WITHDRAWALS = Schema(
    {
        "turn": integer(1, LAST_TURN),
        "what": one_of(*WITHDRAWN),
        "number": integer(1, 9),
        "note": optional(text, ""),
    },
    key=("turn", "what"),
    sourced=True,
)
REFITS = Schema({"die": integer(1, 6), "steps": integer(0, 4), "note": optional(text, "")}, key="die", sourced=True)
"""17.5."""
SCHEDULE = Schema(
    {
        "step": one_of(*START, *(str(turn) for turn in range(1, LAST_TURN + 1))),
        **{kind: integer(0, 999) for kind in (*TYPES, "air")},
        "note": optional(text, ""),
    },
    key="step",
    sourced=True,
)
AVIATION = Schema(
    {"turn": integer(1, LAST_TURN), "factor": integer(0, 20), "note": optional(text, "")}, key="turn", sourced=True
)
GAST = Schema({"roll": integer(1, 6), "shift": integer(-9, 0), "note": optional(text, "")}, key="roll", sourced=True)
MODIFIERS = Schema(
    {"table": one_of("gast"), "condition": text, "value": integer(-9, 9), "note": optional(text, "")},
    key=("table", "condition"),
    sourced=True,
)
COST = one_of("all", *(str(n) for n in range(10)))
TERRAIN = Schema(
    {
        "terrain": text,
        "mech": optional(COST, ""),
        "foot": optional(COST, ""),
        "cavalry": optional(COST, ""),
        "mountain": optional(COST, ""),
        "prepared": optional(integer(-9, 9), None),
        "mobile": optional(integer(-9, 9), None),
        "note": optional(text, ""),
    },
    key="terrain",
    sourced=True,
)
MARKERS = Schema(
    {"marker": text, "side": optional(text, ""), "number": integer(1, 99), "note": optional(text, "")},
    key="marker",
    sourced=True,
)
DEPLOYMENT = Schema({"step": text, "unit": text, "hex": text, "note": optional(text, "")}, sourced=True)


class Turn(NamedTuple):
    """A box of the Turn Record Track."""

    label: str
    couplets: int
    rate: int
    """Rifle divisions that a Military District hex replaces (8.13)."""


class Terrain(NamedTuple):
    """A row of the Terrain Effects Chart (17.9)."""

    costs: Mapping[str, int | None]
    """By mobility; ALL for the whole move; None if the hex's other terrain says it, or if it is closed."""
    prepared: int | None
    mobile: int | None
    """Columns; None if there is no such assault."""


class Tables(NamedTuple):
    """The chart and table card."""

    track: Mapping[int, Turn]
    weather: Mapping[tuple[int, int], Mapping[int, int]]
    """By turn and couplet, then by die (17.1)."""
    victory: Mapping[int, int]
    forts: Mapping[str, int]
    withdrawals: Mapping[tuple[int, str], int]
    refits: Mapping[int, int]
    schedule: Mapping[str, Mapping[str, int]]
    aviation: Mapping[int, int]
    terrain: Mapping[str, Terrain]
    gast: Mapping[int, int]
    modifiers: Mapping[str, Mapping[str, int]]


def load_tables(folder: DataFolder) -> Tables:
    modifiers: dict[str, dict[str, int]] = {"gast": {}}
    for row in folder.csv("modifiers.csv", MODIFIERS):
        modifiers[row["table"]][row["condition"]] = row["value"]
    return Tables(
        track={row["turn"]: Turn(row["label"], row["couplets"], row["rate"]) for row in folder.csv("turns.csv", TURNS)},
        weather={
            (row["turn"], row["couplet"]): {roll: weather.KINDS.index(row[str(roll)]) for roll in ROLLS}
            for row in folder.csv("weather.csv", WEATHER)
        },
        victory={row["turn"]: row["points"] for row in folder.csv("victory.csv", VICTORY)},
        forts={row["line"]: row["turn"] for row in folder.csv("forts.csv", FORTS)},
        withdrawals={(row["turn"], row["what"]): row["number"] for row in folder.csv("withdrawals.csv", WITHDRAWALS)},
        refits={row["die"]: row["steps"] for row in folder.csv("refits.csv", REFITS)},
        schedule={
            row["step"]: {kind: row[kind] for kind in (*TYPES, "air")} for row in folder.csv("schedule.csv", SCHEDULE)
        },
        aviation={row["turn"]: row["factor"] for row in folder.csv("aviation.csv", AVIATION)},
        terrain={row["terrain"]: _terrain(row) for row in folder.csv("terrain.csv", TERRAIN)},
        gast={row["roll"]: row["shift"] for row in folder.csv("gast.csv", GAST)},
        modifiers=modifiers,
    )


def _terrain(row: Row) -> Terrain:
    costs = {
        mobility: None if row[mobility] == "" else ALL if row[mobility] == "all" else int(row[mobility])
        for mobility in ("mech", "foot", "cavalry", "mountain")
    }
    return Terrain(costs, row["prepared"], row["mobile"])


def check_schedule(folder: DataFolder, tables: Tables, units: UnitTable) -> None:
    """3.2, 3.5: there are as many counters for every zone and turn as the schedule asks for (17.6)."""
    found: dict[str, Counter[str]] = {}
    for unit in units.units:
        if unit.kind in TYPES:
            found.setdefault(str(unit.turn) if unit.turn else unit.entry, Counter())[unit.kind] += 1
    for step, row in tables.schedule.items():
        for kind in TYPES:
            number = found.get(step, Counter())[kind]
            if number != row[kind]:
                raise DataError(
                    f"the schedule wants {row[kind]} {kind} for {step}, units.csv has {number}",
                    file=folder.open("schedule.csv"),
                    field=kind,
                )


def load_deployment(folder: DataFolder, board: Board, units: UnitTable) -> dict[str, list[tuple[str, int]]]:
    """The ready historical set-up: German units one by one, Soviet ones by type."""
    found: dict[str, list[tuple[str, int]]] = {"frontier": [], "interior": [], "german": []}
    for row in folder.csv("deployment.csv", DEPLOYMENT):
        row.check("step", found)
        if row["unit"] not in units.index and row["unit"] not in TYPES:
            raise row.error(f"there is no unit or type {row['unit']!r}", "unit")
        where = OKH[row["hex"]] if row["hex"] in OKH else board.grid.hex_in(row)
        found[row["step"]].append((row["unit"], where))
    return found
