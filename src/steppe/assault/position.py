"""Positions of the family: what all its titles can say of units, control and phases.

The document and the board are the kernel's (``steppe.positions``). A title declares its words in a ``Format`` of its
own and says how it is put together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from steppe import positions
from steppe.assault.data import UNITS, make_units
from steppe.assault.phases import PhaseOrder
from steppe.assault.stacks import NOBODY, controller
from steppe.assault.state import CONTROL_LOST, CONTROL_SIDE, OFF_ORIGIN, AssaultState
from steppe.assault.unitlines import (
    DETAILS,
    STATUS,
    VALUES,
    PositionUnits,
    make_table,
    place_units,
    read_unit_lines,
    write_units,
)
from steppe.assault.units import UnitTable
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.events import Log
from steppe.hexgrid import HexGrid
from steppe.sequence import Step
from steppe.tables import DataFolder

if TYPE_CHECKING:
    from steppe.assault.title import AssaultTitle

T = TypeVar("T", bound="AssaultTitle[Any]")
A = TypeVar("A", bound=AssaultState)
Given = positions.Given[PositionUnits]


class Format(positions.Format[T, A, PositionUnits]):
    """The position format of one title: the words that it declares, and the hooks at the places where titles differ."""

    keys = ("order",)
    control_words: Mapping[str, int] = MappingProxyType({})
    """The title's own bits of a hex's control, by word."""
    hex_words: Mapping[str, tuple[str, int]] = MappingProxyType({})
    """Words that give a hex a number in a column of the title's own: {"mines-2": ("mines", 2)}."""
    seat_numbers: Mapping[str, range] = MappingProxyType({"air_used": range(10)})
    hex_numbers: tuple[str, ...] = ("parent",)
    attributes: Mapping[str, str] = MappingProxyType({"parent": "moving_from"})
    """Scalars that hold a hex, or the origin of a unit that came on to the map."""
    unit_numbers: tuple[str, ...] = ("guard",)

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
    entries: tuple[str, ...] = ()
    """What the entry of a unit may be; empty if hexes and areas of the map may be among it."""
    unit_columns: tuple[str, ...] = ()
    """Columns of the title's own with a number for each unit: trail=2."""
    status: Mapping[str, int] = MappingProxyType({})
    """The title's own flags of a unit, by word."""

    # -- units ----------------------------------------------------------------------------------------------------

    def own_units(self, folder: DataFolder) -> UnitTable:
        """The title's counters: a position may name any of them."""
        rows = folder.csv("units.csv", UNITS)
        return make_units(rows, self.seats, self.kinds, self.mobilities, self.points or None)

    @property
    def status_bits(self) -> dict[str, int]:
        return {**STATUS, **self.status}

    @property
    def unit_values(self) -> dict[str, str]:
        """What a unit may be given with an equals sign, each with what it looks like."""
        has = (*self.details, *(["nation"] if self.nations else []))
        own = dict.fromkeys(self.unit_columns, "N")
        return {**VALUES, **own, **{name: what for name, what in DETAILS.items() if name in has}}

    def read_units(self, document: Mapping[str, Any], grid: HexGrid, folder: DataFolder) -> PositionUnits:
        lines = read_unit_lines(self, document, grid)
        return PositionUnits(lines, make_table(self, lines, self.own_units(folder)))

    def new_state(self, title: T, dice: Dice) -> A:
        s: A = title.new_state(dice)
        return s

    def set_up(self, title: T, s: A, given: Given) -> None:
        s.phase_order = _phase_order(given.document)
        place_units(self, title, s, given.units.lines)

    def is_under_way(self, title: T, s: A, step: Step) -> bool:
        return title.step_decision(s, step) in ("movement", "combat") or s.guard >= 0

    def happen_at_once(self, title: T, s: A, out: Log) -> None:
        title.victory.check_instant(s, out)

    def write_keys(self, title: T, s: A) -> list[str]:
        return [f'order = "{PhaseOrder.WORDS[s.phase_order]}"']

    def said_unless_given(self, title: T, s: A, document: Mapping[str, Any]) -> dict[str, Any]:
        return {"order": PhaseOrder.WORDS[s.phase_order]}

    def write_units(self, title: T, s: A) -> list[str]:
        return write_units(self, title, s)

    # -- hexes ----------------------------------------------------------------------------------------------------

    @property
    def control_bits(self) -> dict[str, int]:
        return {"lost": CONTROL_LOST, **self.control_words}

    @property
    def state_words(self) -> Collection[str]:
        return [*self.control_bits, *self.hex_words]

    def set_hex(self, title: T, s: A, h: int, seat: int | None, words: Sequence[str], *, anew: bool) -> None:
        marks = 0
        for word in words:
            if word in self.control_bits:
                marks |= self.control_bits[word]
            else:
                column, number = self.hex_words[word]
                getattr(s, column)[h] = number
        if seat is None:
            s.control[h] |= marks
        else:
            kept = 0 if anew else s.control[h] & ~self._said_bits
            s.control[h] = _controlled(seat, kept | marks)

    @property
    def _said_bits(self) -> int:
        """The bits of a hex's control for which there are words."""
        said = CONTROL_SIDE
        for bit in self.control_bits.values():
            said |= bit
        return said

    def units_hold(self, title: T, s: A) -> None:
        for h in range(title.board.size):
            side = title.stacks.side_in(s, h)
            if side != NOBODY and controller(s, h) != side:
                s.control[h] = _controlled(side, s.control[h] & ~CONTROL_SIDE)

    def hex_state(self, title: T, s: A, h: int) -> tuple[int, list[str]]:
        """That the first seat has a hex says that it is lost."""
        side, control = controller(s, h), s.control[h]
        words = [word for word, bit in self.control_bits.items() if control & bit and (side or bit != CONTROL_LOST)]
        return side, [*words, *self._numbers_of(s, h)]

    def _numbers_of(self, s: A, h: int) -> list[str]:
        """The numbers that a hex has in the title's own columns, in words."""
        return [word for word, (column, number) in self.hex_words.items() if getattr(s, column)[h] == number]

    def has_changed(self, title: T, s: A, h: int) -> bool:
        return bool(self._numbers_of(s, h) or (s.control[h] ^ title.set_up.initial_control(h)) & self._said_bits)

    # -- numbers --------------------------------------------------------------------------------------------------

    def read_place(self, title: T, s: A, text: str) -> int | None:
        """A hex, or the origin of a unit that came on to the map."""
        if text in title.board.grid.index:
            return title.board.grid.index[text]
        u = title.units.index.get(text, -1)
        return s.origin[u] if u >= 0 and s.origin[u] <= OFF_ORIGIN else None

    def write_place(self, title: T, s: A, number: int) -> str:
        if number <= OFF_ORIGIN:
            return title.units.keys[OFF_ORIGIN - number]
        return super().write_place(title, s, number)


def _phase_order(document: Mapping[str, Any]) -> int:
    word = str(document.get("order", PhaseOrder.WORDS[0]))
    if word not in PhaseOrder.WORDS:
        raise DataError(f"{word!r} is not one of {', '.join(PhaseOrder.WORDS)}", file="position", field="order")
    return PhaseOrder.WORDS.index(word)


def _controlled(side: int, marks: int) -> int:
    return side | marks | (CONTROL_LOST if side == 0 else 0)
