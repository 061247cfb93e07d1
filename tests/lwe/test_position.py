"""What a position of this title says and does not say."""

from __future__ import annotations

import tomllib

from steppe import titles
from steppe.dice import Dice
from tests.lwe.scene import scene

FRONT = """
3Pz 2102
One soviet rifle XX 2-2 2202 move=4 {}
Two soviet rifle XX 1-1 2203 move=4 {}
"""


def again(written: str) -> str:
    return titles.write_position(*titles.read_position(written, Dice(b"again"))[:2])


def bound_units(first: str = "", second: str = "") -> list[str]:
    table = scene(FRONT.format(first, second), step="III.A")
    written = titles.write_position(table.title, table.s)
    assert again(written) == written
    return [line.split()[0] for line in tomllib.loads(written)["units"].splitlines() if " bound" in line]


def test_who_must_attack_is_found_while_nothing_has_happened() -> None:
    assert bound_units() == ["One", "Two"]


def test_who_must_attack_is_what_the_position_says_once_something_has_happened() -> None:
    assert bound_units("bound") == ["One"]
    assert bound_units("attacked bound", "bound") == ["One", "Two"]
    assert bound_units("attacked") == []


def test_the_gap_is_open_unless_soviet_units_are_in_it_or_the_position_says_otherwise() -> None:
    for units, state, is_open in (
        ("3Pz 2102", "", 1),
        ("Foe soviet rifle XX 1-1 2303 move=4", "", 0),
        ("Foe soviet rifle XX 1-1 2303 move=4", "gap_open = 1", 1),
        ("3Pz 2102", "gap_open = 0", 0),
    ):
        table = scene(units, state=state, hexes="2303 asterisk")
        assert table.s.gap_open == is_open
        written = titles.write_position(table.title, table.s)
        assert again(written) == written
