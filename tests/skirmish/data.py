"""The tables of a skirmish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from steppe.board import Board
from steppe.ledger import Ledger
from steppe.sequence import Sequence as PlaySequence
from steppe.tables import DataFolder, Schema, integer, one_of, optional, text
from steppe.title import Scenario
from tests.skirmish.decisions import DECISIONS

TERRAINS = ("open", "wood", "hill")
SIDE_KINDS = ("stream", "cliff")
KINDS = ("foot", "horse", "guns", "band")
RESULTS = ("repulse", "standoff", "shaken", "routed")

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
        PlaySequence.load(folder, seats, [decision.name for decision in DECISIONS]),
        Ledger.load(folder),
        options,
    )
