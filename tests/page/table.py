"""A visitor of the page: what can be seen on it, and where things are.

Hexes are found by number through ``window.steppe``, which the page offers to scripts; everything else goes through
what a visitor sees.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize

WAIT = 60_000
"""Milliseconds; a bot may have to think, and the machine may be busy."""
WIDE: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
STATE = """() => {
  const game = window.steppe?.game;
  if (!game || !game.live.value || !game.prompt.value) return null;
  return {
    at: game.at.value, orders: game.orders.value, turn: game.live.value.turn, eyes: game.eyes.value,
    prompt: game.prompt.value, mine: game.myTurn.value, selected: game.selected.value, hex: game.hex.value,
    target: game.target.value, connected: game.connected.value, replay: game.replay.value,
  };
}"""


class Table:
    """One visitor with a browser context of his own."""

    def __init__(
        self, browser: Browser, address: str, *, phone: bool = False, dark: bool = False, pace: str = "instant"
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport=PHONE if phone else WIDE,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(WAIT)
        # The bot's orders need not be watched one by one.
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
        self.page.goto(self.address + link)
        return self.at_table()

    def at_table(self) -> Table:
        self.page.locator('canvas.map, [data-testid="hand-over"]').wait_for()
        self.page.wait_for_function(f"() => ({STATE})() !== null")
        return self

    def begin(self, **game: Any) -> dict[str, str]:
        """Begin a game as the page does, but without the lobby; the links by seat."""
        answer = self.context.request.post(f"{self.address}/api/games", data=game)
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return {seat: f"/g/{made['game']}#{token}" for seat, token in made["play"].items()}

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

    def until_later(self, at: int) -> None:
        """Until the game has gone on from a position."""
        self.wait("game.at.value > it && !game.busy.value", at)

    def part(self, name: str) -> Locator:
        """A part of the page by its test id."""
        return self.page.get_by_test_id(name)

    def button(self, order: str) -> Locator:
        """The button that gives an order."""
        return self.page.locator(f'[data-order="{order}"]').first

    def hex_point(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the screen; the map is moved if it is not well in sight."""
        self.script(
            "const at = camera.toScreen(game.grid.byLabel.get(it)), edge = 40, box = camera;"
            "const inside = at.x > edge && at.y > edge && at.x < box.width - edge && at.y < box.height - edge;"
            "if (!inside || camera.scale < 24)"
            "  document.querySelector('canvas.map').dispatchEvent(new CustomEvent('show-hex', {detail: it}));",
            label,
        )
        found = self.script(
            "const box = document.querySelector('canvas.map').getBoundingClientRect();"
            "const at = camera.toScreen(game.grid.byLabel.get(it)); return [box.left + at.x, box.top + at.y];",
            label,
        )
        return float(found[0]), float(found[1])
