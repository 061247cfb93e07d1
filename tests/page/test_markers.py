"""A title with markers on stacks and with results that are losses: what is asked, what is shown, what is offered."""

from __future__ import annotations

import pytest

from tests.page.hands import Mouse
from tests.page.player import ASKED
from tests.page.table import Table

BARBAROSSA = {"title": "pm", "bots": {"soviet": "random"}, "setup": "historical"}
CORPS = {"I": "1614N", "II": "1618N", "IV": "1622N", "V": "1523N"}
STACK = "1719N"
PANZERS, INFANTRY = {"17Pz", "18Pz", "29Mot"}, {"31Inf", "167Inf"}


@pytest.fixture
def before_the_attack(table: Table) -> Table:
    """The Ground Support Aircraft Commitment Phase of the first turn."""
    table.visit(table.begin(**BARBAROSSA)["german"])
    table.wait(ASKED)
    table.button("concentration decline").click()
    asked(table, "aerial supply")
    return table


def asked(table: Table, decision: str) -> None:
    table.wait(f"{ASKED} && game.prompt.value.decision === it", decision)


def lay(table: Table, order: str) -> None:
    """From the list, which is long."""
    at = table.state["at"]
    table.page.get_by_label("Find").fill(order.split()[-1])
    table.button(order).click()
    table.until_later(at)


def commit_all(table: Table) -> None:
    """Both markers of aerial supply, then every corps: four on the map and the last from the list."""
    lay(table, f"lift {STACK}")
    lay(table, "lift 1514N")
    asked(table, "air commitment")
    hand = Mouse(table)
    for corps, where in CORPS.items():
        at = table.state["at"]
        table.page.get_by_role("radio", name=corps, exact=True).click()
        hand.hex(where)
        table.until_later(at)
    table.wait(ASKED)
    lay(table, f"support VIII {STACK}")


def test_markers_are_asked_for_while_there_are_any_and_seen_on_the_map(before_the_attack: Table) -> None:
    table = before_the_attack
    commit_all(table)
    asked(table, "movement")  # neither step waits for a Done that nobody could refuse
    laid = table.script("return (game.markers.value.get(it) ?? []).map(m => m.words)", STACK)
    assert laid == ["ground support (VIII)", "aerial supply"]
    Mouse(table).hex(STACK)
    table.page.locator("#inspector dd", has_text="ground support (VIII), aerial supply").wait_for()


def test_a_hex_in_a_list_says_who_is_there(before_the_attack: Table) -> None:
    table = before_the_attack
    table.page.get_by_label("Find").fill("17Pz")
    table.wait("document.querySelectorAll('[data-order^=\"lift\"]').length === 1")
    assert table.button(f"lift {STACK}").inner_text().split() == [STACK, "167Inf", "+4"]


def test_only_who_may_join_a_mobile_assault_is_offered(before_the_attack: Table) -> None:
    table, hand = before_the_attack, Mouse(before_the_attack)
    commit_all(table)
    asked(table, "movement")
    hand.hex(STACK)
    table.wait("game.selected.value.length === 5")
    for unit in INFANTRY:
        table.page.locator("#inspector label", has_text=unit).locator("input").click()
        table.wait("!game.selected.value.includes(it)", unit)
    table.wait("game.targets.value.has('1819N')")
    hand.hex("1819N")
    table.part("roll").wait_for()
    sheet = table.page.locator("#sheet").inner_text()
    assert all(unit in sheet for unit in PANZERS)
    assert not any(unit in sheet for unit in INFANTRY)
    assert "It costs 6 MP" in sheet
    assert "the attacker loses 1 step, the defender 2" in sheet
    assert not table.page.get_by_text("Waiting to enter").count()  # the sheet has the room
    table.part("roll").click()
    asked(table, "markers")
    assert f"The stack in {STACK} splits" in table.page.locator("#prompt").inner_text()


def test_overlays_are_those_that_the_title_has(table: Table) -> None:
    table.visit(table.begin(**BARBAROSSA)["german"])
    offered = table.page.locator(".overlays").inner_text().split()
    assert "ZOC" not in offered
    assert "weather" in offered
    table.page.locator("canvas.map").focus()
    table.page.keyboard.press("Shift+Z")
    assert table.script("return game.overlay.value") == "none"
    table.visit(table.begin(title="dom", bots={"soviet": "random"}, setup="historical")["german"])
    offered = table.page.locator(".overlays").inner_text().split()
    assert "ZOC" in offered
    assert "weather" not in offered


def test_a_long_list_of_units_stays_in_its_panel(before_the_attack: Table) -> None:
    table, hand = before_the_attack, Mouse(before_the_attack)
    for decision in ("aerial supply", "air commitment", "movement"):
        asked(table, decision)
        at = table.state["at"]
        table.button("done").click()
        table.page.locator('.question [data-order="done"]').click()
        table.until_later(at)
    asked(table, "combat")
    hand.hex("1225N")
    table.part("roll").wait_for()
    if table.page.get_by_role("button", name="Add all").count():
        table.page.get_by_role("button", name="Add all").click()
    table.wait("game.selected.value.length > 5")
    at = table.state["at"]
    table.part("roll").click()
    table.until_later(at)
    table.page.locator(".battle").wait_for()
    assert table.page.locator("#prompt").evaluate("it => it.scrollWidth <= it.clientWidth")
    assert table.page.locator("#log .lines").evaluate("it => it.scrollWidth <= it.clientWidth")
