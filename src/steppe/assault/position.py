"""Positions: any situation of any rule, written by hand on a small board of its own or on the title's map.

A position is a TOML document; docs/positions.md describes it with examples. What it does not say has a default: clear
hexes, no hexsides, the title's own counters and turn track.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steppe.assault.data import factors
from steppe.assault.stacks import NOBODY, controller, put, side_in, units_in
from steppe.assault.state import CONTROL_LOST, Flag
from steppe.assault.units import OFF_MAP, Face, Unit, UnitTable
from steppe.board import Board
from steppe.errors import DataError
from steppe.events import Log
from steppe.hexgrid import HexGrid, Numbering

if TYPE_CHECKING:
    from steppe.assault.title import Rules

PLACES = {word: code for code, word in OFF_MAP.items()}
STATUS = {flag.name.lower().replace("_", "-"): int(flag) for flag in Flag if flag.name and flag < Flag.HIDDEN}
SIZES = ("XXXX", "XXX", "XX", "X", "III", "II", "KG")


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
    numbers: dict[str, str] = field(default_factory=dict)

    def error(self, what: str) -> DataError:
        return DataError(f"{what} (in: {self.line})", file="position", field="units")


def lines_of(document: Mapping[str, Any], key: str) -> Iterator[list[str]]:
    """The words of each line of a block of text; # begins a comment."""
    block = document.get(key, "")
    if not isinstance(block, str):
        raise DataError("should be a block of text, one entry a line", file="position", field=key)
    for line in block.splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield words


def hex_list(text: str, grid: HexGrid | None = None) -> list[str]:
    """Hexes as 0304, 0304,0305 or 0301..0305 (one column)."""
    found: list[str] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        if not dots:
            found.append(first)
            continue
        if not (re.fullmatch(r"\d{4}", first) and re.fullmatch(r"\d{4}", last) and first[:2] == last[:2]):
            raise DataError(f"{part!r}: a run of hexes lies in one column, as in 0301..0305", file="position")
        found += [f"{first[:2]}{row:02}" for row in range(int(first[2:]), int(last[2:]) + 1)]
    return found


# -- the board --------------------------------------------------------------------------------------------------------


class SmallBoard:
    """A board of a position's own, with who controls which hex."""

    def __init__(
        self,
        table: Mapping[str, Any],
        numbering: Numbering,
        terrains: Iterable[str],
        side_kinds: Iterable[str],
        seats: Iterable[str],
    ) -> None:
        known = {"size", "hexes", "sides", "control", "terrain"}
        for key in table:
            if key not in known:
                raise DataError(f"unknown; known are {', '.join(sorted(known))}", file="position", field=f"board.{key}")
        match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", str(table.get("size", "")))
        if not match:
            raise DataError("columns x rows are wanted, as in 8x6", file="position", field="board.size")
        columns, rows = int(match[1]), int(match[2])
        self.grid = HexGrid(numbering, [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)])
        self.seats = tuple(seats)
        self.terrains, self.side_kinds = tuple(terrains), tuple(side_kinds)
        default = str(table.get("terrain", self.terrains[0]))
        if default not in self.terrains:
            raise DataError(
                f"{default!r} is not one of {', '.join(self.terrains)}", file="position", field="board.terrain"
            )
        self.terrain = [default] * self.grid.size
        self.features: dict[str, set[int]] = {}
        self.regions: dict[str, set[int]] = {}
        self.names: dict[int, str] = {}
        self.sides: dict[tuple[int, int], list[str]] = {}
        self.control: dict[int, int] = {}
        self.lost: set[int] = set()
        default_control = str(table.get("control", self.seats[-1]))
        if default_control not in self.seats:
            raise DataError(f"{default_control!r} is not a seat", file="position", field="board.control")
        self.default_control = self.seats.index(default_control)
        for words in lines_of(table, "hexes"):
            self._hexes(words)
        for words in lines_of(table, "sides"):
            self._side(words)

    def _id(self, label: str) -> int:
        try:
            return self.grid.id(label)
        except DataError as error:
            raise DataError(str(error), file="position", field="board") from None

    def _hexes(self, words: list[str]) -> None:
        for label in hex_list(words[0]):
            h = self._id(label)
            for word in words[1:]:
                if word in self.terrains:
                    self.terrain[h] = word
                elif word in self.seats:
                    self.control[h] = self.seats.index(word)
                elif word == "lost":
                    self.lost.add(h)
                elif word[0].isupper():
                    self.names[h] = f"{self.names[h]} {word}" if h in self.names else word
                elif word in ("city", "town", "fort") or word.endswith("-source"):
                    self.features.setdefault(word, set()).add(h)
                else:
                    self.regions.setdefault(word.replace("sheet-", "sheet "), set()).add(h)

    def _side(self, words: list[str]) -> None:
        first, dash, second = words[0].partition("-")
        if not dash or len(words) < 2:
            raise DataError(f"{' '.join(words)!r}: wanted is 0304-0305 river", file="position", field="board.sides")
        for kind in words[1:]:
            if kind not in self.side_kinds:
                raise DataError(
                    f"{kind!r} is not one of {', '.join(self.side_kinds)}", file="position", field="board.sides"
                )
        a, b = sorted((self._id(first), self._id(second)))
        if self.grid.direction(a, b) < 0:
            raise DataError(f"{words[0]}: these hexes are not adjacent", file="position", field="board.sides")
        self.sides.setdefault((a, b), []).extend(words[1:])

    def build(self) -> Board:
        return Board(
            self.grid,
            terrain=self.terrain,
            features=self.features,
            sides=self.sides,
            regions=self.regions,
            names=self.names,
        )


# -- the units --------------------------------------------------------------------------------------------------------


def read_unit_lines(
    document: Mapping[str, Any], grid: HexGrid, seats: Iterable[str], kinds: Iterable[str], mobilities: Iterable[str]
) -> list[UnitLine]:
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
            if word in grid.index or word in PLACES:
                unit.place = word
            elif word in seats:
                unit.side = word
            elif word in kinds and not unit.kind:  # "cavalry" is a kind and, said again, a mobility
                unit.kind = word
            elif word in SIZES:
                unit.size = word
            elif word in mobilities:
                unit.mobility = word
            elif re.fullmatch(r"\d+-\d+(/\d+-\d+)*", word):
                unit.factors = word
            elif "=" in word:
                name, _, value = word.partition("=")
                unit.numbers[name] = value
            else:
                unit.words.add(word)
        if not unit.place:
            raise unit.error(f"a hex of the board is wanted, or one of {', '.join(PLACES)}")
        found.append(unit)
    return found


def make_table(
    lines: list[UnitLine], own: UnitTable, seats: Iterable[str], mobility_of: Mapping[str, str]
) -> UnitTable:
    """The counters of a position: the title's where they are named so, with whatever the position changes."""
    seat_list = list(seats)
    units: list[Unit] = []
    faces: list[Face] = []
    own_face: list[int] = []
    other_face: list[int] = []
    by_key = {u.key.lower(): i for i, u in enumerate(own.units)}
    for line in lines:
        known = by_key.get(line.key.lower())
        base = own.units[known] if known is not None else None
        face = own.faces[own.own_face[known]] if known is not None else None
        kind = line.kind or (base.kind if base else "")
        side = seat_list.index(line.side) if line.side else (base.side if base else None)
        if side is None or not kind:
            raise line.error(f"{line.key} is not a counter of the title, so its side and kind must be said")
        if line.factors:
            pairs = tuple(factors(pair) for pair in reversed(line.factors.split("/")))
            shown = face.kind if face and base and kind == base.kind else kind
            face = Face(shown, pairs, face.label if face else line.key)
        if face is None:
            raise line.error("its factors are wanted, such as 4-8/2-4")
        pool = base.pool if base else ("" if "untried" not in line.words else kind)
        own_face.append(len(faces))
        faces.append(face)
        other = own.other_face[known] if known is not None else -1
        other_face.append(len(faces) if other >= 0 else -1)
        if other >= 0:
            faces.append(own.faces[other])
        units.append(
            Unit(
                base.key if base else line.key,
                side,
                kind,
                line.size or (base.size if base else "XX"),
                line.mobility or (base.mobility if base else mobility_of[kind]),
                len(face.factors),
                pool,
                base.entry if base else "",
                points=base.points if base else 1,
                source="position",
            )
        )
    return UnitTable(tuple(units), tuple(faces), tuple(own_face), tuple(other_face))


def place_units(title: Rules, s: Any, lines: list[UnitLine], own_status: Mapping[str, int]) -> None:
    """Put the units where the position says, the first named on top of its stack."""
    for line in reversed(lines):
        u = title.units.index.get(line.key, -1)
        if u < 0:
            u = title.names.units[line.key.lower()]
        s.flags[u] = 0
        for word in line.words:
            if word == "reduced":
                s.steps[u] = 1
            elif word == "battle-group":
                s.face[u] = title.units.other_face[u]
            elif word in STATUS or word in own_status:
                s.flags[u] |= STATUS.get(word) or own_status[word]
            else:
                known = sorted([*STATUS, *own_status, "reduced", "battle-group"])
                raise line.error(f"{word!r} is not known; a unit may be {', '.join(known)}")
        if line.place in PLACES:
            s.hex[u] = PLACES[line.place]
        else:
            put(title, s, u, title.board.grid.index[line.place])
        _numbers(title, s, u, line)


def _numbers(title: Rules, s: Any, u: int, line: UnitLine) -> None:
    s.origin[u] = s.hex[u]
    for name, value in line.numbers.items():
        if name == "origin" and value in title.board.grid.index:
            s.origin[u] = title.board.grid.index[value]
        elif name in ("spent", "steps") and value.isdigit():
            (s.spent if name == "spent" else s.steps)[u] = int(value)
        else:
            raise line.error(f"{name}={value} is not understood; known are spent=N, steps=N, origin=HEX")
    if not 1 <= s.steps[u] <= title.units.units[u].steps and s.hex[u] >= 0:
        raise line.error(f"{line.key} has {title.units.units[u].steps} steps at most")


def set_control(title: Rules, s: Any, small: SmallBoard | None) -> None:
    """Control as the position says; units hold the hexes they are in."""
    if small is not None:
        for h in range(title.board.size):
            side = small.control.get(h, small.default_control)
            s.control[h] = side | (CONTROL_LOST if side == 0 or h in small.lost else 0)
    for h in range(title.board.size):
        side = side_in(title, s, h)
        if side != NOBODY and controller(s, h) != side:
            s.control[h] ^= 1
            if side == 0:
                s.control[h] |= CONTROL_LOST


def start(title: Rules, s: Any, document: Mapping[str, Any], out: Log, *, enter: bool) -> None:
    """Put the game into the step that the position names and let it begin, or find it under way."""
    name = str(document.get("step", ""))
    try:
        s.step = title.sequence.index(name)
    except KeyError:
        known = ", ".join(step.name for step in title.sequence.steps)
        raise DataError(f"{name!r} is not one of {known}", file="position", field="step") from None
    step = title.sequence[s.step]
    decision = title.step_decision(s, step)
    if enter:
        if not title.between_steps(s, out):
            title.enter_step(s, out)
        else:
            s.step -= 1  # overstacking comes first; then the step begins
        title.settle(s, out)
    else:
        title.ask(s, decision, step.seat)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_units(title: Rules, s: Any, own_status: Mapping[str, int]) -> str:
    """The units of a state, as a position writes them."""
    rows = []
    names = {**STATUS, **own_status}
    ordered = [u for h in range(title.board.size) for u in units_in(s, h)]
    ordered += [u for u, h in enumerate(s.hex) if h < 0]
    for u in ordered:
        unit, face = title.units.units[u], title.units.faces[s.face[u]]
        place = title.board.grid.labels[s.hex[u]] if s.hex[u] >= 0 else OFF_MAP[s.hex[u]]
        words = [unit.key, title.seats[unit.side], unit.kind, unit.size, unit.mobility, face.text, place]
        if s.hex[u] >= 0 and s.steps[u] < len(face.factors):
            words.append(f"steps={s.steps[u]}")
        words += [name for name, bit in names.items() if s.flags[u] & bit]
        if s.spent[u]:
            words.append(f"spent={s.spent[u]}")
        if s.hex[u] >= 0 and s.origin[u] >= 0 and s.origin[u] != s.hex[u]:
            words.append(f"origin={title.board.grid.labels[s.origin[u]]}")
        rows.append(" ".join(words))
    return "\n".join(rows)
