"""Corrections by hand, applied after everything else; each line says why, and (if it likes) on what ground."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.mapmaker.layers import read_rows

COLUMNS = ("hex", "other", "field", "value", "reason")
HEX_FIELDS = ("terrain", "region", "feature", "no-feature", "name", "note")
SIDE_FIELDS = ("river", "reservoir", "lake", "sea", "sivash", "kerch", "no-side")
SOURCES = ("text", "derived", "reconstructed")


@dataclass(frozen=True)
class Override:
    """One correction: of a hex, or of the side between a hex and another."""

    hex: int
    other: int
    field: str
    value: str
    reason: str
    source: str = "reconstructed"


def read_overrides(file: Path, grid: HexGrid) -> list[Override]:
    found: list[Override] = []
    for line, row in enumerate(read_rows(file, COLUMNS), start=2):
        try:
            here = grid.id(row["hex"])
            other = grid.id(row["other"]) if row["other"] else -1
        except DataError as error:
            raise DataError(str(error), file=file, line=line, field="hex") from None
        allowed = HEX_FIELDS if other < 0 else SIDE_FIELDS
        if row["field"] not in allowed:
            raise DataError(f"{row['field']!r} is none of {', '.join(allowed)}", file=file, line=line, field="field")
        if other >= 0 and grid.direction(here, other) < 0:
            raise DataError(f"{row['hex']} and {row['other']} are not adjacent", file=file, line=line, field="other")
        if not row["reason"].strip():
            raise DataError("every override needs a reason", file=file, line=line, field="reason")
        source = row.get("source") or "reconstructed"
        if source not in SOURCES:
            raise DataError(f"{source!r} is none of {', '.join(SOURCES)}", file=file, line=line, field="source")
        found.append(Override(here, other, row["field"], row["value"], row["reason"], source))
    return found
