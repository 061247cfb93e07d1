"""Loading the tables that every title of the family has: map, counters, Combat Results Table, sequence of play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence as Rows
from typing import Any, NamedTuple

from steppe.assault.odds import ResultsTable, column_from_name
from steppe.assault.units import Face, Unit, UnitTable
from steppe.board import Board
from steppe.errors import DataError, SteppeError
from steppe.hexgrid import HexGrid, Numbering
from steppe.ledger import Ledger
from steppe.sequence import Sequence, Step
from steppe.tables import DataFolder, Row, Schema, integer, matching, one_of, optional, text, words
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

HEXES = Schema(
    {
        "hex": text,
        "terrain": text,
        "features": optional(words(), ()),
        "name": optional(text, ""),
        "sheet": optional(text, ""),
        "regions": optional(words(), ()),
        "note": optional(text, ""),
    },
    key="hex",
    sourced=True,
)
SIDES = Schema(
    {"a": text, "b": text, "kind": text, "name": optional(text, ""), "note": optional(text, "")},
    key=("a", "b", "kind"),
    sourced=True,
)
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
SEQUENCE = Schema(
    {
        "step": text,
        "frame": text,
        "seat": text,
        "decision": text,
        "turns": optional(words(), ()),
        "rule": text,
        "words": text,
    },
    key="step",
    sourced=True,
)


def load_board(folder: DataFolder, numbering: Numbering, terrains: Rows[str], side_kinds: Rows[str]) -> Board:
    """The map from ``hexes.csv`` and ``sides.csv``."""
    rows = folder.csv("hexes.csv", HEXES)
    grid = HexGrid(numbering, [row["hex"] for row in rows])
    features: dict[str, set[int]] = {}
    regions: dict[str, set[int]] = {}
    names: dict[int, str] = {}
    for h, row in enumerate(rows):
        if row["terrain"] not in terrains:
            raise row.error(f"{row['terrain']!r} is not one of {', '.join(terrains)}", "terrain")
        for feature in row["features"]:
            features.setdefault(feature, set()).add(h)
        for region in (*row["regions"], *([f"sheet {row['sheet']}"] if row["sheet"] else [])):
            regions.setdefault(region, set()).add(h)
        if row["name"]:
            names[h] = row["name"]
    sides: dict[tuple[int, int], list[str]] = {}
    for row in folder.csv("sides.csv", SIDES):
        if row["kind"] not in side_kinds:
            raise row.error(f"{row['kind']!r} is not one of {', '.join(side_kinds)}", "kind")
        ends = []
        for field in ("a", "b"):
            if row[field] not in grid.index:
                raise row.error(f"there is no hex {row[field]!r} on this map", field)
            ends.append(grid.index[row[field]])
        a, b = sorted(ends)
        if grid.direction(a, b) < 0:
            raise row.error(f"{row['a']} and {row['b']} are not adjacent", "b")
        sides.setdefault((a, b), []).append(row["kind"])
    return Board(
        grid,
        terrain=[row["terrain"] for row in rows],
        features=features,
        sides=sides,
        regions=regions,
        names=names,
        sources={h: row["source"] for h, row in enumerate(rows)},
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
            if row[field] not in known:
                raise row.error(f"{row[field]!r} is not one of {', '.join(known)}", field)
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
            if row[f"die{n}"] not in results:
                raise row.error(f"{row[f'die{n}']!r} is not one of {', '.join(results)}", f"die{n}")
    columns = sorted(column_from_name(row["odds"]) for row in rows)
    if columns != list(range(columns[0], columns[-1] + 1)):
        raise DataError("the columns of the Combat Results Table have a gap", file=folder.open("crt.csv"), field="odds")
    return ResultsTable({row["odds"]: [row[f"die{n}"] for n in range(1, 7)] for row in rows}, above, below)


def load_sequence(folder: DataFolder, seats: Rows[str], decisions: Rows[str]) -> Sequence:
    steps = []
    for row in folder.csv("sequence.csv", SEQUENCE):
        if row["seat"] not in seats:
            raise row.error(f"{row['seat']!r} is not one of {', '.join(seats)}", "seat")
        if row["decision"] not in decisions:
            raise row.error(f"{row['decision']!r} is not one of {', '.join(decisions)}", "decision")
        turns = frozenset(int(t) for t in row["turns"])
        seat = list(seats).index(row["seat"])
        steps.append(Step(row["step"], row["frame"], seat, row["decision"], turns, row["rule"], row["words"]))
    return Sequence(steps)


def chosen_options(known: Mapping[str, tuple[bool, str]], options: Mapping[str, Any]) -> dict[str, bool]:
    """All options of a title with their values; an unknown one, or a value that is not yes or no, is an error."""
    chosen = {name: default for name, (default, _) in known.items()}
    for name, value in options.items():
        if name not in known:
            raise SteppeError(f"there is no option {name!r}; known are {', '.join(known)}")
        if not isinstance(value, bool):
            raise SteppeError(f"option {name!r} is on or off, not {value!r}")
        chosen[name] = value
    return chosen
