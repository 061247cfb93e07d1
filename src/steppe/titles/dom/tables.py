"""The Turn Record Track and the ready set-up, read from the title's data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.errors import DataError
from steppe.tables import DataFolder, Schema, integer, optional, text, words
from steppe.titles.dom.setup import AREA
from steppe.titles.dom.state import ARRIVING, GERMAN

TURNS = Schema(
    {
        "turn": integer(1, 9),
        "label": text,
        "dates": text,
        "mf_mech": integer(0, 30),
        "mf_foot": integer(0, 30),
        "air_german": integer(0, 2),
        "air_soviet": integer(0, 1),
        **{kind: integer(0, 99) for kind in ARRIVING},
        "withdraw": optional(words("infantry", "cavalry"), ()),
        "note": optional(text, ""),
    },
    key="turn",
    sourced=True,
)
DEPLOYMENT = Schema({"step": text, "unit": text, "hex": text, "note": optional(text, "")}, sourced=True)


class Turn(NamedTuple):
    """A box of the Turn Record Track."""

    label: str
    mf: tuple[int, int]
    air: tuple[int, int]
    arrivals: Mapping[str, int]
    withdrawals: tuple[str, ...]
    dates: str = ""


def load_track(folder: DataFolder) -> dict[int, Turn]:
    """The Turn Record Track. 11.19: aircraft never for both sides in one turn."""
    track = {}
    for row in folder.csv("turns.csv", TURNS):
        if row["air_german"] and row["air_soviet"]:
            raise row.error("both sides have aircraft in one turn (11.19)", "air_soviet")
        track[row["turn"]] = Turn(
            row["label"],
            (row["mf_mech"], row["mf_foot"]),
            (row["air_german"], row["air_soviet"]),
            {kind: row[kind] for kind in ARRIVING},
            row["withdraw"],
            row["dates"],
        )
    return track


def load_deployment(folder: DataFolder, board: Board, units: UnitTable) -> dict[str, list[tuple[str, int]]]:
    """The ready historical set-up: German units by name, Soviet ones by type."""
    found: dict[str, list[tuple[str, int]]] = {step: [] for step in AREA}
    wanted: dict[str, list[str]] = {step: [] for step in AREA}
    for unit in units.units:
        if unit.entry in wanted:
            wanted[unit.entry].append(unit.key if unit.side == GERMAN else unit.kind)
    for row in folder.csv("deployment.csv", DEPLOYMENT):
        row.check("step", found)
        h = board.grid.hex_in(row)
        if row["unit"] not in wanted[row["step"]]:
            raise row.error(f"{row['unit']!r} is not set up in this step, or too many are", "unit")
        wanted[row["step"]].remove(row["unit"])
        found[row["step"]].append((row["unit"], h))
    for step, missing in wanted.items():
        if missing and found[step]:
            raise DataError(f"{step}: {', '.join(missing[:5])} not deployed", file=folder.open("deployment.csv"))
    return found
