"""Take the README's pictures of the table: a real server, a real browser, a real game.

python tools/take_pictures.py            into docs/pictures
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from playwright.sync_api import Browser, ViewportSize  # noqa: E402

from tests.page.browsers import browsing, serving, what_is_missing  # noqa: E402
from tests.page.hands import Fingers, Hand, Mouse  # noqa: E402
from tests.page.player import ASKED, Player  # noqa: E402
from tests.page.table import Table  # noqa: E402
from tools.small_png import smaller  # noqa: E402

LARGEST = 400_000
"""Bytes; a README should open at once."""
SIZE: ViewportSize = {"width": 1200, "height": 750}
TALL: ViewportSize = {"width": 1200, "height": 960}
TARGET = "1328"
"""An attack that may fail."""


class Photographer:
    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.browser, self.address, self.folder = browser, address, folder

    def take(self, table: Table, name: str) -> None:
        table.page.mouse.move(0, 0)
        table.page.wait_for_timeout(1500)  # tiles and counters are drawn when there is time
        file = self.folder / f"{name}.png"
        blank = self.browser.new_page()
        file.write_bytes(smaller(table.page.screenshot(), blank))
        blank.close()
        if file.stat().st_size > LARGEST:
            sys.exit(f"{file.name} has {file.stat().st_size} bytes; {LARGEST} are allowed")
        print(f"{file.relative_to(PROJECT) if file.is_relative_to(PROJECT) else file}: {file.stat().st_size} bytes")

    def sit_down(self, *, phone: bool = False, dark: bool = False) -> Table:
        table = Table(self.browser, self.address, phone=phone, dark=dark)
        if not phone:
            table.page.set_viewport_size(SIZE)
        return table

    def lobby(self) -> None:
        table = self.sit_down().lobby()
        table.page.wait_for_load_state("networkidle")
        self.take(table, "lobby")
        table.close()

    def battle(self) -> None:
        """The table with a battle sheet open, by day and by night."""
        for dark, name in ((False, "sheet"), (True, "dark")):
            table = self.sit_down(dark=dark)
            table.page.set_viewport_size(TALL)
            begin_to_fight(table, Mouse(table))
            aim(table, Mouse(table))
            self.take(table, name)
            table.close()

    def table(self) -> None:
        """A stack at the border with its reach."""
        table = self.sit_down()
        table.visit(table.begin(title="lwe", bots={"soviet": "random"}, setup="historical")["german"])
        player = Player(table, Mouse(table), moves=0, attacks=0)
        for _ in range(40):
            table.wait(ASKED)
            if "go" in table.state["prompt"]["kinds"]:
                break
            player.decide(table.state)
        reach = best_reach(table)
        table.script("void game.select(game.unitsAt(it).filter(u => game.ready.value.has(u)))", reach)
        table.wait("game.options.value")
        drag_to_the_left(table, *table.hex_point(reach))
        self.take(table, "table")
        table.close()

    def phone(self) -> None:
        table = self.sit_down(phone=True)
        begin_to_fight(table, Fingers(table))
        aim(table, Fingers(table))
        self.take(table, "phone")
        table.close()


def begin_to_fight(table: Table, hand: Hand) -> None:
    table.visit(table.begin(title="dom", bots={"soviet": "random"}, setup="historical")["german"])
    table.wait(ASKED)
    hand.press(table.button("order fight-move"))
    table.wait("game.asks('battle') && !game.asks('go') && game.ready.value.size > 0")


def aim(table: Table, hand: Hand) -> None:
    """Everybody who can joins the attack."""
    hand.hex(TARGET)
    table.part("roll").wait_for()


def best_reach(table: Table) -> str:
    """The stack of the fastest units that can move, nearest to the middle of the map."""
    found = table.script(
        "const box = game.grid.box, x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;"
        "const far = u => { const h = game.grid.byLabel.get(game.where(u)); return Math.hypot(h.x - x, h.y - y); };"
        "const speed = u => game.fixed.units[game.index(u)].moves.at(-1) ?? 0;"
        "const all = [...game.ready.value].filter(u => game.grid.byLabel.has(game.where(u)));"
        "const most = Math.max(...all.map(speed));"
        "return game.where(all.filter(u => speed(u) === most).sort((a, b) => far(a) - far(b))[0]);"
    )
    return str(found)


def drag_to_the_left(table: Table, x: float, y: float) -> None:
    """Move the map, so that more of the country ahead is seen."""
    mouse = table.page.mouse
    mouse.move(x + 150, y + 150)
    mouse.down()
    mouse.move(x - 50, y + 150, steps=4)
    mouse.up()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=PROJECT / "docs" / "pictures", help="where they go")
    parser.add_argument("names", nargs="*", help="lobby, table, battle, phone; all by default")
    wanted = parser.parse_args()
    missing = what_is_missing()
    if missing:
        sys.exit(missing)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as (_, browser):
        photographer = Photographer(browser, address, wanted.folder)
        for name in wanted.names or ("lobby", "table", "battle", "phone"):
            getattr(photographer, name)()


if __name__ == "__main__":
    main()
