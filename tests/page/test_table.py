"""What a table must do for its player: why-not, the past, a page that is loaded again, a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.page.hands import Fingers, Mouse
from tests.page.player import ASKED, Player
from tests.page.table import Table

BATTLE = {"title": "dom", "bots": {"soviet": "random"}, "setup": "historical"}


@pytest.fixture
def at_the_front(table: Table) -> Table:
    """The German Movement Phase of the first turn."""
    table.visit(table.begin(**BATTLE)["german"])
    begin_to_move(table)
    return table


def begin_to_move(table: Table) -> None:
    table.wait(ASKED)
    table.button("order move-fight").click()
    table.wait("game.isPhase.value && game.ready.value.size > 0")


def test_why_not_shows_the_rule(at_the_front: Table) -> None:
    table, hand = at_the_front, Mouse(at_the_front)
    picked = Player(table, hand).pick("go")
    assert picked
    _, reach = picked
    far = table.script(
        "return [...game.grid.byLabel.keys()].find(h => !(h in it) && !game.sideAt(h) && h.slice(0, 2) > '20')", reach
    )
    hand.hex(far)
    notice = table.part("notice")
    notice.wait_for()
    hand.press(notice.locator("button.rule"))
    row = table.part("rule-row")
    row.wait_for()
    number = notice.locator("button.rule").inner_text()
    assert row.inner_text().startswith(number) or number in row.inner_text()
    assert len(row.inner_text()) > 40


def test_nothing_is_lost_when_the_page_is_loaded_again(at_the_front: Table) -> None:
    table = at_the_front
    player = Player(table, Mouse(table))
    player.move()
    before = table.state
    lines = table.script("return game.log.value.length")
    table.page.reload()
    table.at_table()
    table.wait("game.isPhase.value && game.ready.value.size > 0 && game.log.value.length === it", lines)
    after = table.state
    assert [after[key] for key in ("at", "orders", "turn", "prompt")] == [
        before[key] for key in ("at", "orders", "turn", "prompt")
    ]
    player.move()


def test_the_past_and_back(at_the_front: Table) -> None:
    table = at_the_front
    player = Player(table, Mouse(table))
    player.move()
    units, start, to = re.fullmatch(r"move (\S+) (\d+)-(\d+)", player.done[-1]).groups()  # type: ignore[union-attr]
    unit = units.split("+")[0]
    slider = table.part("replay")
    slider.focus()
    slider.press("ArrowLeft")
    table.wait("game.replay.value !== null && game.where(it[0]) === it[1]", [unit, start])
    assert not table.state["mine"]
    table.part("replay-now").click()
    table.wait("game.replay.value === null && game.where(it[0]) === it[1]", [unit, to])
    assert table.state["mine"]


@pytest.mark.parametrize("width", [950, 1200, 1600])
def test_nothing_sticks_out(at_the_front: Table, width: int) -> None:
    table = at_the_front
    table.page.set_viewport_size({"width": width, "height": 800})
    Player(table, Mouse(table)).pick("go")
    wide = table.page.eval_on_selector_all(
        ".panel, .bar, .command, .tabs", "all => all.filter(p => p.getBoundingClientRect().right > innerWidth + 1)"
    )
    assert not wide


def test_a_phone(sit_down: Callable[..., Table]) -> None:
    """Everything by touch on 390 pixels: select, move, the battle sheet."""
    table = sit_down(phone=True)
    table.visit(table.begin(**BATTLE)["german"])
    table.wait(ASKED)
    hand = Fingers(table)
    hand.press(table.button("order move-fight"))
    table.wait("game.isPhase.value && game.ready.value.size > 0")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player = Player(table, hand)
    assert player.move()
    player.finish()
    table.wait(f"{ASKED} && game.asks('battle') && !game.asks('go')")
    assert player.attack()
    sizes = table.page.eval_on_selector_all(
        "button", "all => all.filter(b => b.offsetParent).map(b => [b.innerText, b.offsetWidth, b.offsetHeight])"
    )
    assert [row for row in sizes if min(row[1], row[2]) < 24] == []


def test_a_scenario_is_chosen_in_the_lobby(table: Table) -> None:
    page = table.lobby().page
    box = page.locator("section.box", has=page.locator('[data-play="pm"]'))
    described = box.get_by_test_id("scenario")
    before = described.inner_text()
    assert "Takes 20 to 30 hours" in box.inner_text()
    box.get_by_label("Scenario").select_option("learning")
    assert described.inner_text() != before
    assert "Takes 10 hours" in box.inner_text()
    box.get_by_role("button").last.click()
    assert "learning game" not in box.locator("fieldset").inner_text()  # what belongs to a scenario is chosen with it
    page.locator('[data-play="pm"]').click()
    table.at_table()
    assert table.script("return game.hello.value.scenario") == "learning"
    assert page.locator("h1").inner_text() == "Proud Monster: The learning game"
    table.lobby()
    only = page.locator("section.box", has=page.locator('[data-play="dom"]'))
    assert only.get_by_label("Scenario").count() == 0


def test_the_end_is_told(at_the_front: Table) -> None:
    table = at_the_front
    ends = {
        ("german", "victory"): ("German wins by rule", "German"),
        ("soviet", "major"): ("Soviet wins, major, by rule", "Soviet, major"),
        ("", "draw"): ("A draw by rule", "A draw"),
    }
    for (winner, level), (said, short) in ends.items():
        outcome = {"winner": winner, "level": level, "rule": "4.1", "turn": 1}
        table.script("game.prompt.value = {...game.prompt.value, seat: null, kinds: [], outcome: it}", outcome)
        table.page.get_by_text(f"The game is over: {short}", exact=True).wait_for()
        assert said in " ".join(table.part("prompt").inner_text().split())
