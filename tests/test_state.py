"""The state: one buffer of bytes with named columns, scalars, what is kept and what is noted."""

from __future__ import annotations

import base64
import enum
import random
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steppe.dice import Dice
from steppe.errors import RecordError
from steppe.state import AGENDA_DEPTH, FRAME, SEATS, Column, Flags, Kept, Layout, Scalar, State

DICE = Dice(b"state")
UNITS, HEXES = 5, 7
"""Odd on purpose: what follows a column must be aligned all the same."""
SIZES = {"unit": UNITS, "hex": HEXES}


class Mark(enum.IntFlag):
    TIRED = 1
    LOST = 1 << 30


class Chosen(enum.IntFlag):
    LEADER = 1
    REAR = 128


class Skirmish(State):
    """Columns of every width and both kinds, declared in no order."""

    chosen = Flags("unit", Chosen, bits=8)
    hex = Column("unit")
    marks = Flags("unit", Mark, bits=32)
    supply = Column("seat")
    terrain = Column("hex", bits=8)
    load = Column("hex", derived=True)
    seen = Column("hex", bits=8, derived=True)
    distance = Column("unit", bits=32, derived=True)
    fuel = Scalar()
    chief = Scalar(-1)

    network = Kept("units moved", "bridge blown")
    front = Kept("units moved")
    forecast = Kept("weather")


class Battle(Skirmish):
    """A state that adds to another: more columns, more flags in an old one, more to keep."""

    class More(enum.IntFlag):
        BRAVE = 2

    marks = Flags("unit", Mark, More, bits=32)
    smoke = Column("hex", bits=8)
    hour = Scalar(6)
    trenches = Kept("bridge blown")


RANGES = {32: (-(2**31), 2**31 - 1), 16: (-(2**15), 2**15 - 1), 8: (0, 255)}
KINDS = {32: np.dtype(np.int32), 16: np.dtype(np.int16), 8: np.dtype(np.uint8)}


def skirmish() -> Skirmish:
    return Skirmish.blank(SIZES, DICE)


def battle() -> Battle:
    return Battle.blank(SIZES, DICE)


def filled(seed: int = 1) -> Battle:
    """A state with some number in every place that a game may write to."""
    s, rng = battle(), random.Random(seed)
    for name, column in s.layout.columns.items():
        low, high = RANGES[column.bits]
        row = getattr(s, name)
        for i in range(len(row)):
            row[i] = rng.randint(low, high)
    for name in s.layout.names:
        setattr(s, name, rng.randint(*RANGES[32]))
    s.depth = 0
    s.push(3, 1, 10, 20, 30)
    return s


def contents(s: State) -> dict[str, object]:
    """Everything that a state holds, by name."""
    return {n: getattr(s, n).tolist() for n in s.layout.columns} | {n: getattr(s, n) for n in s.layout.names}


# -- columns and layout -----------------------------------------------------------------------------------------------

COLUMNS = sorted(battle().layout.columns)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_holds_its_whole_range_and_no_more(name: str) -> None:
    s = battle()
    low, high = RANGES[s.layout.columns[name].bits]
    row = getattr(s, name)
    assert len(row) == s.layout.sizes[s.layout.columns[name].dimension]
    row[0], row[-1] = low, high
    assert (row[0], row[-1]) == (low, high)
    for beyond in (low - 1, high + 1):
        with pytest.raises(ValueError, match="memoryview"):
            row[0] = beyond


@pytest.mark.parametrize("name", COLUMNS)
def test_compiled_code_sees_the_same_memory(name: str) -> None:
    s = battle()
    row, vector = getattr(s, name), s.vector(name)
    assert vector.dtype == KINDS[s.layout.columns[name].bits]
    assert vector.tolist() == row.tolist()
    row[1] = 77
    assert vector[1] == 77
    vector[0] = 99
    assert row[0] == 99
    assert s.vector(name) is vector


def test_the_dimensions_every_state_has() -> None:
    s = skirmish()
    assert len(s.supply) == SEATS
    assert len(s.agenda) == AGENDA_DEPTH * FRAME


@pytest.mark.parametrize("units", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("hexes", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", [Skirmish, Battle])
def test_columns_are_aligned_apart_and_the_derived_ones_last(kind: type[State], units: int, hexes: int) -> None:
    layout = Layout(kind, {"unit": units, "hex": hexes})
    taken = [*range(4 * len(layout.names))]
    for name, place in layout.places.items():
        width = layout.columns[name].bits // 8
        held = range(place.start * width, place.stop * width)
        assert held.start % width == 0
        assert len(held) == layout.sizes[layout.columns[name].dimension] * width
        if layout.columns[name].derived:
            assert held.start >= layout.saved
        else:
            assert held.stop <= layout.saved
        taken += held
    assert len(taken) == len(set(taken)), "two columns share a byte"
    assert max(taken) < layout.length
    assert layout.length % 4 == 0
    unused = set(range(layout.length)) - set(taken)
    assert len(unused) < 8, "a gap before the derived part and one behind it, each shorter than a number"
    assert not unused & set(range(layout.saved))


def numbers(s: State) -> dict[str, int]:
    """What lies in the buffer now, place by place."""
    found = dict(zip(s.layout.names, s.memory[0], strict=False))
    for name in s.layout.columns:
        found |= {f"{name}[{i}]": number for i, number in enumerate(getattr(s, name))}
    return found


def test_every_byte_has_the_name_of_what_it_belongs_to() -> None:
    """Whatever byte is changed, that and nothing else changes which the byte is said to belong to."""
    s = battle()
    before = numbers(s)
    nameless = 0
    for byte in range(s.layout.length):
        s.memory[2][byte] ^= 1
        changed = [name for name, number in numbers(s).items() if number != before[name]]
        s.memory[2][byte] ^= 1
        where = s.layout.where(byte)
        if where == f"byte {byte}":
            nameless += 1
            assert changed == []
        else:
            assert changed == [where]
    assert nameless < 8


def test_places_are_named_by_what_lies_there() -> None:
    layout = battle().layout
    assert layout.where(0) == layout.where(3) == layout.names[0]
    assert layout.where(2 * layout.places["hex"].start) == "hex[0]"
    assert layout.where(2 * layout.places["hex"].start + 9) == "hex[4]"
    assert layout.where(4 * layout.places["marks"].start + 7) == "marks[1]"
    assert layout.where(layout.places["chosen"].stop - 1) == "chosen[4]"
    assert layout.where(layout.length) == f"byte {layout.length}"


def test_states_of_a_class_and_size_share_a_layout() -> None:
    assert skirmish().layout is skirmish().layout
    assert skirmish().layout is not battle().layout
    other = Skirmish.blank({"unit": UNITS + 1, "hex": HEXES}, DICE)
    assert len(other.hex) == UNITS + 1
    assert len(skirmish().hex) == UNITS


def test_a_subclass_adds_to_what_its_base_declares() -> None:
    s, base = battle(), skirmish()
    assert set(base.layout.columns) < set(s.layout.columns)
    assert "smoke" not in base.layout.columns
    assert not hasattr(base, "hour")
    assert len(s.smoke) == HEXES
    assert list(s.layout.columns).count("marks") == 1
    assert s.layout.columns["marks"] is not base.layout.columns["marks"]


def test_a_class_that_is_no_state_has_no_columns_to_read() -> None:
    class Loose:
        hex = Column("unit")
        fuel = Scalar()

    with pytest.raises(AttributeError, match="hex is not laid out"):
        Loose.hex  # noqa: B018
    with pytest.raises(AttributeError, match="fuel is not laid out"):
        Loose.fuel  # noqa: B018


@pytest.mark.parametrize("bits", [0, 1, 24, 64])
def test_there_are_no_other_widths(bits: int) -> None:
    with pytest.raises(TypeError, match=f"32, 16, 8 bits wide, not {bits}"):
        Column("unit", bits=bits)


# -- scalars ----------------------------------------------------------------------------------------------------------


def test_scalars_begin_as_declared() -> None:
    s = battle()
    assert (s.fuel, s.chief, s.hour) == (0, -1, 6)
    assert (s.depth, s.step, s.turn, s.drawn, s.winner, s.over, s.deciding_rule) == (0, -1, 0, 0, -1, 0, -1)
    assert s.seat == -1


@pytest.mark.parametrize("value", [32_767, 32_768, 65_536, 1_000_000, 2**31 - 1, -32_769, -(2**31)])
def test_scalars_are_wide(value: int) -> None:
    """A long game draws more often than 16 bits can count."""
    s = battle()
    s.drawn = value
    assert s.drawn == value
    assert s.clone().drawn == value
    again = battle()
    again.restore(s.dump())
    assert again.drawn == value
    assert contents(again) == contents(s)


def test_draws_go_on_beyond_16_bits() -> None:
    s = battle()
    s.drawn = 32_767
    for _ in range(3):
        s.drawn += 1
    assert s.drawn == 32_770
    assert s.dice.draw(s.drawn, 2**60) == DICE.draw(32_770, 2**60) != DICE.draw(32_770 - 65_536 + 2**32, 2**60)


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1])
def test_a_scalar_that_is_too_large_is_an_error_and_changes_nothing(value: int) -> None:
    s = battle()
    s.fuel = 5
    with pytest.raises(ValueError, match="memoryview"):
        s.fuel = value
    assert s.fuel == 5
    assert s.clone().fuel == 5


def test_a_scalar_is_read_as_a_plain_number_whatever_was_written() -> None:
    s = battle()
    s.fuel = np.array([9], np.int16)[0]
    assert s.fuel == 9
    assert type(s.fuel) is int
    s.over = True
    assert s.over == 1
    assert type(s.over) is int


# -- flags ------------------------------------------------------------------------------------------------------------


def flags_of(**bits: int) -> type[enum.IntFlag]:
    make: Any = enum.IntFlag
    made: type[enum.IntFlag] = make("Made", bits)
    return made


@pytest.mark.parametrize(("bits", "room"), [(8, 8), (16, 15), (32, 31)])
def test_as_many_flags_fit_as_a_column_has_bits_but_the_sign(bits: int, room: int) -> None:
    fits, high = flags_of(LAST=1 << (room - 1)), flags_of(FIRST=1, OVER=1 << room)

    class Roomy(State):
        marks = Flags("unit", fits, bits=bits)

    s = Roomy.blank(SIZES, DICE)
    s.marks[0] |= 1 << (room - 1)
    assert s.marks.tolist() == [1 << (room - 1), 0, 0, 0, 0]
    with pytest.raises(TypeError, match=f"OVER is bit {room + 1}, and there are {room} in a column of {bits} bits"):

        class Narrow(State):
            marks = Flags("unit", high, bits=bits)


def test_flags_of_two_lists_may_not_collide() -> None:
    class Own(enum.IntFlag):
        BRAVE = 2
        WEARY = 1

    with pytest.raises(TypeError, match="WEARY and TIRED are the same bit"):

        class Clashing(Skirmish):
            marks = Flags("unit", Mark, Own, bits=32)


def test_flags_of_one_list_may_not_collide() -> None:
    """Python takes the second name for another name of the first, and would hide it."""

    class Twice(enum.IntFlag):
        BRAVE = 1
        BOLD = 1

    with pytest.raises(TypeError, match="BOLD and BRAVE are the same bit"):

        class Clashing(State):
            marks = Flags("unit", Twice)


@pytest.mark.parametrize("value", [0, 3, 6])
def test_a_flag_is_one_bit(value: int) -> None:
    several = flags_of(FIRST=1 << 4, MIXED=value)
    with pytest.raises(TypeError, match="MIXED is not a single bit"):

        class Mixed(State):
            marks = Flags("unit", several)


# -- frames -----------------------------------------------------------------------------------------------------------


def test_frames_lie_on_one_another_and_say_who_is_to_decide() -> None:
    s = battle()
    s.push(4, 1, 70_000, -2, 3)
    s.push(5, 0)
    assert (s.depth, s.seat, s.frame()) == (2, 0, (5, 0, 0, 0, 0))
    again = battle()
    again.restore(s.dump())
    assert (again.seat, s.clone().seat) == (0, 0)
    s.pop()
    assert (s.depth, s.seat, s.frame()) == (1, 1, (4, 1, 70_000, -2, 3))
    s.pop()
    assert (s.depth, s.seat) == (0, -1)


# -- sets -------------------------------------------------------------------------------------------------------------

sets = st.sets(st.integers(0, UNITS - 1))


@given(sets, sets, sets, st.sampled_from([("chosen", Chosen), ("marks", Mark)]))
def test_what_is_gathered_is_the_set_that_was_given(
    first: set[int], second: set[int], other: set[int], where: tuple[str, type[enum.IntFlag]]
) -> None:
    """The latest set counts; a set of another bit, and what else is written there, stay as they are."""
    column, names = where
    low, high = (int(flag) for flag in names)
    s = skirmish()
    s.gather(column, high, other)
    s.gather(column, low, first)
    s.gather(column, low, sorted(second, reverse=True))
    assert s.gathered(column, low) == sorted(second)
    assert s.gathered(column, high) == sorted(other)
    assert getattr(s, column).tolist() == [low * (u in second) + high * (u in other) for u in range(UNITS)]
    untouched = skirmish()
    assert {n: v for n, v in contents(s).items() if n != column} == {
        n: v for n, v in contents(untouched).items() if n != column
    }


def test_sets_are_saved_and_cloned() -> None:
    s = skirmish()
    s.gather("chosen", Chosen.REAR, [4, 1])
    twin = s.clone()
    s.gather("chosen", Chosen.REAR, [])
    assert twin.gathered("chosen", Chosen.REAR) == [1, 4]
    again = skirmish()
    again.restore(twin.dump())
    assert again.gathered("chosen", Chosen.REAR) == [1, 4]


# -- what is remembered -----------------------------------------------------------------------------------------------

KEPT = ("network", "front", "forecast", "trenches")


@pytest.mark.parametrize(
    ("change", "forgotten"),
    [
        ("units moved", {"network", "front"}),
        ("bridge blown", {"network", "trenches"}),
        ("weather", {"forecast"}),
        ("nothing known", set()),
    ],
)
def test_a_change_makes_a_state_forget_what_hangs_on_it(change: str, forgotten: set[str]) -> None:
    s = battle()
    s.cache.update(dict.fromkeys(KEPT, "dear"))
    s.notes["plan"] = 1
    s.forget(change)
    assert set(s.cache) == set(KEPT) - forgotten
    assert s.notes == {"plan": 1}
    s.forget(change)  # there is nothing left to forget
    assert set(s.cache) == set(KEPT) - forgotten


def test_what_a_subclass_keeps_is_not_asked_of_its_base() -> None:
    s = skirmish()
    s.cache["trenches"] = "somebody else's"
    s.forget("bridge blown")
    assert set(s.cache) == {"trenches"}


def test_a_clone_shares_what_is_kept_and_forgets_for_itself() -> None:
    s = battle()
    found = s.cache["network"] = object()
    twin = s.clone()
    assert twin.cache["network"] is found
    twin.forget("units moved")
    twin.cache["forecast"] = "rain"
    assert s.cache == {"network": found}
    s.forget("units moved")
    assert s.cache == {}
    assert twin.cache == {"forecast": "rain"}


def test_notes_are_never_cloned_and_go_with_a_change() -> None:
    s = battle()
    s.notes["plan"] = 1
    twin = s.clone()
    assert twin.notes == {}
    twin.notes["plan"] = 2
    assert s.notes == {"plan": 1}
    s.cache["network"] = "dear"
    s.changed()
    assert s.notes == {}
    assert s.cache == {"network": "dear"}
    assert twin.notes == {"plan": 2}


# -- clones -----------------------------------------------------------------------------------------------------------


def test_a_clone_is_equal_and_independent_in_every_place() -> None:
    s = filled()
    before, array = contents(s), s.array.copy()
    for name in (*s.layout.columns, *s.layout.names):
        twin = s.clone()
        assert contents(twin) == before
        assert twin.seat == s.seat
        if name in s.layout.columns:
            row = getattr(twin, name)
            row[0] = row[0] ^ 1
            assert twin.vector(name)[0] == row[0]
        else:
            setattr(twin, name, getattr(twin, name) ^ 1)
        assert {n for n, value in contents(twin).items() if value != before[n]} == {name}
        assert contents(s) == before
        assert (s.array == array).all()


def test_the_original_does_not_reach_its_clone_through_what_compiled_code_holds() -> None:
    s = filled()
    old, shorts = s.vector("hex"), s.shorts()
    twin = s.clone()
    before = contents(twin)
    old[:] = 1
    shorts[s.layout.places["load"].start] = 1234
    assert contents(twin) == before
    assert s.load[0] == 1234
    assert twin.shorts() is not shorts
    twin.shorts()[s.layout.places["hex"].start] = -5
    assert (twin.hex[0], s.hex[0]) == (-5, 1)


def test_a_clone_may_push_and_pop_on_its_own() -> None:
    s = filled()
    twin = s.clone()
    twin.pop()
    assert (twin.seat, s.seat) == (-1, 1)
    twin.push(1, 0)
    assert s.frame() == (3, 1, 10, 20, 30)


def test_wanted_results_of_a_clone_are_its_own() -> None:
    s = battle()
    s.wanted.append("DR")
    twin = s.clone()
    assert twin.wanted.pop(0) == "DR"
    assert s.wanted == ["DR"]


def test_a_clone_shares_dice_and_layout() -> None:
    s = battle()
    twin = s.clone()
    assert type(twin) is Battle
    assert twin.dice is s.dice
    assert twin.layout is s.layout


# -- saving -----------------------------------------------------------------------------------------------------------


def is_derived(name: str) -> bool:
    return name in ("load", "seen", "distance")


def test_restoring_fills_everything_but_the_derived_columns() -> None:
    s, again = filled(1), filled(2)
    for name in ("load", "seen", "distance"):
        getattr(again, name)[0] = 42
    derived = {n: v for n, v in contents(again).items() if is_derived(n)}
    held = again.vector("hex")
    again.restore(s.dump())
    now = contents(again)
    assert {n: v for n, v in now.items() if not is_derived(n)} == {
        n: v for n, v in contents(s).items() if not is_derived(n)
    }
    assert {n: v for n, v in now.items() if is_derived(n)} == derived
    assert again.seat == s.seat == 1
    assert held.tolist() == s.hex.tolist(), "compiled code goes on with the memory it holds"


def test_restoring_forgets_whatever_was_remembered() -> None:
    s = battle()
    s.cache["network"] = s.notes["plan"] = "of another game"
    s.restore(battle().dump())
    assert (s.cache, s.notes) == ({}, {})


def test_derived_columns_are_no_part_of_the_game() -> None:
    s = filled()
    key, digest, dump = s.key(), s.digest(), s.dump()
    for name in ("load", "seen", "distance"):
        s.vector(name)[:] = 3
    assert (s.key(), s.digest(), s.dump()) == (key, digest, dump)
    assert len(key) == s.layout.saved
    s.smoke[HEXES - 1] ^= 1
    assert s.key() != key
    assert s.digest() != digest


def test_every_place_that_is_saved_makes_another_game() -> None:
    s = filled()
    keys = {s.key()}
    for byte in range(s.layout.length):
        twin = s.clone()
        twin.array[byte] ^= 1
        keys.add(twin.key())
    assert len(keys) == 1 + s.layout.saved


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no base64!", "damaged"),
        (base64.b64encode(b"never compressed").decode(), "damaged"),
        (base64.b64encode(zlib.compress(b"short")).decode(), "another title or version"),
        (Skirmish.blank(SIZES, DICE).dump(), "another title or version"),
        (Battle.blank({"unit": UNITS, "hex": HEXES + 1}, DICE).dump(), "another title or version"),
    ],
    ids=["no base64", "not compressed", "too short", "another class", "another map"],
)
def test_what_cannot_be_restored_is_refused_and_changes_nothing(text: str, why: str) -> None:
    s = filled()
    before = contents(s)
    with pytest.raises(RecordError, match=why):
        s.restore(text)
    assert contents(s) == before
