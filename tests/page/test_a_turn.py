"""A first turn from the lobby on, with the mouse alone, with the keyboard alone."""

from __future__ import annotations

import re

import pytest

from tests.page.hands import Keys, Mouse
from tests.page.player import ASKED, Player
from tests.page.table import Table


def sit_down_by_hand(table: Table, hand: Mouse | Keys) -> None:
    """From the lobby to a table with a set-up of one's own."""
    page = table.lobby().page
    box = page.locator("section.box", has=page.locator('[data-play="dom"]'))
    hand.press(box.get_by_role("button", name="More"))
    # The Soviet side defends first: that asks for more kinds of decisions than anything else in a first turn.
    hand.choose(box.get_by_label("Your side"), "Soviet")
    hand.choose(box.get_by_label("Set-up"), "By hand")
    hand.press(box.locator(".form").get_by_role("button", name="Play"))
    table.at_table()


def set_up(table: Table, player: Player) -> None:
    """One unit by hand, the rest as history had it."""
    table.wait(f"{ASKED} && game.isSetup.value && game.ready.value.size > 0")
    unit = table.page.locator("[data-unit]").first
    name = unit.get_attribute("data-unit")
    player.hand.press(unit)
    table.wait("game.selected.value[0] === it && game.choiceHexes.value.size > 0", name)
    hex_ = table.script("return [...game.choiceHexes.value].sort()[0]")
    at = table.state["at"]
    player.hand.hex(hex_)
    table.until_later(at)
    assert table.script("return game.where(it)", name) == hex_
    while table.state["turn"] == 0:
        table.wait(f"{ASKED} && (game.live.value.turn === 1 || game.ready.value.size > 0)")
        if table.script("return game.isSetup.value"):
            at = table.state["at"]
            player.hand.press(table.button("deploy historical"))
            table.until_later(at)
            player.finish()


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_from_the_lobby_to_the_second_turn(table: Table, kind: type[Mouse] | type[Keys]) -> None:
    hand = kind(table)
    sit_down_by_hand(table, hand)
    player = Player(table, hand)
    set_up(table, player)
    player.turn()
    assert table.state["turn"] == 2
    assert any(order.startswith("move") for order in player.done)
    assert any(order.startswith("assault") for order in player.done)


def test_undo(table: Table) -> None:
    """A misclick can be taken back until a die is rolled."""
    hand = Mouse(table)
    table.visit(table.begin(title="dom", bots={"soviet": "random"}, setup="historical")["german"])
    player = Player(table, hand)
    table.wait(ASKED)
    hand.press(table.button("order move-fight"))
    table.wait("game.isPhase.value && game.ready.value.size > 0")
    player.move()
    units, start, to = re.fullmatch(r"move (\S+) (\d+)-(\d+)", player.done[-1]).groups()  # type: ignore[union-attr]
    unit = units.split("+")[0]
    hand.press(table.part("undo"))
    table.wait("game.where(it[0]) === it[1]", [unit, start])
    # And once more with the keyboard's own command line.
    line = table.part("command")
    line.fill(f"move {units} {start}-{to}")
    line.press("Enter")
    table.wait("game.where(it[0]) === it[1]", [unit, to])
