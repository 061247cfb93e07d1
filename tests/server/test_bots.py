"""Bots at the table: they think elsewhere, can be held, and hold up nobody."""

from __future__ import annotations

import time

import pytest

from steppe.server.bots import Said
from tests.server.table import Page, Table


def play_on(page: Page, orders: int) -> None:
    """Let so many more orders be given: the bot's, and ours whenever it has a question for us."""
    wanted = page.at + orders
    while page.at < wanted or page.prompt["seat"] == "soviet":
        if page.prompt["seat"] == "soviet":
            page.order(page.ask("legal")["orders"][0])
        else:
            page.wait(page.at + 1)


def test_a_bot_plays_its_seat_and_can_be_held(table: Table) -> None:
    begun = table.new(bots={"german": "random"})
    assert list(begun.play) == ["soviet"]
    with begun.seat("soviet") as page:
        assert page.hello["bots"] == {"german": "random", "soviet": ""}
        play_on(page, 3)
        assert page.send(do="hold-bot", hold=True)["held"] is True
        page.quiet(1)
        at = page.at
        page.quiet(0.5)
        assert page.at == at
        if page.prompt["seat"] == "soviet":  # the bot's last order has a question for us
            page.order(page.ask("legal")["orders"][0])
            at = page.at
            page.quiet(0.5)
        assert page.prompt["seat"] == "german"
        assert page.at == at
        page.send(do="hold-bot", hold=False)
        play_on(page, 2)
        page.send(do="hold-bot", hold=True)
        page.quiet(1)
        known = page.view
        assert known == page.ask("view")["view"]


def test_a_bot_thinks_about_the_scenario_of_its_game(table: Table) -> None:
    begun = table.new("pm", scenario="learning", bots={"german": "greedy"})
    with begun.seat("soviet") as page:
        play_on(page, 3)
        page.send(do="hold-bot")


def test_a_bot_that_thinks_long_holds_up_no_other_game(table: Table) -> None:
    begun = [table.new("lwe", bots={"german": "greedy", "soviet": "greedy"}) for _ in range(2)]
    other = table.new()
    with other.seat("german") as page:
        page.order("order move-fight")
        moves = page.ask("legal")["orders"]
        begin = time.monotonic()
        for move in moves[:2]:
            page.order(move)
            page.send(do="undo")
        assert time.monotonic() - begin < 30
    for links in begun:
        table.room(links.game).held = True


@pytest.mark.faults_expected
def test_a_bot_that_fails_is_replaced_by_the_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> Said:
        return Said("move nobody 0101-0102")

    monkeypatch.setattr(table.inside.bots, "_think", fail)
    begun = table.new(bots={"german": "random"})
    with begun.seat("soviet") as page:
        play_on(page, 2)
        page.send(do="hold-bot")


@pytest.mark.faults_expected
def test_a_bots_process_that_dies_is_begun_again(table: Table) -> None:
    begun = table.new(bots={"german": "random"})
    with begun.seat("soviet") as page:
        play_on(page, 2)
        for pool in list(table.inside.bots._pools):
            for worker in list((pool._processes or {}).values()):
                worker.kill()
        play_on(page, 4)
        page.send(do="hold-bot")


def test_two_bots_play_each_other_to_watch(table: Table) -> None:
    begun = table.new(bots={"german": "random", "soviet": "random"})
    assert begun.play == {}
    with begun.page() as page, begun.page(begun.watch["soviet"]) as watcher:
        page.wait(page.at + 5)
        watcher.wait(page.at)
        table.room(begun.game).held = True
