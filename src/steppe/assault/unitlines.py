"""The unit lines of a position: a counter's key, then what there is to say of it in any order.

    7Pz 0303 reduced
    Foe soviet RD XX 3-4 0404 untried

The words are those that a title's ``Format`` declares. Counters of the title need no more than a place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from steppe.assault.data import SIZES, factors, stacking_points
from steppe.assault.stacks import units_in
from steppe.assault.state import OFF_ORIGIN, AssaultState, Flag
from steppe.assault.units import OFF_MAP, Face, Unit, UnitTable
from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.positions import lines_of

if TYPE_CHECKING:
    from steppe.assault.position import Format
    from steppe.assault.title import AnyAssaultTitle

PLACES = {word: code for code, word in OFF_MAP.items()}
STATUS = {flag.name.lower().replace("_", "-"): int(flag) for flag in Flag if flag.name and flag < Flag.HIDDEN}
REDUCED, BATTLE_GROUP, OFF = "reduced", "battle-group", "off"
VALUES = {"spent": "N", "steps": "N", "origin": "HEX or off", "shows": "KIND", "pool": "KIND", "supply": "STATE"}
"""What any unit may be given with an equals sign."""
DETAILS = {"nation": "NATION", "move": "FULL/REDUCED", "turn": "N", "entry": "WORD"}
"""What it may be given besides, in titles whose counters have it."""


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass
class UnitLine:
    """What a position says of one unit."""

    key: str
    line: str
    place: str = ""
    side: str = ""
    kind: str = ""
    size: str = ""
    mobility: str = ""
    factors: str = ""
    words: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)

    def error(self, what: str) -> DataError:
        return DataError(f"{what} (in: {self.line})", file="position", field="units")

    def number(self, name: str, highest: int) -> int:
        value = self.values[name]
        if not re.fullmatch(r"[0-9]{1,3}", value) or int(value) > highest:
            raise self.error(f"{name}={value}: a number up to {highest} is wanted")
        return int(value)


class PositionUnits(NamedTuple):
    """The units of a position: what its lines say, and the counters that they make."""

    lines: list[UnitLine]
    table: UnitTable


def read_unit_lines(form: Format[Any, Any], document: Mapping[str, Any], grid: HexGrid) -> list[UnitLine]:
    """One unit a line: its key, then what there is to say in any order."""
    found = []
    seen = set()
    for words in lines_of(document, "units"):
        unit = UnitLine(words[0], " ".join(words))
        if not re.fullmatch(r"[A-Za-z0-9]+", unit.key):
            raise unit.error("a unit's key is made of letters and digits")
        if unit.key.lower() in seen:
            raise unit.error(f"{unit.key} is there twice")
        seen.add(unit.key.lower())
        for word in words[1:]:
            _read_word(form, unit, word, grid)
        if not unit.place:
            raise unit.error(f"a hex of the board is wanted, or one of {', '.join(PLACES)}")
        found.append(unit)
    return found


def _read_word(form: Format[Any, Any], unit: UnitLine, word: str, grid: HexGrid) -> None:
    name, equals, value = word.partition("=")
    if equals:
        if name not in form.unit_values or not value:
            known = ", ".join(f"{name}={what}" for name, what in form.unit_values.items())
            raise unit.error(f"{word} is not understood; known are {known}")
        unit.values[name] = value
    elif word in grid.index or word in PLACES:
        unit.place = word
    elif word in form.seats:
        unit.side = word
    elif word in form.kinds and not unit.kind:  # "cavalry" is a kind and, said again, a mobility
        unit.kind = word
    elif word in SIZES:
        unit.size = word
    elif word in form.mobilities:
        unit.mobility = word
    elif re.fullmatch(r"[0-9]+-[0-9]+(/[0-9]+-[0-9]+)*", word):
        unit.factors = word
    else:
        unit.words.add(word)


# -- the counters -----------------------------------------------------------------------------------------------------


def make_table(form: Format[Any, Any], lines: list[UnitLine], own: UnitTable) -> UnitTable:
    """The counters of a position: the title's where they are named so, with whatever the position changes."""
    units: list[Unit] = []
    faces: list[Face] = []
    own_face: list[int] = []
    other_face: list[int] = []
    by_key = {key.lower(): i for i, key in enumerate(own.keys)}
    for line in lines:
        known = by_key.get(line.key.lower())
        if known is not None and _means_printed(form, line, own.units[known]):
            base, printed, other = own.units[known], own.faces[own.own_face[known]], own.other_face[known]
        else:
            base, printed, other = _own_counter(form, line), None, -1
        face = _face(form, line, base, printed)
        own_face.append(len(faces))
        faces.append(face)
        other_face.append(len(faces) if other >= 0 else -1)
        if other >= 0:
            faces.append(own.faces[other])
        units.append(_counter(form, line, base, len(face.factors)))
    return UnitTable(tuple(units), tuple(faces), tuple(own_face), tuple(other_face))


def _means_printed(form: Format[Any, Any], line: UnitLine, printed: Unit) -> bool:
    """Whether a line is about the printed counter of its name: one of another side or kind is the position's own."""
    return line.side in ("", form.seats[printed.side]) and line.kind in ("", printed.kind)


def _own_counter(form: Format[Any, Any], line: UnitLine) -> Unit:
    """A counter of the position's own, as far as its line need not say more."""
    if not line.side or not line.kind:
        what = " ".join(filter(None, (line.side, line.kind)))
        raise line.error(
            f"{line.key}{what and f' as {what}'} is not a counter of the title, so its side and kind must be said"
        )
    return Unit(
        line.key,
        form.seats.index(line.side),
        line.kind,
        size="",
        mobility=form.mobility_of.get(line.kind, form.mobilities[0]),
        steps=0,
        pool=line.values.get("pool", line.kind if "untried" in line.words else ""),
        nation=line.side if line.side in form.nations else "",
    )


def _face(form: Format[Any, Any], line: UnitLine, base: Unit, printed: Face | None) -> Face:
    """What its front shows: what is printed on it, unless the line gives other factors or another kind."""
    if line.factors:
        pairs = tuple(factors(pair) for pair in reversed(line.factors.split("/")))
    elif printed:
        pairs = printed.factors
    else:
        raise line.error("its factors are wanted, such as 4-8/2-4")
    shows = line.values.get("shows", "")
    if shows and shows not in form.kinds:
        raise line.error(f"{shows!r} is not one of {', '.join(form.kinds)}")
    if not shows:
        as_printed = printed is not None and pairs == printed.factors and line.kind in ("", base.kind)
        shows = printed.kind if printed and as_printed else line.kind or base.kind
    return Face(shows, pairs, printed.label if printed else line.key)


def _counter(form: Format[Any, Any], line: UnitLine, base: Unit, steps: int) -> Unit:
    """A counter with whatever its line changes."""
    size = line.size or base.size or "XX"
    nation = line.values.get("nation", base.nation)
    if nation not in (form.nations or ("",)):
        raise line.error(f"{nation!r} is not a nation; known are {', '.join(form.nations)}")
    return replace(
        base,
        side=form.seats.index(line.side) if line.side else base.side,
        kind=line.kind or base.kind,
        size=size,
        mobility=line.mobility or base.mobility,
        steps=steps,
        pool=line.values.get("pool", base.pool),
        entry=_entry(form, line, base),
        points=base.points if size == base.size else _points(form, line, base, size),
        nation=nation,
        moves=_moves(form, line, base, steps),
        turn=line.number("turn", 99) if "turn" in line.values else base.turn,
        source="position",
        note="",
    )


def _entry(form: Format[Any, Any], line: UnitLine, base: Unit) -> str:
    """When and where it enters, in the title's words."""
    entry = line.values.get("entry", base.entry)
    if "entry" in line.values and form.entries and entry not in form.entries:
        raise line.error(f"entry={entry} is not understood; known are {', '.join(form.entries)}")
    return entry.replace(",", " ")


def _points(form: Format[Any, Any], line: UnitLine, base: Unit, size: str) -> int:
    return stacking_points(form.points, line.side or form.seats[base.side], size)


def _moves(form: Format[Any, Any], line: UnitLine, base: Unit, steps: int) -> tuple[int, ...]:
    """Movement factors by steps left: what the line says, or the printed ones of as many steps."""
    if "move" not in form.details:
        return ()
    text = line.values.get("move", "")
    if text and not re.fullmatch(r"[0-9]{1,2}(/[0-9]{1,2})*", text):
        raise line.error(f"move={text}: the full and then the reduced movement factor are wanted, as in 12/10")
    moves = tuple(int(n) for n in reversed(text.split("/"))) if text else base.moves[-steps:]
    if len(moves) != steps:
        raise line.error(f"a movement factor is wanted for each of its steps ({steps}), as in move=12/10")
    return moves


# -- where they are, and writing --------------------------------------------------------------------------------------


def place_units(form: Format[Any, Any], title: AnyAssaultTitle, s: AssaultState, lines: list[UnitLine]) -> None:
    """Put the units where the position says, the first named on top of its stack."""
    status = form.status_bits
    s.supposed = _supposed(title, lines)
    for u, line in reversed(list(enumerate(lines))):
        s.flags[u] = 0
        for word in line.words:
            if word == REDUCED:
                s.steps[u] = 1
            elif word == BATTLE_GROUP and title.units.other_face[u] >= 0:
                s.face[u] = title.units.other_face[u]
            elif word in status:
                s.flags[u] |= status[word]
            else:
                known = sorted([*status, REDUCED, BATTLE_GROUP])
                raise line.error(f"{word!r} is not known of {line.key}; a unit may be {', '.join(known)}")
        if line.place in PLACES:
            s.hex[u] = PLACES[line.place]
        else:
            title.stacks.put(s, u, title.board.grid.index[line.place])
        _place_values(title, s, u, line)
        for name in form.unit_columns:
            if name in line.values:
                getattr(s, form.attribute(name))[u] = line.number(name, 999)


def _supposed(title: AnyAssaultTitle, lines: list[UnitLine]) -> dict[int, str]:
    """The units of which the position says in which supply they are, whatever their lines."""
    found = {u: line.values["supply"] for u, line in enumerate(lines) if "supply" in line.values}
    for u, state in found.items():
        known = title.supply.supply_states
        if state not in known:
            raise lines[u].error(f"supply={state} is not understood; known are {', '.join(known)}")
    return found


def _place_values(title: AnyAssaultTitle, s: AssaultState, u: int, line: UnitLine) -> None:
    most = title.units.units[u].steps
    if "spent" in line.values:
        s.spent[u] = line.number("spent", 999)
    if "steps" in line.values:
        s.steps[u] = line.number("steps", most)
    if not 1 <= s.steps[u] <= most and s.hex[u] >= 0:
        raise line.error(f"{line.key} has {most} steps at most")
    origin = line.values.get("origin", line.place)
    if origin == OFF:
        s.origin[u] = OFF_ORIGIN - u
    elif origin in title.board.grid.index:
        s.origin[u] = title.board.grid.index[origin]
    elif origin == line.place:
        s.origin[u] = s.hex[u]
    else:
        raise line.error(f"origin={origin}: a hex of the board is wanted, or {OFF}")


def write_units(form: Format[Any, Any], title: AnyAssaultTitle, s: AssaultState) -> list[str]:
    """The units of a state, from the top of each stack down."""
    ordered = [u for h in range(title.board.size) for u in units_in(s, h)]
    ordered += [u for u, h in enumerate(s.hex) if h < 0]
    return [" ".join(_unit_words(form, title, s, u)) for u in ordered]


def _unit_words(form: Format[Any, Any], title: AnyAssaultTitle, s: AssaultState, u: int) -> list[str]:
    unit, labels = title.units.units[u], title.board.grid.labels
    is_group = 0 <= title.units.other_face[u] == s.face[u]
    face = title.units.faces[title.units.own_face[u] if is_group else s.face[u]]
    h, origin = s.hex[u], s.origin[u]
    words = [unit.key, title.seats[unit.side], unit.kind, unit.size, unit.mobility, face.text]
    words.append(labels[h] if h >= 0 else OFF_MAP[h])
    words += _details(form, unit, bool(s.flags[u] & Flag.UNTRIED))
    if face.kind != unit.kind:
        words.append(f"shows={face.kind}")
    if h >= 0 and s.steps[u] < len(face.factors):
        words.append(f"steps={s.steps[u]}")
    words += [BATTLE_GROUP] if is_group else []
    words += [name for name, bit in form.status_bits.items() if s.flags[u] & bit]
    if s.spent[u]:
        words.append(f"spent={s.spent[u]}")
    if u in s.supposed:
        words.append(f"supply={s.supposed[u]}")
    words += [
        f"{name}={getattr(s, form.attribute(name))[u]}"
        for name in form.unit_columns
        if getattr(s, form.attribute(name))[u]
    ]
    if h >= 0 and origin >= 0 and origin != h:
        words.append(f"origin={labels[origin]}")
    elif h >= 0 and origin <= OFF_ORIGIN:
        words.append(f"origin={OFF}")
    return words


def _details(form: Format[Any, Any], unit: Unit, untried: bool) -> list[str]:
    said = {
        "nation": unit.nation,
        "move": "/".join(str(n) for n in reversed(unit.moves)),
        "turn": str(unit.turn),
        "entry": unit.entry.replace(" ", ","),
        "pool": "" if untried and unit.pool == unit.kind else unit.pool,  # an untried unit is of its kind's pool
    }
    return [f"{name}={value}" for name, value in said.items() if name in form.unit_values and value]
