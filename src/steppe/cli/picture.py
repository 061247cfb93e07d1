"""A view in a terminal: a summary, a piece of the map, a stack."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.table import Table
from rich.text import Text

from steppe.cli.common import console, say
from steppe.view import View

RADIUS = 5
CELL = 6
STYLES = ("bold white on grey37", "bold white on dark_red")
COMMON = frozenset({"seat", "prompt", "turn", "step", "units", "stacks", "control", "aircraft"})
"""What every view tells; the rest is the title's own."""


def summary(view: View[Any]) -> None:
    """Turn, step, what the title counts, strength on the map, places held."""
    data = view.as_data()
    title = view.title
    step = title.current_step(view.state).words
    say("Set-up" if title.is_setting_up(view.state) else f"Turn {data['turn']}, {step}")
    # Lists go by hex; they are for maps.
    own = {name: value for name, value in data.items() if name not in COMMON and not isinstance(value, list)}
    told = [f"{name} {_value(value)}" for name, value in own.items()]
    if told:
        say(f"  {'; '.join(told)}")
    on_map: Counter[str] = Counter(u["side"] for u in data["units"] if u["at"] in title.board.grid.index)
    dead: Counter[str] = Counter(u["side"] for u in data["units"] if u["at"] == "dead")
    towns = _towns(view)
    for seat in title.seats:
        held = [title.board.grid.index[h] for h, holder in data["control"].items() if holder == seat]
        cities = sorted({title.board.names.get(h, "") for h in held if h in title.board.hexes("city")})
        places = f"{', '.join(cities) or 'no city'} and {sum(h in towns for h in held)} towns"
        say(f"  {seat}: {on_map[seat]} units on the map, {dead[seat]} lost; holds {places}")


def _value(value: Any) -> str:
    """A number, a word, or a few of them by name."""
    if isinstance(value, dict):
        return ", ".join(f"{_value(part)} in the {name}" for name, part in value.items())
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _towns(view: View[Any]) -> set[int]:
    """Towns of every size."""
    return {h for feature, hexes in view.title.board.features.items() if feature.endswith("town") for h in hexes}


def around(view: View[Any], h: int) -> None:
    """The hexes around one, as text: units as side and number, else the terrain."""
    title, grid = view.title, view.title.board.grid
    stacks: dict[str, list[dict[str, Any]]] = {}
    for unit in view.as_data()["units"]:
        stacks.setdefault(unit["at"], []).append(unit)
    shown = grid.within(h, RADIUS)
    xs, ys = grid.centres[:, 0], grid.centres[:, 1]
    cells = {}
    for x in shown:
        column = round((xs[x] - xs[h]) / 0.8660254) if grid.numbering.flat else round(2 * (xs[x] - xs[h]))
        row = round(2 * (ys[x] - ys[h])) if grid.numbering.flat else round((ys[x] - ys[h]) / 0.8660254)
        cells[row, column] = _cell(view, x, stacks.get(grid.labels[x], []), x == h)
    columns = range(min(c for _, c in cells), max(c for _, c in cells) + 1)
    for row in range(min(r for r, _ in cells), max(r for r, _ in cells) + 1):
        line = Text()
        for column in columns:
            line.append(cells.get((row, column), Text(" " * CELL)))
        line.rstrip()
        console().print(line)
    say(f"  {title.board.label(h)} is in the middle")


def _cell(view: View[Any], h: int, stack: list[dict[str, Any]], middle: bool) -> Text:
    board = view.title.board
    if stack:
        side = view.title.seats.index(stack[0]["side"])
        text = Text(f"{stack[0]['side'][0].upper()}{len(stack)}", STYLES[side % len(STYLES)])
    elif h in board.hexes("city"):
        text = Text("#", "bold")
    elif h in _towns(view):
        text = Text("o", "bold")
    else:
        text = Text({"clear": "."}.get(board.terrain[h], board.terrain[h][0]), "dim")
    out = Text(">" if middle else " ")
    out.append(text)
    out.pad_right(CELL - len(out))
    return out


def stack(view: View[Any], h: int) -> None:
    """The units in a hex, as far as the seat knows them."""
    label = view.title.board.grid.labels[h]
    units = [u for u in view.as_data()["units"] if u["at"] == label]
    say(f"{view.title.board.label(h)}: {view.title.board.terrain[h]}, {len(units)} units")
    if not units:
        return
    table = Table("unit", "side", "kind", "factors", "steps", "")
    for unit in units:
        if unit.get("hidden"):
            table.add_row("hidden", unit["side"], "", "", "", "")
            continue
        known = unit["attack"] is not None
        factors = f"{unit['attack']}-{unit['defence']}" if known else "untried"
        table.add_row(unit["unit"], unit["side"], unit["kind"], factors, str(unit["steps"]), unit["label"])
    console().print(table)
