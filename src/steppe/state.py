"""The mutable game as one flat buffer with named views.

A state class *declares* its columns and scalars; the buffer that holds them all is one int16 array. A clone is one
copy of that array. Columns are memoryviews, made when first touched (plain ints out, no numpy scalars in Python
loops); compiled searches get numpy slices of the same memory through ``vector``.

    class Skirmish(State):
        hex = Column("unit")          # one number per unit
        zoc = Column("hex", derived=True)  # can be rebuilt, so it is not saved
        turn = Scalar()

Layout of the buffer:  | scalars | saved columns | derived columns |
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping
from typing import Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from steppe.dice import Dice
from steppe.errors import RecordError

SEATS = 2
AGENDA_DEPTH = 12
FRAME = 5  # decision, seat and three arguments


class Column:
    """A declared row of numbers, one per member of a dimension ("unit", "hex", ...)."""

    def __init__(self, dimension: str, *, derived: bool = False) -> None:
        self.dimension, self.derived = dimension, derived

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> memoryview: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        if state is None:
            return self
        view = state.memory[state.layout.places[self.name]]
        state.__dict__[self.name] = view  # an instance attribute shadows this descriptor from now on
        return view


class Scalar:
    """A declared single number."""

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.index = -1
        """Its place in the buffer, the same in every layout: scalars come first, those of base classes before all."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> int: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        if state is None:
            return self
        return state.memory[self.index]

    def __set__(self, state: State, value: int) -> None:
        state.memory[self.index] = value


class Layout:
    """Where each declared column and scalar of a state class lies, for given dimensions."""

    def __init__(self, state_class: type[State], sizes: Mapping[str, int]) -> None:
        self.state_class = state_class
        self.sizes = {**sizes, "seat": SEATS, "agenda": AGENDA_DEPTH * FRAME}
        declared: dict[str, Column | Scalar] = {}
        for cls in reversed(state_class.__mro__):
            declared.update({n: d for n, d in vars(cls).items() if isinstance(d, (Column, Scalar))})
        self.scalars = {n: d for n, d in declared.items() if isinstance(d, Scalar)}
        self.indexes = {name: i for i, name in enumerate(self.scalars)}
        for i, scalar in enumerate(self.scalars.values()):
            assert scalar.index in (-1, i), f"{scalar.name}: a state class has one base class"
            scalar.index = i
        self.columns = {n: d for n, d in declared.items() if isinstance(d, Column)}
        self.places: dict[str, slice] = {}
        at = len(self.scalars)
        for derived in (False, True):
            for name, column in self.columns.items():
                if column.derived == derived:
                    self.places[name] = slice(at, at + self.sizes[column.dimension])
                    at += self.sizes[column.dimension]
            if not derived:
                self.saved = at
        self.length = at

    def where(self, index: int) -> str:
        """The name of a buffer cell, for messages: "hex[17]"."""
        for name, i in self.indexes.items():
            if i == index:
                return name
        for name, place in self.places.items():
            if place.start <= index < place.stop:
                return f"{name}[{index - place.start}]"
        return f"cell {index}"


class State:
    """The game at one instant. ``memory`` and ``array`` are two faces of the same buffer."""

    agenda = Column("agenda")
    depth = Scalar()
    """How many frames lie on the agenda."""
    step = Scalar(-1)
    """The cursor in the sequence of play."""
    turn = Scalar()
    drawn = Scalar()
    """How many dice and blind draws have been taken; the next one has this number."""
    winner = Scalar(-1)
    """The seat that has won; -1 while nobody has, and in a draw."""
    over = Scalar()
    deciding_rule = Scalar(-1)

    layout: Layout
    layouts: ClassVar[dict[tuple[type[State], tuple[tuple[str, int], ...]], Layout]] = {}

    def __init__(
        self, layout: Layout, array: NDArray[np.int16], dice: Dice, cache: dict[str, Any] | None = None
    ) -> None:
        self.layout = layout
        self.array = array
        self.dice = dice
        self.memory = memoryview(array.data)
        self.cache: dict[str, Any] = {} if cache is None else cache

    @classmethod
    def blank(cls, sizes: Mapping[str, int], dice: Dice) -> Self:
        key = (cls, tuple(sorted(sizes.items())))
        layout = State.layouts.get(key)
        if layout is None:
            layout = State.layouts[key] = Layout(cls, sizes)
        state = cls(layout, np.zeros(layout.length, dtype=np.int16), dice)
        for name, scalar in layout.scalars.items():
            state.memory[layout.indexes[name]] = scalar.start
        return state

    def clone(self) -> Self:
        """A copy that shares nothing mutable; cached layers are immutable, so they may be shared."""
        return type(self)(self.layout, self.array.copy(), self.dice, self.cache.copy())

    def vector(self, name: str) -> NDArray[np.int16]:
        """A column as a numpy slice, for compiled searches."""
        key = "vector " + name
        found: NDArray[np.int16] | None = self.__dict__.get(key)
        if found is None:
            found = self.__dict__[key] = self.array[self.layout.places[name]]
        return found

    # -- frames -------------------------------------------------------------------------------------------------

    def push(self, decision: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        at = self.depth * FRAME
        agenda = self.agenda
        agenda[at], agenda[at + 1], agenda[at + 2], agenda[at + 3], agenda[at + 4] = decision, seat, a, b, c
        self.depth += 1

    def pop(self) -> None:
        self.depth -= 1

    def frame(self) -> tuple[int, int, int, int, int]:
        """The frame on top: decision, seat and three arguments."""
        at = (self.depth - 1) * FRAME
        agenda = self.agenda
        return agenda[at], agenda[at + 1], agenda[at + 2], agenda[at + 3], agenda[at + 4]

    # -- saving -------------------------------------------------------------------------------------------------

    def key(self) -> bytes:
        """Everything that is saved, as bytes: equal keys are equal games."""
        return self.array[: self.layout.saved].tobytes()

    def digest(self) -> str:
        return hashlib.sha256(self.key()).hexdigest()

    def dump(self) -> str:
        return base64.b64encode(zlib.compress(self.key(), 6)).decode("ascii")

    def restore(self, text: str) -> None:
        """Fill the saved part from a dump; derived columns are rebuilt by the title."""
        try:
            raw = zlib.decompress(base64.b64decode(text, validate=True))
        except (ValueError, zlib.error):
            raise RecordError("the saved state is damaged") from None
        if len(raw) != 2 * self.layout.saved:
            raise RecordError("the saved state belongs to another title or version")
        self.array[: self.layout.saved] = np.frombuffer(raw, dtype=np.int16)
        self.cache.clear()
