"""The page knows no verb: what can be ordered, and in which words, comes from the titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from steppe import titles
from steppe.orders import Form, Kind, words_of
from steppe.titles import ENVIRONMENT
from tests.known import OURS
from tests.skirmish.scene import KEY, TITLES

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
MADE = SOURCES / "types.ts"
COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
TEXTS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
ACTION = re.compile(r"\bact\(\s*$")
"""What is done over the socket has names of its own; one of them is `order`."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The skirmish of the tests is one of the titles: no system may leave its words on the page."""
    monkeypatch.setenv(ENVIRONMENT, str(TITLES))


def forms(key: str) -> list[Form]:
    return list(titles.load(key).notation.forms.values())


@cache
def verbs() -> frozenset[str]:
    return frozenset(form.verb for key in (*OURS, KEY) for form in forms(key))


def orders_in(source: str) -> Iterator[str]:
    """The texts of a source that are a verb, or begin with one as an order does."""
    bare = COMMENTS.sub("", source)
    known_verbs = verbs()
    for found in TEXTS.finditer(bare):
        text = next(group for group in found.groups() if group is not None)
        if text.split(" ")[0] in known_verbs and not ACTION.search(bare[: found.start()]):
            yield text


def keys_in(source: str) -> Iterator[str]:
    """The entries of tables that are called like a verb: sentences by order would be found so."""
    known_verbs = verbs()
    for found in re.finditer(r"^\s*\"?([a-z-]+)\"?: [\"`({\[]", COMMENTS.sub("", source), re.MULTILINE):
        if found[1] in known_verbs:
            yield found[1]


@pytest.mark.parametrize("key", [*OURS, KEY])
def test_every_order_has_words(key: str) -> None:
    for form in forms(key):
        choice = re.search(r"WORD\([^)]+\)", form.template)
        if isinstance(form.words, dict):
            assert choice, form.template
            assert set(form.words) == set(words_of(choice.group())), form.template
        assert form.words, form.template


def test_no_verb_is_on_the_page() -> None:
    files = sorted({*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx")} - {MADE})
    assert len(files) > 60
    found = {
        f"{file.relative_to(SOURCES)}: {text}"
        for file in files
        for text in (*orders_in(file.read_text("utf-8")), *keys_in(file.read_text("utf-8")))
    }
    assert found == set()


def test_such_a_verb_would_be_found() -> None:
    assert list(orders_in("await game.order(`move ${units} ${hex}`); // a 'move'")) == ["move ${units} ${hex}"]
    assert list(orders_in('if (verb === "rally" || how === \'done\') return "Move it";')) == ["rally", "done"]
    assert list(orders_in('socket.act("order", { text })')) == []
    assert list(keys_in('const words = {\n  advance: "Advance with {units}",\n  title: "Steppe",\n};')) == ["advance"]


def test_what_a_table_calls_things_is_no_verb() -> None:
    assert verbs().isdisjoint(get_args(Kind))
