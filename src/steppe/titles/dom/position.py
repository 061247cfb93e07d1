"""Positions of Drive on Moscow: what the title adds to the family's format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe.assault import position
from steppe.assault.battle import RESULTS
from steppe.assault.data import UNITS, load_board, load_results, load_sequence, make_units
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.events import Log
from steppe.hexgrid import ColumnRow
from steppe.ledger import Ledger
from steppe.tables import DataFolder
from steppe.titles.dom.state import ARRIVING, GERMAN, LEFT_SOUTH, MOBILITIES, SOUTH_START, SOVIET, MoscowState
from steppe.titles.dom.title import (
    KINDS,
    SIDE_KINDS,
    TERRAINS,
    DriveOnMoscow,
    PhaseOrder,
    Turn,
    load_track,
    own_decisions,
    with_defaults,
)

STATUS = {"south-start": SOUTH_START, "left-south": LEFT_SOUTH}
MOBILITY = {
    "panzer": "mech", "panzer-grenadier": "mech", "cavalry": "cavalry", "infantry": "foot",
    "RD": "foot", "RB": "foot", "GRD": "foot", "CD": "cavalry", "GCD": "cavalry",
    "TB": "mech", "GTB": "mech", "MRB": "mech", "MRD": "mech", "TD": "mech",
}  # fmt: skip
KEYS = {"title", "turn", "step", "order", "begin", "options", "track", "state", "board", "units", "about"}
NUMBERS = ("november", "demanded", "engaged", "infantry_due", "cavalry_due", "mech_steps", "foot_steps")
AIR_NUMBERS = {"air_used_german": GERMAN, "air_used_soviet": SOVIET}


def read(document: Mapping[str, Any], folder: DataFolder, dice: Dice) -> tuple[DriveOnMoscow, MoscowState, Log]:
    """The title and the state that a position describes, and what happened while it began."""
    for key in document:
        if key not in KEYS:
            raise DataError(f"unknown; known are {', '.join(sorted(KEYS))}", file="position", field=key)
    seats = DriveOnMoscow.seats
    small = None
    if "board" in document:
        table = _table(document, "board")
        small = position.SmallBoard(table, ColumnRow(), TERRAINS, SIDE_KINDS, seats)
        board = small.build()
    else:
        board = load_board(folder, ColumnRow(), TERRAINS, SIDE_KINDS)
    own = make_units(folder.csv("units.csv", UNITS), seats, KINDS, MOBILITIES)
    lines = position.read_unit_lines(document, board.grid, seats, KINDS, MOBILITIES)
    turn = _number(document, "turn", 1)
    track = load_track(folder)
    if "track" in document:
        track[turn] = _track(_table(document, "track"), track.get(turn))
    decisions = ("set-up", "first phase", "second phase", *(d.name for d in own_decisions()))
    title = DriveOnMoscow(
        board,
        position.make_table(lines, own, seats, MOBILITY),
        load_sequence(folder, seats, decisions),
        Ledger.load(folder),
        load_results(folder, RESULTS[:4], above="DE", below="AL1"),
        with_defaults(_table(document, "options")),
        track,
        {},
    )
    s = title.new_state(dice)
    s.turn = turn
    position.place_units(title, s, lines, STATUS)
    position.set_control(title, s, small)
    order = str(document.get("order", "move-fight"))
    if order not in PhaseOrder.WORDS:
        raise DataError(f"{order!r} is not one of {', '.join(PhaseOrder.WORDS)}", file="position", field="order")
    s.phase_order = PhaseOrder.WORDS.index(order)
    _numbers(title, s, _table(document, "state"))
    out = Log()
    step = str(document.get("step", ""))
    if step in ("II.A", "II.B", "II.C", "II.D", "II.E", "soviet-order"):
        title.note_entry_places(s)
    under_way = step in ("I.B", "I.C", "II.B", "II.C") or s.guard >= 0
    enter = bool(document.get("begin", not under_way))
    title.rebuild(s)
    title.check_instant(s, out)
    position.start(title, s, document, out, enter=enter)
    return title, s, out


def _numbers(title: DriveOnMoscow, s: MoscowState, table: Mapping[str, Any]) -> None:
    for name, value in table.items():
        if name == "guard":
            if str(value) not in title.units.index:
                raise DataError(f"there is no unit {value!r}", file="position", field="state.guard")
            s.guard = title.units.index[str(value)]
        elif name == "parent" and str(value) in title.board.grid.index:
            s.parent = title.board.grid.index[str(value)]
        elif name in NUMBERS and isinstance(value, int) and 0 <= value < 1000:
            setattr(s, name, value)
        elif name in AIR_NUMBERS and isinstance(value, int) and 0 <= value < 10:
            s.air_used[AIR_NUMBERS[name]] = value
        else:
            known = ", ".join([*NUMBERS, *AIR_NUMBERS, "guard", "parent"])
            raise DataError(f"{name} = {value!r} is not understood; known are {known}", file="position", field="state")


def _track(table: Mapping[str, Any], given: Turn | None) -> Turn:
    """The box of the Turn Record Track for the position's turn."""
    turn = given or Turn("", (10, 6), (0, 0), dict.fromkeys(ARRIVING, 0), ())
    for key, value in table.items():
        if key in ("mf_mech", "mf_foot", "air_german", "air_soviet") and isinstance(value, int):
            mech, foot = turn.mf
            german, soviet = turn.air
            turn = {
                "mf_mech": turn._replace(mf=(value, foot)),
                "mf_foot": turn._replace(mf=(mech, value)),
                "air_german": turn._replace(air=(value, soviet)),
                "air_soviet": turn._replace(air=(german, value)),
            }[key]
        elif key == "arrivals" and isinstance(value, dict) and all(k in ARRIVING for k in value):
            turn = turn._replace(arrivals={kind: int(value.get(kind, 0)) for kind in ARRIVING})
        elif key == "withdraw" and isinstance(value, list) and all(w in ("infantry", "cavalry") for w in value):
            turn = turn._replace(withdrawals=tuple(value))
        else:
            raise DataError(f"{key} = {value!r} is not understood", file="position", field="track")
    return turn


def _table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key, {})
    if not isinstance(found, dict):
        raise DataError("should be a table", file="position", field=key)
    return found


def _number(document: Mapping[str, Any], key: str, default: int) -> int:
    found = document.get(key, default)
    if not isinstance(found, int) or not 1 <= found <= 99:
        raise DataError(f"{found!r} is not a turn", file="position", field=key)
    return found


def write(title: DriveOnMoscow, s: MoscowState) -> str:
    """A state as a position on the same board (a battle in hand is not written: the step begins anew)."""
    board, labels = title.board, title.board.grid.labels
    rows = [
        'title = "dom"',
        f"turn = {max(s.turn, 1)}",
        f'step = "{title.current_step(s).name}"',
        f'order = "{PhaseOrder.WORDS[s.phase_order]}"',
        "",
        "[options]",
        *(f"{name} = {str(value).lower()}" for name, value in title.options.items()),
    ]
    turn = title.track.get(s.turn)
    if turn:
        arrivals = ", ".join(f"{kind} = {n}" for kind, n in turn.arrivals.items())
        withdraw = ", ".join(f'"{w}"' for w in turn.withdrawals)
        rows += ["", "[track]", f"mf_mech = {turn.mf[0]}", f"mf_foot = {turn.mf[1]}", f"air_german = {turn.air[0]}"]
        rows += [f"air_soviet = {turn.air[1]}", f"arrivals = {{ {arrivals} }}", f"withdraw = [{withdraw}]"]
    rows += ["", "[state]", *(f"{name} = {getattr(s, name)}" for name in NUMBERS)]
    rows += [f"{name} = {s.air_used[seat]}" for name, seat in AIR_NUMBERS.items()]
    if s.guard >= 0:
        rows.append(f'guard = "{title.units.keys[s.guard]}"')
    if s.parent >= 0:
        rows.append(f'parent = "{labels[s.parent]}"')
    columns, lines = max(int(x[:2]) for x in labels), max(int(x[2:]) for x in labels)
    rows += ["", "[board]", f'size = "{columns}x{lines}"', 'control = "soviet"', 'hexes = """']
    for h in range(board.size):
        words = [board.terrain[h]] if board.terrain[h] != "clear" else []
        words += [feature for feature, hexes in board.features.items() if h in hexes]
        words += [region.replace("sheet ", "sheet-") for region, hexes in board.regions.items() if h in hexes]
        words += [board.names[h]] if h in board.names else []
        words += ["german"] if s.control[h] & 1 == 0 else (["lost"] if s.control[h] & 2 else [])
        if words:
            rows.append(f"{labels[h]} {' '.join(words)}")
    rows += ['"""', 'sides = """']
    rows += [f"{labels[a]}-{labels[b]} {' '.join(sorted(kinds))}" for (a, b), kinds in sorted(board.side_kinds.items())]
    rows += ['"""', ""]
    units = ['units = """', position.write_units(title, s, STATUS), '"""', ""]
    head = rows.index("[options]")
    return "\n".join([*rows[: head - 1], *units, *rows[head:]])
