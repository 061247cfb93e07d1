"""What a bot says about its orders, in the log: unfolded, switched off, and kept back while the fog is on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.table import Table

NOTED = "game.log.value.some((entry) => entry.note && entry.told.length)"
BOT_HAS_ORDERED = "game.log.value.some((entry) => entry.turn > 0 && entry.seat === 'german' && entry.told.length)"
GAME = {"title": "dom", "bots": {"german": "greedy"}, "setup": "historical"}


def give_up(table: Table) -> None:
    """Resign; the bot may have to be stopped first, because an order is for one position."""
    table.script("return game.holdBot(true)")
    while not table.script("return game.order('resign soviet')"):
        table.page.wait_for_timeout(200)
    table.wait("game.prompt.value.outcome")


def test_open_notes_unfold_and_can_be_switched_off(table: Table) -> None:
    table.visit(table.begin(**GAME, open_notes=True)["soviet"])
    table.wait(NOTED)
    give_up(table)
    note = table.page.locator(".staffnote").last
    expect(note).not_to_have_attribute("open", "")
    note.locator("summary").click()
    expect(note).to_have_attribute("open", "")
    assert note.inner_text().strip() != note.locator("summary").inner_text().strip()
    switch = table.page.get_by_label("Staff notes")
    switch.uncheck()
    expect(table.page.locator(".staffnote")).to_have_count(0)
    table.page.reload()
    table.at_table()
    table.wait(NOTED)
    expect(table.page.get_by_label("Staff notes")).not_to_be_checked()
    expect(table.page.locator(".staffnote")).to_have_count(0)


def test_the_opponents_notes_come_when_the_game_is_over(table: Table) -> None:
    table.visit(table.begin(**GAME)["soviet"])
    table.wait(BOT_HAS_ORDERED)
    expect(table.page.locator(".staffswitch")).to_contain_text("when the game is over")
    assert table.script("return game.log.value.every((entry) => entry.note === undefined)")
    expect(table.page.locator(".staffnote")).to_have_count(0)
    give_up(table)
    table.wait(NOTED)
    expect(table.page.locator(".staffnote").last).to_be_visible()
    expect(table.page.locator(".staffswitch")).not_to_contain_text("when the game is over")


def test_the_lobby_describes_every_bot(table: Table) -> None:
    table.lobby()
    table.page.locator("section.box", has=table.page.locator("[data-play=dom]")).get_by_role("button").last.click()
    bots = table.page.locator("label.choice:has(> span:text-is('Bot')) option")
    expect(bots.first).to_be_attached()
    choices = bots.all_inner_texts()
    assert [line.split(":")[0] for line in choices][:4] == ["Random", "Greedy", "Reflex", "Staff"]
    assert all(len(line.split(": ")[1]) > 10 for line in choices)
    box = table.page.get_by_label("Open staff notes")
    expect(box).not_to_be_checked()
    expect(table.page.locator("label.check")).to_contain_text("fog")
