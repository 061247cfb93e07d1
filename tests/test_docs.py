"""The documents speak of the real thing: what they show can be read, found and run."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from steppe import titles
from steppe.title import Title
from tests.known import OURS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


FAMILY = "the assault family"
"""What the page calls the orders that all titles have; its examples are from the first title."""


def shown_orders() -> list[tuple[str, str]]:
    """The orders in the first column of the tables of docs/notation.md, each with whose it is."""
    found = []
    for section in (ROOT / "docs" / "notation.md").read_text().split("\n## Orders of ")[1:]:
        owner = section.partition("\n")[0]
        cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
        orders = (order for cell in cells for order in re.findall(r"`([^`]+)`", cell))
        found += [(owner, order) for order in orders if order.islower() or " " in order]
    return found


@cache
def title_of(owner: str) -> Title[Any]:
    loaded = [titles.load(key) for key in titles.known()]
    return next((title for title in loaded if title.name == owner), loaded[0])


@pytest.mark.parametrize(("owner", "text"), shown_orders())
def test_every_order_of_the_notation_page_is_an_order(owner: str, text: str) -> None:
    if text in ("never", "watched", "next-phase"):
        text = f"standing soviet {text}"
    title = title_of(owner)
    order = title.notation.read(text, title.names)
    assert title.notation.write(order, title.names) == text


@pytest.mark.parametrize("key", OURS)
def test_the_notation_page_shows_every_verb(key: str) -> None:
    title = titles.load(key)
    verbs = {text.split()[0] for owner, text in shown_orders() if owner in (FAMILY, title.name)}
    assert set(title.notation.forms) <= verbs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_the_documents_exist(page: Path) -> None:
    for name in re.findall(r"`((?:src|tests|tools|geo|docs)/[\w./-]+)`", page.read_text()):
        assert (ROOT / name).exists(), f"{page.name}: {name}"
