"""Two people at one game: each sees what he may, and at one screen the game is handed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.hands import Mouse
from tests.page.player import ASKED, Player
from tests.page.table import Table

HIDDEN = "return game.live.value.units.filter(u => u.hidden).map(u => u.side)"
KNOWN = "return game.live.value.units.filter(u => !u.hidden && u.side === it && game.grid.byLabel.has(u.at)).length"


@pytest.mark.slow
def test_two_browsers_play_a_turn_against_each_other(sit_down: Callable[..., Table]) -> None:
    german, soviet = sit_down(), sit_down()
    links = german.begin(title="dom", setup="historical")
    german.visit(links["german"])
    soviet.visit(links["soviet"])
    players = [Player(german, Mouse(german)), Player(soviet, Mouse(soviet))]
    for _ in range(60):
        for table, player in zip((german, soviet), players, strict=True):
            state = table.state
            if state["turn"] == 1 and state["mine"]:
                table.wait(ASKED)
                player.decide(table.state)
            check_eyes(table)
        newest = max(german.state["at"], soviet.state["at"])
        for table in (german, soviet):
            table.wait("game.at.value >= it", newest)
        if german.state["turn"] == 2:
            break
    assert german.state["turn"] == soviet.state["turn"] == 2
    assert german.state["at"] == soviet.state["at"]
    for player in players:
        assert any(order.startswith("move") for order in player.done)
    assert german.script("return game.log.value.length") == soviet.script("return game.log.value.length") > 5


def check_eyes(table: Table) -> None:
    """Nothing of one's own is hidden, and something of the other's is."""
    own = table.state["eyes"]
    hidden = table.script(HIDDEN)
    assert own not in hidden
    assert hidden
    assert table.script(KNOWN, own) > 20


def test_one_screen_is_handed_over(table: Table) -> None:
    hand = Mouse(table)
    links = table.begin(title="dom", setup="free", hotseat=True)
    table.visit(links["german"])
    # The Soviet player sets up first, but the German one's eyes are open.
    table.wait("game.handOver.value === 'soviet' || game.eyes.value === 'soviet'")
    covered = table.part("hand-over")
    if table.state["eyes"] != "soviet":
        assert "Soviet" in covered.inner_text()
        hand.press(covered.get_by_role("button").first)
    table.wait("game.eyes.value === 'soviet' && game.isSetup.value")
    player = Player(table, hand)
    while table.state["eyes"] == "soviet" and table.script("return game.myTurn.value"):
        at = table.state["at"]
        hand.press(table.button("deploy historical"))
        table.until_later(at)
        player.finish()
        table.wait("game.handOver.value || game.ready.value.size > 0")
    assert table.script("return game.handOver.value") == "german"
    # Between the two nobody sees the other's units.
    assert covered.is_visible()
    hand.press(covered.get_by_role("button").first)
    table.wait("game.eyes.value === 'german' && game.myTurn.value")
