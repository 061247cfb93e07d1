"""The mutable game as one flat buffer with named views.

A state class *declares* its columns and scalars; one buffer of bytes holds them all. A clone is one copy of that
buffer. Every state has its columns as memoryviews and its scalars as numbers, plain attributes both (no descriptor is
left on the class: a plain attribute is read four times as fast); compiled searches get numpy slices of the same
memory through ``vector``.

    class Skirmish(State):
        hex = Column("unit")                      # one number per unit, 16 bits wide
        flags = Flags("unit", Flag, bits=32)      # named bits, which must fit
        zoc = Column("hex", derived=True)         # can be rebuilt, so it is not saved
        fuel = Scalar()                           # 32 bits

Layout of the buffer, each part by falling width:  | scalars, saved columns | derived columns |

What is dear to find out is remembered in one of two ways. ``cache``: under the names that the class declares as
``Kept``, shared with clones, forgotten by the changes that the declaration names (``forget``). ``notes``: anything
about this very position; gone with the next order, step or change of place (``changed``), never copied.
"""

from __future__ import annotations

import base64
import enum
import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from steppe.dice import Dice
from steppe.errors import RecordError

SEATS = 2
AGENDA_DEPTH = 12
LONGEST_WAY = 99
"""The most hexes of a way that a decision in hand remembers: no movement factor is higher."""
FRAME = 5  # decision, seat and three arguments
NOTHING_SUPPOSED: Mapping[int, str] = MappingProxyType({})

WIDTHS: Mapping[int, tuple[str, type[Any]]] = {32: ("i", np.int32), 16: ("h", np.int16), 8: ("B", np.uint8)}
"""By bits: how memoryviews and numpy call such numbers. Eight bits are without a sign."""


class Column:
    """A declared row of numbers, one per member of a dimension ("unit", "hex", ...)."""

    def __init__(self, dimension: str, *, bits: int = 16, derived: bool = False) -> None:
        self.dimension, self.bits, self.derived = dimension, bits, derived
        if bits not in WIDTHS:
            raise TypeError(f"a column is {', '.join(map(str, WIDTHS))} bits wide, not {bits}")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> memoryview: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        raise AttributeError(f"{self.name} is not laid out: this class was never made a state")


class Flags(Column):
    """A column of named bits. Bits that collide, or that do not fit, are an error when the class is made."""

    def __init__(self, dimension: str, *names: type[enum.IntFlag], bits: int = 16, derived: bool = False) -> None:
        super().__init__(dimension, bits=bits, derived=derived)
        room = bits if bits == 8 else bits - 1  # the sign stays free
        taken: dict[int, str] = {}
        for name, flag in (member for enumeration in names for member in enumeration.__members__.items()):
            bit = int(flag)
            if bit.bit_count() != 1:
                raise TypeError(f"{name} is not a single bit")
            if bit.bit_length() > room:
                raise TypeError(f"{name} is bit {bit.bit_length()}, and there are {room} in a column of {bits} bits")
            if bit in taken:
                raise TypeError(f"{name} and {taken[bit]} are the same bit")
            taken[bit] = name


class Scalar:
    """A declared single number, 32 bits wide."""

    def __init__(self, start: int = 0) -> None:
        self.start = start

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> int: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        raise AttributeError(f"{self.name} is not laid out: this class was never made a state")

    def __set__(self, state: State, value: int) -> None: ...


class Kept:
    """A declared name of the cache, with the changes that make a state forget what it holds."""

    def __init__(self, *changes: str) -> None:
        self.changes = changes

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class Layout:
    """Where each declared column and scalar of a state class lies, for given dimensions."""

    def __init__(self, state_class: type[State], sizes: Mapping[str, int]) -> None:
        self.state_class = state_class
        self.sizes = {**sizes, "seat": SEATS, "agenda": AGENDA_DEPTH * FRAME, "way": LONGEST_WAY}
        declared = state_class.declared
        self.scalars = {n: d for n, d in declared.items() if isinstance(d, Scalar)}
        self.names = tuple(self.scalars)
        self.columns = {n: d for n, d in declared.items() if isinstance(d, Column)}
        self.places: dict[str, slice] = {}
        """By column, its numbers counted in its own width from the beginning of the buffer."""
        at = len(self.scalars) * 4
        for derived in (False, True):
            for bits in WIDTHS:
                for name, column in self.columns.items():
                    if column.derived == derived and column.bits == bits:
                        size = self.sizes[column.dimension]
                        self.places[name] = slice(at * 8 // bits, at * 8 // bits + size)
                        at += size * bits // 8
            if not derived:
                self.saved = at
            at += -at % 4  # the widest come first again
        self.length = at
        self.views = tuple((name, tuple(WIDTHS).index(self.columns[name].bits), p) for name, p in self.places.items())
        """For each column: its name, which of the three faces of the buffer it is cut from, and where."""

    def where(self, byte: int) -> str:
        """The name of a place in the buffer, for messages: "hex[17]"."""
        if byte < len(self.names) * 4:
            return self.names[byte // 4]
        for name, place in self.places.items():
            at = byte * 8 // self.columns[name].bits
            if place.start <= at < place.stop:
                return f"{name}[{at - place.start}]"
        return f"byte {byte}"


class State:
    """The game at one instant. ``memory`` and ``array`` are faces of the same buffer."""

    agenda = Column("agenda", bits=32)
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
    array: NDArray[np.uint8]
    memory: tuple[memoryview, memoryview, memoryview]
    """The buffer in numbers of 32, 16 and 8 bits."""
    dice: Dice
    vectors: dict[str, Any]
    """Numpy slices that were made so far, by column; compiled searches may keep several of them together."""
    seat: int
    """Who is to decide; -1 if nobody."""
    cache: dict[str, Any]
    notes: dict[object, Any]
    changed: Callable[[], None]
    """To be called when something has changed that a note may depend on."""
    wanted: list[str]
    """What is to come of the next battles, one code each, and of what has a name (weather=M); see ``wish``. For the
    sandbox, never for a recorded game."""
    supposed: Mapping[int, str]
    """By unit, the supply state that it is supposed to be in whatever its lines; for the sandbox as well."""

    declared: ClassVar[dict[str, Column | Scalar]] = {}
    """Every column and scalar, those of base classes first; states have them as plain attributes."""
    cells: ClassVar[Mapping[str, int]] = {}
    """The places of the scalars, the same in every layout of a class."""
    forgetting: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By change, the names of the cache that it makes worthless."""
    layouts: ClassVar[dict[tuple[type[State], tuple[tuple[str, int], ...]], Layout]] = {}

    def __init_subclass__(cls) -> None:
        own = {n: d for n, d in vars(cls).items() if isinstance(d, (Column, Scalar))}
        kept = {n: d for n, d in vars(cls).items() if isinstance(d, Kept)}
        cls.declared = {**cls.declared, **own}
        cls.cells = {n: i for i, n in enumerate(n for n, d in cls.declared.items() if isinstance(d, Scalar))}
        forgetting = dict(cls.forgetting)
        for name, entry in kept.items():
            for change in entry.changes:
                forgetting[change] = (*forgetting.get(change, ()), name)
        cls.forgetting = forgetting
        for name in (*own, *kept):
            delattr(cls, name)

    def __init__(self, layout: Layout, array: NDArray[np.uint8], dice: Dice) -> None:
        self.__dict__.update(layout=layout, array=array, dice=dice, cache={}, vectors={}, notes={})
        self.__dict__.update(wanted=[], supposed=NOTHING_SUPPOSED)
        self.__dict__["changed"] = self.notes.clear
        self._spread_out()

    def _spread_out(self) -> None:
        """Every column as a view, every scalar as a number."""
        here, layout = self.__dict__, self.layout
        memory = memoryview(self.array.data)
        faces = here["memory"] = memory.cast("i"), memory.cast("h"), memory
        for name, face, place in layout.views:
            here[name] = faces[face][place]
        here.update(zip(layout.names, faces[0][: len(layout.names)].tolist(), strict=True))
        here["seat"] = here["agenda"][here["depth"] * FRAME - 4] if here["depth"] else -1

    def __getattr__(self, name: str) -> Any:
        """The first touch of a clone lays it out."""
        if "memory" in self.__dict__ or name.startswith("__"):
            raise AttributeError(f"a {type(self).__name__} has no {name!r}")
        self._spread_out()
        return getattr(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """A scalar is written to the buffer and to the attribute from which it is read."""
        index = self.cells.get(name)
        if index is not None:
            self.memory[0][index] = value
            value = int(value)
        self.__dict__[name] = value

    @classmethod
    def blank(cls, sizes: Mapping[str, int], dice: Dice) -> Self:
        key = (cls, tuple(sorted(sizes.items())))
        layout = State.layouts.get(key)
        if layout is None:
            layout = State.layouts[key] = Layout(cls, sizes)
        state = cls(layout, np.zeros(layout.length, dtype=np.uint8), dice)
        for name, scalar in layout.scalars.items():
            setattr(state, name, scalar.start)
        return state

    def clone(self) -> Self:
        """A copy that shares nothing mutable; what the cache holds is immutable, so it may be shared."""
        new = object.__new__(type(self))
        here = new.__dict__
        notes: dict[object, Any] = {}
        here["layout"], here["array"], here["dice"] = self.layout, self.array.copy(), self.dice
        here["cache"], here["wanted"], here["supposed"] = self.cache.copy(), self.wanted.copy(), self.supposed
        here["vectors"], here["notes"], here["changed"] = {}, notes, notes.clear
        return new

    def vector(self, name: str) -> NDArray[Any]:
        """A column as a numpy slice, for compiled searches."""
        found = self.vectors.get(name)
        if found is None:
            layout = self.layout
            self.vectors[name] = found = self.array.view(WIDTHS[layout.columns[name].bits][1])[layout.places[name]]
        column: NDArray[Any] = found
        return column

    def shorts(self) -> NDArray[np.int16]:
        """The whole buffer in numbers of 16 bits, for compiled code that knows where columns begin."""
        found: NDArray[np.int16] | None = self.vectors.get("")
        if found is None:
            found = self.vectors[""] = self.array.view(np.int16)
        return found

    # -- what is remembered ---------------------------------------------------------------------------------------

    def forget(self, change: str) -> None:
        """A change of this kind has happened: what was kept only as long as it did not is forgotten."""
        cache = self.cache
        if cache:
            for name in self.forgetting.get(change, ()):
                cache.pop(name, None)

    # -- what the sandbox wants ---------------------------------------------------------------------------------------

    def wish(self, what: str = "") -> str | None:
        """Take the first result that is wanted of something with a name, or of a battle; None if there is none."""
        for i, text in enumerate(self.wanted):
            name, _, code = text.rpartition("=")
            if name == what:
                del self.wanted[i]
                return code
        return None

    # -- frames -----------------------------------------------------------------------------------------------------

    def push(self, decision: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        at = self.depth * FRAME
        agenda = self.agenda
        agenda[at], agenda[at + 1], agenda[at + 2], agenda[at + 3], agenda[at + 4] = decision, seat, a, b, c
        self.depth += 1
        self.__dict__["seat"] = seat

    def pop(self) -> None:
        self.depth -= 1
        self.__dict__["seat"] = self.agenda[self.depth * FRAME - 4] if self.depth else -1

    def frame(self) -> tuple[int, int, int, int, int]:
        """The frame on top: decision, seat and three arguments."""
        at = (self.depth - 1) * FRAME
        agenda = self.agenda
        return agenda[at], agenda[at + 1], agenda[at + 2], agenda[at + 3], agenda[at + 4]

    # -- sets -------------------------------------------------------------------------------------------------------

    def gather(self, column: str, bit: int, members: Iterable[int]) -> None:
        """Let these, and no others, be the set that a bit of a column stands for: frames refer to sets so."""
        numbers = self.vector(column)
        numbers &= ~numbers.dtype.type(bit)
        row: memoryview = getattr(self, column)
        for member in members:
            row[member] |= bit

    def gathered(self, column: str, bit: int) -> list[int]:
        """The members of the set that a bit of a column stands for."""
        found: list[int] = (self.vector(column) & bit).nonzero()[0].tolist()
        return found

    # -- saving -----------------------------------------------------------------------------------------------------

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
        if len(raw) != self.layout.saved:
            raise RecordError("the saved state belongs to another title or version")
        self.array[: self.layout.saved] = np.frombuffer(raw, dtype=np.uint8)
        self._spread_out()
        self.cache.clear()
        self.changed()


State.__init_subclass__.__func__(State)  # type: ignore[attr-defined]
