"""The whole map as text: a hex is two characters, a stack its side and number."""

from __future__ import annotations

from typing import Any

from steppe.env.observation import Observer
from steppe.titles import map_look
from steppe.view import View

COLOURS = ("\x1b[1;97;100m", "\x1b[1;97;41m")
PLAIN = "\x1b[0m"


def text_map(view: View[Any], observer: Observer) -> str:
    """The map as a seat sees it, with the prompt above."""
    title, data = view.title, view.as_data()
    board, look = title.board, map_look(title.key)
    cities = {h for feature in look.cities for h in board.hexes(feature)}
    towns = {h for feature in look.place_features for h in board.hexes(feature)}
    rows, columns = observer.shape
    stacks: dict[int, list[int]] = {}
    for unit in data["units"]:
        h = board.grid.index.get(unit["at"])
        if h is not None:
            stacks.setdefault(h, []).append(title.seats.index(unit["side"]))
    cells = ["  "] * (rows * columns)
    for h, cell in enumerate(observer.cells.tolist()):
        if h in stacks:
            side = stacks[h][0]
            cells[cell] = f"{COLOURS[side]}{title.seats[side][0].upper()}{min(len(stacks[h]), 9)}{PLAIN}"
        elif h in cities:
            cells[cell] = "# "
        elif h in towns:
            cells[cell] = "o "
        else:
            terrain = board.terrain[h]
            cells[cell] = ". " if terrain == look.plain else f"{terrain[0]} "
    lines = ["".join(cells[i : i + columns]).rstrip() for i in range(0, len(cells), columns)]
    return "\n".join([f"Turn {data['turn']}. {view.prompt.text}", *lines])
