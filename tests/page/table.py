"""A person at the table: what can be seen on the page, and what mouse, keyboard and fingers do.

Hexes are found by number through ``window.steppe``, which the page offers to scripts; everything else goes through what a
visitor sees.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, Page

WAIT = 30_000
"""Milliseconds; a bot may have to think."""
WIDE = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
STATE = """() => {
  const game = window.steppe?.game;
  if (!game || !game.live.value || !game.prompt.value) return null;
  return {
    at: game.at.value, orders: game.orders.value, turn: game.live.value.turn, eyes: game.eyes.value,
    prompt: game.prompt.value, mine: game.myTurn.value, selected: game.selected.value, hex: game.hex.value,
    ready: [...(game.ready?.value ?? [])], busy: game.busy.value, options: game.options.value,
    target: game.target.value, connected: game.connected.value, replay: game.replay.value,
  };
}"""


class Table:
    """One visitor with a browser context of his own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        phone: bool = False,
        dark: bool = False,
        pace: str = "instant",
    ) -> None:
        self.address = address
        self.context = (
            browser.new_context(
                viewport={"width": PHONE["width"], "height": PHONE["height"]} if phone else None,
                screen=None,
                has_touch=phone,
                is_mobile=phone,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
            )
            if phone
            else browser.new_context(
                viewport={"width": WIDE["width"], "height": WIDE["height"]},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
            )
        )
        self.context.set_default_timeout(WAIT)
        # The bot's orders need not be watched.
        self.context.add_init_script(f"localStorage.setItem('steppe.pace', '\"{pace}\"')")
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)

    def close(self) -> list[str]:
        """Leave; whatever went wrong on the page."""
        self.context.close()
        return self.troubles

    # -- coming in ------------------------------------------------------------------------------------------------

    def lobby(self) -> Table:
        self.page.goto(self.address)
        self.page.locator("[data-play]").first.wait_for()
        return self

    def visit(self, link: str) -> Table:
        """Sit down with a link."""
        self.page.goto(link if link.startswith("http") else self.address + link)
        return self.at_table()

    def at_table(self) -> Table:
        self.page.locator("canvas.map").wait_for()
        self.page.wait_for_function(f"() => ({STATE})() !== null")
        return self

    def begin(self, **game: Any) -> str:
        """Begin a game as the page does, but without the lobby; the links by seat."""
        answer = self.context.request.post(f"{self.address}/api/games", data=game)
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        self.links = {seat: f"/g/{made['game']}#{token}" for seat, token in made["play"].items()}
        return str(made["game"])

    # -- seeing ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> dict[str, Any]:
        """What the page knows."""
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    def script(self, body: str, argument: Any = None) -> Any:
        """Ask the page's own objects: ``game`` and ``camera`` are known."""
        return self.page.evaluate(f"(it) => {{ const {{game, camera}} = window.steppe; {body} }}", argument)

    def wait(self, condition: str, argument: Any = None) -> None:
        """Until something holds of ``game``."""
        self.page.wait_for_function(
            f"(it) => {{ const {{game, camera}} = window.steppe ?? {{}}; return game && ({condition}); }}", arg=argument
        )

    def part(self, name: str) -> Locator:
        """A part of the page by its test id."""
        return self.page.get_by_test_id(name)

    def answers(self) -> list[str]:
        """The orders that have a button."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-order]:not([disabled])", "all => all.filter(b => b.offsetParent).map(b => b.dataset.order)"
        )
        return found

    def button(self, order: str) -> Locator:
        return self.page.locator(f'[data-order="{order}"]').first

    def hex_point(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the screen; the map is moved if it is not in sight."""
        self.script(
            "const hex = game.grid.byLabel.get(it), at = camera.toScreen(hex), edge = 40;"
            "if (at.x < edge || at.y < edge || at.x > camera.width - edge || at.y > camera.height - edge || camera.scale < 24)"
            "  document.querySelector('canvas.map').dispatchEvent(new CustomEvent('show-hex', {detail: it}));",
            label,
        )
        found = self.script(
            "const box = document.querySelector('canvas.map').getBoundingClientRect();"
            "const at = camera.toScreen(game.grid.byLabel.get(it)); return [box.left + at.x, box.top + at.y];",
            label,
        )
        return float(found[0]), float(found[1])

    # -- doing ----------------------------------------------------------------------------------------------------

    def click_hex(self, label: str) -> None:
        self.page.mouse.click(*self.hex_point(label))

    def tap_hex(self, label: str) -> None:
        self.page.touchscreen.tap(*self.hex_point(label))

    def until_later(self, at: int) -> None:
        """Until the game has gone on from a position."""
        self.wait("game.at.value > it && !game.busy.value", at)
