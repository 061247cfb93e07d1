"""The result of a simulation: a Parquet file with a row for each game, and the plan in its head.

The same plan gives the same file byte for byte, so there is nothing in it that depends on who played when. Columns
with a value for each seat hold them in the order of the seats, which the head names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from steppe import titles
from steppe.errors import SteppeError
from steppe.lab.plan import FORMAT, Plan
from steppe.lab.rows import Row

KEY = b"steppe"
ROW_GROUP = 512


class Results(NamedTuple):
    """Simulated games that can be read together."""

    head: dict[str, Any]
    """The plan's document, and the seats."""
    rows: list[Row]

    @property
    def title(self) -> str:
        return str(self.head["title"])

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.head["seats"])


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise SteppeError("simulations need pyarrow: pip install 'steppe[lab]'") from None


def check_installed() -> None:
    _arrow()


def schema(pa: Any) -> Any:
    """What a row holds; docs/lab.md says what it means."""
    whole, short, real, text = pa.int32(), pa.int16(), pa.float64(), pa.string()
    by_seat = pa.list_(whole)
    lost = pa.struct([("seat", text), ("kind", text), ("steps", whole)])
    turn = pa.struct(
        [
            ("turn", short),
            ("points", whole),
            ("steps", by_seat),
            ("attack", by_seat),
            ("defence", by_seat),
            ("battles", by_seat),
            ("luck", pa.list_(real)),
            ("lost", pa.list_(lost)),
            ("control", pa.binary()),
        ]
    )
    return pa.schema(
        [
            ("game", whole),
            ("variant", text),
            ("scenario", text),
            ("pair", whole),
            ("seed", pa.int64()),
            ("bots", pa.list_(text)),
            ("winner", text),
            ("level", text),
            ("rule", text),
            ("turn", short),
            ("orders", whole),
            ("head", text),
            ("points", whole),
            ("lost", by_seat),
            ("battles", by_seat),
            ("luck", pa.list_(real)),
            ("turns", pa.list_(turn)),
            ("taken", pa.list_(pa.struct([("turn", short), ("hex", text), ("seat", text)]))),
        ]
    )


def write(path: Path, plan: Plan, rows: Iterable[Row]) -> None:
    """The whole file at once: it is there and complete, or it is not there."""
    pa, parquet = _arrow()
    table = pa.Table.from_pylist(
        [_packed(row) for row in sorted(rows, key=lambda row: int(row["game"]))],
        schema=schema(pa).with_metadata({KEY: json.dumps(_head(plan), sort_keys=True)}),
    )
    beside = path.with_name(path.name + ".tmp")
    parquet.write_table(
        table,
        beside,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        row_group_size=ROW_GROUP,
        use_dictionary=True,
        write_statistics=True,
        store_schema=True,
    )
    os.replace(beside, path)


def won_by(row: Row, seat: str) -> float:
    """What a game is worth to a seat: 1 if it won, a half if nobody did or the game was stopped before its end."""
    return float(row["winner"] == seat) if row["winner"] else 0.5


def is_drawn(row: Row) -> bool:
    """Whether a game came to its end and nobody won it."""
    return bool(row["winner"] == "")


def _head(plan: Plan) -> dict[str, Any]:
    return plan.document | {"seats": list(titles.load(plan.title).seats)}


def _packed(row: Row) -> Row:
    return row | {"turns": [turn | {"control": bytes.fromhex(turn["control"])} for turn in row["turns"]]}


def read(path: Path) -> Results:
    """A file that ``write`` wrote."""
    pa, parquet = _arrow()
    if not path.is_file():
        raise SteppeError(f"{path}: there is no such file")
    try:
        table = parquet.read_table(path)
        head = json.loads((table.schema.metadata or {})[KEY])
    except (pa.ArrowInvalid, KeyError, ValueError):
        raise SteppeError(f"{path}: not the result of a simulation") from None
    if head.get("format") != FORMAT:
        raise SteppeError(f"{path}: was written by another version of Steppe (format {head.get('format')})")
    return Results(head, table.to_pylist())


def read_all(paths: Sequence[Path]) -> Results:
    """Several files of one title as one; their games are numbered through."""
    found = [read(path) for path in paths]
    for path, one in zip(paths, found, strict=True):
        if one.title != found[0].title:
            raise SteppeError(f"{path}: is of {one.title}, but {paths[0]} is of {found[0].title}")
    rows = [row for one in found for row in one.rows]
    return Results(found[0].head, [row | {"game": number} for number, row in enumerate(rows)])
