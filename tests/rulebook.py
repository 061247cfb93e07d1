"""The ``rule`` marker: ties tests to rows of the rule ledgers, and notes which rows passing tests have shown.

    @pytest.mark.rule("dom", "11.17b", "11.17c")

A row that no ledger holds stops the collection. After a run ``.rules-report.json`` names, for every title, each row
that a passing test cites, with those tests. The hooks work under xdist too: a worker sends the rows along with its
reports, and the controller alone gathers and writes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from steppe.errors import DataError
from steppe.ledger import Ledger
from steppe.tables import DataFolder

REPORT = ".rules-report.json"
PROPERTY = "rule"

PLACES = (resources.files("steppe.titles"), Path(__file__).parent / "skirmish" / "titles")
"""Where titles lie: our own, and that of the tests."""

Cited = dict[str, dict[str, list[str]]]
"""Title, row, tests."""


@cache
def _folders() -> dict[str, Traversable]:
    """By title, its folder, if it has a ledger."""
    return {folder.name: folder for place in PLACES for folder in place.iterdir() if _rules(folder).is_file()}


def titles() -> list[str]:
    """The titles that have a ledger."""
    return sorted(_folders())


@cache
def ledger(title: str) -> Ledger:
    """Our own ledger of a title, whatever the user has laid over it."""
    return Ledger.load(DataFolder(_folders()[title] / "data"))


def _rules(folder: Traversable) -> Traversable:
    return folder / "data" / "rules.csv"


def cited_rows(item: pytest.Item) -> list[tuple[str, str]]:
    """The (title, row) pairs that a test is marked with; ValueError if one does not exist."""
    found: list[tuple[str, str]] = []
    for mark in item.iter_markers("rule"):
        if len(mark.args) < 2 or mark.kwargs or not all(isinstance(arg, str) for arg in mark.args):
            raise ValueError("rule() takes a title and at least one row, all as text")
        title, *rows = mark.args
        if title not in titles():
            raise ValueError(f"rule(): no title {title!r} has a ledger")
        for row in rows:
            if row not in ledger(title):
                raise ValueError(f"rule(): the ledger of {title!r} has no row {row!r}")
            found.append((title, row))
    return found


class Gatherer:
    """Collects the rows of passing tests from their reports."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed: dict[str, list[str]] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed[report.nodeid] = [str(value) for key, value in report.user_properties if key == PROPERTY]

    def cited(self) -> Cited:
        cited: Cited = {title: {} for title in titles()}
        for test in sorted(self.passed.keys() - self.failed):
            for text in self.passed[test]:
                title, row = text.split()
                cited[title].setdefault(row, []).append(test)
        return cited

    def pytest_sessionfinish(self) -> None:
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}.tmp")
        temporary.write_text(json.dumps(self.cited(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
        os.replace(temporary, self.path)


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker and not config.option.collectonly:
        config.pluginmanager.register(Gatherer(config.rootpath / REPORT), "steppe-rules")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A wrong mark fails the collection of its module; a report finds its way from a worker, an exception does not."""
    report = yield
    wrong: list[str] = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            try:
                item.user_properties += [(PROPERTY, f"{title} {row}") for title, row in cited_rows(item)]
            except (ValueError, DataError) as error:
                wrong.append(f"{item.nodeid}: {error}")
    if wrong:
        report.outcome, report.longrepr, report.result = "failed", "\n".join(wrong), []
    return report
