"""The whole map as text: a hex is two characters, a stack its side and number."""

from __future__ import annotations

from typing import Any

from steppe.assault.stacks import side_in, units_in
from steppe.env.observation import Observer
from steppe.view import View

COLOURS = ("\x1b[1;97;100m", "\x1b[1;97;41m")
PLAIN = "\x1b[0m"


def picture(view: View[Any], observer: Observer) -> str:
    """The map as a seat sees it, with the prompt above."""
    title, s = observer.title, view.state
    rows, columns = observer.shape
    cells = ["  "] * (rows * columns)
    for h, cell in enumerate(observer.cells.tolist()):
        side = side_in(title, s, h)
        if side >= 0:
            number = min(len(units_in(s, h)), 9)
            cells[cell] = f"{COLOURS[side]}{title.seats[side][0].upper()}{number}{PLAIN}"
        elif h in title.board.hexes("city"):
            cells[cell] = "# "
        elif h in title.board.hexes("town"):
            cells[cell] = "o "
        else:
            terrain = title.board.terrain[h]
            cells[cell] = ". " if terrain == "clear" else f"{terrain[0]} "
    lines = ["".join(cells[i : i + columns]).rstrip() for i in range(0, len(cells), columns)]
    return "\n".join([f"Turn {s.turn}. {view.prompt.text}", *lines])
