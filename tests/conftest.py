"""What all tests share."""

from importlib.resources.abc import Traversable
from pathlib import Path

from hypothesis import settings

from steppe import tables
from tests.rulebook import pytest_configure, pytest_make_collect_report

__all__ = ["pytest_configure", "pytest_make_collect_report"]

# A busy machine is no failure; slow tests are caught by the timeout.
settings.register_profile("steppe", deadline=None)
settings.load_profile("steppe")


def _read_tables_once() -> None:
    """Reading a title's tables takes longer than most tests; those of the package, which no test changes, are kept."""
    read = tables.read_csv
    ours = str(Path(tables.__file__).parent)
    known: dict[tuple[str, int], tuple[tables.Schema, list[tables.Row]]] = {}

    def read_csv(path: Traversable, schema: tables.Schema) -> list[tables.Row]:
        if not str(path).startswith(ours):
            return read(path, schema)
        key = str(path), id(schema)
        if key not in known:
            known[key] = schema, read(path, schema)
        return list(known[key][1])

    tables.read_csv = read_csv


_read_tables_once()
