"""The page of a simulation, and history."""

from __future__ import annotations

from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from steppe import titles
from steppe.errors import DataError, SteppeError
from steppe.history import FILE, beginnings, falls, turn_of
from steppe.lab import simulate
from steppe.lab.figures import histogram, taken
from steppe.lab.plan import Plan, Variant
from steppe.lab.plots import ticks
from steppe.lab.report import Report
from steppe.lab.results import Results, read
from steppe.lab.study import UNCHANGED, variant

pytest.importorskip("pyarrow")

SECTIONS = ("How they ended", "Turn by turn", "The front", "Places, and history", "Losses", "Luck")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A little study: the unchanged game and a changed one."""
    variants = (Variant.of("dom", {}, name=UNCHANGED), variant("dom", "crt[3:1,1]=DR", {}))
    plan = Plan("dom", (("random", "random"),), 2, variants=variants)
    return simulate.run(plan, tmp_path_factory.mktemp("report") / "a.parquet")


class Tags(HTMLParser):
    """Holds that tags are closed in the order in which they were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_everything_and_needs_nothing(found: Results) -> None:
    page = Report(found, None).page()
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    for section in SECTIONS:
        assert page.count(f"<h3>{section}</h3>") == 2, section
    assert "What the changes shift" in page
    assert "crt[3:1,1]=DR" in page
    assert "random (german) against random (soviet)" in page
    assert page.count('class="map"') >= 2
    assert page.count('id="ground"') == 1
    names = {tag for tag, _ in tags.seen}
    assert names.isdisjoint({"script", "link", "img", "iframe"})
    for _, attributes in tags.seen:
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "url(http" not in page
    assert Report(found, None).page() == page


def test_charts_are_well_formed(found: Results) -> None:
    page = Report(found, None).page()
    charts = [part.partition("</svg>")[0] + "</svg>" for part in page.split("<svg class=")[1:]]
    assert len(charts) > 10
    for chart in charts:
        ElementTree.fromstring("<svg class=" + chart)


def test_victory_points_are_shown_where_a_title_counts_them(tmp_path: Path) -> None:
    plan = Plan("lwe", (("random", "random"),), 1, variants=(Variant.of("lwe", {}),), turns=1)
    page = Report(simulate.run(plan, tmp_path / "a.parquet"), None).page()
    assert "Victory points" in page
    assert "How they ended" not in page
    assert "1 games were stopped" in page


def test_another_map_is_noticed(found: Results) -> None:
    rows = [row | {"turns": [turn | {"control": b"x"} for turn in row["turns"]]} for row in found.rows]
    with pytest.raises(SteppeError, match="another map"):
        Report(Results(found.head, rows), None).page()


def test_ticks_are_round_and_hold_everything() -> None:
    assert ticks(0, 10).at == [0, 2, 4, 6, 8, 10]
    for low, high in ((-3, 17), (0, 0), (0.2, 0.9), (5, 4000)):
        found = ticks(low, high)
        assert found.low <= low <= high <= found.high
        assert 2 <= len(found.at) <= 8


def test_histograms_keep_their_gaps() -> None:
    assert histogram([-0.5, 2.5, 2.6], 1) == {-0.5: 1, 0.5: 0, 1.5: 0, 2.5: 2}
    assert histogram([], 1) == {}


# -- history ----------------------------------------------------------------------------------------------------------


WITH_HISTORY = [key for key in titles.known() if FILE in titles.folder(key).files()]


def test_turns_have_their_days() -> None:
    begins = beginnings(titles.load("lwe"), 1941)
    assert begins[0] == (1, date(1941, 6, 22))
    assert [turn for turn, _ in begins] == list(range(1, 23))
    assert turn_of(date(1941, 9, 19), begins) == 12
    assert turn_of(date(1941, 6, 1), begins) == 1
    assert turn_of(None, begins) is None
    assert turn_of(date(1941, 10, 14), beginnings(titles.load("dom"), 1941)) == 2


@pytest.mark.parametrize("key", WITH_HISTORY)
def test_history_bears_the_names_of_the_map(key: str) -> None:
    title = titles.load(key)
    found = falls(title, titles.folder(key))
    assert len(found) > 20
    for fall in found:
        assert title.board.names[fall.hex] == fall.place
        assert (fall.turn is None) == (fall.day is None)
    days = [fall.day for fall in found if fall.day]
    assert days == sorted(days)
    assert next(fall for fall in found if fall.place == "Moscow").day is None
    assert next(fall.day for fall in found if fall.place == "Orel") == date(1941, 10, 3)


def test_a_wrong_history_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("place,hex,seat,date,source,note\nNowhere,9999,german,1941-10-01,derived,\n")
    with pytest.raises(DataError, match="9999"):
        falls(titles.load("dom"), titles.folder("dom", tmp_path))
    (tmp_path / FILE).write_text("place,hex,seat,date,source,note\nOrel,3243,german,1941-13-01,derived,\n")
    with pytest.raises(DataError, match="month"):
        falls(titles.load("dom"), titles.folder("dom", tmp_path))


def test_a_place_counts_when_it_first_falls(found: Results) -> None:
    title = titles.load("dom")
    orel = next(fall for fall in falls(title, titles.folder("dom")) if fall.place == "Orel")
    rows = [{"taken": [{"turn": 2, "hex": "3243", "seat": "german"}, {"turn": 4, "hex": "3243", "seat": "german"}]}]
    rows += [{"taken": [{"turn": 3, "hex": "3243", "seat": "german"}]}, {"taken": []}, {"taken": []}]
    (one,) = taken(title, rows, [orel])
    assert one.share.value == 0.5
    assert one.points == [2, 2, 3, None, None]
    assert one.fall.turn == 1


def test_results_are_of_one_title(tmp_path: Path) -> None:
    with pytest.raises(SteppeError, match="no such file"):
        read(tmp_path / "none.parquet")
