"""The charts of the player aid card and the ready set-up, read from the title's data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steppe.assault import weather
from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.tables import DataFolder, Schema, integer, one_of, optional, text
from steppe.titles.lwe.state import WITHDRAWN

TURNS = Schema(
    {
        "turn": integer(1, 22),
        "label": text,
        "dates": text,
        "check": optional(integer(0, 999), None),
        "rate": integer(0, 20),
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
WITHDRAWALS = Schema(
    {"turn": integer(1, 22), "what": one_of(*WITHDRAWN), "number": integer(1, 9), "note": optional(text, "")},
    key=("turn", "what"),
    sourced=True,
)
ROLLS = range(-1, 7)
WEATHER = Schema(
    {
        "turn": integer(1, 22),
        **{str(roll): one_of(*weather.KINDS) for roll in ROLLS},
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
GAST = Schema({"roll": integer(), "shift": integer(-9, 0), "note": optional(text, "")}, key="roll", sourced=True)
MOSCOW = Schema(
    {"roll": integer(), "result": one_of("collapse", "fights-on"), "note": optional(text, "")}, key="roll", sourced=True
)
MODIFIERS = Schema(
    {"table": one_of("gast", "moscow"), "condition": text, "value": integer(-9, 9), "note": optional(text, "")},
    key=("table", "condition"),
    sourced=True,
)
DEPLOYMENT = Schema({"step": text, "unit": text, "hex": text, "note": optional(text, "")}, sourced=True)


class Turn(NamedTuple):
    """A box of the Turn Record and Reinforcement Track."""

    label: str
    check: int | None
    rate: int
    dates: str = ""


class Tables(NamedTuple):
    """The charts of the player aid card."""

    track: Mapping[int, Turn]
    withdrawals: Mapping[tuple[int, str], int]
    weather: Mapping[int, Mapping[int, int]]
    gast: Mapping[int, int]
    moscow: Mapping[int, str]
    modifiers: Mapping[str, Mapping[str, int]]


def load_tables(folder: DataFolder) -> Tables:
    modifiers: dict[str, dict[str, int]] = {"gast": {}, "moscow": {}}
    for row in folder.csv("modifiers.csv", MODIFIERS):
        modifiers[row["table"]][row["condition"]] = row["value"]
    return Tables(
        {
            row["turn"]: Turn(row["label"], row["check"], row["rate"], row["dates"])
            for row in folder.csv("turns.csv", TURNS)
        },
        {(row["turn"], row["what"]): row["number"] for row in folder.csv("withdrawals.csv", WITHDRAWALS)},
        {
            row["turn"]: {roll: weather.KINDS.index(row[str(roll)]) for roll in ROLLS}
            for row in folder.csv("weather.csv", WEATHER)
        },
        {row["roll"]: row["shift"] for row in folder.csv("gast.csv", GAST)},
        {row["roll"]: row["result"] for row in folder.csv("moscow.csv", MOSCOW)},
        modifiers,
    )


def load_deployment(folder: DataFolder, board: Board, units: UnitTable) -> dict[str, list[tuple[int, int]]]:
    """The ready historical set-up, unit by unit."""
    found: dict[str, list[tuple[int, int]]] = {"fz": [], "soviet": [], "german": []}
    for row in folder.csv("deployment.csv", DEPLOYMENT):
        row.check("step", found)
        if row["unit"] not in units.index:
            raise row.error(f"there is no unit {row['unit']!r}", "unit")
        found[row["step"]].append((units.index[row["unit"]], board.grid.hex_in(row)))
    return found
