"""The documents speak of the real thing: what they show can be read, found and run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steppe import titles

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def shown_orders() -> list[str]:
    """The orders in the first column of the tables of docs/notation.md."""
    text = (ROOT / "docs" / "notation.md").read_text()
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [order for cell in cells for order in re.findall(r"`([^`]+)`", cell) if order.islower() or " " in order]


@pytest.mark.parametrize("text", shown_orders())
def test_every_order_of_the_notation_page_is_an_order(text: str) -> None:
    if text in ("never", "watched", "next-phase"):
        text = f"standing soviet {text}"
    title = titles.load("dom")
    order = title.notation.read(text, title.names)
    assert title.notation.write(order, title.names) == text


def test_the_notation_page_shows_every_verb() -> None:
    verbs = {text.split()[0] for text in shown_orders()}
    assert set(titles.load("dom").notation.forms) <= verbs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_the_documents_exist(page: Path) -> None:
    for name in re.findall(r"`((?:src|tests|tools|geo|docs)/[\w./-]+)`", page.read_text()):
        assert (ROOT / name).exists(), f"{page.name}: {name}"
