"""axe-core finds nothing serious, light or dark, wide or narrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.hands import Mouse
from tests.page.player import ASKED, Player
from tests.page.table import Table

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


def grave_findings(table: Table, where: str) -> list[str]:
    if not table.page.evaluate("'axe' in window"):
        # As a script of the page's own it would be forbidden.
        table.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = table.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{where}: {row['id']} ({row['help']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for row in found
        if row["impact"] in GRAVE
        for node in row["nodes"]
    ]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: make page")
@pytest.mark.parametrize(("dark", "phone"), [(False, False), (True, False), (False, True)])
def test_nothing_serious(sit_down: Callable[..., Table], dark: bool, phone: bool) -> None:
    table = sit_down(dark=dark, phone=phone)
    grave: list[str] = []

    def check(where: str) -> None:
        grave.extend(grave_findings(table, where))

    table.lobby()
    check("lobby")
    table.page.get_by_role("button", name="More").first.click()
    check("lobby, more")
    table.page.get_by_role("button", name="Sign in").click()
    table.page.get_by_role("form", name="Account").wait_for()
    check("lobby, account")
    table.visit(table.begin(title="dom", bots={"soviet": "random"}, setup="free")["german"])
    table.wait(f"{ASKED} && game.isSetup.value")
    check("set-up")
    player = Player(table, Mouse(table))
    at = table.state["at"]
    table.button("deploy historical").click()
    table.until_later(at)
    player.finish()
    table.wait(f"{ASKED} && !game.isSetup.value")
    check("a decision")
    table.button("order fight-move").click()
    table.wait("game.asks('battle') && !game.asks('go') && game.ready.value.size > 0")
    picked = player.pick("assault")
    assert picked
    check("selection")
    player.hand.hex(sorted(picked[1])[0])
    table.part("roll").wait_for()
    table.page.locator("button.rule").first.click()
    table.part("rule-row").wait_for()
    check("battle sheet and rule")
    tabs = table.page.get_by_role("tab")
    for i in range(tabs.count()):
        tabs.nth(i).click()
        check(f"tab {tabs.nth(i).inner_text()}")
    assert not grave, "\n".join(grave)
