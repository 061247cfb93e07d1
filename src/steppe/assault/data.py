"""What every title of the family is made of, and its tables that the kernel does not know: counters, results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence as Rows
from typing import NamedTuple

from steppe.assault.odds import ResultsTable, column_from_name
from steppe.assault.units import Face, Unit, UnitTable
from steppe.board import Board
from steppe.errors import DataError
from steppe.ledger import Ledger
from steppe.sequence import Sequence
from steppe.tables import DataFolder, Row, Schema, integer, matching, one_of, optional, text
from steppe.title import Scenario


class TitleData(NamedTuple):
    """What every title of the family is made of."""

    scenario: Scenario
    board: Board
    units: UnitTable
    sequence: Sequence
    ledger: Ledger
    results_table: ResultsTable
    options: Mapping[str, bool]


FACTORS = r"\d+-\d+"
SIZES = ("XXXX", "XXX", "[XXX]", "XX", "[XX]", "X", "III", "II", "KG")
"""Brackets mark an improvised unit."""

UNITS = Schema(
    {
        "unit": text,
        "side": text,
        "kind": text,
        "size": one_of(*SIZES),
        "mobility": text,
        "steps": integer(1, 4),
        "factors": matching(FACTORS, "attack-defence, such as 4-8"),
        "reduced": optional(
            matching(rf"{FACTORS}(/{FACTORS})*", "attack-defence, such as 2-4, for each step lost"), ""
        ),
        "shows": optional(text, ""),
        "also": optional(matching(r"\S+ " + FACTORS, "a kind and factors, such as panzer 2-1"), ""),
        "pool": optional(text, ""),
        "entry": text,
        "label": text,
        "nation": optional(text, ""),
        "move": optional(integer(0, 30), None),
        "move_reduced": optional(integer(0, 30), None),
        "turn": optional(integer(0, 99), 0),
        "note": optional(text, ""),
    },
    key="unit",
    sourced=True,
    may_lack=("shows", "also", "pool", "nation", "move", "move_reduced", "turn"),
)
RESULTS = Schema(
    {
        "odds": matching(r"(\d+:1|1:\d+)", "odds, such as 3:1"),
        **{f"die{n}": text for n in range(1, 7)},
        "note": optional(text, ""),
    },
    key="odds",
    sourced=True,
)


def factors(cell: str) -> tuple[int, int]:
    """Attack and defence; where a counter has one number for both, it stands twice [printed factors]."""
    attack, _, defence = cell.partition("-")
    return int(attack), int(defence)


def stacking_points(points: Mapping[str, int], side: str, size: str) -> int:
    """What a unit counts stacked: by its size, unless its side has a way of its own of counting ("soviet X")."""
    size = size.strip("[]")
    return points.get(f"{side} {size}", points.get(size, 1))


def make_units(
    rows: Rows[Row], seats: Rows[str], kinds: Rows[str], mobilities: Rows[str], points: Mapping[str, int] | None = None
) -> UnitTable:
    """The counters of a title from rows like those of ``units.csv``; ``points`` says what each size counts stacked."""
    units: list[Unit] = []
    faces: list[Face] = []
    own: list[int] = []
    other: list[int] = []
    for row in rows:
        for field, known in (("side", seats), ("kind", kinds), ("mobility", mobilities)):
            row.check(field, known)
        if not re.fullmatch(r"[A-Za-z0-9]+", row["unit"]):
            raise row.error("a unit's key is made of letters and digits", "unit")
        reduced = [pair for pair in row["reduced"].split("/") if pair]
        if len(reduced) != row["steps"] - 1:
            raise row.error("a unit has reduced factors for each of its steps but one, the strongest first", "reduced")
        by_steps = [factors(pair) for pair in (*reversed(reduced), row["factors"])]
        moves = tuple(m for m in (*[row["move_reduced"]] * len(reduced), row["move"]) if m is not None)
        if moves and len(moves) != row["steps"]:
            raise row.error("a movement factor is wanted for each step", "move")
        own.append(len(faces))
        faces.append(Face(row["shows"] or row["kind"], tuple(by_steps), row["label"]))
        other.append(-1)
        if row["also"]:
            kind, _, strength = row["also"].partition(" ")
            other[-1] = len(faces)
            faces.append(Face(kind, (factors(strength),), row["label"]))
        units.append(
            Unit(
                row["unit"],
                list(seats).index(row["side"]),
                row["kind"],
                row["size"],
                row["mobility"],
                row["steps"],
                row["pool"],
                row["entry"],
                1 if points is None else stacking_points(points, row["side"], row["size"]),
                row["nation"],
                moves,
                row["turn"],
                source=row["source"],
                note=row["note"],
            )
        )
    return UnitTable(tuple(units), tuple(faces), tuple(own), tuple(other))


def load_results(folder: DataFolder, results: Rows[str], above: str, below: str) -> ResultsTable:
    """The Combat Results Table from ``crt.csv``: columns without a gap, known results only."""
    rows = folder.csv("crt.csv", RESULTS)
    for row in rows:
        for n in range(1, 7):
            row.check(f"die{n}", results)
    columns = sorted(column_from_name(row["odds"]) for row in rows)
    if columns != list(range(columns[0], columns[-1] + 1)):
        raise DataError("the columns of the Combat Results Table have a gap", file=folder.open("crt.csv"), field="odds")
    return ResultsTable({row["odds"]: [row[f"die{n}"] for n in range(1, 7)] for row in rows}, above, below)
