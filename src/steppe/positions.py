"""Positions: any situation of any rule, written by hand on a small board of its own or on the title's map.

A position is a TOML document; docs/positions.md describes it with examples. What it does not say has a default: plain
hexes, no hexsides, the title's own counters. This module knows the document, the hexes, the numbers of the state and
the step at which the game begins. What a unit is and who holds a hex belongs to the system: it fills in the hooks of
``Format``, and each of its titles declares its words in a subclass of that.
"""

from __future__ import annotations

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from steppe.board import Board
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.events import Log
from steppe.hexgrid import ColumnRow, HexGrid, Numbering
from steppe.sequence import Step
from steppe.state import State
from steppe.tables import DataFolder
from steppe.title import Scenario, Title

KEYS = ("about", "title", "scenario", "turn", "step", "begin", "units", "control", "options", "state", "board")
"""The keys of every position; a system and its titles may add some."""
BOARD_KEYS = ("control", "corner", "hexes", "sides", "size", "terrain")
RUNS_A_LINE = 10
LAST_TURN = 99

T = TypeVar("T", bound=Title[Any])
S = TypeVar("S", bound=State)
U = TypeVar("U")
"""What a system reads of the units before there is a title."""


@dataclass(frozen=True)
class Given(Generic[U]):
    """What a position gives to the title that is made for it."""

    document: Mapping[str, Any]
    folder: DataFolder
    scenario: Scenario
    turn: int
    board: Board
    units: U

    def table(self, key: str) -> Mapping[str, Any]:
        """A table of the document; empty if it has none."""
        return table(self.document, key)


class Format(ABC, Generic[T, S, U]):
    """The position format of one title: the words that it declares, and hooks at the places where systems differ."""

    title_class: type[T]
    numbering: Numbering = ColumnRow()
    keys: tuple[str, ...] = ()
    """Keys of the document that the system adds."""
    tables: tuple[str, ...] = ()
    """Tables of the title's own; ``make`` reads them and ``write_tables`` writes them."""

    # the map
    terrains: tuple[str, ...]
    """The first is the terrain of a small board where nothing is said."""
    side_kinds: tuple[str, ...]
    features: tuple[str, ...]
    """What a hex may have besides its terrain; any other word names a region."""
    regions: tuple[str, ...] = ()
    """The regions that the rules speak of, as hex words, but for those that come in great numbers."""

    # the state
    numbers: Mapping[str, range] = MappingProxyType({})
    """The scalars of the state that [state] may give, with what each may be."""
    seat_numbers: Mapping[str, range] = MappingProxyType({})
    """The same for columns with a number for each seat: air_used_german, air_used_soviet."""
    word_numbers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Scalars that count through words, which [state] gives and takes instead: dry, mud, snow."""
    attributes: Mapping[str, str] = MappingProxyType({})
    """Words of the numbers above, and of columns, that the state calls otherwise."""
    hex_numbers: tuple[str, ...] = ()
    """Scalars that hold a hex."""
    unit_numbers: tuple[str, ...] = ()
    """Scalars that hold a unit."""

    # -- making the title ---------------------------------------------------------------------------------------

    def own_board(self, folder: DataFolder) -> Board:
        """The title's map, for positions that bring none."""
        return Board.load(folder, self.numbering, self.terrains, self.side_kinds)

    @abstractmethod
    def read_units(self, document: Mapping[str, Any], grid: HexGrid, folder: DataFolder) -> U:
        """What the position says of its units."""

    @abstractmethod
    def make(self, given: Given[U]) -> T:
        """The title on this board with these units; options and own tables are still in the document."""

    @abstractmethod
    def new_state(self, title: T, dice: Dice) -> S:
        """A state with nobody on the map yet."""

    # -- setting up the state -----------------------------------------------------------------------------------

    @abstractmethod
    def set_up(self, title: T, s: S, given: Given[U]) -> None:
        """Put the units where the position says, and read the system's own keys."""

    @property
    @abstractmethod
    def state_words(self) -> Collection[str]:
        """What may be said of a hex besides whose it is, and changes in the game: destroyed, ..."""

    @abstractmethod
    def set_hex(self, title: T, s: S, h: int, seat: int | None, words: Sequence[str], *, anew: bool) -> None:
        """Whose a hex is, unless the position leaves that as it was, and what else it says; ``anew``: nothing more."""

    def units_hold(self, title: T, s: S) -> None:
        """Units hold the hexes they are in."""

    def assume(self, title: T, s: S) -> None:
        """What the units on the map let one assume; [state] may say otherwise."""

    def prepare(self, title: T, s: S, step: Step) -> None:
        """Note what a game that has come to this step would have noted before."""

    def is_under_way(self, title: T, s: S, step: Step) -> bool:
        """Whether a step is found under way where the position does not say that it begins."""
        return False

    def happen_at_once(self, title: T, s: S, out: Log) -> None:
        """What comes of the position the instant it stands, before its step begins."""

    def read_place(self, title: T, s: S, text: str) -> int | None:
        """What a scalar that holds a hex would hold for this text; None if it means nothing."""
        return title.board.grid.index.get(text)

    # -- writing ------------------------------------------------------------------------------------------------

    @abstractmethod
    def write_units(self, title: T, s: S) -> list[str]:
        """The unit lines."""

    @abstractmethod
    def hex_state(self, title: T, s: S, h: int) -> tuple[int, list[str]]:
        """Whose a hex is, and what else is to be said of it: what ``set_hex`` takes."""

    @abstractmethod
    def has_changed(self, title: T, s: S, h: int) -> bool:
        """Whether the state of a hex of the title's own map is not as at the start."""

    def write_keys(self, title: T, s: S) -> list[str]:
        """The system's own keys, as lines."""
        return []

    def write_tables(self, title: T, s: S) -> list[str]:
        """The title's own tables, as lines."""
        return []

    def said_unless_given(self, title: T, s: S, document: Mapping[str, Any]) -> dict[str, Any]:
        """What the system and the title take where their own keys and tables are silent, by key."""
        return {}

    def write_place(self, title: T, s: S, number: int) -> str:
        """A scalar that holds a hex, as ``read_place`` reads it; empty if it holds none."""
        return title.board.grid.labels[number] if number >= 0 else ""

    def attribute(self, word: str) -> str:
        """What the state calls a number that positions know by a word."""
        return self.attributes.get(word, word)

    def scenario_of(self, title: T) -> str:
        """The key of the scenario; empty if it is the title's first one, or if its options tell it."""
        first = title.scenario.key == title.scenarios[0].key
        return "" if first or title.scenario.options else title.scenario.key

    # -- reading and writing ------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.title_class.seats

    def read(self, document: Mapping[str, Any], folder: DataFolder, dice: Dice, scenario: Scenario) -> tuple[T, S, Log]:
        """The title and the state that a position describes, and what happened while it began."""
        check_keys(document, (*KEYS, *self.keys, *self.tables))
        small = SmallBoard(self, table(document, "board")) if "board" in document else None
        board = small.build() if small else self.own_board(folder)
        units = self.read_units(document, board.grid, folder)
        given = Given(document, folder, scenario, _turn(document), board, units)
        title = self.make(given)
        s = self.new_state(title, dice)
        s.turn = given.turn
        self.set_up(title, s, given)
        set_hexes(self, title, s, small, document)
        self.assume(title, s)
        read_numbers(self, title, s, given.table("state"))
        step = _step(title, document)
        begin = document.get("begin", not self.is_under_way(title, s, title.sequence[step]))
        title.assumed = assumed(self, title, s, document, begin=bool(begin))
        if not isinstance(begin, bool):
            raise DataError("true or false is wanted", file="position", field="begin")
        out = Log()
        self.prepare(title, s, title.sequence[step])
        title.rebuild(s)
        self.happen_at_once(title, s, out)
        start(title, s, step, out, enter=begin)
        return title, s, out

    def write(self, title: T, s: S) -> str:
        """A state as a position on the same board (a battle in hand is not written: the step begins anew)."""
        is_small = not title.board.sources
        scenario = self.scenario_of(title)
        rows = [
            f'title = "{title.key}"',
            *([f'scenario = "{scenario}"'] if scenario else []),
            f"turn = {max(s.turn, 1)}",
            f'step = "{title.current_step(s).name}"',
            *self.write_keys(title, s),
            'units = """',
            *self.write_units(title, s),
            '"""',
            *([] if is_small else ['control = """', *write_changed(self, title, s), '"""']),
            "",
            "[options]",
            *(f"{name} = {toml(value)}" for name, value in title.options.items()),
        ]
        own = self.write_tables(title, s)
        rows += ["", *own] if own else []
        rows += ["", "[state]", *write_numbers(self, title, s)]
        rows += ["", "[board]", *write_board(self, title, s)] if is_small else []
        return "\n".join([*rows, ""])


# -- the document -----------------------------------------------------------------------------------------------------


def check_keys(given: Mapping[str, Any], known: Iterable[str], within: str = "") -> None:
    """Nothing may stand in a document, or in a table of it, that nobody would read."""
    known = sorted(known)
    for key in given:
        if key not in known:
            raise DataError(f"unknown; known are {', '.join(known)}", file="position", field=within + key)


def table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key, {})
    if not isinstance(found, dict):
        raise DataError("should be a table", file="position", field=key)
    return found


def lines_of(document: Mapping[str, Any], key: str) -> Iterator[list[str]]:
    """The words of each line of a block of text; # begins a comment."""
    block = document.get(key, "")
    if not isinstance(block, str):
        raise DataError("should be a block of text, one entry a line", file="position", field=key)
    for line in block.splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield words


def toml(value: object) -> str:
    """An option's value as TOML writes it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _turn(document: Mapping[str, Any]) -> int:
    found = document.get("turn", 1)
    if type(found) is not int or not 1 <= found <= LAST_TURN:
        raise DataError(f"{found!r} is not a turn", file="position", field="turn")
    return found


def _step(title: Title[Any], document: Mapping[str, Any]) -> int:
    name = str(document.get("step", ""))
    try:
        return title.sequence.index(name)
    except KeyError:
        known = ", ".join(step.name for step in title.sequence.steps)
        raise DataError(f"{name!r} is not one of {known}", file="position", field="step") from None


# -- hexes ------------------------------------------------------------------------------------------------------------


def hex_list(text: str, grid: HexGrid, where: str) -> list[int]:
    """Hexes as 0304, as 0304,0305 or as 0301..0505: lines 03 to 05, in each the places 01 to 05.

    A line is a column of a flat-topped map, a row of a pointy-topped one; what is not on the map is left out.
    """
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        for end in (first, last) if dots else (first,):
            if end not in grid.index:
                raise DataError(f"there is no hex {end!r} on this map", file="position", field=where)
        if not dots:
            found.append(grid.index[first])
            continue
        ends = grid.numbering.line_and_place(first), grid.numbering.line_and_place(last)
        lines, places = (range(a, b + 1) for a, b in zip(*ends, strict=True))
        if not lines or not places:
            corner = grid.numbering.first_corner
            raise DataError(f"{part!r}: the first hex is that in the {corner}", file="position", field=where)
        found += [
            grid.by_place[at] for at in ((line, place) for line in lines for place in places) if at in grid.by_place
        ]
    return found


def hex_runs(hexes: Iterable[int], grid: HexGrid) -> list[str]:
    """Hexes as ``hex_list`` reads them, neighbours of a line together."""
    runs: list[list[tuple[int, int]]] = []
    for line, place in sorted(grid.numbering.line_and_place(grid.labels[h]) for h in hexes):
        if runs and runs[-1][-1] == (line, place - 1):
            runs[-1].append((line, place))
        else:
            runs.append([(line, place)])
    ends = [(grid.labels[grid.by_place[run[0]]], grid.labels[grid.by_place[run[-1]]]) for run in runs]
    return [first if first == last else f"{first}..{last}" for first, last in ends]


class SmallBoard:
    """A board of a position's own, with whose each hex is and what else is said of it."""

    def __init__(self, form: Format[Any, Any, Any], given: Mapping[str, Any]) -> None:
        check_keys(given, BOARD_KEYS, within="board.")
        self.form = form
        self.grid = HexGrid(form.numbering, block_of_labels(form.numbering, given))
        self.terrain = [_one_of(form.terrains, given, "terrain", form.terrains[0])] * self.grid.size
        self.features: dict[str, set[int]] = {}
        self.regions: dict[str, set[int]] = {}
        self.names: dict[int, str] = {}
        self.sides: dict[tuple[int, int], list[str]] = {}
        default_control = str(given.get("control", form.seats[-1]))
        if default_control not in form.seats:
            raise DataError(f"{default_control!r} is not a seat", file="position", field="board.control")
        self.control = [form.seats.index(default_control)] * self.grid.size
        self.state: dict[int, list[str]] = {}
        """By hex, the words of its state."""
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
            elif word in form.state_words:
                self.state.setdefault(h, []).append(word)
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


def _one_of(known: Sequence[str], given: Mapping[str, Any], key: str, default: str) -> str:
    found = str(given.get(key, default))
    if found not in known:
        raise DataError(f"{found!r} is not one of {', '.join(known)}", file="position", field=f"board.{key}")
    return found


def block_of_labels(numbering: Numbering, given: Mapping[str, Any]) -> list[str]:
    """The labels of a small board: so many columns and rows from its corner, the hex with the lowest numbers."""
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", str(given.get("size", "")))
    if not match:
        raise DataError("columns x rows are wanted, as in 8x6", file="position", field="board.size")
    first = numbering.first_label
    try:
        line, place = numbering.line_and_place(str(given.get("corner", first)))
    except ValueError:
        raise DataError(f"the first hex is wanted, as in {first}", file="position", field="board.corner") from None
    columns, rows = int(match[1]), int(match[2])
    lines, places = (columns, rows) if numbering.flat else (rows, columns)
    try:
        return [numbering.label(line + i, place + j) for i in range(lines) for j in range(places)]
    except ValueError as error:
        raise DataError(str(error), file="position", field="board.corner") from None


# -- the state --------------------------------------------------------------------------------------------------------


def set_hexes(form: Format[T, S, Any], title: T, s: S, small: SmallBoard | None, document: Mapping[str, Any]) -> None:
    """Hexes as the position says; units hold those they are in."""
    if small is not None:
        for h in range(title.board.size):
            form.set_hex(title, s, h, small.control[h], small.state.get(h, ()), anew=True)
    for words in lines_of(document, "control"):
        seat = None
        for word in words[1:]:
            if word in form.seats:
                seat = form.seats.index(word)
            elif word not in form.state_words:
                known = ", ".join([*form.seats, *form.state_words])
                raise DataError(f"{word!r} is not one of {known}", file="position", field="control")
        said = [word for word in words[1:] if word not in form.seats]
        for h in hex_list(words[0], title.board.grid, "control"):
            form.set_hex(title, s, h, seat, said, anew=False)
    form.units_hold(title, s)


def read_numbers(form: Format[T, S, Any], title: T, s: S, given: Mapping[str, Any]) -> None:
    """The table [state]."""
    units = {key: u for u, key in enumerate(title.names.unit)}
    by_seat = {f"{name}_{seat}": (name, i) for name in form.seat_numbers for i, seat in enumerate(form.seats)}
    for name, value in given.items():
        place = form.read_place(title, s, str(value)) if name in form.hex_numbers else None
        if type(value) is int and value in form.numbers.get(name, ()):
            setattr(s, form.attribute(name), value)
        elif type(value) is int and name in by_seat and value in form.seat_numbers[by_seat[name][0]]:
            column, seat = by_seat[name]
            getattr(s, form.attribute(column))[seat] = value
        elif value in form.word_numbers.get(name, ()):
            setattr(s, form.attribute(name), form.word_numbers[name].index(value))
        elif place is not None:
            setattr(s, form.attribute(name), place)
        elif name in form.unit_numbers and str(value) in units:
            setattr(s, form.attribute(name), units[str(value)])
        else:
            known = ", ".join([*form.numbers, *by_seat, *form.word_numbers, *form.hex_numbers, *form.unit_numbers])
            raise DataError(f"{name} = {value!r} is not understood; known are {known}", file="position", field="state")


def assumed(form: Format[T, S, Any], title: T, s: S, document: Mapping[str, Any], *, begin: bool) -> dict[str, Any]:
    """What a position does not say, with what was taken for it: keys, options, numbers of the state, the title's own
    tables; on a small board also the regions of the rules in which no hex lies."""
    found: dict[str, Any] = {"scenario": title.scenario.key, "turn": s.turn, "begin": begin}
    found |= form.said_unless_given(title, s, document)
    found = {key: value for key, value in found.items() if key not in document}
    numbers = tomllib.loads("\n".join(write_numbers(form, title, s)))
    for name, values in (("options", title.options), ("state", numbers)):
        given = table(document, name)
        found[name] = {key: value for key, value in values.items() if key not in given}
    if "board" in document:
        found["empty_regions"] = [
            name for name in form.regions if not title.board.region(name.replace("sheet-", "sheet "))
        ]
    return {key: value for key, value in found.items() if value not in ({}, [])}


def start(title: T, s: S, step: int, out: Log, *, enter: bool) -> None:
    """Put the game into a step and let it begin, or find it under way."""
    s.step = step
    if enter:
        if not title.between_steps(s, out):
            title.enter_step(s, out)
        else:
            s.step -= 1  # what lies between two steps comes first; then the step begins
        title.settle(s, out)
    else:
        title.ask(s, title.step_decision(s, title.sequence[step]), title.sequence[step].seat)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_numbers(form: Format[T, S, Any], title: T, s: S) -> list[str]:
    rows = [f"{name} = {getattr(s, form.attribute(name))}" for name in form.numbers]
    for name in form.seat_numbers:
        rows += [
            f"{name}_{seat} = {number}"
            for seat, number in zip(form.seats, getattr(s, form.attribute(name)), strict=True)
        ]
    rows += [f'{name} = "{words[getattr(s, form.attribute(name))]}"' for name, words in form.word_numbers.items()]
    for name in form.unit_numbers:
        rows += [f'{name} = "{title.names.unit[u]}"' for u in [getattr(s, form.attribute(name))] if u >= 0]
    for name in form.hex_numbers:
        rows += [
            f'{name} = "{place}"' for place in [form.write_place(title, s, getattr(s, form.attribute(name)))] if place
        ]
    return rows


def write_changed(form: Format[T, S, Any], title: T, s: S) -> list[str]:
    """The hexes of the title's own map that are not as at the start, those of which the same is said together."""
    changed: dict[str, list[int]] = {}
    for h in range(title.board.size):
        if form.has_changed(title, s, h):
            seat, words = form.hex_state(title, s, h)
            changed.setdefault(" ".join([form.seats[seat], *words]), []).append(h)
    rows = []
    for said_of_them, hexes in sorted(changed.items()):
        runs = hex_runs(hexes, title.board.grid)
        for i in range(0, len(runs), RUNS_A_LINE):
            rows.append(f"{','.join(runs[i : i + RUNS_A_LINE])} {said_of_them}")
    return rows


def write_board(form: Format[T, S, Any], title: T, s: S) -> list[str]:
    """A small board with all that lies on it."""
    board, grid = title.board, title.board.grid
    lines, places = ({place[i] for place in grid.by_place} for i in (0, 1))
    columns, rows_high = (lines, places) if grid.numbering.flat else (places, lines)
    corner = min(lines), min(places)
    rows = [f'size = "{max(columns) - min(columns) + 1}x{max(rows_high) - min(rows_high) + 1}"']
    if corner != grid.numbering.line_and_place(grid.numbering.first_label):
        rows.append(f'corner = "{grid.numbering.label(*corner)}"')
    rows += [f'control = "{form.seats[-1]}"', 'hexes = """']
    for h in range(board.size):
        words = [board.terrain[h]] if board.terrain[h] != form.terrains[0] else []
        words += [feature for feature, hexes in board.features.items() if h in hexes]
        words += [region.replace("sheet ", "sheet-") for region, hexes in board.regions.items() if h in hexes]
        words += [board.names[h]] if h in board.names else []
        seat, said = form.hex_state(title, s, h)
        words += [form.seats[seat]] if seat != len(form.seats) - 1 else []
        words += said
        if words:
            rows.append(f"{grid.labels[h]} {' '.join(words)}")
    rows += ['"""', 'sides = """']
    for (a, b), kinds in sorted(board.side_kinds.items()):
        rows.append(f"{grid.labels[a]}-{grid.labels[b]} {' '.join(sorted(kinds))}")
    return [*rows, '"""']
