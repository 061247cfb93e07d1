"""The rows of the skirmish: where they are enforced, and what becomes of a title that does not know its own."""

from __future__ import annotations

import pytest

from steppe import places, titles
from steppe.errors import DataError, SteppeError
from tests.skirmish.decisions import Fight
from tests.skirmish.scene import KEY
from tests.skirmish.title import SkirmishTitle


def test_every_row_has_a_place_and_a_test() -> None:
    title = titles.load(KEY)
    enforced, tested = places.places(title, titles.folder(KEY)), places.tests(KEY)
    assert tested is not None
    assert {row.rule for row in title.ledger.enforceable if not enforced[row.rule]} == set()
    assert {row.rule for row in title.ledger.enforceable if not tested.get(row.rule)} == set()
    assert "tests/skirmish/fights.py" in {place.file for found in enforced.values() for place in found}


def test_no_number_is_a_slip() -> None:
    title = titles.load(KEY)
    numbers = places.Numbers(title.ledger)
    for name, source in places.sources(title):
        for at in source.explained:
            assert not numbers.unknown(at.text), f"{name}:{at.line}"


def test_a_title_that_lacks_a_citation_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fight, "cites", "pursuit")
    with pytest.raises(SteppeError, match="skirmish: its citations lack 'pursuit'; say in `cite` which row"):
        titles.load(KEY)


def test_a_title_that_names_a_row_which_does_not_exist_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SkirmishTitle, "concession_rule", "9.9")
    with pytest.raises(DataError, match=r"skirmish names rows that are not in the ledger: 9\.9 \(concession_rule\)"):
        titles.load(KEY)


def test_so_is_a_row_that_is_named_for_a_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fight, "verb_rules", {Fight.verbs[0]: "9.9"})
    with pytest.raises(DataError, match=rf"rows that are not in the ledger: 9\.9 \(the verb '{Fight.verbs[0]}'\)"):
        titles.load(KEY)
