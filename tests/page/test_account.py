"""An account gathers games: a device without any link finds them by name and password."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urldefrag

from playwright.sync_api import Locator

from tests.page.table import Table

NAME, PASSWORD = "Vera.Test", "winter of forty-one"
REFUSED = "403"
"""The menu asks for the record, which a game in play does not give; the browser reports that as an error."""


def give_name(form: Locator, button: str, password: str = PASSWORD) -> None:
    form.get_by_label("Name").fill(NAME)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name=button).click()


def open_menu(table: Table) -> None:
    with table.page.expect_response(lambda answer: answer.url.endswith("/record")):
        table.page.get_by_role("button", name="Menu").click()


def forgive(table: Table, status: str) -> None:
    """Forget answers that were asked for on purpose."""
    table.troubles[:] = [trouble for trouble in table.troubles if status not in trouble]


def test_a_game_is_found_again_on_another_device(sit_down: Callable[..., Table]) -> None:
    first, second = sit_down(), sit_down(phone=True)
    link = first.begin(title="dom", setup="free")["soviet"]
    first.visit(link)
    open_menu(first)
    first.part("keep-in-account").click()
    give_name(first.page.get_by_role("form", name="Account"), "Register")
    first.page.get_by_text("Kept in your account").wait_for()
    first.lobby()
    first.page.get_by_role("button", name="Sign out").click()
    first.page.get_by_role("button", name="Sign in").wait_for()
    assert first.page.locator("[data-game]").count() == 0
    forgive(first, REFUSED)

    second.lobby()
    second.page.get_by_role("button", name="Sign in").click()
    form = second.page.get_by_role("form", name="Account")
    give_name(form, "Sign in", "not that one")
    assert "wrong" in form.get_by_role("alert").inner_text()
    forgive(second, "401")
    give_name(form, "Sign in")
    games = second.page.get_by_role("region", name=f"Games of {NAME.lower()}")
    assert "Your turn" in games.inner_text()
    games.get_by_role("button").first.click()
    second.at_table()
    assert second.state["eyes"] == "soviet"
    # The same game by a link of its own.
    assert urldefrag(second.page.url).url == first.address + urldefrag(link).url
    assert second.page.url != first.address + link


def test_a_seat_says_where_it_is_told_of_its_turn(table: Table) -> None:
    table.visit(table.begin(title="dom", setup="free")["german"])
    open_menu(table)
    table.part("notices").click()
    form = table.page.get_by_role("form", name="Tell me elsewhere")
    field = form.get_by_label("Web address")
    # Nothing is sent to the machine itself, and the page says so.
    field.fill("http://127.0.0.1/told")
    form.get_by_role("button", name="Save").click()
    table.page.locator(".menulist [role=alert]").wait_for()
    field.fill("https://93.184.216.34/told")
    form.get_by_role("button", name="Save").click()
    form.get_by_text("Saved.").wait_for()
    table.page.reload()
    table.at_table()
    open_menu(table)
    table.part("notices").click()
    assert field.input_value() == "https://93.184.216.34/told"
    for status in (REFUSED, "400", "422"):
        forgive(table, status)
