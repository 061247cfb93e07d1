"""The tables of a skirmish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steppe.board import Board
from steppe.errors import SteppeError
from steppe.hexgrid import HexGrid, Numbering
from steppe.ledger import Ledger
from steppe.sequence import Sequence as PlaySequence
from steppe.sequence import Step
from steppe.tables import DataFolder, Schema, integer, one_of, optional, text, words
from steppe.title import Scenario

TERRAINS = ("open", "wood", "hill")
SIDE_KINDS = ("stream", "cliff")
KINDS = ("foot", "horse", "guns", "band")
RESULTS = ("repulse", "standoff", "shaken", "routed")

HEXES = Schema(
    {
        "hex": text,
        "terrain": one_of(*TERRAINS),
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
    {"a": text, "b": text, "kind": one_of(*SIDE_KINDS), "name": optional(text, ""), "note": optional(text, "")},
    key=("a", "b", "kind"),
    sourced=True,
)
UNITS = Schema(
    {
        "unit": text,
        "side": text,
        "kind": one_of(*KINDS),
        "strength": optional(integer(1, 9), 0),
        "move": integer(1, 9),
        "label": text,
        "note": optional(text, ""),
    },
    key="unit",
    sourced=True,
)
CHITS = Schema({"side": text, "value": integer(1, 9), "count": integer(1, 9)}, key=("side", "value"), sourced=True)
COSTS = Schema(
    {"kind": one_of(*KINDS), **{name: integer(0, 9) for name in (*TERRAINS, "stream")}}, key="kind", sourced=True
)
TABLE = Schema({"at_least": integer(-9, 20), "result": one_of(*RESULTS)}, key="at_least", sourced=True)
TURNS = Schema({"turn": integer(1, 99), "label": text, "words": optional(text, "")}, key="turn", sourced=True)
DEPLOYMENT = Schema({"scenario": text, "unit": text, "hex": text}, key=("scenario", "unit"), sourced=True)
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


class Unit(NamedTuple):
    key: str
    side: int
    kind: str
    strength: int
    """0: that of its chit."""
    move: int
    label: str
    source: str
    note: str


class SkirmishData(NamedTuple):
    """What a title of this system is made of."""

    scenario: Scenario
    board: Board
    units: tuple[Unit, ...]
    chits: tuple[tuple[int, ...], ...]
    """By side, every chit."""
    costs: Mapping[str, Mapping[str, int]]
    table: tuple[tuple[int, str], ...]
    """From which total on each result comes, the lowest first."""
    turns: tuple[tuple[int, str, str], ...]
    deployment: Mapping[str, str]
    sequence: PlaySequence
    ledger: Ledger
    options: Mapping[str, bool]


def load_board(folder: DataFolder, numbering: Numbering) -> Board:
    rows = folder.csv("hexes.csv", HEXES)
    grid = HexGrid(numbering, [row["hex"] for row in rows])
    features: dict[str, set[int]] = {}
    regions: dict[str, set[int]] = {}
    for h, row in enumerate(rows):
        for column, into in (("features", features), ("regions", regions)):
            for name in row[column]:
                into.setdefault(name, set()).add(h)
    sides: dict[tuple[int, int], list[str]] = {}
    for row in folder.csv("sides.csv", SIDES):
        sides.setdefault((grid.id(row["a"]), grid.id(row["b"])), []).append(row["kind"])
    return Board(
        grid,
        terrain=[row["terrain"] for row in rows],
        features=features,
        sides=sides,
        regions=regions,
        names={h: row["name"] for h, row in enumerate(rows) if row["name"]},
        sources={h: row["source"] for h, row in enumerate(rows)},
    )


def load_sequence(folder: DataFolder, seats: Sequence[str]) -> PlaySequence:
    return PlaySequence(
        [
            Step(
                row["step"],
                row["frame"],
                list(seats).index(row["seat"]),
                row["decision"],
                frozenset(map(int, row["turns"])),
                row["rule"],
                row["words"],
            )
            for row in folder.csv("sequence.csv", SEQUENCE)
        ]
    )


def chosen(known: Mapping[str, tuple[bool, str]], options: Mapping[str, Any]) -> dict[str, bool]:
    """All options with their values."""
    for name, value in options.items():
        if name not in known or not isinstance(value, bool):
            raise SteppeError(f"{name} = {value!r} is no option; known are {', '.join(known)}, each on or off")
    return {name: bool(options.get(name, default)) for name, (default, _) in known.items()}


def load_data(
    folder: DataFolder, scenario: Scenario, board: Board, seats: Sequence[str], options: Mapping[str, bool]
) -> SkirmishData:
    by_name = list(seats).index
    units = tuple(
        Unit(
            row["unit"],
            by_name(row["side"]),
            row["kind"],
            row["strength"],
            row["move"],
            row["label"],
            row["source"],
            row["note"],
        )
        for row in folder.csv("units.csv", UNITS)
    )
    chits: list[list[int]] = [[] for _ in seats]
    for row in folder.csv("chits.csv", CHITS):
        chits[by_name(row["side"])] += [row["value"]] * row["count"]
    return SkirmishData(
        scenario,
        board,
        units,
        tuple(map(tuple, chits)),
        {row["kind"]: row for row in folder.csv("costs.csv", COSTS)},
        tuple(sorted((row["at_least"], row["result"]) for row in folder.csv("results.csv", TABLE))),
        tuple((row["turn"], row["label"], row["words"]) for row in folder.csv("turns.csv", TURNS)),
        {
            row["unit"]: row["hex"]
            for row in folder.csv("deployment.csv", DEPLOYMENT)
            if row["scenario"] == scenario.key
        },
        load_sequence(folder, seats),
        Ledger.load(folder),
        options,
    )
