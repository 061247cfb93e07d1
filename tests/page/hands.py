"""What a player plays with: each of these does with its own means alone what the others do."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator

from tests.page.table import Table

MOST_TABS = 120
MOST_STEPS = 200
SHORTCUTS = {"prompt": "p", "sheet": "p", "inspector": "i", "log": "l", "map": "m"}


class Hand(Protocol):
    def hex(self, label: str) -> None:
        """Touch a hex."""

    def press(self, what: Locator) -> None:
        """Touch a button."""

    def choose(self, what: Locator, text: str) -> None:
        """Choose from a list."""


class Mouse:
    def __init__(self, table: Table) -> None:
        self.table = table

    def hex(self, label: str) -> None:
        self.table.page.mouse.click(*self.table.hex_point(label))

    def press(self, what: Locator) -> None:
        what.click()

    def choose(self, what: Locator, text: str) -> None:
        # The browser's own list is no part of the page.
        what.select_option(label=text)


class Fingers:
    def __init__(self, table: Table) -> None:
        self.table = table

    def hex(self, label: str) -> None:
        self.table.page.touchscreen.tap(*self.table.hex_point(label))

    def press(self, what: Locator) -> None:
        what.tap()

    def choose(self, what: Locator, text: str) -> None:
        what.select_option(label=text)


class Keys:
    """Tab, arrows and Enter; nothing is focused by a script."""

    def __init__(self, table: Table) -> None:
        self.table, self.keyboard = table, table.page.keyboard

    def hex(self, label: str) -> None:
        self._go_to(self.table.page.locator("canvas.map"))
        for _ in range(MOST_STEPS):
            arrow = self.table.script(
                "const to = game.grid.byLabel.get(it), from = game.grid.byLabel.get(game.hex.value ?? '');"
                "if (!from) return 'ArrowRight';"
                "const dx = to.x - from.x, dy = to.y - from.y;"
                "if (from === to) return '';"
                "if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';"
                "return dy > 0 ? 'ArrowDown' : 'ArrowUp';",
                label,
            )
            if not arrow:
                self.keyboard.press("Enter")
                return
            self.keyboard.press(arrow)
        raise AssertionError(f"the arrows do not lead to {label}")

    def press(self, what: Locator) -> None:
        what.wait_for()
        self._go_to(what)
        self.keyboard.press("Enter")

    def choose(self, what: Locator, text: str) -> None:
        self._go_to(what)
        self.keyboard.type(text)

    def _go_to(self, what: Locator) -> None:
        """By the keys that lead to the parts of the table, and from there by Tab."""
        part = what.evaluate("it => it.closest('#prompt, #sheet, #inspector, #log, .map')?.className ?? ''")
        for name, key in SHORTCUTS.items():
            if name in part.split():
                self.keyboard.press(key)
        for _ in range(MOST_TABS):
            if what.evaluate("it => it === document.activeElement"):
                return
            self.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {what}")
