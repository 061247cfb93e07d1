"""A title of another system at the same table: it brings its own verbs, and the page needs no line for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from steppe.titles import ENVIRONMENT
from tests.page.browsers import serving
from tests.page.hands import Fingers, Keys, Mouse
from tests.page.player import ASKED, Player
from tests.page.table import Table
from tests.skirmish.scene import KEY, TITLES

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def address(can_be_tried: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the skirmish."""
    paths = os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH", ""))))
    more = {**os.environ, ENVIRONMENT: str(TITLES), "PYTHONPATH": paths}
    with serving(tmp_path_factory.mktemp("skirmish"), env=more) as found:
        yield found


@pytest.fixture
def sit_down(browser: Browser, address: str) -> Iterator[Callable[..., Table]]:
    opened: list[Table] = []

    def open_one(**how: Any) -> Table:
        opened.append(Table(browser, address, **how))
        return opened[-1]

    yield open_one
    assert not [trouble for table in opened for trouble in table.close()]


@pytest.fixture
def table(sit_down: Callable[..., Table]) -> Table:
    return sit_down()


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_a_turn_by_clicks(table: Table, kind: type[Mouse] | type[Keys]) -> None:
    """From the lobby on: moves with their costs, the end of phases, until the next turn."""
    hand = kind(table)
    page = table.lobby().page
    hand.press(page.locator(f'[data-play="{KEY}"]'))
    table.at_table()
    player = Player(table, hand)
    table.wait(ASKED)
    player.turn()
    assert any(order.startswith("move") for order in player.done)
    assert "done" in player.done


def test_a_battle_and_its_answer(sit_down: Callable[..., Table]) -> None:
    """Both seats of the raid: one comes near, the other assaults, and the first must answer."""
    table = sit_down()
    links = table.begin(title=KEY, scenario="raid")
    table.visit(links["teal"])
    other = sit_down().visit(links["amber"])
    mouse, across = Mouse(table), Mouse(other)
    go(table, mouse, "0608", "0606")
    Player(table, mouse).finish()
    other.wait("game.myTurn.value && game.ready.value.size > 0")
    go(other, across, "0603", "0605")
    Player(other, across).finish()
    other.wait("game.myTurn.value && game.asks('battle') && game.ready.value.size > 0")
    across.hex("0606")
    other.wait("game.battle.value?.order === 'assault 0606 with 2Horse'")
    assert "Assault on 0606" in other.page.locator("#sheet h2").inner_text()
    at = other.state["at"]
    across.press(other.part("roll"))
    other.until_later(at)
    table.wait(f"{ASKED} && game.answers.value.length > 0")
    assert table.page.locator('[data-order="stand"]').inner_text() == "Stand"
    mouse.hex("0605")  # the enemy stands there
    notice = table.part("notice")
    notice.wait_for()
    assert "5.3" in notice.inner_text()
    at = table.state["at"]
    mouse.press(table.button("stand"))
    table.until_later(at)
    table.page.locator(".verdict").wait_for()


def go(table: Table, hand: Mouse, start: str, to: str) -> None:
    table.wait("game.myTurn.value && game.ready.value.size > 0")
    hand.hex(start)
    table.wait("game.reach.value.has(it)", to)
    at = table.state["at"]
    hand.hex(to)
    table.until_later(at)


def test_set_up_by_hand_on_a_phone(sit_down: Callable[..., Table]) -> None:
    table = sit_down(phone=True)
    table.visit(table.begin(title=KEY, setup="free", bots={"teal": "random"})["amber"])
    hand = Fingers(table)
    table.wait("game.isSetup.value && game.ready.value.size > 0")
    unit = table.page.locator("[data-unit]").first
    name = unit.get_attribute("data-unit")
    hand.press(unit)
    table.wait("game.selected.value[0] === it && game.choiceHexes.value.size > 0", name)
    place = table.script("return [...game.choiceHexes.value].sort()[0]")
    at = table.state["at"]
    hand.hex(place)
    table.until_later(at)
    assert table.script("return game.where(it)", name) == place
    hand.press(table.button("deploy historical"))
    table.wait("!game.duty.value")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_it_has_not_is_not_offered(table: Table) -> None:
    """No reactions, no aircraft, no top of a stack; to give up is offered."""
    table.visit(table.begin(title=KEY, scenario="raid", bots={"amber": "random"})["teal"])
    table.wait(ASKED)
    Mouse(table).hex("0608")
    table.wait("game.hex.value === '0608'")
    assert table.part("look-out").count() == 0
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_role("button", name="Resign").wait_for()
    assert table.page.get_by_text("When to ask me").count() == 0
