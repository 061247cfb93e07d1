"""A position on the table, with forced dice: the notation of the rule tests."""

from __future__ import annotations

import re
from typing import Any
from unittest import mock

from steppe import titles
from steppe.assault.position import Format
from steppe.assault.state import Flag
from steppe.board import Board
from steppe.dice import Dice, ForcedDice
from steppe.events import Event, Log
from steppe.orders import Order
from steppe.tables import DataFolder
from steppe.title import Outcome, Prompt, Refusal, Sheet

FALLBACK = Dice(b"tests")

_make_board = Format.own_board
_boards: dict[tuple[str, ...], Board] = {}


def own_board(form: Format[Any, Any], folder: DataFolder) -> Board:
    """A title's own map, which all tables share, one after another: making it takes longer than most tests."""
    key = type(form).__name__, str(folder.open("hexes.csv")), str(folder.open("sides.csv"))
    if key not in _boards:
        _boards[key] = _make_board(form, folder)
    return _boards[key]


class Table:
    """A position, played by text."""

    def __init__(self, position: str, *, dice: tuple[int, ...] = ()) -> None:
        self.title: Any
        self.s: Any
        with mock.patch.object(Format, "own_board", own_board):
            self.title, self.s, self.log = titles.read_position(position, ForcedDice(dice, FALLBACK))

    # -- orders ---------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Order:
        return self.title.notation.read(text, self.title.names)  # type: ignore[no-any-return]

    def write(self, order: Order) -> str:
        return self.title.notation.write(order, self.title.names)  # type: ignore[no-any-return]

    def order(self, *texts: str, dice: tuple[int, ...] = ()) -> Log:
        """Give orders that must be legal; the events of the last one. ``dice`` are forced from here on."""
        if dice:
            self.s.dice = ForcedDice(dice, FALLBACK)
        out = Log()
        for text in texts:
            order = self.read(text)
            refusal = self.title.refuse(self.s, order)
            assert refusal is None, f"{text}: refused by {refusal}"
            out = self.title.apply(self.s, order)
            assert not self.title.broken(self.s), self.title.broken(self.s)
        return out

    def refused(self, text: str, rule: str, why: str) -> Refusal:
        """Give an order that must be refused by this row and for this reason; ``...`` stands for any words in it.

        One row has many clauses: a test that asked for the row alone would pass while another of them refuses.
        """
        refusal: Refusal | None = self.title.refuse(self.s, self.read(text))
        assert refusal is not None, f"{text}: not refused"
        assert refusal.rule in self.title.ledger, refusal
        assert why.replace("...", "").strip(), "a reason is wanted"
        reason = ".*".join(re.escape(part) for part in why.split("..."))
        as_told = refusal.rule == rule and re.fullmatch(reason, refusal.why) is not None
        assert as_told, f"{text}: refused by {refusal}\nand not by {rule}: {why}"
        return refusal

    def verdict(self, text: str) -> str:
        """Why an order is refused, with its row; nothing if it is legal."""
        return str(self.title.refuse(self.s, self.read(text)) or "")

    def legal(self, verb: str = "") -> set[str]:
        """The legal orders as text, perhaps only those of one verb."""
        found = {self.write(order) for order in self.title.legal(self.s)}
        return {text for text in found if text.split()[0] == verb} if verb else found

    def sheet(self, text: str) -> Sheet[int]:
        found: Sheet[int] | None = self.title.sheet(self.s, self.read(text))
        assert found is not None
        return found

    # -- questions ------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt:
        return self.title.prompt(self.s)  # type: ignore[no-any-return]

    @property
    def seat(self) -> str:
        """Who must decide."""
        return self.title.seats[self.prompt.seat]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.s)  # type: ignore[no-any-return]

    def unit(self, key: str) -> int:
        return self.title.units.index[key]  # type: ignore[no-any-return]

    def where(self, key: str) -> str:
        """The hex of a unit, or reserve, dead, gone."""
        from steppe.assault.units import OFF_MAP

        h = self.s.hex[self.unit(key)]
        return OFF_MAP[h] if h < 0 else self.title.board.grid.labels[h]

    def steps(self, key: str) -> int:
        return self.s.steps[self.unit(key)]  # type: ignore[no-any-return]

    def has(self, key: str, flag: Flag) -> bool:
        return bool(self.s.flags[self.unit(key)] & flag)

    def hex(self, label: str) -> int:
        return self.title.board.grid.id(label)  # type: ignore[no-any-return]

    def control(self, label: str) -> str:
        return self.title.seats[self.s.control[self.hex(label)] & 1]  # type: ignore[no-any-return]

    def range(self, *keys: str) -> dict[str, int]:
        """The hexes that a group can reach, with the MP spent."""

        group = tuple(self.unit(key) for key in keys)
        found = self.title.ranges.find_range(self.s, group)
        return {self.title.board.grid.labels[h]: spent for h, spent in found.items()}

    def in_supply(self, key: str) -> bool:
        return bool(self.title.supply.is_supplied(self.s, self.unit(key)))

    def masked(self, seat: str) -> Any:
        """The state as a seat knows it."""
        return self.title.masked(self.s, self.title.seats.index(seat))


def kinds(log: Log) -> list[str]:
    return [event.kind for event in log]


def first(log: Log, kind: str) -> Event:
    """The first event of a kind."""
    return next(event for event in log if event.kind == kind)
