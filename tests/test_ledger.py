"""The rule ledger, the marker that ties tests to it, and the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steppe.errors import DataError
from steppe.ledger import Ledger, LedgerRow
from steppe.tables import DataFolder
from tests import rulebook, rules_report

HEADER = "rule,title,kind,what,side,test,ambiguity\n"
pytest_plugins = ["pytester"]


def book(tmp_path: Path, content: str) -> Ledger:
    (tmp_path / "rules.csv").write_text(content)
    return Ledger.load(DataFolder(tmp_path))


@pytest.fixture
def small(tmp_path: Path) -> Ledger:
    return book(
        tmp_path,
        HEADER
        + "1.1a,Scale,component,One hex is 12 km.,na,About text.,\n"
        + "1.2,Help,note,About.,na,About text.,\n"
        + "11.1a,Who may attack,combat,Only adjacent units attack.,both,Two hexes away: no.,Units in one hex too.\n"
        + "11.17b,Rivers,combat,Halved across a river.,german,4 counts 2.,\n"
        + "12.0,Retreat,combat,The loser retreats.,both,One hex.,\n",
    )


def test_rows(small: Ledger) -> None:
    assert len(small) == 5
    assert small.ids == ("1.1a", "1.2", "11.1a", "11.17b", "12.0")
    assert small.row("11.17b") == LedgerRow(
        "11.17b", "Rivers", "combat", "Halved across a river.", "german", "4 counts 2."
    )
    assert small.row("11.1a").ambiguity == "Units in one hex too."
    assert [row.rule for row in small] == list(small.ids)
    assert [small.number(rule) for rule in small.ids] == [0, 1, 2, 3, 4]
    assert "12.0" in small
    assert "12.1" not in small
    with pytest.raises(DataError, match=r"rules\.csv: there is no row '12\.1'"):
        small.row("12.1")


def test_enforceable(small: Ledger) -> None:
    assert [row.rule for row in small.enforceable] == ["11.1a", "11.17b", "12.0"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("1", ["1.1a", "1.2"]),
        ("11", ["11.1a", "11.17b"]),
        ("11.1", ["11.1a", "11.17b"]),
        ("11.17b", ["11.17b"]),
        ("river HALVED", ["11.17b"]),
        ("units", ["11.1a"]),
        ("camel", []),
        ("", []),
    ],
)
def test_find(small: Ledger, wanted: str, found: list[str]) -> None:
    assert [row.rule for row in small.find(wanted)] == found


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("1 1,Scale,note,A,na,B,", "rule"),
        ("1.1,,note,A,na,B,", "title"),
        ("1.1,Scale,Note,A,na,B,", "kind"),
        ("1.1,Scale,note,,na,B,", "what"),
        ("1.1,Scale,note,A,the french,B,", "side"),
        ("1.1,Scale,note,A,na,,", "test"),
        ("1.1,Scale,note,A,na,B,\n1.1,Scale,note,A,na,B,", "rule"),
    ],
)
def test_faults_are_located(tmp_path: Path, row: str, field: str) -> None:
    with pytest.raises(DataError) as caught:
        book(tmp_path, HEADER + row + "\n")
    assert caught.value.field == field
    assert caught.value.line == 1 + len(row.splitlines())


def test_sides_are_those_of_a_title(tmp_path: Path) -> None:
    ledger = book(tmp_path, HEADER + "1.1,Scale,note,A,na,B,\n1.2,Allies,note,A,french,B,\n")
    ledger.check_sides(("german", "french"))
    with pytest.raises(DataError, match="should be one of german, soviet, both, na, not 'french'") as caught:
        ledger.check_sides(("german", "soviet"))
    assert (caught.value.line, caught.value.field) == (3, "side")


@pytest.mark.parametrize("title", rulebook.titles())
def test_our_ledgers_are_sound(title: str) -> None:
    assert rulebook.ledger(title).enforceable


def test_drive_on_moscow() -> None:
    ledger = rulebook.ledger("dom")
    assert len(ledger) >= 237
    assert "11.17b" in ledger
    assert not ledger.row("1.0a").enforceable


# -- the marker -------------------------------------------------------------------------------------------------------

TESTS = """
import pytest

@pytest.mark.rule("dom", "1.0b", "11.17b")
def test_passes(): pass

@pytest.mark.rule("dom", "11.17b")
@pytest.mark.rule("dom", "11.17a")
def test_passes_too(): pass

@pytest.mark.rule("dom", "2.1a")
def test_fails(): assert False

@pytest.mark.rule("dom", "2.1a")
@pytest.mark.skip
def test_is_skipped(): pass

@pytest.mark.rule("dom", "2.1a")
@pytest.mark.xfail
def test_fails_as_expected(): assert False

@pytest.fixture
def bad():
    yield
    assert False

@pytest.mark.rule("dom", "2.1a")
def test_fails_afterwards(bad): pass
"""


WORKERS = ("-p", "xdist", "-n", "2")


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # what is installed besides takes long to load
    pytester.makeini("[pytest]\nmarkers =\n    rule(title, *rows): ledger rows\naddopts = --strict-markers\n")
    root = Path(__file__).parent.parent
    pytester.makeconftest(
        f"import sys\nsys.path.insert(0, {str(root)!r})\n"
        "from tests.rulebook import pytest_configure, pytest_make_collect_report\n"
    )
    return pytester


@pytest.mark.parametrize("workers", [(), WORKERS])
def test_report_holds_the_rows_of_passing_tests(suite: pytest.Pytester, workers: tuple[str, ...]) -> None:
    suite.makepyfile(test_it=TESTS)
    suite.runpytest_subprocess("-p", "no:cacheprovider", *workers).assert_outcomes(
        passed=3, failed=1, skipped=1, xfailed=1, errors=1
    )
    cited = json.loads((suite.path / rulebook.REPORT).read_text())["dom"]
    assert cited == {
        "1.0b": ["test_it.py::test_passes"],
        "11.17a": ["test_it.py::test_passes_too"],
        "11.17b": ["test_it.py::test_passes", "test_it.py::test_passes_too"],
    }


@pytest.mark.parametrize(
    ("arguments", "workers", "what"),
    [
        ('"dom", "99.9z"', (), "the ledger of 'dom' has no row '99.9z'"),
        ('"dom", "99.9z"', WORKERS, "the ledger of 'dom' has no row '99.9z'"),
        ('"chess", "1.1"', (), "no title 'chess' has a ledger"),
        ('"dom"', (), "takes a title and at least one row"),
    ],
)
def test_unknown_row_stops_the_collection(
    suite: pytest.Pytester, arguments: str, workers: tuple[str, ...], what: str
) -> None:
    suite.makepyfile(test_it=f"import pytest\n@pytest.mark.rule({arguments})\ndef test_x(): pass\n")
    result = suite.runpytest_subprocess("-p", "no:cacheprovider", *workers)
    assert result.ret != 0
    assert what in result.stdout.str() + result.stderr.str()


# -- the report ---------------------------------------------------------------------------------------------------


def test_rules_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    assert rules_report.main(["--report", str(path)]) == 1
    assert "run the tests first" in capsys.readouterr().err
    path.write_text(json.dumps({"dom": {"11.17b": ["test_it"], "1.0a": ["a note, which need not be shown"]}}))
    assert rules_report.main(["--report", str(path)]) == 0
    assert "dom: rows without a passing test:" in capsys.readouterr().out
    assert rules_report.main(["--report", str(path), "--strict"]) == 1
    capsys.readouterr()
    assert rules_report.main(["--report", str(path), "--json"]) == 0
    (line,) = [line for line in json.loads(capsys.readouterr().out) if line["title"] == "dom"]
    assert line["cited"] == 1
    assert "11.17b" not in line["missing"]
    assert len(line["missing"]) == line["enforceable"] - 1
    path.write_text(json.dumps({t: {rule: ["t"] for rule in rulebook.ledger(t).ids} for t in rulebook.titles()}))
    assert rules_report.main(["--report", str(path), "--strict"]) == 0
