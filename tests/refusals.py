"""Which places of the rules refuse an order in no test: ``python -m pytest -p tests.refusals tests/dom ...``.

A place is a call of ``Refusal`` in a system or a title. It counts if a test has asserted what it says, row and reason,
through ``Table.refused`` or ``Table.verdict``; a test that asked for less would not notice that the place is gone.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from steppe import title
from steppe.title import Refusal, Trouble
from tests.sandbox import Table

RULES = Path(title.__file__).parent
FOLDERS = ("assault", "titles")


class Place(NamedTuple):
    file: str
    first: int
    last: int
    text: str


class Placed(Refusal):
    """A refusal that knows where it was made."""

    place: tuple[str, int]


@cache
def places() -> tuple[Place, ...]:
    return tuple(
        place for folder in FOLDERS for path in sorted((RULES / folder).rglob("*.py")) for place in sorted(_in(path))
    )


def _in(path: Path) -> Iterator[Place]:
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Refusal.__name__:
            text = " ".join((ast.get_source_segment(source, node) or "").split())
            yield Place(str(path), node.lineno, node.end_lineno or node.lineno, text)


_asserted: set[tuple[str, int]] = set()


def _make(cls: type[Refusal], rule: str, why: str, trouble: Trouble = Trouble.UNIT) -> Refusal:
    made = tuple.__new__(Placed, (rule, why, trouble))
    caller = sys._getframe(1)
    made.place = caller.f_code.co_filename, caller.f_lineno
    return made


def _note(table: Table, text: str) -> None:
    found = table.title.refuse(table.s, table.read(text))
    if isinstance(found, Placed):
        _asserted.add(found.place)


def pytest_configure() -> None:
    refused, verdict = Table.refused, Table.verdict

    def noted_refused(table: Table, text: str, rule: str, why: str) -> Refusal:
        _note(table, text)
        return refused(table, text, rule, why)

    def noted_verdict(table: Table, text: str) -> str:
        _note(table, text)
        return verdict(table, text)

    Refusal.__new__ = _make  # type: ignore[method-assign, assignment]
    Table.refused = noted_refused  # type: ignore[method-assign, assignment]
    Table.verdict = noted_verdict  # type: ignore[method-assign, assignment]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    idle = [p for p in places() if not any(p.file == f and p.first <= n <= p.last for f, n in _asserted)]
    terminalreporter.section(f"places that refuse: {len(places())}, asserted by no test: {len(idle)}")
    for place in idle:
        terminalreporter.line(f"{Path(place.file).relative_to(RULES)}:{place.first} {place.text}")
