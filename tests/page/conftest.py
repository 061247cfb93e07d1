"""A server and a browser for all tests of the page, and a fresh table for each.

Both end with this folder's last test: a running Playwright keeps other tests from starting an event loop.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.page.browsers import browsing, serving, what_is_missing
from tests.page.table import Table

NEEDED = "STEPPE_NEEDS_BROWSER"
"""Set where these tests must not be skipped."""


@pytest.fixture(scope="package")
def can_be_tried() -> None:
    missing = what_is_missing()
    if missing and os.environ.get(NEEDED):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)


@pytest.fixture(scope="package")
def address(can_be_tried: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="package")
def browser(can_be_tried: None) -> Iterator[Browser]:
    with browsing() as (_, found):
        yield found


@pytest.fixture
def sit_down(browser: Browser, address: str) -> Iterator[Callable[..., Table]]:
    """Opens tables, each in a browser context of its own; whatever goes wrong on a page fails the test."""
    opened: list[Table] = []

    def open_one(**how: Any) -> Table:
        opened.append(Table(browser, address, **how))
        return opened[-1]

    yield open_one
    troubles = [trouble for table in opened for trouble in table.close()]
    assert not troubles


@pytest.fixture
def table(sit_down: Callable[..., Table]) -> Table:
    return sit_down()
