"""From a row of the ledger to the code that enforces it and the tests that hold it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from steppe import places, titles
from steppe.errors import DataError, SteppeError
from steppe.ledger import Ledger, LedgerRow
from steppe.places import Numbers, Places, Source
from steppe.title import Title
from tests.known import OURS

LEDGER = Ledger(
    LedgerRow(rule, "A rule", "combat", "Something.", "both", "Try it.")
    for rule in ("6.0", "9.4a", "9.4b", "9.5", "9.5b", "9.10", "10.1", "11.33Bx", "D1")
)

MODULE = '''"""9.0 Conversions: 9.4 to 9.10."""

NUMBER = 3
"""9.4a: so many."""
RULES = {"north": "10.1"}
CITE = {"overstacked": "6.0", "odds": "9.5b"}


class Chapter:
    """6.0."""

    cites = "overstacked"
    limit = 5
    """9.5."""

    def refuse(self, cite, kind, late):
        """Rounded
        down [poor
        odds]."""
        if kind:  # 9.10: nobody else may
            return Refusal("9.4b", "no")
        rule = cite["odds" if late else "poor odds"]
        return cite[f"{kind} closed"] or self.cite.get("fog", rule) or options["fog"]
'''


def listed(mentions: list[places.Mention]) -> list[tuple[int, str, str]]:
    return [(at.line, at.name, at.text) for at in mentions]


def test_what_a_module_names() -> None:
    source = Source(MODULE, {"overstacked": "6.0", "odds": "9.5b", "sea closed": "9.10", "lake closed": "9.10"})
    assert [(line, name) for line, name, _ in listed(source.explained)] == [
        (1, ""), (4, "NUMBER"), (10, "Chapter"), (14, "Chapter.limit"), (17, "Chapter.refuse"), (20, "Chapter.refuse"),
    ]  # fmt: skip
    assert (5, "RULES", "10.1") in listed(source.literals)
    assert (21, "Chapter.refuse", "9.4b") in listed(source.literals)
    assert "6.0" not in [at.text for at in source.literals], "the table of shared rules enforces nothing"
    assert listed(source.cited) == [
        (12, "Chapter.cites", "overstacked"),
        (22, "Chapter.refuse", "odds"),
        (22, "Chapter.refuse", "poor odds"),
        (23, "Chapter.refuse", "sea closed"),
        (23, "Chapter.refuse", "lake closed"),
        (23, "Chapter.refuse", "fog"),
    ]
    assert listed(list(source.bracketed())) == [(17, "Chapter.refuse", "poor odds")]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("9.4a: so many", {"9.4a": True}),
        ("9.4: so many", {"9.4a": False, "9.4b": False}),
        ("as in (9.5), says the book", {"9.5": True, "9.5b": False}),
        ("9.4b to 9.10.", {"9.4b": True, "9.5": False, "9.5b": False, "9.10": True}),
        ("9.4b-9.5", {"9.4b": True, "9.5": True, "9.5b": False}),
        ("9.0: the chapter", {}),
        ("6.0, 11.33Bx and D1", {"6.0": True, "11.33Bx": True, "D1": True}),
        ("0.5 of 10.12 is 9.4.1", {}),
    ],
)
def test_numbers_in_a_text(text: str, rows: dict[str, bool]) -> None:
    assert Numbers(LEDGER).rows(text) == rows


def test_numbers_that_are_no_rows() -> None:
    assert Numbers(LEDGER).unknown("9.0, 9.4, 9.4a, 6.0, 9.4c, 9.11, 12.0, 9.4 to 9.12") == [
        "9.4c", "9.11", "12.0", "9.12",
    ]  # fmt: skip


MARKED = """
import pytest

@pytest.mark.rule("dom", "9.4a", "9.4b")
@pytest.mark.rule("lwe", "1.1")
@pytest.mark.slow
def test_one(): pass

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("dom", "9.5"))])
async def test_two(x): pass
"""


def test_marks_of_tests() -> None:
    found = list(places.marks("dom", "tests/test_x.py", MARKED))
    assert [(rule, str(place)) for rule, place in found] == [
        ("9.4a", "tests/test_x.py:7 test_one"),
        ("9.4b", "tests/test_x.py:7 test_one"),
        ("9.5", "tests/test_x.py:10 test_two"),
    ]


# -- our titles -------------------------------------------------------------------------------------------------------


@cache
def loaded(key: str) -> Title[Any]:
    return titles.load(key)


@cache
def found(key: str) -> Places:
    return places.places(loaded(key), titles.folder(key))


@pytest.mark.parametrize("key", OURS)
def test_every_row_has_a_place_and_a_test(key: str) -> None:
    enforced, tested = found(key), places.tests(key)
    assert tested is not None
    for row in loaded(key).ledger.enforceable:
        assert enforced[row.rule], f"{row.rule} is named nowhere in code and data"
        assert tested.get(row.rule), f"no test is marked with {row.rule}"


@pytest.mark.parametrize("key", OURS)
def test_places_are_where_they_are_said_to_be(key: str) -> None:
    root = Path(titles.__file__).parents[2]
    lines = {}
    for named in found(key).values():
        assert sorted(named, key=lambda place: not place.exact) == list(named), "the exact ones come first"
        for place in named:
            if place.file not in lines:
                lines[place.file] = (root / place.file).read_text().splitlines()
            assert place.line <= len(lines[place.file])
            if ".csv" in place.file:
                assert re.search(r"\d", lines[place.file][place.line - 1])


def test_a_shared_rule_has_its_place_in_the_system() -> None:
    for key, rule in (("dom", "6.1c"), ("lwe", "6.2b"), ("pm", "6.2b")):
        where = [(place.file, place.name) for place in found(key)[rule]]
        assert ("steppe/assault/stacking.py", "Overstack.explain") in where


@pytest.mark.parametrize("key", OURS)
def test_no_number_in_the_code_of_a_title_is_a_slip(key: str) -> None:
    """Whatever looks like a rule number in docstrings, comments and citations is one."""
    title = loaded(key)
    numbers, own = Numbers(title.ledger), f"steppe/titles/{key}/"
    for name, source in places.sources(title):
        if name.startswith(own):
            for at in source.explained:
                assert not numbers.unknown(at.text), f"{name}:{at.line}"
            for at in source.literals:
                if re.fullmatch(places.NUMBER, at.text):
                    assert at.text in title.ledger, f"{name}:{at.line} cites {at.text}"


def test_names_in_brackets_are_names_of_shared_rules() -> None:
    known = {name for key in OURS for name in loaded(key).cite}
    for name, source in places.sources(loaded("dom")):
        if name.startswith("steppe/assault/"):
            for at in source.bracketed():
                assert at.text in known, f"{name}:{at.line}: no title says where its rulebook has {at.text!r}"


@pytest.mark.parametrize("key", OURS)
def test_every_citation_is_of_use(key: str) -> None:
    title = loaded(key)
    used = {at.text for _, source in places.sources(title) for at in (*source.cited, *source.bracketed())}
    assert set(title.cite) <= used


# -- citations are checked when a title is loaded ---------------------------------------------------------------------


@pytest.mark.parametrize("key", OURS)
def test_a_name_without_a_row(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cite = dict(loaded(key).cite)
    del cite["overstacked"], cite["advance"]
    monkeypatch.setattr(type(loaded(key)), "cite", cite)
    with pytest.raises(SteppeError, match=f"{key}: its citations lack 'advance', 'overstacked'"):
        titles.load(key)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("dom", "retreat zoc"), ("dom", "must advance"), ("dom", "duty"), ("dom", "mobile retreat"),
        ("dom", "marsh closed"), ("dom", "reservoir assault"), ("lwe", "stays on top"), ("lwe", "points reached"),
        ("lwe", "sivash closed"), ("lwe", "lake assault"), ("pm", "time is up"), ("pm", "sea assault"),
    ],
)  # fmt: skip
def test_names_that_some_titles_need(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    title = loaded(key)
    monkeypatch.setattr(title, "cite", {known: rule for known, rule in title.cite.items() if known != name})
    with pytest.raises(SteppeError, match=f"{key}: its citations lack '{name}'; say in `cite` which row"):
        title.check_citations()


def test_rows_that_an_overlay_has_lost(tmp_path: Path) -> None:
    rows = (Path(titles.__file__).parent / "dom" / "data" / "rules.csv").read_text().splitlines(keepends=True)
    (tmp_path / "rules.csv").write_text("".join(row for row in rows if not row.startswith(("6.1c,", "5.0,"))))
    with pytest.raises(DataError, match=r"dom names rows that are not in the ledger: .*5\.0 \(going_back_rule\)"):
        titles.load("dom", data=tmp_path)
