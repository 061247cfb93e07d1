"""Positions of the system: what is said of units and hexes.

1Foot 0302
1Band 0208 chit=3 shown moved
2Band dead
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from steppe import positions
from steppe.dice import Dice
from steppe.errors import DataError
from steppe.hexgrid import HexGrid
from steppe.sequence import Step
from steppe.tables import DataFolder
from steppe.title import chosen_options
from tests.skirmish.data import SIDE_KINDS, TERRAINS, SkirmishData, load_data
from tests.skirmish.state import AWAY, DEAD, NOBODY, OFF_MAP, Flag, SkirmishState
from tests.skirmish.title import SkirmishTitle

T = TypeVar("T", bound=SkirmishTitle)
STATUS = {"moved": Flag.MOVED, "fought": Flag.FOUGHT, "shaken": Flag.SHAKEN, "shown": Flag.SHOWN}


class UnitLine(NamedTuple):
    unit: str
    hex: int
    flags: int
    chit: int


Given = positions.Given[list[UnitLine]]


class SkirmishPositions(positions.Format[T, SkirmishState, list[UnitLine]]):
    """What the system's titles can say."""

    terrains = TERRAINS
    side_kinds = SIDE_KINDS
    seat_numbers: Mapping[str, range] = {"lost": range(20)}
    options: Mapping[str, tuple[bool, str]]

    @abstractmethod
    def make_title(self, made_of: SkirmishData) -> T:
        """The title made of its data."""

    def make(self, given: Given) -> T:
        options = chosen_options(self.options, given.table("options"))
        return self.make_title(load_data(given.folder, given.scenario, given.board, self.seats, options))

    # -- reading ------------------------------------------------------------------------------------------------------

    def read_units(self, document: Mapping[str, Any], grid: HexGrid, folder: DataFolder) -> list[UnitLine]:
        found = []
        for unit, place, *said in positions.lines_of(document, "units"):
            off = {word: number for number, word in OFF_MAP.items()}
            if place not in off and place not in grid.index:
                raise DataError(f"{unit}: there is no hex {place!r} on this map", file="position", field="units")
            flags = chit = 0
            for word in said:
                name, equals, value = word.partition("=")
                if name == "chit" and equals and value.isdigit():
                    chit = int(value)
                elif word in STATUS:
                    flags |= STATUS[word]
                else:
                    known = ", ".join([*STATUS, "chit=N"])
                    raise DataError(f"{unit}: {word!r} is not one of {known}", file="position", field="units")
            found.append(UnitLine(unit, off[place] if place in off else grid.index[place], flags, chit))
        return found

    def new_state(self, title: T, dice: Dice) -> SkirmishState:
        return title.new_state(dice)

    def set_up(self, title: T, s: SkirmishState, given: Given) -> None:
        named: set[int] = set()
        for line in given.units:
            u = title.names.units.get(line.unit.lower())
            if u is None or u in named:
                what = "is named twice" if u is not None else "is no unit of the title"
                raise DataError(f"{line.unit} {what}", file="position", field="units")
            unit = title.units[u]
            if line.chit and (unit.strength or line.chit not in title.fights.chits_left(s, unit.side)):
                raise DataError(f"{line.unit} cannot have the chit {line.chit}", file="position", field="units")
            if line.hex >= 0 and s.occupant[line.hex] != NOBODY:
                raise DataError(f"{line.unit} is not alone in its hex", file="position", field="units")
            named.add(u)
            s.flags[u], s.chit[u] = line.flags, line.chit
            title.put(s, u, line.hex)
        title.draw_chits(s, frozenset(named))

    def is_under_way(self, title: T, s: SkirmishState, step: Step) -> bool:
        return step.decision in ("march", "fight")

    @property
    def state_words(self) -> Collection[str]:
        return ()

    def set_hex(
        self, title: T, s: SkirmishState, h: int, seat: int | None, words: Sequence[str], *, anew: bool
    ) -> None:
        if seat is not None:
            s.holder[h] = seat

    def units_hold(self, title: T, s: SkirmishState) -> None:
        for u, h in enumerate(s.hex):
            if h >= 0:
                s.holder[h] = title.units[u].side

    # -- writing ------------------------------------------------------------------------------------------------------

    def write_units(self, title: T, s: SkirmishState) -> list[str]:
        rows = []
        for u, unit in enumerate(title.units):
            if s.hex[u] == AWAY:
                continue
            place = OFF_MAP[DEAD] if s.hex[u] == DEAD else title.board.grid.labels[s.hex[u]]
            said = [f"chit={s.chit[u]}"] if s.chit[u] else []
            said += [word for word, flag in STATUS.items() if s.flags[u] & flag]
            rows.append(" ".join([unit.key, place, *said]))
        return rows

    def hex_state(self, title: T, s: SkirmishState, h: int) -> tuple[int, list[str]]:
        return s.holder[h], []

    def has_changed(self, title: T, s: SkirmishState, h: int) -> bool:
        return bool(s.holder[h] != title.first_holder(h))
