"""A view in a terminal: a summary, a piece of the map, a stack."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.table import Table
from rich.text import Text

from steppe import titles
from steppe.cli.common import console, say
from steppe.hexgrid import HALF_SQRT3, HexGrid
from steppe.view import View

RADIUS = 5
CELL = 6
"""Letters to a hex."""
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
        cities = sorted({title.board.names.get(h, "") for h in held if h in _cities(view)})
        places = f"{', '.join(cities) or 'no city'} and {sum(h in towns for h in held)} towns"
        say(f"  {seat}: {on_map[seat]} units on the map, {dead[seat]} lost; holds {places}")


def _value(value: Any) -> str:
    """A number, a word, or a few of them by name."""
    if isinstance(value, dict):
        return ", ".join(f"{_value(part)} in the {name}" for name, part in value.items())
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _cities(view: View[Any]) -> set[int]:
    look = titles.map_look(view.title.key)
    return {h for feature in look.cities for h in view.title.board.hexes(feature)}


def _towns(view: View[Any]) -> set[int]:
    """Towns of every size."""
    look = titles.map_look(view.title.key)
    return {h for feature in look.place_features - look.cities for h in view.title.board.hexes(feature)}


def around(view: View[Any], h: int) -> None:
    """The hexes around one, as text: units as side and number, else the terrain."""
    title, grid = view.title, view.title.board.grid
    stacks: dict[str, list[dict[str, Any]]] = {}
    for unit in view.as_data()["units"]:
        stacks.setdefault(unit["at"], []).append(unit)
    shown = grid.within(h, RADIUS)
    places = text_places(grid, shown)
    for row in range(max(row for row, _ in places) + 1):
        line = Text()
        for (_, column), x in sorted((place, x) for place, x in zip(places, shown, strict=True) if place[0] == row):
            line.pad_right(column - len(line))
            line.append(_cell(view, x, stacks.get(grid.labels[x], []), x == h))
        line.rstrip()
        console().print(line)
    say(f"  {title.board.label(h)} is in the middle")


def text_places(grid: HexGrid, hexes: list[int]) -> list[tuple[int, int]]:
    """Where to write each hex: its line, and its first letter in it. Columns of flat-topped hexes alternate between the
    lines, rows of pointy-topped ones begin half a hex apart."""
    across, down = (HALF_SQRT3, 0.5) if grid.numbering.flat else (0.5, HALF_SQRT3)
    wide = CELL if grid.numbering.flat else CELL // 2
    left, top = grid.centres[hexes].min(axis=0)
    return [(round((y - top) / down), wide * round((x - left) / across)) for x, y in grid.centres[hexes]]


def _cell(view: View[Any], h: int, stack: list[dict[str, Any]], middle: bool) -> Text:
    board = view.title.board
    if stack:
        side = view.title.seats.index(stack[0]["side"])
        text = Text(f"{stack[0]['side'][0].upper()}{len(stack)}", STYLES[side % len(STYLES)])
    elif h in _cities(view):
        text = Text("#", "bold")
    elif h in _towns(view):
        text = Text("o", "bold")
    else:
        terrain = board.terrain[h]
        text = Text("." if terrain == titles.map_look(view.title.key).plain else terrain[0], "dim")
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
