"""Positions: any situation of any rule, written by hand on a small board of its own or on the title's map.

A position is a TOML document; docs/positions.md describes it with examples. What it does not say has a default: clear
hexes, no hexsides, the title's own counters and turn track. The format belongs to the family: a title declares its
words in a ``Format`` of its own and says how it is put together.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from steppe.assault.data import UNITS, load_board, make_units
from steppe.assault.phases import PhaseOrder
from steppe.assault.stacks import NOBODY, controller
from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE, OFF_ORIGIN, AssaultState
from steppe.assault.unitlines import (
    DETAILS,
    STATUS,
    VALUES,
    lines_of,
    make_table,
    place_units,
    read_unit_lines,
    write_units,
)
from steppe.assault.units import UnitTable
from steppe.board import Board
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.events import Log
from steppe.hexgrid import ColumnRow, ColumnRowSheets, HexGrid, Numbering
from steppe.sequence import Step
from steppe.tables import DataFolder

if TYPE_CHECKING:
    from steppe.assault.title import AssaultTitle, Rules

KEYS = ("about", "title", "turn", "step", "order", "begin", "units", "control", "options", "state", "board")
CORNER = 1, 1
"""Column and row where a small board begins if nothing is said."""
RUNS_A_LINE = 10

T = TypeVar("T", bound="AssaultTitle[Any]")
A = TypeVar("A", bound=AssaultState)


class Format(ABC, Generic[T, A]):
    """The position format of one title: the words that it declares, and the hooks at the places where titles differ."""

    title_class: type[T]
    numbering: Numbering = ColumnRow()

    # the map
    terrains: tuple[str, ...]
    """The first is the terrain of a small board where nothing is said."""
    side_kinds: tuple[str, ...]
    features: tuple[str, ...]
    """What a hex may have besides its terrain; any other word names a region."""
    control_words: Mapping[str, int] = MappingProxyType({})
    """The title's own bits of a hex's control, by word."""
    hex_words: Mapping[str, tuple[str, int]] = MappingProxyType({})
    """Words that give a hex a number in a column of the title's own: {"mines-2": ("mines", 2)}."""

    # the counters
    kinds: tuple[str, ...]
    mobilities: tuple[str, ...]
    mobility_of: Mapping[str, str]
    """The mobility of a kind where nothing is said."""
    points: Mapping[str, int] = MappingProxyType({})
    """What a size counts for stacking, with or without brackets; sizes that are not named count one."""
    nations: tuple[str, ...] = ()
    """Empty if the title's counters have no nation."""
    details: tuple[str, ...] = ()
    """Which of move, turn and entry the title's counters have."""
    unit_columns: tuple[str, ...] = ()
    """Columns of the title's own with a number for each unit: trail=2."""
    status: Mapping[str, int] = MappingProxyType({})
    """The title's own flags of a unit, by word."""

    # the tables
    numbers: Mapping[str, range] = MappingProxyType({})
    """The scalars of the state that [state] may give, with what each may be."""
    seat_numbers: Mapping[str, range] = MappingProxyType({"air_used": range(10)})
    """The same for columns with a number for each seat: air_used_german, air_used_soviet."""
    word_numbers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Scalars that count through words, which [state] gives and takes instead: dry, mud, snow."""
    hex_numbers: tuple[str, ...] = ("parent",)
    """Scalars that hold a hex, or the origin of a unit that came on to the map."""
    unit_numbers: tuple[str, ...] = ("guard",)
    """Scalars that hold a unit."""
    tables: tuple[str, ...] = ()
    """Tables of the title's own; ``make`` reads them and ``write_tables`` writes them."""

    # -- hooks --------------------------------------------------------------------------------------------------

    @abstractmethod
    def make(self, folder: DataFolder, board: Board, units: UnitTable, turn: int, document: Mapping[str, Any]) -> T:
        """The title on this board with these counters; options and own tables are still in the document."""

    def own_board(self, folder: DataFolder) -> Board:
        """The title's map, for positions that bring none."""
        return load_board(folder, self.numbering, self.terrains, self.side_kinds)

    def own_units(self, folder: DataFolder) -> UnitTable:
        """The title's counters: a position may name any of them."""
        rows = folder.csv("units.csv", UNITS)
        return make_units(rows, self.seats, self.kinds, self.mobilities, self.points or None)

    def assume(self, title: T, s: A) -> None:
        """What the units on the map let one assume; [state] may say otherwise."""

    def prepare(self, title: T, s: A, step: Step) -> None:
        """Note what a game that has come to this step would have noted before."""

    def is_under_way(self, title: T, s: A, step: Step) -> bool:
        """Whether a step is found under way where the position does not say that it begins."""
        return title.step_decision(s, step) in ("movement", "combat") or s.guard >= 0

    def write_tables(self, title: T, s: A) -> list[str]:
        """The title's own tables, as lines."""
        return []

    # -- reading and writing ------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.title_class.seats

    @property
    def control_bits(self) -> dict[str, int]:
        return {"lost": CONTROL_LOST, **self.control_words}

    @property
    def status_bits(self) -> dict[str, int]:
        return {**STATUS, **self.status}

    @property
    def unit_values(self) -> dict[str, str]:
        """What a unit may be given with an equals sign, each with what it looks like."""
        has = (*self.details, *(["nation"] if self.nations else []))
        own = dict.fromkeys(self.unit_columns, "N")
        return {**VALUES, **own, **{name: what for name, what in DETAILS.items() if name in has}}

    def read(self, document: Mapping[str, Any], folder: DataFolder, dice: Dice) -> tuple[T, A, Log]:
        """The title and the state that a position describes, and what happened while it began."""
        known = (*KEYS, *self.tables)
        for key in document:
            if key not in known:
                raise DataError(f"unknown; known are {', '.join(sorted(known))}", file="position", field=key)
        small = SmallBoard(self, table(document, "board")) if "board" in document else None
        board = small.build() if small else self.own_board(folder)
        lines = read_unit_lines(self, document, board.grid)
        turn = _turn(document)
        title = self.make(folder, board, make_table(self, lines, self.own_units(folder)), turn, document)
        s: A = title.new_state(dice)
        s.turn = turn
        s.phase_order = _phase_order(document)
        place_units(self, title, s, lines)
        set_control(self, title, s, small, document)
        self.assume(title, s)
        read_numbers(self, title, s, table(document, "state"))
        step = _step(title, document)
        begin = document.get("begin", not self.is_under_way(title, s, title.sequence[step]))
        if not isinstance(begin, bool):
            raise DataError("true or false is wanted", file="position", field="begin")
        out = Log()
        self.prepare(title, s, title.sequence[step])
        title.rebuild(s)
        title.victory.check_instant(s, out)
        start(title, s, step, out, enter=begin)
        return title, s, out

    def write(self, title: T, s: A) -> str:
        """A state as a position on the same board (a battle in hand is not written: the step begins anew)."""
        is_small = not title.board.sources
        rows = [
            f'title = "{title.key}"',
            f"turn = {max(s.turn, 1)}",
            f'step = "{title.current_step(s).name}"',
            f'order = "{PhaseOrder.WORDS[s.phase_order]}"',
            'units = """',
            *write_units(self, title, s),
            '"""',
            *([] if is_small else ['control = """', *write_control(self, title, s), '"""']),
            "",
            "[options]",
            *(f"{name} = {toml(value)}" for name, value in title.options.items()),
        ]
        own = self.write_tables(title, s)
        rows += ["", *own] if own else []
        rows += ["", "[state]", *write_numbers(self, title, s)]
        rows += ["", "[board]", *write_board(self, title, s)] if is_small else []
        return "\n".join([*rows, ""])


# -- words and numbers ------------------------------------------------------------------------------------------------


def table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key, {})
    if not isinstance(found, dict):
        raise DataError("should be a table", file="position", field=key)
    return found


def toml(value: object) -> str:
    """An option's value as TOML writes it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _turn(document: Mapping[str, Any]) -> int:
    found = document.get("turn", 1)
    if type(found) is not int or not 1 <= found <= 99:
        raise DataError(f"{found!r} is not a turn", file="position", field="turn")
    return found


def _phase_order(document: Mapping[str, Any]) -> int:
    word = str(document.get("order", PhaseOrder.WORDS[0]))
    if word not in PhaseOrder.WORDS:
        raise DataError(f"{word!r} is not one of {', '.join(PhaseOrder.WORDS)}", file="position", field="order")
    return PhaseOrder.WORDS.index(word)


def _step(title: Rules, document: Mapping[str, Any]) -> int:
    name = str(document.get("step", ""))
    try:
        return title.sequence.index(name)
    except KeyError:
        known = ", ".join(step.name for step in title.sequence.steps)
        raise DataError(f"{name!r} is not one of {known}", file="position", field="step") from None


def hex_list(text: str, grid: HexGrid, where: str) -> list[int]:
    """Hexes as 0304, as 0304,0305 or as 0301..0505: columns 03 to 05, in each the rows 01 to 05."""
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        for end in (first, last) if dots else (first,):
            if end not in grid.index:
                raise DataError(f"there is no hex {end!r} on this map", file="position", field=where)
        if not dots:
            found.append(grid.index[first])
            continue
        numbering = columned(grid.numbering)
        columns, rows = (
            range(a, b + 1) for a, b in zip(numbering.column_row(first), numbering.column_row(last), strict=True)
        )
        if not columns or not rows:
            raise DataError(f"{part!r}: the first hex is that in the north-west", file="position", field=where)
        labels = (numbering.label(column, row) for column in columns for row in rows)
        found += [grid.index[label] for label in labels if label in grid.index]
    return found


def hex_runs(hexes: Iterable[int], grid: HexGrid) -> list[str]:
    """Hexes as ``hex_list`` reads them, neighbours of a column together."""
    numbering = columned(grid.numbering)
    runs: list[list[tuple[int, int]]] = []
    for column, row in sorted(numbering.column_row(grid.labels[h]) for h in hexes):
        if runs and runs[-1][-1] == (column, row - 1):
            runs[-1].append((column, row))
        else:
            runs.append([(column, row)])
    ends = [(numbering.label(*run[0]), numbering.label(*run[-1])) for run in runs]
    return [first if first == last else f"{first}..{last}" for first, last in ends]


def columned(numbering: Numbering) -> ColumnRow | ColumnRowSheets:
    """A numbering by columns and rows, which runs of hexes and small boards need."""
    if not isinstance(numbering, ColumnRow | ColumnRowSheets):
        raise DataError("this map is not numbered by columns and rows", file="position")
    return numbering


# -- the board --------------------------------------------------------------------------------------------------------


class SmallBoard:
    """A board of a position's own, with who controls which hex."""

    def __init__(self, form: Format[Any, Any], given: Mapping[str, Any]) -> None:
        known = {"size", "corner", "hexes", "sides", "control", "terrain"}
        for key in given:
            if key not in known:
                raise DataError(f"unknown; known are {', '.join(sorted(known))}", file="position", field=f"board.{key}")
        self.form = form
        numbering = columned(form.numbering)
        corner = str(given.get("corner", numbering.label(*CORNER)))
        self.grid = HexGrid(numbering, _labels(str(given.get("size", "")), corner, numbering))
        default = str(given.get("terrain", form.terrains[0]))
        if default not in form.terrains:
            raise DataError(
                f"{default!r} is not one of {', '.join(form.terrains)}", file="position", field="board.terrain"
            )
        self.terrain = [default] * self.grid.size
        self.features: dict[str, set[int]] = {}
        self.regions: dict[str, set[int]] = {}
        self.names: dict[int, str] = {}
        self.sides: dict[tuple[int, int], list[str]] = {}
        default_control = str(given.get("control", form.seats[-1]))
        if default_control not in form.seats:
            raise DataError(f"{default_control!r} is not a seat", file="position", field="board.control")
        self.control = [form.seats.index(default_control)] * self.grid.size
        self.marks = [0] * self.grid.size
        self.numbers: dict[tuple[str, int], int] = {}
        for words in lines_of(given, "hexes"):
            for h in hex_list(words[0], self.grid, "board.hexes"):
                self._describe(h, words[1:])
        for words in lines_of(given, "sides"):
            self._side(words)

    def _id(self, label: str) -> int:
        try:
            return self.grid.id(label)
        except DataError as error:
            raise DataError(str(error), file="position", field="board") from None

    def _describe(self, h: int, words: list[str]) -> None:
        form = self.form
        for word in words:
            if word in form.terrains:
                self.terrain[h] = word
            elif word in form.seats:
                self.control[h] = form.seats.index(word)
            elif word in form.control_bits:
                self.marks[h] |= form.control_bits[word]
            elif word in form.hex_words:
                column, number = form.hex_words[word]
                self.numbers[column, h] = number
            elif word[0].isupper():
                self.names[h] = f"{self.names[h]} {word}" if h in self.names else word
            elif word in form.features:
                self.features.setdefault(word, set()).add(h)
            else:
                self.regions.setdefault(word.replace("sheet-", "sheet "), set()).add(h)

    def _side(self, words: list[str]) -> None:
        ends = words[0].split("-")
        if len(ends) != 2 or len(words) < 2:
            raise DataError(f"{' '.join(words)!r}: wanted is 0304-0305 river", file="position", field="board.sides")
        for kind in words[1:]:
            if kind not in self.form.side_kinds:
                raise DataError(
                    f"{kind!r} is not one of {', '.join(self.form.side_kinds)}", file="position", field="board.sides"
                )
        a, b = sorted(self._id(label) for label in ends)
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


def _labels(size: str, corner: str, numbering: ColumnRow | ColumnRowSheets) -> list[str]:
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", size)
    if not match:
        raise DataError("columns x rows are wanted, as in 8x6", file="position", field="board.size")
    try:
        first = numbering.column_row(corner)
    except ValueError:
        wanted = numbering.label(*CORNER)
        raise DataError(f"the first hex is wanted, as in {wanted}", file="position", field="board.corner") from None
    columns, rows = (range(n, n + int(m)) for n, m in zip(first, match.groups(), strict=True))
    if columns[-1] > 99 or rows[-1] > 99:
        raise DataError("the last column and the last row are 99", file="position", field="board.corner")
    return [numbering.label(column, row) for column in columns for row in rows]


def set_control(
    form: Format[Any, Any], title: Rules, s: Any, small: SmallBoard | None, document: Mapping[str, Any]
) -> None:
    """Control as the position says; units hold the hexes they are in."""
    if small is not None:
        for h in range(title.board.size):
            s.control[h] = _controlled(small.control[h], small.marks[h])
        for (column, h), number in small.numbers.items():
            getattr(s, column)[h] = number
    for words in lines_of(document, "control"):
        _control_line(form, title, s, words)
    for h in range(title.board.size):
        side = title.stacks.side_in(s, h)
        if side != NOBODY and controller(s, h) != side:
            s.control[h] = _controlled(side, s.control[h] & ~CONTROL_SIDE)


def _controlled(side: int, marks: int) -> int:
    return side | marks | (CONTROL_LOST if side == 0 else 0)


def _control_line(form: Format[Any, Any], title: Rules, s: Any, words: list[str]) -> None:
    """Hexes, whose they are, what else there is to say; without a seat they stay whose they were."""
    side, marks = NOBODY, 0
    numbers: dict[str, int] = {}
    for word in words[1:]:
        if word in form.seats:
            side = form.seats.index(word)
        elif word in form.control_bits:
            marks |= form.control_bits[word]
        elif word in form.hex_words:
            column, number = form.hex_words[word]
            numbers[column] = number
        else:
            known = ", ".join([*form.seats, *form.control_bits, *form.hex_words])
            raise DataError(f"{word!r} is not one of {known}", file="position", field="control")
    for h in hex_list(words[0], title.board.grid, "control"):
        if side == NOBODY:
            s.control[h] |= marks
        else:
            s.control[h] = _controlled(side, s.control[h] & ~_said(form) | marks)
        for column, number in numbers.items():
            getattr(s, column)[h] = number


def _said(form: Format[Any, Any]) -> int:
    """The bits of a hex's control for which there are words."""
    said = CONTROL_SIDE
    for bit in form.control_bits.values():
        said |= bit
    return said


# -- the game ---------------------------------------------------------------------------------------------------------


def read_numbers(form: Format[Any, Any], title: Rules, s: Any, given: Mapping[str, Any]) -> None:
    """The table [state]."""
    hexes, units = title.board.grid.index, title.units.index
    by_seat = {f"{name}_{seat}": (name, i) for name in form.seat_numbers for i, seat in enumerate(form.seats)}
    off_map = {key: s.origin[u] for key, u in units.items() if s.origin[u] <= OFF_ORIGIN}
    for name, value in given.items():
        if type(value) is int and value in form.numbers.get(name, ()):
            setattr(s, name, value)
        elif type(value) is int and name in by_seat and value in form.seat_numbers[by_seat[name][0]]:
            column, seat = by_seat[name]
            getattr(s, column)[seat] = value
        elif value in form.word_numbers.get(name, ()):
            setattr(s, name, form.word_numbers[name].index(value))
        elif name in form.hex_numbers and str(value) in hexes:
            setattr(s, name, hexes[str(value)])
        elif name in form.hex_numbers and str(value) in off_map:
            setattr(s, name, off_map[str(value)])
        elif name in form.unit_numbers and str(value) in units:
            setattr(s, name, units[str(value)])
        else:
            known = ", ".join([*form.numbers, *by_seat, *form.word_numbers, *form.hex_numbers, *form.unit_numbers])
            raise DataError(f"{name} = {value!r} is not understood; known are {known}", file="position", field="state")


def start(title: Rules, s: Any, step: int, out: Log, *, enter: bool) -> None:
    """Put the game into a step and let it begin, or find it under way."""
    s.step = step
    if enter:
        if not title.between_steps(s, out):
            title.enter_step(s, out)
        else:
            s.step -= 1  # overstacking comes first; then the step begins
        title.settle(s, out)
    else:
        title.ask(s, title.step_decision(s, title.sequence[step]), title.sequence[step].seat)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_numbers(form: Format[Any, Any], title: Rules, s: Any) -> list[str]:
    labels, keys = title.board.grid.labels, title.units.keys
    rows = [f"{name} = {getattr(s, name)}" for name in form.numbers]
    for name in form.seat_numbers:
        rows += [f"{name}_{seat} = {number}" for seat, number in zip(form.seats, getattr(s, name), strict=True)]
    rows += [f'{name} = "{words[getattr(s, name)]}"' for name, words in form.word_numbers.items()]
    for name in form.unit_numbers:
        rows += [f'{name} = "{keys[u]}"' for u in [getattr(s, name)] if u >= 0]
    for name in form.hex_numbers:
        h = getattr(s, name)
        if h >= 0:
            rows.append(f'{name} = "{labels[h]}"')
        elif h <= OFF_ORIGIN:
            rows.append(f'{name} = "{keys[OFF_ORIGIN - h]}"')
    return rows


def _control_words(form: Format[Any, Any], control: int) -> list[str]:
    """Whose a hex is and what else its control says; that the first seat has it says that it is lost."""
    side = control & CONTROL_SIDE
    return [word for word, bit in form.control_bits.items() if control & bit and (side or bit != CONTROL_LOST)]


def _hex_words(form: Format[Any, Any], s: Any, h: int) -> list[str]:
    """The numbers that a hex has in the title's own columns, in words."""
    return [word for word, (column, number) in form.hex_words.items() if getattr(s, column)[h] == number]


def write_control(form: Format[Any, Any], title: Rules, s: Any) -> list[str]:
    """The hexes of the title's own map whose control is not as at the start."""
    said = _said(form)
    changed: dict[str, list[int]] = {}
    for h in range(title.board.size):
        own = _hex_words(form, s, h)
        if own or (s.control[h] ^ title.set_up.initial_control(h)) & said:
            words = [form.seats[controller(s, h)], *_control_words(form, s.control[h]), *own]
            changed.setdefault(" ".join(words), []).append(h)
    rows = []
    for said_of_them, hexes in sorted(changed.items()):
        runs = hex_runs(hexes, title.board.grid)
        for i in range(0, len(runs), RUNS_A_LINE):
            rows.append(f"{','.join(runs[i : i + RUNS_A_LINE])} {said_of_them}")
    return rows


def write_board(form: Format[Any, Any], title: Rules, s: Any) -> list[str]:
    """A small board with all that lies on it."""
    board, labels = title.board, title.board.grid.labels
    numbering = columned(board.grid.numbering)
    places = [numbering.column_row(label) for label in labels]
    first, last = min(places), max(places)
    rows = [f'size = "{last[0] - first[0] + 1}x{last[1] - first[1] + 1}"']
    rows += [f'corner = "{numbering.label(*first)}"'] if first != CORNER else []
    rows += [f'control = "{form.seats[-1]}"', 'hexes = """']
    for h in range(board.size):
        words = [board.terrain[h]] if board.terrain[h] != form.terrains[0] else []
        words += [feature for feature, hexes in board.features.items() if h in hexes]
        words += [region.replace("sheet ", "sheet-") for region, hexes in board.regions.items() if h in hexes]
        words += [board.names[h]] if h in board.names else []
        words += [form.seats[0]] if controller(s, h) == 0 else []
        words += [*_control_words(form, s.control[h]), *_hex_words(form, s, h)]
        if words:
            rows.append(f"{labels[h]} {' '.join(words)}")
    rows += ['"""', 'sides = """']
    rows += [f"{labels[a]}-{labels[b]} {' '.join(sorted(kinds))}" for (a, b), kinds in sorted(board.side_kinds.items())]
    return [*rows, '"""']
